/* Fuzzes logs of matches: each line is the body of an entry. A refused entry must have a reason in
 * UTF-8 and change nothing. An accepted one, written and read again, must have the same result and
 * leave a game that keeps its promises. All functions that ask about the match must work. */
#include "fuzz/promise.h"
#include "match/inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_LINES = 64 };

static struct done done;

/* ---- a hash of everything in a match but its padding ---- */

static void print_bytes(struct writer *w, const void *bytes, size_t n)
{
    write_number(w, (long long)hash_bytes(bytes, n));
}

static void print_seat(struct writer *w, const struct match_seat *s)
{
    write_number(w, s->kind * 4 + s->away);
    write_string(w, s->name);
    write_string(w, s->bot);
    print_bytes(w, s->token, sizeof s->token);
    write_number(w, s->token_ended);
    write_number(w, s->token_at);
    write_number(w, s->token_ended_at);
    print_bytes(w, s->nonce.bytes, s->nonce.n);
    print_bytes(w, s->pledge, sizeof s->pledge);
    write_number(w, s->expected);
    write_number(w, s->sat);
    write_number(w, s->asked);
    write_number(w, s->since);
    write_number(w, s->left);
    write_number(w, s->answered);
    write_number(w, s->answered_n);
    write_number(w, s->answer);
    write_number(w, (long long)s->answer_name);
}

static void print_game(struct writer *w, const struct match *m)
{
    const struct chance *c = &m->session.chance;
    print_bytes(w, m->options, sizeof m->options);
    print_bytes(w, m->session.state, sizeof m->session.state);
    print_bytes(w, c->key, sizeof c->key);
    for (int i = 0; i < CHANCE_STREAMS; i++)
        write_number(w, (long long)c->stream[i].place);
    for (uint32_t i = 0; i < m->moves; i++) {
        write_number(w,
                     m->move[i].move.seat * 512 + m->move[i].move.answer * 2 + m->move[i].chance);
        write_number(w, m->move[i].n);
        write_number(w, m->move[i].people);
    }
    for (uint32_t i = 0; i < m->undone_n; i++) {
        char *text = json_dumps(m->undone[i].items, JSON_COMPACT);
        write_number(w, m->undone[i].before);
        write_string(w, text);
        free(text);
    }
    write_number(w, m->fork.moves);
    write_number(w, (long long)json_array_size(m->fork.chance));
}

static void print_watch(struct writer *w, const struct match *m)
{
    const struct watch *watch = m->watch;
    if (!watch)
        return;
    write_number(w, watch->asked * 4 + watch->due * 2 + watch->sealed);
    print_bytes(w, watch->transcript, sizeof watch->transcript);
    print_bytes(w, &watch->opening, sizeof watch->opening);
    print_bytes(w, &watch->seal, sizeof watch->seal);
    if (watch->due)
        print_bytes(w, watch->question, sizeof watch->question);
    if (m->begun)
        print_bytes(w, watch->share, (m->moves + 1) * sizeof watch->share[0]);
}

static void print_keys(struct writer *w, const struct match *m)
{
    for (uint32_t i = 0; i < m->keys; i++) {
        const struct match_key *key = &m->key[i];
        write_number(w, key->seat * 4096 + key->kind * 1024 + key->id * 2 + key->used);
        print_bytes(w, key->token, sizeof key->token);
        write_number(w, key->n);
        write_number(w, key->ended);
        write_number(w, key->at);
        write_number(w, key->ended_at);
    }
}

static uint64_t print_of(const struct match *m)
{
    struct writer w = {0};
    write_number(&w, m->entries);
    write_number(&w, m->phase * 64 + m->open * 16 + m->begun * 8 + m->players);
    write_number(&w, m->created);
    write_number(&w, m->touched);
    write_number(&w, m->reveal_until);
    write_number(&w, m->clock.move);
    write_number(&w, m->clock.game);
    write_number(&w, m->plea.seat);
    write_number(&w, m->plea.to);
    write_number(&w, m->plea.asked);
    write_number(&w, m->plea.granted);
    write_number(&w, m->plea.until);
    write_number(&w, m->rules);
    write_string(&w, m->rematch);
    print_bytes(&w, m->commitment, sizeof m->commitment);
    print_game(&w, m);
    print_watch(&w, m);
    print_keys(&w, m);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        print_seat(&w, &m->seat[seat]);
    uint64_t print = hash_bytes(w.at, w.n);
    writer_free(&w);
    return print;
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
static void check_follows(const struct match *m)
{
    struct match copy;
    struct entry e;
    struct refusal why;
    int n = 0;
    match_init(&copy);
    match_copy(&copy, m);
    while (match_follows(&copy, m->touched + 100000, &e)) {
        promise(match_take(&copy, &e, &done, &why) == 0, "what follows can be taken");
        promise(++n < 20, "what follows comes to an end");
    }
    match_free(&copy);
}

static void check_undo(const struct match *m)
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

static int take(struct match *m, struct entry *e, struct refusal *why)
{
    uint64_t print = print_of(m);
    int taken = match_take(m, e, &done, why);
    promise(taken == 0 || print == print_of(m), "what is refused changes nothing");
    return taken;
}

static void line(struct match *m, const char *text, size_t n)
{
    struct match before;
    struct entry e;
    struct refusal why;
    match_init(&before);
    match_copy(&before, m);
    if (entry_read(&e, m, text, n, &why) < 0 || take(m, &e, &why) < 0) {
        check_refusal(&why);
    } else {
        check_again(&before, m, &e);
        check_state(m);
        check_undo(m);
        check_follows(m);
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
