/* Arcane Alley at its end: gold by round, sales, fines and inspections. */
#include "tui/ending.h"
#include "tui/face_arcane.h"
#include "board/page.h"

static int score_of(const void *view, int seat)
{
    return (int)((const struct arcane_state *)view)->player[seat].gold;
}

/* What an event adds to the gold of its seat. Every event that moves gold must be listed here,
 * because the chart counts back from the final gold. */
static int change(const struct event *e)
{
    switch (e->kind) {
    case EV_GOLD_COIN:
    case EV_GOLD_SALE:
    case EV_GOLD_EGG:
    case EV_GOLD_NINX: return e->n;
    case EV_MARKET_PAID:
    case EV_LOST_CAULDRON:
    case EV_LOST_LOTUS:
    case EV_LOST_NINX:
    case EV_DAFANA_PAID:
    case EV_BRIBED:
    case EV_FINE: return -e->n;
    default: return 0;
    }
}

static int begins(const struct event *e)
{
    return e->kind == EV_ROUND ? e->n : 0;
}

/* What a seat did in the game. `gold` is that of sales alone; best_item means nothing while `best`
 * is 0. */
struct arcane_deeds {
    int sales, gold, best, best_item, fines, triggers, bribes;
};

/* `item` keeps the kind of the last set of each seat, because the gold of a sale is a second event
 * that does not name it. */
static void note(struct arcane_deeds d[MAX_SEATS], int item[MAX_SEATS], const struct event *e)
{
    if (e->seat >= MAX_SEATS)
        return;
    struct arcane_deeds *own = &d[e->seat];
    if (e->kind == EV_SET_SOLD)
        item[e->seat] = e->item;
    own->sales += e->kind == EV_SET_SOLD;
    own->triggers += e->kind == EV_TRIGGERED || e->kind == EV_TRIGGERED_EARLY;
    own->fines += e->kind == EV_FINE ? e->n : 0;
    own->bribes += e->kind == EV_BRIBED ? e->n : 0;
    if (e->kind != EV_GOLD_SALE)
        return;
    own->gold += e->n;
    if (e->n > own->best) {
        own->best = e->n;
        own->best_item = item[e->seat];
    }
}

/* A seat that sold nothing has no best sale. */
static void print_deeds(const struct board_showing *s, int seat, const struct arcane_deeds *d)
{
    char best[60] = "none";
    if (d->best && d->best_item < ITEM_COUNT)
        snprintf(best, sizeof best, "%s, %d gold", arcane_item(d->best_item)->name, d->best);
    page_print("  ");
    page_padded(s->names[seat], 14);
    page_print("%5d %5d  %-26s%5d %6d %8d\n", d->sales, d->gold, best, d->fines, d->bribes,
               d->triggers);
}

static void moments(const struct board_showing *s)
{
    struct arcane_deeds d[MAX_SEATS] = {{0}};
    int item[MAX_SEATS] = {0};
    for (int i = 0; i < s->story->n; i++)
        note(d, item, &s->story->at[i].event);
    page_print("  %-14s%5s %5s  %-26s%5s %6s %8s\n", "", "sales", "gold", "best sale", "fines",
               "bribes", "triggers");
    for (int seat = 0; seat < s->face->game->players(s->view); seat++)
        print_deeds(s, seat, &d[seat]);
}

const struct face_score arcane_score = {
    .word = "Gold",
    .unit = "gold",
    .round = "round",
    .of = score_of,
    .change = change,
    .begins = begins,
    .moments = moments,
};
