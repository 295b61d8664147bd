/* The bot `trader` of Arcane Alley: greedy's rules of thumb, with the unseen cards counted, the
 * score, what the next player lacks, and infamy that is carried over; see arcane_trader.h. */
#include "bots/greedy/arcane_trader.h"

#include <string.h>

#include "bots/greedy/arcane_policy.h"
#include "bots/bot.h"
#include "bots/softmax.h"
#include "engine/text.h"
#include "games/arcane/facts.h"

/* What is read from a position once and used for all of its answers. */
struct trade_mind {
    const struct trade_weights *w;
    const struct arcane_state *s;
    const struct arcane_player *p;
    int seat;
    /* What a point of infamy costs beyond greedy's price. */
    int infamy;
    /* What triggering the inspection is worth beyond greedy's worth of it. */
    int trigger;
};

const struct trade_weights *trade_rows(void)
{
#define TRADE(e, weight, step, text) weight,
    static const struct trade_weights rows = {{
#include "bots/greedy/arcane_trader.def"
    }};
#undef TRADE
    return &rows;
}

/* ---- the position ---- */

static int is_last_round(const struct arcane_state *s)
{
    int rounds = s->cards.edition == EDITION_THREE ? arcane_rounds_three(s) : s->cards.rounds;
    return rounds && s->round >= rounds;
}

/* The mean infamy of an unseen card, in tenths. */
static int unseen_infamy(const struct arcane_state *s)
{
    int sum = 0;
    for (int i = 0; i < ITEM_COUNT; i++)
        sum += s->pool[i] * s->cards.infamy[i];
    return s->pool_n ? 10 * sum / s->pool_n : 0;
}

/* The infamy that the storehouse would bring now, in tenths; unseen items count as they are on
 * the average. */
static int house_infamy(const struct arcane_state *s, const struct arcane_player *p)
{
    int unseen = unseen_infamy(s), sum = 0;
    for (uint32_t slots = house_filled(p); slots; slots &= slots - 1) {
        int item = cell_item(p->cell[bit_lowest(slots)]);
        sum += item == ITEM_UNDECIDED ? unseen : 10 * s->cards.infamy[item];
    }
    return sum;
}

static int infamy_price(const struct trade_mind *m)
{
    const int16_t *w = m->w->of;
    int after = 10 * m->p->infamy + house_infamy(m->s, m->p);
    int price = is_last_round(m->s) ? 0 : w[TRADE_INFAMY];
    price += after >= 10 * arcane_infamy_lap(m->s) ? w[TRADE_LAP] : 0;
    return price + (m->s->triggered != NONE ? w[TRADE_LAST] : 0);
}

/* How much more gold the seat has than the richest of the others. */
static int gold_lead(const struct arcane_state *s, int seat)
{
    int most = 0;
    for (int other = 0; other < s->players; other++)
        if (other != seat && s->player[other].gold > most)
            most = s->player[other].gold;
    return s->player[seat].gold - most;
}

static int trigger_extra(const struct trade_mind *m)
{
    const int16_t *w = m->w->of;
    int lead = is_last_round(m->s) ? gold_lead(m->s, m->seat) : 0;
    return w[TRADE_TRIGGER] + w[TRADE_TRIGGER_GOLD] * lead / 16;
}

static struct trade_mind mind_of(const struct trade_weights *w, const struct arcane_state *s,
                                 int seat)
{
    struct trade_mind m = {w, s, &s->player[seat], seat, 0, 0};
    m.infamy = infamy_price(&m);
    m.trigger = trigger_extra(&m);
    return m;
}

/* ---- the next player ---- */

/* The most copies of an item that lie in one line with a free slot for it. */
static int most_in_line(const struct arcane_player *p, int item)
{
    uint32_t alike = house_up(p, item), playable = house_playable(p);
    int most = 0;
    for (int i = house_lines(p) - 1; alike && i >= 0; i--) {
        uint32_t line = house_line(p, i);
        int n = bit_count(line & alike);
        if (n > most && (line & ~alike & playable))
            most = n;
    }
    return most;
}

/* What it costs to put an item on the discard, where the next player may take it. */
static int feeds(const struct trade_mind *m, int item)
{
    const struct arcane_player *next = &m->s->player[seat_after(m->s, m->seat)];
    int n = most_in_line(next, item), gold = 10 * m->s->cards.gold[item];
    int share = n >= 2 ? m->w->of[TRADE_FEED] : n == 1 ? m->w->of[TRADE_FEED_PAIR] : 0;
    return gold * share / 16;
}

/* ---- playing an item ---- */

/* What a pair is worth by the unseen cards, less what greedy says by the cards in the box. */
static int pair_extra(const struct trade_mind *m, int item)
{
    const struct arcane_state *s = m->s;
    int unseen = s->pool_n ? 100 * s->pool[item] / s->pool_n : 0;
    int share = m->w->of[TRADE_THIRD] * unseen - 12 * arcane_counts(s)[item];
    return s->triggered == NONE ? (10 * s->cards.gold[item] + 30) * share / 1024 : 0;
}

/* Whether an item in this slot leaves no hidden one, and that may trigger the inspection. */
static int may_trigger(const struct trade_mind *m, int slot)
{
    uint32_t hidden = house_hidden(m->p);
    return m->s->triggered == NONE && hidden == 1u << slot &&
           (m->s->players > 2 || m->s->tracker >= 15);
}

/* What greedy does not count if `item` is played into this slot. */
static int slot_extra(const struct trade_mind *m, int item, int slot)
{
    int lines = arcane_lines_up(m->s, m->seat, item, 1u << slot);
    int old = cell_item(m->p->cell[slot]), worth = 0;
    if (lines == 1)
        worth += pair_extra(m, item);
    else if (lines == 0)
        worth += pair_extra(m, item) * m->w->of[TRADE_SEED] / 16;
    if (lines < 2)
        worth -= m->infamy * m->s->cards.infamy[item];
    if (old < ITEM_COUNT)
        worth += m->infamy * m->s->cards.infamy[old];
    if ((m->p->cell[slot] & CELL_UP) && old < ITEM_COUNT && old != MAGIC_BOOMERANG)
        worth -= feeds(m, old);
    return worth + (may_trigger(m, slot) ? m->trigger : 0);
}

/* The position in which this item of the stash is about to be played. */
static struct arcane_state about_to_play(const struct arcane_state *s, int seat, int item)
{
    struct arcane_state then = *s;
    struct arcane_player *p = &then.player[seat];
    then.question = Q_SLOT;
    then.at.played = (uint8_t)item;
    for (int i = 0; i < p->stash_n; i++)
        if (p->stash[i] == item) {
            p->stash[i] = p->stash[--p->stash_n];
            break;
        }
    return then;
}

static int best_slot(const struct trade_mind *m, int item)
{
    struct arcane_state then = about_to_play(m->s, m->seat, item);
    uint64_t slots = house_playable(m->p);
    int each[64], best = slots ? -100000 : 0;
    arcane_weigh(&then, m->seat, slots, each);
    for (; slots; slots &= slots - 1) {
        int slot = bit_lowest(slots), worth = each[slot] + slot_extra(m, item, slot);
        best = worth > best ? worth : best;
    }
    return best;
}

/* ---- the questions ---- */

/* Greedy keeps 9 of 16 of an item's best play in mind; see arcane_features.def. */
static int kept_of(int best)
{
    return best > 0 ? best * 9 >> 4 : 0;
}

static void weigh_acts(const struct trade_mind *m, uint64_t answers, int each[64])
{
    for (uint64_t left = answers; left; left &= left - 1) {
        int answer = bit_lowest(left);
        if (answer < ACT_DISCARD) {
            int best = best_slot(m, answer - ACT_PLAY);
            each[answer] = best - kept_of(best);
        } else if (answer < ACT_USE) {
            each[answer] -= feeds(m, answer - ACT_DISCARD);
        }
    }
}

/* The mean of the best plays of all unseen cards: one evaluation for all of them. */
static int deck_worth(const struct trade_mind *m)
{
    struct arcane_state then = *m->s;
    uint64_t items = 0;
    int each[64], sum = 0;
    for (int i = 0; i < ITEM_COUNT; i++)
        items |= (uint64_t)(m->s->pool[i] > 0) << i;
    then.question = Q_TAKE;
    arcane_weigh(&then, m->seat, items, each);
    for (; items; items &= items - 1) {
        int item = bit_lowest(items);
        sum += m->s->pool[item] * (each[item] > 0 ? each[item] : 0);
    }
    int mean = m->s->pool_n ? sum / m->s->pool_n : 0;
    return mean * m->w->of[TRADE_DECK] / 64 + m->w->of[TRADE_DECK_BASE];
}

static void weigh_draws(const struct trade_mind *m, uint64_t answers, int each[64])
{
    if ((answers >> DRAW_DECK & 1) && !m->s->top_n)
        each[DRAW_DECK] = deck_worth(m);
}

/* Infamy that would bring a fine in the next round, if that is like this one. */
static void weigh_bribes(const struct trade_mind *m, uint64_t answers, int each[64])
{
    int over = m->p->infamy + 12 - arcane_infamy_lap(m->s);
    for (; answers; answers &= answers - 1) {
        int points = bit_lowest(answers);
        each[points] += m->w->of[TRADE_BRIBE] * int_min(points, over > 0 ? over : 0);
    }
}

void trade_weigh(const struct trade_weights *w, const struct arcane_state *s, int seat,
                 uint64_t answers, int each[64])
{
    struct trade_mind m = mind_of(w, s, seat);
    arcane_weigh(s, seat, answers, each);
    if (s->question == Q_ACT)
        weigh_acts(&m, answers, each);
    else if (s->question == Q_DRAW)
        weigh_draws(&m, answers, each);
    else if (s->question == Q_BRIBE)
        weigh_bribes(&m, answers, each);
    else if (s->question == Q_KEEP)
        for (; answers; answers &= answers - 1)
            each[bit_lowest(answers)] -= feeds(&m, bit_lowest(answers));
    else if (s->question == Q_SLOT && s->at.played != NONE)
        for (; answers; answers &= answers - 1)
            each[bit_lowest(answers)] += slot_extra(&m, s->at.played, bit_lowest(answers));
}

/* ---- the bot ---- */

static void advise(const int each[64], uint64_t answers, struct advice *say)
{
    struct text t = text_in(say->why, sizeof say->why);
    text_add(&t, "By rules of thumb for a whole turn, with the unseen cards counted.");
    say->worth = "gold";
    for (; answers; answers &= answers - 1) {
        int i = say->weighed_n++;
        say->weighed[i].answer = bit_lowest(answers);
        say->weighed[i].value = each[bit_lowest(answers)] / 10.0;
    }
}

/* Worths are in tenths of a gold piece, temperatures in hundredths; at the least temperature the
 * best answers are drawn alike. */
static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    uint64_t answers = view_legal(v);
    int each[64];
    int64_t worth[64];
    MUST(answers != 0);
    uint64_t word = (uint64_t)chance_word(luck, CHANCE_PICK) << 32;
    word |= chance_word(luck, CHANCE_PICK);
    trade_weigh(trade_rows(), (const struct arcane_state *)v->bytes, v->seat, answers, each);
    for (int i = 0; i < 64; i++)
        worth[i] = 10 * (int64_t)each[i];
    if (HINT_WANTED(say))
        advise(each, answers, say);
    if (how->noise > luck_below(&word, 100))
        return random_policy(v->bytes, v->seat, answers, &word);
    return temper_pick(answers, worth, how->temperature ? how->temperature : 1, &word);
}

const struct bot arcane_trader = {
    .name = "trader",
    .blurb = "plans whole turns by rules of thumb, unseen cards counted",
    .game = &arcane_game,
    .apart = 1,
    .choose = choose,
};
