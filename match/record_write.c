/* Writes match records. The game is played again from its seed and its answers, so that outcomes
 * and hashes are those a replay will find.
 *
 * If no salt is given, it is derived from the seed (BLAKE2b-128, keyed with the text below): a
 * simulation needs no secret salt, and its record must be reproducible. */
#include "match/record_write.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "match/hurried.h"
#include "match/match.h"
#include "match/reveal.h"
#include "match/watched.h"
#include "wire/game.h"
#include "wire/hex.h"
#include "wire/numbers.h"
#include "wire/outcome.h"
#include "wire/versions.h"

/* `session` is the game as far as it was written; `done` has the outcomes of the last step. */
struct recorder {
    const struct record_written *r;
    struct session session;
    struct session_done done;
    struct writer *out;
    uint8_t salt[COMMIT_SALT];
    /* The key of chance, as of a match without a witness. */
    uint8_t key[32];
};

static void set_salt(struct recorder *c)
{
    static const unsigned char key[] = "charlatan sim salt";
    if (c->r->salt)
        memcpy(c->salt, c->r->salt, COMMIT_SALT);
    else
        crypto_generichash(c->salt, COMMIT_SALT, c->r->seed, 32, key, sizeof key - 1);
}

/* The outcomes of the last `run`, so it must be called before the next one. */
static void write_chance(struct recorder *c)
{
    write_key(c->out, "chance");
    write_begin(c->out, '[');
    for (uint32_t i = 0; i < c->done.outcomes; i++)
        outcome_write(c->r->json, &c->done.outcome[i], c->out);
    write_end(c->out, ']');
}

/* JSON lines: no comma between them, so the writer's comma is taken back. */
static void end_line(struct recorder *c)
{
    write_end(c->out, '}');
    c->out->comma = 0;
    write_raw(c->out, "\n", 1);
    c->out->comma = 0;
}

/* ---- the witness ---- */

static void write_witness(struct recorder *c)
{
    const struct match_witness *watch = c->r->watch;
    struct writer *w = c->out;
    if (!watch)
        return;
    write_key(w, "witness");
    write_begin(w, '{');
    write_member_hex(w, "key", watch->opening.key, WITNESS_KEY);
    write_member_hex(w, "commitment", watch->opening.commitment, WITNESS_HASH);
    write_member_hex(w, "asker", watch->asker, WITNESS_KEY);
    write_member_hex(w, "signature", watch->opening.signature, WITNESS_SIGNATURE);
    write_end(w, '}');
}

/* The share of the beginning is number 0. */
static void write_share(struct recorder *c, uint32_t i)
{
    if (!c->r->watch)
        return;
    write_member_hex(c->out, "part", c->r->watch->share[i].part, WITNESS_HASH);
    write_member_hex(c->out, "proof", c->r->watch->share[i].proof, WITNESS_SIGNATURE);
}

/* null until the witness has told its secret, so that a reader knows that it is missing. */
static void write_seal(struct recorder *c)
{
    const struct match_witness *watch = c->r->watch;
    struct writer *w = c->out;
    if (!watch)
        return;
    write_key(w, "witness");
    if (!watch->sealed) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    write_member_hex(w, "secret", watch->seal.secret, WITNESS_SECRET);
    write_member_hex(w, "salt", watch->seal.salt, COMMIT_SALT);
    write_member_number(w, "asked", watch->asked);
    write_member_hex(w, "transcript", watch->transcript, WITNESS_HASH);
    write_member_hex(w, "signature", watch->seal.signature, WITNESS_SIGNATURE);
    write_member_hex(w, "asked_signature", watch->seal.asked_signature, WITNESS_SIGNATURE);
    write_end(w, '}');
}

/* ---- the header ---- */

/* The options as a state has them, with all defaults written out. */
static void write_options(struct recorder *c)
{
    struct writer w = {0};
    c->r->json->write_state(c->session.state, &w);
    json_t *state = json_loadb(w.at, w.n, 0, NULL);
    char *text = json_dumps(json_object_get(state, "options"), JSON_COMPACT);
    MUST(text);
    write_key(c->out, "options");
    write_raw(c->out, text, strlen(text));
    free(text);
    json_decref(state);
    writer_free(&w);
}

/* `called` is left out for people, whose name says it already. */
static void write_players(struct recorder *c, int players)
{
    write_key(c->out, "players");
    write_begin(c->out, '[');
    for (int seat = 0; seat < players; seat++) {
        write_begin(c->out, '{');
        write_member_string(c->out, "name", c->r->name[seat]);
        write_member_string(c->out, "kind", c->r->people >> seat & 1 ? "human" : "bot");
        if (c->r->called[seat])
            write_member_string(c->out, "called", c->r->called[seat]);
        write_end(c->out, '}');
    }
    write_end(c->out, ']');
}

static void write_cards_hash(struct recorder *c)
{
    if (c->r->json->cards_hash) {
        write_member_hash(c->out, "cards_hash", c->r->json->cards_hash(c->session.state));
        return;
    }
    write_key(c->out, "cards_hash");
    write_null(c->out);
}

/* Only where the numbers are not the standard ones, so that other records stay as they are. */
static void write_numbers_hash(struct recorder *c)
{
    const struct numbers_form *f = c->r->json->game->numbers;
    if (f && f->id(c->session.state))
        write_member_hash(c->out, "numbers_hash",
                          numbers_hash(f, numbers_in_force(f, c->session.state)));
}

static void write_commitment(struct recorder *c)
{
    uint8_t commitment[COMMIT_BYTES];
    commit_make(c->salt, c->r->seed, commitment);
    write_member_hex(c->out, "commitment", commitment, COMMIT_BYTES);
}

static int any_pledged(const struct record_written *r, int players)
{
    for (int seat = 0; seat < players; seat++)
        if (r->pledge[seat])
            return 1;
    return 0;
}

static void write_pledges(struct recorder *c, int players)
{
    if (!any_pledged(c->r, players))
        return;
    write_key(c->out, "nonce_commitments");
    write_begin(c->out, '[');
    for (int seat = 0; seat < players; seat++)
        if (c->r->pledge[seat])
            write_hex(c->out, c->r->pledge[seat], COMMIT_BYTES);
        else
            write_null(c->out);
    write_end(c->out, ']');
}

/* Where nonces were pledged, the list is there even if all were withheld. */
static void write_nonces(struct recorder *c, int players)
{
    uint32_t given = 0;
    for (int seat = 0; seat < players; seat++)
        given += c->r->nonce_n[seat];
    if (!given && !any_pledged(c->r, players))
        return;
    write_key(c->out, "nonces");
    write_begin(c->out, '[');
    for (int seat = 0; seat < players; seat++)
        if (c->r->nonce_n[seat])
            write_hex(c->out, c->r->nonce[seat], c->r->nonce_n[seat]);
        else
            write_null(c->out);
    write_end(c->out, ']');
}

/* `fork` counts the moves whose outcomes were given. If the luck went on as in the other game, the
 * outcomes after these follow from the seed, and `practice` counts all moves that were kept. */
static void write_fork(struct recorder *c)
{
    const struct match_fork *fork = &c->r->fork;
    if (fork->chance && fork_given(fork))
        write_member_number(c->out, "fork", fork_given(fork) - 1);
    if (fork->chance && fork->same)
        write_member_number(c->out, "practice", fork->moves);
}

/* After `run` of the beginning, whose outcomes are its last member; the options are the same before
 * and after it. */
static void write_header(struct recorder *c)
{
    struct writer *w = c->out;
    int players = c->session.game->players(c->session.state);
    write_begin(w, '{');
    write_member_string(w, "format", "charlatan-record");
    write_member_number(w, "version", 1);
    write_member_string(w, "rules", version_name(c->r->rules));
    write_member_string(w, "game", c->session.game->name);
    write_options(c);
    write_players(c, players);
    write_cards_hash(c);
    write_numbers_hash(c);
    write_commitment(c);
    write_pledges(c, players);
    write_nonces(c, players);
    write_fork(c);
    write_witness(c);
    write_share(c, 0);
    write_chance(c);
    end_line(c);
}

/* ---- answers and the end ---- */

/* Plays a move, or the beginning if `move` is NULL. The outcomes a practice match was given are
 * forced again: `list` 0 has those of the beginning, 1 those of the first move. Cannot fail: the
 * moves were played before, in the match or the simulation. */
static void run(struct recorder *c, uint32_t list, const struct move *move)
{
    int forked = c->r->fork.chance && list < fork_given(&c->r->fork);
    json_t *force = forked ? json_incref(json_array_get(c->r->fork.chance, list)) : json_array();
    uint8_t luck[32];
    MUST(force);
    if (c->r->watch) {
        witness_luck(c->key, c->r->watch->share[list].part, luck);
        chance_seed(&c->session.chance, luck);
    }
    MUST((move ? session_apply_forced(&c->session, &force, *move, &c->done)
               : session_begin_forced(&c->session, &force, &c->done)) == 0);
    json_decref(force);
}

/* At most one list comes before a move; undone items after the last move have no line, and are not
 * written. */
static void write_undone(struct recorder *c, uint32_t n)
{
    for (uint32_t i = 0; i < c->r->undone_n; i++) {
        if (c->r->undone[i].before != n)
            continue;
        char *text = json_dumps(c->r->undone[i].items, JSON_COMPACT);
        MUST(text);
        write_key(c->out, "undone");
        write_raw(c->out, text, strlen(text));
        free(text);
    }
}

/* The name is taken before the move is played, as it depends on the position. */
static void write_move(struct recorder *c, uint32_t n)
{
    struct move move = c->r->move[n];
    char name[MAX_NAME];
    c->session.game->action_name(c->session.state, move.seat, move.answer, name);
    run(c, n + 1, &move);
    write_begin(c->out, '{');
    write_member_number(c->out, "n", n + 1);
    write_member_number(c->out, "seat", move.seat);
    write_member_string(c->out, "action", name);
    write_chance(c);
    write_member_hash(c->out, "hash", state_hash(c->session.json, c->session.state));
    hurried_write(c->out, c->r->hurried ? c->r->hurried[n] : HURRIED_NO);
    write_undone(c, n);
    write_share(c, n + 1);
    end_line(c);
}

static void write_result(struct recorder *c)
{
    const struct game *g = c->session.game;
    /* The seed of a running game must not be published. */
    MUST(!g->active(c->session.state));
    write_begin(c->out, '{');
    result_write(c->out, "result", g, c->session.state);
    write_member_hex(c->out, "seed", c->r->seed, 32);
    write_member_hex(c->out, "salt", c->salt, COMMIT_SALT);
    write_seal(c);
    end_line(c);
}

/* ---- the whole ---- */

/* The options may be shorter than a session's state; only state_bytes are copied. */
static void open_session(struct recorder *c)
{
    const struct record_written *r = c->r;
    c->session.json = r->json;
    c->session.game = r->json->game;
    memcpy(c->session.state, r->options, r->json->game->state_bytes);
    commit_chance_key(r->seed, r->nonce, r->nonce_n, r->json->game->players(r->options), c->key);
    chance_seed(&c->session.chance, c->key);
}

/* Plays the whole game again, which takes a while for a long one: call it off a loop's thread. */
void record_write(struct writer *w, const struct record_written *r)
{
    struct recorder *c = calloc(1, sizeof *c);
    MUST(c);
    c->r = r;
    c->out = w;
    set_salt(c);
    open_session(c);
    run(c, 0, NULL);
    write_header(c);
    for (uint32_t i = 0; i < r->moves; i++)
        write_move(c, i);
    if (!r->unfinished)
        write_result(c);
    free(c);
}

/* ---- of a match ---- */

/* People are recorded under their own names even if a bot plays for them; bots as what they are,
 * and what they are called. The texts stay the match's, which must not change before the record is
 * written. */
static void take_seat(struct record_written *r, const struct match *m, int seat)
{
    const struct match_seat *s = &m->seat[seat];
    MUST(s->kind != SEAT_EMPTY);
    r->name[seat] = s->kind == SEAT_HUMAN ? s->name : s->bot;
    r->called[seat] = s->kind == SEAT_HUMAN ? NULL : s->name;
    r->people |= (uint32_t)(s->kind == SEAT_HUMAN) << seat;
    r->nonce[seat] = s->nonce.bytes;
    r->nonce_n[seat] = s->nonce.n;
    r->pledge[seat] = match_has_pledged(m, seat) ? s->pledge : NULL;
}

/* The match must be whole and its game begun. If the game is not over, the record has no result,
 * and so neither seed nor salt. */
void record_write_match(struct writer *w, const struct match *m)
{
    struct move *move = malloc(m->moves * sizeof *move + 1);
    uint8_t *hurried = malloc(m->moves + 1);
    struct record_written r = {.json = m->session.json,
                               .options = m->options,
                               .rules = m->rules,
                               .seed = m->seed,
                               .salt = m->salt,
                               .fork = m->fork,
                               .undone = m->undone,
                               .undone_n = m->undone_n,
                               .move = move,
                               .moves = m->moves,
                               .hurried = hurried,
                               .watch = m->watch,
                               .unfinished = m->phase != MATCH_OVER};
    MUST(move && hurried && m->begun && match_is_whole(m));
    for (int seat = 0; seat < m->players; seat++)
        take_seat(&r, m, seat);
    for (uint32_t i = 0; i < m->moves; i++) {
        move[i] = match_move_at(m, i)->move;
        hurried[i] = match_move_at(m, i)->hurried;
    }
    record_write(w, &r);
    free(move);
    free(hurried);
}
