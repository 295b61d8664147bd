/* The page's workers: every function of server/workers.h. Bots think in workers of the page
 * (web/src/local/bots.ts), each in a module of its own, so a job goes out as bytes. */
#include "server/workers.h"

#include <stdlib.h>
#include <string.h>

#include "wasm/hall/inside.h"

struct workers {
    /* To be sent at the end of the turn; sent and not answered; answered. */
    struct job_list waiting, answers;
    struct sent {
        struct sent *next;
        uint32_t number;
        struct bot_job *job;
    } * sent;
    uint32_t last;
    struct workers_figures figures;
};

struct workers *workers_open(int threads, void (*wake)(void *arg), void *arg)
{
    struct workers *w = calloc(1, sizeof *w);
    (void)threads, (void)wake, (void)arg;
    MUST(w);
    job_list_init(&w->waiting);
    job_list_init(&w->answers);
    return w;
}

void workers_add(struct workers *w, const struct bot_job *job)
{
    struct bot_job *own = malloc(sizeof *own);
    MUST(own);
    *own = *job;
    w->figures.waiting++;
    job_list_add(&w->waiting, own);
}

static void put_numbers(const struct view *v, struct thinking *what)
{
    const struct numbers_form *f = v->game->numbers;
    if (!f || !f->id(v->bytes))
        return;
    what->values = f->values;
    memcpy(what->numbers, numbers_in_force(f, v->bytes), (size_t)f->values * sizeof(uint16_t));
}

/* A bot is known by its name. Seats have no others than those of the list (body.c). */
static void send(const struct bot_job *job, uint32_t number)
{
    const struct game *g = job->view.game;
    struct thinking what = {.seat = job->view.seat};
    snprintf(what.game, sizeof what.game, "%s", g->name);
    snprintf(what.bot, sizeof what.bot, "%s", job->bot.bot->name);
    memcpy(what.luck, job->luck, sizeof what.luck);
    memcpy(what.view, job->view.bytes, g->state_bytes);
    put_numbers(&job->view, &what);
    host_think(number, job->table, strlen(job->table), (uint32_t)job->view.seat, what.bot,
               strlen(what.bot), job->granted, &what, sizeof what);
}

void page_workers_pump(struct workers *w)
{
    struct bot_job *job;
    while ((job = job_list_take(&w->waiting))) {
        struct sent *s = calloc(1, sizeof *s);
        MUST(s);
        *s = (struct sent){w->sent, ++w->last, job};
        w->sent = s;
        send(job, s->number);
    }
}

static struct bot_job *take_sent(struct workers *w, uint32_t number)
{
    struct sent **at = &w->sent;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    struct sent *s = *at;
    struct bot_job *job = s ? s->job : NULL;
    if (s)
        *at = s->next;
    free(s);
    return job;
}

void page_workers_answered(struct workers *w, uint32_t number, int answer, uint32_t used,
                           int hurried)
{
    struct bot_job *job = take_sent(w, number);
    if (!job)
        return;
    job->move.answer = (uint8_t)answer;
    job->used = used;
    job->hurried = (uint8_t)hurried;
    w->figures.waiting--;
    w->figures.answered++;
    w->figures.hurried += hurried != HURRIED_NO;
    job_list_add(&w->answers, job);
}

struct bot_job *workers_take(struct workers *w)
{
    return job_list_take(&w->answers);
}

void workers_figures(struct workers *w, struct workers_figures *f)
{
    *f = w->figures;
}
