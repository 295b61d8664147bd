/* Why an action is refused: a sentence in plain words and the rule it rests on. Looks only at what
 * the asked seat may know, like the legal answers themselves. */
#include "engine/text.h"
#include "games/arcane/rules.h"

static void because(struct refusal *why, const char *rule, const char *sentence)
{
    struct text t = text_in(why->message, sizeof why->message);
    why->rule = rule;
    text_add(&t, sentence);
}

static void not_an_answer(const struct arcane_state *s, struct refusal *why)
{
    struct text t = text_in(why->message, sizeof why->message);
    why->rule = arcane_question_rule(s->question);
    text_add(&t, "That is not one of the answers now. The question is '");
    text_add(&t, arcane_question_kind(s->question));
    text_add(&t, "'; 'legal' lists its answers.");
}

static void explain_draw(const struct arcane_state *s, const struct arcane_player *p,
                         const char *action, struct refusal *why)
{
    const char *slot = text_after(action, "draw market ");
    if (text_same(action, "draw deck"))
        because(why, "A9.1", "The deck is empty.");
    else if (text_same(action, "draw discard"))
        because(why, "A9.1", "The discard is empty.");
    else if (slot && !s->market_on)
        because(why, "A12.1", "This game is played without the Market.");
    else if (slot && slot[0] >= '1' && slot[0] <= '3' && !slot[1])
        because(why, p->gold < slot[0] - '0' ? "A12.2" : "A12.3",
                p->gold < slot[0] - '0' ? "You have too little gold for that Market slot."
                                        : "That Market slot is empty.");
}

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
        because(why, "A5.2", "That item is not in your stash.");
    else if (plays)
        because(why, "A5.8", "There is no slot to play it into.");
    else if (uses)
        because(why, "A5.5", "Only a special item can be used.");
}

/* "slot 4" and the like: the slot number, or 0. */
static int slot_number(const char *action)
{
    while (*action && *action != ' ')
        action++;
    if (action[0] != ' ' || action[1] < '1' || action[1] > '9' || action[2])
        return 0;
    return action[1] - '0';
}

static void explain_slot(const struct arcane_state *s, const struct arcane_player *p,
                         const char *action, struct refusal *why)
{
    int slot = text_after(action, "slot ") ? slot_number(action) : 0;
    const struct arcane_player *house = s->at.played == NONE ? &s->player[s->at.target] : p;
    if (slot == 0)
        return;
    if (slot > house_size(house) || house->cell[slot - 1] == CELL_NONE)
        because(why, "A6.6", "There is no item in that slot.");
    else if (s->at.played == NONE)
        because(why, "A7.6", "A sold Doll ousts a hidden item; that one is revealed.");
    else
        because(why, "A5.8", "A revealed Haunted Doll cannot be replaced.");
}

static void explain_hidden(const struct arcane_player *p, const char *action, struct refusal *why)
{
    int slot = slot_number(action);
    if (slot == 0)
        return;
    if (slot > house_size(p) || p->cell[slot - 1] == CELL_NONE)
        because(why, "A6.6", "There is no item in that slot.");
    else if (p->cell[slot - 1] & CELL_UP)
        because(why, "A2", "That item is revealed; choose a hidden one.");
}

static void explain_target(const struct arcane_state *s, struct refusal *why)
{
    switch (s->at.cause) {
    case HYPNOTIC_TOAD:
        because(why, "A7.2", "Choose a player with at least two items in the storehouse.");
        break;
    case HAUNTED_DOLL:
        because(why, "A7.6", "Choose another player with a hidden item who has had no Doll yet.");
        break;
    case SACRED_CHALICE: because(why, "A7.8", "Choose another player who has a stash."); break;
    case DRAGONS_EGG: because(why, "A2", "Choose another player."); break;
    default: because(why, "A7.2", "Choose another player with a revealed item."); break;
    }
}

static void explain_bribe(const struct arcane_player *p, const char *action, struct refusal *why)
{
    const char *digits = text_after(action, "bribe ");
    int gold = 0;
    if (!digits || !*digits)
        return;
    for (; *digits >= '0' && *digits <= '9' && gold < 100000; digits++)
        gold = 10 * gold + (*digits - '0');
    if (*digits)
        return;
    if (gold % 2)
        because(why, "A9.3", "A bribe is an even amount of gold.");
    else if (gold > p->gold)
        because(why, "A9.3", "You do not have that much gold.");
    else
        because(why, "A9.3", "You have less infamy than that would take off.");
}

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
    case Q_BRIBE: explain_bribe(p, action, why); break;
    default: break;
    }
}
