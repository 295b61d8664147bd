/* The games of GPUs, and mixes of their options. */
#include "gpu/mixes.h"

#include "bots/bots.h"

static const struct gpu_game *const games[] = {
#define KERNELS(x) &gpu_##x##_game,
#include "games/games.def"
};

/* In the order of games.def. */
const struct gpu_game *gpu_game_at(int number)
{
    return number >= 0 && number < GPU_GAMES ? games[number] : NULL;
}

const struct gpu_game *gpu_game_of(const struct game *game)
{
    for (int i = 0; i < GPU_GAMES; i++)
        if (games[i]->game == game)
            return games[i];
    return NULL;
}

/* At least 1. */
static int counts_of_players(const struct gpu_game *g)
{
    return g->game->max_players - g->game->min_players + 1;
}

/* Every mix with every number of players. */
int gpu_mixes(const struct gpu_game *g)
{
    return g->mixes * counts_of_players(g);
}

/* Numbers count players first, then mixes. Policies and bots are left at none. */
int gpu_mix(const struct gpu_game *g, int number, struct gpu_table *table)
{
    int players = g->game->min_players + number % counts_of_players(g);
    memset(table, 0, sizeof *table);
    g->game->init(table->start, players);
    g->mix(table->start, number / counts_of_players(g));
    table->players = players;
    return players;
}

/* Noise, temperature and dials change answers in ways that the kernels do not have. */
int gpu_policy_of(const struct game *game, const struct seated_bot *b)
{
    int greedy = b->bot == bot_by_name("greedy", game);
    if ((!greedy && b->bot != &random_bot) || b->how.noise || b->how.temperature || b->how.dialled)
        return -1;
    return greedy ? GPU_GREEDY : GPU_RANDOM;
}
