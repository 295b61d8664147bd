/* Tests of the reader of URLs: what is read, what is written of it again, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "wire/url.h"

static void test_read(void **state)
{
    static const struct {
        const char *text, *host, *path, *fragment, *field, *origin;
        int port, tls;
    } rows[] = {
        {"http://h", "h", "/", NULL, "h", "http://h", 80, 0},
        {"https://h", "h", "/", NULL, "h", "https://h", 443, 1},
        {"https://ntfy.sh/topic?x=1", "ntfy.sh", "/topic?x=1", NULL, "ntfy.sh", "https://ntfy.sh",
         443, 1},
        {"https://ntfy.sh?x=/1", "ntfy.sh", "/?x=/1", NULL, "ntfy.sh", "https://ntfy.sh", 443, 1},
        {"http://h:443/", "h", "/", NULL, "h:443", "http://h:443", 443, 0},
        {"https://h:443/", "h", "/", NULL, "h", "https://h", 443, 1},
        {"https://h:80/", "h", "/", NULL, "h:80", "https://h:80", 80, 1},
        {"http://h:1", "h", "/", NULL, "h:1", "http://h:1", 1, 0},
        {"http://h:65535", "h", "/", NULL, "h:65535", "http://h:65535", 65535, 0},
        {"http://h:00080", "h", "/", NULL, "h", "http://h", 80, 0},
        {"https://Updates.PUSH.example:8443/A", "updates.push.example", "/A", NULL,
         "updates.push.example:8443", "https://updates.push.example:8443", 8443, 1},
        {"http://my_pc-2.lan.:81", "my_pc-2.lan.", "/", NULL, "my_pc-2.lan.:81",
         "http://my_pc-2.lan.:81", 81, 0},
        {"http://127.0.0.1:81", "127.0.0.1", "/", NULL, "127.0.0.1:81", "http://127.0.0.1:81", 81,
         0},
        {"https://[::1]/x", "::1", "/x", NULL, "[::1]", "https://[::1]", 443, 1},
        {"http://[2001:DB8::1]:81/", "2001:db8::1", "/", NULL, "[2001:db8::1]:81",
         "http://[2001:db8::1]:81", 81, 0},
        {"http://[::ffff:10.0.0.1]", "::ffff:10.0.0.1", "/", NULL, "[::ffff:10.0.0.1]",
         "http://[::ffff:10.0.0.1]", 80, 0},
        /* The zone is for this machine only, and has capital letters. */
        {"http://[FE80::1%enP2]:81/", "fe80::1%enP2", "/", NULL, "[fe80::1]:81",
         "http://[fe80::1%enP2]:81", 81, 0},
        /* A percent sign in a path stays what it is. */
        {"http://h/%0d%0aX:%20y%zz%", "h", "/%0d%0aX:%20y%zz%", NULL, "h", "http://h", 80, 0},
        {"http://h/a@b:c//../.", "h", "/a@b:c//../.", NULL, "h", "http://h", 80, 0},
        {"http://h/#t/abc", "h", "/", "t/abc", "h", "http://h", 80, 0},
        {"http://h#/t/abc?token=1", "h", "/", "/t/abc?token=1", "h", "http://h", 80, 0},
        {"http://h/a?b#c#d@e", "h", "/a?b", "c#d@e", "h", "http://h", 80, 0},
        {"http://h:81#", "h", "/", "", "h:81", "http://h:81", 81, 0},
    };
    struct url u;
    char text[URL_ORIGIN];
    const char *fragment;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (url_read(rows[i].text, &u, &fragment) < 0)
            fail_msg("'%s' is refused", rows[i].text);
        assert_string_equal(u.host, rows[i].host);
        assert_string_equal(u.path, rows[i].path);
        assert_int_equal(u.port, rows[i].port);
        assert_int_equal(u.tls, rows[i].tls);
        assert_string_equal(fragment ? fragment : "none",
                            rows[i].fragment ? rows[i].fragment : "none");
        assert_string_equal(url_host(&u, text), rows[i].field);
        assert_string_equal(url_origin(&u, text), rows[i].origin);
        assert_int_equal(url_read(rows[i].text, &u, NULL), fragment ? -1 : 0);
    }
}

static void test_refused(void **state)
{
    static const char *const bad[] = {
        "", "h", "//h/", "http:", "http:/h", "http:h", "http://", "http:///x", "http://?x",
        "http://#x",
        /* Odd schemes. */
        "ftp://h/", "HTTP://h/", "Https://h/", "httpss://h/", " http://h/", "ws://h/",
        "file:///etc/passwd", "javascript:alert(1)", "https//h/", "http:\\\\h\\",
        /* Ports. */
        "http://h:", "http://h:/", "http://h:0/", "http://h:65536/", "http://h:99999/",
        "http://h:000080/", "http://h:4294967377/", "http://h:-1/", "http://h:+80/",
        "http://h: 80/", "http://h:8o/", "http://h:80:80/", "http://:80/", "http://h:80x/",
        /* Users. */
        "http://user@h/", "http://user:secret@h/", "http://@h/", "http://h@", "http://h:80@evil/",
        "http://a%40b@h/",
        /* Hosts. */
        "http://a b/", "http://a%2eb/", "http://a%00b/", "http://a,b/", "http://a;b/", "http://a*/",
        "http://a!b/", "http://a\\b/", "http://a~b/", "http://b\xc3\xbcro/", "http://h\x7f/",
        /* IPv6 addresses. */
        "http://::1/", "http://[::1", "http://[::1/", "http://::1]/", "http://[]/", "http://[h]/",
        "http://[127.0.0.1]/", "http://[::1]80/", "http://[::1]x/", "http://[::1]:/",
        "http://[::1]]/", "http://[[::1]]/", "http://[::1/]/", "http://[::1 ]/", "http://[::1@h]/",
        "http://x[::1]/",
        /* What would end a line, a field, or a word. */
        "http://h/\r\nX: y", "http://h/ x", "http://h/\tx", "http://h/<x>", "http://h/\"x",
        "http://h/`x", "http://h/{x}", "http://h/a|b", "http://h/a^b", "http://h/\x1b[2J",
        "http://h/#\x1b", "http://h/# ", "http://h/\xe2\x80\xae"};
    struct url u;
    const char *fragment;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (url_read(bad[i], &u, NULL) == 0 || url_read(bad[i], &u, &fragment) == 0)
            fail_msg("'%s' was read", bad[i]);
}

/* Everything has room for what is read. */
static void test_lengths(void **state)
{
    static char text[2 * URL_MOST];
    char origin[URL_ORIGIN];
    struct url u;
    const char *fragment;
    (void)state;
    for (int n = 1; n < 400; n++) {
        snprintf(text, sizeof text, "https://%0*d:65535", n, 0);
        assert_int_equal(url_read(text, &u, NULL), n < URL_HOST ? 0 : -1);
        if (n < URL_HOST)
            assert_string_equal(url_origin(&u, origin), text);
        snprintf(text, sizeof text, "https://[::%0*d]:65535", n, 0);
        assert_int_equal(url_read(text, &u, NULL), n + 2 < URL_HOST ? 0 : -1);
        if (n + 2 < URL_HOST)
            assert_string_equal(url_origin(&u, origin), text);
    }
    for (int n = 1; n < 2 * URL_MOST - 20; n++) {
        int all = snprintf(text, sizeof text, "http://h?%0*d", n, 0);
        assert_int_equal(url_read(text, &u, NULL), all < URL_MOST ? 0 : -1);
        if (all < URL_MOST)
            assert_int_equal(strlen(u.path), n + 2);
        all = snprintf(text, sizeof text, "http://h#%0*d", n, 0);
        assert_int_equal(url_read(text, &u, &fragment), all < URL_MOST ? 0 : -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
