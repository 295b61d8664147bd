/* Tests of the terminal's client without a terminal: local games that are played, killed, resumed
 * and taken back, and what each seat is shown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include <ftw.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/arcane/arcane.h"
#include "match/record_play.h"
#include "store/open.h"
#include "tui/client_ask.h"
#include "tui/client_end.h"
#include "tui/client_open.h"
#include "tui/client_saved.h"
#include "tui/inside.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"

static char folder[40];

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *f)
{
    (void)s, (void)kind, (void)f;
    return remove(path);
}

static int make_folder(void **state)
{
    (void)state;
    /* Files in memory need not wait for a disk. */
    strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/tui-XXXXXX" : "/tmp/tui-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static void plan_make(struct client_plan *plan, const char *game, int players, uint32_t people,
                      uint64_t seed)
{
    memset(plan, 0, sizeof *plan);
    plan->json = game_json_by_name(game);
    plan->json->game->init(plan->options, players);
    plan->players = players;
    plan->people = people;
    plan->folder = folder;
    seed_from_number(seed, plan->seed);
    for (int seat = 0; seat < players; seat++)
        strcpy(plan->bot[seat], "medium");
}

static struct client *found(const char *game, int players, uint32_t people, uint64_t seed)
{
    struct client_plan plan;
    char why[CLIENT_TEXT];
    plan_make(&plan, game, players, people, seed);
    struct client *t = client_found(&plan, why);
    if (!t)
        fail_msg("%s", why);
    return t;
}

static struct client *practise(const char *game, int players, uint64_t seed)
{
    struct client_plan plan;
    char why[CLIENT_TEXT];
    plan_make(&plan, game, players, 1, seed);
    plan.practice = 1;
    struct client *t = client_found(&plan, why);
    if (!t)
        fail_msg("%s", why);
    return t;
}

/* Of the games that can be resumed, the one played last. */
static struct client *resume(void)
{
    char why[CLIENT_TEXT] = "";
    struct client_saves list;
    struct client *t = NULL;
    assert_int_equal(client_list_saved(NULL, folder, &list, why), 0);
    for (int i = 0; i < list.n && !t; i++)
        if (!list.at[i].open)
            t = client_resume_id(list.at[i].id, folder, why);
    client_free_saved(&list);
    if (!t)
        fail_msg("nothing to resume: %s", why);
    return t;
}

static int count_saved(void)
{
    char why[CLIENT_TEXT];
    struct client_saves list;
    assert_int_equal(client_list_saved(NULL, folder, &list, why), 0);
    int n = list.n;
    client_free_saved(&list);
    return n;
}

/* Waits for a kind of news, and handles the news before it. */
static struct client_news await(struct client *t, int kind)
{
    struct client_news news;
    while (client_poll(t, 20000, &news)) {
        if (news.kind == NEWS_REFUSED || news.kind == NEWS_FAILED)
            assert_int_equal(news.kind, kind);
        if (news.kind == kind)
            return news;
    }
    fail_msg("news %d does not come", kind);
    return news;
}

/* Picks an answer by a number. */
static int pick(const struct client_question *q, uint32_t luck)
{
    return q->answer[luck % (uint32_t)q->answers].action;
}

static uint32_t luck_of(uint32_t *luck)
{
    *luck = *luck * 1664525u + 1013904223u;
    return *luck >> 16;
}

/* Plays until this many answers were given or the game ends. Returns 1 if it is over. */
static int play(struct client *t, uint32_t *luck, int answers)
{
    struct client_question q;
    struct client_news news;
    while (answers && client_phase(t) <= MATCH_RUNNING) {
        int seat = client_turn(t);
        if (seat < 0) {
            assert_true(client_poll(t, 20000, &news));
            assert_int_not_equal(news.kind, NEWS_REFUSED);
            assert_int_not_equal(news.kind, NEWS_FAILED);
            continue;
        }
        assert_int_equal(client_question(t, seat, &q), 0);
        assert_int_equal(client_answer(t, seat, pick(&q, luck_of(luck))), 0);
        answers--;
    }
    return client_phase(t) == MATCH_OVER;
}

/* Handles all news that is there now. */
static void drain(struct client *t)
{
    struct client_news news;
    while (client_poll(t, 0, &news))
        ;
}

static uint64_t hash_of(struct client *t)
{
    struct view v;
    uint64_t hash = 0;
    for (int viewer = SPECTATOR; viewer < client_players(t); viewer++)
        if (client_view(t, viewer, &v) == 0)
            hash = hash * 31 + hash_bytes(v.bytes, sizeof v.bytes);
    return hash;
}

/* ---- whole games ---- */

static void check_record(const char *path)
{
    struct record r;
    struct record_wrong wrong;
    assert_non_null(path);
    assert_int_equal(record_load(&r, path), 0);
    if (r.wrong.line || record_check(&r, &wrong) < 0)
        fail_msg("%s: line %u: %s", path, r.wrong.line ? r.wrong.line : wrong.line,
                 r.wrong.line ? r.wrong.why.message : wrong.why.message);
    assert_true(record_is_committed(&r));
    record_free(&r);
}

static void play_whole(const char *game, int players, uint32_t people, uint64_t seed)
{
    struct client *t = found(game, players, people, seed);
    struct client_result result;
    uint32_t luck = (uint32_t)seed;
    assert_true(play(t, &luck, 1 << 20));
    await(t, NEWS_OVER);
    assert_int_equal(client_result(t, &result), 0);
    assert_true(result.winners);
    check_record(client_record(t));
    client_leave(t);
}

static void test_whole_games(void **state)
{
    (void)state;
    play_whole("arcane", 2, 1, 1);
    play_whole("arcane", 6, 0x3f, 2);
    play_whole("quacks", 2, 2, 3);
    play_whole("quacks", 4, 0xf, 4);
    play_whole("arcane", 3, 0, 5);
}

static void test_rematch(void **state)
{
    struct client *t = found("quacks", 2, 1, 9);
    uint32_t luck = 3;
    (void)state;
    assert_int_equal(client_rematch(t, NULL), -1);
    assert_string_equal(await(t, NEWS_REFUSED).code, "not-over");
    assert_true(play(t, &luck, 1 << 20));
    await(t, NEWS_OVER);
    assert_int_equal(client_rematch(t, NULL), 0);
    await(t, NEWS_START);
    await(t, NEWS_QUESTION);
    assert_null(client_record(t));
    assert_true(play(t, &luck, 1 << 20));
    await(t, NEWS_OVER);
    check_record(client_record(t));
    client_leave(t);
}

/* ---- saved ---- */

/* The same answers must give the same game, whether it is left and resumed after each of them or
 * not. */
static void test_left_and_resumed(void **state)
{
    struct client *t = found("quacks", 3, 1, 7);
    uint32_t luck = 1, same = 1;
    (void)state;
    play(t, &luck, 30);
    await(t, NEWS_QUESTION);
    uint64_t straight = hash_of(t);
    int told = client_story(t, 0)->n;
    assert_true(play(t, &luck, 1 << 20));
    await(t, NEWS_OVER);
    client_leave(t);
    /* A game that is over is not resumed. */
    assert_int_equal(count_saved(), 0);
    t = found("quacks", 3, 1, 7);
    for (int i = 0; i < 30; i++) {
        play(t, &same, 1);
        /* The answer is stored; otherwise it is given again below. */
        if (i % 3 == 0)
            drain(t);
        else
            await(t, NEWS_EVENTS);
        client_leave(t);
        t = resume();
        assert_true(client_is_resumed(t));
    }
    await(t, NEWS_QUESTION);
    assert_int_equal(hash_of(t), straight);
    assert_int_equal(client_story(t, 0)->n, told);
    client_leave(t);
}

/* The number of seat 0's question, or 0 if it has none. */
static uint64_t question_of(struct client *t)
{
    struct client_question q;
    return client_question(t, 0, &q) < 0 ? 0 : q.n;
}

/* Gives some answers and reports every question it was shown to the parent, then waits to be
 * killed. A whole game takes only milliseconds: it would be over before a slow parent kills. */
static void play_in_child(int out, uint32_t luck, int answers)
{
    struct client *t = found("arcane", 3, 1, 12);
    struct client_news news;
    while (answers--) {
        play(t, &luck, 1);
        while (client_turn(t) < 0 && client_poll(t, 20000, &news))
            ;
        uint64_t says[3] = {hash_of(t), (uint64_t)client_story(t, 0)->n, question_of(t)};
        if (write(out, says, sizeof says) != (ssize_t)sizeof says)
            _exit(1);
    }
    alarm(60); /* if there is no parent any more */
    for (;;)
        pause();
}

static void test_killed(void **state)
{
    (void)state;
    for (int moves = 1; moves < 12; moves += 3) {
        int pipes[2];
        uint64_t says[3] = {0};
        assert_int_equal(pipe(pipes), 0);
        pid_t child = fork();
        if (child == 0)
            play_in_child(pipes[1], 5, moves + 3);
        for (int i = 0; i < moves; i++)
            assert_int_equal(read(pipes[0], says, sizeof says), sizeof says);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        close(pipes[1]);
        /* Reads what it showed before it died. */
        while (read(pipes[0], says, sizeof says) == (ssize_t)sizeof says)
            ;
        close(pipes[0]);
        struct client *t = resume();
        struct client_news news;
        while (client_turn(t) < 0 && client_poll(t, 20000, &news))
            ;
        assert_true((uint64_t)client_story(t, 0)->n >= says[1]);
        /* It may have stored one more answer, without a new event. */
        if (question_of(t) == says[2])
            assert_int_equal(hash_of(t), says[0]);
        uint32_t luck = 4;
        assert_true(play(t, &luck, 1 << 20));
        await(t, NEWS_OVER);
        check_record(client_record(t));
        client_leave(t);
    }
}

/* Two programs cannot play the same game. */
static void test_locked(void **state)
{
    struct client *t = found("arcane", 2, 1, 3);
    char why[CLIENT_TEXT];
    (void)state;
    await(t, NEWS_QUESTION);
    assert_null(client_resume_id(t->id, folder, why));
    assert_non_null(strstr(why, "open in another window"));
    client_leave(t);
    t = resume();
    client_leave(t);
}

/* The game played last is first, an open one is marked, an id is found by its first letters. */
static void test_saved_games_are_listed(void **state)
{
    struct client_saves list;
    char why[CLIENT_TEXT] = "", first[MATCH_ID + 1];
    struct client *t = found("arcane", 2, 1, 3);
    uint32_t luck = 1;
    (void)state;
    assert_int_equal(client_kept(t), 0);
    await(t, NEWS_QUESTION);
    strcpy(first, t->id);
    client_leave(t);
    usleep(2000); /* Of games of the same millisecond, any may be first. */
    t = found("quacks", 3, 1, 4);
    assert_int_equal(client_kept(t), 1);
    await(t, NEWS_QUESTION);
    /* A game that is open in another window does not wait for anybody. */
    struct client *third = found("quacks", 2, 1, 5);
    assert_int_equal(client_kept(third), 1);
    assert_true(play(third, &luck, 1 << 20));
    client_leave(third);
    assert_int_equal(client_list_saved(NULL, folder, &list, why), 0);
    assert_int_equal(list.n, 2);
    assert_true(list.at[0].open && !list.at[1].open);
    assert_non_null(strstr(list.at[0].words, "turn 1 of 9, 0 points; "));
    assert_non_null(strstr(list.at[1].words, "round 1 of 3, 25 gold; "));
    client_free_saved(&list);
    assert_null(client_resume_id(t->id, folder, why));
    assert_non_null(strstr(why, "open in another window"));
    client_leave(t);
    assert_null(client_resume_id("", folder, why));
    assert_non_null(strstr(why, "More than one unfinished game"));
    assert_null(client_resume_id("no-such", folder, why));
    assert_non_null(strstr(why, "No unfinished game"));
    t = client_resume_id(first, folder, why);
    assert_non_null(t);
    assert_string_equal(t->id, first);
    client_leave(t);
    assert_int_equal(client_list_saved(game_json_by_name("arcane")->game, folder, &list, why), 0);
    assert_int_equal(list.n, 1);
    client_free_saved(&list);
}

/* However many games were begun later. */
static void test_no_saved_game_is_lost(void **state)
{
    struct client_saves list;
    char why[CLIENT_TEXT] = "", first[MATCH_ID + 1] = "";
    (void)state;
    for (uint32_t i = 0; i < 66; i++) {
        struct client *t = found("quacks", 2, 1, i);
        if (!i)
            strcpy(first, t->id);
        await(t, NEWS_QUESTION);
        client_leave(t);
    }
    assert_int_equal(client_list_saved(NULL, folder, &list, why), 0);
    assert_int_equal(list.n, 66);
    client_free_saved(&list);
    struct client *t = client_resume_id(first, folder, why);
    assert_non_null(t);
    client_leave(t);
}

/* Chips come one for one: no bot has drawn more than the person who is asked. */
static void test_bots_brew_at_the_persons_pace(void **state)
{
    struct client *t = found("quacks", 4, 1, 9);
    const struct game *g = client_game(t);
    int asked = 0;
    (void)state;
    for (int i = 0; i < 60; i++) {
        struct client_question q;
        struct view v;
        await(t, NEWS_QUESTION);
        assert_int_equal(client_view(t, 0, &v), 0);
        int mine = g->progress(v.bytes, 0);
        asked += mine >= 0;
        for (int bot = 1; bot < 4 && mine >= 0; bot++)
            assert_true((g->progress(v.bytes, bot) + 1) / 2 <= (mine + 1) / 2);
        assert_int_equal(client_question(t, 0, &q), 0);
        client_answer(t, 0, q.answer[0].action);
    }
    assert_true(asked > 20);
    client_leave(t);
}

static void test_nowhere_to_save(void **state)
{
    struct client_plan plan;
    char why[CLIENT_TEXT];
    (void)state;
    plan_make(&plan, "arcane", 2, 1, 1);
    plan.folder = "/proc/nowhere";
    assert_null(client_found(&plan, why));
    assert_non_null(strstr(why, "--save"));
}

/* ---- undo ---- */

static void test_undo_alone(void **state)
{
    struct client *t = practise("arcane", 3, 21);
    uint32_t luck = 2, again;
    (void)state;
    play(t, &luck, 6);
    await(t, NEWS_QUESTION);
    drain(t);
    uint64_t before = hash_of(t);
    int told = client_story(t, 0)->n;
    again = luck;
    play(t, &luck, 1);
    await(t, NEWS_QUESTION);
    uint64_t after = hash_of(t);
    assert_int_equal(client_undo(t, 0), 0);
    await(t, NEWS_UNDONE);
    await(t, NEWS_QUESTION);
    assert_int_equal(hash_of(t), before);
    assert_int_equal(client_story(t, 0)->n, told);
    play(t, &again, 1);
    await(t, NEWS_QUESTION);
    /* The same outcomes come again. */
    assert_int_equal(hash_of(t), after);
    client_leave(t);
}

static void test_undo_asks_the_others(void **state)
{
    struct client *t = found("arcane", 2, 3, 22);
    uint32_t luck = 2;
    struct client_plea plea;
    (void)state;
    while (client_turn(t) != 1)
        play(t, &luck, 1), drain(t);
    assert_int_equal(client_undo(t, 0), 0);
    await(t, NEWS_PLEA);
    client_plea(t, &plea);
    assert_int_equal(plea.seat, 0);
    assert_int_equal(plea.waits, 2);
    assert_int_equal(client_grant(t, 1, 1), 0);
    await(t, NEWS_UNDONE);
    drain(t);
    assert_int_equal(client_turn(t), 0);
    client_leave(t);
}

/* ---- secrecy ---- */

/* At a shared keyboard a seat's view is the redacted state, stories contain no secrets of others,
 * and nobody gets the view of a bot. */
static void test_views_hold_no_secret(void **state)
{
    struct client *t = found("arcane", 4, 3, 31);
    uint32_t luck = 8;
    struct view v, twice;
    (void)state;
    for (int i = 0; i < 40 && !play(t, &luck, 1); i++) {
        drain(t);
        for (int seat = 0; seat < 2; seat++) {
            assert_int_equal(client_view(t, seat, &v), 0);
            view_take(&twice, v.game, v.bytes, seat);
            assert_memory_equal(v.bytes, twice.bytes, sizeof v.bytes);
            const struct arcane_state *s = (const struct arcane_state *)v.bytes;
            assert_int_equal(s->players, 4);
        }
        assert_int_equal(client_view(t, 2, &v), -1);
        assert_ptr_equal(client_story(t, 2), client_story(t, SPECTATOR));
    }
    const struct story *mine = client_story(t, 0), *other = client_story(t, 1);
    int hidden = 0;
    assert_int_equal(mine->n, other->n);
    for (int i = 0; i < mine->n; i++) {
        if (mine->at[i].event.kind != EV_DEALT)
            continue;
        int own = mine->at[i].event.seat == 0;
        assert_int_equal(mine->at[i].event.item != EVENT_NONE, own);
        hidden += !own;
    }
    assert_true(hidden > 0);
    client_leave(t);
}

/* ---- help ---- */

static void test_hint(void **state)
{
    struct client *t = found("quacks", 2, 1, 41);
    struct client_question q;
    (void)state;
    await(t, NEWS_QUESTION);
    assert_int_equal(client_hint(t, 0), 0);
    await(t, NEWS_HINT);
    const struct client_hint *h = client_hint_found(t);
    assert_int_equal(client_question(t, 0, &q), 0);
    assert_int_equal(h->n, q.n);
    assert_true(view_legal(&h->view) >> h->answer & 1);
    assert_int_equal(client_hint(t, 0), 0);
    client_hint_cancel(t);
    assert_int_equal(client_hint_progress(t), -1);
    assert_int_equal(client_hint(t, 1), -1);
    await(t, NEWS_REFUSED);
    client_leave(t);
}

/* A bot that would think for a minute answers at once when it is interrupted. */
static void test_interrupted_bot(void **state)
{
    struct client_plan plan;
    char why[CLIENT_TEXT];
    struct client_thinking thinking;
    (void)state;
    plan_make(&plan, "arcane", 2, 0, 6);
    strcpy(plan.bot[0], "search-1:ms=60000");
    strcpy(plan.bot[1], "search-1:ms=60000");
    struct client *t = client_found(&plan, why);
    assert_non_null(t);
    int64_t began = client_clock();
    struct client_news news = await(t, NEWS_THINKING);
    client_thinking(t, &thinking);
    assert_int_equal(thinking.seat, news.seat);
    assert_int_equal(thinking.most, 60000);
    client_interrupt_bot(t);
    await(t, NEWS_EVENTS);
    assert_true(client_clock() - began < 20000);
    /* Leaving must not wait for the bot either. */
    client_leave(t);
    assert_true(client_clock() - began < 25000);
}

static void test_refused(void **state)
{
    struct client *t = found("arcane", 2, 1, 2);
    (void)state;
    await(t, NEWS_QUESTION);
    assert_int_equal(client_answer(t, 0, 63), -1);
    assert_string_equal(await(t, NEWS_REFUSED).code, "illegal-action");
    assert_int_equal(client_answer(t, 1, 0), -1);
    assert_string_equal(await(t, NEWS_REFUSED).code, "not-your-decision");
    /* There is nothing to take back yet, and never anything of a bot's or of those who watch. */
    for (int seat = SPECTATOR; seat < 2; seat++) {
        assert_int_equal(client_undo(t, seat), -1);
        assert_string_equal(await(t, NEWS_REFUSED).code, "not-allowed");
    }
    client_leave(t);
}

/* ---- what cannot be stored ---- */

static void count_row(void *arg, uint32_t n, const char *body, size_t len)
{
    (void)body, (void)len;
    *(uint32_t *)arg = n + 1;
}

/* Appends to the stored game as another program would: the table's next entry then has the wrong
 * number. */
static void append_foreign(const char *id, const char *text)
{
    char path[80], error[STORE_ERROR];
    struct store_text entry = {text, strlen(text)};
    struct store_append a = {
        .count = 1, .entry = &entry, .summary = {.game = "arcane", .text = "{}", .text_n = 2}};
    snprintf(path, sizeof path, "%s/play.db", folder);
    struct store *store = store_open(path, error);
    assert_non_null(store);
    strcpy(a.match, id);
    assert_int_equal(store->load(store, id, 0, count_row, &a.expected), 0);
    assert_int_equal(store->append(store, &a, 1), 0);
    assert_int_equal(a.outcome, STORE_STORED);
    store->close(store);
}

/* The reason why a move could not be stored is one sentence with one full stop. */
static void test_says_once_what_failed(void **state)
{
    (void)state;
    struct client_question q;
    struct client *t = found("arcane", 2, 1, 7);
    await(t, NEWS_QUESTION);
    append_foreign(t->id, "{}");
    assert_int_equal(client_question(t, 0, &q), 0);
    assert_int_equal(client_answer(t, 0, q.answer[0].action), 0);
    struct client_news news = await(t, NEWS_FAILED);
    assert_null(strstr(news.text, ".."));
    assert_string_equal(news.text + strlen(news.text) - 1, ".");
    client_leave(t);
}

/* A rematch for which the disk has no room leaves the game that is over on the screen. */
static void test_rematch_needs_room(void **state)
{
    struct client *t = found("arcane", 2, 1, 8);
    struct client_result result;
    struct rlimit was, none;
    uint32_t luck = 3;
    (void)state;
    assert_true(play(t, &luck, 1 << 20));
    await(t, NEWS_OVER);
    drain(t);
    getrlimit(RLIMIT_FSIZE, &was);
    none = was;
    none.rlim_cur = 0;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    int done = client_rematch(t, NULL);
    setrlimit(RLIMIT_FSIZE, &was);
    assert_int_equal(done, -1);
    assert_string_equal(await(t, NEWS_REFUSED).code, "storage");
    assert_int_equal(client_phase(t), MATCH_OVER);
    assert_int_equal(client_result(t, &result), 0);
    assert_true(client_story(t, 0)->n);
    check_record(client_record(t));
    assert_int_equal(client_rematch(t, NULL), 0);
    await(t, NEWS_START);
    assert_null(client_record(t));
    client_leave(t);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, drop_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(test_whole_games),
        IN_FOLDER(test_rematch),
        IN_FOLDER(test_left_and_resumed),
        IN_FOLDER(test_killed),
        IN_FOLDER(test_locked),
        IN_FOLDER(test_saved_games_are_listed),
        IN_FOLDER(test_no_saved_game_is_lost),
        IN_FOLDER(test_bots_brew_at_the_persons_pace),
        IN_FOLDER(test_nowhere_to_save),
        IN_FOLDER(test_undo_alone),
        IN_FOLDER(test_undo_asks_the_others),
        IN_FOLDER(test_views_hold_no_secret),
        IN_FOLDER(test_hint),
        IN_FOLDER(test_interrupted_bot),
        IN_FOLDER(test_refused),
        IN_FOLDER(test_says_once_what_failed),
        IN_FOLDER(test_rematch_needs_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
