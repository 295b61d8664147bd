/* Odds on a terminal: a page for `charlatan odds`, and a few lines for the hints of `charlatan
 * play`. */
#ifndef CHARLATAN_TUI_ODDS_PAGE_H
#define CHARLATAN_TUI_ODDS_PAGE_H

#include "engine/view.h"

/* Each prints a page. `names` are those of the seats, at a table; NULL on the command line, where
 * seats have numbers. Returns 0, or -1 with the reason if there are no odds. */
int odds_quacks_print(const struct view *v, const char *const *names, struct refusal *why);
int odds_arcane_print(const struct view *v, const char *const *names, struct refusal *why);

/* Each prints a few lines for a player who must decide. Returns 0 if there is nothing to say. */
int odds_quacks_brief(const struct view *v);
int odds_arcane_brief(const struct view *v);

#endif
