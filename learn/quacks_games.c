/* The games that quacks_value learns from, and its matches. Games are played on several threads;
 * each has a seed of its own. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "bots/odds/quacks_brewer.h"
#include "bots/policy.h"
#include "learn/quacks_value.h"

/* ---- one game ---- */

/* One game, used by one thread. `luck` is for players and set-up, `chance` the game's own, `quick`
 * that of rules of thumb. */
struct learn_table {
    const struct learn_settings *set;
    struct quacks_state s;
    struct chance chance, luck;
    uint64_t quick;
    /* By seat: NULL for rules of thumb; the percentage of random purchases. */
    const struct worth_rows *rows[QUACKS_SEATS];
    uint32_t noise[QUACKS_SEATS];
};

/* A seed from two numbers, all bits mixed (splitmix64). */
static uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t x = a * 0x9e3779b97f4a7c15u + b + 0x632be59bd9b4e019u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint32_t below(struct chance *luck, uint32_t n)
{
    return chance_below(luck, CHANCE_PICK, n);
}

/* All players, books, mixes and sides of the pot, unless the settings say which. The state is ready
 * for begin(). */
static void set_table(struct quacks_state *s, const struct learn_settings *set, struct chance *luck)
{
    quacks_init(s, set->players > 0 ? (int)set->players : 2 + (int)below(luck, 3));
    uint32_t books = 1 + below(luck, 4), mixes = below(luck, 100) < 60;
    if (set->set >= 0)
        books = (uint32_t)set->set, mixes = books == 0;
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = (uint8_t)(mixes ? 1 + below(luck, 4) : books);
    s->tubes = set->tubes >= 0 ? set->tubes > 0 : below(luck, 4) == 0;
    s->no_fortune = set->fortune >= 0 ? set->fortune == 0 : below(luck, 8) == 0;
}

/* Only what the bag and the rubies are spent on is varied: random potions would teach nothing. */
static int is_varied(int question)
{
    return question == QQ_BUY || question == QQ_RUBIES || question == QQ_FORTUNE ||
           question == QQ_PURPLE || question == QQ_STEP || question == QQ_PAY;
}

/* Something is bought if anything can be. */
static int random_answer(int question, uint64_t answers, struct chance *luck)
{
    uint64_t done = (uint64_t)1 << BUY_DONE;
    if (question == QQ_BUY && answers != done)
        answers &= ~done;
    return bit_nth(answers, (int)below(luck, (uint32_t)bit_count(answers)));
}

/* A random answer now and then (`noise`), else rules of thumb or a brewer, who sees the view
 * alone. */
static int choose(struct learn_table *t, int seat, uint64_t answers)
{
    int question = t->s.player[seat].question;
    struct view v;
    if (!(answers & (answers - 1)))
        return bit_lowest(answers);
    if (t->noise[seat] && is_varied(question) && below(&t->luck, 100) < t->noise[seat])
        return random_answer(question, answers, &t->luck);
    if (!t->rows[seat])
        return quacks_greedy_pick(&t->s, seat, answers, &t->quick);
    view_take(&v, &quacks_game, &t->s, seat);
    return brewer_choose(&v, t->rows[seat], (int)t->set->draws);
}

/* After the turn that has just ended, before anybody acts in the next one. */
static void keep_turn(const struct quacks_state *s, struct learn_game *g)
{
    for (int seat = 0; seat < s->players; seat++) {
        struct learn_seat *k = &g->at[g->turns][seat];
        struct value_holding h;
        holding_of(s, seat, &h);
        memcpy(k->chip, h.chip, CHIP_COUNT);
        k->rubies = (uint8_t)h.rubies, k->droplet = (uint8_t)h.droplet, k->tube = (uint8_t)h.tube;
        k->flask = (uint8_t)h.flask, k->points = (int16_t)h.points;
        k->rival[0] = (uint8_t)h.rival[0], k->rival[1] = (uint8_t)h.rival[1];
    }
    g->turns++;
}

/* What does not change, and the final points. */
static void keep_end(const struct quacks_state *s, struct learn_game *g)
{
    g->players = s->players, g->tubes = s->tubes;
    memcpy(g->book, s->book, sizeof g->book);
    for (int seat = 0; seat < s->players; seat++)
        g->final[seat] = (int16_t)s->player[seat].points;
}

/* To the end. `g` NULL: nothing is kept. */
static void play(struct learn_table *t, struct learn_game *g)
{
    uint32_t active;
    quacks_begin(&t->s, &t->chance, NULL);
    while ((active = quacks_active(&t->s)) != 0) {
        int seat = bit_lowest(active);
        /* The first question of a new turn: the turn before is scored by then. */
        if (g && t->s.turn > g->turns + 1)
            keep_turn(&t->s, g);
        int answer = choose(t, seat, quacks_legal(&t->s, seat));
        quacks_apply(&t->s, seat, answer, &t->chance, NULL);
    }
    if (g)
        keep_end(&t->s, g);
}

/* ---- many games ---- */

/* What threads share: the lock guards `next` and `told`; all else is read, or written at one's own
 * `i`. */
struct learn_crew {
    const struct learn_settings *set;
    const struct worth_rows *rows;
    int sweep;
    struct learn_game *games;
    struct learn_dealt *dealt;
    void (*work)(const struct learn_crew *crew, int64_t i);
    pthread_mutex_t lock;
    int64_t next, n;
    time_t began, told;
};

/* The next number, or -1. Says every 5 seconds how far it is. */
static int64_t next_one(struct learn_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    int64_t i = crew->next < crew->n ? crew->next++ : -1;
    time_t now = time(NULL);
    if (i >= 0 && now - crew->told >= 5) {
        crew->told = now;
        fprintf(stderr, "  %lld of %lld games, %ld s\n", (long long)i, (long long)crew->n,
                (long)(now - crew->began));
    }
    pthread_mutex_unlock(&crew->lock);
    return i;
}

static void *crew_thread(void *arg)
{
    struct learn_crew *crew = arg;
    for (int64_t i; (i = next_one(crew)) >= 0;)
        crew->work(crew, i);
    return NULL;
}

/* A setting that asks for more gets these. */
enum { THREADS_MAX = 64 };

/* Returns when all are done. The order in which games are played depends on the threads, the games
 * do not. */
static void crew_run(struct learn_crew *crew)
{
    pthread_t thread[THREADS_MAX] = {0};
    int n = crew->set->threads < 1 ? 1 : int_min((int)crew->set->threads, THREADS_MAX);
    pthread_mutex_init(&crew->lock, NULL);
    crew->began = crew->told = time(NULL);
    for (int i = 0; i < n; i++)
        MUST(pthread_create(&thread[i], NULL, crew_thread, crew) == 0);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&crew->lock);
}

/* ---- games to learn from ---- */

/* Some seats always buy what they think best, others hardly ever. Sweep 0 has a stream of its own,
 * apart from those of later sweeps. */
static void play_to_learn(const struct learn_crew *crew, int64_t i)
{
    static const uint32_t parts[4] = {0, 30, 100, 200};
    struct learn_table t = {.set = crew->set};
    uint64_t stream = crew->sweep ? (uint64_t)crew->sweep - 1 : 1000;
    uint64_t seed = mixed(mixed((uint64_t)crew->set->seed, stream), (uint64_t)i);
    memset(&crew->games[i], 0, sizeof crew->games[i]);
    chance_seed_number(&t.chance, seed);
    chance_seed_number(&t.luck, mixed(seed, 7));
    /* Three streams from one seed: 7 and 9 only keep them apart. */
    t.quick = mixed(seed, 9);
    set_table(&t.s, crew->set, &t.luck);
    for (int seat = 0; seat < QUACKS_SEATS; seat++) {
        t.rows[seat] = crew->rows;
        t.noise[seat] = (uint32_t)(crew->set->noise * parts[below(&t.luck, 4)] / 100);
    }
    play(&t, &crew->games[i]);
}

void games_play(const struct learn_settings *set, const struct worth_rows *rows, int sweep,
                struct learn_game *games, int64_t n)
{
    struct learn_crew crew = {.set = set, .rows = rows, .sweep = sweep, .games = games, .n = n};
    crew.work = play_to_learn;
    crew_run(&crew);
}

/* ---- matches ---- */

/* The mean over seatings, so both figures are per deal. */
static void add_result(const struct quacks_state *s, int seat, struct learn_dealt *d)
{
    int won = s->winners >> seat & 1;
    d->share += won ? 1.0 / bit_count(s->winners) / s->players : 0;
    for (int other = 0; other < s->players; other++) {
        double lead = s->player[seat].points - s->player[other].points;
        d->lead += lead / (s->players - 1) / s->players;
    }
}

/* The same deal in every seating: only who sits where differs, so its luck cancels out. Players
 * draw from the same luck, too. */
static void play_deal(const struct learn_crew *crew, int64_t i)
{
    uint64_t seed = mixed((uint64_t)crew->set->seed + 1000000007u, (uint64_t)i);
    struct quacks_state first;
    struct chance luck;
    chance_seed_number(&luck, mixed(seed, 3));
    set_table(&first, crew->set, &luck);
    crew->dealt[i] = (struct learn_dealt){0};
    for (int seat = 0; seat < first.players; seat++) {
        struct learn_table t = {.set = crew->set, .s = first};
        chance_seed_number(&t.chance, seed);
        chance_seed_number(&t.luck, mixed(seed, 5));
        for (int other = 0; other < first.players; other++)
            t.rows[other] = &crew->rows[other == seat];
        play(&t, NULL);
        add_result(&t.s, seat, &crew->dealt[i]);
    }
}

/* rows[1] is the seat that differs, rows[0] all others. */
void games_match(const struct learn_settings *set, const struct worth_rows rows[2],
                 struct learn_dealt *dealt, int64_t n)
{
    struct learn_crew crew = {.set = set, .rows = rows, .dealt = dealt, .work = play_deal, .n = n};
    crew_run(&crew);
}
