/* What is said to a program that is a bot, and how its answers are read. */
#include <stdlib.h>

#include "engine/version.h"
#include "exec/inside.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/refuse.h"

/* How much of a line an error quotes. */
enum { QUOTED = 90 };

/* ---- hello ---- */

/* The greeting says which games there are, and how much time an answer has; the child may choose to
 * play only some. */
static void write_hello(struct exec_child *c)
{
    struct writer *w = &c->out;
    writer_reset(w);
    write_begin(w, '{');
    write_member_string(w, "op", "hello");
    write_member_number(w, "id", 0);
    write_member_string(w, "name", "charlatan");
    write_member_string(w, "version", CHARLATAN_VERSION);
    write_member_number(w, "protocol", EXEC_PROTOCOL);
    write_key(w, "games");
    write_begin(w, '[');
    for (int i = 0; game_json_at(i); i++)
        write_string(w, game_json_at(i)->game->name);
    write_end(w, ']');
    write_member_number(w, "ms", c->bot->ms);
    write_end(w, '}');
}

/* A program that ended at once is found out when it is greeted, so that the reason is the same
 * however quick it was. */
struct exec_child *exec_start(const struct exec_bot *bot, struct refusal *why)
{
    struct exec_child *c = calloc(1, sizeof *c);
    MUST(c);
    c->bot = bot;
    if (exec_fork(c, why) < 0) {
        free(c);
        return NULL;
    }
    c->due = exec_clock() + bot->start_ms;
    write_hello(c);
    if (exec_send(c, why) < 0)
        c->asked = 1;
    return c;
}

/* ---- answers ---- */

/* The beginning of the first line, as an error may show it: in printable ASCII, because it may be
 * printed to a terminal. buf ends with a zero; what was cut is replaced by dots. */
static const char *quote(const char *line, size_t n, char buf[QUOTED + 4])
{
    const char *end = memchr(line, '\n', n);
    n = end ? (size_t)(end - line) : n;
    size_t shown = n < QUOTED ? n : QUOTED;
    for (size_t i = 0; i < shown; i++)
        buf[i] = line[i];
    for (size_t i = 0; i < shown; i++)
        if (buf[i] < ' ' || buf[i] > '~')
            buf[i] = '?';
    memcpy(buf + shown, n > shown ? "..." : "", n > shown ? 4 : 1);
    return buf;
}

/* Every answer is an object, repeats the id and says whether all is well. The caller frees the
 * object. NULL with the reason. A zero byte within the line would end what an error quotes. */
static json_t *read_answer(struct exec_child *c, const char *line, size_t n, struct refusal *why)
{
    char said[QUOTED + 4];
    json_error_t error;
    json_t *answer =
        memchr(line, 0, n) ? NULL : json_loadb(line, n, JSON_REJECT_DUPLICATES, &error);
    const json_t *id = json_object_get(answer, "id");
    if (!json_is_object(answer))
        because(why, ROW(exec_not_object), quote(line, n, said));
    else if (!json_is_integer(id) || json_integer_value(id) != (json_int_t)c->answered)
        because(why, ROW(exec_wrong_id), quote(line, n, said), (int)c->answered);
    else if (!json_is_true(json_object_get(answer, "ok")))
        because(why, ROW(exec_not_ok), quote(line, n, said));
    else
        return answer;
    json_decref(answer);
    return NULL;
}

/* Without a list of games it plays all of them. Names that we do not know are ignored: a program
 * may play more games than we have. */
static uint32_t games_of(const json_t *answer)
{
    const json_t *list = json_object_get(answer, "games");
    uint32_t games = 0;
    for (int i = 0; game_json_at(i); i++) {
        int named = !list;
        for (size_t k = 0; k < json_array_size(list); k++) {
            const char *name = json_string_value(json_array_get(list, k));
            named |= name && strcmp(name, game_json_at(i)->game->name) == 0;
        }
        games |= (uint32_t)named << i;
    }
    return games;
}

/* 0, or -1 with the reason. Only now may the child be asked for actions. */
static int read_hello(struct exec_child *c, const json_t *answer, const char *line, size_t n,
                      struct refusal *why)
{
    char said[QUOTED + 4];
    const json_t *protocol = json_object_get(answer, "protocol");
    if (!json_is_integer(protocol) || json_integer_value(protocol) != EXEC_PROTOCOL)
        return because(why, ROW(exec_wrong_protocol), quote(line, n, said), EXEC_PROTOCOL);
    c->games = games_of(answer);
    c->greeted = 1;
    return 0;
}

/* The answer that the line names. Compared by name, since numbers of answers are not part of the
 * protocol. */
static int read_action(const json_t *answer, const struct view *v, const char *line, size_t n,
                       int *to, struct refusal *why)
{
    char said[QUOTED + 4], name[MAX_NAME];
    const char *action = json_string_value(json_object_get(answer, "action"));
    if (!action)
        return because(why, ROW(exec_no_action), quote(line, n, said));
    for (uint64_t rest = view_legal(v); rest; rest &= rest - 1) {
        *to = bit_lowest(rest);
        if (strcmp(v->game->action_name(v->bytes, v->seat, *to, name), action) == 0)
            return 0;
    }
    return because(why, ROW(exec_illegal), quote(action, strlen(action), said),
                   v->game->question_kind(v->game->question(v->bytes, v->seat)));
}

static void say_silent(const struct exec_child *c, struct refusal *why)
{
    if (c->greeted)
        because(why, ROW(exec_silent), (int)c->bot->ms);
    else
        because(why, ROW(exec_start_silent), (int)c->bot->start_ms);
}

/* Waits for one line. `v` is NULL, or what was asked: then *to is the answer. Of an answer that
 * comes too late only the form is looked at. `until` bounds only this wait, c->due the answer:
 * after EXEC_LATE the answer is still owed. */
static enum exec_outcome receive(struct exec_child *c, int64_t until, const _Atomic int *hurry,
                                 const struct view *v, int *to, struct refusal *why)
{
    const char *line;
    size_t n;
    int got = exec_line(c, until < c->due ? until : c->due, hurry, &line, &n, why);
    if (got < 0)
        return EXEC_FAILED;
    if (got == 0 && exec_clock() < c->due)
        return EXEC_LATE;
    if (got == 0) {
        say_silent(c, why);
        return EXEC_FAILED;
    }
    json_t *answer = read_answer(c, line, n, why);
    c->answered++;
    int fine = !answer       ? -1
               : !c->greeted ? read_hello(c, answer, line, n, why)
               : v           ? read_action(answer, v, line, n, to, why)
                             : 0;
    json_decref(answer);
    return fine == 0 ? EXEC_ANSWERED : EXEC_FAILED;
}

int exec_plays(const struct exec_child *c, const struct game *g)
{
    for (int i = 0; game_json_at(i); i++)
        if (game_json_at(i)->game == g)
            return (int)(c->games >> i & 1);
    return 0;
}

int exec_greet(struct exec_child *c, const struct game *g, struct refusal *why)
{
    if (!c->greeted && receive(c, c->due, NULL, NULL, NULL, why) != EXEC_ANSWERED)
        return -1;
    return exec_plays(c, g) ? 0 : because(why, ROW(exec_other_game), g->name);
}

/* ---- questions ---- */

/* A whole number that every language can hold exactly. */
static long long seed_from(struct chance *luck)
{
    uint64_t high = chance_word(luck, CHANCE_PICK) & 0x1fffff;
    return (long long)(high << 32 | chance_word(luck, CHANCE_PICK));
}

/* The members are those of `suggest` in docs/exec.md. */
static void write_question(struct exec_child *c, const struct view *v, struct chance *luck,
                           uint32_t ms)
{
    struct writer *w = &c->out;
    writer_reset(w);
    write_begin(w, '{');
    write_member_string(w, "op", "suggest");
    write_member_number(w, "id", c->asked);
    write_member_string(w, "game", v->game->name);
    write_member_number(w, "seat", v->seat);
    write_member_string(w, "kind", v->game->question_kind(v->game->question(v->bytes, v->seat)));
    if (game_json_by_name(v->game->name)->write_why)
        game_json_by_name(v->game->name)->write_why(v->bytes, v->seat, w);
    actions_write(w, v->game, v->bytes, v->seat);
    write_member_number(w, "seed", seed_from(luck));
    write_member_number(w, "ms", ms);
    write_key(w, "view");
    game_json_by_name(v->game->name)->write_state(v->bytes, w);
    write_end(w, '}');
}

/* Receives lines that were asked for earlier, and finds lines that nobody asked for. After
 * EXEC_ANSWERED nothing is owed and nothing unread. */
static enum exec_outcome settle(struct exec_child *c, int64_t until, const _Atomic int *hurry,
                                struct refusal *why)
{
    char said[QUOTED + 4];
    enum exec_outcome got = EXEC_ANSWERED;
    while (c->answered < c->asked && got == EXEC_ANSWERED)
        got = receive(c, until, hurry, NULL, NULL, why);
    if (got == EXEC_ANSWERED && exec_has_more(c)) {
        because(why, ROW(exec_not_asked), quote(c->buffer + c->line, c->n - c->line, said));
        got = EXEC_FAILED;
    }
    return got;
}

/* *answer counts only with EXEC_ANSWERED; an illegal action leaves anything in it. Waiting for an
 * earlier answer uses up the time of this one. */
enum exec_outcome exec_ask(struct exec_child *c, const struct view *v, struct chance *luck,
                           uint32_t ms, const _Atomic int *hurry, int *answer, struct refusal *why)
{
    int64_t until = exec_clock() + ms;
    enum exec_outcome before = settle(c, until, hurry, why);
    if (before != EXEC_ANSWERED)
        return before;
    write_question(c, v, luck, ms);
    c->due = exec_clock() + c->bot->ms;
    if (exec_send(c, why) < 0)
        return EXEC_FAILED;
    return receive(c, ms < c->bot->ms ? until : c->due, hurry, v, answer, why);
}
