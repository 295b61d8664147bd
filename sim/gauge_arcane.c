/* What is measured in Arcane Alley: where gold and infamy come from, what triggering costs, who the
 * wizards help, where cards are drawn from. */
#include <stdio.h>

#include "games/arcane/arcane.h"
#include "sim/blocks.h"
#include "sim/column.h"
#include "sim/options.h"

/* ---- rows ---- */

#define GOLD(event, sign, label) +1
enum {
    GOLD_ROWS = 0
#include "sim/gauge_arcane.def"
};
#define INFAMY(event, sign, part, label) +1
enum {
    INFAMY_ROWS = 0
#include "sim/gauge_arcane.def"
};
/* Rows of the blocks in gauge_arcane.def, in the order of their labels. */
enum { COST_TRIGGER, COST_PENALTY, COST_OTHERS, COST_ROWS };
enum { GAIN_TRIGGER, GAIN_OTHERS, GAIN_ROWS };
enum { TIMES_NEVER, TIMES_ONCE, TIMES_TWICE, TIMES_MORE, TIMES_ROWS };
enum { PACE_ROUNDS, PACE_TURNS, PACE_SETS, PACE_MARKERS, PACE_ROWS };
enum { INSPECTED_SETS, INSPECTED_FINED, INSPECTED_BRIBES, INSPECTED_ROWS };
enum { FROM_DECK, FROM_DISCARD, FROM_MARKET, DRAW_ROWS = FROM_MARKET + 3 };
/* Later rounds are rare: edition three has three, edition hundred ends at its goal. */
enum { ROUNDS_SHOWN = 8, DRAW_KINDS = 3 };

#define TABLE BLOCK_NUMBER
enum arcane_table_metric {
#include "sim/gauge_arcane.def"
    TABLE_METRICS
};
#define BOT BLOCK_NUMBER
enum arcane_bot_metric {
#include "sim/gauge_arcane.def"
    BOT_METRICS
};
#define COLUMN COLUMN_NUMBER
enum arcane_told_column {
#include "sim/gauge_arcane.def"
    TOLD_COLUMNS
};

/* An event that changes gold or infamy, with its sign. `part`: what the amount is divided by,
 * because a bribe is told in gold and costs two a point (A9.3). */
struct gold_cause {
    int event, sign, part;
    const char *label;
};

/* Rows are constant; `row` is an index into the block, not an event. */
static const struct gold_cause *gold_source(int row)
{
#define GOLD(event, sign, label) {event, sign, 1, label},
    static const struct gold_cause rows[] = {
#include "sim/gauge_arcane.def"
    };
    return &rows[row];
}

/* The list of INFAMY rows, of the same form as gold's. */
static const struct gold_cause *infamy_source(int row)
{
#define INFAMY(event, sign, part, label) {event, sign, part, label},
    static const struct gold_cause rows[] = {
#include "sim/gauge_arcane.def"
    };
    return &rows[row];
}

static const char *gold_label(int row)
{
    return gold_source(row)->label;
}

static const char *infamy_label(int row)
{
    return infamy_source(row)->label;
}

/* A label for each row of a block: what the report and --json print. */
static const char *item_label(int row)
{
    return arcane_item(row)->name;
}

static const char *cost_label(int row)
{
    static const char *const label[COST_ROWS] = {"Who triggered, for the items left",
                                                 "Who triggered, as a penalty",
                                                 "Each of the others, for the items left"};
    return label[row];
}

static const char *gain_label(int row)
{
    return row == GAIN_TRIGGER ? "Who triggered" : "Each of the others";
}

static const char *times_label(int row)
{
    static const char *const label[TIMES_ROWS] = {"Never triggered", "Triggered once",
                                                  "Triggered twice", "Triggered more often"};
    return label[row];
}

static const char *pace_label(int row)
{
    static const char *const label[PACE_ROWS] = {"Rounds a game", "Turns a player has in a round",
                                                 "Sets a player sells in a game",
                                                 "Fine markers a player takes in a game"};
    return label[row];
}

static const char *inspected_label(int row)
{
    static const char *const label[INSPECTED_ROWS] = {"Sets sold at an inspection, not in play",
                                                      "Players who pay a fine at an inspection",
                                                      "Chances to bribe that are used"};
    return label[row];
}

static const char *draw_label(int row)
{
    static const char *const label[DRAW_ROWS] = {"Deck", "Discard", "Market, first slot",
                                                 "Market, second slot", "Market, third slot"};
    return label[row];
}

static const char *round_label(int row)
{
    static const char *const label[ROUNDS_SHOWN] = {"round 1", "round 2", "round 3", "round 4",
                                                    "round 5", "round 6", "round 7", "round 8"};
    return label[row];
}

static const char *nobody_label(int row)
{
    (void)row;
    return "Nobody: time ran out";
}

static const char *guard_label(int row)
{
    (void)row;
    return "Nobody reached the goal";
}

/* The block has one row a bot, and plots name the bot themselves. */
static const char *bot_label(int row)
{
    (void)row;
    return "One of its seats";
}

#define TABLE BLOCK_ROW
static const struct block table_blocks[] = {
#include "sim/gauge_arcane.def"
};
#define BOT BLOCK_ROW
static const struct block bot_blocks[] = {
#include "sim/gauge_arcane.def"
};

/* ---- columns ---- */

static const char *item_part(int row)
{
    return arcane_item(row)->id;
}

static const char *draw_part(int row)
{
    static const char *const part[DRAW_KINDS] = {"deck", "discard", "market"};
    return part[row];
}

static const char *nth_part(int row)
{
    static const char *const part[ROUNDS_SHOWN] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    return part[row];
}

/* The value after the last wizard stands for none. */
static void wizard_value(int value, char name[COLUMN_VALUE])
{
    snprintf(name, COLUMN_VALUE, "%s", value < WIZARD_COUNT ? arcane_wizard_id(value) : "none");
}

#define COLUMN COLUMN_ROW
static const struct column_block columns[] = {
#include "sim/gauge_arcane.def"
};

/* ---- a game ---- */

/* What a seat's columns need of the game, counted as it is played. `led` is 1 where the seat led
 * after that round; 0 in `first_trigger`: it never triggered. */
struct arcane_seat_notes {
    int32_t gold_after[ROUNDS_SHOWN], sale_gold;
    uint16_t draws[DRAW_KINDS];
    uint8_t led[ROUNDS_SHOWN], sold[ITEM_COUNT], first_trigger, fines, bribes;
};

/* What must be remembered between events of one game. */
struct arcane_notes {
    struct arcane_seat_notes seat[MAX_SEATS];
    /* The item of the set last sold: its gold is told by the next event. */
    uint8_t sold;
    /* Seat + 1 of who triggered this round, or 0. */
    uint8_t trigger;
    /* 1: an inspection has begun, and see_inspection has not looked at its end yet. */
    uint8_t inspecting;
    /* Seats that paid a fine at this inspection. */
    uint8_t fined;
    /* Infamy that the player who triggered the inspection of this round got as a penalty. */
    uint8_t penalty;
    /* How often each seat triggered an inspection. */
    uint8_t times[MAX_SEATS];
    /* The items of which each seat has sold a set. */
    uint32_t sets[MAX_SEATS];
    /* Infamy of the items left in the storehouse at this inspection. */
    int32_t left[MAX_SEATS];
    /* Gold at the beginning of the round. */
    int32_t gold[MAX_SEATS];
    /* Cards drawn in this round; sets and rounds in this game. */
    int32_t draws, sales, rounds;
};

/* One call of arcane_watch. */
struct arcane_watching {
    struct gauge_sheet sheet;
    const struct arcane_state *s;
    struct arcane_notes *notes;
};

/* n is counted when the game is over (see_end): sources are sums a player and game, and most games
 * lack some. The sign of a row is what its event does to the player's gold or infamy; amounts in
 * events are always positive. */
static void see_sources(const struct arcane_watching *l, const struct event *e)
{
    for (int row = 0; row < GOLD_ROWS; row++)
        if (gold_source(row)->event == e->kind)
            count(&l->sheet, GOLD_FROM + row, gold_source(row)->sign * e->n, 0);
    for (int row = 0; row < INFAMY_ROWS; row++)
        if (infamy_source(row)->event == e->kind)
            count(&l->sheet, INFAMY_FROM + row,
                  infamy_source(row)->sign * e->n / infamy_source(row)->part, 0);
}

/* Every draw counts once in n of each row, so that the rows are shares of all draws. `a` of a
 * Market event is the slot, from 0. */
static void see_draw(const struct arcane_watching *l, const struct event *e)
{
    int from = e->kind == EV_DREW_DECK      ? FROM_DECK
               : e->kind == EV_DREW_DISCARD ? FROM_DISCARD
                                            : FROM_MARKET + e->a;
    l->notes->draws++;
    l->notes->seat[e->seat].draws[from < FROM_MARKET ? from : FROM_MARKET]++;
    for (int row = 0; row < DRAW_ROWS; row++)
        count_bot(&l->sheet, e->seat, DRAWN_FROM + row, row == from, 1);
}

/* Only this event has the gold: the price may have been changed by the Sword or by Byros. */
static void see_sale(const struct arcane_watching *l, const struct event *e)
{
    int item = l->notes->sold;
    l->notes->sets[e->seat] |= 1u << item;
    l->notes->sales++;
    l->notes->seat[e->seat].sold[item]++;
    l->notes->seat[e->seat].sale_gold += e->n;
    count(&l->sheet, SALE_GOLD + item, e->n, 1);
    count(&l->sheet, ITEM_GOLD + item, e->n, 0);
    count(&l->sheet, ITEM_SETS + item, 1, 0);
    count(&l->sheet, INSPECTED + INSPECTED_SETS, l->notes->inspecting, 1);
}

/* A round begins: what is compared with its end is noted. Called by the event that opens a round,
 * also the first. */
static void see_round(const struct arcane_watching *l)
{
    struct arcane_notes *n = l->notes;
    n->trigger = n->fined = n->penalty = 0;
    n->draws = 0;
    n->rounds++;
    for (int seat = 0; seat < l->s->players; seat++)
        n->gold[seat] = l->s->player[seat].gold;
}

/* The first trigger of a round stands (A5.6), so there is one at most. */
static void see_trigger(const struct arcane_watching *l, const struct event *e)
{
    l->notes->trigger = (uint8_t)(e->seat + 1);
    if (!l->notes->times[e->seat]++)
        l->notes->seat[e->seat].first_trigger = (uint8_t)l->notes->rounds;
}

/* After an inspection every player is asked, with or without gold and infamy, and bribes or passes.
 * There are events for both, so bribes are counted as a share of these questions. */
static void see_bribe(const struct arcane_watching *l, const struct event *e)
{
    l->notes->seat[e->seat].bribes += e->kind == EV_BRIBED;
    count(&l->sheet, INSPECTED + INSPECTED_BRIBES, e->kind == EV_BRIBED, 1);
}

/* Some facts take two events: notes carry the first to the second. Sources are counted for every
 * event. `fined` is a set of seats and `left` a number for each: both are complete only at the end
 * of the inspection. */
static void see_event(const struct arcane_watching *l, const struct event *e)
{
    struct arcane_notes *n = l->notes;
    switch (e->kind) {
    case EV_ROUND: see_round(l); break;
    case EV_DREW_DECK:
    case EV_DREW_DISCARD:
    case EV_DREW_MARKET: see_draw(l, e); break;
    case EV_SET_SOLD: n->sold = e->item; break;
    case EV_GOLD_SALE: see_sale(l, e); break;
    case EV_TRIGGERED_EARLY:
    case EV_TRIGGERED: see_trigger(l, e); break;
    case EV_INSPECTION: n->inspecting = 1; break;
    case EV_INFAMY_TOTAL: n->left[e->seat] = e->n; break;
    case EV_LOST_TOTAL: n->left[e->seat] = -e->n; break;
    case EV_INFAMY_PENALTY: n->penalty = (uint8_t)e->n; break;
    case EV_FINE: n->fined |= (uint8_t)(1u << e->seat), n->seat[e->seat].fines++; break;
    case EV_MARKER_LAP:
    case EV_MARKER: count(&l->sheet, PACE + PACE_MARKERS, 1, 0); break;
    case EV_BRIBED:
    case EV_PASSED: see_bribe(l, e); break;
    default: break;
    }
    see_sources(l, e);
}

/* ---- the end of an inspection, before bribes ---- */

/* What the inspection cost and brought the player who triggered it, compared with the others. A
 * round that ended by the turn limit has no triggerer. Gold is compared with that at the beginning
 * of the round, so what was sold in play counts too. */
static void see_triggerer(const struct arcane_watching *l)
{
    int trigger = l->notes->trigger - 1, players = l->s->players;
    count(&l->sheet, NOBODY, trigger < 0, 1);
    for (int seat = 0; seat < players; seat++) {
        int is = seat == trigger, gain = l->s->player[seat].gold - l->notes->gold[seat];
        if (trigger < 0)
            continue;
        count(&l->sheet, TRIGGER_INFAMY + (is ? COST_TRIGGER : COST_OTHERS), l->notes->left[seat],
              1);
        count(&l->sheet, TRIGGER_GOLD + (is ? GAIN_TRIGGER : GAIN_OTHERS), gain, 1);
    }
    if (trigger < 0)
        return;
    count(&l->sheet, TRIGGER_INFAMY + COST_PENALTY, l->notes->penalty, 1);
    count_bot(&l->sheet, trigger, PENALTY_OF, l->notes->penalty > 0, 1);
}

/* Of the inspections with this bot at the table, how many one of its seats triggered. A bot at
 * several seats counts the inspection once in n, however many of its seats there are. */
static void see_who_triggered(const struct arcane_watching *l)
{
    uint32_t bots = 0;
    for (int seat = 0; seat < l->s->players; seat++)
        if (!(bots >> l->sheet.w->bot_at[seat] & 1)) {
            bots |= 1u << l->sheet.w->bot_at[seat];
            count_bot(&l->sheet, seat, TRIGGERED_BY, 0, 1);
        }
    if (l->notes->trigger)
        count_bot(&l->sheet, l->notes->trigger - 1, TRIGGERED_BY, 1, 0);
}

/* Who has the most gold leads; if all have the same, nobody does. */
static void see_leaders(const struct arcane_watching *l, int round)
{
    int32_t most = INT32_MIN, least = INT32_MAX;
    for (int seat = 0; seat < l->s->players; seat++) {
        int32_t gold = l->s->player[seat].gold;
        most = gold > most ? gold : most;
        least = gold < least ? gold : least;
        l->notes->seat[seat].gold_after[round] = gold;
    }
    for (int seat = 0; seat < l->s->players; seat++)
        l->notes->seat[seat].led[round] = most > least && l->s->player[seat].gold == most;
}

/* Called once, in the bribe phase: fines and penalties are settled, bribes have not changed gold
 * yet. Later rounds than ROUNDS_SHOWN count in the sums of the game but have no row of their
 * own. */
static void see_inspection(const struct arcane_watching *l)
{
    int round = l->notes->rounds - 1, players = l->s->players;
    see_triggerer(l);
    see_who_triggered(l);
    count(&l->sheet, PACE + PACE_TURNS, l->notes->draws, players);
    count(&l->sheet, INSPECTED + INSPECTED_FINED, __builtin_popcount(l->notes->fined), players);
    if (round < ROUNDS_SHOWN)
        see_leaders(l, round);
    for (int seat = 0; seat < players && round < ROUNDS_SHOWN; seat++)
        count_bot(&l->sheet, seat, GOLD_AFTER + round, l->s->player[seat].gold, 1);
    l->notes->inspecting = 0;
}

/* ---- the end of the game ---- */

/* What winners had in common. These are correlations: the report says so. TRIGGER_WON: the last row
 * holds all who triggered three times or more. */
static void see_winner(const struct arcane_watching *l, int seat)
{
    const struct arcane_player *p = &l->s->player[seat];
    int win = win_of(l->sheet.w, seat), times = l->notes->times[seat];
    for (int item = 0; item < ITEM_COUNT; item++)
        if (l->notes->sets[seat] >> item & 1)
            count(&l->sheet, ITEM_WON + item, win, WIN);
    count(&l->sheet, TRIGGER_WON + (times < TIMES_MORE ? times : TIMES_MORE), win, WIN);
    if (p->wizard == NONE)
        return;
    count(&l->sheet, WIZARD_WON + p->wizard, win, WIN);
    count(&l->sheet, WIZARD_GOLD + p->wizard, p->gold, 1);
}

/* n of everything that is a mean over all players or games. x was added event by event, without n:
 * most of these sums are 0 in most games, and a game in which nothing happened must count as
 * well. */
static void see_end(const struct arcane_watching *l)
{
    int players = l->s->players;
    for (int item = 0; item < ITEM_COUNT; item++) {
        count(&l->sheet, ITEM_SETS + item, 0, players);
        count(&l->sheet, ITEM_GOLD + item, 0, players);
    }
    for (int row = 0; row < GOLD_ROWS; row++)
        count(&l->sheet, GOLD_FROM + row, 0, players);
    for (int row = 0; row < INFAMY_ROWS; row++)
        count(&l->sheet, INFAMY_FROM + row, 0, players);
    count(&l->sheet, PACE + PACE_ROUNDS, l->notes->rounds, 1);
    count(&l->sheet, PACE + PACE_SETS, l->notes->sales, players);
    count(&l->sheet, PACE + PACE_MARKERS, 0, players);
    count(&l->sheet, GUARDED, arcane_guard_ended(l->s), arcane_guard(l->s) != 0);
    for (int seat = 0; seat < players; seat++)
        see_winner(l, seat);
}

/* The phase shows that an inspection is settled. A game that is over has no bribes any more.
 * `before` is not looked at; what the gauge needs of the past is in the notes. */
static void arcane_watch(const struct gauge_watched *w, struct gauge_figure *figure)
{
    struct arcane_watching l = {{w, figure, TABLE_METRICS, BOT_METRICS}, w->after, w->notes};
    for (uint32_t i = 0; i < w->events; i++)
        see_event(&l, &w->event[i]);
    if (l.notes->inspecting && (l.s->phase == PHASE_BRIBE || l.s->phase == PHASE_OVER))
        see_inspection(&l);
    if (w->over)
        see_end(&l);
}

/* ---- rows ---- */

static void tell_rounds(const struct arcane_seat_notes *n, int64_t *cell)
{
    for (int round = 0; round < ROUNDS_SHOWN; round++) {
        cell[TELL_LED + round] = n->led[round];
        cell[TELL_GOLD + round] = n->gold_after[round];
    }
}

/* Rounds that were not played stay 0. */
static void arcane_tell(const struct gauge_watched *w, int seat, int64_t *cell)
{
    const struct arcane_player *p = &((const struct arcane_state *)w->after)->player[seat];
    const struct arcane_notes *notes = w->notes;
    const struct arcane_seat_notes *n = &notes->seat[seat];
    cell[TELL_WIZARD] = p->wizard == NONE ? WIZARD_COUNT : p->wizard;
    cell[TELL_INFAMY] = p->infamy;
    cell[TELL_ROUNDS] = notes->rounds;
    cell[TELL_TURNS] = cell[TELL_SETS] = 0;
    for (int i = 0; i < DRAW_KINDS; i++)
        cell[TELL_TURNS] += cell[TELL_DRAWS + i] = n->draws[i];
    for (int i = 0; i < ITEM_COUNT; i++)
        cell[TELL_SETS] += cell[TELL_SOLD + i] = n->sold[i];
    cell[TELL_SALES] = n->sale_gold;
    cell[TELL_TRIGGERS] = notes->times[seat];
    cell[TELL_FIRST] = n->first_trigger;
    cell[TELL_FINES] = n->fines;
    cell[TELL_BRIBES] = n->bribes;
    tell_rounds(n, cell);
}

const struct gauge arcane_gauge = {
    .game = &arcane_game,
    .score_width = 10,
    .length_width = 50,
    .forms = &arcane_forms,
    .notes_bytes = sizeof(struct arcane_notes),
    .table = table_blocks,
    .bot = bot_blocks,
    .table_blocks = sizeof table_blocks / sizeof *table_blocks,
    .bot_blocks = sizeof bot_blocks / sizeof *bot_blocks,
    .watch = arcane_watch,
    .columns = columns,
    .column_blocks = sizeof columns / sizeof *columns,
    .tell = arcane_tell,
};
