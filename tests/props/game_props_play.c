/* Plays one game of the suite with random answers, checks the cheap promises after every action,
 * and chooses the experiments. */
#include <stdarg.h>

#include "tests/props/game_props.h"

/* Besides the subject's samples, the first question of a kind in a game is experimented with once
 * in FIRST_RATE times. Otherwise rare questions would hardly ever be sampled. */
enum { FIRST_RATE = 6, TIDY_RATE = 4, SENTENCE_RATE = 24 };
enum { OBSERVE_RATE = 16 };
enum { DEEP_ANSWERS = 4000, END_RATE = 4, LEDGER_RATE = 4, REPLAY_RATE = 16, DEEP_RATE = 256 };

void props_fail(struct props_run *r, const char *property, const char *format, ...)
{
    va_list args;
    /* Only the first broken promise is reported. */
    if (r->property)
        return;
    r->property = property;
    va_start(args, format);
    vsnprintf(r->failure, sizeof r->failure, format, args);
    va_end(args);
}

int props_same(struct props_run *r, const char *property, int a, int b)
{
    const uint8_t *x = r->slot[a], *y = r->slot[b];
    if (!memcmp(x, y, r->game->state_bytes))
        return 1;
    uint32_t at = 0;
    while (x[at] == y[at])
        at++;
    props_fail(r, property, "byte %u of the state is %u in one and %u in the other", (unsigned)at,
               (unsigned)x[at], (unsigned)y[at]);
    return 0;
}

void props_seed(struct chance *c, uint64_t seed, uint64_t number, uint8_t purpose)
{
    uint8_t bytes[32] = {0};
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(seed >> (8 * i));
        bytes[8 + i] = (uint8_t)(number >> (8 * i));
    }
    bytes[31] = purpose;
    chance_seed(c, bytes);
}

/* ---- a worker's memory ---- */

static void guard_set(struct props_run *r)
{
    for (int i = 0; i < PROPS_SLOTS; i++)
        memset((uint8_t *)r->slot[i] + r->game->state_bytes, PROPS_GUARD_BYTE, PROPS_GUARD);
}

static void guard_check(struct props_run *r)
{
    for (int i = 0; i < PROPS_SLOTS; i++) {
        const uint8_t *guard = (const uint8_t *)r->slot[i] + r->game->state_bytes;
        for (int k = 0; k < PROPS_GUARD; k++)
            if (guard[k] != PROPS_GUARD_BYTE)
                props_fail(r, "bounds", "bytes behind a state were written");
    }
}

static void *must_have(void *memory)
{
    if (!memory) {
        fputs("game_props: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

struct props_run *props_open(void)
{
    struct props_run *r = must_have(calloc(1, sizeof *r));
    for (int i = 0; i < PROPS_SLOTS; i++)
        r->slot[i] = must_have(calloc(1, MAX_STATE_BYTES + PROPS_GUARD));
    r->ledger = must_have(calloc(1, PROPS_LEDGER));
    r->sink = (struct events){r->event[0], 0, 2 * MAX_EVENTS};
    r->other_sink = (struct events){r->event[1], 0, 2 * MAX_EVENTS};
    return r;
}

void props_close(struct props_run *r)
{
    for (int i = 0; i < PROPS_SLOTS; i++)
        free(r->slot[i]);
    free(r->ledger);
    free(r->record.answer);
    free(r->record.hash);
    free(r->record.outcome);
    free(r->record.outcome_end);
    free(r);
}

/* ---- which game is number k ---- */

/* Mixes take turns by weight; after a cycle of mixes the number of players changes. */
void props_schedule(const struct props_subject *s, uint64_t k, int *players, int *mix)
{
    uint64_t cycle = 0;
    for (int i = 0; i < s->mix_count; i++)
        cycle += (uint64_t)s->mixes[i].weight;
    uint64_t counts = (uint64_t)(s->game->max_players - s->game->min_players + 1);
    int place = (int)(k % cycle);
    *players = s->game->min_players + (int)(k / cycle % counts);
    *mix = 0;
    while (place >= s->mixes[*mix].weight)
        place -= s->mixes[(*mix)++].weight;
}

/* Some games prefer low answers (draw from the deck, play) and some high ones (discard, use), so
 * that rounds end in every possible way. */
int props_pick(struct props_run *r, struct chance *c, uint64_t legal)
{
    uint32_t n = (uint32_t)bit_count(legal);
    uint32_t k = chance_below(c, CHANCE_PICK, n);
    if (r->lean && n > 1) {
        uint32_t j = chance_below(c, CHANCE_PICK, n);
        k = (j < k) == (r->lean == 1) ? j : k;
    }
    return bit_nth(legal, k);
}

/* ---- after every action ---- */

static void promise_active(struct props_run *r)
{
    const struct game *g = r->game;
    const void *s = r->slot[NOW];
    uint32_t active = g->active(s), winners = g->winners(s), all = (1u << r->players) - 1;
    if ((active | winners) & ~all)
        props_fail(r, "active", "a seat that does not exist is active or wins");
    if ((active == 0) != (winners != 0))
        props_fail(r, "active", "active seats %#x, winners %#x", (unsigned)active,
                   (unsigned)winners);
    for (int seat = 0; seat < r->players; seat++)
        if ((g->legal(s, seat) != 0) != (active >> seat & 1))
            props_fail(r, "active", "legal answers of seat %d do not agree with the active seats",
                       seat);
}

static void promise_state(struct props_run *r)
{
    const void *s = r->slot[NOW];
    promise_active(r);
    const char *wrong = r->game->check(s);
    if (wrong)
        props_fail(r, "check", "%s", wrong);
    if ((wrong = r->subject->ranges(s)))
        props_fail(r, "ranges", "%s", wrong);
    int tidy = r->is_deep || r->has_ledger || r->record.answers % TIDY_RATE == 0;
    if (tidy && r->subject->tidy && (wrong = r->subject->tidy(s)))
        props_fail(r, "tidy", "%s", wrong);
    if (r->record.answers > r->bound || r->record.answers > r->game->most_actions(s))
        props_fail(r, "bound", "not over after %u answers", (unsigned)r->record.answers);
}

static void follow_ledger(struct props_run *r, int seat, const char *action)
{
    const struct props_ledger *ledger = r->subject->ledger;
    const char *wrong = ledger->follow(r->ledger, seat, action, &r->sink);
    if (!wrong)
        wrong = ledger->compare(r->ledger, r->slot[NOW]);
    if (wrong)
        props_fail(r, "ledger", "%s", wrong);
}

static void most(uint64_t *so_far, uint64_t n)
{
    if (n > *so_far)
        *so_far = n;
}

static void after_action(struct props_run *r, int seat, const char *action)
{
    if (r->sink.n > MAX_EVENTS || r->luck.log_n > MAX_OUTCOMES)
        props_fail(r, "sizes", "%u events, %u outcomes", (unsigned)r->sink.n,
                   (unsigned)r->luck.log_n);
    most(&r->counts->most_events, r->sink.n);
    most(&r->counts->most_outcomes, r->luck.log_n);
    for (uint32_t i = 0; i < r->sink.n; i++)
        r->counts->event[r->sink.at[i].kind]++;
    if (r->is_recorded)
        props_record_outcomes(r);
    if (r->has_ledger && !r->property)
        follow_ledger(r, seat, action);
    if (r->is_deep || props_dice(r, SENTENCE_RATE) == 0)
        props_sentences(r);
}

static void act(struct props_run *r, int seat, int answer)
{
    char name[MAX_NAME] = "";
    if (r->has_ledger)
        r->game->action_name(r->slot[NOW], seat, answer, name);
    props_record_step(r, seat, answer);
    r->luck.log_n = r->sink.n = 0;
    r->game->apply(r->slot[NOW], seat, answer, &r->luck, &r->sink);
    after_action(r, seat, name);
}

/* ---- sampling ---- */

static int is_sampled(struct props_run *r, int seat)
{
    uint64_t bit = (uint64_t)1 << r->game->question(r->slot[NOW], seat);
    int first = !(r->asked & bit);
    r->asked |= bit;
    return r->is_deep || !props_dice(r, (uint32_t)r->subject->sample_rate) ||
           (first && !props_dice(r, FIRST_RATE));
}

/* Examines every viewer in a deep game, else the seat that is asked or a random viewer. */
static void experiment_with_views(struct props_run *r, int seat, int answer)
{
    for (int viewer = SPECTATOR; r->is_deep && viewer < r->players; viewer++)
        props_secrets(r, seat, answer, viewer);
    if (r->is_deep)
        return;
    int asked = seat >= 0 && props_dice(r, 4) == 0;
    int viewer = asked ? seat : (int)props_dice(r, (uint32_t)r->players + 1) - 1;
    props_secrets(r, seat, answer, viewer);
}

static void experiment(struct props_run *r, int seat, int answer)
{
    props_names(r, seat);
    props_refusals(r, seat);
    props_repeat(r, seat, answer);
    props_orders(r);
    experiment_with_views(r, seat, answer);
    if (!r->property)
        props_learned(r, seat, answer);
    guard_check(r);
}

/* Not after every action, so that many different games are seen. */
static void observe_all(struct props_run *r)
{
    if (props_dice(r, OBSERVE_RATE))
        return;
    for (int viewer = 0; viewer < r->players; viewer++) {
        props_scramble(r, viewer);
        props_observe(r, viewer);
    }
}

/* ---- a game ---- */

static void open_game(struct props_run *r)
{
    const struct game *g = r->game;
    /* Init must not depend on the old content. */
    memset(r->slot[NOW], 0x5a, g->state_bytes);
    g->init(r->slot[NOW], r->players);
    game_as_of(g, r->slot[NOW], props_rules(r->number));
    r->subject->mix(r->slot[NOW], r->mix, r->players, &r->luck);
    props_copy(r, START, NOW);
    r->bound = r->subject->bound(r->slot[NOW]);
    /* -2 to 0 mean no preference. */
    r->lean = (int)chance_below(&r->luck, CHANCE_PICK, 5) - 2;
    if (r->lean < 0)
        r->lean = 0;
    MUST(!r->has_ledger || r->subject->ledger->bytes <= PROPS_LEDGER);
    if (r->has_ledger)
        r->subject->ledger->open(r->ledger, r->slot[NOW]);
    r->luck.log = r->log;
    r->luck.log_cap = 2 * MAX_OUTCOMES;
    r->luck.log_n = r->sink.n = 0;
    g->begin(r->slot[NOW], &r->luck, &r->sink);
    after_action(r, 0, "");
}

static void answer_one(struct props_run *r, uint32_t active)
{
    int seat = bit_lowest(active);
    if (active & (active - 1))
        seat = bit_nth(active, chance_below(&r->luck, CHANCE_PICK, (uint32_t)bit_count(active)));
    int answer = props_pick(r, &r->luck, r->game->legal(r->slot[NOW], seat));
    /* A deep game of 50,000 answers would take minutes. */
    if (r->record.answers >= DEEP_ANSWERS)
        r->is_deep = 0;
    r->counts->question[r->game->question(r->slot[NOW], seat) % PROPS_QUESTIONS]++;
    if (r->only_observes)
        observe_all(r);
    else if (is_sampled(r, seat))
        experiment(r, seat, answer);
    if (!r->property)
        act(r, seat, answer);
}

static void play_on(struct props_run *r)
{
    for (;;) {
        promise_state(r);
        uint32_t active = r->game->active(r->slot[NOW]);
        if (!active || r->property)
            return;
        answer_one(r, active);
    }
}

static void prepare(struct props_run *r)
{
    props_seed(&r->luck, r->seed, r->number, 'g');
    props_seed(&r->lab, r->seed, r->number, 'x');
    r->record.answers = r->record.outcomes = 0;
    r->asked = 0;
    r->learned = r->proven = 0;
    r->property = NULL;
    r->is_deep = props_dice(r, DEEP_RATE) == 0;
    r->has_ledger = r->subject->ledger && (props_dice(r, LEDGER_RATE) == 0 || r->is_deep);
    r->is_recorded = props_dice(r, REPLAY_RATE) == 0 || r->is_deep;
    guard_set(r);
}

void props_count(struct props_run *r)
{
    r->counts->games++;
    r->counts->failed += r->property != NULL;
    r->counts->actions += r->record.answers;
    r->counts->deep += (uint64_t)r->is_deep;
    r->counts->ledgers += (uint64_t)r->has_ledger;
    most(&r->counts->most_actions, r->record.answers);
}

/* `number` is the number of the game; `index` counts the games of this subject and decides players
 * and mix. */
void props_play(struct props_run *r, const struct props_subject *s, uint64_t seed, uint64_t number,
                uint64_t index)
{
    r->subject = s;
    r->game = s->game;
    r->seed = seed;
    r->number = number;
    props_schedule(s, index, &r->players, &r->mix);
    prepare(r);
    open_game(r);
    play_on(r);
    /* A finished game has views, too. */
    if (!r->property && props_dice(r, END_RATE) == 0)
        experiment_with_views(r, -1, 0);
    if (!r->property)
        props_learned_all(r);
    if (r->is_recorded && !r->property)
        props_replay(r);
    guard_check(r);
}
