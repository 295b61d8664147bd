/* What viewers are told: the changes they get make the view they may have, nothing they may not know changes a
 * byte, leaks planted on purpose are noticed, and events are small.
 *
 * Games, options, scrambles and what an event reveals are those of the property suite (game_props.h). Most matches
 * here are made by hand, so that their states can be scrambled. */
#include "match/tell.h"
#include "tests/props/game_props.h"
#include "tests/match_table.h"
#include "tests/set_apply.h"
#include "wire/seed.h"

enum { VIEWERS = MAX_SEATS + 1, LONG_GAME = 150, OF_VIEWER = 1 };

struct play {
    const struct props_subject *subject;
    struct game game; /* a copy: leaks are planted in it */
    struct game_json json;
    struct match m;
    struct before before; /* the last move */
    struct entry entry;
    struct done done;
    struct chance luck;    /* of answers and experiments */
    json_t *view[VIEWERS]; /* of each viewer, as a client has it: view[viewer + OF_VIEWER] */
    struct writer a, b;
};

static int below(struct play *p, int n)
{
    return (int)chance_below(&p->luck, CHANCE_PICK, (uint32_t)n);
}

static json_t *parse(const struct writer *w)
{
    json_t *value = json_loadb(w->at, w->n, JSON_REJECT_DUPLICATES, NULL);
    if (!value)
        fail_msg("no JSON: %s", w->at);
    return value;
}

static void start_over(struct writer *w)
{
    w->n = 0;
    w->comma = 0;
}

/* ---- a match made by hand ---- */

static void seat_people(struct match *m)
{
    for (int seat = 0; seat < m->players; seat++) {
        struct match_seat *s = &m->seat[seat];
        s->kind = SEAT_HUMAN;
        snprintf(s->name, sizeof s->name, "Player %d", seat);
        memset(s->token, 0xc1 + seat, sizeof s->token);
        memset(s->nonce.bytes, 0xd1 + seat, sizeof s->nonce.bytes);
        s->nonce.n = (uint8_t)(seat ? 16 : 0);
    }
}

static void note_questions(struct match *m)
{
    uint32_t active = m->session.game->active(m->session.state);
    for (int seat = 0; seat < m->players; seat++)
        m->seat[seat].asked = active >> seat & 1 ? m->entries - 1 : 0;
    m->phase = active ? MATCH_RUNNING : MATCH_OVER;
}

static void play_open(struct play *p, const struct props_subject *subject, int players, int mix,
                      uint64_t number)
{
    struct match *m = &p->m;
    memset(p, 0, sizeof *p);
    p->subject = subject;
    p->game = *subject->game;
    p->json = *game_json_by_name(subject->game->name);
    p->json.game = &p->game;
    props_seed(&p->luck, 1, number, 1);
    match_init(m);
    m->players = players;
    m->session.json = &p->json;
    m->session.game = &p->game;
    p->game.init(m->session.state, players);
    subject->mix(m->session.state, mix, players, &p->luck);
    memcpy(m->options, m->session.state, sizeof m->options);
    memset(m->seed, 0xa1, sizeof m->seed);
    memset(m->salt, 0xb1, sizeof m->salt);
    props_seed(&m->session.chance, 1, number, 2);
    seat_people(m);
    m->entries = 1;
}

static void play_open_any(struct play *p, const struct props_subject *subject, uint64_t number)
{
    int players, mix;
    props_schedule(subject, number, &players, &mix);
    play_open(p, subject, players, mix, number);
}

static void play_begin(struct play *p)
{
    assert_int_equal(session_begin(&p->m.session, &p->done), 0);
    p->m.begun = 1;
    p->m.entries++;
    note_questions(&p->m);
    p->entry = (struct entry){.kind = ENTRY_START, .n = 1};
}

static void play_close(struct play *p)
{
    for (int i = 0; i < VIEWERS; i++)
        json_decref(p->view[i]);
    before_free(&p->before);
    match_free(&p->m);
    writer_free(&p->a);
    writer_free(&p->b);
}

static void carry_out(struct match *m, int seat, int answer, struct before *before, struct entry *e,
                      struct done *done)
{
    memset(e, 0, sizeof *e);
    e->kind = ENTRY_MOVE;
    e->seat = (uint8_t)seat;
    e->n = m->entries++;
    before_take(before, m, NULL);
    m->session.game->action_name(m->session.state, seat, answer, e->text);
    assert_int_equal(session_apply(&m->session, seat, answer, done), 0);
    note_questions(m);
}

/* A seat that is asked and an answer, or -1 when the game is over. */
static int pick(struct play *p, int *seat)
{
    uint32_t active = p->game.active(p->m.session.state);
    if (!active)
        return -1;
    *seat = bit_nth(active, (uint32_t)below(p, bit_count(active)));
    uint64_t legal = p->game.legal(p->m.session.state, *seat);
    return bit_nth(legal, (uint32_t)below(p, bit_count(legal)));
}

static const struct props_subject *const subjects[] = {&props_null, &props_arcane, &props_quacks};
static const int games_of[] = {24, 18, 12};

/* ---- changes make the view, and events name what may be known ---- */

static void tell(struct play *p, struct writer *w, int viewer)
{
    start_over(w);
    tell_entry(w, &p->m, &p->before, &p->entry, &p->done, viewer);
}

static json_t *view_now(struct play *p, int viewer)
{
    struct view v;
    start_over(&p->b);
    view_take(&v, &p->game, p->m.session.state, viewer);
    p->json.write_state(v.bytes, &p->b);
    return parse(&p->b);
}

static void check_view(struct play *p, int viewer)
{
    json_t *now = view_now(p, viewer);
    if (!json_equal(now, p->view[viewer + OF_VIEWER]))
        fail_msg("viewer %d of %s has another view after %s", viewer, p->game.name, p->a.at);
    json_decref(now);
}

static int names_item(const json_t *event)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)event, key, value)
        if (json_is_string(value) && strcmp(key, "fortune") && strcmp(key, "die"))
            return 1;
    return 0;
}

/* The row that a client finds: of those with this type the one that `k` counts to. */
static int row_found(const struct play *p, const char *type, json_int_t k)
{
    for (uint8_t kind = 0;; kind++)
        if (strcmp(p->game.event_type(&(struct event){.kind = kind}), type) == 0 && k-- == 0)
            return kind;
}

static const char *event_wrong(const struct play *p, const struct event *e, const json_t *told,
                               int mover, int viewer)
{
    const json_t *seat = json_object_get(told, "seat");
    int known = e->seen == EVENT_ALL_SEE || (viewer != SPECTATOR && e->seen >> viewer & 1);
    if (!json_object_get(told, p->game.event_type(e)))
        return "another type";
    if (row_found(p, p->game.event_type(e), json_integer_value(json_object_get(told, "k"))) !=
        e->kind)
        return "k leads to another sentence";
    if ((names_item(told) != 0) != (known && e->item != EVENT_NONE))
        return "an item too many or too few";
    if (json_object_get(told, "seen") || json_object_get(told, "text"))
        return "more than there is to tell";
    if (!seat)
        return e->seat == mover ? NULL : "no seat";
    return (json_is_null(seat) ? EVENT_NONE : json_integer_value(seat)) == e->seat ? NULL
                                                                                   : "another seat";
}

/* Every event is there; its item where the viewer may know it; never who else does. */
static const char *events_wrong(const struct play *p, const json_t *told, int mover, int viewer)
{
    const json_t *list = json_object_get(told, "events");
    if (json_array_size(list) != p->done.events)
        return "events are missing";
    for (uint32_t i = 0; i < p->done.events; i++) {
        const json_t *one = json_array_get(list, i);
        const char *wrong = event_wrong(p, &p->done.event[i], one, mover, viewer);
        if (wrong)
            return wrong;
    }
    return NULL;
}

static void check_events(const struct play *p, const json_t *told, int mover, int viewer)
{
    const char *wrong = events_wrong(p, told, mover, viewer);
    if (wrong)
        fail_msg("%s: %s", wrong, p->a.at);
}

static void check_start(struct play *p, int viewer)
{
    tell(p, &p->a, viewer);
    json_t *told = parse(&p->a);
    p->view[viewer + OF_VIEWER] = json_incref(json_object_get(told, "view"));
    check_events(p, told, -1, viewer);
    check_view(p, viewer);
    json_decref(told);
}

static void check_move(struct play *p, int viewer)
{
    tell(p, &p->a, viewer);
    json_t *told = parse(&p->a);
    const char *wrong = set_apply(&p->view[viewer + OF_VIEWER], json_object_get(told, "set"),
                                  (int)json_integer_value(json_object_get(told, "seat")));
    if (wrong)
        fail_msg("%s: %s", wrong, p->a.at);
    assert_int_equal(json_integer_value(json_object_get(told, "n")), p->m.entries - 1);
    assert_int_equal(json_integer_value(json_object_get(told, "seat")), p->entry.seat);
    assert_int_equal(json_object_get(told, "over") != NULL, p->m.phase == MATCH_OVER);
    check_events(p, told, p->entry.seat, viewer);
    check_view(p, viewer);
    json_decref(told);
}

static void check_game(struct play *p)
{
    int seat, answer;
    play_begin(p);
    for (int viewer = SPECTATOR; viewer < p->m.players; viewer++)
        check_start(p, viewer);
    for (int i = 0; i < LONG_GAME && (answer = pick(p, &seat)) >= 0; i++) {
        carry_out(&p->m, seat, answer, &p->before, &p->entry, &p->done);
        for (int viewer = SPECTATOR; viewer < p->m.players; viewer++)
            check_move(p, viewer);
    }
}

static void changes_make_views(void **state)
{
    static struct play p;
    (void)state;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < games_of[s]; i++) {
            play_open_any(&p, subjects[s], (uint64_t)(i * 7));
            check_game(&p);
            play_close(&p);
        }
}

/* ---- nothing else is told: twins ---- */

struct twins {
    struct match m;
    struct before before;
    struct entry entry;
    struct done done;
    uint32_t compared, quiet, decided, lucky;
    char what[80]; /* the first difference */
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

/* Snapshots and questions of two matches that only differ in what the viewer may not know. */
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

/* How many of the events come before one that may show something hidden. */
static uint32_t unrevealing(const struct play *p, const struct done *done, int viewer)
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

/* What `done` holds is planted by a leak that forgets to take items out; see below. */
static const struct game_json *planted_json;
static const struct done *planted_done;
static uint32_t planted_at;

static void tell_both(struct play *p, struct twins *t, int viewer)
{
    start_over(&p->a);
    start_over(&p->b);
    planted_done = &p->done, planted_at = 0;
    tell_entry(&p->a, &p->m, &p->before, &p->entry, &p->done, viewer);
    planted_done = &t->done, planted_at = 0;
    tell_entry(&p->b, &t->m, &t->before, &t->entry, &t->done, viewer);
}

/* The same answer was given to both: as long as nothing hidden is shown, the same is told. */
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

/* Gives the answer to the match, and to a twin where it has that answer too. */
static void twin_move(struct play *p, struct twins *t, int seat, int answer)
{
    int viewer = below(p, p->m.players + 1) - 1;
    int quiet = p->subject->quiet(p->m.session.state, seat, answer, viewer);
    make_twin(p, t, viewer);
    compare_now(p, t, viewer);
    int both =
        viewer != seat && quiet >= 0 && (p->game.legal(t->m.session.state, seat) >> answer & 1);
    carry_out(&p->m, seat, answer, &p->before, &p->entry, &p->done);
    if (!both)
        return;
    carry_out(&t->m, seat, answer, &t->before, &t->entry, &t->done);
    if (p->m.phase != MATCH_OVER) /* then the seed is told as well */
        compare_move(p, t, quiet, viewer);
}

/* Decisions that stay secret until everyone has made theirs: calls, and draws together (Q5.7). */
static int only_decides(const struct play *p, const struct done *done)
{
    const char *type = done->events == 1 ? p->game.event_type(&done->event[0]) : "";
    return strcmp(type, "call") == 0 || strcmp(type, "commit") == 0;
}

/* Both matches are the same, and get two answers that may look the same to the others. */
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

static int look_the_same(const struct done *a, const struct done *b, int viewer)
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

/* Both are the same and get the same answer, but chance falls differently: what only others see of it changes
 * nothing. */
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

/* ---- would a leak be noticed? ---- */

static void shows_everything(void *state, int seat)
{
    (void)state, (void)seat;
}

static void plant_view(struct play *p)
{
    p->game.redact = shows_everything;
}

/* Writes the event as the engine had it: nothing was taken out. */
static void writes_item(const struct event *e, struct writer *w)
{
    struct event as_it_was = planted_done->event[planted_at++];
    MUST(as_it_was.kind == e->kind);
    as_it_was.seen = EVENT_ALL_SEE;
    planted_json->write_event(&as_it_was, w);
}

static void plant_item(struct play *p)
{
    planted_json = game_json_by_name(p->game.name);
    p->json.write_event = writes_item;
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

/* Those of the property suite that get as far as here: what a seat is asked comes out of its view, so that a leak
 * in names or questions does not. */
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

/* ---- sizes ---- */

enum { KINDS = 64, KIND = 40 };

struct sizes {
    char kind[KIND]; /* game and question */
    uint32_t n, room, *at;
};

static struct sizes sizes[KINDS];

static void sizes_add(const char *game, const char *question, size_t bytes)
{
    char kind[KIND];
    struct sizes *s = sizes;
    snprintf(kind, sizeof kind, "%s %s", game, question);
    while (s->kind[0] && strcmp(s->kind, kind) != 0)
        s++;
    assert_true(s < sizes + KINDS - 1);
    memcpy(s->kind, kind, sizeof kind);
    if (s->n == s->room) {
        s->room = 2 * s->room + 256;
        s->at = realloc(s->at, s->room * sizeof *s->at);
        assert_non_null(s->at);
    }
    s->at[s->n++] = (uint32_t)bytes;
}

static void size_move(struct play *p, const struct bot *bot, int seat)
{
    struct view v;
    const char *kind = p->game.question_kind(p->game.question(p->m.session.state, seat));
    view_take(&v, p->subject->game, p->m.session.state, seat);
    int answer = bot->choose(&v, &bot->usual, &p->luck, NULL);
    carry_out(&p->m, seat, answer, &p->before, &p->entry, &p->done);
    for (int viewer = SPECTATOR; viewer < p->m.players; viewer++) {
        tell(p, &p->a, viewer);
        sizes_add(p->game.name, kind, p->a.n);
    }
}

static void size_games(const struct props_subject *subject, const char *name, int games)
{
    static struct play p;
    const struct bot *bot = bot_by_name(name, subject->game);
    int seat, counts = subject->game->max_players - subject->game->min_players + 1;
    for (int i = 0; i < games; i++) {
        play_open(&p, subject, subject->game->min_players + i % counts, 0, (uint64_t)i);
        play_begin(&p);
        for (int k = 0; k < LONG_GAME && pick(&p, &seat) >= 0; k++)
            size_move(&p, bot, seat);
        play_close(&p);
    }
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sizes_report(struct sizes *s)
{
    qsort(s->at, s->n, sizeof *s->at, by_number);
    print_message("%-16s %6u  median %4u  nine of ten %4u  most %4u\n", s->kind, s->n,
                  s->at[s->n / 2], s->at[s->n * 9 / 10], s->at[s->n - 1]);
}

static uint32_t median_of(const char *kind)
{
    for (const struct sizes *s = sizes; s->kind[0]; s++)
        if (strcmp(s->kind, kind) == 0)
            return s->at[s->n / 2];
    fail_msg("no %s", kind);
    return 0;
}

/* What ordinary moves take, so that it is noticed when they grow. A slot names two items twice, and a draw of the
 * Quacks its chip four times: as an event and as what changes. */
static void check_medians(void)
{
    static const struct {
        const char *kind;
        uint32_t most;
    } ordinary[] = {{"arcane draw", 200}, {"arcane act", 200},    {"arcane slot", 270},
                    {"arcane take", 200}, {"arcane target", 200}, {"arcane bribe", 200},
                    {"quacks brew", 200}, {"quacks buy", 200}};
    for (size_t i = 0; i < sizeof ordinary / sizeof *ordinary; i++)
        if (median_of(ordinary[i].kind) > ordinary[i].most)
            fail_msg("%s: median %u", ordinary[i].kind, median_of(ordinary[i].kind));
}

static void events_are_small(void **state)
{
    uint32_t all = 0, within[3] = {0};
    static const uint32_t bound[3] = {200, 300, 400};
    (void)state;
    size_games(&props_arcane, "random", 10);
    size_games(&props_arcane, "greedy", 10);
    size_games(&props_quacks, "random", 6);
    size_games(&props_quacks, "greedy", 6);
    for (struct sizes *s = sizes; s->kind[0]; s++) {
        sizes_report(s);
        for (uint32_t i = 0; i < s->n; i++, all++)
            for (int k = 0; k < 3; k++)
                within[k] += s->at[i] <= bound[k];
    }
    for (int k = 0; k < 3; k++)
        print_message("%u of 1000 within %u bytes\n", within[k] * 1000 / all, bound[k]);
    check_medians();
    assert_in_range(within[0] * 1000 / all, 700, 1000);
    assert_in_range(within[1] * 1000 / all, 900, 1000);
    for (struct sizes *s = sizes; s->kind[0]; s++)
        free(s->at);
}

/* ---- tables, snapshots, people ---- */

static struct table lobby;
static struct before lobby_before;

static void lobby_take(void)
{
    before_take(&lobby_before, &lobby.m, NULL);
    table_take(&lobby);
}

static void expect_told(int viewer, const char *text)
{
    struct writer w = {0};
    tell_entry(&w, &lobby.m, &lobby_before, &lobby.e, lobby.done, viewer);
    assert_string_equal(w.at, text);
    writer_free(&w);
}

static json_t *snapshot(int viewer)
{
    struct writer w = {0};
    tell_snapshot(&w, &lobby.m, "abcdefghijklmnop", viewer);
    json_t *told = parse(&w), *inside = json_incref(json_object_get(told, "snapshot"));
    json_decref(told);
    writer_free(&w);
    return inside;
}

/* Compares a member, or a member of it, with a JSON text. */
static void expect_member(const json_t *object, const char *key, const char *in, const char *text)
{
    const json_t *member = json_object_get(object, key);
    char *is = json_dumps(in ? json_object_get(member, in) : member,
                          JSON_COMPACT | JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
    assert_string_equal(is ? is : "missing", text);
    free(is);
}

static void sit(int seat, const char *name)
{
    struct sitting s = {.seat = seat, .name = name, .token = {9}};
    assert_int_equal(match_may_sit(&lobby.m, &s, lobby.now, &lobby.e, &lobby.no), 0);
    lobby_take();
}

static void leave(int seat)
{
    assert_int_equal(match_may_leave(&lobby.m, seat, lobby.now, &lobby.e, &lobby.no), 0);
    lobby_take();
}

static void check_waiting(void)
{
    static const char *const is[][2] = {
        {"id", "\"abcdefghijklmnop\""},
        {"game", "\"null\""},
        {"players", "3"},
        {"options", "{\"tosses\":2}"},
        {"open", "false"},
        {"state", "\"waiting\""},
        {"created", "5000"},
        {"n", "2"},
        {"clock", "{\"move\":60,\"game\":600}"},
        {"seats", "[{\"kind\":\"human\",\"name\":\"Person 0\",\"bot\":null,\"away\":null},"
                  "{\"kind\":\"empty\",\"name\":null,\"bot\":null,\"away\":null},"
                  "{\"kind\":\"bot\",\"name\":\"random\",\"bot\":\"random\",\"away\":null}]"},
        {"nonces", "null"},
        {"result", "null"},
        {"winners", "null"},
        {"rematch", "null"},
        {"practice", "null"},
    };
    json_t *s = snapshot(0);
    for (size_t i = 0; i < sizeof is / sizeof *is; i++)
        expect_member(s, "table", is[i][0], is[i][1]);
    expect_member(s, "n", NULL, "2");
    expect_member(s, "seat", NULL, "0");
    expect_member(s, "view", NULL, "null");
    expect_member(s, "left", NULL, "null");
    expect_member(s, "plea", NULL, "null");
    json_decref(s);
}

static void people_come_and_go(void **state)
{
    struct founding f;
    (void)state;
    table_found(&f, "null", "h.b", "{\"tosses\":2}");
    f.clock.move = 60, f.clock.game = 600;
    f.seat[0].nonce = (struct nonce){2, {0xd1, 0xd2}};
    table_open(&lobby, &f, 5000);
    sit(1, "Zoë \"Q\" \\ {x}");
    expect_told(0, "{\"n\":1,\"sit\":1,\"name\":\"Zoë \\\"Q\\\" \\\\ {x}\"}");
    json_t *s = snapshot(SPECTATOR);
    expect_member(s, "seat", NULL, "null");
    json_decref(s);
    leave(1);
    expect_told(SPECTATOR, "{\"n\":2,\"rise\":1}");
    check_waiting();
}

static void move(int seat, const char *action)
{
    uint32_t ask = lobby.m.seat[seat].asked;
    if (match_may_move(&lobby.m, seat, ask, action, lobby.now, &lobby.e, &lobby.no) < 0)
        fail_msg("%s", lobby.no.why.message);
    lobby_take();
}

static void expect_ask(int seat, const char *text)
{
    struct writer w = {0};
    assert_int_equal(tell_ask(&w, &lobby.m, seat), text != NULL);
    assert_string_equal(text ? w.at : "", text ? text : "");
    assert_true(text || w.n == 0);
    writer_free(&w);
}

/* Each of these goes on where the one before it ends. */
static void a_game_starts(void **state)
{
    struct writer w = {0};
    (void)state;
    sit(1, "Bo");
    assert_int_equal(table_settle(&lobby), 1); /* it is full */
    tell_entry(&w, &lobby.m, &lobby_before, &lobby.e, lobby.done, 1);
    json_t *told = parse(&w);
    expect_member(told, "start", NULL, "true");
    expect_member(told, "nonces", NULL, "[\"d1d2\",null,null]");
    expect_member(told, "events", NULL, "[]");
    assert_int_equal(json_array_size(json_object_get(told, "seats")), 3);
    expect_member(told, "view", "toss", "1");
    json_decref(told);
    writer_free(&w);
    expect_ask(0, "{\"ask\":{\"n\":4,\"kind\":\"call\",\"text\":\"Call heads or tails.\","
                  "\"actions\":[\"call heads\",\"call tails\"],\"until\":65000}}");
    expect_ask(2, NULL); /* a bot */
}

static void a_move_is_told(void **state)
{
    (void)state;
    lobby.now += 1000;
    move(0, "call tails");
    expect_ask(0, NULL); /* it has answered */
    expect_told(1, "{\"n\":5,\"seat\":0,\"left\":599000,\"events\":[{\"call\":true}],"
                   "\"set\":[[\"pending\",0,1,[]],[\".call\",\"hidden\"]]}");
    expect_told(0, "{\"n\":5,\"seat\":0,\"left\":599000,"
                   "\"events\":[{\"call\":\"tails\"}],"
                   "\"set\":[[\"pending\",0,1,[]],[\".call\",\"tails\"]]}");
    json_t *s = snapshot(1);
    expect_member(s, "left", NULL, "[599000,600000,600000]");
    json_decref(s);
}

static void undo(int seat)
{
    assert_int_equal(match_may_undo(&lobby.m, seat, lobby.now, &lobby.e, &lobby.no), 0);
    lobby_take();
}

static void a_move_is_taken_back(void **state)
{
    (void)state;
    undo(0); /* nobody has learned anything */
    expect_told(1, "{\"n\":6,\"undo\":5,\"seat\":0,\"set\":[[\"pending\",0,0,[{\"kind\":"
                   "\"call\",\"seat\":0}]],[\".call\",null]]}");
    move(0, "call heads");
    move(1, "call heads");
    undo(0);
    expect_told(SPECTATOR, "{\"n\":9,\"plea\":0,\"to\":7}");
    json_t *s = snapshot(1);
    expect_member(s, "plea", NULL, "{\"seat\":0,\"to\":7}");
    json_decref(s);
    assert_int_equal(match_may_grant(&lobby.m, 1, 0, lobby.now, &lobby.e, &lobby.no), 0);
    lobby_take();
    expect_told(SPECTATOR, "{\"n\":10,\"grant\":1,\"yes\":false}");
}

static void people_are_away(void **state)
{
    (void)state;
    leave(1);
    expect_told(0, "{\"n\":11,\"away\":1,\"why\":\"left\",\"bot\":\"random\"}");
    json_t *s = snapshot(0);
    json_t *seat = json_array_get(json_object_get(json_object_get(s, "table"), "seats"), 1);
    expect_member(seat, "kind", NULL, "\"human\"");
    expect_member(seat, "bot", NULL, "\"random\"");
    expect_member(seat, "away", NULL, "\"left\"");
    json_decref(s);
    assert_int_equal(match_may_return(&lobby.m, 1, lobby.now, &lobby.e, &lobby.no), 0);
    lobby_take();
    expect_told(0, "{\"n\":12,\"back\":1}");
}

static void the_bot_moves(void)
{
    const struct session *s = &lobby.m.session;
    int answer = bit_lowest(s->game->legal(s->state, 2));
    uint32_t ask = lobby.m.seat[2].asked;
    assert_int_equal(match_may_move_bot(&lobby.m, 2, ask, answer, lobby.now, &lobby.e, &lobby.no),
                     0);
    lobby_take();
}

static int told_contains(const char *text)
{
    struct writer w = {0};
    tell_entry(&w, &lobby.m, &lobby_before, &lobby.e, lobby.done, 1);
    int there = strstr(w.at, text) != NULL;
    writer_free(&w);
    return there;
}

static void a_game_ends(void **state)
{
    (void)state;
    the_bot_moves(); /* the first coin falls */
    assert_true(told_contains("{\"coin\":"));
    move(0, "call heads");
    move(1, "call heads");
    assert_false(told_contains("over") || told_contains("salt"));
    the_bot_moves();
    assert_int_equal(lobby.m.phase, MATCH_OVER);
    assert_true(told_contains("\"over\":{\"result\":["));
    assert_true(told_contains("\"seed\":\"07070707"));
    assert_true(told_contains("\"salt\":\"09090909"));
    json_t *s = snapshot(1);
    expect_member(s, "table", "state", "\"over\"");
    assert_int_equal(json_array_size(json_object_get(json_object_get(s, "table"), "result")), 3);
    json_decref(s);
    expect_ask(0, NULL);
    assert_int_equal(
        match_may_rematch(&lobby.m, "aaaaaaaabbbbbbbb", lobby.now, &lobby.e, &lobby.no), 0);
    lobby_take();
    expect_told(0, "{\"n\":17,\"rematch\":\"aaaaaaaabbbbbbbb\"}");
    table_close(&lobby);
    before_free(&lobby_before);
}

static void a_table_is_closed(void **state)
{
    struct founding f;
    (void)state;
    memset(&lobby_before, 0, sizeof lobby_before);
    table_found(&f, "arcane", "h.", NULL);
    table_open(&lobby, &f, 5000);
    assert_int_equal(match_may_close(&lobby.m, "nobody", lobby.now, &lobby.e, &lobby.no), 0);
    lobby_take();
    expect_told(0, "{\"n\":1,\"close\":\"nobody\"}");
    json_t *s = snapshot(0);
    expect_member(s, "view", NULL, "null");
    expect_member(s, "table", "state", "\"closed\"");
    json_decref(s);
    table_close(&lobby);
    before_free(&lobby_before);
}

/* ---- what nobody may know before the end ---- */

static void expect_without(const struct writer *w, int byte)
{
    char hex[9];
    snprintf(hex, sizeof hex, "%02x%02x%02x%02x", byte, byte, byte, byte);
    if (w->at && strstr(w->at, hex))
        fail_msg("%s is in %s", hex, w->at);
}

/* Seed, salt and tokens; before the start nonces as well. See play_open. */
static void expect_secrets_kept(struct play *p, int begun)
{
    expect_without(&p->a, 0xa1);
    expect_without(&p->a, 0xb1);
    for (int seat = 0; seat < p->m.players; seat++) {
        expect_without(&p->a, 0xc1 + seat);
        if (!begun)
            expect_without(&p->a, 0xd1 + seat);
    }
}

static void snapshot_and_ask(struct play *p, int begun)
{
    for (int viewer = SPECTATOR; viewer < p->m.players; viewer++) {
        start_over(&p->a);
        tell_snapshot(&p->a, &p->m, "abcdefghijklmnop", viewer);
        json_decref(parse(&p->a));
        expect_secrets_kept(p, begun);
        start_over(&p->a);
        if (viewer != SPECTATOR && tell_ask(&p->a, &p->m, viewer))
            json_decref(parse(&p->a));
    }
}

/* Of every game, through every mix: options are told before there is a game, too. */
static void luck_is_kept(void **state)
{
    static struct play p;
    int seat, answer;
    (void)state;
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < games_of[s]; i++) {
            play_open_any(&p, subjects[s], (uint64_t)i);
            snapshot_and_ask(&p, 0);
            play_begin(&p);
            for (int k = 0; k < 20 && (answer = pick(&p, &seat)) >= 0; k++) {
                carry_out(&p.m, seat, answer, &p.before, &p.entry, &p.done);
                if (p.m.phase == MATCH_OVER)
                    break;
                snapshot_and_ask(&p, 1);
                tell(&p, &p.a, seat);
                expect_secrets_kept(&p, 1);
            }
            play_close(&p);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_make_views),   cmocka_unit_test(secrets_stay),
        cmocka_unit_test(leaks_are_noticed),    cmocka_unit_test(leaky_games_are_noticed),
        cmocka_unit_test(events_are_small),     cmocka_unit_test(people_come_and_go),
        cmocka_unit_test(a_game_starts),        cmocka_unit_test(a_move_is_told),
        cmocka_unit_test(a_move_is_taken_back), cmocka_unit_test(people_are_away),
        cmocka_unit_test(a_game_ends),          cmocka_unit_test(a_table_is_closed),
        cmocka_unit_test(luck_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
