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

static void script_load(struct session *s, struct outcome *script)
{
    for (size_t i = 0; i < json_array_size(s->force); i++)
        outcome_read(s->json, json_array_get(s->force, i), &script[i]);
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
