/* Arcane Alley in words: the question a player is asked, and each answer to it. Uses views only. */
#include "board/arcane.h"

#include <stdio.h>
#include <stdlib.h>

#include "games/arcane/facts.h"
#include "games/arcane/help.h"

/* `brief` takes the item's short name. Flags besides CELL_UP are ignored. ITEM_NONE and
 * ITEM_UNDECIDED are both beyond ITEM_COUNT. */
char *arcane_words_cell(uint8_t cell, int brief, char buf[WORDS_MAX])
{
    int item = cell & ITEM_MASK;
    if (item >= ITEM_COUNT) {
        snprintf(buf, WORDS_MAX, "%s", item == ITEM_NONE ? "--" : "??");
        return buf;
    }
    const struct item_row *row = arcane_item(item);
    const char *hidden = cell & CELL_UP ? "" : "?";
    snprintf(buf, WORDS_MAX, "%s%s", hidden, brief ? row->brief : row->name);
    return buf;
}

/* The rule that asks the question; three rules ask for a slot. Q_SLOT is asked to play (A5.3), for
 * a sold Doll (A7.6) and for a Boomerang that returns (A7.5). */
static const char *question_rule(const struct arcane_state *view)
{
    if (view->question == Q_SLOT && view->at.played == NONE)
        return "A7.6";
    if (view->question == Q_SLOT && view->at.returning)
        return "A7.5";
    /* All other questions have one rule, that of their row. */
    return const_row_at(arcane_questions(), view->question)->rule;
}

/* The text is cut so that the rule always fits behind it. */
char *arcane_words_question(const struct board_showing *s, char buf[MAX_SENTENCE])
{
    const struct arcane_state *view = s->view;
    char text[MAX_SENTENCE];
    arcane_question_text_named(view, s->viewer, s->names, text);
    snprintf(buf, MAX_SENTENCE, "%.200s [%s]", text, question_rule(view));
    return buf;
}

/* ---- answers ---- */

/* Reads the numbers in an action's name: "swap 1 4" has two. Returns how many; at most three, and
 * the rest of `number` is unchanged. Slots count from 1 in names. */
static int numbers_in(const char *name, int number[3])
{
    int n = 0;
    for (; *name && n < 3; name++)
        /* Ids of items contain no number behind a blank. */
        if (*name == ' ' && name[1] >= '0' && name[1] <= '9')
            number[n++] = atoi(name + 1);
    return n;
}

/* `faces`: what lies there matters for the choice. Names are cut to 12 so that both fit a
 * column. */
static void pair_words(const struct arcane_player *p, const int slot[3], int faces, char *buf)
{
    char a[WORDS_MAX], b[WORDS_MAX];
    if (!faces) {
        snprintf(buf, WORDS_MAX, "slots %d and %d", slot[0], slot[1]);
        return;
    }
    arcane_words_cell(p->cell[slot[0] - 1], 1, a);
    arcane_words_cell(p->cell[slot[1] - 1], 1, b);
    snprintf(buf, WORDS_MAX, "%d %.12s, %d %.12s", slot[0], a, slot[1], b);
}

/* `slot` counts from 1. The item of a cell that the viewer may see. */
static int item_at(const struct arcane_player *p, int slot)
{
    return p->cell[slot - 1] & ITEM_MASK;
}

/* A set is named by its item, even if a Feline completes it (A6.4). `line` is the answer: a line of
 * three slots of the storehouse. The payment includes what raises or lowers it now. */
static void sale_words(const struct arcane_state *view, int seat, int line, const int slot[3],
                       char *buf)
{
    const struct arcane_player *p = &view->player[seat];
    snprintf(buf, WORDS_MAX, "sell %s in slots %d, %d, %d (%d gold)",
             arcane_item(house_line_sells(p, line))->name, slot[0], slot[1], slot[2],
             arcane_line_pays(view, p, line));
}

/* The top of the deck has a name here only if everybody knows it (A14.2). The Market's slot is
 * counted from DRAW_MARKET. */
static void draw_words(const struct arcane_state *view, int from, char *buf)
{
    const char *top = view->top_n ? arcane_item(view->pile[PILE_MAX - view->top_n])->name : NULL;
    int slot = from - DRAW_MARKET;
    if (from == DRAW_DECK && top)
        snprintf(buf, WORDS_MAX, "draw %s from the deck (everyone knows it is on top)", top);
    else if (from == DRAW_DECK)
        snprintf(buf, WORDS_MAX, "draw the top item of the deck (only you see it)");
    else if (from == DRAW_DISCARD)
        snprintf(buf, WORDS_MAX, "take %s from the discard",
                 arcane_item(view->pile[view->discard_n - 1])->name);
    else
        snprintf(buf, WORDS_MAX, "buy %s at the Market for %d gold",
                 arcane_item(view->market[slot])->name, arcane_market_price(view, slot));
}

/* Two slots, or one where the numbers say so (A4.3). */
static void reveal_words(const struct arcane_player *p, const int slot[3], char *buf)
{
    if (slot[1])
        pair_words(p, slot, 0, buf);
    else
        snprintf(buf, WORDS_MAX, "slot %d", slot[0]);
}

/* The three ranges of Q_ACT: play, discard, use, each by item. */
static void act_words(int answer, char *buf)
{
    /* The ranges have ITEM_COUNT answers each. */
    const char *verb = answer >= ACT_USE ? "use" : answer >= ACT_DISCARD ? "discard" : "play";
    snprintf(buf, WORDS_MAX, "%s %s", verb, arcane_item(answer % ITEM_COUNT)->name);
}

/* Beside each player, what the effect depends on (A2): the Chalice takes from stashes, the Egg's
 * gift may be limited by a Sword. */
static void target_words(const struct board_showing *s, int seat, char *buf)
{
    const struct arcane_state *view = s->view;
    const struct arcane_player *p = &view->player[seat];
    if (view->at.cause == SACRED_CHALICE)
        snprintf(buf, WORDS_MAX, "%s (%d in the stash)", s->names[seat], p->stash_n);
    else if (view->at.cause == DRAGONS_EGG)
        snprintf(buf, WORDS_MAX, "%s (%d gold, %d infamy) gains %d gold", s->names[seat],
                 (int)p->gold, p->infamy, arcane_gained(view, p, 0, view->cards.fx[FX_EGG_GOLD]));
    else
        snprintf(buf, WORDS_MAX, "%s (%d gold, %d infamy)", s->names[seat], (int)p->gold,
                 p->infamy);
}

static void effect_words(int ignore, char *buf)
{
    snprintf(buf, WORDS_MAX, "%s", ignore ? "ignore the effect" : "let the effect happen");
}

/* Nobody loses more gold than they have (A2). */
static void cauldron_words(const struct arcane_state *view, int infamy, char *buf)
{
    if (infamy)
        snprintf(buf, WORDS_MAX, "gain %d infamy", view->cards.fx[FX_CAULDRON_INFAMY]);
    else
        snprintf(buf, WORDS_MAX, "lose %d gold",
                 int_min(view->cards.fx[FX_CAULDRON_GOLD], view->player[view->asked].gold));
}

/* "Up to", because infamy stops at 0 (A3.3, A11). */
static void dafana_words(const struct arcane_state *view, int pass, char *buf)
{
    if (pass)
        snprintf(buf, WORDS_MAX, "pay nothing");
    else
        snprintf(buf, WORDS_MAX, "pay %d gold to lose up to %d infamy",
                 view->cards.fx[FX_DAFANA_GOLD], view->cards.fx[FX_DAFANA_INFAMY]);
}

/* `points` is the infamy that is paid off (A9.3). */
static void bribe_words(const struct arcane_state *view, int points, char *buf)
{
    if (points)
        snprintf(buf, WORDS_MAX, "%d gold for %d infamy", arcane_bribe_price(view) * points,
                 points);
    else
        snprintf(buf, WORDS_MAX, "pay no bribe");
}

static void take_words(const struct arcane_state *view, int item, char *buf)
{
    snprintf(buf, WORDS_MAX, "%s (%d gold a set, %d infamy)", arcane_item(item)->name,
             view->cards.gold[item], view->cards.infamy[item]);
}

/* After a diagonal of 3x3 is sold, six items are left (A6.6). */
static void slide_words(int down, char *buf)
{
    snprintf(buf, WORDS_MAX,
             down ? "slide down, which leaves 2 rows of 3"
                  : "slide across, which leaves 3 rows of 2");
}

/* `slot` counts from 0 as an answer, and from 1 on the board. */
static void slot_words(const struct arcane_state *view, int seat, int slot, char *buf)
{
    char cell[WORDS_MAX];
    arcane_words_cell(view->player[seat].cell[slot], 0, cell);
    snprintf(buf, WORDS_MAX, "slot %d: %.40s", slot + 1, cell);
}

/* Ninx is paid an item's infamy, which may be negative (A11). */
static void ninx_words(const struct arcane_state *view, int seat, int slot, char *buf)
{
    const struct arcane_player *p = &view->player[seat];
    int gains = arcane_ninx_gains(view, p, slot);
    snprintf(buf, WORDS_MAX, "%s: %s %d gold", arcane_item(item_at(p, slot + 1))->name,
             gains < 0 ? "lose" : "gain", abs(gains));
}

/* The seat whose storehouse the question's slots are in. A swap and a sold Doll concern the
 * target's, everything else that of the player who is asked. */
int arcane_words_house(const struct arcane_state *view)
{
    /* Q_OWN, the other half of a Lockbox, is about one's own. */
    int theirs = view->question == Q_THEIRS || view->question == Q_SWAP ||
                 (view->question == Q_SLOT && view->at.played == NONE);
    return theirs ? view->at.target : view->asked;
}

/* `answer` must be legal for the viewer. Slots and lines are read from the protocol's name of the
 * answer, so that they are numbered in one place only. */
char *arcane_words_answer(const struct board_showing *s, int answer, char buf[WORDS_MAX])
{
    const struct arcane_state *view = s->view;
    int number[3] = {0}, seat = arcane_words_house(view);
    char name[MAX_NAME];
    numbers_in(arcane_action_name(view, s->viewer, answer, name), number);
    switch (view->question) {
    case Q_REVEAL: reveal_words(&view->player[seat], number, buf); break;
    case Q_SWAP: pair_words(&view->player[seat], number, 1, buf); break;
    case Q_SELL: sale_words(view, seat, answer, number, buf); break;
    case Q_DRAW: draw_words(view, answer, buf); break;
    case Q_ACT: act_words(answer, buf); break;
    case Q_KEEP: act_words(ACT_DISCARD + answer, buf); break;
    case Q_TAKE: take_words(view, answer, buf); break;
    case Q_TARGET: target_words(s, answer, buf); break;
    case Q_EFFECT: effect_words(answer, buf); break;
    case Q_CAULDRON: cauldron_words(view, answer, buf); break;
    case Q_SLIDE: slide_words(answer, buf); break;
    case Q_DAFANA: dafana_words(view, answer, buf); break;
    case Q_BRIBE: bribe_words(view, answer, buf); break;
    case Q_NINX: ninx_words(view, seat, answer, buf); break;
    default: slot_words(view, seat, answer, buf); break;
    }
    return buf;
}

/* Not Q_SELL and Q_SWAP, whose answers name several. */
int arcane_words_slots(const struct arcane_state *view)
{
    switch (view->question) {
    case Q_SLOT:
    case Q_PEEK:
    case Q_OWN:
    case Q_THEIRS:
    case Q_REMOVE:
    case Q_NINX: return 1;
    case Q_REVEAL: return arcane_turned_up(view) == 1;
    default: return 0;
    }
}

int arcane_words_pairs(const struct arcane_state *view)
{
    return view->question == Q_SWAP || (view->question == Q_REVEAL && arcane_turned_up(view) == 2);
}

/* Slots and pairs of slots are labelled with their own numbers, bribes with their gold, so that
 * players type the number they see on the board. Two slots are two digits, since no slot is above
 * 9. */
int arcane_words_label(const struct board_showing *s, int answer)
{
    const struct arcane_state *view = s->view;
    int number[3] = {0};
    char name[MAX_NAME];
    numbers_in(arcane_action_name(view, s->viewer, answer, name), number);
    if (arcane_words_pairs(view))
        return 10 * number[0] + number[1];
    return arcane_words_slots(view) || view->question == Q_BRIBE ? number[0] : -1;
}
