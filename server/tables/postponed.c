/* Answers that came while a table waited for its witness, answers of bots that would run ahead of
 * the only person, and requests that came while the table was read again from the store or while
 * the guest was still catching up. They are tried again in their order once the table goes on. */
#include "server/tables/postponed.h"

#include <stdlib.h>
#include <string.h>

#include "match/may.h"
#include "match/watched.h"
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/bot_turns.h"
#include "server/tables/table.h"
#include "server/tables/tables.h"

/* A person's message. The guest is at the table: when it leaves, its messages are forgotten
 * (postponed_forget). */
struct postponed_message {
    struct postponed_message *next;
    struct guest *guest;
    json_t *message;
};

/* The list is short (KEPT_MOST), so it has no pointer to its end. */
static struct postponed_message **end_of(struct table *t, unsigned *n)
{
    struct postponed_message **at = &t->kept;
    for (*n = 0; *at; ++*n)
        at = &(*at)->next;
    return at;
}

/* Takes a reference to the message. 0, or -1: the guest is refused by the caller. */
int postponed_add(struct guest *g, const json_t *message)
{
    unsigned n;
    struct postponed_message **end = end_of(g->table, &n);
    if (n >= KEPT_MOST)
        return -1;
    *end = calloc(1, sizeof **end);
    MUST(*end);
    (*end)->guest = g;
    (*end)->message = json_incref((json_t *)(uintptr_t)message);
    return 0;
}

static void forget(struct postponed_message *k)
{
    json_decref(k->message);
    free(k);
}

/* Calls nobody: whoever sent the message has gone, or is told of the table anew. */
void postponed_forget(struct table *t, const struct guest *g)
{
    for (struct postponed_message **at = &t->kept; *at;) {
        struct postponed_message *k = *at;
        if (g && k->guest != g) {
            at = &k->next;
            continue;
        }
        *at = k->next;
        forget(k);
    }
}

/* The seat is not asked again while this is kept (to_ask in bots.c). */
void postponed_add_bot(struct table *t, const struct bot_job *job)
{
    struct kept_answer *k = &t->kept_bot[job->move.seat];
    *k = (struct kept_answer){1, job->hurried, job->move, job->ask};
}

uint32_t postponed_bots(const struct table *t)
{
    uint32_t seats = 0;
    for (int seat = 0; seat < t->match.players; seat++)
        seats |= (uint32_t)t->kept_bot[seat].there << seat;
    return seats;
}

void postponed_forget_bots(struct table *t)
{
    memset(t->kept_bot, 0, sizeof t->kept_bot);
}

/* An answer that is not possible any more is forgotten, and so is one at a table where another
 * node goes on. One that runs ahead of the only person stays. */
static void try_bot(struct table *t, struct kept_answer *k)
{
    struct entry e;
    struct refusal why;
    int may = match_may_move_bot(&t->match, k->move, k->ask, t->server->now, &e, &why) == 0;
    if (may && !t->foreign && match_bot_ahead(&t->match, k->move.seat))
        return;
    k->there = 0;
    if (!may || t->foreign)
        return;
    e.hurried = k->hurried;
    table_submit(t, &e, NULL);
}

/* At a table with a witness the first of them that is possible is submitted; then the table waits
 * again. */
static void try_bots(struct table *t)
{
    for (int seat = 0; seat < t->match.players && !match_waits(&t->match); seat++)
        if (t->kept_bot[seat].there)
            try_bot(t, &t->kept_bot[seat]);
}

/* If the table waits again, a message goes to the end of the list. Each is tried once, so the order
 * stays. */
void kept_try(struct table *t)
{
    unsigned n;
    end_of(t, &n);
    for (; n > 0 && t->kept && !match_waits(&t->match); n--) {
        struct postponed_message *k = t->kept;
        t->kept = k->next;
        guest_again(k->guest, k->message);
        forget(k);
    }
    try_bots(t);
}
