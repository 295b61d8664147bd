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

static void found_add(struct rules_found *f, int game, int topic, int index)
{
    MUST(f->n < RULES_FOUND_MAX);
    f->at[f->n++] = (struct rules_one){game, topic, index};
}

const struct rule_row *rules_rule_of(const struct rules_one *o)
{
    return &rules_book(o->game)->help->rules().row[o->index];
}

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

typedef int (*fitting)(const char *text, const char *query);

static int any_name_fits(const struct rules_one *o, const char *query, fitting fits)
{
    char buf[QUERY_MAX];
    const char *name;
    for (int which = 0; (name = rules_name_of(o, which, buf)); which++)
        if (fits(name, query))
            return 1;
    return 0;
}

static void find_rule_ids(struct rules_found *f, const char *query)
{
    for (int game = 0; rules_book(game); game++)
        for (int i = 0; i < rules_book(game)->help->rules().n; i++) {
            struct rules_one o = {game, RULES_RULE, i};
            if (is_whole(rules_rule_of(&o)->id, query))
                found_add(f, game, RULES_RULE, i);
        }
}

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

void rules_find_titles(struct rules_found *f, const char *query)
{
    for (int game = 0; rules_book(game); game++)
        for (int i = 0; i < rules_book(game)->help->rules().n; i++) {
            struct rules_one o = {game, RULES_RULE, i};
            if (any_name_fits(&o, query, is_part))
                found_add(f, game, RULES_RULE, i);
        }
}

/* A chapter is shown with all its parts. */
static void add_parts(struct rules_found *f)
{
    struct rules_one chapter = f->at[0];
    struct rule_rows rules = rules_book(chapter.game)->help->rules();
    for (int i = 0; i < rules.n; i++)
        if (i != chapter.index && rule_of_chapter(rules.row[i].id, rules.row[chapter.index].id))
            found_add(f, chapter.game, RULES_RULE, i);
}

int rules_find(struct rules_found *f, const char *words)
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

/* Keeps what belongs to this game, each entry once. */
static void keep_game(struct rules_found *f, const struct rulebook *b)
{
    int n = 0;
    for (int i = 0; i < f->n; i++) {
        int seen = 0;
        for (int j = 0; j < n && !seen; j++)
            seen = is_same(&f->at[i], &f->at[j]);
        if (!seen && rules_book(f->at[i].game) == b)
            f->at[n++] = f->at[i];
    }
    f->n = n;
}

/* A text is longer than names are. */
static int text_has(const struct rules_one *o, const char *query)
{
    char text[FILLED_MAX], plain[FILLED_MAX];
    rules_text(rules_book(o->game), rules_rule_of(o)->text, text);
    return strstr(page_plain(text, plain, sizeof plain), query) != NULL;
}

static void find_texts(struct rules_found *f, const char *query)
{
    for (int game = 0; rules_book(game); game++)
        for (int i = 0; i < rules_book(game)->help->rules().n; i++) {
            struct rules_one o = {game, RULES_RULE, i};
            if (text_has(&o, query))
                found_add(f, game, RULES_RULE, i);
        }
}

int rules_search(struct rules_found *f, const struct rulebook *b, const char *words)
{
    char query[QUERY_MAX];
    int named = rules_find(f, words), n;
    page_plain(words, query, sizeof query);
    keep_game(f, b);
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

static int always(const char *text, const char *query)
{
    (void)text;
    (void)query;
    return 1;
}

static void find_all_of(struct rules_found *f, int game)
{
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

int rules_is_whole_name(const char *words)
{
    char query[QUERY_MAX];
    struct rules_found f = {0};
    find_topics(&f, page_plain(words, query, sizeof query), is_whole);
    return f.n > 0;
}

/* ---- what comes near ---- */

static int distance_to(const char *query, const char *text)
{
    char buf[QUERY_MAX];
    return text_distance(query, page_plain(text, buf, sizeof buf));
}

int rules_distance(const struct rules_one *o, const char *query)
{
    char buf[QUERY_MAX];
    const char *name;
    int best = QUERY_MAX;
    for (int which = 0; (name = rules_name_of(o, which, buf)); which++) {
        /* Titles of rules are too long to be compared. */
        int d = o->topic == RULES_RULE && which ? best : distance_to(query, name);
        best = d < best ? d : best;
    }
    return best;
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

/* Orders by edit distance, then by the longest common beginning, so that A6.9 suggests A6.1. */
static int strangeness(const struct rules_one *o, const char *query)
{
    char buf[QUERY_MAX];
    return QUERY_MAX * rules_distance(o, query) - common_prefix(query, rules_name_of(o, 0, buf));
}

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
