/* The odds of Arcane Alley as a page and in brief, for people at a terminal. */
#include <stdio.h>
#include <string.h>

#include "advice/assumed.h"
#include "bots/odds/arcane_odds.h"
#include "tui/odds_page.h"
#include "board/page.h"

enum { SLOT_WORDS = 60 };

static const struct arcane_state *state_of(const struct view *v)
{
    return (const struct arcane_state *)v->bytes;
}

/* ---- the next card ---- */

/* `slots` must not be 0. Slots are numbered from 1 here. */
static char *slots_in_words(uint32_t slots, char buf[SLOT_WORDS])
{
    int n = snprintf(buf, SLOT_WORDS, "%s ", slots & (slots - 1) ? "slots" : "slot");
    for (const char *comma = ""; slots; slots &= slots - 1, comma = ", ")
        n += snprintf(buf + n, (size_t)(SLOT_WORDS - n), "%s%d", comma, bit_lowest(slots) + 1);
    return buf;
}

/* One line for each amount, the best first: the slots where it is paid. Continues the line that
 * print_completing has begun; further lines are indented by 35 columns, to the column of the
 * gold. */
static void print_slots(const struct arcane_odds *o, int item)
{
    char slots[SLOT_WORDS];
    for (uint32_t left = o->slots[item], same; left; left &= ~same) {
        int gold = -1;
        same = 0;
        for (uint32_t each = left; each; each &= each - 1)
            gold = int_max(gold, o->gold[item][bit_lowest(each)]);
        for (uint32_t each = left; each; each &= each - 1)
            if (o->gold[item][bit_lowest(each)] == gold)
                same |= each & (~each + 1);
        page_print("%*s%7d   %s\n", left == o->slots[item] ? 0 : 35, "", gold,
                   slots_in_words(same, slots));
    }
}

/* Only items that would complete a set somewhere; nothing at all if there is none. */
static void print_completing(const struct arcane_odds *o)
{
    int any = 0;
    for (int item = 0; item < ITEM_COUNT; item++) {
        if (o->completes[item] < 0)
            continue;
        if (!any++)
            page_line("  would complete a set    next card   gold   where");
        page_print("  %-22s%9.1f %%", arcane_item(item)->name, 100 * o->next[item]);
        print_slots(o, item);
    }
}

/* A known top of the deck (Older Wand) makes a chance pointless, so it is named. */
static void print_next(const struct arcane_odds *o)
{
    char text[300];
    if (!o->deck)
        snprintf(text, sizeof text, "The deck is empty.");
    else if (o->deck_top != NONE)
        snprintf(text, sizeof text, "The top of the deck is known: %s, which completes %s.",
                 arcane_item(o->deck_top)->name, o->next_completes > 0 ? "a set" : "no set");
    else if (o->next_completes > 0)
        snprintf(text, sizeof text,
                 "The chance that the next card of the deck completes a set is %.1f %%; on average "
                 "that is %.2f gold a draw.",
                 100 * o->next_completes, o->next_gold);
    else
        snprintf(text, sizeof text, "No card of the deck could complete a set now.");
    page_fold(text, 0, 0);
}

/* Items within reach that would complete a set. What is within reach is taken with a choice, not
 * with luck, so it has no chances. */
static void print_reach(const struct arcane_state *s, const struct arcane_odds *o)
{
    char text[300];
    int n = 0;
    for (int item = 0; item < ITEM_COUNT; item++)
        if (o->stash_completes >> item & 1)
            n += snprintf(text + n, sizeof text - (size_t)n, "%s the stash's %s", n ? "," : "",
                          arcane_item(item)->name);
    if (o->discard_completes)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s the top of the discard", n ? "," : "");
    for (int k = 0; k < 3; k++)
        if (o->market_completes[k])
            n += snprintf(text + n, sizeof text - (size_t)n, "%s the Market's %s", n ? "," : "",
                          arcane_item(s->market[k])->name);
    page_print("Within reach, to complete a set:");
    if (!n)
        snprintf(text, sizeof text, " nothing");
    snprintf(text + strlen(text), sizeof text - strlen(text), ".");
    page_fold(text, 32, 2);
}

/* Left out if the top of the deck is known: the chance of that item is 1. */
static void print_all_next(const struct arcane_odds *o)
{
    char cell[ITEM_COUNT][40];
    const char *cells[ITEM_COUNT];
    int n = 0;
    for (int item = 0; item < ITEM_COUNT; item++) {
        if (o->next[item] <= 0)
            continue;
        snprintf(cell[n], sizeof cell[n], "%-19s%5.1f %%", arcane_item(item)->name,
                 100 * o->next[item]);
        cells[n] = cell[n];
        n++;
    }
    if (n && o->deck_top == NONE) {
        page_line("\nThe next card:");
        page_list(cells, n, 2);
    }
}

/* ---- storehouses ---- */

/* The first 17 columns of a row of storehouses: who, and the hidden items. Without names, seats
 * have their numbers (`charlatan odds`). */
static void print_house_head(const struct arcane_odds *o, const char *const *names, int seat)
{
    int own = seat == o->seat, hidden = o->player[seat].hidden;
    page_print("  ");
    if (!names)
        page_print("%d %-7s%6d", seat, own ? "(you)" : "", hidden);
    else
        page_print("%*d", 15 - page_padded(own ? "you" : names[seat], 12), hidden);
}

/* Hidden items are known or unknown: "hidden" are all face-down items, "unknown" those that the
 * viewer has not seen. */
static void print_houses(const struct arcane_state *s, const struct arcane_odds *o,
                         const char *const *names)
{
    page_line("\nStorehouses, if the inspection came now:");
    page_line("  player   hidden unknown |    infamy    | sets sold  | total |  new fine  fines");
    page_line("            items         | seen hidden  | sets  gold |       |    marker   gold");
    for (int seat = 0; seat < s->players; seat++) {
        const struct arcane_house_odds *h = &o->player[seat];
        print_house_head(o, names, seat);
        page_print("%8d |%5d%7.1f  |%5.2f%6.1f |%6.1f |%8.1f %%%7.1f\n", h->unknown,
                   h->shown_infamy, h->hidden_infamy, h->sets, h->set_gold, h->total, 100 * h->lap,
                   h->fine);
    }
    page_print("  ");
    page_fold(
        "Averages over all that may lie hidden; sets sold: what the inspection sells first, "
        "and its gold (A8.1); total: the infamy of what is left (A8.2); marker: the chance of "
        "at least one more (A3.2); fines: what all markers then cost (A3.1).",
        2, 2);
}

/* 23, or 23 to 25. */
static int add_range(char *text, size_t size, double low, double high)
{
    int n = snprintf(text, size, "%.0f", 100 * low);
    if (high - low > 0.005)
        n += snprintf(text + n, size - (size_t)n, " to %.0f", 100 * high);
    return n + snprintf(text + n, size - (size_t)n, " %%");
}

/* The two bounds of `least` are equal if all deals were counted. */
static void print_least(const struct arcane_state *s, const struct arcane_odds *o,
                        const char *const *names)
{
    char text[800], who[20];
    int n = snprintf(text, sizeof text, "The chance that your total is not above that of");
    const char *comma = "";
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == o->seat)
            continue;
        snprintf(who, sizeof who, "player %d", seat);
        n += snprintf(text + n, sizeof text - (size_t)n, "%s %s is %.0f %%", comma,
                      names ? names[seat] : who, 100 * o->player[seat].not_above);
        comma = ",";
    }
    n += snprintf(text + n, sizeof text - (size_t)n, "; that it is the least, or tied for it, ");
    n += add_range(text + n, sizeof text - (size_t)n, o->least_at_least, o->least_at_most);
    n += snprintf(text + n, sizeof text - (size_t)n, " (A8.4).");
    if (o->sampled)
        snprintf(text + n, sizeof text - (size_t)n,
                 " There are too many ways to deal all storehouses, so these comparisons come from "
                 "%d deals drawn at random.",
                 o->sampled);
    page_fold(text, 0, 0);
}

static void print_assumed(const struct view *v)
{
    char text[600];
    page_char('\n');
    page_fold(assumed_text(assumed_arcane(v), text, sizeof text), 0, 0);
}

/* `at_table` speaks to the player, else of the player with that number. */
static void print_title(int round, int seat, int at_table)
{
    page_print("Arcane Alley, round %d: the odds as ", round);
    if (at_table)
        page_line("you know them\n");
    else
        page_print("player %d knows them\n\n", seat);
}

/* From the next card to the end of the round: what is decided first stands first. */
static void print_page(const struct view *v, const struct arcane_odds *o, const char *const *names)
{
    char text[300];
    const struct arcane_state *s = state_of(v);
    print_title(s->round, o->seat, names != NULL);
    snprintf(text, sizeof text,
             "%d cards are out of sight, %d of them in the deck. Each is as likely to lie in one "
             "place as in any other (A14.4), so all figures%s are exact.",
             o->unseen, o->deck, o->sampled ? " except the comparisons at the end" : "");
    page_fold(text, 0, 0);
    page_char('\n');
    print_next(o);
    print_completing(o);
    print_reach(s, o);
    print_all_next(o);
    print_houses(s, o, names);
    page_char('\n');
    print_least(s, o, names);
    print_assumed(v);
}

/* There are always odds of Arcane Alley, so `why` is never filled. */
int odds_arcane_print(const struct view *v, const char *const *names, struct refusal *why)
{
    struct arcane_odds o;
    (void)why;
    arcane_odds(v, &o);
    print_page(v, &o, names);
    return 0;
}

/* The view must be a seat's. Always has something to say. */
int odds_arcane_brief(const struct view *v)
{
    struct arcane_odds o;
    char text[300];
    arcane_odds(v, &o);
    const struct arcane_house_odds *own = &o.player[v->seat];
    page_print("  ");
    print_next(&o);
    print_completing(&o);
    snprintf(
        text, sizeof text,
        "At an inspection now: %.1f infamy on average, once %.1f gold worth of sets is sold; the "
        "chance of a new fine marker is %.0f %%.",
        own->total, own->set_gold, 100 * own->lap);
    page_print("  ");
    page_fold(text, 2, 2);
    return 1;
}
