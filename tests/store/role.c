/* Roles of the test program, run as processes of their own: for instance one that appends until it
 * is killed. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/store/subject.h"

pid_t spawn(const char *role, const char *where, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    pid_t child = fork();
    if (child == 0) {
        execl("/proc/self/exe", "test_store", role, where, text, (char *)NULL);
        _exit(127);
    }
    assert_true(child > 0);
    return child;
}

void expect_success(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* Role: appends for ever, a batch of three at a time, and reports each batch. */
static int append_for_ever(struct store *s, int to)
{
    char body[32];
    for (uint32_t n = 0;; n++) {
        snprintf(body, sizeof body, "entry %u", n);
        struct store_text t = text_of(body);
        struct store_append list[] = {append_of("k0", n, &t), append_of("k1", n, &t),
                                      append_of("k2", n, &t)};
        if (s->append(s, list, 3) || list[0].outcome || list[1].outcome || list[2].outcome)
            return 1;
        if (write(to, &n, sizeof n) != sizeof n)
            return 1;
    }
}

/* Role: creates the database if there is none, and a match. */
static int append_once(struct store *s, int number)
{
    char match[STORE_ID + 1];
    snprintf(match, sizeof match, "p%d", number);
    return put(s, match, 0, "x") != STORE_STORED;
}

/* Role: becomes the user nobody, who may read the database but not write to it. */
static int be_nobody(const char *where)
{
    char error[STORE_ERROR] = "";
    if (geteuid() == 0 && (setgid(65534) || setuid(65534)))
        return 2;
    struct store *s = store_open(where, error);
    if (!strstr(error, "read-only"))
        fprintf(stderr, "%s\n", error);
    return s || !strstr(error, "read-only");
}

int play_role(const char *role, const char *where, int number)
{
    char error[STORE_ERROR];
    if (strcmp(role, "nobody") == 0)
        return be_nobody(where);
    struct store *s = store_open(where, error);
    if (!s) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    int once = strcmp(role, "once") == 0;
    int status = once ? append_once(s, number) : append_for_ever(s, number);
    if (status && once)
        fprintf(stderr, "%s\n", s->error);
    s->close(s);
    return status;
}

uint32_t end_in_the_middle(const char *where, uint32_t after, int signal_number)
{
    int end[2];
    uint32_t n, last = 0;
    assert_int_equal(pipe(end), 0);
    pid_t child = spawn("for ever", where, end[1]);
    close(end[1]);
    while (read(end[0], &n, sizeof n) == sizeof n) {
        last = n;
        if (n == after && signal_number)
            kill(child, signal_number);
        else if (n == after)
            run_script("crash", NULL, 0);
    }
    close(end[0]);
    int status;
    waitpid(child, &status, 0);
    assert_true(signal_number ? WIFSIGNALED(status) : WIFEXITED(status));
    return last;
}

void check_killed(struct store *s, const char *match, uint32_t last)
{
    char wanted[32];
    struct log l = load(s, match, 0);
    /* One more may have been stored but not acknowledged. */
    assert_true(l.n == last + 1 || l.n == last + 2);
    for (uint32_t i = 0; i < l.n; i++) {
        snprintf(wanted, sizeof wanted, "entry %u", i);
        assert_string_equal(l.text[i], wanted);
    }
    assert_int_equal(put(s, match, l.n, "on"), STORE_STORED);
    log_free(&l);
}
