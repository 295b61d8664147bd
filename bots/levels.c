/* The levels for players: other bots under names that tell how well they play. */
#include "bots/bot.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

#ifdef WITHOUT_NETS
/* A module without nets (tools/wasm.sh): there the levels are searches, and nobody plays against
 * them. */
#define arcane_net search_bot
#endif

/* Temperatures for 2 to 6 players. */
struct warmth {
    uint16_t by_players[MAX_SEATS - 1];
};

/* What the level does not say is as usual for the bot behind it. */
static struct bot_options level_options(const struct bot *behind, const struct warmth *warmth,
                                        const struct view *v, const struct bot_options *how)
{
    struct bot_options now = *how;
    if (!now.temperature)
        now.temperature = warmth->by_players[v->game->players(v->bytes) - 2];
#define OPTION(field, ...)                                                                         \
    if (!now.field)                                                                                \
        now.field = behind->usual.field;
#include "bots/options.def"
#undef OPTION
    return now;
}

#define WARMTH(...)                                                                                \
    {                                                                                              \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define LEVEL(symbol, level, its_game, its_title, its_blurb, its_behind, its_warmth, ms)           \
    static const struct warmth symbol##_warmth = its_warmth;                                       \
    static int symbol##_choose(const struct view *v, const struct bot_options *how,                \
                               struct chance *luck, struct advice *say)                            \
    {                                                                                              \
        struct bot_options now = level_options(&(its_behind), &symbol##_warmth, v, how);           \
        return (its_behind).choose(v, &now, luck, say);                                            \
    }                                                                                              \
    static struct thought *symbol##_begin(const struct view *v, const struct bot_options *how,     \
                                          const struct chance *luck)                               \
    {                                                                                              \
        struct bot_options now = level_options(&(its_behind), &symbol##_warmth, v, how);           \
        return (its_behind).begin ? (its_behind).begin(v, &now, luck) : NULL;                      \
    }                                                                                              \
    const struct bot symbol = {                                                                    \
        .name = level,                                                                             \
        .title = its_title,                                                                        \
        .blurb = its_blurb,                                                                        \
        .behind = &(its_behind),                                                                   \
        .game = &its_game,                                                                         \
        .usual = {.milliseconds = (ms)},                                                           \
        .choose = symbol##_choose,                                                                 \
        .begin = symbol##_begin,                                                                   \
    };
#include "bots/levels.def"
#undef LEVEL
