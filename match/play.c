/* The game inside a match: its start, moves, and moves taken back. Whatever can go wrong goes wrong on a copy
 * of the session. */
#include "match/inside.h"

#include <stdlib.h>

/* ---- questions ---- */

/* What everyone was asked before an entry. */
struct asks {
    uint32_t active;
    int question[MAX_SEATS];
    uint64_t legal[MAX_SEATS];
};

static void asks_take(struct asks *a, const struct session *s, int players)
{
    a->active = s->game->active(s->state);
    for (int seat = 0; seat < players; seat++) {
        a->question[seat] = s->game->question(s->state, seat);
        a->legal[seat] = s->game->legal(s->state, seat);
    }
}

void play_pose(struct match *m, int seat, const struct entry *e)
{
    clock_charge(m, seat, e->at);
    m->seat[seat].asked = e->n;
    m->seat[seat].since = e->at;
}

static void question_gone(struct match *m, int seat, const struct entry *e)
{
    clock_charge(m, seat, e->at);
    m->seat[seat].asked = 0;
}

/* A question keeps its number while others act, as long as it stays the same. `before` NULL: all anew. */
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
            play_pose(m, seat, e);
    }
    if (!now.active)
        m->phase = MATCH_OVER;
}

/* ---- sessions ---- */

static void key_of(const struct match *m, uint8_t key[32])
{
    const uint8_t *nonce[MAX_SEATS];
    uint8_t n[MAX_SEATS];
    for (int seat = 0; seat < m->players; seat++) {
        nonce[seat] = m->seat[seat].nonce.bytes;
        n[seat] = m->seat[seat].nonce.n;
    }
    commit_chance_key(m->seed, nonce, n, m->players, key);
}

/* A founding with a fork that cannot be played is refused, so this succeeds. */
static void fork_again(const struct match *m, struct session *s)
{
    struct refusal why;
    MUST(fork_begin(s, m->session.json, m->options, &m->fork, &why) == 0);
    for (uint32_t i = 0; i < m->fork.moves; i++)
        MUST(fork_next(s, &m->fork, i, m->move[i].seat, m->move[i].answer, &why) == 0);
}

/* The game after its beginning; after a fork luck is new, and counted from nothing. */
static void begin(const struct match *m, struct session *s, struct done *done)
{
    uint8_t key[32];
    key_of(m, key);
    if (m->fork.chance) {
        fork_again(m, s);
        chance_seed(&s->chance, key);
        return;
    }
    s->json = m->session.json;
    s->game = m->session.game;
    memcpy(s->state, m->options, sizeof s->state);
    chance_seed(&s->chance, key);
    if (done)
        MUST(session_begin(s, done) == 0); /* nothing is forced */
    else
        s->game->begin(s->state, &s->chance, NULL);
}

void play_again(const struct match *m, uint32_t moves, struct session *s)
{
    begin(m, s, NULL);
    for (uint32_t i = m->fork.moves; i < moves; i++)
        s->game->apply(s->state, m->move[i].seat, m->move[i].answer, &s->chance, NULL);
}

static int hash_fits(const struct session *s, struct entry *e, struct refusal *why)
{
    uint64_t hash = game_hash(s->game, s->state);
    if (e->hash && e->hash != hash)
        return refuse(why, NULL, "the hash of the state is %016llx, the entry says %016llx",
                      (unsigned long long)hash, (unsigned long long)e->hash);
    e->hash = hash;
    return 0;
}

static void session_become(struct session *to, struct session *next)
{
    session_free(to);
    *to = *next;
}

/* ---- entries ---- */

static void seats_fill(struct match *m, const char *bot)
{
    const char *shown = bot_shown(m->session.game, bot);
    for (int seat = 0; seat < m->players; seat++) {
        struct match_seat *s = &m->seat[seat];
        s->left = (int64_t)m->clock.game * 1000;
        if (s->kind != SEAT_EMPTY)
            continue;
        s->kind = SEAT_BOT;
        memcpy(s->bot, bot, strlen(bot) + 1);
        memcpy(s->name, shown, strlen(shown) + 1);
    }
}

int play_start(struct match *m, struct entry *e, struct done *done, struct refusal *why)
{
    struct session next;
    session_init(&next);
    begin(m, &next, done);
    if (hash_fits(&next, e, why) < 0) {
        session_free(&next);
        return -1;
    }
    session_become(&m->session, &next);
    seats_fill(m, e->text);
    m->phase = MATCH_RUNNING;
    m->begun = 1;
    questions_renew(m, NULL, -1, e);
    return 0;
}

static void moves_add(struct match *m, const struct entry *e, const struct done *done)
{
    if (m->moves == m->room) {
        m->room = m->room < 32 ? 64 : 2 * m->room;
        m->move = realloc(m->move, m->room * sizeof *m->move);
        MUST(m->move);
    }
    m->move[m->moves++] = (struct match_move){e->seat, e->answer, done->outcomes > 0, e->n};
}

static void answered(struct match_seat *s, const struct entry *e)
{
    s->answered = e->ask;
    s->answered_n = e->n;
    s->answered_hash = hash_bytes(e->text, strlen(e->text));
}

int play_move(struct match *m, struct entry *e, struct done *done, struct refusal *why)
{
    struct session next;
    struct asks before;
    memset(&next, 0, sizeof next);
    session_copy(&next, &m->session);
    MUST(session_apply(&next, e->seat, e->answer, done) == 0); /* legal, and nothing is forced */
    if (hash_fits(&next, e, why) < 0) {
        session_free(&next);
        return -1;
    }
    asks_take(&before, &m->session, m->players);
    session_become(&m->session, &next);
    moves_add(m, e, done);
    if (!e->why)
        answered(&m->seat[e->seat], e);
    questions_renew(m, &before, e->seat, e);
    return 0;
}

static void answers_forget(struct match *m, uint32_t from)
{
    for (int seat = 0; seat < m->players; seat++) {
        struct match_seat *s = &m->seat[seat];
        if (s->answered_n < from)
            continue;
        s->answered = s->answered_n = 0;
        s->answered_hash = 0;
    }
}

/* Everything from that move on never was; the same luck will come again. */
void play_undo(struct match *m, const struct entry *e)
{
    struct session next;
    uint32_t stand = m->moves;
    while (stand > m->fork.moves && m->move[stand - 1].n >= e->to)
        stand--;
    session_init(&next);
    play_again(m, stand, &next);
    session_become(&m->session, &next);
    m->moves = stand;
    answers_forget(m, e->to);
    questions_renew(m, NULL, -1, e);
}
