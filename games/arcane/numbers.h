/* The numbers of Arcane Alley's rules that are in force: an accessor for each row of numbers.def,
 * and what is made of several.
 *
 * The rules, bots, odds and clients ask here; none of them has such a number of its own. The
 * numbers of cards, wizards and the start are in struct arcane_cards (A13). */
#ifndef CHARLATAN_GAMES_ARCANE_NUMBERS_H
#define CHARLATAN_GAMES_ARCANE_NUMBERS_H

#include "games/arcane/arcane.h"

/* Another game has a header like this one, and a file may include both. */
#undef NUMBERS_DEF
#undef NUMBERS_STRUCT
#undef NUMBERS_NAME
#undef NUMBERS_STANDARD
#define NUMBERS_DEF "games/arcane/numbers.def"
#define NUMBERS_STRUCT arcane_numbers
#define NUMBERS_NAME(name) AN_##name
#define NUMBERS_STANDARD arcane_standard_numbers
#include "engine/numbers_def.h"

extern const struct numbers_form arcane_numbers_form;

/* Only for states with an id. */
static inline const struct arcane_numbers *arcane_changed_numbers(const struct arcane_state *s)
{
    return (const struct arcane_numbers *)(const void *)numbers_at(s->cards.numbers);
}

/* For games by the standard numbers an accessor is a constant behind one branch that is always
 * predicted. Entries of a list are counted from 0. */
#define CHANGED(s) __builtin_expect((s)->cards.numbers != 0, 0)
#define NUMBER(name, key, standard, least, most, rule, text)                                       \
    static inline int arcane_##name(const struct arcane_state *s)                                  \
    {                                                                                              \
        return CHANGED(s) ? arcane_changed_numbers(s)->name : AN_##name;                           \
    }
#define NUMBERS(name, count, from, key, least, most, rule, text, ...)                              \
    static inline int arcane_##name(const struct arcane_state *s, int i)                           \
    {                                                                                              \
        return CHANGED(s) ? arcane_changed_numbers(s)->name[i]                                     \
                          : arcane_standard_numbers()->name[i];                                    \
    }
#include "games/arcane/numbers.def"
#undef NUMBER
#undef NUMBERS
#undef CHANGED

/* The shape of a full storehouse (A4.2). */
static inline int arcane_house_rows(const struct arcane_state *s)
{
    return arcane_rows_for(s, s->players - 2);
}

static inline int arcane_house_columns(const struct arcane_state *s)
{
    return arcane_columns_for(s, s->players - 2);
}

static inline int arcane_house_cells(const struct arcane_state *s)
{
    return arcane_house_rows(s) * arcane_house_columns(s);
}

/* The price of a Market slot, counted from 0 (A12.2). */
static inline int arcane_market_price(const struct arcane_state *s, int slot)
{
    return arcane_market_prices(s, slot);
}

/* The slots of the Market, 0 if it is not played with (A12.1). */
static inline int arcane_market_size(const struct arcane_state *s)
{
    return s->market_on ? arcane_market_slots(s) : 0;
}

/* The cards of each item: five and six players use the second column (A2). */
static inline const uint8_t *arcane_counts(const struct arcane_state *s)
{
    return s->cards.count[s->players >= arcane_many_players(s)];
}

/* What a revealed Sword leaves of a gain (A1.sword). */
static inline int arcane_after_sword(const struct arcane_state *s, int gold)
{
    int hundred = s->cards.edition == EDITION_HUNDRED;
    return gold * (hundred ? arcane_sword_hundred(s) : arcane_sword_three(s)) / 100;
}

/* 1 if the Mirror counts the corners around it, too (A1.mirror). */
static inline int arcane_mirror_corners(const struct arcane_state *s)
{
    int hundred = s->cards.edition == EDITION_HUNDRED;
    return hundred ? arcane_mirror_hundred(s) : arcane_mirror_three(s);
}

/* The gold to which edition hundred is played (A1.goal). */
static inline int arcane_goal(const struct arcane_state *s)
{
    return s->cards.goal * arcane_goal_hundred(s) / 100;
}

#endif
