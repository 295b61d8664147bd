/* Requests to the witness and its answers; see inquiries.h. A request of a table is made from
 * the match as it is when the body is sent, so nothing here can be out of date. All requests may be
 * repeated: the witness gives the same answer again.
 *
 * What waits is a list of names, of tables and of foundings; `inquiring` at a table says that it is
 * in one of the lists. An answer that is refused by the match leads to a pause for that table
 * alone, a witness that does not answer to one for all. */
#include "server/witness/inquiries.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "match/founding.h"
#include "match/may.h"
#include "match/refusals.h"
#include "match/watched.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/log.h"
#include "server/refusals.h"
#include "server/request_body.h"
#include "server/server.h"
#include "server/tables/bots.h"
#include "server/tables/founding.h"
#include "server/tables/luck.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"
#include "server/tables/wakes.h"
#include "wire/hex.h"
#include "wire/refuse.h"

/* A founding that waits for its opening. Holds the founding's seed and the key for the witness, so
 * it is wiped when it goes. */
struct opening_wait {
    struct match_founding f;
    char key[KEY_MOST + 1];
    struct entry_reply reply;
    uint8_t commitment[COMMIT_BYTES], asker[WITNESS_KEY];
    int64_t until;
};

/* A request that waits. */
struct inquiry {
    struct inquiry *next;
    /* Of a table; "": of a founding. */
    char table[MATCH_ID + 1];
    struct opening_wait *wanted;
};

/* One body is under way at a time; everything else waits. `foundings` counts those among all,
 * waiting or sent. */
struct inquiries {
    struct server *server;
    struct post *post;
    uint8_t key[WITNESS_KEY];
    struct inquiry *waiting, **waiting_end;
    /* What was sent, in the order of the answers. */
    struct inquiry *sent;
    /* failures: attempts without an answer since the last one. Nothing is sent before `retry`; 0:
     * at once. well: the last attempt was answered. */
    unsigned count, foundings, failures;
    int64_t retry;
    int well;
};

/* Taken to be well until a request fails. */
struct inquiries *inquiries_open(struct server *s, struct post *post,
                                 const uint8_t key[WITNESS_KEY])
{
    struct inquiries *d = calloc(1, sizeof *d);
    MUST(d);
    d->server = s;
    d->post = post;
    d->waiting_end = &d->waiting;
    d->well = 1;
    memcpy(d->key, key, WITNESS_KEY);
    return d;
}

const uint8_t *inquiries_key(const struct inquiries *d)
{
    return d->key;
}

unsigned inquiries_waiting(const struct inquiries *d)
{
    return d->count;
}

int inquiries_is_well(const struct inquiries *d)
{
    return d->well;
}

/* ---- the queue ---- */

/* Only for requests of foundings. The inquiry itself is freed by the caller. */
static void refuse_founding(struct inquiry *i, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    hall_refuse(i->wanted->reply.http, &why);
}

/* It must be in no list any more. */
static void inquiry_free(struct inquiries *d, struct inquiry *i)
{
    d->count--;
    if (i->wanted) {
        d->foundings--;
        sodium_memzero(i->wanted, sizeof *i->wanted);
        free(i->wanted);
    }
    free(i);
}

/* Tables are not told: they ask again after the next start. */
static void drop_all(struct inquiries *d, struct inquiry **list)
{
    while (*list) {
        struct inquiry *i = *list;
        *list = i->next;
        if (i->wanted)
            refuse_founding(i, &refusal_server_stops);
        inquiry_free(d, i);
    }
}

/* The line is closed first, so that no answer comes any more. */
void inquiries_close(struct inquiries *d)
{
    if (!d)
        return;
    d->post->close(d->post);
    drop_all(d, &d->sent);
    drop_all(d, &d->waiting);
    free(d);
}

/* ---- requests ---- */

/* Begins two objects, which the caller ends: {"kind":{ */
static void write_inside(struct writer *w, const char *kind)
{
    write_begin(w, '{');
    write_key_of(w, kind, strlen(kind));
    write_begin(w, '{');
}

static void write_open(struct writer *w, const struct opening_wait *wanted)
{
    write_inside(w, "open");
    write_member_hex(w, "commitment", wanted->commitment, sizeof wanted->commitment);
    write_member_hex(w, "asker", wanted->asker, sizeof wanted->asker);
    write_end(w, '}');
    write_end(w, '}');
}

/* A question that waits for its part, or the end of the match. */
static void write_wish(struct writer *w, const struct match *m)
{
    uint8_t hash[WITNESS_HASH], signature[WITNESS_SIGNATURE];
    uint32_t n;
    int asks = match_waits(m);
    write_inside(w, asks ? "ask" : "end");
    write_member_hex(w, "match", m->watch->opening.commitment, WITNESS_HASH);
    if (asks) {
        match_question(m, &n, hash, signature);
        write_member_number(w, "n", n);
        write_member_hex(w, "question", hash, sizeof hash);
    } else {
        match_end_statement(m, &n, hash, signature);
        write_member_number(w, "asked", n);
        write_member_hex(w, "transcript", hash, sizeof hash);
    }
    write_member_hex(w, "signature", signature, sizeof signature);
    write_end(w, '}');
    write_end(w, '}');
}

/* Whether the table waits for this witness. Nothing is asked that is not stored. */
static int needs(const struct inquiries *d, const struct table *t)
{
    const struct match *m = &t->match;
    return !t->loading && !t->broken && !t->pending && (match_waits(m) || match_unsealed(m)) &&
           d->server->now < m->touched + INQUIRY_GIVES_UP_MS &&
           memcmp(m->watch->opening.key, d->key, WITNESS_KEY) == 0;
}

/* Moves up to a batch from the queue to what is sent; those that nobody needs any more are
 * dropped. */
static void take_batch(struct inquiries *d, struct writer *w)
{
    struct inquiry **end = &d->sent;
    for (int n = 0; d->waiting && n < INQUIRY_BATCH;) {
        struct inquiry *i = d->waiting;
        struct table *t = i->wanted ? NULL : table_find(d->server, i->table);
        if (!(d->waiting = i->next))
            d->waiting_end = &d->waiting;
        /* The table has gone on, or will ask again by itself. */
        if (!i->wanted && (!t || !needs(d, t))) {
            if (t)
                t->inquiring = 0;
            inquiry_free(d, i);
            continue;
        }
        if (i->wanted)
            write_open(w, i->wanted);
        else
            write_wish(w, &t->match);
        i->next = NULL;
        *end = i;
        end = &i->next;
        n++;
    }
}

/* Does nothing while a body is under way or before the time of the next attempt. Everybody who
 * waits may turn out to need nothing any more; then nothing is sent. */
static void send_waiting(struct inquiries *d)
{
    struct writer w = {0};
    if (d->sent || !d->waiting || d->server->now < d->retry)
        return;
    write_begin(&w, '{');
    write_key(&w, "requests");
    write_begin(&w, '[');
    take_batch(d, &w);
    write_end(&w, ']');
    write_end(&w, '}');
    if (d->sent)
        d->post->send(d->post, w.at, w.n);
    writer_free(&w);
}

/* Takes `wanted`. Sends at once if nothing is under way. */
static void add(struct inquiries *d, const char *table, struct opening_wait *wanted)
{
    struct inquiry *i = calloc(1, sizeof *i);
    MUST(i);
    snprintf(i->table, sizeof i->table, "%s", table);
    i->wanted = wanted;
    *d->waiting_end = i;
    d->waiting_end = &i->next;
    d->count++;
    d->foundings += wanted != NULL;
    send_waiting(d);
}

/* ---- answers ---- */

/* Operators are told why, once a table: without the text of the answer, which is hostile. The table
 * is asked about again after INQUIRY_REFUSED_MS; the witness may have been wrong for a while. */
static void refused(struct table *t, const char *what)
{
    struct server *s = t->server;
    t->inquire = s->now + INQUIRY_REFUSED_MS;
    s->figures.witness_refused++;
    if (!t->inquiry_told)
        log_say(LOG_SAYS_WARNING, "witness-refused", LOG_FIELDS(LOG_T("table", t->id)),
                "table %s waits for its witness: %s", t->id, what);
    t->inquiry_told = 1;
}

/* The match checks the proof: an answer that is wrong changes nothing. */
static void take_part(struct table *t, const json_t *answer)
{
    uint8_t part[WITNESS_HASH], proof[WITNESS_SIGNATURE];
    struct entry e;
    struct refusal why;
    if (!inquiry_read_part(answer, part, proof)) {
        refused(t, "it refuses a part");
        return;
    }
    if (match_may_part(&t->match, part, proof, t->server->now, &e, &why) < 0)
        refused(t, why.message);
    else
        table_submit(t, &e, NULL);
}

/* As take_part, for the end of a match. */
static void take_seal(struct table *t, const json_t *answer)
{
    struct witness_seal seal = {0};
    struct entry e;
    struct refusal why;
    if (!inquiry_read_seal(answer, &seal)) {
        refused(t, "it refuses to sign the end");
        return;
    }
    if (match_may_seal(&t->match, &seal, t->server->now, &e, &why) < 0)
        refused(t, why.message);
    else
        table_submit(t, &e, NULL);
}

/* Something may have happened at the table since it was asked; then it is asked again. */
static void take_answer(struct inquiries *d, const struct inquiry *i, const json_t *answer)
{
    struct table *t = table_find(d->server, i->table);
    if (!t)
        return;
    t->inquiring = 0;
    wake_soon(t);
    /* The match decides what the answer is to: it may have gone on since the question. */
    if (!needs(d, t) || d->server->stopping)
        return;
    d->server->figures.witness_answers++;
    if (match_waits(&t->match))
        take_part(t, answer);
    else
        take_seal(t, answer);
}

/* Checks the signature over both commitments before anything is founded with it. */
static int opening_of(const struct inquiries *d, struct opening_wait *w, const json_t *answer)
{
    struct witness_opening *o = &w->f.witness;
    struct witness_statement s;
    if (!inquiry_read_opening(answer, o))
        return 0;
    memcpy(o->key, d->key, sizeof o->key);
    statement_opening(&s, o->commitment, w->commitment, w->asker);
    return sign_check(&s, o->key, o->signature) == SIGN_RIGHT;
}

/* The founding's request is answered in any case: by its first entry when that is stored, or with a
 * refusal. A rematch is noted at the old table if that is still in memory. */
static void take_opening(struct inquiries *d, struct inquiry *i, const json_t *answer)
{
    struct opening_wait *w = i->wanted;
    struct refusal why;
    if (!opening_of(d, w, answer)) {
        refuse_founding(i, &refusal_witness_refuses);
        return;
    }
    w->f.witness.there = 1;
    struct table *t = hall_found(d->server, &w->f, w->key, &w->reply, &why);
    struct table *old = w->reply.after[0] ? table_find(d->server, w->reply.after) : NULL;
    if (!t)
        hall_refuse(w->reply.http, &why);
    if (t && old)
        strcpy(old->rematch, t->id);
}

/* Operators are told when the witness is away and when it is back. The pause doubles with each
 * failure, from half a second to half a minute, and is over with the first answer. */
static void witness_did(struct inquiries *d, int well)
{
    if (well != d->well)
        log_say(LOG_SAYS_INFO, well ? "witness-back" : "witness-away", NULL, "the witness %s",
                well ? "answers again" : "does not answer; its tables wait");
    d->well = well;
    d->failures = well ? 0 : d->failures + 1;
    int64_t pause = (int64_t)INQUIRY_RETRY_MS << (d->failures < 8 ? d->failures : 8);
    d->retry =
        well ? 0 : d->server->now + (pause < INQUIRY_RETRY_MOST_MS ? pause : INQUIRY_RETRY_MOST_MS);
}

/* Puts what was sent back in front of the queue. */
static void send_again(struct inquiries *d)
{
    struct inquiry **end = &d->sent;
    while (*end)
        end = &(*end)->next;
    *end = d->waiting;
    if (!d->waiting)
        d->waiting_end = end;
    d->waiting = d->sent;
    d->sent = NULL;
    if (!d->waiting)
        d->waiting_end = &d->waiting;
}

/* Answers are matched to requests by their place. d->sent is empty from here on, so new requests
 * that an answer leads to may be sent at once. */
static void take_answers(struct inquiries *d, const json_t *answers)
{
    struct inquiry *i = d->sent;
    d->sent = NULL;
    for (size_t n = 0; i; n++) {
        struct inquiry *next = i->next;
        const json_t *answer = json_array_get(answers, n);
        if (i->wanted)
            take_opening(d, i, answer);
        else
            take_answer(d, i, answer);
        inquiry_free(d, i);
        i = next;
    }
}

static size_t sent_count(const struct inquiries *d)
{
    size_t n = 0;
    for (const struct inquiry *i = d->sent; i; i = i->next)
        n++;
    return n;
}

/* Call it whenever the line has woken the loop. An answer that is no proper one counts as none:
 * everything is sent again. */
void inquiries_take(struct inquiries *d)
{
    struct post_answer a;
    if (!d->post->take(d->post, &a))
        return;
    json_t *answers = a.status == 200 ? inquiry_read_answers(a.text, a.n, sent_count(d)) : NULL;
    witness_did(d, answers != NULL);
    if (answers)
        take_answers(d, answers);
    else
        send_again(d);
    json_decref(answers);
    free(a.text);
    send_waiting(d);
}

/* Foundings that are under way wait a little longer, for their answer or its failure. */
static void refuse_late(struct inquiries *d)
{
    for (struct inquiry **at = &d->waiting; *at;) {
        struct inquiry *i = *at;
        if (!i->wanted || d->server->now < i->wanted->until) {
            at = &i->next;
            continue;
        }
        if (!(*at = i->next))
            d->waiting_end = at;
        refuse_founding(i, &refusal_witness_silent);
        inquiry_free(d, i);
    }
}

void inquiries_tick(struct inquiries *d)
{
    refuse_late(d);
    send_waiting(d);
}

/* ---- tables and foundings ---- */

/* The node that has stored the choice asks, unless it has died. */
static int64_t look_at(const struct table *t)
{
    int64_t patience = t->foreign ? t->moved + BOT_PATIENCE_MS : 0;
    return patience > t->inquire ? patience : t->inquire;
}

/* A table whose witness has not answered for so long is closed, whoever the witness is. */
static int64_t closes_at(const struct table *t)
{
    int closes = match_waits(&t->match) && !t->loading && !t->broken && !t->pending;
    return closes ? t->match.touched + INQUIRY_GIVES_UP_MS : INT64_MAX;
}

int64_t inquiries_due(const struct table *t)
{
    const struct inquiries *d = t->server->inquiries;
    if (!t->match.watch)
        return INT64_MAX;
    return !d || t->inquiring || !needs(d, t) ? closes_at(t) : look_at(t);
}

static int is_told(const struct server *s, const uint8_t key[WITNESS_KEY])
{
    for (uint32_t i = 0; i < s->absent.n; i++)
        if (memcmp(s->absent.key[i], key, WITNESS_KEY) == 0)
            return 1;
    return s->absent.n == ABSENT_MOST;
}

/* A table may wait for a witness that this server had when the table was founded, and has no
 * longer. Operators are told once for each witness. */
static void tell_absent(const struct table *t)
{
    struct server *s = t->server;
    const struct match *m = &t->match;
    char text[2 * WITNESS_KEY + 1];
    if (!match_waits(m) && !match_unsealed(m))
        return;
    const uint8_t *key = m->watch->opening.key;
    if ((s->inquiries && memcmp(key, s->inquiries->key, WITNESS_KEY) == 0) || is_told(s, key))
        return;
    memcpy(s->absent.key[s->absent.n++], key, WITNESS_KEY);
    hex_write(key, WITNESS_KEY, text);
    log_say(LOG_SAYS_WARNING, "witness-unknown", LOG_FIELDS(LOG_T("table", t->id)),
            "table %s waits for a witness that this server does not have. Start it with "
            "--witness URL --witness-key %s until all its tables are over; a game is closed after "
            "30 days without its witness",
            t->id, text);
}

/* Does nothing if the table waits for nothing. After 30 days without an answer the table is closed
 * instead. */
void inquiries_look(struct table *t)
{
    struct server *s = t->server;
    struct entry e;
    struct refusal why;
    tell_absent(t);
    if (inquiries_due(t) > s->now || s->stopping)
        return;
    if (s->now < closes_at(t)) {
        t->inquiring = 1;
        add(s->inquiries, t->id, NULL);
    } else if (match_may_close(&t->match, "The witness has not answered for 30 days.", s->now, &e,
                               &why) == 0) {
        table_submit(t, &e, NULL);
    }
}

/* Whether a rematch of this table is being founded. */
static int founds_after(const struct inquiries *d, const char *id)
{
    for (int list = 0; list < 2 && id[0]; list++)
        for (const struct inquiry *i = list ? d->sent : d->waiting; i; i = i->next)
            if (i->wanted && strcmp(i->wanted->reply.after, id) == 0)
                return 1;
    return 0;
}

/* On success the request is answered later. The founding is copied; its luck and the key for the
 * witness are drawn here. */
int inquiries_found(struct server *s, const struct match_founding *f, const char *key,
                    const struct entry_reply *r, struct refusal *why)
{
    if (founds_after(s->inquiries, r->after))
        return because(why, ROW(witness_asked));
    if (s->inquiries->foundings >= INQUIRY_FOUNDINGS)
        return because(why, ROW(witness_silent));
    struct opening_wait *w = calloc(1, sizeof *w);
    MUST(w);
    w->f = *f;
    w->reply = *r;
    w->until = s->now + INQUIRY_FOUNDING_MS;
    strcpy(w->key, key);
    luck_of_table(s, &w->f);
    s->host->random(s->host, w->f.witness.asker, sizeof w->f.witness.asker);
    commit_make(w->f.salt, w->f.seed, w->commitment);
    sign_public(w->f.witness.asker, w->asker);
    add(s->inquiries, "", w);
    return 0;
}
