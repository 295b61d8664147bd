/* The net in integers: the sums that learn/export.py worked out with numpy, the same bits
 * with and without AVX2, weights that fit the rows of this program, and damaged files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "bots/bot.h"
#include "bots/learned/arcane_value.h"
#include "bots/learned/weights.h"

enum { OUTPUTS = POLICY_OUTPUTS + 2 * MAX_SEATS };

/* A position of tests/vectors/arcane_net: an observation, FNV-1a over all outputs, and those of the
 * values. */
struct vector {
    struct seen seen;
    uint64_t hash;
    int32_t values[2 * MAX_SEATS];
};

static struct net opened(void)
{
    struct net net;
    const char *wrong = arcane_net_read(&net);
    if (wrong)
        fail_msg("%s", wrong);
    return net;
}

static int read_vector(FILE *file, struct vector *to)
{
    return fread(&to->seen, sizeof to->seen, 1, file) == 1 &&
           fread(&to->hash, sizeof to->hash, 1, file) == 1 &&
           fread(to->values, sizeof to->values, 1, file) == 1;
}

static uint64_t fnv(const void *bytes, size_t n)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

static void all_outputs(const struct net *net, const struct net_active *active, int32_t *out)
{
    for (int i = 0; i < OUTPUTS; i++)
        out[i] = net_output(net, active, i);
}

static void sums_are_those_of_numpy(void **unused)
{
    (void)unused;
    struct net net = opened();
    struct vector v;
    int n = 0;
    FILE *file = fopen("tests/vectors/arcane_net", "rb");
    assert_non_null(file);
    for (; read_vector(file, &v); n++) {
        struct looked looked;
        struct net_active active, plain;
        uint16_t chosen[8 * LOOKED_WORDS];
        int32_t out[OUTPUTS];
        arcane_look(&v.seen, &looked);
        int rows = net_choose(&net, &looked, LOOKED_WORDS, chosen);
        net_think(&net, chosen, rows, &active);
        net_think_plainly(&net, chosen, rows, &plain);
        assert_memory_equal(active.unit, plain.unit, net.narrow * sizeof active.unit[0]);
        all_outputs(&net, &active, out);
        assert_memory_equal(out + POLICY_OUTPUTS, v.values, sizeof v.values);
        assert_true(fnv(out, sizeof out) == v.hash);
    }
    fclose(file);
    assert_true(n >= 20);
}

/* A row of the observation or of arcane_cells.def that changes needs weights that were learned with
 * it: learn/README.md. */
static void weights_fit_this_program(void **unused)
{
    (void)unused;
    const char *wrong = arcane_net_check();
    if (wrong)
        fail_msg("bots/learned/arcane.net: %s", wrong);
}

/* More rows than 16 bits can hold are added in parts. */
static void many_rows_do_not_overflow(void **unused)
{
    (void)unused;
    struct net net = opened();
    struct net_active one, many;
    uint16_t chosen[1000];
    int64_t sum[NET_WIDE];
    int best = 0;
    for (uint32_t k = 0; k < net.header->rows; k++)
        if (net.first[k * net.wide] > net.first[(uint32_t)best * net.wide])
            best = (int)k;
    for (int i = 0; i < 1000; i++)
        chosen[i] = (uint16_t)best;
    for (uint32_t j = 0; j < net.wide; j++)
        sum[j] = net.bias[0][j] + (int64_t)1000 * net.first[(uint32_t)best * net.wide + j];
    assert_true(sum[0] > INT16_MAX);
    net_think(&net, chosen, 1000, &many);
    net_think_plainly(&net, chosen, 1000, &one);
    assert_memory_equal(one.unit, many.unit, net.narrow * sizeof one.unit[0]);
    /* What the second layer makes of sums in 64 bits. */
    for (uint32_t i = 0; i < net.narrow; i++) {
        int64_t more = net.bias[1][i];
        for (uint32_t j = 0; j < net.wide; j++) {
            int64_t at = sum[j] < 0 ? 0 : sum[j];
            at = (at * net.step[0][j] + ((int64_t)1 << (net.shift[0] - 1))) >> net.shift[0];
            more += (at > 127 ? 127 : at) * net.second[i * net.wide + j];
        }
        more = more < 0 ? 0 : more;
        more = (more * net.step[1][i] + ((int64_t)1 << (net.shift[1] - 1))) >> net.shift[1];
        assert_int_equal(many.unit[i], more > 127 ? 127 : more);
    }
}

static void damaged_weights_are_found(void **unused)
{
    (void)unused;
    struct weights file = weights_arcane();
    struct net net;
    uint8_t *copy = malloc(file.count);
    assert_non_null(copy);
    memcpy(copy, file.bytes, file.count);
    assert_null(net_read(&net, copy, file.count));
    assert_false(net_is_damaged(copy, file.count));
    assert_non_null(net_read(&net, copy, file.count - 8));
    assert_non_null(net_read(&net, copy, 100));
    copy[file.count / 2] ^= 1;
    assert_true(net_is_damaged(copy, file.count));
    struct net_header *h = (struct net_header *)(void *)copy;
    h->wide = 100;
    assert_non_null(net_read(&net, copy, file.count));
    h->wide = 1 << 20;
    assert_non_null(net_read(&net, copy, file.count));
    h->magic[0] = 'x';
    assert_non_null(net_read(&net, copy, file.count));
    free(copy);
}

/* Plays a game with the net at all seats. What it says is a share of the win for every seat. */
static void shares_add_up(void **unused)
{
    (void)unused;
    struct net net = opened();
    struct arcane_said said;
    for (int players = 2; players <= 6; players++) {
        struct arcane_state s;
        struct chance luck;
        arcane_game.init(&s, players);
        chance_seed_number(&luck, (uint64_t)players);
        arcane_game.begin(&s, &luck, NULL);
        for (int k = 0; k < 200 && arcane_game.active(&s); k++) {
            int seat = bit_lowest(arcane_game.active(&s)), sum = 0;
            struct view view;
            view_take(&view, &arcane_game, &s, seat);
            arcane_net_say(&net, (const struct arcane_state *)view.bytes, seat, view_legal(&view),
                           &said);
            for (int i = 0; i < players; i++) {
                assert_in_range(said.share[i], 0, 65536);
                sum += said.share[i];
            }
            assert_in_range(sum, 65536 - players, 65536 + players);
            int answer = arcane_net.choose(&view, &arcane_net.usual, &luck, NULL);
            assert_true(view_legal(&view) >> answer & 1);
            arcane_game.apply(&s, seat, answer, &luck, NULL);
        }
    }
}

/* What the cells say about sets, against the rules: an item fits a place if a set lies there once
 * it is played (A6.3). */
static void expect_fits(const struct arcane_state *s, int seat, const struct looked *looked)
{
    const struct arcane_player *p = &s->player[seat];
    const int slots = offsetof(struct seen_actions, SLOT);
    for (int k = 0; k < house_size(p); k++)
        for (int item = 0; item < ITEM_COUNT; item++) {
            struct arcane_player played = *p;
            played.cell[k] = (uint8_t)(CELL_UP | item);
            int at = arcane_output_of(slots + k, looked->seat[0].shape[0], 0, 0) - slots;
            int sells = (house_playable(p) >> k & 1) && house_sets(&played, k);
            assert_int_equal(looked->fits[at * ITEM_COUNT + item], sells);
        }
}

static void fits_are_sets(void **unused)
{
    (void)unused;
    int small = 0;
    for (uint64_t game = 0; game < 20; game++) {
        struct arcane_state s;
        struct chance luck;
        arcane_game.init(&s, 3);
        chance_seed_number(&luck, game);
        arcane_game.begin(&s, &luck, NULL);
        while (arcane_game.active(&s)) {
            int seat = bit_lowest(arcane_game.active(&s));
            struct seen seen;
            struct looked looked;
            struct view view;
            arcane_observe(&s, seat, &seen);
            arcane_look(&seen, &looked);
            expect_fits(&s, seat, &looked);
            small += house_size(&s.player[seat]) < CELLS;
            view_take(&view, &arcane_game, &s, seat);
            int answer = arcane_greedy.choose(&view, &arcane_greedy.usual, &luck, NULL);
            arcane_game.apply(&s, seat, answer, &luck, NULL);
        }
    }
    assert_true(small > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_numpy),
        cmocka_unit_test(weights_fit_this_program),
        cmocka_unit_test(many_rows_do_not_overflow),
        cmocka_unit_test(damaged_weights_are_found),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(fits_are_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
