/* Checks repetition: the same answer on a copy, outcomes from a script, whole games from their seed
 * and from their record, and several answers in another order. */
#include "tests/props/game_props.h"

/* ---- one answer ---- */

static void scripted(struct props_run *r, struct chance *c, uint32_t n)
{
    /* With another seed, outcomes missing from the script would differ. */
    props_seed(c, r->seed + 1, r->number, 's');
    memset(r->used, 0, sizeof r->used);
    c->script = r->script;
    c->script_n = n;
    c->used = r->used;
}

static void promise_untouched(struct props_run *r, uint64_t hash)
{
    if (game_hash(r->game, r->slot[NOW]) != hash)
        props_fail(r, "untouched", "an answer changed a state it was not given to");
}

/* Gives the answer to a copy and leaves its outcomes in r->script. */
static uint32_t give_to_copy(struct props_run *r, int seat, int answer)
{
    struct chance c = r->luck;
    c.log = r->script;
    c.log_n = 0;
    c.log_cap = 2 * MAX_OUTCOMES;
    r->other_sink.n = 0;
    props_copy(r, LEFT, NOW);
    r->game->apply(r->slot[LEFT], seat, answer, &c, &r->other_sink);
    return c.log_n;
}

/* Plays without log and sink: the rules must not depend on them. */
static void from_script(struct props_run *r, int seat, int answer, uint32_t n)
{
    struct chance c;
    scripted(r, &c, n);
    props_copy(r, RIGHT, NOW);
    r->game->apply(r->slot[RIGHT], seat, answer, &c, NULL);
    if (c.impossible)
        props_fail(r, "script", "what chance did is called impossible when scripted");
    for (uint32_t i = 0; i < n; i++)
        if (!r->used[i])
            props_fail(r, "script", "outcome %u of %u was not asked for", (unsigned)i, (unsigned)n);
    props_same(r, "script", LEFT, RIGHT);
    r->counts->scripts++;
}

static void impossible_script(struct props_run *r, int seat, int answer, uint32_t n)
{
    struct chance c;
    struct outcome *o = &r->script[props_dice(r, n)];
    if (props_dice(r, 2))
        o->kind = CHANCE_UNKNOWN_KIND;
    else
        memset(o->value, 0xee, sizeof o->value);
    scripted(r, &c, n);
    props_copy(r, RIGHT, NOW);
    r->game->apply(r->slot[RIGHT], seat, answer, &c, NULL);
    if (!c.impossible)
        props_fail(r, "impossible", "an outcome that cannot be was accepted");
    r->counts->impossible++;
}

void props_repeat(struct props_run *r, int seat, int answer)
{
    uint64_t hash = game_hash(r->game, r->slot[NOW]);
    uint32_t n = give_to_copy(r, seat, answer);
    from_script(r, seat, answer, n);
    if (n)
        impossible_script(r, seat, answer, n);
    promise_untouched(r, hash);
}

/* ---- several answers ---- */

static void answer_all(struct props_run *r, int slot, const int *seats, int n, const int *answers)
{
    struct chance c = r->luck;
    c.log = NULL;
    props_copy(r, slot, NOW);
    for (int i = 0; i < n; i++) {
        if (!(r->game->legal(r->slot[slot], seats[i]) >> answers[seats[i]] & 1)) {
            props_fail(r, "order", "an answer of seat %d is gone once others have answered",
                       seats[i]);
            return;
        }
        r->game->apply(r->slot[slot], seats[i], answers[seats[i]], &c, NULL);
    }
}

static void shuffle(struct props_run *r, int *seats, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)props_dice(r, (uint32_t)i + 1), x = seats[i];
        seats[i] = seats[j];
        seats[j] = x;
    }
}

/* The order in which active seats answer never changes the resulting bytes. */
void props_orders(struct props_run *r)
{
    int seats[MAX_SEATS], answers[MAX_SEATS] = {0}, n = 0;
    uint32_t active = r->game->active(r->slot[NOW]);
    if (!(active & (active - 1)))
        return;
    for (; active; active &= active - 1) {
        int seat = bit_lowest(active);
        answers[seat] = props_pick(r, &r->lab, r->game->legal(r->slot[NOW], seat));
        seats[n++] = seat;
    }
    shuffle(r, seats, n);
    answer_all(r, LEFT, seats, n, answers);
    shuffle(r, seats, n);
    answer_all(r, RIGHT, seats, n, answers);
    if (!r->property)
        props_same(r, "order", LEFT, RIGHT);
    r->counts->orders++;
}

/* ---- whole games ---- */

static void *grown(void *old, uint32_t cap, size_t each)
{
    void *memory = realloc(old, cap * each);
    if (!memory) {
        fputs("game_props: out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void grow_answers(struct props_record *m)
{
    m->answer_cap = m->answer_cap ? 2 * m->answer_cap : 4096;
    m->answer = grown(m->answer, m->answer_cap, sizeof *m->answer);
    m->hash = grown(m->hash, m->answer_cap + 1, sizeof *m->hash);
    m->outcome_end = grown(m->outcome_end, m->answer_cap + 1, sizeof *m->outcome_end);
}

void props_record_step(struct props_run *r, int seat, int answer)
{
    struct props_record *m = &r->record;
    if (m->answers == m->answer_cap)
        grow_answers(m);
    if (r->is_recorded)
        m->hash[m->answers] = game_hash(r->game, r->slot[NOW]);
    m->answer[m->answers++] = (struct move){(uint8_t)seat, (uint8_t)answer};
}

/* Called after begin() and after every answer. */
void props_record_outcomes(struct props_run *r)
{
    struct props_record *m = &r->record;
    if (!m->answer_cap)
        grow_answers(m);
    while (m->outcomes + r->luck.log_n > m->outcome_cap) {
        m->outcome_cap = m->outcome_cap ? 2 * m->outcome_cap : 8192;
        m->outcome = grown(m->outcome, m->outcome_cap, sizeof *m->outcome);
    }
    if (r->luck.log_n)
        memcpy(m->outcome + m->outcomes, r->log, r->luck.log_n * sizeof *r->log);
    m->outcomes += r->luck.log_n;
    m->outcome_end[m->answers] = m->outcomes;
}

/* Makes the outcomes of step i (0: begin) the script of `c`, unless the game is replayed from its
 * seed. */
static void give_script(struct props_run *r, struct chance *c, uint32_t i)
{
    const struct props_record *m = &r->record;
    uint32_t from = i ? m->outcome_end[i - 1] : 0;
    if (!c->script)
        return;
    c->script = m->outcome + from;
    c->script_n = m->outcome_end[i] - from;
    memset(r->used, 0, sizeof r->used);
}

static void replay_with(struct props_run *r, struct chance *c, const char *property)
{
    const struct props_record *m = &r->record;
    void *s = r->slot[AGAIN];
    props_copy(r, AGAIN, START);
    give_script(r, c, 0);
    r->game->begin(s, c, NULL);
    for (uint32_t i = 0; i < m->answers; i++) {
        if (game_hash(r->game, s) != m->hash[i]) {
            props_fail(r, property, "the hash before answer %u is another one", (unsigned)i);
            return;
        }
        give_script(r, c, i + 1);
        r->game->apply(s, m->answer[i].seat, m->answer[i].answer, c, NULL);
    }
    if (c->impossible)
        props_fail(r, property, "an outcome of the record is called impossible");
    props_same(r, property, NOW, AGAIN);
}

void props_replay(struct props_run *r)
{
    struct chance c;
    props_seed(&c, r->seed, r->number, 'g');
    replay_with(r, &c, "replay from seed");
    scripted(r, &c, 0);
    replay_with(r, &c, "replay from script");
    r->counts->replays++;
}

/* Prints the names of a game's answers by playing it again: only the last ones, unless all were
 * asked for. The last answer is not given again, because it may be the one that trapped. */
void props_list_actions(struct props_run *r, FILE *to)
{
    const struct props_record *m = &r->record;
    struct chance c;
    char name[MAX_NAME];
    void *s = r->slot[AGAIN];
    uint32_t from = r->tell_all || m->answers < 60 ? 0 : m->answers - 60;
    props_seed(&c, r->seed, r->number, 'g');
    props_copy(r, AGAIN, START);
    if (m->answers)
        r->game->begin(s, &c, NULL);
    fprintf(to, "  actions:%s", from ? " ..." : "");
    for (uint32_t i = 0; i < m->answers; i++) {
        int seat = m->answer[i].seat, answer = m->answer[i].answer;
        if (i >= from)
            fprintf(to, "%s%u: %d %s", i > from ? ", " : " ", (unsigned)i, seat,
                    r->game->action_name(s, seat, answer, name));
        if (i + 1 < m->answers)
            r->game->apply(s, seat, answer, &c, NULL);
    }
    fputc('\n', to);
}
