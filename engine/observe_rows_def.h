/* Makes the rows of a game's observe.def as data, for its struct observer: SEEN_MEMBERS. The one
 * file that has this table includes it, after defining what engine/observe_def.h needs, and
 *   SEEN_QUESTION(e) the question with this name, such as Q_##e
 * The columns `entries` and `values` of the rows are numbers of the file's own. */
#define ANSWERS(question, count, seats)
#define SEAT_ROW(name, count, least, most, how, entries, values, text) SEEN_ROW_##name,
#define TABLE_ROW SEAT_ROW
enum {
#include SEEN_DEF
    SEEN_ROWS
};
#undef SEAT_ROW
#undef TABLE_ROW

/* clang-format off */
static inline const struct observe_row *seen_row(int row)
{
#define SEAT_ROW(name, count, least, most, how, entries, values, text)                             \
    {#name, text, count, SEEN_SEATS,                                                               \
     offsetof(struct SEEN(seen_seat), name), sizeof(struct SEEN(seen_seat)),                       \
     offsetof(struct SEEN(seen_seat_inputs), name), sizeof(struct SEEN(seen_seat_inputs)),         \
     OBSERVE_WIDTH_##how(most), least, most, OBSERVE_##how, entries, values},
#define TABLE_ROW(name, count, least, most, how, entries, values, text)                            \
    {#name, text, count, 1, offsetof(struct SEEN(seen), name), 0,                                  \
     offsetof(struct SEEN(seen_inputs), name), 0,                                                  \
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
    [SEEN_QUESTION(question)] = {offsetof(struct SEEN(seen_actions), question), count, seats},
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
    .cells = sizeof(struct SEEN(seen)),                                                            \
    .inputs = sizeof(struct SEEN(seen_inputs)),                                                    \
    .actions = sizeof(struct SEEN(seen_actions)),                                                  \
    .most_active = sizeof(struct SEEN(seen_yes)),                                                  \
    .seats = SEEN_SEATS,                                                                           \
    .seat_cells = sizeof(struct SEEN(seen_seat)),                                                  \
    .rows = SEEN_ROWS,                                                                             \
    .questions = SEEN_QUESTION(COUNT),                                                             \
    .row = seen_row,                                                                               \
    .question = seen_question
/* clang-format on */
