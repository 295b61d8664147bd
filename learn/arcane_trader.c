/* arcane_trader: fits the weights of the bot `trader` and writes bots/greedy/arcane_trader.def's
 * numbers. learn/README.md has the command. */
#include <stdio.h>
#include <stdlib.h>

#include "learn/arcane_trade.h"

static const char *const names[TRADE_COUNT] = {
#define TRADE(e, weight, step, text) #e,
#include "bots/greedy/arcane_trader.def"
#undef TRADE
};

static void say_match(const struct trade_weights *w, uint64_t seed)
{
    for (int players = 2; players <= 6; players++) {
        struct trade_result r = trade_match(w, players, seed, 1000);
        fprintf(stderr, "%d players: %+.1f %% wins, %+.2f gold\n", players, 100 * r.share, r.lead);
    }
}

/* Progress goes to the other stream, so that rows can be written into a file. */
int main(int argc, char **argv)
{
    struct trade_weights w = *trade_rows();
    int deals = argc == 4 ? atoi(argv[1]) : 0, sweeps = argc == 4 ? atoi(argv[2]) : 0;
    if (deals <= 0) {
        fputs("Usage: arcane_trader DEALS SWEEPS SEED >ROWS\n", stderr);
        return 2;
    }
    uint64_t seed = strtoull(argv[3], NULL, 10) << 32;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        int taken = trade_fit(&w, seed + (uint64_t)sweep * (uint64_t)deals, deals, 1);
        fprintf(stderr, "sweep %d: %d steps\n", sweep + 1, taken);
        for (int i = 0; i < TRADE_COUNT; i++)
            fprintf(stderr, " %s %d", names[i], w.of[i]);
        fputc('\n', stderr);
    }
    for (int i = 0; i < TRADE_COUNT; i++)
        printf("%s %d\n", names[i], w.of[i]);
    say_match(&w, seed + (1u << 30));
    return 0;
}
