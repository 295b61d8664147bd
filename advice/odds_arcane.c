/* The odds of Arcane Alley as an object: the next card, what completes a set, and what an
 * inspection would do (bots/odds/arcane_odds.h). */
#include "advice/advice.h"
#include "advice/assumed.h"
#include "advice/odds.h"
#include "advice/reason.h"
#include "bots/odds/arcane_odds.h"
#include "games/arcane/facts.h"
#include "wire/write.h"

static const struct arcane_state *state_of(const struct view *v)
{
    return (const struct arcane_state *)v->bytes;
}

/* An item that would complete a set: in which slots (from 1 on), and what it pays in each, in the
 * same order. */
static void write_completing(struct writer *w, const struct arcane_odds *o, int item)
{
    write_begin(w, '{');
    write_member_string(w, "item", arcane_item(item)->id);
    write_member_decimal(w, "next", o->next[item]);
    write_member_number(w, "gold", o->completes[item]);
    write_key(w, "slots");
    write_begin(w, '[');
    for (uint32_t slots = o->slots[item]; slots; slots &= slots - 1)
        write_number(w, bit_lowest(slots) + 1);
    write_end(w, ']');
    write_key(w, "slot_gold");
    write_begin(w, '[');
    for (uint32_t slots = o->slots[item]; slots; slots &= slots - 1)
        write_number(w, o->gold[item][bit_lowest(slots)]);
    write_end(w, ']');
    write_member_bool(w, "in_stash", (int)(o->stash_completes >> item & 1));
    write_end(w, '}');
}

/* Chances of the next card by item, those of 0 left out; then the items that complete something,
 * and where such an item lies open. */
static void write_cards(struct writer *w, const struct arcane_odds *o)
{
    write_key(w, "next");
    write_begin(w, '{');
    for (int item = 0; item < ITEM_COUNT; item++)
        if (o->next[item] > 0)
            write_member_decimal(w, arcane_item(item)->id, o->next[item]);
    write_end(w, '}');
    write_member_decimal(w, "next_completes", o->next_completes);
    write_member_decimal(w, "next_gold", o->next_gold);
    write_key(w, "completes");
    write_begin(w, '[');
    for (int item = 0; item < ITEM_COUNT; item++)
        if (o->completes[item] >= 0)
            write_completing(w, o, item);
    write_end(w, ']');
    write_member_bool(w, "discard_completes", o->discard_completes);
    write_key(w, "market_completes");
    write_begin(w, '[');
    for (int k = 0; k < 3; k++)
        if (o->market_completes[k])
            write_number(w, k + 1);
    write_end(w, ']');
}

/* What an inspection is expected to find at one seat. "marker" is the chance of at least one fine
 * marker (A3.2), "fine" what the fines cost on average. */
static void write_house(struct writer *w, const struct arcane_house_odds *h, int seat)
{
    write_begin(w, '{');
    write_member_number(w, "seat", seat);
    write_member_number(w, "hidden", h->hidden);
    write_member_number(w, "unknown", h->unknown);
    write_member_number(w, "shown_infamy", h->shown_infamy);
    write_member_decimal(w, "hidden_infamy", h->hidden_infamy);
    write_member_decimal(w, "total", h->total);
    write_member_decimal(w, "deviation", h->deviation);
    write_member_decimal(w, "marker", h->lap);
    write_member_decimal(w, "fine", h->fine);
    write_member_decimal(w, "not_above", h->not_above);
    write_member_decimal(w, "not_above_error", h->not_above_error);
    write_member_decimal(w, "sets", h->sets);
    write_member_decimal(w, "set_gold", h->set_gold);
    write_end(w, '}');
}

/* Wizards whose powers are left out, and the trigger (bots/odds/arcane_odds.h). */
uint32_t assumed_arcane(const struct view *v)
{
    const struct arcane_state *s = (const struct arcane_state *)v->bytes;
    /* How players sell is assumed in every position (A6.5). */
    uint32_t assumed = 1u << ASSUMED_SALES | assumed_if(s->triggered != NONE, ASSUMED_PENALTY);
    for (int seat = 0; seat < s->players; seat++) {
        const struct arcane_player *p = &s->player[seat];
        assumed |= assumed_if(p->wizard == GLYNNA && house_hidden(p), ASSUMED_GLYNNA);
        assumed |= assumed_if(p->wizard == DAFANA, ASSUMED_DAFANA);
        assumed |= assumed_if(p->wizard == NINX && house_filled(p), ASSUMED_NINX);
    }
    return assumed;
}

/* "exact" is false if positions were drawn at random; "sampled" says how many. */
static void write_object(struct writer *w, const struct view *v, const struct arcane_odds *o)
{
    write_begin(w, '{');
    write_member_string(w, "game", "arcane");
    write_member_number(w, "seat", o->seat);
    write_member_number(w, "round", state_of(v)->round);
    write_member_bool(w, "exact", !o->sampled);
    write_member_number(w, "sampled", o->sampled);
    write_member_number(w, "unseen", o->unseen);
    write_member_number(w, "deck", o->deck);
    if (o->deck_top != NONE)
        write_member_string(w, "deck_top", arcane_item(o->deck_top)->id);
    write_cards(w, o);
    write_key(w, "storehouses");
    write_begin(w, '[');
    for (int seat = 0; seat < state_of(v)->players; seat++)
        write_house(w, &o->player[seat], seat);
    write_end(w, ']');
    write_member_decimal(w, "least_at_least", o->least_at_least);
    write_member_decimal(w, "least_at_most", o->least_at_most);
    write_assumed(w, assumed_arcane(v));
    write_end(w, '}');
}

/* Always 0: every position has odds, also one that is over. */
static int odds_arcane_write(const struct view *v, struct writer *w, struct refusal *why)
{
    struct arcane_odds o;
    (void)why;
    arcane_odds(v, &o);
    write_object(w, v, &o);
    return 0;
}

/* Nothing is known of the first two cards, whichever they are (A4.3). */
static int odds_arcane_alike(const struct view *v)
{
    return state_of(v)->question == Q_REVEAL;
}

/* No `make`: a storehouse does not fit on a command line. */
const struct game_odds arcane_odds_row = {
    .game = &arcane_game,
    .write = odds_arcane_write,
    .reason = reason_arcane,
    .alike = odds_arcane_alike,
    .usual_iterations = 4000,
};
