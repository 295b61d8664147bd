/* Values one position: every answer on the same guesses and the same luck.
 *
 * The first half of the samples narrows the answers down, each time to the better half of those
 * that are left; the answer that was chosen always stays. The second half, with other luck, says
 * how the best one and the chosen one compare. So the figures are not those of whichever answer was
 * luckiest. Because an evaluator has favourites of its own, the second half is also played
 * farther. */
#include <math.h>
#include <stdlib.h>

#include "review/inside.h"

/* The samples of the first half, those of the second, and those of it that are played farther. */
enum weigh_part { FIRST_HALF, SECOND_HALF, FARTHER };
/* How many times the samples of a half may be made, until the error is small. */
enum { SECOND_MOST = 4, FARTHER_MOST = 8 };
static const double SMALL_ERROR = 0.008;

/* ---- samples ---- */

/* The luck of a sample depends on what the seat knew, never on what it did not. */
static void seed_sample(const struct review_scales *scales, const struct view *v,
                        enum weigh_part part, uint32_t n, struct chance *c, uint64_t *luck)
{
    uint64_t word[4] = {scales->seed, game_hash(v->game, v->bytes), (uint64_t)v->seat,
                        (uint64_t)part << 32 | n};
    uint8_t seed[32];
    memcpy(seed, word, sizeof seed);
    chance_seed(c, seed);
    *luck = hash_bytes(word, sizeof word);
}

/* The share of the win after an answer in one imagined game; answer -1: none is given. */
static int32_t sample(const struct review_scales *scales, const struct view *v, int answer,
                      enum weigh_part part, uint32_t n)
{
    static const enum outlook_purpose purpose[] = {FOR_LOOK, FOR_VALUE, FOR_CALL};
    uint64_t state[MAX_STATE_BYTES / 8], luck;
    struct chance c = {0};
    seed_sample(scales, v, part, n, &c, &luck);
    memcpy(state, v->bytes, sizeof state);
    v->game->determinize(state, v->seat, &c);
    if (scales->outlook->guess)
        scales->outlook->guess(state, v->bytes, v->seat, &luck);
    if (answer >= 0)
        v->game->apply(state, v->seat, answer, &c, NULL);
    return scales->outlook->imagine(state, v->seat, purpose[part], &c, &luck);
}

/* ---- samples that are needed again ---- */

/* `value` has `room` samples for each answer of each part, one after the other. */
struct memo {
    uint32_t room;
    /* How many are known of each answer in each part; they are made in their order. */
    uint32_t known[FARTHER + 1][64];
    int32_t value[];
};

/* Room for FARTHER_MOST halves of each answer in each part, the most that `compare` asks for. */
void scales_remember(struct review_scales *scales, uint32_t samples)
{
    uint32_t room = samples * FARTHER_MOST;
    struct memo *memo =
        calloc(1, sizeof *memo + (FARTHER + 1) * 64 * (size_t)room * sizeof(int32_t));
    MUST(memo);
    memo->room = room;
    scales->memo = memo;
}

void scales_forget(struct review_scales *scales)
{
    free(scales->memo);
    scales->memo = NULL;
}

/* Samples are made in order, so those before `n` are made first; they will be needed anyway. */
static int32_t recall(const struct review_scales *scales, const struct view *v, int answer,
                      enum weigh_part part, uint32_t n)
{
    struct memo *memo = scales->memo;
    int32_t *value = &memo->value[((uint32_t)part * 64 + (uint32_t)answer) * memo->room];
    MUST(answer >= 0 && n < memo->room);
    while (memo->known[part][answer] <= n) {
        uint32_t next = memo->known[part][answer]++;
        value[next] = sample(scales, v, answer, part, next);
    }
    return value[n];
}

/* Samples from..to - 1 of an answer, into scales->value. That array has one part at a time: what an
 * earlier part put there is overwritten. */
static void sample_more(struct review_scales *scales, const struct review_point *p, int answer,
                        enum weigh_part part, uint32_t from, uint32_t to)
{
    int32_t *value = scales->value[answer < 0 ? 0 : answer];
    for (uint32_t n = from; n < to; n++)
        value[n] = scales->memo ? recall(scales, &p->view, answer, part, n)
                                : sample(scales, &p->view, answer, part, n);
}

/* ---- statistics ---- */

struct mean {
    double mean, error;
};

/* Sums of whole numbers, so that no order of adding matters. NULL: of a, not of a difference. */
static struct mean mean_of(const int32_t *a, const int32_t *less, uint32_t n)
{
    int64_t sum = 0, squares = 0;
    for (uint32_t i = 0; i < n; i++) {
        int64_t x = a[i] - (less ? less[i] : 0);
        sum += x;
        squares += x * x;
    }
    double mean = (double)sum / n, spread = (double)squares / n - mean * mean;
    double error = n > 1 && spread > 0 ? sqrt(spread / (n - 1)) : 0;
    return (struct mean){mean / SHARE_ONE, error / SHARE_ONE};
}

static int64_t sum_of(const int32_t *a, uint32_t n)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}

/* ---- the first half: which answer is best ---- */

/* The chosen answer wins ties, so nobody is blamed for an equal one. */
static int best_of(const struct review_scales *scales, uint64_t answers, uint32_t n, int chosen)
{
    int best = chosen;
    for (; answers; answers &= answers - 1)
        if (sum_of(scales->value[bit_lowest(answers)], n) > sum_of(scales->value[best], n))
            best = bit_lowest(answers);
    return best;
}

/* The better half of the answers, at least one, and the chosen one. */
static uint64_t better_half(const struct review_scales *scales, uint64_t answers, uint32_t n,
                            int chosen)
{
    uint64_t kept = (uint64_t)1 << chosen;
    int keep = bit_count(answers) / 2;
    for (answers &= ~kept; answers && keep > 0; keep--) {
        int best = best_of(scales, answers, n, bit_lowest(answers));
        kept |= (uint64_t)1 << best;
        answers &= ~((uint64_t)1 << best);
    }
    return kept;
}

/* Returns the best answer, or the chosen one if no other seems to be better by enough. `samples`
 * should be a multiple of 8: three doublings from an eighth on reach it exactly. */
static int narrow(struct review_scales *scales, const struct review_point *p, uint32_t samples)
{
    uint64_t answers = view_legal(&p->view);
    uint32_t from = 0;
    for (uint32_t to = samples < 8 ? 1 : samples / 8; from < samples; from = to, to = to * 2) {
        for (uint64_t rest = answers; rest; rest &= rest - 1)
            sample_more(scales, p, bit_lowest(rest), FIRST_HALF, from, to);
        if (to < samples)
            answers = better_half(scales, answers, to, p->chosen);
    }
    int best = best_of(scales, answers, samples, p->chosen);
    struct mean lead = mean_of(scales->value[best], scales->value[p->chosen], samples);
    return lead.mean > lead.error && lead.mean + lead.error > REVIEW_CALLED ? best : p->chosen;
}

/* ---- the second half ---- */

/* Whether there may be more samples, of which there are to be at most so many times a half. */
static int has_room(uint32_t n, uint32_t samples, uint32_t most)
{
    return n < most * samples && n + samples <= SCALES_ROOM;
}

/* What the position is worth with the chosen answer. Returns how many samples it took. At least one
 * half is made. More halves follow until the error is small, so quiet positions cost least. */
static uint32_t value_chosen(struct review_scales *scales, const struct review_point *p,
                             uint32_t samples, struct mean *mean)
{
    uint32_t n = 0;
    for (mean->error = 1; has_room(n, samples, SECOND_MOST) && mean->error > SMALL_ERROR;
         n += samples) {
        sample_more(scales, p, p->chosen, SECOND_HALF, n, n + samples);
        *mean = mean_of(scales->value[p->chosen < 0 ? 0 : p->chosen], NULL, n + samples);
    }
    return n;
}

/* How much better the answer of a good player is, by the samples of value_chosen. */
static struct mean compare_model(struct review_scales *scales, const struct review_point *p,
                                 uint32_t n)
{
    int model = scales->outlook->model(&p->view);
    if (model == p->chosen)
        return (struct mean){0, 0};
    sample_more(scales, p, model, SECOND_HALF, 0, n);
    return mean_of(scales->value[model], scales->value[p->chosen], n);
}

/* Whether more samples would not change what a loss is called. */
static int is_settled(struct mean loss)
{
    return loss.error <= SMALL_ERROR || loss.mean > 2 * REVIEW_CERTAIN * loss.error ||
           loss.mean + 2 * loss.error < REVIEW_CALLED;
}

/* How much better than the chosen answer another one is. */
static struct mean compare(struct review_scales *scales, struct review_point *p, int best,
                           uint32_t samples)
{
    struct mean loss = {0, 1};
    for (uint32_t n = 0; has_room(n, samples, FARTHER_MOST) && (n == 0 || !is_settled(loss));
         n += samples) {
        sample_more(scales, p, p->chosen, FARTHER, n, n + samples);
        sample_more(scales, p, best, FARTHER, n, n + samples);
        loss = mean_of(scales->value[best], scales->value[p->chosen], n + samples);
        p->samples = n + samples;
    }
    return loss;
}

/* A loss that is certain and large enough is called; otherwise what the model says counts. */
static struct mean weigh_loss(struct review_scales *scales, struct review_point *p,
                              uint32_t samples, uint32_t n)
{
    struct mean small = compare_model(scales, p, n);
    int best = narrow(scales, p, samples);
    if (best == p->chosen)
        return small;
    struct mean loss = compare(scales, p, best, samples);
    if (loss.mean < REVIEW_CALLED || loss.mean < REVIEW_CERTAIN * loss.error)
        return small;
    p->best = best;
    return loss;
}

/* For a look (chosen -1) only `after` is found, and `before` is the same. The sums of seats add up
 * because `before` is always `after` + `loss`, whatever was sampled. */
void point_weigh(struct review_scales *scales, struct review_point *p, uint32_t samples)
{
    struct mean after = {0, 0}, loss = {0, 0};
    uint32_t n = value_chosen(scales, p, samples, &after);
    p->best = p->chosen;
    if (p->chosen >= 0)
        loss = weigh_loss(scales, p, samples, n);
    p->loss = loss.mean, p->error = loss.error;
    p->after = after.mean, p->after_error = after.error;
    p->before = p->after + p->loss;
    p->before_error = sqrt(p->after_error * p->after_error + p->error * p->error);
}
