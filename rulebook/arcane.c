/* Arcane Alley's rulebook: items and wizards, as pages and as JSON. */
#include <stdio.h>

#include "games/arcane/help.h"
#include "board/page.h"
#include "rulebook/rulebook.h"
#include "wire/write.h"

/* ---- pages ---- */

/* The last fields of a page, the same for items and wizards. `rules` are indices of rules that
 * mention it. */
static void print_help(const struct card_help *help, const char *name, const int *rules, int n)
{
    rules_field(&arcane_rulebook, name, help->text);
    rules_field(&arcane_rulebook, "editions", help->editions);
    rules_fields_sure(&arcane_rulebook, help->certainty, rules, n);
}

/* The values of the table that the pages are read by, or the standard ones. A copy, since the
 * standard ones are made here. The number of players does not matter: values are the same for
 * all. */
static struct arcane_cards cards_now(void)
{
    const struct arcane_state *s = (const struct arcane_state *)rules_state(&arcane_rulebook);
    /* Only made if no table is read. */
    struct arcane_state standard;
    if (!s)
        arcane_init(&standard, 2);
    return s ? s->cards : standard.cards;
}

/* From special to played, the order in which effects happen (A7.1) but for the last; several are
 * joined by "and". */
static char *when_words(int when, char buf[40])
{
    buf[0] = 0;
    for (int bit = WHEN_SPECIAL; bit; bit >>= 1)
        if (when & bit) {
            rules_add(buf, 40, *buf ? " and " : "");
            rules_add(buf, 40, arcane_when_text(bit));
        }
    return buf;
}

/* A special item shows no gold (A2). The counts are those of both columns, and the words in braces
 * say for how many players they are. */
static void print_item(int item)
{
    const struct item_row *row = arcane_item(item);
    struct arcane_cards cards = cards_now();
    char buf[160];
    int rules[RULES_MAX];
    page_print("%s (%s)\n", row->name, row->id);
    /* By the table or the file that is read (A13). */
    snprintf(buf, sizeof buf, "%d", cards.gold[item]);
    rules_field(&arcane_rulebook, "gold a set",
                row->when & WHEN_SPECIAL ? "none shown, counts as 0" : buf);
    snprintf(buf, sizeof buf, "%d", cards.infamy[item]);
    rules_field(&arcane_rulebook, "infamy each", buf);
    int few = cards.count[0][item], many = cards.count[1][item];
    snprintf(buf, sizeof buf,
             /* One column if all tables use the second, or none does. */
             "{counts.many?2=%d|7=%d|%d with 2{counts.many?3=|-{counts.many - 1}} players, %d with "
             "{counts.many?6=6|{counts.many}-6} players}",
             many, few, few, many);
    rules_field(&arcane_rulebook, "cards", buf);
    rules_field(&arcane_rulebook, "when", when_words(row->when, buf));
    rules_field(&arcane_rulebook, "in brief", arcane_item_help(item)->brief);
    int n = arcane_rules_on_item(item, rules);
    print_help(arcane_item_help(item), "effect", rules, n);
}

/* A power has no numbers of its own field: they are in the text. */
static void print_wizard(int wizard)
{
    int rules[RULES_MAX];
    page_print("%s (%s), a wizard\n", arcane_wizard_name(wizard), arcane_wizard_id(wizard));
    rules_field(&arcane_rulebook, "in brief", arcane_wizard_help(wizard)->brief);
    int n = arcane_rules_on_wizard(wizard, rules);
    print_help(arcane_wizard_help(wizard), "power", rules, n);
}

/* ---- JSON ---- */

/* Texts have their numbers filled in, as on the pages. */
static void write_help(struct writer *w, const struct card_help *help, const int *rules, int n)
{
    write_member_string(w, "certainty", help->certainty);
    rules_member(w, &arcane_rulebook, "brief", help->brief);
    rules_member(w, &arcane_rulebook, "text", help->text);
    rules_member(w, &arcane_rulebook, "editions", help->editions);
    rules_write_list(w, &arcane_rulebook, rules, n);
}

/* `gold` is a number even for special items, which count as 0 (A2). `counts` are for 2-4 and for
 * 5-6 players. */
static void write_item(struct writer *w, int item)
{
    const struct item_row *row = arcane_item(item);
    struct arcane_cards cards = cards_now();
    int rules[RULES_MAX];
    write_member_string(w, "short", row->brief);
    write_member_number(w, "gold", cards.gold[item]);
    write_member_number(w, "infamy", cards.infamy[item]);
    write_key(w, "counts");
    write_begin(w, '[');
    write_number(w, cards.count[0][item]);
    write_number(w, cards.count[1][item]);
    write_end(w, ']');
    write_key(w, "when");
    write_begin(w, '[');
    for (int bit = WHEN_SPECIAL; bit; bit >>= 1)
        if (row->when & bit)
            write_string(w, arcane_when_text(bit));
    write_end(w, ']');
    int n = arcane_rules_on_item(item, rules);
    write_help(w, arcane_item_help(item), rules, n);
}

static void write_wizard(struct writer *w, int wizard)
{
    int rules[RULES_MAX];
    int n = arcane_rules_on_wizard(wizard, rules);
    write_help(w, arcane_wizard_help(wizard), rules, n);
}

/* ---- the rulebook ---- */

/* The short name is a synonym: it stands on boards. */
static const char *item_name(int item, int which, char buf[QUERY_MAX])
{
    const struct item_row *row = arcane_item(item);
    (void)buf;
    switch (which) {
    case 0: return row->id;
    case 1: return row->name;
    case 2: return row->brief;
    default: return NULL;
    }
}

/* The id is the part of the name that rules use. */
static const char *wizard_name(int wizard, int which, char buf[QUERY_MAX])
{
    (void)buf;
    switch (which) {
    case 0: return arcane_wizard_id(wizard);
    case 1: return arcane_wizard_name(wizard);
    default: return NULL;
    }
}

/* A search goes through them in this order. */
static const struct rules_topic topics[] = {
    {"items", ITEM_COUNT, item_name, print_item, write_item},
    {"wizards", WIZARD_COUNT, wizard_name, print_wizard, write_wizard},
};

/* In the order of `topics`. */
static void print_topics(void)
{
    page_line("\nItems");
    rules_ids(&topics[0]);
    page_line("\nWizards");
    rules_ids(&topics[1]);
}

/* NULL fills with the standard numbers. */
static struct fill fill_by(const void *state)
{
    return arcane_fill((const struct arcane_state *)state);
}

const struct rulebook arcane_rulebook = {
    .fill = fill_by,
    .help = &arcane_help,
    .letters = "PDIRH",
    .notes = "Editions",
    .notes_key = "editions",
    .certainty = arcane_certainty_text,
    .technical = "A13, A14",
    .topics = topics,
    .topics_n = sizeof topics / sizeof topics[0],
    .print_topics = print_topics,
};
