/* Reviews of games that are over (GET /api/tables/ID/review). They are kept beside the log in the
 * store. If there is none yet, the record is written, as a slow chore; then it is reviewed on a
 * thread of its own, one game after another. The time is taken from what the bots of the address
 * may think. Who asks for a review that is being computed waits for it. */
#include "server/tables/reviews.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match/record_read.h"
#include "review/report.h"
#include "review/review.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/http/limits.h"
#include "server/outage.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/rebuild.h"
#include "server/tables/records.h"
#include "server/tables/storage_costs.h"
#include "server/tables/tables.h"
#include "wire/game.h"

enum {
    /* For how long a review may be computed, and the least that is worth the while. */
    REVIEW_MS = 8000,
    REVIEW_LEAST_MS = 1000,
    /* So many reviews may be asked for at a time. */
    REVIEWS_WAIT = 8
};

/* A request for a review that is being computed; the answer goes to all of them. */
struct review_waiter {
    struct review_waiter *next;
    struct http *http;
};

/* A review that is being computed. */
struct reviewing {
    struct record_request recording;
    struct server *server;
    struct reviewing *next;
    char id[MATCH_ID + 1], payer[ADDRESS];
    struct review_waiter *waiters;
    /* In ms: what it may take, and what it took. */
    uint32_t granted, used;
    struct writer text;
};

/* One review a table at a time, in no order. `n` counts them, REVIEWS_WAIT bounds them. */
struct reviews {
    struct reviewing *first;
    int n;
};

/* Made at the first request; most servers are never asked. */
static struct reviews *reviews_of(struct server *s)
{
    if (!s->reviews)
        s->reviews = calloc(1, sizeof *s->reviews);
    MUST(s->reviews);
    return s->reviews;
}

/* Whoever waits must have been answered. The list does not know it any more, or goes as well. */
static void free_reviewing(struct reviewing *g)
{
    for (struct review_waiter *w = g->waiters, *next; w; w = next) {
        next = w->next;
        free(w);
    }
    fold_free(&g->recording.fold);
    writer_free(&g->recording.text);
    writer_free(&g->text);
    free(g);
}

void reviews_free(struct server *s)
{
    for (struct reviewing *g = s->reviews ? s->reviews->first : NULL, *next; g; g = next) {
        next = g->next;
        free_reviewing(g);
    }
    free(s->reviews);
}

/* ---- on the chore's thread ---- */

/* Only for differences: it starts again after 49 days. */
static uint32_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint32_t)((uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000);
}

/* Asked again and again while a review is computed, so that the server need not wait for it. */
static int is_stopped(void *with)
{
    const struct reviewing *g = with;
    return g->server->host->stopping(g->server->host);
}

/* Writes nothing if the record cannot be reviewed, or if the server stops. When the time is up, a
 * review only has fewer samples. */
static void make(struct reviewing *g, const struct record *record)
{
    struct review_ask ask = {.seat = REVIEW_ALL,
                             .seed = REVIEW_SEED,
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

/* On a thread of its own. No text: this game or record has no review. */
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

static void refuse_row(struct http *h, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    hall_refuse(h, &why);
}

/* Everybody who waits gets the review, or why there is none; time that was not used is given
 * back. */
static void finish(struct reviewing *g, const struct refusal *missing)
{
    struct server *s = g->server;
    struct reviewing **at = &s->reviews->first;
    while (*at != g)
        at = &(*at)->next;
    *at = g->next;
    s->reviews->n--;
    if (s->options.limits && g->used < g->granted)
        limits_think_back(s->limits, g->payer, g->granted - g->used);
    for (const struct review_waiter *w = g->waiters; w; w = w->next)
        if (missing)
            hall_refuse(w->http, missing);
        else
            http_answer(w->http, 200, "application/json", g->text.at, g->text.n);
    free_reviewing(g);
}

/* Refuses all who wait. */
static void fail(struct reviewing *g, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    finish(g, &why);
}

/* If it was not kept, it is computed again the next time. */
static void review_kept(void *server, enum queue_outcome outcome)
{
    store_did(server, STORE_WRITE, outcome != QUEUE_FAILED);
}

/* Keeps the review, also one with few samples; the address that asked for it pays for the bytes. */
static void reviewed(struct chore *c)
{
    struct reviewing *g = (struct reviewing *)c;
    if (c->dropped || !g->text.n) {
        fail(g, c->dropped ? &refusal_server_stops : &refusal_review_impossible);
        return;
    }
    struct store_text text = {g->text.at, g->text.n};
    cost_store(g->server, g->payer, text.n);
    queue_keep(g->server->host->queue, g->id, REVIEW_NUMBER, &text, review_kept, g->server);
    finish(g, NULL);
}

/* The same chore once more, now in the lane of long ones: reviews do not hold up records. */
static void record_written(struct table_fold *f)
{
    struct reviewing *g = (struct reviewing *)f;
    const struct refusal_row *missing = record_missing(&g->recording);
    if (missing) {
        fail(g, missing);
        return;
    }
    f->chore = (struct chore){.run = run, .done = reviewed};
    g->server->host->chore(g->server->host, CHORE_LONG, &f->chore);
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

/* The table was looked up again, because the store was asked meanwhile. The budget is taken before
 * anything is computed. */
static void begin(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct reviewing *g = arg;
    struct refusal why;
    if (!t)
        finish(g, missing);
    else if (!(g->granted = grant(s, g->payer)))
        fail(g, &refusal_too_many_requests);
    else if (record_make(&g->recording, s, t, record_written, &why) < 0)
        finish(g, &why);
}

/* Comes from the store: a kept review is the answer, and costs nobody anything. */
static void review_found(void *arg, const struct queue_rows *rows)
{
    struct reviewing *g = arg;
    store_did(g->server, STORE_READ, !rows->failed);
    if (rows->failed) {
        fail(g, &refusal_table_unreadable);
    } else if (rows->count) {
        write_raw(&g->text, rows->row[0].text, rows->row[0].text_n);
        finish(g, NULL);
    } else {
        table_with(g->server, g->id, begin, g);
    }
}

/* The request is answered with the review, in `finish`. */
static void wait_for(struct reviewing *g, struct http *h)
{
    struct review_waiter *w = malloc(sizeof *w);
    MUST(w);
    *w = (struct review_waiter){g->waiters, h};
    g->waiters = w;
}

static struct reviewing *find(struct reviews *r, const char *id)
{
    struct reviewing *g = r->first;
    while (g && strcmp(g->id, id) != 0)
        g = g->next;
    return g;
}

/* Looks into the store first. The address that asks first pays, even if others wait with it. */
static void ask_for(struct server *s, struct http *h, const char *id)
{
    struct reviews *r = reviews_of(s);
    struct reviewing *g = calloc(1, sizeof *g);
    MUST(g);
    g->server = s;
    strcpy(g->id, id);
    snprintf(g->payer, sizeof g->payer, "%s", h->address);
    wait_for(g, h);
    g->next = r->first;
    r->first = g;
    r->n++;
    queue_kept(s->host->queue, id, REVIEW_NUMBER, review_found, g);
}

/* Whoever joins a review that is under way pays nothing. */
void hall_review(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct reviewing *same = find(reviews_of(s), t->id);
    struct refusal why;
    (void)body;
    if (record_due(s, t, &why) < 0)
        hall_refuse(h, &why);
    else if (same)
        wait_for(same, h);
    else if (s->reviews->n >= REVIEWS_WAIT)
        refuse_row(h, &refusal_reviews_busy);
    else
        ask_for(s, h, t->id);
}
