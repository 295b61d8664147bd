/* The observer of Arcane Alley: its rows, its actions, and the words for both. */
#include "engine/text.h"
#include "games/arcane/observe.h"

/* The columns `entries` and `values` of observe.def. */
enum {
    PLAIN,
    OF_ITEMS,
    OF_EFFECTS,
    AS_ITEM,
    AS_CELL,
    AS_QUESTION,
    AS_WIZARD,
    AS_PHASE,
    AS_SEAT,
    AS_SEATS
};

#define SEEN(x) arcane_##x
#define SEEN_DEF "games/arcane/observe.def"
#define SEEN_SEATS MAX_SEATS
#define SEEN_QUESTION(e) Q_##e
#include "engine/observe_rows_def.h"

/* ---- words ---- */

/* "cursed-mirror infamy": whose number it is, and its key in a cards file. */
static void add_effect(struct text *t, int fx)
{
#define EFFECT(e, item, key, value, least, most) {NULL, key, item},
#define POWER(e, wizard, id, key, value, least, most) {id, key, 0},
    static const struct {
        const char *wizard, *key;
        int item;
    } rows[FX_COUNT] = {
#include "games/arcane/cards.def"
    };
#undef EFFECT
#undef POWER
    text_add(t, rows[fx].wizard ? rows[fx].wizard : arcane_item(rows[fx].item)->id);
    text_char(t, ' ');
    text_add(t, rows[fx].key);
}

/* "" for rows that are no list. `k` is the entry of the list. */
static char *entry_text(const struct observe_row *row, int k, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    if (row->entries == OF_ITEMS)
        text_add(&t, arcane_item(k)->id);
    else if (row->entries == OF_EFFECTS)
        add_effect(&t, k);
    return buf;
}

/* Items begin after no slot, empty and unknown; a returned Boomerang comes last. */
static const char *cell_text(int value)
{
    static const char *const others[] = {"none", "empty", "unknown"};
    if (value < 3)
        return others[value];
    return value < 3 + ITEM_COUNT ? arcane_item(value - 3)->id : "returned";
}

static const char *phase_text(int phase)
{
    static const char *const names[] = {"stock", "sell", "inspection", "bribe", "over"};
    return names[phase];
}

/* For an answer, or for a value less 1. */
static const char *seat_text(int after)
{
    static const char *const names[] = {"self", "next 1", "next 2", "next 3", "next 4", "next 5"};
    return names[after];
}

/* "" for a value that needs no name. Value 0 is "none" and has no text, but for cells and phases,
 * whose 0 means something. */
static const char *value_text(const struct observe_row *row, int value)
{
    if (value == 0 && row->values != AS_CELL && row->values != AS_PHASE)
        return "";
    switch (row->values) {
    case AS_ITEM: return arcane_item(value - 1)->id;
    case AS_CELL: return cell_text(value);
    case AS_QUESTION: return arcane_question_kind(value);
    case AS_WIZARD: return arcane_wizard_id(value - 1);
    case AS_PHASE: return phase_text(value);
    case AS_SEAT: return seat_text(value - 1);
    default: return "";
    }
}

/* The protocol's words, but seats are counted from the asked one, and lines of a storehouse have
 * numbers, because their slots depend on its shape. A state for two players is enough, because no
 * other question's words depend on the table. */
static char *answer_text(int question, int answer, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    struct arcane_state s;
    if (question == Q_TARGET) {
        text_add(&t, "target ");
        text_add(&t, seat_text(answer));
        return buf;
    }
    if (question == Q_SELL) {
        text_add(&t, "sell line ");
        text_number(&t, answer + 1);
        return buf;
    }
    arcane_init(&s, 2);
    s.question = (uint8_t)question;
    return arcane_action_name(&s, 0, answer, buf);
}

/* ---- the table ---- */

/* `out` has room for all cells of the rows and needs no alignment. */
static void dense(const void *state, int seat, uint8_t *out)
{
    arcane_observe((const struct arcane_state *)state, seat, (struct arcane_seen *)out);
}

const struct observer arcane_observer = {
    SEEN_MEMBERS,
    .dense = dense,
    .entry_text = entry_text,
    .value_text = value_text,
    .answer_text = answer_text,
};
