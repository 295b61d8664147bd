/* Bots of a page think in workers of it (web/src/local/bots.ts), each in a module of its own, so a
 * question goes out as bytes. */
#include <stdlib.h>
#include <string.h>

#include "wasm/hall/inside.h"

/* Those that were sent and have not answered. */
static struct sent {
    /* Newest first. */
    struct sent *next;
    uint32_t number;
    struct bot_job *job;
} * first;
/* Numbers are not used twice, so an answer that comes late meets nobody. */
static uint32_t last;

/* The id in a view means something only in this module (engine/numbers.h), so the values go along.
 * Without other numbers `values` stays 0. */
static void put_numbers(const struct view *v, struct thinking *what)
{
    const struct numbers_form *f = v->game->numbers;
    if (!f || !f->id(v->bytes))
        return;
    what->values = f->values;
    memcpy(what->numbers, numbers_in_force(f, v->bytes), (size_t)f->values * sizeof(uint16_t));
}

/* A bot is known by its name. Seats have no others than those of the list (request_body.c). */
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

/* Sends all that wait; how many think at once is the page's business. */
void page_bots_pump(void)
{
    struct bot_job *job;
    while ((job = alone_take_job(&page))) {
        struct sent *s = calloc(1, sizeof *s);
        MUST(s);
        *s = (struct sent){first, ++last, job};
        first = s;
        send(job, s->number);
    }
}

/* The job, which is then no longer listed, or NULL if there is no such number. */
static struct bot_job *take_sent(uint32_t number)
{
    struct sent **at = &first;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    struct sent *s = *at;
    struct bot_job *job = s ? s->job : NULL;
    if (s)
        *at = s->next;
    free(s);
    return job;
}

/* Answers to nobody's question are dropped, such as a second one from a worker that was slow. */
void page_bot_answered(uint32_t number, int answer, uint32_t used, int hurried)
{
    struct bot_job *job = take_sent(number);
    if (!job)
        return;
    job->move.answer = (uint8_t)answer;
    job->used = used;
    job->hurried = (uint8_t)hurried;
    alone_answered(&page, job);
}
