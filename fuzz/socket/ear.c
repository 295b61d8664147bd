/* Hears answers and frames, and promises that they are right. */
#include "fuzz/socket/ear.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "fuzz/socket/line.h"
#include "fuzz/socket/wrongs.h"

enum { HEAD_MOST = 1 << 14, BODY_MOST = 1 << 24 };

/* What honest guests hear does not count. */
static struct heard {
    uint64_t status[600], sockets, messages, asks, oks, noes, goodbyes, pongs;
} heard[2];

/* ---- notes ---- */

static int is_text(const json_t *value, size_t n)
{
    return json_is_string(value) && json_string_length(value) == n;
}

static void note_known(struct known *k, const json_t *root)
{
    const json_t *id = json_object_get(json_object_get(root, "table"), "id"),
                 *token = json_object_get(root, "token");
    if (!is_text(token, TOKEN))
        token = json_object_get(root, "link");
    if (is_text(id, ID) && k->ids < KNOWN)
        strcpy(k->id[k->ids++], json_string_value(id));
    if (is_text(token, TOKEN) && k->tokens < KNOWN)
        strcpy(k->token[k->tokens++], json_string_value(token));
}

static void note_ask(struct ear *e, const json_t *ask)
{
    const json_t *first = json_array_get(json_object_get(ask, "actions"), 0);
    e->asked = json_integer_value(json_object_get(ask, "n"));
    snprintf(e->action, sizeof e->action, "%s", first ? json_string_value(first) : "");
}

/* Whether the changes of a table have its end. */
static int ends_game(const json_t *set)
{
    for (size_t i = 0; i < json_array_size(set); i++) {
        const json_t *change = json_array_get(set, i);
        const char *path = json_string_value(json_array_get(change, 0));
        const char *to = json_string_value(json_array_get(change, 1));
        if (path && to && !strcmp(path, "state") && !strcmp(to, "over"))
            return 1;
    }
    return 0;
}

static void note_message(struct line *l, const json_t *root)
{
    struct heard *to = &heard[l->honest];
    struct ear *e = &l->ear;
    const json_t *ok = json_object_get(root, "ok"), *no = json_object_get(root, "no");
    const json_t *told = json_object_get(root, "snapshot");
    const json_t *n = json_object_get(told ? told : root, "n");
    if (json_object_get(root, "ask"))
        note_ask(e, json_object_get(root, "ask"));
    if (!ok && n)
        e->n = json_integer_value(n);
    if (ok || no)
        e->done = json_integer_value(ok ? ok : no);
    e->over |= ends_game(json_object_get(root, "table"));
    to->asks += json_object_get(root, "ask") != NULL;
    to->oks += ok != NULL;
    to->noes += no != NULL;
    to->messages++;
    e->messages++;
}

/* ---- answers ---- */

/* What the head of an answer says. */
struct top {
    int status, lengths, json, ends;
    size_t head, length;
    char accept[ACCEPT + 1], protocol[32];
};

static void read_header(const struct line *l, struct top *t, char *name, const char *value)
{
    for (char *c = name; *c; c++)
        line_promise(l, *c > ' ' && *c < 0x7f && !strchr("()<>@,;:\\\"/[]?={}", *c),
                     "headers have names");
    for (const char *c = value; *c; c++)
        line_promise(l, (unsigned char)*c >= ' ' || *c == '\t', "values of headers are visible");
    if (strcasecmp(name, "content-length") == 0) {
        t->lengths++;
        line_promise(l, *value && strspn(value, "0123456789") == strlen(value) && strlen(value) < 9,
                     "a length is a number");
        t->length = strtoul(value, NULL, 10);
    } else if (strcasecmp(name, "content-type") == 0) {
        t->json = strcasecmp(value, "application/json") == 0;
    } else if (strcasecmp(name, "content-encoding") == 0) {
        t->json = 0;
        t->ends = 1;
    } else if (strcasecmp(name, "sec-websocket-accept") == 0) {
        snprintf(t->accept, sizeof t->accept, "%s", strlen(value) == ACCEPT ? value : "");
    } else if (strcasecmp(name, "sec-websocket-protocol") == 0) {
        snprintf(t->protocol, sizeof t->protocol, "%s", value);
    } else {
        line_promise(l, strcasecmp(name, "transfer-encoding") != 0, "bodies have a length");
        line_promise(l, strcasecmp(name, "sec-websocket-extensions") != 0, "no extensions");
    }
}

static void read_status(const struct line *l, struct top *t, const char *text)
{
    int there = (strncmp(text, "HTTP/1.1 ", 9) == 0 || strncmp(text, "HTTP/1.0 ", 9) == 0) &&
                strspn(text + 9, "0123456789") == 3 && (text[12] == ' ' || !text[12]);
    line_promise(l, there, "an answer begins with its status");
    t->status = atoi(text + 9);
    line_promise(l, t->status >= 100 && t->status < 600, "a status has three digits");
}

/* Reads a head, which has been copied and is cut into lines. */
static void read_lines(const struct line *l, struct top *t, char *text, size_t n)
{
    char *end = text + n;
    line_promise(l, !memchr(text, 0, n), "heads have no NUL");
    for (int first = 1; text < end; first = 0) {
        char *stop = strstr(text, "\r\n");
        *stop = 0;
        line_promise(l, !strpbrk(text, "\r\n"), "lines of a head end with CR and LF");
        char *colon = strchr(text, ':');
        if (first) {
            read_status(l, t, text);
        } else {
            line_promise(l, colon != NULL, "headers have a colon");
            *colon = 0;
            read_header(l, t, text, colon + 1 + strspn(colon + 1, " \t"));
        }
        text = stop + 2;
    }
}

/* 0: the head is not all there. */
static int read_top(const struct line *l, struct top *t)
{
    size_t n = l->heard.n - l->ear.at;
    const uint8_t *from = l->heard.at + l->ear.at, *end = n ? memmem(from, n, "\r\n\r\n", 4) : NULL;
    line_promise(l, end || n < HEAD_MOST, "a head has an end");
    if (!end)
        return 0;
    static char copy[HEAD_MOST + 1];
    size_t head = (size_t)(end - from) + 2;
    line_promise(l, head <= HEAD_MOST, "a head is short");
    memcpy(copy, from, head);
    copy[head] = 0;
    t->head = head + 2;
    read_lines(l, t, copy, head);
    return 1;
}

static void check_body(struct line *l, const struct top *t)
{
    if (!t->json || !t->length)
        return;
    json_error_t why;
    json_t *root = json_loadb((const char *)l->heard.at + l->ear.at + t->head, t->length,
                              JSON_REJECT_DUPLICATES, &why);
    line_promise(l, root != NULL, "bodies are JSON");
    note_known(known_of(l), root);
    json_decref(root);
}

static void check_switch(struct line *l, const struct top *t, const struct request *r)
{
    line_promise(l, r->handshake || l->blind, "101 answers a right handshake");
    line_promise(l, strcmp(t->accept, r->accept) == 0 || l->blind, "Sec-WebSocket-Accept is right");
    line_promise(l, strcmp(t->protocol, "charlatan") == 0, "the protocol is charlatan");
    l->ear.in_socket = 1;
    heard[l->honest].sockets++;
}

/* 1: one more answer was heard. */
static int hear_answer(struct line *l, const struct requests *all)
{
    static const struct request nothing;
    struct ear *e = &l->ear;
    struct top t = {0};
    if (e->at == l->heard.n || !read_top(l, &t))
        return 0;
    int known = e->answers < all->n;
    const struct request *r = known ? &all->list[e->answers] : &nothing;
    int bare = t.status < 200 || t.status == 204 || t.status == 304;
    if (bare || r->head_only)
        t.length = 0;
    line_promise(l, known || all->full || l->blind, "an answer belongs to a request");
    line_promise(l, bare || t.lengths == 1, "an answer says its length");
    line_promise(l, t.length < BODY_MOST, "a body is not huge");
    if (l->heard.n - e->at < t.head + t.length)
        return 0;
    if (t.status == 101)
        check_switch(l, &t, r);
    else
        check_body(l, &t);
    heard[l->honest].status[t.status]++;
    e->at += t.head + t.length;
    e->answers += t.status == 101 || t.status >= 200;
    e->status = t.status;
    return 1;
}

/* ---- frames ---- */

struct frame {
    int op;
    size_t head, n;
};

/* 0: it is not all there. */
static int read_frame(const struct line *l, struct frame *f)
{
    const uint8_t *at = l->heard.at + l->ear.at;
    size_t n = l->heard.n - l->ear.at;
    if (n < 2)
        return 0;
    line_promise(l, (at[0] & 0xf0) == 0x80, "frames are whole, without extensions");
    line_promise(l, !(at[1] & 0x80), "frames of a server have no mask");
    f->op = at[0] & 15;
    f->n = at[1];
    f->head = f->n == 126 ? 4 : f->n == 127 ? 10 : 2;
    if (n < f->head)
        return 0;
    if (f->head > 2)
        f->n = 0;
    for (size_t i = 2; i < f->head; i++)
        f->n = f->n << 8 | at[i];
    line_promise(l, f->n < BODY_MOST, "messages are not huge");
    line_promise(l, f->head == (f->n < 126 ? 2 : f->n < 65536 ? 4 : 10), "lengths are short");
    return n >= f->head + f->n;
}

static void hear_message(struct line *l, const uint8_t *at, size_t n)
{
    json_t *root = json_loadb((const char *)at, n, JSON_REJECT_DUPLICATES, NULL);
    int fine = json_is_object(root);
    if (fine)
        note_message(l, root);
    json_decref(root);
    line_promise(l, fine, "messages are objects");
}

static void hear_goodbye(struct line *l, const uint8_t *at, size_t n)
{
    unsigned code = n >= 2 ? (unsigned)at[0] << 8 | at[1] : 1000;
    line_promise(l, n != 1 && code >= 1000 && code < 5000, "a close frame has a code");
    line_promise(l, code != 1004 && code != 1005 && code != 1006 && code != 1015,
                 "a close frame has a code that may be sent");
    heard[l->honest].goodbyes++;
    l->ear.said_goodbye = 1;
}

static int hear_frame(struct line *l)
{
    struct ear *e = &l->ear;
    struct frame f;
    line_promise(l, !e->said_goodbye || e->at == l->heard.n, "nothing follows a close frame");
    if (!read_frame(l, &f))
        return 0;
    const uint8_t *at = l->heard.at + e->at + f.head;
    line_promise(l, f.op == 1 || f.op >= 8, "messages are texts");
    line_promise(l, f.op < 11 && (f.op == 1 || f.n < 126), "control frames are short");
    if (f.op == 1)
        hear_message(l, at, f.n);
    else if (f.op == 8)
        hear_goodbye(l, at, f.n);
    e->messages += f.op == 10;
    heard[l->honest].pongs += f.op == 10;
    e->at += f.head + f.n;
    return 1;
}

/* ---- all of it ---- */

static void hear(struct line *l)
{
    struct requests all = {.n = 0};
    int more = !l->deaf && l->ear.at < l->heard.n;
    if (more && !l->ear.in_socket)
        requests_read(l->sent.at, l->sent.n, &all);
    while (more)
        more = l->ear.in_socket ? hear_frame(l) : hear_answer(l, &all);
    if (l->ended == 1 && !l->deaf && !l->blind && l->house != HASTY)
        line_promise(l, l->ear.at == l->heard.n, "nothing is cut off");
}

/* Where something was wrong nothing more is heard. */
void ear_hear(struct line *l)
{
    wrongs_guarded = !l->honest;
    if (setjmp(wrongs_after) == 0)
        hear(l);
    else
        l->deaf = 1;
    wrongs_guarded = 0;
}

void ear_forget(struct ear *e)
{
    *e = (struct ear){0};
}

void ear_tell(void)
{
    const struct heard *h = &heard[0];
    for (int i = 100; i < 600; i++)
        if (h->status[i])
            fprintf(stderr, "%d: %llu, ", i, (unsigned long long)h->status[i]);
    fprintf(stderr,
            "messages: %llu, questions: %llu, carried out: %llu, refused: %llu, pongs: %llu, "
            "closed: %llu\n",
            (unsigned long long)h->messages, (unsigned long long)h->asks,
            (unsigned long long)h->oks, (unsigned long long)h->noes, (unsigned long long)h->pongs,
            (unsigned long long)h->goodbyes);
}

int ear_has_heard_much(void)
{
    const struct heard *h = &heard[0];
    return h->status[200] && h->status[201] && h->status[404] && h->status[405] && h->sockets &&
           h->asks && h->oks && h->noes && h->pongs && h->goodbyes;
}
