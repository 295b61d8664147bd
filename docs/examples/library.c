/* A game of Arcane Alley by libcharlatan: seat 0 takes the first legal action, a bot has the other
 * seats. Prints every action and the result.
 *
 * Build it with: cc library.c $(pkg-config --cflags --libs charlatan) */
#include <charlatan.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int code, const charlatan_error *error)
{
    if (code == CHARLATAN_FINE)
        return;
    fprintf(stderr, "%s: %s\n", error->name, error->message);
    exit(1);
}

int main(void)
{
    charlatan_error error;
    charlatan_game *game;
    charlatan_state *state;
    charlatan_bot *bot;
    check(charlatan_game_open("arcane", 3, "{\"market\":true}", &game, &error), &error);
    check(charlatan_state_new(game, 42, &state, &error), &error);
    check(charlatan_bot_open(game, "greedy", &bot, &error), &error);
    while (!charlatan_state_is_over(state)) {
        int seat = charlatan_state_seat(state), action;
        int32_t legal[64];
        size_t n;
        char name[CHARLATAN_NAME];
        check(charlatan_state_legal(state, seat, legal, &n, &error), &error);
        action = legal[0];
        if (seat != 0)
            check(charlatan_bot_choose(bot, state, seat, 1, &action, &error), &error);
        check(charlatan_state_action_name(state, seat, action, name, &error), &error);
        printf("%d %s\n", seat, name);
        check(charlatan_state_apply(state, seat, action, &error), &error);
    }
    int32_t scores[CHARLATAN_MOST_SEATS];
    check(charlatan_state_scores(state, scores, CHARLATAN_MOST_SEATS, &error), &error);
    for (int seat = 0; seat < charlatan_state_players(state); seat++)
        printf("seat %d: %d gold\n", seat, (int)scores[seat]);
    charlatan_bot_free(bot);
    charlatan_state_free(state);
    charlatan_game_free(game);
    return 0;
}
