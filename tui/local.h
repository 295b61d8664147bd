/* A table of one's own, inside: what playing (local.c) and opening (local_open.c) share. */
#ifndef CHARLATAN_TUI_LOCAL_H
#define CHARLATAN_TUI_LOCAL_H

#include "store/store.h"
#include "tui/inside.h"

struct local {
    struct table t;
    struct match match;
    struct store *store;
    struct done done;
    struct writer out, card;
    struct thinker *bots;
    char bot[MAX_SEATS][TABLE_BOT];
    int lock;          /* a descriptor; -1: none */
    int keyboard;      /* the person who answered last; SPECTATOR: nobody */
    int thinks;        /* the seat whose bot is asked; -1 */
    uint32_t noted;    /* entry after which NEWS_THINKING was told */
    int64_t began;     /* when that was */
    struct entry want; /* what a person asked for */
    int wants;
    int told_over, broken;
};

/* ---- local.c ---- */

extern const struct table_kind local_kind;

/* Takes an entry, stores it, tells it. -1 where it has not happened. */
int local_submit(struct local *l, struct entry *e);
/* The whole game once more, as it is stored: 0, or -1 with a sentence. */
int local_fold(struct local *l, char why[TABLE_TEXT]);
int64_t local_now(void); /* ms since 1970 */

/* ---- local_open.c ---- */

void local_close(struct table *t);
int local_rematch(struct table *t, const uint8_t seed[32]);

#endif
