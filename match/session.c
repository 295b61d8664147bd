/* Begins and plays the game of a session, also with forced outcomes. */
#include "match/session.h"

#include <stdlib.h>

#include "wire/outcome.h"

/* ---- playing ---- */

/* The protocol's order of outcomes: first those of no seat, then seat by seat from the start player
 * on. -1: before all seats. */
static int outcome_place(const struct session *s, const struct outcome *o)
{
    int players = s->game->players(s->state);
    if (o->seat == CHANCE_NO_SEAT)
        return -1;
    return (o->seat + players - s->game->first_seat(s->state)) % players;
}

/* Insertion sort, because outcomes come almost in order and equal ones must keep theirs. */
static void order_outcomes(const struct session *s, struct session_done *done)
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

/* Outcomes are written straight into `done`; log_close takes the pointers out of the session again,
 * so that it can be copied. */
static struct events log_open(struct session *s, struct session_done *done)
{
    s->chance.log = done->outcome;
    s->chance.log_n = 0;
    s->chance.log_cap = MAX_OUTCOMES;
    return (struct events){done->event, 0, MAX_EVENTS};
}

static void log_close(struct session *s, const struct events *sink, struct session_done *done)
{
    done->events = sink->n;
    done->outcomes = s->chance.log_n;
    order_outcomes(s, done);
    s->chance.log = NULL;
    s->chance.log_n = s->chance.log_cap = 0;
}

/* The state must have the options, and the chance its seed. */
void session_begin(struct session *s, struct session_done *done)
{
    struct events sink = log_open(s, done);
    s->game->begin(s->state, &s->chance, &sink);
    log_close(s, &sink, done);
}

void session_apply(struct session *s, struct move move, struct session_done *done)
{
    struct events sink = log_open(s, done);
    s->game->apply(s->state, move.seat, move.answer, &s->chance, &sink);
    log_close(s, &sink, done);
}

/* ---- forced outcomes ---- */

struct session_script {
    struct outcome *at;
    uint8_t *used;
};

/* Until script_close, the session has pointers into the script, so it must not be copied. */
static void script_open(struct session *s, const json_t *force, struct session_script *script)
{
    size_t n = json_array_size(force);
    script->at = calloc(n + 1, sizeof *script->at);
    script->used = calloc(n + 1, 1);
    MUST(script->at && script->used);
    for (size_t i = 0; i < n; i++)
        outcome_read(s->json, json_array_get(force, i), &script->at[i]);
    s->chance.script = script->at;
    s->chance.used = script->used;
    s->chance.script_n = (uint32_t)n;
    s->chance.impossible = 0;
}

static void drop_used(json_t **force, const uint8_t *used)
{
    json_t *left = json_array();
    for (size_t i = 0; i < json_array_size(*force); i++)
        if (!used[i])
            json_array_append(left, json_array_get(*force, i));
    json_decref(*force);
    *force = left;
}

/* If an outcome was impossible, `force` stays as it was; the caller restores the session. Frees the
 * script in any case. */
static int script_close(struct session *s, json_t **force, struct session_script *script)
{
    int possible = !s->chance.impossible;
    if (possible)
        drop_used(force, script->used);
    s->chance.script = NULL;
    s->chance.used = NULL;
    s->chance.script_n = s->chance.impossible = 0;
    free(script->at);
    free(script->used);
    return possible ? 0 : -1;
}

/* Copies the session before, which costs a state: only what was forced can fail. */
int session_begin_forced(struct session *s, json_t **force, struct session_done *done)
{
    struct session old = *s;
    struct session_script script;
    script_open(s, *force, &script);
    session_begin(s, done);
    if (script_close(s, force, &script) == 0)
        return 0;
    *s = old;
    return -1;
}

int session_apply_forced(struct session *s, json_t **force, struct move move,
                         struct session_done *done)
{
    struct session old = *s;
    struct session_script script;
    script_open(s, *force, &script);
    session_apply(s, move, done);
    if (script_close(s, force, &script) == 0)
        return 0;
    *s = old;
    return -1;
}

/* ---- names ---- */

/* Compares all names of legal answers: a name may mean different answers in different positions. */
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
