/* `charlatan rules`: looks up a rule, an item, a card or anything else of a game. */
#include <stdio.h>
#include <string.h>

#include "args/args.h"
#include "args/commands.h"
#include "cli/numbers.h"
#include "cli/observations.h"
#include "cli/web_rows.h"
#include "rulebook/rulebook.h"
#include "wire/game.h"
#include "wire/write.h"

/* Flags, and the path of a numbers file or NULL. */
struct rules_options {
    int all, json, observations, rulings, web;
    const char *numbers;
};

/* --json and --numbers go with a query, --json with --observations as well; the others stand
 * alone. */
static const struct arg options[] = {
    ARGS_FLAG("all", struct rules_options, all, "print everything about both games"),
    ARGS_FLAG("json", struct rules_options, json, "print the rows as one JSON object"),
    ARGS_FLAG("observations", struct rules_options, observations,
              "print observations and actions (for learning) as Markdown"),
    ARGS_TEXT("numbers", "FILE", struct rules_options, numbers,
              "also show what differs by the numbers of a file"),
    ARGS_FLAG("rulings", struct rules_options, rulings,
              "print every ruling of both games as Markdown"),
    ARGS_FLAG("web", struct rules_options, web,
              "print what the browser client is built from, as JSON"),
    {0},
};

/* What can be asked for is listed here; what there is, by the command without arguments. */
static const struct args command_line = {
    .command = "rules",
    .head = "Usage: charlatan rules [--all | --json | --rulings] [--numbers FILE] [what]\n"
            "       charlatan rules --observations [--json] [arcane | quacks]\n"
            "       charlatan rules --web\n"
            "\n"
            "Looks up rules. With no argument, explains both games in short, then lists\n"
            "their chapters.\n"
            "\n"
            "  what            a rule (A6.4, Q5.4) or a chapter (A6, Q5);\n"
            "                  Arcane Alley: an item (haunted-doll), a wizard (ninx);\n"
            "                  Quacks: a colour (green), a chip (green2, no space), a book\n"
            "                  (green 2, or book green 2), a fortune card (second-chance),\n"
            "                  a glass (glass 3); or a part of a name (sword)\n",
    .column = 18,
    .rows = options,
};

/* The words of a query need no quotes: "green 2" is two arguments. A query that is too long is cut
 * and then finds nothing. */
static void join(char buf[QUERY_MAX], char **words)
{
    buf[0] = 0;
    for (; *words; words++) {
        rules_add(buf, QUERY_MAX, *buf ? " " : "");
        rules_add(buf, QUERY_MAX, *words);
    }
}

/* Prints the rows found, or all rows without a query; nothing if nothing is found. Everything is
 * written first and printed at once: a search that finds nothing prints no half object. It has then
 * said so on standard error. */
static int show_json(const char *query, int web)
{
    struct writer w = {0};
    int status = STATUS_FINE;
    if (web)
        write_web_rows(&w);
    else if (*query)
        status = rules_write_found(&w, query, stderr) < 0 ? STATUS_FAILED : STATUS_FINE;
    else
        rules_write(&w);
    if (status == STATUS_FINE)
        puts(w.at);
    args_flush();
    writer_free(&w);
    return status;
}

/* A file is for tables of all numbers of players: shapes that depend on it are those of the fewest.
 * 0 with the game and its values, or -1 after a message. From now on the rulebook says these
 * numbers (rules_read_numbers). */
static int read_numbers(const char *path, const struct game **game, uint16_t values[NUMBERS_VALUES])
{
    const struct game_json *json;
    struct refusal why;
    /* States hold words of 64 bits. */
    _Alignas(8) char state[MAX_STATE_BYTES];
    json_t *given = numbers_file("rules", path, NULL, &json);
    if (!given)
        return -1;
    *game = json->game;
    json->game->init(state, json->game->min_players);
    int status = json->read_options(state, given, &why);
    if (status < 0)
        fprintf(stderr, "charlatan rules: numbers file '%s': %s\n", path, why.message);
    else
        memcpy(values, numbers_in_force(json->game->numbers, state),
               (size_t)json->game->numbers->values * sizeof values[0]);
    json_decref(given);
    rules_read_numbers(rules_book_of(json->game), status < 0 ? NULL : state);
    return status;
}

/* What differs by the file, in the rules asked for: all of them without a query. After the rules,
 * which already say the new numbers: this says what they were. */
static void show_differences(const char *path, const struct game *game, const uint16_t *values,
                             const char *query)
{
    printf("\nBy the numbers of %s:\n", path);
    if (!numbers_print(game->numbers, values, query, rules_book_of(game)->help->rules()))
        puts("no number of these rules differs.");
}

/* A query that finds nothing is a failure, so that scripts can test it. The forms exclude each
 * other in this order: --observations, --json or --web, a query, --rulings, --all. With a numbers
 * file and no query the contents are left out. */
int rules_main(int argc, char **argv)
{
    struct rules_options q = {0};
    const struct game *game = NULL;
    uint16_t values[NUMBERS_VALUES];
    char query[QUERY_MAX], **words;
    int status = args_read(&command_line, argc, argv, &q, &words, NULL);
    if (status >= 0)
        return status;
    join(query, words);
    if (q.observations)
        return (q.json ? observations_print_json : observations_print)(query);
    if (q.numbers && read_numbers(q.numbers, &game, values) < 0)
        return STATUS_USAGE;
    if (q.json || q.web)
        return show_json(query, q.web);
    if (*query && rules_show(query, stderr) < 0) {
        fputs("'charlatan rules' lists what there is.\n", stderr);
        return STATUS_FAILED;
    }
    if (!*query && q.rulings)
        rulings_print_document();
    else if (!*query && (q.all || !game))
        (q.all ? rules_print_all : rules_print_contents)();
    if (game)
        show_differences(q.numbers, game, values, query);
    return STATUS_FINE;
}
