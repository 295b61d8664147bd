/* Whether names look alike, though they are written with other letters (alike.def). It is asked
 * when somebody takes a name, and not of logs: there every name stays. */
#ifndef CHARLATAN_MATCH_ALIKE_H
#define CHARLATAN_MATCH_ALIKE_H

#include "engine/refusal.h"
#include "match/seat.h"

struct match;

/* Letters that look alike are the same letter here. */
struct name_skeleton {
    int n;
    uint32_t at[MATCH_NAME];
};

/* A name as it is spelt, without capitals and marks; as it is read, where a capital is also what
 * its small letter looks like; and as it is seen, where it is what it looks like itself. */
enum name_look_way { AS_SPELT, AS_READ, AS_SEEN, LOOK_WAYS };

struct name_look {
    struct name_skeleton way[LOOK_WAYS];
};

/* A name that is not valid UTF-8 counts up to there. */
void look_at(struct name_look *look, const char *name);
/* Whether people can take one name for the other: capitals, marks, blanks, widths and scripts make
 * no difference. */
int looks_like(const struct name_look *look, const char *name);
/* Whether they differ by capitals and marks only, as José and JOSE. */
int is_spelt_like(const struct name_look *look, const char *name);
/* Whether a word of the name has letters of several scripts that look alike, such as Latin and
 * Cyrillic. */
int name_mixes_scripts(const char *name);

/* What a person is called who gives no name: "Guest", or "Guest 2" if that is taken at the
 * table. */
void match_guest_name(const struct match *m, char name[MATCH_NAME + 1]);

#endif
