/* Makes types and rows of a game's observe.def. Include it in the game's own files that observe,
 * after defining what it needs:
 *   SEEN_DEF         the file, such as "games/arcane/observe.def"
 *   SEEN_SEATS       the most seats of the game
 *   SEEN_QUESTION(e) the question with this name, such as Q_##e
 * The rows of the file are, those of seats first:
 *   SEAT_ROW(name, count, least, most, how, entries, values, text)
 *   TABLE_ROW(the same)
 *   ANSWERS(question, how many, 1 if they are seats)
 * `how` is an enum observe_how without its prefix. Every member is an array of bytes, so a place in
 * a type is the number of a cell, an input or an action. */
#include "engine/observe.h"

#define SEAT_ROW(name, count, least, most, how, entries, values, text) uint8_t name[count];
#define TABLE_ROW(name, count, least, most, how, entries, values, text)
#define ANSWERS(question, count, seats)
struct seen_seat {
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW

#define SEAT_ROW(name, count, least, most, how, entries, values, text)
#define TABLE_ROW(name, count, least, most, how, entries, values, text) uint8_t name[count];
/* The dense form. */
struct seen {
    struct seen_seat seat[SEEN_SEATS];
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW

/* The inputs, and as many bytes as inputs of them can be yes. No objects of these types exist. */
#define SEAT_ROW(name, count, least, most, how, entries, values, text)                             \
    uint8_t name[(count)*OBSERVE_WIDTH_##how(most)];
#define TABLE_ROW(name, count, least, most, how, entries, values, text)
struct seen_seat_inputs {
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW

#define SEAT_ROW(name, count, least, most, how, entries, values, text)
#define TABLE_ROW(name, count, least, most, how, entries, values, text)                            \
    uint8_t name[(count)*OBSERVE_WIDTH_##how(most)];
struct seen_inputs {
    struct seen_seat_inputs seat[SEEN_SEATS];
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW

#define SEAT_ROW(name, count, least, most, how, entries, values, text)                             \
    uint8_t name[(count) * (SEEN_SEATS)*OBSERVE_YES_##how(most)];
#define TABLE_ROW(name, count, least, most, how, entries, values, text)                            \
    uint8_t name[(count)*OBSERVE_YES_##how(most)];
struct seen_yes {
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW
#undef ANSWERS

#define SEAT_ROW(name, count, least, most, how, entries, values, text)
#define TABLE_ROW(name, count, least, most, how, entries, values, text)
#define ANSWERS(question, count, seats) uint8_t question[count];
struct seen_actions {
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW
#undef ANSWERS

#define ANSWERS(question, count, seats)
#define SEAT_ROW(name, count, least, most, how, entries, values, text) SEEN_ROW_##name,
#define TABLE_ROW SEAT_ROW
enum {
#include SEEN_DEF
    SEEN_ROWS
};
#undef SEAT_ROW
#undef TABLE_ROW

_Static_assert(sizeof(struct seen) < 65536 && sizeof(struct seen_inputs) < 65536, "16-bit numbers");

/* clang-format off */
static inline const struct observe_row *seen_row(int row)
{
#define SEAT_ROW(name, count, least, most, how, entries, values, text)                             \
    {#name, text, count, SEEN_SEATS,                                                               \
     offsetof(struct seen_seat, name), sizeof(struct seen_seat),                                   \
     offsetof(struct seen_seat_inputs, name), sizeof(struct seen_seat_inputs),                     \
     OBSERVE_WIDTH_##how(most), least, most, OBSERVE_##how, entries, values},
#define TABLE_ROW(name, count, least, most, how, entries, values, text)                            \
    {#name, text, count, 1, offsetof(struct seen, name), 0,                                        \
     offsetof(struct seen_inputs, name), 0,                                                        \
     OBSERVE_WIDTH_##how(most), least, most, OBSERVE_##how, entries, values},
    static const struct observe_row rows[SEEN_ROWS] = {
#include SEEN_DEF
    };
#undef SEAT_ROW
#undef TABLE_ROW
    return &rows[row];
}
#undef ANSWERS

/* Questions without answers, such as none, have no actions. */
static inline const struct observe_question *seen_question(int question)
{
#define SEAT_ROW(name, count, least, most, how, entries, values, text)
#define TABLE_ROW(name, count, least, most, how, entries, values, text)
#define ANSWERS(question, count, seats)                                                            \
    [SEEN_QUESTION(question)] = {offsetof(struct seen_actions, question), count, seats},
    static const struct observe_question rows[SEEN_QUESTION(COUNT)] = {
#include SEEN_DEF
    };
#undef SEAT_ROW
#undef TABLE_ROW
#undef ANSWERS
    return &rows[question];
}

/* What of a struct observer follows from the rows. */
#define SEEN_MEMBERS                                                                               \
    .cells = sizeof(struct seen),                                                                  \
    .inputs = sizeof(struct seen_inputs),                                                          \
    .actions = sizeof(struct seen_actions),                                                        \
    .most_active = sizeof(struct seen_yes),                                                        \
    .seats = SEEN_SEATS,                                                                           \
    .seat_cells = sizeof(struct seen_seat),                                                        \
    .rows = SEEN_ROWS,                                                                             \
    .questions = SEEN_QUESTION(COUNT),                                                             \
    .row = seen_row,                                                                               \
    .question = seen_question
/* clang-format on */
