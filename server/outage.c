/* Whether the store works. It is pinged, and if nobody has moved for a while, something is written,
 * so that a full disk is noticed before the next move. A store that does not answer fails, too: the
 * call that waits for it may take much longer to say so. /health answers by it, and operators are
 * told once when an outage begins and once when it ends. */
#include "server/outage.h"

#include "server/clock.h"
#include "server/host.h"
#include "server/log.h"
#include "server/server.h"
#include "server/tables/snapshots.h"

/* CALL_AFTER_MS with --send-local or --luck, for tests. */
enum { CALL_SOON_MS = 1000 };

/* `now` must be set, the store be open and the options read. Everything is taken to be well until
 * the store says otherwise. */
void server_begin(struct server *s)
{
    s->shot_every = SHOT_EVERY;
    s->calls.after = s->options.send_local || s->options.luck ? CALL_SOON_MS : CALL_AFTER_MS;
    s->started = s->now;
    s->store_reads = s->store_writes = s->store_well = 1;
    /* Before every table. */
    s->scan.after.due = INT64_MIN;
}

/* Ticks without an answer, after which the store counts as failed. Ticks, and not time, so that a
 * process that stood still first hears what the store has answered meanwhile. */
enum { SILENT_TICKS = 5000 / TICK_MS };

/* A store that is silent has no sentence of its own yet, so it gets ours. */
static void outage_begins(struct server *s)
{
    char error[STORE_ERROR] = "it has not answered for 5 seconds";
    if (s->silence < SILENT_TICKS)
        queue_error(s->host->queue, error);
    s->outage = s->now;
    s->figures.outages++;
    log_say(LOG_SAYS_ERROR, "store-fails", NULL, "the store fails: %s", error);
}

static void outage_ends(struct server *s)
{
    long long seconds = (long long)(s->now - s->outage) / 1000;
    log_say(LOG_SAYS_WARNING, "store-works", LOG_FIELDS(LOG_N("seconds", seconds)),
            "the store works again, after %lld s", seconds);
    /* Nobody could answer, so it is as after a restart. */
    s->started = s->now;
}

/* Only a change is acted upon, so it may be called as often as there are answers. */
static void judge(struct server *s)
{
    int well = s->store_reads && s->store_writes && s->silence < SILENT_TICKS;
    if (well == s->store_well)
        return;
    s->store_well = well;
    if (well)
        outage_ends(s);
    else
        outage_begins(s);
}

/* Who can write can read; the reverse is not true if the disk is full. */
void store_did(struct server *s, enum store_deed deed, int well)
{
    s->silence = 0;
    if (deed == STORE_WRITE)
        s->store_writes = well;
    if (deed == STORE_READ || well)
        s->store_reads = well;
    if (deed == STORE_WRITE && well)
        s->written = s->now;
    judge(s);
}

/* The database's time comes with it (queue_time): servers that share one take theirs from there. */
static void pinged(void *arg, enum queue_outcome outcome)
{
    struct server *s = arg;
    int64_t database;
    s->asking--;
    if (queue_time(s->host->queue, &database))
        clock_share(s, database);
    store_did(s, STORE_READ, outcome == QUEUE_STORED);
}

static void probed(void *arg, enum queue_outcome outcome)
{
    struct server *s = arg;
    s->asking--;
    store_did(s, STORE_WRITE, outcome == QUEUE_STORED);
}

/* Never more than one ping and one probe are under way, so a store that hangs gets no pile of
 * them. */
void store_ask(struct server *s)
{
    if (s->asking && s->silence < SILENT_TICKS && ++s->silence == SILENT_TICKS)
        judge(s);
    if (s->asking || s->now < s->pinged + PING_MS)
        return;
    s->pinged = s->now;
    s->asking++;
    queue_ping(s->host->queue, pinged, s);
    if (s->store_writes && s->now < s->written + PROBE_MS)
        return;
    s->asking++;
    queue_probe(s->host->queue, probed, s);
}
