/* The numbers of Arcane Alley as a form, and what must go together in them. */
#include "games/arcane/numbers.h"

#include "engine/numbers_rows.h"

static uint16_t numbers_id(const void *state)
{
    return ((const struct arcane_state *)state)->cards.numbers;
}

static void numbers_play_by(void *state, uint16_t id)
{
    ((struct arcane_state *)state)->cards.numbers = id;
}

/* Every storehouse has lines of three, whatever the number of players: a file is for all tables
 * (A6.1). Without a line of three nothing could ever be sold. */
static int lines_missing(const struct arcane_numbers *n)
{
    for (int i = 0; i < MAX_SEATS - 1; i++)
        if (n->rows_for[i] != 3 && n->columns_for[i] != 3)
            return 1;
    return 0;
}

/* What depends on cards and other options as well is checked with them (json_options.c). Returns
 * NULL, or the reason, and *row is the number that it is about. `players` does not matter: see
 * above. */
static const char *numbers_clash(const uint16_t *values, int players, int *row)
{
    const struct arcane_numbers *n = (const struct arcane_numbers *)(const void *)values;
    (void)players;
    *row = NUMBERS_ROW_rows_for;
    if (lines_missing(n))
        return "rows or columns must be 3, for each number of players, so that there are lines";
    *row = NUMBERS_ROW_two_earliest;
    if (n->two_earliest > n->two_latest)
        return "must not be above two.latest, or nobody could trigger an inspection";
    return NULL;
}

/* What needs something that these numbers leave out. Returns the key of the number that is the
 * reason, or NULL. */
static const char *numbers_idle(const uint16_t *values, int row, int entry)
{
    const struct arcane_numbers *n = (const struct arcane_numbers *)(const void *)values;
    switch (row) {
    case NUMBERS_ROW_stash_most: return n->carpet_cards ? NULL : "carpet.cards";
    case NUMBERS_ROW_fine: return n->markers_most ? NULL : "infamy.markers";
    case NUMBERS_ROW_bribe_price: return n->bribe_most ? NULL : "bribe.most";
    case NUMBERS_ROW_market_prices: return entry < n->market_slots ? NULL : "market.slots";
    default: return NULL;
    }
}

const struct numbers_form arcane_numbers_form = {
    .rows = NUMBERS_ROWS,
    .values = NUMBERS_ALL,
    .row = numbers_row,
    .standard = numbers_standard,
    .clash = numbers_clash,
    .idle = numbers_idle,
    .id = numbers_id,
    .play_by = numbers_play_by,
};
