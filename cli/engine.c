/* `charlatan engine`: reads one JSON object per line and answers each with one line
 * (docs/protocol.md). An error changes nothing and never ends the process. The same requests give
 * the same bytes on every machine. */
#include "cli/engine.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#include "advice/advice.h"
#include "args/args.h"
#include "args/commands.h"
#include "cli/refusals.h"
#include "match/session.h"
#include "engine/version.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/scan.h"
#include "wire/hex.h"
#include "wire/outcome.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* The protocol's limits (docs/protocol.md). MAX_LINE bounds what is parsed at once, BATCH_MOST the
 * length of one answer. */
enum { SLOTS = 64, BATCH_MOST = 1024, MAX_LINE = 1 << 20 };

/* A kept game; session.json is NULL if the slot is empty. */
struct engine_slot {
    struct session session;
    /* The forced outcomes left at that time, or NULL if the slot is empty. */
    json_t *force;
};

/* One conversation: the current game, and the positions saved in slots. */
struct engine {
    /* The current game; now.json is NULL until there is one. */
    struct session now;
    /* The forced outcomes. The list is replaced, never changed in place. */
    json_t *force;
    struct engine_slot slot[SLOTS];
    /* What the last action did; kept here, because it is large. */
    struct session_done done;
    /* The answer being written. Its memory is used again for the next one. */
    struct writer out;
};

/* ---- answers ---- */

/* Answers with a refusal. `code` is used if the row has none. Nothing else may be written to this
 * answer, but the id. Filling in the code changes *why. */
static void fail(struct engine *e, enum refusal_code code, struct refusal *why)
{
    struct writer *w = &e->out;
    refused_as(why, code, -1);
    write_member_bool(w, "ok", 0);
    write_key(w, "error");
    write_begin(w, '{');
    refusal_write(w, why);
    write_end(w, '}');
}

/* Answers with a refusal that has no values. */
static void fail_for(struct engine *e, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    fail(e, row->code, &why);
}

/* Every answer begins with "ok", so that a client can read it first. */
static void succeed(struct engine *e)
{
    write_member_bool(&e->out, "ok", 1);
}

/* Every answer that changes the state ends with its hash, so that a client can compare. */
static void write_hash(struct engine *e)
{
    write_member_hash(&e->out, "state_hash", state_hash(e->now.json, e->now.state));
}

/* Writes the outcomes of chance in the form of `force`. */
static void write_chance(struct engine *e)
{
    write_key(&e->out, "chance");
    write_begin(&e->out, '[');
    for (uint32_t i = 0; i < e->done.outcomes; i++)
        outcome_write(e->now.json, &e->done.outcome[i], &e->out);
    write_end(&e->out, ']');
}

/* Writes the event with its secrets: the protocol is for the program that runs the game, not for a
 * seat. */
static void write_one_event(struct engine *e, const struct event *event)
{
    struct writer *w = &e->out;
    char text[MAX_SENTENCE];
    write_begin(w, '{');
    write_member_string(w, "type", e->now.game->event_type(event));
    write_key(w, "seat");
    if (event->seat == EVENT_NONE)
        write_null(w);
    else
        write_number(w, event->seat);
    write_member_string(w, "rule", e->now.game->event_rule(event));
    event_write(e->now.json->events, event, w);
    write_member_string(w, "text", e->now.game->event_text(event, REFEREE, text));
    write_end(w, '}');
}

/* In the order in which they happened. The array `events`; each with type, seat, rule, the members
 * of its kind and a sentence. */
static void write_events(struct engine *e)
{
    write_key(&e->out, "events");
    write_begin(&e->out, '[');
    for (uint32_t i = 0; i < e->done.events; i++)
        write_one_event(e, &e->done.event[i]);
    write_end(&e->out, ']');
}

/* ---- hello, new, setup ---- */

/* Tells a client what it is talking to; needs no game. `protocol` is the number of
 * docs/protocol.md, `version` that of the program. */
static void op_hello(struct engine *e, const json_t *request)
{
    struct writer *w = &e->out;
    (void)request;
    succeed(e);
    write_member_string(w, "name", "charlatan");
    write_member_string(w, "version", CHARLATAN_VERSION);
    /* Increase this when a client of today could no longer read the answers. */
    write_member_number(w, "protocol", 1);
    write_key(w, "games");
    write_begin(w, '[');
    for (int i = 0; game_json_at(i); i++)
        write_string(w, game_json_at(i)->game->name);
    write_end(w, ']');
}

/* Makes a seed that nobody can guess, because it decides all chance of the game. */
static void seed_at_random(uint8_t seed[32])
{
    ssize_t got;
    do
        got = getrandom(seed, 32, 0);
    while (got < 0 && errno == EINTR);
    MUST(got == 32);
}

/* Also written if it was drawn at random, so that the game can be repeated. */
static void write_seed(struct engine *e, const uint8_t seed[32])
{
    char hex[65];
    hex_write(seed, 32, hex);
    write_member_string(&e->out, "seed", hex);
}

/* Fills a session with a new game that has not begun. Returns -1 with the reason if it cannot. The
 * whole state is zeroed, because its unused bytes are copied and compared too. */
static int new_game(struct session *s, const json_t *request, struct refusal *why)
{
    const json_t *players = json_object_get(request, "players");
    s->json = game_json_read(json_object_get(request, "game"), "game", why);
    if (!s->json)
        return -1;
    s->game = s->json->game;
    int n;
    if (read_int(players, "players", s->game->min_players, s->game->max_players, &n, why) < 0)
        return -1;
    memset(s->state, 0, sizeof s->state);
    s->game->init(s->state, n);
    return s->json->read_options(s->state, json_object_get(request, "options"), why);
}

/* Works on a copy first, so that a refusal leaves the current game as it was. Outcomes forced
 * before `new` apply to it, because it may draw lots and deal cards. */
static void op_new(struct engine *e, const json_t *request)
{
    struct session fresh = e->now;
    struct refusal why;
    uint8_t seed[32];
    const json_t *given = json_object_get(request, "seed");
    if (given && seed_read_json(given, seed, &why) < 0) {
        fail(e, CODE_BAD_REQUEST, &why);
        return;
    }
    if (!given)
        seed_at_random(seed);
    if (new_game(&fresh, request, &why) < 0) {
        fail(e, CODE_BAD_OPTION, &why);
        return;
    }
    chance_seed(&fresh.chance, seed);
    if (session_begin_forced(&fresh, &e->force, &e->done) < 0) {
        fail_for(e, &refusal_force_impossible_new);
        return;
    }
    e->now = fresh;
    succeed(e);
    write_seed(e, seed);
    write_chance(e);
    if (e->now.json->cards_hash)
        write_member_hash(&e->out, "cards_hash", e->now.json->cards_hash(e->now.state));
    write_hash(e);
}

/* A position without a seed uses the seed of zeros, so that the same requests give the same bytes.
 * Forced outcomes that are left apply to the moves that follow. */
static void op_setup(struct engine *e, const json_t *request)
{
    struct session fresh = e->now;
    struct refusal why;
    uint8_t seed[32] = {0};
    const json_t *state = json_object_get(request, "state");
    const json_t *given = json_object_get(request, "seed");
    if (!json_is_object(state)) {
        fail_for(e, &refusal_state_needed);
        return;
    }
    if (given && seed_read_json(given, seed, &why) < 0) {
        fail(e, CODE_BAD_REQUEST, &why);
        return;
    }
    fresh.json = game_json_read(json_object_get(state, "game"), "state.game", &why);
    if (!fresh.json) {
        fail(e, CODE_BAD_STATE, &why);
        return;
    }
    fresh.game = fresh.json->game;
    memset(fresh.state, 0, sizeof fresh.state);
    if (fresh.json->read_state(fresh.state, state, &why) < 0) {
        fail(e, CODE_BAD_STATE, &why);
        return;
    }
    chance_seed(&fresh.chance, seed);
    e->now = fresh;
    succeed(e);
    write_hash(e);
}

/* ---- looking ---- */

/* Writes the true state, hidden items included. */
static void op_state(struct engine *e, const json_t *request)
{
    (void)request;
    succeed(e);
    write_key(&e->out, "state");
    e->now.json->write_state(e->now.state, &e->out);
}

/* Writes the view of a seat, or of a spectator for seat null. The seat must be given: leaving it
 * out by mistake would otherwise show the spectator's view without complaint. */
static void op_view(struct engine *e, const json_t *request)
{
    const json_t *seat = json_object_get(request, "seat");
    uint64_t view[MAX_STATE_BYTES / sizeof(uint64_t)];
    int who = SPECTATOR, players = e->now.game->players(e->now.state);
    struct refusal why;
    if (!json_is_null(seat) && !json_is_integer(seat)) {
        because(&why, ROW(view_seat_needed), players - 1);
        fail(e, CODE_BAD_REQUEST, &why);
        return;
    }
    if (!json_is_null(seat) && read_int(seat, "seat", 0, players - 1, &who, &why) < 0) {
        fail(e, CODE_BAD_REQUEST, &why);
        return;
    }
    memcpy(view, e->now.state, sizeof view);
    e->now.game->redact(view, who);
    succeed(e);
    write_key(&e->out, "view");
    e->now.json->write_state(view, &e->out);
}

/* The actions are the texts that `apply` takes. `kind` is the question's name; a game may add why
 * it is asked. */
static void write_decision(struct engine *e, int seat)
{
    const struct session *s = &e->now;
    write_begin(&e->out, '{');
    write_member_number(&e->out, "seat", seat);
    write_member_string(&e->out, "kind", s->game->question_kind(s->game->question(s->state, seat)));
    if (s->json->write_why)
        s->json->write_why(s->state, seat, &e->out);
    actions_write(&e->out, s->game, s->state, seat);
    write_end(&e->out, '}');
}

/* Seats in ascending order. An empty list means that the game is over. */
static void write_decisions(struct engine *e)
{
    write_key(&e->out, "decisions");
    write_begin(&e->out, '[');
    for (uint32_t seats = e->now.game->active(e->now.state); seats; seats &= seats - 1)
        write_decision(e, bit_lowest(seats));
    write_end(&e->out, ']');
}

/* No state changes, and asking twice gives the same bytes. */
static void op_legal(struct engine *e, const json_t *request)
{
    (void)request;
    succeed(e);
    write_decisions(e);
}

/* Answers only when the game is over: some things, such as coins and rubies (Q9.1), are counted
 * only then. */
static void op_result(struct engine *e, const json_t *request)
{
    const struct game *g = e->now.game;
    const void *state = e->now.state;
    int over = !g->active(state);
    (void)request;
    succeed(e);
    write_member_bool(&e->out, "over", over);
    if (over)
        result_write(&e->out, "scores", g, state);
}

/* ---- acting ---- */

/* Returns the seat that has to decide; or -1, after answering why there is none. A number that is
 * not whole, such as 1.5, counts as a seat that does not exist. */
static int deciding_seat(struct engine *e, const json_t *request)
{
    const json_t *value = json_object_get(request, "seat");
    uint32_t active = e->now.game->active(e->now.state);
    int players = e->now.game->players(e->now.state);
    struct refusal why;
    if (!json_is_number(value)) {
        fail_for(e, &refusal_seat_not_number);
        return -1;
    }
    if (!active) {
        fail_for(e, &refusal_game_is_over);
        return -1;
    }
    json_int_t seat = json_is_integer(value) ? json_integer_value(value) : -1;
    if (seat < 0 || seat >= players) {
        because(&why, ROW(seat_not_there), players - 1);
        fail(e, CODE_NOT_YOUR_DECISION, &why);
        return -1;
    }
    if (!(active >> seat & 1)) {
        fail_for(e, &refusal_seat_not_asked);
        return -1;
    }
    return (int)seat;
}

/* If the action is refused, nothing has changed, and no forced outcome was used up. The order of
 * the checks is the protocol's: game-over, not-your-decision, illegal-action, impossible-chance.
 * Returns 0; or -1, after answering why the action is refused. */
static int apply(struct engine *e, const json_t *request)
{
    const char *action = json_string_value(json_object_get(request, "action"));
    struct refusal why;
    if (!action) {
        fail_for(e, &refusal_action_needed);
        return -1;
    }
    int seat = deciding_seat(e, request);
    if (seat < 0)
        return -1;
    int answer = session_answer(&e->now, seat, action);
    if (answer < 0) {
        e->now.game->explain(e->now.state, seat, action, &why);
        fail(e, CODE_ILLEGAL_ACTION, &why);
        return -1;
    }
    struct move move = {(uint8_t)seat, (uint8_t)answer};
    if (session_apply_forced(&e->now, &e->force, move, &e->done) < 0) {
        fail_for(e, &refusal_force_impossible);
        return -1;
    }
    return 0;
}

/* The outcomes of chance are reported even if they were forced: a client can record them without
 * knowing. */
static void op_apply(struct engine *e, const json_t *request)
{
    if (apply(e, request) < 0)
        return;
    succeed(e);
    write_events(e);
    write_chance(e);
    write_hash(e);
}

/* The list is reference-counted, because slots with a copy of the game share it. */
static void force_become(struct engine *e, json_t *list)
{
    json_incref(list);
    json_decref(e->force);
    e->force = list;
}

/* Replaces the rest of an earlier list; an empty list clears it. Only the form is checked here: an
 * impossible outcome is refused when it would happen. */
static void op_force(struct engine *e, const json_t *request)
{
    json_t *list = json_object_get(request, "chance");
    struct refusal why;
    if (outcomes_check(list, &why) < 0) {
        fail(e, CODE_BAD_REQUEST, &why);
        return;
    }
    force_become(e, list);
    succeed(e);
}

/* Returns a member that is true or false, or `usual` where it is missing; or -1, after answering
 * that it is neither. */
static int flag_of(struct engine *e, const json_t *request, const char *member, int usual)
{
    const json_t *given = json_object_get(request, member);
    struct refusal why;
    if (!given || read_bool(given, member, &usual, &why) == 0)
        return usual;
    fail(e, CODE_BAD_REQUEST, &why);
    return -1;
}

/* ---- suggest ---- */

/* The bot is given the view of the seat, never the state. Asking does not change the game.
 * Suggestions without reasons are many times quicker (`why`). */
static void op_suggest(struct engine *e, const json_t *request)
{
    struct asked_bot bot;
    struct view view;
    struct refusal why;
    int seat = deciding_seat(e, request), reasons;
    if (seat < 0 || (reasons = flag_of(e, request, "why", 1)) < 0)
        return;
    /* Taken before the bot's options are read: they may depend on the position. */
    view_take(&view, e->now.game, e->now.state, seat);
    if (bot_asked(&bot, &view, json_object_get(request, "bot"), &why) < 0) {
        fail(e, CODE_BAD_OPTION, &why);
        return;
    }
    succeed(e);
    (reasons ? write_suggestion : write_bare_suggestion)(&e->out, &view, &bot);
}

/* ---- clone, restore ---- */

/* Returns the slot; or -1, after answering what is wrong with it. */
static int slot_of(struct engine *e, const json_t *request)
{
    struct refusal why;
    int slot;
    if (read_int(json_object_get(request, "slot"), "slot", 0, SLOTS - 1, &slot, &why) == 0)
        return slot;
    fail(e, CODE_BAD_REQUEST, &why);
    return -1;
}

/* A slot also keeps the forced outcomes and how far the random streams have been read, so that a
 * restored game continues in the same way. */
static void op_clone(struct engine *e, const json_t *request)
{
    int slot = slot_of(e, request);
    if (slot < 0)
        return;
    json_decref(e->slot[slot].force);
    e->slot[slot] = (struct engine_slot){e->now, json_incref(e->force)};
    succeed(e);
}

/* The slot keeps its copy and can be restored again. The forced outcomes of the moment come back
 * with it. */
static void op_restore(struct engine *e, const json_t *request)
{
    int slot = slot_of(e, request);
    if (slot < 0)
        return;
    if (!e->slot[slot].session.json) {
        fail_for(e, &refusal_slot_unused);
        return;
    }
    e->now = e->slot[slot].session;
    force_become(e, e->slot[slot].force);
    succeed(e);
    write_hash(e);
}

/* ---- step, batch ---- */

/* `apply` and `legal` in one, without the events unless they are wanted. A refused action is
 * answered as by `apply`, without a word about legal actions. */
static void step(struct engine *e, const json_t *request, int events)
{
    if (apply(e, request) < 0)
        return;
    succeed(e);
    if (events)
        write_events(e);
    write_chance(e);
    write_hash(e);
    write_decisions(e);
}

/* Exchanges the current game, with its forced outcomes, and that of a slot. */
static void swap_slot(struct engine *e, int slot)
{
    struct engine_slot other = e->slot[slot];
    e->slot[slot] = (struct engine_slot){e->now, e->force};
    e->now = other.session;
    e->force = other.force;
}

/* With a slot, the game there is played on where it lies, and the current game stays. The two swaps
 * cost no copy of forced outcomes. Unlike `apply`, it also works without a current game if a slot
 * is named. */
static void op_step(struct engine *e, const json_t *request)
{
    int events = flag_of(e, request, "events", 0), slot = -1;
    if (events < 0)
        return;
    if (json_object_get(request, "slot") && (slot = slot_of(e, request)) < 0)
        return;
    if (slot >= 0 && !e->slot[slot].session.json) {
        fail_for(e, &refusal_slot_unused);
    } else if (slot < 0 && !e->now.json) {
        fail_for(e, &refusal_no_game);
    } else if (slot < 0) {
        step(e, request, events);
    } else {
        swap_slot(e, slot);
        step(e, request, events);
        swap_slot(e, slot);
    }
}

static void answer_request(struct engine *e, const json_t *request);

/* A batch within a batch could make an answer of any length. */
static int is_batch(const json_t *request)
{
    const char *name = json_string_value(json_object_get(request, "op"));
    return name && strcmp(name, "batch") == 0;
}

/* Each request is answered as if it had come alone, in order. The number is limited, because an
 * answer may be much longer than its request. */
static void op_batch(struct engine *e, const json_t *request)
{
    const json_t *list = json_object_get(request, "requests");
    size_t n = json_array_size(list);
    struct refusal why;
    if (n < 1 || n > BATCH_MOST) {
        because(&why, ROW(batch_needed), BATCH_MOST);
        fail(e, CODE_BAD_REQUEST, &why);
        return;
    }
    succeed(e);
    write_key(&e->out, "answers");
    write_begin(&e->out, '[');
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(list, i);
        write_begin(&e->out, '{');
        if (is_batch(one))
            fail_for(e, &refusal_batch_in_batch);
        else
            answer_request(e, one);
        write_end(&e->out, '}');
    }
    write_end(&e->out, ']');
}

/* ---- the conversation ---- */

/* A request's name, what answers it, and whether there must be a game. */
struct op {
    const char *name;
    void (*run)(struct engine *e, const json_t *request);
    /* 1: without a game the request is refused before `run`. */
    int needs_game;
};

/* setup, new and restore make a game; force may come before the first `new`. NULL for an unknown
 * name. Adding a request means adding a row, and a line to the help below. */
static const struct op *op_by_name(const char *name)
{
    static const struct op ops[] = {
        {"hello", op_hello, 0}, {"new", op_new, 0},         {"setup", op_setup, 0},
        {"state", op_state, 1}, {"view", op_view, 1},       {"legal", op_legal, 1},
        {"apply", op_apply, 1}, {"force", op_force, 0},     {"suggest", op_suggest, 1},
        {"clone", op_clone, 1}, {"restore", op_restore, 0}, {"result", op_result, 1},
        {"step", op_step, 0},   {"batch", op_batch, 0},
    };
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (strcmp(ops[i].name, name) == 0)
            return &ops[i];
    return NULL;
}

/* The first check that fails decides the refusal. */
static void answer_request(struct engine *e, const json_t *request)
{
    const char *name = json_string_value(json_object_get(request, "op"));
    const struct op *op = name ? op_by_name(name) : NULL;
    if (!json_is_object(request))
        fail_for(e, &refusal_request_not_object);
    else if (!name)
        fail_for(e, &refusal_op_needed);
    else if (!op)
        fail_for(e, &refusal_op_unknown);
    else if (op->needs_game && !e->now.json)
        fail_for(e, &refusal_no_game);
    else
        op->run(e, request);
}

/* Any JSON value is accepted here: one that is not an object is a bad request, not bad JSON. Two
 * members of one name are refused: it would not be clear which one counts. */
static const size_t json_flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY;

/* The value of the outermost "id" in a line, byte for byte; or NULL. Looks only at the depth of the
 * request's own members, so that an "id" in a state or a batch is not taken for it. */
static const char *id_of(const char *line, size_t n, size_t *value_n)
{
    struct scan s = scan_text(line, n);
    const char *key;
    size_t key_n;
    while ((key = scan_key(&s, &key_n)))
        if (s.depth == 1 && scan_key_is(key, key_n, "id"))
            return scan_value(&s, value_n);
    return NULL;
}

/* Parses a line with numbers that do not fit into 64 bits, which are valid JSON. If the id is such
 * a number, a copy with 0 in its place is parsed; the answer repeats the bytes of the line itself.
 * Elsewhere such a number is read as a real, which no field accepts. */
static json_t *parse_long_numbers(const char *line, size_t n)
{
    json_error_t error;
    size_t id_n = 0, flags = json_flags | JSON_DECODE_INT_AS_REAL;
    const char *id = id_of(line, n, &id_n);
    json_t *lone = id ? json_loadb(id, id_n, flags, &error) : NULL, *request = NULL;
    char *copy = lone ? malloc(n) : NULL;
    if (copy) {
        memcpy(copy, line, n);
        memset(copy + (id - line), ' ', id_n);
        copy[id - line] = '0';
        request = json_loadb(copy, n, json_flags, &error);
    }
    free(copy);
    json_decref(lone);
    return request ? request : json_loadb(line, n, flags, &error);
}

/* Longer lines are refused unread, and so are lines with a NUL: Jansson skips one behind a number,
 * and the answer, which repeats the id byte for byte, would end there. Jansson refuses numbers
 * beyond 64 bits, which are valid JSON, so such a line is parsed a second time. */
static json_t *parse(const char *line, size_t n)
{
    json_error_t error;
    if (n > MAX_LINE || memchr(line, 0, n))
        return NULL;
    json_t *request = json_loadb(line, n, json_flags, &error);
    if (!request && json_error_code(&error) == json_error_numeric_overflow)
        request = parse_long_numbers(line, n);
    return request;
}

/* Repeats the id byte for byte, because parsing and writing it again might change a number. */
static void repeat_id(struct engine *e, const char *line, size_t n)
{
    size_t id_n;
    const char *id = id_of(line, n, &id_n);
    write_key(&e->out, "id");
    write_raw(&e->out, id, id_n);
}

/* The id comes last, after whatever the answer holds. A line that is not JSON has none. Never fails
 * and never ends the process: whatever the line is, there is an answer to it. */
void engine_answer(struct engine *e, const char *line, size_t n)
{
    json_t *request = parse(line, n);
    writer_reset(&e->out);
    write_begin(&e->out, '{');
    if (n > MAX_LINE)
        fail_for(e, &refusal_line_too_long);
    else if (!request)
        fail_for(e, &refusal_line_not_json);
    else
        answer_request(e, request);
    if (json_object_get(request, "id"))
        repeat_id(e, line, n);
    write_end(&e->out, '}');
    json_decref(request);
}

/* The list of forced outcomes is never NULL, only empty. One engine is used by one thread; several
 * may exist. */
struct engine *engine_open(void)
{
    struct engine *e = calloc(1, sizeof *e);
    MUST(e);
    e->force = json_array();
    return e;
}

/* An unused slot has no list; json_decref accepts NULL. */
void engine_close(struct engine *e)
{
    json_decref(e->force);
    for (int i = 0; i < SLOTS; i++)
        json_decref(e->slot[i].force);
    writer_free(&e->out);
    free(e);
}

/* Not before the first engine_answer, when there is no text yet. */
const char *engine_output(const struct engine *e)
{
    return e->out.at;
}

/* Reads a line without its end into a buffer of MAX_LINE + 1 bytes and returns its length. A longer
 * line returns MAX_LINE + 1; the rest of it is dropped, so that the next line is read from its
 * start. Returns -1 at the end of the input. The last line needs no line end. */
static long read_line(FILE *in, char *line)
{
    long n = 0;
    int c;
    while ((c = getc_unlocked(in)) != EOF && c != '\n')
        if (n <= MAX_LINE)
            line[n++] = (char)c;
    return c == EOF && n == 0 ? -1 : n;
}

/* No options: everything is said by requests. */
static const struct arg options[] = {{0}};

static const struct args command_line = {
    .command = "engine",
    .head = "Usage: charlatan engine\n"
            "\n"
            "Lets programs play both games: reads one JSON request per line from standard\n"
            "input and answers each with one line of JSON (docs/protocol.md).\n"
            "\n"
            "  hello                     name, version, games\n"
            "  new, setup                start a game; load a position\n"
            "  state, view, legal        the whole state; what a seat may know; legal actions\n"
            "  result                    final scores and winners\n"
            "  apply, force              apply an action; set the next outcomes of chance\n"
            "  suggest                   ask a bot for an action, with its reasons\n"
            "  clone, restore            save a position in a slot, and go back to it\n"
            "  step, batch               apply and legal in one; many requests in one line\n"
            "\n"
            "Try: echo '{\"op\":\"hello\"}' | charlatan engine\n",
    .rows = options,
};

/* Runs until the input ends, or until answers cannot be written. Each answer is flushed, because a
 * client may wait for it before it sends the next request. The exit status of lost output is set by
 * args_end. */
static void converse(struct engine *e, char *line)
{
    long n;
    while ((n = read_line(stdin, line)) >= 0) {
        engine_answer(e, line, n > MAX_LINE ? (size_t)MAX_LINE + 1 : (size_t)n);
        puts(engine_output(e));
        if (args_flush())
            return;
    }
}

/* Refused requests are answered and do not change the exit status. The line and the engine are
 * allocated once; neither grows with the number of requests. */
int engine_main(int argc, char **argv)
{
    char **rest;
    int status = args_read(&command_line, argc, argv, NULL, &rest, NULL);
    if (status >= 0)
        return status;
    if (*rest)
        return args_complain("engine", "argument", *rest,
                             "it reads JSON requests, one per line, and takes no arguments; see "
                             "--help");
    struct engine *e = engine_open();
    char *line = malloc(MAX_LINE + 1);
    MUST(line);
    converse(e, line);
    free(line);
    engine_close(e);
    return STATUS_FINE;
}
