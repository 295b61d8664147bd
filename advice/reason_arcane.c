/* Reasons in Arcane Alley: sets and pairs first, then what a card costs if it is left over. */
#include "advice/reason.h"
#include "bots/odds/arcane_odds.h"
#include "bots/greedy/arcane_policy.h"
#include "games/arcane/facts.h"

/* An item with less infamy than this is cheap to be left with. */
enum { CHEAP_BELOW = 3 };

/* A view, the answer that is explained, and the odds of cards. */
struct arcane_case {
    const struct arcane_state *s;
    int seat, answer;
    struct arcane_odds odds;
};

/* The table's own numbers, which may differ from the standard ones. */
static int infamy_of(const struct arcane_case *c, int item)
{
    return c->s->cards.infamy[item];
}

/* By its id for the protocol, and by its English name. */
static void set_item(struct reason *r, int item)
{
    r->item = arcane_item(item)->id;
    r->item_name = arcane_item(item)->name;
}

/* Sets item, number and reason together. */
static void about_item(struct reason *r, enum reason_name name, int item, int n)
{
    set_item(r, item);
    r->n = n;
    reason_set(r, name);
}

/* The gold of the best set that the item completes in one of these slots; 0 if there is none. */
static int pays(const struct arcane_case *c, int item, uint32_t slots)
{
    int gold = 0;
    for (slots &= c->odds.slots[item]; slots; slots &= slots - 1)
        gold = int_max(gold, c->odds.gold[item][bit_lowest(slots)]);
    return gold;
}

/* Says so if the item completes a set or makes a pair in one of these slots. Returns 1 if it
 * did. */
static int lines_up(struct reason *r, const struct arcane_case *c, int item, uint32_t slots)
{
    switch (arcane_lines_up(c->s, c->seat, item, slots)) {
    case 2: about_item(r, REASON_COMPLETES, item, pays(c, item, slots)); return 1;
    case 1: about_item(r, REASON_PAIRS, item, 0); return 1;
    default: return 0;
    }
}

/* In any slot of the storehouse. */
static int anywhere(struct reason *r, const struct arcane_case *c, int item)
{
    return lines_up(r, c, item, (1u << CELLS) - 1);
}

/* Says so if it costs little to be left with the item (A8.2). Returns 1 if it did. */
static int is_cheap(struct reason *r, const struct arcane_case *c, int item)
{
    int infamy = infamy_of(c, item);
    if (infamy >= CHEAP_BELOW)
        return 0;
    if (infamy < 0)
        about_item(r, REASON_LOWERS, item, -infamy);
    else
        about_item(r, infamy ? REASON_CHEAP : REASON_FREE, item, infamy);
    return 1;
}

/* ---- drawing ---- */

/* Whether the Market or the discard shows an item that completes a set or makes a pair; then
 * "nothing open fits" would be false. */
static int something_open_fits(const struct arcane_case *c)
{
    struct reason none;
    for (int k = 0; k < 3; k++)
        if (c->s->market_on && c->s->market[k] < ITEM_COUNT && anywhere(&none, c, c->s->market[k]))
            return 1;
    return c->s->discard_n && anywhere(&none, c, discard_top(c->s));
}

/* The deck's top is only known to whom a Wand has shown it (A14.2). */
static void from_deck(struct reason *r, const struct arcane_case *c)
{
    if (c->odds.deck_top != NONE && anywhere(r, c, c->odds.deck_top))
        return;
    r->percent = (int)(100 * c->odds.next_completes + 0.5);
    if (r->percent && !something_open_fits(c))
        reason_set(r, REASON_DECK_CHANCE);
    else if (c->s->discard_n && !something_open_fits(c))
        about_item(r, REASON_DECK_OPEN, discard_top(c->s), 0);
    else
        reason_set(r, REASON_DECK);
}

/* Always finds a reason. */
static void about_draw(struct reason *r, const struct arcane_case *c)
{
    if (c->answer == DRAW_DECK) {
        from_deck(r, c);
        return;
    }
    int item =
        c->answer == DRAW_DISCARD ? discard_top(c->s) : c->s->market[c->answer - DRAW_MARKET];
    if (!anywhere(r, c, item))
        about_item(r, REASON_TAKEN, item, 0);
}

/* ---- acting ---- */

/* 1, or 0 if nothing special is known of a card that is played. */
static int about_act(struct reason *r, const struct arcane_case *c)
{
    if (c->answer >= ACT_USE)
        reason_set(r, REASON_SPECIAL);
    else if (c->answer >= ACT_DISCARD)
        about_item(r, REASON_DISCARDED, c->answer - ACT_DISCARD, 0);
    else
        return anywhere(r, c, c->answer) || is_cheap(r, c, c->answer);
    return 1;
}

/* What a card that nobody knows would cost on average, rounded. */
static int unknown_infamy(const struct arcane_case *c)
{
    double sum = 0.5;
    for (int item = 0; item < ITEM_COUNT; item++)
        sum += c->odds.next[item] * infamy_of(c, item);
    return (int)sum;
}

/* By what is played there, or by what is covered: an item with more infamy than the new one is
 * better gone. 1, or 0. */
static int about_slot(struct reason *r, const struct arcane_case *c)
{
    int played = c->s->at.played, there = cell_item(c->s->player[c->seat].cell[c->answer]);
    /* A set or a pair in the chosen slot counts more than what is covered there. */
    if (played < ITEM_COUNT && lines_up(r, c, played, 1u << c->answer))
        return 1;
    if (there == ITEM_UNDECIDED) {
        r->n = unknown_infamy(c);
        reason_set(r, REASON_UNKNOWN);
        return 1;
    }
    if (played >= ITEM_COUNT || there >= ITEM_COUNT || infamy_of(c, there) <= 0 ||
        infamy_of(c, there) <= infamy_of(c, played))
        return 0;
    about_item(r, REASON_COSTLY, there, infamy_of(c, there));
    return 1;
}

/* ---- the other questions ---- */

/* One reason for all answers to a question; 0 where a bot's figures say more. */
static int of_question(int question)
{
    /* clang-format off */
    static const uint8_t each[Q_COUNT] = {
        [Q_REVEAL] = REASON_ANY_TWO, [Q_EFFECT] = REASON_EFFECT, [Q_PEEK] = REASON_PEEK,
        [Q_CAULDRON] = REASON_CAULDRON, [Q_TARGET] = REASON_TARGET, [Q_SWAP] = REASON_SWAP,
        [Q_SELL] = REASON_SELL, [Q_SLIDE] = REASON_SLIDE, [Q_TAKE] = REASON_TAKE,
        [Q_OWN] = REASON_OWN, [Q_THEIRS] = REASON_THEIRS, [Q_KEEP] = REASON_KEEP,
        [Q_REMOVE] = REASON_REMOVE, [Q_DAFANA] = REASON_DAFANA, [Q_NINX] = REASON_NINX,
        [Q_BRIBE] = REASON_BRIBE,
    };
    /* clang-format on */
    return each[question];
}

void reason_arcane(struct reason *r, const struct view *v, int answer, const struct advice *say)
{
    const struct arcane_state *s = (const struct arcane_state *)v->bytes;
    struct arcane_case c = {.s = s, .seat = v->seat, .answer = answer};
    /* The quick part of the odds; inspections have no part in reasons. */
    arcane_odds_cards(v, &c.odds);
    if (s->question == Q_DRAW)
        about_draw(r, &c);
    else if (s->question == Q_ACT && about_act(r, &c))
        return;
    else if (s->question == Q_SLOT && about_slot(r, &c))
        return;
    else if (of_question(s->question))
        reason_set(r, (enum reason_name)of_question(s->question));
    else
        reason_usual(r, say);
}
