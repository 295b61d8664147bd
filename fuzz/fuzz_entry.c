/* Fuzzes logs of matches: each line is the body of an entry. A refused entry must have a reason in
 * UTF-8 and change nothing. An accepted one, written and read again, must have the same result and
 * leave a game that keeps its promises. All functions that ask about the match must work. */
#include "fuzz/promise.h"
#include "match/keys.h"
#include "match/match.h"
#include "match/undo.h"
#include "match/watched.h"
#include "wire/write.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_LINES = 64 };

static struct session_done done;

/* ---- a hash of everything in a match but its padding ---- */

/* Numbers that are hashed once there are many. Texts would take most of a run's time. */
struct print {
    uint64_t word[256];
    uint32_t n;
};

static uint64_t print_end(struct print *p)
{
    uint64_t hash = hash_bytes(p->word, p->n * sizeof p->word[0]);
    p->word[0] = hash;
    p->n = 1;
    return hash;
}

static void print_number(struct print *p, uint64_t number)
{
    if (p->n == sizeof p->word / sizeof p->word[0])
        print_end(p);
    p->word[p->n++] = number;
}

static void print_bytes(struct print *p, const void *bytes, size_t n)
{
    print_number(p, hash_bytes(bytes, n));
}

static void print_text(struct print *p, const char *text)
{
    print_bytes(p, text, strlen(text));
}

static void print_seat(struct print *p, const struct match_seat *s)
{
    print_number(p, s->kind * 4u + s->away);
    print_text(p, s->name);
    print_text(p, s->bot);
    print_bytes(p, s->token, sizeof s->token);
    print_number(p, s->token_ended);
    print_number(p, (uint64_t)s->token_at);
    print_number(p, (uint64_t)s->token_ended_at);
    print_bytes(p, s->nonce.bytes, s->nonce.n);
    print_bytes(p, s->pledge, sizeof s->pledge);
    print_number(p, s->expected);
    print_number(p, s->sat);
    print_number(p, s->asked);
    print_number(p, (uint64_t)s->since);
    print_number(p, (uint64_t)s->left);
    print_number(p, (uint64_t)s->spent);
    print_number(p, s->mercy);
    print_number(p, s->renewed);
    print_number(p, s->answered);
    print_number(p, s->answered_n);
    print_number(p, s->answer);
    print_number(p, s->answer_name);
}

static void print_game(struct print *p, const struct match *m)
{
    const struct chance *c = &m->session.chance;
    print_bytes(p, m->options, sizeof m->options);
    print_bytes(p, m->session.state, sizeof m->session.state);
    print_bytes(p, c->key, sizeof c->key);
    for (int i = 0; i < CHANCE_STREAMS; i++)
        print_number(p, c->place[i]);
    if (m->moves)
        print_bytes(p, m->move, m->moves * sizeof m->move[0]);
    for (uint32_t i = 0; i < m->undone_n; i++) {
        char *text = json_dumps(m->undone[i].items, JSON_COMPACT);
        print_number(p, m->undone[i].before);
        print_text(p, text);
        free(text);
    }
    print_number(p, m->fork.moves);
    print_number(p, json_array_size(m->fork.chance));
}

static void print_watch(struct print *p, const struct match *m)
{
    const struct match_witness *watch = m->watch;
    if (!watch)
        return;
    print_number(p, watch->asked * 4u + watch->due * 2u + watch->sealed);
    print_bytes(p, watch->transcript, sizeof watch->transcript);
    print_bytes(p, &watch->opening, sizeof watch->opening);
    print_bytes(p, &watch->seal, sizeof watch->seal);
    print_bytes(p, watch->question, sizeof watch->question);
    if (m->begun)
        print_bytes(p, watch->share, (m->moves + 1) * sizeof watch->share[0]);
}

static void print_keys(struct print *p, const struct match *m)
{
    for (uint32_t i = 0; i < m->keys; i++) {
        const struct match_key *key = &m->key[i];
        print_number(p, (uint64_t)(key->seat * 4096 + key->kind * 1024 + key->id * 2 + key->used));
        print_bytes(p, key->token, sizeof key->token);
        print_number(p, key->n);
        print_number(p, key->ended);
        print_number(p, (uint64_t)key->at);
        print_number(p, (uint64_t)key->ended_at);
    }
}

static uint64_t print_of(const struct match *m)
{
    struct print p = {.n = 0};
    print_number(&p, m->entries);
    print_number(&p, (uint64_t)(m->phase * 64 + m->open * 16 + m->begun * 8 + m->players));
    print_number(&p, (uint64_t)m->created);
    print_number(&p, (uint64_t)m->touched);
    print_number(&p, (uint64_t)m->reveal_until);
    print_number(&p, m->clock.move);
    print_number(&p, m->clock.game);
    print_number(&p, (uint64_t)m->plea.seat);
    print_number(&p, m->plea.to);
    print_number(&p, m->plea.asked);
    print_number(&p, m->plea.granted);
    print_number(&p, (uint64_t)m->plea.until);
    print_number(&p, m->rules);
    print_text(&p, m->rematch);
    print_bytes(&p, m->commitment, sizeof m->commitment);
    print_game(&p, m);
    print_watch(&p, m);
    print_keys(&p, m);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        print_seat(&p, &m->seat[seat]);
    return print_end(&p);
}

/* ---- promises ---- */

static void check_refusal(const struct refusal *why)
{
    /* NULL if it is not UTF-8. */
    json_t *text = json_string(why->message);
    promise(why->message[0] != 0, "a refusal says why");
    promise(text != NULL, "a refusal is UTF-8");
    json_decref(text);
}

static void check_state(const struct match *m)
{
    const struct session *s = &m->session;
    const char *wrong = m->begun ? s->game->check(s->state) : NULL;
    uint32_t active = m->phase == MATCH_RUNNING ? s->game->active(s->state) : 0;
    promise(wrong == NULL, wrong);
    for (int seat = 0; seat < m->players; seat++)
        promise((m->seat[seat].asked != 0) == (active >> seat & 1), "who is asked is active");
}

/* The entries that follow without a request can be applied, and come to an end. */
static void check_follows(struct match *copy)
{
    struct entry e;
    struct refusal why;
    int64_t later = copy->touched + 100000;
    for (int n = 0; match_follows(copy, later, &e);) {
        promise(match_take(copy, &e, &done, &why) == 0, "what follows can be taken");
        promise(++n < 20, "what follows comes to an end");
    }
}

static void check_undo_of_all(const struct match *m)
{
    struct entry e;
    struct refusal why;
    for (int seat = 0; seat < m->players; seat++)
        if (match_may_undo(m, seat, m->touched, &e, &why) < 0)
            check_refusal(&why);
}

/* Writes an entry that was applied, and applies it again to the match before it. */
static void check_again(struct match *before, const struct match *after, const struct entry *e)
{
    struct writer w = {0}, again = {0};
    struct entry second;
    struct refusal why;
    entry_write(&w, after, e, &done);
    promise(entry_read(&second, before, w.at, w.n, &why) == 0, "what was written can be read");
    promise(match_take(before, &second, &done, &why) == 0, "what was taken can be taken again");
    entry_write(&again, before, &second, &done);
    promise(w.n == again.n && memcmp(w.at, again.at, w.n) == 0, "the same text");
    promise(print_of(before) == print_of(after), "the same match");
    entry_free(&second);
    writer_free(&w);
    writer_free(&again);
}

static int take(struct match *m, const struct match *before, struct entry *e, struct refusal *why)
{
    int taken = match_take(m, e, &done, why);
    promise(taken == 0 || print_of(before) == print_of(m), "what is refused changes nothing");
    return taken;
}

static void line(struct match *m, const char *text, size_t n)
{
    struct match before;
    struct entry e;
    struct refusal why;
    match_init(&before);
    match_copy(&before, m);
    if (entry_read(&e, m, text, n, &why) < 0 || take(m, &before, &e, &why) < 0) {
        check_refusal(&why);
    } else {
        check_again(&before, m, &e);
        check_state(m);
        check_undo_of_all(m);
        /* It is the same match by now, and the copy is free to go on. */
        check_follows(&before);
    }
    entry_free(&e);
    match_free(&before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    struct match m;
    match_init(&m);
    for (int i = 0; i < MOST_LINES && at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        line(&m, at, (size_t)(stop - at));
        at = stop + 1;
    }
    match_free(&m);
    return 0;
}
