/* Unit tests of the load generator: histograms, and a run that cannot begin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "load/histogram.h"
#include "load/plan.h"
#include "load/results.h"
#include "load/run.h"

static void near(int64_t got, int64_t want)
{
    assert_true(got >= want && (double)got <= 1.04 * (double)want + 1);
}

static void quantiles_are_near(void **state)
{
    struct histogram h = {0};
    (void)state;
    assert_int_equal(histogram_quantile(&h, 0.5), 0);
    for (int64_t i = 1; i <= 100000; i++)
        histogram_add(&h, i * 1000);
    near(histogram_quantile(&h, 0.5), 50001000);
    near(histogram_quantile(&h, 0.99), 99001000);
    near(histogram_quantile(&h, 0.001), 101000);
    assert_int_equal(histogram_quantile(&h, 1), 100000000);
}

static void every_size_is_kept(void **state)
{
    (void)state;
    for (int64_t ns = 1; ns < (int64_t)1 << 37; ns = ns * 5 / 4 + 1) {
        struct histogram h = {0};
        histogram_add(&h, ns);
        histogram_add(&h, 4 * ns);
        near(histogram_quantile(&h, 0.25), ns);
        assert_int_equal(histogram_quantile(&h, 0.75), 4 * ns);
    }
}

static void odd_spans_do_no_harm(void **state)
{
    struct histogram h = {0};
    (void)state;
    histogram_add(&h, -5);
    histogram_add(&h, INT64_MAX);
    assert_int_equal(h.n, 2);
    assert_int_equal(histogram_quantile(&h, 0.1), 0);
    assert_int_equal(histogram_quantile(&h, 1), INT64_MAX);
}

static void sums_are_sums(void **state)
{
    struct histogram a = {0}, b = {0};
    (void)state;
    for (int i = 0; i < 100; i++)
        histogram_add(i % 2 ? &a : &b, 1000 + i);
    histogram_merge(&a, &b);
    assert_int_equal(a.n, 100);
    near(histogram_quantile(&a, 0.5), 1050);
    assert_int_equal(a.most, 1099);
}

/* The net takes addresses, no names. Only what was opened may be closed: descriptor 0 is not. */
static void a_run_that_cannot_begin(void **state)
{
    struct load_plan p = {
        .tables = 1, .seats = 2, .seconds = 1, .quiet = 1, .url = {.host = "localhost", .port = 1}};
    struct load_results *r = calloc(1, sizeof *r);
    (void)state;
    assert_non_null(r);
    int in = open("/dev/null", O_RDONLY);
    assert_true(in >= 0);
    assert_int_equal(load_run(&p, r), -1);
    assert_non_null(strstr(r->failure, "No sockets"));
    assert_true(fcntl(0, F_GETFD) >= 0);
    close(in);
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_near),      cmocka_unit_test(every_size_is_kept),
        cmocka_unit_test(odd_spans_do_no_harm),    cmocka_unit_test(sums_are_sums),
        cmocka_unit_test(a_run_that_cannot_begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
