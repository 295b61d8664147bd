/* Decides which entries may follow, and gives the reason for each refusal. What only
 * a new request must meet is in may.c and undo.c. */
#include "match/inside.h"

#include <sodium.h>

#include "match/founding_inside.h"
#include "match/host_inside.h"
#include "match/name_inside.h"
#include "match/refusals.h"
#include "match/reveal_inside.h"
#include "match/undo_inside.h"
#include "match/watched_inside.h"
#include "wire/refuse.h"

/* The refusal says why it does not run: not begun, over, or closed. */
static int must_run(const struct match *m, struct refusal *why)
{
    if (m->phase == MATCH_RUNNING)
        return 0;
    if (m->phase == MATCH_OVER)
        return because(why, ROW(game_over));
    if (m->begun)
        return refused_as(why, CODE_NOT_RUNNING, because(why, ROW(table_closed)));
    return because(why, ROW(not_begun));
}

/* Also refuses while nonces are revealed: seats are fixed then. */
static int must_wait(const struct match *m, struct refusal *why)
{
    if (m->phase == MATCH_WAITING)
        return 0;
    if (m->phase == MATCH_CLOSED)
        return refused_as(why, CODE_NOT_WAITING, because(why, ROW(table_closed)));
    return because(why, ROW(already_begun));
}

/* Refuses unless a person sits there and no bot plays for them. */
static int must_play(const struct match *m, int seat, struct refusal *why)
{
    if (must_run(m, why) < 0)
        return -1;
    if (m->seat[seat].kind != SEAT_HUMAN)
        return because(why, ROW(bot_sits_there));
    if (m->seat[seat].away)
        return because(why, ROW(bot_plays_for_you));
    return 0;
}

/* The name as entries have it, without options. */
static int must_be_bot(const struct match *m, const char *name, struct refusal *why)
{
    if (bot_fitting(m->session.game, name))
        return 0;
    return because(why, ROW(unknown_bot));
}

/* ---- people ---- */

/* Everything about a founding is checked in founding.c; where it comes from does not matter. */
int check_table(const struct match *m, const struct entry *e, struct refusal *why)
{
    (void)m;
    if (!e->founding)
        return because(why, ROW(founding_needed));
    return refused_as(why, CODE_BAD_OPTION, founding_check(e->founding, why));
}

/* Before the start a seat must be empty; after it, its owner must have left. A nonce would come
 * too late then. */
static int check_free(const struct match *m, const struct entry *e, struct refusal *why)
{
    const struct match_seat *s = &m->seat[e->seat];
    if (m->phase == MATCH_WAITING && s->kind != SEAT_EMPTY)
        return because(why, ROW(seat_taken));
    if (m->phase == MATCH_RUNNING && s->away != AWAY_LEFT)
        return because(why, ROW(seat_not_left));
    if (m->phase == MATCH_RUNNING && e->nonce.n)
        return because(why, ROW(nonce_too_late));
    return 0;
}

/* Checks ENTRY_SIT, and through check_knock what a knock has in common with it. A token must be new
 * to the table, unless the person sits there already. */
int check_sit(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (m->phase == MATCH_REVEALING)
        return because(why, ROW(already_begun));
    if (m->phase != MATCH_WAITING && m->phase != MATCH_RUNNING)
        return because(why, ROW(table_done));
    if (!name_is_clean(e->name))
        return because(why, ROW(name_needed));
    if (sodium_is_zero(e->token, MATCH_TOKEN) || e->nonce.n > MATCH_NONCE)
        return because(why, ROW(token_needed));
    if (m->fork.same && (e->nonce.n || pledge_is_given(e->pledge)))
        return because(why, ROW(fork_luck_is_given));
    struct match_key key;
    if (reveal_check_pledge(m, e, why) < 0)
        return -1;
    int own = match_seat_of(m, e->token);
    /* Sitting down again at one's own seat changes its name, pledge or nonce. */
    if (own == e->seat && m->phase == MATCH_WAITING)
        return 0;
    if (own >= 0)
        return because(why, ROW(already_seated));
    if (match_key_of(m, e->token, &key))
        return because(why, ROW(key_known));
    if (check_free(m, e, why) < 0 || host_lets_in(m, e, why) < 0)
        return -1;
    return match_asks_host(m) && e->kind == ENTRY_SIT ? because(why, ROW(takeover_asks)) : 0;
}

/* Whoever asks for a seat could take it, but for the host's yes. */
int check_knock(const struct match *m, const struct entry *e, struct refusal *why)
{
    return host_check_knock(m, e, why) < 0 ? -1 : check_sit(m, e, why);
}

/* Only before the start; afterwards people leave by AWAY. */
int check_rise(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (must_wait(m, why) < 0)
        return -1;
    if (m->seat[e->seat].kind != SEAT_HUMAN)
        return because(why, ROW(no_person_there));
    return 0;
}

/* A person whose clock ran out may still leave for good, but the clock of a person who has left can
 * no longer run out. Also while nonces are revealed, so that nobody is held at a table that never
 * begins. */
int check_away(const struct match *m, const struct entry *e, struct refusal *why)
{
    const struct match_seat *s = &m->seat[e->seat];
    if (m->phase != MATCH_RUNNING && m->phase != MATCH_REVEALING)
        return because(why, ROW(not_running));
    if (s->kind != SEAT_HUMAN)
        return because(why, ROW(bot_sits_there));
    if (s->away == AWAY_LEFT || (s->away && e->away != AWAY_LEFT))
        return because(why, ROW(bot_plays_already));
    if (e->away != AWAY_CLOCK && e->away != AWAY_LEFT)
        return because(why, ROW(away_why_needed));
    if (e->away == AWAY_CLOCK && e->at < match_until(m, e->seat))
        return because(why, ROW(time_left));
    return must_be_bot(m, e->text, why);
}

/* Whether the person's mercy is used up is decided when the entry is made (match_may_return). */
int check_back(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (m->phase != MATCH_RUNNING)
        return because(why, ROW(not_running));
    if (m->seat[e->seat].kind != SEAT_HUMAN || !m->seat[e->seat].away)
        return because(why, ROW(nobody_away));
    return 0;
}

/* ---- the game ---- */

/* The bot takes the empty seats now (reveal_take_fix): from here on the seats are fixed. */
int check_fix(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (must_wait(m, why) < 0)
        return -1;
    if (!match_is_pledged(m))
        return because(why, ROW(nothing_to_reveal));
    return must_be_bot(m, e->text, why);
}

/* From the waiting phase or after FIX; then the time for revealing must be over, or all have
 * revealed. */
int check_start(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (m->phase != MATCH_REVEALING && must_wait(m, why) < 0)
        return -1;
    if (reveal_check_start(m, e->at, why) < 0)
        return -1;
    return must_be_bot(m, e->text, why);
}

/* A bot answers for bots and for people who are away, a person only for their own seat. */
static int check_mover(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (!e->by_bot)
        return must_play(m, e->seat, why);
    if (must_run(m, why) < 0)
        return -1;
    if (match_person_plays(m, e->seat))
        return because(why, ROW(person_plays_there));
    return 0;
}

/* The time limit counts for people alone. An illegal answer is explained by the rules, with their
 * paragraph; e->text is the name that was given. */
int check_move(const struct match *m, const struct entry *e, struct refusal *why)
{
    const struct match_seat *s = &m->seat[e->seat];
    const struct session *now = &m->session;
    if (check_mover(m, e, why) < 0)
        return -1;
    if (!s->asked)
        return because(why, ROW(not_asked));
    if (s->asked != e->ask)
        return because(why, ROW(question_closed));
    if (!e->by_bot && e->at >= match_until(m, e->seat))
        return because(why, ROW(time_up));
    if (e->move.answer < 64 && now->game->legal(now->state, e->seat) >> e->move.answer & 1)
        return 0;
    now->game->explain(now->state, e->seat, e->text, why);
    return -1;
}

/* ---- taking back ---- */

/* Pleas, their answers and undos are not checked again for who has to agree, or for what a move
 * revealed: that was checked when the entry was made. So old logs, whose undos needed less, stay
 * readable. */

/* Only one's own last move, and what came after it, can be taken back; e->to is its entry. */
static int check_own_last(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (must_play(m, e->seat, why) < 0)
        return -1;
    int last = undo_last_move(m, e->seat);
    if (last < 0)
        return because(why, ROW(no_move_to_undo));
    if (match_move_at(m, (uint32_t)last)->n != e->to)
        return because(why, ROW(only_last_move));
    return 0;
}

/* One plea at a time, so that it is clear what people agree to. */
int check_plea(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (check_own_last(m, e, why) < 0)
        return -1;
    if (m->plea.seat >= 0)
        return because(why, ROW(plea_open));
    return 0;
}

/* A no may come after a yes of others, and ends the plea; a second yes is refused. */
int check_grant(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (must_play(m, e->seat, why) < 0)
        return -1;
    if (m->plea.seat < 0)
        return because(why, ROW(no_plea));
    if (m->plea.seat == e->seat)
        return because(why, ROW(own_plea));
    if (m->plea.granted >> e->seat & 1)
        return because(why, ROW(already_granted));
    return 0;
}

int check_undo(const struct match *m, const struct entry *e, struct refusal *why)
{
    return check_own_last(m, e, why);
}

/* The time must have come by the entry's own time, since no clock is read. */
int check_lapse(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (m->plea.seat != e->seat)
        return because(why, ROW(no_plea));
    if (!undo_lapses(m, e->at))
        return because(why, ROW(lapse_early));
    return 0;
}

/* ---- the end ---- */

/* Only once. Ids are lower-case base 32, as table ids are. */
int check_rematch(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (m->phase != MATCH_OVER)
        return because(why, ROW(not_over));
    if (m->rematch[0])
        return because(why, ROW(rematch_exists));
    if (strlen(e->text) != MATCH_ID ||
        strspn(e->text, "abcdefghijklmnopqrstuvwxyz234567") != MATCH_ID)
        return because(why, ROW(not_a_table_id));
    return 0;
}

/* Also before the beginning and while nonces are revealed; a game that is over stays over. */
int check_close(const struct match *m, const struct entry *e, struct refusal *why)
{
    if (m->phase == MATCH_OVER || m->phase == MATCH_CLOSED)
        return because(why, ROW(already_closed));
    if (!e->text[0] || !text_is_plain(e->text))
        return because(why, ROW(close_why_needed));
    return 0;
}

/* The general conditions first: the founding and only it comes first, numbers have no gaps, the
 * seat exists, and nothing comes between a choice and its luck that may not. */
int entry_check(const struct match *m, const struct entry *e, struct refusal *why)
{
    static int (*const check[])(const struct match *, const struct entry *, struct refusal *) = {
#define TYPE(type, name, typescript, example)
#define ENTRY(kind, key, check, take, traits, members, meaning) [ENTRY_##kind] = check,
#include "match/entries.def"
    };
    if (e->kind >= ENTRY_KINDS || (e->kind == ENTRY_TABLE) != (m->entries == 0))
        return because(why, ROW(one_founding));
    if (e->n != m->entries || m->entries == UINT32_MAX)
        return because(why, ROW(other_entry_due));
    if (e->kind != ENTRY_TABLE && e->seat >= m->players)
        return because(why, ROW(unknown_seat));
    if (watch_check(m, e, why) < 0)
        return -1;
    return check[e->kind](m, e, why);
}
