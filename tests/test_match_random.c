/* Random matches of every game. After every entry the match read from its log must be equal, and
 * now and then the whole log is read again. */
#include "tests/match_random.h"

static void play_one(struct play *p, const struct kind_of_match *k, int steps)
{
    found(p, k);
    for (int i = 0; i < steps && p->t.m.phase != MATCH_CLOSED; i++) {
        time_passes(p);
        do_something(p);
        if (below(p, 150) == 0)
            rig_refold(&p->t);
        if (p->t.m.rematch[0])
            break;
    }
    rig_refold(&p->t);
    rig_close(&p->t);
}

static void random_matches(void **unused)
{
    struct play *p = calloc(1, sizeof *p);
    (void)unused;
    assert_non_null(p);
    p->luck = 88172645463325252u;
    for (int i = 0; i < 60; i++)
        play_one(p, &kinds_of_match[i % 5], 900);
    for (int kind = 0; kind < ENTRY_KINDS; kind++)
        if (!p->kinds[kind] && (kind < ENTRY_CLOSE || kind > ENTRY_REVOKE))
            fail_msg("no entry of kind %d was made", kind);
    assert_true(p->repeated > 1000 && p->refused > 1000);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_matches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
