/* What the coins of a potion buy: it explains why one coin more can be worth several points. */
#include "advice/odds_quacks.h"
#include "games/quacks/facts.h"
#include "games/quacks/help.h"

static const struct quacks_state *state_of(const struct view *v)
{
    return (const struct quacks_state *)v->bytes;
}

/* Of equal purchases the first stays: the single chip before the pair. */
static void buy_if_better(struct odds_buy *best, const struct odds_buy *other)
{
    if (other->worth > best->worth)
        *best = *other;
}

/* At most two chips of different colours (Q6 E). chips_n is 0 if nothing can be bought, or nothing
 * is worth it. */
static struct odds_buy best_buy(const struct quacks_state *s, const struct worth *w, int coins)
{
    struct odds_buy best = {.coins = coins};
    for (uint64_t m = chips_available(s); m; m &= m - 1) {
        int a = bit_lowest(m), left = coins - chip_price(s, a);
        if (left < 0)
            continue;
        buy_if_better(&best, &(struct odds_buy){coins, 1, {a, NO_CHIP}, w->chip[a]});
        /* Every pair once: only chips behind the first one. */
        for (uint64_t o = m & (m - 1); o; o &= o - 1) {
            int b = bit_lowest(o);
            if (chip_price(s, b) <= left && chip_colour(a) != chip_colour(b))
                buy_if_better(&best, &(struct odds_buy){coins, 2, {a, b}, w->chip[a] + w->chip[b]});
        }
    }
    return best;
}

/* The most coins of the table's last row, the spaces that can be reached by its draws. */
static int coins_within_reach(const struct quacks_state *s, const struct potion_odds *o)
{
    int most = quacks_space(s, o->space).coins;
    for (int space = o->space; o->draws_n && space < WORTH_SPACES; space++)
        if (o->draws[o->draws_n - 1].space[space] > 0)
            most = quacks_space(s, space).coins;
    return most < WORTH_COINS ? most : WORTH_COINS - 1;
}

/* Steps of less than half a point explain nothing. */
int odds_quacks_buys(const struct view *v, const struct potion_odds *o,
                     struct odds_buy buy[ODDS_BUYS])
{
    const struct quacks_state *s = state_of(v);
    int n = 0, last = coins_within_reach(s, o);
    if (is_last_turn(s))
        return 0;
    for (int c = quacks_space(s, o->space).coins; c <= last && n < ODDS_BUYS; c++) {
        struct odds_buy best = best_buy(s, &o->worth, c);
        if (!n || best.worth > buy[n - 1].worth + 0.5)
            buy[n++] = best;
    }
    return n;
}
