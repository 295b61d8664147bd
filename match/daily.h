/* The luck of the day, which is the same for everybody. */
#ifndef CHARLATAN_MATCH_DAILY_H
#define CHARLATAN_MATCH_DAILY_H

#include <stdint.h>

#include "match/commit.h"

struct match;

enum { DAILY_DATE = 10 };

/* The date in UTC at this time, such as 2026-11-16. */
void daily_date(int64_t ms, char date[DAILY_DATE + 1]);
/* The luck of a game on a day, which anybody can compute. */
void daily_seed(const char *game, const char *date, uint8_t seed[32], uint8_t salt[COMMIT_SALT]);
/* Whether the match has the luck of the day on which it was founded. */
int match_is_daily(const struct match *m, char date[DAILY_DATE + 1]);

#endif
