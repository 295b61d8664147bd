/* The bench of the Quacks, with book set 1. The extras are random books (from the seed), the
 * test-tube side, and the option `together` in every third game. */
#include "games/quacks/quacks.h"

#include "bench/measure.h"

/* Two bits of the seed choose each book, so the multiplication that spreads the seed (GAME_DEAL)
 * matters. Called between init and begin. */
static void quacks_options(const struct bench_workload *how, uint64_t seed, struct quacks_state *s)
{
    if (!how->full)
        return;
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = (uint8_t)(1 + (seed >> 2 * (colour - GREEN)) % 4);
    s->tubes = 1;
    s->together = seed % 3 == 0;
}

#define GAME(x) quacks_##x
#define GAME_STATE struct quacks_state
#define GAME_DEAL(how, seed, s) quacks_options(how, (seed)*2654435761u >> 7, s)
#define GAME_GAMES 400
#include "bench/measure.inc"

const struct bench_game quacks_bench = {
    .name = "quacks",
    .full_name = "books, tubes",
    .state_bytes = sizeof(struct quacks_state),
    .most_players = 4,
    .measure = measure,
    .sign = sign,
};
