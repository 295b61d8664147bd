/* Checks the promises of engine/observe.h: a state, its view and every state with the same view
 * give the viewer the same bytes; cells are in range; seats are counted from the viewer; inputs
 * follow from cells; answers have numbers; names are unique. */
#include "engine/observe.h"
#include "tests/props/game_props.h"

enum { CELLS_MOST = 2048, INPUTS_MOST = 16384 };
/* What the cells hold before they are written: nothing of it may be left. */
enum { OLD = 0x5a };

/* The bytes of one observation, with a guard behind them. */
struct bytes {
    uint8_t at[CELLS_MOST + PROPS_GUARD];
};

static void look(struct props_run *r, struct bytes *to, int slot, int viewer)
{
    const struct observer *o = r->game->observer;
    memset(to, OLD, sizeof *to);
    o->dense(r->slot[slot], viewer, to->at);
    for (int i = 0; i < PROPS_GUARD; i++)
        if (to->at[o->cells + i] != OLD)
            props_fail(r, "observation", "bytes behind it were written");
}

static int cells_same(struct props_run *r, const char *what, const struct bytes *a,
                      const struct bytes *b, int viewer)
{
    const struct observer *o = r->game->observer;
    char name[MAX_NAME];
    int at = 0;
    while (at < o->cells && a->at[at] == b->at[at])
        at++;
    if (at == o->cells)
        return 1;
    props_fail(r, "observation", "%s: %s is %d, but %d in the state, viewer %d", what,
               observe_cell_text(o, at, name), b->at[at], a->at[at], viewer);
    return 0;
}

/* ---- ranges and seats ---- */

static void check_range(struct props_run *r, const struct bytes *seen, int index, int block)
{
    const struct observe_row *row = r->game->observer->row(index);
    const uint8_t *cell = seen->at + row->at + block * row->stride;
    for (int k = 0; k < row->count; k++) {
        if (cell[k] < row->least || cell[k] > row->most)
            props_fail(r, "observation", "%s %d is %d, not %d to %d", row->name, k, cell[k],
                       row->least, row->most);
        if (cell[k] < r->row_least[index])
            r->row_least[index] = cell[k];
        if (cell[k] > r->row_most[index])
            r->row_most[index] = cell[k];
    }
}

/* Absent seats are zero. */
static void check_cells(struct props_run *r, const struct bytes *seen)
{
    const struct observer *o = r->game->observer;
    for (int i = 0; i < o->rows; i++)
        for (int block = 0; block < o->row(i)->blocks; block++)
            check_range(r, seen, i, block);
    for (int i = r->players * o->seat_cells; i < o->seats * o->seat_cells; i++)
        if (seen->at[i])
            props_fail(r, "observation", "a cell of an absent seat is %d", seen->at[i]);
}

/* The same table with every seat one further on: a viewer sees the same. */
static void check_rotation(struct props_run *r, const struct bytes *seen, int viewer)
{
    struct bytes turned;
    props_copy(r, AGAIN, NOW);
    r->subject->rotate(r->slot[AGAIN]);
    look(r, &turned, AGAIN, (viewer + 1) % r->players);
    cells_same(r, "seats moved on", seen, &turned, viewer);
}

/* ---- inputs ---- */

/* How many inputs of a cell are yes, counted by the words of enum observe_how. */
static int inputs_wanted(const struct observe_row *row, int value)
{
    static const int scale[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256};
    int n = 0;
    switch (row->how) {
    case OBSERVE_ONE_HOT: return value > 0;
    case OBSERVE_BITS: return bit_count((uint64_t)value);
    case OBSERVE_FIVES: return value / 5;
    case OBSERVE_SCALE:
        while (value >= scale[n])
            n++;
        return n;
    default: return value;
    }
}

/* Checks the inputs of one cell, and returns how many there are. */
static int check_inputs_of(struct props_run *r, const struct observe_row *row, int first, int value,
                           const uint16_t *yes, int left)
{
    int n = inputs_wanted(row, value);
    if (n > left || (n && yes[n - 1] >= first + row->width)) {
        props_fail(r, "inputs", "%s has too few inputs for %d", row->name, value);
        return left;
    }
    for (int i = 0, bit = 0; i < n; i++, bit++) {
        while (row->how == OBSERVE_BITS && !(value >> bit & 1))
            bit++;
        if (yes[i] != first + (row->how == OBSERVE_ONE_HOT ? value - 1 : bit))
            props_fail(r, "inputs", "%s has the input %d for %d", row->name, yes[i] - first, value);
    }
    return n;
}

static int check_block(struct props_run *r, const struct bytes *seen, int index, int block,
                       const uint16_t *yes, int left)
{
    const struct observe_row *row = r->game->observer->row(index);
    int used = 0;
    for (int k = 0; k < row->count; k++)
        used +=
            check_inputs_of(r, row, row->first + block * row->input_stride + k * row->width,
                            seen->at[row->at + block * row->stride + k], yes + used, left - used);
    return used;
}

static void check_inputs(struct props_run *r, const struct bytes *seen)
{
    const struct observer *o = r->game->observer;
    uint16_t yes[INPUTS_MOST];
    int n = observe_sparse(o, seen->at, yes), used = 0;
    if (n > o->most_active || n > o->inputs || (n && yes[n - 1] >= o->inputs))
        props_fail(r, "inputs", "%d inputs are yes, at most %d can be", n, o->most_active);
    for (int block = 0; block <= o->seats; block++)
        for (int i = 0; i < o->rows && !r->property; i++)
            if ((o->row(i)->blocks > 1) == (block < o->seats))
                used += check_block(r, seen, i, block % o->seats, yes + used, n - used);
    if (used != n)
        props_fail(r, "inputs", "%d inputs are yes, the cells account for %d", n, used);
}

/* ---- actions ---- */

static void check_actions(struct props_run *r, int seat)
{
    const struct game *g = r->game;
    uint8_t mask[CELLS_MOST] = {0};
    uint64_t legal = g->legal(r->slot[NOW], seat);
    int legal_actions = 0, question, answer, first = 0;
    uint64_t actions = observe_legal(g, r->slot[NOW], seat, &first);
    observe_spread(g->observer, actions, first, mask);
    for (int i = 0; i < g->observer->actions; i++)
        legal_actions += mask[i];
    if (legal_actions != bit_count(legal))
        props_fail(r, "actions", "%d are legal, but %d answers", legal_actions, bit_count(legal));
    for (; legal; legal &= legal - 1) {
        int action = observe_action(g, r->slot[NOW], seat, bit_lowest(legal));
        if (observe_answer(g, r->slot[NOW], seat, action) != bit_lowest(legal) || action < 0 ||
            !mask[action])
            props_fail(r, "actions", "answer %d is action %d, seat %d", bit_lowest(legal), action,
                       seat);
        else if (observe_action_of(g->observer, action, &question, &answer) < 0 ||
                 question != g->question(r->slot[NOW], seat))
            props_fail(r, "actions", "action %d belongs to another question", action);
    }
}

/* ---- one viewer ---- */

const uint8_t *props_row(const struct game *g, const uint8_t *cells, const char *name, int block)
{
    const struct observer *o = g->observer;
    int i = 0;
    while (i < o->rows && (strcmp(o->row(i)->name, name) || o->row(i)->blocks <= block))
        i++;
    MUST(i < o->rows);
    return cells + o->row(i)->at + block * o->row(i)->stride;
}

static void check_meaning(struct props_run *r, const struct bytes *seen, int viewer)
{
    const char *wrong = r->subject->observed(r->slot[NOW], viewer, seen->at);
    if (wrong)
        props_fail(r, "observation", "%s, viewer %d", wrong, viewer);
}

/* VIEW is the viewer's view of NOW, and OTHER another state with that view. */
void props_observe(struct props_run *r, int viewer)
{
    struct bytes seen, other;
    if (!r->game->observer || viewer == SPECTATOR)
        return;
    look(r, &seen, NOW, viewer);
    look(r, &other, VIEW, viewer);
    cells_same(r, "its view", &seen, &other, viewer);
    look(r, &other, OTHER, viewer);
    cells_same(r, "non-interference", &seen, &other, viewer);
    check_cells(r, &seen);
    check_meaning(r, &seen, viewer);
    check_rotation(r, &seen, viewer);
    check_inputs(r, &seen);
    check_actions(r, viewer);
    r->counts->observed++;
}

/* ---- names ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Returns how many names are empty or occur twice. */
static int bad_names(char (*name)[MAX_NAME], int n)
{
    int bad = 0;
    qsort(name, (size_t)n, MAX_NAME, compare_names);
    for (int i = 0; i < n; i++) {
        int again = i && !strcmp(name[i], name[i - 1]);
        if (!*name[i] || again)
            printf("the name '%s' is empty or occurs twice\n", name[i]);
        bad += !*name[i] || again;
    }
    return bad;
}

int props_observe_names(const struct game *g)
{
    const struct observer *o = g->observer;
    char(*name)[MAX_NAME];
    int bad = 0;
    if (!o)
        return 0;
    MUST(o->cells <= CELLS_MOST && o->inputs <= INPUTS_MOST && o->rows <= PROPS_ROWS);
    MUST((name = calloc(INPUTS_MOST, sizeof *name)));
    for (int i = 0; i < o->cells; i++)
        observe_cell_text(o, i, name[i]);
    bad += bad_names(name, o->cells);
    for (int i = 0; i < o->inputs; i++)
        observe_input_text(o, i, name[i]);
    bad += bad_names(name, o->inputs);
    for (int i = 0; i < o->actions; i++)
        observe_action_text(g, i, name[i]);
    bad += bad_names(name, o->actions);
    free(name);
    return bad;
}

/* ---- the report ---- */

void props_observe_report(const struct props_run *r)
{
    const struct game *g = r->game;
    const struct observer *o = g->observer;
    printf("%s: %llu views observed, %d cells, %d inputs, %d actions, hash %016llx\n", g->name,
           (unsigned long long)r->counts->observed, o->cells, o->inputs, o->actions,
           (unsigned long long)observe_hash(g));
    for (int i = 0; i < o->rows; i++) {
        const struct observe_row *row = o->row(i);
        if (r->row_least[i] > row->least || r->row_most[i] < row->most)
            printf("  %s was %d to %d, of %d to %d\n", row->name, r->row_least[i], r->row_most[i],
                   row->least, row->most);
    }
}
