/* The levels for players: other bots under names that tell how well they play. */
#include "bots/bot.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

#define LEVEL(symbol, level, its_game, its_title, its_blurb, behind, ...)                          \
    static int symbol##_choose(const struct view *v, const struct bot_options *how,                \
                               struct chance *luck, struct advice *say)                            \
    {                                                                                              \
        return behind.choose(v, how, luck, say);                                                   \
    }                                                                                              \
    const struct bot symbol = {                                                                    \
        .name = level,                                                                             \
        .title = its_title,                                                                        \
        .blurb = its_blurb,                                                                        \
        .game = &its_game,                                                                         \
        .usual = {__VA_ARGS__},                                                                    \
        .choose = symbol##_choose,                                                                 \
    };
#include "bots/levels.def"
#undef LEVEL
