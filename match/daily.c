/* The deal of the day: luck that is the same for everybody who plays a game on one day. Its seed is
 * computed from the name of the game and the date (docs/fairness.md), so it is no secret. */
#include "match/daily.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "match/match.h"
#include "engine/port.h"

/* In UTC, so the day begins at the same moment for everybody. */
void daily_date(int64_t ms, char date[DAILY_DATE + 1])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm day;
    MUST(gmtime_r(&seconds, &day) && strftime(date, DAILY_DATE + 1, "%Y-%m-%d", &day));
}

void daily_seed(const char *game, const char *date, uint8_t seed[32], uint8_t salt[COMMIT_SALT])
{
    char text[80];
    uint8_t hash[32 + COMMIT_SALT];
    int n = snprintf(text, sizeof text, "charlatan daily 1 %s %s", game, date);
    MUST(n > 0 && n < (int)sizeof text);
    crypto_generichash(hash, sizeof hash, (const uint8_t *)text, (size_t)n, NULL, 0);
    memcpy(seed, hash, 32);
    memcpy(salt, hash + 32, COMMIT_SALT);
}

/* Told by the seed alone: the date is that of the founding. A table that was founded with another
 * seed is not one, whatever its name. */
int match_is_daily(const struct match *m, char date[DAILY_DATE + 1])
{
    uint8_t seed[32], salt[COMMIT_SALT];
    daily_date(m->created, date);
    daily_seed(m->session.game->name, date, seed, salt);
    return memcmp(seed, m->seed, sizeof seed) == 0;
}
