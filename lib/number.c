/* One number for every action of a game: the kind of question and the answer to it. */
#include "lib/inside.h"

enum { ANSWERS = 64, QUESTIONS = 64 };

int lib_actions(const struct game *g)
{
    (void)g;
    return QUESTIONS * ANSWERS;
}

int lib_action_of(const struct game *g, const void *state, int seat, int answer)
{
    return g->question(state, seat) * ANSWERS + answer;
}

int lib_answer_of(const struct game *g, const void *state, int seat, int action)
{
    return action >= 0 && action / ANSWERS == g->question(state, seat) ? action % ANSWERS : -1;
}

/* The name does not depend on a position: the question's kind, and the number of the answer. */
int charlatan_game_action_text(const charlatan_game *game, int action, char name[CHARLATAN_NAME],
                               charlatan_error *error)
{
    struct refusal why;
    int code = lib_game(game, error);
    if (code || !name)
        return code ? code : lib_missing(error, "name");
    int most = lib_actions(game->json->game) - 1;
    if (action < 0 || action > most) {
        because(&why, ROW(action_not_there), action, most);
        return lib_refuse(error, CODE_ILLEGAL_ACTION, &why);
    }
    struct text t = text_in(name, CHARLATAN_NAME);
    text_number(&t, action / ANSWERS);
    text_add(&t, ":");
    text_number(&t, action % ANSWERS);
    return lib_fine(error);
}
