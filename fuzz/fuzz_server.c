/* Fuzzes the server: the input's lines tell what happens to it, with one store and two nodes
 * (tests/puppet). The witness checks every answer and every message against the contract. In the
 * end all failures stop, and everybody must know everything.
 *
 *   GET /api/tables/$I0              POST /api/tables/$I0/join - {"name":"Ann"}     (- or a token)
 *   open                             0: {"hello":{"api":2,"table":"$I0","token":"$T0"}}     shut 0
 *   play 0 5                         socket 0 answers five questions, somehow
 *   pass 5000                        milliseconds
 *   fail 1, unread 1, lose 1         so many transactions, or reads, will fail; or seem to
 *   hold, go                         the store and the bots wait, or go on
 *   work, tell, think                one step of the store, of the messages, of the bots
 *   lazy 1, chores                   what takes long waits; and is done
 *   alone 1                          every append is a transaction by itself
 *   deaf 1                           a node does not hear what the other stores
 *   crash, stop, limits              the node
 *   @1 GET /health                   a line for the other node
 *
 * $I0 and $T0 are the first table and the first token there were, $Q0, $N0 and $A0 what socket 0
 * was asked last, its last event, an action; $R0 the record of table 0, as it stands in a JSON
 * text. */
#include <stdio.h>
#include <stdlib.h>

#include "match/record_write.h"
#include "server/server.h"
#include "tests/puppet/witness.h"

enum { LINES = 120, LINE = 6000, KNOWN = 16, BOTS = 40, PLAYED = 40, INPUT = 1 << 15 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct story {
    struct puppet world;
    struct witness witness;
    char id[KNOWN][MATCH_ID + 1], token[KNOWN][33];
    int ids, tokens, held, played;
    uint64_t luck;
};

/* ---- what is known by now ---- */

static void note_id(struct story *s, const char *id)
{
    for (int i = 0; i < s->ids; i++)
        if (strcmp(s->id[i], id) == 0)
            return;
    if (s->ids < KNOWN)
        strcpy(s->id[s->ids++], id);
}

static void note_answer(struct story *s, const struct puppet_request *r)
{
    json_t *root = json_loads(r->text, 0, NULL);
    const json_t *table = json_object_get(root, "table");
    const char *id = json_string_value(json_object_get(table, "id"));
    const char *token = json_string_value(json_object_get(root, "token"));
    if (!token)
        token = json_string_value(json_object_get(root, "link"));
    if (id)
        note_id(s, id);
    if (token && s->tokens < KNOWN)
        strcpy(s->token[s->tokens++], token);
    json_decref(root);
}

static void note_answers(struct story *s)
{
    for (struct puppet_request *r = s->world.requests; r; r = r->next)
        if (r->text && !r->noted) {
            r->noted = 1;
            note_answer(s, r);
        }
}

static struct puppet_socket *socket_at(struct story *s, int number)
{
    struct puppet_socket *p = s->world.sockets;
    while (p && p->number != number)
        p = p->next;
    return p && p->open ? p : NULL;
}

/* ---- placeholders ---- */

static void put_record(struct story *s, int number, struct writer *w)
{
    struct ledger *l = number < s->ids ? witness_table(&s->witness, s->id[number]) : NULL;
    struct writer record = {0}, quoted = {0};
    if (!l || l->match.phase != MATCH_OVER)
        return;
    record_write_match(&record, &l->match);
    write_string(&quoted, record.at);
    write_raw(w, quoted.at + 1, quoted.n - 2);
    writer_free(&record);
    writer_free(&quoted);
}

static void put_number(struct writer *w, json_int_t number)
{
    char text[24];
    write_raw(w, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)number));
}

static void put_of_socket(const struct puppet_socket *p, char what, struct writer *w)
{
    const struct notes *n = p ? p->notes : NULL;
    const json_t *actions = n ? json_object_get(n->ask, "actions") : NULL;
    const char *action = json_string_value(json_array_get(actions, 0));
    if (n && what == 'Q')
        put_number(w, n->asked);
    if (n && what == 'N')
        put_number(w, n->last);
    if (action && what == 'A')
        write_raw(w, action, strlen(action));
}

static void put(struct story *s, char what, int number, struct writer *w)
{
    if (what == 'I' && number < s->ids)
        write_raw(w, s->id[number], MATCH_ID);
    else if (what == 'T' && number < s->tokens)
        write_raw(w, s->token[number], 32);
    else if (what == 'R')
        put_record(s, number, w);
    else
        put_of_socket(socket_at(s, number), what, w);
    w->comma = 0;
}

static void fill_in(struct story *s, const char *line, size_t n, struct writer *w)
{
    for (size_t i = 0; i < n;) {
        w->comma = 0;
        if (i + 2 < n && line[i] == '$' && strchr("ITQNAR", line[i + 1]) && line[i + 2] >= '0' &&
            line[i + 2] <= '9') {
            put(s, line[i + 1], line[i + 2] - '0', w);
            i += 3;
            continue;
        }
        size_t more = strcspn(line + i + 1, "$") + 1;
        more = more < n - i ? more : n - i;
        write_raw(w, line + i, more);
        i += more;
    }
    w->comma = 0;
    /* Ended by NUL. */
    write_raw(w, "", 1);
    w->n--;
}

/* ---- lines ---- */

static void settle(struct story *s)
{
    if (!s->held)
        puppet_settle(&s->world);
    note_answers(s);
}

static uint32_t below(struct story *s, size_t n)
{
    return (uint32_t)(puppet_random(&s->luck) % n);
}

/* Returns 1 if the socket had a question and answered it. */
static int play_once(struct story *s, struct puppet_socket *p)
{
    const struct notes *n = p ? p->notes : NULL;
    const json_t *actions = n && p->open ? json_object_get(n->ask, "actions") : NULL;
    size_t count = json_array_size(actions);
    char text[200];
    if (!count || s->played++ > PLAYED)
        return 0;
    snprintf(text, sizeof text, "{\"id\":%d,\"n\":%lld,\"do\":\"%s\"}", s->played,
             (long long)n->asked, json_string_value(json_array_get(actions, below(s, count))));
    puppet_say(p, text, strlen(text));
    settle(s);
    return 1;
}

static void play(struct story *s, const char *rest)
{
    int number = 0, times = 1;
    sscanf(rest, "%d %d", &number, &times);
    while (times-- > 0 && play_once(s, socket_at(s, number))) {
    }
}

/* "GET path", "POST path token body": the method ends with the first space. */
static void ask(struct story *s, int node, const char *line, size_t n)
{
    char method[8] = "", path[300] = "", token[100] = "";
    int used = 0;
    if (sscanf(line, "%7s %299s%n", method, path, &used) < 2)
        return;
    const char *body = line + used;
    int more = 0;
    if (strcmp(method, "POST") == 0 && sscanf(body, " %99s%n", token, &more) == 1)
        body += more;
    body += *body == ' ';
    puppet_ask(&s->world, node, method, path, strcmp(token, "-") == 0 ? NULL : token, body,
               n - (size_t)(body - line));
}

static void pass(struct story *s, int node, long number)
{
    (void)node;
    puppet_pass(&s->world, number < 0 ? 0 : number > 2592000000 ? 2592000000 : number);
}

static void fail(struct story *s, int node, long number)
{
    s->world.node[node].fail = number > 0 && number < 100 ? (int)number : 1;
}

static void lose(struct story *s, int node, long number)
{
    s->world.node[node].lose = number > 0 && number < 100 ? (int)number : 1;
}

static void unread(struct story *s, int node, long number)
{
    s->world.node[node].fail_reads = number > 0 && number < 100 ? (int)number : 1;
}

static void deaf(struct story *s, int node, long number)
{
    s->world.node[node].deaf = number != 0;
}

static void alone(struct story *s, int node, long number)
{
    s->world.node[node].alone = number != 0;
}

static void dial(struct story *s, int node, long number)
{
    char address[32];
    snprintf(address, sizeof address, "192.0.2.%d", (int)(number & 3));
    if (s->world.sockets_n < 100)
        puppet_dial(&s->world, node, address);
}

static void shut(struct story *s, int node, long number)
{
    struct puppet_socket *p = socket_at(s, (int)number);
    (void)node;
    if (p)
        puppet_hang_up(p);
}

static void hold(struct story *s, int node, long number)
{
    (void)node, (void)number;
    s->held = 1;
}

static void go(struct story *s, int node, long number)
{
    (void)node, (void)number;
    s->held = 0;
}

static void work(struct story *s, int node, long number)
{
    (void)number;
    puppet_store_works(&s->world, node);
}

static void tell(struct story *s, int node, long number)
{
    (void)number;
    puppet_store_tells(&s->world, node);
}

static void think(struct story *s, int node, long number)
{
    (void)number;
    puppet_bots_think(&s->world, node);
}

static void lazy(struct story *s, int node, long number)
{
    (void)node;
    s->world.lazy = number != 0;
}

static void chores(struct story *s, int node, long number)
{
    (void)number;
    puppet_chores_done(&s->world, node);
}

static void crash(struct story *s, int node, long number)
{
    (void)number;
    note_answers(s);
    puppet_restart(&s->world, node);
}

static void stop(struct story *s, int node, long number)
{
    s->world.node[node].server->stopping = number != 0;
}

static void limits(struct story *s, int node, long number)
{
    (void)number;
    s->world.node[node].server->options.limits = 1;
}

static const struct {
    const char *word;
    void (*run)(struct story *s, int node, long number);
} verbs[] = {
    {"pass", pass},     {"fail", fail}, {"unread", unread}, {"lose", lose},   {"deaf", deaf},
    {"alone", alone},   {"open", dial}, {"shut", shut},     {"hold", hold},   {"go", go},
    {"work", work},     {"tell", tell}, {"think", think},   {"crash", crash}, {"stop", stop},
    {"limits", limits}, {"lazy", lazy}, {"chores", chores},
};

static void run_verb(struct story *s, int node, const char *line)
{
    char word[8] = "";
    long number = 0;
    sscanf(line, "%7s %ld", word, &number);
    if (strcmp(word, "play") == 0)
        play(s, line + 4);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].word, word) == 0)
            verbs[i].run(s, node, number);
}

static void run_line(struct story *s, const char *line, size_t n)
{
    int node = 0, number = 0, used = 0;
    if (strncmp(line, "@1 ", 3) == 0) {
        node = 1;
        line += 3;
        n -= 3;
    }
    if (sscanf(line, "%4d:%n", &number, &used) == 1 && used) {
        struct puppet_socket *p = socket_at(s, number);
        used += line[used] == ' ';
        if (p)
            puppet_say(p, line + used, n - (size_t)used);
    } else if (line[0] >= 'A' && line[0] <= 'Z') {
        ask(s, node, line, n);
    } else {
        run_verb(s, node, line);
    }
    settle(s);
}

static void tell_story(struct story *s, const char *at, size_t size)
{
    for (int i = 0; i < LINES && size > 0; i++) {
        const char *end = memchr(at, '\n', size);
        size_t n = end ? (size_t)(end - at) : size;
        struct writer line = {0};
        fill_in(s, at, n < LINE ? n : LINE, &line);
        run_line(s, line.at, line.n);
        writer_free(&line);
        at += n + (end != NULL);
        size -= n + (end != NULL);
    }
}

static void come_to_rest(struct story *s)
{
    s->world.node[0].server->stopping = s->world.node[1].server->stopping = 0;
    witness_rest(&s->witness);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct story s;
    /* Ended by NUL. */
    char *text = size <= INPUT ? malloc(size + 1) : NULL;
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    memset(&s, 0, sizeof s);
    witness_open(&s.witness, &s.world);
    puppet_open(&s.world, 2, 1);
    s.world.bots_left = BOTS;
    tell_story(&s, text, size);
    come_to_rest(&s);
    puppet_close(&s.world);
    witness_close(&s.witness);
    free(text);
    return 0;
}
