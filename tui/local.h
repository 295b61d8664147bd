/* A table of one's own, inside: what playing (local.c) and opening (local_open.c) share. */
#ifndef CHARLATAN_TUI_LOCAL_H
#define CHARLATAN_TUI_LOCAL_H

#include "store/store.h"
#include "tui/inside.h"

struct local {
    struct client t;
    struct match match;
    struct store *store;
    struct done done;
    struct writer out, card;
    struct thinker *bots;
    char bot[MAX_SEATS][CLIENT_BOT];
    /* A descriptor; -1: none. */
    int lock;
    /* The person who answered last; SPECTATOR: nobody. */
    int keyboard;
    /* The seat whose bot is asked; -1. */
    int thinks;
    /* Entry after which NEWS_THINKING was told. */
    uint32_t noted;
    /* When that was. */
    int64_t began;
    /* What a person asked for. */
    struct entry want;
    int wants;
    int told_over, broken;
};

/* ---- local.c ---- */

extern const struct client_kind local_kind;

/* Takes an entry, stores it, tells it. -1 where it has not happened. */
int local_submit(struct local *l, struct entry *e);
/* The whole game once more, as it is stored: 0, or -1 with a sentence. */
int local_fold(struct local *l, char why[CLIENT_TEXT]);
/* Ms since 1970. */
int64_t local_now(void);

/* ---- local_open.c ---- */

void local_close(struct client *t);
int local_rematch(struct client *t, const uint8_t seed[32]);

#endif
