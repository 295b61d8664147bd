/* Requests of people who want to be told of their turns: browsers that subscribe for a seat, and a
 * host who names a channel for the table (docs/api.md, "Being told"). Where messages go is a
 * secret of whoever asks: it is kept beside the log, shown to nobody, and forgotten when the seat
 * is left or the game is over.
 *
 * The way of a request: it is checked; the list of its seat or hook is read from the store, changed
 * and written back; then an entry tells the match whether anybody is to be told (`wants`), and that
 * entry's reply is the answer. Two requests for one list go one after the other, since a list is
 * written as a whole. */
#include <stdlib.h>
#include <string.h>

#include "match/call.h"
#include "server/hall.h"
#include "server/host.h"
#include "server/http/limits.h"
#include "server/notify/calls.h"
#include "server/notify/destinations.h"
#include "server/notify/push_seal.h"
#include "server/people/keys.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/storage_costs.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"
#include "wire/refuse.h"

/* A request that waits for the store. */
struct subscription_request {
    /* The next one in the server's list. A list is changed by one request at a time, the one that
     * came first; the others of the same list wait. */
    struct subscription_request *next;
    struct server *server;
    /* NULL: nobody waits for the answer. */
    struct http *http;
    char table[MATCH_ID + 1];
    int which;
    /* What is added, or NULL; and the endpoint that is taken out first, "": all. */
    json_t *row;
    char out[URL_MOST];
};

static void list_found(void *arg, const struct queue_rows *rows);

/* One list of a seat, or the hook's. */
static int same_list(const struct subscription_request *a, const struct subscription_request *b)
{
    return a->which == b->which && strcmp(a->table, b->table) == 0;
}

/* It must be the first of its list. */
static void asking_begin(struct subscription_request *a)
{
    queue_kept(a->server->host->queue, a->table, (uint32_t)(CALLS_AT + a->which), list_found, a);
}

/* Whoever has waited longest for the same list goes on. Whoever waited for an answer must have got
 * it. */
static void asking_free(struct subscription_request *a)
{
    struct subscription_request **at = &a->server->calls.asking, *next = NULL;
    while (*at != a)
        at = &(*at)->next;
    *at = a->next;
    for (struct subscription_request *b = a->server->calls.asking; b && !next; b = b->next)
        if (same_list(a, b))
            next = b;
    json_decref(a->row);
    free(a);
    if (next)
        asking_begin(next);
}

/* ---- the list of a seat, or of the hook ---- */

/* A list of its own, which the caller frees. What cannot be read counts as empty: it is ours, and
 * was damaged. */
static json_t *list_of(const struct queue_rows *rows)
{
    json_t *list = rows->count ? json_loadb(rows->row[0].text, rows->row[0].text_n, 0, NULL) : NULL;
    if (json_is_array(list))
        return list;
    json_decref(list);
    return json_array();
}

/* Takes out what is replaced, and the oldest if there are too many. */
static void change_list(json_t *list, const struct subscription_request *a)
{
    for (size_t i = json_array_size(list); i-- > 0;) {
        const char *endpoint =
            json_string_value(json_object_get(json_array_get(list, i), "endpoint"));
        if (!a->out[0] || !endpoint || strcmp(endpoint, a->out) == 0)
            json_array_remove(list, i);
    }
    if (a->row)
        json_array_append(list, a->row);
    while (json_array_size(list) > CALLS_DEVICES)
        json_array_remove(list, 0);
}

/* The last step: the match learns whether somebody wants to be told. */
static void list_kept(struct server *s, struct table *t, const struct refusal *missing, void *arg)
{
    struct subscription_request *a = arg;
    struct entry e;
    struct refusal why;
    struct entry_reply r = {.seat = -1, .http = a->http};
    int hook = a->which == CALLS_HOOK, yes = a->row != NULL;
    int seat = t && hook ? t->match.host : a->which;
    uint8_t bit = (uint8_t)(hook ? WANT_HOOK : 1u << a->which);
    if (!t) {
        if (a->http)
            hall_refuse(a->http, missing);
    } else if (seat < 0 || !(t->match.wants & bit) == !yes) {
        if (a->http)
            hall_show(s, a->http, a->table, 200);
    } else if (match_may_want(&t->match, seat, hook, yes, s->now, &e, &why) < 0 ||
               (table_submit(t, &e, &r) < 0 && because(&why, ROW(too_late)))) {
        if (a->http)
            hall_refuse(a->http, &why);
    }
    asking_free(a);
}

/* Nothing is told to the match before the list is stored: it would have people told without knowing
 * where. */
static void list_stored(void *arg, enum queue_outcome outcome)
{
    struct subscription_request *a = arg;
    struct refusal why;
    if (outcome == QUEUE_STORED) {
        table_with(a->server, a->table, list_kept, a);
        return;
    }
    because(&why, ROW(not_stored));
    if (a->http)
        hall_refuse(a->http, &why);
    asking_free(a);
}

/* On the loop's thread, as whoever came first for this list. What is taken out and put in is
 * written as one text, so a list is never half changed. */
static void list_found(void *arg, const struct queue_rows *rows)
{
    struct subscription_request *a = arg;
    if (rows->failed) {
        list_stored(a, QUEUE_FAILED);
        return;
    }
    json_t *list = list_of(rows);
    change_list(list, a);
    /* Others of the seat may still want it. */
    if (!a->row && json_array_size(list))
        a->row = json_incref(json_array_get(list, 0));
    char *text = json_dumps(list, JSON_COMPACT);
    MUST(text);
    if (a->http)
        cost_store(a->server, a->http->address, strlen(text));
    queue_keep(a->server->host->queue, a->table, (uint32_t)(CALLS_AT + a->which),
               &(struct store_text){text, strlen(text)}, list_stored, a);
    free(text);
    json_decref(list);
}

/* Takes `row`. h may be NULL; else it is answered when the list is stored. */
static void asking_new(struct server *s, struct http *h, const char *table, int which, json_t *row,
                       const char *out)
{
    struct subscription_request *a = calloc(1, sizeof *a), **at = &s->calls.asking;
    int waits = 0;
    MUST(a);
    *a = (struct subscription_request){.server = s, .http = h, .which = which, .row = row};
    snprintf(a->table, sizeof a->table, "%s", table);
    snprintf(a->out, sizeof a->out, "%s", out);
    for (; *at; at = &(*at)->next)
        waits |= same_list(*at, a);
    *at = a;
    if (!waits)
        asking_begin(a);
}

/* `seat` may be CALLS_HOOK. Waits for its turn like any other change of the list. */
void calls_drop(struct server *s, const char *table, int seat, const char *endpoint)
{
    asking_new(s, NULL, table, seat, NULL, endpoint);
}

/* ---- what requests say ---- */

/* Never NULL; "" for what is missing or no text. */
static const char *said_in(const json_t *body, const char *key)
{
    const char *text = json_string_value(json_object_get(body, key));
    return text ? text : "";
}

/* English if it is missing. */
static int read_lang(const json_t *body, const char **lang, struct refusal *why)
{
    *lang = json_object_get(body, "lang") ? said_in(body, "lang") : "en";
    if (strcmp(*lang, "en") == 0 || strcmp(*lang, "de") == 0)
        return 0;
    return because(why, ROW(lang_needed));
}

/* Whether messages may go there at all; each time one is sent, the address is looked at as well. */
static int check_url(const struct call_messenger *m, const char *url, const char *const *hosts,
                     struct refusal *why)
{
    struct url u;
    char place[URL_ORIGIN];
    if (url_read(url, &u, NULL) < 0 || (!u.tls && !m->local))
        return because(why, ROW(url_needed));
    if (reach_allowed(hosts, &u, m->local))
        return 0;
    return because(why, ROW(host_not_allowed), url_host(&u, place));
}

/* *row is set only if it returns 0. It notes who sits there now, so that nobody is told of the next
 * person's turns. */
static int read_device(const struct server *s, const struct table *t, int seat, const json_t *body,
                       json_t **row, struct refusal *why)
{
    const char *lang, *endpoint = said_in(body, "endpoint");
    uint8_t point[PUSH_POINT], auth[PUSH_AUTH];
    if (!s->messenger || !s->messenger->key[0])
        return because(why, ROW(push_off));
    if (read_lang(body, &lang, why) < 0 ||
        check_url(s->messenger, endpoint, s->messenger->push_hosts, why) < 0)
        return -1;
    if (push_base64_read(said_in(body, "p256dh"), point, PUSH_POINT) != PUSH_POINT ||
        push_base64_read(said_in(body, "auth"), auth, PUSH_AUTH) != PUSH_AUTH ||
        !push_point_is(point))
        return because(why, ROW(push_keys_needed));
    *row = json_pack("{s:s,s:s,s:s,s:s,s:I}", "endpoint", endpoint, "p256dh",
                     said_in(body, "p256dh"), "auth", said_in(body, "auth"), "lang", lang, "sat",
                     (json_int_t)t->match.seat[seat].sat);
    MUST(*row);
    return 0;
}

/* A link to the table as the host's browser has it: ours, not one to somewhere else. */
static int is_link(const char *link, const char *id)
{
    struct url u;
    const char *place;
    if (strlen(link) >= CALLS_LINK || url_read(link, &u, &place) < 0 || !place)
        return 0;
    size_t n = strlen(place), m = strlen(id);
    return n >= m && strcmp(place + n - m, id) == 0 &&
           strspn(place, "abcdefghijklmnopqrstuvwxyz0123456789/") == n;
}

/* As read_device, for a channel. `link` is put into every message, so it has to be one to this
 * table. */
static int read_hook(const struct server *s, const struct table *t, const json_t *body,
                     json_t **row, struct refusal *why)
{
    static const char *const shapes[] = {"ntfy", "discord", "slack"};
    const char *lang, *url = said_in(body, "url"), *shape = said_in(body, "shape");
    int which = 0;
    if (!s->messenger || !s->messenger->hook_hosts[0])
        return because(why, ROW(hooks_off));
    while (which < 3 && strcmp(shape, shapes[which]) != 0)
        which++;
    if (which == 3)
        return because(why, ROW(shape_needed));
    if (read_lang(body, &lang, why) < 0 ||
        check_url(s->messenger, url, s->messenger->hook_hosts, why) < 0)
        return -1;
    if (!is_link(said_in(body, "link"), t->id))
        return because(why, ROW(hook_link_needed));
    *row = json_pack("{s:s,s:i,s:s,s:s}", "endpoint", url, "shape", CALL_NTFY + which, "lang", lang,
                     "link", said_in(body, "link"));
    MUST(*row);
    return 0;
}

/* ---- HTTP ---- */

/* 0: go on. The same bucket as links, since each costs a write in the store. */
static int is_limited(struct server *s, const struct http *h, struct refusal *why)
{
    if (!s->options.limits || limits_take(s->limits, h->address, LIMIT_LINKS, s->now))
        return 0;
    return because(why, ROW(too_many_requests));
}

/* The same device again takes the place of its old row. */
void hall_push(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct refusal why;
    json_t *row = NULL;
    struct entry e;
    int seat = hall_seat_of(h, t, &why);
    if (seat < 0 || match_may_want(&t->match, seat, 0, 1, s->now, &e, &why) < 0 ||
        read_device(s, t, seat, body, &row, &why) < 0 || is_limited(s, h, &why) < 0) {
        json_decref(row);
        hall_refuse(h, &why);
        return;
    }
    asking_new(s, h, t->id, seat, row, said_in(body, "endpoint"));
}

/* Without an endpoint all devices of the seat are forgotten. */
void hall_quiet(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct refusal why;
    int seat = hall_seat_of(h, t, &why);
    if (seat < 0)
        hall_refuse(h, &why);
    else
        asking_new(s, h, t->id, seat, NULL, said_in(body, "endpoint"));
}

/* url null takes the channel away. One table has one. */
void hall_hook(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct refusal why;
    json_t *row = NULL;
    struct entry e;
    int seat = hall_seat_of(h, t, &why), off = json_is_null(json_object_get(body, "url"));
    if (seat < 0 || match_may_want(&t->match, seat, 1, !off, s->now, &e, &why) < 0 ||
        (!off && read_hook(s, t, body, &row, &why) < 0) || is_limited(s, h, &why) < 0) {
        json_decref(row);
        hall_refuse(h, &why);
        return;
    }
    asking_new(s, h, t->id, CALLS_HOOK, row, "");
}
