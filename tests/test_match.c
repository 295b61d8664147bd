/* Matches by example: tables and seats, questions and answers, clocks, undo, practice, rematches, names, and logs
 * that were tampered with. */
#include "tests/match_table.h"

#include "match/inside.h"

static struct table t;

static void open_table(const char *game, const char *seats, const char *options,
                       struct match_clock clock)
{
    struct founding f;
    table_found(&f, game, seats, options);
    f.clock = clock;
    table_open(&t, &f, 1000);
    table_settle(&t);
}

static void open_plain(const char *game, const char *seats, const char *options)
{
    open_table(game, seats, options, (struct match_clock){0, 0});
}

static int closing(void **unused)
{
    (void)unused;
    if (t.done)
        table_close(&t);
    memset(&t, 0, sizeof t);
    return 0;
}

/* Takes what may be and what follows from it. */
static void done(int may)
{
    if (may < 0)
        fail_msg("%s: %s", t.no.code ? t.no.code : "repeated", t.no.why.message);
    table_take(&t);
    table_settle(&t);
}

static void refused(int may, const char *code)
{
    assert_int_equal(may, -1);
    assert_non_null(t.no.code);
    assert_string_equal(t.no.code, code);
    assert_true(t.no.why.message[0]);
}

static int says(int seat, uint32_t ask, const char *action)
{
    return match_may_move(&t.m, seat, ask, action, t.now, &t.e, &t.no);
}

static void answers(int seat, const char *action)
{
    done(says(seat, t.m.seat[seat].asked, action));
}

static int sits(int seat, const char *name, uint8_t token)
{
    struct sitting s = {.seat = seat, .name = name, .token = {token}};
    return match_may_sit(&t.m, &s, t.now, &t.e, &t.no);
}

static int undoes(int seat)
{
    return match_may_undo(&t.m, seat, t.now, &t.e, &t.no);
}

static int grants(int seat, int yes)
{
    return match_may_grant(&t.m, seat, yes, t.now, &t.e, &t.no);
}

static int leaves(int seat)
{
    return match_may_leave(&t.m, seat, t.now, &t.e, &t.no);
}

static int returns(int seat)
{
    return match_may_return(&t.m, seat, t.now, &t.e, &t.no);
}

static int starts(const char *fill)
{
    return match_may_start(&t.m, fill, t.now, &t.e, &t.no);
}

/* ---- tables and seats ---- */

static void a_founding_is_checked(void **unused)
{
    struct founding f, good;
    struct entry e;
    struct no no;
    (void)unused;
    table_found(&good, "quacks", "hb.", NULL);
    assert_int_equal(match_may_found(&good, 5, &e, &no), 0);
#define WRONG(change)                                                                              \
    f = good;                                                                                      \
    change;                                                                                        \
    assert_int_equal(match_may_found(&f, 5, &e, &no), -1);                                         \
    assert_string_equal(no.code, "bad-option")
    WRONG(f.json = NULL);
    WRONG(f.players = 2);
    WRONG(f.players = 5);
    WRONG(f.open = 2);
    WRONG(f.help = 2);
    WRONG(f.clock.move = 30 * 86400 + 1);
    WRONG(f.clock.game = 90 * 86400 + 1);
    WRONG(f.seat[0].kind = 3);
    WRONG(f.seat[0].name[0] = 0);
    WRONG(f.seat[0].name[0] = '\n');
    WRONG(f.seat[0].token[0] = 0);
    WRONG(strcpy(f.seat[0].bot, "medium"));
    WRONG(f.seat[0].nonce.n = MATCH_NONCE + 1);
    WRONG(strcpy(f.seat[1].bot, "nobody"));
    WRONG(strcpy(f.seat[1].bot, "search:ms=100"));
    WRONG(f.seat[1].bot[0] = 0);
    WRONG(f.seat[1].token[0] = 1);
    WRONG(f.seat[1].nonce.n = 1);
    WRONG(strcpy(f.seat[2].name, "Nobody"));
    WRONG(f.seat[2] = f.seat[0]);
    WRONG(f.fork.moves = 1);
#undef WRONG
}

static void people_come_and_go(void **unused)
{
    (void)unused;
    open_plain("null", "h...", NULL);
    assert_int_equal(t.m.phase, MATCH_WAITING);
    refused(sits(0, "Bo", 20), "seat-taken");
    refused(sits(4, "Bo", 20), "bad-request");
    refused(sits(-2, "Bo", 20), "bad-request");
    refused(sits(-1, "", 20), "bad-request");
    refused(sits(-1, "Bo", 0), "bad-request");
    refused(sits(1, "Bo", 1), "not-allowed"); /* who sits at 0 */
    done(sits(-1, "Bea", 1));
    assert_int_equal(t.e.seat, 0); /* sits there once more, under another name */
    assert_string_equal(t.m.seat[0].name, "Bea");
    done(sits(2, "  Bo ", 20));
    assert_string_equal(t.m.seat[2].name, "Bo");
    done(sits(-1, "Cy", 21));
    assert_int_equal(t.e.seat, 1);
    done(leaves(2));
    assert_int_equal(t.e.kind, ENTRY_RISE);
    assert_int_equal(t.m.seat[2].kind, SEAT_EMPTY);
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){20}), -1);
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){21}), 1);
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){0}), -1);
    refused(leaves(2), "not-allowed");
    refused(says(0, 1, "call heads"), "not-running");
    refused(returns(0), "not-running");
    refused(match_may_rematch(&t.m, "abcdefgh234567ab", t.now, &t.e, &t.no), "not-over");
    done(leaves(0));
    assert_int_equal(t.m.phase, MATCH_WAITING);
    done(leaves(1));
    assert_int_equal(t.e.kind, ENTRY_CLOSE);
    assert_int_equal(t.m.phase, MATCH_CLOSED);
    refused(sits(-1, "Bo", 20), "not-waiting");
    refused(starts(NULL), "not-waiting");
}

static void a_table_without_people_waits_for_the_first(void **unused)
{
    (void)unused;
    open_plain("null", "..b", NULL);
    assert_int_equal(t.m.entries, 1);
    assert_int_equal(match_due(&t.m), INT64_MAX);
    done(match_may_close(&t.m, "Nobody came.", t.now, &t.e, &t.no));
    assert_int_equal(t.m.phase, MATCH_CLOSED);
}

static void a_full_table_starts(void **unused)
{
    (void)unused;
    open_plain("arcane", "h.b", NULL);
    assert_int_equal(t.m.phase, MATCH_WAITING);
    assert_string_equal(t.m.seat[2].name, "the old hand");
    done(sits(-1, "Bo", 20));
    assert_int_equal(t.e.kind, ENTRY_START);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    refused(starts(NULL), "not-waiting");
    refused(sits(1, "Cy", 21), "seat-taken");
    refused(sits(-1, "Cy", 21), "seat-taken");
}

static void bots_alone_start_at_once(void **unused)
{
    (void)unused;
    open_plain("quacks", "bbb", NULL);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    assert_int_equal(match_bots_due(&t.m), 7);
}

static void empty_seats_are_filled(void **unused)
{
    (void)unused;
    open_plain("quacks", "h..", NULL);
    refused(starts("nobody"), "bad-option");
    refused(starts("search:ms=9"), "bad-option");
    done(starts("easy"));
    assert_int_equal(t.m.seat[1].kind, SEAT_BOT);
    assert_string_equal(t.m.seat[1].bot, "easy");
    assert_string_equal(t.m.seat[2].name, "the hasty apprentice");
    assert_int_equal(match_bots_due(&t.m), 6);
    table_close(&t);
    open_plain("null", "h..", NULL); /* has no levels */
    done(starts("hard"));
    assert_string_equal(t.m.seat[1].bot, "random");
}

static void nonces_change_the_luck_and_nothing_else(void **unused)
{
    struct sitting s = {.seat = 1, .name = "Bo", .token = {20}, .nonce = {2, {1, 2}}};
    uint32_t key[8];
    (void)unused;
    open_plain("null", "h.", NULL);
    done(match_may_sit(&t.m, &s, t.now, &t.e, &t.no));
    memcpy(key, t.m.session.chance.key, sizeof key);
    assert_memory_not_equal(key, t.m.seed, sizeof key);
    done(leaves(1));
    s.token[0] = 21;
    s.nonce.bytes[0] = 9;
    done(match_may_sit(&t.m, &s, t.now, &t.e, &t.no)); /* too late for another */
    assert_int_equal(t.m.seat[1].nonce.bytes[0], 1);
    answers(0, "call heads");
    done(undoes(0));
    assert_memory_equal(key, t.m.session.chance.key, sizeof key);
}

static void who_leaves_can_be_replaced(void **unused)
{
    (void)unused;
    open_plain("null", "hh", NULL);
    answers(1, "call heads");
    done(leaves(0));
    assert_int_equal(t.m.seat[0].away, AWAY_LEFT);
    assert_string_equal(t.m.seat[0].bot, "random");
    assert_int_equal(match_bots_due(&t.m), 1);
    refused(leaves(0), "not-allowed");
    refused(says(0, t.m.seat[0].asked, "call heads"), "not-allowed");
    refused(undoes(0), "not-allowed");
    refused(sits(1, "Cy", 30), "seat-taken");
    refused(sits(0, "Cy", 2), "not-allowed");
    done(returns(0));
    assert_string_equal(t.m.seat[0].bot, "");
    refused(returns(0), "not-allowed");
    done(leaves(0));
    done(sits(-1, "Cy", 30));
    assert_string_equal(t.m.seat[0].name, "Cy");
    assert_int_equal(match_seat_of(&t.m, (const uint8_t[MATCH_TOKEN]){1}), -1);
    assert_int_equal(match_bots_due(&t.m), 0);
    assert_int_equal(t.m.seat[0].asked, t.e.n);
    answers(0, "call tails");
}

/* ---- questions and answers ---- */

static void answers_are_taken_once(void **unused)
{
    (void)unused;
    open_plain("null", "hhh", NULL);
    uint32_t ask = t.m.seat[0].asked;
    assert_int_equal(ask, 1);
    refused(says(0, ask + 1, "call heads"), "stale");
    refused(says(0, 0, "call heads"), "stale");
    refused(says(0, ask, "call edge"), "illegal-action");
    assert_string_equal(t.no.why.rule, "N1");
    refused(says(0, ask, ""), "illegal-action");
    answers(0, "call heads");
    uint32_t n = t.e.n;
    assert_int_equal(says(0, ask, "call heads"), -1);
    assert_null(t.no.code);
    assert_int_equal(t.e.n, n);
    refused(says(0, ask, "call tails"), "stale");
    refused(says(0, n, "call tails"), "not-your-decision");
    answers(1, "call heads");
    answers(2, "call heads");
    refused(says(0, ask, "call tails"), "stale");
    assert_int_equal(says(0, ask, "call heads"), -1); /* until it has answered another question */
    assert_null(t.no.code);
    answers(0, "call tails");
    refused(says(0, ask, "call heads"), "not-your-decision");
}

static void the_last_answer_may_be_repeated_too(void **unused)
{
    (void)unused;
    open_plain("null", "hh", "{\"tosses\":1}");
    answers(0, "call heads");
    uint32_t ask = t.m.seat[1].asked;
    answers(1, "call tails");
    assert_int_equal(t.m.phase, MATCH_OVER);
    assert_int_equal(says(1, ask, "call tails"), -1);
    assert_null(t.no.code);
    refused(says(1, ask, "call heads"), "stale");
    refused(says(1, t.m.entries, "call heads"), "game-over");
    refused(undoes(1), "game-over");
    refused(leaves(1), "not-running");
}

static void others_do_not_renumber_my_question(void **unused)
{
    (void)unused;
    open_plain("quacks", "hhh", NULL);
    uint32_t asked = t.m.seat[2].asked;
    for (int i = 0; i < 3; i++) {
        answers(0, "draw");
        assert_int_equal(t.m.seat[2].asked, asked);
        assert_int_equal(t.m.seat[0].asked, t.e.n);
        assert_int_equal(t.m.seat[1].asked, asked);
    }
}

static void bots_answer_their_own_questions(void **unused)
{
    (void)unused;
    open_plain("null", "hb", NULL);
    uint32_t ask = t.m.seat[1].asked;
    refused(match_may_move_bot(&t.m, 0, ask, 1, t.now, &t.e, &t.no), "not-allowed");
    refused(match_may_move_bot(&t.m, 1, ask + 1, 1, t.now, &t.e, &t.no), "stale");
    refused(match_may_move_bot(&t.m, 1, ask, 5, t.now, &t.e, &t.no), "illegal-action");
    refused(match_may_move_bot(&t.m, 1, ask, -1, t.now, &t.e, &t.no), "illegal-action");
    refused(match_may_move_bot(&t.m, 1, ask, 1000, t.now, &t.e, &t.no), "illegal-action");
    refused(says(1, ask, "call heads"), "not-allowed");
    done(match_may_move_bot(&t.m, 1, ask, 1, t.now, &t.e, &t.no));
    refused(match_may_move_bot(&t.m, 1, ask, 1, t.now, &t.e, &t.no), "not-your-decision");
}

static void a_wrong_hash_changes_nothing(void **unused)
{
    struct match before;
    struct refusal why;
    (void)unused;
    open_plain("quacks", "hh", NULL);
    match_init(&before);
    match_copy(&before, &t.m);
    assert_int_equal(says(0, t.m.seat[0].asked, "draw"), 0);
    t.e.hash = 1;
    assert_int_equal(match_take(&t.m, &t.e, t.done, &why), -1);
    assert_non_null(strstr(why.message, "hash"));
    same_match(&before, &t.m);
    t.e.hash = 0;
    table_take(&t);
    assert_true(t.e.hash != 0);
    match_free(&before);
}

/* ---- clocks ---- */

static int follows_at(int64_t now)
{
    t.now = now;
    return match_follows(&t.m, now, &t.e);
}

static void a_move_has_its_time(void **unused)
{
    (void)unused;
    open_table("null", "hh", NULL, (struct match_clock){10, 0});
    assert_int_equal(match_due(&t.m), 11000);
    assert_int_equal(match_left(&t.m, 0), -1);
    assert_int_equal(follows_at(10999), 0);
    answers(1, "call heads"); /* at 10999, in time */
    assert_int_equal(match_until(&t.m, 1), INT64_MAX);
    assert_int_equal(match_until(&t.m, 0), 11000);
    assert_int_equal(follows_at(11000), 1);
    refused(says(0, t.m.seat[0].asked, "call heads"), "stale");
    assert_int_equal(follows_at(11000), 1);
    assert_int_equal(t.e.kind, ENTRY_AWAY);
    assert_int_equal(t.e.seat, 0);
    assert_int_equal(t.e.why, AWAY_CLOCK);
    table_take(&t);
    assert_int_equal(match_bots_due(&t.m), 1);
    assert_int_equal(match_due(&t.m), INT64_MAX);
    uint32_t ask = t.m.seat[0].asked;
    t.now = 20000;
    done(returns(0));
    assert_true(t.m.seat[0].asked == t.e.n && t.e.n != ask);
    assert_int_equal(match_due(&t.m), 30000);
    refused(match_may_move_bot(&t.m, 0, ask, 1, t.now, &t.e, &t.no), "not-allowed");
    answers(0, "call heads");
}

static void who_is_late_first_goes_first(void **unused)
{
    (void)unused;
    open_table("null", "hhh", NULL, (struct match_clock){10, 0});
    t.now = 5000;
    done(leaves(1));
    t.now = 6000;
    done(returns(1)); /* until 16000 now; the others 11000 */
    t.now = 99000;
    static const uint8_t order[] = {0, 2, 1};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(follows_at(99000), 1);
        assert_int_equal(t.e.seat, order[i]);
        table_take(&t);
    }
    assert_int_equal(follows_at(99000), 0);
}

static void a_game_has_its_time(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){0, 40});
    assert_int_equal(match_left(&t.m, 0), 40000);
    t.now = 8000;
    answers(0, "call heads"); /* 7 seconds */
    assert_int_equal(match_left(&t.m, 0), 33000);
    t.now = 9500;
    answers(1, "call heads");
    assert_int_equal(match_left(&t.m, 1), 31500);
    assert_int_equal(match_left(&t.m, 0), 33000); /* its time did not run */
    assert_int_equal(match_until(&t.m, 0), 9500 + 33000);
    assert_int_equal(match_due(&t.m), 9500 + 31500);
    assert_int_equal(follows_at(40999), 0);
    assert_int_equal(follows_at(41000), 1);
    assert_int_equal(t.e.seat, 1);
    table_take(&t);
    assert_int_equal(match_left(&t.m, 1), 0);
    t.now = 42000;
    done(returns(1)); /* with what there is at least */
    assert_int_equal(match_until(&t.m, 1), 42000 + MATCH_MERCY);
    t.now = 42400; /* in one's absence no time runs */
    done(leaves(0));
    assert_int_equal(match_left(&t.m, 0), 33000 - 32900);
    t.now = 500000;
    table_settle(&t);
    done(returns(0));
    assert_int_equal(match_until(&t.m, 0), 500000 + MATCH_MERCY);
}

/* Taking back gives no time back. */
static void undo_and_the_clock(void **unused)
{
    (void)unused;
    open_table("null", "hh", NULL, (struct match_clock){30, 100});
    t.now = 6000;
    answers(0, "call heads");
    t.now = 9000;
    done(undoes(0));
    assert_int_equal(match_left(&t.m, 0), 95000);
    assert_int_equal(match_left(&t.m, 1), 92000); /* has thought since the start */
    assert_int_equal(match_until(&t.m, 0), 39000);
    assert_int_equal(match_until(&t.m, 1), 39000);
    t.now = 10000;
    answers(0, "call heads");
    assert_int_equal(match_left(&t.m, 0), 94000);
}

static void the_shorter_clock_counts(void **unused)
{
    (void)unused;
    open_table("null", "hh", "{\"tosses\":9}", (struct match_clock){10, 15});
    assert_int_equal(match_due(&t.m), 11000);
    t.now = 10000;
    answers(0, "call heads");
    answers(1, "call heads");
    assert_int_equal(match_left(&t.m, 0), 6000);
    assert_int_equal(match_due(&t.m), 16000);
}

static void days(void **unused)
{
    const int64_t day = 86400000;
    (void)unused;
    open_table("null", "hh", NULL, (struct match_clock){CLOCK_MOVE_MOST, CLOCK_GAME_MOST});
    assert_int_equal(match_due(&t.m), 1000 + 30 * day);
    t.now = 29 * day;
    answers(0, "call heads");
    assert_int_equal(match_left(&t.m, 0), 61 * day + 1000);
    assert_int_equal(follows_at(1000 + 30 * day - 1), 0);
    assert_int_equal(follows_at(1000 + 30 * day), 1);
}

static void time_is_bounded_and_never_runs_backward(void **unused)
{
    (void)unused;
    open_table("null", "hh", NULL, (struct match_clock){CLOCK_MOVE_MOST, CLOCK_GAME_MOST});
    t.now = -5;
    answers(0, "call heads");
    assert_int_equal(t.e.at, 1000);
    t.now = INT64_MIN;
    done(undoes(0));
    assert_int_equal(t.m.touched, 1000);
    assert_int_equal(match_follows(&t.m, INT64_MIN, &t.e), 0);
    assert_int_equal(match_follows(&t.m, INT64_MAX, &t.e), 1);
    assert_int_equal(t.e.at, MATCH_LATEST);
    table_take(&t);
    t.now = INT64_MAX;
    done(returns(0));
    assert_int_equal(match_until(&t.m, 0), MATCH_LATEST + MATCH_MERCY);
}

/* ---- taking back ---- */

static const struct game *game(void)
{
    return t.m.session.game;
}

static int asked_seat(void)
{
    return bit_lowest(game()->active(t.m.session.state));
}

static const char *question(int seat)
{
    return game()->question_kind(game()->question(t.m.session.state, seat));
}

static const char *nth_answer(int seat, uint32_t k)
{
    static char name[MAX_NAME];
    uint64_t legal = game()->legal(t.m.session.state, seat);
    int answer = bit_nth(legal, k % (uint32_t)bit_count(legal));
    return game()->action_name(t.m.session.state, seat, answer, name);
}

/* Some game until somebody is asked this; the seat, or -1. */
static int play_until(const char *kind, uint32_t luck)
{
    for (uint32_t i = luck; t.m.phase == MATCH_RUNNING; i += 7919) {
        int seat = asked_seat();
        if (strcmp(question(seat), kind) == 0)
            return seat;
        answers(seat, nth_answer(seat, i >> 3));
    }
    return -1;
}

/* The first of some games in which somebody is asked this; the seat. */
static int find_after(uint32_t luck, const char *name, const char *options, const char *kind)
{
    for (uint32_t end = luck + 50; luck < end; luck++) {
        if (t.done)
            table_close(&t);
        open_plain(name, "hhh", options);
        int seat = play_until(kind, luck);
        if (seat >= 0)
            return seat;
    }
    fail_msg("nobody was asked %s", kind);
    return -1;
}

static int find(const char *name, const char *options, const char *kind)
{
    return find_after(0, name, options, kind);
}

/* The answer is given, can be taken back at once, and everything is as before. */
static void is_free(int seat, const char *action)
{
    uint64_t state[MAX_STATE_BYTES / 8];
    uint32_t ask = t.m.seat[seat].asked;
    char text[MAX_NAME];
    strcpy(text, action);
    memcpy(state, t.m.session.state, sizeof state);
    answers(seat, text);
    assert_true(match_undo_free(&t.m, seat));
    assert_int_equal(undoes(seat), 0);
    assert_int_equal(t.e.kind, ENTRY_UNDO);
    done(0);
    assert_memory_equal(state, t.m.session.state, sizeof state);
    refused(says(seat, ask, text), "stale"); /* an answer that was taken back */
    refused(says(seat, ask, "other"), "stale");
    answers(seat, text);
}

static void needs_consent(int seat, const char *action)
{
    answers(seat, action);
    assert_false(match_undo_free(&t.m, seat));
    assert_int_equal(undoes(seat), 0);
    assert_int_equal(t.e.kind, ENTRY_PLEA);
}

/* Whom to curse, which way to slide, what to give: everyone sees it, and it shows nothing else. */
static void arcane_free(void **unused)
{
    static const char *const kinds[] = {"target", "slide", "bribe", "own"};
    (void)unused;
    for (int i = 0; i < 4; i++) {
        int seat, chance = 1;
        for (uint32_t luck = 0; chance; luck++) { /* one without a card drawn after it */
            seat = find_after(luck, "arcane", NULL, kinds[i]);
            answers(seat, nth_answer(seat, 0));
            chance = t.m.move[t.m.moves - 1].chance;
        }
        done(undoes(seat));
        is_free(seat, nth_answer(seat, 0));
    }
    is_free(find("arcane", NULL, "draw"), "draw discard");
}

static void arcane_not_free(void **unused)
{
    (void)unused;
    int seat = find("arcane", NULL, "draw");
    needs_consent(seat, "draw deck");
    assert_string_equal(question(seat), "act");
    needs_consent(seat, nth_answer(seat, 0)); /* everyone sees what was drawn in secret */
    seat = find("arcane", NULL, "reveal");
    needs_consent(seat, nth_answer(seat, 0));
    seat = find("arcane", NULL, "peek");
    needs_consent(seat, nth_answer(seat, 0));
}

static void quacks_free_and_not(void **unused)
{
    (void)unused;
    for (uint32_t i = 1; i < 4; i++) {
        int seat = find("quacks", NULL, "buy");
        is_free(seat, nth_answer(seat, i));
    }
    int seat = find("quacks", NULL, "score");
    is_free(seat, nth_answer(seat, 0));
    needs_consent(find("quacks", NULL, "brew"), "draw");
}

static void commitments_can_be_changed_before_they_are_shown(void **unused)
{
    (void)unused;
    open_plain("quacks", "hhh", "{\"together\":true}");
    is_free(0, "draw");
    is_free(1, "draw");
    needs_consent(2, "draw"); /* chips are drawn */
    is_free(0, "stop");
    is_free(1, "draw");
}

static void undo_asks_everyone_who_plays(void **unused)
{
    (void)unused;
    open_plain("null", "hhhhb", NULL);
    answers(0, "call heads");
    uint32_t to = t.e.n;
    answers(1, "call heads"); /* not the last move any more */
    refused(grants(1, 1), "not-allowed");
    done(undoes(0));
    assert_int_equal(t.e.kind, ENTRY_PLEA);
    assert_int_equal(t.e.to, to);
    refused(undoes(0), "not-allowed");
    refused(grants(0, 1), "not-allowed");
    refused(grants(4, 1), "not-allowed");
    done(grants(1, 1));
    refused(grants(1, 1), "not-allowed");
    assert_int_equal(match_due(&t.m), INT64_MAX);
    done(leaves(3)); /* is not asked any more */
    done(grants(2, 1));
    assert_int_equal(t.e.kind, ENTRY_UNDO);
    assert_int_equal(t.m.moves, 0);
    assert_int_equal(t.m.plea.seat, -1);
    assert_int_equal(t.m.seat[0].asked, t.e.n);
    assert_int_equal(t.m.seat[1].asked, t.e.n);
    refused(undoes(0), "not-allowed"); /* nothing is left */
}

static void what_ends_a_plea(void **unused)
{
    (void)unused;
    open_plain("null", "hhh", "{\"tosses\":9}");
    answers(0, "call heads");
    answers(1, "call heads");
    done(undoes(0));
    done(grants(2, 0));
    assert_int_equal(t.m.plea.seat, -1);
    done(undoes(0));
    answers(2, "call heads"); /* a move */
    assert_int_equal(t.m.plea.seat, -1);
    done(undoes(0));
    done(leaves(0));
    assert_int_equal(t.m.plea.seat, -1);
    assert_int_equal(t.m.moves, 3);
}

/* Chance is what it was: nobody gets other luck by taking back. */
static void the_same_luck_comes_again(void **unused)
{
    uint64_t after;
    (void)unused;
    open_plain("quacks", "hb", NULL);
    answers(0, "draw");
    for (int i = 0; i < 4; i++) {
        answers(0, "draw");
        after = game_hash(game(), t.m.session.state);
        done(undoes(0)); /* no other person: free, chance or not */
        assert_int_equal(t.e.kind, ENTRY_UNDO);
        answers(0, "draw");
        assert_int_equal(game_hash(game(), t.m.session.state), after);
    }
}

static void bots_moves_are_taken_back_with_mine(void **unused)
{
    (void)unused;
    open_plain("null", "hb", NULL);
    answers(0, "call heads");
    done(match_may_move_bot(&t.m, 1, t.m.seat[1].asked, 1, t.now, &t.e, &t.no));
    assert_int_equal(t.m.moves, 2);
    done(undoes(0));
    assert_int_equal(t.m.moves, 0);
    assert_int_equal(match_bots_due(&t.m), 2);
}

/* ---- practice and rematches ---- */

/* A fork of the present match as its log tells it. */
static void fork_of(struct founding *f, const struct table *from)
{
    f->fork.moves = from->m.moves;
    f->fork_move = calloc(from->m.moves + 1, sizeof *f->fork_move);
    f->fork.chance = json_array();
    assert_true(f->fork_move && f->fork.chance);
    for (uint32_t i = 0; i < from->m.moves; i++)
        f->fork_move[i] = (struct fork_move){from->m.move[i].seat, from->m.move[i].answer};
    for (uint32_t n = 0; n < from->bodies; n++) {
        json_t *body = json_loadb(from->body[n].text, from->body[n].n, 0, NULL);
        if (json_object_get(body, "chance"))
            json_array_append(f->fork.chance, json_object_get(body, "chance"));
        json_decref(body);
    }
}

static void fork_free(struct founding *f)
{
    json_decref(f->fork.chance);
    free(f->fork_move);
}

static void a_fork_goes_on_from_there(const char *name, const char *options)
{
    struct table first;
    struct founding f;
    open_plain(name, "hhh", options);
    for (uint32_t i = 0; i < 20; i++)
        answers(asked_seat(), nth_answer(asked_seat(), i * 31));
    first = t;
    table_found(&f, name, "bhb", options);
    f.seed[9] = 77;
    fork_of(&f, &first);
    table_open(&t, &f, 5000);
    table_settle(&t);
    fork_free(&f);
    assert_int_equal(t.m.phase, MATCH_RUNNING);
    assert_int_equal(t.m.moves, first.m.moves);
    assert_int_equal(t.done->outcomes + t.done->events, 0);
    assert_memory_equal(t.m.session.state, first.m.session.state, sizeof t.m.session.state);
    assert_memory_equal(t.m.session.chance.key, f.seed, 32);
    assert_memory_not_equal(first.m.session.chance.key, f.seed, 32);
    assert_int_equal(t.m.session.chance.stream[CHANCE_TABLE].place, 0);
    refused(undoes(1), "not-allowed"); /* not across the fork */
    table_refold(&t);
    table_close(&t);
    t = first;
    table_close(&t);
    memset(&t, 0, sizeof t);
}

static void forks(void **unused)
{
    (void)unused;
    a_fork_goes_on_from_there("arcane", "{\"wizards\":\"random\"}");
    a_fork_goes_on_from_there("quacks", "{\"together\":true}");
    a_fork_goes_on_from_there("null", "{\"tosses\":9}");
}

static void moves_after_a_fork_are_taken_back(void **unused)
{
    struct founding f;
    (void)unused;
    open_plain("quacks", "hh", NULL);
    answers(0, "draw");
    struct table first = t;
    table_found(&f, "quacks", "hb", NULL);
    fork_of(&f, &first);
    table_open(&t, &f, 5000);
    table_settle(&t);
    fork_free(&f);
    answers(0, "draw");
    answers(0, "draw");
    done(undoes(0));
    done(undoes(0));
    assert_memory_equal(t.m.session.state, first.m.session.state, sizeof t.m.session.state);
    refused(undoes(0), "not-allowed");
    table_close(&t);
    t = first;
}

static void fork_is_wrong(const struct founding *f)
{
    struct entry e;
    struct no no;
    assert_int_equal(match_may_found(f, 0, &e, &no), -1);
    assert_string_equal(no.code, "bad-option");
}

static void forks_that_cannot_be(void **unused)
{
    struct founding f;
    (void)unused;
    open_plain("null", "hh", "{\"tosses\":2}");
    for (int i = 0; i < 4; i++)
        answers(i % 2, "call heads");
    table_found(&f, "null", "hb", "{\"tosses\":2}");
    fork_of(&f, &t);
    fork_is_wrong(&f); /* it is over */
    f.fork.moves = 3;
    fork_is_wrong(&f); /* one list too many */
    json_array_remove(f.fork.chance, 4);
    f.fork_move[2].seat = 5;
    fork_is_wrong(&f);
    f.fork_move[2].seat = 0;
    f.fork_move[2].answer = 63;
    fork_is_wrong(&f);
    f.fork_move[2].answer = 1;
    json_t *coin = json_incref(json_array_get(json_array_get(f.fork.chance, 2), 0));
    json_array_append(json_array_get(f.fork.chance, 2), coin);
    fork_is_wrong(&f); /* two coins for one toss */
    json_array_clear(json_array_get(f.fork.chance, 2));
    fork_is_wrong(&f); /* none */
    json_array_append_new(json_array_get(f.fork.chance, 2), json_pack("{ss}", "coin", "edge"));
    fork_is_wrong(&f); /* an impossible one */
    json_array_set_new(json_array_get(f.fork.chance, 2), 0,
                       json_pack("{ss,si}", "draw", "white1", "seat", 0));
    fork_is_wrong(&f); /* one that is not asked for, in the place of one that is */
    json_array_set(json_array_get(f.fork.chance, 2), 0, coin);
    struct entry e;
    assert_int_equal(match_may_found(&f, 0, &e, &t.no), 0);
    json_decref(coin);
    fork_free(&f);
}

static void rematches(void **unused)
{
    struct founding again;
    struct entry e;
    (void)unused;
    open_plain("null", "h.b", "{\"tosses\":1}");
    done(sits(1, "Bo", 20));
    answers(0, "call heads");
    answers(1, "call heads");
    done(match_may_move_bot(&t.m, 2, t.m.seat[2].asked, 1, t.now, &t.e, &t.no));
    assert_int_equal(t.m.phase, MATCH_OVER);
    refused(match_may_rematch(&t.m, "short", t.now, &t.e, &t.no), "bad-request");
    refused(match_may_rematch(&t.m, "ABCDEFGH234567AB", t.now, &t.e, &t.no), "bad-request");
    done(match_may_rematch(&t.m, "abcdefgh234567ab", t.now, &t.e, &t.no));
    assert_string_equal(t.m.rematch, "abcdefgh234567ab");
    refused(match_may_rematch(&t.m, "abcdefgh234567aa", t.now, &t.e, &t.no), "conflict");
    t.m.help = 1;
    match_again(&t.m, &again);
    assert_int_equal(again.help, 1);
    assert_int_equal(match_may_found(&again, 5, &e, &t.no), 0);
    assert_string_equal(again.seat[1].name, "Bo");
    assert_int_equal(again.seat[1].token[0], 20);
    assert_string_equal(again.seat[2].bot, "random");
    assert_memory_equal(again.options, t.m.options, sizeof again.options);
}

/* ---- names ---- */

static void names(void **unused)
{
    static const char *const good[] = {"A",
                                       "Ada Lovelace",
                                       "Élise",
                                       "李",
                                       "👩‍🔬",
                                       "x.y_z-1",
                                       "1234567890123456789012345678901234567890"};
    static const char *const bad[] = {"",
                                      " ",
                                      "\xc2\xa0\xe3\x80\x80",
                                      "a\nb",
                                      "a\x7f",
                                      "a\xc2\x85",
                                      "\xe2\x80\xa8",
                                      "a\xe2\x80\xae"
                                      "b",
                                      "a\xe2\x81\xa6"
                                      "b",
                                      "a\xe2\x80\x8b",
                                      "\xef\xbb\xbf"
                                      "a",
                                      "\xe2\x80\x8d",
                                      "\xff",
                                      "a\xc3",
                                      "\xc0\xaf",
                                      "\xed\xa0\x80",
                                      "\xf4\x90\x80\x80",
                                      "12345678901234567890123456789012345678901"};
    char name[MATCH_NAME + 1];
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(name_read(good[i], name), 0);
        assert_string_equal(name, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (name_read(bad[i], name) == 0)
            fail_msg("name %zu should be refused", i);
    assert_int_equal(name_read("  a b\xc2\xa0 ", name), 0);
    assert_string_equal(name, "a b");
    assert_false(name_is_clean(" a"));
}

/* ---- odds and hints ---- */

static void odds_are_for_those_who_play_alone(void **unused)
{
    static const struct {
        const char *seats;
        int help;
    } rows[] = {{"hb", 1}, {"bbb", 1}, {"hbh", 0}, {"h.", 0}, {".b", 0}};
    struct founding f;
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        table_found(&f, "null", rows[i].seats, NULL);
        assert_int_equal(match_help_usual(&f), rows[i].help);
    }
    table_found(&f, "null", "hh", NULL);
    f.fork.chance = json_array();
    assert_int_equal(match_help_usual(&f), 1); /* practice */
    json_decref(f.fork.chance);
}

/* A founding as it was written before it had `help`. */
static int help_of_old_log(const char *seats)
{
    static const char member[] = "\"help\":false,";
    struct match m;
    struct entry e;
    struct refusal why = {NULL, ""};
    open_plain("null", seats, NULL);
    char *text = t.body[0].text, *at = strstr(text, member);
    assert_non_null(at);
    memmove(at, at + sizeof member - 1, strlen(at + sizeof member - 1) + 1);
    match_init(&m);
    assert_int_equal(entry_read(&e, &m, text, strlen(text), &why), 0);
    assert_int_equal(match_take(&m, &e, t.done, &why), 0);
    int help = m.help;
    entry_free(&e);
    match_free(&m);
    table_close(&t);
    memset(&t, 0, sizeof t);
    return help;
}

static void older_logs_do_not_say_whether_odds_are_shown(void **unused)
{
    (void)unused;
    assert_int_equal(help_of_old_log("hb"), 1);
    assert_int_equal(help_of_old_log("hh"), 0);
    open_plain("null", "hb", NULL);
}

/* ---- hostile bodies ---- */

/* Nothing that is read may crash; what is refused says why and changes nothing. */
static int body_holds(const struct match *m, const char *text, size_t n)
{
    struct match copy;
    struct entry e;
    struct refusal why = {NULL, ""};
    match_init(&copy);
    match_copy(&copy, m);
    int holds = entry_read(&e, &copy, text, n, &why) == 0;
    if (holds && match_take(&copy, &e, t.done, &why) < 0) {
        holds = 0;
        same_match(&copy, m);
    }
    assert_true(holds || why.message[0]);
    entry_free(&e);
    match_free(&copy);
    return holds;
}

static void bodies_that_do_not_hold(void **unused)
{
    static const char *const bad[] = {
        "",
        "[]",
        "null",
        "{}",
        "{\"at\":1}",
        "{\"at\":2000,\"nothing\":1}",
        "{\"at\":2000,\"seat\":0,\"action\":\"call heads\",\"ask\":1,\"chance\":[]}",
        "{\"at\":2000,\"seat\":0,\"action\":\"call "
        "heads\",\"ask\":1,\"chance\":[],\"hash\":\"00\"}",
        "{\"at\":2000,\"seat\":0,\"action\":\"call "
        "edge\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":2000,\"seat\":0,\"action\":\"call "
        "heads\",\"ask\":2,\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":2000,\"seat\":5,\"action\":\"call "
        "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":2000,\"seat\":-1,\"action\":\"call "
        "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":2000,\"seat\":0.0,\"action\":\"call "
        "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":-1,\"seat\":0,\"action\":\"call "
        "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":9999999999999999,\"seat\":0,\"action\":\"call "
        "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":2000,\"seat\":0,\"action\":\"call "
        "heads\",\"ask\":1,\"chance\":{},\"hash\":\"0000000000000000\"}",
        "{\"at\":2000,\"seat\":0,\"action\":\"call "
        "heads\",\"ask\":1,\"bot\":true,\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":2000,\"seat\":0,\"action\":\"call "
        "heads\",\"ask\":1,\"chance\":[],\"hash\":\"0000000000000000\",\"x\":1}",
        "{\"at\":2000,\"sit\":0,\"name\":\"Bo\",\"token\":null,\"nonce\":null}",
        "{\"at\":2000,\"away\":0,\"why\":\"clock\",\"bot\":\"random\"}",
        "{\"at\":2000,\"away\":0,\"why\":\"tired\",\"bot\":\"random\"}",
        "{\"at\":2000,\"away\":0,\"why\":\"left\",\"bot\":\"medium\"}",
        "{\"at\":2000,\"away\":0,\"why\":\"left\",\"bot\":\"random:noise=3\"}",
        "{\"at\":2000,\"back\":0}",
        "{\"at\":2000,\"plea\":0,\"to\":1}",
        "{\"at\":2000,\"grant\":1,\"yes\":true}",
        "{\"at\":2000,\"undo\":1,\"seat\":0}",
        "{\"at\":2000,\"undo\":0,\"seat\":0}",
        "{\"at\":2000,\"rematch\":\"abcdefgh234567ab\"}",
        "{\"at\":2000,\"close\":\"\"}",
        "{\"at\":2000,\"close\":\"a\\nb\"}",
        "{\"at\":2000,\"start\":\"random\",\"chance\":[],\"hash\":\"0000000000000000\"}",
        "{\"at\":2000,\"rise\":0}",
        "{\"at\":2000,\"table\":{}}",
        "{\"at\":2000,\"at\":2000,\"close\":\"twice\"}",
    };
    (void)unused;
    open_plain("null", "hh", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (body_holds(&t.m, bad[i], strlen(bad[i])))
            fail_msg("this body should be refused: %s", bad[i]);
    static const char good[] = "{\"at\":2000,\"seat\":0,\"action\":\"call heads\",\"ask\":1,"
                               "\"chance\":[],\"hash\":\"0000000000000000\"}";
    assert_true(body_holds(&t.m, good, sizeof good - 1));
    static const char closes[] = "{\"at\":2000,\"close\":\"no reason\"}";
    assert_true(body_holds(&t.m, closes, sizeof closes - 1));
}

static void only_the_last_move_of_a_seat_can_be_taken_back(void **unused)
{
    static const char *const bad[] = {
        "{\"at\":2000,\"undo\":2,\"seat\":0}", "{\"at\":2000,\"undo\":3,\"seat\":0}",
        "{\"at\":2000,\"undo\":4,\"seat\":1}", "{\"at\":2000,\"plea\":0,\"to\":2}"};
    static const char *const good[] = {"{\"at\":2000,\"undo\":4,\"seat\":0}",
                                       "{\"at\":2000,\"undo\":3,\"seat\":1}",
                                       "{\"at\":2000,\"plea\":0,\"to\":4}"};
    (void)unused;
    open_plain("null", "hh", NULL);
    for (int i = 0; i < 3; i++)
        answers(i % 2, "call heads");
    assert_int_equal(t.e.n, 4);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (body_holds(&t.m, bad[i], strlen(bad[i])))
            fail_msg("this body should be refused: %s", bad[i]);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(body_holds(&t.m, good[i], strlen(good[i])));
}

/* Each byte of each body changed, cut, or doubled. */
static void tampered_bodies(void **unused)
{
    struct match m;
    struct refusal why;
    struct entry e;
    char text[4096];
    (void)unused;
    open_plain("null", "h.", NULL);
    done(sits(1, "Bo", 20));
    answers(0, "call heads");
    done(undoes(0));
    done(leaves(0));
    done(returns(0));
    match_init(&m);
    for (uint32_t i = 0; i < t.bodies; i++) {
        const struct body *b = &t.body[i];
        assert_true(b->n + 1 < sizeof text);
        for (size_t k = 0; k < b->n; k++) {
            memcpy(text, b->text, b->n);
            assert_false(body_holds(&m, text, k));
            text[k] ^= (char)(1 << (k % 7));
            body_holds(&m, text, b->n);
            memcpy(text, b->text, b->n);
            memmove(text + k + 1, text + k, b->n - k);
            body_holds(&m, text, b->n + 1);
        }
        assert_int_equal(entry_read(&e, &m, b->text, b->n, &why), 0);
        assert_int_equal(match_take(&m, &e, t.done, &why), 0);
        entry_free(&e);
    }
    same_match(&m, &t.m);
    match_free(&m);
}

static void long_bodies(void **unused)
{
    (void)unused;
    size_t n = (size_t)ENTRY_BYTES + 1;
    char *text = malloc(n);
    assert_non_null(text);
    open_plain("null", "hh", NULL);
    memset(text, ' ', n);
    assert_false(body_holds(&t.m, text, n));
    memset(text, '[', n);
    assert_false(body_holds(&t.m, text, n - 1));
    free(text);
}

#define TEST(f) cmocka_unit_test_teardown(f, closing)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_founding_is_checked),
        TEST(people_come_and_go),
        TEST(a_table_without_people_waits_for_the_first),
        TEST(a_full_table_starts),
        TEST(bots_alone_start_at_once),
        TEST(empty_seats_are_filled),
        TEST(nonces_change_the_luck_and_nothing_else),
        TEST(who_leaves_can_be_replaced),
        TEST(answers_are_taken_once),
        TEST(the_last_answer_may_be_repeated_too),
        TEST(others_do_not_renumber_my_question),
        TEST(bots_answer_their_own_questions),
        TEST(a_wrong_hash_changes_nothing),
        TEST(a_move_has_its_time),
        TEST(who_is_late_first_goes_first),
        TEST(a_game_has_its_time),
        TEST(undo_and_the_clock),
        TEST(the_shorter_clock_counts),
        TEST(days),
        TEST(time_is_bounded_and_never_runs_backward),
        TEST(arcane_free),
        TEST(arcane_not_free),
        TEST(quacks_free_and_not),
        TEST(commitments_can_be_changed_before_they_are_shown),
        TEST(undo_asks_everyone_who_plays),
        TEST(what_ends_a_plea),
        TEST(the_same_luck_comes_again),
        TEST(bots_moves_are_taken_back_with_mine),
        TEST(forks),
        TEST(moves_after_a_fork_are_taken_back),
        TEST(forks_that_cannot_be),
        TEST(rematches),
        TEST(names),
        TEST(odds_are_for_those_who_play_alone),
        TEST(older_logs_do_not_say_whether_odds_are_shown),
        TEST(bodies_that_do_not_hold),
        TEST(only_the_last_move_of_a_seat_can_be_taken_back),
        TEST(tampered_bodies),
        TEST(long_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
