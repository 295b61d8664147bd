/* Replays of records; see film.h. */
#include "wasm/film.h"

#include <stdlib.h>

#include "engine/view.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/hex.h"
#include "wire/versions.h"

/* A state is kept every so many moves: going somewhere plays at most 16 moves, and a long game
 * keeps a few dozen KiB. */
enum { KEEP_EVERY = 16 };

/* ---- opening ---- */

/* Called after the beginning and after every move, in order; kept[i] is the state after 16 * i
 * moves. */
static void keep(struct film *f)
{
    if (f->play.moves % KEEP_EVERY == 0) {
        memcpy(f->kept[f->kept_n], f->play.session.state, sizeof f->kept[0]);
        f->kept_n++;
    }
}

/* Plays all moves and counts those that are possible in `length`. Returns -1 at the first that is
 * not, with the reason in `problem`; the moves before it can be shown all the same. */
static int play_all(struct film *f)
{
    for (; f->length < f->record.moves; f->length++) {
        if (record_play_next(&f->play, &f->problem) < 0)
            return -1;
        keep(f);
    }
    if (f->record.result.there && record_play_result(&f->play, &f->problem) < 0)
        return -1;
    f->problem = f->record.wrong;
    return 0;
}

/* A record that breaks off can be shown up to there; `problem` then says what is wrong with the
 * rest. */
int film_open(struct film *f, const char *text, size_t n)
{
    memset(f, 0, sizeof *f);
    record_read(&f->record, text, n);
    f->problem = f->record.wrong;
    /* Without a header there is no game to show. Later lines only shorten the film. */
    if (f->problem.line == 1)
        return -1;
    record_play_open(&f->play, &f->record, RECORD_SCRIPT);
    f->kept = malloc((f->record.moves / KEEP_EVERY + 1) * sizeof f->kept[0]);
    MUST(f->kept);
    if (record_play_begin(&f->play, &f->problem) < 0)
        return -1;
    keep(f);
    play_all(f);
    film_go(f, f->length);
    return 0;
}

/* May be called again, and on a film of zeros. */
void film_close(struct film *f)
{
    free(f->kept);
    record_free(&f->record);
    memset(f, 0, sizeof *f);
}

/* ---- going somewhere ---- */

/* The beginning was possible when the film was opened, so it is now. */
static void begin_again(struct film *f)
{
    struct record_wrong none;
    record_play_open(&f->play, &f->record, RECORD_SCRIPT);
    MUST(record_play_begin(&f->play, &none) == 0);
}

/* Goes back to the last kept state before move n, unless the replay is between the two already.
 * After an impossible move the replay may be past the end. Luck is not restored: outcomes are those
 * of the record, so none is drawn. */
static void come_near(struct film *f, uint32_t n)
{
    uint32_t near = (n - 1) / KEEP_EVERY;
    if (f->play.moves >= near * KEEP_EVERY && f->play.moves < n)
        return;
    memcpy(f->play.session.state, f->kept[near], sizeof f->kept[near]);
    f->play.moves = near * KEEP_EVERY;
}

/* At least one move is played, unless the replay is there already, so that f->play.done has the
 * events of move n. */
void film_go(struct film *f, uint32_t n)
{
    struct record_wrong none;
    MUST(n <= f->length);
    if (n == f->play.moves && n > 0)
        return;
    if (n == 0) {
        begin_again(f);
        return;
    }
    come_near(f, n);
    while (f->play.moves < n)
        MUST(record_play_next(&f->play, &none) == 0);
}

/* ---- members ---- */

/* null is what a seat without a nonce has; "" would be one of no bytes. */
static void write_hex_or_null(struct writer *w, const uint8_t *bytes, size_t n)
{
    if (n)
        write_hex(w, bytes, n);
    else
        write_null(w);
}

/* Three lists with an entry for each seat: players, nonces and the commitments to them. */
static void write_players(struct writer *w, const struct record *r)
{
    write_key(w, "players");
    write_begin(w, '[');
    for (int seat = 0; seat < r->players; seat++) {
        write_begin(w, '{');
        write_member_string(w, "name", r->name[seat]);
        write_member_string(w, "kind", r->people >> seat & 1 ? "human" : "bot");
        write_member_string(w, "called", r->called[seat]);
        write_end(w, '}');
    }
    write_end(w, ']');
    write_key(w, "nonces");
    write_begin(w, '[');
    for (int seat = 0; seat < r->players; seat++)
        write_hex_or_null(w, r->nonce[seat], r->nonce_n[seat]);
    write_end(w, ']');
    write_key(w, "nonce_commitments");
    write_begin(w, '[');
    for (int seat = 0; seat < r->players; seat++)
        write_hex_or_null(w, r->pledge[seat], r->pledged >> seat & 1 ? COMMIT_BYTES : 0);
    write_end(w, ']');
}

/* Only of a record with a result: seed and salt are secret before the end. */
static void write_result(struct writer *w, const struct record *r)
{
    write_begin(w, '{');
    write_key(w, "scores");
    write_begin(w, '[');
    for (int seat = 0; seat < r->players; seat++)
        write_number(w, r->result.score[seat]);
    write_end(w, ']');
    write_key(w, "winners");
    write_seat_set(w, r->result.winners);
    write_member_hex(w, "seed", r->result.seed, sizeof r->result.seed);
    write_member_hex(w, "salt", r->result.salt, sizeof r->result.salt);
    write_end(w, '}');
}

/* The witness's key and its commitment, as the header of the record has them; what it signed is
 * checked elsewhere. */
static void write_witness(struct writer *w, const struct record *r)
{
    write_key(w, "witness");
    write_begin(w, '{');
    write_member_hex(w, "key", r->witness.key, WITNESS_KEY);
    write_member_hex(w, "commitment", r->witness.commitment, WITNESS_HASH);
    write_end(w, '}');
}

/* "fork" is the number of moves taken from another match, or null; "old": by rules that are no
 * longer played. */
void film_write_header(struct writer *w, const struct film *f)
{
    const struct record *r = &f->record;
    write_key(w, "header");
    write_begin(w, '{');
    write_member_string(w, "game", r->json->game->name);
    write_member_string(w, "rules", version_name(r->rules));
    write_member_bool(w, "old", r->rules != RULES_NOW);
    options_write(w, r->json, r->options);
    write_players(w, r);
    write_member_hex(w, "commitment", r->commitment, COMMIT_BYTES);
    if (r->witness.there)
        write_witness(w, r);
    write_key(w, "fork");
    if (record_is_practice(r))
        write_number(w, record_kept(r));
    else
        write_null(w);
    write_key(w, "result");
    if (r->result.there)
        write_result(w, r);
    else
        write_null(w);
    write_end(w, '}');
}

/* The moves that were taken back at this place. Without the names of the actions, which may tell
 * what the viewer may not know. "by": the seat that refused a plea, else null. */
static void write_undone(struct writer *w, const json_t *list, uint32_t stand)
{
    struct undone_walk walk = {list, 0, stand};
    struct undone_event e;
    write_key(w, "undone");
    write_begin(w, '[');
    while (undone_next(&walk, &e)) {
        write_begin(w, '{');
        write_member_number(w, "seat", e.seat);
        write_member_number(w, "back", e.back);
        write_member_bool(w, "agreed", e.agreed != 0);
        write_key(w, "by");
        if (e.by >= 0)
            write_number(w, e.by);
        else
            write_null(w);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* Of the moves that can be shown; those behind a wrong line are left out. */
void film_write_moves(struct writer *w, const struct film *f)
{
    write_key(w, "moves");
    write_begin(w, '[');
    for (uint32_t i = 0; i < f->length; i++) {
        write_begin(w, '{');
        write_member_number(w, "n", i + 1);
        write_member_number(w, "seat", f->record.move[i].seat);
        write_member_string(w, "action", f->record.move[i].action);
        hurried_write(w, f->record.move[i].hurried);
        if (f->record.move[i].undone)
            write_undone(w, f->record.move[i].undone, i);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* Also used by checks.c and by the answer to `record`. */
void wrong_write(struct writer *w, const struct record_wrong *wrong)
{
    write_key(w, "problem");
    if (!wrong->line) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    write_member_number(w, "line", wrong->line);
    write_member_string(w, "message", wrong->why.message);
    if (wrong->why.rule)
        write_member_string(w, "rule", wrong->why.rule);
    write_end(w, '}');
}

/* Everything hidden is redacted here, before it is written; only the referee gets the state. */
void film_write_view(struct writer *w, const struct film *f, int viewer)
{
    const struct session *s = &f->play.session;
    struct view v;
    write_key(w, "view");
    if (viewer == REFEREE) {
        s->json->write_state(s->state, w);
        return;
    }
    view_take(&v, s->game, s->state, viewer);
    s->json->write_state(v.bytes, w);
}

/* "k" is the event's row in the game's list, by which the page finds its sentence in the language
 * it shows. */
static void write_event(struct writer *w, const struct session *s, const struct event *e)
{
    write_begin(w, '{');
    write_member_string(w, "type", s->game->event_type(e));
    write_member_number(w, "k", event_row(s->game, e));
    write_key(w, "seat");
    if (e->seat == EVENT_NONE)
        write_null(w);
    else
        write_number(w, e->seat);
    event_write(s->json->events, e, w);
    write_member_string(w, "rule", s->game->event_rule(e));
    write_end(w, '}');
}

/* Of the move that film_go went to, or of the beginning. */
void film_write_events(struct writer *w, const struct film *f, int viewer)
{
    write_key(w, "events");
    write_begin(w, '[');
    for (uint32_t i = 0; i < f->play.done.events; i++) {
        struct event e = event_seen_by(f->play.done.event[i], viewer);
        write_event(w, &f->play.session, &e);
    }
    write_end(w, ']');
}
