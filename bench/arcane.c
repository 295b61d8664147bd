/* The bench of Arcane Alley, in edition three. The extras are the Market and random wizards. For
 * the signature, every other game is of edition hundred and has three rounds. */
#include "games/arcane/arcane.h"

#include "bench/measure.h"

/* Called between init and begin. Without extras the defaults stand, but for the wizards. */
static void arcane_options(const struct bench_workload *how, struct arcane_state *s)
{
    s->market_on = (uint8_t)how->full;
    s->cards.wizards = how->full ? WIZARDS_RANDOM : WIZARDS_NONE;
}

#define GAME(x) arcane_##x
#define GAME_STATE struct arcane_state
#define GAME_DEAL(how, seed, s) arcane_options(how, s)
#define GAME_GAMES 150
#include "bench/measure.inc"

/* Edition hundred has rules of its own (A1), which the signature would otherwise not cover; three
 * rounds bound its length. */
static void sign_hundred(const struct bench_workload *how, uint64_t game, uint64_t *signature)
{
    struct arcane_state s;
    struct chance c;
    uint64_t choices = game;
    arcane_init(&s, how->players);
    arcane_set_edition(&s, EDITION_HUNDRED);
    s.cards.rounds = 3;
    s.market_on = (uint8_t)how->full;
    chance_seed_number(&c, game);
    arcane_begin(&s, &c, NULL);
    while (decide(&s, &c, &choices)) {
        uint64_t pair[2] = {*signature, hash_bytes(&s, sizeof s)};
        *signature = hash_bytes(pair, sizeof pair);
    }
}

/* Only the signature has both editions; times are of edition three. */
static void sign_both(const struct bench_workload *how, uint64_t game, uint64_t *signature)
{
    (game & 1 ? sign_hundred : sign)(how, game, signature);
}

const struct bench_game arcane_bench = {
    .name = "arcane",
    .full_name = "Market, wizards",
    .state_bytes = sizeof(struct arcane_state),
    .most_players = 6,
    .measure = measure,
    .sign = sign_both,
};
