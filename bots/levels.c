/* The levels for players: other bots under names that tell how well they play. */
#include "bots/bot.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

#ifdef __wasm__
/* A page has no net (bots.c). There its levels are searches; nobody plays against them there. */
#define arcane_net search_bot
#endif

/* Temperatures for 2 to 6 players. */
struct warmth {
    uint16_t by_players[MAX_SEATS - 1];
};

/* What the level does not say is as usual for the bot behind it. */
static int level_choose(const struct bot *behind, const struct warmth *warmth, const struct view *v,
                        const struct bot_options *how, struct chance *luck, struct advice *say)
{
    struct bot_options now = *how;
    if (!now.temperature)
        now.temperature = warmth->by_players[v->game->players(v->bytes) - 2];
#define OPTION(field, ...)                                                                         \
    if (!now.field)                                                                                \
        now.field = behind->usual.field;
#include "bots/options.def"
#undef OPTION
    return behind->choose(v, &now, luck, say);
}

#define WARMTH(...)                                                                                \
    {                                                                                              \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define LEVEL(symbol, level, its_game, its_title, its_blurb, behind, its_warmth, ms)               \
    static int symbol##_choose(const struct view *v, const struct bot_options *how,                \
                               struct chance *luck, struct advice *say)                            \
    {                                                                                              \
        static const struct warmth warmth = its_warmth;                                            \
        return level_choose(&(behind), &warmth, v, how, luck, say);                                \
    }                                                                                              \
    const struct bot symbol = {                                                                    \
        .name = level,                                                                             \
        .title = its_title,                                                                        \
        .blurb = its_blurb,                                                                        \
        .game = &its_game,                                                                         \
        .usual = {.milliseconds = (ms)},                                                           \
        .choose = symbol##_choose,                                                                 \
    };
#include "bots/levels.def"
#undef LEVEL
