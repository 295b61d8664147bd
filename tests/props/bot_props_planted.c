/* Bots and rules of thumb that break a promise on purpose; the suite must catch each. Those that
 * peek are given the true state in place of a view, which only a test can do. */
#include <math.h>
#include <time.h>

#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"
#include "tests/props/bot_props.h"

static void take_state(struct view *v, const struct game *g, const void *state, int seat)
{
    view_take(v, g, state, seat);
    memcpy(v->bytes, state, g->state_bytes);
}

static int number_of(const struct view *v, uint32_t k)
{
    uint64_t answers = view_legal(v);
    return bit_nth(answers, k % (uint32_t)bit_count(answers));
}

#define CHOOSE(symbol)                                                                             \
    static int symbol(const struct view *v, const struct bot_options *how, struct chance *luck,    \
                      struct advice *say)
#define UNUSED (void)v, (void)how, (void)luck, (void)say

CHOOSE(honest)
{
    UNUSED;
    return number_of(v, 0);
}

/* ---- peeking ---- */

/* A card in the stash of the next seat. */
static uint32_t arcane_secret(const struct arcane_state *s, int seat)
{
    const struct arcane_player *p = &s->player[(seat + 1) % s->players];
    return p->stash_n ? p->stash[0] : 0;
}

/* Whether the next seat has decided to draw or to stop (Q5.7). */
static uint32_t quacks_secret(const struct quacks_state *s, int seat)
{
    return s->player[(seat + 1) % s->players].commit;
}

CHOOSE(peek_arcane)
{
    UNUSED;
    return number_of(v, arcane_secret((const struct arcane_state *)v->bytes, v->seat));
}

CHOOSE(peek_quacks)
{
    UNUSED;
    return number_of(v, quacks_secret((const struct quacks_state *)v->bytes, v->seat));
}

/* The answer is honest, but its advice reveals a secret. */
CHOOSE(tell_secret)
{
    UNUSED;
    if (say)
        snprintf(say->why, sizeof say->why, "They hold item %u.",
                 arcane_secret((const struct arcane_state *)v->bytes, v->seat));
    return number_of(v, 0);
}

CHOOSE(tell_figure)
{
    UNUSED;
    if (say) {
        say->figures_n = 1;
        say->figure[0].name = "they_draw";
        say->figure[0].value = quacks_secret((const struct quacks_state *)v->bytes, v->seat);
    }
    return number_of(v, 0);
}

static int policy_arcane(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    (void)luck;
    return bit_nth(answers, arcane_secret(state, seat) % (uint32_t)bit_count(answers));
}

static int policy_quacks(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    (void)luck;
    return bit_nth(answers, quacks_secret(state, seat) % (uint32_t)bit_count(answers));
}

/* Gives the same answer, but the number of random numbers used depends on a secret. */
static int policy_luck(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    if (arcane_secret(state, seat) % 2)
        luck_below(luck, 2);
    return bit_lowest(answers);
}

static int policy_illegal(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    (void)state, (void)seat;
    return luck_below(luck, 50) ? bit_lowest(answers) : bit_lowest(~answers);
}

/* ---- something outside ---- */

CHOOSE(count_calls)
{
    static uint32_t calls;
    UNUSED;
    return number_of(v, calls++);
}

/* Answers otherwise when the view lies elsewhere. The place is compared and not used as a number,
 * so that what is found does not depend on where the system puts things. */
CHOOSE(look_at_address)
{
    static const struct view *usual;
    UNUSED;
    if (!usual)
        usual = v;
    return number_of(v, v != usual);
}

/* Gives the answer to the previous position. */
CHOOSE(remember)
{
    static uint64_t last[2];
    uint64_t now = hash_bytes(v->bytes, sizeof v->bytes);
    UNUSED;
    if (now != last[1]) {
        last[0] = last[1];
        last[1] = now;
    }
    return number_of(v, (uint32_t)(last[0] >> 32));
}

static void say_iterations(const struct bot_options *how, struct advice *say)
{
    if (say)
        say->iterations = how->iterations;
}

CHOOSE(threads_race)
{
    static uint32_t calls;
    UNUSED;
    say_iterations(how, say);
    return number_of(v, how->threads > 1 ? calls++ : 0);
}

CHOOSE(vain)
{
    UNUSED;
    return number_of(v, say != NULL);
}

CHOOSE(scribble)
{
    UNUSED;
    ((struct view *)(uintptr_t)v)->bytes[MAX_STATE_BYTES / 8 - 1] = 1;
    return number_of(v, 0);
}

/* ---- answers and words that make no sense ---- */

CHOOSE(illegal_sometimes)
{
    UNUSED;
    return chance_below(luck, CHANCE_PICK, 5000) ? number_of(v, 0) : bit_lowest(~view_legal(v));
}

CHOOSE(trap_sometimes)
{
    UNUSED;
    MUST(chance_below(luck, CHANCE_PICK, 5000));
    return number_of(v, 0);
}

CHOOSE(weigh_illegal)
{
    UNUSED;
    if (say) {
        say->weighed_n = 1;
        say->weighed[0].answer = bit_lowest(~view_legal(v));
    }
    return number_of(v, 0);
}

CHOOSE(weigh_nothing)
{
    UNUSED;
    if (say) {
        say->weighed_n = 1;
        say->weighed[0].answer = number_of(v, 0);
        say->weighed[0].value = NAN;
    }
    return number_of(v, 0);
}

CHOOSE(talk_on)
{
    UNUSED;
    if (say)
        memset(say->why, 'a', sizeof say->why);
    return number_of(v, 0);
}

CHOOSE(ring_the_bell)
{
    UNUSED;
    if (say)
        strcpy(say->why, "Ding\a");
    return number_of(v, 0);
}

/* ---- budgets ---- */

CHOOSE(hoard)
{
    UNUSED;
    char *volatile much = malloc((size_t)how->kilobytes * 1024 + (1 << 20));
    free(much);
    say_iterations(how, say);
    return number_of(v, 0);
}

CHOOSE(lose_memory)
{
    /* Keeps the memory reachable, so that the leak checker does not report it. */
    static void *volatile lost[4096];
    static int n;
    UNUSED;
    if (n < 4096 && !lost[n])
        lost[n++] = malloc(16);
    say_iterations(how, say);
    return number_of(v, 0);
}

CHOOSE(oversleep)
{
    UNUSED;
    if (how->milliseconds)
        nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 200000000}, NULL);
    say_iterations(how, say);
    return number_of(v, 0);
}

CHOOSE(overdo)
{
    UNUSED;
    say_iterations(how, say);
    if (say)
        say->iterations += how->iterations == 1 && how->threads > 1;
    return number_of(v, 0);
}

/* Bots that search are tested for their budgets, too. */
#define THINKS                                                                                     \
    {                                                                                              \
        .milliseconds = 100, .threads = 1, .kilobytes = 64                                         \
    }
#define BOT(function)                                                                              \
    {                                                                                              \
        .name = #function, .choose = function                                                      \
    }
#define THINKER(function)                                                                          \
    {                                                                                              \
        .name = #function, .choose = function, .usual = THINKS                                     \
    }

const struct planted *bot_plants(int *count)
{
    static const struct planted rows[] = {
        {"peek_arcane", "non-interference", &props_arcane, BOT(peek_arcane), take_state, NULL},
        {"peek_quacks", "non-interference", &props_quacks, BOT(peek_quacks), take_state, NULL},
        {"tell_secret", "non-interference", &props_arcane, BOT(tell_secret), take_state, NULL},
        {"tell_figure", "non-interference", &props_quacks, BOT(tell_figure), take_state, NULL},
        {"policy_arcane", "policy", &props_arcane, BOT(honest), NULL, policy_arcane},
        {"policy_quacks", "policy", &props_quacks, BOT(honest), NULL, policy_quacks},
        {"policy_luck", "policy", &props_arcane, BOT(honest), NULL, policy_luck},
        {"policy_illegal", "policy legal", &props_arcane, BOT(honest), NULL, policy_illegal},
        {"count_calls", "same with advice", &props_arcane, BOT(count_calls), NULL, NULL},
        {"look_at_address", "same again", &props_quacks, BOT(look_at_address), NULL, NULL},
        {"remember", "same later", &props_arcane, BOT(remember), NULL, NULL},
        {"threads_race", "same threads", &props_quacks, THINKER(threads_race), NULL, NULL},
        {"vain", "same with advice", &props_arcane, BOT(vain), NULL, NULL},
        {"scribble", "view kept", &props_arcane, BOT(scribble), NULL, NULL},
        {"illegal_sometimes", "legal", &props_arcane, BOT(illegal_sometimes), NULL, NULL},
        {"trap_sometimes", "assertion", &props_quacks, BOT(trap_sometimes), NULL, NULL},
        {"weigh_illegal", "advice", &props_arcane, BOT(weigh_illegal), NULL, NULL},
        {"weigh_nothing", "advice", &props_quacks, BOT(weigh_nothing), NULL, NULL},
        {"talk_on", "advice", &props_quacks, BOT(talk_on), NULL, NULL},
        {"ring_the_bell", "advice", &props_arcane, BOT(ring_the_bell), NULL, NULL},
        {"hoard", "memory", &props_arcane, THINKER(hoard), NULL, NULL},
        {"lose_memory", "memory kept", &props_arcane, THINKER(lose_memory), NULL, NULL},
        {"oversleep", "time", &props_quacks, THINKER(oversleep), NULL, NULL},
        {"overdo", "iterations", &props_quacks, THINKER(overdo), NULL, NULL},
    };
    *count = (int)(sizeof rows / sizeof *rows);
    return rows;
}
