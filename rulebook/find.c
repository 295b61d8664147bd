/* Finds what a query means.
 *
 * Case, apostrophes and hyphens are ignored. A query is tried first as the id of a rule, then as a
 * whole name of a topic's entry (an item, a chip, a card), then as a part of such a name, and last
 * as a part of a rule's id or title. The first of these that finds anything in either game
 * decides. */
#include <string.h>

#include "board/page.h"
#include "rulebook/rulebook.h"
#include "wire/read.h"

/* `game` counts the games with rulebooks, up to the first NULL. */
const struct rulebook *rules_book(int game)
{
    static const struct rulebook *const books[] = {
#define HELP(x) &x##_rulebook,
#include "games/games.def"
        NULL};
    return books[game];
}

const struct rulebook *rules_book_of(const struct game *g)
{
    int i = 0;
    while (rules_book(i) && rules_book(i)->help->game != g)
        i++;
    return rules_book(i);
}

/* There are far fewer rules and entries than places; an overflow is a fault of the program. */
static void found_add(struct rules_found *f, int game, int topic, int index)
{
    MUST(f->n < RULES_FOUND_MAX);
    f->at[f->n++] = (struct rules_one){game, topic, index};
}

/* Only for topic RULES_RULE. */
const struct rule_row *rules_rule_of(const struct rules_one *o)
{
    return &rules_book(o->game)->help->rules().row[o->index];
}

/* A title may be cut at QUERY_MAX, since it is only searched and listed. */
const char *rules_name_of(const struct rules_one *o, int which, char buf[QUERY_MAX])
{
    if (o->topic != RULES_RULE)
        return rules_book(o->game)->topics[o->topic].name(o->index, which, buf);
    const struct rule_row *row = rules_rule_of(o);
    char title[FILLED_MAX];
    if (which == 1)
        snprintf(buf, QUERY_MAX, "%.*s", QUERY_MAX - 1,
                 rules_text(rules_book(o->game), row->title, title));
    return which == 0 ? row->id : which == 1 ? buf : NULL;
}

/* ---- finding ---- */

/* `query` is plain (page_plain), `text` is not yet. */
static int is_whole(const char *text, const char *query)
{
    char buf[QUERY_MAX];
    return !strcmp(page_plain(text, buf, sizeof buf), query);
}

/* An empty query would be part of everything; callers refuse it. */
static int is_part(const char *text, const char *query)
{
    char buf[QUERY_MAX];
    return strstr(page_plain(text, buf, sizeof buf), query) != NULL;
}

/* `query` is plain, `text` any name; 1 if they agree. */
typedef int (*fitting)(const char *text, const char *query);

/* Titles of rules count as names. */
static int any_name_fits(const struct rules_one *o, const char *query, fitting fits)
{
    char buf[QUERY_MAX];
    const char *name;
    for (int which = 0; (name = rules_name_of(o, which, buf)); which++)
        if (fits(name, query))
            return 1;
    return 0;
}

/* Adds to what was found. Ids differ between games by their letter, so at most one fits. */
static void find_rule_ids(struct rules_found *f, const char *query)
{
    for (int game = 0; rules_book(game); game++)
        for (int i = 0; i < rules_book(game)->help->rules().n; i++) {
            struct rules_one o = {game, RULES_RULE, i};
            if (is_whole(rules_rule_of(&o)->id, query))
                found_add(f, game, RULES_RULE, i);
        }
}

/* Adds to what was found, in the order of games, topics and entries. */
static void find_topics(struct rules_found *f, const char *query, fitting fits)
{
    for (int game = 0; rules_book(game); game++)
        for (int topic = 0; topic < rules_book(game)->topics_n; topic++)
            for (int i = 0; i < rules_book(game)->topics[topic].n; i++) {
                struct rules_one o = {game, topic, i};
                if (any_name_fits(&o, query, fits))
                    found_add(f, game, topic, i);
            }
}

/* Adds to what was found. Titles have their numbers filled in. */
void rules_find_titles(struct rules_found *f, const char *query)
{
    for (int game = 0; rules_book(game); game++)
        for (int i = 0; i < rules_book(game)->help->rules().n; i++) {
            struct rules_one o = {game, RULES_RULE, i};
            if (any_name_fits(&o, query, is_part))
                found_add(f, game, RULES_RULE, i);
        }
}

/* A chapter is shown with all its parts. For a rule that is no chapter nothing is added. f->at[0]
 * must be a rule. */
static void add_parts(struct rules_found *f)
{
    struct rules_one chapter = f->at[0];
    struct rule_rows rules = rules_book(chapter.game)->help->rules();
    for (int i = 0; i < rules.n; i++)
        if (i != chapter.index && rule_of_chapter(rules.row[i].id, rules.row[chapter.index].id))
            found_add(f, chapter.game, RULES_RULE, i);
}

/* With an exact name, several entries may be meant at once (a chip and a card of one name): they
 * are all shown. */
int rules_find(struct rules_found *f, const char *words)
{
    char query[QUERY_MAX];
    page_plain(words, query, sizeof query);
    f->n = 0;
    /* A query of punctuation alone is empty and finds nothing. */
    if (!*query)
        return 0;
    find_rule_ids(f, query);
    if (f->n) {
        add_parts(f);
        return 1;
    }
    find_topics(f, query, is_whole);
    if (f->n)
        return 1;
    find_topics(f, query, is_part);
    if (!f->n)
        rules_find_titles(f, query);
    return f->n == 1;
}

static int is_same(const struct rules_one *a, const struct rules_one *b)
{
    return a->game == b->game && a->topic == b->topic && a->index == b->index;
}

/* Keeps what belongs to this game, each entry once. Works within the list; nothing is allocated. */
static void keep_game(struct rules_found *f, const struct rulebook *b)
{
    int n = 0;
    for (int i = 0; i < f->n; i++) {
        /* The first occurrence is kept, so the order is that of best matches. */
        int seen = 0;
        for (int j = 0; j < n && !seen; j++)
            seen = is_same(&f->at[i], &f->at[j]);
        if (!seen && rules_book(f->at[i].game) == b)
            f->at[n++] = f->at[i];
    }
    f->n = n;
}

/* A text is longer than names are. The text is searched as it is read, with its numbers: a search
 * for "24" finds the rule that says 24. */
static int text_has(const struct rules_one *o, const char *query)
{
    char text[FILLED_MAX], plain[FILLED_MAX];
    rules_text(rules_book(o->game), rules_rule_of(o)->text, text);
    return strstr(page_plain(text, plain, sizeof plain), query) != NULL;
}

/* Adds to what was found; an entry may be in the list twice then. */
static void find_texts(struct rules_found *f, const char *query)
{
    for (int game = 0; rules_book(game); game++)
        for (int i = 0; i < rules_book(game)->help->rules().n; i++) {
            struct rules_one o = {game, RULES_RULE, i};
            if (text_has(&o, query))
                found_add(f, game, RULES_RULE, i);
        }
}

/* Begins with what rules_find has found in all games, so what is named in another game only does
 * not count here. If the words name one entry alone, mentions in other rules are dropped. */
int rules_search(struct rules_found *f, const struct rulebook *b, const char *words)
{
    char query[QUERY_MAX];
    int named = rules_find(f, words), n;
    page_plain(words, query, sizeof query);
    keep_game(f, b);
    /* What was named comes first and is the n that a complete name keeps. */
    n = f->n;
    if (!*query || (n && f->at[0].topic == RULES_RULE && named))
        return n > 0;
    find_topics(f, query, is_part);
    rules_find_titles(f, query);
    keep_game(f, b);
    named = named && f->n == n;
    find_texts(f, query);
    keep_game(f, b);
    if (named)
        f->n = n;
    return named;
}

/* Fits every name. */
static int always(const char *text, const char *query)
{
    (void)text;
    (void)query;
    return 1;
}

/* Rules first, then topics. The list is the one that rules_print_all prints. */
static void find_all_of(struct rules_found *f, int game)
{
    /* find_topics looks in all games; what is not this one's is dropped. */
    struct rules_found topics = {0};
    for (int i = 0; i < rules_book(game)->help->rules().n; i++)
        found_add(f, game, RULES_RULE, i);
    find_topics(&topics, "", always);
    for (int i = 0; i < topics.n; i++)
        if (topics.at[i].game == game)
            found_add(f, game, topics.at[i].topic, topics.at[i].index);
}

void rules_find_all(struct rules_found *f)
{
    f->n = 0;
    for (int game = 0; rules_book(game); game++)
        find_all_of(f, game);
}

/* Not for ids of rules: they never lead to a choice. */
int rules_is_whole_name(const char *words)
{
    char query[QUERY_MAX];
    struct rules_found f = {0};
    find_topics(&f, page_plain(words, query, sizeof query), is_whole);
    return f.n > 0;
}

/* ---- what comes near ---- */

/* Both are compared in their plain form. */
static int distance_to(const char *query, const char *text)
{
    char buf[QUERY_MAX];
    return text_distance(query, page_plain(text, buf, sizeof buf));
}

/* QUERY_MAX at most. `query` is plain. */
int rules_distance(const struct rules_one *o, const char *query)
{
    char buf[QUERY_MAX];
    const char *name;
    int best = QUERY_MAX;
    for (int which = 0; (name = rules_name_of(o, which, buf)); which++) {
        /* Titles of rules are too long to be compared. A rule is found by its id alone. */
        int d = o->topic == RULES_RULE && which ? best : distance_to(query, name);
        best = d < best ? d : best;
    }
    return best;
}

/* In characters of the plain form. */
static int common_prefix(const char *query, const char *text)
{
    char buf[QUERY_MAX];
    int n = 0;
    page_plain(text, buf, sizeof buf);
    /* Ends at the query's end at the latest, as both end with a zero. */
    while (query[n] && query[n] == buf[n])
        n++;
    return n;
}

/* Orders by edit distance, then by the longest common beginning, so that A6.9 suggests A6.1. Less
 * is nearer; only the order matters. */
static int strangeness(const struct rules_one *o, const char *query)
{
    char buf[QUERY_MAX];
    /* A longer common beginning never outweighs a distance of 1. */
    return QUERY_MAX * rules_distance(o, query) - common_prefix(query, rules_name_of(o, 0, buf));
}

/* f must not be empty. Of equals the first. */
int rules_nearest(const struct rules_found *f, const char *query)
{
    int best = 0;
    for (int i = 1, least = strangeness(&f->at[0], query); i < f->n; i++) {
        int strange = strangeness(&f->at[i], query);
        if (strange < least)
            best = i, least = strange;
    }
    return best;
}
