/* Tests of reviews: the sums add up, planted blunders are found, and nothing that a seat could not
 * know changes its review. Longer forms are figures (review_figures.c); that weak players lose more
 * than strong ones is in props/review_props.c. */
#include <math.h>

#include "games/arcane/arcane.h"
#include "games/quacks/facts.h"
#include "review/inside.h"
#include "review/findings.h"
#include "review/words.h"
#include "tests/review_rig.h"

/* Statistics are for the fast build. */
#ifdef SLOW_BUILD
enum { SLOW = 1 };
#else
enum { SLOW = 0 };
#endif

/* ---- sums ---- */

static void sums_of_seat(const struct review *r, int seat)
{
    const struct review_seat *s = &r->seat[seat];
    double own = 0, others = 0, loss = 0;
    uint32_t parts = 0, steps = 0;
    for (uint32_t i = 0; i < r->parts; i++) {
        const struct review_part *part = &r->part[i];
        if (part->seat != seat)
            continue;
        parts++;
        loss += part->loss;
        for (uint32_t k = 0; k < part->steps; k++, steps++) {
            const struct review_step *step = &r->step[part->first + k];
            own += step->own;
            others += step->others;
            assert_int_equal(step->seat, seat);
            assert_true(fabs(step->before - step->after - step->loss) < 1e-9);
        }
    }
    assert_true(parts > 0 && steps >= parts);
    assert_int_equal(parts, s->parts);
    assert_true(fabs(loss + s->skill) < 1e-9);
    assert_true(fabs(own - s->own) < 1e-9 && fabs(others - s->others) < 1e-9);
    assert_true(fabs(s->start + review_luck(s) + s->skill - s->result) < 1e-9);
}

static void sums_hold(const char *game, int players, const char *const *bots, uint32_t most)
{
    struct played *p = played_between(game, players, bots, 11, most);
    struct review r;
    double results = 0;
    played_all(p);
    played_review(p, &r, REVIEW_ALL, 16, 2);
    assert_int_equal(r.finished, p->record.result.there);
    for (int seat = 0; seat < players; seat++) {
        sums_of_seat(&r, seat);
        results += r.seat[seat].result;
    }
    if (r.finished)
        assert_true(fabs(results - 1) < 1e-4);
    review_free(&r);
    played_free(p);
}

static void test_sums(void **state)
{
    (void)state;
    sums_hold("quacks", 2, (const char *const[]){"random", "greedy", NULL}, GAME_MOVES);
    sums_hold("quacks", 4, (const char *const[]){"random", NULL}, SLOW ? 60 : GAME_MOVES);
    sums_hold("quacks", 3, (const char *const[]){"greedy", NULL}, SLOW ? 30 : 60);
    sums_hold("arcane", 2, (const char *const[]){"random", "net", NULL}, 24);
    sums_hold("arcane", 3, (const char *const[]){"greedy", NULL}, 24);
}

/* A turn has a lucky draw, then a mistake: told in that order. */
static void test_moments(void **state)
{
    (void)state;
    struct review_step step[2] = {{.own = 0.2, .move = 4}, {.best = 1, .loss = 0.1, .move = 5}};
    struct review_part part = {.steps = 2, .luck = 0.2, .mark = MARK_MISTAKE, .chance = LUCK_LUCKY};
    struct review r = {.step = step, .steps = 2, .part = &part, .parts = 1};
    struct review_moment m;
    assert_int_equal(review_moment(&r, REVIEW_ALL, 0, &m), 1);
    assert_true(m.luck && m.step == &step[0]);
    assert_int_equal(review_moment(&r, REVIEW_ALL, m.number + 1, &m), 1);
    assert_true(!m.luck && m.step == &step[1]);
    assert_int_equal(review_moment(&r, REVIEW_ALL, m.number + 1, &m), 0);
}

/* The same record, seed and samples give the same bytes on any number of threads. */
static void test_repeats(void **state)
{
    (void)state;
    struct played *p = played_between("quacks", 2, (const char *const[]){"random", NULL}, 3,
                                      SLOW ? 60 : GAME_MOVES);
    played_all(p);
    char *one = played_text(p, 0, 16, 1), *three = played_text(p, 0, 16, 3);
    assert_string_equal(one, three);
    free(one);
    free(three);
    played_free(p);
}

/* Every other position is valued by somebody else, as threads of a browser do. Returns the text. */
static char *text_in_pieces(const struct played *p, const struct review_ask *ask)
{
    struct record_wrong wrong;
    uint8_t found[REVIEW_FOUND], nonsense[REVIEW_FOUND];
    struct review_pieces *a = review_open(&p->record, ask, &wrong);
    struct review_pieces *b = review_open(&p->record, ask, &wrong);
    assert_true(a && b);
    memset(nonsense, 0xff, sizeof nonsense);
    for (uint32_t i = 0; i < review_positions(a); i++) {
        review_weigh(i % 2 ? b : a, i, found);
        assert_int_equal(review_take(a, i, nonsense), -1);
        assert_int_equal(review_take(a, i, found), 0);
    }
    assert_int_equal(review_take(a, review_positions(a), found), -1);
    struct review r;
    struct writer w = {0};
    assert_int_equal(review_so_far(a, review_positions(a), &r), 0);
    review_write(&w, &r);
    struct view after;
    const struct view *v = &r.step[0].view;
    char name[MAX_NAME];
    v->game->action_name(v->bytes, v->seat, r.step[0].best, name);
    assert_int_equal(review_try(a, r.step[0].move, name, &after), 0);
    assert_int_equal(after.seat, v->seat);
    assert_int_equal(review_try(a, r.step[0].move, "nonsense", &after), -1);
    assert_int_equal(review_try(a, r.moves, name, &after), -1);
    review_free(&r);
    assert_int_equal(review_so_far(a, review_positions(a) / 2, &r), 0);
    assert_true(r.steps > 0 && !r.finished);
    review_free(&r);
    review_close(a);
    review_close(b);
    return w.at;
}

/* Position by position it is the same review. */
static void test_pieces(void **state)
{
    (void)state;
    struct played *p =
        played_between("quacks", 2, (const char *const[]){"random", NULL}, 3, GAME_MOVES);
    played_all(p);
    struct review_ask ask = {.seat = REVIEW_ALL, .seed = 1, .samples = 16, .threads = 1};
    char *whole = played_text(p, REVIEW_ALL, 16, 1), *pieces = text_in_pieces(p, &ask);
    assert_string_equal(whole, pieces);
    free(whole);
    free(pieces);
    played_free(p);
}

/* ---- reviews that are kept ---- */

static struct review_pieces *pieces_of(const struct played *p, int seat, uint32_t samples)
{
    struct review_ask ask = {.seat = seat, .seed = 1, .samples = samples, .threads = 1};
    struct record_wrong wrong;
    struct review_pieces *pieces = review_open(&p->record, &ask, &wrong);
    assert_non_null(pieces);
    return pieces;
}

static char *text_of(struct review_pieces *pieces)
{
    struct review r;
    struct writer w = {0};
    assert_int_equal(review_so_far(pieces, review_positions(pieces), &r), 0);
    review_write(&w, &r);
    review_free(&r);
    review_close(pieces);
    return w.at;
}

/* What is kept of all seats, in a writer. */
static void keep_all(const struct played *p, const uint8_t hash[COMMIT_BYTES], struct writer *w)
{
    struct review_ask ask = {.seed = 1, .threads = 1};
    struct review_pieces *pieces = pieces_of(p, REVIEW_ALL, 16);
    assert_int_equal(review_weigh_all(pieces, &ask), 0);
    review_keep(pieces, hash, w);
    review_close(pieces);
}

static void kept_fits(const struct played *p, int seat, const uint8_t hash[COMMIT_BYTES],
                      const struct writer *kept)
{
    struct review_pieces *again = pieces_of(p, seat, 16);
    assert_int_equal(review_recall(again, hash, kept->at, kept->n), 0);
    char *text = text_of(again), *made = played_text(p, seat, 16, 1);
    assert_string_equal(text, made);
    free(text);
    free(made);
}

/* A review that is kept is the same, for all seats and for each; what is different does not fit. */
static void test_kept(void **state)
{
    (void)state;
    uint8_t hash[COMMIT_BYTES], other[COMMIT_BYTES];
    struct writer w = {0};
    struct played *p =
        played_between("quacks", 3, (const char *const[]){"random", NULL}, 5, SLOW ? 30 : 120);
    played_all(p);
    commit_text(p->text.at, p->text.n, hash);
    commit_text(p->text.at, p->text.n - 1, other);
    keep_all(p, hash, &w);
    for (int seat = REVIEW_ALL; seat < 3; seat++)
        kept_fits(p, seat, hash, &w);
    struct review_pieces *same = pieces_of(p, 0, 16), *longer = pieces_of(p, 0, 24);
    assert_int_equal(review_recall(same, other, w.at, w.n), -1);
    assert_int_equal(review_recall(longer, hash, w.at, w.n), -1);
    /* No single byte can be changed. */
    for (size_t i = 0; i < w.n; i += SLOW ? 997 : 101) {
        w.at[i] ^= 1;
        assert_int_equal(review_recall(same, hash, w.at, w.n), -1);
        w.at[i] ^= 1;
    }
    assert_int_equal(review_recall(same, hash, w.at, w.n), 0);
    review_close(same);
    review_close(longer);
    writer_free(&w);
    played_free(p);
}

/* ---- planted blunders ---- */

/* Stops with the second chip, when a third of the seat's turns are over; or buys
 * nothing with coins for a good chip. */
static int plant_quacks(struct played *p, const struct view *v, int answer)
{
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    const struct quacks_player *own = &s->player[v->seat];
    uint64_t stop = (uint64_t)1 << BREW_STOP;
    (void)p;
    if (v->seat || s->turn < 2 || s->turn > 7)
        return answer;
    if (own->question == QQ_BREW && s->turn % 3 == 0 && own->pot_n == 2 && pot_whites(own) <= 3 &&
        view_legal(v) & stop)
        return BREW_STOP;
    if (own->question == QQ_BUY && s->turn % 3 == 1 && !own->bought_n && own->coins >= 10)
        return BUY_DONE;
    return answer;
}

struct figures {
    /* Planted answers where both players had chances, and those of them that were called. */
    uint32_t open, open_found;
    /* Other decisions, and how many of them were called. */
    uint32_t others, alarms;
};

static int part_is_planted(const struct played *p, const struct review *r,
                           const struct review_part *part)
{
    int planted = 0;
    for (uint32_t i = 0; i < part->steps; i++)
        planted |= p->planted[r->step[part->first + i].move];
    return planted;
}

static void figures_add(struct figures *f, const struct played *p, const struct review *r)
{
    for (uint32_t i = 0; i < r->parts; i++) {
        const struct review_part *part = &r->part[i];
        int called = part->mark != MARK_FINE;
        double before = r->step[part->first].before;
        if (!part_is_planted(p, r, part)) {
            f->others++;
            f->alarms += (uint32_t)called;
            continue;
        }
        f->open += before > 0.1 && before < 0.9;
        f->open_found += called && before > 0.1 && before < 0.9;
    }
}

static struct figures figures_of(int players, uint64_t games, uint32_t samples)
{
    struct figures f = {0};
    for (uint64_t seed = 100; seed < 100 + games; seed++) {
        struct played *p =
            played_between("quacks", players, (const char *const[]){"net", NULL}, seed, GAME_MOVES);
        struct review r;
        p->plant = plant_quacks;
        played_all(p);
        played_review(p, &r, REVIEW_ALL, samples, 2);
        figures_add(&f, p, &r);
        review_free(&r);
        played_free(p);
    }
    return f;
}

static void test_planted(void **state)
{
    (void)state;
    if (SLOW)
        skip();
    struct figures f = figures_of(2, 2, 64);
    if (!f.open || f.open_found * 2 < f.open || f.alarms * 20 > f.others)
        fail_msg("%u of %u planted blunders found, %u of %u others called", (unsigned)f.open_found,
                 (unsigned)f.open, (unsigned)f.alarms, (unsigned)f.others);
}

/* ---- twins: what a seat cannot know ---- */

/* Plays the moves of `p` again, in secret turns of the Quacks: seat 1 has decided, seat 0 decides
 * now, seat 2 has yet to. What seat 1 has decided is `secret`. */
static char *review_of_twin(int secret)
{
    struct played *p = played_new("quacks", 3, "{\"together\":true,\"first\":0}");
    for (int i = 0; i < 3; i++)
        p->bot[i] = bot_by_name("greedy", p->json->game);
    p->seed = 4;
    played_begin(p);
    const struct quacks_state *s = (const struct quacks_state *)p->session.state;
    while (s->stage != STAGE_BREW || s->player[1].pot_n < 2 || s->asked != 7)
        played_move(p);
    const struct move last[] = {{1, (uint8_t)secret}, {0, BREW_DRAW}};
    for (int i = 0; i < 2; i++) {
        p->move[p->moves++] = last[i];
        session_apply(&p->session, last[i], &p->done);
    }
    assert_int_equal(s->player[1].commit, secret == BREW_DRAW ? COMMIT_DRAW : COMMIT_STOP);
    played_record(p, 1);
    char *text = played_text(p, 0, 16, 1);
    played_free(p);
    return text;
}

static void test_secret_decision(void **state)
{
    (void)state;
    char *draws = review_of_twin(BREW_DRAW), *stops = review_of_twin(BREW_STOP);
    assert_string_equal(draws, stops);
    free(draws);
    free(stops);
}

/* Changes the card that an outcome of move `k` was. Returns 0 if it was none. */
static int change_card(json_t *chance, uint32_t k, int item)
{
    json_t *outcome = json_array_get(json_array_get(chance, k + 1), 0);
    const char *was = json_string_value(json_object_get(outcome, "card"));
    if (!was || strcmp(was, arcane_item(item)->id) == 0)
        return 0;
    return json_object_set_new(outcome, "card", json_string(arcane_item(item)->id)) == 0;
}

static int force_move(struct played *p, uint32_t at)
{
    json_t *force = json_incref(json_array_get(p->chance, at + 1));
    const struct session *s = &p->session;
    struct move m = p->move[at];
    int fine = s->game->legal(s->state, m.seat) >> m.answer & 1 &&
               session_apply_forced(&p->session, &force, m, &p->done) == 0 &&
               json_array_size(force) == 0;
    json_decref(force);
    return fine;
}

static int same_for(const struct played *a, const struct played *b, int seat)
{
    struct view x, y;
    view_take(&x, a->session.game, a->session.state, seat);
    view_take(&y, b->session.game, b->session.state, seat);
    return memcmp(x.bytes, y.bytes, sizeof x.bytes) == 0;
}

static void begin_again(struct played *p)
{
    json_t *kept = p->chance;
    p->chance = NULL;
    played_begin(p);
    p->chance = kept;
}

/* Plays both again until seat 0 sees a difference. Returns how many moves that takes. */
static uint32_t moves_in_common(struct played *a, struct played *b, uint32_t moves)
{
    uint32_t at = 0;
    begin_again(a);
    begin_again(b);
    while (at < moves && force_move(a, at) && force_move(b, at) && same_for(a, b, 0))
        at++;
    return at;
}

static uint32_t decisions_between(const struct played *p, uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    for (uint32_t at = from; at < to; at++)
        n += p->move[at].seat == 0;
    return n;
}

/* Cuts a game there and reviews it for seat 0. */
static char *review_cut(struct played *p, uint32_t moves)
{
    p->moves = moves;
    played_record(p, 1);
    return played_text(p, 0, 16, 1);
}

static struct played *copy_of(const struct played *p)
{
    struct played *q = malloc(sizeof *q);
    assert_non_null(q);
    *q = *p;
    q->chance = json_deep_copy(p->chance);
    return q;
}

/* A card that the other player has looked at is another one; seat 0 finds out later or never. */
static int try_twin(const struct played *p, uint32_t k, int item)
{
    struct played *a = copy_of(p), *b = copy_of(p);
    int found = 0;
    if (p->move[k].seat != 0 && change_card(b->chance, k, item)) {
        uint32_t common = moves_in_common(a, b, p->moves);
        found = common > k && decisions_between(p, k, common) >= 3;
        char *one = found ? review_cut(a, common) : NULL,
             *other = found ? review_cut(b, common) : NULL;
        if (found) {
            assert_string_not_equal(a->text.at, b->text.at);
            assert_string_equal(one, other);
        }
        free(one);
        free(other);
    }
    played_free(a);
    played_free(b);
    return found;
}

static void test_secret_cards(void **state)
{
    (void)state;
    struct played *p = played_between("arcane", 2, (const char *const[]){"greedy", NULL}, 8, 60);
    int found = 0;
    p->chance = json_array();
    played_begin(p);
    while (p->moves < p->most)
        played_move(p);
    for (uint32_t k = 0; k < p->moves && found < 2; k++)
        for (int item = 0; item < ITEM_COUNT && found < 2; item += 7)
            found += try_twin(p, k, item);
    assert_true(found > 0);
    played_free(p);
}

/* An item and its slot, both blamed: the second is valued at 55 %, though the first left 30 %. */
static double skill_of_two(int follows, double *first)
{
    struct review_point point[2] = {
        {.chosen = 0, .best = 1, .before = 0.6, .after = 0.3, .loss = 0.3},
        {.chosen = 0, .best = 1, .before = 0.55, .after = 0.3, .loss = 0.25, .follows = follows}};
    struct review_walk walk = {
        .game = &arcane_game, .players = 2, .seats = 1, .finished = 1, .point = point, .points = 2};
    struct review r = {.game = &arcane_game, .players = 2, .seats = 1};
    assert_int_equal(review_sum(&r, &walk), 0);
    const struct review_seat *seat = &r.seat[0];
    assert_true(fabs(seat->start + review_luck(seat) + seat->skill - seat->result) < 1e-9);
    double skill = seat->skill;
    *first = r.step[0].loss;
    review_free(&r);
    return skill;
}

/* One mistake counts once, unless chance came between: then the second was a mistake of its own. */
static void test_counts_once(void **state)
{
    double first;
    (void)state;
    assert_true(fabs(skill_of_two(1, &first) + 0.3) < 1e-9);
    assert_true(fabs(first - 0.05) < 1e-9);
    assert_true(fabs(skill_of_two(0, &first) + 0.55) < 1e-9);
    assert_true(fabs(first - 0.3) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),         cmocka_unit_test(test_repeats),
        cmocka_unit_test(test_planted),      cmocka_unit_test(test_secret_decision),
        cmocka_unit_test(test_secret_cards), cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_moments),      cmocka_unit_test(test_counts_once),
        cmocka_unit_test(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
