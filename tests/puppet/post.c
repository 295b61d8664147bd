/* The post of a world, without threads and sockets. What a node sends lies here until the test lets
 * the witness work; the witness itself is the real one (server/witness/answers.h), with its ledger
 * in memory. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "server/witness/answers.h"
#include "server/witness/inquiries.h"
#include "tests/puppet/puppet.h"

/* `post` must be the first member. */
struct puppet_post {
    struct post post;
    char *body;
    size_t n;
    struct post_answer answer;
    int answered;
};

struct puppet_witness {
    struct witness self;
};

static void drop(struct post *post)
{
    struct puppet_post *p = (struct puppet_post *)post;
    free(p->body);
    free(p->answer.text);
    free(p);
}

static void send(struct post *post, const char *body, size_t n)
{
    struct puppet_post *p = (struct puppet_post *)post;
    MUST(!p->body && !p->answered);
    p->body = malloc(n + 1);
    MUST(p->body);
    memcpy(p->body, body, n);
    p->body[n] = 0;
    p->n = n;
}

static int take(struct post *post, struct post_answer *a)
{
    struct puppet_post *p = (struct puppet_post *)post;
    int answered = p->answered;
    if (answered)
        *a = p->answer;
    p->answered = 0;
    p->answer = (struct post_answer){0};
    return answered;
}

/* ---- the witness ---- */

static void join_node(struct puppet_node *n)
{
    struct server *s = n->server;
    n->post = calloc(1, sizeof *n->post);
    MUST(n->post);
    n->post->post = (struct post){send, take, drop};
    s->inquiries = inquiries_open(s, &n->post->post, n->world->witness->self.key);
}

void puppet_witness_join(struct puppet *w)
{
    char error[LEDGER_ERROR];
    w->witness = w->witness ? w->witness : calloc(1, sizeof *w->witness);
    MUST(w->witness);
    if (!w->witness->self.ledger)
        witness_begin(&w->witness->self, ledger_open(":memory:", error), 0);
    for (int i = 0; i < w->nodes; i++)
        if (!w->node[i].server->inquiries)
            join_node(&w->node[i]);
}

void puppet_witness_close(struct puppet *w)
{
    if (!w->witness)
        return;
    ledger_close(w->witness->self.ledger);
    free(w->witness);
    w->witness = NULL;
}

static void answer(struct puppet *w, struct puppet_post *p)
{
    struct ledger *ledger = w->witness->self.ledger;
    struct writer out = {0};
    w->witness->self.now = w->now;
    MUST(ledger_begin(ledger) == 0);
    int status = witness_answer(&w->witness->self, "10.1.1.1", p->body, p->n, &out);
    MUST(status > 0 && ledger_commit(ledger) == 0);
    p->answer = (struct post_answer){status, malloc(out.n + 1), out.n};
    MUST(p->answer.text);
    memcpy(p->answer.text, out.at, out.n + 1);
    writer_free(&out);
}

int puppet_witness_works(struct puppet *w, int node)
{
    struct puppet_post *p = w->node[node].post;
    if (!w->witness || !p || !p->body || w->witness_away == WITNESS_HANGS)
        return 0;
    puppet_enter(w);
    if (w->witness_away == WITNESS_HERE)
        answer(w, p);
    else if (w->witness_away == WITNESS_DEAF)
        p->answer = (struct post_answer){0};
    if (w->says && w->witness_away == WITNESS_HERE)
        w->says(p->answer.text);
    free(p->body);
    p->body = NULL;
    p->answered = 1;
    inquiries_take(w->node[node].server->inquiries);
    puppet_transport_flush(w);
    return 1;
}

int puppet_witness_lost(struct puppet *w, int node)
{
    struct puppet_post *p = w->node[node].post;
    if (!p || !p->body)
        return 0;
    answer(w, p);
    free(p->answer.text);
    p->answer = (struct post_answer){0};
    return 1;
}

const char *puppet_witness_asked(const struct puppet *w, int node)
{
    return w->node[node].post ? w->node[node].post->body : NULL;
}
