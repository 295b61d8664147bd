/* What people ask for becomes an entry, or a reason why not; and what follows by itself. Undo is in undo.c. */
#include "match/inside.h"

void entry_new(struct entry *e, const struct match *m, int kind, int seat, int64_t now)
{
    MUST(seat >= 0 && seat < MAX_SEATS);
    memset(e, 0, sizeof *e);
    e->kind = (uint8_t)kind;
    e->seat = (uint8_t)seat;
    e->n = m->entries;
    e->at = clock_at(m, now);
}

static void entry_text(struct entry *e, const char *text)
{
    size_t n = strlen(text);
    n = n < sizeof e->text ? n : sizeof e->text - 1;
    memcpy(e->text, text, n);
    e->text[n] = 0;
}

/* ---- people ---- */

int match_may_found(const struct founding *f, int64_t now, struct entry *e, struct no *no)
{
    struct match nothing;
    memset(&nothing, 0, sizeof nothing);
    entry_new(e, &nothing, ENTRY_TABLE, 0, now);
    e->founding = f;
    return entry_check(&nothing, e, no);
}

static int is_free(const struct match *m, int seat)
{
    const struct match_seat *s = &m->seat[seat];
    return m->phase == MATCH_WAITING ? s->kind == SEAT_EMPTY : s->away == AWAY_LEFT;
}

/* The seat somebody wants, their own, or the first free one; where none is, one that will be refused. */
static int seat_wanted(const struct match *m, const struct sitting *s)
{
    int own = match_seat_of(m, s->token);
    if (own >= 0 && (s->seat == -1 || s->seat == own))
        return own;
    for (int seat = 0; s->seat == -1 && seat < m->players; seat++)
        if (is_free(m, seat))
            return seat;
    return s->seat >= 0 && s->seat < m->players ? s->seat : 0;
}

int match_may_sit(const struct match *m, const struct sitting *s, int64_t now, struct entry *e,
                  struct no *no)
{
    entry_new(e, m, ENTRY_SIT, seat_wanted(m, s), now);
    if (s->seat < -1 || s->seat >= m->players)
        return no_because(no, "bad-request", "There is no such seat.");
    if (name_read(s->name, e->name) < 0)
        return no_because(no, "bad-request", "A name has 1 to 40 characters that can be seen.");
    memcpy(e->token, s->token, sizeof e->token);
    if (m->phase == MATCH_WAITING) /* later it could not change the luck any more */
        e->nonce = s->nonce;
    return entry_check(m, e, no);
}

int match_may_leave(const struct match *m, int seat, int64_t now, struct entry *e, struct no *no)
{
    entry_new(e, m, m->phase == MATCH_WAITING ? ENTRY_RISE : ENTRY_AWAY, seat, now);
    if (e->kind == ENTRY_AWAY) {
        e->why = AWAY_LEFT;
        entry_text(e, bot_usual(m->session.game));
    }
    return entry_check(m, e, no);
}

int match_may_return(const struct match *m, int seat, int64_t now, struct entry *e, struct no *no)
{
    entry_new(e, m, ENTRY_BACK, seat, now);
    return entry_check(m, e, no);
}

int match_may_rematch(const struct match *m, const char *id, int64_t now, struct entry *e,
                      struct no *no)
{
    entry_new(e, m, ENTRY_REMATCH, 0, now);
    entry_text(e, id);
    return entry_check(m, e, no);
}

int match_may_close(const struct match *m, const char *why, int64_t now, struct entry *e,
                    struct no *no)
{
    entry_new(e, m, ENTRY_CLOSE, 0, now);
    entry_text(e, why);
    return entry_check(m, e, no);
}

/* ---- the game ---- */

static const char *filling(const struct match *m, const char *fill)
{
    static const char *const levels[] = {"easy", "medium", "hard"};
    if (!fill)
        return bot_usual(m->session.game);
    for (int i = 0; i < 3; i++)
        if (strcmp(fill, levels[i]) == 0 && !bot_fitting(m->session.game, fill))
            return bot_usual(m->session.game);
    return fill;
}

int match_may_start(const struct match *m, const char *fill, int64_t now, struct entry *e,
                    struct no *no)
{
    entry_new(e, m, ENTRY_START, 0, now);
    entry_text(e, filling(m, fill));
    return entry_check(m, e, no);
}

/* An answer may be sent twice: when the line broke before the first one was acknowledged. */
static int is_repeated(const struct match *m, int seat, uint32_t ask, const char *action)
{
    const struct match_seat *s = &m->seat[seat];
    return s->answered_n && s->answered == ask &&
           s->answered_hash == hash_bytes(action, strlen(action));
}

int match_may_move(const struct match *m, int seat, uint32_t ask, const char *action, int64_t now,
                   struct entry *e, struct no *no)
{
    entry_new(e, m, ENTRY_MOVE, seat, now);
    if (is_repeated(m, seat, ask, action)) {
        e->n = m->seat[seat].answered_n;
        return no_because(no, NULL, "This answer was given already.");
    }
    if (m->seat[seat].answered_n && ask == m->seat[seat].answered)
        return no_because(no, "stale", "You have answered this question otherwise.");
    int answer = m->begun ? session_answer(&m->session, seat, action) : -1;
    e->ask = ask;
    e->answer = answer < 0 ? 64 : (uint8_t)answer; /* 64: no answer at all */
    entry_text(e, action);
    return entry_check(m, e, no);
}

int match_may_move_bot(const struct match *m, int seat, uint32_t ask, int answer, int64_t now,
                       struct entry *e, struct no *no)
{
    const struct session *s = &m->session;
    entry_new(e, m, ENTRY_MOVE, seat, now);
    e->why = 1;
    e->ask = ask;
    e->answer = answer < 0 || answer > 63 ? 64 : (uint8_t)answer;
    if (entry_check(m, e, no) < 0)
        return -1;
    s->game->action_name(s->state, seat, answer, e->text);
    return 0;
}

/* ---- what follows by itself ---- */

static int seats_of(const struct match *m, int kind)
{
    int n = 0;
    for (int seat = 0; seat < m->players; seat++)
        n += m->seat[seat].kind == kind;
    return n;
}

static int starts(const struct match *m)
{
    return m->entries && m->phase == MATCH_WAITING && !m->wait && !seats_of(m, SEAT_EMPTY);
}

/* Everyone has left; where nobody ever came, people may still come. */
static int closes(const struct match *m)
{
    return m->phase == MATCH_WAITING && m->entries > 1 && !seats_of(m, SEAT_HUMAN);
}

/* Whose time is up first. */
static int seat_due(const struct match *m)
{
    int first = 0;
    for (int seat = 1; seat < m->players; seat++)
        if (match_until(m, seat) < match_until(m, first))
            first = seat;
    return first;
}

int64_t match_due(const struct match *m)
{
    if (starts(m) || closes(m) || (m->phase == MATCH_RUNNING && undo_granted(m)))
        return m->touched;
    return match_until(m, seat_due(m));
}

static int follow(const struct match *m, int kind, int seat, int64_t now, struct entry *e)
{
    struct no no;
    entry_new(e, m, kind, seat, now);
    if (kind == ENTRY_START || kind == ENTRY_AWAY)
        entry_text(e, bot_usual(m->session.game));
    if (kind == ENTRY_AWAY)
        e->why = AWAY_CLOCK;
    if (kind == ENTRY_UNDO)
        e->to = m->plea.to;
    if (kind == ENTRY_CLOSE)
        entry_text(e, "Everyone has left.");
    MUST(entry_check(m, e, &no) == 0);
    return 1;
}

int match_follows(const struct match *m, int64_t now, struct entry *e)
{
    int late = seat_due(m);
    if (starts(m))
        return follow(m, ENTRY_START, 0, now, e);
    if (clock_at(m, now) >= match_until(m, late))
        return follow(m, ENTRY_AWAY, late, now, e);
    if (undo_granted(m))
        return follow(m, ENTRY_UNDO, m->plea.seat, now, e);
    return closes(m) ? follow(m, ENTRY_CLOSE, 0, now, e) : 0;
}
