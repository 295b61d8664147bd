/* Tests of PostgreSQL behind a network that fails: a proxy (tests/server/proxy.py) cuts, delays and
 * loses messages at every phase of a connection's life. Whatever happens, an append that was
 * acknowledged is stored once, one that was not is stored once or never, and whoever asks after a
 * failure gets an answer that stays true. */
#include "tests/store/network.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the proxy ---- */

void proxy_open(struct proxy *p, const char *target)
{
    int to[2], from[2];
    assert_int_equal(pipe(to) | pipe(from), 0);
    p->process = fork();
    if (p->process == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        for (int i = 3; i < 64; i++)
            close(i);
        execl("/usr/bin/python3", "python3", "tests/server/proxy.py", target, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    p->to = fdopen(to[1], "w");
    p->from = fdopen(from[0], "r");
    char line[64] = "";
    assert_non_null(fgets(line, sizeof line, p->from));
    p->port = atoi(line);
}

void proxy_close(struct proxy *p)
{
    fclose(p->to);
    fclose(p->from);
    kill(p->process, SIGKILL);
    waitpid(p->process, NULL, 0);
}

struct proxy_counts proxy_tell(struct proxy *p, const char *order)
{
    char line[128] = "";
    struct proxy_counts c = {-1, -1};
    fprintf(p->to, "%s\n", order);
    fflush(p->to);
    assert_non_null(fgets(line, sizeof line, p->from));
    assert_int_equal(sscanf(line, "{\"connections\": %d, \"fired\": %d}", &c.connections, &c.fired),
                     2);
    return c;
}

void postgres_socket(char path[256])
{
    snprintf(path, 256, "%s/pg/.s.PGSQL.5432", folder);
}

/* ---- a store behind it ---- */

/* One store goes through the proxy, b does not. */
struct line {
    struct proxy proxy;
    char where[512];
    struct store *s, *b;
    /* How many entries of the match "net" were stored, as far as anybody was told. */
    uint32_t n;
};

/* An answer may take a second and a half. */
static void line_open(struct line *l, struct subject *u)
{
    char path[256];
    *l = (struct line){.b = u->b};
    postgres_socket(path);
    proxy_open(&l->proxy, path);
    snprintf(l->where, sizeof l->where,
             "postgres://charlatan@127.0.0.1:%d/postgres?connect_timeout=2&sslmode=prefer"
             "&gssencmode=disable&options=-c%%20statement_timeout%%3D1000",
             l->proxy.port);
}

static void line_close(struct line *l)
{
    if (l->s)
        l->s->close(l->s);
    proxy_close(&l->proxy);
}

/* Opens the store; the network may fail meanwhile, but not for ever. */
static void reach_store(struct line *l)
{
    char error[STORE_ERROR];
    for (int i = 0; !l->s && i < 100; i++, nap_ms(l->s ? 0 : 20))
        l->s = store_open(l->where, error);
    if (!l->s)
        fail_msg("%s", error);
}

/* How many entries the match has; asked again while the network fails. */
static void count_entry(void *arg, uint32_t n, const char *body, size_t len)
{
    (void)body, (void)len;
    *(uint32_t *)arg = n + 1;
}

static uint32_t ask_count(struct store *s, uint32_t from)
{
    for (int i = 0; i < 200; i++, nap_ms(20)) {
        uint32_t n = from;
        if (s->load(s, "net", from, count_entry, &n) == 0)
            return n;
    }
    fail_msg("%s", s->error);
    return 0;
}

/* Appends until it is stored. After a failure the log says whether it is. What it says stays true:
 * an entry that was not there has not come later, or the next try would be a conflict. */
static void append_surely(struct line *l)
{
    char text[32];
    snprintf(text, sizeof text, "entry %u", l->n);
    for (int i = 0; i < 200; i++, nap_ms(20)) {
        int outcome = put(l->s, "net", l->n, text);
        if (outcome == STORE_CONFLICT)
            fail_msg("entry %u was not there, and came later", l->n);
        if (outcome == STORE_STORED || ask_count(l->s, l->n) > l->n) {
            l->n++;
            return;
        }
    }
    fail_msg("%s", l->s->error);
}

static void ping_surely(struct store *s)
{
    int64_t ms;
    for (int i = 0; s->ping(s) || s->time(s, &ms) || s->probe(s); i++, nap_ms(20))
        if (i > 200)
            fail_msg("%s", s->error);
}

/* Everything a store does, over a line that fails once. */
static void live(struct line *l)
{
    struct told t = {0};
    reach_store(l);
    append_surely(l);
    append_surely(l);
    ping_surely(l->s);
    assert_int_equal(put(l->b, "net", l->n, "theirs"), STORE_STORED);
    l->n++;
    await_change_of(l->s, "net", l->n, &t, 1);
    assert_int_equal(ask_count(l->s, 0), l->n);
    append_surely(l);
}

/* A second look, without the proxy. */
static void check_log(struct line *l)
{
    struct log log = load(l->b, "net", 0);
    char wanted[32];
    assert_int_equal(log.n, l->n);
    for (uint32_t i = 0; i < log.n; i++) {
        snprintf(wanted, sizeof wanted, "entry %u", i);
        if (strcmp(log.text[i], "theirs") != 0)
            assert_string_equal(log.text[i], wanted);
    }
    log_free(&log);
}

/* ---- every phase, every fault ---- */

/* The first message of each phase; `renew`: a phase of a new connection. */
static const struct phase {
    const char *name, *when, *has;
    int renew;
} phases[] = {
    {"start-up", "ask", "startup:", 1},
    {"TLS is asked for", "ask", "ssl:", 1},
    {"TLS is answered", "answer", "tls:", 1},
    {"welcome", "answer", "server_encoding", 1},
    {"settings", "ask", "synchronous_standby_names", 1},
    {"schema check", "ask", "pg_class", 1},
    {"its answer", "answer", "max", 1},
    {"preparing", "ask", "pg_advisory_xact_lock_shared", 1},
    {"settling", "ask", "pg_advisory_xact_lock(", 1},
    {"LISTEN", "ask", "LISTEN", 1},
    {"LISTEN answered", "answer", "LISTEN", 1},
    {"what was missed", "ask", "GROUP BY match", 1},
    {"append, before", "ask", "BEGIN", 0},
    {"append, within", "ask", "move on", 0},
    {"commit", "ask", "COMMIT", 0},
    {"committed", "answer", "COMMIT", 0},
    {"ping", "ask", "SELECT 1", 0},
    {"time", "ask", "clock_timestamp", 0},
    {"probe", "ask", "UPDATE charlatan.about", 0},
    {"notification", "answer", "A:", 0},
    {"load", "answer", "theirs", 0},
};

/* Runs a life with one fault in it. */
static void fault_at(struct line *l, const struct phase *p, const char *deed, int ms)
{
    char order[256];
    int before = proxy_tell(&l->proxy, "{}").fired;
    snprintf(order, sizeof order,
             "{\"rule\": {\"when\": \"%s\", \"has\": \"%s\", \"do\": \"%s\", \"ms\": %d}}", p->when,
             p->has, deed, ms);
    proxy_tell(&l->proxy, order);
    if (p->renew)
        proxy_tell(&l->proxy, "{\"now\": \"cut\"}");
    live(l);
    check_log(l);
    if (proxy_tell(&l->proxy, "{\"drop\": true}").fired != before + 1)
        fail_msg("%s: %s met nothing", p->name, deed);
}

#ifdef SLOW_BUILD
enum { SPARSE = 3 };
#else
enum { SPARSE = 1 };
#endif

/* The short form takes the deeds in turn, and one of `every` so many phases; LONG=1 takes all. */
static void every_phase(struct subject *u, const char *const *deeds, size_t every, int ms)
{
    const char *is_long = getenv("LONG");
    size_t n = 0;
    every *= SPARSE;
    struct line l;
    line_open(&l, u);
    live(&l);
    while (deeds[n])
        n++;
    for (size_t i = 0; i < sizeof phases / sizeof phases[0]; i++)
        for (size_t d = 0; d < n; d++)
            if (is_long || (i / every % n == d && i % every == every / 4))
                fault_at(&l, &phases[i], deeds[d], ms);
    line_close(&l);
}

static void cut_at_every_phase(void **state)
{
    every_phase(*state, (const char *const[]){"before", "within", "reset", NULL}, 1, 0);
}

static void answers_lost_at_every_phase(void **state)
{
    every_phase(*state, (const char *const[]){"lose", NULL}, 1, 0);
}

static void slow_at_every_phase(void **state)
{
    every_phase(*state, (const char *const[]){"delay", "trickle", NULL}, 1, 60);
}

/* Each takes seconds, until somebody notices. */
static void half_open_at_every_phase(void **state)
{
    every_phase(*state, (const char *const[]){"freeze", NULL}, 4, 0);
}

/* The schema is made behind such a line. */
static void schemas_are_made_or_not(void **state)
{
    static const struct phase making = {"schema", "ask", "CREATE TABLE", 0},
                              made = {"schema made", "answer", "COMMIT", 0};
    static const char *const deeds[] = {"before", "within", "lose"};
    struct subject *u = *state;
    for (int i = 0; i < 6; i++) {
        struct line l;
        char error[STORE_ERROR];
        fresh_database(u);
        line_open(&l, u);
        const struct phase *p = i % 2 ? &made : &making;
        char order[256];
        snprintf(order, sizeof order,
                 "{\"rule\": {\"when\": \"%s\", \"has\": \"%s\", \"do\": \"%s\"}}", p->when, p->has,
                 deeds[i / 2]);
        proxy_tell(&l.proxy, order);
        assert_null(store_open(l.where, error));
        assert_non_null(strstr(error, "database"));
        u->b = l.b = open_or_fail(u->where);
        live(&l);
        check_log(&l);
        line_close(&l);
    }
}

/* ---- appends in doubt ---- */

/* The COMMIT is held up in the network, and the connection is lost; then it arrives. The answer
 * given meanwhile must stay true. */
static void what_comes_late_is_too_late(void **state)
{
    struct line l;
    line_open(&l, *state);
    live(&l);
    for (int i = 0; i < 3; i++) {
        static const char *const has[] = {"BEGIN", "move on", "COMMIT"};
        char order[128];
        snprintf(order, sizeof order,
                 "{\"rule\": {\"when\": \"ask\", \"has\": \"%s\", \"do\": \"late\", \"ms\": 300}}",
                 has[i]);
        proxy_tell(&l.proxy, order);
        assert_int_equal(put(l.s, "net", l.n, "late"), -1);
        uint32_t n = ask_count(l.s, 0);
        nap_ms(500);
        assert_int_equal(ask_count(l.b, 0), n);
        l.n = n;
        assert_int_equal(put(l.s, "net", l.n++, "on"), STORE_STORED);
    }
    line_close(&l);
}

/* A connection that is only half open leaves no process behind in the database. */
static void ghosts_are_ended(void **state)
{
    struct line l;
    line_open(&l, *state);
    live(&l);
    for (int i = 0; i < 3; i++) {
        proxy_tell(&l.proxy, "{\"now\": \"freeze\"}");
        assert_int_equal(l.s->ping(l.s), -1);
        assert_int_equal(l.s->ping(l.s), 0);
    }
    /* Two for each of a and b, one for l.s; its ear is frozen, and finds that out by itself. */
    for (int ms = 0;
         count_in_postgres("SELECT count(*) FROM pg_stat_activity WHERE application_name"
                           " = 'charlatan' AND query NOT LIKE 'LISTEN%'"
                           " AND query NOT LIKE '%pg_postmaster_start_time%'") > 5;
         ms += 10, nap_ms(10))
        assert_true(ms < PATIENCE_MS);
    line_close(&l);
}

/* ---- databases that do not answer ---- */

/* Whoever waits behind the first one is told at once. */
static void silence_costs_time_once(void **state)
{
    struct line l;
    line_open(&l, *state);
    live(&l);
    proxy_tell(&l.proxy, "{\"mute\": true}");
    proxy_tell(&l.proxy, "{\"now\": \"cut\"}");
    int before = proxy_tell(&l.proxy, "{}").connections;
    for (int i = 0; i < 20; i++)
        assert_int_equal(l.s->ping(l.s), -1);
    int tried = proxy_tell(&l.proxy, "{}").connections - before;
    if (tried > 4)
        fail_msg("%d connections were tried", tried);
    proxy_tell(&l.proxy, "{\"mute\": false}");
    ping_surely(l.s);
    live(&l);
    line_close(&l);
}

/* The first host of the address takes connections and says nothing, as a machine that hangs. */
static void silent_hosts_are_passed_over(void **state)
{
    struct line l;
    struct proxy silent;
    char path[256], error[STORE_ERROR];
    line_open(&l, *state);
    postgres_socket(path);
    proxy_open(&silent, path);
    proxy_tell(&silent, "{\"mute\": true}");
    snprintf(l.where, sizeof l.where,
             "postgres://charlatan@127.0.0.1:%d,127.0.0.1:%d/postgres?connect_timeout=2"
             "&gssencmode=disable&target_session_attrs=read-write",
             silent.port, l.proxy.port);
    l.s = store_open(l.where, error);
    if (!l.s)
        fail_msg("%s", error);
    live(&l);
    /* The host in use goes silent, and the other one works. */
    proxy_tell(&silent, "{\"mute\": false}");
    proxy_tell(&l.proxy, "{\"mute\": true}");
    proxy_tell(&l.proxy, "{\"now\": \"cut\"}");
    live(&l);
    check_log(&l);
    line_close(&l);
    proxy_close(&silent);
}

/* ---- standbys and clocks ---- */

static void set_standby(const char *names)
{
    char text[96];
    snprintf(text, sizeof text, "ALTER SYSTEM SET synchronous_standby_names = '%s'", names);
    count_in_postgres(text);
    count_in_postgres("SELECT pg_reload_conf()");
    for (int ms = 0;
         count_in_postgres("SELECT length(setting) FROM pg_settings"
                           " WHERE name = 'synchronous_standby_names'") != (int)strlen(names);
         ms += 5, nap_ms(5))
        assert_true(ms < PATIENCE_MS);
}

struct waiting {
    struct store *s;
    int outcome;
};

static void *append_and_wait(void *arg)
{
    struct waiting *w = arg;
    w->outcome = put(w->s, "net", 1, "waits");
    return NULL;
}

/* Somebody cancels the commit while it waits for a standby that is away. The database says COMMIT,
 * with a warning. It is stored here and nowhere else, so nobody may be told that it is stored. */
static void commits_without_the_standby_do_not_count(void **state)
{
    struct subject *u = *state;
    struct waiting w = {u->a, 9};
    pthread_t thread;
    assert_int_equal(put(u->a, "net", 0, "first"), STORE_STORED);
    set_standby("nobody");
    pthread_create(&thread, NULL, append_and_wait, &w);
    for (int ms = 0; count_in_postgres("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity"
                                       " WHERE wait_event = 'SyncRep'") == 0;
         ms += 5, nap_ms(5))
        assert_true(ms < PATIENCE_MS);
    pthread_join(thread, NULL);
    set_standby("");
    assert_int_equal(w.outcome, -1);
    assert_non_null(strstr(u->a->error, "standby"));
    /* Now it counts, because there is no standby any more. */
    expect_log(u->a, "net", "first waits");
}

/* The connection is made again while the standby is still away. What this server alone has must not
 * be shown, because another one may take over without it. */
static void nothing_is_read_before_the_standby_has_it(void **state)
{
    struct line l;
    struct log log = {0};
    line_open(&l, *state);
    live(&l);
    set_standby("nobody");
    proxy_tell(&l.proxy, "{\"now\": \"cut\"}");
    /* The first call may only notice that the connection is gone. */
    l.s->ping(l.s);
    int loaded = l.s->load(l.s, "net", 0, log_take, &log);
    set_standby("");
    assert_int_equal(loaded, -1);
    assert_int_equal(log.n, 0);
    live(&l);
    line_close(&l);
}

/* The clock of the database can be set: a schema that comes before pg_catalog has one. */
static void make_clock(int hours)
{
    char text[512];
    snprintf(text, sizeof text,
             "CREATE SCHEMA IF NOT EXISTS clock; CREATE OR REPLACE FUNCTION clock.clock_timestamp()"
             " RETURNS timestamptz LANGUAGE sql AS"
             " $$SELECT pg_catalog.clock_timestamp() + %d * interval '1 hour'$$",
             hours);
    count_in_postgres(text);
}

/* After a failover the clock may be two hours behind. Appends that were made while nobody listened
 * have older times than what was heard before. */
static void clocks_may_go_backwards(void **state)
{
    struct line l;
    struct told t = {0};
    make_clock(2);
    line_open(&l, *state);
    snprintf(l.where + strlen(l.where), sizeof l.where - strlen(l.where),
             "%%20-c%%20search_path%%3Dclock,pg_catalog");
    live(&l);
    proxy_tell(&l.proxy, "{\"shut\": true}");
    proxy_tell(&l.proxy, "{\"now\": \"cut\"}");
    make_clock(0);
    assert_int_equal(put(l.b, "unheard", 0, "x"), STORE_STORED);
    proxy_tell(&l.proxy, "{\"shut\": false}");
    ping_surely(l.s);
    await_change_of(l.s, "unheard", 1, &t, 1);
    line_close(&l);
    count_in_postgres("DROP SCHEMA clock CASCADE");
}

/* ---- words ---- */

static void a_database_that_can_only_be_read(void **state)
{
    struct subject *u = *state;
    close_handles(u);
    count_in_postgres("ALTER ROLE charlatan SET default_transaction_read_only = on");
    expect_refusal(u->where, "can only be read now");
    PGconn *conn = PQconnectdb(postgres);
    PQclear(PQexec(conn, "SET default_transaction_read_only = off"));
    PQclear(PQexec(conn, "ALTER ROLE charlatan RESET ALL"));
    PQfinish(conn);
    u->a = open_or_fail(u->where);
    expect_refusal("postgres://a@127.0.0.1:1,127.0.0.1:2,127.0.0.1:3/x?port=1,2", "invalid");
}

/* A pooler gives a statement to a connection at which it was not prepared; the code is the same. */
static void poolers_that_share_are_named(void **state)
{
    struct subject *u = *state;
    count_in_postgres("CREATE FUNCTION charlatan.forget() RETURNS trigger LANGUAGE plpgsql AS $$"
                      "BEGIN RAISE 'prepared statement \"move on\" does not exist'"
                      " USING ERRCODE = '26000'; END$$;"
                      "CREATE TRIGGER forget BEFORE INSERT ON charlatan.log"
                      " EXECUTE FUNCTION charlatan.forget()");
    assert_int_equal(put(u->a, "net", 0, "x"), -1);
    assert_non_null(strstr(u->a->error, "pool_mode to session"));
    count_in_postgres("DROP TRIGGER forget ON charlatan.log");
    assert_int_equal(put(u->a, "net", 0, "x"), STORE_STORED);
}

static const struct CMUnitTest postgres_network_list[] = {
    STORE_TEST(cut_at_every_phase),
    STORE_TEST(answers_lost_at_every_phase),
    STORE_TEST(slow_at_every_phase),
    STORE_TEST(half_open_at_every_phase),
    STORE_TEST(schemas_are_made_or_not),
    STORE_TEST(what_comes_late_is_too_late),
    STORE_TEST(ghosts_are_ended),
    STORE_TEST(silence_costs_time_once),
    STORE_TEST(silent_hosts_are_passed_over),
    STORE_TEST(commits_without_the_standby_do_not_count),
    STORE_TEST(nothing_is_read_before_the_standby_has_it),
    STORE_TEST(clocks_may_go_backwards),
    STORE_TEST(a_database_that_can_only_be_read),
    STORE_TEST(poolers_that_share_are_named),
};
const struct store_tests postgres_network_tests = STORE_TESTS(postgres_network_list);
