/* Fuzzes cards files and options (A13): bytes are read as JSON and tried as a cards object and as
 * an options object, for several numbers of players. A refusal must have a reason in UTF-8. A file
 * that is accepted must print and read back as the same table, and be playable for a round. */
#include "fuzz/luck.h"
#include "fuzz/promise.h"
#include "games/arcane/json.h"
#include "wire/write.h"

enum { MAX_PLAYED = 1500 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_refusal(const struct refusal *why)
{
    /* NULL if it is not UTF-8. */
    json_t *text = json_string(why->message);
    promise(why->message[0] != 0, "a refusal says why");
    promise(text != NULL, "a refusal is UTF-8");
    json_decref(text);
}

static void check(const struct arcane_state *s)
{
    const char *wrong = arcane_game.check(s);
    promise(wrong == NULL, wrong);
}

/* ---- reading ---- */

static void try_cards(const json_t *root, int players)
{
    struct arcane_state s;
    struct refusal why = {0};
    memset(&s, 0, sizeof s);
    arcane_init(&s, players);
    if (arcane_read_cards(&s, root, &why) == 0)
        return;
    check_refusal(&why);
    promise(why.rule && strcmp(why.rule, "A13") == 0, "a refused cards file cites A13");
}

static void check_reads_back(const struct arcane_state *s, int players)
{
    struct arcane_state again;
    struct refusal why = {0};
    struct writer w = {0};
    arcane_write_options(s, &w);
    json_t *options = json_loads(w.at, JSON_REJECT_DUPLICATES, NULL);
    promise(options != NULL, "options print as JSON");
    memset(&again, 0, sizeof again);
    arcane_init(&again, players);
    promise(arcane_read_options(&again, options, &why) == 0, "printed options are accepted");
    promise(memcmp(s, &again, sizeof again) == 0, "printed options are the same options");
    json_decref(options);
    writer_free(&w);
}

static int options_into(struct arcane_state *s, const json_t *options, int players)
{
    struct refusal why = {0};
    memset(s, 0, sizeof *s);
    arcane_init(s, players);
    if (arcane_read_options(s, options, &why) < 0) {
        check_refusal(&why);
        return -1;
    }
    check_reads_back(s, players);
    return 0;
}

/* ---- playing ---- */

static void play_a_round(struct arcane_state *s)
{
    struct chance c;
    chance_seed_number(&c, luck);
    arcane_begin(s, &c, NULL);
    check(s);
    for (int n = 0; n < MAX_PLAYED && s->round == 1 && arcane_active(s); n++) {
        uint64_t answers = arcane_legal(s, s->asked);
        int answer = bit_nth(answers, below((uint32_t)bit_count(answers)));
        arcane_apply(s, s->asked, answer, &c, NULL);
        check(s);
    }
}

static void try_options(const json_t *options, int chosen)
{
    for (int players = 2; players <= MAX_SEATS; players++) {
        struct arcane_state s;
        if (options_into(&s, options, players) == 0 && players == chosen)
            play_a_round(&s);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *root =
        json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    if (!root)
        return 0;
    luck = hash_bytes(data, size);
    int players = 2 + (int)below(MAX_SEATS - 1);
    json_t *wrapped = json_pack("{s:O}", "cards", root);
    try_cards(root, players);
    try_options(root, players);
    try_options(wrapped, players);
    json_decref(wrapped);
    json_decref(root);
    return 0;
}
