/* Writes entries as the JSON that is stored: `at`, then the members of their kind. The bytes are
 * the same on every machine. */
#include "match/inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

/* The oldest version that can read the logs of this one. 0.1.0 refuses a founding that says so,
 * and leaves the table to newer nodes. */
#define LOG_NEEDS "0.2.0"

/* ---- small things ---- */

static void write_hex(struct writer *w, const char *key, const uint8_t *bytes, size_t n)
{
    char text[2 * 64 + 1];
    MUST(n <= 64);
    sodium_bin2hex(text, sizeof text, bytes, n);
    write_member_string(w, key, text);
}

/* Writes null if there is no token. */
static void write_token(struct writer *w, const uint8_t token[MATCH_TOKEN])
{
    if (!sodium_is_zero(token, MATCH_TOKEN)) {
        write_hex(w, "token", token, MATCH_TOKEN);
        return;
    }
    write_key(w, "token");
    write_null(w);
}

static void write_nonce(struct writer *w, const struct nonce *nonce)
{
    if (nonce->n) {
        write_hex(w, "nonce", nonce->bytes, nonce->n);
        return;
    }
    write_key(w, "nonce");
    write_null(w);
}

static void write_pledge(struct writer *w, const uint8_t pledge[COMMIT_BYTES])
{
    if (pledge_is_given(pledge))
        write_hex(w, "nonce_commitment", pledge, COMMIT_BYTES);
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

static void write_keys(struct writer *w, const struct founding *f, int seat)
{
    char text[2 * MATCH_TOKEN + 1];
    if (!f->seat[seat].keys)
        return;
    write_key(w, "keys");
    write_begin(w, '[');
    for (int i = 0; i < f->seat[seat].keys; i++) {
        sodium_bin2hex(text, sizeof text, f->seat[seat].key[i], MATCH_TOKEN);
        write_string(w, text);
    }
    write_end(w, ']');
}

static void write_from(struct writer *w, uint32_t from)
{
    if (from)
        write_member_number(w, "from", from);
}

static void write_host(struct writer *w, const struct founding *f)
{
    if (!f->host)
        return;
    write_member_number(w, "host", f->host - 1);
    if (f->locked)
        write_member_bool(w, "locked", 1);
    if (f->approve)
        write_member_bool(w, "approve", 1);
}

static void write_seats(struct writer *w, const struct founding *f)
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

/* The name of an answer depends on the position, so the forked game is replayed to write the
 * moves. */
static void write_fork_moves(struct writer *w, const struct founding *f)
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

static void write_fork(struct writer *w, const struct founding *f)
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
    write_hex(w, "key", o->key, sizeof o->key);
    write_hex(w, "commitment", o->commitment, sizeof o->commitment);
    write_hex(w, "signature", o->signature, sizeof o->signature);
    write_hex(w, "asker", o->asker, sizeof o->asker);
    write_end(w, '}');
}

static void write_table(struct writer *w, const struct entry *e)
{
    const struct founding *f = e->founding;
    write_member_string(w, "needs", LOG_NEEDS);
    write_key(w, "table");
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
    write_hex(w, "seed", f->seed, sizeof f->seed);
    write_hex(w, "salt", f->salt, sizeof f->salt);
    write_fork(w, f);
    if (f->witness.there)
        write_opening(w, &f->witness);
    write_end(w, '}');
}

/* ---- the game ---- */

static void write_what_fell(struct writer *w, const struct match *m, const struct entry *e,
                            const struct done *done)
{
    char hash[17];
    write_key(w, "chance");
    write_begin(w, '[');
    for (uint32_t i = 0; i < done->outcomes; i++)
        outcome_write(m->session.json, &done->outcome[i], w);
    write_end(w, ']');
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)e->hash);
    write_member_string(w, "hash", hash);
}

static void write_move(struct writer *w, const struct entry *e)
{
    write_member_number(w, "seat", e->seat);
    write_member_string(w, "action", e->text);
    write_member_number(w, "ask", e->ask);
    if (e->by_bot)
        write_member_bool(w, "bot", 1);
    hurried_write(w, e->hurried);
}

/* ---- the witness ---- */

static void write_part(struct writer *w, const struct entry *e)
{
    write_hex(w, "part", e->part, sizeof e->part);
    write_hex(w, "proof", e->proof, sizeof e->proof);
}

static void write_seal(struct writer *w, const struct witness_seal *s)
{
    write_key(w, "seal");
    write_begin(w, '{');
    write_hex(w, "secret", s->secret, sizeof s->secret);
    write_hex(w, "salt", s->salt, sizeof s->salt);
    write_hex(w, "signature", s->signature, sizeof s->signature);
    write_hex(w, "asked_signature", s->asked_signature, sizeof s->asked_signature);
    write_end(w, '}');
}

/* ---- people ---- */

static void write_sit(struct writer *w, const struct entry *e)
{
    write_member_number(w, "sit", e->seat);
    write_member_string(w, "name", e->name);
    write_token(w, e->token);
    write_nonce(w, &e->nonce);
    write_pledge(w, e->pledge);
    write_from(w, e->from);
}

static void write_reveal(struct writer *w, const struct entry *e)
{
    write_member_number(w, "reveal", e->seat);
    write_nonce(w, &e->nonce);
}

static void write_away(struct writer *w, const struct entry *e)
{
    write_member_number(w, "away", e->seat);
    write_member_string(w, "why", e->away == AWAY_CLOCK ? "clock" : "left");
    write_member_string(w, "bot", e->text);
}

static void write_grant(struct writer *w, const struct entry *e)
{
    write_member_number(w, "grant", e->seat);
    write_member_bool(w, "yes", e->yes);
}

static void write_two(struct writer *w, const char *one, int64_t a, const char *two, int64_t b)
{
    write_member_number(w, one, a);
    write_member_number(w, two, b);
}

static void write_link(struct writer *w, const struct entry *e)
{
    write_member_number(w, "link", e->seat);
    write_token(w, e->token);
}

static void write_opened(struct writer *w, const struct entry *e)
{
    write_two(w, "key", e->seat, "by", e->to);
    write_token(w, e->token);
}

static void write_remove(struct writer *w, const struct entry *e)
{
    write_two(w, "remove", e->seat, "by", e->by);
    write_member_bool(w, "keep_out", e->yes);
}

static void write_door(struct writer *w, const struct entry *e)
{
    write_member_number(w, "door", e->seat);
    write_member_bool(w, "locked", e->lock);
    write_member_bool(w, "approve", e->approve);
}

static void write_knock(struct writer *w, const struct entry *e)
{
    write_member_number(w, "knock", e->seat);
    write_member_string(w, "name", e->name);
    write_token(w, e->token);
    write_from(w, e->from);
}

static void write_admit(struct writer *w, const struct entry *e)
{
    write_two(w, "admit", e->seat, "by", e->by);
    write_member_bool(w, "yes", e->yes);
}

static void write_want(struct writer *w, const struct entry *e)
{
    write_member_number(w, "want", e->seat);
    if (e->hook)
        write_member_bool(w, "hook", 1);
    write_member_bool(w, "yes", e->yes);
}

static void write_members(struct writer *w, const struct entry *e)
{
    switch (e->kind) {
    case ENTRY_TABLE: write_table(w, e); return;
    case ENTRY_SIT: write_sit(w, e); return;
    case ENTRY_RISE: write_member_number(w, "rise", e->seat); return;
    case ENTRY_FIX: write_member_string(w, "fix", e->text); return;
    case ENTRY_REVEAL: write_reveal(w, e); return;
    case ENTRY_START: write_member_string(w, "start", e->text); return;
    case ENTRY_MOVE: write_move(w, e); return;
    case ENTRY_AWAY: write_away(w, e); return;
    case ENTRY_BACK: write_member_number(w, "back", e->seat); return;
    case ENTRY_PLEA: write_two(w, "plea", e->seat, "to", e->to); return;
    case ENTRY_GRANT: write_grant(w, e); return;
    case ENTRY_UNDO: write_two(w, "undo", e->to, "seat", e->seat); return;
    case ENTRY_LAPSE: write_member_number(w, "lapse", e->seat); return;
    case ENTRY_REMATCH: write_member_string(w, "rematch", e->text); return;
    case ENTRY_CLOSE: write_member_string(w, "close", e->text); return;
    case ENTRY_PART: write_part(w, e); return;
    case ENTRY_SEAL: write_seal(w, &e->seal); return;
    case ENTRY_LINK: write_link(w, e); return;
    case ENTRY_KEY: write_opened(w, e); return;
    case ENTRY_REVOKE: write_two(w, "revoke", e->seat, e->yes ? "but" : "which", e->to); return;
    case ENTRY_REMOVE: write_remove(w, e); return;
    case ENTRY_DOOR: write_door(w, e); return;
    case ENTRY_KNOCK: write_knock(w, e); return;
    case ENTRY_ADMIT: write_admit(w, e); return;
    case ENTRY_WANT: write_want(w, e); return;
    case ENTRY_CALL: write_member_number(w, "call", e->to); return;
    }
}

void entry_write(struct writer *w, const struct match *before, const struct entry *e,
                 const struct done *done)
{
    write_begin(w, '{');
    write_member_number(w, "at", e->at);
    write_members(w, e);
    int played = e->kind == ENTRY_START || e->kind == ENTRY_MOVE;
    if (e->kind == ENTRY_PART || (played && !before->watch))
        write_what_fell(w, before, e, done);
    write_end(w, '}');
}
