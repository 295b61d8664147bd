/* `charlatan admin`: an operator's commands for a running server, over its local socket, and for
 * copies of its database. */
#include "cli/admin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args/args.h"
#include "args/commands.h"
#include "wire/shown.h"
#include "wire/write.h"

/* Where the packages' service puts it (docs/operations.md). */
#define USUAL_SOCKET "/run/charlatan/admin.sock"

/* ---- the command line ---- */

/* "30m", "12h", "7d": in minutes. At most 36500 of each unit, so the product cannot overflow; "for
 * ever" is no value but leaving --for out. */
static const char *read_for(void *to, const struct arg *row, const char *text)
{
    struct admin_options *o = to;
    char *unit;
    long long n = strtoll(text, &unit, 10);
    long long minutes = !strcmp(unit, "m")   ? 1
                        : !strcmp(unit, "h") ? 60
                        : !strcmp(unit, "d") ? 60 * 24
                                             : 0;
    (void)row;
    if (n < 1 || n > 36500 || !minutes || text[0] < '0' || text[0] > '9')
        return "give a time such as 30m, 12h or 7d";
    o->minutes = n * minutes;
    return NULL;
}

/* One list for all commands; the help of each row begins with the commands that it is for. */
static const struct arg options[] = {
    ARGS_TEXT("socket", "PATH", struct admin_options, socket,
              "the server's --admin PATH (default " USUAL_SOCKET ")"),
    ARGS_FLAG("json", struct admin_options, json, "print answers as JSON"),
    ARGS_TEXT("state", "STATE", struct admin_options, state,
              "list: waiting, revealing, running, over, closed"),
    ARGS_TEXT("game", "GAME", struct admin_options, game, "list: only this game"),
    ARGS_NUMBER(ARG_WHOLE, "limit", "N", struct admin_options, limit, 1, 1000,
                "list: at most N tables (default 50)"),
    ARGS_TEXT("why", "TEXT", struct admin_options, why, "close, ban: the reason"),
    ARGS_CALL("for", "TIME", read_for, 0, 0, "ban: 30m, 12h, 7d (default: for ever)"),
    ARGS_TEXT("as", "NAME", struct admin_options, as, "forget: the new name (default Guest)"),
    ARGS_NUMBER(ARG_WHOLE, "days", "N", struct admin_options, days, 0, 36500,
                "purge: only tables without a move for N days"),
    ARGS_FLAG("dry-run", struct admin_options, dry, "forget, purge: count, but change nothing"),
    ARGS_FLAG("log", struct admin_options, log, "export: the whole log, with its secrets"),
    ARGS_FLAG("quick", struct admin_options, quick, "backup: do not check the copy"),
    ARGS_TEXT("db", "FILE", struct admin_options, db, "restore: the new database"),
    ARGS_FLAG("replace", struct admin_options, replace,
              "restore: replace it; the old one is kept under another name"),
    {0},
};

static const struct args command_line = {
    .command = "admin",
    .head = "Usage: charlatan admin COMMAND ... (docs/operations.md, \"Everyday tasks\")\n"
            "\n"
            "  status | list | show ID | export ID [FILE] | close ID | delete ID\n"
            "  rename ID NAME NEW | forget NAME | purge finished|closed|idle --days N\n"
            "  ban address|name WHAT | unban address|name WHAT | bans | compact\n"
            "  backup FILE | check FILE | restore FILE --db NEW\n"
            "\n",
    .foot = "\n"
            "check and restore need no server.\n",
    .column = 18,
    .rows = options,
};

/* ---- commands ---- */

/* What a command is given: words, and which members of the request they are. The server checks
 * values; here only the number of words is known. */
struct admin_command {
    const char *name;
    int least, most;
    /* The members of its words. */
    const char *member[3];
    /* Without a server; NULL: it is a request. */
    int (*run)(const struct admin_options *o);
    const char *usage;
};

/* `member` has a name for each word of a request, in the order typed. */
static const struct admin_command commands[] = {
    {"status", 0, 0, {NULL}, NULL, "admin status"},
    {"list", 0, 0, {NULL}, NULL, "admin list [--state STATE] [--game GAME] [--limit N]"},
    {"show", 1, 1, {"table"}, NULL, "admin show ID"},
    {"export", 1, 2, {"table"}, NULL, "admin export ID [FILE] [--log]"},
    {"close", 1, 1, {"table"}, NULL, "admin close ID [--why TEXT]"},
    {"delete", 1, 1, {"table"}, NULL, "admin delete ID"},
    {"rename", 3, 3, {"table", "from", "to"}, NULL, "admin rename ID NAME NEW"},
    {"forget", 1, 1, {"name"}, NULL, "admin forget NAME [--as NAME] [--dry-run]"},
    {"purge", 1, 1, {"state"}, NULL, "admin purge finished|closed|idle --days N [--dry-run]"},
    {"compact", 0, 0, {NULL}, NULL, "admin compact"},
    {"ban", 2, 2, {"kind", "what"}, NULL, "admin ban address|name WHAT [--for TIME] [--why TEXT]"},
    {"unban", 2, 2, {"kind", "what"}, NULL, "admin unban address|name WHAT"},
    {"bans", 0, 0, {NULL}, NULL, "admin bans"},
    {"backup", 1, 1, {NULL}, admin_run_backup, "admin backup FILE [--quick]"},
    {"check", 1, 1, {NULL}, admin_run_check, "admin check FILE"},
    {"restore", 1, 1, {NULL}, admin_run_restore, "admin restore FILE --db NEW [--replace]"},
};

/* NULL also for a missing name. */
static const struct admin_command *find(const char *name)
{
    for (size_t i = 0; name && i < sizeof commands / sizeof commands[0]; i++)
        if (!strcmp(commands[i].name, name))
            return &commands[i];
    return NULL;
}

/* Members that were not given are left out: the server has the defaults. */
static void set_text(json_t *request, const char *name, const char *value)
{
    if (value)
        json_object_set_new(request, name, json_string(value));
}

static void set_number(json_t *request, const char *name, long long value)
{
    if (value >= 0)
        json_object_set_new(request, name, json_integer(value));
}

/* People send links; the id of a table is the last part of its link. Also takes a bare id, which
 * has no slash. */
static const char *id_in(const char *link)
{
    const char *slash = strrchr(link, '/');
    return slash ? slash + 1 : link;
}

/* The caller frees it. Every option that was given goes along, whatever the command: whether it has
 * a meaning there is for the server to say. */
static json_t *make_request(const struct admin_options *o, const struct admin_command *c)
{
    json_t *request = json_pack("{ss}", "do", c->name);
    for (int i = 0; i < 3 && c->member[i]; i++)
        set_text(request, c->member[i],
                 strcmp(c->member[i], "table") ? o->word[1 + i] : id_in(o->word[1 + i]));
    set_text(request, "state", o->state);
    set_text(request, "game", o->game);
    set_text(request, "why", o->why);
    set_text(request, "as", o->as);
    set_number(request, "limit", o->limit);
    set_number(request, "days", o->days);
    set_number(request, "minutes", o->minutes);
    if (o->dry)
        json_object_set_new(request, "dry", json_true());
    if (o->log)
        json_object_set_new(request, "log", json_true());
    return request;
}

/* ---- answers ---- */

/* Programs read the same with the escapes. Byte for byte the server's line but for characters that
 * could steer a terminal, which become escapes. */
static void print_json(const char *text)
{
    struct writer w = {0};
    if (write_shown(&w, text, strlen(text)) == 0)
        printf("%.*s\n", (int)w.n, w.at);
    writer_free(&w);
}

/* Names are those of strangers. The exit status is 1 for a refusal, also with --json. A text to
 * export is not printed but saved: it is cleaned there. Without a file, word[2] is NULL and it goes
 * to standard output. */
static int show_answer(const struct admin_options *o, const char *text, json_t *answer)
{
    const char *exported = json_string_value(json_object_get(answer, "text"));
    /* An export is a record or a log: it goes to its file unseen. */
    if (exported && !o->json)
        return admin_save(o->word[2], exported);
    json_tidy(answer);
    const char *why =
        json_string_value(json_object_get(json_object_get(answer, "error"), "message"));
    if (why && !o->json)
        return args_say("admin", STATUS_FAILED, why);
    if (o->json)
        print_json(text);
    else
        admin_print(o, answer);
    return why ? STATUS_FAILED : STATUS_FINE;
}

/* STATUS_FAILED without a further message if the answer is no JSON: only a server of another kind
 * sends such a thing. */
static int ask(const struct admin_options *o, const struct admin_command *c)
{
    int fd = admin_connect(o), status = STATUS_FAILED;
    if (fd < 0)
        return STATUS_FAILED;
    json_t *request = make_request(o, c);
    char *text = admin_exchange(fd, request);
    json_t *answer = text ? json_loads(text, 0, NULL) : NULL;
    if (answer)
        status = show_answer(o, text, answer);
    json_decref(answer);
    json_decref(request);
    free(text);
    close(fd);
    return status;
}

/* The command's own name counts. */
static int count_words(char **words)
{
    int n = 0;
    while (words[n])
        n++;
    return n;
}

/* CHARLATAN_ADMIN spares --socket in every call; an empty value is as good as none. The usage in a
 * message is the command's own line, so that the words' order can be seen. */
int admin_main(int argc, char **argv)
{
    /* --socket wins over it. */
    const char *given = getenv("CHARLATAN_ADMIN");
    struct admin_options o = {
        .socket = given && given[0] ? given : USUAL_SOCKET, .limit = -1, .days = -1, .minutes = -1};
    int status = args_read(&command_line, argc, argv, &o, &o.word, NULL);
    if (status >= 0)
        return status;
    const struct admin_command *c = find(o.word[0]);
    if (!o.word[0])
        return args_say("admin", STATUS_USAGE, "name a command; see --help");
    if (!c)
        return args_complain("admin", "command", o.word[0], "there is no such command; see --help");
    int words = count_words(o.word) - 1;
    if (words < c->least || words > c->most) {
        /* The longest usage is `ban`. */
        char usage[160];
        snprintf(usage, sizeof usage, "write: charlatan %s", c->usage);
        return args_say("admin", STATUS_USAGE, usage);
    }
    return c->run ? c->run(&o) : ask(&o, c);
}
