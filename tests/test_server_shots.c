/* Tests of the server with long tables: a table is resumed from a snapshot and few entries,
 * whatever its age; a snapshot that does not fit is not used; logs are folded, records written and
 * practice games founded by chores, and the loop goes on meanwhile. */
#include "server/people/guests.h"
#include "server/server.h"
#include "server/tables/records.h"
#include "server/tables/snapshots.h"
#include "server/tables/tables.h"
#include "tests/puppet/sealed.h"

#include "store/store.h"

#define SIX                                                                                        \
    "{\"game\":\"arcane\",\"seats\":[\"greedy\",\"greedy\",\"greedy\",\"greedy\",\"greedy\","      \
    "\"greedy\"]}"
#define SHORT "{\"game\":\"arcane\",\"options\":{\"turn_cap\":5},\"seats\":[\"greedy\",\"greedy\"]}"
#define LONG                                                                                       \
    "{\"game\":\"arcane\",\"options\":{\"edition\":\"hundred\",\"rounds\":8},\"seats\":["          \
    "\"greedy\",\"greedy\",\"greedy\",\"greedy\",\"greedy\",\"greedy\"]}"

#define WATCHED                                                                                    \
    "{\"game\":\"arcane\",\"options\":{\"edition\":\"hundred\",\"rounds\":9},\"seats\":[\"me\","   \
    "\"greedy\",\"greedy\"],\"witness\":true,\"practice\":true}"

/* ---- a store that counts what is read, and may change snapshots ---- */

static struct {
    int (*load)(struct store *, const char *, uint32_t, store_entry_fn *, void *);
    int (*snapshot)(struct store *, const char *, uint32_t, store_entry_fn *, void *);
    uint32_t rows, snapshots;
    /* Changes the text of a snapshot, or how many entries it is of. */
    void (*bend)(char *text, uint32_t *of);
    /* Changes the last part of a witness that is read. */
    int lies;
    /* Whose row it is. */
    store_entry_fn *row;
    void *arg;
} spy;

static void spy_row(void *arg, uint32_t n, const char *body, size_t len)
{
    char *text = strndup(body, len), *part = spy.lies ? strstr(text, "\"part\":\"") : NULL;
    (void)arg;
    assert_non_null(text);
    spy.rows++;
    if (part)
        part[8] = part[8] == '0' ? '1' : '0';
    spy.row(spy.arg, n, text, len);
    free(text);
}

static int spy_load(struct store *s, const char *match, uint32_t from, store_entry_fn *row,
                    void *arg)
{
    spy.row = row;
    spy.arg = arg;
    return spy.load(s, match, from, spy_row, NULL);
}

static void spy_shot(void *arg, uint32_t n, const char *body, size_t len)
{
    char *text = strndup(body, len);
    (void)arg;
    assert_non_null(text);
    spy.snapshots++;
    if (spy.bend)
        spy.bend(text, &n);
    spy.row(spy.arg, n, text, strlen(text));
    free(text);
}

static int spy_snapshot(struct store *s, const char *match, uint32_t most, store_entry_fn *row,
                        void *arg)
{
    spy.row = row;
    spy.arg = arg;
    return spy.snapshot(s, match, most, spy_shot, NULL);
}

/* Opens a world with as few snapshots as a real server makes. */
static int real_node(void **state)
{
    struct world *w = open_world(1);
    w->puppet.shot_every = w->puppet.node[0].server->shot_every = SHOT_EVERY;
    *state = w;
    return 0;
}

static void spy_on(struct world *w)
{
    struct store *s = w->puppet.store;
    memset(&spy, 0, sizeof spy);
    spy.load = s->load;
    spy.snapshot = s->snapshot;
    s->load = spy_load;
    s->snapshot = spy_snapshot;
}

static const struct server_figures *figures(struct world *w)
{
    return &w->puppet.node[0].server->figures;
}

static uint32_t entries_of(struct world *w, const char *table)
{
    return witness_table(&w->witness, table)->entries;
}

/* A watcher after a restart; the witness compares what it is shown with the whole log. */
static struct puppet_socket *look_again(struct world *w, const char *table, int n)
{
    puppet_restart(&w->puppet, 0);
    spy.rows = spy.snapshots = 0;
    struct puppet_socket *s = watch(w, 0, table, n);
    puppet_settle(&w->puppet);
    assert_true(s->open);
    return s;
}

/* ---- resuming ---- */

/* The rows that are read do not grow with the log. */
static void resumed_from_a_snapshot(void **state)
{
    static const char *const bodies[] = {SIX, LONG};
    struct world *w = *state;
    spy_on(w);
    for (int i = 0; i < 2; i++) {
        struct seat table = found(w, bodies[i]);
        uint32_t entries = entries_of(w, table.table);
        assert_true(entries > (i ? 1500u : 450u) && figures(w)->shots > 0);
        assert_non_null(heard(look_again(w, table.table, -1), "snapshot"));
        assert_true(spy.snapshots == 1 && spy.rows <= SHOT_EVERY + 1);
        assert_int_equal(figures(w)->distrusted, 0);
    }
}

/* Events that a guest missed are told from an older snapshot; the witness compares every byte. */
static void missed_events_are_told(void **state)
{
    struct world *w = *state;
    spy_on(w);
    struct seat table = found(w, LONG);
    int last = (int)entries_of(w, table.table) - 1;
    look_again(w, table.table, -1);
    for (int missed = 1; missed <= RESUME_MOST; missed += 83) {
        spy.rows = 0;
        struct puppet_socket *s = watch(w, 0, table.table, last - missed);
        puppet_settle(&w->puppet);
        assert_null(heard(s, "snapshot"));
        assert_int_equal(((struct notes *)s->notes)->last, last);
        assert_true(spy.rows <= 3 * SHOT_EVERY + 1);
        puppet_hang_up(s);
    }
    /* Longer ago than any snapshot. */
    struct puppet_socket *s = watch(w, 0, table.table, 5);
    puppet_settle(&w->puppet);
    assert_non_null(heard(s, "snapshot"));
}

/* The record of a table that was resumed is the same, though it has only the last moves. */
static void records_are_whole(void **state)
{
    struct world *w = *state;
    struct seat table = found(w, LONG);
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/record", table.table);
    struct puppet_request *r = get(w, 0, path);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    char *before = strdup(r->text);
    puppet_restart(&w->puppet, 0);
    r = get(w, 0, path);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 200);
    assert_string_equal(r->text, before);
    free(before);
}

/* ---- snapshots that are wrong ---- */

static void bend_state(char *text, uint32_t *of)
{
    char *gold = strstr(text, "\"gold\":");
    (void)of;
    assert_non_null(gold);
    gold[7] = gold[7] == '1' ? '2' : '1';
}

static void bend_log(char *text, uint32_t *of)
{
    char *log = strstr(text, "\"log\":\"") + 7;
    (void)of;
    *log = *log == '0' ? '1' : '0';
}

static void bend_number(char *text, uint32_t *of)
{
    (void)text;
    (*of)--;
}

static void bend_all(char *text, uint32_t *of)
{
    (void)of;
    strcpy(text, "{}");
}

static void wrong_snapshots_are_not_used(void **state)
{
    static void (*const bends[])(char *, uint32_t *) = {bend_state, bend_log, bend_number,
                                                        bend_all};
    struct world *w = *state;
    struct seat table = found(w, SIX);
    uint32_t entries = entries_of(w, table.table);
    spy_on(w);
    for (int i = 0; i < 4; i++) {
        spy.bend = bends[i];
        assert_non_null(heard(look_again(w, table.table, -1), "snapshot"));
        assert_int_equal(figures(w)->distrusted, 1);
        assert_true(spy.rows >= entries);
    }
}

/* A snapshot that cannot be read back is tried once more, then not before the next one is due. */
static void unreadable_snapshots_are_rare(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    struct table *t = table_find(w->puppet.node[0].server, ann.table);
    uint32_t every = w->puppet.shot_every, missed = 0, times = 0;
    /* More than all entries together: no reader accepts it. */
    t->match.others = 10000;
    for (int id = 1; id < 10; id++) {
        assert_true(answer(a, id));
        puppet_settle(&w->puppet);
        if (t->shot_missed == missed)
            continue;
        assert_true(!missed || t->shot_missed > missed + every);
        missed = t->shot_missed;
        times++;
    }
    assert_int_equal(times, (t->match.entries - 1) / (every + 1));
    assert_int_equal(figures(w)->shots, 0);
}

/* ---- with a witness ---- */

static void play_until(struct world *w, const struct seat *me, uint32_t entries)
{
    struct puppet_socket *s = hello(w, 0, me, -1);
    puppet_settle(&w->puppet);
    for (int id = 1; entries_of(w, me->table) < entries && !heard(s, "\"seal\":true"); id++) {
        assert_true(id < 2000 && answer(s, id));
        puppet_settle(&w->puppet);
    }
}

/* A table with a witness is resumed from its snapshot, whatever its age. A move is taken back, the
 * game goes on to its end, and the record is right. */
static void watched_tables_are_resumed(void **state)
{
    struct world *w = *state;
    puppet_witness_join(&w->puppet);
    spy_on(w);
    struct seat me = found(w, WATCHED);
    for (uint32_t age = 600; age <= 1000; age += 400) {
        play_until(w, &me, age);
        assert_true(entries_of(w, me.table) >= age);
        struct puppet_socket *s = look_again(w, me.table, -1);
        assert_non_null(heard(s, "snapshot"));
        assert_true(spy.snapshots == 1 && spy.rows <= SHOT_EVERY + 2);
        s = hello(w, 0, &me, -1);
        puppet_settle(&w->puppet);
        say(s, "{\"id\":9000,\"undo\":true}");
        puppet_settle(&w->puppet);
        assert_non_null(heard(s, "\"ok\":9000"));
    }
    play_until(w, &me, UINT32_MAX);
    assert_int_equal(figures(w)->distrusted, 0);
    assert_true(check_sealed(w, me.table) > 0);
    puppet_restart(&w->puppet, 0);
    assert_true(check_sealed(w, me.table) > 0);
}

/* A log that was changed does not fit the snapshot, and then its hashes. */
static void a_log_that_lies(void **state)
{
    struct world *w = *state;
    puppet_witness_join(&w->puppet);
    spy_on(w);
    struct seat me = found(w, WATCHED);
    play_until(w, &me, 600);
    puppet_restart(&w->puppet, 0);
    spy.lies = 1;
    struct puppet_request *r = get_table(w, 0, me.table);
    puppet_settle(&w->puppet);
    assert_int_equal(figures(w)->distrusted, 1);
    said_no(r, 503, "broken-table");
}

/* ---- the loop goes on meanwhile ---- */

static void folding_is_a_chore(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_BOT);
    puppet_restart(&w->puppet, 0);
    w->puppet.lazy = 1;
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    struct puppet_request *table = get_table(w, 0, ann.table);
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
    assert_null(heard(a, "snapshot"));
    assert_int_equal(table->answers, 0);
    struct puppet_request *health = get(w, 0, "/health");
    assert_int_equal(health->status, 200);
    say(a, "{\"id\":1,\"undo\":true}");
    assert_non_null(heard(a, "\"no\":1"));
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "snapshot"));
    assert_int_equal(table->status, 200);
}

/* Another node stores an entry while this one folds the log without it. */
static void others_go_on_meanwhile(void **state)
{
    struct world *w = *state;
    struct seat ann = found(w, NULL_TWO), bob = join(w, 0, ann.table);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    hello(w, 0, &bob, -1);
    puppet_settle(&w->puppet);
    w->puppet.lazy = 1;
    struct puppet_socket *c = watch(w, 1, ann.table, -1);
    puppet_store_works(&w->puppet, 1);
    puppet_store_tells(&w->puppet, 1);
    assert_true(answer(a, 1));
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
    puppet_store_works(&w->puppet, 1);
    puppet_store_tells(&w->puppet, 1);
    puppet_settle(&w->puppet);
    puppet_pass(&w->puppet, TICK_MS);
    puppet_settle(&w->puppet);
    assert_int_equal(((struct notes *)c->notes)->last, (int)entries_of(w, ann.table) - 1);
}

/* Who waits for a chore when the server stops is told so, and nothing is lost or used twice. */
static void stopping_with_chores(void **state)
{
    struct world *w = *state;
    struct seat table = found(w, SIX);
    char path[80], body[120];
    puppet_restart(&w->puppet, 0);
    w->puppet.lazy = 1;
    snprintf(path, sizeof path, "/api/tables/%s/record", table.table);
    snprintf(body, sizeof body, "{\"table\":\"%s\",\"n\":3}", table.table);
    get(w, 0, path);
    post(w, 0, "/api/practice", NULL, body);
    watch(w, 0, table.table, -1);
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
    puppet_restart(&w->puppet, 0);
    w->puppet.lazy = 0;
    struct puppet_request *r = post(w, 0, "/api/practice", NULL, body);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
}

/* Nobody can pile up records without end, however short they are. */
static void too_many_records(void **state)
{
    struct world *w = *state;
    struct seat table = found(w, SHORT);
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/record", table.table);
    w->puppet.lazy = 1;
    struct puppet_request *first = get(w, 0, path), *last;
    for (int i = 1; i < SLOW_MOST; i++)
        get(w, 0, path);
    last = get(w, 0, path);
    said_no(last, 503, "full");
    assert_non_null(strstr(last->text, "server-busy"));
    puppet_settle(&w->puppet);
    assert_int_equal(first->status, 200);
    last = get(w, 0, path);
    puppet_settle(&w->puppet);
    assert_int_equal(last->status, 200);
}

/* ---- practice ---- */

static void practice_is_a_chore(void **state)
{
    struct world *w = *state;
    struct seat table = found(w, SIX);
    char body[200];
    uint32_t n = entries_of(w, table.table) - 40;
    w->puppet.lazy = 1;
    snprintf(body, sizeof body,
             "{\"table\":\"%s\",\"n\":%u,\"bot\":\"greedy\",\"key\":\"0123456789abcdefghijklmn\"}",
             table.table, n);
    struct puppet_request *r = post(w, 0, "/api/practice", NULL, body);
    struct puppet_request *same = post(w, 0, "/api/practice", NULL, body);
    puppet_store_works(&w->puppet, 0);
    puppet_store_tells(&w->puppet, 0);
    assert_int_equal(r->answers, 0);
    puppet_settle(&w->puppet);
    assert_int_equal(r->status, 201);
    assert_true(same->status == 201 || same->status == 409);
    struct seat ann = seat_of(r);
    puppet_restart(&w->puppet, 0);
    struct puppet_socket *a = hello(w, 0, &ann, -1);
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "snapshot"));
    assert_true(answer(a, 1));
    puppet_settle(&w->puppet);
    say(a, "{\"id\":2,\"undo\":true}");
    puppet_settle(&w->puppet);
    assert_non_null(heard(a, "\"ok\":2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(resumed_from_a_snapshot, real_node),
        IN_WORLD(missed_events_are_told, real_node),
        IN_WORLD(records_are_whole, real_node),
        IN_WORLD(wrong_snapshots_are_not_used, real_node),
        IN_WORLD(unreadable_snapshots_are_rare, one_node),
        IN_WORLD(watched_tables_are_resumed, real_node),
        IN_WORLD(a_log_that_lies, real_node),
        IN_WORLD(folding_is_a_chore, one_node),
        IN_WORLD(others_go_on_meanwhile, two_nodes),
        IN_WORLD(stopping_with_chores, one_node),
        IN_WORLD(too_many_records, one_node),
        IN_WORLD(practice_is_a_chore, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
