/* A ledger of Arcane Alley: it tracks where every card lies and who has seen it (A14), from the
 * answers and events of a game alone. It implements the rules of moving cards a second time (A4,
 * A5, A6, A7, A9, A12) and never reads a state, except to compare itself with one. Places,
 * identities and the seats that know each card must agree, and so must the seats that may read each
 * event. */
#include "engine/text.h"
#include "games/arcane/numbers.h"
#include "tests/props/game_props.h"
#include "tests/props/game_props_ledger.h"

static void expect(struct ledger *g, int condition, const char *wrong)
{
    if (!condition && !g->wrong)
        g->wrong = wrong;
}

/* ---- stashes ---- */

/* A14.5: the copy known to more seats leaves first; with equal numbers, the one known to lower
 * seats. */
int props_arcane_leaves_first(uint32_t a, uint32_t b)
{
    int more = bit_count(a) - bit_count(b);
    for (int seat = 0; seat < MAX_SEATS && more == 0; seat++)
        more = (int)(a >> seat & 1) - (int)(b >> seat & 1);
    return more > 0;
}

static void stash_put(struct ledger *g, int seat, int item, int known)
{
    struct stash *s = &g->stash[seat];
    expect(g, s->n <= STASH_MAX, "ledger: a stash runs over (A13)");
    if (s->n <= STASH_MAX)
        s->card[s->n++] = (struct card){(uint8_t)item, (uint8_t)known, 0};
}

static void stash_drop(struct ledger *g, int seat, int item)
{
    struct stash *s = &g->stash[seat];
    int best = -1;
    for (int i = 0; i < s->n; i++)
        if (s->card[i].item == item &&
            (best < 0 || props_arcane_leaves_first(s->card[i].known, s->card[best].known)))
            best = i;
    expect(g, best >= 0, "ledger: an item left a stash it was not in (A5.2)");
    if (best >= 0)
        s->card[best] = s->card[--s->n];
}

/* ---- piles ---- */

static void pile_put(struct ledger *g, struct pile *p, int item)
{
    expect(g, p->n < PILE_MAX, "ledger: a pile runs over");
    if (p->n < PILE_MAX)
        p->item[p->n++] = (uint8_t)item;
}

/* Removes the topmost of equal cards; the others keep their order. */
static void pile_drop(struct ledger *g, struct pile *p, int item)
{
    int i = p->n - 1;
    while (i >= 0 && p->item[i] != item)
        i--;
    expect(g, i >= 0, "ledger: an item left a pile it was not in");
    if (i < 0)
        return;
    memmove(p->item + i, p->item + i + 1, (size_t)(p->n - i - 1));
    p->n--;
}

static void pile_pop(struct ledger *g, struct pile *p, int item)
{
    expect(g, p->n && p->item[p->n - 1] == item, "ledger: another item lay on top of a pile");
    if (p->n)
        p->n--;
}

/* Takes the deck's top card. Returns the seats that knew it: all if a Wand put it there, else
 * none. */
static int deck_pop(struct ledger *g, int item)
{
    expect(g, g->deck > 0, "ledger: a card came from an empty deck (A9.1)");
    g->deck--;
    if (g->top.n) {
        pile_pop(g, &g->top, item);
        return g->everyone;
    }
    expect(g, !g->has_own || g->own[item] > 0,
           "ledger: a card the remade deck did not have (A14.1)");
    g->own[item] -= g->own[item] > 0;
    return 0;
}

/* ---- storehouses ---- */

static const struct card no_card = {ITEM_NONE, 0, 0};

static struct card *cell(struct ledger *g, int seat, int slot)
{
    if (seat < g->players && slot < g->house[seat].rows * g->house[seat].cols)
        return &g->house[seat].cell[slot];
    expect(g, 0, "ledger: an event names a slot that does not exist");
    return &g->nowhere;
}

/* Turns a card up. It must be the item that the seats who know it have seen. */
static void turn_up(struct ledger *g, struct card *c, int item)
{
    expect(g, !c->up && c->item != ITEM_NONE, "ledger: what is turned up was not hidden");
    expect(g, c->item == ITEM_UNDECIDED || c->item == item,
           "ledger: a card is another one than was seen (A14)");
    *c = (struct card){(uint8_t)item, 0, 1};
}

static int set_of(const struct card *a, const struct card *b, const struct card *c)
{
    int felines = 0, kind = FACSIMILOUS_FELINE;
    const struct card *three[3] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        if (!three[i]->up)
            return NONE;
        if (three[i]->item == FACSIMILOUS_FELINE)
            felines++;
        else if (kind == FACSIMILOUS_FELINE)
            kind = three[i]->item;
        else if (kind != three[i]->item)
            return NONE;
    }
    /* A6.4. */
    return felines == 2 ? NONE : kind;
}

/* Three in a line from `at` in steps of `by`, as a set of slots. */
static uint32_t line_from(int at, int by)
{
    return 1u << at | 1u << (at + by) | 1u << (at + 2 * by);
}

/* A6.1: rows of three, columns of three, and the diagonals of the whole square. */
static int lines_of(const struct house *h, uint32_t line[8])
{
    int n = 0;
    for (int row = 0; h->cols == 3 && row < h->rows; row++)
        line[n++] = line_from(3 * row, 1);
    for (int col = 0; h->rows == 3 && col < h->cols; col++)
        line[n++] = line_from(col, h->cols);
    if (h->rows == 3 && h->cols == 3) {
        line[n++] = line_from(0, 4);
        line[n++] = line_from(2, 2);
    }
    return n;
}

static int line_sells(const struct house *h, uint32_t line)
{
    int a = bit_nth(line, 0), b = bit_nth(line, 1), c = bit_nth(line, 2);
    return set_of(&h->cell[a], &h->cell[b], &h->cell[c]);
}

static void close_up(struct house *h, uint32_t gone, int rows, int cols, int down)
{
    struct card left[CELLS];
    int n = 0, old_rows = h->rows, old_cols = h->cols;
    for (int i = 0; i < CELLS; i++)
        left[i] = no_card;
    for (int i = 0; i < (down ? old_cols : old_rows); i++)
        for (int k = 0; k < (down ? old_rows : old_cols); k++) {
            int from = down ? k * old_cols + i : i * old_cols + k;
            if (gone >> from & 1)
                continue;
            int to = down ? n % rows * cols + n / rows : n;
            left[to] = h->cell[from];
            n++;
        }
    memcpy(h->cell, left, sizeof left);
    h->rows = rows;
    h->cols = cols;
}

/* A6.6: a row leaves one row less, a column one column less, the last three nothing. */
static void close_straight(struct house *h, uint32_t gone)
{
    int is_row = bit_nth(gone, 1) == bit_lowest(gone) + 1 && h->cols == 3;
    int rows = h->rows - is_row, cols = h->cols - !is_row;
    if (rows * cols == 0)
        rows = cols = 0;
    close_up(h, gone, rows, cols, 0);
}

static int is_diagonal(const struct house *h, uint32_t line)
{
    return h->rows == 3 && h->cols == 3 && (line == line_from(0, 4) || line == line_from(2, 2));
}

/* The set that is sold: the chosen one, or the only one (A6.5). */
static uint32_t sold_line(struct ledger *g, const struct house *h, int item)
{
    uint32_t line[8], found = 0;
    int n = lines_of(h, line), sets = 0;
    for (int i = 0; i < n; i++) {
        if (!g->inspection && !(g->just != NONE && line[i] >> g->just & 1))
            continue;
        if (line_sells(h, line[i]) == NONE)
            continue;
        sets++;
        if (g->chosen ? line[i] == g->chosen : line_sells(h, line[i]) == item)
            found = line[i];
    }
    expect(g, g->chosen ? sets > 1 : sets == 1, "ledger: the choice of sets was another (A6.5)");
    expect(g, found && line_sells(h, found) == item, "ledger: what was sold is no set (A6.2)");
    g->chosen = 0;
    return found;
}

static void sell(struct ledger *g, int seat, int item)
{
    struct house *h = &g->house[seat];
    uint32_t line = sold_line(g, h, item);
    if (!line)
        return;
    for (uint32_t left = line; left; left &= left - 1) {
        g->aside[h->cell[bit_lowest(left)].item]++;
        h->cell[bit_lowest(left)] = no_card;
    }
    g->just = NONE;
    if (is_diagonal(h, line))
        g->diagonal = line;
    else
        close_straight(h, line);
}

static void slide(struct ledger *g, int seat, int down)
{
    expect(g, g->diagonal != 0, "ledger: a slide without a diagonal (A6.6)");
    if (g->diagonal)
        close_up(&g->house[seat], g->diagonal, down ? 2 : 3, down ? 3 : 2, down);
    g->diagonal = 0;
}

/* ---- what events do ---- */

static void new_round(struct ledger *g)
{
    struct ledger old = *g;
    memset(g, 0, sizeof *g);
    g->players = old.players;
    g->everyone = old.everyone;
    g->market_slots = old.market_slots;
    g->rows = old.rows;
    g->cols = old.cols;
    memcpy(g->count, old.count, sizeof g->count);
    for (int i = 0; i < ITEM_COUNT; i++)
        g->deck += g->count[i];
    g->deck -= g->rows * g->cols * g->players;
    for (int seat = 0; seat < g->players; seat++) {
        g->house[seat].rows = g->rows;
        g->house[seat].cols = g->cols;
        for (int i = 0; i < CELLS; i++)
            g->house[seat].cell[i] =
                i < g->rows * g->cols ? (struct card){ITEM_UNDECIDED, 0, 0} : no_card;
    }
    memset(g->market, ITEM_NONE, sizeof g->market);
    g->replaced = g->unseen = no_card;
    g->hand = g->special = g->whom = g->just = NONE;
    g->wrong = old.wrong;
}

/* Only those who know the item may be told it. */
static void told_to(struct ledger *g, const struct event *e, int known)
{
    expect(g, e->seen == known, "ledger: an event tells others than those who know (A14.3)");
}

static void drawn_from_deck(struct ledger *g, const struct event *e)
{
    int known = deck_pop(g, e->item) | 1 << e->seat;
    stash_put(g, e->seat, e->item, known);
    told_to(g, e, known);
}

static void drawn_from_market(struct ledger *g, const struct event *e)
{
    expect(g, e->a < 3 && g->market[e->a % 3] == e->item,
           "ledger: not what the Market had (A12.2)");
    for (int i = e->a; i < 2; i++)
        g->market[i] = g->market[i + 1];
    g->market[2] = ITEM_NONE;
    stash_put(g, e->seat, e->item, g->everyone);
}

static void market_filled(struct ledger *g, const struct event *e)
{
    deck_pop(g, e->item);
    expect(g, e->a < 3 && g->market[e->a % 3] == ITEM_NONE,
           "ledger: no room in the Market (A12.3)");
    g->market[e->a % 3] = e->item;
}

static void deck_remade(struct ledger *g, const struct event *e)
{
    expect(g, g->deck == 0 && g->discard.n >= 2 && e->n == g->discard.n - 1,
           "ledger: the deck was remade at the wrong time (A9.1)");
    for (int i = 0; i < g->discard.n - 1; i++)
        g->own[g->discard.item[i]]++;
    if (g->discard.n)
        g->discard.item[0] = g->discard.item[g->discard.n - 1];
    g->discard.n = g->has_own = 1;
    g->deck = e->n;
}

static void played(struct ledger *g, const struct event *e)
{
    struct card *c = cell(g, e->seat, e->a);
    expect(g, g->hand == e->item, "ledger: another item was played than chosen (A5.3)");
    expect(g, c->item != ITEM_NONE && g->replaced.item == ITEM_NONE, "ledger: nothing to replace");
    g->hand = NONE;
    g->replaced = *c;
    g->just = e->a;
    *c = (struct card){e->item, 0, 1};
}

/* The replaced item is now seen. A Boomerang that returned and found no slot was in hand. */
static void put_down(struct ledger *g, const struct event *e)
{
    if (g->replaced.item == ITEM_NONE) {
        expect(g, g->hand == e->item, "ledger: an item from nowhere on the discard");
        g->hand = NONE;
    } else {
        expect(g, g->replaced.item == ITEM_UNDECIDED || g->replaced.item == e->item,
               "ledger: the replaced item is another one than was seen (A14)");
        g->replaced = no_card;
    }
    pile_put(g, &g->discard, e->item);
}

static void returns(struct ledger *g, const struct event *e)
{
    expect(g, g->replaced.item == ITEM_UNDECIDED || g->replaced.item == e->item,
           "ledger: the returning item is another one than was seen (A14)");
    g->replaced = no_card;
    g->hand = e->item;
}

/* A10.3: the other player does not see it, but may have known it before. */
static void stashed(struct ledger *g, const struct event *e)
{
    int known = g->replaced.known | 1 << e->seat;
    expect(g,
           !g->replaced.up && (g->replaced.item == ITEM_UNDECIDED || g->replaced.item == e->item),
           "ledger: the stashed item is another one than was seen (A14)");
    expect(g, g->players == 2, "ledger: a replaced item stashed with more than two players");
    stash_put(g, e->seat, e->item, known);
    told_to(g, e, known);
    g->replaced = no_card;
}

static void peeked(struct ledger *g, const struct event *e)
{
    struct card *c = cell(g, e->seat, e->a);
    expect(g, !c->up && (c->item == ITEM_UNDECIDED || c->item == e->item),
           "ledger: a peek shows another item than was seen (A14)");
    c->item = e->item;
    c->known |= (uint8_t)(1 << e->seat);
    told_to(g, e, c->known);
}

static void swapped(struct ledger *g, const struct event *e)
{
    struct card *a = cell(g, e->other, e->a), *b = cell(g, e->other, e->b), x = *a;
    *a = *b;
    *b = x;
    if (e->seat == e->other && (g->just == e->a || g->just == e->b))
        g->just = e->a + e->b - g->just;
}

static void exchanged(struct ledger *g, const struct event *e)
{
    struct card *mine = cell(g, e->seat, e->a), *theirs = cell(g, e->other, e->b), x = *mine;
    expect(g, !mine->up && theirs->up && theirs->item == e->item,
           "ledger: the Lockbox took or gave another item (A2)");
    *mine = *theirs;
    *theirs = x;
}

static void doll_lands(struct ledger *g, const struct event *e)
{
    struct card *c = cell(g, e->other, e->a);
    turn_up(g, c, e->item);
    expect(g, g->aside[HAUNTED_DOLL] > 0, "ledger: a Doll from nowhere (A7.6)");
    g->aside[HAUNTED_DOLL]--;
    *c = (struct card){HAUNTED_DOLL, 0, 1};
    pile_put(g, &g->discard, e->item);
}

static void chalice_looks(struct ledger *g, const struct event *e)
{
    struct stash *s = &g->stash[e->other];
    for (int i = 0; i < s->n; i++)
        s->card[i].known |= (uint8_t)(1 << e->seat);
    g->whom = e->other;
}

static void taken(struct ledger *g, const struct event *e)
{
    switch (g->special) {
    case WIZARDS_WATCH: pile_drop(g, &g->discard, e->item); break;
    case MYSTICAL_LAMP: pile_pop(g, &g->offer, e->item); break;
    case SACRED_CHALICE: stash_drop(g, g->whom, e->item); break;
    default: expect(g, 0, "ledger: an item taken without a special");
    }
    g->hand = e->item;
}

/* A11: set aside unseen; only seats that knew it are told. */
static void removed(struct ledger *g, const struct event *e)
{
    struct card *c = cell(g, e->seat, e->a);
    int item = c->item == ITEM_UNDECIDED ? EVENT_NONE : c->item;
    expect(g, !c->up && item == e->item,
           "ledger: Glynna's card is another one than was seen (A14)");
    told_to(g, e, c->known);
    g->unseen = *c;
    *c = no_card;
}

static void used(struct ledger *g, const struct event *e)
{
    stash_drop(g, e->seat, e->item);
    g->aside[e->item]++;
    g->special = e->item;
}

static void dealt(struct ledger *g, const struct event *e)
{
    int known = 1 << e->seat;
    expect(g, deck_pop(g, e->item) == 0, "ledger: a known card was dealt (A4.4)");
    stash_put(g, e->seat, e->item, known);
    told_to(g, e, known);
}

static void drawn_from_discard(struct ledger *g, const struct event *e)
{
    pile_pop(g, &g->discard, e->item);
    stash_put(g, e->seat, e->item, g->everyone);
}

static void wand(struct ledger *g, const struct event *e)
{
    pile_pop(g, &g->discard, e->item);
    pile_put(g, &g->top, e->item);
    g->deck++;
}

static void discarded(struct ledger *g, const struct event *e)
{
    stash_drop(g, e->seat, e->item);
    pile_put(g, &g->discard, e->item);
}

static void lamp_discarded(struct ledger *g, const struct event *e)
{
    pile_drop(g, &g->offer, e->item);
    pile_put(g, &g->discard, e->item);
}

static void lamp(struct ledger *g, const struct event *e)
{
    deck_pop(g, e->item);
    pile_put(g, &g->offer, e->item);
}

static void turned_up(struct ledger *g, const struct event *e)
{
    deck_pop(g, e->item);
    pile_put(g, &g->discard, e->item);
}

static void follow_house(struct ledger *g, const struct event *e)
{
    switch (e->kind) {
    case EV_REVEALED:
    case EV_UNCOVERED: turn_up(g, cell(g, e->seat, e->a), e->item); break;
    case EV_PLAYED: played(g, e); break;
    case EV_PUT_DOWN: put_down(g, e); break;
    case EV_STASHED: stashed(g, e); break;
    case EV_RETURNS: returns(g, e); break;
    case EV_PEEKED: peeked(g, e); break;
    case EV_SWAPPED: swapped(g, e); break;
    case EV_SET_SOLD: sell(g, e->seat, e->item); break;
    case EV_SLID_ACROSS:
    case EV_SLID_DOWN: slide(g, e->seat, e->kind == EV_SLID_DOWN); break;
    case EV_LOCKBOX: exchanged(g, e); break;
    case EV_DOLL: doll_lands(g, e); break;
    case EV_REMOVED: removed(g, e); break;
    case EV_INSPECTION: g->inspection = 1; break;
    default: break;
    }
}

static void follow_piles(struct ledger *g, const struct event *e)
{
    switch (e->kind) {
    case EV_ROUND: new_round(g); break;
    case EV_DEALT: dealt(g, e); break;
    case EV_TURNED_UP: turned_up(g, e); break;
    case EV_MARKET_STOCKED:
    case EV_MARKET_FILLED: market_filled(g, e); break;
    case EV_DREW_DECK:
    case EV_CARPET: drawn_from_deck(g, e); break;
    case EV_DREW_DISCARD: drawn_from_discard(g, e); break;
    case EV_DREW_MARKET: drawn_from_market(g, e); break;
    case EV_REMADE: deck_remade(g, e); break;
    case EV_DISCARDED: discarded(g, e); break;
    case EV_USED: used(g, e); break;
    case EV_WAND: wand(g, e); break;
    case EV_LAMP: lamp(g, e); break;
    case EV_LAMP_DISCARDED: lamp_discarded(g, e); break;
    case EV_CHALICE: chalice_looks(g, e); break;
    case EV_TAKEN: taken(g, e); break;
    default: break;
    }
}

/* Returns 1 for events whose item may be secret; everyone may read all others. */
static int may_be_secret(int kind)
{
    return kind == EV_DEALT || kind == EV_DREW_DECK || kind == EV_CARPET || kind == EV_STASHED ||
           kind == EV_PEEKED || kind == EV_REMOVED;
}

/* ---- answers ---- */

/* Only two answers change the ledger without an event: choosing an item to play, which leaves the
 * stash, and choosing one of several sets. Everything else shows in events. */
static void follow_answer(struct ledger *g, int seat, const char *action)
{
    const char *rest = text_after(action, "play ");
    if (rest) {
        int item = arcane_item_by_id(rest);
        stash_drop(g, seat, item);
        g->hand = item;
        g->special = NONE;
    }
    rest = text_after(action, "sell ");
    for (; rest && *rest; rest++)
        if (*rest != ' ')
            g->chosen |= 1u << (*rest - '1');
}

static const char *follow(void *ledger, int seat, const char *action, const struct events *log)
{
    struct ledger *g = ledger;
    follow_answer(g, seat, action);
    for (uint32_t i = 0; i < log->n && !g->wrong; i++) {
        const struct event *e = &log->at[i];
        expect(g, e->seen == EVENT_ALL_SEE || may_be_secret(e->kind),
               "ledger: an open event is not told to everyone (A14.3)");
        follow_house(g, e);
        follow_piles(g, e);
    }
    return g->wrong;
}

static void open_ledger(void *ledger, const void *state)
{
    struct ledger *g = ledger;
    const struct arcane_state *s = state;
    memset(g, 0, sizeof *g);
    g->players = s->players;
    g->everyone = (1 << s->players) - 1;
    g->market_slots = arcane_market_size(s);
    g->rows = arcane_house_rows(s);
    g->cols = arcane_house_columns(s);
    memcpy(g->count, arcane_counts(s), sizeof g->count);
}

const struct props_ledger props_arcane_ledger = {
    .bytes = sizeof(struct ledger),
    .open = open_ledger,
    .follow = follow,
    .compare = props_ledger_compare,
    .compare_view = props_ledger_compare_view,
};
