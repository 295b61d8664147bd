/* States as texts: where a state came from, its seed and its moves. Loading one plays the moves
 * again, each of which must be legal, so nothing that is not a state can be loaded. */
#include "lib/inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/outcome.h"
#include "wire/refuse.h"
#include "wire/versions.h"
#include "wire/write.h"

/* What load_origin compares; `version` 1 is the only one that there has been. */
static const char format[] = "charlatan-state";

/* ---- saving ---- */

/* A list that cannot be dumped is written as empty; the hash then refuses the text when it is
 * loaded. */
static void write_forced(struct writer *w, const charlatan_state *state)
{
    write_key(w, "forced");
    write_begin(w, '[');
    for (uint32_t i = 0; i < state->forced_n; i++) {
        char *chance = json_dumps(state->forced[i].chance, JSON_COMPACT);
        write_begin(w, '{');
        write_member_number(w, "move", state->forced[i].move);
        write_key(w, "chance");
        write_raw(w, chance ? chance : "[]", chance ? strlen(chance) : 2);
        write_end(w, '}');
        free(chance);
    }
    write_end(w, ']');
}

/* A position is written whole. A game that began has the version of its rules, players and options
 * instead, from which begin() makes the rest. */
static void write_origin(struct writer *w, const charlatan_state *state)
{
    const struct lib_origin *origin = state->origin;
    if (!origin->begins) {
        write_key(w, "start");
        state->now.json->write_state(origin->start, w);
        return;
    }
    write_member_string(w, "rules", version_name(origin->rules));
    write_member_number(w, "players", state->now.game->players(state->now.state));
    if (!origin->options)
        return;
    write_key(w, "options");
    write_raw(w, origin->options, strlen(origin->options));
}

/* The text holds the seed and all that is hidden: it is not for players. */
int charlatan_state_save(const charlatan_state *state, char **text, charlatan_error *error)
{
    struct writer w = {0};
    int code = lib_state(state, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    write_begin(&w, '{');
    write_member_string(&w, "format", format);
    write_member_number(&w, "version", 1);
    write_member_string(&w, "game", state->now.game->name);
    write_origin(&w, state);
    write_member_hex(&w, "seed", state->origin->seed, sizeof state->origin->seed);
    write_member_hex(&w, "moves", state->move, state->moves * sizeof state->move[0]);
    write_forced(&w, state);
    write_member_hash(&w, "hash", charlatan_state_hash(state));
    write_end(&w, '}');
    return lib_give_text(&w, text, error);
}

/* ---- loading ---- */

/* `what` is the name of the member that could not be read. */
static int bad(charlatan_error *error, const char *what)
{
    struct refusal why;
    because(&why, ROW(saved_not_read), what);
    return lib_refuse(error, CODE_BAD_STATE, &why);
}

/* "" for a missing member or another type, which no comparison accepts. */
static const char *text_of(const json_t *root, const char *key)
{
    const char *text = json_string_value(json_object_get(root, key));
    return text ? text : "";
}

/* The state before begin(), as charlatan_game_open makes it, by the rules of the time it was saved.
 * `origin` is set only on success. The version is set last, but before begin(), as game_as_of
 * demands. */
static int load_beginning(const json_t *root, struct lib_origin **origin, const char *game,
                          charlatan_error *error)
{
    const json_t *options = json_object_get(root, "options");
    const json_t *players = json_object_get(root, "players");
    char *given = options ? json_dumps(options, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    charlatan_game *made;
    struct refusal why;
    uint8_t rules;
    int code = 0;
    if (version_find(text_of(root, "rules"), &rules, &why) < 0)
        code = lib_refuse(error, CODE_BAD_STATE, &why);
    else if (!json_is_integer(players) || json_integer_value(players) > MAX_SEATS ||
             json_integer_value(players) < 0)
        code = bad(error, "players");
    else
        code = charlatan_game_open(game, (int)json_integer_value(players), given, &made, error);
    free(given);
    if (code)
        return code;
    *origin = origin_new(made->options);
    if (*origin) {
        (*origin)->begins = 1;
        (*origin)->rules = rules;
        memcpy((*origin)->start, made->start, sizeof made->start);
        game_as_of(made->json->game, (*origin)->start, rules);
    }
    charlatan_game_free(made);
    return *origin ? 0 : lib_no_memory(error);
}

/* For states that were read, guessed or reseeded. read_state refuses a position that no game can
 * have. */
static int load_position(const json_t *start, const struct game_json *json,
                         struct lib_origin **origin, charlatan_error *error)
{
    uint64_t position[MAX_STATE_BYTES / 8] = {0};
    struct refusal why;
    if (json->read_state(position, start, &why) < 0)
        return lib_refuse(error, CODE_BAD_STATE, &why);
    *origin = origin_new(NULL);
    if (!*origin)
        return lib_no_memory(error);
    memcpy((*origin)->start, position, sizeof position);
    return 0;
}

/* Checks everything but the moves, and makes the state at its origin. `state` is set only on
 * success. */
static int load_origin(const json_t *root, charlatan_state **state, charlatan_error *error)
{
    const json_t *start = json_object_get(root, "start");
    const struct game_json *json = game_json_by_name(text_of(root, "game"));
    struct lib_origin *origin = NULL;
    uint8_t seed[32];
    if (strcmp(text_of(root, "format"), format) != 0)
        return bad(error, "format");
    if (json_integer_value(json_object_get(root, "version")) != 1)
        return bad(error, "version");
    if (!json)
        return bad(error, "game");
    if (seed_read_hex(text_of(root, "seed"), seed) < 0)
        return bad(error, "seed");
    int code = start ? load_position(start, json, &origin, error)
                     : load_beginning(root, &origin, json->game->name, error);
    if (code)
        return code;
    memcpy(origin->seed, seed, sizeof seed);
    *state = state_at(json, origin);
    return *state ? 0 : lib_no_memory(error);
}

/* The forced outcomes of a move, borrowed, or NULL. They come in the order of their moves: `at` is
 * the next entry, and moves on only over the entry of this move. */
static json_t *load_forced(const json_t *list, size_t *at, uint32_t move)
{
    const json_t *entry = json_array_get(list, *at);
    const json_t *of = json_object_get(entry, "move");
    if (!json_is_integer(of) || json_integer_value(of) != (json_int_t)move)
        return NULL;
    (*at)++;
    return json_object_get(entry, "chance");
}

/* One move, or the beginning for move 0. A move is two bytes in hex, seat and answer; both are
 * checked as if a stranger had sent them, before the rules see them. */
static int load_one(charlatan_state *state, const char *hex, uint32_t move, json_t *chance,
                    struct session_done *done, charlatan_error *error)
{
    const struct session *s = &state->now;
    struct refusal why;
    if (chance && outcomes_check(chance, &why) < 0)
        return lib_refuse(error, CODE_BAD_STATE, &why);
    if (!move && state->origin->begins)
        return state_begin(state, chance, done, error);
    /* A position has no beginning on which anything could be forced. */
    if (!move)
        return chance ? bad(error, "forced") : 0;
    uint8_t to[2];
    if (hex_read(hex, 4, to, sizeof to) < 0 || to[1] > 63 || to[0] >= s->game->players(s->state) ||
        !(s->game->active(s->state) >> to[0] & 1) ||
        !(s->game->legal(s->state, to[0]) >> to[1] & 1))
        return bad(error, "moves");
    return state_play(state, (struct move){to[0], to[1]}, chance, done, error);
}

/* Every entry of `forced` must have been used: one for a move that is not there is refused. */
static int load_moves(charlatan_state *state, const json_t *root, struct session_done *done,
                      charlatan_error *error)
{
    const char *moves = text_of(root, "moves");
    const json_t *forced = json_object_get(root, "forced");
    size_t at = 0, n = strlen(moves);
    int code = n % 4 ? bad(error, "moves") : 0;
    for (size_t i = 0; i <= n / 4 && !code; i++) {
        json_t *chance = load_forced(forced, &at, (uint32_t)i);
        const char *hex = i ? moves + 4 * (i - 1) : moves;
        /* `done` only where outcomes are forced: noting events would cost most of the time. */
        code = load_one(state, hex, (uint32_t)i, chance, chance ? done : NULL, error);
    }
    if (!code && at != json_array_size(forced))
        code = bad(error, "forced");
    return code;
}

/* The hash at the end catches a text whose moves are all legal but led elsewhere, as after a change
 * of the rules. On failure `state` may be set, and is the caller's to free. */
static int load(const json_t *root, charlatan_state **state, charlatan_error *error)
{
    uint64_t hash;
    int code = load_origin(root, state, error);
    struct session_done *done = code ? NULL : malloc(sizeof *done);
    if (!done)
        return code ? code : lib_no_memory(error);
    code = load_moves(*state, root, done, error);
    free(done);
    if (code)
        return code;
    /* A text without a hash is refused as well. */
    if (hash_read_json(json_object_get(root, "hash"), &hash) < 0 ||
        hash != charlatan_state_hash(*state))
        return lib_refuse_row(error, &refusal_saved_differs);
    return lib_fine(error);
}

/* Everything that was made is freed on failure; *state is NULL then. */
int charlatan_state_load(const char *text, size_t n, charlatan_state **state,
                         charlatan_error *error)
{
    if (!text || !state)
        return lib_missing(error, text ? "state" : "text");
    *state = NULL;
    json_t *root = lib_parse(text, n, error);
    if (!root)
        return CHARLATAN_BAD_JSON;
    int code = load(root, state, error);
    json_decref(root);
    if (code) {
        charlatan_state_free(*state);
        *state = NULL;
    }
    return code;
}
