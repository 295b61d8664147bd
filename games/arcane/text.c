/* Names and sentences: the protocol's words for actions, and what players read. They are made from
 * rows (questions.def, events.def) and events; no rule is decided here. */
#include "engine/text.h"
#include "games/arcane/help.h"
#include "games/arcane/rules.h"

const char *arcane_question_kind(int question)
{
    return const_row_at(arcane_questions(), question)->name;
}

const char *arcane_question_rule(int question)
{
    return const_row_at(arcane_questions(), question)->rule;
}

/* ---- actions ---- */

/* An action is a verb and ids or numbers; the verb brings its space along. */
static void add_item(struct text *t, const char *verb, int item)
{
    text_add(t, verb);
    text_add(t, arcane_item(item)->id);
}

/* For people and the protocol alike; slots and Market places come already counted from 1. */
static void add_number(struct text *t, const char *verb, int number)
{
    text_add(t, verb);
    text_number(t, number);
}

/* Slots are counted from 1 in texts and from 0 in the program. */
static void add_pair(struct text *t, const char *verb, int pair)
{
    add_number(t, verb, pair_first(pair) + 1);
    add_number(t, " ", pair_second(pair) + 1);
}

/* One item is turned up instead of two where the numbers say so (A4.3). */
static void add_reveal(struct text *t, const struct arcane_state *s, int answer)
{
    if (arcane_turned_up(s) == 2)
        add_pair(t, "reveal ", answer);
    else
        add_number(t, "reveal ", answer + 1);
}

/* names may be NULL: the protocol names only seats. */
static void add_seat(struct text *t, int seat, const char *const names[])
{
    if (names)
        text_add(t, names[seat]);
    else
        add_number(t, "player ", seat);
}

/* "sell 1 2 3": the line is named by its slots, because line numbers mean nothing to a player. */
static void add_line(struct text *t, const struct arcane_player *p, int line)
{
    text_add(t, "sell");
    for (uint32_t slots = house_line(p, line); slots; slots &= slots - 1)
        add_number(t, " ", bit_lowest(slots) + 1);
}

/* The protocol's words. They are never translated, and clients read them back. */
static void add_draw(struct text *t, int from)
{
    if (from < DRAW_MARKET)
        text_add(t, from == DRAW_DECK ? "draw deck" : "draw discard");
    else
        add_number(t, "draw market ", from - DRAW_MARKET + 1);
}

/* ACT_PLAY is 0, so what is below ACT_DISCARD plays. */
static void add_act(struct text *t, int answer)
{
    if (answer >= ACT_USE)
        add_item(t, "use ", answer - ACT_USE);
    else if (answer >= ACT_DISCARD)
        add_item(t, "discard ", answer - ACT_DISCARD);
    else
        add_item(t, "play ", answer);
}

/* The names of answers in the protocol. They can be read without the state, as records need;
 * questions.def has the sentences for players. Every legal answer of a question has a name of its
 * own, and records read it back by trying all. */
char *arcane_action_name(const struct arcane_state *s, int seat, int answer, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    switch (s->question) {
    case Q_REVEAL: add_reveal(&t, s, answer); break;
    case Q_DRAW: add_draw(&t, answer); break;
    case Q_ACT: add_act(&t, answer); break;
    case Q_SLOT: add_number(&t, "slot ", answer + 1); break;
    case Q_EFFECT: text_add(&t, answer ? "effect ignore" : "effect use"); break;
    case Q_PEEK: add_number(&t, "peek ", answer + 1); break;
    case Q_CAULDRON: text_add(&t, answer ? "cauldron infamy" : "cauldron gold"); break;
    case Q_TARGET: add_number(&t, "target ", answer); break;
    case Q_SWAP: add_pair(&t, "swap ", answer); break;
    case Q_SELL: add_line(&t, &s->player[seat], answer); break;
    case Q_SLIDE: text_add(&t, answer ? "slide down" : "slide across"); break;
    case Q_TAKE: add_item(&t, "take ", answer); break;
    case Q_OWN: add_number(&t, "own ", answer + 1); break;
    case Q_THEIRS: add_number(&t, "theirs ", answer + 1); break;
    case Q_KEEP: add_item(&t, "discard ", answer); break;
    case Q_REMOVE: add_number(&t, "remove ", answer + 1); break;
    case Q_DAFANA: text_add(&t, answer ? "dafana pass" : "dafana pay"); break;
    case Q_NINX: add_number(&t, "ninx ", answer + 1); break;
    case Q_BRIBE: add_number(&t, "bribe ", arcane_bribe_price(s) * answer); break;
    default: break;
    }
    return buf;
}

/* ---- questions ---- */

/* Five effects ask this question, so the sentence depends on the cause. */
static const char *target_text(int cause)
{
    switch (cause) {
    case HYPNOTIC_TOAD: return "Hypnotic Toad: in whose storehouse do you exchange two items?";
    case DRAGONS_EGG: return "Dragon's Egg: which other player gets its gold and infamy?";
    case HAUNTED_DOLL: return "Haunted Doll: whose hidden item does it remove?";
    case SACRED_CHALICE: return "Sacred Chalice: whose stash do you look at?";
    default: return "Pandora's Lockbox: with whom do you exchange?";
    }
}

/* Adds the player or the item, which a row of questions.def cannot name. */
static void slot_text(struct text *t, const struct arcane_state *s, const char *const names[])
{
    if (s->at.played == NONE) {
        text_add(t, "Haunted Doll: which hidden item of ");
        add_seat(t, s->at.target, names);
        text_add(t, " does it remove?");
        return;
    }
    text_add(t, s->at.returning ? "It comes back to you. Which slot does the "
                                : "Which slot does the ");
    text_add(t, arcane_item(s->at.played)->name);
    text_add(t, " go to?");
}

/* Whether the asked seat's own Sword takes a part of what it gains (A7.4). A Sword that takes
 * nothing, by other numbers, limits nothing. */
static int sword_limits(const struct arcane_state *s)
{
    return house_up(&s->player[s->asked], SOVEREIGN_SWORD) && arcane_after_sword(s, 100) < 100;
}

/* What the card's text does not know: a Sword takes from the gold it promises, and nobody loses
 * more than they have (A3.1). Only what would surprise: a loss that is smaller than the card says,
 * a gain that is. */
static void effect_limits(struct text *t, const struct arcane_state *s, int item)
{
    int gold = s->player[s->asked].gold, left = arcane_after_sword(s, 100);
    int loss = item == DARK_LOTUS          ? s->cards.fx[FX_LOTUS_GOLD]
               : item == BUBBLING_CAULDRON ? s->cards.fx[FX_CAULDRON_GOLD]
                                           : 0;
    if (loss > gold) {
        text_add(t, " You have ");
        text_number(t, gold);
        text_add(t, " gold.");
    }
    if (item != THREE_HEADED_COIN || !sword_limits(s))
        return;
    text_add(t, left ? " Your Sword leaves you " : " Your Sword takes all of it.");
    if (left) {
        text_number(t, left);
        text_add(t, " % of that.");
    }
}

/* Meeblemore can decide only if he knows what would happen. Texts of played effects begin with
 * "Played: ". */
static void effect_text(struct text *t, const struct arcane_state *s)
{
    char filled[FILLED_MAX];
    int item = cell_item(s->player[s->turn].cell[s->at.slot]);
    const char *brief = arcane_filled(s, arcane_item_help(item)->brief, filled);
    text_add(t, "Meeblemore, ");
    text_add(t, arcane_item(item)->name);
    text_add(t, ": ");
    text_add(t, text_after(brief, "Played: "));
    effect_limits(t, s, item);
    text_add(t, " Use this effect, or ignore it?");
}

/* Sentences with numbers, at tables that play by others (numbers.def). */
static void reveal_text(struct text *t, const struct arcane_state *s)
{
    text_add(t, arcane_turned_up(s) == 2 ? "Turn up two of your " : "Turn up one of your ");
    text_number(t, arcane_house_cells(s));
    text_add(t, " items.");
}

/* A promise of gold counts the Sword in (A11.ninx). */
static void ninx_text(struct text *t, const struct arcane_state *s)
{
    int left = arcane_after_sword(s, 100), limited = sword_limits(s);
    text_add(t, "Ninx: choose an item left in your storehouse; you gain ");
    if (arcane_ninx_gold(s) == 1) {
        text_add(t, "its infamy in gold");
    } else {
        text_number(t, arcane_ninx_gold(s));
        text_add(t, " gold for each point of its infamy");
    }
    if (limited && left) {
        text_add(t, ", and your Sword leaves you ");
        text_number(t, left);
        text_add(t, " % of that");
    }
    text_add(t, limited && !left ? ", but your Sword takes all of it." : ".");
}

/* For a table where the row's numbers are wrong (A9.3). */
static void bribe_text(struct text *t, const struct arcane_state *s)
{
    text_add(t, "Spend gold to lose infamy: ");
    text_number(t, arcane_bribe_price(s));
    text_add(t, " gold for each point, ");
    text_number(t, arcane_bribe_most(s));
    text_add(t, " points at most.");
}

/* Returns 1 if the question has a number, and it is another one than in its row; or if a Sword
 * makes it wrong. */
static int changed_text(struct text *t, const struct arcane_state *s)
{
    if (s->question == Q_REVEAL && (arcane_turned_up(s) != 2 || arcane_house_cells(s) != CELLS))
        reveal_text(t, s);
    else if (s->question == Q_NINX && (arcane_ninx_gold(s) != 1 || sword_limits(s)))
        ninx_text(t, s);
    else if (s->question == Q_BRIBE && (arcane_bribe_price(s) != AN_bribe_price ||
                                        arcane_bribe_most(s) < arcane_infamy_lap(s) - 1))
        bribe_text(t, s);
    else
        return 0;
    return 1;
}

/* Empty for a seat that is not asked. `names` as for add_seat. */
char *arcane_question_text_named(const struct arcane_state *s, int seat, const char *const names[],
                                 char buf[MAX_SENTENCE])
{
    struct text t = text_in(buf, MAX_SENTENCE);
    if (seat != s->asked)
        return buf;
    if (s->question == Q_TARGET)
        text_add(&t, target_text(s->at.cause));
    else if (s->question == Q_SLOT)
        slot_text(&t, s, names);
    else if (s->question == Q_EFFECT)
        effect_text(&t, s);
    else if (!changed_text(&t, s))
        text_add(&t, const_row_at(arcane_questions(), s->question)->text);
    return buf;
}

char *arcane_question_text(const struct arcane_state *s, int seat, char buf[MAX_SENTENCE])
{
    return arcane_question_text_named(s, seat, NULL, buf);
}

/* ---- events ---- */

static const struct const_row *event_row(int kind)
{
    return const_row_at(arcane_events(), kind);
}

const char *arcane_event_type(const struct event *e)
{
    return event_row(e->kind)->name;
}

const char *arcane_event_rule(const struct event *e)
{
    return event_row(e->kind)->rule;
}

/* Fills in one {blank} of a sentence and returns what follows it. events.def uses only these
 * blanks. */
static const char *add_blank(struct text *t, const struct event *e, const char *const names[],
                             const char *blank)
{
    const char *rest;
    if ((rest = text_after(blank, "{seat}")))
        add_seat(t, e->seat, names);
    else if ((rest = text_after(blank, "{other}")))
        add_seat(t, e->other, names);
    else if ((rest = text_after(blank, "{item}")))
        text_add(t, arcane_item(e->item)->name);
    else if ((rest = text_after(blank, "{a}")))
        text_number(t, e->a + 1);
    else if ((rest = text_after(blank, "{b}")))
        text_number(t, e->b + 1);
    else
        rest = text_counted(t, blank, e->n);
    return rest;
}

/* An event without an item hides nothing, unless its kind can be secret: then event_seen_by has
 * removed the item already. Spectators see only what everyone sees. */
int arcane_event_seen(const struct event *e, int viewer)
{
    if (e->item == EVENT_NONE)
        return *event_row(e->kind)->secret == 0;
    if (viewer == REFEREE)
        return 1;
    return e->seen == EVENT_ALL_SEE || (viewer != SPECTATOR && e->seen >> viewer & 1);
}

/* The secret sentence is for viewers who may not know the item. The first letter becomes a capital,
 * because a sentence may begin with "player 2". */
char *arcane_event_text_named(const struct event *e, int viewer, const char *const names[],
                              char buf[MAX_SENTENCE])
{
    struct text t = text_in(buf, MAX_SENTENCE);
    const struct const_row *row = event_row(e->kind);
    const char *p = arcane_event_seen(e, viewer) ? row->text : row->secret;
    int first = 1;
    while (*p) {
        size_t n = t.n;
        if (*p == '{')
            p = add_blank(&t, e, names, p);
        else
            text_char(&t, *p++);
        if (first && t.n > n && buf[0] >= 'a' && buf[0] <= 'z')
            buf[0] = (char)(buf[0] - 'a' + 'A');
        first = 0;
    }
    return buf;
}

char *arcane_event_text(const struct event *e, int viewer, char buf[MAX_SENTENCE])
{
    return arcane_event_text_named(e, viewer, NULL, buf);
}
