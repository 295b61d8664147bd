/* The net of the Quacks: the sums that learn/export.py worked out with numpy, and weights that fit
 * the rows of this program. test_net.c has what is the same for all nets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "bots/net/quacks_outputs.h"

enum { ACTIONS = WATCHED_ACTIONS, OUTPUTS = ACTIONS + 2 * QUACKS_SEATS };

static struct net opened(void)
{
    struct net net;
    const char *wrong = quacks_net_read(&net);
    if (wrong)
        fail_msg("%s", wrong);
    return net;
}

static uint64_t fnv(const void *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

/* A position of tests/vectors/quacks_net: an observation, FNV-1a over all outputs, and those of the
 * values. */
static int check_vector(FILE *file, const struct net *net)
{
    struct quacks_seen seen;
    struct quacks_watched watched;
    struct net_active active;
    uint64_t hash;
    uint16_t which[OUTPUTS];
    int32_t values[2 * QUACKS_SEATS], out[OUTPUTS];
    if (fread(&seen, sizeof seen, 1, file) != 1 || fread(&hash, sizeof hash, 1, file) != 1 ||
        fread(values, sizeof values, 1, file) != 1)
        return 0;
    quacks_watch(&seen, &watched);
    quacks_net_think(net, &watched, &active);
    for (int i = 0; i < OUTPUTS; i++)
        which[i] = (uint16_t)i;
    net_outputs(net, &active, which, OUTPUTS, out);
    assert_memory_equal(out + ACTIONS, values, sizeof values);
    assert_true(fnv(out, sizeof out) == hash);
    return 1;
}

static void sums_are_those_of_numpy(void **unused)
{
    (void)unused;
    struct net net = opened();
    int n = 0;
    FILE *file = fopen("tests/vectors/quacks_net", "rb");
    assert_non_null(file);
    while (check_vector(file, &net))
        n++;
    fclose(file);
    assert_true(n >= 20);
}

/* A row of the observation or of quacks_inputs.def that changes needs weights that were learned
 * with it: learn/README.md. */
static void weights_fit_this_program(void **unused)
{
    (void)unused;
    const char *wrong = quacks_net_check();
    if (wrong)
        fail_msg("bots/net/quacks.net: %s", wrong);
}

/* No cell is above the most of its row: it would choose a row of the next cell. */
static void check_cells(const struct quacks_watched *watched)
{
    uint8_t most[WATCHED_CELLS], how[WATCHED_CELLS];
    const uint8_t *cell = (const uint8_t *)watched;
    struct net_rows rows = watched_rows();
    net_rows_sizes(&rows, most, how);
    for (int i = 0; i < WATCHED_CELLS; i++)
        if (cell[i] > most[i])
            fail_msg("cell %d is %d, the most is %d", i, cell[i], most[i]);
}

/* Plays games with the net at all seats. What it says is a share of the win for every seat. */
static void play(const struct net *net, int players, uint64_t seed)
{
    struct quacks_state s;
    struct chance chance;
    chance_seed_number(&chance, seed);
    quacks_init(&s, players);
    quacks_begin(&s, &chance, NULL);
    while (s.asked) {
        int seat = bit_lowest(s.asked), best;
        uint64_t answers = quacks_legal(&s, seat);
        struct quacks_said said;
        struct quacks_seen seen;
        struct quacks_watched watched;
        int32_t sum = 0;
        quacks_observe(&s, seat, &seen);
        quacks_watch(&seen, &watched);
        check_cells(&watched);
        quacks_net_say(net, &s, seat, answers, &said);
        for (int i = 0; i < players; i++)
            sum += said.share[i];
        assert_in_range(sum, 65530, 65542);
        best = bit_lowest(answers);
        for (uint64_t m = answers; m; m &= m - 1)
            best = said.answer[bit_lowest(m)] > said.answer[best] ? bit_lowest(m) : best;
        quacks_apply(&s, seat, best, &chance, NULL);
    }
}

static void shares_add_up(void **unused)
{
    (void)unused;
    struct net net = opened();
    for (int players = 2; players <= QUACKS_SEATS; players++)
        play(&net, players, (uint64_t)players);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_numpy),
        cmocka_unit_test(weights_fit_this_program),
        cmocka_unit_test(shares_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
