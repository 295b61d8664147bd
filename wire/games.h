/* The games there are (games.def), found by number and by name. */
#ifndef CHARLATAN_WIRE_GAMES_H
#define CHARLATAN_WIRE_GAMES_H

#include <jansson.h>

struct game;
struct game_json;
struct refusal;

#define GAME(x)                                                                                    \
    extern const struct game x##_game;                                                             \
    extern const struct game_json x##_json;
#include "games/games.def"

/* The games in alphabetical order; NULL after the last. */
const struct game_json *game_json_at(int index);
/* The game of this name, exactly; NULL if there is none. Capital letters matter. */
const struct game_json *game_json_by_name(const char *name);

enum { GAME_NAMES = 80 };
/* Writes all names, separated by commas. Returns buf. */
char *game_json_names(char buf[GAME_NAMES]);
/* Finds a game by a name in JSON. Returns NULL with the refusal, which names the place. */
const struct game_json *game_json_read(const json_t *name, const char *place, struct refusal *why);

#endif
