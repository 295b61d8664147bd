/* Explains why an action is refused: a sentence and its rule. */
#include "engine/text.h"
#include "games/quacks/refusals.h"
#include "games/quacks/rules.h"

#define REFUSAL REFUSAL_DEFINE
#include "games/quacks/refusals.def"
#include "games/quacks/state_refusals.def"
#undef REFUSAL

/* None of these sentences has a value to fill in. */
static void because(struct refusal *why, const struct refusal_row *row)
{
    refusal_fill(why, row, NULL);
}

/* The general refusal, with the question's rule, if no more precise reason fits. */
static void not_an_answer(int question, struct refusal *why)
{
    refusal_fill(why, &refusal_not_an_answer, quacks_question_kind(question));
    why->rule = quacks_question_rule(question);
}

/* Book red 2. Words that name no red chip get the general refusal. The versions differ in which
 * reds may go back (engine/versions.h). */
static void explain_bag(const struct quacks_state *s, const struct quacks_player *p, const char *id,
                        struct refusal *why)
{
    int which = quacks_chip_by_id(id) - RED1;
    if (which < 0 || which > 2)
        return;
    if (!p->beside[which])
        because(why, &refusal_red_not_beside);
    else if (s->rules >= RULES_0_1_0)
        because(why, &refusal_red_not_there_before);
    else
        because(why, &refusal_red_back_too_often);
}

/* Called only for refused actions, so the name gives the reason: a draw is refused only for an
 * empty bag, a stop only before the first draw (Q5.1). */
static void explain_brew(const struct quacks_state *s, const struct quacks_player *p,
                         const char *action, struct refusal *why)
{
    if (text_same(action, "draw"))
        because(why, &refusal_bag_empty);
    else if (text_same(action, "stop"))
        because(why, &refusal_first_draw_due);
    else if (text_same(action, "flask") && !p->flask)
        because(why, &refusal_flask_empty);
    else if (text_same(action, "flask"))
        because(why, &refusal_flask_takes_white);
    else if (text_after(action, "bag ") && s->book[RED] != 2)
        because(why, &refusal_nothing_beside);
    else if (text_after(action, "bag "))
        explain_bag(s, p, text_after(action, "bag "), why);
}

/* The most basic reason comes first: never for sale, not for sale now, excluded by the other
 * purchase, too dear. */
static void explain_chip(const struct quacks_state *s, const struct quacks_player *p, int chip,
                         struct refusal *why)
{
    int colour = chip_colour(chip);
    if (colour == WHITE)
        because(why, &refusal_white_not_sold);
    else if (!chip_available(s, chip) && s->supply[chip])
        because(why, &refusal_book_not_out);
    else if (!s->supply[chip])
        because(why, &refusal_supply_empty);
    else if (p->bought_n && chip_colour(p->bought[0]) == colour)
        because(why, &refusal_same_colour);
    else
        because(why, &refusal_coins_short);
}

/* Prices are numbers of the table (Q6.F). */
static void explain_cost(int cost, struct refusal *why)
{
    char rubies[16];
    struct text t = text_in(rubies, sizeof rubies);
    text_number(&t, cost);
    refusal_fill(why, &refusal_rubies_short, rubies);
}

/* Too few rubies is checked first, because then neither purchase is possible (Q6 F). */
static void explain_rubies(const struct quacks_state *s, const struct quacks_player *p,
                           const char *action, struct refusal *why)
{
    int flask = text_same(action, "rubies flask");
    int cost = flask ? NUMBER_OF(s, rubies_flask) : NUMBER_OF(s, rubies_droplet);
    if (p->rubies < cost)
        explain_cost(cost, why);
    else if (text_same(action, "rubies flask"))
        because(why, &refusal_flask_not_filled);
    else if (text_same(action, "rubies droplet"))
        because(why, &refusal_droplet_at_end);
}

/* Called only for refused actions of a seat that is asked something. Words that match no rule get
 * the general refusal. */
void quacks_explain(const struct quacks_state *s, int seat, const char *action, struct refusal *why)
{
    const struct quacks_player *p = &s->player[seat];
    const char *chip = text_after(action, "buy ");
    not_an_answer(p->question, why);
    if (p->question == QQ_BREW)
        explain_brew(s, p, action, why);
    else if (p->question == QQ_BUY && chip && quacks_chip_by_id(chip) >= 0)
        explain_chip(s, p, quacks_chip_by_id(chip), why);
    else if (p->question == QQ_RUBIES && text_after(action, "rubies "))
        explain_rubies(s, p, action, why);
}
