/* Why an action is refused: a sentence in plain words and the rule it rests on. */
#include "engine/text.h"
#include "games/quacks/rules.h"

static void because(struct refusal *why, const char *rule, const char *sentence)
{
    struct text t = text_in(why->message, sizeof why->message);
    why->rule = rule;
    text_add(&t, sentence);
}

static void not_an_answer(int question, struct refusal *why)
{
    struct text t = text_in(why->message, sizeof why->message);
    why->rule = quacks_question_rule(question);
    text_add(&t, "That is not one of the answers now. The question is '");
    text_add(&t, quacks_question_kind(question));
    text_add(&t, "'; 'legal' lists its answers.");
}

static void explain_brew(const struct quacks_state *s, const struct quacks_player *p,
                         const char *action, struct refusal *why)
{
    if (text_same(action, "draw"))
        because(why, "Q5.1", "Your bag is empty.");
    else if (text_same(action, "stop"))
        because(why, "Q5.1", "The first draw of a potion is compulsory.");
    else if (text_same(action, "flask") && !p->flask)
        because(why, "Q5.4", "Your flask is empty.");
    else if (text_same(action, "flask"))
        because(why, "Q5.4",
                "Only a white chip that was drawn last and lies in the pot goes back.");
    else if (text_after(action, "bag ") && s->book[RED] != 2)
        because(why, "Q8", "Only with book red 2 do chips lie beside the pot.");
    else if (text_after(action, "bag "))
        because(why, "Q8",
                "Only a red that lay beside the pot when the potion began goes back now.");
}

static void explain_chip(const struct quacks_state *s, const struct quacks_player *p, int chip,
                         struct refusal *why)
{
    int colour = chip_colour(chip);
    if (colour == WHITE)
        because(why, "Q3", "White chips can never be bought or taken.");
    else if (!chip_available(s, chip) && s->supply[chip])
        because(why, "Q3", "The book of that colour is not out yet.");
    else if (!s->supply[chip])
        because(why, "Q2", "No such chip is left in the supply.");
    else if (p->bought_n && chip_colour(p->bought[0]) == colour)
        because(why, "Q6.E", "The two chips you buy must be of different colours.");
    else
        because(why, "Q6.E", "You have too few coins for that chip.");
}

static void explain_rubies(const struct quacks_player *p, const char *action, struct refusal *why)
{
    if (p->rubies < 2)
        because(why, "Q6.F", "That costs 2 rubies.");
    else if (text_same(action, "rubies flask"))
        because(why, "Q6.F", "Your flask cannot be filled now.");
    else if (text_same(action, "rubies droplet"))
        because(why, "Q1.3", "Your droplet cannot move any further.");
}

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
        explain_rubies(p, action, why);
}
