/* Counts which items are kept in stashes; see arcane_stashes.h. */
#include <math.h>

#include "bots/bot.h"
#include "engine/view.h"
#include "learn/arcane_stashes.h"

/* Counts so many cards more of each kind that are as frequent as they are unseen: weights of rare
 * kinds stay close to 1. */
static const double lean = 20;

/* What each item weighs in a stash, and the share of each among the unseen cards. Shares sum up to
 * 1. */
struct chances {
    enum arcane_fit fit[ITEM_COUNT];
    double share[ITEM_COUNT];
};

/* `p` is the player whose stash it is: how an item fits depends on that storehouse. The pool of the
 * view must not be empty. */
static struct chances chances_of(const struct arcane_state *view, const struct arcane_player *p)
{
    struct chances c;
    for (int i = 0; i < ITEM_COUNT; i++) {
        c.fit[i] = arcane_fit_of(p, i);
        c.share[i] = (double)view->pool[i] / view->pool_n;
    }
    return c;
}

/* By how many nats the weights make this card likelier than its share among the unseen cards. */
static double gain_of(const struct arcane_kept *rows, int more, const struct chances *c, int item)
{
    double all = 0;
    for (int i = 0; i < ITEM_COUNT; i++)
        all += c->share[i] * rows->weight[more][c->fit[i]][i];
    return log(rows->weight[more][c->fit[item]][item] / all);
}

/* `more`: 0 with two players, 1 with more. */
static void count_card(struct kept_counts *k, int more, const struct chances *c, int item)
{
    k->held[more][c->fit[item]][item]++;
    for (int i = 0; i < ITEM_COUNT; i++)
        k->expected[more][c->fit[i]][i] += c->share[i];
    k->cards[more]++;
    if (k->rows)
        k->gain[more] += gain_of(k->rows, more, c, item);
}

/* The cards that the seat does not know, each as if it were the only one. Only the true state tells
 * which they are; the view, what could be there. */
static void count_stashes(struct kept_counts *k, const struct arcane_state *s,
                          const struct arcane_state *view, int seat)
{
    for (int i = 0; i < s->players; i++) {
        const struct arcane_player *p = &s->player[i];
        struct chances c = chances_of(view, p);
        for (int n = 0; n < p->stash_n; n++)
            if (!(p->stash_known[n] >> seat & 1))
                count_card(k, s->players > 2, &c, p->stash[n]);
    }
}

/* The number decides how many play, and both kinds of luck: the game's, and by its complement the
 * bot's. */
static void count_game(struct kept_counts *k, const struct bot *bot, uint64_t number)
{
    struct arcane_state s;
    struct chance c, luck;
    uint32_t active;
    memset(&s, 0, sizeof s);
    arcane_init(&s, 2 + (int)(number % 5));
    chance_seed_number(&c, number);
    chance_seed_number(&luck, ~number);
    arcane_begin(&s, &c, NULL);
    while ((active = arcane_active(&s)) != 0) {
        struct view v;
        int seat = bit_lowest(active);
        view_take(&v, &arcane_game, &s, seat);
        /* The beginning of a turn: once for each turn and the seat whose it is. */
        if (s.question == Q_DRAW)
            count_stashes(k, &s, (const struct arcane_state *)v.bytes, seat);
        arcane_apply(&s, seat, bot->choose(&v, &bot->usual, &luck, NULL), &c, NULL);
    }
}

void kept_count(struct kept_counts *counts, const struct bot *bot, uint64_t first, uint64_t games)
{
    for (uint64_t i = 0; i < games; i++)
        count_game(counts, bot, first + i);
}

/* At least 1, so that no card becomes impossible, and at most ARCANE_KEPT_MOST. */
static uint16_t weight_of(double held, double expected)
{
    double weight = round(ARCANE_KEPT_ONE * (held + lean) / (expected + lean));
    return (uint16_t)(weight < 1 ? 1 : weight > ARCANE_KEPT_MOST ? ARCANE_KEPT_MOST : weight);
}

/* `lean` cards are added on both sides, so that a kind hardly seen gets a weight near 1. */
void kept_fit(const struct kept_counts *counts, struct arcane_kept *rows)
{
    for (int more = 0; more < 2; more++)
        for (int fit = 0; fit < FIT_COUNT; fit++)
            for (int i = 0; i < ITEM_COUNT; i++)
                rows->weight[more][fit][i] =
                    weight_of(counts->held[more][fit][i], counts->expected[more][fit][i]);
}
