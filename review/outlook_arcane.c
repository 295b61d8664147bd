/* Arcane Alley imagined for a review: the net plays every seat until the reviewed one draws again,
 * about a lap, or for a call until it does so in the next round. Then the net says its share of the
 * win. Between two rounds the net errs least, because the storehouses are new. A program without
 * weights plays on by rules of thumb to the end of the game. */
#include "bots/net/arcane_outputs.h"
#include "bots/net/weights.h"
#include "bots/policy.h"
#include "games/arcane/arcane.h"
#include "review/outlook.h"

/* The net, and what it knows of each seat's positions one after another. */
struct outlook_net {
    struct net net;
    struct net_memory memory[MAX_SEATS];
};

/* 0; or -1 if there are no weights. */
static int thinker_open(struct outlook_net *t)
{
    for (int i = 0; i < MAX_SEATS; i++)
        t->memory[i].of = NULL;
    return arcane_net_read(&t->net) ? -1 : 0;
}

/* Does not think where there is only one answer. Of equal answers the lowest number wins, so the
 * same on every machine. */
static int net_picks(struct outlook_net *t, const struct arcane_state *s, int seat,
                     uint64_t answers)
{
    struct arcane_said said;
    int best = bit_lowest(answers);
    if (!(answers & (answers - 1)))
        return best;
    arcane_net_say_next(&t->net, &t->memory[seat], s, seat, answers, &said);
    for (; answers; answers &= answers - 1)
        if (said.answer[bit_lowest(answers)] > said.answer[best])
            best = bit_lowest(answers);
    return best;
}

/* The net learned what a position is worth where its seat is asked. */
static int is_cut(const struct arcane_state *s, uint32_t active, int seat, int round)
{
    return active >> seat & 1 && s->question == Q_DRAW && s->round >= round;
}

/* Returns the seat's share when the game ends, or else the net's estimate where it is cut. Seats
 * that are active at once answer from the lowest on. */
static int32_t by_net(struct outlook_net *t, struct arcane_state *s, int seat,
                      enum outlook_purpose purpose, struct chance *c)
{
    int round = s->round + (purpose == FOR_CALL);
    struct arcane_said said;
    uint32_t active;
    while ((active = arcane_active(s)) != 0 && !is_cut(s, active, seat, round)) {
        int asked = bit_lowest(active);
        arcane_apply(s, asked, net_picks(t, s, asked, arcane_legal(s, asked)), c, NULL);
    }
    if (!active)
        return outlook_result(&arcane_game, s, seat);
    arcane_net_say_next(&t->net, &t->memory[seat], s, seat, 0, &said);
    return said.share[seat];
}

/* To the end of the game: without weights no estimate is good enough to cut it. */
static int32_t by_rules_of_thumb(struct arcane_state *s, int seat, struct chance *c, uint64_t *luck)
{
    uint32_t active;
    while ((active = arcane_active(s)) != 0) {
        int asked = bit_lowest(active);
        uint64_t answers = arcane_legal(s, asked);
        arcane_apply(s, asked, arcane_greedy_pick(s, asked, answers, luck), c, NULL);
    }
    return outlook_result(&arcane_game, s, seat);
}

static int32_t imagine(void *state, int seat, enum outlook_purpose purpose, struct chance *c,
                       uint64_t *luck)
{
    struct outlook_net t;
    return thinker_open(&t) < 0 ? by_rules_of_thumb(state, seat, c, luck)
                                : by_net(&t, state, seat, purpose, c);
}

static int model(const struct view *v)
{
    struct outlook_net t;
    uint64_t luck = 1, answers = view_legal(v);
    if (thinker_open(&t) < 0)
        return arcane_greedy_pick(v->bytes, v->seat, answers, &luck);
    return net_picks(&t, (const struct arcane_state *)v->bytes, v->seat, answers);
}

/* A turn is one decision: draw, act, place, and what follows from it. */
static int joins(int before, int question)
{
    (void)before;
    return question != Q_REVEAL && question != Q_DRAW && question != Q_REMOVE &&
           question != Q_BRIBE;
}

static uint64_t weights(void)
{
    struct weights w = weights_arcane();
    return hash_bytes(w.bytes, w.count);
}

const struct outlook arcane_outlook = {
    .game = &arcane_game,
    .samples = 96,
    .weights = weights,
    .model = model,
    .imagine = imagine,
    .joins = joins,
};
