/* When the bots of a table are asked, and for whom they think. They play where somebody is looking:
 * a socket is connected, or somebody asked for the table in the last minute. Elsewhere they wait,
 * so that games without people cost nothing. People's clocks run all the same. Bots among
 * themselves play only as fast as people can watch.
 *
 * Their time is charged to the address of a person at the table. When it is used up, bots answer by
 * rules of thumb, slowly, and their moves say so. The bytes that their moves take in the store are
 * charged to the same address (storage_costs.c). */
#include "server/tables/bots.h"

#include <string.h>

#include "match/hurried.h"
#include "match/may.h"
#include "match/refusals.h"
#include "server/host.h"
#include "server/log.h"
#include "server/people/guests.h"
#include "server/people/people.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/luck.h"
#include "server/tables/postponed.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"
#include "server/tables/wakes.h"

enum {
    /* After the last look, bots play on for this time. */
    LOOK_LASTS_MS = 60000,
    /* Bots without time to think do not answer faster than bots that think. */
    PACE_MS = 1000,
    /* Where no person plays, one bot is asked in this time. */
    WATCHED_MS = 400,
    /* Bots for which too much was stored are looked at again after this time. */
    SPENT_MS = 1000
};

/* ---- who is looking ---- */

/* "" if nobody asked from outside; then nobody pays. */
void table_looked(struct table *t, const char *address)
{
    t->looked = t->server->now;
    snprintf(t->looker, sizeof t->looker, "%s", address);
    wake_soon(t);
}

/* By a socket, a spectator's too, or by a request a short time ago: clients without sockets ask
 * again and again. */
static int is_watched(const struct table *t)
{
    return t->guests || t->server->now < t->looked + LOOK_LASTS_MS;
}

/* ---- asking ---- */

/* Takes the time for one answer from the budget of the address. Without limits, or for a bot that
 * needs no time, it gets all it usually has. limits_think may grant less, or nothing; then the
 * workers answer by rules of thumb. */
static void charge(struct server *s, struct bot_job *job, const char *address)
{
    network_of(address, job->payer);
    job->granted = job->usual;
    if (s->options.limits && job->usual)
        job->granted = parts.limits_think(s->limits, job->payer, job->usual, s->now);
}

/* A program that failed at this seat is not asked for it again. */
static void read_bot(const struct table *t, int seat, struct bot_job *job)
{
    const char *name = t->match.seat[seat].bot;
    struct programs *programs = t->server->programs;
    int program = programs ? parts.programs_find(programs, name, job->view.game) : -1;
    job_read_bot(job, name);
    if (program >= 0 && !(t->bots_failed >> seat & 1))
        job_set_program(job, programs, program);
}

/* Whose bots they are: of the person with a seat who came first, else of the first spectator, else
 * of whoever looked last. */
const char *table_payer(const struct table *t)
{
    const struct guest *seated = NULL, *first = NULL;
    for (const struct guest *g = t->guests; g; g = g->next) {
        first = g;
        if (g->viewer != SPECTATOR)
            seated = g;
    }
    return seated ? seated->peer->address : first ? first->peer->address : t->looker;
}

/* The seat must be asked and be a bot's. Nothing happens to the table until bots_answered; `ask`
 * tells then whether the question is still the same. */
static void ask_bot(struct table *t, int seat)
{
    struct bot_job job = {.move = {(uint8_t)seat, 0}, .ask = t->match.seat[seat].asked};
    strcpy(job.table, t->id);
    match_view(&t->match, seat, &job.view);
    luck_of_bot(t, seat, job.ask, job.luck);
    read_bot(t, seat, &job);
    charge(t->server, &job, table_payer(t));
    /* Until bots_answered, even if the table is loaded anew meanwhile. */
    t->bots_busy |= 1u << seat;
    t->server->host->think(t->server->host, &job);
}

/* Whether bots must wait: while nothing can be stored, their answers would be lost. The node that
 * wrote the last entry asks the bots, unless it has died. During a plea bots wait, because a move
 * would end it before anybody has read it. */
static int bots_wait(const struct table *t)
{
    int64_t now = t->server->now;
    return !t->server->store_well || (t->foreign && now < t->moved + BOT_PATIENCE_MS) ||
           (t->match.plea.seat >= 0 && now < t->match.touched + PLEA_PATIENCE_MS);
}

/* The seats whose bots are to be asked, as bits: no bot is asked again while its answer is kept. */
static uint32_t to_ask(const struct table *t)
{
    return match_bots_due(&t->match) & ~t->bots_busy & ~postponed_bots(t);
}

/* Looks only at what is known; bots_wait and limits may still put it off (bots_go_on). */
int64_t bots_due(const struct table *t)
{
    if (!to_ask(t) || !is_watched(t))
        return INT64_MAX;
    return t->bots_rest > t->server->now ? t->bots_rest : t->server->now;
}

/* Never shortens a pause. */
static void bots_pause(struct table *t, int64_t ms)
{
    int64_t until = t->server->now + ms;
    t->bots_rest = until > t->bots_rest ? until : t->bots_rest;
}

/* With limits, bots among themselves are asked one after the other. The seat after the one that was
 * asked last, so that each gets its turn. Where people play, or without limits, all are asked at
 * once. */
static uint32_t those_asked_now(struct table *t, uint32_t due)
{
    uint32_t later = due & ~((2u << t->bots_last) - 1);
    if (!t->server->options.limits || match_people(&t->match))
        return due;
    due = later ? later : due;
    bots_pause(t, WATCHED_MS);
    t->bots_last = (uint8_t)bit_lowest(due);
    return 1u << t->bots_last;
}

/* May be called at any time; does nothing if nothing is due. */
void bots_go_on(struct table *t)
{
    if (bots_due(t) > t->server->now || bots_wait(t))
        return;
    if (t->server->options.limits && parts.cost_bots_wait(t)) {
        t->server->figures.bots_spent++;
        bots_pause(t, SPENT_MS);
        return;
    }
    for (uint32_t due = those_asked_now(t, to_ask(t)); due; due &= due - 1)
        ask_bot(t, bit_lowest(due));
}

/* ---- answers ---- */

/* The address is the one that was charged, though the table may have another payer by now. */
static void give_back(struct server *s, const struct bot_job *job)
{
    if (s->options.limits && job->used < job->granted)
        parts.limits_think_back(s->limits, job->payer, job->granted - job->used);
}

/* A bot that would run ahead of the only person has been asked all the same, so that its answer
 * does not depend on what the person draws meanwhile; it is kept until the person has gone on. The
 * answer was legal for the question it was asked; the match checks whether that is still the
 * question. */
static void take_answer(struct table *t, const struct bot_job *job)
{
    struct entry e;
    struct refusal why;
    if (match_may_move_bot(&t->match, job->move, job->ask, t->server->now, &e, &why) == 0) {
        if (match_bot_ahead(&t->match, job->move.seat)) {
            postponed_add_bot(t, job);
            return;
        }
        e.hurried = job->hurried;
        table_submit(t, &e, NULL);
    } else if (why.row == &refusal_witness_asked) {
        postponed_add_bot(t, job);
    } else {
        /* The question has changed since, so the bot is asked again. */
        bots_go_on(t);
    }
}

/* Operators are told, once a seat. */
static void note_failure(struct server *s, struct table *t, const struct bot_job *job)
{
    int seat = job->move.seat;
    s->figures.programs_failed++;
    t->bots_failed |= 1u << seat;
    log_say(LOG_SAYS_WARNING, "bot-failed",
            LOG_FIELDS(LOG_T("table", t->id), LOG_T("bot", t->match.seat[seat].bot),
                       LOG_N("seat", seat)),
            "bot %s, table %s, seat %d: %s; rules of thumb play on for it", t->match.seat[seat].bot,
            t->id, seat, job->failure);
}

/* The table may be gone, may be loading, or may be at another question: the answer is then dropped,
 * and the seat may be asked again. The time is given back in any case. */
void bots_answered(struct server *s, const struct bot_job *job)
{
    struct table *t = table_find(s, job->table);
    give_back(s, job);
    if (t && job->failure[0])
        note_failure(s, t, job);
    if (!t)
        return;
    t->bots_busy &= ~(1u << job->move.seat);
    wake_soon(t);
    if (t->loading || t->broken || s->stopping || bots_wait(t))
        return;
    s->figures.bot_moves++;
    if (job->hurried == HURRIED_BUDGET)
        bots_pause(t, PACE_MS);
    take_answer(t, job);
}
