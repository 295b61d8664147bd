/* The parts of quacks_value: games to learn from, the fit, and the file of rows. */
#ifndef CHARLATAN_LEARN_QUACKS_VALUE_H
#define CHARLATAN_LEARN_QUACKS_VALUE_H

#include "bots/odds/quacks_value.h"

/* The settings of a run, written key=number: the rows of settings.def. */
struct learn_settings {
#define SETTING(key, usual, text) double key;
#include "learn/settings.def"
#undef SETTING
};

/* ---- games (quacks_games.c) ---- */

/* What a seat had after a turn: the numbers of struct value_holding, small, as files hold thousands
 * of games. */
struct learn_seat {
    uint8_t chip[CHIP_COUNT], rubies, droplet, tube, flask, rival[2];
    int16_t points;
};

/* `turns` counts the entries of `at`: all turns but the last, whose end is `final`. Written to
 * files as it is in memory. */
struct learn_game {
    uint8_t players, tubes, book[COLOUR_COUNT], turns;
    int16_t final[QUACKS_SEATS];
    struct learn_seat at[TURNS][QUACKS_SEATS];
};

/* Plays `n` games of a sweep. `rows` is NULL for rules of thumb. The same settings give the same
 * games, whatever the number of threads. */
void games_play(const struct learn_settings *set, const struct worth_rows *rows, int sweep,
                struct learn_game *games, int64_t n);

/* One deal of a match: the share of the win and the mean lead of the seat that differs, both means
 * over all seatings. */
struct learn_dealt {
    double share, lead;
};

/* Plays `n` deals in all seatings of one seat with rows[1] among others with rows[0]. */
void games_match(const struct learn_settings *set, const struct worth_rows rows[2],
                 struct learn_dealt *dealt, int64_t n);

/* ---- the fit (quacks_fit.c) ---- */

/* Fits the rows backwards, from turn 8 to turn 1. Inputs that are hardly seen lean on `toward`,
 * which must not be `rows`. */
void fit_rows(const struct learn_settings *set, const struct value_rows *toward,
              const struct learn_game *games, int64_t n, struct value_rows *rows);
/* The part of the final leads' variance that the value at the end of a turn explains; with `rows`
 * NULL, that the points alone explain. */
double fit_explains(const struct value_rows *rows, const struct learn_game *games, int64_t n,
                    int turn);

/* ---- the file (quacks_rows.c) ---- */

/* Both return 0, or -1 if the file cannot be opened, or written to its end. Reading fills all of
 * `rows`; what the file lacks is 0. */
int rows_write(const char *path, const struct value_rows *rows);
int rows_read(const char *path, struct value_rows *rows);

#endif
