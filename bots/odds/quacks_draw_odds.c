/* The table of odds of a potion: draw k more, then stop; and stopping against drawing on.
 *
 * "Draw k more" goes forward: it keeps all positions after k draws with their chances, and merges
 * those with equal futures. From the first row with more than LAYER positions on, the table is
 * sampled with a fixed seed. Best play is exact to the end of the bag if fewer than BAGS bags can
 * be reached, else for the first draws only (see quacks_potion.c). */
#include <math.h>
#include <stdlib.h>

#include "bots/odds/quacks_potion.h"

enum { LAYER = 60000, HASHED = 131072, ENTRIES = 1 << 18, BAGS = 20000, SAMPLES = 100000 };

/* A position and its chance. `extra` is what was paid on the way beyond what this position shows,
 * times its chance: positions with the same future may have been paid differently. `p` is the
 * brewing seat alone: nothing else of the state changes while it draws. */
struct reached {
    struct quacks_player p;
    double chance, extra;
    uint64_t key;
};

/* All positions after some number of draws. `full`: something had no place, so its numbers are of
 * no use. */
struct layer {
    int n, full;
    /* Set for the last layer: its positions are counted at once instead of kept. */
    struct potion_draws *row;
    struct reached place[LAYER];
    /* A hash table of places: index + 1, or 0. */
    uint16_t at[HASHED];
};

/* Too large for a stack. */
struct study {
    struct potion_lab lab;
    struct layer layer[2];
    struct potion_entry table[ENTRIES];
};

/* ---- what a place pays ---- */

/* Adds a position, with its chance, to a row of the table. Chances of all places of a row add up to
 * 1. */
static void count_place(const struct study *t, const struct quacks_state *s, double chance,
                        struct potion_draws *row)
{
    const struct quacks_player *p = &s->player[t->lab.seat];
    const struct worth *w = &t->lab.w;
    int reds = s->book[RED] == 2 ? reds_beside(p) : 0;
    int space = int_min(pot_scoring(p) + reds, POT_SPOON);
    int points = space_points(s, space), coins = space_coins(s, space);
    double spent = worth_of_coins(w, coins);
    int both = !p->exploded || p->covered;
    row->exploded += chance * p->exploded;
    row->space[space] += chance;
    row->ruby += chance * space_rubies(s, space);
    row->points += both || w->point * points >= spent ? chance * points : 0;
    row->coins += both || w->point * points < spent ? chance * coins : 0;
    row->worth += chance * (worth_of_end(w, s, t->lab.seat) + worth_paid(w, s, t->lab.seat) -
                            potion_paid_before(&t->lab));
}

/* ---- one draw, without choices ---- */

/* Of the chips blue 1 may look at: the highest value first, never white. Returns how many kinds. */
static int ranked(const uint8_t *bag, int kinds[CHIP_COUNT])
{
    int n = 0;
    for (int value = 4; value >= 1; value--)
        for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
            if (chip_value(chip) == value && bag[chip])
                kinds[n++] = chip;
    return n;
}

/* Blue 1: the highest value that is not white, or none. Of equal values the lower kind, so that the
 * answer is the same everywhere. */
static int usual_pick(const struct quacks_player *p)
{
    int best = PICK_NONE;
    for (int i = 0; i < p->offer_n; i++) {
        int chip = p->offer[i];
        if (chip_colour(chip) == WHITE)
            continue;
        int more = best == PICK_NONE ? 1 : chip_value(chip) - chip_value(best);
        if (more > 0 || (more == 0 && chip < best))
            best = chip;
    }
    return best;
}

int potion_usual_answer(const struct quacks_player *p)
{
    return p->question == QQ_PICK ? usual_pick(p) : p->question == QQ_RESTART;
}

/* Adds a position to a layer, joined with one of the same future if there is one. HASHED is more
 * than twice LAYER, so probing ends. The first position of a key stands for all. */
static void add_place(struct study *t, struct layer *to, const struct quacks_state *s,
                      double chance, double extra)
{
    const struct quacks_player *p = &s->player[t->lab.seat];
    if (to->row) {
        count_place(t, s, chance, to->row);
        to->row->worth += extra;
        return;
    }
    uint64_t key = potion_key(&t->lab, s);
    uint32_t at = (uint32_t)(key % HASHED);
    for (; to->at[at]; at = (at + 1) % HASHED) {
        struct reached *old = &to->place[to->at[at] - 1];
        if (old->key != key)
            continue;
        struct quacks_state same = *s;
        same.player[t->lab.seat] = old->p;
        old->chance += chance;
        old->extra += extra + chance * (worth_paid(&t->lab.w, s, t->lab.seat) -
                                        worth_paid(&t->lab.w, &same, t->lab.seat));
        return;
    }
    if (to->n == LAYER) {
        to->full = 1;
        return;
    }
    to->place[to->n] = (struct reached){*p, chance, extra, key};
    to->at[at] = (uint16_t)++to->n;
}

static void settle(struct study *t, struct layer *to, const struct quacks_state *s, double chance,
                   double extra);

static void settle_answer(struct study *t, struct layer *to, const struct quacks_state *s,
                          int answer, double chance, double extra)
{
    struct quacks_state next = *s;
    potion_apply(&t->lab, &next, answer, NO_CHIP);
    settle(t, to, &next, chance, extra);
}

/* Blue 1 before it is known which chips are looked at: each kind, by the chance that it is the
 * best among them. */
static void settle_look(struct study *t, struct layer *to, const struct quacks_state *s,
                        double chance, double extra)
{
    const struct quacks_player *p = &s->player[t->lab.seat];
    int kinds[CHIP_COUNT], n = ranked(p->bag, kinds), all = counts_sum(p->bag), good = 0;
    double before = 1;
    for (int i = 0; i < n; i++) {
        good += p->bag[kinds[i]];
        double miss = chance_of_none(good, all, p->offer_n), hit = before - miss;
        if (hit > 0)
            settle_answer(t, to, s, kinds[i], chance * hit, extra * hit);
        before = miss;
    }
    if (before > 0)
        settle_answer(t, to, s, PICK_NONE, chance * before, extra * before);
}

/* The usual answers until the potion has stopped or the next draw is asked for. A look that is
 * already open at the root is answered as it is; others are not known yet. */
static void settle(struct study *t, struct layer *to, const struct quacks_state *s, double chance,
                   double extra)
{
    const struct quacks_player *p = &s->player[t->lab.seat];
    if (p->stopped || p->question == QQ_BREW)
        add_place(t, to, s, chance, extra);
    else if (p->question == QQ_PICK && (p->offer[0] == NO_CHIP || s != &t->lab.now))
        settle_look(t, to, s, chance, extra);
    else
        settle_answer(t, to, s, potion_usual_answer(p), chance, extra);
}

/* One more draw from a position, every kind by its chance. Potions that have stopped stay as
 * they are. */
static void draw_from_place(struct study *t, const struct reached *from, struct layer *to)
{
    struct quacks_state s = t->lab.now;
    const uint8_t *bag = from->p.bag;
    int all = counts_sum(bag);
    s.player[t->lab.seat] = from->p;
    if (from->p.stopped || all == 0) {
        add_place(t, to, &s, from->chance, from->extra);
        return;
    }
    for (int chip = 0; chip < CHIP_COUNT && !to->full; chip++) {
        double share = (double)bag[chip] / all;
        struct quacks_state next = s;
        if (!bag[chip])
            continue;
        potion_apply(&t->lab, &next, BREW_DRAW, chip);
        settle(t, to, &next, from->chance * share, from->extra * share);
    }
}

static void count_layer(const struct study *t, const struct layer *layer, struct potion_draws *row)
{
    struct quacks_state s = t->lab.now;
    for (int i = 0; i < layer->n; i++) {
        s.player[t->lab.seat] = layer->place[i].p;
        count_place(t, &s, layer->place[i].chance, row);
        row->worth += layer->place[i].extra;
    }
}

static void clear_layer(struct layer *layer)
{
    layer->n = layer->full = 0;
    layer->row = NULL;
    memset(layer->at, 0, sizeof layer->at);
}

/* ---- sampled ---- */

/* Draws one random potion and counts it in every row that is not exact. Rows with k draws are all
 * counted from the one potion, so they go together. */
static void sample_one(struct study *t, struct potion_odds *out)
{
    struct quacks_state s = t->lab.now;
    const struct quacks_player *p = &s.player[t->lab.seat];
    for (int k = 0;; k++) {
        while (!p->stopped && p->question != QQ_BREW)
            potion_apply(&t->lab, &s, potion_usual_answer(p), NO_CHIP);
        if (k >= out->rows_exact)
            count_place(t, &s, 1.0 / SAMPLES, &out->draws[k]);
        if (k == out->draws_n - 1)
            return;
        if (!p->stopped && counts_sum(p->bag))
            potion_apply(&t->lab, &s, BREW_DRAW, NO_CHIP);
    }
}

static void sample_draws(struct study *t, struct potion_odds *out)
{
    memset(&out->draws[out->rows_exact], 0,
           (size_t)(out->draws_n - out->rows_exact) * sizeof *out->draws);
    out->sampled = SAMPLES;
    for (int i = 0; i < SAMPLES; i++)
        sample_one(t, out);
}

/* Row by row, until a layer is too small. rows_exact says how many rows are counted; a row that was
 * begun and not finished is sampled anew (sample_draws clears it). */
static void count_draws(struct study *t, struct potion_odds *out)
{
    struct layer *from = &t->layer[0], *to = &t->layer[1];
    clear_layer(from);
    settle(t, from, &t->lab.now, 1, 0);
    count_layer(t, from, &out->draws[0]);
    out->rows_exact = 1;
    for (int k = 1; k < out->draws_n; k++) {
        clear_layer(to);
        to->row = k == out->draws_n - 1 ? &out->draws[k] : NULL;
        for (int i = 0; i < from->n && !to->full; i++)
            draw_from_place(t, &from->place[i], to);
        if (to->full)
            return;
        count_layer(t, to, &out->draws[k]);
        out->rows_exact++;
        struct layer *old = from;
        from = to, to = old;
    }
}

/* ---- the whole ---- */

/* How many bags are within reach, at most. As a double, because the product may be great. */
static double bags_within_reach(const struct quacks_player *p)
{
    double bags = 1;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        bags *= p->bag[chip] + 1;
    return bags;
}

/* The number of draws for which the positions, about kinds^depth / depth!, stay few. With few kinds
 * they always do, because their number stops growing after `kinds` draws. */
static int depth_for(const struct quacks_player *p)
{
    int kinds = bit_count(counts_kinds(p->bag)), depth = 0;
    if (bags_within_reach(p) <= BAGS)
        return POTION_ALL;
    for (double n = 1; n < 2000 && depth < kinds; n *= (double)kinds / depth)
        depth++;
    return depth;
}

static void weigh_answers(struct potion_lab *lab, struct potion_odds *out)
{
    if (out->can_stop)
        out->ev_stop = potion_answer_worth(lab, BREW_STOP, out->depth);
    if (out->can_draw)
        out->ev_draw = potion_answer_worth(lab, BREW_DRAW, out->depth);
    if (out->can_flask)
        out->ev_flask = potion_answer_worth(lab, BREW_FLASK, out->depth);
    if (out->can_restart) {
        out->ev_anew = potion_answer_worth(lab, 0, out->depth);
        out->ev_keep = potion_answer_worth(lab, 1, out->depth);
    }
    double best = fmax(
        out->can_stop ? out->ev_stop : -INFINITY,
        fmax(out->can_draw ? out->ev_draw : -INFINITY, out->can_flask ? out->ev_flask : -INFINITY));
    /* Where the merged model says that putting a red back is better, it is wrong. */
    for (int red = 0; red < 3; red++)
        if (out->can_bag[red])
            out->ev_bag[red] = fmin(potion_answer_worth(lab, BREW_BAG + red, out->depth), best);
    out->exact = lab->cuts == 0;
}

/* The chip that may be drawn now. */
static void look_at_next_chip(struct potion_lab *lab, struct potion_odds *out)
{
    out->next = (int)(brew_answers(&lab->now, lab->seat) >> BREW_DRAW & 1);
    out->explode_next = out->next ? potion_explodes(lab) : 0;
}

/* At the offer of A Second Chance the next chip is that of a pot that is kept. The lab's position
 * is restored. */
static void look_behind_offer(struct potion_lab *lab, struct potion_odds *out)
{
    struct quacks_state offer = lab->now;
    potion_apply(lab, &lab->now, 1, NO_CHIP);
    if (lab->now.player[lab->seat].question == QQ_BREW)
        look_at_next_chip(lab, out);
    lab->now = offer;
}

/* Of the position as the table sees it, after clear_the_table. */
static void describe(const struct potion_lab *lab, struct potion_odds *out)
{
    const struct quacks_state *s = &lab->now;
    const struct quacks_player *p = &s->player[lab->seat];
    uint64_t answers = p->question == QQ_BREW ? brew_answers(s, lab->seat) : 0;
    out->seat = lab->seat;
    out->whites = pot_whites(p);
    out->limit = explosion_limit(s, p);
    out->space = pot_scoring(p);
    out->chips = counts_sum(p->bag);
    out->can_draw = (int)(answers >> BREW_DRAW & 1);
    out->can_stop = (int)(answers >> BREW_STOP & 1);
    out->can_flask = (int)(answers >> BREW_FLASK & 1);
    for (int red = 0; red < 3; red++)
        out->can_bag[red] = (int)(answers >> (BREW_BAG + red) & 1);
    out->can_restart = p->question == QQ_RESTART;
    out->draws_n = p->exploded ? 1 : int_min(out->chips, POTION_DRAWS) + 1;
    out->depth = depth_for(p);
    out->worth = lab->w;
}

/* A pot that exploded may still start anew (Q12). Whether its last chip pays changes no odds. */
static int is_over(const struct quacks_player *p)
{
    return p->stopped && p->question != QQ_RESTART;
}

int potion_odds(const struct view *v, int seat, struct potion_odds *out)
{
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    struct worth_rows rows;
    MUST(v->game == &quacks_game);
    memset(out, 0, sizeof *out);
    if (seat < 0 || seat >= s->players || s->stage != STAGE_BREW || is_over(&s->player[seat]))
        return 1;
    struct study *t = malloc(sizeof *t);
    if (!t)
        return 2;
    worth_rows_read(&rows);
    potion_open(&t->lab, s, seat, &rows, t->table, ENTRIES);
    describe(&t->lab, out);
    if (t->lab.now.player[seat].question == QQ_BREW)
        look_at_next_chip(&t->lab, out);
    else if (out->can_restart)
        look_behind_offer(&t->lab, out);
    weigh_answers(&t->lab, out);
    count_draws(t, out);
    if (out->rows_exact < out->draws_n)
        sample_draws(t, out);
    free(t);
    return 0;
}
