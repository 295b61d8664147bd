/* The rows of items and wizards, and the defaults they give a game (A2, A11, A13). */
#include "engine/text.h"
#include "games/arcane/rules.h"

/* `item` must be one: neither ITEM_NONE nor ITEM_UNDECIDED has a row. */
const struct item_row *arcane_item(int item)
{
#define ITEM(e, id, name, brief, gold, infamy, few, many, when)                                    \
    {id, name, brief, gold, infamy, few, many, when},
    static const struct item_row rows[ITEM_COUNT] = {
#include "games/arcane/items.def"
    };
#undef ITEM
    return &rows[item];
}

/* What text needs of a wizard; the numbers of the powers are in cards.def. */
struct wizard_row {
    const char *id, *name;
};

static const struct wizard_row *wizard_row(int wizard)
{
#define WIZARD(e, id, name) {id, name},
    static const struct wizard_row rows[WIZARD_COUNT] = {
#include "games/arcane/wizards.def"
    };
#undef WIZARD
    return &rows[wizard];
}

const char *arcane_wizard_id(int wizard)
{
    return wizard_row(wizard)->id;
}

const char *arcane_wizard_name(int wizard)
{
    return wizard_row(wizard)->name;
}

/* A search is quick enough: ids are read at the edges, never in play. */
int arcane_item_by_id(const char *id)
{
    for (int i = 0; i < ITEM_COUNT; i++)
        if (text_same(arcane_item(i)->id, id))
            return i;
    return -1;
}

int arcane_wizard_by_id(const char *id)
{
    for (int i = 0; i < WIZARD_COUNT; i++)
        if (text_same(arcane_wizard_id(i), id))
            return i;
    return -1;
}

/* The defaults for edition three (A1, A2, A3.1, A11, A13). The caller has cleared the memory, so
 * start infamy is 0. The Egg's infamy of the row is edition three's (A1.egg). */
static void default_cards(struct arcane_cards *cards)
{
#define EFFECT(e, item, key, value, least, most) value,
#define POWER(e, wizard, id, key, value, least, most) value,
    static const uint8_t values[FX_COUNT] = {
#include "games/arcane/cards.def"
    };
#undef EFFECT
#undef POWER
    for (int i = 0; i < ITEM_COUNT; i++) {
        const struct item_row *row = arcane_item(i);
        cards->gold[i] = (uint8_t)row->gold;
        cards->infamy[i] = (int8_t)row->infamy;
        cards->count[0][i] = (uint8_t)row->few;
        cards->count[1][i] = (uint8_t)row->many;
    }
    memcpy(cards->fx, values, sizeof values);
    cards->start_gold = 25;
    cards->goal = 100;
    cards->first = NONE;
    cards->turn_cap = 100;
}

/* Overwrites the Egg's infamy, so a cards file must be read after it. */
void arcane_set_edition(struct arcane_state *s, int edition)
{
    s->cards.edition = (uint8_t)edition;
    /* An Egg costs less infamy in edition hundred (A1.egg). */
    s->cards.fx[FX_EGG_INFAMY] = edition == EDITION_HUNDRED ? 1 : 2;
}

/* The members not set here are 0. Unused seats have no wizard either. The state is not playable
 * before arcane_begin: round 0, no cards. */
void arcane_init(struct arcane_state *s, int players)
{
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    s->turn = s->asked = s->triggered = NONE;
    memset(s->market, ITEM_NONE, sizeof s->market);
    default_cards(&s->cards);
    arcane_at_rest(&s->at);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        s->player[seat].wizard = NONE;
}
