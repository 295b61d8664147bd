/* Answers requests: with JSON, with a refusal, or with a table as it is stored. */
#include <stdlib.h>
#include <string.h>

#include "match/host.h"
#include "match/tell.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/refusals.h"
#include "server/tables/ids.h"
#include "server/tables/rebuild.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"
#include "wire/refuse.h"

/* The text is copied by the host. */
void hall_answer(struct http *h, int status, struct writer *w)
{
    http_answer(h, status, "application/json", w->at, w->n);
    writer_free(w);
}

/* Status and JSON follow from the row (refusals.def). With 429 clients are told when to come again,
 * as they would otherwise try at once. */
void hall_refuse(struct http *h, const struct refusal *why)
{
    struct writer w = {0};
    int status = refusal_code_status(why->code);
    h->reason = why->row->reason;
    write_begin(&w, '{');
    write_key(&w, "error");
    write_begin(&w, '{');
    refusal_write(&w, why);
    refusal_write_reason(&w, why);
    write_end(&w, '}');
    write_end(&w, '}');
    if (status == 429)
        h->extra = "retry-after: 6";
    hall_answer(h, status, &w);
}

void hall_refuse_with(struct http *h, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    hall_refuse(h, &why);
}

/* {"table":…} alone if nobody has sat down. A seat of -1 and a token of "" become null: whoever
 * knocks has no seat yet, whoever founds for others none at all. */
void hall_answer_table(struct http *h, const struct writer *table, const struct entry_reply *r)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_key(&w, "table");
    write_raw(&w, table->at, table->n);
    if (r && r->status) {
        write_key(&w, "seat");
        if (r->seat >= 0)
            write_number(&w, r->seat);
        else
            write_null(&w);
        write_key(&w, "token");
        if (r->token[0])
            write_string(&w, r->token);
        else
            write_null(&w);
    }
    write_end(&w, '}');
    hall_answer(h, r && r->status ? r->status : 200, &w);
}

/* ---- a table, as it is stored ---- */

/* A request to show a table. Lives from the request to its answer, over a fold if one is needed. */
struct table_request {
    struct table_fold fold;
    struct server *server;
    struct http *http;
    int status;
    char id[MATCH_ID + 1];
    /* Also shows the seat that has this token. */
    int seated, sits;
    char token[33];
};

/* The same answer as when the seat was taken. */
static void show_seated(const struct table_request *s, const struct match *m,
                        const struct writer *table)
{
    uint8_t hash[MATCH_TOKEN];
    token_hash(s->token, hash);
    struct entry_reply r = {.status = s->status, .seat = match_seat_of(m, hash)};
    if (r.seat < 0)
        r.seat = match_knocks_with(m, hash);
    if (r.seat >= 0)
        strcpy(r.token, s->token);
    if (r.seat < 0 && s->sits)
        /* The first request is not stored after all. */
        hall_refuse_with(s->http, &refusal_not_stored);
    else
        hall_answer_table(s->http, table, &r);
}

/* The status is 200, or 201 for a table that was founded just now. */
static void show_match(const struct table_request *s, const struct match *m)
{
    struct writer table = {0}, w = {0};
    tell_table(&table, m, s->id);
    if (s->seated) {
        show_seated(s, m, &table);
        writer_free(&table);
        return;
    }
    write_begin(&w, '{');
    write_key(&w, "table");
    write_raw(&w, table.at, table.n);
    write_end(&w, '}');
    writer_free(&table);
    hall_answer(s->http, s->status, &w);
}

/* The log of a table that is gone has no entries. */
static void log_folded(struct table_fold *f)
{
    struct table_request *s = (struct table_request *)f;
    if (f->rows.failed)
        hall_refuse_with(s->http, &refusal_table_unreadable);
    else if (f->invalid)
        hall_refuse_with(s->http, &refusal_table_broken);
    else if (f->match.entries == 0)
        hall_refuse_with(s->http, &refusal_unknown_table);
    else
        show_match(s, &f->match);
    fold_free(f);
    free(s);
}

/* Shows a table as it is stored: from memory; or from its log, if the match in memory is ahead
 * of the store. */
static void show_table(struct server *server, struct table *t, const struct refusal *missing,
                       void *arg)
{
    struct table_request *s = arg;
    if (t && t->stored != t->match.entries) {
        fold_log(&s->fold, server, s->id, UINT32_MAX, log_folded);
        return;
    }
    if (t)
        show_match(s, &t->match);
    else
        hall_refuse(s->http, missing);
    free(s);
}

/* Never NULL; whoever answers frees it. */
static struct table_request *showing_new(struct server *server, struct http *h, const char *id,
                                         int status)
{
    struct table_request *s = calloc(1, sizeof *s);
    MUST(s);
    s->server = server;
    s->http = h;
    s->status = status;
    snprintf(s->id, sizeof s->id, "%s", id);
    return s;
}

void hall_show(struct server *server, struct http *h, const char *id, int status)
{
    table_with(server, id, show_table, showing_new(server, h, id, status));
}

/* r->token must be set; r->status is the status of the answer. */
void hall_show_seat(struct server *server, struct http *h, const char *id,
                    const struct entry_reply *r, int sits)
{
    struct table_request *s = showing_new(server, h, id, r->status);
    s->seated = 1;
    s->sits = sits;
    strcpy(s->token, r->token);
    table_with(server, id, show_table, s);
}
