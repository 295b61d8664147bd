/* Tests that viewers are told the same bytes if two matches differ only in what they may not know,
 * and that planted leaks are found. */
#include "tests/tell_play.h"

/* ---- nothing else is told: twins ---- */

struct twins {
    struct match m;
    struct tell_before before;
    struct entry entry;
    struct session_done done;
    uint32_t compared, quiet, decided, lucky;
    /* The first difference. */
    char what[80];
};

static void twins_open(struct twins *t)
{
    memset(t, 0, sizeof *t);
    match_init(&t->m);
}

static void twins_close(struct twins *t)
{
    match_free(&t->m);
    before_free(&t->before);
}

static int differ(struct play *p, struct twins *t, const char *what, int viewer)
{
    if (p->a.n == p->b.n && memcmp(p->a.at, p->b.at, p->a.n) == 0)
        return 0;
    if (!t->what[0])
        snprintf(t->what, sizeof t->what, "%s, viewer %d of %s", what, viewer, p->game.name);
    return 1;
}

/* Compares snapshots and questions of two matches that differ only in what the viewer may not
 * know. */
static void compare_now(struct play *p, struct twins *t, int viewer)
{
    start_over(&p->a);
    start_over(&p->b);
    tell_snapshot(&p->a, &p->m, "aaaabbbbccccdddd", viewer);
    tell_snapshot(&p->b, &t->m, "aaaabbbbccccdddd", viewer);
    differ(p, t, "snapshot", viewer);
    start_over(&p->a);
    start_over(&p->b);
    if (viewer == SPECTATOR)
        return;
    int a = tell_ask(&p->a, &p->m, viewer), b = tell_ask(&p->b, &t->m, viewer);
    assert_int_equal(a, b);
    if (a)
        differ(p, t, "ask", viewer);
    t->compared++;
}

/* The number of events before the first that may show something hidden. */
static uint32_t unrevealing(const struct play *p, const struct session_done *done, int viewer)
{
    uint32_t n = 0;
    while (n < done->events && !p->subject->reveals(&done->event[n], viewer))
        n++;
    return n;
}

static json_t *first_events(const struct writer *w, uint32_t n)
{
    json_t *told = parse(w);
    json_t *events = json_incref(json_object_get(told, "events"));
    while (json_array_size(events) > n)
        json_array_remove(events, json_array_size(events) - 1);
    json_decref(told);
    return events;
}

/* Set by the planted leak that does not remove items from events; see below. */
static int items_leak;

static void show_items(struct session_done *done)
{
    for (uint32_t i = 0; i < done->events; i++)
        done->event[i].seen = EVENT_ALL_SEE;
}

static void tell_both(struct play *p, struct twins *t, int viewer)
{
    start_over(&p->a);
    start_over(&p->b);
    if (items_leak) {
        show_items(&p->done);
        show_items(&t->done);
    }
    tell_entry(&p->a, &p->m, &p->before, &p->entry, &p->done, viewer);
    tell_entry(&p->b, &t->m, &t->before, &t->entry, &t->done, viewer);
}

/* The same answer was given to both. As long as nothing hidden is shown, viewers must be told the
 * same. */
static void compare_move(struct play *p, struct twins *t, int quiet, int viewer)
{
    uint32_t n = unrevealing(p, &p->done, viewer), k = unrevealing(p, &t->done, viewer);
    tell_both(p, t, viewer);
    if (quiet == 1 && n == p->done.events && k == t->done.events) {
        t->quiet++;
        differ(p, t, "entry", viewer);
        return;
    }
    n = n < k ? n : k;
    json_t *a = first_events(&p->a, n), *b = first_events(&p->b, n);
    if (!json_equal(a, b) && !t->what[0])
        snprintf(t->what, sizeof t->what, "events, viewer %d of %s", viewer, p->game.name);
    json_decref(a);
    json_decref(b);
}

static void make_twin(struct play *p, struct twins *t, int viewer)
{
    uint64_t *state = t->m.session.state;
    match_copy(&t->m, &p->m);
    memset(t->m.seed, 0x11, sizeof t->m.seed);
    memset(t->m.salt, 0x22, sizeof t->m.salt);
    for (int seat = 0; seat < p->m.players; seat++)
        memset(t->m.seat[seat].token, 0x33, MATCH_TOKEN);
    if (p->subject->rescramble && below(p, 2))
        p->subject->rescramble(state, viewer, &p->luck);
    else
        p->subject->game->scramble(state, viewer, &p->luck);
}

/* Gives the answer to the match, and to a twin if it has that answer, too. */
static void twin_move(struct play *p, struct twins *t, int seat, int answer)
{
    int viewer = below(p, p->m.players + 1) - 1;
    int quiet = props_quiet(p->subject, p->m.session.state, seat, answer, viewer);
    make_twin(p, t, viewer);
    compare_now(p, t, viewer);
    int both =
        viewer != seat && quiet >= 0 && (p->game.legal(t->m.session.state, seat) >> answer & 1);
    carry_out(&p->m, seat, answer, &p->before, &p->entry, &p->done);
    if (!both)
        return;
    carry_out(&t->m, seat, answer, &t->before, &t->entry, &t->done);
    /* At the end the seed is told, which differs. */
    if (p->m.phase != MATCH_OVER)
        compare_move(p, t, quiet, viewer);
}

/* Decisions that stay secret until everyone has made theirs: calls, and draws together (Q5.7). */
static int only_decides(const struct play *p, const struct session_done *done)
{
    const char *type = done->events == 1 ? p->game.event_type(&done->event[0]) : "";
    return strcmp(type, "call") == 0 || strcmp(type, "commit") == 0;
}

/* Gives two equal matches two answers that may look the same to the others. */
static void other_answer(struct play *p, struct twins *t, int seat, int answer)
{
    uint64_t others = p->game.legal(p->m.session.state, seat) & ~((uint64_t)1 << answer);
    int viewer = below(p, p->m.players + 1) - 1;
    match_copy(&t->m, &p->m);
    carry_out(&p->m, seat, answer, &p->before, &p->entry, &p->done);
    if (!others || viewer == seat || !only_decides(p, &p->done))
        return;
    carry_out(&t->m, seat, bit_lowest(others), &t->before, &t->entry, &t->done);
    if (!only_decides(p, &t->done))
        return;
    t->decided++;
    tell_both(p, t, viewer);
    differ(p, t, "decision", viewer);
    compare_now(p, t, viewer);
}

static int look_the_same(const struct session_done *a, const struct session_done *b, int viewer)
{
    if (a->events != b->events)
        return 0;
    for (uint32_t i = 0; i < a->events; i++) {
        struct event x = a->event[i], y = b->event[i];
        int known = x.seen == EVENT_ALL_SEE || (viewer != SPECTATOR && x.seen >> viewer & 1);
        if (!known)
            x.item = y.item;
        if (memcmp(&x, &y, sizeof x) != 0)
            return 0;
    }
    return 1;
}

/* Gives two equal matches the same answer with different outcomes. Outcomes that only others see
 * must change nothing. */
static void other_luck(struct play *p, struct twins *t, int seat, int answer)
{
    int viewer = below(p, p->m.players + 1) - 1;
    match_copy(&t->m, &p->m);
    props_seed(&t->m.session.chance, 2, p->m.entries, 3);
    carry_out(&p->m, seat, answer, &p->before, &p->entry, &p->done);
    carry_out(&t->m, seat, answer, &t->before, &t->entry, &t->done);
    if (!look_the_same(&p->done, &t->done, viewer))
        return;
    t->lucky += p->done.outcomes > 0;
    tell_both(p, t, viewer);
    differ(p, t, "luck", viewer);
}

static void twin_game(struct play *p, struct twins *t)
{
    int seat, answer;
    play_begin(p);
    for (int i = 0; i < LONG_GAME && (answer = pick(p, &seat)) >= 0; i++)
        switch (below(p, 4)) {
        case 0: other_answer(p, t, seat, answer); break;
        case 1: other_luck(p, t, seat, answer); break;
        default: twin_move(p, t, seat, answer); break;
        }
}

static void secrets_stay(void **state)
{
    static struct play p;
    static struct twins t;
    (void)state;
    for (int s = 0; s < 3; s++) {
        twins_open(&t);
        for (int i = 0; i < games_of[s]; i++) {
            play_open_any(&p, subjects[s], (uint64_t)(1000 + i * 3));
            twin_game(&p, &t);
            play_close(&p);
            if (t.what[0])
                fail_msg("what may not be known is told: %s", t.what);
        }
        assert_in_range(t.compared, 100, UINT32_MAX);
        assert_in_range(t.quiet, 50, UINT32_MAX);
        assert_in_range(t.lucky, 10, UINT32_MAX);
        assert_true(t.decided > 20 || subjects[s] == &props_arcane);
        twins_close(&t);
    }
}

/* ---- planted leaks must be found ---- */

static void shows_everything(void *state, int seat)
{
    (void)state, (void)seat;
}

static void plant_view(struct play *p)
{
    p->game.redact = shows_everything;
}

static void plant_item(struct play *p)
{
    (void)p;
    items_leak = 1;
}

static void expect_leak(const struct props_subject *subject, void (*plant)(struct play *),
                        const char *what)
{
    static struct play p;
    static struct twins t;
    twins_open(&t);
    for (int i = 0; i < 60 && !t.what[0]; i++) {
        play_open_any(&p, subject, (uint64_t)i);
        plant(&p);
        twin_game(&p, &t);
        play_close(&p);
    }
    items_leak = 0;
    twins_close(&t);
    if (!t.what[0])
        fail_msg("a leak of %s is not noticed: %s", subject->game->name, what);
}

static void leaks_are_noticed(void **state)
{
    (void)state;
    for (int s = 0; s < 3; s++) {
        expect_leak(subjects[s], plant_view, "views");
        expect_leak(subjects[s], plant_item, "items of events");
    }
}

/* The leaks of the property suite that can show here. Questions are made from the seat's view, so
 * leaks in names or questions cannot. */
static const struct props_leak *leak_in_use;

static void plant_in_use(struct play *p)
{
    leak_in_use->plant(&p->game);
}

static void leaky_games_are_noticed(void **state)
{
    static const char *const names[] = {"stashes",   "own_pool",  "peeked", "replaced",
                                        "true_pool", "tells_all", "memory", "null_open",
                                        "commits",   "offers",    NULL};
    int count;
    const struct props_leak *leaks = props_leaks(&count);
    (void)state;
    for (int i = 0; names[i]; i++) {
        int k = 0;
        while (k < count && strcmp(leaks[k].name, names[i]) != 0)
            k++;
        assert_true(k < count);
        leak_in_use = &leaks[k];
        expect_leak(leak_in_use->subject, plant_in_use, names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secrets_stay),
        cmocka_unit_test(leaks_are_noticed),
        cmocka_unit_test(leaky_games_are_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
