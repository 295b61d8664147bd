/* What guests ask of their tables: which requests there are, and those about the game. What hosts
 * ask is in table_host.c, and nonces are in reveal.c. */
#include "server/people/wishes.h"

#include "match/host.h"
#include "match/may.h"
#include "match/refusals.h"
#include "match/undo.h"
#include "server/refusals.h"
#include "server/request_body.h"
#include "server/server.h"
#include "server/tables/tables.h"
#include "wire/read.h"
#include "wire/refuse.h"

static int64_t now_of(const struct wish *q)
{
    return q->table->server->now;
}

/* `n` is the number of the question, so that an answer that comes late never goes to the next one.
 * The time is the seat's own: see table_time_of. */
int wish_do(struct wish *q)
{
    const json_t *n = json_object_get(q->from, "n");
    const char *action = json_string_value(q->value);
    if (!action || !json_is_integer(n))
        return because(&q->why, ROW(do_needed));
    json_int_t ask = json_integer_value(n);
    if (ask < 0 || ask > UINT32_MAX)
        return because(&q->why, ROW(unknown_question_number));
    return match_may_move_named(&q->table->match, q->seat, action, (uint32_t)ask,
                                table_time_of(q->table, q->seat), &q->e, &q->why);
}

int wish_undo(struct wish *q)
{
    return match_may_undo(&q->table->match, q->seat, now_of(q), &q->e, &q->why);
}

int wish_grant(struct wish *q)
{
    if (!json_is_boolean(q->value))
        return because(&q->why, ROW(grant_needed));
    return match_may_grant(&q->table->match, q->seat, json_is_true(q->value), now_of(q), &q->e,
                           &q->why);
}

int wish_leave(struct wish *q)
{
    return match_may_leave(&q->table->match, q->seat, now_of(q), &q->e, &q->why);
}

int wish_back(struct wish *q)
{
    return match_may_return(&q->table->match, q->seat, now_of(q), &q->e, &q->why);
}

/* By HTTP a missing name means the usual bot; on a socket it has to be said. Only the host may
 * start, if there is one. */
int wish_start(struct wish *q)
{
    const struct game *game = q->table->match.session.game;
    int by_http = !q->reply.guest;
    const char *fill = by_http && !q->value ? hall_usual_bot(game) : json_string_value(q->value);
    if (!fill && !by_http)
        return because(&q->why, ROW(start_needed));
    if (!fill || !hall_bot_allowed(q->table->server->programs, fill, game))
        return by_http ? because(&q->why, ROW(field_unknown_bot), q->key)
                       : because(&q->why, ROW(unknown_bot));
    if (match_must_host(&q->table->match, q->seat, &q->why) < 0)
        return -1;
    return match_may_start(&q->table->match, fill, now_of(q), &q->e, &q->why);
}

/* ---- which request it is ---- */

enum wish_type {
#define TYPE(type, example, typescript, openapi) VALUE_##type,
#define WISH(name, way, value, members, meaning)
#include "server/people/wishes.def"
};

static const struct {
    const char *name;
    int (*ask)(struct wish *q);
    uint8_t type;
    /* The name of the value in a body, or "". */
    const char *in_body;
} wishes[] = {
#define TYPE(type, example, typescript, openapi)
#define NAMELESS(type) VALUE_##type, ""
#define VALUE(type, name, note) VALUE_##type, #name
#define WISH(name, way, value, members, meaning) {#name, wish_##name, value},
#include "server/people/wishes.def"
#undef NAMELESS
#undef VALUE
};

/* Members that belong to another request pass here: what matters is that nothing is misspelt. */
int wish_find(const json_t *message, struct refusal *why)
{
    static const char *const keys[] = {"id",
#define MEMBER(type, name, note) #name,
#define OPTION(type, name, note) #name,
#define TYPE(type, example, typescript, openapi)
#define WISH(name, way, value, members, meaning) #name, members
#include "server/people/wishes.def"
                                       NULL};
    static const char names[] = ""
#define TYPE(type, example, typescript, openapi)
#define WISH(name, way, value, members, meaning) ", " #name
#include "server/people/wishes.def"
        ;
    int found = -1;
    if (refused_as(why, CODE_BAD_REQUEST, only_keys(message, "request", keys, why)) < 0)
        return -1;
    for (int i = 0; i < WISHES; i++)
        if (json_object_get(message, wishes[i].name))
            found = found < 0 ? i : WISHES;
    return found < 0 || found == WISHES ? because(why, ROW(request_needed), names + 2) : found;
}

/* `name` comes from wish_find. A message of the type PARTS has its members inside its value. */
int wish_message(struct wish *q, int name, const json_t *message)
{
    q->key = wishes[name].name;
    q->value = json_object_get(message, q->key);
    q->from = wishes[name].type == VALUE_PARTS ? q->value : message;
    if (wishes[name].type == VALUE_TRUE && !json_is_true(q->value))
        return because(&q->why, ROW(true_needed));
    return wishes[name].ask(q);
}

int wish_body(struct wish *q, int name, const json_t *body)
{
    q->key = wishes[name].in_body;
    q->value = json_object_get(body, q->key);
    q->from = body;
    return wishes[name].ask(q);
}
