/* The beginning of a turn: the turn's own changes (Q3), the fortune card (Q7), the rats (Q4). */
#include "games/quacks/rules.h"

/* ---- a new turn ---- */

/* Rats are counted against the player with the most points (Q4.2). */
static int leader_points(const struct quacks_state *s)
{
    int best = 0;
    for (int seat = 0; seat < s->players; seat++)
        best = s->player[seat].points > best ? s->player[seat].points : best;
    return best;
}

/* The tails from the seat's points up to, but not including, the leader's; the leader gets none
 * (Q4.2). There are no rats in turn 1 (Q3). `leader` is tails_below(leader_points), the same for
 * every seat. */
static int tails_of(const struct quacks_state *s, int seat, int leader)
{
    return s->turn < NUMBER_OF(s, turns_rats) ? 0 : leader - tails_below(s, s->player[seat].points);
}

/* The seats with the least of something, including all ties (Q7). */
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

/* Less Is More: draws five chips, or all there are, for all to see. They go back and cannot explode
 * a pot (Q7). */
static int drawn_sum(struct quacks_resolution *r, int seat)
{
    struct quacks_player *p = &r->s->player[seat];
    int sum = 0;
    bag_look(r, seat, NUMBER_OF(r->s, less_chips), QE_SHOWED);
    for (int i = 0; i < p->offer_n; i++)
        sum += chip_value(p->offer[i]);
    p->offer_n = 0;
    memset(p->offer, 0, sizeof p->offer);
    tell_n(r, QE_SUM, seat, sum);
    return sum;
}

/* The amount that a card compares; the least wins. */
static int card_amount(struct quacks_resolution *r, int seat)
{
    const struct quacks_player *p = &r->s->player[seat];
    switch (r->s->card) {
    case CHARITY: return p->rubies;
    case BEGINNERS_BONUS: return p->points;
    case LESS_IS_MORE: return drawn_sum(r, seat);
    default: return 0;
    }
}

/* A Good Start and Rats Are Your Friends count the tails when the card is turned, so an earlier
 * seat's choice does not change another's offer (Q7). */
static void tails_snapshot(struct quacks_state *s)
{
    int leader = tails_below(s, leader_points(s));
    for (int seat = 0; seat < s->players; seat++)
        s->player[seat].tails = (uint16_t)tails_of(s, seat, leader);
}

/* Draws for Less Is More happen here, from the start player on; card_acts pays afterwards. */
static void least_snapshot(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    int amount[QUACKS_SEATS] = {0};
    for (int at = 0; at < s->players; at++)
        amount[seat_at(s, at)] = card_amount(r, seat_at(s, at));
    s->mark = (uint8_t)seats_with_least(s, amount);
}

/* One snapshot for all comparisons of the card. */
static void card_snapshot(struct quacks_resolution *r)
{
    int card = r->s->card;
    if (card == GOOD_START || card == RATS_ARE_FRIENDS)
        tails_snapshot(r->s);
    if (card == CHARITY || card == BEGINNERS_BONUS || card == LESS_IS_MORE)
        least_snapshot(r);
}

/* Q3: turn 6. take_chip would refuse a white. A supply set up by hand may have none left. */
static void one_more_white(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    for (int at = 0; at < s->players * NUMBER_OF(s, turns_whites); at++) {
        int seat = seat_at(s, at % s->players);
        if (!s->supply[WHITE1])
            continue;
        s->supply[WHITE1]--;
        s->player[seat].bag[WHITE1]++;
        tell_chip(r, QE_WHITE_ADDED, seat, WHITE1);
    }
}

/* One card a turn (Q7), unless the table plays without them (Q12). The snapshot comes before
 * anybody chooses. */
static void turn_card(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    if (s->no_fortune)
        return;
    s->card = (uint8_t)draw_card(r);
    tell_n(r, QE_FORTUNE, EVENT_NONE, s->card);
    card_snapshot(r);
}

/* The turn's own changes come before its card. */
int turn_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    tell_n(r, QE_TURN, s->start, s->turn);
    if (s->turn == NUMBER_OF(s, turns_white))
        one_more_white(r);
    turn_card(r);
    next_stage(s, STAGE_CARD);
    return 1;
}

/* ---- purple cards, seat by seat ---- */

/* Values go 1, 2, 4, and kinds of one colour are adjacent. */
int next_value(int chip)
{
    int colour = chip_colour(chip);
    if (colour != GREEN && colour != BLUE && colour != RED && colour != YELLOW)
        return -1;
    return chip_value(chip) == 4 ? -1 : chip + 1;
}

int may_be_swapped(const struct quacks_state *s, int chip)
{
    int next = next_value(chip);
    return next >= 0 && chip_available(s, next);
}

/* If nothing can be swapped, nothing is asked and the card gives a green 1. */
uint64_t swap_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    uint64_t answers = 0;
    for (int i = 0; i < p->offer_n; i++)
        if (may_be_swapped(s, p->offer[i]))
            answers |= (uint64_t)1 << p->offer[i];
    return answers ? answers | (uint64_t)1 << PICK_NONE : 0;
}

/* The chips were counted in the bag all the time, so clearing the offer puts them back. */
static void forget_offer(struct quacks_player *p)
{
    p->offer_n = 0;
    memset(p->offer, 0, sizeof p->offer);
}

/* Q7: the green 1 is for those who cannot swap. A possible swap declined gives nothing. */
static void opportunistic(struct quacks_resolution *r, int seat)
{
    struct quacks_player *p = &r->s->player[seat];
    bag_look(r, seat, NUMBER_OF(r->s, moment_chips), QE_LOOKED);
    if (swap_answers(r->s, p)) {
        quacks_ask(r, seat, QQ_SWAP);
        return;
    }
    forget_offer(p);
    take_chip(r, seat, GREEN1);
}

/* The old chip goes to the supply before the new one is taken. Both are public; the other chips
 * looked at stay secret. */
void quacks_answer_swap(struct quacks_resolution *r, int seat, int answer)
{
    struct quacks_player *p = &r->s->player[seat];
    forget_offer(p);
    if (answer == PICK_NONE) {
        tell(r, QE_DECLINED, seat, EVENT_NONE, EVENT_NONE, 0);
        return;
    }
    p->bag[answer]--;
    r->s->supply[answer]++;
    tell_chip(r, QE_GAVE, seat, answer);
    take_chip(r, seat, next_value(answer));
}

/* An event says why nothing is asked (Q2, Q3), and of no more steps than can be taken: none where
 * no droplet can move; and each may be passed up where the table is asked (Q12). */
static void tell_no_choice(struct quacks_resolution *r, int seat)
{
    int room = droplet_room(r->s, &r->s->player[seat]);
    int n = int_min(NUMBER_OF(r->s, wisely_steps), room);
    if (n)
        tell_n(r, r->s->optional ? QE_NO_CHOICE_ASKED : QE_NO_CHOICE, seat, n);
    else
        tell(r, QE_NO_CHOICE_LOST, seat, EVENT_NONE, EVENT_NONE, 0);
}

/* Choose Wisely: without a purple 1 the steps are taken without a choice. */
static void choose_wisely(struct quacks_resolution *r, int seat)
{
    if (!chip_available(r->s, PURPLE1))
        tell_no_choice(r, seat);
    quacks_ask(r, seat, QQ_FORTUNE);
}

/* One seat's part of a purple card (Q7). Cards with a choice ask; a single option is given without
 * asking. Rat Infestation takes effect when the rats are counted. */
static void card_acts(struct quacks_resolution *r, int seat)
{
    struct quacks_state *s = r->s;
    int marked = s->mark >> seat & 1;
    switch (s->card) {
    case POT_FILLING: s->steps = (uint8_t)NUMBER_OF(s, filling_steps); break;
    case CHARITY: gain_rubies(r, seat, marked * NUMBER_OF(s, charity_rubies), QE_RUBY); break;
    case LESS_IS_MORE:
        if (marked)
            take_chip(r, seat, BLUE2);
        else
            gain_rubies(r, seat, NUMBER_OF(s, less_rubies), QE_RUBY);
        break;
    case DONATIONS: bonus_die(r, seat); break;
    case OPPORTUNISTIC: opportunistic(r, seat); break;
    case BEGINNERS_BONUS:
        if (marked)
            take_chip(r, seat, GREEN1);
        break;
    case RAT_INFESTATION: break;
    case CHOOSE_WISELY: choose_wisely(r, seat); break;
    default: quacks_ask(r, seat, QQ_FORTUNE); break;
    }
}

/* Blue cards are carried out in the rules they change; here they have no part. cards.def lists the
 * purple ones first. */
int card_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    while (s->card < LIVING_IN_LUXURY && part_begins(s)) {
        card_acts(r, seat_at(s, s->at));
        if (stage_waits(s))
            return 0;
    }
    s->mark = 0;
    next_stage(s, STAGE_RATS);
    return 1;
}

/* ---- the choices ---- */

/* Q7: "any 2-chip" is green, blue, red or yellow, if its book is out and the supply has one. The
 * chips of a colour are in the order of their values 1, 2, 4. */
static uint64_t chips_of_value(const struct quacks_state *s, int value)
{
    const uint32_t first = 1u << GREEN1 | 1u << BLUE1 | 1u << RED1 | 1u << YELLOW1;
    return chips_available(s) & first << (value >> 1);
}

/* Any 1-chip but purple and black: the four colours and orange (Q7). */
static uint64_t wheel_and_deal(const struct quacks_state *s, const struct quacks_player *p)
{
    uint64_t none = (uint64_t)1 << CHOOSE_NONE;
    if (p->rubies < NUMBER_OF(s, deal_rubies))
        return none;
    return none | chips_of_value(s, 1) | if_available(s, ORANGE1);
}

/* Rats as usual, or give up 1 to 3 of one's own tails for as many rubies (Q7). */
static uint64_t good_start(const struct quacks_state *s, const struct quacks_player *p)
{
    int most = NUMBER_OF(s, good_tails);
    uint64_t tails = bits_below(int_min(most, p->tails)) << CHOOSE_TAILS;
    return (uint64_t)1 << CHOOSE_RATS | tails;
}

/* Only Wheel and Deal can be declined (Q7). Options that are always possible are always offered:
 * the droplet even on 51, the points even without tails. */
uint64_t fortune_answers(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    const uint64_t one = 1;
    switch (s->card) {
    case CHOOSE_WISELY: return one << CHOOSE_DROPLET | if_available(s, PURPLE1);
    case ONLY_ONE: return one << CHOOSE_RUBIES | if_available(s, BLACK1) | chips_of_value(s, 2);
    case WHEEL_AND_DEAL: return wheel_and_deal(s, p);
    case GOOD_START: return good_start(s, p);
    case JUST_IN_TIME:
        return one << CHOOSE_POINTS | (uint64_t)(p->bag[WHITE1] != 0) << CHOOSE_REMOVE;
    case RATS_ARE_FRIENDS: return one << CHOOSE_POINTS | chips_of_value(s, 4);
    /* Schadenfreude, the only blue card that asks this. */
    default: return chips_of_value(s, 2);
    }
}

/* Just in Time: to the supply, not out of the game. */
static void choose_remove(struct quacks_resolution *r, int seat)
{
    r->s->player[seat].bag[WHITE1]--;
    r->s->supply[WHITE1]++;
    tell_chip(r, QE_REMOVED, seat, WHITE1);
}

/* A Good Start: the rubies are paid now; the tails given up are subtracted when the rats are
 * counted. */
static void choose_tails(struct quacks_resolution *r, int seat, int k)
{
    r->s->player[seat].given = (uint8_t)k;
    tell_n(r, QE_TAILS, seat, k);
    gain_rubies(r, seat, k * NUMBER_OF(r->s, good_rubies), QE_RUBY);
}

/* Only Wheel and Deal has a price (Q7). */
static void choose_chip(struct quacks_resolution *r, int seat, int chip)
{
    if (r->s->card == WHEEL_AND_DEAL && r->s->stage == STAGE_CARD) {
        int price = NUMBER_OF(r->s, deal_rubies);
        r->s->player[seat].rubies = (uint16_t)(r->s->player[seat].rubies - price);
        if (price)
            tell_n(r, QE_RUBY_PAID, seat, price);
    }
    take_chip(r, seat, chip);
}

/* Just in Time gives 4 points. Rats Are Your Friends gives one for each tail counted when the card
 * was turned. */
static int choice_points(const struct quacks_state *s, int seat)
{
    if (s->card == JUST_IN_TIME)
        return NUMBER_OF(s, time_points);
    return s->player[seat].tails * NUMBER_OF(s, friends_points);
}

/* The answer's bit says what was chosen; the card says how many points, and what a chip costs.
 * CHOOSE_NONE and CHOOSE_RATS change nothing. */
void answer_fortune(struct quacks_resolution *r, int seat, int answer)
{
    if (answer < CHIP_COUNT)
        choose_chip(r, seat, answer);
    else if (answer == CHOOSE_DROPLET)
        r->s->steps = (uint8_t)NUMBER_OF(r->s, wisely_steps);
    else if (answer == CHOOSE_RUBIES)
        gain_rubies(r, seat, NUMBER_OF(r->s, only_rubies), QE_RUBY);
    else if (answer == CHOOSE_POINTS)
        gain_points(r, seat, choice_points(r->s, seat), QE_POINTS);
    else if (answer == CHOOSE_REMOVE)
        choose_remove(r, seat);
    else if (answer >= CHOOSE_TAILS)
        choose_tails(r, seat, answer - CHOOSE_TAILS + 1);
    else
        tell(r, QE_DECLINED, seat, EVENT_NONE, EVENT_NONE, 0);
}

/* ---- rats (Q4) ---- */

/* Counted again after the card, which may have changed points or droplets (Q7). Rat Infestation
 * doubles the tails, but tails given up count once. */
static int rat_tails(const struct quacks_state *s, int seat, int leader)
{
    int tails = tails_of(s, seat, leader);
    if (s->card == RAT_INFESTATION)
        tails *= NUMBER_OF(s, infestation_times);
    return int_max(tails - s->player[seat].given, 0);
}

/* One chip must always fit (Q1.3). */
static void rats_start(struct quacks_resolution *r, int seat, int tails)
{
    struct quacks_player *p = &r->s->player[seat];
    int spaces = tails * NUMBER_OF(r->s, rats_spaces);
    p->origin = (uint8_t)int_min(p->droplet + spaces, NUMBER_OF(r->s, droplet_last));
    p->rats = (uint8_t)(p->origin - p->droplet);
    p->tails = p->given = 0;
    if (sink_of(r) && p->rats)
        tell_n(r, QE_RATS, seat, p->rats);
}

/* In the order of seats, from the start player on; nobody chooses (Q5.6). */
static void all_rats_start(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    int leader = tails_below(s, leader_points(s));
    for (int at = 0; at < s->players; at++) {
        int seat = seat_at(s, at);
        rats_start(r, seat, rat_tails(s, seat, leader));
    }
}

int rat_tails_most(const struct quacks_state *s, const struct quacks_player *p)
{
    int spaces = NUMBER_OF(s, rats_spaces), room = NUMBER_OF(s, droplet_last) - p->droplet;
    return spaces ? (room + spaces - 1) / spaces : 0;
}

uint64_t rats_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    return bits_below(int_min(p->tails, rat_tails_most(s, p)) + 1);
}

/* All tails are counted first, so that what a card took is needed no longer. */
static void count_tails(struct quacks_state *s)
{
    int leader = tails_below(s, leader_points(s));
    for (int seat = 0; seat < s->players; seat++) {
        struct quacks_player *p = &s->player[seat];
        p->tails = (uint16_t)int_min(rat_tails(s, seat, leader), rat_tails_most(s, p));
        p->given = 0;
    }
}

/* Seat by seat (Q12). Returns 0 while a seat is asked; without tails it is not. */
RARE static int rats_are_asked(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    if (!s->sub)
        count_tails(s);
    while (part_begins(s)) {
        quacks_ask(r, seat_at(s, s->at), QQ_RATS);
        if (s->asked)
            return 0;
    }
    return 1;
}

void answer_rats(struct quacks_resolution *r, int seat, int tails)
{
    int left = r->s->player[seat].tails - tails;
    if (left)
        tell_n(r, QE_LEFT_TAILS, seat, left);
    rats_start(r, seat, tails);
}

/* Returns 1 if nobody is asked, which is so only when no seat can draw. */
int rats_stage(struct quacks_resolution *r)
{
    if (!r->s->optional)
        all_rats_start(r);
    else if (!rats_are_asked(r))
        return 0;
    next_stage(r->s, STAGE_BREW);
    brew_begin(r);
    return !r->s->asked;
}
