/* The Quacks imagined for a review: rules of thumb play every seat to the end of the turn, then the
 * net says the share of the win. For a call the net plays to the end of the turn, too, which takes
 * ten times as long.
 *
 * The net seldom met positions that only blunders lead to, and thinks too well of them; the fitted
 * value of what each seat has knows them better. So where answers are compared to be called, the
 * mean of both counts. For small losses the fitted value would favour `brewer`, which plays by it.
 * A program without weights has the fitted value alone. */
#include "bots/bots.h"
#include "bots/net/quacks_outputs.h"
#include "bots/net/weights.h"
#include "bots/search/playout.h"
#include "bots/search/tree.h"
#include "games/quacks/quacks.h"
#include "review/outlook.h"

_Static_assert((int)SHARE_ONE == (int)VALUE_ONE, "shares count in the same parts");

static int net_picks(const struct net *net, const struct view *v)
{
    struct quacks_said said;
    uint64_t answers = view_legal(v);
    int best = bit_lowest(answers);
    quacks_net_say(net, (const struct quacks_state *)v->bytes, v->seat, answers, &said);
    for (; answers; answers &= answers - 1)
        if (said.answer[bit_lowest(answers)] > said.answer[best])
            best = bit_lowest(answers);
    return best;
}

/* With weights the answer depends on the view alone. Brewer gets luck of a fixed seed, for the same
 * reason. */
static int model(const struct view *v)
{
    struct net net;
    struct chance luck = {0};
    chance_seed_number(&luck, 1);
    return quacks_net_read(&net) ? brewer_bot.choose(v, &brewer_bot.usual, &luck, NULL)
                                 : net_picks(&net, v);
}

/* Takes the seat's hidden decision away and lets it stand before the question again. */
static void ask_again(struct quacks_state *s, int seat)
{
    s->player[seat].commit = COMMIT_NONE;
    s->player[seat].question = QQ_BREW;
    s->asked |= (uint8_t)(1u << seat);
}

/* What a seat decides secretly (Q5.7) is guessed by the rules of thumb, as if it were asked now.
 * Only draw and stop are guessed: what else the seat could answer is done openly. */
static void guess(void *state, const void *view, int seat, uint64_t *luck)
{
    struct quacks_state *s = state;
    const struct quacks_state *seen = view;
    uint64_t may = (uint64_t)1 << BREW_DRAW | (uint64_t)1 << BREW_STOP;
    for (int i = 0; i < s->players; i++) {
        struct quacks_player *p = &s->player[i];
        if (i == seat || seen->player[i].commit != COMMIT_HIDDEN)
            continue;
        ask_again(s, i);
        int answer = quacks_greedy_pick(s, i, quacks_legal(s, i) & may, luck);
        p->commit = answer == BREW_DRAW ? COMMIT_DRAW : COMMIT_STOP, p->question = QQ_NONE;
        s->asked &= (uint8_t) ~(1u << i);
    }
}

/* The net gets a view, so it does not see what the seat could not see in the imagined game. */
static void net_moves(const struct net *net, struct quacks_state *s, int seat, struct chance *c)
{
    uint64_t answers = quacks_legal(s, seat);
    struct view v;
    int answer = bit_lowest(answers);
    if (answers & (answers - 1)) {
        view_take(&v, &quacks_game, s, seat);
        answer = net_picks(net, &v);
    }
    quacks_apply(s, seat, answer, c, NULL);
}

/* The net learned what a position is worth where somebody is asked. If the seat itself is not
 * asked, the view is that of another seat; all seats' shares come out either way. */
static int32_t net_values(const struct net *net, const struct quacks_state *s, int seat)
{
    uint32_t active = quacks_active(s);
    struct quacks_said said;
    struct view v;
    view_take(&v, &quacks_game, s, active >> seat & 1 ? seat : bit_lowest(active));
    quacks_net_say(net, (const struct quacks_state *)v.bytes, v.seat, 0, &said);
    return said.share[seat];
}

static int32_t fitted_value(const struct quacks_state *s, int seat)
{
    int value[MAX_SEATS];
    quacks_playout.shares(s, value);
    return value[seat];
}

static void play_turn(const struct net *net, struct quacks_state *s, struct chance *c)
{
    int turn = s->turn;
    uint32_t active;
    while ((active = quacks_active(s)) != 0 && s->turn == turn)
        net_moves(net, s, bit_lowest(active), c);
}

/* The state is used up. Where both values count they are added before halving, so that only one
 * half is rounded off. */
static int32_t imagine(void *state, int seat, enum outlook_purpose purpose, struct chance *c,
                       uint64_t *luck)
{
    struct net net;
    int has_net = !quacks_net_read(&net);
    if (purpose == FOR_CALL && has_net)
        play_turn(&net, state, c);
    else
        quacks_playout.play(state, 0, quacks_playout.clock(state) + 1, c, luck);
    if (!quacks_active(state))
        return outlook_result(&quacks_game, state, seat);
    if (!has_net)
        return fitted_value(state, seat);
    int32_t value = net_values(&net, state, seat);
    return purpose == FOR_VALUE ? value : (value + fitted_value(state, seat)) / 2;
}

/* Two chips that are bought belong together, and so do rubies that are spent, reds that are placed,
 * and purples with the chip that they upgrade. Every chip that is drawn is a decision. */
static int joins(int before, int question)
{
    int again = question == QQ_BUY || question == QQ_RUBIES || question == QQ_RED;
    return question == QQ_UPGRADE || (again && question == before);
}

static uint64_t weights(void)
{
    struct weights w = weights_quacks();
    return hash_bytes(w.bytes, w.count);
}

const struct outlook quacks_outlook = {
    .game = &quacks_game,
    .samples = 256,
    .weights = weights,
    .model = model,
    .guess = guess,
    .imagine = imagine,
    .joins = joins,
};
