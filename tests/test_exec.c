/* Unit tests of bots that are programs: how they are written, and how they are asked and ended. The
 * programs are lines of sh. What `charlatan sim` says of failures is tested in
 * tests/sim/cases_exec.py. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "exec/inside.h"
#include "wire/game.h"
#include "wire/games.h"

/* ---- reading ---- */

static void programs_are_read(void **unused)
{
    struct exec_bot bot;
    struct refusal why;
    (void)unused;
    assert_int_equal(exec_read("exec:./a b:c=1, d", &bot, &why), 0);
    assert_string_equal(bot.command, "./a b:c=1, d");
    assert_string_equal(bot.name, "");
    assert_int_equal(bot.ms, 1000);
    assert_int_equal(bot.start_ms, 10000);
    assert_int_equal(exec_read("smith-2=exec:start=7:ms=20:X=1 ./a", &bot, &why), 0);
    assert_string_equal(bot.command, "X=1 ./a");
    assert_string_equal(bot.name, "smith-2");
    assert_int_equal(bot.ms, 20);
    assert_int_equal(bot.start_ms, 7);
}

static void nonsense_is_refused(void **unused)
{
    static const struct {
        const char *text;
        const struct refusal_row *row;
    } at[] = {
        {"exec:", &refusal_exec_command_needed},
        {"exec: \t", &refusal_exec_command_needed},
        {"exec:ms=5:", &refusal_exec_command_needed},
        {"exec:ms=0:x", &refusal_exec_number_needed},
        {"exec:ms=3600001:x", &refusal_exec_number_needed},
        {"exec:start=99999999999999999999:x", &refusal_exec_number_needed},
        {"exec:noise=5:x", &refusal_exec_option_unknown},
        {"=exec:x", &refusal_exec_name_needed},
        {"abcdefghijklmnop=exec:x", &refusal_exec_name_needed},
        {"a b=exec:x", &refusal_exec_name_needed},
        {"brewer=exec:x", &refusal_exec_name_taken},
        {"a:b=exec:x", &refusal_exec_name_needed},
        {"greedy", &refusal_exec_name_needed},
    };
    struct exec_bot bot;
    struct refusal why;
    (void)unused;
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        assert_int_equal(exec_read(at[i].text, &bot, &why), -1);
        assert_ptr_equal(why.row, at[i].row);
    }
    char *big = calloc(1, EXEC_COMMAND + 10);
    memset(big, 'x', EXEC_COMMAND + 6);
    memcpy(big, "exec:", 5);
    assert_int_equal(exec_read(big, &bot, &why), -1);
    big[EXEC_COMMAND + 5] = 0;
    assert_int_equal(exec_read(big, &bot, &why), 0);
    free(big);
    assert_false(exec_meant("search:ms=5") || exec_meant("x:y=exec:z"));
    assert_true(exec_meant("exec:z") && exec_meant("y=exec:z"));
}

/* ---- asking ---- */

/* Answers the hello and then runs `then`; a question is one line to `read`. */
#define HELLO "read l; echo '{\"ok\":true,\"id\":0,\"protocol\":1}'; "
#define SAY(id) "echo '{\"ok\":true,\"id\":" id ",\"action\":\"call tails\"}'; "

static struct exec_bot bot_of(const char *command)
{
    struct exec_bot bot = {.ms = 5000, .start_ms = 5000};
    snprintf(bot.command, sizeof bot.command, "%s", command);
    return bot;
}

static struct view question(void)
{
    uint64_t state[MAX_STATE_BYTES / 8] = {0};
    struct chance luck;
    struct view v;
    const struct game *g = null_json.game;
    chance_seed_number(&luck, 1);
    g->init(state, 2);
    g->begin(state, &luck, NULL);
    view_take(&v, g, state, 0);
    return v;
}

static enum exec_outcome ask(struct exec_child *c, uint32_t ms, int *answer, struct refusal *why)
{
    struct view v = question();
    struct chance luck;
    chance_seed_number(&luck, 7);
    return exec_ask(c, &v, &luck, ms, NULL, answer, why);
}

static void a_program_answers(void **unused)
{
    (void)unused;
    struct exec_bot bot = bot_of(HELLO "read l; " SAY("1") "read l; " SAY("2") "cat");
    struct refusal why;
    struct view v = question();
    char name[MAX_NAME];
    int answer = -1;
    struct exec_child *c = exec_start(&bot, &why);
    assert_non_null(c);
    assert_int_equal(exec_greet(c, v.game, &why), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(c, 5000, &answer, &why), EXEC_ANSWERED);
        v.game->action_name(v.bytes, 0, answer, name);
        assert_string_equal(name, "call tails");
    }
    exec_end(c, 1);
}

/* What a program is told: the view, the actions and a seed, and nothing more. */
static void a_question_is_whole(void **unused)
{
    (void)unused;
    struct exec_bot bot = bot_of(HELLO "read l; echo \"$l\"; cat");
    struct refusal why;
    int answer;
    struct exec_child *c = exec_start(&bot, &why);
    assert_int_equal(ask(c, 5000, &answer, &why), EXEC_FAILED);
    json_t *told = json_loadb(c->buffer, c->line, 0, NULL);
    assert_int_equal(json_object_size(told), 9);
    assert_string_equal(json_string_value(json_object_get(told, "op")), "suggest");
    assert_string_equal(json_string_value(json_object_get(told, "game")), "null");
    assert_string_equal(json_string_value(json_object_get(told, "kind")), "call");
    assert_int_equal(json_array_size(json_object_get(told, "actions")), 2);
    assert_int_equal(json_integer_value(json_object_get(told, "ms")), 5000);
    struct view v = question(), back;
    assert_int_equal(view_read(&back, &null_json, json_object_get(told, "view"), 0, &why), 0);
    assert_memory_equal(back.bytes, v.bytes, v.game->state_bytes);
    json_decref(told);
    exec_end(c, 0);
}

/* A program that was hurried is not ended: its late answer is dropped, and it answers the next
 * question. */
static void a_late_answer_is_dropped(void **unused)
{
    (void)unused;
    struct exec_bot bot =
        bot_of(HELLO "read l; sleep 2; echo '{\"ok\":true,\"id\":1,\"action\":\"call heads\"}'; "
                     "read l; " SAY("2") "cat");
    struct refusal why;
    struct view v = question();
    char name[MAX_NAME];
    int answer = -1;
    bot.ms = bot.start_ms = 30000;
    struct exec_child *c = exec_start(&bot, &why);
    assert_int_equal(exec_greet(c, v.game, &why), 0);
    assert_int_equal(ask(c, 30, &answer, &why), EXEC_LATE);
    assert_int_equal(ask(c, 30, &answer, &why), EXEC_LATE);
    assert_int_equal(ask(c, 30000, &answer, &why), EXEC_ANSWERED);
    assert_string_equal(v.game->action_name(v.bytes, 0, answer, name), "call tails");
    exec_end(c, 1);
}

/* A hurry ends the waiting at once; silence beyond the bot's own time is a failure even so. */
static void silence_ends(void **unused)
{
    (void)unused;
    struct exec_bot bot = bot_of(HELLO "sleep 60");
    struct refusal why;
    struct view v = question();
    struct chance luck;
    _Atomic int hurry = 1;
    int answer;
    bot.ms = 4000;
    chance_seed_number(&luck, 7);
    struct exec_child *c = exec_start(&bot, &why);
    assert_int_equal(exec_greet(c, v.game, &why), 0);
    int64_t began = exec_clock();
    assert_int_equal(exec_ask(c, &v, &luck, 4000, &hurry, &answer, &why), EXEC_LATE);
    assert_true(exec_clock() - began < 3500);
    assert_int_equal(ask(c, 5000, &answer, &why), EXEC_FAILED);
    assert_ptr_equal(why.row, &refusal_exec_silent);
    exec_end(c, 0);
}

/* A program that starts slowly costs a question no more than its time. */
static void a_slow_start_is_late(void **unused)
{
    (void)unused;
    struct exec_bot bot = bot_of("sleep 2; " HELLO "read l; " SAY("1") "cat");
    struct refusal why;
    int answer;
    bot.ms = bot.start_ms = 30000; /* on a busy machine everything is late */
    struct exec_child *c = exec_start(&bot, &why);
    assert_int_equal(ask(c, 20, &answer, &why), EXEC_LATE);
    assert_int_equal(ask(c, 30000, &answer, &why), EXEC_ANSWERED);
    exec_end(c, 1);
}

/* More than a pipe holds is waiting, because the program does not read: its time ends that. */
static void a_deaf_program_ends(void **unused)
{
    (void)unused;
    struct exec_bot bot = bot_of("echo '{\"ok\":true,\"id\":0,\"protocol\":1}'; sleep 60");
    struct refusal why;
    bot.ms = 100;
    struct exec_child *c = exec_start(&bot, &why);
    assert_int_equal(exec_greet(c, null_json.game, &why), 0);
    char *much = calloc(1, 200001);
    memset(much, 'x', 200000);
    writer_reset(&c->out);
    write_raw(&c->out, much, 200000);
    free(much);
    c->due = exec_clock() + 100;
    assert_int_equal(exec_send(c, &why), -1);
    assert_ptr_equal(why.row, &refusal_exec_silent);
    exec_end(c, 0);
}

/* A program that writes without end while it is being ended does not hold us up. */
static void a_flood_ends(void **unused)
{
    (void)unused;
    struct exec_bot bot = bot_of(HELLO "cat");
    struct refusal why;
    struct exec_child *c = exec_start(&bot, &why);
    assert_int_equal(exec_greet(c, null_json.game, &why), 0);
    close(c->from);
    c->from = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    alarm(20);
    exec_end(c, 1);
    alarm(0);
}

/* A program may do anything to its warden, which runs with the same rights: we go on. */
static void a_warden_that_was_attacked(void **unused)
{
    static const char *const commands[] = {HELLO "kill -STOP $PPID; cat",
                                           HELLO "kill -9 $PPID; cat"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        struct exec_bot bot = bot_of(commands[i]);
        struct refusal why;
        struct exec_child *c = exec_start(&bot, &why);
        siginfo_t info = {0};
        assert_int_equal(exec_greet(c, null_json.game, &why), 0);
        assert_int_equal(waitid(P_PID, (id_t)c->pid, &info, WEXITED | WSTOPPED | WNOWAIT), 0);
        assert_int_equal(info.si_code, i ? CLD_KILLED : CLD_STOPPED);
        alarm(20);
        exec_end(c, 1);
        alarm(0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_are_read),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_program_answers),
        cmocka_unit_test(a_question_is_whole),
        cmocka_unit_test(a_late_answer_is_dropped),
        cmocka_unit_test(silence_ends),
        cmocka_unit_test(a_slow_start_is_late),
        cmocka_unit_test(a_deaf_program_ends),
        cmocka_unit_test(a_flood_ends),
        cmocka_unit_test(a_warden_that_was_attacked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
