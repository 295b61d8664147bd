/* Reads entries from JSON. The text is untrusted: the type and range of every member are checked.
 * entry_check decides whether the entry may follow.
 *
 * A node of a newer version may have written the entry. Members that this program does not know
 * are passed over; they stay in the log, which nobody rewrites. An entry that needs a newer
 * version says so (`needs`), and is refused. */
#include "match/entries.h"

#include <sodium.h>
#include <stdlib.h>

#include "match/inside.h"
#include "engine/version.h"
#include "match/founding_inside.h"
#include "match/hurried.h"
#include "match/match.h"
#include "match/name_inside.h"
#include "match/refusals.h"
#include "match/reveal_inside.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/outcome.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/versions.h"

/* ---- small things ---- */

/* The number goes as a text: refusals know only int and texts. Always -1. */
static int refuse_number(const char *key, int64_t most, struct refusal *why)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)most);
    return because(why, ROW(log_number_needed), key, text);
}

/* From 0 to `most`. *to is set even if it is refused. */
static int read_number(const json_t *object, const char *key, int64_t most, int64_t *to,
                       struct refusal *why)
{
    const json_t *value = json_object_get(object, key);
    *to = (int64_t)json_integer_value(value);
    if (!json_is_integer(value) || *to < 0 || *to > most)
        return refuse_number(key, most, why);
    return 0;
}

static int read_entry_number(const json_t *object, const char *key, uint32_t *to,
                             struct refusal *why)
{
    int64_t n;
    if (read_number(object, key, UINT32_MAX, &n, why) < 0)
        return -1;
    *to = (uint32_t)n;
    return 0;
}

static int read_seat(const json_t *object, const char *key, uint8_t *seat, struct refusal *why)
{
    int64_t n;
    if (read_number(object, key, MAX_SEATS - 1, &n, why) < 0)
        return -1;
    *seat = (uint8_t)n;
    return 0;
}

/* Reads a text that fits into `room` bytes with its terminating NUL. A text must be there; it may
 * be "". Invisible and control characters are refused (text_is_plain). */
static int read_string(const json_t *object, const char *key, char *to, size_t room,
                       struct refusal *why)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text || strlen(text) >= room || !text_is_plain(text))
        return because(why, ROW(log_text_needed), key, (int)(room - 1));
    memcpy(to, text, strlen(text) + 1);
    return 0;
}

/* Reads `least` to `most` bytes, given in lower-case hex digits. `key` is for the refusal. `least`
 * 1 makes an empty text a refusal. */
static int read_hex_value(const json_t *value, const char *key, uint8_t *to, size_t least,
                          size_t most, size_t *n, struct refusal *why)
{
    int got = hex_read(json_string_value(value), json_string_length(value), to, most);
    *n = got < 0 ? 0 : (size_t)got;
    if (got < (int)least)
        return because(why, ROW(log_hex_needed), key, (int)(2 * least), (int)(2 * most));
    return 0;
}

static int read_hex(const json_t *object, const char *key, uint8_t *to, size_t least, size_t most,
                    size_t *n, struct refusal *why)
{
    return read_hex_value(json_object_get(object, key), key, to, least, most, n, why);
}

static int read_bytes(const json_t *object, const char *key, uint8_t *to, size_t n,
                      struct refusal *why)
{
    size_t got;
    return read_hex(object, key, to, n, n, &got, why);
}

static int is_null(const json_t *object, const char *key)
{
    return json_is_null(json_object_get(object, key));
}

static int read_token(const json_t *object, uint8_t token[MATCH_TOKEN], struct refusal *why)
{
    return is_null(object, "token") ? 0 : read_bytes(object, "token", token, MATCH_TOKEN, why);
}

/* A founding's seat has `keys` only if it has some. *n counts those that were read; there is room
 * for KEYS_MOST. */
static int read_keys(const json_t *object, uint8_t key[][MATCH_TOKEN], uint8_t *n,
                     struct refusal *why)
{
    const json_t *keys = json_object_get(object, "keys");
    size_t got;
    if (!keys)
        return 0;
    if (!json_is_array(keys) || json_array_size(keys) > KEYS_MOST)
        return because(why, ROW(log_keys_needed), KEYS_MOST);
    for (size_t i = 0; i < json_array_size(keys); i++)
        if (read_hex_value(json_array_get(keys, i), "keys", key[(*n)++], MATCH_TOKEN, MATCH_TOKEN,
                           &got, why) < 0)
            return -1;
    return 0;
}

/* null is no nonce; then the bytes are not touched. */
static int read_nonce(const json_t *object, struct match_nonce *nonce, struct refusal *why)
{
    size_t n = 0;
    if (!is_null(object, "nonce") &&
        read_hex(object, "nonce", nonce->bytes, 1, MATCH_NONCE, &n, why) < 0)
        return -1;
    nonce->n = (uint8_t)n;
    return 0;
}

/* A pledge may be missing; zeros are none. */
static int read_pledge(const json_t *object, uint8_t pledge[COMMIT_BYTES], struct refusal *why)
{
    if (!json_object_get(object, "nonce_commitment"))
        return 0;
    if (read_bytes(object, "nonce_commitment", pledge, COMMIT_BYTES, why) < 0)
        return -1;
    return pledge_is_given(pledge) ? 0 : because(why, ROW(log_pledge_needed));
}

/* Looks at their form only. Entries have outcomes for people who read the log: replaying computes
 * them again. */
static int read_outcomes(const json_t *list, struct refusal *why)
{
    if (json_array_size(list) > MAX_OUTCOMES)
        return because(why, ROW(chance_long), MAX_OUTCOMES);
    return outcomes_check(list, why);
}

/* ---- the founding ---- */

static int read_version(struct match_founding *f, const json_t *table, struct refusal *why)
{
    char version[16] = "";
    if (read_string(table, "rules", version, sizeof version, why) < 0)
        return -1;
    return version[0] ? version_find(version, &f->rules, why) : because(why, ROW(rules_needed));
}

/* Must come after read_version: options are read by the rules of the table. */
static int read_game(struct match_founding *f, const json_t *table, struct refusal *why)
{
    const char *game = json_string_value(json_object_get(table, "game"));
    const json_t *options = json_object_get(table, "options");
    f->json = game ? game_json_by_name(game) : NULL;
    if (!f->json)
        return because(why, ROW(no_such_game));
    if (read_int(json_object_get(table, "players"), "players", f->json->game->min_players,
                 f->json->game->max_players, &f->players, why) < 0)
        return -1;
    if (!json_is_object(options))
        return because(why, ROW(options_needed));
    f->json->game->init(f->options, f->players);
    game_as_of(f->json->game, f->options, f->rules);
    return f->json->read_options(f->options, options, why);
}

static int read_clock(struct match_founding *f, const json_t *table, struct refusal *why)
{
    const json_t *clock = json_object_get(table, "clock");
    if (!json_is_object(clock))
        return because(why, ROW(clock_needed));
    if (read_entry_number(clock, "move", &f->clock.move, why) < 0)
        return -1;
    return read_entry_number(clock, "game", &f->clock.game, why);
}

static int read_kind(const json_t *seat, uint8_t *kind, struct refusal *why)
{
    static const char *const kinds[] = {"empty", "human", "bot"};
    const char *text = json_string_value(json_object_get(seat, "kind"));
    for (int i = 0; text && i < 3; i++)
        if (strcmp(text, kinds[i]) == 0) {
            *kind = (uint8_t)i;
            return 0;
        }
    return because(why, ROW(kind_needed));
}

/* Where a person comes from may be missing. */
static int read_from(const json_t *object, uint32_t *from, struct refusal *why)
{
    return json_object_get(object, "from") ? read_entry_number(object, "from", from, why) : 0;
}

/* A table of an older version has no host. */
static int read_host(struct match_founding *f, const json_t *table, struct refusal *why)
{
    uint8_t seat;
    if (!json_object_get(table, "host"))
        return 0;
    if (read_seat(table, "host", &seat, why) < 0)
        return -1;
    f->host = (uint8_t)(seat + 1);
    if (json_object_get(table, "locked") && read_flag(table, "locked", &f->locked, why) < 0)
        return -1;
    return json_object_get(table, "approve") ? read_flag(table, "approve", &f->approve, why) : 0;
}

/* Members that older versions did not write may be missing: keys, pledge, from, expected. */
static int read_founding_seat(struct match_founding *f, int seat, const json_t *from,
                              struct refusal *why)
{
    if (!json_is_object(from))
        return because(why, ROW(seat_not_object), seat);
    if (read_kind(from, &f->seat[seat].kind, why) < 0 ||
        read_string(from, "name", f->seat[seat].name, sizeof f->seat[seat].name, why) < 0 ||
        read_string(from, "bot", f->seat[seat].bot, sizeof f->seat[seat].bot, why) < 0 ||
        read_token(from, f->seat[seat].token, why) < 0 ||
        read_keys(from, f->seat[seat].key, &f->seat[seat].keys, why) < 0 ||
        read_pledge(from, f->seat[seat].pledge, why) < 0 ||
        read_from(from, &f->seat[seat].from, why) < 0 ||
        (json_object_get(from, "expected") &&
         read_flag(from, "expected", &f->seat[seat].expected, why) < 0))
        return -1;
    return read_nonce(from, &f->seat[seat].nonce, why);
}

static int read_seats(struct match_founding *f, const json_t *table, struct refusal *why)
{
    const json_t *seats = json_object_get(table, "seats");
    if (!json_is_array(seats) || json_array_size(seats) != (size_t)f->players)
        return because(why, ROW(seat_list_needed), f->players);
    for (int seat = 0; seat < f->players; seat++)
        if (read_founding_seat(f, seat, json_array_get(seats, (size_t)seat), why) < 0)
            return -1;
    return 0;
}

/* ---- a fork ---- */

/* `s` is the game before this move; it plays it, so that the next name can be read. */
static int read_fork_move(struct match_founding *f, uint32_t k, const json_t *from,
                          struct session *s, struct refusal *why)
{
    struct move *move = &f->fork_move[k];
    char action[MAX_NAME];
    if (!json_is_object(from))
        return because(why, ROW(fork_move_not_object), (int)k);
    if (read_seat(from, "seat", &move->seat, why) < 0 ||
        read_string(from, "action", action, sizeof action, why) < 0)
        return -1;
    if (move->seat >= f->players)
        return because(why, ROW(fork_move_unknown_seat), (int)k);
    int answer = session_answer(s, move->seat, action);
    move->answer = answer < 0 ? NO_ANSWER : (uint8_t)answer;
    return fork_next(s, &f->fork, k, *move, why);
}

/* Plays the whole fork, which may take a while for a long one, and keeps its end, so that
 * take_table need not. */
static int read_fork_moves(struct match_founding *f, const json_t *moves, struct refusal *why)
{
    struct session s;
    int read = fork_begin(&s, f, why);
    for (uint32_t k = 0; read == 0 && k < f->fork.moves; k++)
        read = read_fork_move(f, k, json_array_get(moves, k), &s, why);
    if (read == 0 && !s.game->active(s.state))
        read = because(why, ROW(fork_is_over));
    if (read < 0)
        return -1;
    fork_keep_end(f, &s);
    return 0;
}

static int read_fork_chance(struct match_founding *f, json_t *chance, struct refusal *why)
{
    if (!json_is_array(chance) || json_array_size(chance) != (size_t)f->fork.moves + 1)
        return because(why, ROW(fork_chance_list_needed));
    for (size_t i = 0; i < json_array_size(chance); i++)
        if (read_outcomes(json_array_get(chance, i), why) < 0)
            return -1;
    f->fork.chance = json_incref(chance);
    return 0;
}

/* If it says how many lists are given, the luck goes on as in the other game. Without the member
 * the practice has luck of its own. */
static int read_fork_given(struct match_founding *f, const json_t *fork, struct refusal *why)
{
    const json_t *from = json_object_get(fork, "given");
    int given = 0;
    if (from && read_int(from, "fork.given", 0, (int)f->fork.moves + 1, &given, why) < 0)
        return -1;
    f->fork.same = from != NULL;
    f->fork.given = (uint32_t)given;
    return 0;
}

/* Allocates the moves; entry_free frees them, also after a refusal. */
static int read_fork(struct match_founding *f, const json_t *table, struct refusal *why)
{
    const json_t *fork = json_object_get(table, "fork");
    const json_t *moves = json_object_get(fork, "moves");
    if (json_is_null(fork))
        return 0;
    if (!json_is_object(fork) || !json_is_array(moves) || json_array_size(moves) > FORK_MOVES)
        return because(why, ROW(fork_needed), FORK_MOVES);
    f->fork.moves = (uint32_t)json_array_size(moves);
    f->fork_move = calloc(f->fork.moves + 1, sizeof *f->fork_move);
    MUST(f->fork_move);
    if (read_fork_chance(f, json_object_get(fork, "chance"), why) < 0 ||
        read_fork_given(f, fork, why) < 0)
        return -1;
    return read_fork_moves(f, moves, why);
}

/* The signature is not checked here: a log is the server's own, and records are checked by whoever
 * reads them. */
static int read_opening(struct match_founding *f, const json_t *table, struct refusal *why)
{
    const json_t *from = json_object_get(table, "witness");
    struct witness_opening *o = &f->witness;
    if (!from)
        return 0;
    o->there = 1;
    if (!json_is_object(from))
        return because(why, ROW(witness_needed));
    if (read_bytes(from, "key", o->key, sizeof o->key, why) < 0 ||
        read_bytes(from, "commitment", o->commitment, sizeof o->commitment, why) < 0 ||
        read_bytes(from, "signature", o->signature, sizeof o->signature, why) < 0)
        return -1;
    return read_bytes(from, "asker", o->asker, sizeof o->asker, why);
}

/* The order matters: rules before options, players before seats and fork, seats before `help`,
 * whose usual value depends on them. */
static int read_founding(struct match_founding *f, const json_t *table, struct refusal *why)
{
    if (!json_is_object(table))
        return because(why, ROW(table_needed));
    if (read_version(f, table, why) < 0 || read_game(f, table, why) < 0 ||
        read_flag(table, "open", &f->open, why) < 0 ||
        (json_object_get(table, "wait") && read_flag(table, "wait", &f->wait, why) < 0) ||
        read_clock(f, table, why) < 0 || read_seats(f, table, why) < 0 ||
        read_bytes(table, "seed", f->seed, sizeof f->seed, why) < 0 ||
        read_bytes(table, "salt", f->salt, sizeof f->salt, why) < 0 ||
        read_opening(f, table, why) < 0 || read_host(f, table, why) < 0)
        return -1;
    if (read_fork(f, table, why) < 0)
        return -1;
    if (json_object_get(table, "practice") && read_flag(table, "practice", &f->practice, why) < 0)
        return -1;
    /* Older logs have no `help`. */
    f->help = (uint8_t)match_help_usual(f);
    return json_object_get(table, "help") ? read_flag(table, "help", &f->help, why) : 0;
}

/* ---- the members of entries, one function a type of entries.def ---- */

/* `m` is the match before the entry; `from` the parsed object. */
struct entry_reading {
    struct entry *e;
    const struct match *m;
    const json_t *from;
    struct refusal *why;
};

static int read_as_seat(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    return read_seat(r->from, m->name, to, r->why);
}

static int read_as_number(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    return read_entry_number(r->from, m->name, to, r->why);
}

/* A number that may be missing; 0 then. */
static int read_as_some(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    return json_object_get(r->from, m->name) ? read_as_number(r, m, to) : 0;
}

static int read_as_flag(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    return read_flag(r->from, m->name, to, r->why);
}

/* A flag that is written only if it is 1. */
static int read_as_mark(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    return json_object_get(r->from, m->name) ? read_as_flag(r, m, to) : 0;
}

static int read_as_text(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    return read_string(r->from, m->name, to, m->size, r->why);
}

static int read_as_bytes(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    return read_bytes(r->from, m->name, to, m->size, r->why);
}

static int read_as_token(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    (void)m;
    return read_token(r->from, to, r->why);
}

static int read_as_pledge(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    (void)m;
    return read_pledge(r->from, to, r->why);
}

static int read_as_nonce(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    (void)m;
    return read_nonce(r->from, to, r->why);
}

static int read_as_away(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    const char *why = json_string_value(json_object_get(r->from, m->name));
    if (!why || (strcmp(why, "clock") != 0 && strcmp(why, "left") != 0))
        return because(r->why, ROW(log_why_needed));
    *(uint8_t *)to = why[0] == 'c' ? AWAY_CLOCK : AWAY_LEFT;
    return 0;
}

/* A word that is not known counts as busy: newer versions may have more reasons. */
static int read_as_hurried(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    (void)m;
    *(uint8_t *)to = hurried_read(r->from);
    return 0;
}

/* REVOKE has either the id to revoke or `but`, the one to keep. */
static int read_as_which(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    r->e->yes = json_object_get(r->from, "but") != NULL;
    if (r->e->yes && json_object_get(r->from, m->name))
        return because(r->why, ROW(log_revoke_needed));
    return read_entry_number(r->from, r->e->yes ? "but" : m->name, to, r->why);
}

/* Turns the name into an answer. An unknown name is refused later, by entry_check, which gives the
 * rules' reason. The seat must have been read before, so it stands first in entries.def. */
static int read_as_action(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    struct entry *e = r->e;
    if (read_as_text(r, m, to) < 0)
        return -1;
    int asked = r->m->begun && e->seat < r->m->players;
    int answer = asked ? session_answer(&r->m->session, e->seat, e->text) : -1;
    e->move.answer = answer < 0 ? NO_ANSWER : (uint8_t)answer;
    return 0;
}

/* With a witness a START or MOVE is only chosen and has neither outcomes nor a hash yet. A hash
 * that is 0 says nothing (hash_fits). */
static int read_as_luck(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    uint8_t bytes[8] = {0};
    uint64_t *hash = to;
    if (r->m->watch && entry_is(r->e, CHOSEN))
        return 0;
    if (read_outcomes(json_object_get(r->from, m->name), r->why) < 0 ||
        read_bytes(r->from, "hash", bytes, sizeof bytes, r->why) < 0)
        return -1;
    for (int i = 0; i < 8; i++)
        *hash = *hash << 8 | bytes[i];
    return 0;
}

static int read_as_founding(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    (void)to;
    struct match_founding *f = calloc(1, sizeof *f);
    MUST(f);
    r->e->founding = f;
    r->e->owned = 1;
    return read_founding(f, json_object_get(r->from, m->name), r->why);
}

static int read_as_seal(const struct entry_reading *r, const struct entry_member *m, void *to)
{
    const json_t *from = json_object_get(r->from, m->name);
    struct witness_seal *s = to;
    if (!json_is_object(from))
        return because(r->why, ROW(seal_needed));
    if (read_bytes(from, "secret", s->secret, sizeof s->secret, r->why) < 0 ||
        read_bytes(from, "salt", s->salt, sizeof s->salt, r->why) < 0 ||
        read_bytes(from, "signature", s->signature, sizeof s->signature, r->why) < 0)
        return -1;
    return read_bytes(from, "asked_signature", s->asked_signature, sizeof s->asked_signature,
                      r->why);
}

/* The rows of entries.def say which function reads which member, and where it goes. */
static int read_as(const struct entry_reading *r, const struct entry_member *m)
{
    static int (*const read[])(const struct entry_reading *, const struct entry_member *,
                               void *) = {
#define TYPE(type, name, typescript, example) [MEMBER_##type] = read_as_##name,
#define ENTRY(kind, key, check, take, traits, members, meaning)
#include "match/entries.def"
    };
    return read[m->type](r, m, (char *)r->e + m->at);
}

/* ---- entries ---- */

/* Newer versions never give an entry a second member of these names. */
static int read_entry_kind(const json_t *from, struct refusal *why)
{
    int found = -1;
    for (int kind = 0; kind < ENTRY_KINDS; kind++) {
        if (!json_object_get(from, entry_rows[kind].key))
            continue;
        if (found >= 0)
            return because(why, ROW(entry_kind_twice), entry_rows[found].key, entry_rows[kind].key);
        found = kind;
    }
    return found >= 0 ? found : because(why, ROW(entry_kind_unknown), CHARLATAN_VERSION);
}

/* `needs` is looked at first, so that an entry of a newer version is refused for that reason and
 * for no other. */
static int read_object(const struct entry_reading *r)
{
    int64_t at;
    int kind = program_suits(r->from, r->why) < 0 ? -1 : read_entry_kind(r->from, r->why);
    if (kind < 0)
        return -1;
    if (read_number(r->from, "at", MATCH_LATEST, &at, r->why) < 0)
        return -1;
    r->e->kind = (uint8_t)kind;
    r->e->at = at;
    const struct entry_member *m = entry_rows[kind].member;
    for (int i = 0; i < ENTRY_MEMBERS && m[i].name; i++)
        if (read_as(r, &m[i]) < 0)
            return -1;
    return 0;
}

/* After -1 nothing is left to be freed. Duplicate keys are refused, as two readers could take
 * different ones. */
int entry_read(struct entry *e, const struct match *before, const char *body, size_t n,
               struct refusal *why)
{
    json_error_t error;
    memset(e, 0, sizeof *e);
    e->n = before->entries;
    if (n > ENTRY_BYTES)
        return because(why, ROW(entry_long), ENTRY_BYTES);
    json_t *from = json_loadb(body, n, JSON_REJECT_DUPLICATES, &error);
    struct entry_reading r = {e, before, from, why};
    int read = json_is_object(from)
                   ? read_object(&r)
                   : because(why, ROW(not_json_object), from ? "it is a list" : error.text);
    json_decref(from);
    if (read < 0)
        entry_free(e);
    return read;
}

void entry_free(struct entry *e)
{
    struct match_founding *f = e->owned ? (struct match_founding *)(uintptr_t)e->founding : NULL;
    if (f) {
        json_decref(f->fork.chance);
        free(f->fork_move);
        free(f->fork_end);
        free(f);
    }
    e->founding = NULL;
    e->owned = 0;
}
