/* Reads match records line by line, and gives a reason for each field it refuses. */
#include "match/record_read.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "match/badge.h"
#include "match/refusals.h"
#include "match/session.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/numbers.h"
#include "wire/outcome.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/shown.h"
#include "wire/versions.h"

/* ---- fields ---- */

static int read_hex(const json_t *object, const char *key, uint8_t *bytes, size_t n,
                    struct refusal *why)
{
    if (hex_read_json(json_object_get(object, key), bytes, n) == 0)
        return 0;
    return because(why, ROW(hex_needed), key, (int)(2 * n));
}

static int read_hash(const json_t *object, const char *key, uint64_t *hash, struct refusal *why)
{
    if (hash_read_json(json_object_get(object, key), hash) == 0)
        return 0;
    return because(why, ROW(hex_needed), key, 16);
}

/* UTF-8's C1 controls begin with 0xc2 and a byte below 0xa0. */
static int is_plain(const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < ' ' || *c == 127 || (*c == 0xc2 && c[1] < 0xa0))
            return 0;
    return 1;
}

/* Names are shown on terminals, so control characters are refused. What else may not be shown is
 * left out: records of older versions may have it, and nothing depends on a name. `room` counts the
 * zero. A name of which nothing is left becomes "?", so that every player has one. */
static int read_text(const json_t *object, const char *key, char *to, size_t room,
                     struct refusal *why)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (!text || !*text || strlen(text) >= room || !is_plain(text))
        return because(why, ROW(text_needed), key, (int)(room - 1));
    text_clean(to, room, text);
    if (!*to)
        memcpy(to, "?", 2);
    return 0;
}

static int is_text(const json_t *object, const char *key, const char *text)
{
    const char *given = json_string_value(json_object_get(object, key));
    return given && strcmp(given, text) == 0;
}

/* *chance is borrowed from the line. */
static int read_chance(json_t *object, json_t **chance, struct refusal *why)
{
    json_t *list = json_object_get(object, "chance");
    if (json_array_size(list) > MAX_OUTCOMES)
        return because(why, ROW(chance_long), MAX_OUTCOMES);
    if (outcomes_check(list, why) < 0)
        return -1;
    *chance = list;
    return 0;
}

/* ---- the header ---- */

static int read_rules(struct record *r, const json_t *line, struct refusal *why)
{
    char version[32];
    if (read_text(line, "rules", version, sizeof version, why) < 0)
        return -1;
    return version_find(version, &r->rules, why);
}

/* Sets the rules and the game; both are needed for everything else. */
static int read_kind(struct record *r, const json_t *line, struct refusal *why)
{
    int version;
    const json_t *given = json_object_get(line, "version");
    const char *game = json_string_value(json_object_get(line, "game"));
    if (!is_text(line, "format", "charlatan-record"))
        return because(why, ROW(format_unknown));
    if (read_int(given, "version", 1, 1, &version, why) < 0)
        return because(why, ROW(version_unknown));
    if (read_rules(r, line, why) < 0)
        return -1;
    r->json = game ? game_json_by_name(game) : NULL;
    return r->json ? 0 : because(why, ROW(no_such_game));
}

/* A person is called by their name; a bot's name is what it is, and `called` how people saw it. */
static int read_player(struct record *r, int seat, const json_t *player, struct refusal *why)
{
    static const char *const keys[] = {"name", "kind", "called", NULL};
    if (!json_is_object(player))
        return because(why, ROW(player_not_object), seat);
    r->unknown += unknown_keys(player, keys);
    if (read_text(player, "name", r->name[seat], RECORD_NAME, why) < 0)
        return -1;
    if (is_text(player, "kind", "human"))
        r->people |= 1u << seat;
    else if (!is_text(player, "kind", "bot"))
        return because(why, ROW(player_kind_needed), seat);
    if (r->people >> seat & 1)
        memcpy(r->called[seat], r->name[seat], RECORD_NAME);
    else if (json_object_get(player, "called"))
        return read_text(player, "called", r->called[seat], RECORD_NAME, why);
    return 0;
}

/* As many as the game allows; the options are made for that number. */
static int read_players(struct record *r, const json_t *line, struct refusal *why)
{
    const struct game *g = r->json->game;
    const json_t *players = json_object_get(line, "players");
    size_t n = json_array_size(players);
    if (n < g->min_players || n > g->max_players)
        return because(why, ROW(player_list_needed), g->min_players, g->max_players);
    r->players = (int)n;
    for (int seat = 0; seat < r->players; seat++)
        if (read_player(r, seat, json_array_get(players, (size_t)seat), why) < 0)
            return -1;
    return 0;
}

/* Names the bots of records that do not say what they were called. */
static void call_bots(struct record *r)
{
    const char *taken[MAX_SEATS];
    for (int seat = 0; seat < r->players; seat++)
        taken[seat] = r->called[seat];
    for (int seat = 0; seat < r->players; seat++)
        if (!r->called[seat][0]) {
            const char *name = bot_called(r->commitment, taken, r->players);
            memcpy(r->called[seat], name, strlen(name) + 1);
        }
}

static int read_options(struct record *r, const json_t *line, struct refusal *why)
{
    const json_t *options = json_object_get(line, "options");
    if (!json_is_object(options))
        return because(why, ROW(options_needed));
    r->json->game->init(r->options, r->players);
    game_as_of(r->json->game, r->options, r->rules);
    return r->json->read_options(r->options, options, why);
}

/* null exactly where the game has no cards; otherwise the record would claim something that cannot
 * be checked. */
static int read_cards_hash(struct record *r, const json_t *line, struct refusal *why)
{
    r->has_cards_hash = !json_is_null(json_object_get(line, "cards_hash"));
    if (r->has_cards_hash != (r->json->cards_hash != NULL))
        return r->has_cards_hash ? because(why, ROW(cards_hash_not_null))
                                 : because(why, ROW(cards_hash_missing));
    return r->has_cards_hash ? read_hash(line, "cards_hash", &r->cards_hash, why) : 0;
}

/* There exactly where the options have numbers that are not the standard ones. */
static int read_numbers_hash(struct record *r, const json_t *line, struct refusal *why)
{
    const struct numbers_form *f = r->json->game->numbers;
    r->has_numbers_hash = json_object_get(line, "numbers_hash") != NULL;
    if (r->has_numbers_hash != (f && f->id(r->options)))
        return because(why, ROW(numbers_hash_goes_with_numbers));
    return r->has_numbers_hash ? read_hash(line, "numbers_hash", &r->numbers_hash, why) : 0;
}

/* null is none given. Any length up to RECORD_NONCE, as old records have it. */
static int read_nonce(struct record *r, int seat, const json_t *nonce, struct refusal *why)
{
    if (json_is_null(nonce))
        return 0;
    int n =
        hex_read(json_string_value(nonce), json_string_length(nonce), r->nonce[seat], RECORD_NONCE);
    if (n < 1)
        return because(why, ROW(nonce_in_record), seat, RECORD_NONCE);
    r->nonce_n[seat] = (uint8_t)n;
    return 0;
}

static int read_nonces(struct record *r, const json_t *line, struct refusal *why)
{
    const json_t *list = json_object_get(line, "nonces");
    if (!list)
        return 0;
    if (!json_is_array(list) || json_array_size(list) != (size_t)r->players)
        return because(why, ROW(nonces_needed), r->players);
    for (int seat = 0; seat < r->players; seat++)
        if (read_nonce(r, seat, json_array_get(list, (size_t)seat), why) < 0)
            return -1;
    return 0;
}

static int read_pledge(struct record *r, int seat, const json_t *pledge, struct refusal *why)
{
    if (json_is_null(pledge))
        return 0;
    if (hex_read_json(pledge, r->pledge[seat], COMMIT_BYTES) < 0)
        return because(why, ROW(pledge_in_record), seat, 2 * COMMIT_BYTES);
    r->pledged |= 1u << seat;
    return 0;
}

/* A list for all seats, null for those without a pledge. */
static int read_pledges(struct record *r, const json_t *line, struct refusal *why)
{
    const json_t *list = json_object_get(line, "nonce_commitments");
    if (!list)
        return 0;
    if (!json_is_array(list) || json_array_size(list) != (size_t)r->players)
        return because(why, ROW(pledges_needed), r->players);
    for (int seat = 0; seat < r->players; seat++)
        if (read_pledge(r, seat, json_array_get(list, (size_t)seat), why) < 0)
            return -1;
    return 0;
}

/* `fork`: so many moves have given outcomes. `practice`: so many were kept with the luck of the
 * other game, at least as many. */
static int read_fork(struct record *r, const json_t *line, struct refusal *why)
{
    const json_t *given = json_object_get(line, "fork");
    int moves = 0;
    if (given && read_int(given, "fork", 0, RECORD_FILE, &moves, why) < 0)
        return -1;
    r->forked = given != NULL;
    r->fork = (uint32_t)moves;
    given = json_object_get(line, "practice");
    if (given && read_int(given, "practice", moves, RECORD_FILE, &moves, why) < 0)
        return -1;
    r->same_luck = given != NULL;
    r->kept = (uint32_t)moves;
    return 0;
}

/* Every later member depends on earlier ones: players before options, options before hashes.
 * Unknown keys are counted and not refused, so records of newer versions can be read as far as they
 * suit. */
static int read_header(struct record *r, json_t *line, struct refusal *why)
{
    static const char *const keys[] = {"format",     "version",    "rules",
                                       "game",       "options",    "players",
                                       "cards_hash", "commitment", "nonce_commitments",
                                       "nonces",     "fork",       "practice",
                                       "chance",     "needs",      "witness",
                                       "part",       "proof",      "numbers_hash",
                                       NULL};
    r->unknown += unknown_keys(line, keys);
    if (read_kind(r, line, why) < 0 || read_players(r, line, why) < 0 ||
        read_options(r, line, why) < 0 || read_cards_hash(r, line, why) < 0 ||
        read_numbers_hash(r, line, why) < 0 ||
        read_hex(line, "commitment", r->commitment, COMMIT_BYTES, why) < 0 ||
        read_nonces(r, line, why) < 0 || read_pledges(r, line, why) < 0 ||
        read_fork(r, line, why) < 0 ||
        record_witness_header(&r->witness, line, &r->unknown, why) < 0 ||
        read_chance(line, &r->chance, why) < 0)
        return -1;
    json_incref(r->chance);
    call_bots(r);
    return 0;
}

/* ---- moves ---- */

/* The place for the next move; it counts only when r->moves is raised. Its memory is not
 * cleared. */
static struct record_move *new_move(struct record *r)
{
    if (r->moves == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->move = realloc(r->move, r->room * sizeof r->move[0]);
        MUST(r->move);
    }
    return &r->move[r->moves];
}

/* Moves are numbered from 1 without gaps. `action`, `chance` and `undone` point into the line,
 * which the move keeps. */
static int read_move(struct record *r, json_t *line, struct refusal *why)
{
    static const char *const keys[] = {"n",      "seat",  "action", "chance", "hash", "hurried",
                                       "undone", "needs", "part",   "proof",  NULL};
    struct record_move *m = new_move(r);
    int due = (int)r->moves + 1, n;
    r->unknown += unknown_keys(line, keys);
    if (read_int(json_object_get(line, "n"), "n", 1, RECORD_FILE, &n, why) < 0)
        return -1;
    if (n != due)
        return because(why, ROW(action_out_of_order), n, due);
    if (read_int(json_object_get(line, "seat"), "seat", 0, r->players - 1, &m->seat, why) < 0)
        return -1;
    m->action = json_string_value(json_object_get(line, "action"));
    if (!m->action || strlen(m->action) >= MAX_NAME)
        return because(why, ROW(action_text_needed), MAX_NAME - 1);
    if (read_chance(line, &m->chance, why) < 0 || read_hash(line, "hash", &m->hash, why) < 0)
        return -1;
    m->hurried = hurried_read(line);
    m->undone = json_object_get(line, "undone");
    if (m->undone && undone_check(m->undone, r->moves, r->players, &r->unknown, why) < 0)
        return -1;
    if (record_witness_share(&r->witness, line, why) < 0)
        return -1;
    m->line = json_incref(line);
    r->moves++;
    return 0;
}

/* ---- the result ---- */

static int read_scores(struct record *r, const json_t *line, struct refusal *why)
{
    const json_t *list = json_object_get(line, "result");
    if (!json_is_array(list) || json_array_size(list) != (size_t)r->players)
        return because(why, ROW(scores_needed), r->players);
    for (int seat = 0; seat < r->players; seat++)
        if (read_int(json_array_get(list, (size_t)seat), "result", INT32_MIN, INT32_MAX,
                     &r->result.score[seat], why) < 0)
            return -1;
    return 0;
}

/* Seats in ascending order, each once; >> seat also finds an equal one. */
static int read_winners(struct record *r, const json_t *line, struct refusal *why)
{
    const json_t *list = json_object_get(line, "winners");
    if (!json_is_array(list))
        return because(why, ROW(winner_list_needed));
    for (size_t i = 0; i < json_array_size(list); i++) {
        int seat;
        if (read_int(json_array_get(list, i), "winners", 0, r->players - 1, &seat, why) < 0)
            return -1;
        if (r->result.winners >> seat)
            return because(why, ROW(winners_not_rising));
        r->result.winners |= 1u << seat;
    }
    return 0;
}

/* The last line. Whether it is right is checked by record_play_result. */
static int read_result(struct record *r, const json_t *line, struct refusal *why)
{
    static const char *const keys[] = {"result", "winners", "seed", "salt",
                                       "needs",  "witness", NULL};
    r->unknown += unknown_keys(line, keys);
    if (read_scores(r, line, why) < 0 || read_winners(r, line, why) < 0 ||
        read_hex(line, "seed", r->result.seed, 32, why) < 0 ||
        read_hex(line, "salt", r->result.salt, COMMIT_SALT, why) < 0 ||
        record_witness_end(&r->witness, line, &r->unknown, why) < 0)
        return -1;
    r->result.there = 1;
    return 0;
}

/* ---- lines ---- */

static int read_object(struct record *r, json_t *line, struct refusal *why)
{
    if (program_suits(line, why) < 0)
        return -1;
    if (r->lines == 1)
        return read_header(r, line, why);
    if (json_object_get(line, "result"))
        return read_result(r, line, why);
    return read_move(r, line, why);
}

/* After the result nothing may come. The length is limited before parsing, since parsing takes many
 * times the memory. */
static int read_line(struct record *r, const char *text, size_t n, struct refusal *why)
{
    json_error_t error;
    if (r->result.there)
        return because(why, ROW(line_after_result));
    if (n > RECORD_LINE)
        return because(why, ROW(line_long), RECORD_LINE);
    json_t *line = json_loadb(text, n, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(line)) {
        because(why, ROW(not_json_object), line ? "it is a list" : error.text);
        json_decref(line);
        return -1;
    }
    int read = read_object(r, line, why);
    json_decref(line);
    return read;
}

/* Handles text after the last newline: a line that a crash cut off, unless it cannot be one. A torn
 * line is noted (`torn`) and ignored: the lines before it are whole. */
static int read_rest(struct record *r, size_t n, struct refusal *why)
{
    r->torn = n > 0;
    if (r->lines == 0)
        return because(why, ROW(header_missing));
    if (n > 0 && r->result.there)
        return because(why, ROW(line_after_result));
    if (n > RECORD_LINE)
        return because(why, ROW(line_long), RECORD_LINE);
    return 0;
}

/* Reads until the first wrong line, which it notes with its number; the moves before it stay
 * readable. A record without any error has wrong.line 0. Call record_free in any case. */
void record_read(struct record *r, const char *text, size_t n)
{
    const char *end;
    memset(r, 0, sizeof *r);
    while (n > 0 && (end = memchr(text, '\n', n)) != NULL) {
        size_t length = (size_t)(end - text);
        r->lines++;
        if (read_line(r, text, length, &r->wrong.why) < 0) {
            r->wrong.line = r->lines;
            return;
        }
        text += length + 1;
        n -= length + 1;
    }
    if (read_rest(r, n, &r->wrong.why) < 0)
        r->wrong.line = r->lines + 1;
}

/* -1 with errno: the file cannot be read. A file that is too long is a wrong record and no
 * failure. */
int record_load(struct record *r, const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(RECORD_FILE + 1) : NULL;
    memset(r, 0, sizeof *r);
    size_t n = text ? fread(text, 1, RECORD_FILE + 1, file) : 0;
    int failed = !text || ferror(file), reason = errno;
    if (!failed && n > RECORD_FILE) {
        r->wrong.line = 1;
        because(&r->wrong.why, ROW(file_long), RECORD_FILE);
    } else if (!failed) {
        record_read(r, text, n);
        commit_text(text, n, r->hash);
    }
    free(text);
    if (file)
        fclose(file);
    errno = reason;
    return failed ? -1 : 0;
}

void record_free(struct record *r)
{
    for (uint32_t i = 0; i < r->moves; i++)
        json_decref(r->move[i].line);
    free(r->move);
    record_witness_free(&r->witness);
    json_decref(r->chance);
    memset(r, 0, sizeof *r);
}

/* The record must have a result, which has the seed. */
void record_chance_key(const struct record *r, uint8_t key[32])
{
    const uint8_t *nonce[MAX_SEATS];
    for (int seat = 0; seat < MAX_SEATS; seat++)
        nonce[seat] = r->nonce[seat];
    commit_chance_key(r->result.seed, nonce, r->nonce_n, r->players, key);
}
