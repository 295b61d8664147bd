/* The net in integers: the sums that learn/export.py worked out with numpy, the same bits in every
 * form that this processor can do, weights that fit the rows of this program, and damaged files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "bots/bots.h"
#include "bots/net/arcane_outputs.h"
#include "bots/net/weights.h"
#include "engine/view.h"

enum { OUTPUTS = POLICY_OUTPUTS + 2 * MAX_SEATS };

/* A position of tests/vectors/arcane_net: an observation, FNV-1a over all outputs, and those of the
 * values. */
struct vector {
    struct arcane_seen seen;
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

static void all_outputs(const struct net *net, const struct net_form *form,
                        const struct net_active *active, int32_t *out)
{
    uint16_t which[OUTPUTS];
    for (int i = 0; i < OUTPUTS; i++)
        which[i] = (uint16_t)i;
    form->outputs(net, active, which, OUTPUTS, out);
}

/* One form looks at all positions, each alone and as the next one after the last. */
static int expect_sums(const struct net *net, const struct net_form *form)
{
    struct vector v;
    struct net_memory next = {.of = NULL};
    int n = 0;
    FILE *file = fopen("tests/vectors/arcane_net", "rb");
    assert_non_null(file);
    for (; read_vector(file, &v); n++) {
        struct arcane_looked looked;
        struct net_active active, again;
        struct net_memory alone = {.of = NULL};
        int32_t out[OUTPUTS];
        arcane_look(&v.seen, &looked);
        form->think(net, &alone, &looked, LOOKED_CELLS, &active);
        form->think(net, &next, &looked, LOOKED_CELLS, &again);
        assert_memory_equal(active.unit, again.unit, net->narrow * sizeof active.unit[0]);
        all_outputs(net, form, &active, out);
        assert_memory_equal(out + POLICY_OUTPUTS, v.values, sizeof v.values);
        assert_true(fnv(out, sizeof out) == v.hash);
    }
    fclose(file);
    return n;
}

/* Storehouses that are as in the last position are taken from there. All positions follow each
 * other, with different numbers of players, and each one again with another item or infamy. */
static void the_next_look_is_the_same(void **unused)
{
    (void)unused;
    struct vector v;
    struct arcane_looked last, looked, alone;
    struct arcane_looked_houses houses;
    int n = 0;
    FILE *file = fopen("tests/vectors/arcane_net", "rb");
    assert_non_null(file);
    memset(&houses, 0, sizeof houses);
    for (; read_vector(file, &v); n++)
        for (int again = 0; again < 3; again++) {
            v.seen.seat[again].cell[3] = (uint8_t)(again ? 3 + n % 20 : v.seen.seat[0].cell[3]);
            v.seen.value_infamy[n % 20] = (uint8_t)(v.seen.value_infamy[n % 20] ^ (again == 2));
            arcane_look(&v.seen, &alone);
            arcane_look_next(&v.seen, n || again ? &last : NULL, &houses, &looked);
            assert_memory_equal(&looked, &alone, sizeof looked);
            last = looked;
        }
    fclose(file);
    assert_true(n >= 20);
}

static void sums_are_those_of_numpy(void **unused)
{
    (void)unused;
    struct net net = opened();
    for (int i = 0; net_form(i); i++)
        assert_true(expect_sums(&net, net_form(i)) >= 20);
}

/* A row of the observation or of arcane_inputs.def that changes needs weights that were learned
 * with it: learn/README.md. */
static void weights_fit_this_program(void **unused)
{
    (void)unused;
    const char *wrong = arcane_net_check();
    if (wrong)
        fail_msg("bots/net/arcane.net: %s", wrong);
}

/* ---- nets of random weights, against plain sums ---- */

/* A net that is not read from a file. */
struct made {
    struct net net;
    struct net_header header;
    uint16_t before[NET_CELLS];
    int16_t step[2][NET_WIDE];
    int32_t bias[2][NET_WIDE];
    int8_t *first, *second;
};

enum { CELLS_MADE = 1000, ROWS_MADE = 2 * CELLS_MADE };

/* Weights are extreme in every second net. */
static int8_t any_weight(struct chance *c, int extreme)
{
    int w = (int)chance_below(c, CHANCE_PICK, 256) - 128;
    return (int8_t)(!extreme ? w : w < 0 ? -128 : 127);
}

static void make_net(struct made *m, struct chance *c, uint32_t wide, uint32_t narrow, int extreme)
{
    size_t first = (size_t)ROWS_MADE * wide, second = (size_t)narrow * wide;
    m->first = malloc(first);
    m->second = malloc(second);
    for (size_t i = 0; i < first; i++)
        m->first[i] = any_weight(c, extreme);
    for (size_t i = 0; i < second; i++)
        m->second[i] = any_weight(c, extreme);
    for (int i = 0; i < CELLS_MADE; i++)
        m->before[i] = (uint16_t)(2 * i - 1);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < NET_WIDE; i++) {
            m->step[k][i] = (int16_t)chance_below(c, CHANCE_PICK, 32768);
            m->bias[k][i] = (int32_t)chance_below(c, CHANCE_PICK, 40000) - 20000;
        }
    m->net = (struct net){.header = &m->header,
                          .wide = wide,
                          .narrow = narrow,
                          .shift = {15, 29},
                          .before = m->before,
                          .step = {m->step[0], m->step[1]},
                          .bias = {m->bias[0], m->bias[1], NULL},
                          .first = m->first,
                          .second = m->second};
}

static int64_t activation(int64_t sum, int64_t step, uint32_t shift)
{
    int64_t scaled = ((sum < 0 ? 0 : sum) * step + ((int64_t)1 << (shift - 1))) >> shift;
    return scaled > 127 ? 127 : scaled;
}

/* The meaning of net.h, in 64 bits. */
static void think_slowly(const struct net *net, const uint8_t *cells, int16_t *out)
{
    int64_t active[NET_WIDE];
    for (uint32_t j = 0; j < net->wide; j++) {
        int64_t sum = net->bias[0][j];
        for (int i = 0; i < CELLS_MADE; i++)
            sum += cells[i] ? net->first[(uint16_t)(net->before[i] + cells[i]) * net->wide + j] : 0;
        active[j] = activation(sum > 65535 ? 65535 : sum, net->step[0][j], net->shift[0]);
    }
    for (uint32_t i = 0; i < net->narrow; i++) {
        int64_t sum = net->bias[1][i];
        const int8_t *group = net->second + i / 4 * 4 * net->wide + i % 4 * 64;
        for (uint32_t j = 0; j < net->wide; j++)
            sum += active[j] * group[j / 64 * 256 + j % 64];
        out[i] = (int16_t)activation(sum, net->step[1][i], net->shift[1]);
    }
}

/* Few cells or all of them; the last position is forgotten, kept in part or as a whole. */
static void change_cells(uint8_t *cells, struct chance *c, int round)
{
    static const uint32_t parts[] = {1, 2, 10, 100, 1000};
    uint32_t part = parts[round % 5];
    for (int i = 0; i < CELLS_MADE; i++)
        if (chance_below(c, CHANCE_PICK, part) == 0)
            cells[i] = (uint8_t)(round % 7 == 0 ? 1 : chance_below(c, CHANCE_PICK, 3));
}

static void expect_forms(const struct net *net, struct chance *c)
{
    struct net_memory memory[4] = {{.of = NULL}};
    uint8_t cells[CELLS_MADE] = {0};
    for (int round = 0; round < 10; round++) {
        int16_t slow[NET_NARROW];
        struct net_active quick;
        change_cells(cells, c, round);
        think_slowly(net, cells, slow);
        for (int i = 0; net_form(i); i++) {
            net_form(i)->think(net, &memory[i], cells, CELLS_MADE, &quick);
            assert_memory_equal(quick.unit, slow, net->narrow * sizeof slow[0]);
        }
    }
}

/* More rows than 16 bits can hold are among them, and the largest products. */
static void every_form_gives_the_same_bits(void **unused)
{
    (void)unused;
    struct chance c;
    chance_seed_number(&c, 1);
    for (int i = 0; i < 8; i++) {
        struct made *m = calloc(1, sizeof *m);
        assert_non_null(m);
        make_net(m, &c, NET_BLOCK * (1 + (uint32_t)i % 4), NET_BLOCK * (1 + (uint32_t)i / 4),
                 i % 2);
        expect_forms(&m->net, &c);
        free(m->first);
        free(m->second);
        free(m);
    }
}

/* ---- files ---- */

static uint8_t *copied(void)
{
    struct weights file = weights_arcane();
    uint8_t *copy = malloc(file.count);
    assert_non_null(copy);
    memcpy(copy, file.bytes, file.count);
    return copy;
}

static void damaged_weights_are_found(void **unused)
{
    (void)unused;
    size_t count = weights_arcane().count;
    struct net net;
    uint8_t *copy = copied();
    assert_null(net_read(&net, copy, count));
    assert_false(net_is_damaged(copy, count));
    assert_true(net_numbers_fit(&net));
    copy[count / 2] ^= 1;
    assert_true(net_is_damaged(copy, count));
    ((int16_t *)(uintptr_t)net.step[0])[3] = -1;
    assert_false(net_numbers_fit(&net));
    ((int16_t *)(uintptr_t)net.step[0])[3] = 1;
    ((int32_t *)(uintptr_t)net.bias[2])[3] = INT32_MIN;
    assert_false(net_numbers_fit(&net));
    free(copy);
}

/* Any length is read from a block of exactly that size, so that sanitizers see what is read
 * beyond it. */
static void short_files_are_refused(void **unused)
{
    (void)unused;
    struct weights file = weights_arcane();
    struct net net;
    assert_non_null(net_read(&net, NULL, file.count));
    assert_true(net_is_damaged(NULL, file.count));
    for (size_t bytes = 0; bytes < file.count; bytes += bytes < 600 ? 1 : 9973) {
        uint8_t *copy = malloc(bytes + !bytes);
        assert_non_null(copy);
        memcpy(copy, file.bytes, bytes);
        assert_non_null(net_read(&net, copy, bytes));
        assert_true(net_is_damaged(copy, bytes));
        free(copy);
    }
}

/* What is taken lies within the file, whatever the sizes in the header are. */
static void expect_within(const struct net *net, const uint8_t *file, size_t bytes)
{
    const uint8_t *end = file + bytes;
    const struct net_header *h = net->header;
    assert_true((const uint8_t *)(net->before + h->places) <= end);
    assert_true((const uint8_t *)(net->output + (size_t)h->outputs * h->narrow) <= end);
    assert_true((const uint8_t *)(net->first + (size_t)h->rows * h->wide) <= end);
    assert_in_range(h->wide, NET_BLOCK, NET_WIDE);
    assert_in_range(h->narrow, NET_BLOCK, NET_NARROW);
}

static void headers_that_lie_are_refused(void **unused)
{
    (void)unused;
    struct weights file = weights_arcane();
    uint8_t *copy = copied();
    struct net_header *h = (struct net_header *)(void *)copy;
    uint32_t *const field[] = {&h->places,  &h->rows,     &h->wide,    &h->narrow,
                               &h->outputs, &h->shift[0], &h->shift[1]};
    struct chance c;
    struct net net;
    chance_seed_number(&c, 1);
    for (int i = 0; i < 20000; i++) {
        struct net_header was = *h;
        for (uint32_t k = chance_below(&c, CHANCE_PICK, 3) + 1; k > 0; k--) {
            uint32_t at = chance_below(&c, CHANCE_PICK, 7),
                     bits = chance_below(&c, CHANCE_PICK, 32);
            *field[at] =
                i % 2 ? *field[at] ^ 1u << bits : chance_below(&c, CHANCE_PICK, UINT32_MAX) >> bits;
        }
        if (!net_read(&net, copy, file.count))
            expect_within(&net, copy, file.count);
        *h = was;
    }
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
static void expect_fits(const struct arcane_state *s, int seat, const struct arcane_looked *looked)
{
    const struct arcane_player *p = &s->player[seat];
    const int slots = offsetof(struct arcane_seen_actions, SLOT);
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
            struct arcane_seen seen;
            struct arcane_looked looked;
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
        cmocka_unit_test(the_next_look_is_the_same),
        cmocka_unit_test(weights_fit_this_program),
        cmocka_unit_test(every_form_gives_the_same_bits),
        cmocka_unit_test(damaged_weights_are_found),
        cmocka_unit_test(short_files_are_refused),
        cmocka_unit_test(headers_that_lie_are_refused),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(fits_are_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
