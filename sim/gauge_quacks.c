/* What is measured in The Quacks of Quedlinburg: how potions end, what is bought and how its buyers
 * fare, what books and fortune cards bring, how far the rats help. */
#include <stdio.h>

#include "games/quacks/help.h"
#include "games/quacks/numbers.h"
#include "sim/blocks.h"
#include "sim/column.h"
#include "sim/options.h"

/* ---- rows ---- */

/* White is not sold, and chips.def lists it first. OFTEN: a bag is built around a chip bought three
 * times. BOOKS: four for each of five colours. */
enum { CHIPS_SOLD = CHIP_COUNT - ORANGE1, OFTEN = 3, BOOKS = 5 * 4 };
/* Colours with books, and all mixes of their sets. */
enum { COLOUR_BOOKS = 5, MIXES = 4 * 4 * 4 * 4 * 4 };
enum { END_STOPPED, END_EXPLODED, END_FULL, END_ROWS };
enum { USUAL_CHIPS, USUAL_DRAWS, USUAL_RUBIES, USUAL_FLASK, USUAL_DROPLET, USUAL_ROWS };

#define POINTS(event, label) +1
enum {
    POINTS_ROWS = 0
#include "sim/gauge_quacks.def"
};
#define TABLE BLOCK_NUMBER
enum quacks_table_metric {
#include "sim/gauge_quacks.def"
    TABLE_METRICS
};
#define BOT BLOCK_NUMBER
enum quacks_bot_metric {
#include "sim/gauge_quacks.def"
    BOT_METRICS
};
#define COLUMN COLUMN_NUMBER
enum quacks_told_column {
#include "sim/gauge_quacks.def"
    TOLD_COLUMNS
};

/* The rows of POINTS in gauge_quacks.def, as labels here and as events below. `row` is the place in
 * the list of POINTS. */
static const char *points_label(int row)
{
#define POINTS(event, label) label,
    static const char *const labels[] = {
#include "sim/gauge_quacks.def"
    };
    return labels[row];
}

/* The row of QE_POINTS. */
enum { POINTS_IN_PLAY = 1 };

static int points_event(int row)
{
#define POINTS(event, label) event,
    static const int events[] = {
#include "sim/gauge_quacks.def"
    };
    return events[row];
}

/* In the order of chips.def, from ORANGE1 on. */
static const char *chip_label(int row)
{
    static const char *const label[CHIPS_SOLD] = {
        "Orange 1, pumpkin",      "Green 1, garden spider",   "Green 2, garden spider",
        "Green 4, garden spider", "Blue 1, crow skull",       "Blue 2, crow skull",
        "Blue 4, crow skull",     "Red 1, toadstool",         "Red 2, toadstool",
        "Red 4, toadstool",       "Yellow 1, mandrake",       "Yellow 2, mandrake",
        "Yellow 4, mandrake",     "Purple 1, ghost's breath", "Black 1, hawkmoth"};
    return label[row];
}

/* Books of green, blue, red, yellow and purple, four each. A set counts from 1: see_books computes
 * the row. */
static const char *book_label(int row)
{
    static const char *const label[BOOKS] = {
        "Green 1",  "Green 2",  "Green 3",  "Green 4",  "Blue 1",   "Blue 2",   "Blue 3",
        "Blue 4",   "Red 1",    "Red 2",    "Red 3",    "Red 4",    "Yellow 1", "Yellow 2",
        "Yellow 3", "Yellow 4", "Purple 1", "Purple 2", "Purple 3", "Purple 4"};
    return label[row];
}

/* "turn 3", and "Who was last, turn 3": what is before the comma is a line of a plot. */
#define TURN_LABELS(who)                                                                           \
    {                                                                                              \
        who "turn 1", who "turn 2", who "turn 3", who "turn 4", who "turn 5", who "turn 6",        \
            who "turn 7", who "turn 8", who "turn 9"                                               \
    }

/* A game with other numbers may have fewer turns; TURNS is the most, and rows that count nothing
 * are not shown. */
static const char *turn_label(int row)
{
    static const char *const label[TURNS] = TURN_LABELS("");
    return label[row];
}

static const char *last_label(int row)
{
    static const char *const label[TURNS] = TURN_LABELS("Who was last, ");
    return label[row];
}

static const char *leader_label(int row)
{
    static const char *const label[TURNS] = TURN_LABELS("Who was in the lead, ");
    return label[row];
}

static const char *all_label(int row)
{
    static const char *const label[TURNS] = TURN_LABELS("All players, ");
    return label[row];
}

static const char *end_label(int row)
{
    static const char *const label[END_ROWS] = {"Stopped", "Exploded", "Filled the pot"};
    return label[row];
}

static const char *usual_label(int row)
{
    static const char *const label[USUAL_ROWS] = {"Chips bought", "Chips drawn in a potion",
                                                  "Rubies gained", "Uses of the flask",
                                                  "Space of the droplet at the end"};
    return label[row];
}

#define TABLE BLOCK_ROW
static const struct block table_blocks[] = {
#include "sim/gauge_quacks.def"
};
#define BOT BLOCK_ROW
static const struct block bot_blocks[] = {
#include "sim/gauge_quacks.def"
};

/* ---- columns ---- */

static const char *chip_part(int row)
{
    return quacks_chip(ORANGE1 + row)->id;
}

static const char *nth_part(int row)
{
    static const char *const part[TURNS] = {"1", "2", "3", "4", "5", "6", "7", "8", "9"};
    return part[row];
}

static const char *book_part(int row)
{
    return quacks_colour_id(GREEN + row);
}

/* The first colour changes slowest: 1-1-1-1-1, 1-1-1-1-2 and so on. */
static void mix_value(int value, char name[COLUMN_VALUE])
{
    snprintf(name, COLUMN_VALUE, "%d-%d-%d-%d-%d", 1 + value / 256 % 4, 1 + value / 64 % 4,
             1 + value / 16 % 4, 1 + value / 4 % 4, 1 + value % 4);
}

#define COLUMN COLUMN_ROW
static const struct column_block columns[] = {
#include "sim/gauge_quacks.def"
};

/* ---- a game ---- */

/* A potion as events tell it. No event tells the scoring space, so the spaces of the chips are
 * followed; check_space holds the two against each other. */
struct potion {
    /* The spaces of the chips in the order they lie. */
    uint8_t at[POT_MAX + 1], n;
    /* Where it started (Q4.2), known once `began`. */
    uint8_t origin, began, exploded, full;
    /* As the event told it; 0 without one. */
    uint8_t rats;
    /* Points at the beginning of the turn. */
    int16_t points;
};

/* What must be remembered of a seat between events of one game. */
struct quacks_seat_notes {
    struct potion potion;
    /* As told so far; see_end compares the points with the state. */
    int16_t points, rubies;
    /* When the potion began: A Second Chance goes back to that (Q7). */
    int16_t saved_points, saved_rubies;
    uint8_t droplet;
    /* By kind, in the whole game. */
    uint8_t bought[CHIP_COUNT];
    /* Chips drawn, and uses of the flask, in the whole game. */
    int16_t draws, flasks;
    /* Bit t - 1: the seat led, or was last, after turn t. Turn 9 decides the game and is left
     * out. */
    uint8_t leads, lasts;
    /* By turn: points after it, the scoring space, whether the potion exploded. */
    int16_t points_after[TURNS];
    uint8_t space[TURNS], exploded[TURNS];
    /* The turn in which the first chip of a kind was bought; all spaces of help from the rats. */
    uint8_t first_bought[CHIP_COUNT], rats;
};

/* What must be remembered between events of one game. `turn` is 0 before the first. */
struct quacks_notes {
    struct quacks_seat_notes seat[QUACKS_SEATS];
    uint8_t turn, card;
};

/* One call of quacks_watch. */
struct quacks_watching {
    struct gauge_sheet sheet;
    const struct quacks_state *s;
    struct quacks_notes *notes;
};

/* Q1: the space after the last chip, or after where the potion started. */
static int scoring_space(const struct potion *p)
{
    return (p->n ? p->at[p->n - 1] : p->origin) + 1;
}

/* The seats that have exactly these points. By the points that events have told, which lag behind
 * the state within an answer. */
static uint32_t seats_at(const struct quacks_watching *l, int points)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < l->s->players; seat++)
        seats |= (uint32_t)(l->notes->seat[seat].points == points) << seat;
    return seats;
}

/* The most or the fewest points of any seat. */
static int points_at_end(const struct quacks_watching *l, int most)
{
    int best = l->notes->seat[0].points;
    for (int seat = 1; seat < l->s->players; seat++) {
        int points = l->notes->seat[seat].points;
        best = (most ? points > best : points < best) ? points : best;
    }
    return best;
}

/* ---- the end of a turn ---- */

/* A potion that is over, counted by turn, by how it ended and by the fortune card of the turn.
 * Called once a turn and seat, after the last event of the turn. The rats are added up for the
 * column of the whole game. */
static void see_potion(const struct quacks_watching *l, int seat)
{
    struct quacks_seat_notes *n = &l->notes->seat[seat];
    const struct potion *p = &n->potion;
    int turn = l->notes->turn - 1, gained = n->points - p->points;
    n->points_after[turn] = n->points;
    n->space[turn] = (uint8_t)scoring_space(p);
    n->exploded[turn] = p->exploded;
    n->rats = (uint8_t)(n->rats + p->rats);
    int end = p->exploded ? END_EXPLODED : p->full ? END_FULL : END_STOPPED;
    count_bot(&l->sheet, seat, EXPLODED + turn, p->exploded, 1);
    count_bot(&l->sheet, seat, SPACE + turn, scoring_space(p), 1);
    count_bot(&l->sheet, seat, GAINED + turn, gained, 1);
    for (int row = 0; row < END_ROWS; row++)
        count_bot(&l->sheet, seat, POTION_END + row, row == end, 1);
    if (l->notes->card != NO_CARD) {
        count(&l->sheet, CARD_POINTS + l->notes->card, gained, 1);
        count(&l->sheet, CARD_EXPLODED + l->notes->card, p->exploded, 1);
    }
    count(&l->sheet, RATS_ALL + turn, p->rats, 1);
}

/* Called when the next turn begins and when the game is over: only then has the turn brought all
 * its points (Q6, Q9.1). Before the first turn there is nothing to look at. */
static void see_turn_end(const struct quacks_watching *l)
{
    if (!l->notes->turn)
        return;
    uint32_t lead = seats_at(l, points_at_end(l, 1)), last = seats_at(l, points_at_end(l, 0));
    for (int seat = 0; seat < l->s->players; seat++) {
        struct quacks_seat_notes *n = &l->notes->seat[seat];
        see_potion(l, seat);
        /* If all have the same points, nobody leads. */
        if (l->notes->turn == NUMBER_OF(l->s, turns) || lead == last)
            continue;
        n->leads |= (uint8_t)((lead >> seat & 1) << (l->notes->turn - 1));
        n->lasts |= (uint8_t)((last >> seat & 1) << (l->notes->turn - 1));
    }
}

/* A new turn: potions begin empty, and points are noted to tell what the turn brings. The state is
 * that after the whole answer, so the points come from the notes. */
static void see_turn(const struct quacks_watching *l, const struct event *e)
{
    int first = !l->notes->turn;
    see_turn_end(l);
    l->notes->turn = (uint8_t)e->n;
    for (int seat = 0; seat < l->s->players; seat++) {
        struct quacks_seat_notes *n = &l->notes->seat[seat];
        if (first) {
            n->points = (int16_t)NUMBER_OF(l->s, start_points);
            n->droplet = (uint8_t)NUMBER_OF(l->s, start_droplet);
        }
        n->potion = (struct potion){.points = n->points};
    }
}

/* The rats of the player with the fewest points when the potions begin. The event comes only with
 * rats, so they are counted when the first chip of the turn is drawn, of any seat. Must run before
 * `began` is set, or the first draw itself would end the search. */
static void see_rats_of_last(const struct quacks_watching *l)
{
    uint32_t last = seats_at(l, points_at_end(l, 0));
    for (int seat = 0; seat < l->s->players; seat++) {
        if (l->notes->seat[seat].potion.began)
            return;
    }
    for (; last; last &= last - 1)
        count(&l->sheet, RATS_LAST + l->notes->turn - 1,
              l->notes->seat[__builtin_ctz(last)].potion.rats, 1);
}

/* ---- events of a seat ---- */

/* A potion begins with its first draw: only then are rats and droplet final for this turn. With an
 * empty bag it only stops (Q5.1). What the potion starts with is saved for A Second Chance. */
static void see_first_draw(const struct quacks_watching *l, struct quacks_seat_notes *n)
{
    struct potion *p = &n->potion;
    if (p->began)
        return;
    see_rats_of_last(l);
    p->began = 1;
    int origin = n->droplet + p->rats, last = NUMBER_OF(l->s, droplet_last);
    /* Q1.3. */
    p->origin = (uint8_t)(origin < last ? origin : last);
    n->saved_points = n->points;
    n->saved_rubies = n->rubies;
}

/* Pots hold at most POT_MAX chips; more would be a bug in the rules or here. */
static void chip_laid(struct potion *p, int space)
{
    MUST(p->n < sizeof p->at);
    p->at[p->n++] = (uint8_t)space;
}

/* Yellow 1: the chip before the last one leaves, its space stays empty. The last chip keeps its
 * space, so the scoring space stays. */
static void chip_before_leaves(struct potion *p)
{
    MUST(p->n >= 2);
    p->at[p->n - 2] = p->at[p->n - 1];
    p->n--;
}

/* A Second Chance: what the potion brought is gone again, an explosion too (Q12). The points that
 * were taken back are taken off the row of points in play, so that the rows still add up to the
 * score. */
static void see_restart(const struct quacks_watching *l, struct quacks_seat_notes *n)
{
    n->potion.n = n->potion.exploded = 0;
    count(&l->sheet, POINTS_FROM + POINTS_IN_PLAY, n->saved_points - n->points, 0);
    n->points = n->saved_points;
    n->rubies = n->saved_rubies;
}

/* Every chip bought counts once in n of each row, so that the rows are shares of all chips
 * bought. */
static void see_bought(const struct quacks_watching *l, const struct event *e)
{
    if (!l->notes->seat[e->seat].bought[e->item]++)
        l->notes->seat[e->seat].first_bought[e->item] = l->notes->turn;
    for (int row = 0; row < CHIPS_SOLD; row++)
        count_bot(&l->sheet, e->seat, BOUGHT + row, ORANGE1 + row == e->item, 1);
}

/* Events that move chips of a pot. Purple chips that leave in B are not followed: they do not
 * change the scoring space (Q8). `a` of a placing event is the space the chip lies on. */
static void see_brewing(const struct quacks_watching *l, struct quacks_seat_notes *n,
                        const struct event *e)
{
    struct potion *p = &n->potion;
    switch (e->kind) {
    case QE_DREW: see_first_draw(l, n), n->draws++; break;
    case QE_STOPPED: see_first_draw(l, n); break;
    case QE_PLACED:
    case QE_STRONG:
    case QE_RED_PLACED: chip_laid(p, e->a); break;
    case QE_FLASK: p->n--, n->flasks++; break;
    case QE_MANDRAKE: chip_before_leaves(p); break;
    case QE_SPIDER: p->at[p->n - 1] = e->a; break;
    case QE_RESTARTED: see_restart(l, n); break;
    case QE_EXPLODED: p->exploded = 1; break;
    case QE_FULL: p->full = 1; break;
    default: break;
    }
}

/* Checks that the scoring space in an event agrees with the spaces of the chips seen so far. A
 * failure is a bug of the rules or of this gauge, and ends the program rather than skew the
 * sums. */
static void check_space(const struct quacks_watching *l, const struct potion *p,
                        const struct event *e)
{
    struct quacks_space space = quacks_space(l->s, scoring_space(p));
    MUST(e->kind != QE_COINS || space.coins == e->n);
    MUST(e->kind != QE_POINTS_SPACE || space.points == e->n);
}

/* What books blue 3 and 4 pay cites their rule, and counts like other rewards in play. */
static int kind_counted(const struct event *e)
{
    switch (e->kind) {
    case QE_RUBY_BLUE: return QE_RUBY;
    case QE_POINTS_BLUE: return QE_POINTS;
    default: return e->kind;
    }
}

/* Events that bring points, rubies, droplets or chips. Each row of POINTS has an event of its own,
 * so an amount is counted once. */
static void see_scoring(const struct quacks_watching *l, struct quacks_seat_notes *n,
                        const struct event *e)
{
    switch (kind_counted(e)) {
    case QE_COINS: check_space(l, &n->potion, e); break;
    case QE_RATS: n->potion.rats = (uint8_t)e->n; break;
    case QE_POINTS_SPACE: check_space(l, &n->potion, e); /* fall through */
    case QE_POINTS:
    case QE_POINTS_COINS:
    case QE_POINTS_RUBIES: n->points = (int16_t)(n->points + e->n); break;
    case QE_RUBY:
    case QE_RUBY_SPACE: n->rubies = (int16_t)(n->rubies + e->n); break;
    case QE_DROPLET: n->droplet = (uint8_t)e->n; break;
    case QE_BOUGHT: see_bought(l, e); break;
    default: break;
    }
    for (int row = 0; row < POINTS_ROWS; row++)
        if (points_event(row) == kind_counted(e))
            count(&l->sheet, POINTS_FROM + row, e->n, 0);
}

/* Events of the table first; the others belong to a seat. NO_CARD until the fortune card of the
 * turn is told: the numbers may leave the cards out. */
static void see_event(const struct quacks_watching *l, const struct event *e)
{
    if (e->kind == QE_TURN) {
        see_turn(l, e);
        l->notes->card = NO_CARD;
    } else if (e->kind == QE_FORTUNE) {
        l->notes->card = (uint8_t)e->n;
    } else if (e->seat < QUACKS_SEATS) {
        see_brewing(l, &l->notes->seat[e->seat], e);
        see_scoring(l, &l->notes->seat[e->seat], e);
    }
}

/* ---- the end of the game ---- */

/* A book by its colour and set: how many of its chips were bought, and how those fared who bought
 * it often. Sets count from 1 in the state. */
static void see_books(const struct quacks_watching *l, int seat)
{
    const struct quacks_seat_notes *n = &l->notes->seat[seat];
    for (int colour = GREEN; colour <= PURPLE; colour++) {
        int book = (colour - GREEN) * 4 + l->s->book[colour] - 1, chips = 0;
        for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
            if (quacks_chip(chip)->colour == colour)
                chips += n->bought[chip];
        count(&l->sheet, BOOK_CHIPS + book, chips, 1);
        if (chips >= OFTEN)
            count(&l->sheet, BOOK_WON + book, win_of(l->sheet.w, seat), WIN);
    }
}

/* How those fared who bought a chip. These are correlations: the report says so. */
static void see_chips(const struct quacks_watching *l, int seat)
{
    const struct quacks_seat_notes *n = &l->notes->seat[seat];
    int win = win_of(l->sheet.w, seat);
    for (int row = 0; row < CHIPS_SOLD; row++) {
        int bought = n->bought[ORANGE1 + row];
        if (bought) {
            count(&l->sheet, CHIP_WON + row, win, WIN);
            count(&l->sheet, CHIP_POINTS + row, n->points, 1);
        }
        if (bought >= OFTEN)
            count(&l->sheet, CHIP_WON_OFTEN + row, win, WIN);
    }
}

/* Habits of a bot over a whole game. One figure a game and seat; draws are divided by the turns,
 * for a mean per potion. */
static void see_usual(const struct quacks_watching *l, int seat)
{
    const struct quacks_seat_notes *n = &l->notes->seat[seat];
    int chips = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        chips += n->bought[chip];
    count_bot(&l->sheet, seat, USUAL + USUAL_CHIPS, chips, 1);
    count_bot(&l->sheet, seat, USUAL + USUAL_DRAWS, n->draws, NUMBER_OF(l->s, turns));
    count_bot(&l->sheet, seat, USUAL + USUAL_RUBIES, n->rubies, 1);
    count_bot(&l->sheet, seat, USUAL + USUAL_FLASK, n->flasks, 1);
    count_bot(&l->sheet, seat, USUAL + USUAL_DROPLET, n->droplet, 1);
}

/* What is counted once a game. Turn TURNS - 1 is the last with a leader to look at: after the last
 * turn the leader is the winner. */
static void see_end(const struct quacks_watching *l)
{
    see_turn_end(l);
    for (int seat = 0; seat < l->s->players; seat++) {
        const struct quacks_seat_notes *n = &l->notes->seat[seat];
        int win = win_of(l->sheet.w, seat);
        /* Every point was told by an event. */
        MUST(n->points == l->s->player[seat].points);
        for (int row = 0; row < POINTS_ROWS; row++)
            count(&l->sheet, POINTS_FROM + row, 0, 1);
        for (int turn = 0; turn < TURNS - 1; turn++) {
            if (n->leads >> turn & 1)
                count(&l->sheet, LEADER_WON + turn, win, WIN);
            if (n->lasts >> turn & 1)
                count(&l->sheet, LAST_WON + turn, win, WIN);
        }
        see_books(l, seat);
        see_chips(l, seat);
        see_usual(l, seat);
    }
}

/* Everything is read from events, nothing from `before`. */
static void quacks_watch(const struct gauge_watched *w, struct gauge_figure *figure)
{
    struct quacks_watching l = {{w, figure, TABLE_METRICS, BOT_METRICS}, w->after, w->notes};
    for (uint32_t i = 0; i < w->events; i++)
        see_event(&l, &w->event[i]);
    if (w->over)
        see_end(&l);
}

/* ---- rows ---- */

static void tell_chips(const struct quacks_seat_notes *n, int64_t *cell)
{
    cell[TELL_CHIPS] = 0;
    for (int row = 0; row < CHIPS_SOLD; row++) {
        cell[TELL_CHIPS] += cell[TELL_BOUGHT + row] = n->bought[ORANGE1 + row];
        cell[TELL_FIRST_BOUGHT + row] = n->first_bought[ORANGE1 + row];
    }
}

static void tell_turns(const struct quacks_seat_notes *n, int64_t *cell)
{
    cell[TELL_EXPLOSIONS] = cell[TELL_FIRST_EXPLOSION] = 0;
    for (int turn = 0; turn < TURNS; turn++) {
        cell[TELL_POINTS + turn] = n->points_after[turn];
        cell[TELL_SPACE + turn] = n->space[turn];
        cell[TELL_EXPLODED + turn] = n->exploded[turn];
        if (n->exploded[turn] && !cell[TELL_EXPLOSIONS]++)
            cell[TELL_FIRST_EXPLOSION] = turn + 1;
    }
    for (int turn = 0; turn < TURNS - 1; turn++) {
        cell[TELL_LED + turn] = n->leads >> turn & 1;
        cell[TELL_LAST + turn] = n->lasts >> turn & 1;
    }
}

/* The mix is read like a number of five digits to base 4, the first colour being the greatest. */
static void quacks_tell(const struct gauge_watched *w, int seat, int64_t *cell)
{
    const struct quacks_state *s = w->after;
    const struct quacks_seat_notes *n = &((const struct quacks_notes *)w->notes)->seat[seat];
    tell_chips(n, cell);
    tell_turns(n, cell);
    cell[TELL_RUBIES] = n->rubies;
    cell[TELL_FLASKS] = n->flasks;
    cell[TELL_DROPLET] = n->droplet;
    cell[TELL_DRAWS] = n->draws;
    cell[TELL_RATS] = n->rats;
    cell[TELL_MIX] = 0;
    for (int i = 0; i < COLOUR_BOOKS; i++) {
        cell[TELL_BOOK + i] = s->book[GREEN + i];
        cell[TELL_MIX] = 4 * cell[TELL_MIX] + s->book[GREEN + i] - 1;
    }
}

/* Another mix of books for each deal: --set books=random. */
static void quacks_vary(void *state, struct chance *luck)
{
    struct quacks_state *s = state;
    for (int i = 0; i < COLOUR_BOOKS; i++)
        s->book[GREEN + i] = (uint8_t)(1 + chance_below(luck, CHANCE_LOT, 4));
}

const struct gauge quacks_gauge = {
    .game = &quacks_game,
    .score_width = 5,
    .length_width = 20,
    .forms = &quacks_forms,
    .notes_bytes = sizeof(struct quacks_notes),
    .table = table_blocks,
    .bot = bot_blocks,
    .table_blocks = sizeof table_blocks / sizeof *table_blocks,
    .bot_blocks = sizeof bot_blocks / sizeof *bot_blocks,
    .watch = quacks_watch,
    .columns = columns,
    .column_blocks = sizeof columns / sizeof *columns,
    .tell = quacks_tell,
    .vary = quacks_vary,
};
