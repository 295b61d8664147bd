/* The numbers of the Quacks as a form, and what must go together in them. */
#include "games/quacks/numbers.h"

#include "engine/numbers_rows.h"
#include "games/quacks/rules.h"

RARE const struct quacks_numbers *quacks_changed_numbers(const struct quacks_state *s)
{
    return (const struct quacks_numbers *)(const void *)numbers_at(s->numbers);
}

static uint16_t numbers_id(const void *state)
{
    return ((const struct quacks_state *)state)->numbers;
}

static void numbers_play_by(void *state, uint16_t id)
{
    ((struct quacks_state *)state)->numbers = id;
}

const struct numbers_form quacks_numbers_form = {
    .rows = NUMBERS_ROWS,
    .values = NUMBERS_ALL,
    .row = numbers_row,
    .standard = numbers_standard,
    .id = numbers_id,
    .play_by = numbers_play_by,
};
