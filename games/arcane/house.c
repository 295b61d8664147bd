/* Storehouses: which lines they have, which lines are sets, and how the remaining items close up
 * (A6).
 *
 * Lines are numbered by shape. 3x3 has rows 0-2, columns 3-5 and diagonals 6-7. Smaller shapes have
 * only their lines of three: the rows of 2x3, the columns of 3x2, the single line of 1x3 or 3x1. */
#include "games/arcane/rules.h"

/* The lines of three: 8 in 3x3, 2 in 2x3 and 3x2, 1 in 1x3 and 3x1, none in an empty storehouse
 * (A6.6). */
int house_lines(const struct arcane_player *p)
{
    int size = house_size(p);
    return size == 9 ? 8 : size / 3;
}

/* Slots are bits: 0x007 is the top row of a 3x3. Slots are numbered row by row within the present
 * shape, so the rows of 2x3, and the one line of 1x3 and 3x1, are the first rows of the square. */
uint32_t house_line(const struct arcane_player *p, int line)
{
    static const uint16_t square[8] = {0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};
    static const uint16_t upright[2] = {0x015, 0x02a};
    if (house_size(p) == 9)
        return square[line];
    if (p->rows == 3 && p->cols == 2)
        return upright[line];
    return square[line];
}

/* The item of which these three cells make a set, or NONE: three revealed copies (A6.2), or a
 * Feline and two of one other item (A6.4). Two Felines and one item are no set; three Felines are.
 * An empty cell breaks the line. */
static int cells_sell(uint8_t a, uint8_t b, uint8_t c)
{
    if ((a & b & c & CELL_UP) == 0 || ((a | b | c) & CELL_EMPTY))
        return NONE;
    int x = cell_item(a), y = cell_item(b), z = cell_item(c);
    if (x == y && y == z)
        return x;
    if (x == FACSIMILOUS_FELINE && y == z)
        return y;
    if (y == FACSIMILOUS_FELINE && x == z)
        return x;
    if (z == FACSIMILOUS_FELINE && x == y && x != FACSIMILOUS_FELINE)
        return x;
    return NONE;
}

/* `line` must be one of the present shape; its three slots are in ascending order. */
int house_line_sells(const struct arcane_player *p, int line)
{
    uint32_t slots = house_line(p, line);
    int a = bit_lowest(slots);
    slots &= slots - 1;
    int b = bit_lowest(slots);
    slots &= slots - 1;
    return cells_sell(p->cell[a], p->cell[b], p->cell[bit_lowest(slots)]);
}

/* A set needs at least three revealed cards that are this item or a Feline. Most storehouses have
 * fewer, so their lines need no check. A Feline can complete any pair, so for a Feline the lines
 * decide. */
int house_may_sell(const struct arcane_player *p, int slot)
{
    int item = cell_item(p->cell[slot]);
    uint64_t word = house_word(p), alike = word_up(word, item) | word_up(word, FACSIMILOUS_FELINE);
    alike |= ninth_up(p, item) | ninth_up(p, FACSIMILOUS_FELINE);
    uint64_t two = alike & (alike - 1);
    return item == FACSIMILOUS_FELINE || (two & (two - 1));
}

/* With a slot only its lines count, as in the Sell phase (A6.3). With NONE all lines count, as in
 * an inspection (A8.1). */
uint32_t house_sets(const struct arcane_player *p, int slot)
{
    uint32_t sets = 0;
    int lines = house_lines(p);
    for (int i = 0; i < lines; i++) {
        if (slot != NONE && !(house_line(p, i) >> slot & 1))
            continue;
        if (house_line_sells(p, i) != NONE)
            sets |= 1u << i;
    }
    return sets;
}

/* Removes the slots in `gone` and closes up (A6.6). In row order the rest keeps its order, which is
 * right for a row, a column and a diagonal slid across. A diagonal slid down closes up by
 * columns. */
void house_close_up(struct arcane_player *p, uint32_t gone, int rows, int cols, int down)
{
    uint8_t cell[CELLS], known[CELLS];
    int size = house_size(p), n = 0;
    memset(cell, CELL_NONE, sizeof cell);
    memset(known, 0, sizeof known);
    for (int k = 0; k < size; k++) {
        int from = down ? k / p->rows + k % p->rows * p->cols : k;
        if (gone >> from & 1)
            continue;
        int to = down ? n / rows + n % rows * cols : n;
        cell[to] = p->cell[from];
        known[to] = p->known[from];
        n++;
    }
    memcpy(p->cell, cell, sizeof cell);
    memcpy(p->known, known, sizeof known);
    p->rows = (uint8_t)rows;
    p->cols = (uint8_t)cols;
}
