/* One match and short functions for its seats' requests, for tests of matches by example. */
#ifndef CHARLATAN_TESTS_MATCH_SAYS_H
#define CHARLATAN_TESTS_MATCH_SAYS_H

#include "match/may.h"
#include "match/undo.h"
#include "tests/match_rig.h"

static struct rig t;

static inline void open_table(const char *game, const char *seats, const char *options,
                              struct match_clock clock)
{
    struct match_founding f;
    rig_found(&f, game, seats, options);
    f.clock = clock;
    rig_open(&t, &f, 1000);
    rig_settle(&t);
}

static inline void open_plain(const char *game, const char *seats, const char *options)
{
    open_table(game, seats, options, (struct match_clock){0, 0});
}

/* For practice: what one person does alone may be taken back past luck. */
static inline void open_practice(const char *game, const char *seats, const char *options)
{
    struct match_founding f;
    rig_found(&f, game, seats, options);
    f.practice = 1;
    rig_open(&t, &f, 1000);
    rig_settle(&t);
}

static inline int closing(void **unused)
{
    (void)unused;
    if (t.done)
        rig_close(&t);
    memset(&t, 0, sizeof t);
    return 0;
}

/* The request must be allowed; applies it and all entries that follow. */
static inline void done(int may)
{
    if (may < 0)
        fail_msg("%s: %s", refusal_code_name(t.why.code), t.why.message);
    rig_take(&t);
    rig_settle(&t);
}

static inline void refused(int may, const char *code)
{
    assert_int_equal(may, -1);
    assert_true(t.why.code != CODE_NONE);
    assert_string_equal(refusal_code_name(t.why.code), code);
    assert_true(t.why.message[0]);
}

static inline int says(int seat, uint32_t ask, const char *action)
{
    return match_may_move_named(&t.m, seat, action, ask, t.now, &t.e, &t.why);
}

static inline void answers(int seat, const char *action)
{
    done(says(seat, t.m.seat[seat].asked, action));
}

static inline int sits(int seat, const char *name, uint8_t token)
{
    struct match_sitting s = {.seat = seat, .name = name, .token = {token}};
    return match_may_sit(&t.m, &s, t.now, &t.e, &t.why);
}

static inline int undoes(int seat)
{
    return match_may_undo(&t.m, seat, t.now, &t.e, &t.why);
}

static inline int grants(int seat, int yes)
{
    return match_may_grant(&t.m, seat, yes, t.now, &t.e, &t.why);
}

static inline int leaves(int seat)
{
    return match_may_leave(&t.m, seat, t.now, &t.e, &t.why);
}

static inline int returns(int seat)
{
    return match_may_return(&t.m, seat, t.now, &t.e, &t.why);
}

static inline int starts(const char *fill)
{
    return match_may_start(&t.m, fill, t.now, &t.e, &t.why);
}

static inline const struct game *game(void)
{
    return t.m.session.game;
}

static inline int asked_seat(void)
{
    return bit_lowest(game()->active(t.m.session.state));
}

static inline const char *question(int seat)
{
    return game()->question_kind(game()->question(t.m.session.state, seat));
}

static inline const char *nth_answer(int seat, uint32_t k)
{
    static char name[MAX_NAME];
    uint64_t legal = game()->legal(t.m.session.state, seat);
    int answer = bit_nth(legal, k % (uint32_t)bit_count(legal));
    return game()->action_name(t.m.session.state, seat, answer, name);
}

/* Plays a random game until somebody is asked this question. Returns the seat, or -1. */
static inline int play_until(const char *kind, uint32_t luck)
{
    for (uint32_t i = luck; t.m.phase == MATCH_RUNNING; i += 7919) {
        int seat = asked_seat();
        if (strcmp(question(seat), kind) == 0)
            return seat;
        answers(seat, nth_answer(seat, i >> 3));
    }
    return -1;
}

/* Plays random games until somebody is asked this question. Returns the seat. */
static inline int find_after(uint32_t luck, const char *name, const char *options, const char *kind)
{
    for (uint32_t end = luck + 50; luck < end; luck++) {
        if (t.done)
            rig_close(&t);
        open_plain(name, "hhh", options);
        int seat = play_until(kind, luck);
        if (seat >= 0)
            return seat;
    }
    fail_msg("nobody was asked %s", kind);
    return -1;
}

static inline int find(const char *name, const char *options, const char *kind)
{
    return find_after(0, name, options, kind);
}

#define TEST(f) cmocka_unit_test_teardown(f, closing)

#endif
