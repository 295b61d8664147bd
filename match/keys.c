/* The keys of seats: links, the keys of further devices, and which of them are revoked.
 *
 * A seat is opened by the token with which it was taken, its first key. Who has a key can make a
 * link; a link works once, and gives a device a key of its own. Links and further keys are few, so
 * a match keeps them in one list, and most matches have none. Revoked ones stay in it: a device
 * must be told that its key was revoked, not that it never had one. */
#include "match/keys_inside.h"

#include <sodium.h>
#include <stdlib.h>

#include "match/founding.h"
#include "match/inside.h"
#include "match/match.h"
#include "match/refusals.h"
#include "wire/refuse.h"

/* ---- the list ---- */

/* The first key is not in the list: it is made from the seat, with id 0. */
static struct match_key first_key(const struct match *m, int seat)
{
    const struct match_seat *s = &m->seat[seat];
    struct match_key key = {.seat = (uint8_t)seat,
                            .kind = SEAT_KEY_FIRST,
                            .n = s->sat,
                            .ended = s->token_ended,
                            .at = s->token_at,
                            .ended_at = s->token_ended_at};
    memcpy(key.token, s->token, sizeof key.token);
    return key;
}

static int has_first(const struct match *m, int seat)
{
    return !sodium_is_zero(m->seat[seat].token, MATCH_TOKEN);
}

uint32_t match_keys(const struct match *m, int seat, struct match_key key[KEYS_EVER + 1])
{
    uint32_t n = 0;
    if (has_first(m, seat))
        key[n++] = first_key(m, seat);
    for (uint32_t i = 0; i < m->keys; i++)
        if (m->key[i].seat == seat)
            key[n++] = m->key[i];
    return n;
}

/* Goes through all keys, whichever fits, and compares in constant time. Revoked keys are found too,
 * so that their owner can be told. Zeros are no token. */
int match_key_of(const struct match *m, const uint8_t token[MATCH_TOKEN], struct match_key *key)
{
    int found = 0;
    for (int seat = 0; seat < MAX_SEATS; seat++)
        if (sodium_memcmp(m->seat[seat].token, token, MATCH_TOKEN) == 0) {
            *key = first_key(m, seat);
            found = 1;
        }
    for (uint32_t i = 0; i < m->keys; i++)
        if (sodium_memcmp(m->key[i].token, token, MATCH_TOKEN) == 0) {
            *key = m->key[i];
            found = 1;
        }
    return found && !sodium_is_zero(token, MATCH_TOKEN);
}

/* The seat that the token opens now, or -1. Links open nothing by themselves. */
int match_seat_of(const struct match *m, const uint8_t token[MATCH_TOKEN])
{
    struct match_key key;
    return match_key_of(m, token, &key) && key.kind != SEAT_KEY_LINK && !key.ended ? key.seat : -1;
}

/* Returns 0 if the seat has no key or link with this id that can be used. */
static int key_by_id(const struct match *m, int seat, uint32_t id, struct match_key *found)
{
    struct match_key key[KEYS_EVER + 1];
    uint32_t n = match_keys(m, seat, key);
    for (uint32_t i = 0; i < n; i++)
        if (key[i].id == id && !key[i].ended) {
            *found = key[i];
            return 1;
        }
    return 0;
}

/* Ids rise from 1 and are not used again as long as the person has the seat, because revoked keys
 * stay in the list. check_room has looked for room. */
static void key_add(struct match *m, struct match_key key)
{
    struct match_key all[KEYS_EVER + 1];
    uint32_t n = match_keys(m, key.seat, all);
    MUST(n > 0 && n <= KEYS_EVER);
    key.id = (uint8_t)(all[n - 1].id + 1);
    m->key = realloc(m->key, (m->keys + 1) * sizeof *m->key);
    MUST(m->key);
    m->key[m->keys++] = key;
}

/* Id 0 is the seat's token. Others that are ended already stay as they are. */
static void key_end(struct match *m, int seat, uint32_t id, const struct entry *e)
{
    struct match_seat *s = &m->seat[seat];
    if (id == 0) {
        s->token_ended = e->n;
        s->token_ended_at = e->at;
        return;
    }
    for (uint32_t i = 0; i < m->keys; i++) {
        struct match_key *key = &m->key[i];
        if (key->seat != seat || key->id != id || key->ended)
            continue;
        key->ended = e->n;
        key->ended_at = e->at;
        key->used = e->kind == ENTRY_KEY;
    }
}

void keys_forget(struct match *m, int seat)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->keys; i++)
        if (m->key[i].seat != seat)
            m->key[kept++] = m->key[i];
    m->keys = kept;
}

/* The list of `to` is overwritten and not freed: it is that of `from`. */
void keys_copy(struct match *to, const struct match *from)
{
    to->key = NULL;
    if (!from->keys)
        return;
    to->key = malloc(from->keys * sizeof *to->key);
    MUST(to->key);
    memcpy(to->key, from->key, from->keys * sizeof *to->key);
}

/* ---- what may happen ---- */

/* Limits what is open at a time (KEYS_MOST) and ever (KEYS_EVER), so that a seat cannot fill the
 * memory. */
static int check_room(const struct match *m, int seat, struct refusal *why)
{
    struct match_key key[KEYS_EVER + 1];
    uint32_t n = match_keys(m, seat, key);
    int open = 0;
    for (uint32_t i = 0; i < n; i++)
        open += key[i].kind != SEAT_KEY_FIRST && !key[i].ended;
    if (open >= KEYS_MOST)
        return because(why, ROW(links_many), KEYS_MOST);
    /* A link that is used makes one key more. */
    if (n + (uint32_t)open + 2 > KEYS_EVER + 1)
        return because(why, ROW(links_ever), KEYS_EVER);
    return 0;
}

/* A token that opens two seats would belong to two people. */
static int must_be_new(const struct match *m, const struct entry *e, struct refusal *why)
{
    struct match_key key;
    if (sodium_is_zero(e->token, MATCH_TOKEN))
        return because(why, ROW(token_needed));
    return match_key_of(m, e->token, &key) ? because(why, ROW(key_known)) : 0;
}

static int must_be_persons(const struct match *m, int seat, struct refusal *why)
{
    if (m->phase == MATCH_CLOSED)
        return refused_as(why, CODE_NOT_RUNNING, because(why, ROW(table_closed)));
    if (m->seat[seat].kind != SEAT_HUMAN || !has_first(m, seat))
        return because(why, ROW(no_person_there));
    return 0;
}

int keys_check_link(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (must_be_persons(m, e->seat, why) < 0 || check_room(m, e->seat, why) < 0)
        return -1;
    return must_be_new(m, e, why);
}

/* The link must be open: it works once. */
int keys_check_key(const struct match *m, const struct entry *e, struct refusal *why)
{
    struct match_key link;
    if (must_be_persons(m, e->seat, why) < 0)
        return -1;
    if (!key_by_id(m, e->seat, e->to, &link) || link.kind != SEAT_KEY_LINK)
        return because(why, ROW(link_unknown));
    return must_be_new(m, e, why);
}

/* `but`: the key that stays must be a key and open. Otherwise some other key must be left. */
int keys_check_revoke(const struct match *m, const struct entry *e, struct refusal *why)
{
    struct match_key key, all[KEYS_EVER + 1];
    int open = 0;
    if (!key_by_id(m, e->seat, e->to, &key))
        return because(why, ROW(no_such_key));
    if (e->yes)
        return key.kind == SEAT_KEY_LINK ? because(why, ROW(no_such_key)) : 0;
    for (uint32_t i = match_keys(m, e->seat, all); i > 0; i--)
        open += all[i - 1].kind != SEAT_KEY_LINK && !all[i - 1].ended && all[i - 1].id != e->to;
    /* Nobody could use the seat any more. */
    return open ? 0 : because(why, ROW(own_key));
}

/* ---- what happens ---- */

/* LINK and KEY add one; KEY ends the link it was made with; REVOKE ends one, or all but one, links
 * included. */
void keys_take(struct match *m, const struct entry *e)
{
    struct match_key all[KEYS_EVER + 1], made = {.seat = e->seat, .n = e->n, .at = e->at};
    memcpy(made.token, e->token, sizeof made.token);
    made.kind = e->kind == ENTRY_LINK ? SEAT_KEY_LINK : SEAT_KEY_DEVICE;
    if (e->kind != ENTRY_REVOKE)
        key_add(m, made);
    if (e->kind == ENTRY_KEY || (e->kind == ENTRY_REVOKE && !e->yes))
        key_end(m, e->seat, e->to, e);
    if (e->kind != ENTRY_REVOKE || !e->yes)
        return;
    for (uint32_t i = match_keys(m, e->seat, all); i > 0; i--)
        if (all[i - 1].id != e->to && !all[i - 1].ended)
            key_end(m, e->seat, all[i - 1].id, e);
}

/* Keys that a rematch takes over. They are devices', never links. */
void keys_found(struct match *m, const struct match_founding *f, int seat)
{
    for (int i = 0; i < f->seat[seat].keys; i++) {
        struct match_key key = {.seat = (uint8_t)seat, .kind = SEAT_KEY_DEVICE, .at = m->created};
        memcpy(key.token, f->seat[seat].key[i], sizeof key.token);
        key_add(m, key);
    }
}

/* Links are not for the next game. The first key that was not revoked becomes the token. Nothing is
 * set if all keys were revoked, which keys_check_revoke does not allow. */
void keys_again(const struct match *m, int seat, struct match_founding *f)
{
    struct match_key all[KEYS_EVER + 1];
    uint32_t n = match_keys(m, seat, all);
    int found = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (all[i].kind == SEAT_KEY_LINK || all[i].ended)
            continue;
        memcpy(found ? f->seat[seat].key[f->seat[seat].keys++] : f->seat[seat].token, all[i].token,
               MATCH_TOKEN);
        found = 1;
    }
}

/* ---- requests ---- */

int match_may_link(const struct match *m, int seat, const uint8_t token[MATCH_TOKEN], int64_t now,
                   struct entry *e, struct refusal *why)
{
    entry_new(e, m, ENTRY_LINK, seat, now);
    memcpy(e->token, token, sizeof e->token);
    return others_have_room(m, why) < 0 ? -1 : entry_check(m, e, why);
}

/* The refusal tells a link that was used from one that was revoked, so that people know what to ask
 * for. */
int match_may_open(const struct match *m, const uint8_t link[MATCH_TOKEN],
                   const uint8_t token[MATCH_TOKEN], int64_t now, struct entry *e,
                   struct refusal *why)
{
    struct match_key key;
    if (!match_key_of(m, link, &key) || key.kind != SEAT_KEY_LINK)
        return because(why, ROW(link_unknown));
    if (key.ended)
        return key.used ? because(why, ROW(link_used)) : because(why, ROW(link_revoked));
    entry_new(e, m, ENTRY_KEY, key.seat, now);
    e->to = key.id;
    memcpy(e->token, token, sizeof e->token);
    return entry_check(m, e, why);
}

/* Nobody revokes the key they use: that is what `but` is for, which keeps it. */
int match_may_revoke(const struct match *m, const struct match_key *own, uint32_t id, int but,
                     int64_t now, struct entry *e, struct refusal *why)
{
    entry_new(e, m, ENTRY_REVOKE, own->seat, now);
    if (!but && id == own->id)
        return because(why, ROW(own_key));
    e->to = but ? own->id : id;
    e->yes = but != 0;
    return entry_check(m, e, why);
}
