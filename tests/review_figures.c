/* How good reviews are, in figures.
 *
 *   review_figures planted GAME PLAYERS SEED GAMES   planted blunders found, and other calls
 *   review_figures steady GAME PLAYERS SEED GAMES    what another seed changes
 *   review_figures browser GAME PLAYERS SEED GAMES   what the fewer samples of a browser change
 *   review_figures longer GAME PLAYERS SEED GAMES    how far 64 times the samples agree
 *   review_figures ladder GAME PLAYERS SEED GAMES    what bots of different strength lose
 *
 * The truth about two answers is what comes of them when the net plays both on for all seats to the
 * end of the game, many times on the same luck. */
#include <math.h>

#include "advice/odds.h"
#include "bots/advice.h"
#include "review/inside.h"
#include "tests/review_rig.h"

/* ---- the truth ---- */

struct truth {
    double loss, error;
};

static double play_out(const struct view *v, const struct bot *bot, int answer, uint64_t n)
{
    uint64_t state[MAX_STATE_BYTES / 8];
    struct chance c = {0}, pick = {0};
    uint32_t active;
    chance_seed_number(&c, game_hash(v->game, v->bytes) + n);
    chance_seed_number(&pick, n);
    memcpy(state, v->bytes, sizeof state);
    v->game->determinize(state, v->seat, &c);
    v->game->apply(state, v->seat, answer, &c, NULL);
    while ((active = v->game->active(state)) != 0) {
        int seat = bit_lowest(active);
        uint64_t answers = v->game->legal(state, seat);
        struct view own;
        answer = bit_lowest(answers);
        if (answers & (answers - 1)) {
            view_take(&own, v->game, state, seat);
            answer = bot->choose(&own, &bot->usual, &pick, NULL);
        }
        v->game->apply(state, seat, answer, &c, NULL);
    }
    return outlook_result(v->game, state, v->seat) / (double)SHARE_ONE;
}

/* How much `chosen` loses against `better`, by the games from number `from` on. */
static struct truth truth_of(const struct view *v, const struct bot *bot, int better, int chosen,
                             uint64_t from, uint64_t n)
{
    double sum = 0, squares = 0;
    for (uint64_t i = from; i < from + n; i++) {
        double loss = play_out(v, bot, better, i) - play_out(v, bot, chosen, i);
        sum += loss;
        squares += loss * loss;
    }
    double mean = sum / (double)n;
    return (struct truth){mean, sqrt((squares / (double)n - mean * mean) / (double)n)};
}

/* ---- planted blunders ---- */

/* A blunder costs at least this much, by the truth. */
static const double BLUNDER = 0.05;
/* One decision in so many is tried, and a game gets so many blunders at most. */
enum { TRIED = 4, PLANTS = 5 };

struct plant {
    uint32_t move;
    int answer, better;
    struct truth truth;
};

static struct plant plants[PLANTS];
static int plants_n;
static uint64_t dice;

static uint32_t roll(uint32_t sides)
{
    dice = hash_bytes(&dice, sizeof dice);
    return (uint32_t)(dice >> 32) % sides;
}

static int decides(const struct view *v)
{
    const struct game_odds *odds = odds_of(v->game);
    uint64_t answers = view_legal(v);
    return answers & (answers - 1) && !(odds->alike && odds->alike(v));
}

/* Any answer but that one, or the one which the bot likes least. */
static int other_answer(const struct view *v, int answer, const struct advice *say)
{
    uint64_t others = view_legal(v) & ~((uint64_t)1 << answer);
    int worst = 0;
    for (int i = 1; i < say->weighed_n; i++)
        worst = say->weighed[i].value < say->weighed[worst].value ? i : worst;
    if (say->weighed_n && say->weighed[worst].answer != answer && roll(2))
        return say->weighed[worst].answer;
    for (uint32_t skip = roll((uint32_t)bit_count(others)); skip; skip--)
        others &= others - 1;
    return bit_lowest(others);
}

/* First by a few games, then by many; every time by new ones. */
static int is_blunder(const struct view *v, const struct bot *bot, struct plant *plant)
{
    static const uint64_t games[] = {48, 256, 2048};
    struct truth *t = &plant->truth;
    uint64_t from = 0;
    for (int i = 0; i < 3 && (i < 2 || t->loss < BLUNDER + 3 * t->error); from += games[i++]) {
        *t = truth_of(v, bot, plant->better, plant->answer, from, games[i]);
        if (t->loss < BLUNDER)
            return 0;
    }
    return 1;
}

static int plant(struct played *p, const struct view *v, int answer)
{
    struct advice say = {0};
    struct chance luck = {0};
    if (!decides(v) || plants_n == PLANTS || roll(TRIED))
        return answer;
    const struct bot *bot = p->bot[v->seat];
    bot->choose(v, &bot->usual, &luck, &say);
    struct plant plant = {
        .move = p->moves, .answer = other_answer(v, answer, &say), .better = answer};
    if (!is_blunder(v, bot, &plant))
        return answer;
    plants[plants_n++] = plant;
    return plant.answer;
}

/* What became of planted answers, by their size, and of all the others. */
struct figures {
    uint32_t planted[3], found[3];
    /* Sums over planted answers: what the truth says, and what they were called for. */
    double lost, said;
    /* Other decisions, those that were called, and the same sums over them. */
    uint32_t others, called;
    double others_lost, others_said, squares;
};

static int size_of(double loss)
{
    return loss < 0.08 ? 0 : loss < 0.16 ? 1 : 2;
}

static const struct plant *planted_in(const struct review *r, const struct review_part *part)
{
    for (int i = 0; i < plants_n; i++)
        for (uint32_t k = 0; k < part->steps; k++)
            if (r->step[part->first + k].move == plants[i].move)
                return &plants[i];
    return NULL;
}

static void count_planted(struct figures *f, const struct review *r, const struct review_part *part,
                          const struct plant *plant)
{
    int called = part->mark != MARK_FINE;
    f->planted[size_of(plant->truth.loss)]++;
    f->found[size_of(plant->truth.loss)] += (uint32_t)called;
    f->lost += plant->truth.loss;
    f->said += part->called;
    for (uint32_t k = 0; k < part->steps; k++) {
        const struct review_step *s = &r->step[part->first + k];
        char good[MAX_NAME], bad[MAX_NAME];
        if (s->move == plant->move)
            printf("  action %u, %s: loses %.1f (+-%.1f) %%, %s: %.1f (+-%.1f) %%; %s for %s\n",
                   (unsigned)s->move + 1, s->view.game->question_kind(s->question),
                   100 * plant->truth.loss, 100 * plant->truth.error, called ? "found" : "missed",
                   100 * s->loss, 100 * s->error,
                   s->view.game->action_name(s->view.bytes, s->seat, plant->answer, bad),
                   s->view.game->action_name(s->view.bytes, s->seat, plant->better, good));
    }
}

/* A few games for each: only the mean over many calls counts. */
static void count_called(struct figures *f, const struct played *p, const struct review *r,
                         const struct review_part *part)
{
    const struct review_step *s = review_worst(r, part);
    struct truth truth = truth_of(&s->view, p->bot[s->seat], s->best, s->chosen, 0, 128);
    f->called++;
    f->others_said += s->loss;
    f->others_lost += truth.loss;
    f->squares += truth.error * truth.error;
}

static void count_all(struct figures *f, const struct played *p, const struct review *r)
{
    for (uint32_t i = 0; i < r->parts; i++) {
        const struct review_part *part = &r->part[i];
        const struct plant *plant = planted_in(r, part);
        if (plant) {
            count_planted(f, r, part, plant);
            continue;
        }
        f->others++;
        if (part->mark != MARK_FINE)
            count_called(f, p, r, part);
    }
}

static void print_figures(const struct figures *f)
{
    static const char *const sizes[] = {"5 to 8 %", "8 to 16 %", "16 % and more"};
    uint32_t all = f->planted[0] + f->planted[1] + f->planted[2];
    double n = all ? all : 1, calls = f->called ? f->called : 1;
    for (int i = 0; i < 3; i++)
        printf("planted, %s: %u of %u found\n", sizes[i], (unsigned)f->found[i],
               (unsigned)f->planted[i]);
    printf("planted ones lose %.1f %% in the mean and are called for %.1f %%\n", 100 * f->lost / n,
           100 * f->said / n);
    printf("others: %u of %u called, for %.1f %% in the mean; they lose %.1f (+-%.1f) %%\n",
           (unsigned)f->called, (unsigned)f->others, 100 * f->others_said / calls,
           100 * f->others_lost / calls, 100 * sqrt(f->squares) / calls);
}

static void planted(const char *game, int players, uint64_t seed, uint64_t games)
{
    struct figures f = {0};
    for (uint64_t i = seed; i < seed + games; i++) {
        struct played *p =
            played_between(game, players, (const char *const[]){"net", NULL}, i, GAME_MOVES);
        struct review r;
        plants_n = 0;
        dice = i;
        p->plant = plant;
        played_all(p);
        played_review(p, &r, REVIEW_ALL, 0, 1);
        printf("game %u:\n", (unsigned)i);
        count_all(&f, p, &r);
        fflush(stdout);
        review_free(&r);
        played_free(p);
    }
    print_figures(&f);
}

/* ---- other seeds ---- */

/* A game between weaker and stronger players, so that there is something to call. */
static struct played *mixed_game(const char *game, int players, uint64_t seed)
{
    static const char *const bots[] = {"greedy", "net", "random", "net", "greedy", "net", NULL};
    struct played *p = played_between(game, players, bots, seed, GAME_MOVES);
    played_all(p);
    return p;
}

static void review_as(const struct played *p, struct review *r, uint64_t seed, uint32_t samples)
{
    struct review_ask ask = {.seat = REVIEW_ALL, .seed = seed, .samples = samples, .threads = 1};
    struct record_wrong wrong = {0};
    assert_int_equal(review_make(r, &p->record, &ask, &wrong), 0);
}

/* What two reviews of the same games have in common. */
struct common {
    uint32_t parts, changed, one, both, strokes;
    /* Of seats: how many there are, how many whose skill differs by more than its error, and the
     * sum of the differences. */
    uint32_t seats, apart;
    double skill;
};

static void common_add(struct common *c, const struct review *a, const struct review *b)
{
    for (uint32_t k = 0; k < a->parts; k++) {
        enum review_mark x = a->part[k].mark, y = b->part[k].mark;
        c->parts++;
        c->one += x != MARK_FINE || y != MARK_FINE;
        c->both += x != MARK_FINE && y != MARK_FINE;
        c->changed += x != y;
        c->strokes += a->part[k].chance != b->part[k].chance;
    }
    for (int seat = 0; seat < a->players; seat++) {
        const struct review_seat *x = &a->seat[seat], *y = &b->seat[seat];
        double differ = fabs(x->skill - y->skill);
        c->seats++;
        c->apart += differ > 2 * hypot(x->error, y->error);
        c->skill += differ;
    }
}

/* The usual review of games against one with another seed or number of samples. */
static void compare_reviews(const char *game, int players, uint64_t from, uint64_t games,
                            uint64_t seed, uint32_t samples)
{
    struct common c = {0};
    for (uint64_t i = from; i < from + games; i++) {
        struct played *p = mixed_game(game, players, i);
        struct review a, b;
        review_as(p, &a, 1, 0);
        review_as(p, &b, seed, samples);
        common_add(&c, &a, &b);
        review_free(&a);
        review_free(&b);
        played_free(p);
    }
    printf("%s, %d players: %u of %u categories change; %u are called by one of both, %u by both; "
           "luck is named otherwise for %u; skill differs by %.1f %% in the mean, by more than two "
           "errors for %u of %u seats\n",
           game, players, (unsigned)c.changed, (unsigned)c.parts, (unsigned)c.one, (unsigned)c.both,
           (unsigned)c.strokes, 100 * c.skill / c.seats, (unsigned)c.apart, (unsigned)c.seats);
}

static void steady(const char *game, int players, uint64_t seed, uint64_t games)
{
    compare_reviews(game, players, seed, games, 2, 0);
}

/* As in web/src/review/crew.ts. */
static void browser(const char *game, int players, uint64_t seed, uint64_t games)
{
    compare_reviews(game, players, seed, games, 1, strcmp(game, "arcane") == 0 ? 32 : 64);
}

/* ---- longer thinking ---- */

/* One decision in so many is compared, and all that are called, with so many times the samples. */
enum { COMPARED = 8, LONGER = 64 };

struct agreement {
    uint32_t all, same;
    /* Sums of what the losses differ by. */
    double error;
};

static void agree(struct agreement *a, const struct review_step *s, const struct review_point *p)
{
    a->all++;
    a->same += p->best == s->best;
    a->error += fabs(p->loss - s->loss);
}

static void weigh_longer(struct review_scales *scales, const struct review_step *s,
                         struct review_point *p)
{
    *p = (struct review_point){
        .view = s->view, .question = s->question, .chosen = s->chosen, .move = s->move};
    scales->outlook = outlook_of(s->view.game);
    scales->seed = 77;
    point_weigh(scales, p, LONGER * scales->outlook->samples);
}

static void print_agreement(const char *what, const struct agreement *a)
{
    double n = a->all ? a->all : 1;
    printf("%s: the same best answer in %u of %u, losses differ by %.2f %%", what,
           (unsigned)a->same, (unsigned)a->all, 100 * a->error / n);
}

/* The decisions of some games, and what became of them. */
struct looked {
    struct review_scales *scales;
    struct agreement some, called;
    /* Called ones that are called again. */
    uint32_t upheld;
};

static void look_again(struct looked *l, const struct review_step *s, int is_one)
{
    int is_called = s->best != s->chosen;
    struct review_point p;
    if (!is_called && !is_one)
        return;
    weigh_longer(l->scales, s, &p);
    if (is_one)
        agree(&l->some, s, &p);
    if (is_called)
        agree(&l->called, s, &p);
    l->upheld += is_called && p.best != p.chosen;
}

static void longer(const char *game, int players, uint64_t seed, uint64_t games)
{
    struct looked l = {.scales = calloc(1, sizeof *l.scales)};
    assert_non_null(l.scales);
    for (uint64_t i = seed; i < seed + games; i++) {
        struct played *p = mixed_game(game, players, i);
        struct review r;
        review_as(p, &r, 1, 0);
        for (uint32_t k = 0; k < r.steps; k++)
            look_again(&l, &r.step[k], k % COMPARED == i % COMPARED);
        review_free(&r);
        played_free(p);
    }
    free(l.scales);
    printf("%s, %d players: ", game, players);
    print_agreement("decisions", &l.some);
    print_agreement("; called ones", &l.called);
    printf(", %u are called again\n", (unsigned)l.upheld);
}

/* ---- the ladder ---- */

static void ladder_of(const char *game, int players, const char *bot, uint64_t seed, uint64_t games)
{
    double skill = 0, error = 0;
    uint32_t called = 0, decisions = 0;
    for (uint64_t i = seed; i < seed + games; i++) {
        struct played *p =
            played_between(game, players, (const char *const[]){bot, "net", NULL}, i, GAME_MOVES);
        struct review r;
        played_all(p);
        played_review(p, &r, 0, 0, 1);
        skill += r.seat[0].skill;
        error += r.seat[0].error * r.seat[0].error;
        called += r.seat[0].parts - r.seat[0].marks[MARK_FINE];
        decisions += r.seat[0].parts;
        review_free(&r);
        played_free(p);
    }
    printf("%s, %d players: %s has skill %.1f (+-%.1f) %% a game, %u of %u decisions called\n",
           game, players, bot, 100 * skill / (double)games, 100 * sqrt(error) / (double)games,
           (unsigned)called, (unsigned)decisions);
    fflush(stdout);
}

static void ladder(const char *game, int players, uint64_t seed, uint64_t games)
{
    static const char *const bots[] = {"random", "greedy", "brewer", "net"};
    for (int i = 0; i < 4; i++)
        if (bot_by_name(bots[i], game_json_by_name(game)->game))
            ladder_of(game, players, bots[i], seed, games);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(const char *game, int players, uint64_t seed, uint64_t games);
    } verbs[] = {{"planted", planted},
                 {"steady", steady},
                 {"browser", browser},
                 {"longer", longer},
                 {"ladder", ladder}};
    for (size_t i = 0; argc == 6 && i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(argv[1], verbs[i].name) == 0) {
            verbs[i].run(argv[2], atoi(argv[3]), strtoull(argv[4], NULL, 10),
                         strtoull(argv[5], NULL, 10));
            return 0;
        }
    fputs("review_figures planted|steady|browser|longer|ladder GAME PLAYERS SEED GAMES\n", stderr);
    return 2;
}
