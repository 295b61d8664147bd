/* Writes and reads snapshots (snapshot.h). The text is untrusted: every member is checked, and the
 * game must lead from the first state to the last by the moves that are given. */
#include "match/snapshot.h"

#include <sodium.h>
#include <stddef.h>
#include <stdlib.h>

#include "engine/version.h"
#include "match/call.h"
#include "match/clock_inside.h"
#include "match/founding_inside.h"
#include "match/host.h"
#include "match/inside.h"
#include "match/name_inside.h"
#include "match/play_inside.h"
#include "match/record_undone.h"
#include "match/refusals.h"
#include "match/undo_inside.h"
#include "match/watched_inside.h"
#include "match/way_inside.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/refuse.h"
#include "wire/versions.h"
#include "wire/write.h"

enum { SNAPSHOT_BYTES = 1 << 22, KEYS_LISTED = MAX_SEATS * KEYS_EVER };

/* ---- rows ---- */

enum part_kind { PART_NUMBER, PART_SEAT_NO, PART_HASH, PART_TEXT, PART_BYTES };

/* One number, text or run of bytes of a structure, as snapshot.def lists it. `most` is the largest
 * value that is read. */
struct snapshot_part {
    const char *key;
    uint8_t kind;
    uint16_t at, size;
    int64_t most;
};

#define PART(structure, member, kind, most)                                                        \
    {#member, PART_##kind, offsetof(structure, member), sizeof(((structure *)NULL)->member), most},
#define NO_ROW(member, kind, most)
#define MATCH(member, kind, most) PART(struct match, member, kind, most)
#define SEAT NO_ROW
#define KEY NO_ROW
#define OUT NO_ROW
#define KNOCK NO_ROW
#define WATCH NO_ROW
static const struct snapshot_part of_match[] = {
#include "match/snapshot.def"
};
#undef MATCH
#undef SEAT
#define MATCH NO_ROW
#define SEAT(member, kind, most) PART(struct match_seat, member, kind, most)
static const struct snapshot_part of_seat[] = {
#include "match/snapshot.def"
};
#undef SEAT
#undef KEY
#define SEAT NO_ROW
#define KEY(member, kind, most) PART(struct match_key, member, kind, most)
static const struct snapshot_part of_key[] = {
#include "match/snapshot.def"
};
#undef KEY
#undef OUT
#define KEY NO_ROW
#define OUT(member, kind, most) PART(struct match_out, member, kind, most)
static const struct snapshot_part of_out[] = {
#include "match/snapshot.def"
};
#undef OUT
#undef KNOCK
#define OUT NO_ROW
#define KNOCK(member, kind, most) PART(struct match_knock, member, kind, most)
static const struct snapshot_part of_knock[] = {
#include "match/snapshot.def"
};
#undef KNOCK
#undef WATCH
#define KNOCK NO_ROW
#define WATCH(member, kind, most) PART(struct match_witness, member, kind, most)
static const struct snapshot_part of_watch[] = {
#include "match/snapshot.def"
};
#undef MATCH
#undef SEAT
#undef KEY
#undef OUT
#undef KNOCK
#undef WATCH
#undef NO_ROW

enum {
    PARTS_OF_MATCH = sizeof of_match / sizeof of_match[0],
    PARTS_OF_SEAT = sizeof of_seat / sizeof of_seat[0],
    PARTS_OF_KEY = sizeof of_key / sizeof of_key[0],
    PARTS_OF_OUT = sizeof of_out / sizeof of_out[0],
    PARTS_OF_KNOCK = sizeof of_knock / sizeof of_knock[0],
    PARTS_OF_WATCH = sizeof of_watch / sizeof of_watch[0],
    /* snapshot, log, before, game, rules, options, first, undone_before, seats, keys, out, knocks,
     * state, places, base, base_places, played, undone, witness. */
    OTHER_MEMBERS = 19,
    /* question, parts. */
    OTHERS_OF_WATCH = 2
};

/* Members have 1, 4 or 8 bytes, in this machine's order; the text has them as numbers. */
static uint64_t number_get(const struct snapshot_part *p, const void *from)
{
    const char *at = (const char *)from + p->at;
    uint8_t one;
    uint32_t four;
    uint64_t eight;
    memcpy(&one, at, 1);
    if (p->size == 1)
        return one;
    memcpy(&four, at, 4);
    if (p->size == 4)
        return four;
    memcpy(&eight, at, 8);
    return eight;
}

/* Changes nothing but the member's own bytes. */
static void number_set(const struct snapshot_part *p, void *to, uint64_t value)
{
    char *at = (char *)to + p->at;
    uint8_t one = (uint8_t)value;
    uint32_t four = (uint32_t)value;
    MUST(p->size == 1 || p->size == 4 || p->size == 8);
    memcpy(at,
           p->size == 1   ? (void *)&one
           : p->size == 4 ? (void *)&four
                          : (void *)&value,
           p->size);
}

/* ---- the log ---- */

/* A hash of hashes, in an order of bytes that is the same everywhere, so that another machine can
 * go on with it. */
void log_hash_add(struct log_hash *h, const char *text, size_t n)
{
    uint64_t hash[2] = {h->now, hash_bytes(text, n)};
    uint8_t bytes[16];
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(hash[i / 8] >> (8 * (i % 8)));
    h->before = h->now;
    h->now = hash_bytes(bytes, sizeof bytes);
}

/* ---- writing ---- */

/* Members of an object that is already open, in the order of their rows. */
static void write_parts(struct writer *w, const struct snapshot_part *parts, int n,
                        const void *from)
{
    for (const struct snapshot_part *p = parts; p < parts + n; p++)
        switch (p->kind) {
        case PART_NUMBER: write_member_number(w, p->key, (long long)number_get(p, from)); break;
        case PART_SEAT_NO: write_member_number(w, p->key, (int32_t)number_get(p, from)); break;
        case PART_HASH: write_member_hash(w, p->key, number_get(p, from)); break;
        case PART_TEXT: write_member_string(w, p->key, (const char *)from + p->at); break;
        default: write_member_hex(w, p->key, (const char *)from + p->at, p->size);
        }
}

static void write_seats(struct writer *w, const struct match *m)
{
    write_key(w, "seats");
    write_begin(w, '[');
    for (int seat = 0; seat < m->players; seat++) {
        write_begin(w, '{');
        write_parts(w, of_seat, PARTS_OF_SEAT, &m->seat[seat]);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* A list of structures of `size` bytes. */
static void write_list(struct writer *w, const char *key, const struct snapshot_part *parts, int n,
                       const void *list, uint32_t count, size_t size)
{
    write_key(w, key);
    write_begin(w, '[');
    for (uint32_t i = 0; i < count; i++) {
        write_begin(w, '{');
        write_parts(w, parts, n, (const char *)list + i * size);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The state, and how far each stream of chance was read; the key of chance is not written, as it
 * follows from seed and nonces. */
static void write_game(struct writer *w, const struct session *s, const char *state,
                       const char *places)
{
    write_key(w, state);
    s->json->write_state(s->state, w);
    write_key(w, places);
    write_begin(w, '[');
    for (int i = 0; i < CHANCE_STREAMS; i++)
        write_number(w, (long long)s->chance.place[i]);
    write_end(w, ']');
}

/* Two numbers a move: that of its entry, and everything else. read_move has the same shifts. */
static void write_played(struct writer *w, const struct match *m, uint32_t first)
{
    write_key(w, "played");
    write_begin(w, '[');
    for (uint32_t i = first; i < m->moves; i++) {
        const struct match_move *p = match_move_at(m, i);
        write_number(w, p->n);
        write_number(w, p->move.answer | p->move.seat << 6 | p->chance << 9 | (int)p->people << 10 |
                            p->hurried << 16);
    }
    write_end(w, ']');
}

/* Lists before the first move that is kept are only counted: they are for records, but still count
 * against UNDONE_MOST. */
static void write_undone(struct writer *w, const struct match *m, uint32_t first)
{
    long long before = m->undone_before;
    write_key(w, "undone");
    write_begin(w, '[');
    for (uint32_t i = 0; i < m->undone_n; i++) {
        const struct match_undone *u = &m->undone[i];
        if (u->before < first) {
            before += (long long)json_array_size(u->items);
            continue;
        }
        char *text = json_dumps(u->items, JSON_COMPACT);
        MUST(text);
        write_number(w, u->before);
        write_raw(w, text, strlen(text));
        free(text);
    }
    write_end(w, ']');
    write_member_number(w, "undone_before", before);
}

/* Enough to play on from the first move in the snapshot: the question before it, and the parts from
 * there on. The other questions follow from the moves. The proofs are left out: only a record needs
 * them, and it is written from the log. */
static void write_watch(struct writer *w, const struct match *m, uint32_t first)
{
    write_key(w, "witness");
    if (!m->watch) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    write_parts(w, of_watch, PARTS_OF_WATCH, m->watch);
    write_member_hex(w, "question", watch_share(m, first)->question, WITNESS_HASH);
    write_key(w, "parts");
    write_begin(w, '[');
    for (uint32_t i = first; i <= m->moves; i++)
        write_hex(w, watch_share(m, i)->part, WITNESS_HASH);
    write_end(w, ']');
    write_end(w, '}');
}

/* The first move in the snapshot: that of the last waypoint from which UNDO_BACK moves can be taken
 * back. Then play goes on, and back, as if all moves were there. */
static uint32_t first_kept(const struct match *m)
{
    uint32_t back = m->moves - m->fork.moves;
    const struct match_waypoint *w =
        way_before(m, m->moves - (back < UNDO_BACK ? back : UNDO_BACK));
    return w ? w->moves : m->first;
}

/* A choice whose luck is missing would have to be written half done. */
int snapshot_can(const struct match *m)
{
    return m->begun && !(m->watch && m->watch->due);
}

/* The match may be one from a snapshot itself. Plays up to WAY_EVERY moves to find the first
 * state. */
void snapshot_write(struct writer *w, const struct match *m, const struct log_hash *log)
{
    uint32_t first = first_kept(m);
    struct session base;
    MUST(snapshot_can(m));
    play_again(m, first, &base);
    write_begin(w, '{');
    write_member_string(w, "snapshot", CHARLATAN_VERSION);
    write_member_hash(w, "log", log->now);
    write_member_hash(w, "before", log->before);
    write_member_string(w, "game", m->session.game->name);
    write_member_string(w, "rules", version_name(m->rules));
    options_write(w, m->session.json, m->options);
    write_member_number(w, "first", first);
    write_parts(w, of_match, PARTS_OF_MATCH, m);
    write_seats(w, m);
    write_list(w, "keys", of_key, PARTS_OF_KEY, m->key, m->keys, sizeof *m->key);
    write_list(w, "out", of_out, PARTS_OF_OUT, m->out, m->outs, sizeof *m->out);
    write_list(w, "knocks", of_knock, PARTS_OF_KNOCK, m->knock, m->knocks, sizeof *m->knock);
    write_game(w, &m->session, "state", "places");
    write_game(w, &base, "base", "base_places");
    write_played(w, m, first);
    write_undone(w, m, first);
    write_watch(w, m, first);
    write_end(w, '}');
}

/* ---- reading ---- */

struct snapshot_reading {
    struct match *m;
    const json_t *from;
    struct refusal *why;
    /* The game as the snapshot has it. */
    struct session now;
};

/* Names the member and nothing more: the log is read instead, so nobody needs details. Always
 * -1. */
static int misfit(const struct snapshot_reading *r, const char *key)
{
    return because(r->why, ROW(snapshot_member), key);
}

/* *to is set even if it is refused; callers do not use it then. */
static int read_number(const json_t *value, int64_t least, int64_t most, uint64_t *to)
{
    json_int_t n = json_integer_value(value);
    *to = (uint64_t)n;
    return json_is_integer(value) && n >= least && n <= most ? 0 : -1;
}

/* Ends with a zero within `room`. The rest of the member stays as it was, all zeros. */
static int read_text(const json_t *value, char *to, size_t room)
{
    const char *text = json_string_value(value);
    if (!text || strlen(text) >= room || !text_is_plain(text))
        return -1;
    memcpy(to, text, strlen(text) + 1);
    return 0;
}

/* Changes the member only if the value is of its kind and in range. */
static int read_part(const struct snapshot_part *p, const json_t *value, void *to)
{
    char *at = (char *)to + p->at;
    uint64_t n = 0;
    int read;
    switch (p->kind) {
    case PART_NUMBER: read = read_number(value, 0, p->most, &n); break;
    case PART_SEAT_NO: read = read_number(value, -1, p->most, &n); break;
    case PART_HASH: read = hash_read_json(value, &n); break;
    case PART_TEXT: return read_text(value, at, p->size);
    default: return hex_read_json(value, (uint8_t *)at, p->size);
    }
    if (read == 0)
        number_set(p, to, n);
    return read;
}

/* Every row must be there with its type and range. That nothing else is there is checked by the
 * number of members. */
static int read_parts(const struct snapshot_reading *r, const struct snapshot_part *parts, int n,
                      const json_t *from, void *to)
{
    for (const struct snapshot_part *p = parts; p < parts + n; p++)
        if (read_part(p, json_object_get(from, p->key), to) < 0)
            return misfit(r, p->key);
    return 0;
}

/* ---- reading: the table ---- */

/* Makes the options as a founding does: by the rules of its version. */
static int read_rules(const struct snapshot_reading *r)
{
    const char *version = json_string_value(json_object_get(r->from, "rules"));
    struct match *m = r->m;
    m->session.json = game_json_read(json_object_get(r->from, "game"), "game", r->why);
    if (!m->session.json)
        return -1;
    m->session.game = m->session.json->game;
    if (!version || version_find(version, &m->rules, r->why) < 0)
        return misfit(r, "rules");
    if (m->players < m->session.game->min_players || m->players > m->session.game->max_players)
        return misfit(r, "players");
    m->session.game->init(m->options, m->players);
    game_as_of(m->session.game, m->options, m->rules);
    return m->session.json->read_options(m->options, json_object_get(r->from, "options"), r->why);
}

static int read_seats(const struct snapshot_reading *r)
{
    const json_t *list = json_object_get(r->from, "seats");
    if (json_array_size(list) != (size_t)r->m->players)
        return misfit(r, "seats");
    for (int seat = 0; seat < r->m->players; seat++) {
        const json_t *from = json_array_get(list, (size_t)seat);
        if (json_object_size(from) != PARTS_OF_SEAT ||
            read_parts(r, of_seat, PARTS_OF_SEAT, from, &r->m->seat[seat]) < 0)
            return misfit(r, "seats");
    }
    return 0;
}

/* What a seat has of keys so far: the last id, and how many there are, counting a link that can be
 * used twice, because it makes one key more. */
struct bunch {
    uint8_t last, n;
};

/* Keys come in the order in which they were made, so ids of a seat rise. Nothing is made or ended
 * by an entry that is not there yet. */
static int key_is_right(const struct match *m, const struct match_key *key, struct bunch *bunch)
{
    if (key->seat >= m->players || m->seat[key->seat].kind != SEAT_HUMAN ||
        key->kind == SEAT_KEY_FIRST || key->n >= m->entries || key->ended >= m->entries)
        return 0;
    struct bunch *b = &bunch[key->seat];
    int rises = key->id > b->last;
    b->last = key->id;
    b->n = (uint8_t)(b->n + 1 + (key->kind == SEAT_KEY_LINK && !key->ended));
    return rises && b->n <= KEYS_EVER;
}

/* m->keys counts those that were read, so match_free frees no more. OUT and KNOCK below do the
 * same. */
static int read_keys(const struct snapshot_reading *r)
{
    const json_t *list = json_object_get(r->from, "keys");
    struct match *m = r->m;
    size_t n = json_array_size(list);
    struct bunch bunch[MAX_SEATS] = {{0, 0}};
    if (!json_is_array(list) || n > KEYS_LISTED)
        return misfit(r, "keys");
    m->key = calloc(n + 1, sizeof *m->key);
    MUST(m->key);
    for (; m->keys < n; m->keys++) {
        const json_t *from = json_array_get(list, m->keys);
        struct match_key *key = &m->key[m->keys];
        if (json_object_size(from) != PARTS_OF_KEY ||
            read_parts(r, of_key, PARTS_OF_KEY, from, key) < 0 || !key_is_right(m, key, bunch))
            return misfit(r, "keys");
    }
    return 0;
}

static int read_outs(const struct snapshot_reading *r)
{
    const json_t *list = json_object_get(r->from, "out");
    struct match *m = r->m;
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n > OUT_MOST)
        return misfit(r, "out");
    m->out = calloc(n + 1, sizeof *m->out);
    MUST(m->out);
    for (; m->outs < n; m->outs++) {
        const json_t *from = json_array_get(list, m->outs);
        struct match_out *out = &m->out[m->outs];
        if (json_object_size(from) != PARTS_OF_OUT ||
            read_parts(r, of_out, PARTS_OF_OUT, from, out) < 0 || out->n >= m->entries ||
            sodium_is_zero(out->token, MATCH_TOKEN))
            return misfit(r, "out");
    }
    return 0;
}

/* Only seats that were left are waited for, each by one person. */
static int knock_is_right(const struct match *m, const struct match_knock *k)
{
    uint32_t before = 0;
    for (const struct match_knock *other = m->knock; other < k; other++)
        before |= 1u << other->seat;
    return k->seat < m->players && m->seat[k->seat].away == AWAY_LEFT && !(before >> k->seat & 1) &&
           k->n < m->entries && k->at <= m->touched && k->name[0] &&
           !sodium_is_zero(k->token, MATCH_TOKEN);
}

static int read_knocks(const struct snapshot_reading *r)
{
    const json_t *list = json_object_get(r->from, "knocks");
    struct match *m = r->m;
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n > MAX_SEATS)
        return misfit(r, "knocks");
    m->knock = calloc(n + 1, sizeof *m->knock);
    MUST(m->knock);
    for (; m->knocks < n; m->knocks++) {
        const json_t *from = json_array_get(list, m->knocks);
        struct match_knock *k = &m->knock[m->knocks];
        if (json_object_size(from) != PARTS_OF_KNOCK ||
            read_parts(r, of_knock, PARTS_OF_KNOCK, from, k) < 0 || !knock_is_right(m, k))
            return misfit(r, "knocks");
    }
    return 0;
}

/* The host is a person at the table; only people want to be told of turns. */
static int check_host(const struct snapshot_reading *r)
{
    const struct match *m = r->m;
    if (m->host >= m->players || (m->host >= 0 && m->seat[m->host].kind != SEAT_HUMAN) ||
        (m->host < 0 && (m->locked || m->approve || m->wants & WANT_HOOK)))
        return misfit(r, "host");
    for (int seat = 0; seat < MAX_SEATS; seat++)
        if (m->wants >> seat & 1 && (seat >= m->players || m->seat[seat].kind != SEAT_HUMAN))
            return misfit(r, "wants");
    return 0;
}

/* A person has a token and perhaps a bot that plays for them; a bot is a bot. */
static int seat_is_right(const struct match *m, const struct match_seat *s)
{
    int bot = s->kind == SEAT_BOT || s->away;
    return s->kind != SEAT_EMPTY && (s->kind == SEAT_HUMAN || !s->away) &&
           (s->kind == SEAT_HUMAN) == !sodium_is_zero(s->token, MATCH_TOKEN) && s->name[0] &&
           (bot ? bot_fitting(m->session.game, s->bot) != NULL : !s->bot[0]) &&
           sodium_is_zero(s->nonce.bytes + s->nonce.n, MATCH_NONCE - s->nonce.n);
}

/* Nothing lies in the future of the match, and a turn goes with a question. */
static int seat_times_fit(const struct match *m, const struct match_seat *s)
{
    return s->sat < m->entries && s->asked < m->entries && s->answered < m->entries &&
           s->token_ended < m->entries && s->turn < m->entries && s->called < m->entries &&
           !s->asked == !s->turn && s->turn_at <= m->touched && s->answered_n < m->entries &&
           s->since <= m->touched && s->left <= (int64_t)CLOCK_GAME_MOST * 1000 &&
           s->spent <= (int64_t)m->clock.move * 1000;
}

/* Who is asked is active, as long as the game runs. Must come after the moves were played, since it
 * compares with the game's last state. Two people never have the same token: it would open two
 * seats. */
static int check_seats(const struct snapshot_reading *r)
{
    const struct match *m = r->m;
    uint32_t active = r->now.game->active(r->now.state), asked = 0;
    for (int seat = 0; seat < m->players; seat++) {
        asked |= (uint32_t)(m->seat[seat].asked != 0) << seat;
        if (!seat_is_right(m, &m->seat[seat]) || !seat_times_fit(m, &m->seat[seat]))
            return misfit(r, "seats");
        for (int other = 0; other < seat; other++)
            if (m->seat[seat].kind == SEAT_HUMAN &&
                memcmp(m->seat[seat].token, m->seat[other].token, MATCH_TOKEN) == 0)
                return misfit(r, "token");
    }
    if (m->phase == MATCH_WAITING || (m->phase == MATCH_RUNNING && !active) ||
        (m->phase == MATCH_OVER && active))
        return misfit(r, "phase");
    return asked == (m->phase == MATCH_RUNNING ? active : 0) ? 0 : misfit(r, "asked");
}

/* An open plea is about the last move of somebody who plays; otherwise it has nothing. Who has to
 * agree is taken as it is, within the seats there are. */
static int check_open_plea(const struct snapshot_reading *r)
{
    static const struct match_plea none = {.seat = -1};
    const struct match *m = r->m;
    const struct match_plea *p = &m->plea;
    uint32_t all = (1u << m->players) - 1;
    if (p->seat < 0)
        return memcmp(p, &none, sizeof none) == 0 ? 0 : misfit(r, "plea");
    if (p->seat >= m->players || m->phase != MATCH_RUNNING || !match_person_plays(m, p->seat) ||
        (p->asked | p->granted) & ~all)
        return misfit(r, "plea");
    int last = undo_last_move(m, p->seat);
    return last >= 0 && match_move_at(m, (uint32_t)last)->n == p->to ? 0 : misfit(r, "plea");
}

/* At least a founding and a start: before that there is no snapshot. */
static int check_counts(const struct snapshot_reading *r)
{
    const struct match *m = r->m;
    if (m->entries < 2 || m->others > m->entries || m->created > m->touched)
        return misfit(r, "entries");
    if (m->rematch[0] && (m->phase != MATCH_OVER || strlen(m->rematch) != MATCH_ID))
        return misfit(r, "rematch");
    return m->practice || !m->fork.moves ? 0 : misfit(r, "practice");
}

/* ---- reading: the game ---- */

/* *to is all set when 0 is returned. The reader of states checks the state for itself. */
static int read_game(const struct snapshot_reading *r, const char *state, const char *places,
                     struct match_waypoint *to)
{
    const json_t *list = json_object_get(r->from, places);
    memset(to, 0, sizeof *to);
    if (r->m->session.json->read_state(to->state, json_object_get(r->from, state), r->why) < 0)
        return -1;
    if (r->m->session.game->players(to->state) != r->m->players)
        return misfit(r, state);
    if (json_array_size(list) != CHANCE_STREAMS)
        return misfit(r, places);
    for (int i = 0; i < CHANCE_STREAMS; i++) {
        uint64_t place;
        if (read_number(json_array_get(list, (size_t)i), 0, UINT32_MAX, &place) < 0)
            return misfit(r, places);
        to->place[i] = (uint32_t)place;
    }
    return 0;
}

/* `after` is the number of the entry before: numbers rise. */
static int read_move(const struct snapshot_reading *r, const json_t *list, uint32_t i,
                     uint32_t after, struct match_move *to)
{
    uint64_t n, code;
    if (read_number(json_array_get(list, 2 * (size_t)i), (int64_t)after + 1, r->m->entries - 1,
                    &n) < 0 ||
        read_number(json_array_get(list, 2 * (size_t)i + 1), 0, (4 << 16) - 1, &code) < 0)
        return -1;
    *to = (struct match_move){.move = {.seat = code >> 6 & 7, .answer = code & 63},
                              .chance = code >> 9 & 1,
                              .people = code >> 10 & 63,
                              .hurried = code >> 16 & 3,
                              .n = (uint32_t)n};
    return to->move.seat < r->m->players && !(to->people >> r->m->players) ? 0 : -1;
}

/* The numbers of entries rise; entry 0 is no move. Whether moves are legal is checked when they are
 * played. */
static int read_moves(const struct snapshot_reading *r)
{
    struct match *m = r->m;
    const json_t *list = json_object_get(r->from, "played");
    uint64_t first;
    if (read_number(json_object_get(r->from, "first"), m->fork.moves, m->moves, &first) < 0)
        return misfit(r, "first");
    m->first = (uint32_t)first;
    uint32_t n = m->moves - m->first, after = 0;
    if (json_array_size(list) != 2 * (size_t)n)
        return misfit(r, "played");
    m->room = n + 1;
    m->move = calloc(m->room, sizeof *m->move);
    MUST(m->move);
    for (uint32_t i = 0; i < n; after = m->move[i++].n)
        if (read_move(r, list, i, after, &m->move[i]) < 0)
            return misfit(r, "played");
    return 0;
}

/* ---- reading: the witness ---- */

/* One share more than moves, since the first is that of what lies before them. No proofs:
 * `unproven`. */
static int read_shares(const struct snapshot_reading *r, const json_t *from)
{
    const json_t *list = json_object_get(from, "parts");
    struct match_witness *w = r->m->watch;
    uint32_t n = r->m->moves - r->m->first + 1;
    if (json_array_size(list) != n)
        return -1;
    w->room = n + 1;
    w->share = calloc(w->room, sizeof *w->share);
    MUST(w->share);
    w->unproven = 1;
    for (uint32_t i = 0; i < n; i++)
        if (hex_read_json(json_array_get(list, i), w->share[i].part, WITNESS_HASH) < 0)
            return -1;
    return hex_read_json(json_object_get(from, "question"), w->share[0].question, WITNESS_HASH);
}

/* Each move that stands was asked for, with two entries, and so was the beginning. Nothing is
 * sealed before the game is over. */
static int watch_is_right(const struct match *m)
{
    const struct match_witness *w = m->watch;
    return !m->practice && w->asked > m->moves && w->asked <= m->entries / 2 &&
           (w->sealed ? m->phase == MATCH_OVER
                      : sodium_is_zero((const uint8_t *)&w->seal, sizeof w->seal));
}

/* null in the text: the match has no witness. The key of the asker follows from its secret and is
 * not read. */
static int read_watch(const struct snapshot_reading *r)
{
    const json_t *from = json_object_get(r->from, "witness");
    struct match *m = r->m;
    if (json_is_null(from))
        return 0;
    m->watch = calloc(1, sizeof *m->watch);
    MUST(m->watch);
    if (json_object_size(from) != OTHERS_OF_WATCH + PARTS_OF_WATCH ||
        read_parts(r, of_watch, PARTS_OF_WATCH, from, m->watch) < 0 || read_shares(r, from) < 0 ||
        !watch_is_right(m))
        return misfit(r, "witness");
    m->watch->opening.there = 1;
    sign_public(m->watch->opening.asker, m->watch->asker);
    return 0;
}

/* ---- reading: the game, played again ---- */

/* Bytes may be compared, as states have no gaps that differ (engine/game.h). */
static int is_at(const struct session *s, const struct match_waypoint *w)
{
    return memcmp(s->chance.place, w->place, sizeof w->place) == 0 &&
           memcmp(s->state, w->state, sizeof s->state) == 0;
}

/* Plays from the first state to the last, and keeps waypoints on the way. m->moves counts up again
 * on the way, because way_note and watch_ask_again look at it. A state that is not reached is the
 * sign of a forged or damaged snapshot. */
static int play_moves(struct snapshot_reading *r, const struct match_waypoint *base,
                      const struct match_waypoint *last)
{
    struct match *m = r->m;
    uint32_t moves = m->moves;
    way_add(m, m->first, base->state, base->place);
    way_resume(m, &m->way[0], &m->session);
    for (m->moves = m->first; m->moves < moves;) {
        struct move move = match_move_at(m, m->moves)->move;
        if (!(m->session.game->legal(m->session.state, move.seat) >> move.answer & 1))
            return misfit(r, "played");
        watch_ask_again(m, move);
        watch_luck(m, m->moves, &m->session.chance);
        m->session.game->apply(m->session.state, move.seat, move.answer, &m->session.chance, NULL);
        m->moves++;
        way_note(m);
    }
    r->now = m->session;
    return is_at(&m->session, last) ? 0 : misfit(r, "state");
}

/* Lists are in the order of their moves, at most one a move. */
static int read_undone(const struct snapshot_reading *r)
{
    struct match *m = r->m;
    const json_t *list = json_object_get(r->from, "undone");
    size_t n = json_array_size(list);
    unsigned unknown = 0;
    uint64_t before;
    if (!json_is_array(list) || n % 2 ||
        read_number(json_object_get(r->from, "undone_before"), 0, UNDONE_MOST, &before) < 0)
        return misfit(r, "undone");
    m->undone_before = (uint32_t)before;
    m->undone = calloc(n / 2 + 1, sizeof *m->undone);
    MUST(m->undone);
    uint64_t at, least = m->first;
    for (size_t i = 0; i < n; i += 2, least = at + 1) {
        json_t *items = json_array_get(list, i + 1);
        if (read_number(json_array_get(list, i), (int64_t)least, m->moves, &at) < 0 ||
            undone_check(items, (uint32_t)at, m->players, &unknown, r->why) < 0)
            return misfit(r, "undone");
        m->undone[m->undone_n++] = (struct match_undone){(uint32_t)at, json_incref(items)};
    }
    return 0;
}

/* ---- reading: the whole ---- */

/* The order matters: each step uses only what the steps before it have checked. After -1 the match
 * is half filled, and snapshot_read_json empties it. */
static int read_whole(struct snapshot_reading *r)
{
    struct match_waypoint base, last;
    if (json_object_size(r->from) != OTHER_MEMBERS + PARTS_OF_MATCH ||
        read_parts(r, of_match, PARTS_OF_MATCH, r->from, r->m) < 0)
        return misfit(r, "members");
    r->m->begun = 1;
    commit_make(r->m->salt, r->m->seed, r->m->commitment);
    if (read_rules(r) < 0 || check_counts(r) < 0 || read_seats(r) < 0 || read_keys(r) < 0 ||
        read_outs(r) < 0 || read_knocks(r) < 0 || check_host(r) < 0 ||
        read_game(r, "state", "places", &last) < 0 ||
        read_game(r, "base", "base_places", &base) < 0 || read_moves(r) < 0 || read_watch(r) < 0 ||
        play_moves(r, &base, &last) < 0 || check_seats(r) < 0 || check_open_plea(r) < 0)
        return -1;
    return read_undone(r);
}

/* A snapshot has what the version that wrote it has read from the log. Another version may read
 * more from the same entries, so it refuses the snapshot and reads the log. */
static int read_object(struct snapshot_reading *r, struct log_hash *log)
{
    const char *version = json_string_value(json_object_get(r->from, "snapshot"));
    if (!version || strcmp(version, CHARLATAN_VERSION) != 0)
        return because(r->why, ROW(snapshot_version), CHARLATAN_VERSION);
    if (hash_read_json(json_object_get(r->from, "log"), &log->now) < 0 ||
        hash_read_json(json_object_get(r->from, "before"), &log->before) < 0)
        return misfit(r, "log");
    return read_whole(r);
}

int snapshot_read_json(struct match *m, struct log_hash *log, const json_t *root,
                       struct refusal *why)
{
    struct snapshot_reading r = {.m = m, .from = root, .why = why};
    if (read_object(&r, log) == 0)
        return 0;
    match_free(m);
    match_init(m);
    return -1;
}

/* A text that is too long or is no JSON is refused like one of another version. */
int snapshot_read(struct match *m, struct log_hash *log, const char *text, size_t n,
                  struct refusal *why)
{
    json_t *root = n <= SNAPSHOT_BYTES ? json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL) : NULL;
    int read = snapshot_read_json(m, log, root, why);
    json_decref(root);
    return read;
}

/* Only starts and moves have a hash of the state, or with a witness the entries of its parts. The
 * hash of the log shows that the snapshot belongs to these entries; that of the state, that the
 * rules have not changed since. */
int snapshot_fits(const struct match *m, const struct log_hash *log, const char *last, size_t n,
                  struct refusal *why)
{
    struct log_hash own = {.now = log->before};
    json_t *entry = json_loadb(last, n, JSON_REJECT_DUPLICATES, NULL);
    const json_t *stored = json_object_get(entry, "hash");
    uint64_t hash;
    log_hash_add(&own, last, n);
    int fits = own.now == log->now;
    if (fits && stored && version_has_hashes(m->rules))
        fits = hash_read_json(stored, &hash) == 0 &&
               hash == state_hash(m->session.json, m->session.state);
    json_decref(entry);
    return fits ? 0 : because(why, ROW(snapshot_log));
}
