/* Tests that the server sends no secrets, with twins: two worlds (tests/puppet) whose tables differ
 * only in what the viewer may not know. Both are moved alike, as far as the viewer can see. Its
 * socket must get the same bytes in both: snapshots, events, questions, refusals, and what follows
 * after the viewer or the server was away.
 *
 * Twins are practice tables: a game was played at random, then hidden outcomes and answers of its
 * log were changed as long as the viewer saw no difference. So both logs are valid, and tables can
 * be loaded from them. From there on each move is tried on copies first; it is not made if the
 * viewer would see a difference by the rules of the game (in its view, or in an event it may know).
 * game_props tests that redaction hides enough; here it is what the server sends beyond views.
 * `plant` makes servers that leak: the twins must find each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "games/arcane/arcane.h"
#include "match/founding.h"
#include "server/people/guests.h"
#include "server/tables/founding.h"
#include "server/tables/ids.h"
#include "server/tables/tables.h"
#include "tests/puppet/puppet.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/outcome.h"

enum { STEPS = 60, STEP_LUCK = 24, CHANGES = 300, TURNS = 50, TRIES = 24 };

struct step {
    struct move move;
    struct outcome outcome[STEP_LUCK];
    uint32_t outcomes;
};

/* The steps of a game so far; step 0 is its beginning. */
struct course {
    struct step step[STEPS + 1];
    int steps;
};

/* What a viewer sees of an action. */
struct sight {
    struct view view;
    struct event event[MAX_EVENTS];
    uint32_t events;
};

struct twins {
    /* The game as the tables use it; a planted leak has its own. */
    const struct game_json *json;
    /* The true game. */
    const struct game *game;
    uint64_t options[MAX_STATE_BYTES / 8];
    int players, viewer;
    uint64_t luck;
    struct course course[2];
    struct sight sight[2][STEPS + 1];
    struct puppet world[2];
    struct table *table[2];
    struct puppet_socket *ear[2], *mouth[2][MAX_SEATS];
    uint32_t compared;
    /* The seat that moved last, or -1. */
    int mover;
    /* differ: what was told differed; different: the states differ, or did. */
    int turns, differ, different;
};

static uint32_t below(struct twins *t, uint32_t n)
{
    return (uint32_t)(puppet_random(&t->luck) % n);
}

/* ---- what a viewer sees ---- */

static void see(struct sight *s, const struct game *g, const void *state, const struct events *sink,
                int viewer)
{
    view_take(&s->view, g, state, viewer);
    s->events = sink->n;
    for (uint32_t i = 0; i < sink->n; i++) {
        struct event *e = &s->event[i];
        if (sink->at != s->event)
            *e = sink->at[i];
        if (e->seen != EVENT_ALL_SEE && (viewer < 0 || !(e->seen >> viewer & 1)))
            e->item = EVENT_NONE;
        e->seen = 0;
    }
}

static int sights_same(const struct sight *a, const struct sight *b)
{
    return memcmp(a->view.bytes, b->view.bytes, sizeof a->view.bytes) == 0 &&
           a->events == b->events &&
           memcmp(a->event, b->event, a->events * sizeof a->event[0]) == 0;
}

/* ---- a game, and another that looks the same ---- */

/* Plays a step. Returns 0, or -1 if it is impossible. `script` tells whether its outcomes are given
 * or are to be recorded. */
static int run_step(const struct twins *t, struct step *s, int first, uint64_t *state,
                    struct chance *c, int script, struct sight *sight)
{
    struct outcome log[2 * MAX_OUTCOMES];
    uint8_t used[STEP_LUCK] = {0};
    struct events sink = {sight->event, 0, MAX_EVENTS};
    if (!first && !(t->game->legal(state, s->move.seat) >> s->move.answer & 1))
        return -1;
    c->script = script ? s->outcome : NULL;
    c->used = used;
    c->script_n = script ? s->outcomes : 0;
    c->log = log;
    c->log_n = 0;
    c->log_cap = 2 * MAX_OUTCOMES;
    c->impossible = 0;
    if (first)
        t->game->begin(state, c, &sink);
    else
        t->game->apply(state, s->move.seat, s->move.answer, c, &sink);
    see(sight, t->game, state, &sink, t->viewer);
    if (c->impossible || c->log_n > STEP_LUCK || (script && c->log_n != s->outcomes))
        return -1;
    memcpy(s->outcome, log, c->log_n * sizeof log[0]);
    s->outcomes = c->log_n;
    return 0;
}

static void play_line(struct twins *t, int steps)
{
    struct course *l = &t->course[0];
    uint64_t state[MAX_STATE_BYTES / 8];
    struct chance c;
    memcpy(state, t->options, sizeof state);
    chance_seed_number(&c, puppet_random(&t->luck));
    l->steps = 0;
    for (int i = 0; i <= steps; i++) {
        struct step *s = &l->step[i];
        uint32_t active = i ? t->game->active(state) : 0;
        memset(s, 0, sizeof *s);
        if (i && !active)
            return;
        if (i) {
            s->move.seat = (uint8_t)bit_nth(active, below(t, (uint32_t)bit_count(active)));
            uint64_t legal = t->game->legal(state, s->move.seat);
            s->move.answer = (uint8_t)bit_nth(legal, below(t, (uint32_t)bit_count(legal)));
        }
        /* Too many outcomes for one step, or the end of the game: the step is left out. */
        if (run_step(t, s, i == 0, state, &c, 0, &t->sight[0][i]) < 0 || !t->game->active(state))
            return;
        l->steps = i;
    }
}

/* Returns 1 if the second game is possible and looks the same to the viewer. */
static int looks_the_same(struct twins *t)
{
    struct course *l = &t->course[1];
    uint64_t state[MAX_STATE_BYTES / 8];
    struct chance c;
    memcpy(state, t->options, sizeof state);
    chance_seed_number(&c, 0);
    for (int i = 0; i <= l->steps; i++)
        if (run_step(t, &l->step[i], i == 0, state, &c, 1, &t->sight[1][i]) < 0 ||
            !sights_same(&t->sight[0][i], &t->sight[1][i]))
            return 0;
    return 1;
}

static struct outcome *some_outcome(struct twins *t, struct course *l)
{
    for (int i = 0; i < 20; i++) {
        struct step *s = &l->step[below(t, (uint32_t)l->steps + 1)];
        if (s->outcomes)
            return &s->outcome[below(t, s->outcomes)];
    }
    return NULL;
}

/* Makes one change: swaps two outcomes, changes an outcome, or changes an answer. */
static void change_course(struct twins *t, struct course *l)
{
    struct outcome *a = some_outcome(t, l), *b = some_outcome(t, l);
    uint32_t how = below(t, 3);
    if (l->steps && (how == 2 || !a || !b)) {
        uint32_t among =
            below(t, 2) && l->steps > t->players ? (uint32_t)t->players : (uint32_t)l->steps;
        struct step *s = &l->step[l->steps - (int)below(t, among)];
        if (s->move.seat != t->viewer)
            s->move.answer = (uint8_t)below(t, below(t, 2) ? 4 : 64);
        return;
    }
    if (!a || !b || a->kind != b->kind || a->n != b->n)
        return;
    struct outcome old = *a;
    memcpy(a->value, b->value, sizeof a->value);
    if (how == 0)
        memcpy(b->value, old.value, sizeof b->value);
}

/* Makes the second game as different as possible, by small changes that are kept if the viewer
 * cannot see them. */
static void make_twin(struct twins *t)
{
    struct course good = t->course[0];
    for (int i = 0; i < CHANGES; i++) {
        t->course[1] = good;
        change_course(t, &t->course[1]);
        if (looks_the_same(t))
            good = t->course[1];
    }
    t->course[1] = good;
}

/* ---- tables ---- */

static json_t *outcomes_json(const struct game_json *json, const struct step *s)
{
    struct writer w = {0};
    write_begin(&w, '[');
    for (uint32_t i = 0; i < s->outcomes; i++)
        outcome_write(json, &s->outcome[i], &w);
    write_end(&w, ']');
    json_t *list = json_loadb(w.at, w.n, 0, NULL);
    assert_non_null(list);
    writer_free(&w);
    return list;
}

static void token_of(int seat, char token[33])
{
    snprintf(token, 33, "%032d", seat);
}

static void fill_founding(struct twins *t, const struct course *l, struct match_founding *f)
{
    char token[33];
    memset(f, 0, sizeof *f);
    f->json = t->json;
    f->players = t->players;
    f->clock = (struct match_clock){0, 3600};
    memcpy(f->options, t->options, sizeof f->options);
    f->fork.moves = (uint32_t)l->steps;
    f->fork.chance = json_array();
    f->fork_move = calloc((size_t)l->steps + 1, sizeof f->fork_move[0]);
    for (int i = 0; i <= l->steps; i++) {
        json_array_append_new(f->fork.chance, outcomes_json(t->json, &l->step[i]));
        if (i)
            f->fork_move[i - 1] = l->step[i].move;
    }
    for (int seat = 0; seat < t->players; seat++) {
        f->seat[seat].kind = SEAT_HUMAN;
        snprintf(f->seat[seat].name, sizeof f->seat[seat].name, "Person %d", seat);
        token_of(seat, token);
        token_hash(token, f->seat[seat].token);
    }
}

static void found(struct twins *t, int which)
{
    struct match_founding f;
    struct refusal why;
    struct server *s = t->world[which].node[0].server;
    fill_founding(t, &t->course[which], &f);
    puppet_enter(&t->world[which]);
    t->table[which] = hall_found(s, &f, "", NULL, &why);
    if (!t->table[which])
        fail_msg("%s", why.message);
    json_decref(f.fork.chance);
    free(f.fork_move);
    puppet_settle(&t->world[which]);
}

static struct puppet_socket *dial(struct twins *t, int which, int viewer, int64_t n)
{
    char text[160], token[33], with[64] = "", from[32] = "";
    struct puppet_socket *s = puppet_dial(&t->world[which], 0, "192.0.2.1");
    token_of(viewer, token);
    if (viewer >= 0)
        snprintf(with, sizeof with, ",\"token\":\"%s\"", token);
    if (n >= 0)
        snprintf(from, sizeof from, ",\"n\":%lld", (long long)n);
    int len = snprintf(text, sizeof text, "{\"hello\":{\"api\":2,\"table\":\"%s\"%s%s}}",
                       t->table[which]->id, with, from);
    puppet_say(s, text, (size_t)len);
    return s;
}

/* Connects the viewer first, then everybody else. */
static void dial_all(struct twins *t, int which)
{
    t->ear[which] = dial(t, which, t->viewer, -1);
    for (int seat = 0; seat < t->players; seat++)
        t->mouth[which][seat] = seat == t->viewer ? t->ear[which] : dial(t, which, seat, -1);
    puppet_settle(&t->world[which]);
}

/* ---- what the viewer was sent ---- */

static void compare(struct twins *t)
{
    const struct puppet_socket *a = t->ear[0], *b = t->ear[1];
    puppet_settle(&t->world[0]);
    puppet_settle(&t->world[1]);
    for (; t->compared < a->heard_n || t->compared < b->heard_n; t->compared++) {
        const char *x = t->compared < a->heard_n ? a->heard[t->compared].at : "(nothing)";
        const char *y = t->compared < b->heard_n ? b->heard[t->compared].at : "(nothing)";
        if (strcmp(x, y) == 0)
            continue;
        t->differ = 1;
        if (t->json == game_json_by_name(t->game->name) && !t->world[0].tamper)
            print_message("viewer %d of %s is told\n%s\nor\n%s\n", t->viewer, t->game->name, x, y);
        return;
    }
}

static void both_say(struct twins *t, int seat, const char *a, const char *b)
{
    puppet_say(t->mouth[0][seat], a, strlen(a));
    puppet_say(t->mouth[1][seat], b, strlen(b));
    compare(t);
}

/* ---- turns ---- */

static void try_move(struct twins *t, int which, int seat, int answer, struct sight *s)
{
    const struct session *now = &t->table[which]->match.session;
    uint64_t state[MAX_STATE_BYTES / 8];
    struct chance c = now->chance;
    struct events sink = {s->event, 0, MAX_EVENTS};
    memcpy(state, now->state, sizeof state);
    t->game->apply(state, seat, answer, &c, &sink);
    see(s, t->game, state, &sink, t->viewer);
}

static int some_answer(struct twins *t, int which, int seat)
{
    uint64_t legal = t->game->legal(t->table[which]->match.session.state, seat);
    return legal ? bit_nth(legal, below(t, (uint32_t)bit_count(legal))) : -1;
}

/* Finds answers of a seat that look the same in both worlds. Returns -1 if there are none. */
static int find_answers(struct twins *t, int seat, int answer[2])
{
    /* Tries to give the same answer in both worlds, two times in three. */
    int alike = below(t, 3) != 0;
    for (int i = 0; i < TRIES; i++) {
        answer[0] = some_answer(t, 0, seat);
        answer[1] =
            seat == t->viewer || alike == (i < TRIES / 2) ? answer[0] : some_answer(t, 1, seat);
        if (answer[0] < 0 || answer[1] < 0 ||
            !(t->game->legal(t->table[1]->match.session.state, seat) >> answer[1] & 1))
            continue;
        try_move(t, 0, seat, answer[0], &t->sight[0][0]);
        try_move(t, 1, seat, answer[1], &t->sight[1][0]);
        if (sights_same(&t->sight[0][0], &t->sight[1][0]))
            return 0;
    }
    return -1;
}

static void write_do(struct twins *t, int which, int seat, const char *action, char text[200])
{
    uint32_t asked = t->table[which]->match.seat[seat].asked;
    snprintf(text, 200, "{\"id\":%d,\"n\":%u,\"do\":\"%s\"}", t->turns, asked, action);
}

/* Returns 0 if there is no move that looks the same in both worlds. */
static int move(struct twins *t)
{
    uint32_t active = t->game->active(t->table[0]->match.session.state);
    int answer[2], seat = bit_nth(active, below(t, (uint32_t)bit_count(active)));
    char text[2][200], name[MAX_NAME];
    if (find_answers(t, seat, answer) < 0)
        return 0;
    for (int k = 0; k < 2; k++) {
        const void *state = t->table[k]->match.session.state;
        write_do(t, k, seat, t->game->action_name(state, seat, answer[k], name), text[k]);
    }
    both_say(t, seat, text[0], text[1]);
    t->mover = seat;
    return 1;
}

/* Sends nonsense, which must be refused in the same words. */
static void nonsense(struct twins *t)
{
    static const char *const texts[] = {"draw deck",
                                        "play older-wand",
                                        "discard crystal-ball",
                                        "slot 3",
                                        "target 1",
                                        "theirs 3",
                                        "sell 1 2",
                                        "swap 1 2",
                                        "take older-wand",
                                        "keep",
                                        "bribe 5",
                                        "use crown",
                                        "draw",
                                        "stop",
                                        "flask",
                                        "bag red1",
                                        "buy red1",
                                        "pick none",
                                        "call edge",
                                        "call heads",
                                        "xyzzy",
                                        "peek 1",
                                        "reveal 1 1"};
    const char *what = texts[below(t, sizeof texts / sizeof texts[0])];
    char text[200];
    if (t->viewer < 0 || session_answer(&t->table[0]->match.session, t->viewer, what) >= 0)
        return;
    write_do(t, 0, t->viewer, what, text);
    both_say(t, t->viewer, text, text);
}

static void come_back(struct twins *t)
{
    int64_t n = below(t, 3) ? (int64_t)below(t, t->table[0]->stored) : -1;
    for (int k = 0; k < 2; k++) {
        puppet_hang_up(t->ear[k]);
        t->ear[k] = dial(t, k, t->viewer, n);
        if (t->viewer >= 0)
            t->mouth[k][t->viewer] = t->ear[k];
    }
    t->compared = 0;
    compare(t);
}

static void restart(struct twins *t)
{
    for (int k = 0; k < 2; k++) {
        char id[MATCH_ID + 1];
        strcpy(id, t->table[k]->id);
        puppet_restart(&t->world[k], 0);
        struct puppet_request *r = puppet_ask(&t->world[k], 0, "GET", "/health", NULL, "", 0);
        char path[40];
        assert_int_equal(r->status, 200);
        snprintf(path, sizeof path, "/api/tables/%s", id);
        puppet_ask(&t->world[k], 0, "GET", path, NULL, "", 0);
        puppet_settle(&t->world[k]);
        t->table[k] = table_find(t->world[k].node[0].server, id);
        assert_non_null(t->table[k]);
        dial_all(t, k);
    }
    t->compared = 0;
    compare(t);
}

/* Somebody takes a move back; the others agree. */
static void undo(struct twins *t)
{
    int seat = t->mover >= 0 && below(t, 4) ? t->mover : (int)below(t, (uint32_t)t->players);
    char text[80];
    snprintf(text, sizeof text, "{\"id\":%d,\"undo\":true}", t->turns);
    both_say(t, seat, text, text);
    snprintf(text, sizeof text, "{\"id\":%d,\"grant\":true}", t->turns);
    for (int other = 0; other < t->players && !t->differ; other++)
        if (other != seat)
            both_say(t, other, text, text);
}

static void show_table(struct twins *t)
{
    char path[40];
    struct puppet_request *r[2];
    snprintf(path, sizeof path, "/api/tables/%s", t->table[0]->id);
    for (int k = 0; k < 2; k++) {
        r[k] = puppet_ask(&t->world[k], 0, "GET", path, NULL, "", 0);
        puppet_settle(&t->world[k]);
    }
    if (strcmp(r[0]->text, r[1]->text) != 0)
        t->differ = 1;
}

/* Returns 0 if the twins cannot go on alike. */
static int turn(struct twins *t, int takes_back)
{
    uint32_t what = below(t, 40);
    if (what < 2)
        come_back(t);
    else if (what == 2)
        restart(t);
    else if (what < 7 && takes_back)
        undo(t);
    else if (what == 7)
        show_table(t);
    else if (what < 15)
        nonsense(t);
    else
        return move(t);
    return 1;
}

static void let_time_pass(struct twins *t)
{
    int64_t ms = below(t, 2000);
    puppet_pass(&t->world[0], ms);
    puppet_pass(&t->world[1], ms);
}

/* ---- pairs ---- */

struct tally {
    int pairs, different, turns, leaks;
};

static void open_worlds(struct twins *t, void (*tamper)(struct puppet_socket *s, struct writer *w))
{
    uint64_t seed = puppet_random(&t->luck);
    for (int k = 0; k < 2; k++) {
        puppet_open(&t->world[k], 1, seed);
        t->world[k].keeps = 1;
        t->world[k].tamper = tamper;
        found(t, k);
        dial_all(t, k);
    }
    assert_string_equal(t->table[0]->id, t->table[1]->id);
    compare(t);
}

struct plan {
    const char *game, *options;
    int players;
    /* 1: moves are taken back as well. */
    int takes_back;
    /* The game of a leaking server; NULL: the real one. */
    const struct game_json *leaky;
    void (*tamper)(struct puppet_socket *s, struct writer *w);
};

static void read_plan(struct twins *t, const struct plan *p)
{
    struct refusal why;
    json_t *options = json_loads(p->options, 0, NULL);
    t->json = p->leaky ? p->leaky : game_json_by_name(p->game);
    t->game = game_json_by_name(p->game)->game;
    t->players = p->players;
    t->game->init(t->options, p->players);
    assert_int_equal(t->json->read_options(t->options, options, &why), 0);
    json_decref(options);
}

static void note_difference(struct twins *t)
{
    const void *a = t->table[0]->match.session.state, *b = t->table[1]->match.session.state;
    t->different |= memcmp(a, b, t->game->state_bytes) != 0;
}

/* Plays a pair until it ends or cannot go on alike. */
static void play_pair(struct twins *t, const struct plan *p, uint64_t seed, struct tally *tally)
{
    memset(t, 0, sizeof *t);
    t->luck = seed;
    t->mover = -1;
    read_plan(t, p);
    t->viewer = (int)below(t, (uint32_t)t->players + 1) - 1;
    play_line(t, (int)below(t, STEPS));
    make_twin(t);
    open_worlds(t, p->tamper);
    tally->pairs++;
    note_difference(t);
    while (t->turns < TURNS && !t->differ && t->table[0]->match.phase == MATCH_RUNNING) {
        t->turns++;
        if (!turn(t, p->takes_back))
            break;
        note_difference(t);
        let_time_pass(t);
    }
    tally->different += t->different;
    tally->turns += t->turns;
    tally->leaks += t->differ;
    for (int k = 0; k < 2; k++)
        puppet_close(&t->world[k]);
}

static struct tally play_pairs(const struct plan *p, int pairs, int until_leak)
{
    struct twins *t = calloc(1, sizeof *t);
    struct tally tally = {0};
    assert_non_null(t);
    for (int i = 0; i < pairs && !(until_leak && tally.leaks); i++)
        play_pair(t, p, (uint64_t)i + 1, &tally);
    free(t);
    return tally;
}

/* Multiplies the number of pairs for long runs: test_secrecy 50. */
static int times = 1;
/* Slow builds play half of the pairs; the release build plays all. */
#ifdef SLOW_BUILD
enum { SHARE = 2 };
#else
enum { SHARE = 1 };
#endif

static void stays_secret(const struct plan *p, int pairs)
{
    struct tally tally = play_pairs(p, pairs * times / SHARE, 0);
    print_message("%s with %d: %d pairs, %d of them different, %d turns\n", p->game, p->players,
                  tally.pairs, tally.different, tally.turns);
    assert_int_equal(tally.leaks, 0);
    assert_true(tally.different * 4 > tally.pairs);
    assert_true(tally.turns > 3 * tally.pairs);
}

static void test_null(void **unused)
{
    (void)unused;
    stays_secret(&(struct plan){"null", "{\"tosses\":9}", 4, 1, NULL, NULL}, 40);
}

static void test_arcane(void **unused)
{
    (void)unused;
    stays_secret(&(struct plan){"arcane", "{}", 3, 1, NULL, NULL}, 30);
    stays_secret(
        &(struct plan){"arcane", "{\"market\":true,\"wizards\":\"random\"}", 5, 1, NULL, NULL}, 40);
}

static void test_quacks(void **unused)
{
    (void)unused;
    stays_secret(&(struct plan){"quacks", "{\"together\":true,\"books\":3}", 3, 1, NULL, NULL}, 60);
}

/* ---- servers that leak ---- */

static const struct game *true_game;

/* Leaves one secret in views: for the null game and the Quacks the last hidden byte, for Arcane
 * Alley the first item of each stash. */
static void redact_all_but_one(void *state, int seat)
{
    uint8_t before[MAX_STATE_BYTES], *after = state;
    size_t i = true_game->state_bytes;
    memcpy(before, state, i);
    true_game->redact(state, seat);
    while (i-- > 0)
        if (before[i] != after[i]) {
            after[i] = before[i];
            return;
        }
}

static void redact_all_but_a_stash(void *state, int seat)
{
    struct arcane_state before, *after = state;
    memcpy(&before, state, sizeof before);
    true_game->redact(state, seat);
    for (int i = 0; i < before.players; i++)
        if (before.player[i].stash_n)
            after->player[i].stash[0] = before.player[i].stash[0];
}

static void explain_too_much(const void *state, int seat, const char *action, struct refusal *why)
{
    true_game->explain(state, seat, action, why);
    snprintf(why->message, sizeof why->message, "Of %llu states not this one.",
             (unsigned long long)game_hash(true_game, state));
}

static const struct guest *guest_of(const struct puppet_socket *s)
{
    const struct guest *g = s->self.peer.user;
    return g && g->table ? g : NULL;
}

static void add_hash(const struct guest *g, struct writer *w)
{
    const struct match *m = &g->table->match;
    char text[40];
    int n = snprintf(text, sizeof text, ",\"hash\":\"%016llx\"}",
                     (unsigned long long)game_hash(m->session.game, m->session.state));
    w->n--;
    w->comma = 0;
    write_raw(w, text, (size_t)n);
}

/* Adds the hash of the state to every message. */
static void tell_hash(struct puppet_socket *s, struct writer *w)
{
    if (guest_of(s) && guest_of(s)->table->match.begun)
        add_hash(guest_of(s), w);
}

/* The same, but only in messages that catch a viewer up. */
static void tell_hash_late(struct puppet_socket *s, struct writer *w)
{
    if (guest_of(s) && !guest_of(s)->live && guest_of(s)->sent >= 0)
        tell_hash(s, w);
}

/* Sends the mover's version of an event to everyone who gets it later. */
static void tell_as_mover(struct puppet_socket *s, struct writer *w)
{
    json_t *root = json_loadb(w->at, w->n, 0, NULL);
    const json_t *n = json_object_get(root, "n"), *mover = json_object_get(root, "seat");
    char head[40];
    snprintf(head, sizeof head, "{\"n\":%lld,\"seat\":%lld,", (long long)json_integer_value(n),
             (long long)json_integer_value(mover));
    for (struct puppet_socket *o = s->world->sockets; n && mover && o; o = o->next) {
        const struct guest *g = guest_of(o);
        const char *last = o->heard_n ? o->heard[o->heard_n - 1].at : "";
        if (!g || g->viewer != json_integer_value(mover) || strncmp(last, head, strlen(head)) != 0)
            continue;
        writer_reset(w);
        write_raw(w, last, strlen(last));
    }
    json_decref(root);
}

static void is_found_out(const char *game, const char *options, const char *what,
                         void (*plant)(struct game *g),
                         void (*tamper)(struct puppet_socket *s, struct writer *w))
{
    static struct game g;
    static struct game_json json;
    json = *game_json_by_name(game);
    true_game = json.game;
    g = *json.game;
    json.game = &g;
    if (plant)
        plant(&g);
    struct plan p = {game, options, 3, 0, plant ? &json : NULL, tamper};
    struct tally tally = play_pairs(&p, 100, 1);
    print_message("%s, %s: found out by pair %d\n", game, what, tally.pairs);
    assert_int_equal(tally.leaks, 1);
}

static void plant_redact(struct game *g)
{
    g->redact = strcmp(g->name, "arcane") == 0 ? redact_all_but_a_stash : redact_all_but_one;
}

static void plant_explain(struct game *g)
{
    g->explain = explain_too_much;
}

static void test_leaks(void **unused)
{
    static const char *const games[][2] = {
        {"null", "{\"tosses\":9}"}, {"arcane", "{}"}, {"quacks", "{\"together\":true}"}};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        is_found_out(games[i][0], games[i][1], "a byte is not hidden", plant_redact, NULL);
        is_found_out(games[i][0], games[i][1], "a refusal says too much", plant_explain, NULL);
        is_found_out(games[i][0], games[i][1], "hashes are told", NULL, tell_hash);
        is_found_out(games[i][0], games[i][1], "hashes are told late", NULL, tell_hash_late);
    }
    is_found_out("arcane", "{}", "everyone is the mover", NULL, tell_as_mover);
}

int main(int argc, char **argv)
{
    times = argc > 1 ? atoi(argv[1]) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_arcane),
        cmocka_unit_test(test_quacks),
        cmocka_unit_test(test_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
