/* Fuzzes the reader of snapshots with short recipes: which snapshot of a fixed stock to take, and
 * how to bend its JSON in a few places. An input that begins with { is read as a snapshot itself. A
 * refused snapshot must have a reason and leave an empty match. An accepted one must keep the
 * promises of a match: its game is sound, it writes the same text again and again, moves, undos and
 * what follows by itself can be taken.
 *
 * The stock is made once, by random play. A recipe bends the parsed snapshot in place and mends it
 * again, so that most runs parse nothing. */
#include "match/snapshot.h"

#include <sodium.h>

#include "fuzz/luck.h"
#include "fuzz/places.h"
#include "fuzz/promise.h"
#include "fuzz/recipe.h"
#include "match/founding.h"
#include "match/match.h"
#include "match/may.h"
#include "match/undo.h"
#include "match/watched.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/write.h"

enum { STOCK = 24, MAX_PLACES = 2048, MAX_BENDS = 4 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct prepared {
    json_t *root;
    struct place place[MAX_PLACES];
    uint32_t places;
} stock[STOCK];
static struct session_done done;

/* ---- promises of what was accepted ---- */

static void take(struct match *m, struct entry *e)
{
    struct refusal why;
    promise(match_take(m, e, &done, &why) == 0, "what may be can be taken");
}

/* The witness answers; its signature is checked only when it comes. */
static void answer(struct match *m)
{
    struct entry e = {.kind = ENTRY_PART, .n = m->entries, .at = m->touched + 5};
    if (!match_waits(m))
        return;
    randombytes_buf_deterministic(e.part, sizeof e.part, m->watch->question);
    take(m, &e);
}

static void check_game(const struct match *m)
{
    const struct session *s = &m->session;
    uint32_t active = m->phase == MATCH_RUNNING ? s->game->active(s->state) : 0;
    promise(s->game->check(s->state) == NULL, "the game is sound");
    for (int seat = 0; seat < m->players; seat++)
        promise((m->seat[seat].asked != 0) == (active >> seat & 1), "who is asked is active");
}

/* Written, read and written once more, it is the same text. */
static void check_again(const struct match *m, const struct log_hash *log)
{
    struct writer once = {0}, twice = {0};
    struct log_hash other;
    struct match again;
    struct refusal why;
    match_init(&again);
    snapshot_write(&once, m, log);
    promise(snapshot_read(&again, &other, once.at, once.n, &why) == 0, "it can be read again");
    snapshot_write(&twice, &again, &other);
    promise(once.n == twice.n && memcmp(once.at, twice.at, once.n) == 0, "the same text");
    writer_free(&once);
    writer_free(&twice);
    match_free(&again);
}

static void check_undo(struct match *m)
{
    struct entry e;
    struct refusal why;
    for (int seat = 0; seat < m->players; seat++)
        if (match_may_undo(m, seat, m->touched, &e, &why) == 0) {
            take(m, &e);
            check_game(m);
        }
}

static void check_move(struct match *m)
{
    struct entry e;
    struct refusal why;
    uint32_t active = m->phase == MATCH_RUNNING ? m->session.game->active(m->session.state) : 0;
    if (!active)
        return;
    int seat = bit_lowest(active), person = match_person_plays(m, seat);
    struct move move = {(uint8_t)seat,
                        (uint8_t)bit_lowest(m->session.game->legal(m->session.state, seat))};
    uint32_t ask = m->seat[seat].asked;
    int may = person ? match_may_move(m, move, ask, m->touched, &e, &why)
                     : match_may_move_bot(m, move, ask, m->touched, &e, &why);
    /* A person's time may be up, or the answer was given already. */
    promise(may == 0 || person, "a bot may move");
    if (may == 0)
        take(m, &e);
    answer(m);
}

static void check_follows(struct match *m)
{
    struct entry e;
    int n = 0;
    while (match_follows(m, m->touched + 100000, &e)) {
        take(m, &e);
        answer(m);
        promise(++n < 20, "what follows comes to an end");
    }
}

/* Most recipes bend a name or a hash, which changes nothing else, so a recipe chooses what is done
 * with a match. */
static void check_match(struct match *m, const struct log_hash *log, uint32_t deed)
{
    check_game(m);
    switch (deed & 15) {
    case 0: check_again(m, log); break;
    case 1: check_undo(m); break;
    case 2:
    case 3: check_move(m); break;
    default: break;
    }
    check_follows(m);
    check_game(m);
}

static void try(const json_t *root, uint32_t deed)
{
    struct match m;
    struct log_hash log;
    struct refusal why = {0};
    match_init(&m);
    if (snapshot_read_json(&m, &log, root, &why) == 0)
        check_match(&m, &log, deed);
    else
        promise(why.message[0] && m.entries == 0 && !m.move, "a refusal leaves an empty match");
    match_free(&m);
}

/* ---- bending ---- */

static json_t *bent_number(json_int_t n, struct recipe *r)
{
    static const json_int_t numbers[] = {
        0, 1, 2, 3, 4, 5, 6, 63, 64, INT32_MAX, INT64_MAX, INT64_MIN, 255, -1, 4294967295, 1 << 16};
    uint32_t way = next(r);
    return json_integer(way < 80    ? n + (n < INT64_MAX)
                        : way < 160 ? n - (n > INT64_MIN)
                        : way < 200 ? n ^ (json_int_t)(1u << (next(r) & 15))
                                    : numbers[way & 15]);
}

static json_t *bent_text(const char *text, struct recipe *r)
{
    char copy[200];
    snprintf(copy, sizeof copy, "%s", text);
    size_t n = strlen(copy);
    if (n)
        copy[next(r) % n] = "0f9ax"[next(r) % 5];
    if (next(r) & 1 && n)
        copy[n - 1] = 0;
    return json_string(copy);
}

static json_t *bent(const json_t *old, struct recipe *r)
{
    if (json_is_integer(old))
        return bent_number(json_integer_value(old), r);
    if (json_is_string(old))
        return bent_text(json_string_value(old), r);
    if (json_is_boolean(old))
        return json_boolean(!json_is_true(old));
    return next(r) & 3 ? json_null() : json_array();
}

/* The value of a place of the same or another snapshot. */
static json_t *borrowed(struct recipe *r)
{
    const struct prepared *other = &stock[next(r) % STOCK];
    return json_deep_copy(value_at(&other->place[next_pair(r) % other->places]));
}

static void bend_and_try(const struct prepared *p, struct recipe *r, int bends)
{
    if (bends == 0) {
        try(p->root, r->end[-1]);
        return;
    }
    uint32_t way = next(r);
    const struct place *place = &p->place[next_pair(r) % p->places];
    json_t *old = json_incref(value_at(place)), *new = way < 40 ? borrowed(r) : bent(old, r);
    /* Something bent before may have had this place in it. */
    if (old && new)
        put_at(place, new);
    else
        json_decref(new);
    bend_and_try(p, r, bends - 1);
    if (old)
        put_at(place, old);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct recipe r = {data, data + size};
    if (size && data[0] == '{') {
        json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
        try(root, data[size - 1]);
        json_decref(root);
        return 0;
    }
    if (!size)
        return 0;
    const struct prepared *p = &stock[next(&r) % STOCK];
    bend_and_try(p, &r, 1 + (int)(next(&r) % MAX_BENDS));
    return 0;
}

/* ---- the stock ---- */

/* Only leaves are bent: what holds other places stays where it is. */
static void list_places(struct prepared *p, json_t *value)
{
    const char *key;
    json_t *member;
    size_t i;
    json_object_foreach(value, key, member) {
        int leaf = !json_object_size(member) && !json_array_size(member);
        if (leaf && p->places < MAX_PLACES)
            p->place[p->places++] = (struct place){value, key, 0};
        list_places(p, member);
    }
    json_array_foreach(value, i, member) {
        int leaf = !json_object_size(member) && !json_array_size(member);
        if (leaf && p->places < MAX_PLACES)
            p->place[p->places++] = (struct place){value, NULL, i};
        list_places(p, member);
    }
}

static void found(struct match *m, int i)
{
    static const char *const games[] = {"null", "arcane", "quacks"};
    struct match_founding f = {.json = game_json_by_name(games[i % 3]), .players = 2 + i % 3};
    struct entry e;
    struct refusal why;
    f.json->game->init(f.options, f.players);
    f.clock = (struct match_clock){i % 2 ? 30 : 0, i % 4 ? 0 : 600};
    for (int seat = 0; seat < f.players; seat++) {
        f.seat[seat].kind = seat == 1 ? SEAT_BOT : SEAT_HUMAN;
        strcpy(f.seat[seat].name, "Ann");
        strcpy(f.seat[seat].bot, seat == 1 ? "random" : "");
        f.seat[seat].token[0] = (uint8_t)(seat == 1 ? 0 : seat + 1);
    }
    /* Every second one of each game has a witness. */
    f.witness.there = i / 3 % 2;
    f.witness.key[0] = f.witness.commitment[0] = (uint8_t)i;
    promise(match_may_found(&f, 1000, &e, &why) == 0, why.message);
    take(m, &e);
}

/* Now and then somebody leaves, comes back, or wants a move back. */
static void step(struct match *m)
{
    struct entry e;
    struct refusal why;
    int seat = (int)below((uint32_t)m->players), may;
    uint8_t token[MATCH_TOKEN] = {9, (uint8_t)m->entries};
    switch (below(12)) {
    case 4: may = match_may_link(m, seat, token, m->touched + 5, &e, &why); break;
    case 0: may = match_may_undo(m, seat, m->touched + 5, &e, &why); break;
    case 1: may = match_may_leave(m, seat, m->touched + 5, &e, &why); break;
    case 2: may = match_may_return(m, seat, m->touched + 5, &e, &why); break;
    case 3: may = match_may_grant(m, seat, (int)below(2), m->touched + 5, &e, &why); break;
    default: check_move(m); return;
    }
    if (may == 0)
        take(m, &e);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    MUST(sodium_init() >= 0);
    json_object_seed(1);
    luck = 1;
    for (int i = 0; i < STOCK; i++) {
        struct match m;
        struct writer w = {0};
        struct log_hash log = {1, 2};
        match_init(&m);
        found(&m, i);
        check_follows(&m);
        for (int n = 0; n < (i % 3 ? 2 * i : 3); n++)
            step(&m);
        snapshot_write(&w, &m, &log);
        stock[i].root = json_loadb(w.at, w.n, JSON_REJECT_DUPLICATES, NULL);
        list_places(&stock[i], stock[i].root);
        writer_free(&w);
        match_free(&m);
    }
    return 0;
}
