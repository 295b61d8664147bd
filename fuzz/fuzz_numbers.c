/* Fuzzes numbers files and the option `numbers` of both games: bytes are read as a file, and as the
 * option. A refusal must have a reason in UTF-8, that of a file a place. What is accepted must
 * print and read back as the same table, and be playable for a while. */
#include "fuzz/luck.h"
#include "fuzz/promise.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/numbers.h"
#include "wire/write.h"

enum { MAX_PLAYED = 400 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_refusal(const struct refusal *why)
{
    /* NULL if it is not UTF-8. */
    json_t *text = json_string(why->message);
    promise(why->message[0] != 0, "a refusal says why");
    promise(text != NULL, "a refusal is UTF-8");
    json_decref(text);
}

/* ---- a table ---- */

static int options_into(const struct game_json *json, void *state, const json_t *options,
                        int players)
{
    struct refusal why = {0};
    memset(state, 0, json->game->state_bytes);
    json->game->init(state, players);
    if (json->read_options(state, options, &why) == 0)
        return 0;
    check_refusal(&why);
    return -1;
}

static void check_reads_back(const struct game_json *json, const void *state, int players)
{
    uint64_t again[MAX_STATE_BYTES / 8];
    struct writer w = {0};
    json->write_options(state, &w);
    json_t *options = json_loads(w.at, JSON_REJECT_DUPLICATES, NULL);
    promise(options != NULL, "options print as JSON");
    promise(options_into(json, again, options, players) == 0, "printed options are accepted");
    promise(memcmp(state, again, json->game->state_bytes) == 0,
            "printed options are the same options");
    json_decref(options);
    writer_free(&w);
}

static void play(const struct game *g, void *state)
{
    struct chance c = {0};
    chance_seed_number(&c, luck);
    g->begin(state, &c, NULL);
    for (int n = 0; n < MAX_PLAYED && g->active(state); n++) {
        int seat = bit_lowest(g->active(state));
        uint64_t answers = g->legal(state, seat);
        const char *wrong = g->check(state);
        promise(wrong == NULL, wrong);
        g->apply(state, seat, bit_nth(answers, below((uint32_t)bit_count(answers))), &c, NULL);
    }
}

static void try_options(const struct game_json *json, json_t *options)
{
    uint64_t state[MAX_STATE_BYTES / 8];
    int players = json->game->min_players +
                  (int)below((uint32_t)(json->game->max_players - json->game->min_players + 1));
    if (options_into(json, state, options, players) == 0) {
        check_reads_back(json, state, players);
        play(json->game, state);
    }
}

static void try_option(const struct game_json *json, json_t *numbers)
{
    json_t *options = json_pack("{s:O}", "numbers", numbers);
    try_options(json, options);
    json_decref(options);
}

/* ---- a file ---- */

static void try_file(const char *text, size_t n)
{
    const struct game_json *json;
    struct refusal why = {0};
    json_t *options = numbers_read_file(text, n, 0, &json, &why);
    if (!options) {
        check_refusal(&why);
        promise(strncmp(why.message, "line ", 5) == 0, "the refusal of a file has a place");
        return;
    }
    try_options(json, options);
    json_decref(options);
}

/* Ids are forgotten after each input: no state is left. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    luck = hash_bytes(data, size);
    try_file((const char *)data, size);
    json_t *root = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    for (int i = 0; root && game_json_at(i); i++)
        if (game_json_at(i)->game->numbers)
            try_option(game_json_at(i), root);
    json_decref(root);
    numbers_forget();
    return 0;
}
