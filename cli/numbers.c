/* `charlatan numbers`: prints the numbers of a game as a file, and says what is different or wrong
 * in one; and the reader of --numbers FILE for other commands. */
#include "cli/numbers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "args/args.h"
#include "args/commands.h"
#include "board/page.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/write.h"

/* Flags; `table` and `schema` belong to the first form, `json` to `check`. */
struct numbers_options {
    int json, schema, table;
};

static const struct arg options[] = {
    ARGS_FLAG("json", struct numbers_options, json,
              "check: print the differences as one JSON object"),
    ARGS_FLAG("schema", struct numbers_options, schema,
              "print the JSON Schema of the game's files"),
    ARGS_FLAG("table", struct numbers_options, table, "print all keys as a table, in Markdown"),
    {0},
};

/* Two forms, told apart by the word `check` (numbers_main). */
static const struct args command_line = {
    .command = "numbers",
    .head = "Usage: charlatan numbers arcane|quacks [--schema | --table]\n"
            "       charlatan numbers check FILE [--json]\n"
            "\n"
            "Every number of the rules can be changed by a numbers file. The first form\n"
            "prints such a file with the standard numbers. Keep the lines you change, then\n"
            "play with --numbers FILE. 'check' says what differs, or what is wrong where.\n"
            "\n",
    .column = 14,
    .rows = options,
};

/* ---- files ---- */

/* Far more than a file with every number; anything larger is a mistaken path. */
enum { FILE_MOST = 1 << 20 };

/* Reads at most one byte more than allowed, which is enough to refuse the file. NULL: *why says why
 * not. The text has no zero byte at its end; the caller frees it. */
static char *read_whole(const char *path, size_t *n, const char **why)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(FILE_MOST + 1) : NULL;
    *n = text ? fread(text, 1, FILE_MOST + 1, f) : 0;
    /* errno is that of the call that failed last. */
    *why = !text || ferror(f) ? strerror(errno) : *n > FILE_MOST ? "it is over 1 MiB" : NULL;
    if (f)
        fclose(f);
    if (*why) {
        free(text);
        text = NULL;
    }
    return text;
}

/* The place in the file is part of the refusal's own sentence. */
static void complain(const char *command, const char *path, const struct refusal *why)
{
    fprintf(stderr, "charlatan %s: numbers file '%s': %s", command, path, why->message);
    if (why->rule)
        fprintf(stderr, " (%s)", why->rule);
    fputs("\nFix that place; 'charlatan numbers GAME --table' lists the keys and their ranges.\n",
          stderr);
}

/* The file is checked here for its form and, with the fewest players, for its sense; clashes at
 * more players are found when a table is made. */
json_t *numbers_file(const char *command, const char *path, const struct game *g,
                     const struct game_json **json)
{
    struct refusal why;
    const char *reason;
    size_t n;
    char *text = read_whole(path, &n, &reason);
    if (!text) {
        fprintf(stderr, "charlatan %s: numbers file '%s': %s.\n", command, path, reason);
        return NULL;
    }
    json_t *given = numbers_read_file(text, n, 0, json, &why);
    free(text);
    if (!given)
        complain(command, path, &why);
    if (given && g && (*json)->game != g) {
        fprintf(stderr, "charlatan %s: numbers file '%s' is for %s, not for %s.\n", command, path,
                (*json)->game->name, g->name);
        json_decref(given);
        given = NULL;
    }
    return given;
}

/* Cards in two places would leave it open which one counts, so neither is taken. */
int numbers_option(const char *command, const char *path, const struct game *g, json_t *to)
{
    const struct game_json *json;
    json_t *given = numbers_file(command, path, g, &json);
    if (!given)
        return -1;
    /* The file's own cards are for the game of its numbers. */
    int twice = json_object_get(to, "cards") && json_object_get(given, "cards");
    if (twice)
        fprintf(stderr,
                "charlatan %s: numbers file '%s' has cards, and cards are given besides it; give "
                "them in one place.\n",
                command, path);
    json_object_update(to, given);
    json_decref(given);
    return twice ? -1 : 0;
}

/* ---- the command ---- */

/* Empties the writer. A flush that failed is remembered by args_flush and ends the command with
 * status 1. */
static void print(struct writer *w)
{
    fputs(w->at, stdout);
    args_flush();
    writer_free(w);
}

/* One of three forms of the same rows; --schema wins over --table. Returns an exit status. A game
 * without numbers is refused like one that does not exist. */
static int show(const struct numbers_options *q, const char *name)
{
    char names[GAME_NAMES];
    const struct game_json *json = game_json_by_name(name);
    struct writer w = {0};
    if (!json || !json->game->numbers)
        return args_complain("numbers", "game", name, game_json_names(names));
    if (q->schema)
        numbers_write_schema(json->game, &w);
    else if (q->table)
        numbers_write_table(json->game, &w);
    else
        numbers_write_file(json->game, json->game->numbers->standard(), 1, &w);
    print(&w);
    return STATUS_FINE;
}

/* Whether a rule belongs to a chapter or is the rule; any text that is neither holds all. "Q5"
 * holds Q5 and Q5.3 but not Q50. "" holds everything, and so does a word such as an item's name:
 * the caller has searched by it already. */
static int is_below(const char *rule, const char *chapter)
{
    size_t n = strlen(chapter);
    int is_rule = strchr("AQ", chapter[0]) && n > 1 && chapter[1] >= '0' && chapter[1] <= '9';
    return !is_rule || (strncmp(rule, chapter, n) == 0 && (!rule[n] || rule[n] == '.'));
}

/* The letters that keys are made of: what stands beside a key in a text must not be one. */
static int is_key_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

/* Whether a text has the key, and not only one that is longer. `key` must not be empty. */
static int has_key(const char *text, const char *key)
{
    size_t n = strlen(key);
    for (const char *at = text; (at = strstr(at, key)); at++)
        if (!is_key_char(at[n]) && (at == text || !is_key_char(at[-1])))
            return 1;
    return 0;
}

/* Whether a rule of this chapter says the number, though it belongs to another. Texts of rules
 * contain keys in braces where a number stands, so searching for the key finds the rules that say
 * it. */
static int is_said(const struct number_difference *d, const char *chapter, struct rule_rows rules)
{
    for (int i = 0; i < rules.n; i++) {
        const struct rule_row *rule = &rules.row[i];
        const char *const texts[] = {rule->title, rule->text, rule->notes};
        /* A row may write the whole key or, in a list, only the row's part of it. */
        for (int k = 0; k < 3 && is_below(rule->id, chapter); k++)
            if (has_key(texts[k], d->key) || has_key(texts[k], d->row->key))
                return 1;
    }
    return 0;
}

/* `rules` may be empty; then only the rule of a number's own row counts. */
int numbers_print(const struct numbers_form *f, const uint16_t *values, const char *rule,
                  struct rule_rows rules)
{
    struct number_difference d = {0};
    char text[DIFFERENCE_WORDS];
    int n = 0;
    while (numbers_differ(f, values, &d)) {
        if (!is_below(d.row->rule, rule) && !is_said(&d, rule, rules))
            continue;
        page_fold(number_difference_text(&d, "()", text), 0, 2);
        n++;
    }
    return n;
}

/* Standard numbers that what differs has put out of effect. Not an error: the file is valid, but
 * whoever wrote it may have expected something else. */
static void print_idled(const struct numbers_form *f, const uint16_t *values)
{
    struct number_idled d = {0};
    char text[DIFFERENCE_WORDS];
    while (numbers_idled(f, values, &d)) {
        snprintf(text, sizeof text, "%s now has no effect, because of %s.", d.key, d.because);
        page_fold(text, 0, 2);
    }
}

/* A file may say standard numbers; they are no differences. */
static void print_differences(const struct game *g, const uint16_t *values)
{
    int n = numbers_print(g->numbers, values, "", (struct rule_rows){0});
    printf(n ? "%s: %d number%s differ%s from the standard rules.\n"
             : "%s: these are the standard rules.\n",
           g->title, n, n == 1 ? "" : "s", n == 1 ? "s" : "");
    print_idled(g->numbers, values);
}

/* "cards.wizards.byros.gold: 5", for each value that the file gives. Returns how many values. Walks
 * objects only: a list is one value. */
static int print_cards(const json_t *at, const char *path)
{
    const char *key;
    json_t *value;
    int n = 0;
    json_object_foreach((json_t *)(uintptr_t)at, key, value) {
        /* Deeper than cards.wizards.NAME.KEY no file goes; more would be cut. */
        char longer[NUMBERS_KEY * 4];
        snprintf(longer, sizeof longer, "%s.%s", path, key);
        n += print_cards(value, longer);
    }
    if (json_is_object(at))
        return n;
    char *text = json_dumps(at, JSON_ENCODE_ANY | JSON_COMPACT);
    MUST(text);
    printf("%s: %s.\n", path, text);
    free(text);
    return 1;
}

/* All members are there even if they are empty, but `cards`. `numbers` holds what differs,
 * `differences` says both values. */
static void print_json(const struct game *g, const uint16_t *values, const json_t *cards)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_member_string(&w, "game", g->name);
    write_member_hash(&w, "numbers_hash", numbers_hash(g->numbers, values));
    write_key(&w, "numbers");
    numbers_write(g->numbers, values, 0, &w);
    write_key(&w, "differences");
    numbers_write_differences(g->numbers, values, &w);
    write_key(&w, "without_effect");
    numbers_write_idled(g->numbers, values, &w);
    if (cards) {
        char *text = json_dumps(cards, JSON_COMPACT);
        MUST(text);
        write_key(&w, "cards");
        write_raw(&w, text, strlen(text));
        free(text);
    }
    write_end(&w, '}');
    puts(w.at);
    writer_free(&w);
}

/* The numbers must do for the fewest players; it says for how many more they do. Whatever clashes
 * does so with more players, too, and the reason is that of the fewest. Prints nothing if the
 * numbers do for every number of players. The message lists those they do not do for; the file as
 * such has been accepted. */
static void print_players(const struct game *g, const uint16_t *values)
{
    int row, n = g->min_players, most = g->max_players;
    const char *clash = NULL;
    for (; n <= most && !clash; n++)
        clash = g->numbers->clash ? g->numbers->clash(values, n, &row) : NULL;
    if (!clash)
        return;
    printf("Not for %d", n - 1);
    for (; n <= most; n++)
        printf("%s%d", n == most ? " or " : ", ", n);
    printf(" players: %s: %s.\n", g->numbers->row(row)->key, clash);
}

/* Status 2 if the file is refused: like any wrong input, and told from a failure of the system. A
 * valid file succeeds, whether it differs or not. */
static int check(const struct numbers_options *q, const char *path)
{
    const struct game_json *json;
    uint16_t values[NUMBERS_VALUES];
    struct refusal why;
    json_t *given = numbers_file("numbers", path, NULL, &json);
    if (!given)
        return STATUS_USAGE;
    const struct game *g = json->game;
    const json_t *cards = json_object_get(given, "cards");
    /* It was read like this once already, by numbers_file. */
    MUST(numbers_read(g->numbers, json_object_get(given, "numbers"), g->min_players, values,
                      &why) == 0);
    if (q->json) {
        print_json(g, values, cards);
    } else {
        print_differences(g, values);
        int given_n = cards ? print_cards(cards, "cards") : 0;
        if (cards)
            printf("Cards: %d value%s given.\n", given_n, given_n == 1 ? " is" : "s are");
        print_players(g, values);
    }
    json_decref(given);
    return STATUS_FINE;
}

/* The word `check` is no game's name, so both forms can be told by it. Exactly one word, or `check`
 * and one: anything else gets the usage. */
int numbers_main(int argc, char **argv)
{
    struct numbers_options q = {0};
    char **words;
    int status = args_read(&command_line, argc, argv, &q, &words, NULL);
    if (status >= 0)
        return status;
    /* Exactly one file. */
    if (words[0] && !strcmp(words[0], "check") && words[1] && !words[2])
        return check(&q, words[1]);
    if (words[0] && strcmp(words[0], "check") != 0 && !words[1])
        return show(&q, words[0]);
    return args_say("numbers", STATUS_USAGE,
                    "say which game, or 'check' and a file; see charlatan numbers --help");
}
