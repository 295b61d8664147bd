/* The rows of help.h, expanded from the .def files, and the rules that mention each card. */
#include "games/arcane/help.h"

#include "games/arcane/numbers.h"

/* ---- numbers in texts ---- */

/* The effect or power of this key (A13), or -1. The whole key is built and compared: texts are
 * filled rarely, and rows have no keys of their own. */
static int effect_of(const char *key)
{
#define EFFECT(e, item, key, standard, least, most) {item, NULL, key},
#define POWER(e, wizard, id, key, standard, least, most) {0, id, key},
    static const struct {
        int item;
        const char *wizard, *key;
    } rows[FX_COUNT] = {
#include "games/arcane/cards.def"
    };
#undef EFFECT
#undef POWER
    char buf[NUMBERS_KEY];
    for (int fx = 0; fx < FX_COUNT; fx++) {
        struct text t = text_in(buf, sizeof buf);
        text_add(&t, rows[fx].wizard ? "wizards." : "items.");
        text_add(&t, rows[fx].wizard ? rows[fx].wizard : arcane_item(rows[fx].item)->id);
        text_add(&t, rows[fx].wizard ? "." : ".effect.");
        text_add(&t, rows[fx].key);
        if (text_same(buf, key))
            return fx;
    }
    return -1;
}

/* The item of a key such as "items.dark-lotus.gold"; *rest is what follows its id. Or -1. */
static int item_of(const char *key, const char **rest)
{
    key = text_after(key, "items.");
    for (int item = 0; key && item < ITEM_COUNT; item++)
        if ((*rest = text_after(key, arcane_item(item)->id)) != NULL && **rest == '.')
            return item;
    return -1;
}

/* Numbers of a cards file. Returns 1 if there is such a number; only infamy may be below 0 (A2).
 * `key` has no "cards." before it. */
static int card_number(const struct arcane_cards *cards, const char *key, int *value)
{
    const char *rest = "";
    int fx = effect_of(key), item = item_of(key, &rest);
    int gold = item >= 0 && text_same(rest, ".gold"),
        infamy = item >= 0 && text_same(rest, ".infamy");
    *value = fx >= 0                          ? cards->fx[fx]
             : gold                           ? cards->gold[item]
             : infamy                         ? cards->infamy[item]
             : text_same(key, "start.gold")   ? cards->start_gold
             : text_same(key, "start.infamy") ? cards->start_infamy
                                              : -1;
    return infamy || *value >= 0;
}

/* The Egg's infamy in an edition (A1.egg). A cards file gives it for both. A value other than the
 * edition's own must have been given (A13); one that equals it cannot be told, and need not be. */
static int egg_infamy(const struct arcane_cards *cards, int edition)
{
    struct arcane_state standard;
    arcane_init(&standard, 2);
    arcane_set_edition(&standard, cards->edition);
    int now = cards->fx[FX_EGG_INFAMY], given = now != standard.cards.fx[FX_EGG_INFAMY];
    arcane_set_edition(&standard, edition);
    return given ? now : standard.cards.fx[FX_EGG_INFAMY];
}

/* The size of the deck for one column of counts (A2). */
static int cards_of(const uint8_t counts[ITEM_COUNT])
{
    int n = 0;
    for (int item = 0; item < ITEM_COUNT; item++)
        n += counts[item];
    return n;
}

/* Without a table, the shape for two players. Sizes of storehouses may depend on the number of
 * players by other numbers (A4.2). */
static int house_number(const struct fill *by, const char *key, int *value)
{
    const struct arcane_numbers *n = (const struct arcane_numbers *)(const void *)by->values;
    const struct arcane_state *s = (const struct arcane_state *)by->state;
    int at = s ? s->players - 2 : 0, rows = n->rows_for[at], cells = rows * n->columns_for[at];
    *value = text_same(key, "house.rows.here")      ? rows
             : text_same(key, "house.columns.here") ? n->columns_for[at]
             : text_same(key, "house.cells")        ? cells
             : text_same(key, "house.pairs")        ? cells * (cells - 1) / 2
                                                    : -1;
    return *value >= 0;
}

/* What is no row of numbers.def: the numbers of cards, what is made of several numbers, and the
 * edition: 3 or 100 at a table, 0 where both are explained. Returns 1 if the key is known, and sets
 * *value; 0 leaves the text to say that it is not. `standard` is only filled if it is needed. */
static int other_number(const struct fill *by, const char *key, int *value)
{
    struct arcane_state standard;
    const struct arcane_state *s = (const struct arcane_state *)by->state;
    if (text_same(key, "edition")) {
        *value = !s || !by->at_table ? 0 : s->cards.edition == EDITION_HUNDRED ? 100 : 3;
        return 1;
    }
    /* The option of edition hundred; 0: it is played to the goal. */
    if (text_same(key, "rounds")) {
        *value = s && by->at_table ? s->cards.rounds : 0;
        return 1;
    }
    if (!s) {
        arcane_init(&standard, 2);
        s = &standard;
    }
    if (card_number(&s->cards, key, value))
        return 1;
    *value = text_same(key, "counts.first")    ? cards_of(s->cards.count[0])
             : text_same(key, "counts.second") ? cards_of(s->cards.count[1])
             : text_same(key, "egg.three")     ? egg_infamy(&s->cards, EDITION_THREE)
             : text_same(key, "egg.hundred")   ? egg_infamy(&s->cards, EDITION_HUNDRED)
                                               : -1;
    return *value >= 0 || house_number(by, key, value);
}

/* The state must outlive what is filled. Without one both editions are explained. */
struct fill arcane_fill(const struct arcane_state *s)
{
    const struct numbers_form *f = &arcane_numbers_form;
    struct fill by = {.words = &fill_english,
                      .form = f,
                      .values = s ? numbers_in_force(f, s) : f->standard(),
                      .other = other_number,
                      .state = s,
                      .at_table = s != NULL};
    return by;
}

char *arcane_filled(const struct arcane_state *s, const char *text, char buf[FILLED_MAX])
{
    struct fill by = arcane_fill(s);
    return text_fill(&by, text, buf);
}

/* For the browser, which fills texts without a table: begin, then set for each option. */
static void begin(void *state, int players)
{
    arcane_init((struct arcane_state *)state, players);
}

/* The keys of a cards file; unknown ones change nothing. Values have been checked by whoever read
 * them (A13). */
static void set_card(struct arcane_cards *cards, const char *key, int value)
{
    const char *rest = "";
    int fx = effect_of(key), item = item_of(key, &rest);
    if (fx >= 0)
        cards->fx[fx] = (uint8_t)value;
    else if (item >= 0 && text_same(rest, ".gold"))
        cards->gold[item] = (uint8_t)value;
    else if (item >= 0 && text_same(rest, ".infamy"))
        cards->infamy[item] = (int8_t)value;
    else if (item >= 0 && text_same(rest, ".counts.@0"))
        cards->count[0][item] = (uint8_t)value;
    else if (item >= 0 && text_same(rest, ".counts.@1"))
        cards->count[1][item] = (uint8_t)value;
    else if (text_same(key, "start.gold"))
        cards->start_gold = (uint16_t)value;
    else if (text_same(key, "start.infamy"))
        cards->start_infamy = (uint8_t)value;
}

/* The edition comes before the numbers of a cards file, which may change the Egg of both. Returns 0
 * for an option that no text depends on. */
static int set(void *state, const char *key, const char *value)
{
    struct arcane_state *s = (struct arcane_state *)state;
    int number = *value == '-' ? -text_whole(value + 1) : text_whole(value);
    if (text_after(key, "cards."))
        set_card(&s->cards, text_after(key, "cards."), number);
    else if (text_same(key, "edition"))
        arcane_set_edition(s, text_same(value, "hundred") ? EDITION_HUNDRED : EDITION_THREE);
    else if (text_same(key, "rounds"))
        s->cards.rounds = (uint8_t)number;
    else
        return 0;
    return 1;
}

static struct fill fill_of(const void *state)
{
    return arcane_fill((const struct arcane_state *)state);
}

const struct filling arcane_filling = {
    .game = "arcane",
    .begin = begin,
    .set = set,
    .fill = fill_of,
};

/* ---- rules ---- */

struct rule_rows arcane_rules(void)
{
#define RULE(id, certainty, title, text, notes) {id, certainty, title, text, notes},
    static const struct rule_row rows[] = {
#include "games/arcane/rules.def"
    };
#undef RULE
    _Static_assert(sizeof rows / sizeof rows[0] <= RULES_MAX, "lists of rules are this long");
    return ROWS(rule_rows, rows);
}

/* Rows live as long as the program, here and below. */
struct first_rows arcane_first(void)
{
#define FIRST(id, title, text) {id, title, text},
    static const struct first_row rows[] = {
#include "games/arcane/first.def"
    };
#undef FIRST
    return ROWS(first_rows, rows);
}

struct ruling_rows arcane_rulings(void)
{
#define RULING(of, letter, does, why, other, change) {of, letter, does, why, other, change},
    static const struct ruling_row rows[] = {
#include "games/arcane/rulings.def"
    };
#undef RULING
    return ROWS(ruling_rows, rows);
}

/* The letters of rules.def, in words for players. */
const char *arcane_certainty_text(char letter)
{
    switch (letter) {
    case 'P': return "printed in a rulebook";
    case 'D': return "the only possible reading of the rulebooks";
    case 'I': return "inferred from several passages";
    case 'R': return "our ruling, where a text leaves more than one reading";
    case 'H':
        return "house value: nothing is printed, or the text was not available; this is our own "
               "value";
    default: return NULL;
    }
}

/* One bit of enum WHEN_...; players read these words on item pages (A7.1). */
const char *arcane_when_text(int when)
{
    switch (when) {
    case WHEN_PLAYED: return "played";
    case WHEN_SOLD: return "sold";
    case WHEN_ALWAYS: return "always";
    default: return "special";
    }
}

/* ---- items and wizards ---- */

/* help.def holds both lists in the order of the enums. Each table expands one list and skips the
 * other. */
const struct card_help *arcane_item_help(int item)
{
#define ITEM_HELP(e, certainty, brief, text, editions) {certainty, brief, text, editions},
    static const struct card_help rows[] = {
#include "games/arcane/help.def"
    };
    _Static_assert(sizeof rows / sizeof rows[0] == ITEM_COUNT, "a help text for every item");
    return &rows[item];
}

const struct card_help *arcane_wizard_help(int wizard)
{
#define WIZARD_HELP(e, certainty, brief, text, editions) {certainty, brief, text, editions},
    static const struct card_help rows[] = {
#include "games/arcane/help.def"
    };
    _Static_assert(sizeof rows / sizeof rows[0] == WIZARD_COUNT, "a help text for every wizard");
    return &rows[wizard];
}

/* Checks the order of help.def at compile time: a misplaced row would explain the wrong card. */
#define ITEM_HELP(e, certainty, brief, text, editions) HELP_##e,
enum item_help_order {
#include "games/arcane/help.def"
    HELP_ITEMS
};
#define WIZARD_HELP(e, certainty, brief, text, editions) HELP_##e,
enum wizard_help_order {
#include "games/arcane/help.def"
    HELP_WIZARDS
};
#define ITEM_HELP(e, certainty, brief, text, editions)                                             \
    _Static_assert((int)HELP_##e == (int)e, "help.def is in the order of items and wizards");
#define WIZARD_HELP ITEM_HELP
#include "games/arcane/help.def"

/* ---- which rules speak of a card ---- */

/* ASCII is enough, because the texts are our own. */
static int is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* Whether `text` contains `word` as a whole word, in the singular or with an s: "Swordfish" does
 * not mention the Sword. */
static int mentions(const char *text, const char *word)
{
    for (const char *at = text; *at; at++) {
        const char *a = at, *b = word;
        if (at > text && is_letter(at[-1]))
            continue;
        while (*b && *a == *b)
            a++, b++;
        if (*b)
            continue;
        if (*a == 's')
            a++;
        if (!is_letter(*a))
            return 1;
    }
    return 0;
}

/* A rule is about a card if its text or title names the card, if the card's help cites the rule, or
 * if it is the chapter of all such cards. Returns how many; each rule once, in the order of
 * rules.def. */
static int rules_on(const char *name, const char *id, const struct card_help *help,
                    const char *chapter, int rules[RULES_MAX])
{
    struct rule_rows all = arcane_rules();
    int n = 0;
    for (int i = 0; i < all.n; i++) {
        const struct rule_row *row = &all.row[i];
        int speaks = mentions(row->text, name) || mentions(row->text, id) ||
                     mentions(row->title, name) || text_cites(help->text, row->id) ||
                     text_cites(chapter, row->id);
        if (speaks)
            rules[n++] = i;
    }
    return n;
}

/* Rules call items by their short names ("the Sword"). */
int arcane_rules_on_item(int item, int rules[RULES_MAX])
{
    const struct item_row *row = arcane_item(item);
    return rules_on(row->brief, row->id, arcane_item_help(item), "A2", rules);
}

/* Rules call a wizard by the name in the id: "ninx" for Ninx of Nethernight. Ids are in small
 * letters, names in texts begin with a capital. */
int arcane_rules_on_wizard(int wizard, int rules[RULES_MAX])
{
    const char *id = arcane_wizard_id(wizard);
    char name[16];
    int n = 0;
    for (; n < 15 && id[n]; n++)
        name[n] = id[n];
    name[n] = 0;
    if (name[0] >= 'a' && name[0] <= 'z')
        name[0] = (char)(name[0] - 'a' + 'A');
    return rules_on(name, id, arcane_wizard_help(wizard), "A11", rules);
}

/* ---- questions and events ---- */

/* Row 0 is for no question at all. */
struct const_rows arcane_questions(void)
{
#define QUESTION(e, kind, rule, text) {kind, rule, text, ""},
    static const struct const_row rows[Q_COUNT] = {
        {"none", "", "", ""},
#include "games/arcane/questions.def"
    };
#undef QUESTION
    return ROWS(const_rows, rows);
}

struct const_rows arcane_events(void)
{
#define EVENT(e, type, rule, open, secret) {type, rule, open, secret},
    static const struct const_row rows[EV_COUNT] = {
#include "games/arcane/events.def"
    };
#undef EVENT
    return ROWS(const_rows, rows);
}

const struct game_help arcane_help = {
    .game = &arcane_game,
    .first = arcane_first,
    .rules = arcane_rules,
    .rulings = arcane_rulings,
    .questions = arcane_questions,
    .events = arcane_events,
};
