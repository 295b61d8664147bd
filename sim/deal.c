/* Playing a deal: with the same randomness in every setting and in every seating. Bots get
 * views; gauges see states. */
#include "sim/deal.h"

#include <stdlib.h>
#include <time.h>

#include "sim/gauge.h"
#include "sim/gpu.h"
#include "sim/luck.h"
#include "sim/plan.h"
#include "sim/print.h"
#include "wire/game.h"
#include "wire/hex.h"

/* ---- randomness ---- */

/* Block `deal` of the seed's first stream is 16 words: 8 are the key of the games, and the other 8
 * the key from which every bot gets its own. Both halves come from one block, so a deal costs one
 * block and no deal needs the ones before. */
static void deal_words(const uint8_t seed[32], int64_t deal, uint32_t words[16])
{
    uint32_t key[8];
    memcpy(key, seed, sizeof key);
    chance_block(key, CHANCE_LOT, (uint64_t)deal, words);
}

/* Any deal's seed is found without playing the ones before, so deals can be shared out at will. */
void deal_seed(const uint8_t seed[32], int64_t deal, uint8_t out[32])
{
    uint32_t words[16];
    deal_words(seed, deal, words);
    memcpy(out, words, 32);
}

/* Taken from the second half of the deal's block, so that a bot cannot predict the game from its
 * own random numbers. `instance` and not the seat: wherever a bot sits in a deal, it draws the same
 * numbers. */
void bot_luck(const uint8_t seed[32], int64_t deal, int instance, struct chance *luck)
{
    uint32_t words[16], own[16];
    deal_words(seed, deal, words);
    chance_block(words + 8, CHANCE_PICK, (uint64_t)instance, own);
    chance_seed(luck, (const uint8_t *)own);
}

/* Beside those of the bots, in a stream that no bot has. */
void option_luck(const uint8_t seed[32], int64_t deal, struct chance *luck)
{
    uint32_t words[16], own[16];
    deal_words(seed, deal, words);
    chance_block(words + 8, CHANCE_TABLE, 0, own);
    chance_seed(luck, (const uint8_t *)own);
}

/* ---- bots that are programs ---- */

/* `deal` -1: before the first one. The text is copied, so `why` may be on the caller's stack. */
static void fail(struct sim_dealer *d, int64_t deal, int seat, int kind, const struct refusal *why)
{
    d->failure = (struct sim_failure){.deal = deal, .there = 1, .seat = seat, .kind = kind};
    memcpy(d->failure.why, why->message, sizeof d->failure.why);
}

/* All programs are started before the first is waited for. Ends at the first failure; dealer_close
 * ends those that were started. */
static void start_children(struct sim_dealer *d)
{
    const struct sim_plan *p = d->plan;
    for (int i = 0; i < p->players && !d->failure.there; i++) {
        struct exec_child **child = &d->child[p->kind[i]];
        struct refusal why;
        if (!p->exec[i].command[0] || *child)
            continue;
        *child = exec_start(&p->exec[i], &why);
        if (!*child)
            fail(d, -1, i, p->kind[i], &why);
    }
}

/* 0, or -1 if one of the programs did not answer the hello. Called before every deal: exec_greet
 * does nothing for one that has answered. */
static int greet_children(struct sim_dealer *d)
{
    struct refusal why;
    for (int i = 0; i < d->plan->players && !d->failure.there; i++) {
        int kind = d->plan->kind[i];
        if (d->child[kind] && exec_greet(d->child[kind], d->plan->game, &why) < 0)
            fail(d, -1, i, kind, &why);
    }
    return d->failure.there ? -1 : 0;
}

/* Returns the answer, or -1 if the bot failed or the deal was given up meanwhile. The program gets
 * the view in d->view, as a bot in this process does. */
static int ask_child(struct sim_dealer *d, int64_t deal, int seat, int instance)
{
    const struct sim_plan *p = d->plan;
    struct exec_child *child = d->child[p->kind[instance]];
    struct refusal why;
    int answer = -1;
    enum exec_outcome got = exec_ask(child, &d->view, &d->luck[instance], p->exec[instance].ms,
                                     d->give_up, &answer, &why);
    if (got == EXEC_FAILED)
        fail(d, deal, seat, p->kind[instance], &why);
    return got == EXEC_ANSWERED ? answer : -1;
}

/* ---- one thread ---- */

/* One byte more than the notes need: a gauge may have none, and calloc(0) may be NULL. A failure to
 * start is noted in d->failure and returned by the first deal, not here. */
void dealer_open(struct sim_dealer *d, const struct sim_plan *p)
{
    memset(d, 0, sizeof *d);
    d->plan = p;
    d->figure = calloc((size_t)p->settings * (size_t)p->metrics.n, sizeof d->figure[0]);
    d->notes = calloc(1, p->gauge->notes_bytes + 1);
    MUST(d->figure && d->notes);
    start_children(d);
}

/* Programs are ended politely unless one failed: one that hangs would hold up the others. */
void dealer_close(struct sim_dealer *d)
{
    for (int kind = 0; kind < MAX_SEATS; kind++)
        exec_end(d->child[kind], !d->failure.there);
    free(d->figure);
    free(d->notes);
    free(d->moves.at);
    free(d->by.at);
    writer_free(&d->lines);
}

/* ---- one decision ---- */

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* The bot gets a view of its seat, never the state. Reading the clock takes as long as a decision
 * of a quick bot, so every eighth is timed. */
static int ask_bot(struct sim_dealer *d, int64_t deal, int seat, int instance)
{
    int timed = d->tick++ % 8 == 0, kind = d->bot_at[seat];
    view_take(&d->view, d->plan->game, d->state, seat);
    uint64_t start = timed ? now_ns() : 0;
    int answer = d->asked[seat]
                     ? d->asked[seat]->choose(&d->view, d->how[seat], d->luck_at[seat], NULL)
                     : ask_child(d, deal, seat, instance);
    if (timed) {
        d->ns[kind] += now_ns() - start;
        d->timed[kind]++;
    }
    return answer;
}

/* The memory is kept for the next game, until dealer_close. One list for the game in progress,
 * emptied by begin_game. */
static void note_move(struct sim_moves *m, int seat, int answer)
{
    if (m->n == m->cap) {
        m->cap = 2 * m->cap + 256;
        m->at = realloc(m->at, sizeof m->at[0] * m->cap);
        MUST(m->at);
    }
    m->at[m->n++] = (struct move){(uint8_t)seat, (uint8_t)answer};
}

/* Games without a gauge of their own are played without events, which is faster. `f` is of the
 * setting; the gauge's figures follow the general ones. */
static void show_gauge(struct sim_dealer *d, struct gauge_watched *w, const struct events *sink,
                       struct gauge_figure *f)
{
    const struct gauge *gauge = d->plan->gauge;
    if (!gauge->watch)
        return;
    w->event = sink->at;
    w->events = sink->n;
    w->over = d->plan->game->active(d->state) == 0;
    gauge->watch(w, f + d->plan->general.n);
}

/* ---- one game ---- */

/* The randomness of a bot belongs to the instance, not to the seat: it is the same wherever it
 * sits. Luck is reset for each game, so every seating begins with the same numbers for each bot. */
static void sit_down(struct sim_dealer *d, int64_t deal, int setting, int seating)
{
    const struct sim_plan *p = d->plan;
    for (int seat = 0; seat < p->players; seat++) {
        int instance = p->seating[seating][seat];
        d->bot_at[seat] = p->kind[instance];
        d->asked[seat] = d->child[p->kind[instance]] ? NULL : p->bot[instance].bot;
        d->how[seat] = p->how ? &p->how[setting][instance] : &p->bot[instance].how;
        d->luck_at[seat] = &d->luck[instance];
        bot_luck(p->seed, deal, instance, &d->luck[instance]);
    }
}

/* Depends on seed, deal and setting only: the GPU, the threads and a recorded game agree on it. */
void deal_options(const struct sim_plan *p, int64_t deal, int setting, void *state)
{
    struct chance luck;
    memcpy(state, p->begun[setting], p->game->state_bytes);
    if (!p->varied[setting])
        return;
    option_luck(p->seed, deal, &luck);
    p->gauge->vary(state, &luck);
}

/* Every game of a deal begins with the same chance. Places in turn order count from the start
 * player, who may differ from game to game. Notes of the gauge start as zeros. */
static void begin_game(struct sim_dealer *d, int64_t deal, int setting, struct events *sink)
{
    const struct sim_plan *p = d->plan;
    uint8_t seed[32];
    deal_seed(p->seed, deal, seed);
    chance_seed(&d->chance, seed);
    deal_options(p, deal, setting, d->state);
    d->moves.n = 0;
    p->game->begin(d->state, &d->chance, sink);
    for (int seat = 0; seat < p->players; seat++)
        d->place_at[seat] = (seat + p->players - p->game->first_seat(d->state)) % p->players;
    memset(d->notes, 0, p->gauge->notes_bytes);
}

/* When several seats are to answer, the lowest goes first: the order makes no difference to the
 * result, and lines and records must be reproducible. Returns 0, or -1 if the deal is given up or a
 * bot failed. Answers from a GPU are checked for legality like a bot's: a wrong one ends the
 * program, because the GPU must play the same game as the threads. */
static int play_on(struct sim_dealer *d, int64_t deal, int seating, struct gauge_watched *w,
                   struct gauge_figure *f)
{
    const struct sim_plan *p = d->plan;
    struct events sink = {d->event, 0, MAX_EVENTS};
    uint32_t active;
    while ((active = p->game->active(d->state)) && !*d->give_up) {
        int seat = bit_lowest(active);
        int answer =
            d->given ? d->given[d->moves.n] : ask_bot(d, deal, seat, p->seating[seating][seat]);
        if (answer < 0)
            return -1;
        MUST(p->game->legal(d->state, seat) >> answer & 1);
        if (p->gauge->watch)
            memcpy(d->before, d->state, p->game->state_bytes);
        sink.n = 0;
        p->game->apply(d->state, seat, answer, &d->chance, p->gauge->watch ? &sink : NULL);
        note_move(&d->moves, seat, answer);
        w->before = d->before;
        w->seat = seat;
        w->answer = answer;
        show_gauge(d, w, &sink, f);
    }
    return *d->give_up ? -1 : 0;
}

/* ---- what is left of a game ---- */

/* Members about seats: who sat there, the final scores, who won. */
static void write_seats(struct sim_dealer *d)
{
    struct writer *w = &d->lines;
    write_key(w, "seating");
    write_begin(w, '[');
    for (int seat = 0; seat < d->plan->players; seat++)
        write_string(w, d->plan->text[d->bot_at[seat]]);
    write_end(w, ']');
    result_write(w, "scores", d->plan->game, d->state);
}

/* A sweep has "value"; a grid also "values", in the order of the sweeps. */
static void write_values(struct writer *w, const struct sim_plan *p, int setting)
{
    char label[LABEL_TEXT];
    if (!p->sweeps)
        return;
    sweep_name_setting(p->sweep, p->sweeps, setting, label);
    write_member_string(w, "value", label);
    if (p->sweeps > 1)
        write_sweep_values(w, p->sweep, p->sweeps, setting);
}

/* "metrics":[{...},{...}], one a seat, of the columns that were asked for. */
static void write_rows(struct sim_dealer *d)
{
    if (!d->plan->written_n)
        return;
    write_key(&d->lines, "metrics");
    write_begin(&d->lines, '[');
    for (int seat = 0; seat < d->plan->players; seat++)
        columns_json(d->plan, d->cell[seat], &d->lines);
    write_end(&d->lines, ']');
}

/* One game on one line (docs/sim.md). The seed is the deal's: `charlatan play --seed` deals the
 * same game. Ends with a newline; all lines of a deal are in one buffer, handed in together. */
static void write_line(struct sim_dealer *d, int64_t deal, int setting)
{
    struct writer *w = &d->lines;
    uint8_t seed[32];
    char hex[65];
    deal_seed(d->plan->seed, deal, seed);
    hex_write(seed, 32, hex);
    w->comma = 0;
    write_begin(w, '{');
    write_member_number(w, "deal", deal);
    write_member_string(w, "seed", hex);
    write_values(w, d->plan, setting);
    write_seats(d);
    write_member_number(w, "decisions", d->moves.n);
    write_rows(d);
    write_end(w, '}');
    w->comma = 0;
    write_raw(w, "\n", 1);
}

/* The rank by --keep-by. 0 for all games keeps the first ones, by the order of the shelf. */
static int64_t worth_keeping(const struct sim_dealer *d)
{
    int64_t margin = score_margin(d->plan->game, d->state);
    switch (d->plan->keep_by) {
    case KEEP_LONGEST: return d->moves.n;
    case KEEP_SHORTEST: return -(int64_t)d->moves.n;
    case KEEP_CLOSEST: return -margin;
    case KEEP_WIDEST: return margin;
    default: return 0;
    }
}

/* Passes on a finished game: its line, and the game itself if it may be kept. `finished` may copy
 * the moves; they are overwritten by the next game. */
static void hand_on(struct sim_dealer *d, int64_t deal, int setting, int seating)
{
    struct sim_record k = {.rank = worth_keeping(d),
                           .deal = deal,
                           .setting = setting,
                           .seating = seating,
                           .moves = d->moves};
    if (d->plan->line_form == LINES_JSON)
        write_line(d, deal, setting);
    for (int seat = 0; seat < d->plan->players && d->plan->line_form == LINES_CSV; seat++)
        columns_csv(d->plan, deal, setting, seating, d->cell[seat], &d->lines);
    if (d->finished)
        d->finished(d->context, &k);
}

/* The rows of all seats, for those who ask about columns; most runs do not. Rows are made before
 * lines are written: both need d->cell. */
static void count_rows(struct sim_dealer *d, const struct gauge_watched *w, int setting,
                       struct gauge_figure *f)
{
    const struct sim_plan *p = d->plan;
    uint32_t met = 0;
    if (!p->probes && !p->bys && !p->written_n)
        return;
    for (int seat = 0; seat < p->players; seat++) {
        columns_tell(p, w, (int)d->moves.n, seat, d->cell[seat]);
        met |= (uint32_t)where_met(p, d->cell[seat]) << seat;
    }
    probes_count(p, (const int64_t(*)[MAX_COLUMNS])d->cell, met, f);
    for (int seat = 0; seat < p->players && p->bys; seat++)
        if (met >> seat & 1)
            by_count(p, d->cell[seat], setting, &d->by);
}

/* 0, or -1 when the deal was not played to its end. The gauge sees the state before the first
 * decision too. The general figures are counted last, when winners and scores are known. */
static int play_game(struct sim_dealer *d, int64_t deal, int setting, int seating)
{
    const struct sim_plan *p = d->plan;
    struct gauge_figure *f = d->figure + (size_t)setting * (size_t)p->metrics.n;
    struct events sink = {d->event, 0, MAX_EVENTS};
    struct gauge_watched w = {.game = p->game,
                              .players = p->players,
                              .bot_at = d->bot_at,
                              .place_at = d->place_at,
                              .after = d->state,
                              .seat = -1,
                              .answer = -1,
                              .notes = d->notes};
    sit_down(d, deal, setting, seating);
    d->given = p->gpu ? sim_gpu_answers(p->gpu, deal, setting, seating) : NULL;
    begin_game(d, deal, setting, &sink);
    show_gauge(d, &w, &sink, f);
    if (play_on(d, deal, seating, &w, f) < 0)
        return -1;
    general_count(p, &w, (int)d->moves.n, f);
    count_rows(d, &w, setting, f);
    hand_on(d, deal, setting, seating);
    return 0;
}

/* Returns 1, or 0 if a game was not played to its end. Stops at the first: the deal counts whole or
 * not at all. */
static int play_games(struct sim_dealer *d, int64_t deal)
{
    const struct sim_plan *p = d->plan;
    for (int setting = 0; setting < p->settings; setting++)
        for (int seating = 0; seating < p->seatings; seating++)
            if (play_game(d, deal, setting, seating) < 0)
                return 0;
    return 1;
}

/* The figures of all settings are kept until the deal is done: pairs compare settings of the same
 * deal. */
int dealer_play_deal(struct sim_dealer *d, int64_t deal)
{
    const struct sim_plan *p = d->plan;
    memset(d->figure, 0, (size_t)p->settings * (size_t)p->metrics.n * sizeof d->figure[0]);
    d->lines.n = 0;
    d->by.n = 0;
    if (greet_children(d) < 0)
        return -1;
    if (p->gpu)
        sim_gpu_take(p->gpu, deal);
    int whole = play_games(d, deal);
    if (p->gpu)
        sim_gpu_done(p->gpu, deal);
    return whole ? 0 : -1;
}
