/* The rows of observations and the numbers of actions, as Markdown (docs/observations.md) and as
 * JSON. */
#include "cli/observations.h"

#include <stdio.h>
#include <string.h>

#include "args/args.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/observation.h"
#include "wire/write.h"

/* The games that have observations, in order; NULL after the last. With a name, only that game.
 * Asked with a rising index until NULL: the list is too short for anything better. */
static const struct game *observed_game(const char *name, int index)
{
    for (int i = 0; game_json_at(i); i++) {
        const struct game *g = game_json_at(i)->game;
        if (g->observer && (!*name || strcmp(g->name, name) == 0) && index-- == 0)
            return g;
    }
    return NULL;
}

/* ---- the page ---- */

/* What is true of every game. The page is docs/observations.md, byte for byte. */
static void print_head(void)
{
    puts(
        "# Observations\n\n"
        "What a seat knows, as small numbers, and one numbering of all answers: for programs that\n"
        "learn to play. See `games/*/observe.c` and, for its functions, `engine/observe.h`.\n\n"
        "`charlatan rules --observations` prints this page; do not edit it. `charlatan rules\n"
        "--observations --json arcane` prints the same for programs, with the names of all cells,\n"
        "inputs and actions.\n\n"
        "## How to read an observation\n\n"
        "- The **dense form** is an array of bytes, one per cell. Its length depends only on the\n"
        "  game, not on options or the number of players.\n"
        "- It begins with a block for each possible seat: the viewer's first, then the others in\n"
        "  turn order. Blocks of absent seats are zero. What belongs to no seat follows.\n"
        "- Seat numbers in cells also count from the viewer: 0 is none, 1 the viewer, 2 the next\n"
        "  seat. A set of seats is a bit mask; its lowest bit is the viewer.\n"
        "- Items of Arcane Alley and chips of the Quacks count from 1, in the order of the\n"
        "  answers to `take` and `buy` below.\n"
        "- A value above the maximum of its row is clamped to it. \"Names of values\" says what\n"
        "  numbers stand for; 0 is none unless it is listed there.\n"
        "- Nothing that the viewer may not know changes a byte: the property suite compares a\n"
        "  state, its view and states with other secrets (`game_props --observations 1000000`).\n"
        "- The **sparse form** lists the inputs that are yes, in ascending order. `one-hot` has\n"
        "  an input for each value from 1 on, `bits` one for each bit. With `steps` an input is\n"
        "  yes if the value is at least 1, 2, 3 and so on; with `fives` 5, 10, 15; with `scale`\n"
        "  1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192. For value 0 no input is yes.\n"
        "- An **action** is an answer to a question. Its number is the first one of its question\n"
        "  plus the answer's bit in the legal answers. Seats as answers count from the asked\n"
        "  seat: `self`, `next 1`, `next 2`.\n"
        "- Rows, numbers and names may change between versions; the hash changes with them.");
}

static void print_row(const struct observe_row *row)
{
    printf("| %d | `%s` | %d | %d | %d | %s, %d | %s |\n", row->at, row->name, row->count,
           row->least, row->most, observation_how(row), row->count * row->width, row->text);
}

/* One table of the rows of seats, or of those of the table. */
static void print_rows(const struct observer *o, int of_seats)
{
    puts("\n| at | row | cells | least | most | inputs | what |\n|---|---|---|---|---|---|---|");
    for (int i = 0; i < o->rows; i++)
        if ((o->row(i)->blocks > 1) == of_seats)
            print_row(o->row(i));
}

/* 1 if an earlier row has values of the same kind, with which this row is told. */
static int is_told(const struct observer *o, int row)
{
    for (int i = 0; i < row; i++)
        if (observation_is_named(o, o->row(i)) && o->row(i)->values == o->row(row)->values)
            return 1;
    return 0;
}

/* The rows whose values are of the same kind; returns the one with the most values. Prints the
 * first cell of their line; the caller goes on with the names. */
static const struct observe_row *print_alike(const struct observer *o, int row)
{
    const struct observe_row *most = o->row(row);
    for (int i = row; i < o->rows; i++) {
        const struct observe_row *other = o->row(i);
        if (!observation_is_named(o, other) || other->values != o->row(row)->values)
            continue;
        printf("%s `%s`", i == row ? "|" : ",", other->name);
        most = other->most > most->most ? other : most;
    }
    return most;
}

/* Values without a name, such as 0 for none, are left out. Rows whose values are of one kind share
 * a line, with the names of the longest of them. */
static void print_values(const struct observer *o)
{
    puts("\n### Names of values\n\n| rows | values |\n|---|---|");
    for (int i = 0; i < o->rows; i++) {
        if (!observation_is_named(o, o->row(i)) || is_told(o, i))
            continue;
        const struct observe_row *row = print_alike(o, i);
        const char *between = " |";
        for (int value = 0; value <= row->most; value++) {
            if (!o->value_text(row, value)[0])
                continue;
            printf("%s %d %s", between, value, o->value_text(row, value));
            between = ",";
        }
        puts(" |");
    }
}

/* The names of one question's actions, which may be many, in one line. Nothing for a question that
 * is never asked. */
static void print_question(const struct game *g, int question)
{
    const struct observe_question *q = g->observer->question(question);
    char name[MAX_NAME];
    if (!q->count)
        return;
    printf("| %d-%d | %s |", q->first, q->first + q->count - 1, g->question_kind(question));
    for (int i = 0; i < q->count; i++)
        printf("%s `%s`", i ? "," : "", observe_action_text(g, q->first + i, name));
    puts(" |");
}

/* Everything but the head of the page; the hash at its top changes with any of it. */
static void print_game(const struct game *g)
{
    const struct observer *o = g->observer;
    printf("\n## %s\n\n%d cells, %d inputs (at most %d of them yes), %d actions; hash `%016llx`.\n",
           g->title, o->cells, o->inputs, o->most_active, o->actions,
           (unsigned long long)observe_hash(g));
    printf(
        "\n### Each of %d seats\n\nCell `at` of seat n is cell %d n + `at`. A seat has %d cells.\n",
        o->seats, o->seat_cells, o->seat_cells);
    print_rows(o, 1);
    puts("\n### The table");
    print_rows(o, 0);
    print_values(o);
    puts("\n### Actions\n\n| numbers | question | names |\n|---|---|---|");
    for (int i = 0; i < o->questions; i++)
        print_question(g, i);
}

/* ---- JSON ---- */

/* Questions that are never asked, without answers, are left out. `seats`: the answers are seats,
 * counted from the one that is asked. */
static void write_question(struct writer *w, const struct game *g, int question)
{
    const struct observe_question *q = g->observer->question(question);
    if (!q->count)
        return;
    write_begin(w, '{');
    write_member_string(w, "kind", g->question_kind(question));
    write_member_number(w, "first", q->first);
    write_member_number(w, "count", q->count);
    write_key(w, "seats");
    write_bool(w, q->seats);
    write_end(w, '}');
}

/* Names by index: cells, inputs or actions. */
static void write_names(struct writer *w, const char *key, const struct game *g,
                        char *(*name)(const struct game *g, int i, char buf[MAX_NAME]), int n)
{
    char buf[MAX_NAME];
    write_key(w, key);
    write_begin(w, '[');
    for (int i = 0; i < n; i++)
        write_string(w, name(g, i, buf));
    write_end(w, ']');
}

static char *cell_name(const struct game *g, int cell, char buf[MAX_NAME])
{
    return observe_cell_text(g->observer, cell, buf);
}

static char *input_name(const struct game *g, int input, char buf[MAX_NAME])
{
    return observe_input_text(g->observer, input, buf);
}

/* The numbers that a program needs before it reads anything. */
static void write_sizes(struct writer *w, const struct game *g)
{
    const struct observer *o = g->observer;
    write_member_hash(w, "hash", observe_hash(g));
    write_member_number(w, "cells", o->cells);
    write_member_number(w, "inputs", o->inputs);
    write_member_number(w, "most_active", o->most_active);
    write_member_number(w, "actions", o->actions);
    write_member_number(w, "seats", o->seats);
    write_member_number(w, "seat_cells", o->seat_cells);
}

/* Lists of names have an entry for each cell, input and action, in their order. */
static void write_game(struct writer *w, const struct game *g)
{
    const struct observer *o = g->observer;
    write_key(w, g->name);
    write_begin(w, '{');
    write_sizes(w, g);
    write_key(w, "rows");
    write_begin(w, '[');
    for (int i = 0; i < o->rows; i++)
        observation_row_write(w, o, o->row(i));
    write_end(w, ']');
    write_key(w, "questions");
    write_begin(w, '[');
    for (int i = 0; i < o->questions; i++)
        write_question(w, g, i);
    write_end(w, ']');
    write_names(w, "cell_names", g, cell_name, o->cells);
    write_names(w, "input_names", g, input_name, o->inputs);
    write_names(w, "action_names", g, observe_action_text, o->actions);
    write_end(w, '}');
}

/* ---- both ---- */

/* A name that is no game with observations is a wrong command line. */
static int refuse(const char *game)
{
    return args_complain("rules", "argument", game, "--observations is for arcane and quacks");
}

/* Both functions print nothing if the name is refused. */
int observations_print(const char *game)
{
    if (!observed_game(game, 0))
        return refuse(game);
    if (!*game)
        print_head();
    for (int i = 0; observed_game(game, i); i++)
        print_game(observed_game(game, i));
    return STATUS_FINE;
}

/* Games are members by name, so that one game alone has the same form. */
int observations_print_json(const char *game)
{
    struct writer w = {0};
    if (!observed_game(game, 0))
        return refuse(game);
    write_begin(&w, '{');
    for (int i = 0; observed_game(game, i); i++)
        write_game(&w, observed_game(game, i));
    write_end(&w, '}');
    puts(w.at);
    args_flush();
    writer_free(&w);
    return STATUS_FINE;
}
