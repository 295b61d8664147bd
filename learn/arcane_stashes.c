/* arcane_stashes: counts what is kept in stashes in games of the net, and writes
 * bots/search/arcane_guess.def. learn/README.md has the command. */
#include "learn/arcane_stashes.h"

#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"

static const char *const names[ITEM_COUNT] = {
#define ITEM(e, id, name, brief, gold, infamy, few, many, when) #e,
#include "games/arcane/items.def"
#undef ITEM
};

/* In the form of bots/search/arcane_guess.def, ready to replace it. */
static void print_rows(const struct arcane_kept *rows)
{
    for (int i = 0; i < ITEM_COUNT; i++) {
        printf("KEPT(%s", names[i]);
        for (int more = 0; more < 2; more++)
            for (int fit = 0; fit < FIT_COUNT; fit++)
                printf(", %d", rows->weight[more][fit][i]);
        puts(")");
    }
}

/* Progress goes to the other stream, so that rows can be written into a file. */
static void count_all(struct kept_counts *counts, const struct bot *bot, uint64_t first,
                      uint64_t games)
{
    enum { PART = 100 };
    for (uint64_t done = 0; done < games; done += PART) {
        uint64_t n = games - done < PART ? games - done : PART;
        kept_count(counts, bot, first + done, n);
        fprintf(stderr, "\r%llu of %llu games", (unsigned long long)(done + n),
                (unsigned long long)games);
    }
    fputc('\n', stderr);
}

/* The weights are tried on games that were not counted, a quarter as many, so that the gain is not
 * flattered. */
int main(int argc, char **argv)
{
    /* Too large for the stack. */
    static struct kept_counts counts, fresh;
    static struct arcane_kept rows;
    const struct bot *net = bot_by_name("net", &arcane_game);
    uint64_t games = argc == 3 ? strtoull(argv[1], NULL, 10) : 0;
    if (!games || !net) {
        fputs("Usage: arcane_stashes GAMES SEED >ROWS\n", stderr);
        return 2;
    }
    /* Room for 2^32 games between two seeds. */
    uint64_t seed = strtoull(argv[2], NULL, 10) << 32;
    count_all(&counts, net, seed, games);
    kept_fit(&counts, &rows);
    print_rows(&rows);
    fresh.rows = &rows;
    count_all(&fresh, net, seed + games, games / 4 + 1);
    for (int more = 0; more < 2; more++)
        fprintf(stderr, "%s players: %.0f cards, %.3f nats a card in other games\n",
                more ? "more" : "two", fresh.cards[more], fresh.gain[more] / fresh.cards[more]);
    return 0;
}
