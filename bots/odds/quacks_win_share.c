/* How the end of a potion changes the share of the win.
 *
 * Every seat's final score is taken for normal around its value, with the spread that the value had
 * in the games it was fitted to. A potion that is still being brewed ends about where its bag and
 * its pot say; one that has stopped counts as it is. So a seat that leads stops earlier, and one
 * that is behind draws on. */
#include "bots/odds/quacks_value.h"

/* ---- the others ---- */

/* The chance that a standard normal number is below x; straight lines between quarters. Right to
 * two thousandths; beyond 17 quarters it is 0 or 1. */
static double normal_below(double x)
{
    static const double rows[18] = {0.5,     0.59871, 0.69146, 0.77337, 0.84134, 0.89435,
                                    0.93319, 0.95994, 0.97725, 0.98778, 0.99379, 0.99702,
                                    0.99865, 0.99942, 0.99977, 0.99991, 0.99997, 1};
    double far = (x < 0 ? -x : x) * 4;
    int at = far < 17 ? (int)far : 17;
    double below = at == 17 ? 1 : rows[at] + (rows[at + 1] - rows[at]) * (far - at);
    return x < 0 ? 1 - below : below;
}

/* The chance that a potion explodes, as brewers play: early in the game that costs little. By
 * worth_turn, from 0. */
static double usually_explodes(int turn)
{
    static const double rows[TURNS + 1] = {0.7, 0.7, 0.65, 0.5, 0.4, 0.3, 0.25, 0.2, 0.3, 0.25};
    return rows[turn];
}

/* The part of the bag that is usually still drawn: until the whites are nearly full. From 0 to 1; 0
 * for a potion that has stopped. */
static double part_to_come(const struct quacks_state *s, const struct quacks_player *p)
{
    const uint8_t *bag = p->bag;
    int whites = bag[WHITE1] + 2 * bag[WHITE2] + 3 * bag[WHITE3];
    double limit = explosion_limit(s, p) - (worth_turn(s) < 8 ? 1.1 : 0.7);
    double room = limit + p->flask * 0.6 - pot_whites(p);
    if (p->stopped || room <= 0)
        return 0;
    return room < whites ? room / whites : 1;
}

/* A fraction of a space. */
double usual_end(const struct quacks_state *s, const struct quacks_player *p)
{
    const uint8_t *bag = p->bag;
    int moves = (bag[WHITE1] + 2 * bag[WHITE2] + 3 * bag[WHITE3]) * WORTH_QUARTERS;
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        moves += bag[chip] * usual_movement(s, p, chip);
    double end = pot_scoring(p) + reds_beside(p) + part_to_come(s, p) * moves / WORTH_QUARTERS;
    return end < POT_SPOON ? end : POT_SPOON;
}

/* The chance that a potion that is still being brewed ends at or before each scoring space, or
 * explodes. Whoever explodes does not compete for the die, so that counts as not past. */
static void not_past(const struct quacks_state *s, const struct quacks_player *p,
                     double chance[WORTH_SPACES])
{
    double explodes = usually_explodes(worth_turn(s)), end = usual_end(s, p);
    double spread = (1.2 + 0.5 * worth_turn(s)) * (8 - int_min(pot_whites(p), 6)) / 8;
    int now = pot_scoring(p) + reds_beside(p);
    for (int space = 0; space < WORTH_SPACES; space++) {
        double whole = space < now ? 0 : normal_below((space - end + 0.5) / spread);
        chance[space] = explodes + (1 - explodes) * whole;
    }
}

/* Q6 A: whoever got farthest without exploding rolls the die. Rolls are multiplied by the chance
 * that nobody else gets farther; a tie rolls too. */
void value_weigh_rolls(struct worth *w, const struct quacks_state *s, int seat)
{
    for (int space = 0; space < WORTH_SPACES; space++)
        w->rolls[space] =
            s->card == POT_IS_FULL ? NUMBER_OF(s, full_rolls) : NUMBER_OF(s, die_rolls);
    for (int i = 0; i < s->players; i++) {
        const struct quacks_player *p = &s->player[i];
        double chance[WORTH_SPACES];
        if (i == seat || p->exploded)
            continue;
        not_past(s, p, chance);
        for (int space = 0; space < WORTH_SPACES; space++)
            w->rolls[space] *=
                p->stopped ? space >= pot_scoring(p) + reds_beside(p) : chance[space];
    }
}

/* The chances that a neighbour's pot will have 0, 1, 2, ... black chips. Every chip is drawn or
 * not, independently of the others. The last entry holds all greater numbers. */
static void blacks_to_lie(const struct quacks_state *s, int seat, double chance[WORTH_BLACKS])
{
    const struct quacks_player *p = &s->player[seat % s->players];
    double part = part_to_come(s, p);
    memset(chance, 0, WORTH_BLACKS * sizeof *chance);
    chance[int_min(pot_count(p, BLACK), WORTH_BLACKS - 1)] = 1;
    for (int i = 0; i < p->bag[BLACK1] && !p->stopped; i++)
        for (int n = WORTH_BLACKS - 1; n >= 0; n--)
            chance[n] =
                chance[n] * (n == WORTH_BLACKS - 1 ? 1 : 1 - part) + (n ? chance[n - 1] * part : 0);
}

/* Q8: black compares with both neighbours, with two players with the only other one. By the
 * standard rewards: a step for one, a ruby besides for both. */
void value_weigh_blacks(struct worth *w, const struct quacks_state *s, int seat)
{
    double left[WORTH_BLACKS], right[WORTH_BLACKS], fewer[2] = {0, 0};
    blacks_to_lie(s, seat + 1, left);
    blacks_to_lie(s, seat + s->players - 1, right);
    w->black[0] = 0;
    for (int n = 1; n < WORTH_BLACKS; n++) {
        fewer[0] += left[n - 1], fewer[1] += right[n - 1];
        double both = fewer[0] * fewer[1], either = fewer[0] + fewer[1] - both;
        if (s->players == 2)
            either = fewer[0] + left[n], both = fewer[0];
        w->black[n] = either * w->droplet + both * w->ruby;
    }
}

/* ---- the share of the win ---- */

/* The final scores that the others may expect, each with its spread. */
struct rivals {
    int n;
    double mean[QUACKS_SEATS], spread[QUACKS_SEATS];
};

/* The chance to finish ahead of all others: the mean over eight equally likely parts of the own
 * luck. `part` has the middles of those eighths, in standard deviations. */
static double share_at(const struct rivals *r, double mean, double spread)
{
    static const double part[8] = {-1.5341, -0.8871, -0.4888, -0.1573,
                                   0.1573,  0.4888,  0.8871,  1.5341};
    double sum = 0;
    for (int i = 0; i < 8; i++) {
        double ahead = 1;
        for (int k = 0; k < r->n; k++)
            ahead *= normal_below((mean + spread * part[i] - r->mean[k]) / r->spread[k]);
        sum += ahead / 8;
    }
    return sum;
}

/* What the chips still to be drawn bring beside their movement, and the flask, which is often used.
 * The flask counts half. */
static double extras_to_come(const struct worth *w, const struct quacks_state *s,
                             const struct quacks_player *p)
{
    double extra = 0;
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        extra += p->bag[chip] * w->extra[chip];
    return extra * part_to_come(s, p) + (p->flask ? w->flask / 2 : 0);
}

/* A potion that is still being brewed: it ends where it usually does, stopped or exploded. Between
 * two spaces in proportion. */
static double potion_to_come(const struct worth *w, const struct quacks_state *s,
                             const struct quacks_player *p)
{
    double end = usual_end(s, p);
    int space = int_min((int)end, POT_SPOON - 1);
    double part = end - space, stopped = w->stopped[space], exploded = w->exploded[space];
    stopped += part * (w->stopped[space + 1] - stopped);
    exploded += part * (w->exploded[space + 1] - exploded);
    double bad = usually_explodes(worth_turn(s));
    return (1 - bad) * stopped + bad * exploded + extras_to_come(w, s, p);
}

/* What a seat has, without what its potion pays and without points and rubies. Points and rubies
 * are in worth_paid, which counts them by `w`. */
static double value_at_hand(const struct value_rows *rows, const struct quacks_state *s, int seat)
{
    struct value_holding h;
    holding_of(s, seat, &h);
    h.points = h.rubies = h.flask = 0;
    return value_of(rows, worth_turn(s), &h);
}

static double expected_total(const struct worth *w, const struct value_rows *rows,
                             const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    double total = value_at_hand(rows, s, seat) + worth_paid(w, s, seat);
    if (p->stopped)
        return total + worth_of_end(w, s, seat);
    return total + potion_to_come(w, s, p);
}

/* By Newton's method; 12 steps are enough for spreads. 1 at least. */
static double root_of(double x)
{
    double root = x > 1 ? x : 1;
    for (int i = 0; i < 12; i++)
        root = (root + x / root) / 2;
    return root;
}

/* The spread grows by what the potion may still bring, the less the fuller its whites are. */
static void meet_rivals(struct rivals *r, const struct worth *w, const struct value_rows *rows,
                        const struct quacks_state *s, int seat)
{
    double after = rows->spread[s->players - 2][worth_turn(s) - 1] / 1000.0;
    double potion = rows->potion[worth_turn(s) - 1] / 1000.0;
    r->n = 0;
    for (int i = 0; i < s->players; i++) {
        const struct quacks_player *p = &s->player[i];
        if (i == seat)
            continue;
        double room = p->stopped ? 0 : (8.0 - pot_whites(p)) / 8;
        double more = room > 0 ? potion * potion * room : 0;
        r->mean[r->n] = expected_total(w, rows, s, i);
        r->spread[r->n++] = root_of(after * after + more);
    }
}

/* A point more is always worth a little, so that a game that is as good as won or lost is still
 * played well. */
#define LITTLE 0.004

/* Only while potions are brewed, and after everything else in `w` was weighed. */
void value_share(struct worth *w, const struct value_rows *rows, const struct quacks_state *s,
                 int seat)
{
    struct rivals r;
    double own = rows->spread[s->players - 2][worth_turn(s) - 1] / 1000.0;
    meet_rivals(&r, w, rows, s, seat);
    double hand = value_at_hand(rows, s, seat);
    double usual = hand + worth_paid(w, s, seat) + potion_to_come(w, s, &s->player[seat]);
    double here = share_at(&r, usual, own);
    double slope = (share_at(&r, usual + 4, own) - share_at(&r, usual - 4, own)) / 8 + LITTLE;
    w->by_share = 1;
    w->share_from = usual - hand - WORTH_SHARE_BELOW;
    for (int i = 0; i < WORTH_SHARE_STEPS; i++) {
        double away = i - WORTH_SHARE_BELOW;
        double share = share_at(&r, usual + away, own) - here + LITTLE * away;
        w->share[i] = usual - hand + share / slope;
    }
}

/* ---- between two turns ---- */

/* All seats have the same spread between two turns. */
static double ahead_of_all(const double mean[QUACKS_SEATS], int players, int seat, double spread)
{
    struct rivals r = {.n = 0};
    for (int i = 0; i < players; i++) {
        if (i == seat)
            continue;
        r.mean[r.n] = mean[i];
        r.spread[r.n++] = spread;
    }
    return share_at(&r, mean[seat], spread);
}

/* Shares add up to 1. */
void value_shares(const struct value_rows *rows, const struct quacks_state *s,
                  double share[QUACKS_SEATS])
{
    int turn = s->turn > 1 ? worth_turn(s) - 1 : 1;
    double mean[QUACKS_SEATS], sum = 0, spread = rows->spread[s->players - 2][turn - 1] / 1000.0;
    for (int i = 0; i < s->players; i++) {
        struct value_holding h;
        holding_of(s, i, &h);
        mean[i] = value_of(rows, turn, &h);
    }
    for (int i = 0; i < s->players; i++)
        sum += share[i] = ahead_of_all(mean, s->players, i, spread);
    for (int i = 0; i < s->players; i++)
        share[i] /= sum;
}
