/* The game inside a match: its start, moves, and moves taken back. Moves are legal and no outcome
 * is forced, so an entry can fail only because the log has another hash; then the session stays as
 * it was. */
#include "match/play_inside.h"

#include <stdlib.h>
#include <strings.h>

#include "match/clock_inside.h"
#include "match/founding_inside.h"
#include "match/inside.h"
#include "match/refusals.h"
#include "match/undo_inside.h"
#include "match/watched_inside.h"
#include "match/way_inside.h"
#include "wire/game.h"
#include "wire/refuse.h"
#include "wire/versions.h"

/* ---- questions ---- */

/* The questions of all seats before an entry. */
struct asks {
    uint32_t active;
    int question[MAX_SEATS];
    uint64_t legal[MAX_SEATS];
};

/* Seats that are not active have no legal answers, so their rows do not matter. */
static void asks_take(struct asks *a, const struct session *s, int players)
{
    a->active = s->game->active(s->state);
    for (int seat = 0; seat < players; seat++) {
        a->question[seat] = s->game->question(s->state, seat);
        a->legal[seat] = s->game->legal(s->state, seat);
    }
}

/* A turn goes on while the seat is asked again; only the first question begins one. */
static void question_posed(struct match *m, int seat, const struct entry *e)
{
    struct match_seat *s = &m->seat[seat];
    clock_renew(m, seat, e->at);
    if (!s->asked) {
        s->turn = e->n;
        s->turn_at = e->at;
    }
    s->asked = e->n;
}

/* The rest of the time stays with the seat for the next question. */
static void question_gone(struct match *m, int seat, const struct entry *e)
{
    clock_stop(m, seat, e->at);
    m->seat[seat].asked = m->seat[seat].turn = 0;
    m->seat[seat].turn_at = 0;
}

/* A question keeps its number while others act, as long as it stays the same. If `before` is NULL,
 * all questions get new numbers. `actor` has answered, so its question is new even if it looks the
 * same; -1: nobody. Sets the phase to MATCH_OVER when nobody is asked any more. */
static void questions_renew(struct match *m, const struct asks *before, int actor,
                            const struct entry *e)
{
    struct asks now;
    asks_take(&now, &m->session, m->players);
    for (int seat = 0; seat < m->players; seat++) {
        int same = before && seat != actor && before->active >> seat & 1 &&
                   before->question[seat] == now.question[seat] &&
                   before->legal[seat] == now.legal[seat];
        if (!(now.active >> seat & 1))
            question_gone(m, seat, e);
        else if (!same)
            question_posed(m, seat, e);
    }
    if (!now.active)
        m->phase = MATCH_OVER;
}

/* ---- sessions ---- */

/* Nonces that were withheld count as not given. The key is computed each time and not kept. */
void match_key(const struct match *m, uint8_t key[32])
{
    const uint8_t *nonce[MAX_SEATS];
    uint8_t n[MAX_SEATS];
    for (int seat = 0; seat < m->players; seat++) {
        nonce[seat] = m->seat[seat].nonce.bytes;
        n[seat] = m->seat[seat].nonce.n;
    }
    commit_chance_key(m->seed, nonce, n, m->players, key);
}

/* Plays the beginning of the game. A practice match has a waypoint where its fork ends; from there
 * on chance uses the match's own key, from its first outcome or, if the luck is that of the other
 * game, from where that game was. `done` NULL: the events are not wanted. The session is all new;
 * the match's own is only read. */
static void begin(const struct match *m, struct session *s, struct session_done *done)
{
    uint8_t key[32];
    if (m->practice) {
        way_resume(m, &m->way[0], s);
        return;
    }
    match_key(m, key);
    s->json = m->session.json;
    s->game = m->session.game;
    memcpy(s->state, m->options, sizeof s->state);
    chance_seed(&s->chance, key);
    watch_luck(m, -1, &s->chance);
    if (done)
        session_begin(s, done);
    else
        s->game->begin(s->state, &s->chance, NULL);
}

/* Costs at most WAY_EVERY moves and one copy of a state. The match must have the moves from the
 * waypoint on in memory. */
void play_again(const struct match *m, uint32_t moves, struct session *s)
{
    const struct match_waypoint *from = way_before(m, moves);
    if (from)
        way_resume(m, from, s);
    else
        begin(m, s, NULL);
    for (uint32_t i = from ? from->moves : 0; i < moves; i++) {
        struct move move = match_move_at(m, i)->move;
        watch_luck(m, i, &s->chance);
        s->game->apply(s->state, move.seat, move.answer, &s->chance, NULL);
    }
}

static int refuse_hash(uint64_t hash, uint64_t stored, struct refusal *why)
{
    char is[17], says[17];
    snprintf(is, sizeof is, "%016llx", (unsigned long long)hash);
    snprintf(says, sizeof says, "%016llx", (unsigned long long)stored);
    return because(why, ROW(entry_hash_differs), is, says);
}

/* Where hashes were another thing they are not compared, and new entries say 0. So a node of that
 * version, which compares all others, can read what this one has added. A hash of 0 is filled in:
 * the entry is new. One that differs means a damaged log, or rules that have changed by mistake. */
static int hash_fits(const struct match *m, const struct session *s, struct entry *e,
                     struct refusal *why)
{
    if (!version_has_hashes(m->rules))
        return 0;
    uint64_t hash = state_hash(s->json, s->state);
    if (e->hash && e->hash != hash)
        return refuse_hash(hash, e->hash, why);
    e->hash = hash;
    return 0;
}

/* ---- entries ---- */

/* Whether somebody who sat down later has the name of this bot. A bot was named at the founding;
 * people came later and had the choice. */
static int name_is_repeated(const struct match *m, int seat)
{
    for (int other = 0; other < m->players; other++)
        if (m->seat[other].kind == SEAT_HUMAN &&
            strcasecmp(m->seat[other].name, m->seat[seat].name) == 0)
            return 1;
    return 0;
}

/* A bot keeps its name unless somebody has taken it. The game clocks are filled for all seats, also
 * for those that bots hold. */
void play_fill(struct match *m, const char *bot)
{
    for (int seat = 0; seat < m->players; seat++) {
        struct match_seat *s = &m->seat[seat];
        s->left = (int64_t)m->clock.game * 1000;
        if (s->kind == SEAT_EMPTY) {
            s->kind = SEAT_BOT;
            memcpy(s->bot, bot, strlen(bot) + 1);
        }
        if (s->kind == SEAT_BOT && (bot_is_nameless(s) || name_is_repeated(m, seat)))
            bot_name(m, seat);
    }
}

/* Plays into a session of its own, so a wrong hash leaves the match as it was. */
int play_start(struct match *m, struct entry *e, struct session_done *done, struct refusal *why)
{
    struct session next;
    begin(m, &next, done);
    if (hash_fits(m, &next, e, why) < 0)
        return -1;
    m->session = next;
    play_fill(m, e->text);
    m->phase = MATCH_RUNNING;
    m->begun = 1;
    questions_renew(m, NULL, -1, e);
    return 0;
}

/* The state must be the one after the move already, because way_note copies it. Amortised: the list
 * doubles. */
static void moves_add(struct match *m, const struct entry *e, const struct session_done *done)
{
    if (m->moves - m->first == m->room) {
        m->room = m->room < 32 ? 64 : 2 * m->room;
        m->move = realloc(m->move, m->room * sizeof *m->move);
        MUST(m->move);
    }
    *match_move_at(m, m->moves++) = (struct match_move){.move = e->move,
                                                        .chance = done->outcomes > 0,
                                                        .hurried = e->hurried & 15,
                                                        .people = (uint8_t)match_people(m),
                                                        .n = e->n};
    way_note(m);
}

void play_note_answer(struct match_seat *s, const struct entry *e)
{
    s->answered = e->ask;
    s->answered_n = e->n;
    s->answer = e->move.answer;
    s->answer_name = hash_bytes(e->text, strlen(e->text));
}

void play_forget_answer(struct match_seat *s)
{
    s->answered = s->answered_n = 0;
    s->answer = 0;
    s->answer_name = 0;
}

/* A person who sat down after the choice did not give the answer, so it is not noted for them. On
 * failure only the session was touched, and it is put back. */
int play_chosen(struct match *m, const struct entry *choice, struct entry *e,
                struct session_done *done, struct refusal *why)
{
    struct session old = m->session;
    struct asks before;
    asks_take(&before, &old, m->players);
    watch_luck(m, m->moves, &m->session.chance);
    session_apply(&m->session, choice->move, done);
    if (hash_fits(m, &m->session, e, why) < 0) {
        m->session = old;
        return -1;
    }
    moves_add(m, choice, done);
    if (!choice->by_bot && m->seat[choice->seat].sat <= choice->n)
        play_note_answer(&m->seat[choice->seat], choice);
    questions_renew(m, &before, choice->seat, e);
    return 0;
}

int play_move(struct match *m, struct entry *e, struct session_done *done, struct refusal *why)
{
    return play_chosen(m, e, e, done, why);
}

/* The same question may be asked again under another number, and an answer sent twice must not be
 * taken for it. */
static void answers_forget(struct match *m, uint32_t from)
{
    for (int seat = 0; seat < m->players; seat++) {
        if (m->seat[seat].answered_n >= from)
            play_forget_answer(&m->seat[seat]);
    }
}

/* Removes the move and all later ones. The same outcomes will come again. The session goes back
 * first: undone_keep_undo plays the moves on from there to name them. All questions get new
 * numbers, so no answer that is on its way fits. */
void play_undo(struct match *m, const struct entry *e)
{
    uint32_t stand = undo_stand(m, e->to);
    play_again(m, stand, &m->session);
    undone_keep_undo(m, &m->session, stand, e->seat);
    m->moves = stand;
    way_cut(m, stand);
    answers_forget(m, e->to);
    questions_renew(m, NULL, -1, e);
}
