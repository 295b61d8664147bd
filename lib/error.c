/* Refuses calls of the library: fills in the caller's error and checks handles and seats. */
#include "lib/inside.h"

#include <stdio.h>

#include "wire/refuse.h"
#include "wire/write.h"

#define REFUSAL REFUSAL_DEFINE
#include "lib/refusals.def"
#undef REFUSAL

/* The codes of the public header. What it has no name for is CHARLATAN_OTHER. */
static int public_code(enum refusal_code code)
{
    static const struct {
        enum refusal_code from;
        int to;
    } codes[] = {
        {CODE_BAD_JSON, CHARLATAN_BAD_JSON},
        {CODE_BAD_REQUEST, CHARLATAN_BAD_REQUEST},
        {CODE_BAD_OPTION, CHARLATAN_BAD_OPTION},
        {CODE_BAD_STATE, CHARLATAN_BAD_STATE},
        {CODE_GAME_OVER, CHARLATAN_GAME_OVER},
        {CODE_NOT_YOUR_DECISION, CHARLATAN_NOT_YOUR_DECISION},
        {CODE_ILLEGAL_ACTION, CHARLATAN_ILLEGAL_ACTION},
        {CODE_IMPOSSIBLE_CHANCE, CHARLATAN_IMPOSSIBLE_CHANCE},
        {CODE_BAD_RECORD, CHARLATAN_BAD_RECORD},
        {CODE_NO_ODDS, CHARLATAN_NO_ODDS},
        {CODE_NO_MEMORY, CHARLATAN_NO_MEMORY},
    };
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        if (codes[i].from == code)
            return codes[i].to;
    return CHARLATAN_OTHER;
}

int lib_fine(charlatan_error *error)
{
    if (error) {
        error->code = CHARLATAN_FINE;
        error->name[0] = error->reason[0] = error->rule[0] = error->message[0] = 0;
    }
    return CHARLATAN_FINE;
}

/* Texts longer than the caller's fields are cut: those are part of the ABI and cannot grow with the
 * sentences. */
int lib_refuse(charlatan_error *error, enum refusal_code code, struct refusal *why)
{
    refused_as(why, code, -1);
    int result = public_code(why->code);
    if (!error)
        return result;
    error->code = result;
    snprintf(error->name, sizeof error->name, "%s", refusal_code_name(why->code));
    snprintf(error->reason, sizeof error->reason, "%s", why->row->reason);
    snprintf(error->rule, sizeof error->rule, "%s", why->rule ? why->rule : "");
    snprintf(error->message, sizeof error->message, "%s", why->message);
    return result;
}

/* For rows whose sentence has no values. */
int lib_refuse_row(charlatan_error *error, const struct refusal_row *row)
{
    struct refusal why;
    refusal_fill(&why, row, NULL);
    return lib_refuse(error, row->code, &why);
}

/* For pointers that must not be NULL; what they point to is checked elsewhere. */
int lib_missing(charlatan_error *error, const char *argument)
{
    struct refusal why;
    because(&why, ROW(argument_missing), argument);
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}

/* Allocates nothing itself. */
int lib_no_memory(charlatan_error *error)
{
    return lib_refuse_row(error, &refusal_memory_short);
}

int lib_give_text(struct writer *w, char **text, charlatan_error *error)
{
    *text = w->at;
    return w->at ? lib_fine(error) : lib_no_memory(error);
}

/* A text with a NUL in it ends there for Jansson's numbers, so it is refused like any other that is
 * not JSON. */
json_t *lib_parse(const char *text, size_t n, charlatan_error *error)
{
    json_error_t where = {0};
    struct refusal why;
    json_t *root = memchr(text, 0, n) ? NULL : json_loadb(text, n, JSON_REJECT_DUPLICATES, &where);
    if (root)
        return root;
    because(&why, ROW(text_not_json), where.text[0] ? where.text : "a NUL is in it", where.line);
    lib_refuse(error, CODE_BAD_JSON, &why);
    return NULL;
}

/* ---- handles and seats ---- */

/* One sentence for NULL, freed and foreign handles: the library cannot tell them apart reliably. */
static int wrong_handle(charlatan_error *error, const char *argument)
{
    struct refusal why;
    because(&why, ROW(handle_wrong), argument);
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}

int lib_game(const charlatan_game *game, charlatan_error *error)
{
    return game && game->kind == HANDLE_GAME ? 0 : wrong_handle(error, "game");
}

int lib_state(const charlatan_state *state, charlatan_error *error)
{
    return state && state->kind == HANDLE_STATE ? 0 : wrong_handle(error, "state");
}

/* Every seat of the game will do, whether it is asked or not. Handle and seat are checked in this
 * order, since the number of seats is the state's. */
int lib_seat(const charlatan_state *state, int seat, charlatan_error *error)
{
    struct refusal why;
    int code = lib_state(state, error);
    if (code)
        return code;
    int players = state->now.game->players(state->now.state);
    if (seat >= 0 && seat < players)
        return 0;
    because(&why, ROW(nobody_on_seat), seat, players - 1);
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}

/* A game that is over is refused by that name, before the seat is blamed for not being asked. */
int lib_asked(const charlatan_state *state, int seat, charlatan_error *error)
{
    struct refusal why;
    int code = lib_seat(state, seat, error);
    if (code)
        return code;
    uint32_t active = state->now.game->active(state->now.state);
    if (!active)
        return lib_refuse_row(error, &refusal_state_is_over);
    if (active >> seat & 1)
        return 0;
    because(&why, ROW(seat_not_deciding), seat);
    return lib_refuse(error, CODE_NOT_YOUR_DECISION, &why);
}

/* Viewers are the seats, SPECTATOR (-1) and REFEREE (-2), which is why the range begins at
 * REFEREE. */
int lib_viewer(const charlatan_state *state, int viewer, charlatan_error *error)
{
    struct refusal why;
    int code = lib_state(state, error);
    if (code)
        return code;
    int players = state->now.game->players(state->now.state);
    if (viewer >= REFEREE && viewer < players)
        return 0;
    because(&why, ROW(viewer_wrong), viewer, players - 1);
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}
