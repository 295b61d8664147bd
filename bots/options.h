/* The options of a bot, and who watches its search. */
#ifndef CHARLATAN_BOTS_OPTIONS_H
#define CHARLATAN_BOTS_OPTIONS_H

#include <stdint.h>

/* Lets somebody watch a search while it runs. Owned by the caller, and there until the bot has
 * answered. */
struct bot_watch {
    /* Games simulated so far, to within a few. */
    _Atomic uint32_t games;
    /* Set to 1 to end the search with the best answer it has. */
    _Atomic int hurry;
    /* NULL, or asked every few games by the thread that called the bot. Not 0: hurry. */
    int (*stop)(void *with);
    void *with;
};

/* A bot with weights has dials: each turns some of them together. `charlatan tune` fits
 * them to the numbers of a table; a value is a percentage of the usual weights. */
enum { DIALS_MAX = 16, DIAL_MOST = 400 };

struct dial {
    /* The key of the option: greedy:coin=120. */
    const char *name, *text;
};

/* The options of a bot: the rows of options.def, and its dials. */
struct bot_options {
#define OPTION(field, key, searches, most, usual, text) uint32_t field;
#include "bots/options.def"
#undef OPTION
    /* By dial: percent, 0 as usual; and whether one is not as usual. */
    uint16_t dial[DIALS_MAX];
    /* Kept by bot_turn; never set it by hand. */
    int dialled;
    /* Watches the search; may be NULL. */
    struct bot_watch *watch;
};

#endif
