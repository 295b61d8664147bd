/* The library's games: opened by name with a number of players and options. */
#include "lib/inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "engine/version.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* A constant; never freed. */
const char *charlatan_version(void)
{
    return CHARLATAN_VERSION;
}

void charlatan_text_free(char *text)
{
    free(text);
}

/* The template game has no observations. It can be opened, but it is not listed. */
const char *charlatan_game_name_at(int index)
{
    for (int i = 0; index >= 0 && game_json_at(i); i++)
        if (game_json_at(i)->game->observer && index-- == 0)
            return game_json_at(i)->game->name;
    return NULL;
}

/* For the sentence of a refusal. Cut off at the end of the buffer. Returns buf. */
static char *listed_names(char buf[GAME_NAMES])
{
    int n = 0;
    for (int i = 0; charlatan_game_name_at(i) && n < GAME_NAMES; i++)
        n += snprintf(buf + n, (size_t)(GAME_NAMES - n), "%s%s", i ? ", " : "",
                      charlatan_game_name_at(i));
    return buf;
}

/* 0, or the code. Names that are not listed, such as the template's, are accepted, too. */
static int check_game(const char *name, int players, charlatan_error *error)
{
    const struct game_json *json = game_json_by_name(name);
    struct refusal why;
    char names[GAME_NAMES];
    if (!json) {
        because(&why, ROW(game_not_there), name, listed_names(names));
        return lib_refuse(error, CODE_BAD_OPTION, &why);
    }
    if (players >= json->game->min_players && players <= json->game->max_players)
        return 0;
    because(&why, ROW(players_wrong), json->game->min_players, json->game->max_players);
    return lib_refuse(error, CODE_BAD_OPTION, &why);
}

/* The options are kept as one text, so that a saved game can be begun again. Returns 0 or a code;
 * the caller frees the game on failure, and with it the text. */
static int read_options(charlatan_game *game, const char *options, charlatan_error *error)
{
    struct refusal why;
    json_t *root = lib_parse(options, strlen(options), error);
    if (!root)
        return CHARLATAN_BAD_JSON;
    int code = game->json->read_options(game->start, root, &why) < 0
                   ? lib_refuse(error, CODE_BAD_OPTION, &why)
                   : 0;
    game->options = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    return code || game->options ? code : lib_no_memory(error);
}

/* The handle is complete or not there at all: on failure *game is NULL. */
int charlatan_game_open(const char *name, int players, const char *options, charlatan_game **game,
                        charlatan_error *error)
{
    if (!name || !game)
        return lib_missing(error, name ? "game" : "name");
    *game = NULL;
    int code = check_game(name, players, error);
    charlatan_game *made = code ? NULL : calloc(1, sizeof *made);
    if (!made)
        return code ? code : lib_no_memory(error);
    made->kind = HANDLE_GAME;
    made->players = players;
    made->json = game_json_by_name(name);
    made->json->game->init(made->start, players);
    code = options ? read_options(made, options, error) : lib_fine(error);
    if (code)
        charlatan_game_free(made);
    else
        *game = made;
    return code;
}

void charlatan_game_free(charlatan_game *game)
{
    if (lib_game(game, NULL))
        return;
    game->kind = 0;
    free(game->options);
    free(game);
}

/* A new handle that the caller frees. It is opened from the options that the state has now, so it
 * does not need the game the state came from. */
int charlatan_state_game(const charlatan_state *state, charlatan_game **game,
                         charlatan_error *error)
{
    struct writer w = {0};
    char *options;
    int code = lib_state(state, error);
    if (code || !game)
        return code ? code : lib_missing(error, "game");
    state->now.json->write_options(state->now.state, &w);
    code = lib_give_text(&w, &options, error);
    if (code)
        return code;
    code = charlatan_game_open(state->now.game->name, charlatan_state_players(state), options, game,
                               error);
    charlatan_text_free(options);
    return code;
}

/* ---- what is known of a game ---- */

const char *charlatan_game_name(const charlatan_game *game)
{
    return lib_game(game, NULL) ? NULL : game->json->game->name;
}

const char *charlatan_game_title(const charlatan_game *game)
{
    return lib_game(game, NULL) ? NULL : game->json->game->title;
}

int charlatan_game_players(const charlatan_game *game)
{
    return lib_game(game, NULL) ? -1 : game->players;
}

int charlatan_game_least_players(const charlatan_game *game)
{
    return lib_game(game, NULL) ? -1 : game->json->game->min_players;
}

int charlatan_game_most_players(const charlatan_game *game)
{
    return lib_game(game, NULL) ? -1 : game->json->game->max_players;
}

/* Depends on the options, such as the number of rounds, and holds for every course of such a
 * game. */
uint32_t charlatan_game_most_moves(const charlatan_game *game)
{
    return lib_game(game, NULL) ? 0 : game->json->game->most_actions(game->start);
}

/* Written from the state before begin(), so options that were not given have their values, too. */
int charlatan_game_options(const charlatan_game *game, char **text, charlatan_error *error)
{
    struct writer w = {0};
    int code = lib_game(game, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    game->json->write_options(game->start, &w);
    return lib_give_text(&w, text, error);
}
