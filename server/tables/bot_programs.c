/* Runs the operator's programs, and shares them among the workers (bot_programs.h). */
#include "server/tables/bot_programs.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "wire/game.h"
#include "wire/games.h"
#include "wire/refuse.h"

enum {
    /* As many as there can be workers. */
    CHILDREN_MOST = 64,
    /* After a failure nothing is started for this time, and longer after further ones. */
    REST_MS = 1000,
    REST_MOST_MS = 60000
};

struct program {
    const struct exec_bot *bot;
    /* The games that it plays, by their place in the list of games, a set. */
    uint32_t games;
    /* Children that nobody asks now. The last one is asked next. */
    struct exec_child *idle[CHILDREN_MOST];
    int idle_n;
    /* Failures since the last answer; and when it may be started again, in monotonic ms. */
    int failures;
    int64_t rests_until;
};

/* The list and what each program plays are fixed once programs_open returns; only `idle`, the
 * failures and the rest are changed later, under the lock. */
struct programs {
    pthread_mutex_t lock;
    int n;
    struct program at[PROGRAMS_MOST];
};

/* Monotonic: a rest does not end early because somebody sets the clock. */
static int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- opening ---- */

/* It need not play every game, but one of them. */
static int greet(struct program *p, struct exec_child *c, struct refusal *why)
{
    for (int i = 0; game_json_at(i); i++) {
        int plays = exec_greet(c, game_json_at(i)->game, why) == 0;
        p->games |= (uint32_t)plays << i;
    }
    return p->games ? 0 : -1;
}

/* Blocks until all programs have answered, so it is called before the server serves. On failure all
 * that were started are ended. */
struct programs *programs_open(const struct exec_bot *list, int n, int *which, struct refusal *why)
{
    struct programs *p = calloc(1, sizeof *p);
    MUST(p && n <= PROGRAMS_MOST);
    pthread_mutex_init(&p->lock, NULL);
    for (; p->n < n; p->n++) {
        struct program *at = &p->at[p->n];
        struct exec_child *c = exec_start(&list[p->n], why);
        at->bot = &list[p->n];
        *which = p->n;
        if (!c || greet(at, c, why) < 0) {
            exec_end(c, 0);
            programs_close(p);
            return NULL;
        }
        at->idle[at->idle_n++] = c;
    }
    return p;
}

/* Children that are idle get the time to end by themselves. */
void programs_close(struct programs *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->n; i++)
        while (p->at[i].idle_n)
            exec_end(p->at[i].idle[--p->at[i].idle_n], 1);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

/* ---- what there is ---- */

/* A set of places in the list, since the list of games does not change in a process. */
static int plays(const struct program *p, const struct game *g)
{
    for (int i = 0; game_json_at(i); i++)
        if (game_json_at(i)->game == g)
            return (int)(p->games >> i & 1);
    return 0;
}

/* Guests write the name with an @, so that no program can hide a bot of ours. */
int programs_find(const struct programs *p, const char *bot, const struct game *g)
{
    for (int i = 0; p && bot[0] == '@' && i < p->n; i++)
        if (strcmp(p->at[i].bot->name, bot + 1) == 0 && plays(&p->at[i], g))
            return i;
    return -1;
}

const char *programs_name(const struct programs *p, int program)
{
    return p && program < p->n ? p->at[program].bot->name : NULL;
}

/* `program` comes from programs_find. In ms, as the operator has set it. */
uint32_t programs_ms(const struct programs *p, int program)
{
    return p->at[program].bot->ms;
}

/* As write_bots in hall.c writes ours, with the same members. Nothing is said of the command. */
void programs_write(const struct programs *p, const struct game *g, struct writer *w)
{
    char name[EXEC_NAME + 2];
    for (int i = 0; p && i < p->n; i++) {
        if (!plays(&p->at[i], g))
            continue;
        snprintf(name, sizeof name, "@%s", p->at[i].bot->name);
        write_begin(w, '{');
        write_member_string(w, "name", name);
        write_member_string(w, "title", p->at[i].bot->name);
        write_member_string(w, "blurb", "is a program that the operator of this server runs");
        write_end(w, '}');
    }
}

/* ---- asking ---- */

/* An idle child, or a new one; NULL with the reason. Starting takes a moment, without the lock. */
static struct exec_child *take(struct programs *p, struct program *at, struct refusal *why)
{
    pthread_mutex_lock(&p->lock);
    struct exec_child *c = at->idle_n ? at->idle[--at->idle_n] : NULL;
    int rests = !c && clock_ms() < at->rests_until;
    pthread_mutex_unlock(&p->lock);
    if (c || !rests)
        return c ? c : exec_start(at->bot, why);
    because(why, ROW(exec_rests));
    return NULL;
}

/* One that still owes an answer is asked after all others. */
static void give_back(struct programs *p, struct program *at, struct exec_child *c, int late)
{
    pthread_mutex_lock(&p->lock);
    if (!late)
        at->failures = 0;
    MUST(at->idle_n < CHILDREN_MOST);
    memmove(at->idle + late, at->idle, late ? (size_t)at->idle_n * sizeof c : 0);
    at->idle[late ? 0 : at->idle_n] = c;
    at->idle_n++;
    pthread_mutex_unlock(&p->lock);
}

/* 1, 2, 4 … 32 seconds, then a minute each time; after an answer in time it begins with one second
 * again (give_back). Only starting waits: children that are there are still asked. */
static void rest(struct programs *p, struct program *at)
{
    pthread_mutex_lock(&p->lock);
    int64_t ms = at->failures < 6 ? (int64_t)REST_MS << at->failures : REST_MOST_MS;
    at->failures++;
    at->rests_until = clock_ms() + ms;
    pthread_mutex_unlock(&p->lock);
}

/* A late child is kept, since it is not broken; a failed one is ended. The lock is not held while
 * the program thinks. */
enum exec_outcome programs_ask(struct programs *p, int program, const struct view *v,
                               struct chance *luck, uint32_t ms, const _Atomic int *hurry,
                               int *answer, struct refusal *why)
{
    struct program *at = &p->at[program];
    struct exec_child *c = take(p, at, why);
    if (!c)
        return EXEC_FAILED;
    enum exec_outcome got = exec_ask(c, v, luck, ms, hurry, answer, why);
    if (got != EXEC_FAILED) {
        give_back(p, at, c, got == EXEC_LATE);
        return got;
    }
    rest(p, at);
    exec_end(c, 0);
    return got;
}
