/* Snapshots for the store. They are made after moves, because the entry of a move has the hash of
 * the state, with which the snapshot is compared when it is read. */
#include <string.h>

#include "server/server.h"

static int is_time(const struct table *t, const struct entry *e)
{
    int moved = e->kind == ENTRY_MOVE || (e->kind == ENTRY_PART && e->of == ENTRY_MOVE);
    return moved && t->match.entries - t->shot[0] >= t->server->shot_every &&
           snapshot_can(&t->match);
}

/* Some positions cannot be read back; the next move will do. */
static int can_be_read(const struct writer *w)
{
    struct match m;
    struct log_hash log;
    struct refusal why;
    match_init(&m);
    int read = snapshot_read(&m, &log, w->at, w->n, &why);
    match_free(&m);
    return read == 0;
}

struct store_text shot_take(struct table *t, const struct entry *e)
{
    struct server *s = t->server;
    if (!is_time(t, e))
        return (struct store_text){"", 0};
    writer_reset(&s->shot);
    snapshot_write(&s->shot, &t->match, &t->log);
    if (!can_be_read(&s->shot))
        return (struct store_text){"", 0};
    memmove(t->shot + 1, t->shot, sizeof t->shot - sizeof t->shot[0]);
    t->shot[0] = t->match.entries;
    s->figures.shots++;
    return (struct store_text){s->shot.at, s->shot.n};
}

/* Those before it have at least so many entries less each. */
void shots_found(struct table *t, uint32_t newest)
{
    uint32_t every = t->server->shot_every;
    for (uint32_t i = 0; i < STORE_SNAPSHOTS; i++)
        t->shot[i] = newest > i * every ? newest - i * every : 0;
}

int shot_covers(const struct table *t, int64_t n)
{
    uint32_t oldest = t->shot[STORE_SNAPSHOTS - 1];
    return t->stored <= RESUME_WHOLE || (oldest && n + 1 >= oldest);
}
