/* The bot `greedy` of Arcane Alley: plays by the rules of thumb and explains its answers. */
#include "bots/advice.h"
#include "bots/bots.h"
#include "bots/odds/arcane_odds.h"
#include "bots/greedy/arcane_policy.h"
#include "bots/greedy/dials.h"
#include "bots/softmax.h"
#include "engine/text.h"
#include "games/arcane/facts.h"

static const char *why_row(int question)
{
#define WHY(e, text) [Q_##e] = text,
    static const char *const rows[Q_COUNT] = {
#include "bots/greedy/arcane_reasons.def"
    };
#undef WHY
    return rows[question] ? rows[question] : "";
}

/* Worths are kept in tenths of a gold piece. The sign is written by hand: -0.3 has no whole part
 * that could carry it. */
static void add_tenths(struct text *t, int worth)
{
    int size = worth < 0 ? -worth : worth;
    if (worth < 0)
        text_char(t, '-');
    text_number(t, size / 10);
    text_char(t, '.');
    text_number(t, size % 10);
}

/* The item the answer would bring into the storehouse, or NONE. A hidden top card of the deck is
 * NONE, also for the bot. */
static int item_played(const struct arcane_state *s, int answer)
{
    switch (s->question) {
    case Q_ACT: return answer < ACT_DISCARD ? answer : NONE;
    case Q_TAKE: return answer;
    case Q_SLOT: return s->at.played;
    case Q_DRAW:
        if (answer == DRAW_DECK)
            return s->top_n ? s->pile[PILE_MAX - s->top_n] : NONE;
        return answer == DRAW_DISCARD ? discard_top(s) : s->market[answer - DRAW_MARKET];
    default: return NONE;
    }
}

/* Whether it can complete a set or make a pair, in words. Says nothing if the answer plays no item
 * or the item lines up with nothing. */
static void explain_lines(const struct arcane_state *s, int seat, int answer, struct text *t)
{
    int item = item_played(s, answer);
    uint32_t slots = s->question == Q_SLOT ? 1u << answer : (1u << CELLS) - 1;
    int lines = item == NONE ? 0 : arcane_lines_up(s, seat, item, slots);
    if (!lines)
        return;
    text_add(t, " The ");
    text_add(t, arcane_item(item)->name);
    if (lines == 2)
        text_add(t, " can complete a set (A6.2).");
    else
        text_add(t, " can lie in line with its like, and a third would make a set (A6.1).");
}

/* One sentence of the question, one of lines if there is any, then the worth. */
static void explain(const struct arcane_state *s, int seat, int answer, const int *each,
                    struct advice *say)
{
    char name[MAX_NAME];
    struct text t = text_in(say->why, sizeof say->why);
    text_add(&t, why_row(s->question));
    explain_lines(s, seat, answer, &t);
    text_add(&t, " By these rules of thumb \"");
    text_add(&t, arcane_action_name(s, seat, answer, name));
    text_add(&t, "\" is worth ");
    add_tenths(&t, each[answer]);
    text_add(&t, " gold.");
}

static void add_figure(struct advice *say, const char *name, double value)
{
    say->figure[say->figures_n].name = name;
    say->figure[say->figures_n++].value = value;
}

/* Names are members of `odds` in the protocol. */
static void add_odds(const struct view *v, struct advice *say)
{
    struct arcane_odds odds;
    arcane_odds(v, &odds);
    const struct arcane_house_odds *own = &odds.player[v->seat];
    add_figure(say, "next_card_completes_set", odds.next_completes);
    add_figure(say, "next_card_set_gold", odds.next_gold);
    add_figure(say, "hidden_infamy", own->hidden_infamy);
    add_figure(say, "total_infamy", own->total);
    add_figure(say, "lap_chance", own->lap);
    add_figure(say, "fine_expected", own->fine);
    add_figure(say, "least_total_at_least", odds.least_at_least);
    add_figure(say, "least_total_at_most", odds.least_at_most);
}

/* Everything a hint shows: all answers with their worth, the reason, and the odds that bear on it.
 * Computed from the view as the choice was, but once more: a bot that need not explain pays
 * nothing. */
static void advise(const struct view *v, uint64_t answers, int answer, struct advice *say)
{
    const struct arcane_state *s = (const struct arcane_state *)v->bytes;
    int each[64];
    arcane_weigh(s, v->seat, answers, each);
    say->worth = "gold";
    for (; answers; answers &= answers - 1) {
        int i = say->weighed_n++;
        say->weighed[i].answer = bit_lowest(answers);
        say->weighed[i].value = each[bit_lowest(answers)] / 10.0;
    }
    explain(s, v->seat, answer, each, say);
    add_odds(v, say);
}

/* Worths are in tenths of a gold piece, temperatures in hundredths. */
static int tempered_pick(const struct view *v, uint64_t answers, uint32_t temperature,
                         uint64_t *luck)
{
    int each[64];
    int64_t worth[64];
    arcane_weigh((const struct arcane_state *)v->bytes, v->seat, answers, each);
    for (int i = 0; i < 64; i++)
        worth[i] = 10 * (int64_t)each[i];
    return temper_pick(answers, worth, temperature, luck);
}

static int best_pick(const struct view *v, const struct bot_options *how, uint64_t answers,
                     uint64_t *luck)
{
    return how->temperature ? tempered_pick(v, answers, how->temperature, luck)
                            : arcane_greedy_pick(v->bytes, v->seat, answers, luck);
}

/* `noise` percent of the answers are random. Two words of luck for every answer, whatever the
 * options, so that options do not shift the numbers of later answers. */
static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
#if HAS_DIALS && !defined FITTED
    if (how->dialled)
        return arcane_fitted_choose(v, how, luck, say);
#endif
    uint64_t answers = view_legal(v);
    MUST(answers != 0);
    uint64_t word = (uint64_t)chance_word(luck, CHANCE_PICK) << 32;
    word |= chance_word(luck, CHANCE_PICK);
    int noisy = how->noise > luck_below(&word, 100);
    int answer = noisy ? random_policy(v->bytes, v->seat, answers, &word)
                       : best_pick(v, how, answers, &word);
    if (HINT_WANTED(say))
        advise(v, answers, answer, say);
    return answer;
}

#ifndef FITTED
#if HAS_DIALS
#define DIAL(name, text) {#name, text},
static const struct dial dials[] = {
#include "bots/greedy/arcane_dials.def"
};
#undef DIAL
#endif

const struct bot arcane_greedy = {
    .name = "greedy",
    .blurb = "plays Arcane Alley by rules of thumb, one turn at a time",
    .game = &arcane_game,
#if HAS_DIALS
    .dials = dials,
    .dials_n = (int)(sizeof dials / sizeof dials[0]),
#endif
    .choose = choose,
};
#endif
