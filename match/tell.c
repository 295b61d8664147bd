/* Writes what viewers are told about a match. Everything about the game comes from the viewer's
 * view. The only exception is the item of an event, which is sent only to those who may know it. */
#include "match/tell.h"

#include <stdlib.h>

#include "match/call.h"
#include "match/daily.h"
#include "match/delta.h"
#include "match/entries.h"
#include "match/host.h"
#include "match/inside.h"
#include "match/keys.h"
#include "match/reveal.h"
#include "match/undo.h"
#include "match/watched.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/hex.h"

static void write_text_or_null(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    if (*text)
        write_string(w, text);
    else
        write_null(w);
}

/* ---- the table ---- */

/* The token, keys and nonce are not among the members: this goes to everybody. A name is shown even
 * while a bot plays for the person. */
static void write_seat(struct writer *w, const struct match_seat *s,
                       const struct match_knock *knock)
{
    static const char *const kinds[] = {"empty", "human", "bot"};
    static const char *const aways[] = {"", "clock", "left"};
    int bot = s->kind == SEAT_BOT || s->away != AWAY_NO;
    write_begin(w, '{');
    write_member_string(w, "kind", kinds[s->kind]);
    write_text_or_null(w, "name", s->kind == SEAT_EMPTY ? "" : s->name);
    write_text_or_null(w, "bot", bot ? s->bot : "");
    write_text_or_null(w, "away", aways[s->away]);
    if (knock)
        write_member_string(w, "knock", knock->name);
    write_end(w, '}');
}

static void write_seats(struct writer *w, const struct match *m)
{
    write_key(w, "seats");
    write_begin(w, '[');
    for (int seat = 0; seat < m->players; seat++)
        write_seat(w, &m->seat[seat], m->phase == MATCH_RUNNING ? match_knock_at(m, seat) : NULL);
    write_end(w, ']');
}

/* Writes which seats have to answer. That is no secret: every view contains it. */
static void write_asked(struct writer *w, const struct match *m)
{
    write_key(w, "asked");
    if (m->phase != MATCH_RUNNING) {
        write_null(w);
        return;
    }
    write_begin(w, '[');
    for (int seat = 0; seat < m->players; seat++)
        if (m->seat[seat].asked)
            write_number(w, seat);
    write_end(w, ']');
}

static void write_hex_or_null(struct writer *w, const uint8_t *bytes, size_t n)
{
    if (n)
        write_hex(w, bytes, n);
    else
        write_null(w);
}

/* Nonces are shown only when nobody can give one any more. Otherwise the last player to sit down
 * could choose a nonce that depends on the others. */
static void write_nonces(struct writer *w, const struct match *m)
{
    write_key(w, "nonces");
    if (!m->begun && m->phase != MATCH_REVEALING) {
        write_null(w);
        return;
    }
    write_begin(w, '[');
    for (int seat = 0; seat < m->players; seat++)
        write_hex_or_null(w, m->seat[seat].nonce.bytes, m->seat[seat].nonce.n);
    write_end(w, ']');
}

/* Pledges tell nothing about the nonces, so they are shown at once. */
static void write_pledges(struct writer *w, const struct match *m)
{
    write_key(w, "nonce_commitments");
    if (!match_is_pledged(m)) {
        write_null(w);
        return;
    }
    write_begin(w, '[');
    for (int seat = 0; seat < m->players; seat++)
        write_hex_or_null(w, m->seat[seat].pledge, match_has_pledged(m, seat) ? COMMIT_BYTES : 0);
    write_end(w, ']');
}

static void write_reveal_until(struct writer *w, const struct match *m)
{
    write_key(w, "reveal_until");
    if (m->phase == MATCH_REVEALING)
        write_number(w, m->reveal_until);
    else
        write_null(w);
}

/* The result is there only once the game is over: before that a score may be a secret. */
static void write_result_or_null(struct writer *w, const struct match *m)
{
    if (m->phase == MATCH_OVER) {
        result_write(w, "result", m->session.game, m->session.state);
        return;
    }
    write_text_or_null(w, "result", "");
    write_text_or_null(w, "winners", "");
}

/* Everybody at the table may know which luck it has. */
static void write_practice(struct writer *w, const struct match *m)
{
    write_key(w, "practice");
    if (!m->practice) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    write_member_number(w, "moves", m->fork.moves);
    write_member_string(w, "luck", m->fork.same ? "same" : "new");
    write_end(w, '}');
}

static void write_host(struct writer *w, int host)
{
    write_key(w, "host");
    if (host < 0)
        write_null(w);
    else
        write_number(w, host);
}

static void write_door(struct writer *w, int locked, int approve)
{
    write_member_bool(w, "locked", locked);
    write_member_bool(w, "approve", approve);
}

static const char *phase_name(int phase)
{
    static const char *const names[] = {"waiting", "running", "over", "closed", "revealing"};
    return names[phase];
}

/* What players compare with what the witness publishes, and what the table waits for. */
static void write_witness(struct writer *w, const struct match *m)
{
    const struct match_witness *watch = m->watch;
    write_key(w, "witness");
    write_begin(w, '{');
    write_member_hex(w, "key", watch->opening.key, WITNESS_KEY);
    write_member_hex(w, "commitment", watch->opening.commitment, WITNESS_HASH);
    write_member_hex(w, "asker", watch->asker, WITNESS_KEY);
    write_member_hex(w, "signature", watch->opening.signature, WITNESS_SIGNATURE);
    write_member_bool(w, "waits", match_waits(m));
    write_member_bool(w, "sealed", watch->sealed);
    write_end(w, '}');
}

/* null for a table without game clocks. What is told is the time left when the question was asked;
 * clients count down from there. */
static void write_left(struct writer *w, const struct match *m)
{
    write_key(w, "left");
    if (!m->clock.game || !m->begun) {
        write_null(w);
        return;
    }
    write_begin(w, '[');
    for (int seat = 0; seat < m->players; seat++) {
        int64_t left = match_left(m, seat);
        if (left < 0)
            write_null(w);
        else
            write_number(w, left);
    }
    write_end(w, ']');
}

/* Who asks to take a move back, who has to agree, and when it lapses. */
static void write_plea(struct writer *w, const struct match_plea *plea)
{
    write_key(w, "plea");
    if (plea->seat < 0) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    write_member_number(w, "seat", plea->seat);
    write_member_number(w, "to", plea->to);
    write_key(w, "asked");
    write_seat_set(w, plea->asked);
    write_member_number(w, "until", plea->until);
    write_key(w, "granted");
    write_seat_set(w, plea->granted);
    write_end(w, '}');
}

/* Lists say whom the table waits for; viewers see that in the view. They get what is only of
 * interest there: clocks and pleas; and in the end seed and salt, so that everyone can verify the
 * outcomes of the game. */
static void write_watched(struct writer *w, const struct match *m)
{
    int over = m->phase == MATCH_OVER;
    write_left(w, m);
    write_plea(w, &m->plea);
    write_key(w, "seed");
    write_hex_or_null(w, m->seed, over ? (int)sizeof m->seed : 0);
    write_key(w, "salt");
    write_hex_or_null(w, m->salt, over ? (int)sizeof m->salt : 0);
}

/* For lists: how far the table is and whom it waits for. */
static void write_listed(struct writer *w, const struct match *m)
{
    write_member_number(w, "n", (long long)m->entries - 1);
    write_asked(w, m);
}

/* For viewers the members are always the same, so that few change. `watched`: for the
 * table's own viewers, else for lists. The same for all of them: nothing here depends on who reads
 * it. */
static void write_table(struct writer *w, const struct match *m, const char *id, int watched)
{
    char date[DAILY_DATE + 1];
    write_begin(w, '{');
    write_member_string(w, "id", id);
    write_member_string(w, "game", m->session.game->name);
    write_member_number(w, "players", m->players);
    options_write(w, m->session.json, m->options);
    write_member_bool(w, "open", m->open);
    write_member_bool(w, "wait", m->wait);
    write_member_bool(w, "help", m->help);
    write_member_string(w, "state", phase_name(m->phase));
    write_member_number(w, "created", m->created);
    clock_write(w, &m->clock);
    write_seats(w, m);
    write_member_hex(w, "commitment", m->commitment, COMMIT_BYTES);
    write_pledges(w, m);
    write_nonces(w, m);
    write_reveal_until(w, m);
    write_result_or_null(w, m);
    write_text_or_null(w, "rematch", m->rematch);
    write_practice(w, m);
    write_member_bool(w, "undo_luck", m->undo_luck);
    if (match_is_daily(m, date))
        write_member_string(w, "daily", date);
    if (m->watch)
        write_witness(w, m);
    if (m->host >= 0 || watched) {
        write_host(w, m->host);
        write_door(w, m->locked, m->approve);
    }
    if (m->wants & WANT_HOOK || watched)
        write_member_bool(w, "hook", m->wants & WANT_HOOK);
    if (watched)
        write_watched(w, m);
    else
        write_listed(w, m);
    write_end(w, '}');
}

void tell_table(struct writer *w, const struct match *m, const char *id)
{
    write_table(w, m, id, 0);
}

/* ---- views ---- */

/* The view is redacted for the viewer; write_state then writes what is left. */
static void write_view(struct writer *w, const struct match *m, int viewer)
{
    struct view v;
    view_take(&v, m->session.game, m->session.state, viewer);
    m->session.json->write_state(v.bytes, w);
}

static struct writer *empty(struct writer *w)
{
    writer_reset(w);
    return w;
}

/* Texts of the entry before are emptied, their memory stays. The table is written now, since the
 * match has changed when the difference is wanted. */
void before_take(struct tell_before *b, const struct match *m, const char *id)
{
    memcpy(b->state, m->session.state, sizeof b->state);
    empty(&b->changes);
    empty(&b->table.from);
    empty(&b->table_changes);
    snprintf(b->id, sizeof b->id, "%s", id);
    if (m->entries)
        write_table(&b->table.from, m, b->id, 1);
}

static void two_texts_free(struct tell_texts *t)
{
    writer_free(&t->from);
    writer_free(&t->to);
}

void before_free(struct tell_before *b)
{
    writer_free(&b->changes);
    writer_free(&b->table_changes);
    two_texts_free(&b->table);
    two_texts_free(&b->text);
    two_texts_free(&b->spare);
}

static int views_same(const struct view *a, const struct view *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

/* Byte by byte: the writer always writes the same view in the same way. */
static int texts_same(const struct writer *a, const struct writer *b)
{
    return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
}

/* Makes the spare texts those of the changes. */
static void take_spare(struct tell_before *b)
{
    struct tell_texts old = b->text;
    b->text = b->spare;
    b->spare = old;
}

/* Writes those parts of both views that differ. The members up to the options are the same in both,
 * and large members that are equal are left out, so most of the text is never written. */
static void write_texts(struct tell_texts *t, const struct tell_before *b,
                        const struct game_json *json)
{
    struct writer *from = empty(&t->from), *to = empty(&t->to);
    if (!json->differ) {
        json->write_state(b->from.bytes, from);
        json->write_state(b->to.bytes, to);
        return;
    }
    uint32_t parts = json->differ(b->from.bytes, b->to.bytes);
    json->write_parts(b->from.bytes, parts, from);
    json->write_parts(b->to.bytes, parts, to);
}

/* Does nothing if the last viewer's texts were the same: then the changes are, too. `mover` gets
 * short paths, as most changes are about that seat. */
static void make_changes(struct tell_before *b, const struct game_json *json, int mover)
{
    char home[16];
    write_texts(&b->spare, b, json);
    int known = b->changes.n && texts_same(&b->spare.from, &b->text.from) &&
                texts_same(&b->spare.to, &b->text.to);
    if (known)
        return;
    take_spare(b);
    snprintf(home, sizeof home, "players.%d", mover);
    delta_write(empty(&b->changes), b->text.from.at, b->text.from.n, b->text.to.at, b->text.to.n,
                home);
}

/* Writes the changes from the previous view to the current one. They depend on these two views
 * only. The members of `b` that it fills are read again by the next viewer. */
static void write_changes(struct writer *w, const struct match *m, struct tell_before *b, int mover,
                          int viewer)
{
    struct view from, to;
    view_take(&from, m->session.game, b->state, viewer);
    view_take(&to, m->session.game, m->session.state, viewer);
    if (b->changes.n == 0 || !views_same(&from, &b->from) || !views_same(&to, &b->to)) {
        b->from = from;
        b->to = to;
        make_changes(b, m->session.json, mover);
    }
    write_key(w, "set");
    write_raw(w, b->changes.at, b->changes.n);
}

/* ---- events ---- */

/* event_seen_by hides what the viewer may not know; the number of events is the same for all. */
static void write_events(struct writer *w, const struct match *m, const struct session_done *done,
                         int mover, int viewer)
{
    write_key(w, "events");
    write_begin(w, '[');
    for (uint32_t i = 0; i < done->events; i++) {
        struct event e = event_seen_by(done->event[i], viewer);
        event_tell(m->session.json->events, &e, mover, w);
    }
    write_end(w, ']');
}

/* ---- entries ---- */

/* A choice, for which the witness has to give luck first. */
static void tell_choice(struct writer *w, const struct entry *e)
{
    write_key(w, "chosen");
    if (e->kind == ENTRY_START)
        write_null(w);
    else
        write_number(w, e->seat);
}

/* A move is sent as events and changes, never by the action's name, which may reveal more. A PART
 * is told as the entry that takes place with it. */
static void tell_what(struct writer *w, const struct match *m, struct tell_before *before,
                      const struct entry *e, const struct session_done *done, int viewer)
{
    int kind = e->kind == ENTRY_PART ? e->of : e->kind;
    int traits = entry_rows[kind].traits;
    if (m->watch && entry_is(e, CHOSEN)) {
        tell_choice(w, e);
        return;
    }
    entry_tell(w, kind, e, viewer);
    if (traits & TELLS_EVENTS)
        write_events(w, m, done, kind == ENTRY_START ? EVENT_NONE : e->seat, viewer);
    if (traits & TELLS_VIEW) {
        write_key(w, "view");
        write_view(w, m, viewer);
    }
    if (traits & TELLS_CHANGES)
        write_changes(w, m, before, e->seat, viewer);
}

/* Computed for the first viewer and used for all others. "[]" is no change, so nothing is written.
 * A founding has no table before it. */
static void tell_table_changes(struct writer *w, const struct match *m, struct tell_before *b)
{
    const struct writer *from = &b->table.from, *to = &b->table.to;
    if (!b->table_changes.n && from->n) {
        write_table(empty(&b->table.to), m, b->id, 1);
        delta_write(empty(&b->table_changes), from->at, from->n, to->at, to->n, NULL);
    }
    if (b->table_changes.n <= 2)
        return;
    write_key(w, "table");
    write_raw(w, b->table_changes.at, b->table_changes.n);
}

/* The match is the one after the entry. `done` has its events. */
void tell_entry(struct writer *w, const struct match *m, struct tell_before *before,
                const struct entry *e, const struct session_done *done, int viewer)
{
    write_begin(w, '{');
    write_member_number(w, "n", e->n);
    tell_what(w, m, before, e, done, viewer);
    tell_table_changes(w, m, before);
    write_end(w, '}');
}

/* ---- keys of a seat ---- */

static void write_time_or_null(struct writer *w, const char *key, int64_t at, int is)
{
    write_key(w, key);
    if (is)
        write_number(w, at);
    else
        write_null(w);
}

/* A link that was used is not open and was not revoked. */
static void write_one_key(struct writer *w, const struct match_key *key, int ended, int own)
{
    write_begin(w, '{');
    write_member_number(w, "id", key->id);
    write_member_string(w, "kind", key->kind == SEAT_KEY_LINK ? "link" : "device");
    write_member_string(w, "state", !ended ? "open" : key->used ? "used" : "revoked");
    write_member_number(w, "made", key->at);
    write_time_or_null(w, "ended", key->ended_at, ended);
    write_member_bool(w, "own", own);
    write_end(w, '}');
}

/* An earlier moment can be asked for because messages are written when they are sent, and the match
 * may have gone on. */
void tell_keys_of(struct writer *w, const struct match *m, const struct match_key *own,
                  uint32_t entries)
{
    struct match_key key[KEYS_EVER + 1];
    uint32_t n = match_keys(m, own->seat, key);
    write_begin(w, '[');
    for (uint32_t i = 0; i < n; i++)
        if (key[i].kind == SEAT_KEY_FIRST || key[i].n < entries)
            write_one_key(w, &key[i], key[i].ended && key[i].ended < entries, key[i].id == own->id);
    write_end(w, ']');
}

/* ---- snapshots ---- */

/* Everything there is to know, so that a client needs no earlier message. */
static void write_snapshot(struct writer *w, const struct match *m, const char *id, int viewer)
{
    write_begin(w, '{');
    write_member_number(w, "n", (long long)m->entries - 1);
    write_key(w, "seat");
    if (viewer < 0)
        write_null(w);
    else
        write_number(w, viewer);
    write_key(w, "table");
    write_table(w, m, id, 1);
    write_key(w, "view");
    if (m->begun)
        write_view(w, m, viewer);
    else
        write_null(w);
    write_end(w, '}');
}

void tell_snapshot(struct writer *w, const struct match *m, const char *id, int viewer)
{
    write_begin(w, '{');
    write_key(w, "snapshot");
    write_snapshot(w, m, id, viewer);
    write_end(w, '}');
}

/* ---- questions ---- */

/* Computed from the view, so the text and the names of answers can have nothing that the seat does
 * not know. */
static void write_question(struct writer *w, const struct match *m, int seat)
{
    struct view v;
    char text[MAX_SENTENCE];
    int64_t until = match_until(m, seat);
    view_take(&v, m->session.game, m->session.state, seat);
    write_begin(w, '{');
    write_member_number(w, "n", m->seat[seat].asked);
    write_member_string(w, "kind", v.game->question_kind(v.game->question(v.bytes, seat)));
    write_member_string(w, "text", v.game->question_text(v.bytes, seat, text));
    actions_write(w, v.game, v.bytes, seat);
    write_key(w, "until");
    if (until == INT64_MAX)
        write_null(w);
    else
        write_number(w, until);
    if (match_undo_crosses_luck(m, seat))
        write_member_string(w, "no_undo", "luck");
    write_end(w, '}');
}

/* Only people who play are asked over a socket; bots get a view directly. */
int tell_ask(struct writer *w, const struct match *m, int seat)
{
    if (m->phase != MATCH_RUNNING || !m->seat[seat].asked || !match_person_plays(m, seat) ||
        match_waits(m))
        return 0;
    write_begin(w, '{');
    write_key(w, "ask");
    write_question(w, m, seat);
    write_end(w, '}');
    return 1;
}
