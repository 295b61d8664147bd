/* Writing match records. The game is played again from its seed and its answers, so that chance and
 * hashes are what a replay will find.
 *
 * The salt of the commitment is taken from the seed (BLAKE2b-128, with the text below as its key):
 * nobody plays against the house in a simulation, and a record is to be the same every time. */
#include "cli/record.h"

#include <sodium.h>
#include <stdlib.h>

#include "cli/version.h"
#include "match/commit.h"
#include "match/session.h"
#include "wire/seed.h"

struct recorder {
    const struct recorded *r;
    struct session session;
    struct done done;
    struct writer out;
    FILE *to;
};

static void salt_of(const uint8_t seed[32], uint8_t salt[COMMIT_SALT])
{
    static const unsigned char key[] = "charlatan sim salt";
    crypto_generichash(salt, COMMIT_SALT, seed, 32, key, sizeof key - 1);
}

static void write_hex(struct writer *w, const char *key, const uint8_t *bytes, int n)
{
    char text[65];
    seed_write_hex(bytes, n, text);
    write_member_string(w, key, text);
}

static void write_hash(struct writer *w, const char *key, uint64_t hash)
{
    char text[17];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    write_member_string(w, key, text);
}

static void write_chance(struct recorder *c)
{
    write_key(&c->out, "chance");
    write_begin(&c->out, '[');
    for (uint32_t i = 0; i < c->done.outcomes; i++)
        c->r->json->write_outcome(&c->done.outcome[i], &c->out);
    write_end(&c->out, ']');
}

static void end_line(struct recorder *c)
{
    write_end(&c->out, '}');
    fprintf(c->to, "%s\n", c->out.at);
    c->out.n = 0;
    c->out.comma = 0;
}

/* ---- the header ---- */

static void write_options(struct recorder *c)
{
    struct writer w = {0};
    c->r->json->write_state(c->session.state, &w);
    json_t *state = json_loadb(w.at, w.n, 0, NULL);
    char *text = json_dumps(json_object_get(state, "options"), JSON_COMPACT);
    write_key(&c->out, "options");
    write_raw(&c->out, text, strlen(text));
    free(text);
    json_decref(state);
    writer_free(&w);
}

static void write_players(struct recorder *c, int players)
{
    write_key(&c->out, "players");
    write_begin(&c->out, '[');
    for (int seat = 0; seat < players; seat++) {
        write_begin(&c->out, '{');
        write_member_string(&c->out, "name", c->r->name[seat]);
        write_member_string(&c->out, "kind", "bot");
        write_end(&c->out, '}');
    }
    write_end(&c->out, ']');
}

static void write_commitment(struct recorder *c)
{
    uint8_t salt[COMMIT_SALT], commitment[COMMIT_BYTES];
    salt_of(c->r->seed, salt);
    commit_make(salt, c->r->seed, commitment);
    write_hex(&c->out, "commitment", commitment, COMMIT_BYTES);
}

static void write_header(struct recorder *c)
{
    struct writer *w = &c->out;
    const struct game_json *json = c->r->json;
    write_begin(w, '{');
    write_member_string(w, "format", "charlatan-record");
    write_member_number(w, "version", 1);
    write_member_string(w, "rules", CHARLATAN_VERSION);
    write_member_string(w, "game", json->game->name);
    write_options(c);
    write_players(c, json->game->players(c->session.state));
    if (json->cards_hash) {
        write_hash(w, "cards_hash", json->cards_hash(c->session.state));
    } else {
        write_key(w, "cards_hash");
        write_null(w);
    }
    write_commitment(c);
    write_chance(c);
    end_line(c);
}

/* ---- answers and the end ---- */

static void write_move(struct recorder *c, uint32_t n)
{
    int seat = c->r->move[n][0], answer = c->r->move[n][1];
    char name[MAX_NAME];
    c->session.game->action_name(c->session.state, seat, answer, name);
    MUST(session_apply(&c->session, seat, answer, &c->done) == 0);
    write_begin(&c->out, '{');
    write_member_number(&c->out, "n", n + 1);
    write_member_number(&c->out, "seat", seat);
    write_member_string(&c->out, "action", name);
    write_chance(c);
    write_hash(&c->out, "hash", game_hash(c->session.game, c->session.state));
    end_line(c);
}

static void write_result(struct recorder *c)
{
    const struct game *g = c->session.game;
    uint32_t winners = g->winners(c->session.state);
    uint8_t salt[COMMIT_SALT];
    write_begin(&c->out, '{');
    write_key(&c->out, "result");
    write_begin(&c->out, '[');
    for (int seat = 0; seat < g->players(c->session.state); seat++)
        write_number(&c->out, g->score(c->session.state, seat));
    write_end(&c->out, ']');
    write_key(&c->out, "winners");
    write_begin(&c->out, '[');
    for (; winners; winners &= winners - 1)
        write_number(&c->out, bit_lowest(winners));
    write_end(&c->out, ']');
    salt_of(c->r->seed, salt);
    write_hex(&c->out, "seed", c->r->seed, 32);
    write_hex(&c->out, "salt", salt, COMMIT_SALT);
    end_line(c);
}

int record_write(FILE *to, const struct recorded *r)
{
    struct recorder *c = calloc(1, sizeof *c);
    MUST(c);
    c->r = r;
    c->to = to;
    session_init(&c->session);
    c->session.json = r->json;
    c->session.game = r->json->game;
    memcpy(c->session.state, r->options, r->json->game->state_bytes);
    chance_seed(&c->session.chance, r->seed);
    MUST(session_begin(&c->session, &c->done) == 0);
    write_header(c);
    for (uint32_t i = 0; i < r->moves; i++)
        write_move(c, i);
    write_result(c);
    session_free(&c->session);
    writer_free(&c->out);
    free(c);
    return ferror(to) ? -1 : 0;
}
