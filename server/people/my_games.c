/* One request for many tables: where somebody has seats, and where it is their turn (docs/api.md,
 * "My games"). A client asks for all its games at once, by their tokens. */
#include <stdlib.h>
#include <string.h>

#include "match/keys.h"
#include "server/hall.h"
#include "server/http/http.h"
#include "server/http/limits.h"
#include "server/people/people.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/ids.h"
#include "server/tables/tables.h"
#include "wire/read.h"
#include "wire/refuse.h"

enum { MINE_MOST = 32 };

/* One request. Rows are answered in the order they were asked for, whichever table comes first; the
 * last one answers. */
struct mine {
    struct server *server;
    struct http *http;
    /* How many tables are not there yet, and whether the store failed for one. */
    int left, failed;
    int n;
    struct mine_row {
        struct mine *mine;
        char id[MATCH_ID + 1];
        uint8_t token[MATCH_TOKEN];
        struct writer text;
    } row[MINE_MOST];
};

/* A token that opens no seat gives a null seat, and the table all the same: tables are no secret to
 * whoever knows their id. */
static void write_row(struct mine_row *r, const struct match *m)
{
    struct writer *w = &r->text;
    int seat = match_seat_of(m, r->token);
    int turn = seat >= 0 && m->phase == MATCH_RUNNING && m->seat[seat].asked &&
               match_person_plays(m, seat);
    int64_t until = turn ? match_until(m, seat) : INT64_MAX;
    write_begin(w, '{');
    write_member_string(w, "id", r->id);
    write_key(w, "table");
    tell_table(w, m, r->id);
    write_key(w, "seat");
    if (seat >= 0)
        write_number(w, seat);
    else
        write_null(w);
    write_member_bool(w, "turn", turn);
    write_key(w, "until");
    if (until < INT64_MAX)
        write_number(w, until);
    else
        write_null(w);
    write_end(w, '}');
}

/* If the store failed for one table the whole request is refused, so that a client does not take a
 * game for lost. */
static void answer_all(struct mine *a)
{
    struct writer w = {0};
    struct refusal why;
    write_begin(&w, '{');
    write_key(&w, "games");
    write_begin(&w, '[');
    for (int i = 0; i < a->n; i++) {
        write_raw(&w, a->row[i].text.at, a->row[i].text.n);
        writer_free(&a->row[i].text);
    }
    write_end(&w, ']');
    write_end(&w, '}');
    if (a->failed) {
        because(&why, ROW(tables_unreadable));
        hall_refuse(a->http, &why);
        writer_free(&w);
    } else {
        hall_answer(a->http, 200, &w);
    }
    free(a);
}

/* A table that is not there, or cannot be used, is null. */
static void row_found(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct mine_row *r = arg;
    struct mine *a = r->mine;
    (void)s;
    if (t) {
        write_row(r, &t->match);
    } else {
        a->failed |= missing->code == CODE_STORAGE;
        write_begin(&r->text, '{');
        write_member_string(&r->text, "id", r->id);
        write_key(&r->text, "table");
        write_null(&r->text);
        write_end(&r->text, '}');
    }
    if (--a->left == 0)
        answer_all(a);
}

/* The token is not checked for its form: a wrong one opens no seat. */
static int read_row(struct mine *a, const json_t *from, struct refusal *why)
{
    static const char *const keys[] = {"table", "token", NULL};
    const char *id = json_string_value(json_object_get(from, "table"));
    const char *token = json_string_value(json_object_get(from, "token"));
    struct mine_row *r = &a->row[a->n];
    if (!json_is_object(from) || only_keys(from, "seats", keys, why) < 0 || !id || !id_is(id) ||
        !token)
        return because(why, ROW(mine_needed), MINE_MOST);
    r->mine = a;
    strcpy(r->id, id);
    token_hash(token, r->token);
    a->n++;
    return 0;
}

/* `a` may be half filled when this fails; nothing of it is on the heap. */
static int read_mine(struct mine *a, const json_t *body, struct refusal *why)
{
    const json_t *seats = json_object_get(body, "seats");
    size_t n = json_array_size(seats);
    if (!json_is_array(seats) || n < 1 || n > MINE_MOST)
        return because(why, ROW(mine_needed), MINE_MOST);
    for (size_t i = 0; i < n; i++)
        if (read_row(a, json_array_get(seats, i), why) < 0)
            return -1;
    return 0;
}

/* Each table counts as a request, the first of them already. */
static int within_limits(struct server *s, const struct http *h, int n, struct refusal *why)
{
    while (s->options.limits && --n > 0)
        if (!parts.limits_take(s->limits, h->address, LIMIT_REQUESTS, s->now))
            return because(why, ROW(too_many_requests));
    return 0;
}

/* Tables in memory are answered at once, so the last table_with may free `a`. */
void hall_mine(struct server *s, struct http *h, json_t *body)
{
    struct refusal why;
    struct mine *a = calloc(1, sizeof *a);
    MUST(a);
    a->server = s;
    a->http = h;
    if (read_mine(a, body, &why) < 0 || within_limits(s, h, a->n, &why) < 0) {
        hall_refuse(h, &why);
        free(a);
        return;
    }
    a->left = a->n;
    for (int i = 0, n = a->n; i < n; i++)
        table_with(s, a->row[i].id, row_found, &a->row[i]);
}
