/* Tests of the records of matches: with people who leave, moves taken back, nonces and practice.
 * The record must always be correct, and must not contain the seed before the end. */
#include "match/record_play.h"
#include "match/record_write.h"
#include "match/verdict.h"
#include "tests/match_rig.h"
#include "wire/seed.h"

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
    struct sitting s = {.seat = seat, .name = "Élise", .nonce.n = (uint8_t)nonce};
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
    assert_int_equal(r->forked, m->fork.chance != NULL);
}

static void record_holds(const struct match *m)
{
    struct record r;
    struct writer w;
    char seed[65];
    read_back(&r, m, &w);
    seed_write_hex(m->seed, 32, seed);
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
    struct founding f;
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

/* Makes a founding that continues from action n of a record. */
static void found_practice(struct founding *f, const struct record *r, const struct match *m, int n)
{
    rig_found(f, r->json->game->name, "hbb", NULL);
    memcpy(f->options, r->options, sizeof f->options);
    memset(f->seed, 0x5e, sizeof f->seed);
    f->fork.moves = (uint32_t)n;
    f->fork.chance = json_array();
    f->fork_move = calloc((size_t)n + 1, sizeof f->fork_move[0]);
    assert_non_null(f->fork_move);
    json_array_append(f->fork.chance, r->chance);
    for (int i = 0; i < n; i++) {
        json_array_append(f->fork.chance, r->move[i].chance);
        f->fork_move[i] = m->move[i].move;
    }
}

static void practise(const struct match *m, int n)
{
    struct record r;
    struct writer w;
    struct founding f;
    struct rig t;
    uint64_t luck = (uint64_t)n;
    read_back(&r, m, &w);
    found_practice(&f, &r, m, n);
    rig_open(&t, &f, 1000);
    json_decref(f.fork.chance);
    free(f.fork_move);
    rig_settle(&t);
    /* The record of a game without moves. */
    record_holds(&t.m);
    play_on(&t, &luck);
    rig_close(&t);
    record_free(&r);
    writer_free(&w);
}

static void practice_of_every_game(void **unused)
{
    static const char *const games[] = {"arcane", "quacks", "null"};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct rig t;
        play_rig(&t, games[i], 7);
        practise(&t.m, 0);
        practise(&t.m, (int)t.m.moves / 2);
        rig_close(&t);
    }
}

/* ---- what was taken back ---- */

static void takes_back(struct rig *t)
{
    struct founding f;
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(matches_of_every_game),
                                       cmocka_unit_test(practice_of_every_game),
                                       cmocka_unit_test(what_was_taken_back_is_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
