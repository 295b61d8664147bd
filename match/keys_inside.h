/* The list of keys and links of a match; for match/ alone. */
#ifndef CHARLATAN_MATCH_KEYS_INSIDE_H
#define CHARLATAN_MATCH_KEYS_INSIDE_H

#include "match/keys.h"

struct match_founding;

/* The keys that a founding gives to a seat. */
void keys_found(struct match *m, const struct match_founding *f, int seat);
/* Gives the keys of a seat to the founding of a rematch; links are not for the next game. */
void keys_again(const struct match *m, int seat, struct match_founding *f);
/* Forgets the keys and links of a seat, because somebody else will sit there. */
void keys_forget(struct match *m, int seat);
/* Gives `to` a list of its own. */
void keys_copy(struct match *to, const struct match *from);

#endif
