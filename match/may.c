/* Turns people's requests into entries or refusals, and makes the entries that need no request.
 * Undo is in undo.c. */
#include "match/may.h"

#include "bots/bots.h"
#include "match/clock_inside.h"
#include "match/founding_inside.h"
#include "match/host.h"
#include "match/inside.h"
#include "match/match.h"
#include "match/name_inside.h"
#include "match/refusals.h"
#include "match/reveal_inside.h"
#include "match/undo_inside.h"
#include "match/watched.h"
#include "wire/refuse.h"

/* All other members are 0. The time is lifted to that of the match (clock_at), so the entry is
 * never refused for a clock that was set back. */
void entry_new(struct entry *e, const struct match *m, int kind, int seat, int64_t now)
{
    MUST(seat >= 0 && seat < MAX_SEATS);
    memset(e, 0, sizeof *e);
    e->kind = (uint8_t)kind;
    e->seat = (uint8_t)seat;
    e->n = m->entries;
    e->at = clock_at(m, now);
}

/* Cut to its room: names of ours are shorter, and a longer one of somebody else's names nothing. */
static void entry_text(struct entry *e, const char *text)
{
    size_t n = strlen(text);
    n = n < sizeof e->text ? n : sizeof e->text - 1;
    memcpy(e->text, text, n);
    e->text[n] = 0;
}

/* ---- people ---- */

/* *f is borrowed by the entry and must live until it was applied or written. */
int match_may_found(const struct match_founding *f, int64_t now, struct entry *e,
                    struct refusal *why)
{
    struct match nothing;
    memset(&nothing, 0, sizeof nothing);
    entry_new(e, &nothing, ENTRY_TABLE, 0, now);
    e->founding = f;
    return entry_check(&nothing, e, why);
}

/* Leaving is always possible: after the last return there is one departure more at most. */
int others_have_room(const struct match *m, struct refusal *why)
{
    return m->others < OTHERS_MOST ? 0 : because(why, ROW(only_moves_left));
}

static int is_free(const struct match *m, int seat)
{
    const struct match_seat *s = &m->seat[seat];
    return m->phase == MATCH_WAITING ? s->kind == SEAT_EMPTY : s->away == AWAY_LEFT;
}

/* Returns the seat asked for, else one's own seat, else the first free one; if there is none, a
 * seat that will be refused. */
static int seat_wanted(const struct match *m, const struct match_sitting *s)
{
    int own = match_seat_of(m, s->token);
    if (own >= 0 && (s->seat == -1 || s->seat == own))
        return own;
    for (int seat = 0; s->seat == -1 && seat < m->players; seat++)
        if (is_free(m, seat))
            return seat;
    return s->seat >= 0 && s->seat < m->players ? s->seat : 0;
}

/* Sitting down again at one's own seat changes name, pledge and nonce. A name that looks like
 * another one's is refused here and not by entry_check, so that old logs stay readable. */
int match_may_sit(const struct match *m, const struct match_sitting *s, int64_t now,
                  struct entry *e, struct refusal *why)
{
    entry_new(e, m, ENTRY_SIT, seat_wanted(m, s), now);
    if (s->seat < -1 || s->seat >= m->players)
        return because(why, ROW(unknown_seat));
    if (name_read(s->name, e->name) < 0)
        return because(why, ROW(name_needed));
    memcpy(e->token, s->token, sizeof e->token);
    if (name_may_be_taken(m, e, why) < 0)
        return -1;
    e->from = s->from;
    if (match_asks_host(m))
        e->kind = ENTRY_KNOCK;
    /* After the start a nonce cannot change the key of chance any more. */
    if (m->phase == MATCH_WAITING)
        e->nonce = s->nonce;
    /* A table founded by 0.1.0 may have nodes of that version, which know no pledges. */
    if (m->phase == MATCH_WAITING && m->rules < RULES_0_1_0)
        memcpy(e->pledge, s->pledge, sizeof e->pledge);
    return others_have_room(m, why) < 0 ? -1 : entry_check(m, e, why);
}

/* Always has room, so nobody is held at a table (others_have_room). */
int match_may_leave(const struct match *m, int seat, int64_t now, struct entry *e,
                    struct refusal *why)
{
    entry_new(e, m, m->phase == MATCH_WAITING ? ENTRY_RISE : ENTRY_AWAY, seat, now);
    if (e->kind == ENTRY_AWAY) {
        e->away = AWAY_LEFT;
        entry_text(e, bot_usual(m->session.game));
    }
    return entry_check(m, e, why);
}

int match_may_return(const struct match *m, int seat, int64_t now, struct entry *e,
                     struct refusal *why)
{
    entry_new(e, m, ENTRY_BACK, seat, now);
    /* Otherwise an opponent who comes and goes could use up the room, and then the bot would keep
     * every seat whose clock runs out. */
    int takes_room = m->seat[seat].away != AWAY_CLOCK;
    if (m->phase == MATCH_RUNNING && m->seat[seat].away && clock_is_out(m, seat))
        return because(why, ROW(question_time_up));
    return takes_room && others_have_room(m, why) < 0 ? -1 : entry_check(m, e, why);
}

int match_may_rematch(const struct match *m, const char *id, int64_t now, struct entry *e,
                      struct refusal *why)
{
    entry_new(e, m, ENTRY_REMATCH, 0, now);
    entry_text(e, id);
    return entry_check(m, e, why);
}

int match_may_close(const struct match *m, const char *reason, int64_t now, struct entry *e,
                    struct refusal *why)
{
    entry_new(e, m, ENTRY_CLOSE, 0, now);
    entry_text(e, reason);
    return entry_check(m, e, why);
}

/* ---- the game ---- */

/* Names of levels are for people: where the game lacks one, they want the usual bot, and no
 * refusal. Another name that does not fit is refused by entry_check. */
static const char *filling(const struct match *m, const char *fill)
{
    const struct bot *known = fill ? bot_by_name(fill, NULL) : NULL;
    if (!fill || (known && known->title && !bot_fitting(m->session.game, fill)))
        return bot_usual(m->session.game);
    return fill;
}

/* Nonces are revealed before the game begins. */
static int first_of_start(const struct match *m)
{
    return m->phase == MATCH_WAITING && match_is_pledged(m) ? ENTRY_FIX : ENTRY_START;
}

int match_may_start(const struct match *m, const char *fill, int64_t now, struct entry *e,
                    struct refusal *why)
{
    entry_new(e, m, first_of_start(m), 0, now);
    entry_text(e, filling(m, fill));
    return entry_check(m, e, why);
}

static void entry_move(struct entry *e, const struct match *m, struct move move, uint32_t ask,
                       int64_t now)
{
    entry_new(e, m, ENTRY_MOVE, move.seat, now);
    e->move.answer = move.answer;
    e->ask = ask;
}

/* Only the last answer of a seat is remembered. */
static int is_answered(const struct match_seat *s, uint32_t ask)
{
    return s->answered_n && s->answered == ask;
}

/* An answer that is repeated is refused with its entry's number, so that the caller can acknowledge
 * it once more. Another answer to the same question came too late. */
static int check_answer(const struct match *m, struct entry *e, struct refusal *why)
{
    const struct match_seat *s = &m->seat[e->seat];
    if (!is_answered(s, e->ask))
        return entry_check(m, e, why);
    if (s->answer != e->move.answer)
        return because(why, ROW(answered_otherwise));
    e->n = s->answered_n;
    return because(why, ROW(answer_repeated));
}

/* For the log. Only once the answer is known to be legal. */
static void name_answer(const struct match *m, struct entry *e)
{
    const struct session *s = &m->session;
    s->game->action_name(s->state, e->seat, e->move.answer, e->text);
}

int match_may_move(const struct match *m, struct move move, uint32_t ask, int64_t now,
                   struct entry *e, struct refusal *why)
{
    entry_move(e, m, move, ask, now);
    if (check_answer(m, e, why) < 0)
        return -1;
    name_answer(m, e);
    return 0;
}

/* Once a question is answered, only the answer given can still be recognised by its name. NO_ANSWER
 * lets entry_check refuse it with the rules' reason. */
static int answer_named(const struct match *m, int seat, const char *action, uint32_t ask)
{
    const struct match_seat *s = &m->seat[seat];
    int answer = -1;
    if (is_answered(s, ask))
        answer = s->answer_name == hash_bytes(action, strlen(action)) ? s->answer : -1;
    else if (m->begun)
        answer = session_answer(&m->session, seat, action);
    return answer < 0 ? NO_ANSWER : answer;
}

int match_may_move_named(const struct match *m, int seat, const char *action, uint32_t ask,
                         int64_t now, struct entry *e, struct refusal *why)
{
    int answer = answer_named(m, seat, action, ask);
    entry_move(e, m, (struct move){(uint8_t)seat, (uint8_t)answer}, ask, now);
    entry_text(e, action);
    return check_answer(m, e, why);
}

int match_may_move_bot(const struct match *m, struct move move, uint32_t ask, int64_t now,
                       struct entry *e, struct refusal *why)
{
    entry_move(e, m, move, ask, now);
    e->by_bot = 1;
    if (entry_check(m, e, why) < 0)
        return -1;
    name_answer(m, e);
    return 0;
}

/* ---- entries without a request ---- */

static int seats_of(const struct match *m, int kind)
{
    int n = 0;
    for (int seat = 0; seat < m->players; seat++)
        n += m->seat[seat].kind == kind;
    return n;
}

/* When the table starts by itself; INT64_MAX: it does not. A rematch waits a moment for pledges;
 * every other full table starts at once. */
static int64_t starts_at(const struct match *m)
{
    int full = m->entries && m->phase == MATCH_WAITING && !m->wait && !seats_of(m, SEAT_EMPTY);
    if (match_waits(m))
        return INT64_MAX;
    if (!full)
        return reveal_due(m);
    return reveal_expects(m) ? m->created + REVEAL_MS : m->touched;
}

/* Returns why the table closes, or NULL: everyone has left, or the game is longer than any real
 * one. If nobody ever came, people may still come. */
static const char *closes(const struct match *m)
{
    if (m->phase == MATCH_RUNNING && m->entries >= ENTRIES_MOST)
        return "The game is too long: a table has room for 131,072 entries.";
    if (m->phase == MATCH_WAITING && m->entries > 1 && !seats_of(m, SEAT_HUMAN) && !match_waits(m))
        return "Everyone has left.";
    return NULL;
}

/* The seat whose clock runs out first. Seat 0 if no clock runs; match_until then says never. */
static int seat_due(const struct match *m)
{
    int first = 0;
    for (int seat = 1; seat < m->players; seat++)
        if (match_until(m, seat) < match_until(m, first))
            first = seat;
    return first;
}

/* When match_follows has something to do; INT64_MAX: never by itself. In the past or at m->touched:
 * at once. */
int64_t match_due(const struct match *m)
{
    int64_t until = match_until(m, seat_due(m));
    if (closes(m) || undo_granted(m) || undo_lapses(m, m->touched))
        return m->touched;
    if (starts_at(m) < INT64_MAX)
        return starts_at(m);
    return m->plea.seat >= 0 && m->plea.until < until ? m->plea.until : until;
}

/* The entry is always allowed: match_follows has checked that it is due. Always 1. */
static int follow(const struct match *m, int kind, int seat, int64_t now, struct entry *e)
{
    struct refusal why;
    entry_new(e, m, kind, seat, now);
    if (kind == ENTRY_FIX || kind == ENTRY_START || kind == ENTRY_AWAY)
        entry_text(e, bot_usual(m->session.game));
    if (kind == ENTRY_AWAY)
        e->away = AWAY_CLOCK;
    if (kind == ENTRY_UNDO)
        e->to = m->plea.to;
    if (kind == ENTRY_CLOSE)
        entry_text(e, closes(m));
    MUST(entry_check(m, e, &why) == 0);
    return 1;
}

/* One entry at a time: apply it and ask again. 0: nothing is due. Closing comes first, since a
 * table that closes needs nothing else. */
int match_follows(const struct match *m, int64_t now, struct entry *e)
{
    int late = seat_due(m);
    if (closes(m))
        return follow(m, ENTRY_CLOSE, 0, now, e);
    if (clock_at(m, now) >= starts_at(m))
        return follow(m, first_of_start(m), 0, now, e);
    if (clock_at(m, now) >= match_until(m, late))
        return follow(m, ENTRY_AWAY, late, now, e);
    if (undo_granted(m))
        return follow(m, ENTRY_UNDO, m->plea.seat, now, e);
    if (undo_lapses(m, clock_at(m, now)))
        return follow(m, ENTRY_LAPSE, m->plea.seat, now, e);
    return 0;
}
