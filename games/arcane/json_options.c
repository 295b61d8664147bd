/* Reads and writes options and the cards object (A13). Every refusal names its path. */
#include <stdio.h>

#include "games/arcane/json.h"
#include "games/arcane/refusals.h"
#include "wire/numbers.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* ---- cards ---- */

/* One number of cards.def: of an item's effect or of a wizard's power. */
struct fx_row {
    /* The id of the wizard (NULL for an item), and the key in the JSON. */
    const char *owner, *key;
    /* The item plus 1, or 0 for a wizard; and the range of the number (A13). */
    int is_item, least, most;
};

/* Items are stored plus 1, because 0 stands for a wizard. */
static const struct fx_row *fx_row(int fx)
{
#define EFFECT(e, item, key, value, least, most) {NULL, key, item + 1, least, most},
#define POWER(e, wizard, id, key, value, least, most) {id, key, 0, least, most},
    static const struct fx_row rows[FX_COUNT] = {
#include "games/arcane/cards.def"
    };
#undef EFFECT
#undef POWER
    return &rows[fx];
}

/* Marks what a cards file named, so that it can be written again in the same form. */
enum arcane_given {
    GIVEN_ITEMS,
    GIVEN_WIZARDS,
    GIVEN_START,
    GIVEN_START_GOLD,
    GIVEN_START_INFAMY,
    /* Plus the wizard: it has an object. */
    GIVEN_WIZARD,
    /* Plus enum effect_value: that value is given. */
    GIVEN_FX = GIVEN_WIZARD + WIZARD_COUNT,
    /* Plus 5 * item plus one of the members below. */
    GIVEN_ITEM = GIVEN_FX + FX_COUNT,
    GIVEN_GOLD = 1,
    GIVEN_INFAMY = 2,
    GIVEN_COUNTS = 3,
    GIVEN_EFFECT = 4
};

_Static_assert(GIVEN_ITEM + 5 * ITEM_COUNT <= 8 * GIVEN_BYTES, "a bit for everything");

/* Part 0 means that the item has an object, even an empty one. */
static int item_bit(int item, int part)
{
    return GIVEN_ITEM + 5 * item + part;
}

/* Only notes that the file named it; the value itself is in its own member. */
static void give(struct arcane_state *s, int value)
{
    s->cards.given[value / 8] |= (uint8_t)(1u << value % 8);
}

static int is_given(const struct arcane_state *s, int value)
{
    return s->cards.given[value / 8] >> value % 8 & 1;
}

/* Unknown keys are refused (A13). Keys are cut in paths, because a file may have keys of any
 * length. */
static int read_effect(struct arcane_state *s, int item, const json_t *effect, const char *place,
                       struct refusal *why)
{
    const char *key;
    json_t *value;
    if (!json_is_object(effect))
        return because(why, ROW(cards_not_object), place);
    give(s, item_bit(item, GIVEN_EFFECT));
    json_object_foreach((json_t *)(uintptr_t)effect, key, value) {
        char path[160];
        int fx = 0, n;
        while (fx < FX_COUNT && (fx_row(fx)->is_item != item + 1 || strcmp(fx_row(fx)->key, key)))
            fx++;
        snprintf(path, sizeof path, "%s.%.40s", place, key);
        if (fx == FX_COUNT)
            return because(why, ROW(cards_item_has_none), path);
        if (read_int(value, path, fx_row(fx)->least, fx_row(fx)->most, &n, why) < 0)
            return -1;
        s->cards.fx[fx] = (uint8_t)n;
        give(s, GIVEN_FX + fx);
    }
    return 0;
}

/* Both columns are needed, so that the file fits any number of players (A2). */
static int read_counts(struct arcane_state *s, int item, const json_t *counts, const char *place,
                       struct refusal *why)
{
    if (!json_is_array(counts) || json_array_size(counts) != 2)
        return because(why, ROW(cards_two_numbers), place);
    for (size_t i = 0; i < 2; i++) {
        int n;
        if (read_int(json_array_get(counts, i), place, 0, 40, &n, why) < 0)
            return -1;
        s->cards.count[i][item] = (uint8_t)n;
    }
    give(s, item_bit(item, GIVEN_COUNTS));
    return 0;
}

/* The ranges are those of A13. A value is marked as given even if it equals the default. */
static int read_item_value(struct arcane_state *s, int item, const char *key, const json_t *value,
                           struct refusal *why)
{
    char place[96];
    int n;
    snprintf(place, sizeof place, "items.%s.%.30s", arcane_item(item)->id, key);
    if (strcmp(key, "counts") == 0)
        return read_counts(s, item, value, place, why);
    if (strcmp(key, "effect") == 0)
        return read_effect(s, item, value, place, why);
    if (strcmp(key, "gold") == 0) {
        if (read_int(value, place, 0, 100, &n, why) < 0)
            return -1;
        s->cards.gold[item] = (uint8_t)n;
        give(s, item_bit(item, GIVEN_GOLD));
        return 0;
    }
    if (strcmp(key, "infamy") == 0) {
        if (read_int(value, place, -25, 25, &n, why) < 0)
            return -1;
        s->cards.infamy[item] = (int8_t)n;
        give(s, item_bit(item, GIVEN_INFAMY));
        return 0;
    }
    return because(why, ROW(cards_unknown_key), place);
}

/* Refuses "items.ID" and the like; the path is the sentence's only value. -1. `row` must take one
 * text. Ids are cut, because a file may have any. */
static int refuse_part(const char *list, const char *id, const struct refusal_row *row,
                       struct refusal *why)
{
    char place[80];
    snprintf(place, sizeof place, "%s.%.60s", list, id);
    return because(why, row, row->sentence, place);
}

/* An object for each item, with any of its members. Values read before a wrong one stay changed: a
 * caller that gets -1 drops the state. */
static int read_items(struct arcane_state *s, const json_t *items, struct refusal *why)
{
    const char *id, *key;
    json_t *row, *value;
    if (!json_is_object(items))
        return because(why, ROW(cards_not_object), "items");
    give(s, GIVEN_ITEMS);
    json_object_foreach((json_t *)(uintptr_t)items, id, row) {
        int item = arcane_item_by_id(id);
        if (item < 0)
            return refuse_part("items", id, &refusal_cards_unknown_item, why);
        if (!json_is_object(row))
            return refuse_part("items", id, &refusal_cards_not_object, why);
        give(s, item_bit(item, 0));
        json_object_foreach(row, key, value) {
            if (read_item_value(s, item, key, value, why) < 0)
                return -1;
        }
    }
    return 0;
}

/* A wizard's numbers are members of its own object; those of an item are under "effect". */
static int read_power(struct arcane_state *s, const char *id, const char *key, const json_t *value,
                      struct refusal *why)
{
    char place[128];
    int fx = 0, n;
    snprintf(place, sizeof place, "wizards.%s.%.40s", id, key);
    while (fx < FX_COUNT &&
           (fx_row(fx)->is_item || strcmp(fx_row(fx)->owner, id) || strcmp(fx_row(fx)->key, key)))
        fx++;
    if (fx == FX_COUNT)
        return because(why, ROW(cards_unknown_number), place);
    if (read_int(value, place, fx_row(fx)->least, fx_row(fx)->most, &n, why) < 0)
        return -1;
    s->cards.fx[fx] = (uint8_t)n;
    give(s, GIVEN_FX + fx);
    return 0;
}

/* Only these three wizards have numbers (A11). The others are refused, like unknown ones. */
static int read_powers(struct arcane_state *s, const json_t *wizards, struct refusal *why)
{
    static const char *const names[] = {"corvus", "dafana", "byros", NULL};
    const char *id, *key;
    json_t *row, *value;
    if (!json_is_object(wizards))
        return because(why, ROW(cards_not_object), "wizards");
    give(s, GIVEN_WIZARDS);
    if (only_keys(wizards, "wizards", names, why) < 0)
        return -1;
    json_object_foreach((json_t *)(uintptr_t)wizards, id, row) {
        if (!json_is_object(row))
            return refuse_part("wizards", id, &refusal_cards_not_object, why);
        give(s, GIVEN_WIZARD + arcane_wizard_by_id(id));
        json_object_foreach(row, key, value) {
            if (read_power(s, id, key, value, why) < 0)
                return -1;
        }
    }
    return 0;
}

/* The ranges are those of A13; 25 infamy would be a lap (A3.2). */
static int read_start(struct arcane_state *s, const json_t *start, struct refusal *why)
{
    static const char *const names[] = {"gold", "infamy", NULL};
    const json_t *gold, *infamy;
    int n;
    if (!json_is_object(start))
        return because(why, ROW(cards_not_object), "start");
    give(s, GIVEN_START);
    if (only_keys(start, "start", names, why) < 0)
        return -1;
    if ((gold = json_object_get(start, "gold"))) {
        if (read_int(gold, "start.gold", 0, 1000, &n, why) < 0)
            return -1;
        s->cards.start_gold = (uint16_t)n;
        give(s, GIVEN_START_GOLD);
    }
    if ((infamy = json_object_get(start, "infamy"))) {
        if (read_int(infamy, "start.infamy", 0, 24, &n, why) < 0)
            return -1;
        s->cards.start_infamy = (uint8_t)n;
        give(s, GIVEN_START_INFAMY);
    }
    return 0;
}

/* An empty object counts as a cards file, and is written as one again. */
static int read_cards_parts(struct arcane_state *s, const json_t *cards, struct refusal *why)
{
    static const char *const names[] = {"items", "wizards", "start", NULL};
    const json_t *part;
    if (!json_is_object(cards))
        return because(why, ROW(cards_needed));
    if (only_keys(cards, "", names, why) < 0)
        return -1;
    s->cards.is_given = 1;
    if ((part = json_object_get(cards, "items")) && read_items(s, part, why) < 0)
        return -1;
    if ((part = json_object_get(cards, "wizards")) && read_powers(s, part, why) < 0)
        return -1;
    if ((part = json_object_get(cards, "start")) && read_start(s, part, why) < 0)
        return -1;
    return 0;
}

/* The rule of every refusal is A13, even if its row is shared with other readers. */
int arcane_read_cards(struct arcane_state *s, const json_t *cards, struct refusal *why)
{
    if (read_cards_parts(s, cards, why) == 0)
        return 0;
    why->rule = "A13";
    return -1;
}

/* ---- options ---- */

/* Also sets the Egg's infamy (A1), so it must be read before the cards. */
static int read_edition(struct arcane_state *s, const json_t *value, struct refusal *why)
{
    const char *name = json_string_value(value);
    if (name && strcmp(name, "three") == 0)
        arcane_set_edition(s, EDITION_THREE);
    else if (name && strcmp(name, "hundred") == 0)
        arcane_set_edition(s, EDITION_HUNDRED);
    else
        return because(why, ROW(edition_needed));
    return 0;
}

/* Edition three accepts a goal, but does not use it. */
static int read_goal(struct arcane_state *s, const json_t *value, struct refusal *why)
{
    json_int_t goal = json_is_integer(value) ? json_integer_value(value) : 0;
    if (goal != 100 && goal != 200 && goal != 300)
        return because(why, ROW(goal_needed));
    s->cards.goal = (uint16_t)goal;
    return 0;
}

/* null plays to the goal. Edition three always has three rounds (A1). */
static int read_rounds(struct arcane_state *s, const json_t *value, struct refusal *why)
{
    int rounds;
    if (json_is_null(value))
        return 0;
    if (read_int(value, "rounds", 1, MAX_ROUNDS, &rounds, why) < 0)
        return -1;
    if (s->cards.edition != EDITION_HUNDRED)
        return because(why, ROW(rounds_need_hundred));
    s->cards.rounds = (uint8_t)rounds;
    return 0;
}

/* One entry for each seat, null for no wizard. Edition hundred accepts a list of nulls (A1). */
static int read_wizard_list(struct arcane_state *s, const json_t *list, struct refusal *why)
{
    uint32_t seen = 0;
    if (json_array_size(list) != s->players)
        return because(why, ROW(wizards_for_each_seat), s->players);
    for (int seat = 0; seat < s->players; seat++) {
        const json_t *entry = json_array_get(list, (size_t)seat);
        const char *id = json_string_value(entry);
        int wizard = id ? arcane_wizard_by_id(id) : -1;
        if (json_is_null(entry))
            continue;
        if (wizard < 0)
            return because(why, ROW(wizard_needed), seat);
        if (seen >> wizard & 1)
            return because(why, ROW(wizard_twice), seat, id);
        seen |= 1u << wizard;
        s->player[seat].wizard = (uint8_t)wizard;
    }
    if (seen && s->cards.edition == EDITION_HUNDRED)
        return because(why, ROW(wizards_not_in_hundred));
    s->cards.wizards = WIZARDS_LIST;
    return 0;
}

/* "none" is the default. Edition hundred has no wizards (A1). */
static int read_wizards(struct arcane_state *s, const json_t *value, struct refusal *why)
{
    const char *name = json_string_value(value);
    if (json_is_array(value))
        return read_wizard_list(s, value, why);
    if (name && strcmp(name, "none") == 0)
        return 0;
    if (!name || strcmp(name, "random") != 0)
        return because(why, ROW(wizards_needed));
    if (s->cards.edition == EDITION_HUNDRED)
        return because(why, ROW(wizards_not_in_hundred));
    s->cards.wizards = WIZARDS_RANDOM;
    return 0;
}

/* Options that depend on no other. With `first` null, the first player is drawn by lot (A4). 0, or
 * -1 with the reason; the market's slots are stocked when the round is (A12.1). */
static int read_table_options(struct arcane_state *s, const json_t *options, struct refusal *why)
{
    const json_t *value;
    int n;
    if ((value = json_object_get(options, "market"))) {
        if (read_bool(value, "market", &n, why) < 0)
            return -1;
        s->market_on = (uint8_t)n;
    }
    if ((value = json_object_get(options, "first")) && !json_is_null(value)) {
        if (read_int(value, "first", 0, s->players - 1, &n, why) < 0)
            return -1;
        s->cards.first = (uint8_t)n;
    }
    if ((value = json_object_get(options, "turn_cap"))) {
        if (read_int(value, "turn_cap", 1, 1000, &n, why) < 0)
            return -1;
        s->cards.turn_cap = (uint16_t)n;
    }
    return 0;
}

/* Cards and numbers that are each in range may still not go together. `place` is what the path of
 * the cards begins with. 0, or -1 with the reason. Also called when the numbers come from another
 * place than the cards. */
int arcane_go_together(const struct arcane_state *s, const char *place, struct refusal *why)
{
    char path[32];
    snprintf(path, sizeof path, "%sstart.infamy", place);
    if (s->cards.start_infamy >= arcane_infamy_lap(s))
        return because(why, ROW(start_past_lap), path, arcane_infamy_lap(s));
    snprintf(path, sizeof path, "%sitems", place);
    if (!arcane_dealable(s))
        return because(why, ROW(cards_not_dealable), path, arcane_house_cells(s),
                       arcane_discard_dealt(s), arcane_market_slots(s));
    return 0;
}

/* The order matters: rounds, wizards and the Egg depend on the edition. Whether the cards can be
 * dealt depends on all options together, so it is checked last (A13). */
int arcane_read_options(void *state, const json_t *options, struct refusal *why)
{
    static const char *const names[] = {"edition", "goal",     "rounds", "wizards", "market",
                                        "first",   "turn_cap", "cards",  "numbers", NULL};
    struct arcane_state *s = state;
    const json_t *value;
    int given = options_given(options, names, why);
    if (given <= 0)
        return given;
    if ((value = json_object_get(options, "edition")) && read_edition(s, value, why) < 0)
        return -1;
    if ((value = json_object_get(options, "goal")) && read_goal(s, value, why) < 0)
        return -1;
    if ((value = json_object_get(options, "rounds")) && read_rounds(s, value, why) < 0)
        return -1;
    if ((value = json_object_get(options, "wizards")) && read_wizards(s, value, why) < 0)
        return -1;
    if (read_table_options(s, options, why) < 0)
        return -1;
    if (numbers_cards(options, &value, why) < 0 || (value && arcane_read_cards(s, value, why) < 0))
        return -1;
    if (numbers_read_option(&arcane_game, s, options, why) < 0)
        return -1;
    return arcane_go_together(s, "cards.", why);
}

/* ---- writing ---- */

/* Writes only the numbers that were given, because a default may depend on the edition (A1). */
static void write_effects(const struct arcane_state *s, int item, struct writer *w)
{
    write_key(w, "effect");
    write_begin(w, '{');
    for (int fx = 0; fx < FX_COUNT; fx++)
        if (fx_row(fx)->is_item == item + 1 && is_given(s, GIVEN_FX + fx))
            write_member_number(w, fx_row(fx)->key, s->cards.fx[fx]);
    write_end(w, '}');
}

/* Members are in the order of A13. */
static void write_item(const struct arcane_state *s, int item, struct writer *w)
{
    write_key(w, arcane_item(item)->id);
    write_begin(w, '{');
    if (is_given(s, item_bit(item, GIVEN_GOLD)))
        write_member_number(w, "gold", s->cards.gold[item]);
    if (is_given(s, item_bit(item, GIVEN_INFAMY)))
        write_member_number(w, "infamy", s->cards.infamy[item]);
    if (is_given(s, item_bit(item, GIVEN_COUNTS))) {
        write_key(w, "counts");
        write_begin(w, '[');
        write_number(w, s->cards.count[0][item]);
        write_number(w, s->cards.count[1][item]);
        write_end(w, ']');
    }
    if (is_given(s, item_bit(item, GIVEN_EFFECT)))
        write_effects(s, item, w);
    write_end(w, '}');
}

/* In the order of items.def, whatever order the file had. */
static void write_items(const struct arcane_state *s, struct writer *w)
{
    write_key(w, "items");
    write_begin(w, '{');
    for (int item = 0; item < ITEM_COUNT; item++)
        if (is_given(s, item_bit(item, 0)))
            write_item(s, item, w);
    write_end(w, '}');
}

/* Only the three wizards that have numbers can be given (read_powers). */
static void write_power(const struct arcane_state *s, int wizard, struct writer *w)
{
    write_key(w, arcane_wizard_id(wizard));
    write_begin(w, '{');
    for (int fx = 0; fx < FX_COUNT; fx++)
        if (!fx_row(fx)->is_item && is_given(s, GIVEN_FX + fx) &&
            strcmp(fx_row(fx)->owner, arcane_wizard_id(wizard)) == 0)
            write_member_number(w, fx_row(fx)->key, s->cards.fx[fx]);
    write_end(w, '}');
}

/* Objects of wizards may be empty, as they were given. */
static void write_powers(const struct arcane_state *s, struct writer *w)
{
    write_key(w, "wizards");
    write_begin(w, '{');
    for (int wizard = 0; wizard < WIZARD_COUNT; wizard++)
        if (is_given(s, GIVEN_WIZARD + wizard))
            write_power(s, wizard, w);
    write_end(w, '}');
}

/* Either of its members may be missing in the file (A13). */
static void write_start(const struct arcane_state *s, struct writer *w)
{
    write_key(w, "start");
    write_begin(w, '{');
    if (is_given(s, GIVEN_START_GOLD))
        write_member_number(w, "gold", s->cards.start_gold);
    if (is_given(s, GIVEN_START_INFAMY))
        write_member_number(w, "infamy", s->cards.start_infamy);
    write_end(w, '}');
}

/* Writes exactly the parts that the cards file named, so that reading them again gives the same
 * table. */
static void write_cards(const struct arcane_state *s, struct writer *w)
{
    if (!s->cards.is_given) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    if (is_given(s, GIVEN_ITEMS))
        write_items(s, w);
    if (is_given(s, GIVEN_WIZARDS))
        write_powers(s, w);
    if (is_given(s, GIVEN_START))
        write_start(s, w);
    write_end(w, '}');
}

/* A list is written from the seats. "random" stays "random"; the players' own members tell who got
 * which wizard. */
static void write_wizards(const struct arcane_state *s, struct writer *w)
{
    if (s->cards.wizards != WIZARDS_LIST) {
        write_string(w, s->cards.wizards == WIZARDS_RANDOM ? "random" : "none");
        return;
    }
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++) {
        if (s->player[seat].wizard == NONE)
            write_null(w);
        else
            write_string(w, arcane_wizard_id(s->player[seat].wizard));
    }
    write_end(w, ']');
}

/* Writes all options, including defaults. Reading them gives the same options. */
void arcane_write_options(const void *state, struct writer *w)
{
    const struct arcane_state *s = state;
    write_begin(w, '{');
    write_member_string(w, "edition", s->cards.edition == EDITION_HUNDRED ? "hundred" : "three");
    write_member_number(w, "goal", s->cards.goal);
    write_key(w, "rounds");
    if (s->cards.rounds)
        write_number(w, s->cards.rounds);
    else
        write_null(w);
    write_key(w, "wizards");
    write_wizards(s, w);
    write_member_bool(w, "market", s->market_on);
    write_key(w, "first");
    if (s->cards.first == NONE)
        write_null(w);
    else
        write_number(w, s->cards.first);
    write_member_number(w, "turn_cap", s->cards.turn_cap);
    write_key(w, "cards");
    write_cards(s, w);
    numbers_write_option(&arcane_game, s, w);
    write_end(w, '}');
}
