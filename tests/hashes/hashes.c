/* Computes one number from a whole random game, to compare compilers: every build must give the
 * same number. After every answer it hashes the state, the events, the view of the seat that is
 * asked (redact), what it observes, and a guess made from that view (determinize). Freestanding, as
 * the rules are. */
#include "tests/hashes/hashes.h"

#include "engine/observe.h"
#include "games/arcane/arcane.h"
#include "games/null/null.h"
#include "games/quacks/quacks.h"

enum { MIX_WIZARDS = 1, MIX_LIST = 2, MIX_HUNDRED = 3, MIX_ROUNDS = 4 };

/* Bit 0 of `mix`: the Market; the other bits: the edition and the wizards. */
static void arcane_options(struct arcane_state *s, int mix)
{
    int kind = mix >> 1;
    if (kind == MIX_HUNDRED || kind == MIX_ROUNDS)
        arcane_set_edition(s, EDITION_HUNDRED);
    if (kind == MIX_ROUNDS)
        s->cards.rounds = 3;
    if (kind == MIX_WIZARDS)
        s->cards.wizards = WIZARDS_RANDOM;
    if (kind == MIX_LIST) {
        s->cards.wizards = WIZARDS_LIST;
        for (int seat = 0; seat < s->players; seat++)
            s->player[seat].wizard = (uint8_t)(WIZARD_COUNT - 1 - seat);
    }
    s->market_on = mix & 1;
}

/* Bit 0 of `mix`: test tubes; bits 0 and 1: the books; bit 2: drawing together; bits 3 and 4: how A
 * Second Chance and Strong Ingredient are played (Q12); all five: no fortune cards; bit 5: what may
 * be passed up is asked. */
static void quacks_options(struct quacks_state *s, int mix)
{
    s->tubes = mix & 1;
    s->together = mix >> 2 & 1;
    s->risky = mix >> 3 & 1;
    s->acts = mix >> 4 & 1;
    s->no_fortune = (mix & 31) == 31;
    s->optional = mix >> 5 & 1;
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = (uint8_t)(1 + (mix & 3));
}

static uint64_t fold(uint64_t sum, uint64_t hash)
{
    uint64_t both[2] = {sum, hash};
    return hash_bytes(both, sizeof both);
}

/* Both forms of one view in sixteen, because they take long without optimisation. */
static uint64_t fold_observed(uint64_t sum, const struct game *g, const void *view, int seat)
{
    static uint8_t cells[2048];
    static uint16_t inputs[16384];
    const struct observer *o = g->observer;
    if (!o || sum % 16)
        return sum;
    MUST(o->cells <= sizeof cells && o->most_active <= sizeof inputs / sizeof *inputs);
    o->dense(view, seat, cells);
    size_t n = (size_t)observe_sparse(o, cells, inputs);
    sum = fold(sum, hash_bytes(cells, o->cells));
    return fold(sum, hash_bytes(inputs, n * sizeof *inputs));
}

static uint64_t fold_view(uint64_t sum, const struct game *g, const void *state, int seat,
                          struct chance *c)
{
    _Alignas(16) uint8_t view[MAX_STATE_BYTES];
    memcpy(view, state, g->state_bytes);
    g->redact(view, seat);
    sum = fold(sum, game_hash(g, view));
    sum = fold_observed(sum, g, view, seat);
    g->determinize(view, seat, c);
    return fold(sum, game_hash(g, view));
}

static uint64_t play(const struct game *g, void *state, struct chance *c)
{
    static struct event happened[MAX_EVENTS];
    struct events sink = {happened, 0, MAX_EVENTS};
    uint64_t sum = 0;
    uint32_t seats;
    g->begin(state, c, &sink);
    while ((seats = g->active(state))) {
        int seat = bit_nth(seats, chance_below(c, CHANCE_PICK, (uint32_t)bit_count(seats)));
        uint64_t legal = g->legal(state, seat);
        uint32_t pick = chance_below(c, CHANCE_PICK, (uint32_t)bit_count(legal));
        sum = fold_view(sum, g, state, seat, c);
        g->apply(state, seat, bit_nth(legal, pick), c, &sink);
        sum = fold(sum, game_hash(g, state));
        sum = fold(sum, hash_bytes(happened, sink.n * sizeof(struct event)));
        sink.n = 0;
    }
    return fold(sum, g->winners(state));
}

uint64_t hashes_run(int game, uint64_t seed, int players, int mix)
{
    static const struct game *const games[] = {&null_game, &arcane_game, &quacks_game};
    const struct game *g = games[game];
    _Alignas(16) uint8_t state[MAX_STATE_BYTES] = {0};
    struct chance c;
    chance_seed_number(&c, seed);
    g->init(state, players);
    if (g == &arcane_game)
        arcane_options((struct arcane_state *)(void *)state, mix);
    if (g == &quacks_game)
        quacks_options((struct quacks_state *)(void *)state, mix);
    return play(g, state, &c);
}
