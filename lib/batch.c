/* Plays batches of games: one call takes an action of every game and writes what comes next into
 * the caller's arrays.
 *
 * The luck of a game comes from the batch's seed, its place in the batch and how many games were
 * played there, so it does not depend on the threads. Where several seats act at once, the lowest
 * is asked first; by the rules their order never changes the outcome. */
#include "lib/batch.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "engine/view.h"
#include "wire/refuse.h"

/* ---- seeds ---- */

/* Mixes all bits of a number (splitmix64). */
static uint64_t mixed(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Part of the interface: programs play single games of a batch again by it, so it never changes. */
uint64_t charlatan_seed_of(uint64_t seed, uint64_t game, uint64_t played)
{
    return mixed(mixed(mixed(seed) ^ game) ^ played);
}

/* ---- one game ---- */

/* The game so many places ahead is fetched into the cache while one is stepped. */
enum { AHEAD = 2 };
#define ALWAYS __attribute__((always_inline))

/* One call of reset or step. */
struct round {
    charlatan_batch *batch;
    charlatan_arrays to;
    /* The first game whose action is not legal, or the number of games. */
    _Atomic size_t wrong;
};

/* Game number played + 1 of its place. The whole state is copied from the table, so nothing is left
 * of the game before. */
static void begin_game(const charlatan_batch *batch, struct batch_slot *slot, size_t i)
{
    slot->seed = charlatan_seed_of(batch->seed, i, slot->played++);
    slot->moves = 0;
    memcpy(slot->state, slot->table->start, batch->game->state_bytes);
    chance_seed_number(&slot->chance, slot->seed);
    batch->game->begin(slot->state, &slot->chance, NULL);
}

/* The answer must be legal; batches note no events. */
static void apply_answer(const charlatan_batch *batch, struct batch_slot *slot, int seat,
                         int answer)
{
    batch->game->apply(slot->state, seat, answer, &slot->chance, NULL);
    slot->moves++;
}

/* A bot's luck is that of charlatan_bot_choose with the seed of the game and the number of the
 * answer. */
RARE static void play_bot(const charlatan_batch *batch, struct batch_slot *slot, int seat)
{
    struct view view;
    struct chance luck;
    view_take(&view, batch->game, slot->state, seat);
    chance_seed_number(&luck, charlatan_seed_of(slot->seed, slot->moves, 0));
    apply_answer(batch, slot, seat, bot_choose(&slot->table->bot[seat], &view, &luck, NULL));
}

/* What a game that is over gave to each seat. Seats that nobody has get nothing. */
RARE static void tell_end(const struct round *round, size_t i)
{
    const charlatan_batch *batch = round->batch;
    const struct batch_slot *slot = slot_at(batch, i);
    int seats = batch->seats, players = slot->table->players;
    uint32_t winners = batch->game->winners(slot->state);
    for (int seat = 0; seat < players; seat++) {
        if (round->to.rewards)
            round->to.rewards[i * (size_t)seats + (size_t)seat] =
                (float)lib_return(winners, players, seat);
        if (round->to.scores)
            round->to.scores[i * (size_t)seats + (size_t)seat] =
                batch->game->score(slot->state, seat);
    }
    if (round->to.dones)
        round->to.dones[i] = 1;
    /* `asked` still has the seat that answered last; go_on has not replaced it yet. */
    const struct observer *o = batch->game->observer;
    if (round->to.finals)
        o->dense(slot->state, batch->asked[i].seat, round->to.finals + i * o->cells);
}

/* Sets what some games wrote at their end, and their masks, to 0: all at once, because that costs
 * hardly more than to do it for one. Finals are not touched: they count only where dones is 1. */
static void tell_nothing(const struct round *round, size_t from, size_t to)
{
    size_t seats = (size_t)round->batch->seats, n = to - from;
    size_t actions = round->batch->game->observer->actions;
    if (round->to.rewards)
        memset(round->to.rewards + from * seats, 0, n * seats * sizeof round->to.rewards[0]);
    if (round->to.scores)
        memset(round->to.scores + from * seats, 0, n * seats * sizeof round->to.scores[0]);
    if (round->to.dones)
        memset(round->to.dones + from, 0, n);
    if (round->to.masks)
        memset(round->to.masks + from * actions, 0, n * actions);
}

/* Lets bots play, and games end and begin, until a seat without a bot is asked. Returns it. This
 * ends because every table has such a seat, which every game asks sooner or later. */
static int go_on(const struct round *round, struct batch_slot *slot, size_t i)
{
    const charlatan_batch *batch = round->batch;
    for (;;) {
        uint32_t active = batch->game->active(slot->state);
        if (!active) {
            tell_end(round, i);
            begin_game(batch, slot, i);
            continue;
        }
        int seat = bit_lowest(active);
        if (!(slot->table->bots >> seat & 1))
            return seat;
        play_bot(batch, slot, seat);
    }
}

/* Actions whose answers are seats count them from the asked one. */
static uint64_t turned(uint64_t legal, int seat, int players)
{
    return (legal >> seat | legal << (players - seat)) & bits_below(players);
}

/* Fills in what check_games needs. Legal answers become bits counted from the question's first
 * action, so that a check is a subtraction and a shift. */
static void ask(const charlatan_batch *batch, const struct batch_slot *slot, int seat,
                struct batch_question *to)
{
    const struct game *g = batch->game;
    const struct observe_question *q = g->observer->question(g->question(slot->state, seat));
    uint64_t legal = g->legal(slot->state, seat);
    to->first = q->first;
    to->seat = (uint8_t)seat;
    to->seats = q->seats;
    to->players = (uint8_t)slot->table->players;
    to->legal = q->seats ? turned(legal, seat, slot->table->players) : legal;
}

/* Writes this game's row of every array that is wanted. The arrays were cleared by tell_nothing, so
 * only what is not 0 is written. */
static void next_question(const struct round *round, struct batch_slot *slot, size_t i)
{
    const struct observer *o = round->batch->game->observer;
    struct batch_question *asked = &round->batch->asked[i];
    ask(round->batch, slot, go_on(round, slot, i), asked);
    if (round->to.seats)
        round->to.seats[i] = asked->seat;
    if (round->to.masks)
        observe_spread(o, asked->legal, asked->first, round->to.masks + i * o->actions);
    if (round->to.observations)
        o->dense(slot->state, asked->seat, round->to.observations + i * o->cells);
}

/* ---- all games ---- */

/* A part of the pool's work: games from `from` to below `to`. */
static void reset_games(void *with, size_t from, size_t to)
{
    const struct round *round = with;
    tell_nothing(round, from, to);
    for (size_t i = from; i < to; i++) {
        struct batch_slot *slot = slot_at(round->batch, i);
        slot->played = 0;
        begin_game(round->batch, slot, i);
        next_question(round, slot, i);
    }
}

/* Asks the processor to fetch lines of 64 bytes that will be written soon. No harm is done if they
 * belong to something else. Their number is a constant: the end of a loop would be mispredicted.
 * gcc leaves out calls of functions that only fetch, so they must be inlined. */
ALWAYS static inline void fetch(const void *at, int lines)
{
    for (int i = 0; i < lines; i++)
        __builtin_prefetch((const char *)at + 64 * i, 1);
}

/* The same for what a step of a game reads and writes. Many games do not fit into the caches. */
ALWAYS static inline void fetch_game(const struct round *round, size_t i)
{
    const charlatan_batch *batch = round->batch;
    if (i >= batch->games)
        return;
    const struct batch_slot *slot = slot_at(batch, i);
    fetch(slot->chance.place, 3);
    fetch(slot->chance.word[CHANCE_TABLE % CHANCE_BLOCKS], 2);
    fetch(slot->state, MAX_STATE_BYTES / 64);
    if (round->to.observations)
        fetch(round->to.observations + i * batch->game->observer->cells, 10);
}

/* The inverse of `turned` for one bit. */
static uint8_t answer_of(const struct batch_question *asked, uint32_t bit)
{
    return (uint8_t)(asked->seats ? (bit + asked->seat) % asked->players : bit);
}

/* All actions have been checked, and their answers are in `asked`. The game AHEAD places on may be
 * another thread's: fetching does no harm. */
static void step_games(void *with, size_t from, size_t to)
{
    const struct round *round = with;
    const charlatan_batch *batch = round->batch;
    tell_nothing(round, from, to);
    for (size_t i = from; i < to; i++) {
        struct batch_slot *slot = slot_at(batch, i);
        const struct batch_question *asked = &batch->asked[i];
        fetch_game(round, i + AHEAD);
        apply_answer(batch, slot, asked->seat, asked->answer);
        next_question(round, slot, i);
    }
}

/* Copies the caller's list of arrays, as many as its header knew: an older program's struct is
 * shorter, and the members that it lacks are NULL. Returns 0 or a code. */
static int check_arrays(charlatan_batch *batch, const charlatan_arrays *arrays, struct round *round,
                        charlatan_error *error)
{
    struct refusal why;
    *round = (struct round){.batch = batch};
    if (!batch || batch->kind != HANDLE_BATCH) {
        because(&why, ROW(handle_wrong), "batch");
        return lib_refuse(error, CODE_BAD_REQUEST, &why);
    }
    if (!arrays || arrays->bytes < offsetof(charlatan_arrays, seats))
        return lib_missing(error, "arrays");
    size_t n = arrays->bytes < sizeof round->to ? arrays->bytes : sizeof round->to;
    memcpy(&round->to, arrays, n);
    return 0;
}

/* Keeps the first wrong game of all threads. */
RARE static void note_wrong(struct round *round, size_t i)
{
    size_t first = atomic_load(&round->wrong);
    while (i < first && !atomic_compare_exchange_weak(&round->wrong, &first, i))
        continue;
}

/* Each action is read only once: the caller's arrays may overlap, and another thread may write
 * them. The threads check their own games, which are in their caches. */
static void check_games(void *with, size_t from, size_t to)
{
    struct round *round = with;
    for (size_t i = from; i < to; i++) {
        struct batch_question *asked = &round->batch->asked[i];
        int32_t action = *(const volatile int32_t *)&round->to.actions[i];
        uint32_t bit = (uint32_t)action - (uint32_t)asked->first;
        if (bit < 64 && asked->legal >> bit & 1)
            asked->answer = answer_of(asked, bit);
        else
            note_wrong(round, i);
    }
}

/* Refuses the first action that is not legal, before any game has changed. On success every game's
 * answer is in `asked`. */
static int check_actions(struct round *round, charlatan_error *error)
{
    const charlatan_batch *batch = round->batch;
    struct refusal why;
    atomic_store(&round->wrong, batch->games);
    pool_run(batch->pool, batch->games, check_games, round);
    size_t i = atomic_load(&round->wrong);
    if (i == batch->games)
        return 0;
    because(&why, ROW(batch_action_wrong), (int)i, round->to.actions[i], batch->asked[i].seat);
    return lib_refuse(error, CODE_ILLEGAL_ACTION, &why);
}

/* `actions` is not read. */
int charlatan_batch_reset(charlatan_batch *batch, const charlatan_arrays *arrays,
                          charlatan_error *error)
{
    struct round round;
    int code = check_arrays(batch, arrays, &round, error);
    if (code)
        return code;
    pool_run(batch->pool, batch->games, reset_games, &round);
    batch->begun = 1;
    return lib_fine(error);
}

/* Two rounds of the pool: all games are checked before the first one is stepped. */
int charlatan_batch_step(charlatan_batch *batch, const charlatan_arrays *arrays,
                         charlatan_error *error)
{
    struct round round;
    int code = check_arrays(batch, arrays, &round, error);
    if (code)
        return code;
    if (!batch->begun)
        return lib_refuse_row(error, &refusal_batch_not_begun);
    if (!round.to.actions)
        return lib_missing(error, "arrays.actions");
    code = check_actions(&round, error);
    if (code)
        return code;
    pool_run(batch->pool, batch->games, step_games, &round);
    return lib_fine(error);
}

/* ---- what is known of a batch ---- */

/* For functions without an error to fill in. */
static int is_batch(const charlatan_batch *batch)
{
    return batch && batch->kind == HANDLE_BATCH;
}

size_t charlatan_batch_games(const charlatan_batch *batch)
{
    return is_batch(batch) ? batch->games : 0;
}

int charlatan_batch_seats(const charlatan_batch *batch)
{
    return is_batch(batch) ? batch->seats : -1;
}

int charlatan_batch_cells(const charlatan_batch *batch)
{
    return is_batch(batch) ? batch->game->observer->cells : -1;
}

int charlatan_batch_actions(const charlatan_batch *batch)
{
    return is_batch(batch) ? batch->game->observer->actions : -1;
}

/* The copy is a position: it has the game's state, but neither its past nor its luck. */
int charlatan_batch_state(const charlatan_batch *batch, size_t game, uint64_t seed,
                          charlatan_state **state, charlatan_error *error)
{
    uint64_t position[MAX_STATE_BYTES / 8] = {0};
    struct refusal why;
    if (!is_batch(batch)) {
        because(&why, ROW(handle_wrong), "batch");
        return lib_refuse(error, CODE_BAD_REQUEST, &why);
    }
    if (!state)
        return lib_missing(error, "state");
    *state = NULL;
    if (!batch->begun)
        return lib_refuse_row(error, &refusal_batch_not_begun);
    if (game >= batch->games) {
        because(&why, ROW(number_not_there), (int)game, (int)batch->games - 1);
        return lib_refuse(error, CODE_BAD_REQUEST, &why);
    }
    memcpy(position, slot_at(batch, game)->state, batch->game->state_bytes);
    return lib_give_position(batch->json, position, seed, state, error);
}
