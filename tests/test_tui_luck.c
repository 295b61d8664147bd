/* Tests how the terminal client compares a record with what the server showed before: honest
 * servers, and servers that change something. */
#include "tui/luck.h"
#include "match/record_write.h"
#include "match/reveal.h"
#include "match/tell.h"
#include "tests/match_says.h"
#include "wire/hex.h"

static struct luck kept;
/* What seat 0 saw of the game. */
static struct seen shown;
static int undos;
static struct writer record;

static json_t *table_now(void)
{
    struct writer w = {0};
    tell_table(&w, &t.m, "abcdefghijklmnop");
    json_t *table = parse(&w);
    writer_free(&w);
    return table;
}

static void see(void)
{
    json_t *table = table_now();
    luck_see(&kept, table);
    json_decref(table);
}

static void bytes_of(const char *hex, uint8_t bytes[32])
{
    seed_read_text(hex, bytes);
}

static void sits_with(int seat, uint8_t token, const struct luck *whose)
{
    struct match_sitting s = {.seat = seat, .name = rig_name(token), .token = {token}};
    if (whose)
        bytes_of(whose->pledge, s.pledge);
    done(match_may_sit(&t.m, &s, t.now, &t.e, &t.why));
}

static void reveals(int seat, const struct luck *whose)
{
    struct match_nonce nonce = {.n = PLEDGED_BYTES};
    bytes_of(whose->mine, nonce.bytes);
    done(match_may_reveal(&t.m, seat, &nonce, t.now, &t.e, &t.why));
}

/* The view of seat 0 as the client reads it. */
static void look(struct view *v)
{
    struct writer w = {0};
    view_take(v, game(), t.m.session.state, 0);
    t.m.session.json->write_state(v->bytes, &w);
    json_t *root = parse(&w);
    assert_int_equal(view_read(v, t.m.session.json, root, 0, &t.why), 0);
    json_decref(root);
    writer_free(&w);
}

/* Seat 0 asks to take its last move back, and all agree. */
static void take_back(struct view *v)
{
    uint32_t before = t.m.moves;
    if (t.m.phase != MATCH_RUNNING || undoes(0) < 0)
        return;
    done(0);
    for (int seat = 1; seat < t.m.players; seat++)
        if (t.m.plea.seat >= 0 && t.m.plea.asked >> seat & 1)
            done(grants(seat, 1));
    assert_true(t.m.moves < before);
    look(v);
    seen_undo(&shown, v);
    undos++;
}

static void play_on(void)
{
    struct view v;
    look(&v);
    seen_whole(&shown, t.m.session.json, &v);
    for (uint32_t i = 0; t.m.phase == MATCH_RUNNING; i += 7919) {
        answers(asked_seat(), nth_answer(asked_seat(), i >> 3));
        look(&v);
        seen_move(&shown, &v);
        if (undos < 3 && i % 5 == 4)
            take_back(&v);
    }
    writer_free(&record);
    memset(&record, 0, sizeof record);
    record_write_match(&record, &t.m);
}

/* We sit at 0; seat 1 has a commitment, too, and reveals its nonce or not; seat 2 has none. */
static void play(int both)
{
    struct luck other = {0};
    closing(NULL);
    memset(&kept, 0, sizeof kept);
    luck_draw(&kept);
    luck_draw(&other);
    open_plain("null", "...", "{\"tosses\":1}");
    see();
    sits_with(0, 10, &kept);
    sits_with(1, 20, &other);
    sits_with(2, 30, NULL);
    assert_int_equal(t.m.phase, MATCH_REVEALING);
    see();
    reveals(0, &kept);
    if (both)
        reveals(1, &other);
    t.now += REVEAL_MS;
    rig_settle(&t);
    play_on();
}

static void judged(int seat, int fine, const char *part)
{
    char text[LUCK_TEXT];
    struct luck_case c = {seat, &shown, record.at, record.n};
    assert_int_equal(luck_judge(&kept, &c, text), fine ? 0 : -1);
    if (!strstr(text, part))
        fail_msg("no '%s' in '%s'", part, text);
}

static void nobody_lies(void **unused)
{
    (void)unused;
    play(1);
    judged(0, 1, "and from your nonce, so nobody could choose it.");
    judged(-1, 1, "The luck was checked: it comes from the seed that the server had committed to.");
    /* What was stored and loaded again says the same. */
    struct luck again;
    json_t *saved = luck_save(&kept);
    luck_load(&again, saved);
    json_decref(saved);
    assert_memory_equal(&again, &kept, sizeof kept);
}

/* What was seen of whole games, with moves taken back, is in their records. */
static void other_games(void **unused)
{
    static const char *const names[] = {"arcane", "quacks"},
                             *const options[] = {"{\"edition\":\"hundred\",\"rounds\":1}", "{}"};
    (void)unused;
    for (int i = 0; i < 2; i++) {
        closing(NULL);
        memset(&kept, 0, sizeof kept);
        open_plain(names[i], "hhh", options[i]);
        see();
        undos = 0;
        play_on();
        judged(0, 1, "The luck was checked");
        assert_true(undos > 0);
        assert_true(shown.n > 20);
        /* A server that deals something else and then shows an honest record. */
        shown.hash[7][0] ^= 1;
        judged(0, 0, "its game is not the one that was shown here");
        shown.hash[7][0] ^= 1;
        shown.n--;
        judged(0, 0, "its game is not the one that was shown here");
        shown.n++;
        judged(0, 1, "The luck was checked");
        shown.viewer = 1;
        judged(0, 0, "its game is not the one that was shown here");
    }
}

static void somebody_withholds(void **unused)
{
    (void)unused;
    play(0);
    judged(0, 1,
           "1 other withheld a nonce: together with the server, that player could "
           "choose among at most 2 shuffles.");
}

static void ours_is_left_out(void **unused)
{
    struct luck other = {0};
    (void)unused;
    memset(&kept, 0, sizeof kept);
    luck_draw(&kept);
    luck_draw(&other);
    open_plain("null", "..", "{\"tosses\":1}");
    sits_with(0, 10, &kept);
    sits_with(1, 20, &other);
    see();
    reveals(1, &other);
    t.now += REVEAL_MS;
    rig_settle(&t);
    play_on();
    judged(0, 1, "But your nonce was left out.");
    kept.mine[0] = 0;
    judged(0, 1, "the server may have chosen that seed.");
}

/* ---- servers that lie ---- */

static void change(char *hex)
{
    hex[0] = hex[0] == '0' ? '1' : '0';
}

static void another_commitment(void **unused)
{
    (void)unused;
    play(1);
    change(kept.commitment);
    judged(0, 0,
           "! The server broke its commitment. The record is wrong: its commitment is not the one "
           "the server showed before the game. Keep the record and tell the others.");
    judged(-1, 0, "its commitment is not the one");
}

static void other_pledges(void **unused)
{
    (void)unused;
    play(1);
    change(kept.pledges[1]);
    judged(
        0, 0,
        "its nonces or commitments differ from those the server showed when the seats were fixed");
    change(kept.pledges[1]);
    kept.pledges[1][0] = 0;
    judged(0, 0, "its nonces or commitments differ");
    play(0);
    /* A nonce that appears at a seat that had none. */
    strcpy(kept.nonces[2], "ab");
    judged(0, 0, "its nonces or commitments differ");
}

/* Seats that were shown and are not in the record. */
static void fewer_seats(void **unused)
{
    (void)unused;
    play(1);
    strcpy(kept.pledges[3], kept.pledges[1]);
    judged(0, 0, "its nonces or commitments differ");
    kept.pledges[3][0] = 0;
    strcpy(kept.nonces[5], "ab");
    judged(0, 0, "its nonces or commitments differ");
}

/* Gives the record a witness, as far as its form goes. */
static void add_witness(void)
{
    static const char hash[] = "0000000000000000000000000000000000000000000000000000000000000000";
    char sign[129], *text = strndup(record.at, record.n), *rest = text, *changed;
    size_t n;
    FILE *out = open_memstream(&changed, &n);
    snprintf(sign, sizeof sign, "%s%s", hash, hash);
    for (char *line; (line = strsep(&rest, "\n")) && *line;) {
        json_t *object = json_loads(line, 0, NULL);
        json_object_set_new(object, "part", json_string(hash));
        json_object_set_new(object, "proof", json_string(sign));
        if (json_object_get(object, "format"))
            json_object_set_new(object, "witness",
                                json_pack("{ssssssss}", "key", hash, "commitment", hash, "asker",
                                          hash, "signature", sign));
        if (json_object_get(object, "result"))
            json_object_set_new(object, "witness", json_null());
        json_dumpf(object, out, JSON_COMPACT);
        fputc('\n', out);
        json_decref(object);
    }
    free(text);
    fclose(out);
    writer_free(&record);
    record.at = changed;
    record.n = n;
}

/* A witness that appears only in the record could have been chosen for its luck. */
static void a_witness_that_was_not_shown(void **unused)
{
    (void)unused;
    play(1);
    add_witness();
    judged(0, 0, "its witness is not the one the server showed before the game");
}

static void no_commitment(void **unused)
{
    (void)unused;
    play(1);
    kept.commitment[0] = 0;
    judged(0, 0, "the server showed no commitment before the game");
}

static void another_nonce_of_ours(void **unused)
{
    (void)unused;
    play(1);
    change(kept.mine);
    judged(0, 0, "the nonce at your seat is not yours");
}

/* A record of another game has a right seed of its own, but not the one that was shown. */
static void another_game(void **unused)
{
    struct luck old;
    (void)unused;
    play(1);
    old = kept;
    play(1);
    kept = old;
    judged(0, 0, "its nonces or commitments differ");
    kept.practice = 1;
    judged(0, 0, "its beginning comes from another game");
}

static void another_record(void **unused)
{
    (void)unused;
    play(1);
    char *salt = strstr(record.at, "\"salt\":\"");
    assert_non_null(salt);
    salt[9] = salt[9] == '0' ? '1' : '0';
    judged(0, 0, "its game does not follow from its seed and nonces");
    strstr(record.at, "\"result\"")[1] = 'x';
    judged(0, 0, "it is not the record of a finished game");
    record.n = 0;
    judged(0, 0, "it is not the record of a finished game");
}

/* ---- what is shown ---- */

/* A server that has not bound itself to everything else could choose it to suit our nonce. */
static void only_what_fits_is_revealed(void **unused)
{
    struct luck k;
    (void)unused;
    play(1);
    assert_int_equal(luck_is_mine(&kept, 0), 1);
    assert_int_equal(luck_is_mine(&kept, 1), 0);
    assert_int_equal(luck_is_mine(&kept, -1), 0);
    k = kept;
    k.fixed = 0;
    assert_int_equal(luck_is_mine(&k, 0), 0);
    json_t *fix = json_loads("{\"nonce_commitments\":{\"0\":7}}", 0, NULL);
    luck_see_fixed(&k, fix);
    json_decref(fix);
    assert_int_equal(luck_is_mine(&k, 0), 0);
    k = kept;
    k.commitment[0] = 0;
    assert_int_equal(luck_is_mine(&k, 0), 0);
}

/* What was shown first counts. */
static void shown_twice(void **unused)
{
    struct luck first;
    (void)unused;
    play(1);
    first = kept;
    json_t *other =
        json_pack("{s:s,s:[s],s:[n]}", "commitment", "00", "nonce_commitments", "12", "nonces");
    assert_int_equal(luck_see(&kept, other), 0);
    assert_memory_equal(&kept, &first, sizeof kept);
    json_decref(other);
}

static void stored_nonsense(void **unused)
{
    static const char *const texts[] = {"[]", "{\"nonce\":\"12\",\"commitment\":7}",
                                        "{\"nonce\":\"AB\",\"nonces\":[1,2,3,4,5,6,7,8]}",
                                        "{\"nonce_commitments\":[[],{},true]}"};
    struct luck k;
    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        json_t *from = json_loads(texts[i], 0, NULL);
        luck_load(&k, from);
        assert_string_equal(k.mine, "");
        assert_string_equal(k.pledge, "");
        assert_string_equal(k.commitment, "");
        json_decref(from);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nobody_lies),        TEST(somebody_withholds), TEST(ours_is_left_out),
        TEST(another_commitment), TEST(other_pledges),      TEST(another_nonce_of_ours),
        TEST(another_game),       TEST(another_record),     TEST(only_what_fits_is_revealed),
        TEST(shown_twice),        TEST(stored_nonsense),    TEST(fewer_seats),
        TEST(no_commitment),      TEST(other_games),        TEST(a_witness_that_was_not_shown),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    writer_free(&record);
    seen_free(&shown);
    return failed;
}
