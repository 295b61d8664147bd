/* Writes the record of a random game on standard output, for tests/replay and tests/fairness. It
 * can have what a simulation never has: people, nonces, the beginning of a practice match, or no
 * end.
 *
 * make_record GAME PLAYERS SEED [options=JSON] [nonces=HEX,-,HEX] [fork=K] [moves=N] [lie=K:JSON]
 *
 * A lie gives action K other outcomes than the seed; later actions use the random numbers they
 * would have had. Such a record calls itself a practice match; with that member removed, only its
 * outcomes are false. */
#include <stdio.h>
#include <stdlib.h>

#include "match/match.h"
#include "match/record_write.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/outcome.h"
#include "wire/write.h"

static int fail(const char *what)
{
    fprintf(stderr, "make_record: %s\n", what);
    exit(2);
}

/* ---- what is asked for ---- */

struct order {
    const char *options, *nonces, *lie;
    /* -1: none. */
    int fork;
    /* UINT32_MAX: to the end. */
    uint32_t moves;
    uint64_t seed;
};

static void read_word(struct order *o, const char *word)
{
    const char *value = strchr(word, '=');
    if (!value++)
        fail(word);
    else if (!strncmp(word, "options=", 8))
        o->options = value;
    else if (!strncmp(word, "nonces=", 7))
        o->nonces = value;
    else if (!strncmp(word, "fork=", 5))
        o->fork = atoi(value);
    else if (!strncmp(word, "moves=", 6))
        o->moves = (uint32_t)atoi(value);
    else if (!strncmp(word, "lie=", 4))
        o->lie = value;
    else
        fail(word);
}

static void set_options(struct match *m, const char *text)
{
    struct refusal why = {0};
    json_t *options = text ? json_loads(text, 0, NULL) : NULL;
    if (text && !options)
        fail("options are no JSON");
    m->session.game->init(m->options, m->players);
    if (m->session.json->read_options(m->options, options, &why) < 0)
        fail(why.message);
    json_decref(options);
}

static void set_nonce(struct match_nonce *nonce, const char *hex, size_t n)
{
    uint8_t whole[32];
    char text[65] = {0};
    if (n == 1 && *hex == '-')
        return;
    memset(text, '0', 64);
    if (n > 64 || n % 2)
        fail("a nonce has 1 to 32 bytes");
    memcpy(text, hex, n);
    if (seed_read_hex(text, whole) < 0)
        fail("a nonce is hex digits");
    nonce->n = (uint8_t)(n / 2);
    memcpy(nonce->bytes, whole, n / 2);
}

/* Even seats are people, odd seats bots; a bot plays for the person at seat 0. */
static void set_seats(struct match *m, const char *nonces)
{
    for (int i = 0; i < m->players; i++) {
        struct match_seat *s = &m->seat[i];
        size_t n = strcspn(nonces, ",");
        s->kind = i % 2 ? SEAT_BOT : SEAT_HUMAN;
        snprintf(s->name, sizeof s->name, "Z\u00f6e %d", i);
        snprintf(s->bot, sizeof s->bot, i == 0 || i % 2 ? "medium" : "");
        if (n)
            set_nonce(&s->nonce, nonces, n);
        nonces += n + (nonces[n] == ',');
    }
}

/* ---- playing ---- */

struct play {
    struct match *m;
    struct session_done done;
    struct chance pick;
};

static void keep_outcomes(struct play *p)
{
    struct writer w = {0};
    write_begin(&w, '[');
    for (uint32_t i = 0; i < p->done.outcomes; i++)
        outcome_write(p->m->session.json, &p->done.outcome[i], &w);
    write_end(&w, ']');
    json_array_append_new(p->m->fork.chance, json_loadb(w.at, w.n, 0, NULL));
    writer_free(&w);
}

static int choose(struct play *p, uint64_t mask)
{
    return bit_nth(mask, chance_below(&p->pick, CHANCE_PICK, (uint32_t)bit_count(mask)));
}

static void answer(struct play *p, struct move move)
{
    struct match *m = p->m;
    m->move[m->moves++] = (struct match_move){.move = move};
    session_apply(&m->session, move, &p->done);
}

/* Every outcome of the lie must happen. */
static void answer_with(struct play *p, struct move move, const char *lie)
{
    struct match *m = p->m;
    json_t *force = json_loads(lie, 0, NULL);
    m->move[m->moves++] = (struct match_move){.move = move};
    if (session_apply_forced(&m->session, &force, move, &p->done) < 0 || json_array_size(force))
        fail("such luck cannot be");
    json_decref(force);
}

/* The random numbers after the true answer: a lie uses as many. */
static struct chance honest_luck(struct play *p, struct move move)
{
    struct session copy = p->m->session;
    session_apply(&copy, move, &p->done);
    return copy.chance;
}

static void move(struct play *p, const char *lie)
{
    struct session *s = &p->m->session;
    int seat = choose(p, s->game->active(s->state));
    struct move chosen = {(uint8_t)seat, (uint8_t)choose(p, s->game->legal(s->state, seat))};
    if (!lie) {
        answer(p, chosen);
        return;
    }
    struct chance luck = honest_luck(p, chosen);
    answer_with(p, chosen, lie);
    s->chance = luck;
}

static void begin(struct play *p, const uint8_t key[32])
{
    struct session *s = &p->m->session;
    memcpy(s->state, p->m->options, s->game->state_bytes);
    chance_seed(&s->chance, key);
    session_begin(s, &p->done);
}

static void find_key(const struct match *m, uint8_t key[32])
{
    const uint8_t *nonce[MAX_SEATS];
    uint8_t n[MAX_SEATS];
    for (int i = 0; i < m->players; i++) {
        nonce[i] = m->seat[i].nonce.bytes;
        n[i] = m->seat[i].nonce.n;
    }
    commit_chance_key(m->seed, nonce, n, m->players, key);
}

/* More than random games take. */
enum { MOST_MOVES = 1 << 20 };

static int goes_on(const struct match *m, uint32_t moves)
{
    return m->moves < moves && m->moves < MOST_MOVES && m->session.game->active(m->session.state);
}

/* A practice match begins with outcomes of another seed. */
static void play_fork(struct play *p, const struct order *o)
{
    uint8_t other[32];
    seed_from_number(o->seed + 1000000, other);
    begin(p, other);
    keep_outcomes(p);
    while (goes_on(p->m, (uint32_t)o->fork)) {
        move(p, NULL);
        keep_outcomes(p);
    }
    p->m->fork.moves = p->m->moves;
}

/* All moves are passed as given, so that the writer accepts the lie. */
static void play_lie(struct play *p, const struct order *o, const uint8_t key[32])
{
    char *text;
    uint32_t at = (uint32_t)strtoul(o->lie, &text, 10);
    begin(p, key);
    keep_outcomes(p);
    while (goes_on(p->m, o->moves)) {
        move(p, p->m->moves + 1 == at ? text + 1 : NULL);
        keep_outcomes(p);
    }
    p->m->fork.moves = p->m->moves;
}

static void play(struct play *p, const struct order *o)
{
    struct match *m = p->m;
    uint8_t key[32];
    find_key(m, key);
    if (o->lie)
        play_lie(p, o, key);
    else if (o->fork >= 0)
        play_fork(p, o);
    else
        begin(p, key);
    if (o->fork >= 0)
        chance_seed(&m->session.chance, key);
    while (goes_on(m, o->moves))
        move(p, NULL);
    m->begun = 1;
    m->phase = m->session.game->active(m->session.state) ? MATCH_RUNNING : MATCH_OVER;
}

static void found(struct match *m, const struct order *o)
{
    m->session.game = m->session.json->game;
    m->fork.chance = o->fork >= 0 || o->lie ? json_array() : NULL;
    m->move = calloc(MOST_MOVES, sizeof m->move[0]);
    MUST(m->move);
    seed_from_number(o->seed, m->seed);
    memset(m->salt, (int)(o->seed & 255), sizeof m->salt);
    set_options(m, o->options);
    set_seats(m, o->nonces);
}

int main(int argc, char **argv)
{
    static struct match m;
    static struct play p = {.m = &m};
    struct order o = {.fork = -1, .nonces = "", .moves = UINT32_MAX};
    struct writer w = {0};
    if (argc < 4 || !(m.session.json = game_json_by_name(argv[1])))
        return fail("GAME PLAYERS SEED, then options=, nonces=, fork=, moves=");
    m.players = atoi(argv[2]);
    o.seed = strtoull(argv[3], NULL, 10);
    for (int i = 4; i < argc; i++)
        read_word(&o, argv[i]);
    found(&m, &o);
    chance_seed_number(&p.pick, o.seed);
    play(&p, &o);
    record_write_match(&w, &m);
    fwrite(w.at, 1, w.n, stdout);
    writer_free(&w);
    json_decref(m.fork.chance);
    free(m.move);
    return fflush(stdout) ? 2 : 0;
}
