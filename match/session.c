/* Sessions: applying an action to a copy, and keeping the copy only when all of it was possible. */
#include "match/session.h"

#include <stdlib.h>

void session_init(struct session *s)
{
    memset(s, 0, sizeof *s);
    s->force = json_array();
}

void session_free(struct session *s)
{
    json_decref(s->force);
    memset(s, 0, sizeof *s);
}

void session_copy(struct session *to, const struct session *from)
{
    json_t *old = to->force;
    *to = *from;
    json_incref(to->force);
    json_decref(old);
}

/* ---- forced chance ---- */

static const char *outcome_key(const json_t *entry)
{
    static const char *const keys[] = {"card", "first", "wizards", "fortune",
                                       "draw", "die",   "coin",    NULL};
    for (int i = 0; keys[i]; i++)
        if (json_object_get(entry, keys[i]))
            return keys[i];
    return NULL;
}

static int is_list_of_strings(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!json_is_string(json_array_get(list, i)))
            return 0;
    return json_is_array(list);
}

static int outcome_has_type(const char *key, const json_t *value)
{
    if (strcmp(key, "first") == 0)
        return json_is_integer(value) && json_integer_value(value) >= 0;
    if (strcmp(key, "wizards") == 0)
        return is_list_of_strings(value);
    return json_is_string(value);
}

static int force_entry_check(const json_t *entry, size_t place, struct refusal *why)
{
    const char *key = outcome_key(entry);
    if (!json_is_object(entry) || !key)
        return refuse(why, NULL, "chance.%zu: no outcome that this engine knows", place);
    int own = strcmp(key, "draw") == 0 || strcmp(key, "die") == 0;
    if (json_object_size(entry) != (own ? 2u : 1u) ||
        (own && !json_is_integer(json_object_get(entry, "seat"))))
        return refuse(why, NULL, "chance.%zu: '%s' %s", place, key,
                      own ? "needs a seat, and nothing else" : "stands alone");
    if (!outcome_has_type(key, json_object_get(entry, key)))
        return refuse(why, NULL, "chance.%zu: '%s' has a value of the wrong type", place, key);
    return 0;
}

int force_check(const json_t *list, struct refusal *why)
{
    if (!json_is_array(list))
        return refuse(why, NULL, "chance: a list is needed");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (force_entry_check(json_array_get(list, i), i, why) < 0)
            return -1;
    return 0;
}

static int entry_seat(const json_t *entry)
{
    const json_t *seat = json_object_get(entry, "seat");
    json_int_t n = json_integer_value(seat);
    if (!seat)
        return CHANCE_NO_SEAT;
    return n >= 0 && n < MAX_SEATS ? (int)n : MAX_SEATS; /* a seat nobody has is never asked */
}

static void script_load(struct session *s, struct outcome *script)
{
    for (size_t i = 0; i < json_array_size(s->force); i++) {
        const json_t *entry = json_array_get(s->force, i);
        memset(&script[i], 0, sizeof script[i]);
        s->json->read_outcome(entry, &script[i]);
        script[i].seat = (int8_t)entry_seat(entry);
    }
}

static void force_drop_used(struct session *s, const uint8_t *used)
{
    json_t *left = json_array();
    for (size_t i = 0; i < json_array_size(s->force); i++)
        if (!used[i])
            json_array_append(left, json_array_get(s->force, i));
    json_decref(s->force);
    s->force = left;
}

/* ---- running ---- */

struct run {
    struct outcome *script;
    uint8_t *used;
    struct events sink;
};

static void run_open(struct session *s, struct run *run, struct done *done)
{
    size_t n = json_array_size(s->force);
    run->script = calloc(n + 1, sizeof *run->script);
    run->used = calloc(n + 1, 1);
    MUST(run->script && run->used);
    script_load(s, run->script);
    run->sink = (struct events){done->event, 0, MAX_EVENTS};
    s->chance.script = run->script;
    s->chance.used = run->used;
    s->chance.script_n = (uint32_t)n;
    s->chance.log = done->outcome;
    s->chance.log_n = 0;
    s->chance.log_cap = MAX_OUTCOMES;
    s->chance.impossible = 0;
}

/* The protocol's order: what is nobody's own, then seat by seat from the start player on. */
static int outcome_place(const struct session *s, const struct outcome *o)
{
    int players = s->game->players(s->state);
    if (o->seat == CHANCE_NO_SEAT)
        return -1;
    return (o->seat + players - s->game->first_seat(s->state)) % players;
}

static void order_outcomes(const struct session *s, struct done *done)
{
    for (uint32_t i = 1; i < done->outcomes; i++) {
        struct outcome o = done->outcome[i];
        int place = outcome_place(s, &o);
        uint32_t k = i;
        for (; k > 0 && outcome_place(s, &done->outcome[k - 1]) > place; k--)
            done->outcome[k] = done->outcome[k - 1];
        done->outcome[k] = o;
    }
}

static int run_close(struct session *s, struct run *run, struct done *done)
{
    int possible = !s->chance.impossible;
    done->events = run->sink.n;
    done->outcomes = s->chance.log_n;
    if (possible) {
        force_drop_used(s, run->used);
        order_outcomes(s, done);
    }
    s->chance.script = NULL;
    s->chance.used = NULL;
    s->chance.log = NULL;
    s->chance.script_n = s->chance.log_n = s->chance.log_cap = s->chance.impossible = 0;
    free(run->script);
    free(run->used);
    return possible ? 0 : -1;
}

int session_begin(struct session *s, struct done *done)
{
    struct run run;
    run_open(s, &run, done);
    s->game->begin(s->state, &s->chance, &run.sink);
    return run_close(s, &run, done);
}

int session_apply(struct session *s, int seat, int answer, struct done *done)
{
    struct session old = *s;
    struct run run;
    run_open(s, &run, done);
    s->game->apply(s->state, seat, answer, &s->chance, &run.sink);
    if (run_close(s, &run, done) == 0)
        return 0;
    *s = old;
    return -1;
}

int session_answer(const struct session *s, int seat, const char *action)
{
    uint64_t answers = s->game->legal(s->state, seat);
    for (; answers; answers &= answers - 1) {
        char name[MAX_NAME];
        int answer = bit_lowest(answers);
        if (strcmp(s->game->action_name(s->state, seat, answer, name), action) == 0)
            return answer;
    }
    return -1;
}
