/* Leaks and other defects, planted on purpose to prove that the suite finds them. Each wraps one or
 * two functions of a game; `game_props --leaks` passes only if every one of them is caught. */
#include "engine/observe.h"
#include "engine/text.h"
#include "games/arcane/arcane.h"
#include "games/null/null.h"
#include "games/quacks/quacks.h"
#include "tests/props/game_props.h"

/* ---- views that show too much ---- */

static int is_hidden(uint8_t cell)
{
    return !(cell & CELL_UP);
}

/* Each leak starts from the right view and the true state, and shows something that the view
 * hides. */
static void view_right(void *state, struct arcane_state *truth, int seat)
{
    *truth = *(const struct arcane_state *)state;
    arcane_redact(state, seat);
}

/* A card that is shown is removed from the count of cards whose place is unknown. */
static void unhide(struct arcane_state *view, uint8_t *place, uint8_t *known, uint8_t item,
                   uint8_t who)
{
    if (*place != ITEM_UNDECIDED || item >= ITEM_COUNT)
        return;
    *place = item;
    *known = who;
    view->pool[item]--;
    view->pool_n--;
}

static void show_stashes(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    for (int i = 0; i < view->players; i++) {
        for (int k = 0; k < view->player[i].stash_n; k++) {
            uint32_t is_known = seat != SPECTATOR && truth.player[i].stash_known[k] >> seat & 1;
            view->pool[truth.player[i].stash[k]] -= !is_known;
            view->pool_n -= !is_known;
        }
        memcpy(view->player[i].stash, truth.player[i].stash, sizeof truth.player[i].stash);
        memcpy(view->player[i].stash_known, truth.player[i].stash_known,
               sizeof truth.player[i].stash_known);
    }
}

static void show_stash_knowledge(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    for (int i = 0; i < view->players; i++)
        for (int k = 0; k < view->player[i].stash_n; k++)
            if (view->player[i].stash[k] == ITEM_UNDECIDED)
                view->player[i].stash_known[k] = (uint8_t)(1u << i);
}

static void show_who_peeked(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    for (int i = 0; i < view->players; i++)
        memcpy(view->player[i].known, truth.player[i].known, CELLS);
}

static void show_own_pool(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    view->has_own = truth.has_own;
    view->own_n = truth.own_n;
    memcpy(view->own, truth.own, sizeof truth.own);
    for (int i = 0; i < ITEM_COUNT; i++)
        view->pool[i] = (uint8_t)(view->pool[i] - truth.own[i]);
    view->pool_n = (uint8_t)(view->pool_n - truth.own_n);
}

/* Unknown cards keep their places in the sorted stash, which narrows down what they are. */
static void show_stash_order(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    uint32_t bit = seat == SPECTATOR ? 0 : 1u << seat;
    view_right(state, &truth, seat);
    for (int i = 0; i < view->players; i++)
        for (int k = 0; k < view->player[i].stash_n; k++) {
            int is_known = (truth.player[i].stash_known[k] & bit) != 0;
            view->player[i].stash[k] = is_known ? truth.player[i].stash[k] : ITEM_UNDECIDED;
            view->player[i].stash_known[k] = is_known ? truth.player[i].stash_known[k] : 0;
        }
}

static void show_peeked(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    for (int i = 0; i < view->players; i++)
        for (int k = 0; k < CELLS; k++)
            unhide(view, &view->player[i].cell[k], &view->player[i].known[k],
                   truth.player[i].cell[k], truth.player[i].known[k]);
}

static void show_replaced(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    unhide(view, &view->at.replaced, &view->at.replaced_known, truth.at.replaced,
           truth.at.replaced_known);
}

static void show_unseen(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    if (view->unseen_n)
        unhide(view, &view->unseen, &view->unseen_known, truth.unseen, truth.unseen_known);
}

static void show_deck_top(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    if (seat != SPECTATOR)
        return;
    for (int i = 1; i <= truth.top_n; i++) {
        int item = view->pile[PILE_MAX - i] = truth.pile[PILE_MAX - i];
        view->pool[item]--;
        view->pool_n--;
    }
    view->top_n = truth.top_n;
}

/* Hides a secret in a padding byte. */
static void show_in_padding(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    view->at.spare[0] = truth.player[0].stash[0];
}

/* The unknown deck is not counted with the rest, so the sum reveals how many cards are decided. */
static void show_true_pool(void *state, int seat)
{
    struct arcane_state truth, *view = state;
    view_right(state, &truth, seat);
    memcpy(view->pool, truth.pool, sizeof truth.pool);
    view->pool_n = truth.pool_n;
}

/* Hides what the seat itself has seen: showing too little is wrong, too. */
static void forget_own_peeks(void *state, int seat)
{
    struct arcane_state *s = state;
    for (int k = 0; seat != SPECTATOR && k < CELLS; k++)
        s->player[seat].known[k] = 0;
    arcane_redact(s, seat);
}

static void redact_twice_differs(void *state, int seat)
{
    struct arcane_state *s = state;
    s->at.spare[1] ^= 1;
    arcane_redact(s, seat);
}

static void scramble_nothing(void *state, int seat, struct chance *c)
{
    (void)state, (void)seat, (void)c;
}

/* ---- answers and words that look at secrets ---- */

static uint64_t legal_unpeeked(const void *state, int seat)
{
    const struct arcane_state *s = state;
    uint64_t legal = arcane_legal(s, seat);
    if (!legal || s->question != Q_SLOT || s->at.played == NONE)
        return legal;
    uint64_t left = legal;
    for (int k = 0; k < CELLS; k++)
        if (is_hidden(s->player[seat].cell[k]) && s->player[seat].known[k] & ~(1u << seat))
            left &= ~((uint64_t)1 << k);
    return left ? left : legal;
}

static char *name_with_secret(const void *state, int seat, int answer, char buf[MAX_NAME])
{
    const struct arcane_state *s = state;
    arcane_action_name(s, seat, answer, buf);
    const struct arcane_player *next = &s->player[(seat + 1) % s->players];
    struct text t = {buf, strlen(buf), MAX_NAME};
    if (s->question == Q_DRAW && next->stash_n && next->stash[0] == CRYSTAL_BALL)
        text_add(&t, " now");
    return buf;
}

static char *name_twice(const void *state, int seat, int answer, char buf[MAX_NAME])
{
    const struct arcane_state *s = state;
    return arcane_action_name(s, seat, s->question == Q_TARGET ? 0 : answer, buf);
}

static char *question_with_secret(const void *state, int seat, char buf[MAX_SENTENCE])
{
    const struct arcane_state *s = state;
    arcane_question_text(s, seat, buf);
    struct text t = {buf, strlen(buf), MAX_SENTENCE};
    if (seat == s->asked && s->question == Q_ACT)
        text_number(&t, s->pool[OLDER_WAND]);
    return buf;
}

static void explain_with_secret(const void *state, int seat, const char *action,
                                struct refusal *why)
{
    const struct arcane_state *s = state;
    arcane_explain(s, seat, action, why);
    struct text t = {why->message, strlen(why->message), sizeof why->message};
    if (s->question == Q_DRAW)
        text_number(&t, s->player[(seat + 1) % s->players].stash[0]);
}

static void explain_nothing(const void *state, int seat, const char *action, struct refusal *why)
{
    arcane_explain(state, seat, action, why);
    if (text_after(action, "bribe"))
        why->rule = "";
}

static char *event_open(const struct event *e, int viewer, char buf[MAX_SENTENCE])
{
    (void)viewer;
    return arcane_event_text(e, REFEREE, buf);
}

static char *event_open_to_spectator(const struct event *e, int viewer, char buf[MAX_SENTENCE])
{
    return arcane_event_text(e, viewer == SPECTATOR ? REFEREE : viewer, buf);
}

static char *event_side_channel(const struct event *e, int viewer, char buf[MAX_SENTENCE])
{
    arcane_event_text(e, viewer, buf);
    struct text t = {buf, strlen(buf), MAX_SENTENCE};
    if (e->kind == EV_DREW_DECK)
        text_number(&t, e->n);
    return buf;
}

/* ---- rules that tell or remember wrongly ---- */

static void apply_right(void *state, int seat, int answer, struct chance *c, struct events *sink)
{
    arcane_apply(state, seat, answer, c, sink);
}

/* Puts the item into a field of the event that is not kept secret. */
static void apply_side_channel(void *state, int seat, int answer, struct chance *c,
                               struct events *sink)
{
    uint32_t from = sink ? sink->n : 0;
    apply_right(state, seat, answer, c, sink);
    for (uint32_t i = from; sink && i < sink->n; i++)
        if (sink->at[i].kind == EV_DREW_DECK)
            sink->at[i].n = sink->at[i].item;
}

static void apply_tells_all(void *state, int seat, int answer, struct chance *c,
                            struct events *sink)
{
    uint32_t from = sink ? sink->n : 0;
    apply_right(state, seat, answer, c, sink);
    for (uint32_t i = from; sink && i < sink->n; i++)
        sink->at[i].seen = EVENT_ALL_SEE;
}

static void apply_peek_for_all(void *state, int seat, int answer, struct chance *c,
                               struct events *sink)
{
    struct arcane_state *s = state;
    int peeks = s->question == Q_PEEK;
    apply_right(state, seat, answer, c, sink);
    if (peeks && is_hidden(s->player[seat].cell[answer]))
        s->player[seat].known[answer] = (uint8_t)((1u << s->players) - 1);
}

static void apply_peek_forgotten(void *state, int seat, int answer, struct chance *c,
                                 struct events *sink)
{
    struct arcane_state *s = state;
    apply_right(state, seat, answer, c, sink);
    if (s->question != Q_DRAW)
        return;
    /* The seat forgets what another seat has seen, too. */
    for (int k = 0; k < CELLS; k++)
        if (s->player[seat].known[k] & ~(1u << seat))
            s->player[seat].known[k] &= (uint8_t) ~(1u << seat);
}

/* Only the owner remembers a card that was drawn face up. */
static void apply_open_draw_forgotten(void *state, int seat, int answer, struct chance *c,
                                      struct events *sink)
{
    struct arcane_state *s = state;
    int open = s->question == Q_DRAW && answer == DRAW_DISCARD;
    apply_right(state, seat, answer, c, sink);
    for (int i = 0; open && i < s->player[seat].stash_n; i++)
        s->player[seat].stash_known[i] = (uint8_t)(1u << seat);
}

static void apply_never_impossible(void *state, int seat, int answer, struct chance *c,
                                   struct events *sink)
{
    apply_right(state, seat, answer, c, sink);
    c->impossible = 0;
}

/* Randomness that does not come from chance: a hidden counter. */
static void apply_with_memory(void *state, int seat, int answer, struct chance *c,
                              struct events *sink)
{
    static uint32_t calls;
    struct arcane_state *s = state;
    apply_right(state, seat, answer, c, sink);
    s->player[0].gold += ++calls % 101 == 0;
}

static void apply_loses_card(void *state, int seat, int answer, struct chance *c,
                             struct events *sink)
{
    struct arcane_state *s = state;
    apply_right(state, seat, answer, c, sink);
    if (s->aside[HAUNTED_DOLL])
        s->aside[HAUNTED_DOLL]--;
}

static void apply_writes_behind(void *state, int seat, int answer, struct chance *c,
                                struct events *sink)
{
    apply_right(state, seat, answer, c, sink);
    ((uint8_t *)state)[sizeof(struct arcane_state)] = (uint8_t)seat;
}

static void apply_leaves_dirt(void *state, int seat, int answer, struct chance *c,
                              struct events *sink)
{
    struct arcane_state *s = state;
    apply_right(state, seat, answer, c, sink);
    s->player[seat].stash[STASH_MAX] = 1;
}

/* ---- guesses ---- */

static void guess_forgets(void *view, int seat, struct chance *c)
{
    struct arcane_state *s = view;
    for (int k = 0; seat != SPECTATOR && k < CELLS; k++)
        if (is_hidden(s->player[seat].cell[k]) && s->player[seat].cell[k] < ITEM_COUNT) {
            s->pool[s->player[seat].cell[k]]++;
            s->pool_n++;
            s->player[seat].cell[k] = ITEM_UNDECIDED;
            s->player[seat].known[k] = 0;
        }
    arcane_determinize(s, seat, c);
}

static void guess_leaves_view(void *view, int seat, struct chance *c)
{
    arcane_determinize(view, seat, c);
    ((struct arcane_state *)view)->is_view = 1;
}

/* ---- what is said to be learned ---- */

static int learned_nothing(const struct quiet_move *m, int seat)
{
    (void)m, (void)seat;
    return 0;
}

static int learned_always(const struct quiet_move *m, int seat)
{
    (void)m, (void)seat;
    return 1;
}

/* As if only the one who moved could learn something, or only the others. */
static int learned_by_mover(const struct quiet_move *m, int seat)
{
    return seat == m->move.seat && arcane_learned(m, seat);
}

static int learned_by_others(const struct quiet_move *m, int seat)
{
    return seat != m->move.seat && arcane_learned(m, seat);
}

/* Not what follows from a card that the rules alone have looked at. */
static int learned_from_views(const struct quiet_move *m, int seat)
{
    struct quiet_move silent = *m;
    silent.told.n = 0;
    return arcane_learned(&silent, seat);
}

static void merge_own(struct arcane_state *to, const void *from)
{
    *to = *(const struct arcane_state *)from;
    for (int i = 0; i < ITEM_COUNT; i++)
        to->pool[i] = (uint8_t)(to->pool[i] + to->own[i]);
}

/* A card that is shown is made up for by one that a remade deck hides. */
static int learned_beside_remade(const struct quiet_move *m, int seat)
{
    struct arcane_state was, is;
    merge_own(&was, m->before);
    merge_own(&is, m->after);
    struct quiet_move merged = {&was, &is, m->move, m->told};
    return arcane_learned(&merged, seat);
}

static int learned_no_commit(const struct quiet_move *m, int seat)
{
    struct quacks_state was = *(const struct quacks_state *)m->before;
    for (int i = 0; i < was.players; i++)
        was.player[i].commit = COMMIT_NONE;
    struct quiet_move open = {&was, m->after, m->move, m->told};
    return quacks_learned(&open, seat);
}

static int learned_no_offer(const struct quiet_move *m, int seat)
{
    struct quacks_state was = *(const struct quacks_state *)m->before;
    was.player[m->move.seat].offer_n = 0;
    struct quiet_move open = {&was, m->after, m->move, m->told};
    return quacks_learned(&open, seat);
}

/* ---- the null game ---- */

/* All calls but the first count as heads. */
static void null_order(void *state, int seat, int answer, struct chance *c, struct events *sink)
{
    const struct null_state *s = state;
    int first = 1;
    for (int i = 0; i < s->players; i++)
        first &= s->call[i] == CALL_NONE;
    null_game.apply(state, seat, first ? answer : CALL_HEADS, c, sink);
}

static void null_open(void *state, int seat)
{
    (void)state, (void)seat;
}

static char *null_tells(const struct event *e, int viewer, char buf[MAX_SENTENCE])
{
    (void)viewer;
    return null_game.event_text(e, REFEREE, buf);
}

/* ---- the Quacks ---- */

static void show_commits(void *state, int seat)
{
    struct quacks_state *s = state, old = *s;
    quacks_game.redact(s, seat);
    for (int i = 0; i < s->players; i++)
        s->player[i].commit = old.player[i].commit;
}

static void show_offers(void *state, int seat)
{
    struct quacks_state *s = state, old = *s;
    quacks_game.redact(s, seat);
    for (int i = 0; i < s->players; i++)
        memcpy(s->player[i].offer, old.player[i].offer, sizeof old.player[i].offer);
}

/* What a seat draws depends on when the others act. */
static void one_luck_for_all(void *state, int seat, int answer, struct chance *c,
                             struct events *sink)
{
    struct quacks_state *s = state;
    chance_word(c, CHANCE_SEAT + (seat + 1) % s->players);
    quacks_game.apply(state, seat, answer, c, sink);
}

static char *quacks_tells(const struct event *e, int viewer, char buf[MAX_SENTENCE])
{
    (void)viewer;
    return quacks_game.event_text(e, REFEREE, buf);
}

static void loses_chip(void *state, int seat, int answer, struct chance *c, struct events *sink)
{
    struct quacks_state *s = state;
    quacks_game.apply(state, seat, answer, c, sink);
    if (s->turn == 3 && s->supply[GREEN1])
        s->supply[GREEN1]--;
}

/* ---- observations that say too much, or not what they promise ---- */

/* A cell with numbers that are possible there, so that ranges alone find nothing. */
static void set_cell(const struct game *g, uint8_t *cells, const char *row, int block, int value)
{
    uint8_t *cell = cells + (props_row(g, cells, row, block) - cells);
    *cell = (uint8_t)value;
}

static void observe_stash(const void *state, int seat, uint8_t *out)
{
    const struct arcane_state *s = state;
    const struct arcane_player *p = &s->player[(seat + 1) % s->players];
    arcane_observer.dense(state, seat, out);
    if (p->stash_n && p->stash[0] < ITEM_COUNT)
        set_cell(&arcane_game, out, "infamy", 1, p->stash[0]);
}

static void observe_unturned(const void *state, int seat, uint8_t *out)
{
    arcane_observer.dense(state, seat, out);
    set_cell(&arcane_game, out, "first", 0, ((const struct arcane_state *)state)->first + 1);
}

static void observe_short(const void *state, int seat, uint8_t *out)
{
    arcane_observer.dense(state, seat, out);
    set_cell(&arcane_game, out, "discard", 0, 0);
}

static void observe_commit(const void *state, int seat, uint8_t *out)
{
    const struct quacks_state *s = state;
    quacks_observer.dense(state, seat, out);
    set_cell(&quacks_game, out, "commit", 1, s->player[(seat + 1) % s->players].commit);
}

/* ---- the list ---- */

#define LEAK(subject, name, field, function)                                                       \
    static void plant_##name(struct game *g)                                                       \
    {                                                                                              \
        g->field = function;                                                                       \
    }
#define LEAK_TWO(subject, name, field, function, other_field, other_function)                      \
    static void plant_##name(struct game *g)                                                       \
    {                                                                                              \
        g->field = function;                                                                       \
        g->other_field = other_function;                                                           \
    }
#define LEAK_OBSERVER(subject, name, right, function)                                              \
    static void plant_##name(struct game *g)                                                       \
    {                                                                                              \
        static struct observer leaky;                                                              \
        leaky = right;                                                                             \
        leaky.dense = function;                                                                    \
        g->observer = &leaky;                                                                      \
    }
#include "tests/props/game_props_leaks.def"
#undef LEAK
#undef LEAK_TWO
#undef LEAK_OBSERVER

const struct props_leak *props_leaks(int *count)
{
#define LEAK(subject, name, ...) {#name, &props_##subject, plant_##name},
#define LEAK_TWO LEAK
#define LEAK_OBSERVER LEAK
    static const struct props_leak leaks[] = {
#include "tests/props/game_props_leaks.def"
    };
    *count = (int)(sizeof leaks / sizeof *leaks);
    return leaks;
}
