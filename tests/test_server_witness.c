/* Tests of tables with a witness at a server without sockets (tests/puppet): a choice is stored
 * before the witness is asked, crashes lose nothing, another node takes over, and a witness that is
 * away, slow or lying costs nobody anything but patience. */
#include <unistd.h>

#include "match/watched.h"
#include "server/server.h"
#include "server/tables/bots.h"
#include "server/tables/postponed.h"
#include "server/tables/tables.h"
#include "server/witness/inquiries.h"
#include "tests/puppet/sealed.h"

#define WATCHED_TWO                                                                                \
    "{\"game\":\"null\",\"seats\":[\"me\",\"open\"],\"options\":{\"tosses\":2},\"witness\":true,"  \
    "\"clock\":{\"move\":60,\"game\":0}}"
#define WATCHED_BOTS                                                                               \
    "{\"game\":\"null\",\"seats\":[\"me\",\"random\",\"random\"],\"options\":{\"tosses\":3},"      \
    "\"witness\":true}"

/* A table of two people with their sockets. */
struct duel {
    struct world *w;
    struct seat seat[2];
    struct puppet_socket *socket[2];
};

static struct duel open_duel(struct world *w)
{
    struct duel d = {.w = w};
    puppet_witness_join(&w->puppet);
    w->puppet.keeps = 1;
    d.seat[0] = found(w, WATCHED_TWO);
    d.seat[1] = join(w, 0, d.seat[0].table);
    for (int i = 0; i < 2; i++)
        d.socket[i] = hello(w, 0, &d.seat[i], -1);
    puppet_settle(&w->puppet);
    return d;
}

static void play_on(struct duel *d)
{
    for (int id = 100; id < 140; id++) {
        answer(d->socket[id % 2], id);
        puppet_settle(&d->w->puppet);
    }
}

static struct match *match_of(struct world *w, int node, const char *table)
{
    struct table *t = table_find(w->puppet.node[node].server, table);
    assert_non_null(t);
    return &t->match;
}

static void a_whole_game(void **state)
{
    struct duel d = open_duel(*state);
    play_on(&d);
    assert_non_null(heard(d.socket[0], "\"chosen\":1"));
    assert_non_null(heard(d.socket[0], "\"seal\":true"));
    check_sealed(d.w, d.seat[0].table);
}

/* Nothing is asked that is not stored: the choice could still be lost. */
static void the_choice_is_stored_first(void **state)
{
    struct duel d = open_duel(*state);
    answer(d.socket[0], 1);
    assert_null(puppet_witness_asked(&d.w->puppet, 0));
    assert_null(heard(d.socket[0], "\"ok\":1"));
    puppet_store_works(&d.w->puppet, 0);
    puppet_store_tells(&d.w->puppet, 0);
    assert_non_null(heard(d.socket[0], "\"ok\":1"));
    assert_non_null(puppet_witness_asked(&d.w->puppet, 0));
    assert_null(heard(d.socket[1], "\"seat\":0,\"events\""));
    puppet_settle(&d.w->puppet);
    assert_non_null(heard(d.socket[1], "\"seat\":0,\"events\""));
}

/* The server dies after the witness has written the question down. The same question comes again;
 * nobody can choose anything else. */
static void a_crash_while_the_witness_is_asked(void **state)
{
    struct duel d = open_duel(*state);
    struct puppet *p = &d.w->puppet;
    answer(d.socket[0], 1);
    puppet_store_works(p, 0);
    puppet_store_tells(p, 0);
    assert_int_equal(puppet_witness_lost(p, 0), 1);
    puppet_restart(p, 0);
    for (int i = 0; i < 2; i++)
        d.socket[i] = hello(d.w, 0, &d.seat[i], -1);
    puppet_settle(p);
    puppet_pass(p, 2 * BOT_PATIENCE_MS);
    puppet_settle(p);
    assert_int_equal(match_of(d.w, 0, d.seat[0].table)->moves, 1);
    play_on(&d);
    check_sealed(d.w, d.seat[0].table);
}

/* The node that has stored a choice dies; the other one asks. */
static void another_node_takes_over(void **state)
{
    struct duel d = open_duel(*state);
    struct puppet *p = &d.w->puppet;
    struct puppet_socket *other = watch(d.w, 1, d.seat[0].table, -1);
    puppet_settle(p);
    p->witness_away = WITNESS_HANGS;
    answer(d.socket[0], 1);
    puppet_settle(p);
    assert_non_null(heard(other, "\"chosen\":0"));
    assert_null(puppet_witness_asked(p, 1));
    puppet_restart(p, 0);
    p->witness_away = WITNESS_HERE;
    puppet_pass(p, BOT_PATIENCE_MS + 1000);
    puppet_settle(p);
    assert_int_equal(match_of(d.w, 1, d.seat[0].table)->moves, 1);
}

/* A witness that is away: the table waits, nobody loses by the clock, and people's answers keep
 * their order. */
static void a_witness_that_is_away(void **state)
{
    struct duel d = open_duel(*state);
    struct puppet *p = &d.w->puppet;
    p->witness_away = WITNESS_DEAF;
    answer(d.socket[0], 1);
    puppet_settle(p);
    answer(d.socket[1], 2);
    for (int i = 0; i < 300; i++) {
        puppet_pass(p, 1000);
        puppet_settle(p);
    }
    struct match *m = match_of(d.w, 0, d.seat[0].table);
    assert_int_equal(m->moves, 0);
    assert_true(match_waits(m));
    assert_int_equal(m->seat[1].away, AWAY_NO);
    assert_null(heard(d.socket[1], "\"ok\":2"));
    p->witness_away = WITNESS_HERE;
    puppet_pass(p, INQUIRY_RETRY_MOST_MS);
    puppet_settle(p);
    assert_int_equal(match_of(d.w, 0, d.seat[0].table)->moves, 2);
    assert_non_null(heard(d.socket[1], "\"ok\":2"));
    play_on(&d);
    check_sealed(d.w, d.seat[0].table);
}

/* Only so many answers wait; a guest that leaves takes its own away. */
static void answers_that_wait(void **state)
{
    struct duel d = open_duel(*state);
    struct puppet *p = &d.w->puppet;
    p->witness_away = WITNESS_HANGS;
    answer(d.socket[0], 1);
    puppet_settle(p);
    for (int id = 2; id < 2 + KEPT_MOST; id++)
        answer(d.socket[1], id);
    assert_null(heard(d.socket[1], "\"no\":"));
    answer(d.socket[1], 99);
    assert_non_null(heard(d.socket[1], "\"no\":99"));
    assert_non_null(heard(d.socket[1], "witness-asked"));
    say(d.socket[0], "{\"id\":50,\"undo\":true}");
    assert_non_null(heard(d.socket[0], "\"no\":50"));
    puppet_hang_up(d.socket[1]);
    p->witness_away = WITNESS_HERE;
    puppet_settle(p);
    assert_int_equal(match_of(d.w, 0, d.seat[0].table)->moves, 1);
}

static void bots_answers_wait(void **state)
{
    struct world *w = *state;
    puppet_witness_join(&w->puppet);
    w->puppet.keeps = 1;
    struct seat me = found(w, WATCHED_BOTS);
    struct puppet_socket *s = hello(w, 0, &me, -1);
    puppet_settle(&w->puppet);
    for (int id = 1; id < 10; id++) {
        answer(s, id);
        puppet_settle(&w->puppet);
    }
    check_sealed(w, me.table);
}

/* ---- witnesses that misbehave ---- */

static void spoil(char *text, const char *member)
{
    char *at = strstr(text, member);
    if (at)
        at[strlen(member)] = at[strlen(member)] == '0' ? '1' : '0';
}

static void wrong_part(char *text)
{
    spoil(text, "\"part\":\"");
}

static void no_json(char *text)
{
    text[0] = '?';
}

/* It gives no reason to stop: the table waits and is tried again later. */
static void lying(struct world *w, void (*says)(char *text))
{
    struct duel d = open_duel(w);
    struct puppet *p = &w->puppet;
    p->says = says;
    answer(d.socket[0], 1);
    puppet_settle(p);
    assert_int_equal(match_of(w, 0, d.seat[0].table)->moves, 0);
    p->says = NULL;
    puppet_pass(p, INQUIRY_REFUSED_MS + 1000);
    puppet_settle(p);
    assert_int_equal(match_of(w, 0, d.seat[0].table)->moves, 1);
}

static void a_witness_that_lies(void **state)
{
    lying(*state, wrong_part);
}

static void a_witness_that_talks_nonsense(void **state)
{
    lying(*state, no_json);
}

static void wrong_opening(char *text)
{
    spoil(text, "\"signature\":\"");
}

/* ---- foundings ---- */

static void foundings_that_fail(void **state)
{
    struct world *w = *state;
    struct puppet *p = &w->puppet;
    struct puppet_request *r = post(w, 0, "/api/tables", NULL, WATCHED_TWO);
    puppet_settle(p);
    said_no(r, 400, "bad-option");
    puppet_witness_join(p);
    p->says = wrong_opening;
    r = post(w, 0, "/api/tables", NULL, WATCHED_TWO);
    puppet_settle(p);
    said_no(r, 503, "no-witness");
    p->says = NULL;
    p->witness_away = WITNESS_DEAF;
    r = post(w, 0, "/api/tables", NULL, WATCHED_TWO);
    for (int i = 0; i < 12; i++) {
        assert_true(i > 8 || r->status == 0);
        puppet_settle(p);
        puppet_pass(p, 1000);
    }
    said_no(r, 503, "no-witness");
}

/* A table whose witness is never heard of again is closed after 30 days. */
static void a_witness_that_is_gone(void **state)
{
    struct duel d = open_duel(*state);
    struct puppet *p = &d.w->puppet;
    p->witness_away = WITNESS_DEAF;
    answer(d.socket[0], 1);
    puppet_settle(p);
    for (int i = 0; i < 32; i++) {
        puppet_pass(p, 86400000);
        puppet_settle(p);
    }
    struct puppet_request *r = get_table(d.w, 0, d.seat[0].table);
    puppet_settle(p);
    assert_non_null(strstr(r->text, "\"state\":\"closed\""));
}

/* What the server has written to stderr meanwhile goes to this file. */
static FILE *listen_to_stderr(int *kept)
{
    FILE *f = tmpfile();
    assert_non_null(f);
    fflush(stderr);
    *kept = dup(STDERR_FILENO);
    dup2(fileno(f), STDERR_FILENO);
    return f;
}

static void stop_listening(FILE *f, int kept, char *text, size_t room)
{
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    rewind(f);
    text[fread(text, 1, room - 1, f)] = 0;
    fclose(f);
}

/* The server was started again without the witness of a table. It says so, once, and what to do;
 * the table waits, and is closed after 30 days. */
static void a_server_without_its_witness(void **state)
{
    struct duel d = open_duel(*state);
    struct puppet *p = &d.w->puppet;
    struct server *s;
    char said[1000];
    int kept;
    p->witness_away = WITNESS_DEAF;
    answer(d.socket[0], 1);
    puppet_settle(p);
    puppet_restart(p, 0);
    s = p->node[0].server;
    inquiries_close(s->inquiries);
    s->inquiries = NULL;
    p->node[0].post = NULL;
    FILE *f = listen_to_stderr(&kept);
    hello(d.w, 0, &d.seat[0], -1);
    puppet_settle(p);
    for (int i = 0; i < 32; i++) {
        puppet_pass(p, 86400000);
        puppet_settle(p);
    }
    stop_listening(f, kept, said, sizeof said);
    const char *line = strstr(said, d.seat[0].table);
    assert_non_null(line);
    assert_non_null(strstr(line, "--witness-key "));
    assert_null(strstr(line + 1, d.seat[0].table));
    struct puppet_request *r = get_table(d.w, 0, d.seat[0].table);
    puppet_settle(p);
    assert_non_null(strstr(r->text, "\"state\":\"closed\""));
}

static void a_rematch_has_a_witness(void **state)
{
    struct duel d = open_duel(*state);
    struct puppet *p = &d.w->puppet;
    play_on(&d);
    struct puppet_request *a = post_to(d.w, 0, d.seat[0].table, "rematch", d.seat[0].token, "{}");
    struct puppet_request *b = post_to(d.w, 0, d.seat[0].table, "rematch", d.seat[1].token, "{}");
    puppet_settle(p);
    assert_int_equal(a->status, 201);
    assert_non_null(strstr(a->text, "\"witness\":{\"key\""));
    said_no(b, 409, "conflict");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_WORLD(a_whole_game, one_node),
        IN_WORLD(the_choice_is_stored_first, one_node),
        IN_WORLD(a_crash_while_the_witness_is_asked, one_node),
        IN_WORLD(another_node_takes_over, two_nodes),
        IN_WORLD(a_witness_that_is_away, one_node),
        IN_WORLD(answers_that_wait, one_node),
        IN_WORLD(bots_answers_wait, one_node),
        IN_WORLD(a_witness_that_lies, one_node),
        IN_WORLD(a_witness_that_talks_nonsense, one_node),
        IN_WORLD(foundings_that_fail, one_node),
        IN_WORLD(a_witness_that_is_gone, one_node),
        IN_WORLD(a_server_without_its_witness, one_node),
        IN_WORLD(a_rematch_has_a_witness, one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
