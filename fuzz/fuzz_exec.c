/* Fuzzes what a program that is a bot may write, and how a user may name one. Whatever comes, an
 * answer is legal, and a failure is told in printable characters. */
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "exec/inside.h"
#include "fuzz/promise.h"
#include "wire/game.h"
#include "wire/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_why(const struct refusal *why)
{
    promise(why->message[0] != 0, "a reason");
    for (const char *c = why->message; *c; c++)
        promise(*c >= ' ' && *c <= '~', "a reason in printable characters");
}

static void read_name(const char *text, size_t n)
{
    char copy[1200];
    struct exec_bot bot;
    struct refusal why;
    n = n < sizeof copy ? n : sizeof copy - 1;
    memcpy(copy, text, n);
    copy[n] = 0;
    if (exec_read(copy, &bot, &why) < 0)
        return;
    promise(exec_meant(copy), "what is read was meant");
    promise(bot.command[0] && bot.ms >= 1 && bot.start_ms >= 1, "a command and its times");
    promise(strspn(bot.name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(bot.name),
            "a name");
    promise(strcmp(copy + strlen(copy) - strlen(bot.command), bot.command) == 0,
            "the command is the end of the text");
}

static void take_question(struct view *v)
{
    uint64_t state[MAX_STATE_BYTES / 8] = {0};
    struct chance luck;
    chance_seed_number(&luck, 1);
    null_json.game->init(state, 2);
    null_json.game->begin(state, &luck, NULL);
    view_take(v, null_json.game, state, 0);
}

/* Asks until the child fails, which is at the end of its text at the latest. */
static void converse(struct exec_child *c)
{
    struct view v;
    struct chance luck;
    struct refusal why;
    int answer = -1;
    take_question(&v);
    chance_seed_number(&luck, 2);
    c->asked = 1;
    if (exec_greet(c, v.game, &why) < 0) {
        check_why(&why);
        return;
    }
    while (exec_ask(c, &v, &luck, 60000, NULL, &answer, &why) == EXEC_ANSWERED)
        promise(view_legal(&v) >> answer & 1, "a legal answer");
    check_why(&why);
}

/* A child without a process, which has said all that it will say. */
static void hear(const char *text, size_t n)
{
    static const struct exec_bot bot = {.command = "x", .ms = 60000, .start_ms = 60000};
    static struct exec_child c;
    int said[2], asked[2];
    promise(pipe(said) == 0 && pipe(asked) == 0, "pipes");
    memset(&c, 0, sizeof c);
    c.bot = &bot;
    c.pid = INT32_MAX;
    c.from = said[0];
    c.to = asked[1];
    c.due = exec_clock() + 60000;
    promise(write(said[1], text, n) == (ssize_t)n, "room in a pipe");
    close(said[1]);
    converse(&c);
    writer_free(&c.out);
    close(said[0]);
    close(asked[0]);
    close(asked[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 4096)
        return 0;
    if (data[0] == '+')
        read_name((const char *)data + 1, size - 1);
    else
        hear((const char *)data, size);
    return 0;
}
