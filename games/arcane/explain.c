/* Explains why an action is refused: a sentence and its rule. Like the legal answers, it depends
 * only on what the asked seat may know. */
#include "engine/text.h"
#include "games/arcane/refusals.h"
#include "games/arcane/rules.h"

/* The rows of this game are defined here, once, and declared in refusals.h. */
#define REFUSAL REFUSAL_DEFINE
#include "games/arcane/refusals.def"
#include "games/arcane/state_refusals.def"
#undef REFUSAL

/* The sentences used in this file have no values to fill in. */
static void because(struct refusal *why, const struct refusal_row *row)
{
    refusal_fill(why, row, NULL);
}

/* The general refusal, with the question's rule, if there is no more precise reason. */
static void not_an_answer(const struct arcane_state *s, struct refusal *why)
{
    refusal_fill(why, &refusal_not_an_answer, arcane_question_kind(s->question));
    why->rule = arcane_question_rule(s->question);
}

/* Called only for illegal actions, so the action tells the reason: "draw deck" is illegal only if
 * the deck is empty. A Market slot that is not too dear must be empty. Words that match no rule
 * leave the general refusal, here and below. */
static void explain_draw(const struct arcane_state *s, const struct arcane_player *p,
                         const char *action, struct refusal *why)
{
    const char *slot = text_after(action, "draw market ");
    if (text_same(action, "draw deck"))
        because(why, &refusal_deck_empty);
    else if (text_same(action, "draw discard"))
        because(why, &refusal_discard_empty);
    else if (slot && !s->market_on)
        because(why, &refusal_market_not_played);
    else if (slot && slot[0] >= '1' && slot[0] <= '3' && !slot[1])
        because(why, p->gold < arcane_market_price(s, slot[0] - '1') ? &refusal_market_too_dear
                                                                     : &refusal_market_slot_empty);
}

/* An item in the stash can always be discarded, so only playing and using need a reason. A special
 * item may also be played like an ordinary one (A5.5). */
static void explain_act(const struct arcane_player *p, const char *action, struct refusal *why)
{
    const char *id = text_after(action, "play ");
    int plays = id != NULL;
    if (!id)
        id = text_after(action, "discard ");
    int uses = !id;
    if (!id)
        id = text_after(action, "use ");
    int item = id ? arcane_item_by_id(id) : -1;
    if (item < 0)
        return;
    if (!(stash_items(p) >> item & 1))
        because(why, &refusal_not_in_stash);
    else if (plays)
        because(why, &refusal_no_slot_to_play);
    else if (uses)
        because(why, &refusal_not_special);
}

/* The slot number in "slot 4", "peek 4" and the like, or 0. There are nine slots, so one digit is
 * enough. */
static int slot_number(const char *action)
{
    while (*action && *action != ' ')
        action++;
    if (action[0] != ' ' || action[1] < '1' || action[1] > '9' || action[2])
        return 0;
    return action[1] - '0';
}

/* Two questions use the word "slot": one's own slot for the played item (A5.8), and another
 * player's for a sold Doll (A7.6). */
static void explain_slot(const struct arcane_state *s, const struct arcane_player *p,
                         const char *action, struct refusal *why)
{
    int slot = text_after(action, "slot ") ? slot_number(action) : 0;
    const struct arcane_player *house = s->at.played == NONE ? &s->player[s->at.target] : p;
    if (slot == 0)
        return;
    if (slot > house_size(house) || house->cell[slot - 1] == CELL_NONE)
        because(why, &refusal_slot_empty);
    else if (s->at.played == NONE)
        because(why, &refusal_doll_ousts_hidden);
    else
        because(why, &refusal_doll_not_replaced);
}

/* For the questions that ask for one of the player's hidden items: peek, own, remove. One's own
 * storehouse, or for `remove` Glynna's (A11). */
static void explain_hidden(const struct arcane_player *p, const char *action, struct refusal *why)
{
    int slot = slot_number(action);
    if (slot == 0)
        return;
    if (slot > house_size(p) || p->cell[slot - 1] == CELL_NONE)
        because(why, &refusal_slot_empty);
    else if (p->cell[slot - 1] & CELL_UP)
        because(why, &refusal_item_revealed);
}

/* Says who may be chosen. Every other seat fails the same test (seats_with in legal.c). The rule
 * depends on whose effect it is (A2, A7). */
static void explain_target(const struct arcane_state *s, struct refusal *why)
{
    switch (s->at.cause) {
    case HYPNOTIC_TOAD: because(why, &refusal_target_toad); break;
    case HAUNTED_DOLL: because(why, &refusal_target_doll); break;
    case SACRED_CHALICE: because(why, &refusal_target_chalice); break;
    case DRAGONS_EGG: because(why, &refusal_target_other); break;
    default: because(why, &refusal_target_lockbox); break;
    }
}

/* For a sentence with a number of this table. */
static void because_of(struct refusal *why, const struct refusal_row *row, int number)
{
    char buf[16];
    struct text t = text_in(buf, sizeof buf);
    text_number(&t, number);
    refusal_fill(why, row, buf);
}

/* The amount of gold is not one that the player may spend. In the order in which a player would
 * notice: the wrong step, too little gold, too little infamy (A9.3). */
static void refuse_bribe(const struct arcane_state *s, const struct arcane_player *p, int gold,
                         struct refusal *why)
{
    int price = arcane_bribe_price(s);
    if (gold % price && price == 2)
        because(why, &refusal_bribe_odd);
    else if (gold % price)
        because_of(why, &refusal_bribe_multiple, price);
    else if (gold > p->gold)
        because(why, &refusal_bribe_above_gold);
    else if (gold / price > arcane_bribe_most(s) && gold / price <= p->infamy)
        because_of(why, &refusal_bribe_above_most, arcane_bribe_most(s));
    else
        because(why, &refusal_bribe_above_infamy);
}

/* Stops reading at a number far above any bribe, so that it cannot overflow. Longer numbers get the
 * general refusal. */
static void explain_bribe(const struct arcane_state *s, const struct arcane_player *p,
                          const char *action, struct refusal *why)
{
    const char *digits = text_after(action, "bribe ");
    int gold = 0;
    if (!digits || !*digits)
        return;
    for (; *digits >= '0' && *digits <= '9' && gold < 100000; digits++)
        gold = 10 * gold + (*digits - '0');
    if (*digits)
        return;
    refuse_bribe(s, p, gold, why);
}

/* Starts with the general refusal and replaces it if the action's words point to a reason. */
void arcane_explain(const struct arcane_state *s, int seat, const char *action, struct refusal *why)
{
    const struct arcane_player *p = &s->player[seat];
    not_an_answer(s, why);
    switch (s->question) {
    case Q_DRAW: explain_draw(s, p, action, why); break;
    case Q_ACT: explain_act(p, action, why); break;
    case Q_SLOT: explain_slot(s, p, action, why); break;
    case Q_PEEK:
    case Q_OWN:
    case Q_REMOVE: explain_hidden(p, action, why); break;
    case Q_TARGET:
        if (text_after(action, "target "))
            explain_target(s, why);
        break;
    case Q_BRIBE: explain_bribe(s, p, action, why); break;
    default: break;
    }
}
