/* Keeps what was taken back, and requests that were not granted, for the record.
 *
 * Everything that did not stand is kept with the move it came before, in the order of events, in
 * the form of a record's `undone` (docs/protocol.md). A move that is taken back joins the list of
 * the place the game goes back to, with all that was kept between. Lists are never changed once
 * they are made, so copies of a match share them. */
#include <stdlib.h>

#include "match/record_undone.h"
#include "match/undo_inside.h"
#include "match/watched_inside.h"

static json_t *made(json_t *value)
{
    MUST(value);
    return value;
}

/* ---- lists ---- */

/* The list before this move, or NULL. */
static json_t *items_before(const struct match *m, uint32_t move)
{
    for (uint32_t i = 0; i < m->undone_n; i++)
        if (m->undone[i].before == move)
            return m->undone[i].items;
    return NULL;
}

/* Counts those before the first move in memory as well, so the limit is that of the whole match. */
uint32_t undone_items(const struct match *m)
{
    size_t n = m->undone_before;
    for (uint32_t i = 0; i < m->undone_n; i++)
        n += json_array_size(m->undone[i].items);
    return (uint32_t)n;
}

/* Lists are in the order of their moves. */
static void drop_from(struct match *m, uint32_t move)
{
    while (m->undone_n && m->undone[m->undone_n - 1].before >= move)
        json_decref(m->undone[--m->undone_n].items);
}

/* Replaces the lists from this move on by one. match_may_undo refuses what a record has no room
 * for; only the log of an older version can get there, and then its list is left out. Takes over
 * `items`. */
static void put(struct match *m, uint32_t move, json_t *items)
{
    drop_from(m, move);
    m->undone = realloc(m->undone, (m->undone_n + 1) * sizeof *m->undone);
    MUST(m->undone);
    if (undone_items(m) + json_array_size(items) > UNDONE_MOST) {
        json_array_clear(items);
        json_array_append_new(items, made(json_pack("{sb}", "cut", 1)));
    }
    m->undone[m->undone_n++] = (struct match_undone){move, items};
}

void undone_copy(struct match *to, const struct match *from)
{
    to->undone = malloc((from->undone_n + 1) * sizeof *to->undone);
    MUST(to->undone);
    for (uint32_t i = 0; i < from->undone_n; i++) {
        to->undone[i] = from->undone[i];
        json_incref(to->undone[i].items);
    }
}

/* The copies of a match keep their lists. */
void undone_free(struct match *m)
{
    drop_from(m, 0);
    free(m->undone);
}

/* ---- what is kept ---- */

static json_t *seat_list(uint32_t seats)
{
    json_t *list = made(json_array());
    for (; seats; seats &= seats - 1)
        json_array_append_new(list, json_integer(bit_lowest(seats)));
    return list;
}

/* The list is copied and not added to, since other copies of the match share it. */
void undone_keep_plea(struct match *m, uint32_t move, int by)
{
    json_t *old = items_before(m, move), *items = made(old ? json_copy(old) : json_array());
    int to = (int)undo_stand(m, m->plea.to);
    json_t *item = json_pack("{ss,si,si}", "plea", by < 0 ? "lapsed" : "refused", "seat",
                             m->plea.seat, "to", to);
    MUST(item);
    if (by >= 0)
        json_object_set_new(item, "by", json_integer(by));
    json_array_append_new(items, item);
    put(m, move, items);
}

/* Appends move i, which `s` has not played yet, and plays it. */
static void keep_move(json_t *items, const struct match *m, uint32_t i, struct session *s)
{
    struct move move = match_move_at(m, i)->move;
    char name[MAX_NAME];
    watch_luck(m, i, &s->chance);
    s->game->action_name(s->state, move.seat, move.answer, name);
    s->game->apply(s->state, move.seat, move.answer, &s->chance, NULL);
    json_array_append_new(items,
                          made(json_pack("{si,ss}", "seat", (int)move.seat, "action", name)));
}

/* Must be called before the moves are removed; `stands` is the game after `to` moves. Lists before
 * these moves are joined in their order. Who has agreed is noted only if the undo was the
 * plea's. */
void undone_keep_undo(struct match *m, const struct session *stands, uint32_t to, int seat)
{
    json_t *items = made(json_array());
    struct session s = *stands;
    uint32_t agreed = m->plea.seat == seat ? m->plea.granted : 0;
    for (uint32_t i = to; i <= m->moves; i++) {
        json_t *kept = items_before(m, i);
        if (kept)
            json_array_extend(items, kept);
        if (i < m->moves)
            keep_move(items, m, i, &s);
    }
    json_array_append_new(items, made(json_pack("{si,si,so}", "undo", (int)to, "seat", seat,
                                                "agreed", seat_list(agreed))));
    put(m, to, items);
}
