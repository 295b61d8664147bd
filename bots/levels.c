/* The levels for players: other bots under names that tell how well they play. */
#include "bots/bots.h"
#include "engine/view.h"
#include "games/arcane/arcane.h"
#include "games/quacks/quacks.h"

#ifdef WITHOUT_NETS
/* A module without nets (tools/wasm.sh): there the levels are searches, and nobody plays against
 * them. */
#define arcane_net search_bot
#endif

/* Temperatures or risks for 2 to 6 players. */
struct by_players {
    uint16_t of[MAX_SEATS - 1];
};

/* What the level does not say is as usual for the bot behind it. What was set by hand comes first,
 * then the level, then the bot behind it. 0 is "not set" for each. */
static struct bot_options level_options(const struct bot *behind, const struct by_players *warmth,
                                        const struct by_players *risk, const struct view *v,
                                        const struct bot_options *how)
{
    struct bot_options now = *how;
    int players = v->game->players(v->bytes);
    if (!now.temperature)
        now.temperature = warmth->of[players - 2];
    if (!now.risk)
        now.risk = risk->of[players - 2];
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
#define RISK WARMTH
#define LEVEL(symbol, level, its_game, its_title, its_blurb, its_behind, its_warmth, ms, its_risk) \
    static const struct by_players symbol##_warmth = its_warmth, symbol##_risk = its_risk;         \
    static int symbol##_choose(const struct view *v, const struct bot_options *how,                \
                               struct chance *luck, struct advice *say)                            \
    {                                                                                              \
        struct bot_options now =                                                                   \
            level_options(&(its_behind), &symbol##_warmth, &symbol##_risk, v, how);                \
        return (its_behind).choose(v, &now, luck, say);                                            \
    }                                                                                              \
    static struct search_thought *symbol##_begin(                                                  \
        const struct view *v, const struct bot_options *how, const struct chance *luck)            \
    {                                                                                              \
        struct bot_options now =                                                                   \
            level_options(&(its_behind), &symbol##_warmth, &symbol##_risk, v, how);                \
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
