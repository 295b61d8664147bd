/* Turns Arcane Alley's observation into what the net looks at; see arcane_inputs.def.
 *
 * The observation says what lies where. A net of two small layers cannot find out by itself which
 * item would complete a set, so that is worked out here, and sums of infamy and differences of gold
 * with it. Everything comes from the dense observation alone, that is from the seat's view. */
#include "bots/net/arcane_inputs.h"

/* ---- rows ---- */

struct net_rows looked_rows(void)
{
#define SEAT(name, count, most, how, text) {#name, text, count, most, how, 1},
#define TABLE(name, count, most, how, text) {#name, text, count, most, how, 0},
    static const struct net_row rows[] = {
#include "bots/net/arcane_inputs.def"
    };
#undef SEAT
#undef TABLE
    return (struct net_rows){rows, sizeof rows / sizeof rows[0], MAX_SEATS};
}

/* ---- storehouses ---- */

enum { SQUARE = 1, WIDE, HIGH, ROW, COLUMN, NO_HOUSE };
/* Values of the row `place`: revealed items from 1 on, then hidden ones. */
enum { PLACE_HIDDEN = 20, PLACE_UNKNOWN = 41, PLACE_EMPTY, PLACE_RETURNED };
_Static_assert(PLACE_HIDDEN == (int)ITEM_COUNT && PLACE_UNKNOWN == 2 * ITEM_COUNT + 1,
               "the tables below, and the rows of arcane_inputs.def");

/* NO_HOUSE for whatever no storehouse can be. */
static int shape_of(int shape_rows, int columns)
{
    static const uint8_t shapes[4][4] = {{NO_HOUSE, NO_HOUSE, NO_HOUSE, NO_HOUSE},
                                         {NO_HOUSE, NO_HOUSE, NO_HOUSE, ROW},
                                         {NO_HOUSE, NO_HOUSE, NO_HOUSE, WIDE},
                                         {NO_HOUSE, COLUMN, HIGH, SQUARE}};
    return shapes[shape_rows & 3][columns & 3];
}

/* Where slot k of a shape lies in the square. Slots are numbered row by row. Places that a shape
 * does not have follow its own slots. */
static int place_of(int shape, int k)
{
    static const uint8_t high[CELLS] = {0, 1, 3, 4, 6, 7, 2, 5, 8};
    static const uint8_t column[CELLS] = {0, 3, 6, 1, 2, 4, 5, 7, 8};
    return shape == HIGH ? high[k] : shape == COLUMN ? column[k] : k;
}

/* A cell of the observation as a value of `place`, if nobody is noted as knowing it: then it is
 * revealed, or nobody's. */
static const uint8_t place_of_cell[24] = {
    0,  PLACE_EMPTY, PLACE_UNKNOWN, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
    19, 20,          PLACE_RETURNED};
/* The item that lies revealed in a place, from 1 on, or 0. */
static const uint8_t item_of_place[44] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
    11, 12, 13, 14, 15, 16, 17, 18, 19, 20, [PLACE_RETURNED] = MAGIC_BOOMERANG + 1};

static int least_most(int n, int least, int most)
{
    return n < least ? least : n > most ? most : n;
}

/* The infamy of the revealed items is counted from -25, by item from 1 on; 25 stands for none. */
struct infamy {
    uint8_t of[1 + ITEM_COUNT];
};

/* The revealed items of a storehouse by place, and how many there are; the places that have one. */
struct revealed {
    uint8_t item[CELLS], at[CELLS];
    int n;
};

/* `known_by` has the viewer in its lowest bit, so more than 1 is another seat. No branch depends on
 * the cards: it would be mispredicted. Needs to->shape. Fills in `up` for look_for_gaps. */
static void look_at_places(const struct arcane_seen_seat *s, const struct infamy *infamy,
                           struct arcane_looked_seat *to, struct revealed *up)
{
    int shape = to->shape[0], sum = 0, hidden = 0;
    up->n = 0;
    for (int k = 0; k < CELLS; k++) {
        int at = place_of(shape, k), known = s->cell_known_by[k];
        int place = place_of_cell[s->cell[k]] + (known ? PLACE_HIDDEN : 0);
        int item = item_of_place[place];
        to->place[at] = (uint8_t)place;
        to->shared[at] = known > 1;
        hidden += place > PLACE_HIDDEN && place <= PLACE_UNKNOWN;
        sum += infamy->of[item] - 25;
        up->item[at] = (uint8_t)item;
        up->at[up->n] = (uint8_t)at;
        up->n += item != 0;
    }
    to->hidden[0] = (uint8_t)hidden;
    to->shown[0] = (uint8_t)least_most((sum + 12) / 2, 0, 30);
}

/* A revealed Doll keeps its place (A5.8), and nothing is played into an empty one. */
static int can_be_replaced(uint8_t place)
{
    return place && place != PLACE_EMPTY && place != HAUNTED_DOLL + 1;
}

/* Notes that an item completes a line in place `at`. `item` counts from 1. */
static void note_gap(uint8_t *fits, struct arcane_looked_seat *to, int at, int item)
{
    if (!can_be_replaced(to->place[at]))
        return;
    to->gap[at] = to->wanted[item - 1] = 1;
    fits[at * ITEM_COUNT + item - 1] = 1;
}

/* The place that makes a line with two others, or CELLS. Smaller shapes have the lines of the
 * square that lie in them (A6.6); others pass through a place that is not there. Symmetric; CELLS
 * if the two are in no line. */
static int third_place(int i, int j)
{
    static const uint8_t third[CELLS][CELLS] = {
        {9, 2, 1, 6, 8, 9, 3, 9, 4}, {2, 9, 0, 9, 7, 9, 9, 4, 9}, {1, 0, 9, 9, 6, 8, 4, 9, 5},
        {6, 9, 9, 9, 5, 4, 0, 9, 9}, {8, 7, 6, 5, 9, 3, 2, 1, 0}, {9, 9, 8, 4, 3, 9, 9, 9, 2},
        {3, 9, 4, 0, 2, 9, 9, 8, 7}, {9, 4, 9, 9, 1, 9, 8, 9, 6}, {4, 9, 5, 9, 0, 2, 7, 6, 9}};
    return third[i][j];
}

/* Two alike, or a Feline and another item, want the third; two alike take a Feline as well
 * (A6.4). */
static void look_for_gaps(uint8_t *fits, struct arcane_looked_seat *to, const struct revealed *up)
{
    const int feline = FACSIMILOUS_FELINE + 1;
    for (int a = 1; a < up->n; a++)
        for (int b = 0; b < a; b++) {
            int x = up->item[up->at[a]], y = up->item[up->at[b]];
            if (x != y && x != feline && y != feline)
                continue;
            int at = third_place(up->at[a], up->at[b]);
            if (at == CELLS)
                continue;
            note_gap(fits, to, at, x == feline ? y : x);
            if (x == y)
                note_gap(fits, to, at, feline);
        }
}

/* ---- seats ---- */

/* From 0 to 24. */
static uint8_t step_of_gold(int gold)
{
    static const uint8_t steps[24] = {1,  2,  3,  4,  5,  7,  10, 13, 16,  20,  25,  30,
                                      35, 40, 45, 50, 60, 70, 80, 90, 100, 120, 150, 200};
    int n = 0;
    for (int i = 0; i < 24; i++)
        n += gold >= steps[i];
    return (uint8_t)n;
}

/* Gold above 255 is known by tens. */
static int gold_of(const struct arcane_seen_seat *s)
{
    return s->gold[0] < 255 ? s->gold[0] : s->gold_tens[0] * 10;
}

/* What lies where in a storehouse. Only the viewer's own fits are kept. */
static void look_at_house(const struct arcane_seen_seat *s, const struct infamy *infamy, int seat,
                          struct arcane_looked *to)
{
    struct arcane_looked_seat *t = &to->seat[seat];
    struct revealed up;
    uint8_t others[CELLS * ITEM_COUNT];
    t->shape[0] = (uint8_t)shape_of(s->shape_rows[0], s->shape_columns[0]);
    look_at_places(s, infamy, t, &up);
    look_for_gaps(seat ? others : to->fits, t, &up);
}

/* All else. */
static void look_at_seat(const struct arcane_seen_seat *s, struct arcane_looked_seat *t)
{
    t->gold[0] = step_of_gold(s->gold[0]);
    t->infamy[0] = s->infamy[0];
    t->fines[0] = s->fines[0];
    t->wizard[0] = s->wizard[0];
    t->stash_size[0] = (uint8_t)least_most(s->stash_size[0], 0, 6);
    for (int i = 0; i < ITEM_COUNT; i++)
        t->stash[i] = (uint8_t)least_most(s->stash[i], 0, 3);
}

/* The viewer's seat has the lead over the best of the others. In steps of five from -80 on; what is
 * beyond counts as the first or last step. */
static void compare_gold(const struct arcane_seen *from, int players, struct arcane_looked *to)
{
    int own = gold_of(&from->seat[0]), best = 0;
    for (int seat = 1; seat < players; seat++) {
        int gold = gold_of(&from->seat[seat]);
        best = gold > best ? gold : best;
        to->seat[seat].behind[0] = (uint8_t)least_most((own - gold + 80) / 5, 0, 32);
    }
    to->seat[0].behind[0] = (uint8_t)least_most((own - best + 80) / 5, 0, 32);
}

/* ---- the table ---- */

static int wants(const struct arcane_looked *to, int item)
{
    return item && to->seat[0].wanted[item - 1];
}

/* After the viewer's storehouse: what it wants is needed here. */
static void look_at_stash(const struct arcane_seen *from, struct arcane_looked *to)
{
    const struct arcane_seen_seat *s = &from->seat[0];
    for (int i = 0; i < ITEM_COUNT; i++) {
        to->open_stash[i] = s->stash_known_by[i] > 1;
        to->ready[i] = s->stash[i] && to->seat[0].wanted[i];
    }
    for (int k = 0; k < CELLS && from->played[0]; k++)
        to->here[k] = to->fits[k * ITEM_COUNT + from->played[0] - 1];
    to->on_offer[0] = (uint8_t)wants(to, from->discard_top[0]);
    for (int i = 0; i < 3; i++)
        to->on_offer[1 + i] = (uint8_t)wants(to, from->market_item[i]);
}

/* 0: nobody was chosen. */
static void look_at_target(const struct arcane_seen *from, struct arcane_looked *to)
{
    int target = from->target[0];
    to->target[0] = (uint8_t)target;
    if (!target)
        return;
    memcpy(to->their_place, to->seat[target - 1].place, CELLS);
    memcpy(to->their_gap, to->seat[target - 1].gap, CELLS);
}

/* A Doll's slot is asked while nothing is being played (A7.6). */
static int asks_for_doll(const struct arcane_seen *from)
{
    return from->question[0] == Q_SLOT && !from->played[0];
}

static void look_at_rounds(const struct arcane_seen *from, struct arcane_looked *to)
{
    to->players[0] = from->players[0];
    to->question[0] = asks_for_doll(from) ? 20 : from->question[0];
    to->turn[0] = from->turn[0];
    to->first[0] = from->first[0];
    to->triggered[0] = from->triggered[0];
    to->phase[0] = from->phase[0];
    to->round[0] = (uint8_t)least_most(from->round[0], 0, 8);
    to->rounds_left[0] = (uint8_t)least_most(from->last_round[0] - from->round[0], 0, 4);
    to->tracker[0] = from->tracker[0];
    to->laps[0] = (uint8_t)least_most(from->laps[0], 0, 16);
    to->edition[0] = from->edition[0];
    to->goal[0] = from->goal[0];
}

static void look_at_piles(const struct arcane_seen *from, struct arcane_looked *to)
{
    to->market[0] = from->market[0];
    memcpy(to->market_item, from->market_item, 3);
    to->deck[0] = (uint8_t)least_most((from->deck[0] + 7) / 8, 0, 20);
    to->deck_known[0] = (uint8_t)least_most(from->deck_known[0], 0, 4);
    memcpy(to->deck_top, from->deck_top, 2);
    memcpy(to->discard_top, from->discard_top, 3);
    for (int i = 0; i < ITEM_COUNT; i++) {
        to->discard[i] = (uint8_t)least_most(from->discard[i], 0, 3);
        to->unseen[i] = (uint8_t)least_most(from->unseen[i], 0, 12);
    }
    to->removed[0] = from->removed[0];
}

/* The slot of the item just played lies in the storehouse of the seat whose turn it is. Slots and
 * seats count from 1 here, 0 is none. */
static uint8_t slot_in_turn(const struct arcane_looked *to, int slot)
{
    int turn = to->turn[0];
    return (uint8_t)(slot && turn ? place_of(to->seat[turn - 1].shape[0], slot - 1) + 1 : 0);
}

/* An item that is offered more than twice counts as twice. */
static void look_at_turn(const struct arcane_seen *from, struct arcane_looked *to)
{
    to->cause[0] = from->cause[0];
    to->played[0] = from->played[0];
    to->played_slot[0] = slot_in_turn(to, from->played_slot[0]);
    to->replaced[0] = from->replaced[0];
    to->replaced_hidden[0] = from->replaced_hidden[0];
    to->returning[0] = from->returning[0];
    to->diagonal[0] = (uint8_t)(from->slide_line[0] > 6 ? from->slide_line[0] - 6 : 0);
    to->sold[0] = from->sold[0];
    to->dolls[0] = from->dolls[0];
    to->own_slot[0] = slot_in_turn(to, from->own_slot[0]);
    for (int i = 0; i < OFFER_MAX; i++)
        if (from->offer[i] && to->offer[from->offer[i] - 1] < 2)
            to->offer[from->offer[i] - 1]++;
}

/* Everything but storehouses. */
static void look_at_rest(const struct arcane_seen *from, struct arcane_looked *to)
{
    for (int seat = 0; seat < from->players[0]; seat++)
        look_at_seat(&from->seat[seat], &to->seat[seat]);
    compare_gold(from, from->players[0], to);
    look_at_rounds(from, to);
    look_at_stash(from, to);
    look_at_target(from, to);
    look_at_piles(from, to);
    look_at_turn(from, to);
}

static struct infamy infamy_of(const struct arcane_seen *from)
{
    struct infamy infamy = {{25}};
    memcpy(infamy.of + 1, from->value_infamy, ITEM_COUNT);
    return infamy;
}

void arcane_look(const struct arcane_seen *from, struct arcane_looked *to)
{
    struct infamy infamy = infamy_of(from);
    memset(to, 0, sizeof *to);
    for (int seat = 0; seat < from->players[0]; seat++)
        look_at_house(&from->seat[seat], &infamy, seat, to);
    look_at_rest(from, to);
}

/* ---- the next position ---- */

enum { HOUSE_FROM = offsetof(struct arcane_seen_seat, shape_rows) };
_Static_assert(offsetof(struct arcane_seen_seat, cell_known_by) + CELLS == HOUSE_FROM + 20,
               "a storehouse: rows, columns, cells, who knows them");

/* Notes what a storehouse is made of. Returns 1 if it was so before. `before` is overwritten in
 * either case. */
static int is_as_before(const struct arcane_seen_seat *s, uint64_t *before)
{
    const uint8_t *from = (const uint8_t *)s + HOUSE_FROM;
    uint64_t first, second;
    uint32_t third;
    memcpy(&first, from, sizeof first);
    memcpy(&second, from + 8, sizeof second);
    memcpy(&third, from + 16, sizeof third);
    uint64_t changed = (first ^ before[0]) | (second ^ before[1]) | (third ^ before[2]);
    before[0] = first;
    before[1] = second;
    before[2] = third;
    return changed == 0;
}

/* `last` NULL: look at it anew. */
static void look_at_house_next(const struct arcane_seen *from, const struct arcane_looked *last,
                               int seat, struct arcane_looked *to)
{
    struct infamy infamy;
    if (last) {
        to->seat[seat] = last->seat[seat];
        if (seat == 0)
            memcpy(to->fits, last->fits, sizeof to->fits);
        return;
    }
    infamy = infamy_of(from);
    look_at_house(&from->seat[seat], &infamy, seat, to);
}

/* The result is the same as that of arcane_look. */
void arcane_look_next(const struct arcane_seen *from, const struct arcane_looked *last,
                      struct arcane_looked_houses *houses, struct arcane_looked *to)
{
    if (last && memcmp(houses->infamy, from->value_infamy, sizeof houses->infamy) != 0)
        last = NULL;
    memcpy(houses->infamy, from->value_infamy, sizeof houses->infamy);
    memset(to, 0, sizeof *to);
    for (int seat = 0; seat < from->players[0]; seat++) {
        int same = is_as_before(&from->seat[seat], houses->seat[seat]);
        look_at_house_next(from, same ? last : NULL, seat, to);
    }
    /* No storehouse of a seat that comes later is like that of an absent one. */
    for (int seat = from->players[0]; seat < MAX_SEATS; seat++)
        houses->seat[seat][0] = UINT64_MAX;
    look_at_rest(from, to);
}

/* ---- outputs ---- */

_Static_assert(sizeof(struct arcane_seen_actions) == POLICY_ACTIONS, "outputs of the policy");

#define WITHIN(action, question)                                                                   \
    ((action) >= (int)offsetof(struct arcane_seen_actions, question) &&                            \
     (action) < (int)(offsetof(struct arcane_seen_actions, question) +                             \
                      sizeof((struct arcane_seen_actions *)0)->question))
#define FROM(question) ((int)offsetof(struct arcane_seen_actions, question))

/* The action of the same place in the square. `first` is the first action of the question. */
static int in_square(int action, int first, int shape)
{
    return first + place_of(shape, action - first);
}

static int pair_in_square(int action, int shape)
{
    int pair = action - FROM(SWAP);
    int i = place_of(shape, pair_first(pair)), j = place_of(shape, pair_second(pair));
    return FROM(SWAP) + (i < j ? pair_of(i, j) : pair_of(j, i));
}

/* The lines of an upright shape are columns. */
static int line_in_square(int action, int shape)
{
    int line = action - FROM(SELL);
    return action + (line < 3 && (shape == HIGH || shape == COLUMN) ? 3 : 0);
}

/* Actions that name no place have their own number as output. */
int arcane_output_of(int action, int shape, int their_shape, int doll)
{
    if (WITHIN(action, SLOT) && doll)
        return POLICY_ACTIONS + place_of(their_shape, action - FROM(SLOT));
    if (WITHIN(action, SLOT))
        return in_square(action, FROM(SLOT), shape);
    if (WITHIN(action, PEEK))
        return in_square(action, FROM(PEEK), shape);
    if (WITHIN(action, OWN))
        return in_square(action, FROM(OWN), shape);
    if (WITHIN(action, REMOVE))
        return in_square(action, FROM(REMOVE), shape);
    if (WITHIN(action, NINX))
        return in_square(action, FROM(NINX), shape);
    if (WITHIN(action, THEIRS))
        return in_square(action, FROM(THEIRS), their_shape);
    if (WITHIN(action, SWAP))
        return pair_in_square(action, their_shape);
    return WITHIN(action, SELL) ? line_in_square(action, shape) : action;
}
