/* The register of bots: one line for each, in the order they are listed to players. */
#include "bots/bot.h"
#include "engine/text.h"

static const struct bot *const *all_bots(int *n)
{
    static const struct bot *const bots[] = {
        &random_bot,
    };
    *n = (int)(sizeof bots / sizeof bots[0]);
    return bots;
}

int bots_count(void)
{
    int n;
    all_bots(&n);
    return n;
}

const struct bot *bots_at(int index)
{
    int n;
    const struct bot *const *bots = all_bots(&n);
    MUST(index >= 0 && index < n);
    return bots[index];
}

const struct bot *bot_by_name(const char *name)
{
    for (int i = 0; i < bots_count(); i++)
        if (text_same(bots_at(i)->name, name))
            return bots_at(i);
    return NULL;
}
