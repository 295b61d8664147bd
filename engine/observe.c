/* Observations of any game, made from its rows: the sparse form, the numbers of answers, names. */
#include "engine/observe.h"
#include "engine/text.h"

/* ---- the sparse form ---- */

/* The least value for which input k of a row is yes, where inputs are thermometers. */
static int step_of(const struct observe_row *row, int k)
{
    static const uint8_t scale[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192};
    switch (row->how) {
    case OBSERVE_FIVES: return 5 * (k + 1);
    case OBSERVE_SCALE: return scale[k];
    default: return k + 1;
    }
}

/* How many inputs of a thermometer are yes. The scale has two steps for each power of 2: at the
 * power, and half way to the next. */
static int steps_up_to(int how, uint32_t value)
{
    if (how == OBSERVE_FIVES)
        return (int)(value / 5);
    if (how == OBSERVE_STEPS || value < 2)
        return (int)value;
    int power = 31 - __builtin_clz(value);
    return 2 * power + (int)(value >> (power - 1) & 1);
}

/* Adds the inputs of one cell, which begin at `first`, and returns the new number of inputs. */
static int add_inputs(const struct observe_row *row, int first, uint32_t value, uint16_t *out,
                      int n)
{
    if (row->how == OBSERVE_ONE_HOT) {
        out[n++] = (uint16_t)((uint32_t)first + value - 1);
    } else if (row->how == OBSERVE_BITS) {
        for (; value; value &= value - 1)
            out[n++] = (uint16_t)(first + bit_lowest(value));
    } else {
        for (int steps = steps_up_to(row->how, value); steps; steps--)
            out[n++] = (uint16_t)first++;
    }
    return n;
}

/* Most cells are 0: eight of them are passed over at once. */
static int add_block(const struct observe_row *row, int block, const uint8_t *dense, uint16_t *out,
                     int n)
{
    const uint8_t *cell = dense + row->at + block * row->stride;
    int first = row->first + block * row->input_stride;
    for (int k = 0; k < row->count; k++) {
        uint64_t eight = 1;
        if (k + 8 <= row->count)
            memcpy(&eight, cell + k, sizeof eight);
        if (!eight)
            k += 7;
        else if (cell[k])
            n = add_inputs(row, first + k * row->width, cell[k], out, n);
    }
    return n;
}

/* Block by block, because the inputs of a seat follow each other as its cells do. The rows of seats
 * come first. */
int observe_sparse(const struct observer *o, const uint8_t *dense, uint16_t *out)
{
    const struct observe_row *row = o->row(0), *end = row + o->rows, *table = row;
    int n = 0;
    while (table < end && table->blocks > 1)
        table++;
    for (int block = 0; block < o->seats; block++)
        for (const struct observe_row *of_seat = row; of_seat < table; of_seat++)
            n = add_block(of_seat, block, dense, out, n);
    for (; table < end; table++)
        n = add_block(table, 0, dense, out, n);
    return n;
}

/* ---- actions ---- */

int observe_action_of(const struct observer *o, int action, int *question, int *answer)
{
    for (int i = 0; i < o->questions; i++) {
        const struct observe_question *q = o->question(i);
        if (action < q->first || action >= q->first + q->count)
            continue;
        *question = i;
        *answer = action - q->first;
        return 0;
    }
    return -1;
}

/* The actions of the question that the seat is asked, or NULL. */
static const struct observe_question *asked(const struct game *g, const void *state, int seat)
{
    if (!(g->active(state) >> seat & 1))
        return NULL;
    return g->observer->question(g->question(state, seat));
}

int observe_action(const struct game *g, const void *state, int seat, int answer)
{
    const struct observe_question *q = asked(g, state, seat);
    int players = g->players(state);
    if (!q || answer < 0 || answer >= (q->seats ? players : q->count))
        return -1;
    return q->first + (q->seats ? (answer - seat + players) % players : answer);
}

int observe_answer(const struct game *g, const void *state, int seat, int action)
{
    const struct observe_question *q = asked(g, state, seat);
    if (!q || action < q->first)
        return -1;
    int players = g->players(state), answer = action - q->first;
    if (answer >= (q->seats ? players : q->count))
        return -1;
    return q->seats ? (answer + seat) % players : answer;
}

uint64_t observe_legal(const struct game *g, const void *state, int seat, int *first)
{
    const struct observe_question *q = asked(g, state, seat);
    if (!q)
        return 0;
    uint64_t legal = g->legal(state, seat);
    *first = q->first;
    if (!q->seats)
        return legal;
    int players = g->players(state);
    return (legal >> seat | legal << (players - seat)) & bits_below(players);
}

/* Always 64 bytes, because a loop over the legal answers ends at an unforeseeable place. The last
 * questions would leave the array, so they begin earlier. A game has at least 64 actions. */
void observe_spread(const struct observer *o, uint64_t legal, int first, uint8_t *mask)
{
    int at = int_min(first, o->actions - 64);
    legal <<= (first - at) & 63;
    for (int i = 0; i < 64; i += 8) {
        uint64_t eight = observe_bytes(legal >> i);
        memcpy(mask + at + i, &eight, sizeof eight);
    }
}

/* ---- names ---- */

/* A cell or an input: its row, block and entry, and which of the entry's inputs it is. */
struct observe_place {
    const struct observe_row *row;
    int block, entry, input;
};

static int find_in(struct observe_place *f, const struct observe_row *row, int number, int is_input)
{
    int first = is_input ? row->first : row->at;
    int stride = is_input ? row->input_stride : row->stride, size = is_input ? row->width : 1;
    if (number < first)
        return 0;
    f->row = row;
    f->block = row->blocks > 1 ? (number - first) / stride : 0;
    number -= first + f->block * stride;
    f->entry = number / size;
    f->input = number % size;
    return f->block < row->blocks && f->entry < row->count;
}

static struct observe_place find(const struct observer *o, int number, int is_input)
{
    struct observe_place f = {NULL, 0, 0, 0};
    for (int i = 0; i < o->rows; i++)
        if (find_in(&f, o->row(i), number, is_input))
            return f;
    f.row = NULL;
    return f;
}

static void add_cell(struct text *t, const struct observer *o, const struct observe_place *f)
{
    if (f->row->blocks > 1) {
        text_add(t, "seat");
        text_number(t, f->block);
        text_char(t, '.');
    }
    text_add(t, f->row->name);
    if (f->row->count == 1)
        return;
    text_char(t, '.');
    char words[MAX_NAME];
    const char *entry = o->entry_text(f->row, f->entry, words);
    if (*entry)
        text_add(t, entry);
    else
        text_number(t, f->entry + 1);
}

char *observe_cell_text(const struct observer *o, int cell, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    struct observe_place f = find(o, cell, 0);
    if (f.row)
        add_cell(&t, o, &f);
    return buf;
}

static void add_value(struct text *t, const struct observer *o, const struct observe_row *row,
                      int value)
{
    const char *word = o->value_text(row, value);
    if (*word)
        text_add(t, word);
    else
        text_number(t, value);
}

char *observe_input_text(const struct observer *o, int input, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    struct observe_place f = find(o, input, 1);
    if (!f.row)
        return buf;
    add_cell(&t, o, &f);
    if (f.row->how == OBSERVE_ONE_HOT) {
        text_char(&t, '=');
        add_value(&t, o, f.row, f.input + 1);
    } else if (f.row->how == OBSERVE_BITS) {
        text_char(&t, '&');
        text_number(&t, 1 << f.input);
    } else {
        text_add(&t, ">=");
        text_number(&t, step_of(f.row, f.input));
    }
    return buf;
}

char *observe_action_text(const struct game *g, int action, char buf[MAX_NAME])
{
    struct text t = text_in(buf, MAX_NAME);
    char answer_words[MAX_NAME];
    int question, answer;
    if (observe_action_of(g->observer, action, &question, &answer) < 0)
        return buf;
    const char *kind = g->question_kind(question);
    const char *rest = text_after(g->observer->answer_text(question, answer, answer_words), kind);
    if (!rest || *rest != ' ') {
        text_add(&t, kind);
        text_add(&t, ": ");
    }
    text_add(&t, answer_words);
    return buf;
}

/* ---- identity ---- */

static uint64_t hash_name(uint64_t before, const char *name)
{
    uint64_t both[2] = {before, 0};
    size_t n = 0;
    while (name[n])
        n++;
    both[1] = hash_bytes(name, n);
    return hash_bytes(both, sizeof both);
}

/* The names of inputs tell rows, blocks, entries, ways and values apart. */
uint64_t observe_hash(const struct game *g)
{
    const struct observer *o = g->observer;
    char buf[MAX_NAME];
    uint64_t hash = 0;
    for (int i = 0; i < o->cells; i++)
        hash = hash_name(hash, observe_cell_text(o, i, buf));
    for (int i = 0; i < o->inputs; i++)
        hash = hash_name(hash, observe_input_text(o, i, buf));
    for (int i = 0; i < o->actions; i++)
        hash = hash_name(hash, observe_action_text(g, i, buf));
    return hash;
}
