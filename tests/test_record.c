/* Tests of the records of matches: with people who leave, moves taken back, nonces and practice.
 * The record must always be correct, and must not contain the seed before the end. */
#include "match/may.h"
#include "match/practice.h"
#include "match/refusals.h"
#include "match/record_write.h"
#include "match/undo.h"
#include "match/verdict.h"
#include "tests/match_rig.h"
#include "wire/hex.h"

static uint32_t below(uint64_t *luck, uint32_t n)
{
    *luck = *luck * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*luck >> 33) % n;
}

/* ---- at the table ---- */

static void take(struct rig *t, int may)
{
    assert_int_equal(may, 0);
    rig_take(t);
    rig_settle(t);
}

static void sit(struct rig *t, int seat, int nonce)
{
    struct match_sitting s = {.seat = seat, .name = rig_name(seat), .nonce.n = (uint8_t)nonce};
    s.token[0] = (uint8_t)(seat + 1);
    memset(s.nonce.bytes, 0xa0 + seat, (size_t)nonce);
    take(t, match_may_sit(&t->m, &s, t->now, &t->e, &t->why));
}

static void move(struct rig *t, uint64_t *luck)
{
    const struct session *s = &t->m.session;
    uint32_t active = s->game->active(s->state);
    int seat = bit_nth(active, below(luck, (uint32_t)bit_count(active)));
    uint64_t legal = s->game->legal(s->state, seat);
    int answer = bit_nth(legal, below(luck, (uint32_t)bit_count(legal)));
    uint32_t ask = t->m.seat[seat].asked;
    char name[MAX_NAME];
    if (!match_person_plays(&t->m, seat)) {
        struct move chosen = {(uint8_t)seat, (uint8_t)answer};
        int may = match_may_move_bot(&t->m, chosen, ask, t->now, &t->e, &t->why);
        t->e.hurried = (uint8_t)(t->m.moves % 4);
        take(t, may);
        return;
    }
    s->game->action_name(s->state, seat, answer, name);
    take(t, match_may_move_named(&t->m, seat, name, ask, t->now, &t->e, &t->why));
}

/* Takes the last move back; everyone agrees if that is needed. */
static void undo(struct rig *t, int seat)
{
    if (match_may_undo(&t->m, seat, t->now, &t->e, &t->why) < 0)
        return;
    take(t, 0);
    for (int other = 0; other < t->m.players && t->m.plea.seat >= 0; other++)
        if (match_may_grant(&t->m, other, 1, t->now, &t->e, &t->why) == 0)
            take(t, 0);
}

/* ---- its record ---- */

static void read_back(struct record *r, const struct match *m, struct writer *w)
{
    struct record_wrong wrong;
    *w = (struct writer){0};
    record_write_match(w, m);
    record_read(r, w->at, w->n);
    if (record_check(r, &wrong) < 0)
        fail_msg("line %u: %s", (unsigned)wrong.line, wrong.why.message);
    assert_int_equal(r->moves, m->moves);
    assert_int_equal(r->result.there, m->phase == MATCH_OVER);
    assert_memory_equal(r->commitment, m->commitment, COMMIT_BYTES);
    assert_int_equal(record_is_practice(r), m->fork.chance != NULL);
    assert_int_equal(r->same_luck, m->fork.same);
    assert_int_equal(record_kept(r), m->fork.moves);
}

static void record_holds(const struct match *m)
{
    struct record r;
    struct writer w;
    char seed[65];
    read_back(&r, m, &w);
    hex_write(m->seed, 32, seed);
    assert_int_equal(strstr(w.at, seed) != NULL, m->phase == MATCH_OVER);
    for (int seat = 0; seat < m->players; seat++) {
        assert_int_equal(r.people >> seat & 1, m->seat[seat].kind == SEAT_HUMAN);
        assert_int_equal(r.nonce_n[seat], m->seat[seat].nonce.n);
        assert_memory_equal(r.nonce[seat], m->seat[seat].nonce.bytes, m->seat[seat].nonce.n);
    }
    for (uint32_t i = 0; i < r.moves; i++)
        assert_int_equal(r.move[i].hurried, match_move_at(m, i)->hurried);
    assert_int_equal(r.unknown, 0);
    record_free(&r);
    writer_free(&w);
}

/* Plays to the end, with undos on the way. Now and then the record so far is checked. */
static void play_on(struct rig *t, uint64_t *luck)
{
    for (int i = 0; t->m.phase == MATCH_RUNNING; i++) {
        move(t, luck);
        if (i < 300 && below(luck, 8) == 0)
            undo(t, (int)below(luck, (uint32_t)t->m.players));
        if (i % 97 == 0)
            record_holds(&t->m);
    }
    assert_int_equal(t->m.phase, MATCH_OVER);
    record_holds(&t->m);
}

static void play_rig(struct rig *t, const char *game, uint64_t luck)
{
    struct match_founding f;
    rig_found(&f, game, "..b", NULL);
    rig_open(t, &f, 1000);
    sit(t, 1, 32);
    sit(t, 0, luck % 2 ? 1 : 0);
    assert_int_equal(t->m.phase, MATCH_RUNNING);
    /* A bot plays on, but the record still names the person. */
    take(t, match_may_leave(&t->m, 1, t->now, &t->e, &t->why));
    play_on(t, &luck);
}

static void matches_of_every_game(void **unused)
{
    static const char *const games[] = {"arcane", "quacks", "null"};
    (void)unused;
    for (int i = 0; i < 6; i++) {
        struct rig t;
        play_rig(&t, games[i % 3], (uint64_t)i);
        rig_close(&t);
    }
}

/* ---- practice ---- */

/* Opens a match that goes on from action n of the record. */
static void open_practice(struct rig *t, const struct record *r, uint32_t n, int same)
{
    struct match_founding f;
    struct refusal why;
    rig_found(&f, r->json->game->name, "hbb", NULL);
    memset(f.seed, 0x5e, sizeof f.seed);
    if (practice_found(&f, r, n, same, &why) < 0)
        fail_msg("%s", why.message);
    rig_open(t, &f, 1000);
    practice_free(&f);
    rig_settle(t);
}

/* Gives the answers of a record, from where the match is. What happens must be what happened. */
static void repeat(struct rig *t, const struct record *r)
{
    for (uint32_t i = t->m.moves; i < r->moves; i++) {
        const struct record_move *m = &r->move[i];
        uint32_t ask = t->m.seat[m->seat].asked;
        int answer = session_answer(&t->m.session, m->seat, m->action);
        struct move chosen = {(uint8_t)m->seat, (uint8_t)answer};
        assert_true(answer >= 0);
        take(t, match_person_plays(&t->m, m->seat)
                    ? match_may_move_named(&t->m, m->seat, m->action, ask, t->now, &t->e, &t->why)
                    : match_may_move_bot(&t->m, chosen, ask, t->now, &t->e, &t->why));
        assert_int_equal(t->done->outcomes, json_array_size(m->chance));
        assert_int_equal(state_hash(t->m.session.json, t->m.session.state), m->hash);
    }
    assert_int_equal(t->m.phase, MATCH_OVER);
    record_holds(&t->m);
}

/* With the same luck the recorded answers bring what they brought; other answers bring another
 * game, whose record holds, too. Practice of that practice is possible as well. */
static void same_luck(const struct match *m, uint32_t n, uint64_t luck)
{
    struct record r, other;
    struct writer w, text;
    struct rig again, on, deeper;
    read_back(&r, m, &w);
    open_practice(&again, &r, n, 1);
    assert_int_equal(again.m.session.chance.place[CHANCE_PICK], 0);
    repeat(&again, &r);
    open_practice(&on, &r, n, 1);
    play_on(&on, &luck);
    read_back(&other, &on.m, &text);
    open_practice(&deeper, &other, (n + other.moves) / 2, 1);
    repeat(&deeper, &other);
    rig_close(&again);
    rig_close(&on);
    rig_close(&deeper);
    record_free(&r);
    record_free(&other);
    writer_free(&w);
    writer_free(&text);
}

/* New luck from action n on, and then its luck again. Before its beginning there is no luck that it
 * could have again. */
static void new_luck(const struct match *m, uint32_t n)
{
    struct record r, own;
    struct writer w, text;
    struct match_founding f;
    struct refusal why;
    struct rig t;
    uint64_t luck = n;
    read_back(&r, m, &w);
    open_practice(&t, &r, n, 0);
    /* The record of a game without moves. */
    record_holds(&t.m);
    play_on(&t, &luck);
    same_luck(&t.m, n ? (n + t.m.moves) / 2 : 0, 3);
    read_back(&own, &t.m, &text);
    rig_found(&f, r.json->game->name, "hbb", NULL);
    if (n > 0) {
        assert_int_equal(practice_found(&f, &own, n - 1, 1, &why), -1);
        assert_ptr_equal(why.row, &refusal_practice_luck_given);
    }
    rig_close(&t);
    record_free(&r);
    record_free(&own);
    writer_free(&w);
    writer_free(&text);
}

static void practice_of_every_game(void **unused)
{
    static const char *const games[] = {"arcane", "quacks", "null"};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct rig t;
        play_rig(&t, games[i], 7);
        new_luck(&t.m, 0);
        new_luck(&t.m, t.m.moves / 2);
        same_luck(&t.m, 0, 1);
        same_luck(&t.m, t.m.moves / 2, 2);
        rig_close(&t);
    }
}

/* A seed that is not there, or not that of the record, gives nobody the same luck. */
static void luck_that_is_not_there(void **unused)
{
    struct rig t;
    struct record r;
    struct writer w;
    struct match_founding f;
    struct refusal why;
    (void)unused;
    play_rig(&t, "quacks", 7);
    read_back(&r, &t.m, &w);
    rig_found(&f, "quacks", "hbb", NULL);
    r.result.seed[3] ^= 1;
    assert_int_equal(practice_found(&f, &r, 9, 1, &why), -1);
    assert_ptr_equal(why.row, &refusal_practice_luck_false);
    practice_free(&f);
    r.result.there = 0;
    assert_int_equal(practice_found(&f, &r, 9, 1, &why), -1);
    assert_ptr_equal(why.row, &refusal_practice_luck_unknown);
    r.result.there = r.witness.there = 1;
    assert_int_equal(practice_found(&f, &r, 9, 1, &why), -1);
    assert_ptr_equal(why.row, &refusal_practice_luck_witnessed);
    r.witness.there = 0;
    rig_close(&t);
    record_free(&r);
    writer_free(&w);
}

/* ---- what was taken back ---- */

static void takes_back(struct rig *t)
{
    struct match_founding f;
    rig_found(&f, "null", "hh", "{\"tosses\":2}");
    rig_open(t, &f, 1000);
    rig_settle(t);
    for (int i = 0; t->m.phase == MATCH_RUNNING; i++) {
        take(t, match_may_move_named(&t->m, i % 2, "call heads", t->m.seat[i % 2].asked, t->now,
                                     &t->e, &t->why));
        if (i != 1)
            continue;
        take(t, match_may_undo(&t->m, 0, t->now, &t->e, &t->why));
        take(t, match_may_grant(&t->m, 1, 0, t->now, &t->e, &t->why));
        undo(t, 0);
    }
}

static void says(const struct writer *w, const char *from, const char *to, const char *wrong)
{
    struct record r;
    struct record_wrong why;
    char text[8192], verdict[VERDICT_TEXT];
    const char *at = strstr(w->at, from);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - w->at), w->at, to, at + strlen(from));
    record_read(&r, text, strlen(text));
    if (record_check(&r, &why) < 0)
        verdict_wrong(&r, &why, verdict);
    else
        verdict_right(&r, verdict);
    if (!strstr(verdict, wrong))
        fail_msg("%s", verdict);
    record_free(&r);
}

static void what_was_taken_back_is_checked(void **unused)
{
    struct rig t;
    struct writer w = {0};
    (void)unused;
    takes_back(&t);
    record_write_match(&w, &t.m);
    const char *plea = "{\"plea\":\"refused\",\"seat\":0,\"to\":0,\"by\":1}";
    const char *back = "{\"undo\":0,\"seat\":0,\"agreed\":[1]}";
    says(&w, plea, plea,
         "4 actions, verified; 1 time something was taken back, 2 actions in all; "
         "1 request to take a move back was not granted");
    says(&w, "\"undone\":[{\"seat\":0,\"action\":\"call heads\"}",
         "\"undone\":[{\"seat\":0,\"action\":\"call edge\"}", "line 2: ");
    says(&w, "\"undone\":[{\"seat\":0", "\"undone\":[{\"seat\":1", "seat 1 was not asked");
    says(&w, "\"undone\":[{\"seat\":0", "\"undone\":[{\"seat\":2", "line 2: seat");
    says(&w, back, "{\"undo\":1,\"seat\":0,\"agreed\":[1]}", "1 actions stand at its end");
    says(&w, back, "{\"undo\":2,\"seat\":0,\"agreed\":[1]}", "line 2: undo");
    says(&w, back, "{\"undo\":0,\"seat\":0,\"agreed\":[7]}", "line 2: agreed");
    says(&w, back, "{\"undo\":0,\"seat\":0}", "line 2: ");
    says(&w, plea, "{\"plea\":\"refused\",\"seat\":0,\"to\":0}", "line 2: plea");
    says(&w, plea, "{\"plea\":\"lapsed\",\"seat\":0,\"to\":9}", "line 2: to");
    says(&w, plea, "{\"pleas\":1}", "line 2: undone");
    writer_free(&w);
    rig_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_of_every_game), cmocka_unit_test(practice_of_every_game),
        cmocka_unit_test(luck_that_is_not_there), cmocka_unit_test(what_was_taken_back_is_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
