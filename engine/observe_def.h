/* Makes the types of a game's observe.def. A game's observe.h includes it, after defining what it
 * needs:
 *   SEEN(x)          x with the game's name before it, such as arcane_##x
 *   SEEN_DEF         the file, such as "games/arcane/observe.def"
 *   SEEN_SEATS       the most seats of the game
 * All three are undefined at the end. The rows of the file are, those of seats first:
 *   SEAT_ROW(name, count, least, most, how, entries, values, text)
 *   TABLE_ROW(the same)
 *   ANSWERS(question, how many, 1 if they are seats)
 * `how` is an enum observe_how without its prefix. Every member is an array of bytes, so a place in
 * a type is the number of a cell, an input or an action. engine/observe_rows_def.h makes the rows
 * as data. */
#include "engine/observe.h"

#define SEAT_ROW(name, count, least, most, how, entries, values, text) uint8_t name[count];
#define TABLE_ROW(name, count, least, most, how, entries, values, text)
#define ANSWERS(question, count, seats)
struct SEEN(seen_seat) {
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW

#define SEAT_ROW(name, count, least, most, how, entries, values, text)
#define TABLE_ROW(name, count, least, most, how, entries, values, text) uint8_t name[count];
/* The dense form. */
struct SEEN(seen) {
    struct SEEN(seen_seat) seat[SEEN_SEATS];
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW

/* The inputs, and as many bytes as inputs of them can be yes. No objects of these types exist. */
#define SEAT_ROW(name, count, least, most, how, entries, values, text)                             \
    uint8_t name[(count)*OBSERVE_WIDTH_##how(most)];
#define TABLE_ROW(name, count, least, most, how, entries, values, text)
struct SEEN(seen_seat_inputs) {
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW

#define SEAT_ROW(name, count, least, most, how, entries, values, text)
#define TABLE_ROW(name, count, least, most, how, entries, values, text)                            \
    uint8_t name[(count)*OBSERVE_WIDTH_##how(most)];
struct SEEN(seen_inputs) {
    struct SEEN(seen_seat_inputs) seat[SEEN_SEATS];
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW

#define SEAT_ROW(name, count, least, most, how, entries, values, text)                             \
    uint8_t name[(count) * (SEEN_SEATS)*OBSERVE_YES_##how(most)];
#define TABLE_ROW(name, count, least, most, how, entries, values, text)                            \
    uint8_t name[(count)*OBSERVE_YES_##how(most)];
struct SEEN(seen_yes) {
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW
#undef ANSWERS

#define SEAT_ROW(name, count, least, most, how, entries, values, text)
#define TABLE_ROW(name, count, least, most, how, entries, values, text)
#define ANSWERS(question, count, seats) uint8_t question[count];
struct SEEN(seen_actions) {
#include SEEN_DEF
};
#undef SEAT_ROW
#undef TABLE_ROW
#undef ANSWERS

_Static_assert(sizeof(struct SEEN(seen)) < 65536 && sizeof(struct SEEN(seen_inputs)) < 65536,
               "16-bit numbers");
#undef SEEN
#undef SEEN_DEF
#undef SEEN_SEATS
