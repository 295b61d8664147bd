/* A player of random matches of every game: people and bots answer, leave, come back, run out of
 * time, take moves back, ask and agree, in any order. Refused requests must change nothing. */
#ifndef CHARLATAN_TESTS_MATCH_RANDOM_H
#define CHARLATAN_TESTS_MATCH_RANDOM_H

#include "match/call.h"
#include "match/hurried.h"
#include "match/may.h"
#include "match/refusals.h"
#include "match/reveal.h"
#include "match/undo.h"
#include "tests/match_witness.h"

struct play {
    struct rig t;
    uint64_t luck;
    uint32_t kinds[ENTRY_KINDS];
    uint32_t repeated, refused;
    /* 1: the next match that is founded has a witness. */
    int watched;
};

static inline uint32_t below(struct play *p, uint32_t n)
{
    p->luck ^= p->luck << 13;
    p->luck ^= p->luck >> 7;
    p->luck ^= p->luck << 17;
    return (uint32_t)(p->luck >> 33) % n;
}

static inline int pick(struct play *p, uint64_t mask)
{
    return bit_nth(mask, below(p, (uint32_t)bit_count(mask)));
}

static inline void take(struct play *p)
{
    p->kinds[p->t.e.kind]++;
    rig_take(&p->t);
}

static inline void settle(struct play *p)
{
    while (match_follows(&p->t.m, p->t.now, &p->t.e))
        take(p);
    if (match_waits(&p->t.m)) {
        witness_answer(&p->t);
        settle(p);
    }
    assert_true(match_due(&p->t.m) > p->t.now);
}

/* Applies an allowed request. A refused one must have a code and a sentence. */
static inline void attempt(struct play *p, int may)
{
    if (may == 0) {
        take(p);
        settle(p);
        return;
    }
    p->refused++;
    assert_true(p->t.why.code != CODE_NONE);
    assert_true(p->t.why.message[0]);
}

/* ---- what people do ---- */

/* One of few, so that some are those of others. */
static inline struct match_nonce nonce_of(int which)
{
    struct match_nonce nonce = {.n = PLEDGED_BYTES};
    memset(nonce.bytes, 1 + which, sizeof nonce.bytes);
    return nonce;
}

static inline void reveal(struct play *p, int seat)
{
    struct match_nonce nonce = nonce_of((int)below(p, 3));
    attempt(p, match_may_reveal(&p->t.m, seat, &nonce, p->t.now, &p->t.e, &p->t.why));
}

static inline void sit(struct play *p)
{
    struct match_sitting s = {.seat = (int)below(p, 7) - 1};
    s.token[0] = (uint8_t)(below(p, 60) + 1);
    s.name = rig_name(s.token[0]);
    s.from = below(p, 4);
    s.nonce.n = (uint8_t)(below(p, 3) ? 0 : below(p, MATCH_NONCE + 1));
    memset(s.nonce.bytes, 0xab, s.nonce.n);
    if (below(p, 3) == 0) {
        struct match_nonce mine = nonce_of((int)below(p, 3));
        commit_pledge(mine.bytes, s.pledge);
    }
    attempt(p, match_may_sit(&p->t.m, &s, p->t.now, &p->t.e, &p->t.why));
}

static inline void repeat(struct play *p, int seat, uint32_t ask, const char *action)
{
    uint32_t n = p->t.m.seat[seat].answered_n;
    struct entry e;
    struct refusal why;
    assert_int_equal(match_may_move_named(&p->t.m, seat, action, ask, p->t.now, &e, &why), -1);
    assert_ptr_equal(why.row, &refusal_answer_repeated);
    assert_int_equal(e.n, n);
    assert_int_equal(match_may_move_named(&p->t.m, seat, "something else", ask, p->t.now, &e, &why),
                     -1);
    assert_true(why.code != CODE_NONE);
    assert_int_equal(match_may_move_named(&p->t.m, seat, action, ask + 1000, p->t.now, &e, &why),
                     -1);
    assert_true(why.code != CODE_NONE);
    p->repeated++;
}

static inline void person_moves(struct play *p, int seat)
{
    struct match *m = &p->t.m;
    char action[MAX_NAME];
    uint32_t ask = m->seat[seat].asked;
    uint64_t legal = m->session.game->legal(m->session.state, seat);
    m->session.game->action_name(m->session.state, seat, pick(p, legal), action);
    assert_int_equal(match_may_move_named(m, seat, action, ask, p->t.now, &p->t.e, &p->t.why), 0);
    assert_true(p->t.e.at < match_until(m, seat));
    take(p);
    repeat(p, seat, ask, action);
    settle(p);
}

static inline void bot_moves(struct play *p, int seat)
{
    struct match *m = &p->t.m;
    int answer = pick(p, m->session.game->legal(m->session.state, seat));
    uint32_t ask = m->seat[seat].asked;
    assert_int_equal(match_may_move_bot(m, (struct move){(uint8_t)seat, (uint8_t)answer}, ask,
                                        p->t.now, &p->t.e, &p->t.why),
                     0);
    p->t.e.hurried = (uint8_t)(below(p, 4) ? HURRIED_NO : 1 + below(p, HURRIED_BUDGET));
    take(p);
    settle(p);
}

static inline void move(struct play *p)
{
    struct match *m = &p->t.m;
    if (m->phase != MATCH_RUNNING)
        return;
    int seat = pick(p, m->session.game->active(m->session.state));
    if (match_bots_due(m) >> seat & 1)
        bot_moves(p, seat);
    else
        person_moves(p, seat);
}

/* Mostly the host asks, sometimes somebody else. */
static inline void host_does(struct play *p, int seat)
{
    struct match *m = &p->t.m;
    int host = m->host >= 0 && below(p, 4) ? m->host : (int)below(p, (uint32_t)m->players);
    struct entry *e = &p->t.e;
    struct refusal *why = &p->t.why;
    switch (below(p, m->phase == MATCH_WAITING ? 2 : 4)) {
    case 0: attempt(p, match_may_remove(m, host, seat, below(p, 2) == 0, p->t.now, e, why)); break;
    case 1:
        attempt(p, match_may_door(m, host, below(p, 6) == 0, (int)below(p, 2), p->t.now, e, why));
        break;
    default: attempt(p, match_may_admit(m, host, seat, below(p, 3) > 0, p->t.now, e, why));
    }
}

static inline void call(struct play *p, int seat)
{
    struct match *m = &p->t.m;
    struct entry *e = &p->t.e;
    struct refusal *why = &p->t.why;
    if (below(p, 3) == 0) {
        int hook = below(p, 4) == 0;
        attempt(p, match_may_want(m, seat, hook, below(p, 3) > 0, p->t.now, e, why));
    } else {
        int due = match_call_since(m, seat) <= p->t.now;
        assert_int_equal(match_may_call(m, 1u << seat, p->t.now, e, why) == 0, due);
        attempt(p, match_may_call(m, 1u << seat, p->t.now, e, why));
        /* Once a turn. */
        assert_int_equal(match_may_call(m, 1u << seat, p->t.now, e, why), -1);
    }
}

static inline void do_something(struct play *p)
{
    struct match *m = &p->t.m;
    int seat = (int)below(p, (uint32_t)m->players);
    struct entry *e = &p->t.e;
    struct refusal *why = &p->t.why;
    switch (m->plea.seat >= 0 && below(p, 2) ? 7 : below(p, 44)) {
    case 0: attempt(p, match_may_leave(m, seat, p->t.now, e, why)); break;
    case 1:
    case 2: attempt(p, match_may_return(m, seat, p->t.now, e, why)); break;
    case 3: sit(p); break;
    case 4:
    case 5:
    case 6: attempt(p, match_may_undo(m, seat, p->t.now, e, why)); break;
    case 7:
    case 8:
    case 9: attempt(p, match_may_grant(m, seat, below(p, 6) > 0, p->t.now, e, why)); break;
    case 10: attempt(p, match_may_start(m, below(p, 2) ? NULL : "medium", p->t.now, e, why)); break;
    case 11:
        attempt(p, match_may_move_named(m, seat, "nothing", m->entries, p->t.now, e, why));
        break;
    case 12: attempt(p, match_may_rematch(m, "abcdefgh234567ab", p->t.now, e, why)); break;
    case 13:
        attempt(p, match_may_move_bot(m, (struct move){(uint8_t)seat, 70}, m->seat[seat].asked,
                                      p->t.now, e, why));
        break;
    case 14: reveal(p, seat); break;
    case 15:
    case 16: host_does(p, seat); break;
    case 17:
    case 18: call(p, seat); break;
    default:
        if (m->phase == MATCH_REVEALING)
            reveal(p, seat);
        else if (m->phase == MATCH_WAITING && below(p, 4) == 0)
            host_does(p, seat);
        else
            move(p);
    }
}

/* Mostly short times, rarely as long as a clock. */
static inline void time_passes(struct play *p)
{
    p->t.now += below(p, 50) ? below(p, 900) : below(p, 40000);
    /* The system's clock was set back. */
    if (below(p, 200) == 0)
        p->t.now -= 500;
    settle(p);
}

/* ---- matches ---- */

static const struct kind_of_match {
    const char *game, *options;
    int least, most;
} kinds_of_match[] = {
    {"null", "{\"tosses\":9}", 2, 6},
    {"arcane", "{\"edition\":\"hundred\",\"rounds\":1}", 2, 6},
    {"arcane", "{\"wizards\":\"random\",\"market\":true,\"turn_cap\":8}", 2, 6},
    {"quacks", "{}", 2, 4},
    {"quacks", "{\"together\":true,\"pot\":\"tubes\",\"books\":{\"green\":2}}", 2, 4},
};

static inline void pledge_first(struct match_founding *f)
{
    struct match_nonce nonce = nonce_of(0);
    if (f->seat[0].kind == SEAT_HUMAN)
        commit_pledge(nonce.bytes, f->seat[0].pledge);
}

static inline void found(struct play *p, const struct kind_of_match *k)
{
    struct match_founding f;
    char seats[MAX_SEATS + 1] = {0};
    int players = k->least + (int)below(p, (uint32_t)(k->most - k->least + 1));
    for (int seat = 0; seat < players; seat++)
        seats[seat] = "hhhb."[below(p, 5)];
    rig_found(&f, k->game, seats, k->options);
    f.practice = strchr(seats, 'h') == strrchr(seats, 'h') && !strchr(seats, '.');
    f.open = (uint8_t)below(p, 2);
    f.clock = (struct match_clock){below(p, 2) ? 20 : 0, below(p, 2) ? 120 : 0};
    f.seed[0] = (uint8_t)below(p, 256);
    if (below(p, 2))
        pledge_first(&f);
    if (below(p, 3) && strchr(seats, 'h')) {
        f.host = (uint8_t)(strchr(seats, 'h') - seats + 1);
        f.seat[f.host - 1].from = below(p, 4);
        f.approve = (uint8_t)below(p, 2);
    }
    if (p->watched)
        witness_open(&f);
    rig_open(&p->t, &f, 1000000);
    p->kinds[ENTRY_TABLE]++;
    settle(p);
}

#endif
