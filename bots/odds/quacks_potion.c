/* The worth of a potion in progress, by dynamic programming over the bag.
 *
 * Exact part. A position is the seat's part of a quacks_state. The value of a draw is the mean over
 * all kinds in the bag; the value of a choice is that of its best answer. Positions with the same
 * future (struct future) share one entry of the table; entries are identified by 64-bit hashes.
 *
 * Approximations, all of them:
 *   - what a stopped potion is worth: quacks_worth.c;
 *   - beyond the depth asked for, or with a full table, the merged model: kinds that move about as
 *     far are one class, bonuses are averages, and what a chip brings in the evaluation is an
 *     average worth when it is placed. Whites, explosions, the flask, blue 2's window and A
 *     Second Chance are counted there chip by chip; positions are rounded to a space; yellow 1,
 *     yellows still to come under yellow 3, blue 1's looks and Well Stirred are left out;
 *   - if shares of the win count (worth_shared), what chips bring beside the movement counts there
 *     as points, which are right where the potion is expected to end.
 *
 * Reds beside the pot are never put back while brewing (book red 2). That is no approximation:
 * whatever can be done with a red in the bag can be done at least as well with the red beside the
 * pot, where it is certain to be placed, kept or put back after the last draw. In the bag it brings
 * that only if it is drawn; a draw that brings it changes nothing else for the better.
 * tests/test_potion.c compares with brute force that may put reds back. */
#include <stdlib.h>

#include "bots/odds/quacks_potion.h"

static double most(double a, double b)
{
    return a > b ? a : b;
}

static const struct quacks_player *brewer_of(const struct potion_lab *lab,
                                             const struct quacks_state *s)
{
    return &s->player[lab->seat];
}

/* Whether the potion may still start anew: A Second Chance has not been offered (Q7). */
static int is_insured(const struct quacks_state *s, const struct quacks_player *p)
{
    return s->card == SECOND_CHANCE && !p->offered;
}

/* ---- the table ---- */

/* Keys are made odd, so that 0 can mean a free entry. The entry of this key, or the free one where
 * it belongs. Never NULL: the table always has free entries. */
static struct potion_entry *entry_of(struct potion_lab *lab, uint64_t key)
{
    uint64_t at = (key * 0x9e3779b97f4a7c15u) >> 32;
    key |= 1;
    for (;; at++) {
        struct potion_entry *e = &lab->table[at & lab->mask];
        if (e->key == key || e->key == 0)
            return e;
    }
}

/* Leaves an eighth free, so that probing always ends. */
static int table_is_full(const struct potion_lab *lab)
{
    return lab->n >= lab->mask - lab->mask / 8;
}

/* The exact part leaves half of the table to the merged model. */
static int exact_is_full(const struct potion_lab *lab)
{
    return lab->exact_n >= lab->mask / 2;
}

/* Remembers a value while there is room, and returns it. In a full table the value is only returned
 * and computed again the next time. */
static double keep(struct potion_lab *lab, uint64_t key, double value)
{
    struct potion_entry *e = entry_of(lab, key);
    if (e->key == 0 && !table_is_full(lab)) {
        e->key = key | 1;
        e->value = value;
        lab->n++;
    }
    return value;
}

/* ---- the merged model ---- */

/* A position of the merged model. Places and movements are in quarters of a space. */
struct merged {
    uint8_t white[3], class[POTION_CLASSES];
    uint8_t at, flask, limit, window;
    /* 1 until A Second Chance has been offered. */
    uint8_t insured;
};

enum { QUARTERS = WORTH_QUARTERS, MERGED_LAST = POT_LAST * QUARTERS };

/* The standard limits 7 to 10 have two bits; others change the whole key. */
static uint64_t limit_key(int limit)
{
    return limit >= 7 && limit <= 10 ? (uint64_t)(limit - 7) : 0;
}

static uint64_t odd_limit_key(int limit)
{
    return limit >= 7 && limit <= 10 ? 0 : (uint64_t)(limit + 1) * 0x9e3779b97f4a7c15u;
}

/* All fields side by side, then multiplied by an odd constant: different positions stay
 * different. */
static uint64_t merged_key(const struct merged *m)
{
    uint64_t key = m->at | (uint64_t)m->flask << 8 | limit_key(m->limit) << 9;
    key |= (uint64_t)m->insured << 11 | (uint64_t)m->window << 13 | (uint64_t)m->white[0] << 16;
    key |= (uint64_t)m->white[1] << 20 | (uint64_t)m->white[2] << 24;
    for (int i = 0; i < POTION_CLASSES; i++)
        key |= (uint64_t)m->class[i] << (28 + 6 * i);
    return ((key * 2 + 1) * 0xd6e8feb86659fd93u) ^ odd_limit_key(m->limit);
}

/* Interpolates between two spaces. The scoring space is the one after the place; at MERGED_LAST no
 * neighbour is needed. */
static double between(const double *worth, int at)
{
    int space = at / QUARTERS + 1, part = at % QUARTERS;
    double here = worth[space];
    return part ? here + (worth[space + 1] - here) * part / QUARTERS : here;
}

static int merged_chips(const struct merged *m)
{
    int n = m->white[0] + m->white[1] + m->white[2];
    for (int i = 0; i < POTION_CLASSES; i++)
        n += m->class[i];
    return n;
}

/* The whites in the pot are all whites less those still in the bag. */
static int merged_whites(const struct potion_lab *lab, const struct merged *m)
{
    return lab->whites - m->white[0] - 2 * m->white[1] - 3 * m->white[2];
}

/* Stopping now: the space, the flask, and what exactly seven whites bring (green 3, Seasoned
 * Perfectly). In the unit of worth_shared, with what was paid before (`ground`). */
static double merged_stop(const struct potion_lab *lab, const struct merged *m)
{
    const struct worth *w = &lab->w;
    const struct quacks_state *s = &lab->now;
    int at = m->at, whites = merged_whites(lab, m);
    if (s->book[GREEN] == 3 && whites == NUMBER_OF(s, green3_whites))
        at = int_min(at + lab->spiders * NUMBER_OF(s, green3_times) * QUARTERS, MERGED_LAST);
    double worth = between(w->stopped, at) + (m->flask ? w->flask : 0) + lab->strong;
    if (s->card == SEASONED_PERFECTLY && whites == NUMBER_OF(s, seasoned_whites))
        worth += NUMBER_OF(s, seasoned_steps) * w->droplet;
    return worth_shared(w, lab->ground + worth);
}

static double merged_worth(struct potion_lab *lab, const struct merged *m);
static double worth_anew(struct potion_lab *lab);

/* What an exploded pot brings. */
static double merged_exploded(const struct potion_lab *lab, const struct merged *m, int covered)
{
    const double *worth = covered ? lab->w.covered : lab->w.exploded;
    double flask = m->flask ? lab->w.flask : 0;
    return worth_shared(&lab->w, lab->ground + (between(worth, m->at) + flask));
}

/* A Second Chance is offered with the fifth chip, and then the insurance ends. Returns whether this
 * was the fifth. */
static int merged_offer(const struct potion_lab *lab, struct merged *m)
{
    int fifth = m->insured &&
                lab->placed + lab->chips - merged_chips(m) >= NUMBER_OF(&lab->now, second_chips);
    m->insured = (uint8_t)(m->insured && !fifth);
    return fifth;
}

/* Going on with what lies in the pot. After the offer a pot with too many whites can only stop
 * (Q7). An insured pot may go on with any whites. */
static double merged_stay(struct potion_lab *lab, const struct merged *m)
{
    int over = merged_whites(lab, m) > m->limit && !m->insured;
    return over ? merged_stop(lab, m) : merged_worth(lab, m);
}

/* Drawing a white: it may explode the pot, and with a full flask it may go back. Before the offer
 * of A Second Chance an explosion, if there is one, lets the potion start anew (Q12). */
static double merged_white(struct potion_lab *lab, const struct merged *m, int i)
{
    struct merged next = *m, back = *m;
    next.white[i]--;
    next.at = (uint8_t)int_min(m->at + (i + 1) * QUARTERS, MERGED_LAST);
    next.window = back.window = (uint8_t)(m->window - (m->window > 0));
    if (merged_whites(lab, &next) > m->limit && (!m->insured || lab->now.risky)) {
        double exploded = merged_exploded(lab, &next, m->window > 0);
        return m->insured ? most(exploded, worth_anew(lab)) : exploded;
    }
    int offer = merged_offer(lab, &next);
    double worth = merged_stay(lab, &next);
    if (m->flask && next.at < MERGED_LAST) {
        back.flask = 0, back.insured = next.insured;
        worth = most(worth, merged_worth(lab, &back));
    }
    return offer ? most(worth, worth_anew(lab)) : worth;
}

/* Drawing any other chip: it moves like its class and brings the average of its class. It never
 * explodes: whites are no class. */
static double merged_class(struct potion_lab *lab, const struct merged *m, int i)
{
    struct merged next = *m;
    next.class[i]--;
    next.at = (uint8_t)int_min(m->at + lab->move[i], MERGED_LAST);
    next.window = (uint8_t)(m->window - (m->window > 0));
    int offer = merged_offer(lab, &next);
    double worth = merged_stay(lab, &next) + lab->extra[i];
    return offer ? most(worth, worth_anew(lab)) : worth;
}

/* The mean over all chips of the bag. The bag must not be empty. */
static double merged_draw(struct potion_lab *lab, const struct merged *m)
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        if (m->white[i])
            sum += m->white[i] * merged_white(lab, m, i);
    for (int i = 0; i < POTION_CLASSES; i++)
        if (m->class[i])
            sum += m->class[i] * merged_class(lab, m, i);
    return sum / merged_chips(m);
}

/* If more than half of the chips explode the pot, drawing is not considered. */
static int merged_hopeless(const struct potion_lab *lab, const struct merged *m)
{
    int free = m->limit - merged_whites(lab, m), bad = 0;
    for (int i = 0; i < 3 && !m->insured; i++)
        bad += i + 1 > free ? m->white[i] : 0;
    return bad * 2 > merged_chips(m);
}

/* Stopping or drawing on, whichever is better; remembered in the table. Where the table is full,
 * stopping stands for both, which is too low rather than too high. */
static double merged_worth(struct potion_lab *lab, const struct merged *m)
{
    double stop = merged_stop(lab, m);
    if (m->at == MERGED_LAST || merged_chips(m) == 0 || merged_hopeless(lab, m))
        return stop;
    uint64_t key = merged_key(m);
    struct potion_entry *e = entry_of(lab, key);
    if (e->key)
        return e->value;
    lab->nodes++;
    return table_is_full(lab) ? stop : keep(lab, key, most(stop, merged_draw(lab, m)));
}

/* Kinds on their way to becoming a class. */
struct chip_group {
    /* How many; the sum of their movements. */
    int chips, move;
    double extra;
    uint32_t kinds;
};

/* Rounded to quarters. */
static int group_move(const struct chip_group *g)
{
    return (g->move + g->chips / 2) / g->chips;
}

/* The chips of a kind that a class must have room for: those of the bag, also when the potion has
 * started anew. The greater of the two bags. */
static int chips_to_come(const struct potion_lab *lab, int chip)
{
    const struct quacks_player *p = brewer_of(lab, &lab->now);
    int saved = is_insured(&lab->now, p) ? p->saved_bag[chip] : 0;
    return saved > p->bag[chip] ? saved : p->bag[chip];
}

/* One group for each kind, those that move the least first. Returns how many. Kinds that neither
 * bag has are left out. */
static int group_kinds(const struct potion_lab *lab, struct chip_group group[CHIP_COUNT])
{
    const struct quacks_player *p = brewer_of(lab, &lab->now);
    int n = 0;
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++) {
        int chips = chips_to_come(lab, chip), move = chips * usual_movement(&lab->now, p, chip),
            at = n;
        if (!chips)
            continue;
        struct chip_group g = {chips, move, chips * lab->w.extra[chip], 1u << chip};
        for (; at && group_move(&group[at - 1]) > group_move(&g); at--)
            group[at] = group[at - 1];
        group[at] = g;
        n++;
    }
    return n;
}

/* Joins the two neighbours whose movements differ least, weighed by the chips that are moved
 * wrongly. */
static void join_groups(struct chip_group *group, int n)
{
    int best = 0, least = 1 << 30;
    for (int i = 0; i + 1 < n; i++) {
        int apart = group_move(&group[i + 1]) - group_move(&group[i]);
        int cost = apart * int_min(group[i].chips, group[i + 1].chips);
        if (cost < least)
            best = i, least = cost;
    }
    struct chip_group *g = &group[best];
    g->chips += g[1].chips, g->move += g[1].move, g->extra += g[1].extra, g->kinds |= g[1].kinds;
    for (int i = best + 1; i + 1 < n; i++)
        group[i] = group[i + 1];
}

/* How many bags of classes are within reach. */
static double merged_bags(const struct quacks_player *p, const struct chip_group *group, int n)
{
    double bags = (p->bag[WHITE1] + 1) * (p->bag[WHITE2] + 1) * (p->bag[WHITE3] + 1);
    for (int i = 0; i < n; i++)
        bags *= group[i].chips + 1;
    return bags;
}

/* A kind that is not in the bag now belongs to the class that moves most like it: a red beside the
 * pot may be put back. */
static void place_others(struct potion_lab *lab, int classes)
{
    for (int which = 0; which < 3; which++) {
        int chip = red_chip(which), move = chip_value(chip) * QUARTERS, best = 0;
        for (int i = 1; i < classes; i++)
            if (abs(lab->move[i] - move) < abs(lab->move[best] - move))
                best = i;
        if (!chips_to_come(lab, chip))
            lab->class_of[chip] = (uint8_t)best;
    }
}

/* Joins kinds until the table has room for every bag of classes, at two dozen places each. */
static void merge_kinds(struct potion_lab *lab)
{
    const struct quacks_player *p = brewer_of(lab, &lab->now);
    struct chip_group group[CHIP_COUNT];
    int n = group_kinds(lab, group);
    for (; n > 1; n--) {
        if (n <= POTION_CLASSES && merged_bags(p, group, n) * 24 < lab->mask)
            break;
        join_groups(group, n);
    }
    for (int i = 0; i < n; i++) {
        lab->move[i] = (uint8_t)group_move(&group[i]);
        lab->extra[i] = group[i].extra / group[i].chips;
        for (uint32_t m = group[i].kinds; m; m &= m - 1)
            lab->class_of[bit_lowest(m)] = (uint8_t)i;
    }
    for (int i = 0; i < n; i++)
        lab->merged_at += group[i].chips * lab->move[i];
    place_others(lab, n);
    lab->whites = pot_whites(p) + p->bag[WHITE1] + 2 * p->bag[WHITE2] + 3 * p->bag[WHITE3];
    lab->placed = p->pot_n;
    lab->chips = counts_sum(p->bag);
    for (int i = 0; i < p->pot_n; i++)
        if (chip_colour(p->pot[i] & ~CHIP_INERT) == GREEN)
            lab->spiders += chip_value(p->pot[i] & ~CHIP_INERT);
}

/* The position in classes. Counts are limited to what merged_key has room for. */
static void merge(const struct potion_lab *lab, const struct quacks_state *s, struct merged *m)
{
    const struct quacks_player *p = brewer_of(lab, s);
    int reds = s->book[RED] == 2 ? reds_beside(p) : 0;
    memset(m, 0, sizeof *m);
    for (int i = 0; i < 3; i++)
        m->white[i] = (uint8_t)int_min(p->bag[WHITE1 + i], 15);
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++) {
        uint8_t *class = &m->class[lab->class_of[chip]];
        *class = (uint8_t)int_min(*class + p->bag[chip], 63);
    }
    m->at = (uint8_t)(QUARTERS * int_min(pot_position(p) + reds, POT_LAST));
    m->flask = p->flask;
    m->limit = (uint8_t)explosion_limit(s, p);
    m->window = (uint8_t)int_min(p->window, 7);
    m->insured = (uint8_t)is_insured(s, p);
}

/* Rounds a position to whole spaces from where the classes would have moved, so that more positions
 * are equal. */
static void merge_rounded(const struct potion_lab *lab, struct merged *m)
{
    int expected = lab->merged_at + merged_whites(lab, m) * QUARTERS;
    for (int i = 0; i < POTION_CLASSES; i++)
        expected -= m->class[i] * lab->move[i];
    int off = m->at - expected + 64 * QUARTERS;
    int at = expected + (off + QUARTERS / 2) / QUARTERS * QUARTERS - 64 * QUARTERS;
    m->at = (uint8_t)int_min(at < 0 ? 0 : at, MERGED_LAST);
}

/* What lies in the pot for B, but for the greens at its end. */
static double worth_lying(const struct potion_lab *lab, const struct quacks_state *s)
{
    const struct quacks_player *p = brewer_of(lab, s);
    double worth = lab->w.black[int_min(pot_count(p, BLACK), WORTH_BLACKS - 1)];
    for (int tier = int_min(pot_count(p, PURPLE), 3); tier && s->book[PURPLE] != 3; tier = 0)
        worth += most(0, worth_of_tier(&lab->w, s, lab->seat, tier));
    return worth;
}

/* Drawing on from here, by the merged model. What lies in the pot for B stays as it is. By
 * shares the model begins with what was paid and lies there at the root (`ground`); the rest is
 * added as it is. */
static double merged_on(struct potion_lab *lab, const struct quacks_state *s, double end)
{
    double paid = worth_paid(&lab->w, s, lab->seat);
    struct merged m;
    merge(lab, s, &m);
    lab->cuts++;
    if (m.at == MERGED_LAST)
        return lab->w.by_share ? worth_shared(&lab->w, paid + end) - paid : end;
    merge_rounded(lab, &m);
    return worth_lying(lab, s) + merged_draw(lab, &m) - lab->ground;
}

/* ---- the exact part ---- */

/* Everything that affects the rest of the potion, without what was already paid. */
struct future {
    uint8_t bag[CHIP_COUNT], beside[3], depth, question;
    uint8_t at, before, flask, fresh, doubling, window, stirred, offered, offer_n, drawn;
    uint8_t tail[3];
    /* Purple 3's points, where shares of the win count. */
    uint8_t purples;
    /* Used only if a restart can take them back. */
    uint16_t points, rubies;
};

/* Whether a chip among the last two still matters: greens work there (books 1, 2 and 4), and red
 * 3 looks for a white. */
static int tail_counts(const struct quacks_state *s, int chip)
{
    int colour = chip_colour(chip & ~CHIP_INERT);
    return (colour == GREEN && s->book[GREEN] != 3) || (colour == WHITE && s->book[RED] == 3);
}

/* Greens 1 and 4 work alike whatever their value. */
static uint8_t tail_as(const struct quacks_state *s, int chip)
{
    int alike = chip_colour(chip & ~CHIP_INERT) == GREEN && s->book[GREEN] != 2;
    return (uint8_t)(1 + (alike ? GREEN1 : chip));
}

/* Positions with equal keys have the same future at this depth. The struct is zeroed first, padding
 * too, because its bytes are hashed. */
static uint64_t future_key(const struct potion_lab *lab, const struct quacks_state *s, int depth)
{
    const struct quacks_player *p = brewer_of(lab, s);
    struct future f;
    memset(&f, 0, sizeof f);
    memcpy(f.bag, p->bag, CHIP_COUNT);
    memcpy(f.beside, p->beside, 3);
    f.depth = (uint8_t)depth, f.question = p->question, f.at = (uint8_t)pot_position(p);
    f.flask = p->flask, f.doubling = p->doubling, f.window = p->window;
    f.stirred = p->stirred, f.offered = p->offered, f.offer_n = p->offer_n;
    f.drawn = p->drawn_n > 0;
    f.fresh = (p->flask || s->book[YELLOW] == 1) && p->fresh && chip_colour(p->last_drawn) == WHITE;
    for (int i = 0; i < (f.fresh ? 3 : 2) && i < p->pot_n; i++)
        if (tail_counts(s, p->pot[p->pot_n - 1 - i]))
            f.tail[i] = tail_as(s, p->pot[p->pot_n - 1 - i]);
    if (f.fresh && f.flask)
        f.before = (uint8_t)(p->pot_n > 1 ? pot_at(p, p->pot_n - 2) : p->origin);
    /* Notes which white could go back. */
    if (f.fresh)
        f.fresh = (uint8_t)(1 + p->pot[p->pot_n - 1]);
    if (is_insured(s, p) || lab->w.by_share)
        f.points = p->points, f.rubies = p->rubies;
    if (lab->w.by_share && s->book[PURPLE] == 3)
        f.purples = (uint8_t)(pot_purples_pay(s, p));
    return hash_bytes(&f, sizeof f);
}

static double worth_on(struct potion_lab *lab, const struct quacks_state *s, int depth);

/* Only `chip` is scripted; other luck of the same answer is taken from the lab's own stream. */
void potion_apply(struct potion_lab *lab, struct quacks_state *s, int answer, int chip)
{
    lab->script.value[0] = (uint8_t)chip;
    lab->used = 0;
    lab->c.script_n = chip < CHIP_COUNT;
    quacks_apply(s, lab->seat, answer, &lab->c, NULL);
}

/* Starting anew, by the merged model. It is the same wherever it happens, so it is computed once.
 * Blue 3's and blue 4's pay is taken back; what the position at hand was paid stands for all. */
static double worth_anew(struct potion_lab *lab)
{
    struct quacks_state s = lab->now;
    struct quacks_player *p = &s.player[lab->seat];
    struct merged m;
    if (lab->anew_known)
        return lab->anew;
    p->question = QQ_RESTART, p->offered = 1;
    s.asked |= (uint8_t)(1u << lab->seat);
    potion_apply(lab, &s, 0, NO_CHIP);
    merge(lab, &s, &m);
    merge_rounded(lab, &m);
    double back = worth_paid(&lab->w, &s, lab->seat) - worth_paid(&lab->w, &lab->now, lab->seat);
    if (lab->w.by_share)
        back -= worth_lying(lab, &lab->now);
    lab->anew_known = 1;
    lab->anew = back + merged_draw(lab, &m);
    return lab->anew;
}

/* The mean over all kinds in the bag. The bag must not be empty. Counts what was paid before, as
 * all `worth_` functions here. */
static double worth_of_draw(struct potion_lab *lab, const struct quacks_state *s, int depth)
{
    const uint8_t *bag = brewer_of(lab, s)->bag;
    double sum = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        if (!bag[chip])
            continue;
        struct quacks_state next = *s;
        potion_apply(lab, &next, BREW_DRAW, chip);
        sum += bag[chip] * worth_on(lab, &next, depth - 1);
    }
    return sum / counts_sum(bag);
}

/* The worth after an answer that draws nothing. */
static double worth_answered(struct potion_lab *lab, const struct quacks_state *s, int answer,
                             int depth)
{
    struct quacks_state next = *s;
    potion_apply(lab, &next, answer, NO_CHIP);
    return worth_on(lab, &next, depth);
}

static double worth_stopped(struct potion_lab *lab, const struct quacks_state *s)
{
    double end = worth_of_end(&lab->w, s, lab->seat), paid = worth_paid(&lab->w, s, lab->seat);
    return worth_shared(&lab->w, end + paid);
}

/* The best of stopping, drawing on and the flask. -1000: not allowed to stop yet. At depth 0, or
 * with the table half full, the merged model takes over. */
static double worth_of_brew(struct potion_lab *lab, const struct quacks_state *s, int depth)
{
    uint64_t answers = brew_answers(s, lab->seat);
    double paid = worth_paid(&lab->w, s, lab->seat), end = worth_of_end(&lab->w, s, lab->seat);
    double best = answers >> BREW_STOP & 1 ? worth_shared(&lab->w, paid + end) : -1000;
    if (answers >> BREW_DRAW & 1) {
        int cut = depth <= 0 || exact_is_full(lab);
        best = most(best, cut ? paid + merged_on(lab, s, end) : worth_of_draw(lab, s, depth));
    }
    if (answers >> BREW_FLASK & 1)
        best = most(best, worth_answered(lab, s, BREW_FLASK, depth));
    return best;
}

/* Blue 1 before it is known which chips are looked at: the best of them is placed. What placing
 * one is worth does not depend on the others, which go back. */
static double worth_of_look(struct potion_lab *lab, const struct quacks_state *s, int depth)
{
    const struct quacks_player *p = brewer_of(lab, s);
    double worth[CHIP_COUNT], none = worth_answered(lab, s, PICK_NONE, depth);
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        worth[chip] = none;
        if (p->bag[chip] && !exact_is_full(lab))
            worth[chip] = worth_answered(lab, s, chip, depth);
    }
    return worth_of_best(p->bag, p->offer_n, worth, none);
}

/* Yes or no inside a draw: a bonus, a white that may go back, a restart. The order of the two
 * calls is fixed, because each fills the table. */
static double worth_of_choice(struct potion_lab *lab, const struct quacks_state *s, int depth)
{
    double yes = worth_answered(lab, s, 1, depth);
    return most(worth_answered(lab, s, 0, depth), yes);
}

/* The value of a position with best play, `depth` draws exactly. The table holds it without what
 * was already paid: positions that were paid differently share an entry. */
static double worth_on(struct potion_lab *lab, const struct quacks_state *s, int depth)
{
    const struct quacks_player *p = brewer_of(lab, s);
    lab->nodes++;
    if (p->question == QQ_NONE)
        return worth_stopped(lab, s);
    if (p->question != QQ_BREW && p->question != QQ_PICK)
        return worth_of_choice(lab, s, depth);
    uint64_t key = future_key(lab, s, depth);
    const struct potion_entry *e = entry_of(lab, key);
    double paid = worth_paid(&lab->w, s, lab->seat);
    if (lab->w.by_share)
        /* Positions that were paid differently have keys of their own. */
        paid = 0;
    if (e->key)
        return paid + e->value;
    double worth =
        p->question == QQ_BREW ? worth_of_brew(lab, s, depth) : worth_of_look(lab, s, depth);
    lab->exact_n++;
    return paid + keep(lab, key, worth - paid);
}

/* The flask is left out, because "draw k more" does not use it. */
uint64_t potion_key(const struct potion_lab *lab, const struct quacks_state *s)
{
    const struct quacks_player *p = brewer_of(lab, s);
    uint64_t how = p->stopped | (uint64_t)p->exploded << 1 | (uint64_t)p->covered << 2;
    struct quacks_state same = *s;
    same.player[lab->seat].flask = 0;
    return future_key(lab, &same, 0) * 8 + how;
}

/* ---- from outside ---- */

/* Prepares a copy in which one seat can be played alone: nobody else ever finishes, draws are open
 * (Q5.7), and what chips pay from now on is taken unasked (Q12). */
static void clear_the_table(struct quacks_state *s, int seat)
{
    struct quacks_player *p = &s->player[seat];
    for (int i = 0; i < s->players; i++)
        if (i != seat)
            s->player[i].question = QQ_BREW, s->asked |= (uint8_t)(1u << i);
    s->together = s->optional = 0;
    if (is_last_turn(s))
        s->turn--;
    if (p->question == QQ_NONE && !p->stopped)
        p->question = QQ_BREW, s->asked |= (uint8_t)(1u << seat);
    p->commit = COMMIT_NONE;
}

/* What Strong Ingredient would add to the pot as it is; 0 without the card. */
static double worth_of_strong_now(const struct potion_lab *lab)
{
    struct quacks_state without = lab->now;
    if (lab->now.card != STRONG_INGREDIENT)
        return 0;
    without.card = NO_CARD;
    return worth_of_end(&lab->w, &lab->now, lab->seat) - worth_of_end(&lab->w, &without, lab->seat);
}

/* Clears the table. The rows are only read here; the view is copied. */
void potion_open(struct potion_lab *lab, const struct quacks_state *view, int seat,
                 const struct worth_rows *rows, struct potion_entry *table, uint32_t size)
{
    memset(lab, 0, sizeof *lab);
    memset(table, 0, size * sizeof *table);
    lab->now = *view;
    lab->seat = seat;
    lab->table = table;
    lab->mask = size - 1;
    worth_weigh(&lab->w, rows, view, seat);
    clear_the_table(&lab->now, seat);
    lab->strong = worth_of_strong_now(lab);
    chance_seed_number(&lab->c, 1);
    lab->script = (struct outcome){QUACKS_DRAW, (int8_t)seat, 1, {0}};
    lab->c.script = &lab->script;
    lab->c.used = &lab->used;
    if (lab->w.by_share)
        lab->ground = worth_paid(&lab->w, &lab->now, seat) + worth_lying(lab, &lab->now);
    merge_kinds(lab);
}

double potion_paid_before(const struct potion_lab *lab)
{
    const struct quacks_player *p = brewer_of(lab, &lab->now);
    /* Purple 3's points are still to come, so they are not counted as worth_paid does. */
    return lab->w.point * p->points + lab->w.ruby * p->rubies;
}

/* Without what was paid before `now`. Entries stay in the table, so a second answer is quicker. */
double potion_answer_worth(struct potion_lab *lab, int answer, int draws)
{
    const struct quacks_state *s = &lab->now;
    int brew = brewer_of(lab, s)->question == QQ_BREW;
    double before = potion_paid_before(lab);
    if (brew && answer == BREW_STOP)
        return worth_stopped(lab, s) - before;
    if (brew && answer == BREW_DRAW)
        return worth_of_draw(lab, s, draws) - before;
    return worth_answered(lab, s, answer, draws) - before;
}

/* A chip that waits for an answer is placed; Well Stirred's white goes back. On a copy of the
 * position. */
static int chip_explodes(struct potion_lab *lab, int chip)
{
    struct quacks_state s = lab->now;
    const struct quacks_player *p = brewer_of(lab, &s);
    potion_apply(lab, &s, BREW_DRAW, chip);
    if (p->question == QQ_RETURN && p->hand != NO_CHIP)
        potion_apply(lab, &s, 0, NO_CHIP);
    if (p->question == QQ_BONUS)
        potion_apply(lab, &s, 0, NO_CHIP);
    return p->exploded;
}

/* 0 for an empty bag. */
double potion_explodes(struct potion_lab *lab)
{
    const uint8_t *bag = brewer_of(lab, &lab->now)->bag;
    int bad = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        bad += bag[chip] && chip_explodes(lab, chip) ? bag[chip] : 0;
    return bad ? (double)bad / counts_sum(bag) : 0;
}
