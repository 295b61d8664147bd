/* Tests which names in `Host` a server answers to (server/http/host_names.c), whatever it listens
 * on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/http/address.h"
#include "server/http/transport.h"

static const char *const binds[] = {"127.0.0.1", "0.0.0.0", "::", "192.0.2.7", NULL};

/* The same on every address, and behind a proxy. */
static int allowed(const char *const *hosts, const char *host)
{
    struct transport_options o = {.hosts = hosts, .bind = binds[0]};
    int first = host_is_allowed(&o, host);
    for (int i = 0; binds[i]; i++) {
        o.bind = binds[i];
        for (o.behind_proxy = 0; o.behind_proxy < 2; o.behind_proxy++)
            assert_int_equal(host_is_allowed(&o, host), first);
    }
    return first;
}

static void expect(const char *const *hosts, const char *const *names, int yes)
{
    for (; *names; names++)
        if (allowed(hosts, *names) != yes)
            fail_msg("'%s' is %s", *names, yes ? "refused" : "answered");
}

/* Nobody can make an address lead elsewhere. */
static void test_addresses(void **state)
{
    static const char *const good[] = {"",
                                       "localhost",
                                       "LOCALHOST:8080",
                                       "localhost.:80",
                                       "localhost:",
                                       "localhost:65535",
                                       "127.0.0.1",
                                       "127.1.2.3:8080",
                                       "[::1]",
                                       "[::1]:80",
                                       "10.0.0.1:7",
                                       "192.0.2.7",
                                       "[fe80::1]:80",
                                       "[2001:db8::7]",
                                       "8.8.8.8",
                                       NULL};
    static const char *const bad[] = {"evil.example",
                                      "evil.example:8080",
                                      "localhost.evil.example",
                                      "127.0.0.1.evil.example",
                                      "xlocalhost",
                                      "127.0.0.1x",
                                      "1.2.3",
                                      "1.2.3.4.5",
                                      "::1",
                                      "[::1",
                                      "[::1.evil.example]",
                                      "[evil.example]",
                                      "[127.0.0.1]",
                                      "[]",
                                      ":80",
                                      ".",
                                      "..",
                                      "127.0.0.1 ",
                                      "127.0.0.1:evil",
                                      "127.0.0.1:80x",
                                      "[::1]x",
                                      "[::1]80",
                                      "[::1]:80:90",
                                      "localhost:80:90",
                                      "localhost:99999",
                                      "localhost:+80",
                                      "localhost: 80",
                                      "localhost:000080",
                                      "lan",
                                      "x.lan",
                                      "x.local",
                                      NULL};
    (void)state;
    expect(NULL, good, 1);
    expect(NULL, bad, 0);
}

static void test_names_that_were_given(void **state)
{
    static const char *const hosts[] = {"games.example.org", "*.club.example", NULL};
    static const char *const good[] = {"games.example.org",     "Games.Example.ORG:443",
                                       "games.example.org.:80", "a.club.example",
                                       "B.CLUB.example:8443",   NULL};
    static const char *const bad[] = {
        "example.org",   "x.games.example.org", "games.example.org.evil.example",
        "club.example",  ".club.example",       "a.b.club.example",
        "aclub.example", "games.example.orgx",  NULL};
    (void)state;
    expect(hosts, good, 1);
    expect(hosts, bad, 0);
}

/* A name of this machine with an ending; what routers at home make is known, what can be bought is
 * not. */
static void test_the_machine(void **state)
{
    static const char *const good[] = {"",           ":8080",      ".",         ".local",
                                       ".lan:8080",  ".home.arpa", ".internal", ".fritz.box:80",
                                       ".flat.lan.", NULL};
    static const char *const bad[] = {"x",     "x.lan", ".evil.example", ".local.evil.example",
                                      ".xlan", ".lanx", "-2.local",      ".box",
                                      NULL};
    char machine[200], name[256];
    (void)state;
    assert_int_equal(gethostname(machine, sizeof machine), 0);
    machine[strcspn(machine, ".")] = 0;
    assert_true(machine[0]);
    for (int yes = 0; yes < 2; yes++)
        for (const char *const *end = yes ? good : bad; *end; end++) {
            snprintf(name, sizeof name, "%s%s", machine, *end);
            if (allowed(NULL, name) != yes)
                fail_msg("'%s' is %s", name, yes ? "refused" : "answered");
        }
}

/* A name that is too long is no name, not one that was left out. */
static void test_long_names(void **state)
{
    static char name[2000];
    (void)state;
    for (size_t n = 1; n + 1 < sizeof name; n++) {
        memset(name, 'a', n);
        assert_false(allowed(NULL, name));
    }
    name[0] = '[';
    assert_false(allowed(NULL, name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_names_that_were_given),
        cmocka_unit_test(test_the_machine),
        cmocka_unit_test(test_long_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
