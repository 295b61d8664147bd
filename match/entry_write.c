/* Writes entries as the JSON that is stored: `at`, then the members of their kind. The bytes are
 * the same on every machine. */
#include "match/entries.h"

#include <sodium.h>
#include <stdlib.h>

#include "match/founding_inside.h"
#include "match/hurried.h"
#include "match/inside.h"
#include "match/match.h"
#include "match/reveal_inside.h"
#include "wire/game.h"
#include "wire/hex.h"
#include "wire/outcome.h"
#include "wire/versions.h"

/* The oldest version that can read the logs of this one. 0.1.0 refuses a founding that says so,
 * and leaves the table to newer nodes. */
#define LOG_NEEDS "0.2.0"

/* ---- small things ---- */

/* Writes null if there is no token. */
static void write_token(struct writer *w, const uint8_t token[MATCH_TOKEN])
{
    if (!sodium_is_zero(token, MATCH_TOKEN)) {
        write_member_hex(w, "token", token, MATCH_TOKEN);
        return;
    }
    write_key(w, "token");
    write_null(w);
}

/* null if there is none: readers ask for the member. */
static void write_nonce(struct writer *w, const struct match_nonce *nonce)
{
    if (nonce->n) {
        write_member_hex(w, "nonce", nonce->bytes, nonce->n);
        return;
    }
    write_key(w, "nonce");
    write_null(w);
}

/* Left out if there is none. */
static void write_pledge(struct writer *w, const uint8_t pledge[COMMIT_BYTES])
{
    if (pledge_is_given(pledge))
        write_member_hex(w, "nonce_commitment", pledge, COMMIT_BYTES);
}

/* ---- the founding ---- */

void clock_write(struct writer *w, const struct match_clock *clock)
{
    write_key(w, "clock");
    write_begin(w, '{');
    write_member_number(w, "move", clock->move);
    write_member_number(w, "game", clock->game);
    write_end(w, '}');
}

static void write_keys(struct writer *w, const struct match_founding *f, int seat)
{
    if (!f->seat[seat].keys)
        return;
    write_key(w, "keys");
    write_begin(w, '[');
    for (int i = 0; i < f->seat[seat].keys; i++)
        write_hex(w, f->seat[seat].key[i], MATCH_TOKEN);
    write_end(w, ']');
}

static void write_from(struct writer *w, uint32_t from)
{
    if (from)
        write_member_number(w, "from", from);
}

/* Left out for tables without a host, as older versions founded them. */
static void write_host(struct writer *w, const struct match_founding *f)
{
    if (!f->host)
        return;
    write_member_number(w, "host", f->host - 1);
    if (f->locked)
        write_member_bool(w, "locked", 1);
    if (f->approve)
        write_member_bool(w, "approve", 1);
}

static void write_seats(struct writer *w, const struct match_founding *f)
{
    static const char *const kinds[] = {"empty", "human", "bot"};
    write_key(w, "seats");
    write_begin(w, '[');
    for (int seat = 0; seat < f->players; seat++) {
        write_begin(w, '{');
        write_member_string(w, "kind", kinds[f->seat[seat].kind]);
        write_member_string(w, "name", f->seat[seat].name);
        write_member_string(w, "bot", f->seat[seat].bot);
        write_token(w, f->seat[seat].token);
        write_keys(w, f, seat);
        write_nonce(w, &f->seat[seat].nonce);
        write_pledge(w, f->seat[seat].pledge);
        if (f->seat[seat].expected)
            write_member_bool(w, "expected", 1);
        write_from(w, f->seat[seat].from);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The name of an answer depends on the position, so the forked game is replayed to write the moves.
 * It was played before when it was checked, so it cannot fail. */
static void write_fork_moves(struct writer *w, const struct match_founding *f)
{
    struct session s;
    struct refusal why;
    MUST(fork_begin(&s, f, &why) == 0);
    write_key(w, "moves");
    write_begin(w, '[');
    for (uint32_t i = 0; i < f->fork.moves; i++) {
        struct move move = f->fork_move[i];
        char name[MAX_NAME];
        write_begin(w, '{');
        write_member_number(w, "seat", move.seat);
        write_member_string(w, "action",
                            s.game->action_name(s.state, move.seat, move.answer, name));
        write_end(w, '}');
        MUST(fork_next(&s, &f->fork, i, move, &why) == 0);
    }
    write_end(w, ']');
}

/* null for an ordinary match. The outcomes are written as they were read. */
static void write_fork(struct writer *w, const struct match_founding *f)
{
    write_key(w, "fork");
    if (!f->fork.chance) {
        write_null(w);
        return;
    }
    char *chance = json_dumps(f->fork.chance, JSON_COMPACT);
    MUST(chance);
    write_begin(w, '{');
    write_fork_moves(w, f);
    write_key(w, "chance");
    write_raw(w, chance, strlen(chance));
    if (f->fork.same)
        write_member_number(w, "given", f->fork.given);
    write_end(w, '}');
    free(chance);
}

static void write_opening(struct writer *w, const struct witness_opening *o)
{
    write_key(w, "witness");
    write_begin(w, '{');
    write_member_hex(w, "key", o->key, sizeof o->key);
    write_member_hex(w, "commitment", o->commitment, sizeof o->commitment);
    write_member_hex(w, "signature", o->signature, sizeof o->signature);
    write_member_hex(w, "asker", o->asker, sizeof o->asker);
    write_end(w, '}');
}

/* Members that have their usual value are left out if older versions did not have them. */
static void write_founding(struct writer *w, const struct match_founding *f)
{
    write_begin(w, '{');
    write_member_string(w, "game", f->json->game->name);
    options_write(w, f->json, f->options);
    write_member_number(w, "players", f->players);
    write_member_bool(w, "open", f->open);
    write_member_bool(w, "wait", f->wait);
    write_member_bool(w, "help", f->help);
    if (f->practice)
        write_member_bool(w, "practice", 1);
    clock_write(w, &f->clock);
    write_member_string(w, "rules", version_name(f->rules));
    write_seats(w, f);
    write_host(w, f);
    write_member_hex(w, "seed", f->seed, sizeof f->seed);
    write_member_hex(w, "salt", f->salt, sizeof f->salt);
    write_fork(w, f);
    if (f->witness.there)
        write_opening(w, &f->witness);
    write_end(w, '}');
}

/* ---- the members of entries, one function a type of entries.def ---- */

struct entry_writing {
    struct writer *w;
    const struct match *before;
    const struct entry *e;
    const struct session_done *done;
};

static void write_as_seat(const struct entry_writing *to, const struct entry_member *m,
                          const void *from)
{
    write_member_number(to->w, m->name, *(const uint8_t *)from);
}

static void write_as_number(const struct entry_writing *to, const struct entry_member *m,
                            const void *from)
{
    write_member_number(to->w, m->name, *(const uint32_t *)from);
}

/* 0 is left out. */
static void write_as_some(const struct entry_writing *to, const struct entry_member *m,
                          const void *from)
{
    if (*(const uint32_t *)from)
        write_as_number(to, m, from);
}

static void write_as_flag(const struct entry_writing *to, const struct entry_member *m,
                          const void *from)
{
    write_member_bool(to->w, m->name, *(const uint8_t *)from);
}

/* Left out unless it is 1. */
static void write_as_mark(const struct entry_writing *to, const struct entry_member *m,
                          const void *from)
{
    if (*(const uint8_t *)from)
        write_as_flag(to, m, from);
}

static void write_as_text(const struct entry_writing *to, const struct entry_member *m,
                          const void *from)
{
    write_member_string(to->w, m->name, from);
}

static void write_as_bytes(const struct entry_writing *to, const struct entry_member *m,
                           const void *from)
{
    write_member_hex(to->w, m->name, from, m->size);
}

static void write_as_token(const struct entry_writing *to, const struct entry_member *m,
                           const void *from)
{
    (void)m;
    write_token(to->w, from);
}

static void write_as_pledge(const struct entry_writing *to, const struct entry_member *m,
                            const void *from)
{
    (void)m;
    write_pledge(to->w, from);
}

static void write_as_nonce(const struct entry_writing *to, const struct entry_member *m,
                           const void *from)
{
    (void)m;
    write_nonce(to->w, from);
}

static void write_as_away(const struct entry_writing *to, const struct entry_member *m,
                          const void *from)
{
    write_member_string(to->w, m->name, *(const uint8_t *)from == AWAY_CLOCK ? "clock" : "left");
}

static void write_as_hurried(const struct entry_writing *to, const struct entry_member *m,
                             const void *from)
{
    (void)m;
    hurried_write(to->w, *(const uint8_t *)from);
}

static void write_as_which(const struct entry_writing *to, const struct entry_member *m,
                           const void *from)
{
    write_member_number(to->w, to->e->yes ? "but" : m->name, *(const uint32_t *)from);
}

static void write_as_action(const struct entry_writing *to, const struct entry_member *m,
                            const void *from)
{
    write_as_text(to, m, from);
}

/* The outcomes are those of `done`, which must be that of this entry. */
static void write_as_luck(const struct entry_writing *to, const struct entry_member *m,
                          const void *from)
{
    const struct session_done *done = to->done;
    if (to->before->watch && entry_is(to->e, CHOSEN))
        return;
    write_key(to->w, m->name);
    write_begin(to->w, '[');
    for (uint32_t i = 0; i < done->outcomes; i++)
        outcome_write(to->before->session.json, &done->outcome[i], to->w);
    write_end(to->w, ']');
    write_member_hash(to->w, "hash", *(const uint64_t *)from);
}

/* The founding alone says what its log needs (LOG_NEEDS). */
static void write_as_founding(const struct entry_writing *to, const struct entry_member *m,
                              const void *from)
{
    (void)from;
    write_member_string(to->w, "needs", LOG_NEEDS);
    write_key(to->w, m->name);
    write_founding(to->w, to->e->founding);
}

static void write_as_seal(const struct entry_writing *to, const struct entry_member *m,
                          const void *from)
{
    const struct witness_seal *s = from;
    write_key(to->w, m->name);
    write_begin(to->w, '{');
    write_member_hex(to->w, "secret", s->secret, sizeof s->secret);
    write_member_hex(to->w, "salt", s->salt, sizeof s->salt);
    write_member_hex(to->w, "signature", s->signature, sizeof s->signature);
    write_member_hex(to->w, "asked_signature", s->asked_signature, sizeof s->asked_signature);
    write_end(to->w, '}');
}

static void write_as(const struct entry_writing *to, const struct entry_member *m)
{
    static void (*const write[])(const struct entry_writing *, const struct entry_member *,
                                 const void *) = {
#define TYPE(type, name, typescript, example) [MEMBER_##type] = write_as_##name,
#define ENTRY(kind, key, check, take, traits, members, meaning)
#include "match/entries.def"
    };
    write[m->type](to, m, (const char *)to->e + m->at);
}

void entry_write(struct writer *w, const struct match *before, const struct entry *e,
                 const struct session_done *done)
{
    const struct entry_writing to = {w, before, e, done};
    const struct entry_member *m = entry_rows[e->kind].member;
    write_begin(w, '{');
    write_member_number(w, "at", e->at);
    for (int i = 0; i < ENTRY_MEMBERS && m[i].name; i++)
        write_as(&to, &m[i]);
    write_end(w, '}');
}

/* Members of an object that is already open. Only those that entries.def marks as told; luck,
 * tokens and foundings never are, so there is neither a match nor events behind this writer. */
void entry_tell(struct writer *w, int kind, const struct entry *e, int viewer)
{
    const struct entry_writing to = {.w = w, .e = e};
    const struct entry_member *m = entry_rows[kind].member;
    for (int i = 0; i < ENTRY_MEMBERS && m[i].name; i++)
        if (m[i].told == TOLD_MARKED)
            write_member_bool(w, m[i].name, 1);
        else if (m[i].told == TOLD_ALL || (m[i].told == TOLD_OWN && viewer == e->seat))
            write_as(&to, &m[i]);
}
