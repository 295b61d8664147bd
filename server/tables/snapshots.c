/* Snapshots for the store. They are made after moves, because the entry of a move has the hash of
 * the state, with which the snapshot is compared when it is read.
 *
 * A snapshot goes to the store in the transaction of its entry, so there is none of an entry that
 * is not stored. */
#include "server/tables/snapshots.h"

#include <string.h>

#include "match/entry.h"
#include "server/log.h"
#include "server/server.h"
#include "server/tables/tables.h"

enum {
    /* After so many attempts in a row that failed, the server waits for the next one. */
    SHOT_TRIES = 2,
    /* Of a log with more entries, events are made only from a snapshot in the store. */
    RESUME_WHOLE = 1024
};

/* Counted from the last snapshot or from where the server gave up, whichever is later; and only
 * where the rules can write their state down (snapshot_can). */
static int is_time(const struct table *t, const struct entry *e)
{
    uint32_t last = t->shot[0] > t->shot_missed ? t->shot[0] : t->shot_missed;
    return entry_moves(e) && t->match.entries - last >= t->server->shot_every &&
           snapshot_can(&t->match);
}

/* Reads back what was written before the store gets it: a snapshot that cannot be read would be
 * found out only when the table is needed. */
static int can_be_read(const struct writer *w, struct refusal *why)
{
    struct match m;
    struct log_hash log;
    match_init(&m);
    int read = snapshot_read(&m, &log, w->at, w->n, why);
    match_free(&m);
    return read == 0;
}

/* Some positions cannot be read back, so the move after it is tried. If that is no better, the
 * table goes on without, until the next snapshot would be due: each attempt takes time. */
static void missed(struct table *t, const struct refusal *why)
{
    if (++t->shot_tries < SHOT_TRIES)
        return;
    t->shot_tries = 0;
    t->shot_missed = t->match.entries;
    log_say(LOG_SAYS_WARNING, "snapshot-missed",
            LOG_FIELDS(LOG_T("table", t->id), LOG_N("entries", t->match.entries),
                       LOG_T("reason", why->row->reason)),
            "table %s has no snapshot after %u entries, because it could not be read back: %s "
            "(%s). The table goes on; the next one is due after %u more",
            t->id, t->match.entries, why->message, why->row->reason, t->server->shot_every);
}

/* The match must have taken the entry, and the log's hash must include it. */
struct store_text shot_take(struct table *t, const struct entry *e)
{
    struct server *s = t->server;
    struct refusal why;
    if (!is_time(t, e))
        return (struct store_text){"", 0};
    writer_reset(&s->shot);
    snapshot_write(&s->shot, &t->match, &t->log);
    if (!can_be_read(&s->shot, &why)) {
        missed(t, &why);
        return (struct store_text){"", 0};
    }
    memmove(t->shot + 1, t->shot, sizeof t->shot - sizeof t->shot[0]);
    t->shot[0] = t->match.entries;
    t->shot_tries = 0;
    s->figures.shots++;
    return (struct store_text){s->shot.at, s->shot.n};
}

/* Each older snapshot is assumed `every` entries before the next. 0: the log was folded without
 * one. What is only assumed errs on the safe side: a guest gets a snapshot of the table rather than
 * events. */
void shots_found(struct table *t, uint32_t newest)
{
    uint32_t every = t->server->shot_every;
    t->shot_tries = t->shot_missed = 0;
    for (uint32_t i = 0; i < STORE_SNAPSHOTS; i++)
        t->shot[i] = newest > i * every ? newest - i * every : 0;
}

/* A short log may be folded whole; of a long one there must be a snapshot at or before the entry
 * after n. */
int shot_covers(const struct table *t, int64_t n)
{
    uint32_t oldest = t->shot[STORE_SNAPSHOTS - 1];
    return t->stored <= RESUME_WHOLE || (oldest && n + 1 >= oldest);
}
