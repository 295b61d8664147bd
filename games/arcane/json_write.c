/* Writes a state or a view as JSON, and the protocol's words for events and chance. */
#include "games/arcane/help.h"
#include "games/arcane/json.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/outcome.h"
#include "wire/versions.h"
#include "wire/word.h"

/* Written as they are: ids need no escapes. */
static const struct wire_word items[] = {
#define ITEM(e, id, name, brief, gold, infamy, few, many, when) WORD(id),
#include "games/arcane/items.def"
#undef ITEM
};

static void write_item(struct writer *w, int item)
{
    write_word(w, &items[item]);
}

/* null for a card that nobody has seen, and for an empty Market slot. */
static void write_item_or_null(struct writer *w, int item)
{
    if (item < ITEM_COUNT)
        write_item(w, item);
    else
        write_null(w);
}

static void write_seat_or_null(struct writer *w, int seat)
{
    if (seat == NONE)
        write_null(w);
    else
        write_number(w, seat);
}

/* Items with a count of 0 are left out; readers take them as 0. */
static void write_counts(struct writer *w, const uint8_t *counts)
{
    write_begin(w, '{');
    for (int i = 0; i < ITEM_COUNT; i++)
        if (counts[i]) {
            write_word_key(w, &items[i]);
            write_number(w, counts[i]);
        }
    write_end(w, '}');
}

/* Writes the members of a card out of sight; only decided cards have `known`. */
static void write_card_members(struct writer *w, int item, uint32_t known, int is_cell)
{
    write_key(w, "item");
    write_item_or_null(w, item);
    if (is_cell) {
        write_member_bool(w, "up", 0);
    }
    if (item < ITEM_COUNT) {
        write_key(w, "known");
        write_seat_set(w, known);
    }
}

/* A card in a stash, on the deck or set aside: face down, so it needs no "up". */
static void write_card(struct writer *w, int item, uint32_t known)
{
    write_begin(w, '{');
    write_card_members(w, item, known, 0);
    write_end(w, '}');
}

/* A revealed card has no "known", because everyone knows it. A cell without a card is null
 * (A6.6). */
static void write_cell(struct writer *w, uint8_t cell, uint32_t known)
{
    if (cell == CELL_NONE) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    if (cell & CELL_UP) {
        write_key(w, "item");
        write_item(w, cell_item(cell));
        write_member_bool(w, "up", 1);
    } else {
        write_card_members(w, cell_item(cell), known, 1);
    }
    write_end(w, '}');
}

/* The cells of the present shape only, row by row. */
static void write_house(const struct arcane_player *p, struct writer *w)
{
    write_begin(w, '{');
    write_member_number(w, "rows", p->rows);
    write_member_number(w, "cols", p->cols);
    write_key(w, "cells");
    write_begin(w, '[');
    for (int i = 0; i < house_size(p); i++)
        write_cell(w, p->cell[i], p->known[i]);
    write_end(w, ']');
    write_end(w, '}');
}

/* A view writes the same members; cards that its seat does not know have a null item. */
static void write_player(const struct arcane_player *p, struct writer *w)
{
    write_begin(w, '{');
    write_key(w, "wizard");
    if (p->wizard == NONE)
        write_null(w);
    else
        write_string(w, arcane_wizard_id(p->wizard));
    write_member_number(w, "gold", p->gold);
    write_member_number(w, "infamy", p->infamy);
    write_member_number(w, "fines", p->fines);
    write_key(w, "stash");
    write_begin(w, '[');
    for (int i = 0; i < p->stash_n; i++)
        write_card(w, p->stash[i], p->stash_known[i]);
    write_end(w, ']');
    write_key(w, "house");
    write_house(p, w);
    write_end(w, '}');
}

/* `top` are the cards that a Wand put on the deck, the topmost first; every seat knows them
 * (A14.2). `own` is null until the first reshuffle (A14.1), and always in a view (A14.4). The order
 * of the deck's unseen cards does not exist yet (A14), so only their number is written. */
static void write_deck(const struct arcane_state *s, struct writer *w)
{
    write_begin(w, '{');
    write_member_number(w, "count", s->deck_n);
    write_key(w, "top");
    write_begin(w, '[');
    for (int i = s->top_n; i > 0; i--)
        write_card(w, s->pile[PILE_MAX - i], all_seats(s));
    write_end(w, ']');
    write_key(w, "own");
    if (s->has_own)
        write_counts(w, s->own);
    else
        write_null(w);
    write_end(w, '}');
}

/* ---- pending ---- */

/* The slots of Boomerangs that have returned this turn (A7.5). Left out if there is none, as in
 * nearly every state. */
static void write_returned(const struct arcane_state *s, struct writer *w)
{
    const uint8_t *cell = s->turn == NONE ? NULL : s->player[s->turn].cell;
    int any = 0;
    for (int i = 0; cell && i < CELLS; i++)
        any |= cell[i] & CELL_RETURNED;
    if (!any)
        return;
    write_key(w, "returned");
    write_begin(w, '[');
    for (int i = 0; i < CELLS; i++)
        if (cell[i] & CELL_RETURNED)
            write_number(w, i + 1);
    write_end(w, ']');
}

/* Members with their default value are left out, so that a simple question has only kind and
 * seat. */
static void write_played(const struct arcane_turn *at, struct writer *w)
{
    if (at->played != NONE) {
        write_key(w, "item");
        write_item(w, at->played);
    }
    if (at->returning) {
        write_member_bool(w, "returning", 1);
    }
    if (at->slot != NONE)
        write_member_number(w, "slot", at->slot + 1);
    if (at->replaced != CELL_NONE) {
        write_key(w, "replaced");
        write_cell(w, at->replaced, at->replaced_known);
        if (at->replaced & CELL_RETURNED) {
            write_member_bool(w, "replaced_returned", 1);
        }
    }
}

/* Lines are numbered as in house.c; slots are counted from 1. */
static void write_effect(const struct arcane_turn *at, struct writer *w)
{
    if (at->cause != NONE) {
        write_key(w, "cause");
        write_item(w, at->cause);
    }
    if (at->line != NONE)
        write_member_number(w, "line", at->line);
    if (at->sold != NONE) {
        write_key(w, "sold");
        write_item(w, at->sold);
    }
    if (at->dolls)
        write_member_number(w, "dolls", at->dolls);
    if (at->dolled) {
        write_key(w, "dolled");
        write_seat_set(w, at->dolled);
    }
    if (at->target != NONE)
        write_member_number(w, "target", at->target);
    if (at->own != NONE)
        write_member_number(w, "own", at->own + 1);
    if (at->offer_n) {
        write_key(w, "offer");
        write_begin(w, '[');
        for (int i = 0; i < at->offer_n; i++)
            write_item(w, at->offer[i]);
        write_end(w, ']');
    }
}

/* A list, because other games ask several seats at once. Here it has one entry, or none when the
 * game is over. */
static void write_pending(const struct arcane_state *s, struct writer *w)
{
    write_begin(w, '[');
    if (s->question != Q_NONE) {
        write_begin(w, '{');
        write_member_string(w, "kind", arcane_question_kind(s->question));
        write_member_number(w, "seat", s->asked);
        write_played(&s->at, w);
        write_returned(s, w);
        write_effect(&s->at, w);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* ---- the whole ---- */

/* Parts of a state beside the seats (wire/game.h): the pool, the deck, and the cards that lie open
 * or aside. */
enum { PART_POOL = 1 << PARTS_BESIDE, PART_DECK = PART_POOL << 1, PART_LAID = PART_POOL << 2 };

/* The discard and the Market are public (A9.2, A12.1). The discard is written top first.
 * `aside_unseen` is Glynna's card: in the list because a reader must know that it is there
 * (A11). */
static void write_laid(const struct arcane_state *s, struct writer *w)
{
    write_key(w, "discard");
    write_begin(w, '[');
    for (int i = s->discard_n; i > 0; i--)
        write_item(w, s->pile[i - 1]);
    write_end(w, ']');
    write_key(w, "market");
    if (s->market_on) {
        write_begin(w, '[');
        for (int i = 0; i < arcane_market_slots(s); i++)
            write_item_or_null(w, s->market[i]);
        write_end(w, ']');
    } else {
        write_null(w);
    }
    write_key(w, "aside");
    write_counts(w, s->aside);
    write_key(w, "aside_unseen");
    write_begin(w, '[');
    if (s->unseen_n)
        write_card(w, s->unseen, s->unseen_known);
    write_end(w, ']');
}

/* `parts` says which of them are written; a whole state has all. */
static void write_piles(const struct arcane_state *s, uint32_t parts, struct writer *w)
{
    if (parts & PART_POOL) {
        write_key(w, "pool");
        write_counts(w, s->pool);
    }
    if (parts & PART_DECK) {
        write_key(w, "deck");
        write_deck(s, w);
    }
    if (parts & PART_LAID)
        write_laid(s, w);
}

/* By enum arcane_phase. */
static const char *phase_name(int phase)
{
    static const char *const names[] = {"stock", "sell", "inspection", "bribe", "over"};
    return names[phase];
}

/* The first members behind the options: what is asked, and of whom. */
static void write_round(const struct arcane_state *s, struct writer *w)
{
    write_member_number(w, "round", s->round);
    write_member_string(w, "phase", phase_name(s->phase));
    write_member_number(w, "first", s->first);
    write_key(w, "turn");
    write_seat_or_null(w, s->turn);
    write_key(w, "pending");
    write_pending(s, w);
}

/* What ends the round, and the winners. */
static void write_ends(const struct arcane_state *s, struct writer *w)
{
    write_key(w, "tracker");
    if (s->players == 2)
        write_number(w, s->tracker);
    else
        write_null(w);
    write_member_number(w, "turns", s->turns);
    write_key(w, "triggered_by");
    write_seat_or_null(w, s->triggered);
    write_key(w, "winners");
    if (s->winners)
        write_seat_set(w, s->winners);
    else
        write_null(w);
}

/* Seats that are not in `seats` are null, so that a seat keeps its place in the list. */
static void write_players(const struct arcane_state *s, uint32_t seats, struct writer *w)
{
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++)
        if (seats >> seat & 1)
            write_player(&s->player[seat], w);
        else
            write_null(w);
    write_end(w, ']');
}

/* What follows the options. */
static void write_rest(const struct arcane_state *s, uint32_t parts, struct writer *w)
{
    write_round(s, w);
    write_piles(s, parts, w);
    write_key(w, "players");
    write_players(s, parts, w);
    write_ends(s, w);
    write_end(w, '}');
}

/* The order of members is fixed, so that equal states are written as equal bytes. */
void arcane_write_state(const void *state, struct writer *w)
{
    const struct arcane_state *s = state;
    write_begin(w, '{');
    write_member_string(w, "game", "arcane");
    version_write(w, s->cards.rules);
    write_key(w, "options");
    arcane_write_options(s, w);
    write_rest(s, UINT32_MAX, w);
}

/* An object with some of a state's members; the client puts them into the state it has (wire.h). */
static void write_parts(const void *state, uint32_t parts, struct writer *w)
{
    write_begin(w, '{');
    write_rest(state, parts, w);
}

/* The decided cards on the deck lie in the same pile as the discard. A change in one half of the
 * pile therefore writes both, which is never wrong. Bytes are compared, so equal parts are never
 * written. */
static uint32_t piles_differ(const struct arcane_state *a, const struct arcane_state *b)
{
    int pools = memcmp(a->pool, b->pool, sizeof a->pool) != 0;
    int piles = memcmp(a->pile, b->pile, sizeof a->pile) != 0;
    int decks = piles || a->deck_n != b->deck_n || a->top_n != b->top_n ||
                a->has_own != b->has_own || memcmp(a->own, b->own, sizeof a->own) != 0;
    int laid = piles || a->discard_n != b->discard_n ||
               memcmp(a->market, b->market, sizeof a->market) != 0 ||
               memcmp(a->aside, b->aside, sizeof a->aside) != 0 || a->unseen_n != b->unseen_n ||
               a->unseen != b->unseen || a->unseen_known != b->unseen_known;
    return (pools ? PART_POOL : 0) | (decks ? PART_DECK : 0) | (laid ? PART_LAID : 0);
}

/* Both states are of one game, with the same number of players. */
static uint32_t differ(const void *before, const void *after)
{
    const struct arcane_state *a = before, *b = after;
    uint32_t parts = piles_differ(a, b);
    for (int seat = 0; seat < a->players; seat++)
        if (memcmp(&a->player[seat], &b->player[seat], sizeof a->player[seat]) != 0)
            parts |= 1u << seat;
    return parts;
}

/* ---- events and chance ---- */

/* A function, because event members need one that takes a number. */
static const char *item_id(int item)
{
    return arcane_item(item)->id;
}

/* The blanks in its sentences tell the reader which members an event must have. */
static struct event_words event_words(int kind)
{
    const struct const_row *row = const_row_at(arcane_events(), kind);
    return (struct event_words){row->text, row->secret};
}

/* Slots are counted from 1 on the wire. "item" and "n" are what most events are about, so the short
 * form may give either as the value of the type. */
static const struct event_member event_members[] = {
    {"other", FIELD_OTHER, 0, 0, EVERY_KIND, NULL, NULL},
    {"item", FIELD_ITEM, 0, 1, EVERY_KIND, item_id, arcane_item_by_id},
    {"seen", FIELD_SEEN, 0, 0, EVERY_KIND, NULL, NULL},
    {"slot", FIELD_A, 1, 0, EVERY_KIND, NULL, NULL},
    {"slot2", FIELD_B, 1, 0, EVERY_KIND, NULL, NULL},
    {"n", FIELD_N, 0, 1, EVERY_KIND, NULL, NULL},
    {.key = NULL},
};
static const struct event_form events = {&arcane_game, EV_COUNT, event_members, event_words};

/* A card is decided for the whole table, so no row names a seat. `wizards` lists one wizard a seat
 * (A11). */
static const struct outcome_row outcomes[] = {
    {"card", CHANCE_CARD, OUTCOME_ID, 0, item_id, arcane_item_by_id},
    {"first", CHANCE_FIRST, OUTCOME_SEAT, 0, NULL, NULL},
    {"wizards", CHANCE_WIZARDS, OUTCOME_IDS, 0, arcane_wizard_id, arcane_wizard_by_id},
    {.key = NULL},
};

/* Hashes the values themselves (A13), whether a cards file named them or not. Both columns of
 * counts are included, because the table may be used for another number of players. Numbers of two
 * bytes are written low byte first, so that all machines agree. */
static uint64_t cards_hash(const void *state)
{
    const struct arcane_cards *cards = &((const struct arcane_state *)state)->cards;
    uint8_t values[4 * ITEM_COUNT + FX_COUNT + 3];
    size_t n = 0;
    memcpy(values, cards->gold, ITEM_COUNT);
    memcpy(values + ITEM_COUNT, cards->infamy, ITEM_COUNT);
    memcpy(values + 2 * ITEM_COUNT, cards->count, 2 * ITEM_COUNT);
    n = 4 * ITEM_COUNT;
    memcpy(values + n, cards->fx, FX_COUNT);
    n += FX_COUNT;
    values[n++] = (uint8_t)cards->start_gold;
    values[n++] = (uint8_t)(cards->start_gold >> 8);
    values[n++] = cards->start_infamy;
    return hash_bytes(values, n);
}

const struct game_json arcane_json = {
    .game = &arcane_game,
    .read_options = arcane_read_options,
    .write_options = arcane_write_options,
    .read_state = arcane_read_state,
    .read_view = arcane_read_view,
    .write_state = arcane_write_state,
    .differ = differ,
    .write_parts = write_parts,
    .events = &events,
    .outcomes = outcomes,
    .cards_hash = cards_hash,
};
