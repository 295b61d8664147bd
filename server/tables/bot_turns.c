/* Lines of jobs by address, and whose turn it is (bot_turns.h). */
#include "server/tables/bot_turns.h"

#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "match/founding.h"
#include "server/server_only.h"

/* job->view must be filled in, because bots are those of its game. */
void job_read_bot(struct bot_job *job, const char *name)
{
    if (match_bot_is_program(name) && bot_by_name("greedy", job->view.game))
        name = "greedy";
    if (bot_read(name, job->view.game, &job->bot))
        job->bot = (struct seated_bot){&random_bot, random_bot.usual};
    job->usual = job->bot.how.milliseconds;
}

/* After job_read_bot, whose bot then answers if the program does not. */
void job_set_program(struct bot_job *job, struct programs *programs, int program)
{
    job->programs = programs;
    job->program = program;
    job->usual = parts.programs_ms(programs, program);
}

/* 64 bits, so that the products cannot run over. */
int job_has_enough(const struct bot_job *job, uint32_t ms)
{
    return (uint64_t)ms * 4 >= (uint64_t)job->usual * 3;
}

/* ---- lists ---- */

void job_list_init(struct bot_job_list *l)
{
    l->first = NULL;
    l->end = &l->first;
}

void job_list_add(struct bot_job_list *l, struct bot_job *job)
{
    job->next = NULL;
    *l->end = job;
    l->end = &job->next;
}

struct bot_job *job_list_take(struct bot_job_list *l)
{
    struct bot_job *job = l->first;
    if (!job)
        return NULL;
    l->first = job->next;
    if (!l->first)
        l->end = &l->first;
    job->next = NULL;
    return job;
}

void job_list_free(struct bot_job_list *l)
{
    struct bot_job *job;
    while ((job = job_list_take(l)))
        free(job);
}

/* ---- addresses ---- */

/* A short list: only addresses with jobs at this moment are in it. */
static struct bot_payer *payer_find(struct turns *t, const char *address)
{
    struct bot_payer *p = t->payers;
    while (p && strcmp(p->address, address) != 0)
        p = p->next;
    return p;
}

/* Begins with the time of whoever is next, not with none: an address that comes anew does not get
 * ahead of all others for having been away. */
static struct bot_payer *payer_new(struct turns *t, const char *address)
{
    struct bot_payer *p = calloc(1, sizeof *p);
    MUST(p);
    strcpy(p->address, address);
    job_list_init(&p->waiting);
    p->had = t->had;
    p->next = t->payers;
    t->payers = p;
    return p;
}

/* It must have no jobs left. */
static void payer_free(struct turns *t, struct bot_payer *p)
{
    struct bot_payer **at = &t->payers;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    free(p);
}

/* ---- turns ---- */

/* Never refuses: how many jobs there can be is limited by tables and seats. */
void turns_add(struct turns *t, struct bot_job *job)
{
    struct bot_payer *p = payer_find(t, job->payer);
    if (!p)
        p = payer_new(t, job->payer);
    job_list_add(&p->waiting, job);
    p->waiting_n++;
    t->waiting_n++;
}

/* Of equal ones the one that came last. */
static struct bot_payer *payer_next(const struct turns *t)
{
    struct bot_payer *best = NULL;
    for (struct bot_payer *p = t->payers; p; p = p->next)
        if (p->waiting_n && (!best || p->had < best->had))
            best = p;
    return best;
}

/* The time is counted before it is used, so that the next thread sees it. */
struct bot_job *turns_next(struct turns *t)
{
    struct bot_payer *p = payer_next(t);
    if (!p)
        return NULL;
    struct bot_job *job = job_list_take(&p->waiting);
    p->waiting_n--;
    t->waiting_n--;
    job->next = p->thinking;
    p->thinking = job;
    p->thinking_n++;
    t->thinking_n++;
    t->had = p->had;
    p->had += job->granted;
    p->has_room = 0;
    return job;
}

/* What was granted and not used is taken off again, so an address pays for what its bots have
 * really thought. An address without jobs is forgotten. */
void turns_end(struct turns *t, struct bot_job *job)
{
    struct bot_payer *p = payer_find(t, job->payer);
    struct bot_job **at = &p->thinking;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    job->next = NULL;
    p->thinking_n--;
    t->thinking_n--;
    p->had += (int64_t)job->used - job->granted;
    if (!p->waiting_n && !p->thinking_n)
        payer_free(t, p);
}

/* An address that waits although none of its bots thinks. */
static struct bot_payer *payer_kept_out(const struct turns *t)
{
    struct bot_payer *p = t->payers;
    while (p && (!p->waiting_n || p->thinking_n || p->has_room))
        p = p->next;
    return p;
}

/* The bot that has thought longest, of the address that has most jobs. */
static struct bot_job *longest_of_crowd(const struct turns *t)
{
    const struct bot_payer *most = NULL;
    struct bot_job *longest = NULL;
    for (const struct bot_payer *p = t->payers; p; p = p->next)
        if (p->waiting_n + p->thinking_n > MAX_SEATS &&
            (!most || p->waiting_n + p->thinking_n > most->waiting_n + most->thinking_n))
            most = p;
    for (struct bot_job *job = most ? most->thinking : NULL; job; job = job->next)
        if (!job->watch.hurry && (!longest || job->began < longest->began))
            longest = job;
    return longest;
}

/* Each address that waits has one job cut short for it, and no more (has_room, until it gets its
 * turn). */
struct bot_job *turns_crowding(struct turns *t, int threads)
{
    struct bot_payer *p = t->thinking_n >= threads ? payer_kept_out(t) : NULL;
    struct bot_job *job = p ? longest_of_crowd(t) : NULL;
    if (job)
        p->has_room = 1;
    return job;
}

/* Bots look at `hurry` while they think; the job stays theirs until turns_end. */
void turns_hurry(struct turns *t)
{
    for (struct bot_payer *p = t->payers; p; p = p->next)
        for (struct bot_job *job = p->thinking; job; job = job->next)
            job->watch.hurry = 1;
}

void turns_free(struct turns *t)
{
    while (t->payers) {
        struct bot_payer *p = t->payers;
        job_list_free(&p->waiting);
        payer_free(t, p);
    }
}
