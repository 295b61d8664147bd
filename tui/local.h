/* The inside of a local table: what playing (local.c), opening (local_open.c) and
 * resuming (local_saved.c) share. */
#ifndef CHARLATAN_TUI_LOCAL_H
#define CHARLATAN_TUI_LOCAL_H

#include "match/entry.h"
#include "tui/inside.h"

struct store;

struct local {
    /* First, so that a client can be cast to its table. */
    struct client t;
    /* The true state: never handed to a screen, which gets views. */
    struct match match;
    /* NULL only if opening failed. */
    struct store *store;
    /* The events of the last entry applied. */
    struct session_done done;
    /* Buffers that are used again for each entry. */
    struct writer out, summary;
    /* NULL until the store is open. */
    struct thinker *bots;
    /* How each bot was specified; "" for people. */
    char bot[MAX_SEATS][CLIENT_BOT];
    /* A file descriptor, or -1. */
    int lock;
    /* The person who answered last, or SPECTATOR. */
    int keyboard;
    /* The seat whose bot is thinking, or -1. A request or a broken store sets it back without an
     * answer. */
    int thinks;
    /* The entry after which NEWS_THINKING was announced last. */
    uint32_t noted;
    /* When that bot began to think. */
    int64_t began;
    /* A person's request that is still to be carried out. */
    struct entry want;
    int wants;
    /* The end has been announced; the log cannot be read any more. */
    int told_over, broken;
};

/* ---- local.c ---- */

extern const struct client_kind local_kind;

/* Stores the entry e with the summary of the match `m` after it. Returns 0, or -1 with the reason
 * in l->store->error. */
int local_store(struct local *l, const char *id, const struct match *m, const struct entry *e);
/* Rebuilds the whole game from the stored log. Returns 0, or -1 with a sentence. */
int local_fold(struct local *l, char why[CLIENT_TEXT]);
/* Milliseconds since 1970. */
int64_t local_now(void);

/* ---- local_open.c ---- */

/* Returns a table with its store but without a game, or NULL with the reason. */
struct local *local_open(const char *folder, char why[CLIENT_TEXT]);
/* Returns 0, or -1 if another program has this game open. The id must be set. The lock lives as
 * long as the process keeps the file open, so a crash releases it. */
int local_lock(struct local *l);
/* Releases the lock, if it is held; may be called again. */
void local_unlock(struct local *l);
/* Whether another program has the game with this id open. */
int local_is_open_elsewhere(const struct local *l, const char *id);
/* As client_leave needs it: frees all but the client itself. */
void local_close(struct client *t);
/* The requests of client_end.h. On a failure of the disk the old game stays. */
int local_rematch(struct client *t, const uint8_t seed[32]);
int local_practise(struct client *t, uint32_t moves, int same);

/* ---- local_saved.c ---- */

/* How many unfinished games of people the store has beside this one, without those that are open in
 * another window. */
int local_count_kept(struct local *l);

#endif
