/* Playing a deal: the same luck at every setting and in every seating. Only here do true states
 * live; bots get views of them. */
#include <stdlib.h>
#include <time.h>

#include "sim/sim.h"

void table_open(struct table *t, const struct plan *p)
{
    memset(t, 0, sizeof *t);
    t->plan = p;
    t->figure = calloc((size_t)p->settings * (size_t)p->metrics.n, sizeof t->figure[0]);
    t->notes = calloc(1, p->gauge && p->gauge->notes_bytes ? p->gauge->notes_bytes : 1);
    MUST(t->figure && t->notes);
}

void table_close(struct table *t)
{
    free(t->figure);
    free(t->notes);
    free(t->moves.at);
    writer_free(&t->lines);
}

/* ---- one decision ---- */

static uint64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Looking at a clock takes as long as a quick bot: every 8th decision is timed. */
static int ask_bot(struct table *t, int seat, int instance)
{
    const struct plan *p = t->plan;
    int timed = t->tick++ % 8 == 0;
    view_take(&t->view, p->game, t->state, seat);
    uint64_t start = timed ? now_ns() : 0;
    int answer = bot_choose(&p->bot[instance], &t->view, &t->luck[instance], NULL);
    if (timed) {
        t->ns[p->kind[instance]] += now_ns() - start;
        t->timed[p->kind[instance]]++;
    }
    return answer;
}

static void note_move(struct moves *m, int seat, int answer)
{
    if (m->n == m->cap) {
        m->cap = 2 * m->cap + 256;
        m->at = realloc(m->at, sizeof m->at[0] * m->cap);
        MUST(m->at);
    }
    m->at[m->n++] = (struct move){(uint8_t)seat, (uint8_t)answer};
}

static void show_gauge(struct table *t, struct watched *w, const struct events *sink,
                       struct figure *f)
{
    const struct gauge *gauge = t->plan->gauge;
    if (!gauge)
        return;
    w->event = sink->at;
    w->events = sink->n;
    w->over = t->plan->game->active(t->state) == 0;
    gauge->watch(w, f + t->plan->general.n);
}

/* ---- one game ---- */

static void sit_down(struct table *t, int64_t deal, int seating)
{
    const struct plan *p = t->plan;
    for (int seat = 0; seat < p->players; seat++) {
        int instance = p->seating[seating][seat];
        t->bot_at[seat] = p->kind[instance];
        bot_luck(p->seed, deal, instance, &t->luck[instance]);
    }
}

static void begin_game(struct table *t, int64_t deal, int setting, struct events *sink)
{
    const struct plan *p = t->plan;
    uint8_t seed[32];
    deal_seed(p->seed, deal, seed);
    chance_seed(&t->chance, seed);
    memcpy(t->state, p->begun[setting], p->game->state_bytes);
    t->moves.n = 0;
    p->game->begin(t->state, &t->chance, sink);
    for (int seat = 0; seat < p->players; seat++)
        t->place_at[seat] = (seat + p->players - p->game->first_seat(t->state)) % p->players;
    if (p->gauge)
        memset(t->notes, 0, p->gauge->notes_bytes);
}

static void play_on(struct table *t, int seating, struct watched *w, struct figure *f)
{
    const struct plan *p = t->plan;
    struct events sink = {t->event, 0, MAX_EVENTS};
    uint32_t active;
    while ((active = p->game->active(t->state)) && !*t->give_up) {
        int seat = bit_lowest(active);
        int answer = ask_bot(t, seat, p->seating[seating][seat]);
        MUST(p->game->legal(t->state, seat) >> answer & 1);
        if (p->gauge)
            memcpy(t->before, t->state, p->game->state_bytes);
        sink.n = 0;
        p->game->apply(t->state, seat, answer, &t->chance, p->gauge ? &sink : NULL);
        note_move(&t->moves, seat, answer);
        w->before = t->before;
        w->seat = seat;
        w->answer = answer;
        show_gauge(t, w, &sink, f);
    }
}

/* ---- what is left of a game ---- */

static void write_seats(struct table *t)
{
    const struct game *g = t->plan->game;
    struct writer *w = &t->lines;
    uint32_t winners = g->winners(t->state);
    write_key(w, "seating");
    write_begin(w, '[');
    for (int seat = 0; seat < t->plan->players; seat++)
        write_string(w, t->plan->text[t->bot_at[seat]]);
    write_end(w, ']');
    write_key(w, "scores");
    write_begin(w, '[');
    for (int seat = 0; seat < t->plan->players; seat++)
        write_number(w, g->score(t->state, seat));
    write_end(w, ']');
    write_key(w, "winners");
    write_begin(w, '[');
    for (; winners; winners &= winners - 1)
        write_number(w, bit_lowest(winners));
    write_end(w, ']');
}

static void write_line(struct table *t, int64_t deal, int setting)
{
    struct writer *w = &t->lines;
    uint8_t seed[32];
    char hex[65];
    deal_seed(t->plan->seed, deal, seed);
    seed_write_hex(seed, 32, hex);
    w->comma = 0;
    write_begin(w, '{');
    write_member_number(w, "deal", deal);
    write_member_string(w, "seed", hex);
    if (t->plan->label[setting][0])
        write_member_string(w, "value", t->plan->label[setting]);
    write_seats(t);
    write_member_number(w, "decisions", t->moves.n);
    write_end(w, '}');
    w->comma = 0;
    write_raw(w, "\n", 1);
}

static int64_t worth_keeping(const struct table *t)
{
    int64_t margin = score_margin(t->plan->game, t->state);
    switch (t->plan->keep_by) {
    case KEEP_LONGEST: return t->moves.n;
    case KEEP_SHORTEST: return -(int64_t)t->moves.n;
    case KEEP_CLOSEST: return -margin;
    case KEEP_WIDEST: return margin;
    default: return 0;
    }
}

static void hand_on(struct table *t, int64_t deal, int setting, int seating)
{
    struct kept k = {.rank = worth_keeping(t),
                     .deal = deal,
                     .setting = setting,
                     .seating = seating,
                     .moves = t->moves};
    if (t->plan->line_a_game)
        write_line(t, deal, setting);
    if (t->finished)
        t->finished(t->context, &k);
}

static int play_game(struct table *t, int64_t deal, int setting, int seating)
{
    const struct plan *p = t->plan;
    struct figure *f = t->figure + (size_t)setting * (size_t)p->metrics.n;
    struct events sink = {t->event, 0, MAX_EVENTS};
    struct watched w = {.game = p->game,
                        .players = p->players,
                        .bot_at = t->bot_at,
                        .place_at = t->place_at,
                        .after = t->state,
                        .seat = -1,
                        .answer = -1,
                        .notes = t->notes};
    sit_down(t, deal, seating);
    begin_game(t, deal, setting, &sink);
    show_gauge(t, &w, &sink, f);
    play_on(t, seating, &w, f);
    if (*t->give_up)
        return -1;
    general_count(p, &w, (int)t->moves.n, f);
    hand_on(t, deal, setting, seating);
    return 0;
}

int table_play_deal(struct table *t, int64_t deal)
{
    const struct plan *p = t->plan;
    memset(t->figure, 0, (size_t)p->settings * (size_t)p->metrics.n * sizeof t->figure[0]);
    t->lines.n = 0;
    for (int setting = 0; setting < p->settings; setting++)
        for (int seating = 0; seating < p->seatings; seating++)
            if (play_game(t, deal, setting, seating) < 0)
                return -1;
    return 0;
}
