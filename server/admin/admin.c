/* Finds the command of an operator's request, checks its members, answers and logs. */
#include "server/admin/admin.h"

#include <stdlib.h>
#include <string.h>

#include "server/host.h"
#include "server/log.h"
#include "server/refusals.h"
#include "server/server.h"
#include "server/tables/ids.h"
#include "wire/read.h"
#include "wire/refuse.h"

enum { MEMBERS = 8 };

struct admin_verb {
    const char *name;
    admin_fn *run;
    /* 1: it changes nothing, and is logged only for those who look for something. */
    int looks;
    /* 1: needs the id of a table, as `table`. */
    int of_table;
    const char *members[MEMBERS];
};

static admin_fn help;

/* `members` lists what a request may have; anything else is refused, so that a typing mistake does
 * nothing. */
static const struct admin_verb verbs[] = {
    {"help", help, 1, 0, {"do", NULL}},
    {"status", admin_status, 1, 0, {"do", NULL}},
    {"list", admin_list, 1, 0, {"do", "state", "game", "limit", "before", NULL}},
    {"show", admin_show, 1, 1, {"do", "table", NULL}},
    {"export", admin_export, 0, 1, {"do", "table", "log", NULL}},
    {"close", admin_close, 0, 1, {"do", "table", "why", NULL}},
    {"delete", admin_delete, 0, 1, {"do", "table", NULL}},
    {"rename", admin_rename, 0, 1, {"do", "table", "from", "to", NULL}},
    {"forget", admin_forget, 0, 0, {"do", "name", "as", "dry", NULL}},
    {"purge", admin_purge, 0, 0, {"do", "state", "days", "dry", NULL}},
    {"compact", admin_compact, 0, 0, {"do", NULL}},
    {"ban", admin_ban, 0, 0, {"do", "kind", "what", "minutes", "why", NULL}},
    {"unban", admin_unban, 0, 0, {"do", "kind", "what", NULL}},
    {"bans", admin_bans, 1, 0, {"do", NULL}},
    {"backup", admin_backup, 0, 0, {"do", NULL}},
};

/* ---- members ---- */

const char *admin_text(const struct admin_call *c, const char *name)
{
    return json_string_value(json_object_get(c->ask, name));
}

/* `usual` must itself be in range. */
int64_t admin_number(const struct admin_call *c, const char *name, int64_t usual)
{
    const json_t *value = json_object_get(c->ask, name);
    if (!value)
        return usual;
    return json_is_integer(value) && json_integer_value(value) >= 0 ? json_integer_value(value)
                                                                    : -1;
}

/* Missing, or anything but true: 0. */
int admin_flag(const struct admin_call *c, const char *name)
{
    return json_is_true(json_object_get(c->ask, name));
}

/* Frees the call, as every answer does. */
void admin_wrong(struct admin_call *c, const char *member, const char *what)
{
    struct refusal why;
    because(&why, ROW(admin_member), member, what);
    admin_refuse(c, &why);
}

/* ---- answers ---- */

void admin_fine(struct writer *w)
{
    write_begin(w, '{');
    write_member_bool(w, "ok", 1);
}

/* A name is not written: it may be the reason why it has to go. */
static void log_call(const struct admin_call *c, const char *reason)
{
    log_say(c->verb->looks ? LOG_SAYS_DEBUG : LOG_SAYS_INFO, "admin",
            LOG_FIELDS(LOG_T("do", c->verb->name), LOG_T("table", c->table), LOG_T("who", c->who),
                       LOG_T("reason", reason), LOG_N("count", c->count)),
            "operator (%s): %s%s%s%s%s", c->who, c->verb->name, c->table[0] ? " " : "", c->table,
            reason[0] ? " was refused: " : "", reason);
}

/* The end of every call, once. */
static void finish(struct admin_call *c, struct writer *w, int fd)
{
    c->answer(c->arg, w->at, w->n, fd);
    writer_free(w);
    json_decref(c->ask);
    free(c);
}

void admin_end_with(struct admin_call *c, struct writer *w, int fd)
{
    write_end(w, '}');
    log_call(c, "");
    finish(c, w, fd);
}

void admin_end(struct admin_call *c, struct writer *w)
{
    admin_end_with(c, w, -1);
}

/* `why` may be the caller's own. Without a verb nothing is logged: the line was nonsense. */
void admin_refuse(struct admin_call *c, const struct refusal *why)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_key(&w, "error");
    write_begin(&w, '{');
    refusal_write(&w, why);
    refusal_write_reason(&w, why);
    write_end(&w, '}');
    write_end(&w, '}');
    if (c->verb)
        log_call(c, why->row->reason);
    finish(c, &w, -1);
}

/* The sentence is the store's own; operators may read it. */
void admin_failed(struct admin_call *c)
{
    struct refusal why;
    char error[STORE_ERROR];
    queue_error(c->server->host->queue, error);
    because(&why, ROW(admin_store), error);
    admin_refuse(c, &why);
}

/* ---- requests ---- */

/* Commands in the order of the table above. */
static void help(struct admin_call *c)
{
    struct writer w = {0};
    admin_fine(&w);
    write_key(&w, "commands");
    write_begin(&w, '[');
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        write_string(&w, verbs[i].name);
    write_end(&w, ']');
    admin_end(c, &w);
}

static const struct admin_verb *find_verb(const char *name)
{
    for (size_t i = 0; name && i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

/* Members are checked before the command runs; what they say is for the command itself to check. */
static void run(struct admin_call *c)
{
    struct refusal why;
    const char *table = admin_text(c, "table");
    c->verb = json_is_object(c->ask) ? find_verb(admin_text(c, "do")) : NULL;
    if (!json_is_object(c->ask) || !admin_text(c, "do")) {
        because(&why, ROW(admin_line));
        admin_refuse(c, &why);
    } else if (!c->verb) {
        because(&why, ROW(admin_verb));
        admin_refuse(c, &why);
    } else if (only_keys(c->ask, c->verb->name, c->verb->members, &why) < 0) {
        admin_refuse(c, &why);
    } else if (c->verb->of_table && (!table || !id_is(table))) {
        admin_wrong(c, "table", "the id of a table is needed, 16 letters and digits");
    } else {
        snprintf(c->table, sizeof c->table, "%s", c->verb->of_table ? table : "");
        c->verb->run(c);
    }
}

/* The line is not kept. A line that is too long or no JSON becomes null, and is refused as such. */
void admin_ask(struct server *s, const char *line, size_t n, const char *who,
               admin_answer_fn *answer, void *arg)
{
    struct admin_call *c = calloc(1, sizeof *c);
    MUST(c);
    *c = (struct admin_call){.server = s, .answer = answer, .arg = arg};
    snprintf(c->who, sizeof c->who, "%s", who);
    c->ask = n <= ADMIN_LINE ? json_loadb(line, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    if (!c->ask)
        c->ask = json_null();
    run(c);
}
