/* Records in the library: writes that of a state, and checks any. */
#include "lib/inside.h"

#include <stdio.h>
#include <stdlib.h>

#include "match/record_play.h"
#include "match/record_write.h"
#include "match/verdict.h"
#include "wire/game.h"
#include "wire/refuse.h"
#include "wire/versions.h"

/* ---- writing ---- */

/* Adds the outcomes of one move to the lists. Returns 0, or -1 if there is no memory. */
static int add_chance(json_t *lists, const struct game_json *json, const struct session_done *done)
{
    struct writer w = {0};
    lib_write_chance(&w, json, done);
    int result = json_array_append_new(lists, json_loadb(w.at, w.n, 0, NULL));
    writer_free(&w);
    return result;
}

/* The outcomes of all moves, of which some were forced. They are written as those of a practice
 * match: given, not proven by the seed. The caller drops the list. NULL if there is no memory. */
static json_t *chance_lists(const charlatan_state *state)
{
    json_t *lists = json_array();
    struct session s;
    struct session_done *done = malloc(sizeof *done);
    int result = done && lists ? 0 : -1;
    for (uint32_t n = 0; n <= state->moves && result == 0; n++) {
        result = state_again(state, n, &s, done, NULL) ? -1 : 0;
        if (result == 0)
            result = add_chance(lists, s.json, done);
    }
    free(done);
    if (result == 0)
        return lists;
    json_decref(lists);
    return NULL;
}

/* Whether a record can hold the name: nothing that a terminal would obey. That is control
 * characters in ASCII and, in UTF-8, U+0080 to U+009F (0xc2 and a byte below 0xa0). */
static int is_plain(const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        if (*c < ' ' || *c == 127 || (*c == 0xc2 && c[1] < 0xa0))
            return 0;
    return strlen(name) < RECORD_NAME;
}

/* 0, or the code for the first name that is refused. `names` or single names may be NULL; there
 * must be as many as players. */
int lib_check_names(const charlatan_state *state, const char *const *names, charlatan_error *error)
{
    struct refusal why;
    for (int seat = 0; names && seat < state->now.game->players(state->now.state); seat++)
        if (names[seat] && !is_plain(names[seat])) {
            because(&why, ROW(seat_name_wrong), seat, RECORD_NAME - 1);
            return lib_refuse(error, CODE_BAD_REQUEST, &why);
        }
    return 0;
}

void lib_names(const charlatan_state *state, const char *const *names,
               char seats[MAX_SEATS][LIB_SEAT], const char *to[MAX_SEATS])
{
    for (int seat = 0; seat < state->now.game->players(state->now.state); seat++) {
        snprintf(seats[seat], LIB_SEAT, "seat %d", seat);
        to[seat] = names && names[seat] && names[seat][0] ? names[seat] : seats[seat];
    }
}

/* A practice match with a result has an action that was not given. Here that is the last one, if
 * chance had no part in it. Returns 1 if so, and leaves its empty list out. Entry 0 is the
 * beginning, which does not count. */
static int end_is_plain(json_t *given)
{
    size_t last = json_array_size(given) - 1;
    if (last == 0 || json_array_size(json_array_get(given, last)))
        return 0;
    /* record_write takes as many lists as moves that were given. */
    json_array_remove(given, last);
    return 1;
}

/* `given` NULL: nothing was forced, so the seed proves all outcomes. Names point into `seats`,
 * which is why both are here. */
static void write_record(struct writer *w, const charlatan_state *state, const char *const *names,
                         json_t *given)
{
    int over = !state->now.game->active(state->now.state) && (!given || end_is_plain(given));
    char seats[MAX_SEATS][LIB_SEAT];
    struct record_written r = {
        .json = state->now.json,
        .options = state->origin->start,
        .rules = state->origin->rules,
        .seed = state->origin->seed,
        .move = state->move,
        .moves = state->moves,
        .fork = {.moves = given ? (uint32_t)json_array_size(given) - 1 : 0, .chance = given},
        .unfinished = !over,
    };
    lib_names(state, names, seats, r.name);
    record_write(w, &r);
}

/* A state without a beginning is refused: its first line would have to promise a game that never
 * began. */
int charlatan_state_record(const charlatan_state *state, const char *const *names, char **text,
                           charlatan_error *error)
{
    struct writer w = {0};
    json_t *given = NULL;
    int code = lib_state(state, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    if (!state->origin->begins)
        return lib_refuse_row(error, &refusal_record_of_position);
    code = lib_check_names(state, names, error);
    if (code)
        return code;
    if (state->forced_n && !(given = chance_lists(state)))
        return lib_no_memory(error);
    write_record(&w, state, names, given);
    json_decref(given);
    return lib_give_text(&w, text, error);
}

/* ---- checking ---- */

/* `proven`: seed and salt fit the commitment. Without a result there are no scores, and no
 * winners. */
static void write_checked(struct writer *w, const struct record *r)
{
    char words[VERDICT_TEXT];
    write_begin(w, '{');
    write_member_string(w, "game", r->json->game->name);
    write_member_number(w, "players", r->players);
    write_member_string(w, "rules", version_name(r->rules));
    write_member_number(w, "actions", r->moves);
    write_member_bool(w, "over", r->result.there);
    write_member_bool(w, "proven", record_is_committed(r));
    write_key(w, "scores");
    write_begin(w, '[');
    for (int seat = 0; r->result.there && seat < r->players; seat++)
        write_number(w, r->result.score[seat]);
    write_end(w, ']');
    write_key(w, "winners");
    write_seat_set(w, r->result.there ? r->result.winners : 0);
    write_member_string(w, "text", verdict_right(r, words));
    write_end(w, '}');
}

/* The sentence of the error names the line, unlike that of the refusal. The code is
 * CHARLATAN_BAD_RECORD whatever the reason in the record was. */
static int refuse_record(charlatan_error *error, const struct record *r,
                         const struct record_wrong *wrong)
{
    struct refusal why = wrong->why;
    char words[VERDICT_TEXT];
    why.code = CODE_BAD_RECORD;
    int code = lib_refuse(error, CODE_BAD_RECORD, &why);
    if (error)
        snprintf(error->message, sizeof error->message, "%.*s", CHARLATAN_SENTENCE - 1,
                 verdict_wrong(r, wrong, words));
    return code;
}

/* Nothing of the record is kept, whether it was right or not. */
int charlatan_record_verify(const char *record, size_t n, char **text, charlatan_error *error)
{
    struct writer w = {0};
    struct record_wrong wrong;
    if (!record || !text)
        return lib_missing(error, record ? "text" : "record");
    struct record *r = malloc(sizeof *r);
    if (!r)
        return lib_no_memory(error);
    record_read(r, record, n);
    int code = 0;
    if (record_check(r, &wrong) < 0) {
        code = refuse_record(error, r, &wrong);
    } else {
        write_checked(&w, r);
        code = lib_give_text(&w, text, error);
    }
    record_free(r);
    free(r);
    return code;
}
