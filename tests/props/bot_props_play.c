/* Plays games of one candidate, checks its answers and experiments with some of its decisions. */
#include <stdarg.h>

#include "tests/props/bot_props.h"

/* One in WHIM_RATE answers of the bot is replaced by a random one, so that games vary. */
enum { WHIM_RATE = 12 };

void bot_fail(struct bot_run *r, const char *promise, const char *format, ...)
{
    va_list args;
    /* Only the first broken promise is reported. */
    if (r->promise)
        return;
    r->promise = promise;
    va_start(args, format);
    vsnprintf(r->reason, sizeof r->reason, format, args);
    va_end(args);
}

/* Random numbers of the game. Experiments have their own, so that they cannot disturb it. */
static uint32_t dice(struct bot_run *r, uint32_t n)
{
    return chance_below(&r->luck, CHANCE_PICK, n);
}

static uint32_t lab_dice(struct bot_run *r, uint32_t n)
{
    return chance_below(&r->lab, CHANCE_PICK, n);
}

static int any_of(struct bot_run *r, uint64_t mask)
{
    return bit_nth(mask, dice(r, (uint32_t)bit_count(mask)));
}

/* ---- asking ---- */

static int ask(const struct candidate *who, const struct view *v, const struct bot_options *how,
               struct chance luck, struct advice *say)
{
    if (say)
        memset(say, 0, sizeof *say);
    return who->bot->choose(v, how, &luck, say);
}

static int is_legal(const struct view *v, int answer)
{
    return answer >= 0 && answer < 64 && (view_legal(v) >> answer & 1);
}

/* ---- experiments ---- */

/* Asks the bot about the sample again; any difference breaks the promise. */
static void same_as(struct bot_run *r, const char *promise, const struct bot_sample *was,
                    const struct view *v)
{
    static _Thread_local struct advice say;
    int answer = ask(r->who, v, &r->who->how, was->luck, &say);
    if (answer != was->answer) {
        bot_fail(r, promise, "the answer was %d and is %d", was->answer, answer);
        return;
    }
    const char *part = advice_differs(&was->say, &say);
    if (part)
        bot_fail(r, promise, "%s of the advice differ: \"%.150s\" and \"%.150s\"", part,
                 was->say.why, say.why);
}

static void promise_again(struct bot_run *r, const struct bot_sample *now)
{
    /* The view at another place in memory. */
    struct view fresh, copy;
    r->who->take(&fresh, now->view.game, r->state, now->view.seat);
    copy = fresh;
    same_as(r, "same again", now, &copy);
    if (memcmp(copy.bytes, fresh.bytes, sizeof copy.bytes) != 0)
        bot_fail(r, "view kept", "the bot wrote into its view");
    if (r->has_kept)
        same_as(r, "same later", &r->kept, &r->kept.view);
}

/* The bot must answer alike in another state that looks the same to the seat. */
static void promise_twin(struct bot_run *r, const struct bot_sample *now)
{
    const struct props_subject *s = r->who->subject;
    static _Thread_local struct view twin;
    int seat = now->view.seat;
    memcpy(r->other, r->state, sizeof r->other);
    if (s->rescramble && lab_dice(r, 2))
        s->rescramble(r->other, seat, &r->lab);
    else
        s->game->scramble(r->other, seat, &r->lab);
    if (memcmp(r->other, r->state, s->game->state_bytes) == 0)
        return;
    r->who->take(&twin, s->game, r->other, seat);
    same_as(r, "non-interference", now, &twin);
    r->counts.twins++;
}

/* Rules of thumb must give the same answer on a state and on the seat's view of it, and use as many
 * random numbers. */
static void promise_policy(struct bot_run *r, int seat)
{
    const struct game *g = r->who->subject->game;
    policy_pick *pick = r->who->policy;
    static _Thread_local struct view v;
    uint64_t legal = g->legal(r->state, seat), word = lab_dice(r, UINT32_MAX), other = word;
    view_take(&v, g, r->state, seat);
    int seen = pick(v.bytes, seat, legal, &word), played = pick(r->state, seat, legal, &other);
    if (!is_legal(&v, seen))
        bot_fail(r, "policy legal", "the rules of thumb say %d, which is not legal", seen);
    if (seen != played || word != other)
        bot_fail(r, "policy", "the rules of thumb say %d to a view and %d to the state", seen,
                 played);
    r->counts.policies++;
}

/* A number of iterations gives one answer, with several threads, too. */
static void promise_threads(struct bot_run *r, const struct bot_sample *now)
{
    static _Thread_local struct advice first, second;
    for (uint32_t threads = 2; threads <= 3; threads++) {
        struct bot_options how = r->who->how;
        how.threads = threads;
        int a = ask(r->who, &now->view, &how, now->luck, &first);
        int b = ask(r->who, &now->view, &how, now->luck, &second);
        const char *part = advice_differs(&first, &second);
        if (!is_legal(&now->view, a))
            bot_fail(r, "legal", "answer %d of %u threads", a, threads);
        if (a != b || part)
            bot_fail(r, "same threads", "%u threads: answers %d and %d, %s differ", threads, a, b,
                     part ? part : "they");
    }
    r->counts.threads++;
}

static void experiment(struct bot_run *r, const struct view *v, const struct chance *luck,
                       int answer)
{
    static _Thread_local struct bot_sample now;
    now.view = *v;
    now.luck = *luck;
    now.answer = ask(r->who, v, &r->who->how, *luck, &now.say);
    r->counts.experiments++;
    if (now.answer != answer)
        bot_fail(r, "same with advice", "the answer was %d, and is %d when asked why", answer,
                 now.answer);
    advice_is_sane(r, v, answer, &now.say);
    promise_again(r, &now);
    promise_twin(r, &now);
    promise_policy(r, v->seat);
    if (r->who->bot->usual.threads && lab_dice(r, 4) == 0)
        promise_threads(r, &now);
    if (!r->has_kept || lab_dice(r, 4) == 0)
        r->kept = now;
    r->has_kept = 1;
}

static void timed_experiment(struct bot_run *r, const struct view *v, const struct chance *luck,
                             int answer)
{
    double began = bot_seconds(CLOCK_THREAD_CPUTIME_ID);
    experiment(r, v, luck, answer);
    r->experimented += bot_seconds(CLOCK_THREAD_CPUTIME_ID) - began;
}

/* ---- a game ---- */

static int bot_answers(struct bot_run *r, int seat)
{
    struct view v;
    struct chance before = r->mind;
    r->who->take(&v, r->who->subject->game, r->state, seat);
    int answer = r->who->bot->choose(&v, &r->who->how, &r->mind, NULL);
    uint64_t legal = view_legal(&v);
    r->counts.decisions += (legal & (legal - 1)) != 0;
    if (!is_legal(&v, answer))
        bot_fail(r, "legal", "answer %d is none of %#llx", answer, (unsigned long long)legal);
    else if (dice(r, r->sample_rate) == 0 && r->experiments)
        timed_experiment(r, &v, &before, answer);
    return answer;
}

static void step(struct bot_run *r, uint32_t active)
{
    const struct game *g = r->who->subject->game;
    int seat = any_of(r, active), answer = -1;
    if (r->seats >> seat & 1)
        answer = bot_answers(r, seat);
    if (answer < 0 || dice(r, WHIM_RATE) == 0)
        answer = any_of(r, g->legal(r->state, seat));
    if (!r->promise)
        g->apply(r->state, seat, answer, &r->luck, NULL);
}

/* The bot plays all seats in every second game, and some in the others. */
static uint32_t seats_of(struct bot_run *r)
{
    uint32_t all = (1u << r->players) - 1;
    return dice(r, 2) ? all : 1 + dice(r, all);
}

static void open_game(struct bot_run *r, const struct candidate *who, int mix, uint64_t seed,
                      uint64_t number)
{
    const struct game *g = who->subject->game;
    int counts = g->max_players - g->min_players + 1;
    uint64_t salt = (uint64_t)mix << 48 ^ number;
    r->who = who;
    r->mix = mix;
    r->seed = seed;
    r->number = number;
    r->players = g->min_players + (int)(number % (uint64_t)counts);
    r->promise = NULL;
    r->has_kept = 0;
    props_seed(&r->luck, seed, salt, 'g');
    props_seed(&r->lab, seed, salt, 'x');
    props_seed(&r->mind, seed, salt, 'b');
    g->init(r->state, r->players);
    who->subject->mix(r->state, mix, r->players, &r->luck);
    g->begin(r->state, &r->luck, NULL);
    r->seats = seats_of(r);
}

void bot_play(struct bot_run *r, const struct candidate *who, int mix, uint64_t seed,
              uint64_t number, uint64_t decisions)
{
    uint32_t active;
    uint64_t enough = r->counts.decisions + decisions;
    open_game(r, who, mix, seed, number);
    while ((active = who->subject->game->active(r->state)) && r->counts.decisions < enough &&
           !r->promise)
        step(r, active);
    r->counts.games++;
}

/* Plays part of a random game; if it ends too early, starts another. */
int bot_position(struct bot_run *r, const struct candidate *who, int mix, uint64_t seed,
                 uint64_t number)
{
    const struct game *g = who->subject->game;
    uint32_t active, skip = 0;
    for (;; number += 1000) {
        open_game(r, who, mix, seed, number);
        for (skip = dice(r, 40); (active = g->active(r->state)) != 0; skip--) {
            int seat = any_of(r, active);
            uint64_t legal = g->legal(r->state, seat);
            if ((legal & (legal - 1)) && skip == 0)
                return seat;
            skip += skip == 0;
            g->apply(r->state, seat, any_of(r, legal), &r->luck, NULL);
        }
    }
}
