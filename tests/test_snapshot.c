/* Tests of snapshots. In random matches of every game, with undos, pleas, people who come and go,
 * links, forks and witnesses, a match that is read from a snapshot and goes on with the log must
 * equal the one that took the whole log, byte for byte. Snapshots that were changed are refused. */
#include <sodium.h>

#include "match/snapshot.h"
#include "match/undo_inside.h"
#include "match/watched_inside.h"
#include "match/way_inside.h"
#include "tests/match_random.h"

/* ---- equality ---- */

static void clear_rest(char *text, size_t room)
{
    memset(text + strlen(text), 0, room - strlen(text));
}

/* A match without its lists, and without what is behind the end of texts. Blocks of
 * chance are cleared: they are made anew when they are read. */
static struct match plain(const struct match *m)
{
    struct match p = *m;
    p.move = NULL;
    p.way = NULL;
    p.undone = NULL;
    p.key = NULL;
    p.out = NULL;
    p.knock = NULL;
    p.watch = NULL;
    p.fork.chance = NULL;
    p.room = p.ways = p.undone_n = p.first = p.undone_before = 0;
    memset(p.session.chance.held, 0, sizeof p.session.chance.held);
    memset(p.session.chance.word, 0, sizeof p.session.chance.word);
    for (int seat = 0; seat < MAX_SEATS; seat++) {
        clear_rest(p.seat[seat].name, sizeof p.seat[seat].name);
        clear_rest(p.seat[seat].bot, sizeof p.seat[seat].bot);
    }
    return p;
}

static void same_lists(const struct match *whole, const struct match *part)
{
    uint32_t skipped = 0;
    assert_int_equal(whole->keys, part->keys);
    if (whole->keys)
        assert_memory_equal(whole->key, part->key, whole->keys * sizeof *whole->key);
    for (uint32_t i = part->first; i < part->moves; i++)
        assert_memory_equal(match_move_at(whole, i), match_move_at(part, i),
                            sizeof(struct match_move));
    while (skipped < whole->undone_n && whole->undone[skipped].before < part->first)
        skipped++;
    assert_int_equal(whole->undone_n - skipped, part->undone_n);
    for (uint32_t i = 0; i < part->undone_n; i++) {
        assert_int_equal(whole->undone[skipped + i].before, part->undone[i].before);
        assert_true(json_equal(whole->undone[skipped + i].items, part->undone[i].items));
    }
    assert_int_equal(undone_items(whole), undone_items(part));
}

/* Without the shares, which are compared one by one, and the flag that tells of their proofs. */
static struct match_witness plain_watch(const struct match_witness *w)
{
    struct match_witness p = *w;
    p.share = NULL;
    p.room = p.unproven = 0;
    return p;
}

static void same_watches(const struct match *whole, const struct match *part)
{
    assert_int_equal(whole->watch != NULL, part->watch != NULL);
    if (!whole->watch)
        return;
    struct match_witness a = plain_watch(whole->watch), b = plain_watch(part->watch);
    assert_memory_equal(&a, &b, sizeof a);
    for (uint32_t i = part->first; i <= part->moves; i++) {
        const struct witness_share *x = watch_share(whole, i), *y = watch_share(part, i);
        assert_memory_equal(x->question, y->question, sizeof x->question);
        assert_memory_equal(x->part, y->part, sizeof x->part);
    }
    assert_false(match_is_whole(part));
}

/* Every byte counts, so that a member without a row in snapshot.def is noticed. */
static void equal(const struct match *whole, const struct match *part)
{
    struct match a = plain(whole), b = plain(part);
    same_seat(&a.seat[0], &b.seat[0]);
    same_session(&a.session, &b.session);
    assert_memory_equal(&a, &b, sizeof a);
    same_lists(whole, part);
    same_host(whole, part);
    same_watches(whole, part);
}

/* ---- a log with snapshots ---- */

/* The snapshot after `at` entries, as the match was then. */
struct taken {
    uint32_t at;
    struct writer text;
    struct log_hash log;
};

static struct log_hash hash_of(const struct rig *t, uint32_t entries)
{
    struct log_hash h = {0, 0};
    for (uint32_t i = 0; i < entries; i++)
        log_hash_add(&h, t->body[i].text, t->body[i].n);
    return h;
}

static void take_snapshot(const struct rig *t, struct taken *s)
{
    s->at = t->bodies;
    s->log = hash_of(t, s->at);
    writer_reset(&s->text);
    snapshot_write(&s->text, &t->m, &s->log);
}

static void read_back(struct match *m, const struct taken *s, const struct rig *t)
{
    struct log_hash log;
    struct refusal why = {0};
    match_init(m);
    if (snapshot_read(m, &log, s->text.at, s->text.n, &why) < 0)
        fail_msg("%s: %s", why.message, s->text.at);
    assert_int_equal(m->entries, s->at);
    assert_memory_equal(&log, &s->log, sizeof log);
    const struct body *last = &t->body[s->at - 1];
    assert_int_equal(snapshot_fits(m, &log, last->text, last->n, &why), 0);
}

/* What is written again is the same text. */
static void writes_the_same(const struct match *m, const struct taken *s)
{
    struct writer w = {0};
    snapshot_write(&w, m, &s->log);
    assert_string_equal(w.at, s->text.at);
    writer_free(&w);
}

/* Folds from the snapshot to the end of the log. An undo of more than the snapshot has must be
 * refused, not misplayed; then the log is folded in full. Returns 1 if all was folded. */
static int fold_on(const struct rig *t, const struct taken *s)
{
    struct match m;
    struct session_done *done = malloc(sizeof *done);
    int folded = 1;
    assert_non_null(done);
    read_back(&m, s, t);
    writes_the_same(&m, s);
    for (uint32_t i = s->at; folded && i < t->bodies; i++) {
        struct entry e;
        struct refusal why = {0};
        assert_int_equal(entry_read(&e, &m, t->body[i].text, t->body[i].n, &why), 0);
        folded = match_take(&m, &e, done, &why) == 0;
        assert_true(folded || e.kind == ENTRY_UNDO || e.kind == ENTRY_PLEA);
        entry_free(&e);
    }
    if (folded)
        equal(&t->m, &m);
    match_free(&m);
    free(done);
    return folded;
}

static struct counts {
    uint32_t snapshots, folded, parts, pleas, practice, keys, watched, sealed;
} counts;

/* Somebody makes a link, uses one, or revokes one. */
static void use_keys(struct play *p)
{
    struct match *m = &p->t.m;
    int seat = (int)below(p, (uint32_t)m->players);
    uint8_t token[MATCH_TOKEN] = {77, (uint8_t)below(p, 256), (uint8_t)below(p, 256)};
    uint32_t some = m->keys ? below(p, m->keys) : 0;
    struct match_key own;
    if (below(p, 2) == 0)
        attempt(p, match_may_link(m, seat, token, p->t.now, &p->t.e, &p->t.why));
    else if (m->keys && below(p, 3))
        attempt(p, match_may_open(m, m->key[some].token, token, p->t.now, &p->t.e, &p->t.why));
    else if (m->keys && match_key_of(m, m->seat[m->key[some].seat].token, &own))
        attempt(p, match_may_revoke(m, &own, m->key[some].id, 0, p->t.now, &p->t.e, &p->t.why));
}

static void play_one_with_snapshots(struct play *p, int steps, uint32_t every)
{
    struct taken taken = {0};
    for (int i = 0; i < steps && p->t.m.phase != MATCH_CLOSED && !p->t.m.rematch[0]; i++) {
        time_passes(p);
        do_something(p);
        if (below(p, 30) == 0)
            use_keys(p);
        if (match_unsealed(&p->t.m) && below(p, 5) == 0)
            witness_seal(&p->t);
        if (!snapshot_can(&p->t.m) || below(p, every))
            continue;
        if (taken.at)
            counts.folded += (uint32_t)fold_on(&p->t, &taken);
        take_snapshot(&p->t, &taken);
        counts.snapshots++;
        counts.parts += p->t.m.moves > 2 * WAY_EVERY;
        counts.pleas += p->t.m.plea.seat >= 0;
        counts.practice += p->t.m.practice;
        counts.keys += p->t.m.keys > 0;
        counts.watched += p->t.m.watch != NULL;
        counts.sealed += p->t.m.watch && p->t.m.watch->sealed;
        /* At once, and after what follows. */
        assert_int_equal(fold_on(&p->t, &taken), 1);
    }
    writer_free(&taken.text);
}

static const struct kind_of_match long_ones[] = {
    {"arcane", "{\"edition\":\"hundred\",\"rounds\":30}", 2, 3},
    {"quacks", "{\"together\":true}", 4, 4},
};

static void random_snapshots(void **unused)
{
    struct play *p = calloc(1, sizeof *p);
    (void)unused;
    assert_non_null(p);
    p->luck = 88172645463325254u;
    for (int i = 0; i < 20; i++) {
        p->watched = i % 4 == 1;
        found(p, &kinds_of_match[i % 5]);
        play_one_with_snapshots(p, 500, 25);
        rig_close(&p->t);
    }
    for (int i = 0; i < 4; i++) {
        p->watched = i == 2;
        found(p, &long_ones[i % 2]);
        play_one_with_snapshots(p, 2000, 150);
        rig_close(&p->t);
    }
    assert_true(counts.snapshots > 200 && counts.folded > 100);
    assert_true(counts.watched > 40 && counts.sealed > 2);
    assert_true(counts.parts > 3 && counts.pleas > 3 && counts.keys > 20);
    free(p);
}

/* ---- practice ---- */

/* The outcomes of each entry of a log, as a fork has them. */
static void fork_off(const struct rig *from, struct match_founding *f)
{
    f->fork.moves = from->m.moves;
    f->fork_move = calloc(f->fork.moves + 1, sizeof *f->fork_move);
    f->fork.chance = json_array();
    assert_true(f->fork_move && f->fork.chance);
    for (uint32_t i = 0; i < f->fork.moves; i++)
        f->fork_move[i] = from->m.move[i].move;
    for (uint32_t i = 0; i < from->bodies; i++) {
        json_t *body = json_loadb(from->body[i].text, from->body[i].n, 0, NULL);
        if (json_object_get(body, "chance"))
            json_array_append(f->fork.chance, json_object_get(body, "chance"));
        json_decref(body);
    }
}

static void practice_snapshots(void **unused)
{
    struct play *p = calloc(1, sizeof *p);
    struct match_founding f;
    struct rig from;
    (void)unused;
    assert_non_null(p);
    p->luck = 424242;
    for (int i = 0; i < 4; i++) {
        rig_found(&f, i % 2 ? "quacks" : "arcane", "bb", NULL);
        rig_open(&p->t, &f, 1000000);
        settle(p);
        for (int n = 0; n < 40; n++)
            move(p);
        from = p->t;
        rig_found(&f, i % 2 ? "quacks" : "arcane", "hb", NULL);
        fork_off(&from, &f);
        rig_open(&p->t, &f, 2000000);
        settle(p);
        play_one_with_snapshots(p, 400, 25);
        rig_close(&p->t);
        rig_close(&from);
        json_decref(f.fork.chance);
        free(f.fork_move);
    }
    assert_true(counts.practice > 20);
    free(p);
}

/* ---- what is refused ---- */

static struct rig *a_match(struct play *p, int watched)
{
    p->luck = 99;
    p->watched = watched;
    found(p, &kinds_of_match[2]);
    for (int i = 0; i < 4000 && p->t.m.moves < 60; i++)
        move(p);
    assert_true(p->t.m.moves >= 60);
    return &p->t;
}

static int reads(const char *text, size_t n)
{
    struct match m;
    struct log_hash log;
    struct refusal why = {0};
    match_init(&m);
    int read = snapshot_read(&m, &log, text, n, &why);
    assert_true(read == 0 || (why.row && why.message[0] && m.entries == 0 && !m.move));
    match_free(&m);
    return read;
}

/* Takes a member of `object`, a part of `root`, away, sets it to a number, or adds one. */
static void spoil_member(const json_t *root, json_t *object, const char *key, int how)
{
    json_t *old = json_incref(json_object_get(object, key));
    if (how == 0)
        json_object_del(object, key);
    else if (how == 1)
        json_object_set_new(object, key, json_integer(-7));
    else
        json_object_set_new(object, "more", json_true());
    char *text = json_dumps(root, JSON_COMPACT);
    if (reads(text, strlen(text)) == 0)
        fail_msg("%s, changed in way %d, was accepted", key, how);
    free(text);
    json_object_set_new(object, key, old);
    json_object_del(object, "more");
}

static void spoil_members(const json_t *root, json_t *object)
{
    json_t *keys = json_deep_copy(object), *value;
    const char *key;
    json_object_foreach(keys, key, value)
        for (int how = 0; how < 3; how++)
            spoil_member(root, object, key, how);
    json_decref(keys);
}

/* Every member must be there, none may be added, and another value is refused or changes nothing
 * but that. */
static void members_are_checked(void **unused)
{
    struct play *p = calloc(1, sizeof *p);
    struct taken s = {0};
    (void)unused;
    assert_non_null(p);
    for (int watched = 0; watched < 2; watched++) {
        take_snapshot(a_match(p, watched), &s);
        json_t *root = json_loadb(s.text.at, s.text.n, 0, NULL);
        assert_int_equal(reads(s.text.at, s.text.n), 0);
        spoil_members(root, root);
        if (watched)
            spoil_members(root, json_object_get(root, "witness"));
        /* Older and newer versions may have read less from the log, or more. */
        for (int i = 0; i < 2; i++) {
            json_object_set_new(root, "snapshot", json_string(i ? "0.1.9" : "99.0.0"));
            char *text = json_dumps(root, JSON_COMPACT);
            assert_int_equal(reads(text, strlen(text)), -1);
            free(text);
        }
        json_decref(root);
        rig_close(&p->t);
    }
    writer_free(&s.text);
    free(p);
}

/* A part that leads elsewhere or is no part, questions that were never asked or cannot have been,
 * an end that is signed too early. The first part is that of what is not played again. */
static void witness_is_checked(void **unused)
{
    struct play *p = calloc(1, sizeof *p);
    struct taken s = {0};
    (void)unused;
    assert_non_null(p);
    take_snapshot(a_match(p, 1), &s);
    json_t *root = json_loadb(s.text.at, s.text.n, 0, NULL);
    json_t *witness = json_object_get(root, "witness"), *parts = json_object_get(witness, "parts");
    json_t *wrong[] = {json_integer(60), json_integer(p->t.m.entries), json_integer(1)};
    const char *const key[] = {"asked", "asked", "sealed"};
    for (int i = 0; i < 3; i++) {
        json_t *old = json_incref(json_object_get(witness, key[i]));
        json_object_set_new(witness, key[i], wrong[i]);
        char *text = json_dumps(root, JSON_COMPACT);
        if (reads(text, strlen(text)) == 0)
            fail_msg("%s %d was accepted", key[i], i);
        free(text);
        json_object_set_new(witness, key[i], old);
    }
    size_t refused = 0, lucky = 0;
    for (size_t i = 1; i < json_array_size(parts); i++) {
        json_t *old = json_incref(json_array_get(parts, i));
        json_array_set(parts, i, json_array_get(parts, i - 1));
        char *text = json_dumps(root, JSON_COMPACT);
        refused += reads(text, strlen(text)) < 0;
        lucky += match_move_at(&p->t.m, (uint32_t)i - 1)->chance;
        free(text);
        json_array_set_new(parts, i, old);
    }
    /* Where chance had no say, another part changes nothing but itself. */
    assert_true(lucky > 5 && refused >= lucky - 2);
    json_array_append_new(parts, json_string("00"));
    char *text = json_dumps(root, JSON_COMPACT);
    assert_int_equal(reads(text, strlen(text)), -1);
    free(text);
    json_decref(root);
    writer_free(&s.text);
    rig_close(&p->t);
    free(p);
}

/* A state that the moves do not lead to, a move that is not legal, a place in chance that is not
 * reached. */
static void game_is_checked(void **unused)
{
    static const char *const keys[] = {"played", "places", "base_places"};
    struct play *p = calloc(1, sizeof *p);
    struct taken s = {0};
    (void)unused;
    assert_non_null(p);
    take_snapshot(a_match(p, 0), &s);
    for (int k = 0; k < 3; k++) {
        json_t *root = json_loadb(s.text.at, s.text.n, 0, NULL);
        json_t *list = json_object_get(root, keys[k]);
        for (size_t i = 0; i < json_array_size(list); i++) {
            json_int_t old = json_integer_value(json_array_get(list, i));
            /* Answers differ in their lowest bits; the number of an entry must rise. */
            json_array_set_new(list, i,
                               json_integer(k == 0 && i % 2 == 0 ? old - 100000 : old ^ 5));
            char *text = json_dumps(root, JSON_COMPACT);
            if (reads(text, strlen(text)) == 0)
                fail_msg("%s %zu was accepted", keys[k], i);
            free(text);
            json_array_set_new(list, i, json_integer(old));
        }
        json_decref(root);
    }
    writer_free(&s.text);
    rig_close(&p->t);
    free(p);
}

static void log_is_compared(void **unused)
{
    struct play *p = calloc(1, sizeof *p);
    struct taken s = {0};
    struct match m;
    struct refusal why;
    (void)unused;
    assert_non_null(p);
    struct rig *t = a_match(p, 1);
    take_snapshot(t, &s);
    read_back(&m, &s, t);
    struct log_hash other = s.log;
    const struct body *last = &t->body[t->bodies - 1], *wrong = &t->body[t->bodies - 2];
    assert_int_equal(snapshot_fits(&m, &s.log, wrong->text, wrong->n, &why), -1);
    assert_int_equal(snapshot_fits(&m, &s.log, last->text, last->n - 1, &why), -1);
    other.before++;
    assert_int_equal(snapshot_fits(&m, &other, last->text, last->n, &why), -1);
    /* The entry has the hash of another state. */
    char *text = strdup(last->text), *hash = strstr(text, "\"hash\":\"") + 8;
    hash[3] = hash[3] == '0' ? '1' : '0';
    other = (struct log_hash){.now = s.log.before};
    log_hash_add(&other, text, last->n);
    assert_int_equal(snapshot_fits(&m, &other, text, last->n, &why), -1);
    free(text);
    match_free(&m);
    writer_free(&s.text);
    rig_close(&p->t);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_snapshots),    cmocka_unit_test(practice_snapshots),
        cmocka_unit_test(members_are_checked), cmocka_unit_test(game_is_checked),
        cmocka_unit_test(witness_is_checked),  cmocka_unit_test(log_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
