/* What all files of match/ share: how entries are made, checked and applied. Headers whose names
 * end in inside.h are for match/ alone.
 *
 * Only entry_check decides whether an entry is allowed, both when it is made and when it is
 * applied. So match_take accepts every entry that a match_may_… function made, and refuses the
 * entries of a damaged log for the same reasons. */
#ifndef CHARLATAN_MATCH_INSIDE_H
#define CHARLATAN_MATCH_INSIDE_H

#include "match/entry.h"

struct match_clock;
struct session_done;

/* In milliseconds: the end of the year 9999. */
#define MATCH_LATEST INT64_C(253402300799999)
enum { FORK_MOVES = 1 << 16, ENTRY_BYTES = 1 << 22 };
/* What one table may have, so that nobody can make others wait for it; docs/api.md states it. The
 * longest games have some 56,000 moves: six players, edition hundred, 150 rounds. Only requests are
 * refused for these reasons: logs of older versions may have more. */
enum { ENTRIES_MOST = 1 << 17, OTHERS_MOST = 10000, UNDOS_MOST = 1000 };
/* The answer for a text that names none: not a bit of a legal mask. */
enum { NO_ANSWER = 64 };

/* Of each row of entries.def its check, which returns 0 or -1 with `why`, and its take or play,
 * which only gets what the check has let through. A play that fails has changed nothing. */
#define TYPE(type, name, typescript, example)
#define TAKE(take) void take(struct match *m, const struct entry *e);
#define PLAY(play)                                                                                 \
    int play(struct match *m, struct entry *e, struct session_done *done, struct refusal *why);
#define ENTRY(kind, key, check, take, traits, members, meaning)                                    \
    int check(const struct match *m, const struct entry *e, struct refusal *why);                  \
    take
#include "match/entries.def"
#undef TAKE
#undef PLAY

/* Returns 0 if the entry may follow, or -1 with `why`. */
int entry_check(const struct match *m, const struct entry *e, struct refusal *why);
/* Makes the next entry of this match, without content yet. */
void entry_new(struct entry *e, const struct match *m, int kind, int seat, int64_t now);
/* Refuses if the table has had too many comings, goings and links: they must come to an end. */
int others_have_room(const struct match *m, struct refusal *why);
/* A person is gone before the start: the seat and its keys are as new. */
void seat_empty(struct match *m, int seat);

/* Writes the member `clock` of a table, the same in logs and messages. */
void clock_write(struct writer *w, const struct match_clock *clock);
/* Writes the members of this kind that the viewer is told. */
void entry_tell(struct writer *w, int kind, const struct entry *e, int viewer);

#endif
