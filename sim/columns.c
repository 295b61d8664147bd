/* The columns of a game: their names, their values in words, and a seat's row when the game is
 * over. */
#include "sim/column.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/blocks.h"
#include "sim/plan.h"
#include "sim/refusals.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* In the order of enum general_column. The names of bots belong to the plan: see column_value. */
static const struct column_block general[] = {
    {1, "seat", NULL, "the seat, from 0", 0, NULL},
    {1, "place", NULL, "the place in turn order, from 1", 0, NULL},
    {1, "bot", NULL, "who plays the seat", 0, NULL},
    {1, "score", NULL, "the final score", 0, NULL},
    {1, "won", NULL, "1: the seat is among the winners", 0, NULL},
    {1, "winners", NULL, "how many seats share the win", 0, NULL},
    {1, "rank", NULL, "1: nobody finishes ahead; equal seats share a rank", 0, NULL},
    {1, "lead", NULL, "the score minus the best of the others", 0, NULL},
    {1, "margin", NULL, "the best score of the game minus the second best", 0, NULL},
    {1, "decisions", NULL, "decisions in the whole game", 0, NULL},
};

_Static_assert(sizeof general / sizeof general[0] == GENERAL_COLUMNS, "one row for each column");

/* ---- the list ---- */

/* More columns than MAX_COLUMNS is a mistake in a .def file, not in what a user typed. */
static void open_block(struct columns *c, const struct column_block *b)
{
    for (int row = 0; row < b->rows; row++) {
        MUST(c->n < MAX_COLUMNS);
        struct column *new = &c->at[c->n++];
        snprintf(new->name, sizeof new->name, "%s%s", b->name, b->part ? b->part(row) : "");
        new->block = b;
    }
}

void columns_open(struct sim_plan *p)
{
    p->columns.n = 0;
    for (int i = 0; i < GENERAL_COLUMNS; i++)
        open_block(&p->columns, &general[i]);
    for (int i = 0; i < p->gauge->column_blocks; i++)
        open_block(&p->columns, &p->gauge->columns[i]);
}

int column_find(const struct sim_plan *p, const char *name)
{
    for (int i = 0; i < p->columns.n; i++)
        if (strcmp(p->columns.at[i].name, name) == 0)
            return i;
    return -1;
}

/* The column's index, or -1 with the reason. A name that is too long for a column is unknown as
 * well, instead of being cut to one that exists. */
static int read_name(const struct sim_plan *p, const char *text, size_t n, struct refusal *why)
{
    char name[COLUMN_NAME];
    snprintf(name, sizeof name, "%.*s", (int)n, text);
    int column = n < sizeof name ? column_find(p, name) : -1;
    return column < 0 ? because(why, ROW(column_unknown), name, p->game->name) : column;
}

static int columns_all(const struct sim_plan *p, int *column)
{
    for (int i = 0; i < p->columns.n; i++)
        column[i] = i;
    return p->columns.n;
}

/* The text is split at commas; names of columns contain none. */
int columns_read(const struct sim_plan *p, const char *text, int *column, int *n,
                 struct refusal *why)
{
    *n = 0;
    if (strcmp(text, "all") == 0) {
        *n = columns_all(p, column);
        return 0;
    }
    for (;; text++) {
        size_t length = strcspn(text, ",");
        int found = read_name(p, text, length, why);
        if (found < 0)
            return -1;
        if (*n == MAX_COLUMNS)
            return because(why, ROW(too_many_columns), MAX_COLUMNS);
        column[(*n)++] = found;
        text += length;
        if (!*text)
            return 0;
    }
}

/* ---- values ---- */

int column_values(const struct sim_plan *p, int column)
{
    return column == COLUMN_BOT ? p->kinds : p->columns.at[column].block->values;
}

/* A value out of range of its names is written as a number: rows are never dropped for it. */
void column_value(const struct sim_plan *p, int column, int64_t value, char text[COLUMN_VALUE])
{
    if (value < 0 || value >= column_values(p, column))
        snprintf(text, COLUMN_VALUE, "%lld", (long long)value);
    else if (column == COLUMN_BOT)
        snprintf(text, COLUMN_VALUE, "%s", p->text[value]);
    else
        p->columns.at[column].block->value((int)value, text);
}

/* `*value` is overwritten even on failure. */
int column_value_read(const struct sim_plan *p, int column, const char *text, int64_t *value)
{
    char *end, name[COLUMN_VALUE];
    for (int i = 0; i < column_values(p, column); i++) {
        column_value(p, column, i, name);
        if (strcmp(name, text) == 0) {
            *value = i;
            return 0;
        }
    }
    *value = strtoll(text, &end, 10);
    return end == text || *end ? -1 : 0;
}

/* ---- a row ---- */

/* Winners come first, then the score decides, as in the metric "ahead". */
static int is_ahead(const struct gauge_watched *w, uint32_t winners, int a, int b)
{
    int won = (int)(winners >> a & 1) - (int)(winners >> b & 1);
    if (won || winners >> a & 1)
        return won > 0;
    return w->game->score(w->after, a) > w->game->score(w->after, b);
}

/* Needs COLUMN_SCORE in the row already. */
static void tell_standing(const struct gauge_watched *w, int seat, int64_t *cell)
{
    uint32_t winners = w->game->winners(w->after);
    int64_t best = INT32_MIN;
    cell[COLUMN_RANK] = 1;
    for (int other = 0; other < w->players; other++) {
        int64_t score = w->game->score(w->after, other);
        if (other == seat)
            continue;
        best = score > best ? score : best;
        cell[COLUMN_RANK] += is_ahead(w, winners, other, seat);
    }
    cell[COLUMN_LEAD] = cell[COLUMN_SCORE] - best;
    cell[COLUMN_WON] = winners >> seat & 1;
    cell[COLUMN_WINNERS] = __builtin_popcount(winners);
}

/* The general columns first; gauges count theirs from 0, behind them. */
void columns_tell(const struct sim_plan *p, const struct gauge_watched *w, int decisions, int seat,
                  int64_t cell[MAX_COLUMNS])
{
    cell[COLUMN_SEAT] = seat;
    cell[COLUMN_PLACE] = w->place_at[seat] + 1;
    cell[COLUMN_BOT] = w->bot_at[seat];
    cell[COLUMN_SCORE] = w->game->score(w->after, seat);
    cell[COLUMN_MARGIN] = score_margin(w->game, w->after);
    cell[COLUMN_DECISIONS] = decisions;
    tell_standing(w, seat, cell);
    if (p->gauge->tell)
        p->gauge->tell(w, seat, cell + GENERAL_COLUMNS);
}

/* ---- rows as text ---- */

/* Without the commas of JSON. */
static void csv_bytes(struct writer *w, const char *text, size_t n)
{
    w->comma = 0;
    write_bytes(w, text, n, 0);
}

/* Quoted where it must be (RFC 4180): the text of a bot may have anything in it. */
static void csv_text(struct writer *w, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        csv_bytes(w, text, strlen(text));
        return;
    }
    csv_bytes(w, "\"", 1);
    for (; *text; text++)
        csv_bytes(w, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    csv_bytes(w, "\"", 1);
}

void columns_csv_head(const struct sim_plan *p, struct writer *w)
{
    const char *head = p->sweeps ? "deal,seating,value" : "deal,seating";
    csv_bytes(w, head, strlen(head));
    for (int i = 0; i < p->written_n; i++) {
        csv_bytes(w, ",", 1);
        csv_text(w, p->columns.at[p->written[i]].name);
    }
    csv_bytes(w, "\n", 1);
}

/* Seatings count from 1, as in the names of records. One line for each seat, so a game is as many
 * lines as it has players. */
void columns_csv(const struct sim_plan *p, int64_t deal, int setting, int seating,
                 const int64_t *cell, struct writer *w)
{
    char text[LABEL_TEXT];
    int n = snprintf(text, sizeof text, "%lld,%d", (long long)deal, seating + 1);
    csv_bytes(w, text, (size_t)n);
    if (p->sweeps) {
        sweep_name_setting(p->sweep, p->sweeps, setting, text);
        csv_bytes(w, ",", 1);
        csv_text(w, text);
    }
    for (int i = 0; i < p->written_n; i++) {
        column_value(p, p->written[i], cell[p->written[i]], text);
        csv_bytes(w, ",", 1);
        csv_text(w, text);
    }
    csv_bytes(w, "\n", 1);
}

/* Values with names are strings, numbers are numbers: a reader can tell the two apart. */
void columns_json(const struct sim_plan *p, const int64_t *cell, struct writer *w)
{
    write_begin(w, '{');
    for (int i = 0; i < p->written_n; i++) {
        int column = p->written[i];
        char text[COLUMN_VALUE];
        write_key(w, p->columns.at[column].name);
        if (column_values(p, column)) {
            column_value(p, column, cell[column], text);
            write_string(w, text);
        } else {
            write_number(w, cell[column]);
        }
    }
    write_end(w, '}');
}
