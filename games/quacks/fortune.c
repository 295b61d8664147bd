/* The beginning of a turn: its row (Q3), the fortune card (Q7), the rats (Q4). */
#include "games/quacks/rules.h"

/* ---- a new turn ---- */

static int leader_points(const struct quacks_state *s)
{
    int best = 0;
    for (int seat = 0; seat < s->players; seat++)
        best = s->player[seat].points > best ? s->player[seat].points : best;
    return best;
}

/* Q4.2: no rats in turn 1. `leader` is tails_below(leader_points). */
static int tails_of(const struct quacks_state *s, int seat, int leader)
{
    return s->turn < 2 ? 0 : leader - tails_below(s->player[seat].points);
}

/* The seats with the least of something; ties all count (Q7). */
static uint32_t seats_with_least(const struct quacks_state *s, const int *amount)
{
    uint32_t seats = 0;
    int least = amount[0];
    for (int seat = 1; seat < s->players; seat++)
        least = int_min(least, amount[seat]);
    for (int seat = 0; seat < s->players; seat++)
        if (amount[seat] == least)
            seats |= 1u << seat;
    return seats;
}

/* Less Is More: five chips each, which go back. */
static int drawn_sum(struct table *t, int seat)
{
    struct quacks_player *p = &t->s->player[seat];
    int sum = 0;
    bag_look(t, seat, 5);
    for (int i = 0; i < p->offer_n; i++)
        sum += chip_value(p->offer[i]);
    p->offer_n = 0;
    memset(p->offer, 0, sizeof p->offer);
    return sum;
}

static int card_amount(struct table *t, int seat)
{
    const struct quacks_player *p = &t->s->player[seat];
    switch (t->s->card) {
    case CHARITY: return p->rubies;
    case BEGINNERS_BONUS: return p->points;
    case LESS_IS_MORE: return drawn_sum(t, seat);
    default: return 0;
    }
}

/* Cards that speak of rat tails count them as they are turned. */
static void tails_snapshot(struct quacks_state *s)
{
    int leader = tails_below(leader_points(s));
    for (int seat = 0; seat < s->players; seat++)
        s->player[seat].tails = (uint16_t)tails_of(s, seat, leader);
}

static void least_snapshot(struct table *t)
{
    struct quacks_state *s = t->s;
    int amount[QUACKS_SEATS] = {0};
    for (int at = 0; at < s->players; at++)
        amount[seat_at(s, at)] = card_amount(t, seat_at(s, at));
    s->mark = (uint8_t)seats_with_least(s, amount);
}

/* One snapshot for all comparisons of the card. */
static void card_snapshot(struct table *t)
{
    int card = t->s->card;
    if (card == GOOD_START || card == RATS_ARE_FRIENDS)
        tails_snapshot(t->s);
    if (card == CHARITY || card == BEGINNERS_BONUS || card == LESS_IS_MORE)
        least_snapshot(t);
}

static void one_more_white(struct table *t)
{
    struct quacks_state *s = t->s;
    for (int at = 0; at < s->players; at++) {
        int seat = seat_at(s, at);
        if (!s->supply[WHITE1])
            continue;
        s->supply[WHITE1]--;
        s->player[seat].bag[WHITE1]++;
        tell_chip(t, QE_WHITE_ADDED, seat, WHITE1);
    }
}

void turn_stage(struct table *t)
{
    struct quacks_state *s = t->s;
    tell_n(t, QE_TURN, s->start, s->turn);
    if (s->turn == 6)
        one_more_white(t);
    s->card = (uint8_t)draw_card(t);
    tell_n(t, QE_FORTUNE, EVENT_NONE, s->card);
    card_snapshot(t);
    next_stage(s, STAGE_CARD);
}

/* ---- purple cards, seat by seat ---- */

int next_value(int chip)
{
    int colour = chip_colour(chip);
    if (colour != GREEN && colour != BLUE && colour != RED && colour != YELLOW)
        return -1;
    return chip_value(chip) == 4 ? -1 : chip + 1;
}

uint64_t swap_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    uint64_t answers = 0;
    for (int i = 0; i < p->offer_n; i++) {
        int next = next_value(p->offer[i]);
        if (next >= 0 && chip_available(s, next))
            answers |= (uint64_t)1 << p->offer[i];
    }
    return answers ? answers | (uint64_t)1 << PICK_NONE : 0;
}

static void forget_offer(struct quacks_player *p)
{
    p->offer_n = 0;
    memset(p->offer, 0, sizeof p->offer);
}

static void opportunistic(struct table *t, int seat)
{
    struct quacks_player *p = &t->s->player[seat];
    bag_look(t, seat, 4);
    if (swap_answers(t->s, p)) {
        quacks_ask(t, seat, QQ_SWAP);
        return;
    }
    forget_offer(p);
    take_chip(t, seat, GREEN1);
}

void quacks_answer_swap(struct table *t, int seat, int answer)
{
    struct quacks_player *p = &t->s->player[seat];
    forget_offer(p);
    if (answer == PICK_NONE) {
        tell(t, QE_DECLINED, seat, EVENT_NONE, EVENT_NONE, 0);
        return;
    }
    p->bag[answer]--;
    t->s->supply[answer]++;
    tell_chip(t, QE_GAVE, seat, answer);
    take_chip(t, seat, next_value(answer));
}

static void card_acts(struct table *t, int seat)
{
    struct quacks_state *s = t->s;
    int marked = s->mark >> seat & 1;
    switch (s->card) {
    case POT_FILLING: s->steps = 1; break;
    case CHARITY: gain_rubies(t, seat, marked, QE_RUBY); break;
    case LESS_IS_MORE:
        if (marked)
            take_chip(t, seat, BLUE2);
        else
            gain_rubies(t, seat, 1, QE_RUBY);
        break;
    case DONATIONS: bonus_die(t, seat); break;
    case OPPORTUNISTIC: opportunistic(t, seat); break;
    case BEGINNERS_BONUS:
        if (marked)
            take_chip(t, seat, GREEN1);
        break;
    case RAT_INFESTATION: break;
    default: quacks_ask(t, seat, QQ_FORTUNE); break;
    }
}

/* Blue cards stand in the rules they change. */
int card_stage(struct table *t)
{
    struct quacks_state *s = t->s;
    while (s->card < LIVING_IN_LUXURY && part_begins(s)) {
        card_acts(t, seat_at(s, s->at));
        if (stage_waits(s))
            return 0;
    }
    s->mark = 0;
    next_stage(s, STAGE_RATS);
    return 1;
}

/* ---- the choices ---- */

static uint64_t chips_of_value(const struct quacks_state *s, int value)
{
    uint64_t chips = 0;
    for (int chip = GREEN1; chip <= YELLOW4; chip++)
        if (chip_value(chip) == value && chip_available(s, chip))
            chips |= (uint64_t)1 << chip;
    return chips;
}

static uint64_t wheel_and_deal(const struct quacks_state *s, const struct quacks_player *p)
{
    uint64_t none = (uint64_t)1 << CHOOSE_NONE;
    return p->rubies ? none | chips_of_value(s, 1) | if_available(s, ORANGE1) : none;
}

static uint64_t good_start(const struct quacks_player *p)
{
    uint64_t tails = bits_below(int_min(3, p->tails)) << CHOOSE_TAILS;
    return (uint64_t)1 << CHOOSE_RATS | tails;
}

uint64_t fortune_answers(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    const uint64_t one = 1;
    switch (s->card) {
    case CHOOSE_WISELY: return one << CHOOSE_DROPLET | if_available(s, PURPLE1);
    case ONLY_ONE: return one << CHOOSE_RUBIES | if_available(s, BLACK1) | chips_of_value(s, 2);
    case WHEEL_AND_DEAL: return wheel_and_deal(s, p);
    case GOOD_START: return good_start(p);
    case JUST_IN_TIME:
        return one << CHOOSE_POINTS | (uint64_t)(p->bag[WHITE1] != 0) << CHOOSE_REMOVE;
    case RATS_ARE_FRIENDS: return one << CHOOSE_POINTS | chips_of_value(s, 4);
    default: return chips_of_value(s, 2); /* Schadenfreude */
    }
}

static void choose_remove(struct table *t, int seat)
{
    t->s->player[seat].bag[WHITE1]--;
    t->s->supply[WHITE1]++;
    tell_chip(t, QE_REMOVED, seat, WHITE1);
}

static void choose_tails(struct table *t, int seat, int k)
{
    t->s->player[seat].given = (uint8_t)k;
    tell_n(t, QE_TAILS, seat, k);
    gain_rubies(t, seat, k, QE_RUBY);
}

static void choose_chip(struct table *t, int seat, int chip)
{
    if (t->s->card == WHEEL_AND_DEAL && t->s->stage == STAGE_CARD) {
        t->s->player[seat].rubies--;
        tell_n(t, QE_RUBY_PAID, seat, 1);
    }
    take_chip(t, seat, chip);
}

static int choice_points(const struct quacks_state *s, int seat)
{
    return s->card == JUST_IN_TIME ? 4 : s->player[seat].tails;
}

void answer_fortune(struct table *t, int seat, int answer)
{
    if (answer < CHIP_COUNT)
        choose_chip(t, seat, answer);
    else if (answer == CHOOSE_DROPLET)
        t->s->steps = 2;
    else if (answer == CHOOSE_RUBIES)
        gain_rubies(t, seat, 3, QE_RUBY);
    else if (answer == CHOOSE_POINTS)
        gain_points(t, seat, choice_points(t->s, seat), QE_POINTS);
    else if (answer == CHOOSE_REMOVE)
        choose_remove(t, seat);
    else if (answer >= CHOOSE_TAILS)
        choose_tails(t, seat, answer - CHOOSE_TAILS + 1);
    else
        tell(t, QE_DECLINED, seat, EVENT_NONE, EVENT_NONE, 0);
}

/* ---- rats (Q4) ---- */

void rats_stage(struct table *t)
{
    struct quacks_state *s = t->s;
    int leader = tails_below(leader_points(s));
    for (int at = 0; at < s->players; at++) {
        int seat = seat_at(s, at);
        struct quacks_player *p = &s->player[seat];
        int tails = tails_of(s, seat, leader);
        if (s->card == RAT_INFESTATION)
            tails *= 2;
        tails = tails > p->given ? tails - p->given : 0;
        p->origin = (uint8_t)int_min(p->droplet + tails, DROPLET_LAST); /* Q1.3 */
        p->rats = (uint8_t)(p->origin - p->droplet);
        p->tails = p->given = 0;
        if (t->sink && p->rats)
            tell_n(t, QE_RATS, seat, p->rats);
    }
    next_stage(s, STAGE_BREW);
    brew_begin(t);
}
