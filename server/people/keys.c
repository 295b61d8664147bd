/* Requests about the keys of a seat: making a link, using it on another device, listing and
 * revoking (docs/api.md, "Links to a seat").
 *
 * A seat has a first key, the token of whoever sat down, and further ones, each made by a link that
 * is used once. Logs and memory have hashes of all of them; the secrets appear only in the answers
 * to those who ask for them. */
#include "server/people/keys.h"

#include <string.h>

#include "server/hall.h"
#include "server/http/http.h"
#include "server/http/limits.h"
#include "server/refusals.h"
#include "server/request_body.h"
#include "server/server.h"
#include "server/server_only.h"
#include "server/tables/ids.h"
#include "server/tables/table.h"
#include "wire/read.h"
#include "wire/refuse.h"

/* ---- who asks ---- */

/* A link does not count: it has never opened a seat itself. */
int key_is_revoked(const struct match *m, const uint8_t token[MATCH_TOKEN])
{
    struct match_key key;
    return match_key_of(m, token, &key) && key.kind != SEAT_KEY_LINK && key.ended;
}

/* The key of the device that asks. 0; or -1 with `why`. */
static int own_key(const struct http *h, const struct table *t, struct match_key *own,
                   struct refusal *why)
{
    uint8_t hash[MATCH_TOKEN];
    if (!h->token[0])
        return because(why, ROW(seat_token_missing));
    token_hash(h->token, hash);
    if (match_seat_of(&t->match, hash) < 0 || !match_key_of(&t->match, hash, own))
        return key_is_revoked(&t->match, hash) ? because(why, ROW(key_revoked))
                                               : because(why, ROW(token_unknown));
    return 0;
}

/* The seat number of the match in memory, which may be ahead of the store; what is answered waits
 * for the store. */
int hall_seat_of(const struct http *h, const struct table *t, struct refusal *why)
{
    struct match_key own;
    return own_key(h, t, &own, why) < 0 ? -1 : own.seat;
}

/* ---- the list ---- */

/* r->seat and r->status must be set. The text of the keys stays the caller's. */
void key_answer(struct http *h, const struct writer *keys, const struct entry_reply *r)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_member_number(&w, "seat", r->seat);
    write_key(&w, "keys");
    write_raw(&w, keys->at, keys->n);
    if (r->link[0])
        write_member_string(&w, "link", r->link);
    write_end(&w, '}');
    hall_answer(h, r->status, &w);
}

/* Counts only what is stored. */
void key_get_keys(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct match_key own;
    struct refusal why;
    struct writer keys = {0};
    (void)s, (void)body;
    if (own_key(h, t, &own, &why) < 0) {
        hall_refuse(h, &why);
        return;
    }
    tell_keys_of(&keys, &t->match, &own, t->stored);
    key_answer(h, &keys, &(struct entry_reply){.status = 200, .seat = own.seat});
    writer_free(&keys);
}

/* ---- links ---- */

/* A bucket of its own: secrets must not be found by trying. */
static int may_try(struct server *s, const struct http *h, struct refusal *why)
{
    if (!s->options.limits || parts.limits_take(s->limits, h->address, LIMIT_LINKS, s->now))
        return 0;
    return because(why, ROW(too_many_requests));
}

/* The secret is in this answer and nowhere else. */
void key_post_link(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct entry_reply r = {.status = 201, .keys = 1};
    uint8_t hash[MATCH_TOKEN];
    (void)body;
    int may = own_key(h, t, &r.own, &why) < 0 ? -1 : may_try(s, h, &why);
    token_make(s->host, "", t->id, r.link);
    token_hash(r.link, hash);
    r.seat = r.own.seat;
    if (may == 0)
        may = match_may_link(&t->match, r.seat, hash, s->now, &e, &why);
    hall_submit(h, t, may, &e, &r, &why);
}

/* Whether the device has a key to this table already. Then the link is not used up: the device
 * gets its own key again, or is told that it has another seat. A client that asks again, because
 * the answer was lost, gets the same answer. */
static int is_open(struct server *s, struct http *h, struct table *t, const struct match_key *link,
                   struct entry_reply *r)
{
    uint8_t hash[MATCH_TOKEN];
    struct refusal why;
    token_hash(r->token, hash);
    int seat = match_seat_of(&t->match, hash);
    if (seat < 0 && h->token[0] && strlen(h->token) < sizeof r->token) {
        token_hash(h->token, hash);
        seat = match_seat_of(&t->match, hash);
        if (seat >= 0)
            strcpy(r->token, h->token);
    }
    if (seat < 0)
        return 0;
    if (seat != link->seat) {
        because(&why, ROW(other_seat_here));
        hall_refuse(h, &why);
    } else {
        hall_show_seat(s, h, t->id, r, 1);
    }
    return 1;
}

/* Only the form is checked. The secret itself is compared as a hash, so no time tells how much of
 * it was right. */
int key_read_link(const json_t *body, uint8_t hash[MATCH_TOKEN], struct refusal *why)
{
    const char *text = json_string_value(json_object_get(body, "link"));
    if (!text || strlen(text) != 32 || strspn(text, "0123456789abcdef") != 32)
        return because(why, ROW(link_needed));
    token_hash(text, hash);
    return 0;
}

/* A link opens one device. The token it gets follows from the request's key, so that a lost answer
 * can be given again. */
void key_post_open(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct match_key link = {0};
    struct entry_reply r = {.status = 200, .opens = 1};
    char key[KEY_MOST + 1];
    uint8_t secret[MATCH_TOKEN], token[MATCH_TOKEN];
    int may = may_try(s, h, &why);
    if (may < 0 || key_read_link(body, secret, &why) < 0 || hall_read_key(body, key, &why) < 0) {
        hall_refuse(h, &why);
        return;
    }
    token_make(s->host, key, t->id, r.token);
    token_hash(r.token, token);
    if (match_key_of(&t->match, secret, &link) && link.kind == SEAT_KEY_LINK &&
        is_open(s, h, t, &link, &r))
        return;
    may = match_may_open(&t->match, secret, token, s->now, &e, &why);
    r.seat = link.seat;
    hall_submit(h, t, may, &e, &r, &why);
}

/* ---- revoking ---- */

/* Exactly one of them: `id`, a number of the seat's list, or `others`, which is true. */
int key_read_revoke(const json_t *body, uint32_t *which, int *others, struct refusal *why)
{
    const json_t *id = json_object_get(body, "id"), *rest = json_object_get(body, "others");
    int n = 0;
    if ((id != NULL) == (rest != NULL) || (rest && !json_is_true(rest)))
        return because(why, ROW(revoke_which));
    if (id && refused_as(why, CODE_BAD_REQUEST, read_int(id, "id", 0, KEYS_EVER, &n, why)) < 0)
        return -1;
    *which = (uint32_t)n;
    *others = rest != NULL;
    return 0;
}

static int may_revoke(struct server *s, const struct table *t, const json_t *body,
                      const struct match_key *own, struct entry *e, struct refusal *why)
{
    uint32_t which;
    int others;
    if (key_read_revoke(body, &which, &others, why) < 0)
        return -1;
    return match_may_revoke(&t->match, own, which, others, s->now, e, why);
}

/* The key of the device that asks stays, whatever it revokes. */
void key_post_revoke(struct server *s, struct http *h, struct table *t, const json_t *body)
{
    struct entry e;
    struct refusal why;
    struct entry_reply r = {.status = 200, .keys = 1};
    int may = own_key(h, t, &r.own, &why);
    r.seat = r.own.seat;
    if (may == 0)
        may = may_revoke(s, t, body, &r.own, &e, &why);
    hall_submit(h, t, may, &e, &r, &why);
}
