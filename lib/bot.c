/* Bots, odds and hints of the library. All of them get the view of a seat, never the state. */
#include "lib/inside.h"

#include <stdlib.h>

#include "advice/advice.h"
#include "advice/odds.h"
#include "review/hint.h"
#include "wire/game.h"
#include "wire/refuse.h"
#include "wire/write.h"

int charlatan_bot_names(const charlatan_game *game, char **text, charlatan_error *error)
{
    char names[BOT_NAMES];
    int code = lib_game(game, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    *text = strdup(bot_names(game->json->game, names));
    return *text ? lib_fine(error) : lib_no_memory(error);
}

/* A bot whose time is not limited in its name gets a number of iterations instead (bot_named), so
 * that its answers do not depend on the machine. */
int charlatan_bot_open(const charlatan_game *game, const char *name, charlatan_bot **bot,
                       charlatan_error *error)
{
    struct refusal why;
    struct seated_bot seated;
    int code = lib_game(game, error);
    if (code || !name || !bot)
        return code ? code : lib_missing(error, name ? "bot" : "name");
    *bot = NULL;
    if (bot_named(&seated, name, game->json->game, &why) < 0)
        return lib_refuse(error, CODE_BAD_OPTION, &why);
    *bot = calloc(1, sizeof **bot);
    if (!*bot)
        return lib_no_memory(error);
    **bot = (struct charlatan_bot){HANDLE_BOT, game->json->game, seated, NULL, NULL};
    return lib_fine(error);
}

void charlatan_bot_free(charlatan_bot *bot)
{
    if (!bot || bot->kind != HANDLE_BOT)
        return;
    bot->kind = 0;
    free(bot);
}

/* Takes effect with the next call. Must not run at the same time as a call that uses the bot. */
void charlatan_bot_watch(charlatan_bot *bot, charlatan_stop stop, void *with)
{
    if (!bot || bot->kind != HANDLE_BOT)
        return;
    bot->stop = stop;
    bot->with = with;
}

/* The bot for one call, whose watch is that call's own: a stop of one thread must not hurry a call
 * of another. `watch` must live as long as the call. */
static struct seated_bot watched(const charlatan_bot *bot, struct bot_watch *watch)
{
    struct seated_bot one = bot->bot;
    *watch = (struct bot_watch){.stop = bot->stop, .with = bot->with};
    one.how.watch = watch;
    return one;
}

/* 0, or the code: the handle first, then the seat, which must be asked, then the game. */
static int bot_can_play(const charlatan_bot *bot, const charlatan_state *state, int seat,
                        charlatan_error *error)
{
    struct refusal why;
    if (bot && bot->kind == HANDLE_BOT) {
        int code = lib_asked(state, seat, error);
        if (code || bot->game == state->now.game)
            return code;
        return lib_refuse_row(error, &refusal_bot_of_other_game);
    }
    because(&why, ROW(handle_wrong), "bot");
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}

/* The luck is a stream of its own from `seed`, never the game's: asking a bot does not change what
 * will happen. */
int charlatan_bot_choose(const charlatan_bot *bot, const charlatan_state *state, int seat,
                         uint64_t seed, int *action, charlatan_error *error)
{
    struct view view;
    struct chance luck;
    struct bot_watch watch;
    int code = bot_can_play(bot, state, seat, error);
    if (code || !action)
        return code ? code : lib_missing(error, "action");
    view_take(&view, bot->game, state->now.state, seat);
    chance_seed_number(&luck, seed);
    struct seated_bot one = watched(bot, &watch);
    int answer = bot_choose(&one, &view, &luck, NULL);
    *action = lib_action_of(bot->game, state->now.state, seat, answer);
    return lib_fine(error);
}

/* The same answer as charlatan_bot_choose with that seed; being asked for reasons costs some bots
 * much more time. */
int charlatan_bot_advise(const charlatan_bot *bot, const charlatan_state *state, int seat,
                         uint64_t seed, char **text, charlatan_error *error)
{
    struct writer w = {0};
    struct view view;
    /* `watch` must outlive it: the bot points there. */
    struct asked_bot asked;
    struct bot_watch watch;
    int code = bot_can_play(bot, state, seat, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    view_take(&view, bot->game, state->now.state, seat);
    asked.bot = watched(bot, &watch);
    chance_seed_number(&asked.luck, seed);
    write_begin(&w, '{');
    write_suggestion(&w, &view, &asked);
    write_end(&w, '}');
    return lib_give_text(&w, text, error);
}

/* Any seat may ask, also one that is not to move. If there are none, what was written so far is
 * dropped. */
int charlatan_state_odds(const charlatan_state *state, int seat, char **text,
                         charlatan_error *error)
{
    struct writer w = {0};
    struct view view;
    struct refusal why;
    int code = lib_seat(state, seat, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    view_take(&view, state->now.game, state->now.state, seat);
    if (odds_write(&view, &w, &why) == 0)
        return lib_give_text(&w, text, error);
    writer_free(&w);
    return lib_refuse(error, CODE_NO_ODDS, &why);
}

/* Hints take no seed: they are exact, or use a fixed one, so the same view gives the same hint. */
int charlatan_state_hint(const charlatan_state *state, int seat, char **text,
                         charlatan_error *error)
{
    struct writer w = {0};
    struct view view;
    int code = lib_asked(state, seat, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    view_take(&view, state->now.game, state->now.state, seat);
    write_begin(&w, '{');
    write_hint(&w, &view, 0);
    write_end(&w, '}');
    return lib_give_text(&w, text, error);
}
