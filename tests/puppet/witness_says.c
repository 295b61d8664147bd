/* Checks each answer and each message for the witness. */
#include <stdlib.h>
#include <string.h>

#include "match/entry.h"
#include "match/host.h"
#include "match/keys.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/ids.h"
#include "tests/puppet/witness_inside.h"
#include "tests/set_apply.h"

static json_t *parse(const char *text)
{
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    witness_must(json_is_object(root), "what is sent is a JSON object", text);
    return root;
}

static int is_one_of(const char *word, const char *const *words)
{
    for (; word && *words; words++)
        if (strcmp(word, *words) == 0)
            return 1;
    return 0;
}

static const char *string_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* ---- refusals ---- */

static const char *const codes_400[] = {"bad-json", "bad-request", "bad-option", NULL};
static const char *const codes_401[] = {"no-token", NULL};
static const char *const codes_403[] = {"wrong-token", "wrong-origin", NULL};
static const char *const codes_404[] = {"not-found", NULL};
static const char *const codes_405[] = {"bad-method", NULL};
static const char *const codes_408[] = {"too-slow", NULL};
static const char *const codes_409[] = {"seat-taken", "conflict",    "not-waiting", "not-running",
                                        "not-over",   "not-allowed", NULL};
static const char *const codes_413[] = {"too-large", NULL};
static const char *const codes_429[] = {"too-many", NULL};
static const char *const codes_503[] = {"storage",  "broken-table", "full",
                                        "stopping", "no-witness",   NULL};
static const char *const codes_socket[] = {"stale", "not-your-decision", "illegal-action",
                                           "game-over", NULL};

static const struct {
    int status;
    const char *const *codes;
} statuses[] = {{400, codes_400}, {401, codes_401}, {403, codes_403}, {404, codes_404},
                {405, codes_405}, {408, codes_408}, {409, codes_409}, {413, codes_413},
                {429, codes_429}, {503, codes_503}};

/* Status 0 means any. */
static int code_is_known(int status, const char *code)
{
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++)
        if ((!status || statuses[i].status == status) && is_one_of(code, statuses[i].codes))
            return 1;
    return !status && is_one_of(code, codes_socket);
}

/* A reason has a lower-case name; its values appear in the message in their order. */
static void check_reason(const json_t *no, const char *message, const char *text)
{
    const char *reason = string_of(no, "reason");
    const json_t *values = json_object_get(no, "values");
    witness_must(reason && *reason &&
                     strspn(reason, "abcdefghijklmnopqrstuvwxyz-") == strlen(reason),
                 "a refusal has a reason", text);
    witness_must(!values || json_array_size(values), "values are there or not", text);
    for (size_t i = 0; i < json_array_size(values); i++) {
        const char *value = json_string_value(json_array_get(values, i));
        message = value ? strstr(message, value) : NULL;
        witness_must(message != NULL, "a value stands in the message", text);
        message += strlen(value);
    }
}

static void check_refusal(const json_t *no, int status, const char *text)
{
    static const char *const keys[] = {"no", "code", "message", "rule", "reason", "values", NULL};
    const char *message = string_of(no, "message"), *rule = string_of(no, "rule"), *key;
    json_t *value;
    witness_must(code_is_known(status, string_of(no, "code")), "a refusal has a code", text);
    witness_must(message && *message, "a refusal says why", text);
    witness_must(!json_object_get(no, "rule") || (rule && *rule), "a rule has a name", text);
    check_reason(no, message, text);
    json_object_foreach((json_t *)(uintptr_t)no, key, value)
        witness_must(is_one_of(key, keys), "a refusal has no other members", text);
}

/* ---- answers ---- */

/* TABLE must describe the stored match after entry n. */
static void check_table(struct witness *v, const json_t *table, const char *text)
{
    const char *id = string_of(table, "id");
    struct ledger *l = id ? witness_table(v, id) : NULL;
    json_int_t n = json_integer_value(json_object_get(table, "n"));
    const struct match *m = l ? witness_match_at(v, l, n) : NULL;
    struct writer w = {0};
    witness_must(m != NULL, "nothing is told of a table that is not stored", text);
    tell_table(&w, m, id);
    json_t *must_be = json_loadb(w.at, w.n, 0, NULL);
    witness_must(json_equal(must_be, table), "a table is what its log says", text);
    json_decref(must_be);
    writer_free(&w);
}

static void check_seat(struct witness *v, const json_t *root, const char *text)
{
    const char *token = string_of(root, "token");
    const char *id = string_of(json_object_get(root, "table"), "id");
    struct ledger *l = id ? witness_table(v, id) : NULL;
    uint8_t hash[MATCH_TOKEN];
    if (!token)
        return;
    token_hash(token, hash);
    int seat = l ? match_seat_of(&l->match, hash) : -1;
    /* Or whoever has it waits for the host's answer. */
    if (l && seat < 0)
        seat = match_knocks_with(&l->match, hash);
    witness_must(l && seat == json_integer_value(json_object_get(root, "seat")),
                 "a token that is told belongs to the seat, and is stored", text);
}

static void check_fine(struct witness *v, const json_t *root, const char *text)
{
    const json_t *table = json_object_get(root, "table");
    json_t *tables = json_object_get(root, "tables"), *one;
    size_t i;
    witness_must(!json_object_get(root, "error"), "what went well is no error", text);
    if (table)
        check_table(v, table, text);
    check_seat(v, root, text);
    json_array_foreach(tables, i, one)
        check_table(v, one, text);
}

static void check_json(struct witness *v, struct puppet_request *r)
{
    json_t *root = parse(r->text);
    const char *token = string_of(root, "token"), *link = string_of(root, "link");
    witness_secrets(v, r->text, token ? token : link, r->http.token);
    if (r->status < 400)
        check_fine(v, root, r->text);
    else if (strcmp(r->http.path, "/health") == 0 && r->http.method == HTTP_GET)
        witness_must(r->status == 503 && json_is_false(json_object_get(root, "ok")),
                     "who is not well says so", r->text);
    else
        check_refusal(json_object_get(root, "error"), r->status, r->text);
    witness_must((r->status == 429) == (r->extra && strstr(r->extra, "retry-after")),
                 "who asked too much is told how long to wait", r->text);
    json_decref(root);
}

/* A counter that went below 0 would be enormous. */
static void check_metrics(const char *text)
{
    for (const char *at = text; at && *at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        const char *value = *at == '#' ? NULL : strchr(at, ' ');
        if (value)
            witness_must(strtod(value, NULL) < 1e12, "a counter is sane", at);
    }
}

static void check_record(struct witness *v, struct puppet_request *r)
{
    char id[MATCH_ID + 1];
    memcpy(id, r->http.path + strlen("/api/tables/"), MATCH_ID);
    id[MATCH_ID] = 0;
    struct ledger *l = witness_table(v, id);
    /* A page gives out records of its own games before. */
    if (r->world->node[r->node].server->options.running_records && l &&
        l->match.phase == MATCH_RUNNING)
        return;
    witness_must(l && l->match.phase == MATCH_OVER, "a record is there after the end", r->text);
    witness_secrets(v, r->text, NULL, NULL);
    for (const char *at = r->text; *at;) {
        size_t n = strcspn(at, "\n");
        json_t *line = json_loadb(at, n, JSON_REJECT_DUPLICATES, NULL);
        witness_must(line != NULL, "every line of a record is JSON", at);
        json_decref(line);
        at += n + (at[n] == '\n');
    }
}

static void heard_answered(void *arg, struct puppet_request *r)
{
    struct witness *v = arg;
    v->answers++;
    puppet_promise(strlen(r->text) == r->n, "an answer has no zeros");
    if (strcmp(r->type, "application/json") == 0)
        check_json(v, r);
    else if (strncmp(r->type, "text/plain;", 11) == 0)
        check_metrics(r->text);
    else if (strcmp(r->type, "application/jsonl") == 0)
        check_record(v, r);
}

static void heard_asked(void *arg, struct puppet_request *r)
{
    witness_hears_secret(arg, r->http.path);
    witness_hears_secret(arg, r->http.args);
    witness_hears_secret(arg, r->http.body);
}

/* ---- what sockets say ---- */

static void heard_opened(void *arg, struct puppet_socket *s)
{
    struct notes *n = calloc(1, sizeof *n);
    (void)arg;
    MUST(n);
    n->last = -1;
    n->viewer = SPECTATOR;
    s->notes = n;
}

static void heard_closed(void *arg, struct puppet_socket *s)
{
    struct notes *n = s->notes;
    (void)arg;
    json_decref(n->ask);
    json_decref(n->view);
    free(n);
    s->notes = NULL;
}

static void note_hello(struct notes *n, const json_t *hello)
{
    const char *table = string_of(hello, "table"), *token = string_of(hello, "token");
    const json_t *from = json_object_get(hello, "n");
    if (!table || strlen(table) != MATCH_ID || n->table[0])
        return;
    strcpy(n->table, table);
    n->has_token = token != NULL;
    n->people = json_is_true(json_object_get(hello, "people"));
    if (token)
        token_hash(token, n->token);
    if (from && json_integer_value(from) >= 0)
        n->last = json_integer_value(from);
}

/* A request with an id must be answered. A request before the hello closes the socket. */
static void note_request(struct notes *n, const json_t *root)
{
    const json_t *id = json_object_get(root, "id");
    if (!n->table[0] || json_object_get(root, "hello"))
        return;
    if (n->ids == WITNESS_IDS)
        n->many = 1;
    else if (json_is_integer(id))
        n->id[n->ids++] = json_integer_value(id);
}

static void heard_said(void *arg, struct puppet_socket *s, const char *text, size_t len)
{
    json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    const json_t *hello = json_object_get(root, "hello");
    char *copy = strndup(text, len);
    if (json_is_object(hello) && json_object_size(root) == 1)
        note_hello(s->notes, hello);
    else if (json_is_object(root))
        note_request(s->notes, root);
    if (!hello)
        witness_hears_secret(arg, copy);
    free(copy);
    json_decref(root);
}

/* ---- what sockets are told ---- */

struct hearing {
    struct witness *v;
    struct notes *n;
    struct ledger *l;
    const json_t *root;
    const char *text;
};

static void must(const struct hearing *h, int kept, const char *what)
{
    witness_must(kept, what, h->text);
}

/* The first message after the hello decides which seat the viewer has. */
static void find_viewer(struct hearing *h)
{
    struct notes *n = h->n;
    h->l = witness_table(h->v, n->table);
    must(h, h->l != NULL, "only of tables that are stored is told");
    if (!n->begun && n->has_token)
        n->viewer = match_seat_of(&h->l->match, n->token);
    must(h, n->begun || !n->has_token || n->viewer >= 0, "a token that fits nowhere opens nothing");
    n->begun = 1;
}

static int holds(const struct hearing *h, int64_t n)
{
    uint64_t mine;
    memcpy(&mine, h->n->token, sizeof mine);
    for (int i = 0; i <= KEYS_MOST; i++)
        if (h->l->entry[n].holder[h->n->viewer][i] == mine)
            return 1;
    return 0;
}

/* A viewer who lost its seat with entry n must not be told what the seat sees after it. */
static void check_holder(struct hearing *h, int64_t n)
{
    int64_t sat = 0;
    if (h->n->viewer < 0 || n < 0 || n >= (int64_t)h->l->entries)
        return;
    while (sat < n && !holds(h, sat))
        sat++;
    must(h, sat == n || holds(h, n), "who has no seat any more is told nothing of what it sees");
}

static void same_text(const struct hearing *h, struct writer *w, const char *what)
{
    if (w->n != strlen(h->text) || memcmp(w->at, h->text, w->n) != 0)
        fprintf(stderr, "must be: %.*s\n", (int)w->n, w->at);
    must(h, w->n == strlen(h->text) && memcmp(w->at, h->text, w->n) == 0, what);
    writer_free(w);
}

static void keep_view(struct notes *n, json_t *view)
{
    json_decref(n->view);
    n->view = json_is_object(view) ? json_deep_copy(view) : NULL;
}

static void heard_snapshot(struct hearing *h, const json_t *snapshot)
{
    struct notes *n = h->n;
    json_int_t at = json_integer_value(json_object_get(snapshot, "n"));
    const struct match *m = witness_match_at(h->v, h->l, at);
    struct writer w = {0};
    must(h, m != NULL, "a snapshot shows what is stored");
    must(h, n->last < 0 || n->last >= (int64_t)h->l->entries || h->l->entries > RESUME_MOST,
         "who has a number goes on from there");
    check_holder(h, at);
    tell_snapshot(&w, m, n->table, n->viewer);
    same_text(h, &w, "a snapshot is what the log says");
    n->last = at;
    keep_view(n, json_object_get(snapshot, "view"));
}

static void heard_event(struct hearing *h, json_int_t number)
{
    struct notes *n = h->n;
    const json_t *set = json_object_get(h->root, "set");
    must(h, number == n->last + 1, "events come in order, each once");
    must(h, number < (int64_t)h->l->entries, "what is told is stored");
    check_holder(h, number - 1);
    const struct puppet_text *told = witness_told(h->v, h->l, number, n->viewer);
    struct writer w = {0};
    write_raw(&w, told->at, told->n);
    same_text(h, &w, "an event is what the log says");
    n->last = number;
    h->v->events++;
    if (json_object_get(h->root, "start"))
        keep_view(n, json_object_get(h->root, "view"));
    if (set && n->view) {
        const char *wrong =
            set_apply(&n->view, set, (int)json_integer_value(json_object_get(h->root, "seat")));
        must(h, !wrong, wrong);
    }
}

static void heard_ask(struct hearing *h, const json_t *ask)
{
    struct notes *n = h->n;
    const struct match *m = witness_match_at(h->v, h->l, n->last);
    json_int_t question = json_integer_value(json_object_get(ask, "n"));
    struct writer w = {0};
    must(h, m && n->viewer >= 0, "a seat is asked, after what led to it");
    must(h, question != n->asked || n->refused, "a question is told once, unless one was refused");
    n->refused = 0;
    check_holder(h, n->last);
    must(h, tell_ask(&w, m, n->viewer), "there is a question");
    same_text(h, &w, "a question is what the log says");
    n->asked = question;
    json_decref(n->ask);
    n->ask = json_deep_copy(ask);
}

static void id_is_answered(struct hearing *h, json_int_t id)
{
    struct notes *n = h->n;
    int i = 0;
    while (i < n->ids && n->id[i] != id)
        i++;
    if (i == n->ids) {
        must(h, n->many || id == 0, "an answer belongs to a request");
        return;
    }
    n->id[i] = n->id[--n->ids];
}

/* Who is at the table: of each person whether they are here, and nothing else. */
static void heard_people(struct hearing *h, const json_t *people)
{
    const struct match *m = &h->l->match;
    must(h, h->n->people && json_object_size(h->root) == 2, "who asks is told of people");
    must(h, json_is_integer(json_object_get(h->root, "now")), "the time is told with people");
    must(h, (int)json_array_size(people) == m->players, "all seats are told of");
    for (size_t i = 0; i < json_array_size(people); i++) {
        const json_t *one = json_array_get(people, i), *here = json_object_get(one, "here");
        const json_t *since = json_object_get(one, "since");
        must(h, json_is_null(one) || json_object_size(one) == 3, "a person is here, since, until");
        must(h, json_is_null(one) || !here || json_is_null(here) || json_is_boolean(here),
             "a person is here or not");
        must(h, json_is_null(one) || json_is_false(here) == json_is_integer(since),
             "who is away is so since then");
    }
}

static void heard_reaction(struct hearing *h, const char *reaction)
{
    const json_t *seat = json_object_get(h->root, "seat");
    must(h, h->n->people && json_object_size(h->root) == 2, "who asks is told of reactions");
    must(h, reaction && *reaction, "a reaction has a name");
    must(h, json_is_integer(seat) && json_integer_value(seat) < h->l->match.players,
         "a seat has reacted");
}

static void heard_ok(struct hearing *h, json_int_t id)
{
    json_int_t entry = json_integer_value(json_object_get(h->root, "n"));
    if (json_object_size(h->root) == 1) {
        /* A reaction, which is no entry. */
        must(h, h->n->viewer >= 0, "who reacts has a seat");
        id_is_answered(h, id);
        return;
    }
    must(h, json_object_size(h->root) == 2, "an ok has two members");
    must(h, entry > 0 && entry < (int64_t)h->l->entries, "what is acknowledged is stored");
    must(h, entry <= h->n->last, "an ok comes after its event");
    int kind = h->l->entry[entry].kind;
    must(h, kind == ENTRY_START || kind == ENTRY_FIX || h->l->entry[entry].seat == h->n->viewer,
         "an ok is about one's own entry");
    id_is_answered(h, id);
}

static void heard_bye(struct hearing *h, const char *why)
{
    static const char *const byes[] = {
        "restart",     "slow",          "idle",        "flood",      "replaced",
        "bad-message", "unknown-table", "wrong-token", "full",       "broken-table",
        "revoked",     "removed",       "deleted",     "old-client", NULL};
    must(h, is_one_of(why, byes), "a bye says why");
    h->n->bye = 1;
}

static void heard_message(struct hearing *h)
{
    const json_t *root = h->root, *snapshot = json_object_get(root, "snapshot");
    const json_t *ask = json_object_get(root, "ask"), *n = json_object_get(root, "n");
    const json_t *ok = json_object_get(root, "ok"), *no = json_object_get(root, "no");
    const json_t *people = json_object_get(root, "people");
    const json_t *reaction = json_object_get(root, "reaction");
    must(h, !h->n->bye, "nothing comes after a bye");
    if (json_object_get(root, "bye")) {
        heard_bye(h, string_of(root, "bye"));
        return;
    }
    if (no) {
        check_refusal(root, 0, h->text);
        id_is_answered(h, json_integer_value(no));
        h->n->refused = 1;
        return;
    }
    find_viewer(h);
    if (snapshot)
        heard_snapshot(h, snapshot);
    else if (ask)
        heard_ask(h, ask);
    else if (ok)
        heard_ok(h, json_integer_value(ok));
    else if (people)
        heard_people(h, people);
    else if (reaction)
        heard_reaction(h, json_string_value(reaction));
    else {
        must(h, json_is_integer(n), "a message is one of those there are");
        heard_event(h, json_integer_value(n));
    }
}

static void heard_sent(void *arg, struct puppet_socket *s, const char *text, size_t n)
{
    struct witness *v = arg;
    char *copy = strndup(text, n);
    MUST(copy);
    json_t *root = parse(copy);
    struct hearing h = {v, s->notes, NULL, root, copy};
    v->messages++;
    witness_must(strlen(copy) == n, "a message has no zeros", copy);
    witness_secrets(v, copy, NULL, NULL);
    heard_message(&h);
    json_decref(root);
    free(copy);
}

void witness_listen(struct witness *v, struct puppet_hears *h)
{
    *h = (struct puppet_hears){.arg = v,
                               .asked = heard_asked,
                               .answered = heard_answered,
                               .opened = heard_opened,
                               .said = heard_said,
                               .sent = heard_sent,
                               .closed = heard_closed};
}
