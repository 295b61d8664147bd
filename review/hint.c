/* Hints by the scales of reviews; see hint.h.
 *
 * Every answer is weighed as if it had been chosen. A good player's answer is advised, unless a
 * review would call it; then the answer that the review would name. */
#include "review/hint.h"

#include <stdlib.h>

#include "advice/advice.h"
#include "advice/odds.h"
#include "advice/reason.h"
#include "bots/advice.h"
#include "bots/bots.h"
#include "review/inside.h"
#include "review/words.h"

/* Games that nobody can review are searched so long. */
enum { TRIES = 2000 };

struct hinting {
    const struct view *view;
    struct review_scales *scales;
    uint32_t samples;
    /* What was found of each answer; its samples are 0 as long as nothing was. */
    struct found_of {
        int known, called, best;
        double loss, after;
        uint32_t samples;
    } of[64];
};

/* ---- weighing ---- */

/* Does nothing if the answer was weighed before. Answers are named by their number, below 64. */
static void weigh(struct hinting *h, int answer)
{
    struct found_of *to = &h->of[answer];
    struct review_point p = {.view = *h->view, .chosen = answer};
    if (to->known)
        return;
    point_weigh(h->scales, &p, h->samples);
    *to = (struct found_of){.known = 1,
                            .called = p.best != answer,
                            .best = p.best,
                            .loss = p.loss,
                            .after = p.after,
                            .samples = p.samples};
}

/* Returns 0 if somebody has lost patience. The progress is a part of the iterations. */
static int goes_on(const struct bot_options *how, uint32_t done, uint32_t all)
{
    struct bot_watch *watch = how->watch;
    if (!watch)
        return 1;
    watch->games = how->iterations * done / all;
    return !watch->hurry && !(watch->stop && watch->stop(watch->with));
}

/* At least the advised answer has been weighed before. When patience is lost, the others stay
 * unknown, and `tell` leaves them out. */
static void weigh_all(struct hinting *h, const struct bot_options *how)
{
    uint64_t answers = view_legal(h->view);
    uint32_t done = 0, all = (uint32_t)bit_count(answers);
    for (; answers && goes_on(how, done, all); answers &= answers - 1, done++)
        weigh(h, bit_lowest(answers));
}

/* ---- the answer ---- */

/* An answer that no review would call comes first, whatever it is estimated at. */
static int is_better(const struct found_of *a, const struct found_of *b)
{
    return a->called != b->called ? !a->called : a->loss < b->loss;
}

/* The least loss of all that are known, `answer` itself if none is better. Only for the rare case
 * that even the better answer would be called. */
static int least_loss(const struct hinting *h, int answer)
{
    for (int i = 0; i < 64; i++)
        if (h->of[i].known && is_better(&h->of[i], &h->of[answer]))
            answer = i;
    return answer;
}

/* Weighs two answers at most, so that there is advice before the others are weighed. */
static int advised(struct hinting *h)
{
    int answer = h->scales->outlook->model(h->view);
    weigh(h, answer);
    if (!h->of[answer].called)
        return answer;
    answer = h->of[answer].best;
    weigh(h, answer);
    return h->of[answer].called ? least_loss(h, answer) : answer;
}

/* The advised answer has its own share, and all that are not called have the same: a difference
 * that is not certain must not look like one. `iterations` are the samples behind the nearest worse
 * answer; 0 if there is none. */
static void tell(const struct hinting *h, int answer, struct advice *say)
{
    double share = h->of[answer].after;
    say->worth = "share";
    for (int i = 0; i < 64; i++) {
        const struct found_of *of = &h->of[i];
        if (!of->known)
            continue;
        double value = of->called && i != answer ? share - of->loss : share;
        say->weighed[say->weighed_n].answer = i;
        say->weighed[say->weighed_n++].value = value;
    }
    int next = hint_next(say, answer);
    say->iterations = next < 0 ? 0 : h->of[next].samples;
}

/* ---- memory ---- */

/* The seed and the samples are those of reviews, so that a hint says what the review will say. `v`
 * must outlive it. */
static struct hinting *hinting_open(const struct view *v, uint32_t samples)
{
    struct hinting *h = calloc(1, sizeof *h);
    MUST(h);
    h->view = v;
    h->scales = calloc(1, sizeof *h->scales);
    MUST(h->scales);
    h->scales->outlook = outlook_of(v->game);
    h->scales->seed = REVIEW_SEED;
    h->samples = samples ? samples : h->scales->outlook->samples;
    scales_remember(h->scales, h->samples);
    return h;
}

static void hinting_close(struct hinting *h)
{
    scales_forget(h->scales);
    free(h->scales);
    free(h);
}

/* ---- the bot ---- */

/* Nothing is thought about if there is one answer or all are alike. `luck` is used only for games
 * that cannot be reviewed: hints do not depend on it. */
static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    const struct game_odds *game = odds_of(v->game);
    struct advice unheard = {0};
    say = say ? say : &unheard;
    say->settled = 1;
    if (bit_count(view_legal(v)) == 1 || (game->alike && game->alike(v)))
        return bit_lowest(view_legal(v));
    if (!outlook_of(v->game))
        return search_1_bot.choose(v, &(struct bot_options){.iterations = TRIES}, luck, say);
    struct hinting *h = hinting_open(v, how->iterations);
    int answer = advised(h);
    weigh_all(h, how);
    tell(h, answer, say);
    hinting_close(h);
    if (game->figures)
        game->figures(v, say);
    return answer;
}

static const struct bot hint_bot = {
    .name = "hint",
    .blurb = "advises people",
    .choose = choose,
};

struct seated_bot hint_adviser(const struct game *g)
{
    struct seated_bot bot = {.bot = &hint_bot};
    const struct outlook *outlook = outlook_of(g);
    bot.how.iterations = outlook ? outlook->samples : 0;
    return bot;
}

/* ---- comparing ---- */

static double value_of(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return say->weighed[i].value;
    return 0;
}

/* Values are equal or differ by REVIEW_CALLED at least, so half of that tells them apart however
 * they were rounded. */
double hint_loss(const struct advice *say, int answer, int other)
{
    double loss = value_of(say, answer) - value_of(say, other);
    return loss < REVIEW_CALLED / 2 ? 0 : loss;
}

uint64_t hint_even(const struct advice *say, int answer)
{
    uint64_t even = 0;
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer != answer && hint_loss(say, answer, say->weighed[i].answer) <= 0)
            even |= (uint64_t)1 << say->weighed[i].answer;
    return even;
}

/* -1 if no answer is worse than the hint. */
int hint_next(const struct advice *say, int answer)
{
    int next = -1;
    for (int i = 0; i < say->weighed_n; i++) {
        int other = say->weighed[i].answer;
        if (hint_loss(say, answer, other) > 0 &&
            (next < 0 || say->weighed[i].value > value_of(say, next)))
            next = other;
    }
    return next;
}

const char *hint_called(double loss)
{
    return review_mark_id(review_mark_of(loss));
}

/* If others are as good, the reason says that instead of praising one of them. */
void hint_reason(const struct view *v, int answer, const struct advice *say, struct reason *to)
{
    struct advice found = {.iterations = say->iterations};
    reason_find(to, v, answer, &found);
    if (hint_even(say, answer))
        reason_even(to);
}

/* ---- as JSON ---- */

static void write_even(struct writer *w, const struct view *v, uint64_t even)
{
    char name[MAX_NAME];
    write_key(w, "even");
    write_begin(w, '[');
    for (; even; even &= even - 1)
        write_string(w, v->game->action_name(v->bytes, v->seat, bit_lowest(even), name));
    write_end(w, ']');
}

/* What a review would call each answer for. */
static void write_losses(struct writer *w, const struct view *v, const struct advice *say,
                         int answer)
{
    char name[MAX_NAME];
    write_key(w, "loss");
    write_begin(w, '{');
    for (int i = 0; i < say->weighed_n; i++) {
        int other = say->weighed[i].answer;
        double loss = hint_loss(say, answer, other);
        if (loss > 0)
            write_member_decimal(w, v->game->action_name(v->bytes, v->seat, other, name), loss);
    }
    write_end(w, '}');
}

/* The luck comes from the view, so the same question gets the same hint each time. `samples` must
 * be 0, or from REVIEW_SAMPLES_LEAST to REVIEW_SAMPLES_MOST: many more have no room. */
void write_hint(struct writer *w, const struct view *v, uint32_t samples)
{
    struct seated_bot bot = hint_adviser(v->game);
    struct advice say = {0};
    struct reason reason;
    struct chance luck = {0};
    char name[MAX_NAME];
    if (samples)
        bot.how.iterations = samples;
    chance_seed_number(&luck, game_hash(v->game, v->bytes));
    int answer = bot_choose(&bot, v, &luck, &say);
    write_member_string(w, "action", v->game->action_name(v->bytes, v->seat, answer, name));
    write_member_string(w, "bot", bot.bot->name);
    write_advice(w, v, &say);
    write_even(w, v, hint_even(&say, answer));
    write_losses(w, v, &say, answer);
    hint_reason(v, answer, &say, &reason);
    write_reason(w, &reason);
}
