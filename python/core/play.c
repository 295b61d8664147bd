/* Plays whole games of bots without Python's lock. Games and bots draw their luck as in a batch. */
#include "python/core/inside.h"

/* One call of play(). The arrays are the caller's buffers, held until it returns; games are their
 * rows. */
struct py_series {
    const charlatan_game *game;
    const charlatan_bot *bot[CHARLATAN_MOST_SEATS];
    uint64_t seed, first;
    int players;
    size_t games;
    double *returns;
    int32_t *scores;
    int32_t *moves;
};

/* One game, to its end or until the call must end, which is no error: whoever ends it does not use
 * the results. Bots' seeds are those of lib/charlatan.h, so a game can be played again by hand.
 * Returns a code. */
static int play_one(const struct py_series *s, uint64_t seed, charlatan_state *state,
                    charlatan_error *error)
{
    /* core_poll between moves: rules of thumb answer too fast to ask it themselves. */
    for (uint64_t n = 0; !charlatan_state_is_over(state) && !core_poll(NULL); n++) {
        int seat = charlatan_state_seat(state), action;
        int code = charlatan_bot_choose(s->bot[seat], state, seat, charlatan_seed_of(seed, n, 0),
                                        &action, error);
        if (!code)
            code = charlatan_state_apply(state, seat, action, error);
        if (code)
            return code;
    }
    return 0;
}

/* Game `first` + i of the series, into row i. Numbers go on through several calls, so that threads
 * can share a series without changing its games. */
static int play_at(const struct py_series *s, size_t i, charlatan_error *error)
{
    uint64_t seed = charlatan_seed_of(s->seed, s->first + i, 0);
    size_t players = (size_t)s->players;
    charlatan_state *state;
    int code = charlatan_state_new(s->game, seed, &state, error);
    if (code)
        return code;
    code = play_one(s, seed, state, error);
    if (!code)
        code = charlatan_state_returns(state, s->returns + i * players, players, error);
    if (!code)
        code = charlatan_state_scores(state, s->scores + i * players, players, error);
    /* Also after a refusal, where nobody reads it. */
    s->moves[i] = (int32_t)charlatan_state_moves(state);
    charlatan_state_free(state);
    return code;
}

/* Stops at the first game that fails. Returns its code. */
static int play_all(const struct py_series *s, charlatan_error *error)
{
    int code = 0;
    for (size_t i = 0; i < s->games && !code && !core_poll(NULL); i++)
        code = play_at(s, i, error);
    return code;
}

/* One Bot for each player, borrowed from the tuple, which the caller holds. 0, or -1 after raising.
 * A bot of another game is refused when it is asked. */
static int take_bots(struct core *core, struct py_series *s, PyObject *bots)
{
    /* A tuple cannot change while the lock is let go. */
    if (PyTuple_Size(bots) != s->players) {
        core_refuse(core, "bots", "one bot for each player is needed");
        return -1;
    }
    for (int i = 0; i < s->players; i++) {
        PyObject *bot = PyTuple_GetItem(bots, i);
        if (Py_TYPE(bot) != core->bot) {
            PyErr_SetString(PyExc_TypeError, "bots must be a tuple of Bot");
            return -1;
        }
        s->bot[i] = ((struct py_bot *)bot)->bot;
    }
    return 0;
}

/* Plays into the buffers returns, scores and moves; the last says how many games. Another thread
 * ends it by a byte in the fourth. All buffers are released in any case: a buffer of zeros may be,
 * too. */
static PyObject *play_into(struct core *core, struct py_series *s, PyObject *const buffers[4])
{
    charlatan_error error;
    Py_buffer returns = {0}, scores = {0}, moves = {0}, stop = {0};
    struct py_call waiting;
    int code = -1;
    /* Bytes have a size as well; core_buffer refuses what is not an array of numbers. */
    Py_ssize_t games = PyObject_Size(buffers[2]);
    /* Each buffer must fit the number of games and players exactly; the first that does not
     * raises. */
    if (games >= 0 && !core_buffer(core, buffers[2], "moves", games, 4, "il", 1, &moves) &&
        !core_buffer(core, buffers[0], "returns", games * s->players, 8, "d", 1, &returns) &&
        !core_buffer(core, buffers[1], "scores", games * s->players, 4, "il", 1, &scores) &&
        !core_buffer(core, buffers[3], "stop", 1, 1, "B", 1, &stop)) {
        /* Written without the lock; the buffers are held, so they cannot move. */
        s->returns = returns.buf, s->scores = scores.buf, s->moves = moves.buf;
        s->games = (size_t)games;
        /* `stop` is read without the lock: a single byte that only ever becomes 1. */
        core_let_go(&waiting, stop.buf);
        code = play_all(s, &error);
        /* An exception from a signal goes before a refusal. */
        if (core_take_back(&waiting))
            code = -1;
        else if (code)
            core_raise(core, &error);
    }
    PyBuffer_Release(&returns);
    PyBuffer_Release(&scores);
    PyBuffer_Release(&moves);
    PyBuffer_Release(&stop);
    return code ? NULL : Py_NewRef(Py_None);
}

/* Game and bots stay alive through the arguments' tuple while the lock is let go. */
PyObject *core_play(PyObject *module, PyObject *arguments)
{
    struct core *core = PyModule_GetState(module);
    struct py_series s = {.players = 0};
    /* All borrowed from `arguments`. */
    PyObject *game, *bots, *seed, *first, *buffers[4];
    if (!PyArg_ParseTuple(arguments, "O!O!OOOOOO", core->game, &game, &PyTuple_Type, &bots, &seed,
                          &first, &buffers[0], &buffers[1], &buffers[2], &buffers[3]) ||
        core_seed(core, seed, &s.seed) || core_seed(core, first, &s.first))
        return NULL;
    s.game = ((struct py_game *)game)->game;
    s.players = charlatan_game_players(s.game);
    return take_bots(core, &s, bots) ? NULL : play_into(core, &s, buffers);
}
