/* The rows behind help.h, expanded from the .def files, and which rules speak of which card. */
#include "games/arcane/help.h"

/* ---- rules ---- */

static const struct rule_row *rule_rows(int *n)
{
#define RULE(id, certainty, title, text, editions) {id, certainty, title, text, editions},
    static const struct rule_row rows[] = {
#include "games/arcane/rules.def"
    };
#undef RULE
    _Static_assert(sizeof rows / sizeof rows[0] <= RULES_MAX, "lists of rules are this long");
    *n = (int)(sizeof rows / sizeof rows[0]);
    return rows;
}

int arcane_rules_count(void)
{
    int n;
    rule_rows(&n);
    return n;
}

const struct rule_row *arcane_rule(int index)
{
    int n;
    const struct rule_row *rows = rule_rows(&n);
    MUST(index >= 0 && index < n);
    return &rows[index];
}

int arcane_rule_is_part(int index)
{
    const char *id = arcane_rule(index)->id;
    while (*id && *id != '.')
        id++;
    return *id == '.';
}

int arcane_rule_of_chapter(int index, int chapter)
{
    const char *id = arcane_rule(index)->id, *head = arcane_rule(chapter)->id;
    while (*head && *head == *id)
        head++, id++;
    return !*head && (!*id || *id == '.');
}

const char *arcane_certainty_text(char letter)
{
    switch (letter) {
    case 'P': return "printed in a rulebook";
    case 'D': return "the only reading the rulebooks leave";
    case 'I': return "inferred from several remarks";
    case 'H': return "house value: no printed text was at hand, so this is our reconstruction";
    default: return NULL;
    }
}

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

/* help.def holds both lists in enum order; each table expands one of them and skips the other. */
const struct card_help *arcane_item_help(int item)
{
#define ITEM_HELP(e, certainty, brief, text, editions) {certainty, brief, text, editions},
#define WIZARD_HELP(e, certainty, brief, text, editions)
    static const struct card_help rows[] = {
#include "games/arcane/help.def"
    };
#undef ITEM_HELP
#undef WIZARD_HELP
    _Static_assert(sizeof rows / sizeof rows[0] == ITEM_COUNT, "a help text for every item");
    return &rows[item];
}

const struct card_help *arcane_wizard_help(int wizard)
{
#define ITEM_HELP(e, certainty, brief, text, editions)
#define WIZARD_HELP(e, certainty, brief, text, editions) {certainty, brief, text, editions},
    static const struct card_help rows[] = {
#include "games/arcane/help.def"
    };
#undef ITEM_HELP
#undef WIZARD_HELP
    _Static_assert(sizeof rows / sizeof rows[0] == WIZARD_COUNT, "a help text for every wizard");
    return &rows[wizard];
}

/* The order of help.def is checked here: a row in the wrong place would explain another card. */
#define ITEM_HELP(e, certainty, brief, text, editions) HELP_##e,
#define WIZARD_HELP(e, certainty, brief, text, editions)
enum item_help_order {
#include "games/arcane/help.def"
    HELP_ITEMS
};
#undef ITEM_HELP
#undef WIZARD_HELP
#define ITEM_HELP(e, certainty, brief, text, editions)
#define WIZARD_HELP(e, certainty, brief, text, editions) HELP_##e,
enum wizard_help_order {
#include "games/arcane/help.def"
    HELP_WIZARDS
};
#undef ITEM_HELP
#undef WIZARD_HELP
#define ITEM_HELP(e, certainty, brief, text, editions)                                             \
    _Static_assert((int)HELP_##e == (int)e, "help.def is in the order of items and wizards");
#define WIZARD_HELP ITEM_HELP
#include "games/arcane/help.def"
#undef ITEM_HELP
#undef WIZARD_HELP

/* ---- which rules speak of a card ---- */

static int is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static int is_id_char(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9');
}

/* Does `text` contain `word` as a word of its own, in the singular or with an s? */
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

/* Does `text` cite the rule: A7 but not A7.5, A1.egg but not A1.eggs? A full stop may follow. */
static int cites(const char *text, const char *id)
{
    for (const char *at = text; *at; at++) {
        const char *a = at, *b = id;
        if (at > text && is_id_char(at[-1]))
            continue;
        while (*b && *a == *b)
            a++, b++;
        if (!*b && !is_id_char(a[0]) && !(a[0] == '.' && is_id_char(a[1])))
            return 1;
    }
    return 0;
}

static int rules_on(const char *name, const char *id, const struct card_help *help,
                    const char *chapter, int rules[RULES_MAX])
{
    int n = 0;
    for (int i = 0; i < arcane_rules_count(); i++) {
        const struct rule_row *row = arcane_rule(i);
        int speaks = mentions(row->text, name) || mentions(row->text, id) ||
                     mentions(row->title, name) || cites(help->text, row->id) ||
                     cites(chapter, row->id);
        if (speaks)
            rules[n++] = i;
    }
    return n;
}

int arcane_rules_on_item(int item, int rules[RULES_MAX])
{
    const struct item_row *row = arcane_item(item);
    return rules_on(row->brief, row->id, arcane_item_help(item), "A2", rules);
}

/* A wizard is spoken of by the name in the id ("ninx", Ninx of Nethernight). */
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

static const struct const_row *question_rows(int *n)
{
#define QUESTION(e, kind, rule, text) {kind, rule, text, ""},
    static const struct const_row rows[] = {
#include "games/arcane/questions.def"
    };
#undef QUESTION
    *n = (int)(sizeof rows / sizeof rows[0]);
    return rows;
}

int arcane_question_rows(void)
{
    int n;
    question_rows(&n);
    return n;
}

const struct const_row *arcane_question_row(int index)
{
    int n;
    const struct const_row *rows = question_rows(&n);
    MUST(index >= 0 && index < n);
    return &rows[index];
}

int arcane_event_rows(void)
{
    return EV_COUNT;
}

const struct const_row *arcane_event_row(int index)
{
#define EVENT(e, type, rule, open, secret) {type, rule, open, secret},
    static const struct const_row rows[EV_COUNT] = {
#include "games/arcane/events.def"
    };
#undef EVENT
    MUST(index >= 0 && index < EV_COUNT);
    return &rows[index];
}
