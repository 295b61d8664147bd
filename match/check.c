/* Which entries may follow, each kind with its reasons: the one place that decides it. */
#include "match/inside.h"

#include <sodium.h>

int no_because(struct no *no, const char *code, const char *sentence)
{
    no->code = code;
    return refuse(&no->why, NULL, "%s", sentence);
}

static int must_run(const struct match *m, struct no *no)
{
    if (m->phase == MATCH_RUNNING)
        return 0;
    if (m->phase == MATCH_OVER)
        return no_because(no, "game-over", "The game is over.");
    return no_because(no, "not-running",
                      m->begun ? "The table is closed." : "The game has not begun.");
}

static int must_wait(const struct match *m, struct no *no)
{
    if (m->phase == MATCH_WAITING)
        return 0;
    return no_because(no, "not-waiting",
                      m->phase == MATCH_CLOSED ? "The table is closed." : "The game has begun.");
}

/* A person who sits there and plays. */
static int must_play(const struct match *m, int seat, struct no *no)
{
    if (must_run(m, no) < 0)
        return -1;
    if (m->seat[seat].kind != SEAT_HUMAN)
        return no_because(no, "not-allowed", "A bot sits there.");
    if (m->seat[seat].away)
        return no_because(no, "not-allowed",
                          "A bot plays for you at the moment: take your seat back first.");
    return 0;
}

static int must_be_bot(const struct match *m, const char *name, struct no *no)
{
    if (bot_fitting(m->session.game, name))
        return 0;
    return no_because(no, "bad-option", "There is no such bot for this game.");
}

/* ---- people ---- */

static int check_table(const struct match *m, const struct entry *e, struct no *no)
{
    (void)m;
    if (!e->founding)
        return no_because(no, "bad-request", "A table needs a founding.");
    no->code = "bad-option";
    return founding_check(e->founding, &no->why);
}

static int check_free(const struct match *m, const struct entry *e, struct no *no)
{
    const struct match_seat *s = &m->seat[e->seat];
    if (m->phase == MATCH_WAITING && s->kind != SEAT_EMPTY)
        return no_because(no, "seat-taken", "Somebody sits there already.");
    if (m->phase == MATCH_RUNNING && s->away != AWAY_LEFT)
        return no_because(no, "seat-taken", "The game has begun, and nobody has left that seat.");
    if (m->phase == MATCH_RUNNING && e->nonce.n)
        return no_because(no, "not-waiting", "The game has begun: its luck is settled.");
    return 0;
}

static int check_sit(const struct match *m, const struct entry *e, struct no *no)
{
    if (m->phase != MATCH_WAITING && m->phase != MATCH_RUNNING)
        return no_because(no, "not-waiting", "The table is closed, or its game is over.");
    if (!name_is_clean(e->name))
        return no_because(no, "bad-request", "A name has 1 to 40 characters that can be seen.");
    if (sodium_is_zero(e->token, MATCH_TOKEN) || e->nonce.n > MATCH_NONCE)
        return no_because(no, "bad-request", "Who sits down needs a token.");
    int own = match_seat_of(m, e->token);
    if (own == e->seat && m->phase == MATCH_WAITING)
        return 0; /* once more, with another name or nonce */
    if (own >= 0)
        return no_because(no, "not-allowed", "You sit at this table already.");
    return check_free(m, e, no);
}

static int check_rise(const struct match *m, const struct entry *e, struct no *no)
{
    if (must_wait(m, no) < 0)
        return -1;
    if (m->seat[e->seat].kind != SEAT_HUMAN)
        return no_because(no, "not-allowed", "No person sits there.");
    return 0;
}

static int check_away(const struct match *m, const struct entry *e, struct no *no)
{
    const struct match_seat *s = &m->seat[e->seat];
    if (m->phase != MATCH_RUNNING)
        return no_because(no, "not-running", "The game is not running.");
    if (s->kind != SEAT_HUMAN)
        return no_because(no, "not-allowed", "A bot sits there.");
    if (s->away == AWAY_LEFT || (s->away && e->away != AWAY_LEFT))
        return no_because(no, "not-allowed", "A bot plays there already.");
    if (e->away != AWAY_CLOCK && e->away != AWAY_LEFT)
        return no_because(no, "bad-request", "Why is clock or left.");
    if (e->away == AWAY_CLOCK && e->at < match_until(m, e->seat))
        return no_because(no, "not-allowed", "There is time left.");
    return must_be_bot(m, e->text, no);
}

static int check_back(const struct match *m, const struct entry *e, struct no *no)
{
    if (m->phase != MATCH_RUNNING)
        return no_because(no, "not-running", "The game is not running.");
    if (m->seat[e->seat].kind != SEAT_HUMAN || !m->seat[e->seat].away)
        return no_because(no, "not-allowed", "No bot plays for a person there.");
    return 0;
}

/* ---- the game ---- */

static int check_start(const struct match *m, const struct entry *e, struct no *no)
{
    return must_wait(m, no) < 0 ? -1 : must_be_bot(m, e->text, no);
}

static int check_mover(const struct match *m, const struct entry *e, struct no *no)
{
    if (!e->by_bot)
        return must_play(m, e->seat, no);
    if (must_run(m, no) < 0)
        return -1;
    if (match_person_plays(m, e->seat))
        return no_because(no, "not-allowed", "A person plays there.");
    return 0;
}

/* What the rules say may quote a text that was cut within a character: `refuse` mends it. */
static int illegal(const struct session *s, const struct entry *e, struct no *no)
{
    struct refusal why;
    s->game->explain(s->state, e->seat, e->text, &why);
    no->code = "illegal-action";
    return refuse(&no->why, why.rule, "%s", why.message);
}

static int check_move(const struct match *m, const struct entry *e, struct no *no)
{
    const struct match_seat *s = &m->seat[e->seat];
    const struct session *now = &m->session;
    if (check_mover(m, e, no) < 0)
        return -1;
    if (!s->asked)
        return no_because(no, "not-your-decision", "You are not asked anything at the moment.");
    if (s->asked != e->ask)
        return no_because(no, "stale", "This question is not open any more.");
    if (!e->by_bot && e->at >= match_until(m, e->seat))
        return no_because(no, "stale", "Your time is up.");
    if (e->move.answer < 64 && now->game->legal(now->state, e->seat) >> e->move.answer & 1)
        return 0;
    return illegal(now, e, no);
}

/* ---- taking back ---- */

static int check_own_last(const struct match *m, const struct entry *e, struct no *no)
{
    if (must_play(m, e->seat, no) < 0)
        return -1;
    int last = undo_last_move(m, e->seat);
    if (last < 0)
        return no_because(no, "not-allowed", "There is no move of yours to take back.");
    if (m->move[last].n != e->to)
        return no_because(no, "stale", "Only your last move can be taken back.");
    return 0;
}

static int check_plea(const struct match *m, const struct entry *e, struct no *no)
{
    if (check_own_last(m, e, no) < 0)
        return -1;
    if (m->plea.seat >= 0)
        return no_because(no, "not-allowed", "Somebody has asked to take a move back already.");
    return 0;
}

static int check_grant(const struct match *m, const struct entry *e, struct no *no)
{
    if (must_play(m, e->seat, no) < 0)
        return -1;
    if (m->plea.seat < 0)
        return no_because(no, "not-allowed", "Nobody has asked to take a move back.");
    if (m->plea.seat == e->seat)
        return no_because(no, "not-allowed", "You have asked yourself: the others decide.");
    if (m->plea.granted >> e->seat & 1)
        return no_because(no, "not-allowed", "You have agreed already.");
    return 0;
}

/* Whether the others agreed, or nobody had learned anything, was settled when the entry was made: a log
 * must stay readable when we get better at telling. */
static int check_undo(const struct match *m, const struct entry *e, struct no *no)
{
    return check_own_last(m, e, no);
}

/* ---- the end ---- */

static int check_rematch(const struct match *m, const struct entry *e, struct no *no)
{
    if (m->phase != MATCH_OVER)
        return no_because(no, "not-over", "The game is not over.");
    if (m->rematch[0])
        return no_because(no, "conflict", "There is a rematch already.");
    if (strlen(e->text) != MATCH_ID ||
        strspn(e->text, "abcdefghijklmnopqrstuvwxyz234567") != MATCH_ID)
        return no_because(no, "bad-request", "That is no id of a table.");
    return 0;
}

static int check_close(const struct match *m, const struct entry *e, struct no *no)
{
    if (m->phase != MATCH_WAITING && m->phase != MATCH_RUNNING)
        return no_because(no, "not-running", "The game is over, or the table is closed already.");
    if (!e->text[0] || !text_is_plain(e->text))
        return no_because(no, "bad-request", "Why it closes must be plain text.");
    return 0;
}

int entry_check(const struct match *m, const struct entry *e, struct no *no)
{
    static int (*const check[])(const struct match *, const struct entry *, struct no *) = {
        [ENTRY_TABLE] = check_table, [ENTRY_SIT] = check_sit,         [ENTRY_RISE] = check_rise,
        [ENTRY_START] = check_start, [ENTRY_MOVE] = check_move,       [ENTRY_AWAY] = check_away,
        [ENTRY_BACK] = check_back,   [ENTRY_PLEA] = check_plea,       [ENTRY_GRANT] = check_grant,
        [ENTRY_UNDO] = check_undo,   [ENTRY_REMATCH] = check_rematch, [ENTRY_CLOSE] = check_close,
    };
    if (e->kind > ENTRY_CLOSE || (e->kind == ENTRY_TABLE) != (m->entries == 0))
        return no_because(no, "bad-request", "A log begins with its founding, and has one only.");
    if (e->n != m->entries || m->entries == UINT32_MAX)
        return no_because(no, "conflict", "Another entry is due.");
    if (e->kind != ENTRY_TABLE && e->seat >= m->players)
        return no_because(no, "bad-request", "There is no such seat.");
    return check[e->kind](m, e, no);
}
