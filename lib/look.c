/* What can be seen of a state: seats, scores, legal actions, views, events, and guesses. */
#include "lib/inside.h"

#include <stdlib.h>

#include "engine/view.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/games.h"
#include "wire/hex.h"
#include "wire/outcome.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* ---- numbers ---- */

int charlatan_state_players(const charlatan_state *state)
{
    return lib_state(state, NULL) ? -1 : state->now.game->players(state->now.state);
}

/* 0 for a wrong handle reads like a game that is over; callers that must tell them apart ask
 * charlatan_state_is_over. */
uint32_t charlatan_state_active(const charlatan_state *state)
{
    return lib_state(state, NULL) ? 0 : state->now.game->active(state->now.state);
}

int charlatan_state_seat(const charlatan_state *state)
{
    uint32_t active = charlatan_state_active(state);
    return active ? bit_lowest(active) : -1;
}

int charlatan_state_is_over(const charlatan_state *state)
{
    return lib_state(state, NULL) ? -1 : !state->now.game->active(state->now.state);
}

uint32_t charlatan_state_winners(const charlatan_state *state)
{
    return lib_state(state, NULL) ? 0 : state->now.game->winners(state->now.state);
}

uint32_t charlatan_state_moves(const charlatan_state *state)
{
    return lib_state(state, NULL) ? 0 : state->moves;
}

uint64_t charlatan_state_hash(const charlatan_state *state)
{
    return lib_state(state, NULL) ? 0 : state_hash(state->now.json, state->now.state);
}

int charlatan_state_same(const charlatan_state *a, const charlatan_state *b)
{
    if (lib_state(a, NULL) || lib_state(b, NULL))
        return -1;
    return a->now.game == b->now.game &&
           memcmp(a->now.state, b->now.state, a->now.game->state_bytes) == 0;
}

/* 0, or the code if the caller's array is too short; nothing has been written then. */
static int has_room(size_t n, int needed, charlatan_error *error)
{
    struct refusal why;
    if (n >= (size_t)needed)
        return 0;
    because(&why, ROW(array_too_short), (int)n, needed);
    return lib_refuse(error, CODE_BAD_REQUEST, &why);
}

/* The score is the game's own count (gold, victory points), also while the game goes on. */
int charlatan_state_scores(const charlatan_state *state, int32_t *scores, size_t n,
                           charlatan_error *error)
{
    int code = lib_state(state, error);
    if (code || !scores)
        return code ? code : lib_missing(error, "scores");
    int players = state->now.game->players(state->now.state);
    code = has_room(n, players, error);
    if (code)
        return code;
    for (int seat = 0; seat < players; seat++)
        scores[seat] = state->now.game->score(state->now.state, seat);
    return lib_fine(error);
}

/* One formula for single states and batches, so that both give the same bits. */
double lib_return(uint32_t winners, int players, int seat)
{
    double share = winners >> seat & 1 ? 1.0 / bit_count(winners) : 0;
    return winners ? (players * share - 1) / (players - 1) : 0;
}

int charlatan_state_returns(const charlatan_state *state, double *returns, size_t n,
                            charlatan_error *error)
{
    int code = lib_state(state, error);
    if (code || !returns)
        return code ? code : lib_missing(error, "returns");
    int players = state->now.game->players(state->now.state);
    code = has_room(n, players, error);
    if (code)
        return code;
    for (int seat = 0; seat < players; seat++)
        returns[seat] = lib_return(state->now.game->winners(state->now.state), players, seat);
    return lib_fine(error);
}

/* ---- questions ---- */

/* A seat that is not asked has no legal answer. */
static uint64_t answers_of(const charlatan_state *state, int seat)
{
    const struct session *s = &state->now;
    return s->game->active(s->state) >> seat & 1 ? s->game->legal(s->state, seat) : 0;
}

static int by_number(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Sorted, because actions are numbered by question and answer while the mask has them in the order
 * of answers: with seats turned towards the asked one the two orders differ. */
int charlatan_state_legal(const charlatan_state *state, int seat, int32_t actions[64], size_t *n,
                          charlatan_error *error)
{
    int code = lib_seat(state, seat, error);
    if (code || !actions || !n)
        return code ? code : lib_missing(error, n ? "actions" : "n");
    *n = 0;
    for (uint64_t left = answers_of(state, seat); left; left &= left - 1)
        actions[(*n)++] = lib_action_of(state->now.game, state->now.state, seat, bit_lowest(left));
    qsort(actions, *n, sizeof actions[0], by_number);
    return lib_fine(error);
}

/* A seat that is not asked gets a mask of zeros, not a refusal, so that callers can fill one for
 * every seat. */
int charlatan_state_mask(const charlatan_state *state, int seat, uint8_t *mask, size_t room,
                         charlatan_error *error)
{
    int code = lib_seat(state, seat, error);
    if (code || !mask)
        return code ? code : lib_missing(error, "mask");
    int n = lib_actions(state->now.game);
    code = has_room(room, n, error);
    if (code)
        return code;
    memset(mask, 0, (size_t)n);
    for (uint64_t left = answers_of(state, seat); left; left &= left - 1)
        mask[lib_action_of(state->now.game, state->now.state, seat, bit_lowest(left))] = 1;
    return lib_fine(error);
}

/* The protocol's word, not a sentence. Refused for a seat without an open question. */
int charlatan_state_question_kind(const charlatan_state *state, int seat, char kind[CHARLATAN_NAME],
                                  charlatan_error *error)
{
    int code = lib_asked(state, seat, error);
    if (code || !kind)
        return code ? code : lib_missing(error, "kind");
    const struct session *s = &state->now;
    struct text t = text_in(kind, CHARLATAN_NAME);
    text_add(&t, s->game->question_kind(s->game->question(s->state, seat)));
    return lib_fine(error);
}

int charlatan_state_question_text(const charlatan_state *state, int seat,
                                  char text[CHARLATAN_SENTENCE], charlatan_error *error)
{
    int code = lib_asked(state, seat, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    state->now.game->question_text(state->now.state, seat, text);
    return lib_fine(error);
}

/* ---- views ---- */

/* A seat gets its view and never the state: the redaction happens before anything is written. */
int charlatan_state_view(const charlatan_state *state, int viewer, char **text,
                         charlatan_error *error)
{
    struct writer w = {0};
    struct view view;
    int code = lib_viewer(state, viewer, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    const struct session *s = &state->now;
    if (viewer != REFEREE)
        view_take(&view, s->game, s->state, viewer);
    s->json->write_state(viewer == REFEREE ? s->state : view.bytes, &w);
    return lib_give_text(&w, text, error);
}

/* ---- the past ---- */

/* Has room for all events and outcomes of a move, too much for the stack of a small thread. */
struct past {
    struct session session;
    struct session_done done;
};

/* Plays a state again up to move n. Returns a code; `past` is the caller's to free, also after a
 * failure. It costs n moves: events are not kept, only what makes them again. */
static int play_past(const charlatan_state *state, uint32_t n, struct past **past,
                     charlatan_error *error)
{
    struct refusal why;
    *past = NULL;
    int code = lib_state(state, error);
    if (code)
        return code;
    if (n > state->moves) {
        because(&why, ROW(move_not_there), (int)n, (int)state->moves);
        return lib_refuse(error, CODE_BAD_REQUEST, &why);
    }
    *past = malloc(sizeof **past);
    if (!*past)
        return lib_no_memory(error);
    return state_replay(state, n, &(*past)->session, &(*past)->done, error);
}

/* The event is redacted for the viewer before its numbers are written; the sentence redacts by
 * itself and so gets the whole event. */
static void write_one_event(struct writer *w, const struct session *s, const struct event *told,
                            int viewer)
{
    struct event e = event_seen_by(*told, viewer);
    char text[MAX_SENTENCE];
    write_begin(w, '{');
    write_member_string(w, "type", s->game->event_type(&e));
    write_key(w, "seat");
    if (e.seat == EVENT_NONE)
        write_null(w);
    else
        write_number(w, e.seat);
    write_member_string(w, "rule", s->game->event_rule(&e));
    event_write(s->json->events, &e, w);
    write_member_string(w, "text", s->game->event_text(told, viewer, text));
    write_end(w, '}');
}

/* What the viewer could see of move n when it happened, not what it has learned since. */
int charlatan_state_events(const charlatan_state *state, uint32_t n, int viewer, char **text,
                           charlatan_error *error)
{
    struct writer w = {0};
    struct past *past;
    int code = lib_viewer(state, viewer, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    code = play_past(state, n, &past, error);
    if (past && !code) {
        write_begin(&w, '[');
        for (uint32_t i = 0; i < past->done.events; i++)
            write_one_event(&w, &past->session, &past->done.event[i], viewer);
        write_end(&w, ']');
        code = lib_give_text(&w, text, error);
    }
    free(past);
    return code;
}

void lib_write_chance(struct writer *w, const struct game_json *json,
                      const struct session_done *done)
{
    write_begin(w, '[');
    for (uint32_t i = 0; i < done->outcomes; i++)
        outcome_write(json, &done->outcome[i], w);
    write_end(w, ']');
}

/* Tells outcomes nobody at the table may know, such as hidden cards; there is no viewer on
 * purpose. */
int charlatan_state_chance(const charlatan_state *state, uint32_t n, char **text,
                           charlatan_error *error)
{
    struct writer w = {0};
    struct past *past;
    if (!text)
        return lib_missing(error, "text");
    int code = play_past(state, n, &past, error);
    if (past && !code) {
        lib_write_chance(&w, state->now.json, &past->done);
        code = lib_give_text(&w, text, error);
    }
    free(past);
    return code;
}

/* ---- other states ---- */

/* `position` may be the view of a seat that was filled in, or a state that was read; the origin
 * keeps its own copy. */
int lib_give_position(const struct game_json *json, const uint64_t *position, uint64_t seed,
                      charlatan_state **state, charlatan_error *error)
{
    struct lib_origin *origin = origin_new(NULL);
    if (origin) {
        memcpy(origin->start, position, sizeof origin->start);
        seed_from_number(seed, origin->seed);
    }
    *state = state_at(json, origin);
    return *state ? lib_fine(error) : lib_no_memory(error);
}

/* The luck that fills in what is hidden and the luck that is to come both follow from `seed`;
 * neither has anything to do with the true state's. */
int charlatan_state_guess(const charlatan_state *from, int seat, uint64_t seed,
                          charlatan_state **state, charlatan_error *error)
{
    struct view view;
    struct chance luck;
    int code = lib_seat(from, seat, error);
    if (code || !state)
        return code ? code : lib_missing(error, "state");
    view_take(&view, from->now.game, from->now.state, seat);
    chance_seed_number(&luck, seed);
    from->now.game->determinize(view.bytes, seat, &luck);
    return lib_give_position(from->now.json, view.bytes, seed, state, error);
}

/* 0 or a code; `state` stays as it was on failure. read_state checks the position, so what it
 * accepts keeps the promises of the rules. */
static int read_position(const json_t *root, uint64_t seed, charlatan_state **state,
                         charlatan_error *error)
{
    uint64_t position[MAX_STATE_BYTES / 8] = {0};
    struct refusal why;
    const struct game_json *json = game_json_read(json_object_get(root, "game"), "game", &why);
    if (!json || json->read_state(position, root, &why) < 0)
        return lib_refuse(error, CODE_BAD_STATE, &why);
    return lib_give_position(json, position, seed, state, error);
}

int charlatan_state_read(const char *text, uint64_t seed, charlatan_state **state,
                         charlatan_error *error)
{
    if (!text || !state)
        return lib_missing(error, text ? "state" : "text");
    *state = NULL;
    json_t *root = lib_parse(text, strlen(text), error);
    int code = root ? read_position(root, seed, state, error) : CHARLATAN_BAD_JSON;
    json_decref(root);
    return code;
}
