/* The inside of a local table: what playing (local.c), opening (local_open.c) and
 * resuming (local_saved.c) share. */
#ifndef CHARLATAN_TUI_LOCAL_H
#define CHARLATAN_TUI_LOCAL_H

#include "match/entry.h"
#include "tui/inside.h"

struct store;

struct local {
    struct client t;
    struct match match;
    struct store *store;
    struct session_done done;
    struct writer out, card;
    struct thinker *bots;
    char bot[MAX_SEATS][CLIENT_BOT];
    /* A file descriptor, or -1. */
    int lock;
    /* The person who answered last, or SPECTATOR. */
    int keyboard;
    /* The seat whose bot is thinking, or -1. */
    int thinks;
    /* The entry after which NEWS_THINKING was announced last. */
    uint32_t noted;
    /* When that bot began to think. */
    int64_t began;
    /* A person's request that is still to be carried out. */
    struct entry want;
    int wants;
    int told_over, broken;
};

/* ---- local.c ---- */

extern const struct client_kind local_kind;

/* Applies an entry, stores it and announces it. Returns -1 if it could not be stored and so has no
 * effect. */
int local_submit(struct local *l, struct entry *e);
/* Rebuilds the whole game from the stored log. Returns 0, or -1 with a sentence. */
int local_fold(struct local *l, char why[CLIENT_TEXT]);
/* Milliseconds since 1970. */
int64_t local_now(void);

/* ---- local_open.c ---- */

/* Returns a table with its store but without a game, or NULL with the reason. */
struct local *local_open(const char *folder, char why[CLIENT_TEXT]);
/* Returns 0, or -1 if another program has this game open. */
int local_lock(struct local *l);
void local_unlock(struct local *l);
/* Whether another program has the game with this id open. */
int local_is_open_elsewhere(const struct local *l, const char *id);
void local_close(struct client *t);
int local_rematch(struct client *t, const uint8_t seed[32]);
int local_practise(struct client *t, uint32_t moves, int same);

/* ---- local_saved.c ---- */

/* How many unfinished games of people the store has beside this one, without those that are open in
 * another window. */
int local_count_kept(struct local *l);

#endif
