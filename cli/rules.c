/* charlatan rules: looks up rules, items and wizards, for people and (--json) for clients.
 *
 * A query is compared without case, apostrophes and hyphens. It is first the id of a rule, then the
 * whole id, name or short name of a card, then a part of a card's id or name, at last a part of a
 * rule's id or title. The first of these that finds anything decides. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/page.h"
#include "games/arcane/help.h"
#include "wire/wire.h"

enum kind { RULE_FOUND, ITEM_FOUND, WIZARD_FOUND };
enum { QUERY_MAX = 80, FOUND_MAX = RULES_MAX + ITEM_COUNT + WIZARD_COUNT, NEAR_MAX = 4 };

struct found {
    int n;
    struct {
        int kind, index;
    } at[FOUND_MAX];
};

static void found_add(struct found *f, int kind, int index)
{
    f->at[f->n].kind = kind;
    f->at[f->n].index = index;
    f->n++;
}

/* ---- finding ---- */

static int is_whole(const char *text, const char *query)
{
    char buf[QUERY_MAX];
    return !strcmp(page_plain(text, buf, sizeof buf), query);
}

static int is_part(const char *text, const char *query)
{
    char buf[QUERY_MAX];
    return strstr(page_plain(text, buf, sizeof buf), query) != NULL;
}

static void find_rule_ids(struct found *f, const char *query)
{
    for (int i = 0; i < arcane_rules_count(); i++)
        if (is_whole(arcane_rule(i)->id, query))
            found_add(f, RULE_FOUND, i);
}

static void find_cards(struct found *f, const char *query, int (*fits)(const char *, const char *))
{
    for (int i = 0; i < ITEM_COUNT; i++) {
        const struct item_row *row = arcane_item(i);
        if (fits(row->id, query) || fits(row->name, query) || fits(row->brief, query))
            found_add(f, ITEM_FOUND, i);
    }
    for (int i = 0; i < WIZARD_COUNT; i++)
        if (fits(arcane_wizard_id(i), query) || fits(arcane_wizard_name(i), query))
            found_add(f, WIZARD_FOUND, i);
}

static void find_titles(struct found *f, const char *query)
{
    for (int i = 0; i < arcane_rules_count(); i++)
        if (is_part(arcane_rule(i)->id, query) || is_part(arcane_rule(i)->title, query))
            found_add(f, RULE_FOUND, i);
}

/* A chapter is asked for with all its parts. */
static void add_parts(struct found *f)
{
    int chapter = f->at[0].index;
    for (int i = 0; i < arcane_rules_count(); i++)
        if (i != chapter && arcane_rule_of_chapter(i, chapter))
            found_add(f, RULE_FOUND, i);
}

/* Returns 1 where the query names one thing, 0 where one of several must be chosen. */
static int find(struct found *f, const char *words)
{
    char query[QUERY_MAX];
    page_plain(words, query, sizeof query);
    f->n = 0;
    if (!*query)
        return 0;
    find_rule_ids(f, query);
    if (f->n) {
        add_parts(f);
        return 1;
    }
    find_cards(f, query, is_whole);
    if (f->n)
        return 1;
    find_cards(f, query, is_part);
    if (!f->n)
        find_titles(f, query);
    return f->n == 1;
}

static void find_all(struct found *f)
{
    f->n = 0;
    for (int i = 0; i < arcane_rules_count(); i++)
        found_add(f, RULE_FOUND, i);
    for (int i = 0; i < ITEM_COUNT; i++)
        found_add(f, ITEM_FOUND, i);
    for (int i = 0; i < WIZARD_COUNT; i++)
        found_add(f, WIZARD_FOUND, i);
}

/* ---- printing ---- */

static void add_text(char *buf, size_t cap, const char *text)
{
    size_t n = strlen(buf);
    snprintf(buf + n, cap - n, "%s", text);
}

/* "P printed in a rulebook; H house value: ..." */
static char *sureness(const char *letters, char *buf, size_t cap)
{
    buf[0] = 0;
    for (; *letters; letters++) {
        char mark[] = {*letters, ' ', 0};
        add_text(buf, cap, mark);
        add_text(buf, cap, arcane_certainty_text(*letters));
        add_text(buf, cap, letters[1] ? "; " : ".");
    }
    return buf;
}

static void print_rule(int index)
{
    const struct rule_row *row = arcane_rule(index);
    printf("%-6s  %s [%s]\n%8s", row->id, row->title, row->certainty, "");
    page_fold(row->text, 8, 8);
    if (*row->editions) {
        printf("%8sEditions: ", "");
        page_fold(row->editions, 18, 8);
    }
}

static void print_field(const char *name, const char *text)
{
    if (!*text)
        return;
    printf("  %-13s", name);
    page_fold(text, 15, 15);
}

static void print_help(const struct card_help *help, const char *name, const int *rules, int n)
{
    char buf[600];
    print_field(name, help->text);
    print_field("editions", help->editions);
    print_field("how sure", sureness(help->certainty, buf, sizeof buf));
    buf[0] = 0;
    for (int i = 0; i < n; i++) {
        add_text(buf, sizeof buf, i ? ", " : "");
        add_text(buf, sizeof buf, arcane_rule(rules[i])->id);
    }
    print_field("rules", buf);
}

static char *when_words(int when, char buf[40])
{
    buf[0] = 0;
    for (int bit = WHEN_SPECIAL; bit; bit >>= 1)
        if (when & bit) {
            add_text(buf, 40, *buf ? " and " : "");
            add_text(buf, 40, arcane_when_text(bit));
        }
    return buf;
}

static void print_item(int item)
{
    const struct item_row *row = arcane_item(item);
    char buf[80];
    int rules[RULES_MAX];
    printf("%s (%s)\n", row->name, row->id);
    snprintf(buf, sizeof buf, "%d", row->gold);
    print_field("gold a set", row->when & WHEN_SPECIAL ? "none shown, counts as 0" : buf);
    snprintf(buf, sizeof buf, "%d", row->infamy);
    print_field("infamy each", buf);
    snprintf(buf, sizeof buf, "%d with 2-4 players, %d with 5-6 players", row->few, row->many);
    print_field("cards", buf);
    print_field("when", when_words(row->when, buf));
    print_field("in brief", arcane_item_help(item)->brief);
    int n = arcane_rules_on_item(item, rules);
    print_help(arcane_item_help(item), "effect", rules, n);
}

static void print_wizard(int wizard)
{
    int rules[RULES_MAX];
    printf("%s (%s), a wizard\n", arcane_wizard_name(wizard), arcane_wizard_id(wizard));
    print_field("in brief", arcane_wizard_help(wizard)->brief);
    int n = arcane_rules_on_wizard(wizard, rules);
    print_help(arcane_wizard_help(wizard), "power", rules, n);
}

/* Letters are explained under a single rule, and once at the end of many. */
static void print_sureness(const char *letters)
{
    char buf[400];
    printf("%8sHow sure: ", "");
    page_fold(sureness(letters, buf, sizeof buf), 18, 8);
}

static void print_found(const struct found *f)
{
    int rules = 0;
    for (int i = 0; i < f->n; i++) {
        if (i)
            putchar('\n');
        switch (f->at[i].kind) {
        case ITEM_FOUND: print_item(f->at[i].index); break;
        case WIZARD_FOUND: print_wizard(f->at[i].index); break;
        default: print_rule(f->at[i].index), rules++; break;
        }
    }
    if (rules > 1)
        putchar('\n');
    if (rules)
        print_sureness(rules > 1 ? "PDIH" : arcane_rule(f->at[0].index)->certainty);
}

static const char *found_id(const struct found *f, int i)
{
    switch (f->at[i].kind) {
    case ITEM_FOUND: return arcane_item(f->at[i].index)->id;
    case WIZARD_FOUND: return arcane_wizard_id(f->at[i].index);
    default: return arcane_rule(f->at[i].index)->id;
    }
}

static const char *found_name(const struct found *f, int i)
{
    switch (f->at[i].kind) {
    case ITEM_FOUND: return arcane_item(f->at[i].index)->name;
    case WIZARD_FOUND: return arcane_wizard_name(f->at[i].index);
    default: return arcane_rule(f->at[i].index)->title;
    }
}

static void print_matches(const struct found *f, const char *query)
{
    printf("'%s' fits several. Ask for one of them:\n\n", query);
    for (int i = 0; i < f->n; i++)
        printf("  %-20s%s\n", found_id(f, i), found_name(f, i));
}

static void print_ids(const char *(*id)(int), int n)
{
    const char *ids[ITEM_COUNT];
    for (int i = 0; i < n; i++)
        ids[i] = id(i);
    page_list(ids, n, 2);
}

static const char *item_id(int item)
{
    return arcane_item(item)->id;
}

static void print_contents(void)
{
    puts("The rules of Arcane Alley\n\nChapters");
    for (int i = 0; i < arcane_rules_count(); i++)
        if (!arcane_rule_is_part(i))
            printf("  %-5s%s\n", arcane_rule(i)->id, arcane_rule(i)->title);
    puts("\nItems");
    print_ids(item_id, ITEM_COUNT);
    puts("\nWizards");
    print_ids(arcane_wizard_id, WIZARD_COUNT);
    puts("\nHow to ask\n"
         "  charlatan rules A6            a chapter with its parts\n"
         "  charlatan rules A6.4          one rule\n"
         "  charlatan rules haunted-doll  an item or a wizard; a part of the name will do\n"
         "  charlatan rules --all         everything\n"
         "  charlatan rules --json [what] the same as JSON, for programs");
}

/* ---- nothing found ---- */

/* How many letters must be changed, added or dropped to turn a into b. */
static int distance(const char *a, const char *b)
{
    int row[QUERY_MAX], n = (int)strlen(b);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            int least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            row[j] = change < least ? change : least;
        }
    }
    return row[n];
}

static int distance_to(const char *query, const char *text)
{
    char buf[QUERY_MAX];
    return distance(query, page_plain(text, buf, sizeof buf));
}

static int found_distance(const struct found *f, int i, const char *query)
{
    int d = distance_to(query, found_id(f, i));
    if (f->at[i].kind == RULE_FOUND)
        return d;
    const char *brief = f->at[i].kind == ITEM_FOUND ? arcane_item(f->at[i].index)->brief : "";
    int other = distance_to(query, found_name(f, i));
    d = other < d ? other : d;
    other = *brief ? distance_to(query, brief) : d;
    return other < d ? other : d;
}

static int common_prefix(const char *query, const char *text)
{
    char buf[QUERY_MAX];
    int n = 0;
    page_plain(text, buf, sizeof buf);
    while (query[n] && query[n] == buf[n])
        n++;
    return n;
}

/* Fewest changes first; of equals those that begin alike, so that A6.9 suggests A6.1. */
static int strangeness(const struct found *f, int i, const char *query)
{
    return QUERY_MAX * found_distance(f, i, query) - common_prefix(query, found_id(f, i));
}

static int take_nearest(struct found *f, const char *query)
{
    int best = 0;
    for (int i = 1; i < f->n; i++)
        if (strangeness(f, i, query) < strangeness(f, best, query))
            best = i;
    return best;
}

static void complain(const char *words, FILE *to)
{
    struct found f;
    char query[QUERY_MAX];
    page_plain(words, query, sizeof query);
    int far = 1 + (int)strlen(query) / 4, n = 0;
    fprintf(to, "Nothing is called '%s'.", words);
    for (find_all(&f); n < NEAR_MAX; n++) {
        int i = take_nearest(&f, query);
        if (found_distance(&f, i, query) > far)
            break;
        fprintf(to, "%s %s", n ? "," : " Did you mean", found_id(&f, i));
        f.at[i] = f.at[--f.n];
    }
    fputs(n ? "?\n" : "\n", to);
}

static int is_whole_name(const char *words)
{
    char query[QUERY_MAX];
    struct found f = {0};
    find_cards(&f, page_plain(words, query, sizeof query), is_whole);
    return f.n > 0;
}

/* "wizard" is a part of the Wizard's Watch, but also of titles somebody may have meant. */
static void print_titles(const char *words)
{
    struct found f = {0};
    char query[QUERY_MAX];
    find_titles(&f, page_plain(words, query, sizeof query));
    if (f.n)
        puts("\nSee also");
    for (int i = 0; i < f.n; i++)
        printf("  %-11s%s\n", found_id(&f, i), found_name(&f, i));
}

int rules_show(const char *query, FILE *complaints)
{
    struct found f;
    int named = find(&f, query);
    if (!f.n) {
        complain(query, complaints);
        return STATUS_FAILED;
    }
    if (named)
        print_found(&f);
    else
        print_matches(&f, query);
    if (f.at[0].kind != RULE_FOUND && !is_whole_name(query))
        print_titles(query);
    return STATUS_FINE;
}

/* ---- JSON ---- */

static void write_rule(struct writer *w, int index)
{
    const struct rule_row *row = arcane_rule(index);
    write_begin(w, '{');
    write_member_string(w, "id", row->id);
    write_member_string(w, "certainty", row->certainty);
    write_member_string(w, "title", row->title);
    write_member_string(w, "text", row->text);
    write_member_string(w, "editions", row->editions);
    write_end(w, '}');
}

static void write_help(struct writer *w, const struct card_help *help, const int *rules, int n)
{
    write_member_string(w, "certainty", help->certainty);
    write_member_string(w, "brief", help->brief);
    write_member_string(w, "text", help->text);
    write_member_string(w, "editions", help->editions);
    write_key(w, "rules");
    write_begin(w, '[');
    for (int i = 0; i < n; i++)
        write_string(w, arcane_rule(rules[i])->id);
    write_end(w, ']');
}

static void write_item(struct writer *w, int item)
{
    const struct item_row *row = arcane_item(item);
    int rules[RULES_MAX];
    write_begin(w, '{');
    write_member_string(w, "id", row->id);
    write_member_string(w, "name", row->name);
    write_member_string(w, "short", row->brief);
    write_member_number(w, "gold", row->gold);
    write_member_number(w, "infamy", row->infamy);
    write_key(w, "counts");
    write_begin(w, '[');
    write_number(w, row->few);
    write_number(w, row->many);
    write_end(w, ']');
    write_key(w, "when");
    write_begin(w, '[');
    for (int bit = WHEN_SPECIAL; bit; bit >>= 1)
        if (row->when & bit)
            write_string(w, arcane_when_text(bit));
    write_end(w, ']');
    int n = arcane_rules_on_item(item, rules);
    write_help(w, arcane_item_help(item), rules, n);
    write_end(w, '}');
}

static void write_wizard(struct writer *w, int wizard)
{
    int rules[RULES_MAX];
    write_begin(w, '{');
    write_member_string(w, "id", arcane_wizard_id(wizard));
    write_member_string(w, "name", arcane_wizard_name(wizard));
    int n = arcane_rules_on_wizard(wizard, rules);
    write_help(w, arcane_wizard_help(wizard), rules, n);
    write_end(w, '}');
}

static void write_kind(struct writer *w, const char *key, const struct found *f, int kind,
                       void (*write_one)(struct writer *, int))
{
    write_key(w, key);
    write_begin(w, '[');
    for (int i = 0; i < f->n; i++)
        if (f->at[i].kind == kind)
            write_one(w, f->at[i].index);
    write_end(w, ']');
}

static void write_constants(struct writer *w, const char *key, int n,
                            const struct const_row *(*row)(int))
{
    write_key(w, key);
    write_begin(w, '[');
    for (int i = 0; i < n; i++) {
        write_begin(w, '{');
        write_member_string(w, "name", row(i)->name);
        write_member_string(w, "rule", row(i)->rule);
        write_member_string(w, "text", row(i)->text);
        write_member_string(w, "secret", row(i)->secret);
        write_end(w, '}');
    }
    write_end(w, ']');
}

static void write_certainty(struct writer *w)
{
    write_key(w, "certainty");
    write_begin(w, '{');
    for (const char *letter = "PDIH"; *letter; letter++) {
        char key[] = {*letter, 0};
        write_member_string(w, key, arcane_certainty_text(*letter));
    }
    write_end(w, '}');
}

/* Always the same members; questions and events are not asked for by name. */
static void print_json(const struct found *f, int all)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_member_string(&w, "game", "arcane");
    write_certainty(&w);
    write_kind(&w, "rules", f, RULE_FOUND, write_rule);
    write_kind(&w, "items", f, ITEM_FOUND, write_item);
    write_kind(&w, "wizards", f, WIZARD_FOUND, write_wizard);
    write_constants(&w, "questions", all ? arcane_question_rows() : 0, arcane_question_row);
    write_constants(&w, "events", all ? arcane_event_rows() : 0, arcane_event_row);
    write_end(&w, '}');
    puts(w.at);
    writer_free(&w);
}

static int show_json(const char *query)
{
    struct found f;
    if (!*query) {
        find_all(&f);
        print_json(&f, 1);
        return STATUS_FINE;
    }
    find(&f, query);
    if (!f.n) {
        complain(query, stderr);
        return STATUS_FAILED;
    }
    print_json(&f, 0);
    return STATUS_FINE;
}

/* ---- command line ---- */

static int usage(FILE *to, int status)
{
    fputs("Usage: charlatan rules [--all | --json] [what]\n"
          "\n"
          "Without arguments: the chapters, items and wizards, and how to ask for them.\n"
          "  what     a rule (A6.4), a chapter (A6), an item (haunted-doll), a wizard\n"
          "           (ninx), or a part of a name (sword)\n"
          "  --all    every rule, item and wizard\n"
          "  --json   the rows as one JSON object\n",
          to);
    return status;
}

static void join(char buf[QUERY_MAX], char **words)
{
    buf[0] = 0;
    for (; *words; words++) {
        add_text(buf, QUERY_MAX, *buf ? " " : "");
        add_text(buf, QUERY_MAX, *words);
    }
}

static int show(int all, int json, const char *query)
{
    struct found f;
    if (json)
        return show_json(query);
    if (*query) {
        int status = rules_show(query, stderr);
        if (status != STATUS_FINE)
            fputs("'charlatan rules' lists what there is.\n", stderr);
        return status;
    }
    if (!all) {
        print_contents();
        return STATUS_FINE;
    }
    find_all(&f);
    print_found(&f);
    return STATUS_FINE;
}

int rules_main(int argc, char **argv)
{
    static const struct option options[] = {
        {"all", no_argument, NULL, 'a'},
        {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int all = 0, json = 0, option;
    char query[QUERY_MAX];
    opterr = 0;
    while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
        switch (option) {
        case 'a': all = 1; break;
        case 'j': json = 1; break;
        case 'h': return usage(stdout, STATUS_FINE);
        default:
            fprintf(stderr, "charlatan rules: option '%s' is not known; see --help.\n",
                    argv[optind - 1]);
            return STATUS_USAGE;
        }
    }
    join(query, argv + optind);
    return show(all, json, query);
}
