/* Records of games that are over; those of a page's own tables also while they run. To write one,
 * the whole game is played again, so that is a chore. A table that was read from a snapshot has
 * only its last moves; then its log is folded first. */
#include "server/tables/records.h"

#include <stdlib.h>

#include "match/record_write.h"
#include "match/watched.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "wire/refuse.h"

/* For this time the record of a game that is over waits for the witness. */
enum { SEAL_WITHIN_MS = 60000 };

/* Writing records is work that anybody may ask for, so its queue is bounded. 0: there is room. */
int slow_chores_wait(struct server *s, struct refusal *why)
{
    if (s->host->chores_waiting(s->host, CHORE_SLOW) < SLOW_MOST)
        return 0;
    return because(why, ROW(server_busy));
}

/* On the chore's thread. Writes nothing for a game that is not over, unless it was asked for. */
static void write_record(struct table_fold *f)
{
    struct record_request *r = (struct record_request *)f;
    if (f->match.phase == MATCH_OVER || (r->running && f->match.phase == MATCH_RUNNING))
        record_write_match(&r->text, &f->match);
}

/* A whole match is copied, and its log need not be read; one that began with a snapshot lacks the
 * early moves. */
int record_make(struct record_request *r, struct server *s, const struct table *t, fold_fn *then,
                struct refusal *why)
{
    if (slow_chores_wait(s, why) < 0)
        return -1;
    r->fold.finish = write_record;
    if (match_is_whole(&t->match))
        fold_copy(&r->fold, s, &t->match, then);
    else
        fold_log(&r->fold, s, t->id, 0, then);
    return 0;
}

const struct refusal_row *record_missing(const struct record_request *r)
{
    if (r->fold.rows.failed)
        return &refusal_table_unreadable;
    return r->text.n ? NULL : &refusal_table_broken;
}

/* ---- GET /api/tables/ID/record ---- */

/* `recording` must be the first member, as the fold is the first of that. */
struct asked_record {
    struct record_request recording;
    struct http *http;
};

/* Frees everything, with `a`. The client may have gone; it is answered all the same. */
static void answer_record(struct table_fold *f)
{
    struct asked_record *a = (struct asked_record *)f;
    const struct refusal_row *missing = record_missing(&a->recording);
    struct refusal why;
    if (missing) {
        refusal_fill(&why, missing, NULL);
        hall_refuse(a->http, &why);
    } else {
        a->http->extra = "content-disposition: attachment";
        http_answer(a->http, 200, "application/jsonl", a->recording.text.at, a->recording.text.n);
    }
    fold_free(f);
    writer_free(&a->recording.text);
    free(a);
}

/* Over and stored, and with the witness's seal if that can still come soon: without it half of the
 * luck cannot be checked. After SEAL_WITHIN_MS it is given out unsealed. */
int record_due(const struct server *s, const struct table *t, struct refusal *why)
{
    if (t->match.phase != MATCH_OVER || t->stored != t->match.entries)
        return because(why, ROW(record_not_yet));
    if (s->inquiries && match_unsealed(&t->match) && s->now < t->match.touched + SEAL_WITHIN_MS)
        return because(why, ROW(record_unsealed));
    return 0;
}

/* Whether this is a page that asks for a game that runs, to play it on elsewhere. */
static int asks_running(const struct server *s, const struct http *h, const struct table *t)
{
    char buf[4];
    return s->options.running_records && http_arg(h, "running", buf, sizeof buf) &&
           t->match.phase == MATCH_RUNNING && t->stored == t->match.entries;
}

/* Answers now or when the chore is done. */
void hall_record(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct refusal why;
    int running = asks_running(s, h, t);
    (void)body;
    if (!running && record_due(s, t, &why) < 0) {
        hall_refuse(h, &why);
        return;
    }
    struct asked_record *a = calloc(1, sizeof *a);
    MUST(a);
    a->http = h;
    a->recording.running = running;
    if (record_make(&a->recording, s, t, answer_record, &why) == 0)
        return;
    hall_refuse(h, &why);
    free(a);
}
