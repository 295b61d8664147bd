/* Writes and reads the rows of a value, in the form of bots/odds/quacks_value.def. */
#include <stdio.h>
#include <stdlib.h>

#include "learn/quacks_value.h"

/* ---- names of inputs ---- */

static const char *const chip_names[CHIP_COUNT] = {
#define CHIP(e, id, colour, value, count, start) #e,
#include "games/quacks/chips.def"
#undef CHIP
};

/* In the order of the game's enum; chips.def has only ids. */
static const char *const colour_names[COLOUR_COUNT] = {"WHITE", "ORANGE", "GREEN",  "BLUE",
                                                       "RED",   "YELLOW", "PURPLE", "BLACK"};

/* Of the named inputs, from VALUE_NAMED on. */
static const char *input_name(int input)
{
    static const char *const names[] = {
#define NAMED(name, text) #name,
#include "bots/odds/quacks_value_inputs.def"
#undef NAMED
    };
    return names[input - VALUE_NAMED];
}

/* How the row of an input begins: CHIP(RED1, 2 or INPUT(RUBIES. Inputs lie in the order chips,
 * pairs, crosses, named ones. */
static void input_head(int input, char *buf, size_t size)
{
    int pair = input - VALUE_PAIR, cross = input - VALUE_CROSS;
    if (input >= VALUE_NAMED)
        snprintf(buf, size, "INPUT(%s", input_name(input));
    else if (cross >= 0)
        snprintf(buf, size, "CROSS(%s, %d", colour_names[cross / 4], cross % 4 + 1);
    else if (pair >= 0)
        snprintf(buf, size, "PAIR(%s, %d", colour_names[pair / 4], pair % 4 + 1);
    else
        snprintf(buf, size, "CHIP(%s, %d", chip_names[input / 4], input % 4 + 1);
}

/* ---- writing ---- */

/* A row of zeros is left out, as reading begins with zeros. */
static void write_row(FILE *f, const char *head, const int row[TURNS])
{
    int some = 0;
    for (int i = 0; i < TURNS; i++)
        some |= row[i];
    if (!some)
        return;
    fprintf(f, "%s", head);
    for (int i = 0; i < TURNS; i++)
        fprintf(f, ", %d", row[i]);
    fprintf(f, ")\n");
}

/* A failure of the disk shows at the latest in fclose. */
int rows_write(const char *path, const struct value_rows *rows)
{
    char head[64];
    FILE *f = fopen(path, "w");
    if (!f)
        return -1;
    for (int i = 0; i < VALUE_INPUTS; i++) {
        input_head(i, head, sizeof head);
        write_row(f, head, rows->weight[i]);
    }
    for (int players = 2; players <= QUACKS_SEATS; players++) {
        snprintf(head, sizeof head, "SPREAD(%d", players);
        write_row(f, head, rows->spread[players - 2]);
    }
    write_row(f, "POTION(0", rows->potion);
    return fclose(f) ? -1 : 0;
}

/* ---- reading ---- */

/* Reads the numbers of a line that begins like this. Returns whether it does. Numbers that are
 * missing are 0. */
static int read_row(const char *line, const char *head, int row[TURNS])
{
    size_t n = strlen(head);
    if (strncmp(line, head, n) != 0 || line[n] != ',')
        return 0;
    line += n + 1;
    for (int i = 0; i < TURNS; i++) {
        char *end;
        row[i] = (int)strtol(line, &end, 10);
        /* At the closing bracket it stays where it is. */
        line = *end == ',' ? end + 1 : end;
    }
    return 1;
}

/* Lines that are no rows, such as comments, are passed over. */
static void read_line(const char *line, struct value_rows *rows)
{
    char head[64];
    for (int i = 0; i < VALUE_INPUTS; i++) {
        input_head(i, head, sizeof head);
        if (read_row(line, head, rows->weight[i]))
            return;
    }
    for (int players = 2; players <= QUACKS_SEATS; players++) {
        snprintf(head, sizeof head, "SPREAD(%d", players);
        if (read_row(line, head, rows->spread[players - 2]))
            return;
    }
    read_row(line, "POTION(0", rows->potion);
}

/* A file without any row of ours reads as zeros. */
int rows_read(const char *path, struct value_rows *rows)
{
    char line[512];
    FILE *f = fopen(path, "r");
    if (!f)
        return -1;
    memset(rows, 0, sizeof *rows);
    while (fgets(line, sizeof line, f))
        read_line(line, rows);
    fclose(f);
    return 0;
}
