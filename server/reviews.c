/* Reviews of games that are over (GET /api/tables/ID/review). First the record is written, as a
 * slow chore; then it is reviewed on a thread of its own, one game after another. The time is taken
 * from what the bots of the address may think. The last reviews stay in memory, and who asks for
 * one that is being computed waits for it. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "review/review.h"
#include "server/server.h"

enum {
    /* For how long a review may be computed, and the least that is worth the while. */
    REVIEW_MS = 8000,
    REVIEW_LEAST_MS = 1000,
    /* So many reviews may wait, and so many stay in memory. */
    REVIEWS_WAIT = 8,
    REVIEWS_KEPT = 64
};

struct kept_review {
    char id[MATCH_ID + 1];
    char *text;
    size_t n;
};

struct waiter {
    struct waiter *next;
    struct http *http;
};

/* A review that is being computed. */
struct reviewing {
    struct recording recording;
    struct server *server;
    struct reviewing *next;
    char id[MATCH_ID + 1], payer[ADDRESS];
    struct waiter *waiters;
    /* In ms: what it may take, and what it took. */
    uint32_t granted, used;
    struct writer text;
};

struct reviews {
    struct reviewing *running;
    int running_n;
    /* The place that is used next. */
    uint32_t next;
    struct kept_review kept[REVIEWS_KEPT];
};

/* ---- what is kept ---- */

static const struct kept_review *find_kept(const struct reviews *r, const char *id)
{
    for (int i = 0; i < REVIEWS_KEPT; i++)
        if (r->kept[i].text && strcmp(r->kept[i].id, id) == 0)
            return &r->kept[i];
    return NULL;
}

/* Takes the place of the oldest. */
static void keep(struct reviews *r, const char *id, const struct writer *text)
{
    struct kept_review *k = &r->kept[r->next++ % REVIEWS_KEPT];
    char *copy = malloc(text->n);
    MUST(copy);
    memcpy(copy, text->at, text->n);
    free(k->text);
    *k = (struct kept_review){.text = copy, .n = text->n};
    strcpy(k->id, id);
}

static struct reviews *reviews_of(struct server *s)
{
    if (!s->reviews)
        s->reviews = calloc(1, sizeof *s->reviews);
    MUST(s->reviews);
    return s->reviews;
}

void reviews_free(struct server *s)
{
    for (int i = 0; s->reviews && i < REVIEWS_KEPT; i++)
        free(s->reviews->kept[i].text);
    free(s->reviews);
}

/* ---- on the chore's thread ---- */

static uint32_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint32_t)((uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000);
}

static int is_stopped(void *with)
{
    const struct reviewing *g = with;
    return chores_stopping(g->server->chores);
}

static void make(struct reviewing *g, const struct record *record)
{
    struct review_ask ask = {.seat = REVIEW_ALL,
                             .seed = 1,
                             .threads = 1,
                             .seconds = g->granted / 1000.0,
                             .stop = is_stopped,
                             .with = g};
    struct review review;
    struct record_wrong wrong;
    if (review_make(&review, record, &ask, &wrong) == 0)
        review_write(&g->text, &review);
    review_free(&review);
}

static void run(struct chore *c)
{
    struct reviewing *g = (struct reviewing *)c;
    struct record *record = calloc(1, sizeof *record);
    uint32_t began = clock_ms();
    MUST(record);
    record_read(record, g->recording.text.at, g->recording.text.n);
    if (!record->wrong.line && review_knows(record->json->game))
        make(g, record);
    record_free(record);
    free(record);
    g->used = clock_ms() - began;
}

/* ---- on the loop's thread ---- */

static void answer(struct http *h, const char *text, size_t n)
{
    http_answer(h, 200, "application/json", text, n);
}

static void refuse_row(struct http *h, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    hall_refuse(h, &why);
}

static void unlink_running(struct reviewing *g)
{
    struct reviews *r = reviews_of(g->server);
    struct reviewing **at = &r->running;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    r->running_n--;
}

/* Everybody who waits gets the review, or why there is none; time that was not used is given
 * back. */
static void finish(struct reviewing *g, const struct refusal_row *missing)
{
    struct server *s = g->server;
    unlink_running(g);
    if (s->options.limits && g->used < g->granted)
        limits_think_back(s->limits, g->payer, g->granted - g->used);
    if (!missing)
        keep(reviews_of(s), g->id, &g->text);
    for (struct waiter *w = g->waiters, *next; w; w = next) {
        next = w->next;
        if (missing)
            refuse_row(w->http, missing);
        else
            answer(w->http, g->text.at, g->text.n);
        free(w);
    }
    fold_free(&g->recording.fold);
    writer_free(&g->recording.text);
    writer_free(&g->text);
    free(g);
}

static void reviewed(struct chore *c)
{
    struct reviewing *g = (struct reviewing *)c;
    finish(g, c->dropped ? &refusal_server_stops : g->text.n ? NULL : &refusal_review_impossible);
}

static void record_written(struct fold *f)
{
    struct reviewing *g = (struct reviewing *)f;
    const struct refusal_row *missing = record_missing(&g->recording);
    if (missing) {
        finish(g, missing);
        return;
    }
    f->chore = (struct chore){.run = run, .done = reviewed};
    chores_add(g->server->chores, CHORE_LONG, &f->chore);
}

static void wait_for(struct reviewing *g, struct http *h)
{
    struct waiter *w = malloc(sizeof *w);
    MUST(w);
    *w = (struct waiter){g->waiters, h};
    g->waiters = w;
}

static struct reviewing *find_running(struct reviews *r, const char *id)
{
    struct reviewing *g = r->running;
    while (g && strcmp(g->id, id) != 0)
        g = g->next;
    return g;
}

/* How long a review for this address may take; 0: it has to wait. */
static uint32_t grant(struct server *s, const char *address)
{
    uint32_t got =
        s->options.limits ? limits_think(s->limits, address, REVIEW_MS, s->now) : REVIEW_MS;
    if (got >= REVIEW_LEAST_MS)
        return got;
    limits_think_back(s->limits, address, got);
    return 0;
}

static void begin(struct server *s, struct http *h, struct table *t, uint32_t granted)
{
    struct reviews *r = reviews_of(s);
    struct reviewing *g = calloc(1, sizeof *g);
    struct refusal why;
    MUST(g);
    g->server = s;
    g->granted = granted;
    strcpy(g->id, t->id);
    snprintf(g->payer, sizeof g->payer, "%s", h->address);
    if (record_make(&g->recording, s, t, record_written, &why) < 0) {
        limits_think_back(s->limits, h->address, granted);
        hall_refuse(h, &why);
        free(g);
        return;
    }
    g->next = r->running;
    r->running = g;
    r->running_n++;
    wait_for(g, h);
}

void hall_review(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct reviews *r = reviews_of(s);
    struct refusal why;
    const struct kept_review *k = find_kept(r, t->id);
    struct reviewing *running = find_running(r, t->id);
    uint32_t granted;
    (void)body;
    if (record_due(s, t, &why) < 0)
        hall_refuse(h, &why);
    else if (k)
        answer(h, k->text, k->n);
    else if (running)
        wait_for(running, h);
    else if (r->running_n >= REVIEWS_WAIT)
        refuse_row(h, &refusal_reviews_busy);
    else if (!(granted = grant(s, h->address)))
        refuse_row(h, &refusal_too_many_requests);
    else
        begin(s, h, t, granted);
}
