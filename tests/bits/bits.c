/* Hashes what Arcane Alley's net says about many positions, in one form of its evaluation; see
 * bits.h. */
#include "tests/bits/bits.h"

#include <string.h>

#include "bots/net/arcane_inputs.h"
#include "bots/net/net.h"

enum { OUTPUTS = POLICY_OUTPUTS + 2 * MAX_SEATS, RANDOM_POSITIONS = 500 };
enum { ROOM = 4 << 20 };

/* A position as tests/vectors has it, without gaps. */
enum { VECTOR_HASH = sizeof(struct arcane_seen), VECTOR_VALUES = VECTOR_HASH + 8 };
enum { VECTOR_BYTES = VECTOR_VALUES + 4 * 2 * MAX_SEATS };

static uint64_t fnv(uint64_t hash, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * 0x100000001b3u;
    return hash;
}

static const uint64_t begin = 0xcbf29ce484222325u;

struct work {
    struct net net;
    const struct net_form *form;
    struct net_memory memory;
    uint64_t sum;
};

/* The hash of the outputs alone, or 0 if they depend on the position before. */
static uint64_t look(struct work *w, const struct arcane_looked *looked)
{
    struct net_active alone, next;
    struct net_memory fresh;
    uint16_t which[OUTPUTS];
    int32_t out[OUTPUTS];
    fresh.of = NULL;
    w->form->think(&w->net, &fresh, looked, LOOKED_CELLS, &alone);
    w->form->think(&w->net, &w->memory, looked, LOOKED_CELLS, &next);
    if (memcmp(alone.unit, next.unit, w->net.narrow * sizeof alone.unit[0]) != 0)
        return 0;
    for (int i = 0; i < OUTPUTS; i++)
        which[i] = (uint16_t)i;
    w->form->outputs(&w->net, &alone, which, OUTPUTS, out);
    w->sum = fnv(w->sum, out, sizeof out);
    return fnv(begin, out, sizeof out);
}

static int look_at_vectors(struct work *w, const uint8_t *vectors, size_t bytes)
{
    for (; bytes >= VECTOR_BYTES; bytes -= VECTOR_BYTES, vectors += VECTOR_BYTES) {
        struct arcane_seen seen;
        struct arcane_looked looked;
        uint64_t expected;
        memcpy(&seen, vectors, sizeof seen);
        memcpy(&expected, vectors + VECTOR_HASH, sizeof expected);
        arcane_look(&seen, &looked);
        if (look(w, &looked) != expected)
            return 0;
    }
    return bytes == 0;
}

static uint32_t any(uint64_t *state, uint32_t n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*state >> 32) * n >> 32);
}

/* Changes some cells, most of them in every eighth position. */
static void change(struct arcane_looked *looked, const uint8_t *most, uint64_t *luck, int position)
{
    uint8_t *cells = (uint8_t *)looked;
    uint32_t part = position % 8 ? 20 : 1;
    for (int i = 0; i < LOOKED_CELLS; i++)
        if (any(luck, part) == 0)
            cells[i] = (uint8_t)(any(luck, 3) ? any(luck, most[i] + 1u) : 0);
}

/* The most that each cell can be, from where the rows of the next one begin. */
static void most_of(const struct net *net, uint8_t *most)
{
    for (uint32_t i = 0; i < net->header->places; i++) {
        uint32_t next = i + 1 < net->header->places ? net->before[i + 1] : net->header->rows - 1;
        most[i] = (uint8_t)((next - net->before[i]) & 255);
    }
}

static int look_at_random(struct work *w)
{
    static struct arcane_looked looked;
    uint8_t most[NET_CELLS];
    uint64_t luck = 1;
    memset(&looked, 0, sizeof looked);
    most_of(&w->net, most);
    for (int i = 0; i < RANDOM_POSITIONS; i++) {
        change(&looked, most, &luck, i);
        if (!look(w, &looked))
            return 0;
    }
    return 1;
}

uint64_t bits_hash(int form, const void *weights, size_t weights_bytes, const void *vectors,
                   size_t vectors_bytes)
{
    static struct work w;
    w = (struct work){.form = net_form(form), .sum = begin};
    if (!w.form || net_read(&w.net, weights, weights_bytes) ||
        net_is_damaged(weights, weights_bytes) || w.net.header->places != LOOKED_CELLS ||
        w.net.header->outputs != OUTPUTS)
        return 0;
    return look_at_vectors(&w, vectors, vectors_bytes) && look_at_random(&w) ? w.sum : 0;
}

const char *bits_form(int form)
{
    return net_form(form) ? net_form(form)->name : NULL;
}

void *bits_room(int file)
{
    static _Alignas(64) uint8_t room[2][ROOM];
    return room[file & 1];
}
