/* Foundings, the bots that may sit at tables, and forks; for match/ alone. */
#ifndef CHARLATAN_MATCH_FOUNDING_INSIDE_H
#define CHARLATAN_MATCH_FOUNDING_INSIDE_H

#include "match/founding.h"

struct game;
struct session;

/* Returns 0, or -1 with `why`. A fork whose end is kept is not played again. */
int founding_check(const struct match_founding *f, struct refusal *why);
/* The bot for seats for which nobody has chosen one. */
const char *bot_usual(const struct game *g);
/* The bot of this game that has this plain name, or NULL. */
const char *bot_fitting(const struct game *g, const char *name);
/* Whether a bot has no name yet, or only the level that older versions stored as its name. */
int bot_is_nameless(const struct match_seat *s);
/* Names a bot's seat, unlike everybody at the table. */
void bot_name(struct match *m, int seat);

/* Plays the beginning of a fork with its recorded outcomes; `s` becomes the game so far. Returns 0,
 * or -1 with `why` if that is impossible. */
int fork_begin(struct session *s, const struct match_founding *f, struct refusal *why);
/* The same for its move `n`, after those before it. */
int fork_next(struct session *s, const struct match_fork *fork, uint32_t n, struct move move,
              struct refusal *why);
/* Keeps the game where the fork ends, with its place in chance. */
void fork_keep_end(struct match_founding *f, const struct session *s);

#endif
