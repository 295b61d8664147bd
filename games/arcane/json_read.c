/* Reads a state (`setup`) or a view from JSON. The input is hostile: every value has a range, cards
 * must add up, and a question must fit its position. So whatever is accepted can be played to the
 * end; a view only after its hidden cards have been guessed. */
#include <stdio.h>

#include "games/arcane/json.h"
#include "games/arcane/refusals.h"
#include "wire/game.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/versions.h"

/* ---- small values ---- */

/* `place` is the path in the JSON, for the refusal. */
static int read_item(const json_t *value, const char *place, int *item, struct refusal *why)
{
    const char *id = json_string_value(value);
    *item = id ? arcane_item_by_id(id) : -1;
    return *item < 0 ? because(why, ROW(item_needed), place) : 0;
}

/* 0, or -1 with the reason; *to stays unchanged then. */
static int read_item_byte(const json_t *value, const char *place, uint8_t *to, struct refusal *why)
{
    int item;
    if (read_item(value, place, &item, why) < 0)
        return -1;
    *to = (uint8_t)item;
    return 0;
}

/* Reads a byte within bounds; a missing value leaves it unchanged. */
static int read_byte(const json_t *object, const char *key, int least, int most, uint8_t *to,
                     struct refusal *why)
{
    const json_t *value = json_object_get(object, key);
    int n;
    if (!value)
        return 0;
    if (read_int(value, key, least, most, &n, why) < 0)
        return -1;
    *to = (uint8_t)n;
    return 0;
}

/* A missing value and null both mean no seat. */
static int read_seat_or_null(const struct arcane_state *s, const json_t *root, const char *key,
                             uint8_t *to, struct refusal *why)
{
    const json_t *value = json_object_get(root, key);
    *to = NONE;
    if (!value || json_is_null(value))
        return 0;
    return read_byte(root, key, 0, s->players - 1, to, why);
}

/* A list of seats as a set; a seat named twice counts once. */
static int read_seats(const struct arcane_state *s, const json_t *list, const char *place,
                      uint8_t *to, struct refusal *why)
{
    if (!json_is_array(list))
        return because(why, ROW(seats_needed), place);
    return read_seat_set(list, place, s->players, to, why);
}

/* Items that are left out have a count of 0. The sum is checked before it is stored in a byte. */
static int read_counts(const json_t *object, const char *place, uint8_t *counts, uint8_t *sum,
                       struct refusal *why)
{
    const char *id;
    json_t *value;
    int total = 0;
    if (!json_is_object(object))
        return because(why, ROW(item_counts_needed), place);
    json_object_foreach((json_t *)(uintptr_t)object, id, value) {
        int item = arcane_item_by_id(id), n;
        if (item < 0)
            return because(why, ROW(unknown_item), place, id);
        if (read_int(value, place, 0, PILE_MAX, &n, why) < 0)
            return -1;
        counts[item] = (uint8_t)n;
        total += n;
    }
    if (total > PILE_MAX)
        return because(why, ROW(too_many_cards), place);
    if (sum)
        *sum = (uint8_t)total;
    return 0;
}

/* ---- cards ---- */

/* Reads a card out of sight: {"item":ID or null,"known":[…]}. Without `known` it is known to
 * `known_by`. */
static int read_card(const struct arcane_state *s, const json_t *card, const char *place,
                     uint8_t *item, uint8_t *known, uint32_t known_by, struct refusal *why)
{
    const json_t *id = json_object_get(card, "item"), *seats = json_object_get(card, "known");
    if (!json_is_object(card) || !id)
        return because(why, ROW(card_needed), place);
    *known = 0;
    *item = ITEM_UNDECIDED;
    if (json_is_null(id))
        return 0;
    *known = (uint8_t)known_by;
    if (read_item_byte(id, place, item, why) < 0)
        return -1;
    return seats ? read_seats(s, seats, place, known, why) : 0;
}

/* A revealed card is {"item":ID,"up":true}; a cell without a card is null. `known` is ignored for a
 * revealed card, because everybody knows it. */
static int read_cell(const struct arcane_state *s, const json_t *value, const char *place,
                     uint8_t *cell, uint8_t *known, struct refusal *why)
{
    int up;
    *cell = CELL_NONE;
    *known = 0;
    if (json_is_null(value))
        return 0;
    if (read_bool(json_object_get(value, "up"), place, &up, why) < 0 ||
        read_card(s, value, place, cell, known, 0, why) < 0)
        return -1;
    if (!up)
        return 0;
    if (*cell == ITEM_UNDECIDED)
        return because(why, ROW(revealed_without_item), place);
    *cell |= CELL_UP;
    *known = 0;
    return 0;
}

/* Only the number of cells is checked here; arcane_check checks the shape. Cells outside the shape
 * must be CELL_NONE. */
static int read_house(const struct arcane_state *s, struct arcane_player *p, const json_t *house,
                      struct refusal *why)
{
    const json_t *cells = json_object_get(house, "cells");
    int rows, cols;
    if (read_int(json_object_get(house, "rows"), "house.rows", 0, 3, &rows, why) < 0 ||
        read_int(json_object_get(house, "cols"), "house.cols", 0, 3, &cols, why) < 0)
        return -1;
    if (!json_is_array(cells) || json_array_size(cells) != (size_t)(rows * cols))
        return because(why, ROW(cells_needed), rows * cols);
    memset(p->cell, CELL_NONE, sizeof p->cell);
    for (int i = 0; i < rows * cols; i++)
        if (read_cell(s, json_array_get(cells, (size_t)i), "house.cells", &p->cell[i], &p->known[i],
                      why) < 0)
            return -1;
    p->rows = (uint8_t)rows;
    p->cols = (uint8_t)cols;
    return 0;
}

/* A view may have undecided cards, and one card more than the limit between draw and act (A5.1).
 * The order in the JSON does not matter, because stash_add sorts. */
static int read_stash(const struct arcane_state *s, int seat, struct arcane_player *p,
                      const json_t *stash, struct refusal *why)
{
    size_t n = json_array_size(stash), most = (size_t)(arcane_stash_most(s) + s->is_view);
    if (!json_is_array(stash) || n > most)
        return because(why, ROW(stash_needed), (int)most);
    for (size_t i = 0; i < n; i++) {
        uint8_t item, known;
        if (read_card(s, json_array_get(stash, i), "stash", &item, &known, 1u << seat, why) < 0)
            return -1;
        if (item == ITEM_UNDECIDED && !s->is_view)
            return because(why, ROW(stash_unseen));
        stash_add(p, item, known);
    }
    return 0;
}

/* If the options list the wizards, the players must agree with the list; otherwise only the players
 * name them. */
static int read_wizard(struct arcane_state *s, int seat, const json_t *value, struct refusal *why)
{
    const char *id = json_string_value(value);
    int wizard = id ? arcane_wizard_by_id(id) : NONE;
    if (value && !json_is_null(value) && (!id || wizard < 0))
        return because(why, ROW(unknown_wizard), seat);
    if (s->cards.wizards == WIZARDS_LIST && s->player[seat].wizard != wizard)
        return because(why, ROW(other_wizard), seat);
    s->player[seat].wizard = (uint8_t)wizard;
    return 0;
}

/* Gold and infamy are required; fine markers and wizard have defaults. */
static int read_player(struct arcane_state *s, int seat, const json_t *player, struct refusal *why)
{
    struct arcane_player *p = &s->player[seat];
    int gold, infamy;
    if (!json_is_object(player))
        return because(why, ROW(player_not_object), seat);
    if (read_wizard(s, seat, json_object_get(player, "wizard"), why) < 0 ||
        read_int(json_object_get(player, "gold"), "gold", 0, MAX_GOLD, &gold, why) < 0 ||
        read_int(json_object_get(player, "infamy"), "infamy", 0, arcane_infamy_lap(s) - 1, &infamy,
                 why) < 0 ||
        read_byte(player, "fines", 0, arcane_markers_most(s), &p->fines, why) < 0)
        return -1;
    p->gold = gold;
    p->infamy = (uint8_t)infamy;
    if (read_stash(s, seat, p, json_object_get(player, "stash"), why) < 0)
        return -1;
    return read_house(s, p, json_object_get(player, "house"), why);
}

/* ---- piles ---- */

/* The topmost card of `top` comes first; the cards lie in the same order at the end of the pile
 * (arcane.h). Every seat saw them put there, so every seat must know them (A14.2). */
static int read_deck(struct arcane_state *s, const json_t *deck, struct refusal *why)
{
    const json_t *top = json_object_get(deck, "top"), *own = json_object_get(deck, "own");
    int count;
    if (read_int(json_object_get(deck, "count"), "deck.count", 0, PILE_MAX, &count, why) < 0)
        return -1;
    s->deck_n = (uint8_t)count;
    if (json_array_size(top) > (size_t)count || (top && !json_is_array(top)))
        return because(why, ROW(deck_top_needed));
    s->top_n = (uint8_t)json_array_size(top);
    for (int i = 0; i < s->top_n; i++) {
        uint8_t known = 0, *place = &s->pile[PILE_MAX - s->top_n + i];
        if (read_card(s, json_array_get(top, (size_t)i), "deck.top", place, &known, all_seats(s),
                      why) < 0)
            return -1;
        if (*place == ITEM_UNDECIDED || known != all_seats(s))
            return because(why, ROW(deck_top_unknown));
    }
    if (!own || json_is_null(own))
        return 0;
    s->has_own = 1;
    return read_counts(own, "deck.own", s->own, &s->own_n, why);
}

/* The topmost card is first in the JSON and last in the pile. */
static int read_discard(struct arcane_state *s, const json_t *discard, struct refusal *why)
{
    size_t n = json_array_size(discard);
    if (!json_is_array(discard) || n + s->top_n > PILE_MAX)
        return because(why, ROW(discard_needed));
    s->discard_n = (uint8_t)n;
    for (size_t i = 0; i < n; i++)
        if (read_item_byte(json_array_get(discard, i), "discard", &s->pile[n - 1 - i], why) < 0)
            return -1;
    return 0;
}

/* Without the Market it must be null. An empty slot is null as well (A12.3). */
static int read_market(struct arcane_state *s, const json_t *market, struct refusal *why)
{
    if (!s->market_on)
        return !market || json_is_null(market) ? 0 : because(why, ROW(market_not_null));
    if (json_array_size(market) != (size_t)arcane_market_slots(s))
        return because(why, ROW(market_needed));
    for (size_t i = 0; i < json_array_size(market); i++) {
        const json_t *slot = json_array_get(market, i);
        if (!json_is_null(slot) && read_item_byte(slot, "market", &s->market[i], why) < 0)
            return -1;
    }
    return 0;
}

/* Both members may be missing. `aside_unseen` is Glynna's card (A11). */
static int read_aside(struct arcane_state *s, const json_t *root, struct refusal *why)
{
    const json_t *aside = json_object_get(root, "aside");
    const json_t *unseen = json_object_get(root, "aside_unseen");
    if (aside && read_counts(aside, "aside", s->aside, NULL, why) < 0)
        return -1;
    if (json_array_size(unseen) > 1 || (unseen && !json_is_array(unseen)))
        return because(why, ROW(aside_unseen_needed));
    if (json_array_size(unseen) == 0)
        return 0;
    s->unseen_n = 1;
    return read_card(s, json_array_get(unseen, 0), "aside_unseen", &s->unseen, &s->unseen_known, 0,
                     why);
}

/* The deck comes before the discard: both share the pile, and read_discard needs top_n. */
static int read_piles(struct arcane_state *s, const json_t *root, struct refusal *why)
{
    if (read_counts(json_object_get(root, "pool"), "pool", s->pool, &s->pool_n, why) < 0 ||
        read_deck(s, json_object_get(root, "deck"), why) < 0 ||
        read_discard(s, json_object_get(root, "discard"), why) < 0 ||
        read_market(s, json_object_get(root, "market"), why) < 0)
        return -1;
    return read_aside(s, root, why);
}

/* ---- round ---- */

/* The names are in the order of enum arcane_phase. */
static int read_phase(struct arcane_state *s, const json_t *root, struct refusal *why)
{
    static const char *const names[] = {"stock", "sell", "inspection", "bribe", "over"};
    const char *name = json_string_value(json_object_get(root, "phase"));
    int phase = 0;
    while (name && phase < 5 && strcmp(names[phase], name) != 0)
        phase++;
    if (!name || phase == 5)
        return because(why, ROW(phase_needed));
    s->phase = (uint8_t)phase;
    return 0;
}

/* A missing tracker is at its start: 1 for two players, none for more (A10.1). */
static int read_tracker(struct arcane_state *s, const json_t *root, struct refusal *why)
{
    const json_t *tracker = json_object_get(root, "tracker");
    s->tracker = s->players == 2;
    if (!tracker || json_is_null(tracker))
        return 0;
    if (s->players != 2)
        return because(why, ROW(tracker_not_null));
    return read_byte(root, "tracker", 1, arcane_two_latest(s) + 1, &s->tracker, why);
}

/* `turn` must be null if the game is over, and only then. */
static int read_round(struct arcane_state *s, const json_t *root, struct refusal *why)
{
    int turns = 0;
    const json_t *value = json_object_get(root, "turns");
    s->round = 1;
    if (read_phase(s, root, why) < 0 ||
        read_byte(root, "round", 1, MAX_ROUNDS, &s->round, why) < 0 ||
        read_byte(root, "first", 0, s->players - 1, &s->first, why) < 0 ||
        read_seat_or_null(s, root, "turn", &s->turn, why) < 0 ||
        read_seat_or_null(s, root, "triggered_by", &s->triggered, why) < 0 ||
        read_tracker(s, root, why) < 0)
        return -1;
    if (value && read_int(value, "turns", 0, s->cards.turn_cap, &turns, why) < 0)
        return -1;
    s->turns = (uint16_t)turns;
    if ((s->phase == PHASE_OVER) != (s->turn == NONE))
        return because(why, ROW(turn_needed));
    value = json_object_get(root, "winners");
    if (!value || json_is_null(value))
        return 0;
    return read_seats(s, value, "winners", &s->winners, why);
}

/* ---- pending: one question, and what a half-done turn needs ---- */

/* Slots count from 1 in the JSON and from 0 in the state. */
static int read_slot(const json_t *entry, const char *key, uint8_t *slot, struct refusal *why)
{
    uint8_t number = 0;
    if (read_byte(entry, key, 1, CELLS, &number, why) < 0)
        return -1;
    if (number)
        *slot = (uint8_t)(number - 1);
    return 0;
}

/* A missing item keeps its default. */
static int read_item_member(const json_t *entry, const char *key, uint8_t *to, struct refusal *why)
{
    const json_t *value = json_object_get(entry, key);
    return value ? read_item_byte(value, key, to, why) : 0;
}

/* The Lamp's items in the order in which they were revealed (A2). */
static int read_offer(struct arcane_turn *at, const json_t *offer, struct refusal *why)
{
    size_t n = json_array_size(offer);
    if (offer && (!json_is_array(offer) || n > OFFER_MAX))
        return because(why, ROW(offer_needed));
    at->offer_n = (uint8_t)n;
    for (size_t i = 0; i < n; i++)
        if (read_item_byte(json_array_get(offer, i), "pending.offer", &at->offer[i], why) < 0)
            return -1;
    return 0;
}

/* A cell; a Boomerang has an extra mark if it had returned this turn (A7.5). The mark is ignored
 * for anything but a revealed Boomerang. */
static int read_replaced(struct arcane_state *s, const json_t *entry, struct refusal *why)
{
    const json_t *replaced = json_object_get(entry, "replaced");
    if (!replaced)
        return 0;
    if (read_cell(s, replaced, "pending.replaced", &s->at.replaced, &s->at.replaced_known, why) < 0)
        return -1;
    if (json_is_true(json_object_get(entry, "replaced_returned")) &&
        s->at.replaced == (CELL_UP | MAGIC_BOOMERANG))
        s->at.replaced |= CELL_RETURNED;
    return 0;
}

/* Only a revealed Boomerang of the player whose turn it is can have returned (A7.5). */
static int read_returned(struct arcane_state *s, const json_t *list, struct refusal *why)
{
    struct arcane_player *p = &s->player[s->turn];
    for (size_t i = 0; i < json_array_size(list); i++) {
        int slot;
        if (read_int(json_array_get(list, i), "pending.returned", 1, CELLS, &slot, why) < 0)
            return -1;
        if (p->cell[slot - 1] != (CELL_UP | MAGIC_BOOMERANG))
            return because(why, ROW(returned_no_boomerang));
        p->cell[slot - 1] |= CELL_RETURNED;
    }
    return 0;
}

/* Reads all members that are there. json_fit.c then refuses those that the question does not
 * have. */
static int read_half_turn(struct arcane_state *s, const json_t *entry, struct refusal *why)
{
    struct arcane_turn *at = &s->at;
    const json_t *dolled = json_object_get(entry, "dolled");
    at->returning = json_is_true(json_object_get(entry, "returning"));
    if (read_item_member(entry, "item", &at->played, why) < 0 ||
        read_item_member(entry, "cause", &at->cause, why) < 0 ||
        read_item_member(entry, "sold", &at->sold, why) < 0 ||
        read_slot(entry, "slot", &at->slot, why) < 0 ||
        read_slot(entry, "own", &at->own, why) < 0 ||
        read_byte(entry, "line", 6, 7, &at->line, why) < 0 ||
        read_byte(entry, "dolls", 0, 3, &at->dolls, why) < 0 ||
        read_byte(entry, "target", 0, s->players - 1, &at->target, why) < 0)
        return -1;
    if (dolled && read_seats(s, dolled, "pending.dolled", &at->dolled, why) < 0)
        return -1;
    if (read_replaced(s, entry, why) < 0 ||
        read_returned(s, json_object_get(entry, "returned"), why) < 0)
        return -1;
    return read_offer(at, json_object_get(entry, "offer"), why);
}

/* Question 0 is Q_NONE, which cannot be asked. Sets question and asked; whether that question can
 * be asked here is checked by json_fit.c. */
static int read_kind(struct arcane_state *s, const json_t *entry, struct refusal *why)
{
    const char *kind = json_string_value(json_object_get(entry, "kind"));
    int question = 1, seat;
    while (kind && question < Q_COUNT && strcmp(arcane_question_kind(question), kind) != 0)
        question++;
    if (!kind || question == Q_COUNT)
        return because(why, ROW(unknown_question));
    if (read_int(json_object_get(entry, "seat"), "pending.seat", 0, s->players - 1, &seat, why) < 0)
        return -1;
    s->question = (uint8_t)question;
    s->asked = (uint8_t)seat;
    return 0;
}

/* These questions are asked when no turn is unfinished. */
static int asks_simply(int question)
{
    return question == Q_REVEAL || question == Q_DRAW || question == Q_ACT || question == Q_BRIBE;
}

/* Simple questions need only kind and seat, so that a state is easy to write by hand. */
static int read_pending(struct arcane_state *s, const json_t *pending, struct refusal *why)
{
    size_t n = json_array_size(pending);
    if (!json_is_array(pending) || n != (s->phase != PHASE_OVER))
        return because(why, ROW(pending_needed));
    if (n == 0)
        return 0;
    if (read_kind(s, json_array_get(pending, 0), why) < 0)
        return -1;
    if (asks_simply(s->question))
        return 0;
    return read_half_turn(s, json_array_get(pending, 0), why);
}

/* ---- the whole ---- */

/* 0, or -1 with the reason. The list has been counted by begin_reading. */
static int read_players(struct arcane_state *s, const json_t *players, struct refusal *why)
{
    for (int seat = 0; seat < s->players; seat++)
        if (read_player(s, seat, json_array_get(players, (size_t)seat), why) < 0)
            return -1;
    return 0;
}

/* Options come first, because the ranges of other values depend on them. `is_view` of `s` tells
 * which of the two is read. arcane_check_position needs the sums and ranges that arcane_check has
 * checked. */
static int read_position(struct arcane_state *s, const json_t *root, struct refusal *why)
{
    const json_t *players = json_object_get(root, "players");
    if (arcane_read_options(s, json_object_get(root, "options"), why) < 0 ||
        read_round(s, root, why) < 0 || read_piles(s, root, why) < 0 ||
        read_players(s, players, why) < 0 ||
        read_pending(s, json_object_get(root, "pending"), why) < 0)
        return -1;
    const char *wrong = arcane_check(s);
    if (!wrong)
        wrong = arcane_check_position(s);
    return wrong ? because(why, ROW(state_impossible), wrong) : 0;
}

/* The length of the list is the number of players. All else is read into a fresh state. 0, or -1
 * with the reason. */
static int begin_reading(struct arcane_state *s, const json_t *root, struct refusal *why)
{
    const json_t *players = json_object_get(root, "players");
    size_t n = json_array_size(players);
    if (!json_is_array(players) || n < arcane_game.min_players || n > arcane_game.max_players)
        return because(why, ROW(arcane_players_needed));
    arcane_init(s, (int)n);
    return version_read(root, &s->cards.rules, why);
}

/* After -1 the state is of no use. */
int arcane_read_state(void *state, const json_t *root, struct refusal *why)
{
    return begin_reading(state, root, why) < 0 ? -1 : read_position(state, root, why);
}

/* ---- views ---- */

/* A full stash holds one card more until its owner has acted (A5.1). */
static int stash_fits(const struct arcane_state *s, int seat)
{
    int drawn = seat == s->asked && (s->question == Q_ACT || s->question == Q_KEEP);
    return s->player[seat].stash_n <= arcane_stash_most(s) + drawn;
}

/* Players know their own stash, and the Chalice shows another's (A14.2). */
static const char *check_stash(const struct arcane_state *s, int seat, int viewer)
{
    const struct arcane_player *p = &s->player[seat];
    int seen = seat == viewer || (viewer == s->turn && arcane_seen_stash(s) == seat);
    if (!stash_fits(s, seat))
        return "stash: there are too many items (A13)";
    for (int i = 0; i < p->stash_n; i++) {
        int hidden = p->stash[i] == ITEM_UNDECIDED;
        if (hidden && seen)
            return "stash: the view hides an item that its seat has seen (A14.2)";
        if (!hidden && !(p->stash_known[i] >> seat & 1))
            return "stash: a player does not know an item of their own stash (A14.2)";
    }
    return NULL;
}

/* The view must show exactly the cards that its seat may know. NULL, or the reason.
 * view_shows_secrets redacts a copy and compares. */
static const char *check_view(const struct arcane_state *s, int viewer)
{
    for (int seat = 0; seat < s->players; seat++) {
        const char *wrong = check_stash(s, seat, viewer);
        if (wrong)
            return wrong;
    }
    return view_shows_secrets(&arcane_game, s, viewer)
               ? "the view shows a card that its seat may not know (A14.4)"
               : NULL;
}

/* A spectator is below 0, so every table has one. */
int arcane_read_view(void *view, const json_t *root, int viewer, struct refusal *why)
{
    struct arcane_state *s = view;
    if (begin_reading(s, root, why) < 0)
        return -1;
    if (viewer >= s->players)
        return because(why, ROW(nobody_at_seat), viewer);
    s->is_view = 1;
    if (read_position(s, root, why) < 0)
        return -1;
    const char *wrong = check_view(s, viewer);
    return wrong ? because(why, ROW(state_impossible), wrong) : 0;
}
