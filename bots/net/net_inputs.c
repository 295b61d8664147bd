/* The numbering of what a net looks at; see net_inputs.h. */
#include "bots/net/net_inputs.h"

/* Calls `each` for every cell in order, with its row. Seats first, with the rows that are
 * `of_seat`; then once those of the table. */
static void for_each_cell(const struct net_rows *rows,
                          void (*each)(const struct net_row *row, int cell, void *with), void *with)
{
    int cell = 0;
    for (int seat = 0; seat <= rows->seats; seat++)
        for (int i = 0; i < rows->n; i++)
            for (int k = 0; rows->row[i].of_seat == (seat < rows->seats) && k < rows->row[i].count;
                 k++)
                each(&rows->row[i], cell++, with);
}

struct numbering {
    uint16_t *first;
    int at;
};

static void number_cell(const struct net_row *row, int cell, void *with)
{
    struct numbering *n = with;
    n->first[cell] = (uint16_t)(n->at - 1);
    n->at += row->most;
}

/* Value 0 of a cell has no row, so the first one belongs to value 1, and less 1 it may be -1 in 16
 * bits. */
int net_rows_first(const struct net_rows *rows, uint16_t *first)
{
    struct numbering n = {first, 0};
    for_each_cell(rows, number_cell, &n);
    return n.at;
}

struct sizes {
    uint8_t *most, *how;
};

static void size_cell(const struct net_row *row, int cell, void *with)
{
    const struct sizes *to = with;
    to->most[cell] = row->most;
    to->how[cell] = row->how;
}

/* Both have room for every cell. */
void net_rows_sizes(const struct net_rows *rows, uint8_t *most, uint8_t *how)
{
    struct sizes to = {most, how};
    for_each_cell(rows, size_cell, &to);
}

static uint64_t hash_byte(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * 0x100000001b3u;
}

/* FNV-1a over names and sizes. The observation's own hash is kept beside it. */
uint64_t net_rows_hash(const struct net_rows *rows)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < rows->n; i++) {
        const struct net_row *row = &rows->row[i];
        for (const char *c = row->name; *c; c++)
            hash = hash_byte(hash, (uint8_t)*c);
        hash = hash_byte(hash_byte(hash, row->count), row->most);
        hash = hash_byte(hash_byte(hash, row->how), row->of_seat);
    }
    return hash;
}
