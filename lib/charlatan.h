/* The public header of libcharlatan: both games, their bots, odds and records for other programs
 * (docs/library.md).
 *
 * Handles are opaque. A function that can fail returns 0 or one of the codes below, and puts a
 * sentence into a charlatan_error of the caller's, which may be NULL. A failed call changes
 * nothing. NULL handles, wrong seats and unreadable texts are refused, never fatal.
 *
 * Threads: different handles may be used by different threads at once. Several threads may use one
 * handle at once only through functions that take it as const. Other numbers of the rules and
 * the GPU driver are kept for the whole process, for all threads.
 *
 * Texts that the library returns through a char ** end with a NUL and belong to the caller:
 * charlatan_text_free. Seats are counted from 0. An action is a number from 0 to
 * charlatan_game_actions() - 1; it means the same in every position of a game. */
#ifndef CHARLATAN_H
#define CHARLATAN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CHARLATAN_API __attribute__((visibility("default")))
#else
#define CHARLATAN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- errors ---- */

enum charlatan_code {
    CHARLATAN_FINE = 0,
    /* A text is not JSON. */
    CHARLATAN_BAD_JSON = 1,
    /* An argument is missing or out of range. */
    CHARLATAN_BAD_REQUEST = 2,
    /* An option of a game, a bot or a batch is wrong. */
    CHARLATAN_BAD_OPTION = 3,
    /* A state that was to be read is not one. */
    CHARLATAN_BAD_STATE = 4,
    CHARLATAN_GAME_OVER = 5,
    /* That seat is not asked anything now. */
    CHARLATAN_NOT_YOUR_DECISION = 6,
    CHARLATAN_ILLEGAL_ACTION = 7,
    /* A forced outcome cannot happen. */
    CHARLATAN_IMPOSSIBLE_CHANCE = 8,
    /* A record is unreadable, or not the game it claims to be. */
    CHARLATAN_BAD_RECORD = 9,
    /* This position has no odds. */
    CHARLATAN_NO_ODDS = 10,
    CHARLATAN_NO_MEMORY = 11,
    CHARLATAN_OTHER = 12
};

enum {
    CHARLATAN_MOST_SEATS = 6,
    /* Room for the name of an action with its NUL, and for a sentence. */
    CHARLATAN_NAME = 96,
    CHARLATAN_SENTENCE = 240,
    CHARLATAN_SEED = 32
};

/* Viewers that are no seat: a spectator sees what everybody sees, a referee sees everything. */
enum { CHARLATAN_SPECTATOR = -1, CHARLATAN_REFEREE = -2 };

/* What went wrong. `name` is the code's name in the protocol, such as "illegal-action"; `reason`
 * names the exact sentence; `rule` is the id of the rule that refuses, or "". */
typedef struct charlatan_error {
    int code;
    char name[28];
    char reason[48];
    char rule[24];
    char message[CHARLATAN_SENTENCE];
} charlatan_error;

typedef struct charlatan_game charlatan_game;
typedef struct charlatan_state charlatan_state;
typedef struct charlatan_bot charlatan_bot;

/* Asked while bots think. Not 0: they answer with the best they have so far. */
typedef int (*charlatan_stop)(void *with);

/* "0.2.0" */
CHARLATAN_API const char *charlatan_version(void);
/* Frees a text that the library returned through a char **. NULL is allowed. Texts must not be
 * freed by another C library's free(). */
CHARLATAN_API void charlatan_text_free(char *text);

/* ---- games ---- */

/* The name of a game; NULL after the last. "null", the template of games, can be opened as well. */
CHARLATAN_API const char *charlatan_game_name_at(int index);

/* A game with its options for so many players. `options` is a JSON object as in the protocol's
 * `new`; NULL: the usual ones. States and bots made from it stay valid when it is freed. */
CHARLATAN_API int charlatan_game_open(const char *name, int players, const char *options,
                                      charlatan_game **game, charlatan_error *error);
/* All free functions ignore NULL and handles of another kind. A handle must not be in use by
 * another thread, and must not be used again. */
CHARLATAN_API void charlatan_game_free(charlatan_game *game);

/* For a NULL game: NULL for texts, -1 for players and actions, 0 for the other numbers. The texts
 * are constants of the library and are not freed. */
CHARLATAN_API const char *charlatan_game_name(const charlatan_game *game);
CHARLATAN_API const char *charlatan_game_title(const charlatan_game *game);
CHARLATAN_API int charlatan_game_players(const charlatan_game *game);
CHARLATAN_API int charlatan_game_least_players(const charlatan_game *game);
CHARLATAN_API int charlatan_game_most_players(const charlatan_game *game);
/* No game with these options takes more actions than this. */
CHARLATAN_API uint32_t charlatan_game_most_moves(const charlatan_game *game);
/* How many actions are numbered; the same for all options. */
CHARLATAN_API int charlatan_game_actions(const charlatan_game *game);
/* A name of the action that is the same in every position, such as "act: play dragons-egg". */
CHARLATAN_API int charlatan_game_action_text(const charlatan_game *game, int action,
                                             char name[CHARLATAN_NAME], charlatan_error *error);
/* Observations: what a seat knows as `cells` numbers from 0 to 255 (dense), and as the numbers of
 * those of `inputs` yes-or-no inputs that are yes, at most `most_inputs` at once (sparse). The
 * sizes are the same for all options and players; they are 0 for a game without observations. The
 * hash changes when cells, inputs or actions get another meaning. */
CHARLATAN_API int charlatan_game_cells(const charlatan_game *game);
CHARLATAN_API int charlatan_game_inputs(const charlatan_game *game);
CHARLATAN_API int charlatan_game_most_inputs(const charlatan_game *game);
CHARLATAN_API uint64_t charlatan_game_observation_hash(const charlatan_game *game);
/* Names such as "seat2.cell.5" and "seat2.cell.5=dragons-egg". */
CHARLATAN_API int charlatan_game_cell_text(const charlatan_game *game, int cell,
                                           char name[CHARLATAN_NAME], charlatan_error *error);
CHARLATAN_API int charlatan_game_input_text(const charlatan_game *game, int input,
                                            char name[CHARLATAN_NAME], charlatan_error *error);
/* What the cells mean, as the JSON list `rows` of `charlatan rules --observations --json`. Cell k
 * of block b is number at + b * stride + k. */
CHARLATAN_API int charlatan_game_observation_rows(const charlatan_game *game, char **text,
                                                  charlatan_error *error);
/* All options with their values, as a JSON object. */
CHARLATAN_API int charlatan_game_options(const charlatan_game *game, char **text,
                                         charlatan_error *error);

/* ---- states ---- */

/* Begins a game whose luck comes from a number: the seed that `new` in the protocol makes of it. */
CHARLATAN_API int charlatan_state_new(const charlatan_game *game, uint64_t seed,
                                      charlatan_state **state, charlatan_error *error);
/* The same with a seed of 32 bytes, and with the outcomes of the beginning as a JSON list in the
 * form of `force`, or NULL. Outcomes that are not listed come from the seed. */
CHARLATAN_API int charlatan_state_new_forced(const charlatan_game *game,
                                             const uint8_t seed[CHARLATAN_SEED], const char *chance,
                                             charlatan_state **state, charlatan_error *error);
CHARLATAN_API int charlatan_state_clone(const charlatan_state *from, charlatan_state **state,
                                        charlatan_error *error);
/* Also frees what the state remembers of its past. Clones stay valid. */
CHARLATAN_API void charlatan_state_free(charlatan_state *state);
/* What comes from now on is decided by another seed. The state forgets its past: it then counts as
 * a position, with charlatan_state_moves() 0, and has no record. */
CHARLATAN_API int charlatan_state_reseed(charlatan_state *state, uint64_t seed,
                                         charlatan_error *error);

/* A game with the state's players and options. */
CHARLATAN_API int charlatan_state_game(const charlatan_state *state, charlatan_game **game,
                                       charlatan_error *error);

/* These return -1, or 0 for sets and hashes, if `state` is NULL. */
CHARLATAN_API int charlatan_state_players(const charlatan_state *state);
/* The seats that must decide now, a set of bits. 0: the game is over. */
CHARLATAN_API uint32_t charlatan_state_active(const charlatan_state *state);
/* The lowest of them, or -1 if the game is over. */
CHARLATAN_API int charlatan_state_seat(const charlatan_state *state);
/* 1 if nobody has to decide any more, 0 while the game goes on. */
CHARLATAN_API int charlatan_state_is_over(const charlatan_state *state);
/* A set of seats; 0 while the game goes on. */
CHARLATAN_API uint32_t charlatan_state_winners(const charlatan_state *state);
/* How many actions were applied since the state was begun or read. A loaded state counts from its
 * own beginning. */
CHARLATAN_API uint32_t charlatan_state_moves(const charlatan_state *state);
/* The protocol's state_hash. */
CHARLATAN_API uint64_t charlatan_state_hash(const charlatan_state *state);
/* 1 if the positions are the same, byte for byte; their luck may differ. 0 if not, also for states
 * of different games; -1 if a handle is wrong. */
CHARLATAN_API int charlatan_state_same(const charlatan_state *a, const charlatan_state *b);

/* One number a seat; `n` is the room of the array. The score so far; and what the game returns: 0
 * while it goes on; then 1 for a sole winner and -1/(players-1) for the others. Winners who tie
 * share; the sum is always 0. */
CHARLATAN_API int charlatan_state_scores(const charlatan_state *state, int32_t *scores, size_t n,
                                         charlatan_error *error);
CHARLATAN_API int charlatan_state_returns(const charlatan_state *state, double *returns, size_t n,
                                          charlatan_error *error);

/* The legal actions of a seat, ascending; `n` gets their number. At most 64 are legal at once. A
 * seat that is not asked has none. */
CHARLATAN_API int charlatan_state_legal(const charlatan_state *state, int seat, int32_t actions[64],
                                        size_t *n, charlatan_error *error);
/* The same as charlatan_game_actions() bytes of 0 and 1. */
CHARLATAN_API int charlatan_state_mask(const charlatan_state *state, int seat, uint8_t *mask,
                                       size_t room, charlatan_error *error);

/* Applies a legal action of a seat that is asked. A refused action leaves state and luck as they
 * were. */
CHARLATAN_API int charlatan_state_apply(charlatan_state *state, int seat, int action,
                                        charlatan_error *error);
/* `chance` lists outcomes of this action in the form of `force`; each must happen. What is not
 * listed comes from the seed. NULL: as charlatan_state_apply. */
CHARLATAN_API int charlatan_state_apply_forced(charlatan_state *state, int seat, int action,
                                               const char *chance, charlatan_error *error);
/* The protocol's name of a legal action, such as "play 3 haunted-doll", and back. A name that is
 * not legal is refused with the reason and its rule. */
CHARLATAN_API int charlatan_state_action_name(const charlatan_state *state, int seat, int action,
                                              char name[CHARLATAN_NAME], charlatan_error *error);
CHARLATAN_API int charlatan_state_action_named(const charlatan_state *state, int seat,
                                               const char *name, int *action,
                                               charlatan_error *error);
/* The kind of the question that a seat is asked, such as "act"; and the question as a sentence. */
CHARLATAN_API int charlatan_state_question_kind(const charlatan_state *state, int seat,
                                                char kind[CHARLATAN_NAME], charlatan_error *error);
CHARLATAN_API int charlatan_state_question_text(const charlatan_state *state, int seat,
                                                char text[CHARLATAN_SENTENCE],
                                                charlatan_error *error);

/* What a seat knows, dense and sparse. `room` is the room of the array. */
CHARLATAN_API int charlatan_state_observe(const charlatan_state *state, int seat, uint8_t *cells,
                                          size_t room, charlatan_error *error);
CHARLATAN_API int charlatan_state_inputs(const charlatan_state *state, int seat, uint16_t *inputs,
                                         size_t room, size_t *n, charlatan_error *error);
/* What a viewer may know, as the JSON of the protocol's `view`; the referee gets its `state`. */
CHARLATAN_API int charlatan_state_view(const charlatan_state *state, int viewer, char **text,
                                       charlatan_error *error);
/* The same for people: the board as `charlatan play --plain` prints it, in lines of at most 80
 * columns. A seat that is asked also gets its question and the legal actions, each behind its
 * number; after the end there is the final standing. `names`: one name a seat, or NULL. */
CHARLATAN_API int charlatan_state_board(const charlatan_state *state, int viewer,
                                        const char *const *names, char **text,
                                        charlatan_error *error);
/* What happened by move `n`, as a viewer may know it: a JSON list of events with their sentences.
 * Move 0 is the beginning, charlatan_state_moves() the last one. */
CHARLATAN_API int charlatan_state_events(const charlatan_state *state, uint32_t n, int viewer,
                                         char **text, charlatan_error *error);
/* The outcomes of chance of move `n` as a JSON list in the form of `force`. */
CHARLATAN_API int charlatan_state_chance(const charlatan_state *state, uint32_t n, char **text,
                                         charlatan_error *error);
/* A state that a seat may take for the true one: what it knows is kept, the rest is guessed. The
 * same view and seed give the same guess. It is a position without a past. */
CHARLATAN_API int charlatan_state_guess(const charlatan_state *from, int seat, uint64_t seed,
                                        charlatan_state **state, charlatan_error *error);
/* Reads the JSON of the protocol's `state`; its luck comes from the seed. It is a position without
 * a past: it can be played and saved, but has no record. */
CHARLATAN_API int charlatan_state_read(const char *text, uint64_t seed, charlatan_state **state,
                                       charlatan_error *error);
/* A state with its luck and its past as a text, and back. A text that is not what some game could
 * have come to is refused. */
CHARLATAN_API int charlatan_state_save(const charlatan_state *state, char **text,
                                       charlatan_error *error);
/* `n` is the length of the text in bytes; it need not end with a NUL. The moves are played again,
 * so loading takes as long as the game did. */
CHARLATAN_API int charlatan_state_load(const char *text, size_t n, charlatan_state **state,
                                       charlatan_error *error);

/* ---- bots, odds and hints: all are made from what the seat may know ---- */

/* The bots that play a game, separated by commas. */
CHARLATAN_API int charlatan_bot_names(const charlatan_game *game, char **text,
                                      charlatan_error *error);
/* `name` may have options: "search:iterations=200". */
CHARLATAN_API int charlatan_bot_open(const charlatan_game *game, const char *name,
                                     charlatan_bot **bot, charlatan_error *error);
/* No call that uses the bot may be under way. */
CHARLATAN_API void charlatan_bot_free(charlatan_bot *bot);
/* The same view and seed give the same action, unless the bot thinks for a time. */
CHARLATAN_API int charlatan_bot_choose(const charlatan_bot *bot, const charlatan_state *state,
                                       int seat, uint64_t seed, int *action,
                                       charlatan_error *error);
/* A bot that searches asks `stop` every few simulated games, in the thread that called it. NULL:
 * it asks nobody. */
CHARLATAN_API void charlatan_bot_watch(charlatan_bot *bot, charlatan_stop stop, void *with);
/* The action with the bot's reasons, as the JSON of the protocol's `suggest`. */
CHARLATAN_API int charlatan_bot_advise(const charlatan_bot *bot, const charlatan_state *state,
                                       int seat, uint64_t seed, char **text,
                                       charlatan_error *error);
/* The odds of the position for a seat, and a suggestion with the reasons for it, as JSON objects. A
 * hint needs a seat that is asked; odds do not. */
CHARLATAN_API int charlatan_state_odds(const charlatan_state *state, int seat, char **text,
                                       charlatan_error *error);
CHARLATAN_API int charlatan_state_hint(const charlatan_state *state, int seat, char **text,
                                       charlatan_error *error);

/* ---- records and rules ---- */

/* The record of a game from its beginning (docs/protocol.md). `names`: one name a seat, or NULL.
 * The record of a game that is not over has neither result nor seed. A game with forced outcomes is
 * written as a practice match, whose outcomes are given; if chance had a part in its last action,
 * the result is left out. */
CHARLATAN_API int charlatan_state_record(const charlatan_state *state, const char *const *names,
                                         char **text, charlatan_error *error);
/* Plays a record of n bytes again. If every line is right, `text` gets a JSON object that says what
 * was checked; otherwise the error's sentence names the line. */
CHARLATAN_API int charlatan_record_verify(const char *record, size_t n, char **text,
                                          charlatan_error *error);

/* The rules, rulings, questions and events of a game, as a JSON object of lists. */
CHARLATAN_API int charlatan_game_rules(const charlatan_game *game, char **text,
                                       charlatan_error *error);

/* ---- batches: many games of one kind, stepped by one call ---- */

typedef struct charlatan_batch charlatan_batch;

/* The caller's arrays, one entry a game. Those that are NULL are not written. */
typedef struct charlatan_arrays {
    /* sizeof(charlatan_arrays), so that the library knows which members there are. */
    size_t bytes;
    /* In: the action of the seat that was asked. A reset needs none. */
    const int32_t *actions;
    /* Out: the seat that is asked next. */
    int32_t *seats;
    /* Out: what that seat knows (games x cells), and 1 for each legal action (games x actions). */
    uint8_t *observations;
    uint8_t *masks;
    /* Out, games x seats: what each seat got from a game that has ended by this step, as in
     * charlatan_state_returns, and its score; else 0. */
    float *rewards;
    int32_t *scores;
    /* Out: 1 if a game has ended by this step. The next one has begun already. */
    uint8_t *dones;
    /* Out, games x cells, only where a game has ended by this step: what the seat that acted last
     * knows of its end. */
    uint8_t *finals;
} charlatan_arrays;

/* `spec` is a JSON object:
 *   {"game": "arcane", "seed": 1, "threads": 2, "tables": [
 *      {"count": 512, "players": 4, "options": {"market": true}, "bots": [null, "greedy"]}]}
 * Each table stands for `count` games that are set up alike. Where a bot sits, the batch plays for
 * it; one seat at least must have none. What is left out: seed 0, 1 thread, 1 game, the least
 * number of players, the usual options, no bots. */
CHARLATAN_API int charlatan_batch_open(const char *spec, charlatan_batch **batch,
                                       charlatan_error *error);
/* Waits for the batch's threads to end. The batch must not be in a call. */
CHARLATAN_API void charlatan_batch_free(charlatan_batch *batch);
/* All tables' games together; 0 if the handle is wrong. */
CHARLATAN_API size_t charlatan_batch_games(const charlatan_batch *batch);
/* The most players at a table, the numbers of an observation, and the actions of the game; -1 if
 * the handle is wrong. */
CHARLATAN_API int charlatan_batch_seats(const charlatan_batch *batch);
CHARLATAN_API int charlatan_batch_cells(const charlatan_batch *batch);
CHARLATAN_API int charlatan_batch_actions(const charlatan_batch *batch);
/* Begins all games, the first ones of their seeds again. Must be called before the first step. */
CHARLATAN_API int charlatan_batch_reset(charlatan_batch *batch, const charlatan_arrays *arrays,
                                        charlatan_error *error);
/* Takes an action of every game. If one is not legal, no game is stepped. The bytes written do not
 * depend on the number of threads. */
CHARLATAN_API int charlatan_batch_step(charlatan_batch *batch, const charlatan_arrays *arrays,
                                       charlatan_error *error);
/* Bots of a batch that search ask `stop`, in whichever thread plays them, until a call returned
 * something else than 0; from then on they all hurry until this function is called again. The
 * games go on. NULL: they ask nobody. */
CHARLATAN_API void charlatan_batch_watch(charlatan_batch *batch, charlatan_stop stop, void *with);
/* What a bot would answer in every game as the seat that is asked, one action a game. Game i is
 * charlatan_bot_choose with charlatan_seed_of(seed, i, 0), but the batch's `stop` is asked instead
 * of the bot's. No game changes. */
CHARLATAN_API int charlatan_batch_choose(charlatan_batch *batch, const charlatan_bot *bot,
                                         uint64_t seed, int32_t *actions, charlatan_error *error);
/* A copy of a game as it stands; what comes from now on is decided by the seed. */
CHARLATAN_API int charlatan_batch_state(const charlatan_batch *batch, size_t game, uint64_t seed,
                                        charlatan_state **state, charlatan_error *error);
/* Game `game` of a batch, played for the (played + 1)th time, is charlatan_state_new with this
 * seed. A bot that gives answer number n (counted from 0) of that game is charlatan_bot_choose with
 * charlatan_seed_of(the game's seed, n, 0). */
CHARLATAN_API uint64_t charlatan_seed_of(uint64_t seed, uint64_t game, uint64_t played);

/* ---- batches on a GPU: the same games, with all arrays in the GPU's memory ---- */

typedef struct charlatan_gpu charlatan_gpu;

/* The arrays, in the order of charlatan_arrays; then the legal actions as bits of a 64-bit word,
 * counted from the action that the next array has; then what the net of the game looks at
 * (learn/README.md): cells, points, and the number of the table of its outputs. */
enum {
    CHARLATAN_GPU_ACTIONS,
    CHARLATAN_GPU_SEATS,
    CHARLATAN_GPU_OBSERVATIONS,
    CHARLATAN_GPU_MASKS,
    CHARLATAN_GPU_REWARDS,
    CHARLATAN_GPU_SCORES,
    CHARLATAN_GPU_DONES,
    CHARLATAN_GPU_FINALS,
    CHARLATAN_GPU_LEGAL,
    CHARLATAN_GPU_FIRSTS,
    CHARLATAN_GPU_LOOKS,
    CHARLATAN_GPU_NOW,
    CHARLATAN_GPU_TABLES,
    CHARLATAN_GPU_ARRAYS
};

/* Where an array is: an address of the GPU, or of the processor if that plays the part. `kind` is
 * 'i', 'u' or 'f', `bytes` the size of a number, `stride` how many numbers rows are apart. */
typedef struct charlatan_gpu_array {
    void *at;
    int bytes, kind, dimensions;
    int64_t rows, columns, stride;
} charlatan_gpu_array;

/* How many GPUs there are. 0: `why`, if not NULL, gets the reason, a sentence. */
CHARLATAN_API int charlatan_gpu_cards(const char **why);
/* `spec` as for charlatan_batch_open; bots may be random and greedy. `card` counts from 0; -1: the
 * kernels run on the processor. `wants` is a set of arrays, bit k for array k; actions, seats and
 * dones are always there. */
CHARLATAN_API int charlatan_gpu_open(const char *spec, int card, uint32_t wants,
                                     charlatan_gpu **gpu, charlatan_error *error);
/* Frees the arrays as well: addresses from charlatan_gpu_where must not be used afterwards. */
CHARLATAN_API void charlatan_gpu_free(charlatan_gpu *gpu);
/* Where an array is. It stays there. Returns 0, or a code if the array was not wanted. */
CHARLATAN_API int charlatan_gpu_where(const charlatan_gpu *gpu, int array,
                                      charlatan_gpu_array *where, charlatan_error *error);
/* Both return before the GPU is done; work of the GPU's default stream comes after them. */
CHARLATAN_API int charlatan_gpu_reset(charlatan_gpu *gpu, charlatan_error *error);
CHARLATAN_API int charlatan_gpu_step(charlatan_gpu *gpu, charlatan_error *error);
/* Waits for the GPU, and refuses the first action that was not legal since the last time. The step
 * with it changed no game, and neither did those after it. */
CHARLATAN_API int charlatan_gpu_check(charlatan_gpu *gpu, charlatan_error *error);

#ifdef __cplusplus
}
#endif

#endif
