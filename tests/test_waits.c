/* Tests of the lists of those who wait: order, leaving from anywhere, changing lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/http/timeouts.h"

enum { MANY = 5 };

static struct timeouts list, other;
static struct timeout who[MANY];

static int begin(void **state)
{
    (void)state;
    list = other = (struct timeouts){NULL, NULL};
    for (int i = 0; i < MANY; i++) {
        who[i] = (struct timeout){0};
        waits_join(&list, &who[i], (uint64_t)i);
    }
    return 0;
}

/* `order` ends with -1. */
static void check(const struct timeouts *w, const int *order)
{
    const struct timeout *at = w->first, *before = NULL;
    for (; *order >= 0; order++, before = at, at = at->later) {
        assert_ptr_equal(at, &who[*order]);
        assert_ptr_equal(at->earlier, before);
        assert_ptr_equal(at->list, w);
    }
    assert_null(at);
    assert_ptr_equal(w->last, before);
}

static void test_leaving(void **state)
{
    (void)state;
    waits_leave(&who[2]);
    waits_leave(&who[2]);
    check(&list, (int[]){0, 1, 3, 4, -1});
    waits_leave(&who[0]);
    waits_leave(&who[4]);
    check(&list, (int[]){1, 3, -1});
    waits_leave(&who[1]);
    waits_leave(&who[3]);
    check(&list, (int[]){-1});
}

/* Who joins again has waited the shortest. */
static void test_joining_again(void **state)
{
    (void)state;
    waits_join(&list, &who[0], 10);
    check(&list, (int[]){1, 2, 3, 4, 0, -1});
    assert_int_equal(who[0].since, 10);
    waits_join(&list, &who[0], 11);
    check(&list, (int[]){1, 2, 3, 4, 0, -1});
}

static void test_changing_lists(void **state)
{
    (void)state;
    waits_join(&other, &who[3], 10);
    waits_join(&other, &who[1], 11);
    check(&list, (int[]){0, 2, 4, -1});
    check(&other, (int[]){3, 1, -1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_leaving, begin),
        cmocka_unit_test_setup(test_joining_again, begin),
        cmocka_unit_test_setup(test_changing_lists, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
