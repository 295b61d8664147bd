/* Step B: the actions of black, green and purple chips (Q6 B, Q8). Players act one after another.
 * For each player the order is black, green 3, purple, then the other greens, the last chip
 * first. */
#include "games/quacks/rules.h"

/* The parts of one seat's step B, in order; `sub` in the state counts them. Black has two parts, so
 * that the droplet moves before the ruby comes. */
enum action_part {
    PART_BLACK,
    PART_BLACK_RUBY,
    PART_SPIDER_MOVE,
    PART_PURPLE,
    PART_LAST,
    PART_BEFORE
};

/* ---- black ---- */

/* Seats wrap around, so -1 is the last one. Exploded pots count (Q8). No black chip leaves or
 * enters a pot during B, so the present pots are the snapshot of Q6 B. */
static int blacks_of(const struct quacks_state *s, int seat)
{
    int seats = s->players;
    return pot_count(&s->player[(seat + seats) % seats], BLACK);
}

/* The number of rewards: 0 nothing, 1 a droplet step, 2 a droplet step and a ruby (Q8). Without a
 * black chip there is none, even if two players tie at 0 (R). */
static int black_reward(const struct quacks_state *s, int seat)
{
    int own = pot_count(&s->player[seat], BLACK);
    if (own == 0)
        return 0;
    int left = blacks_of(s, seat + 1), right = blacks_of(s, seat - 1);
    if (s->players == 2)
        return own > left ? 2 : own == left;
    return (own > left) + (own > right);
}

/* On the test-tube side the step is a question, which comes before the ruby (Q10). */
static void black_moves(struct quacks_resolution *r, int seat)
{
    int reward = black_reward(r->s, seat);
    r->s->steps = (uint8_t)(reward ? NUMBER_IN(r->s, black_steps, reward - 1) : 0);
}

static void black_acts(struct quacks_resolution *r, int seat)
{
    if (!r->s->optional)
        black_moves(r, seat);
    else if (optional_action(r->s, seat).chip != NO_CHIP)
        ask_seat(r, seat, QQ_OPTIONAL);
}

/* A part of its own: the droplet's step is over by then. */
static void black_pays(struct quacks_resolution *r, int seat)
{
    int reward = black_reward(r->s, seat);
    if (reward)
        gain_rubies(r, seat, NUMBER_IN(r->s, black_rubies, reward - 1), QE_RUBY);
}

/* ---- green 3 ---- */

/* Sums all greens of the pot, not just the last two. Strong Ingredient's chip may be the one that
 * moves, but does not count (Q7). */
static int green_sum(const struct quacks_player *p)
{
    int sum = 0;
    for (int i = 0; i < p->pot_n; i++)
        if (!(p->pot[i] & CHIP_INERT) && chip_colour(p->pot[i]) == GREEN)
            sum += chip_value(p->pot[i]);
    return sum;
}

/* How far book green 3 moves the last chip. */
static int spider_spaces(const struct quacks_state *s, const struct quacks_player *p)
{
    return green_sum(p) * NUMBER_OF(s, green3_times);
}

/* Book green 3. Asked even if the chip cannot move the full distance, unless it lies on 52 already
 * (Q5.6). If the sum is 0, nothing is asked. The white sum includes Strong Ingredient's chip
 * (Q7). */
static void spider_moves(struct quacks_resolution *r, int seat)
{
    const struct quacks_player *p = &r->s->player[seat];
    if (r->s->book[GREEN] == 3 && p->pot_n && pot_whites(p) == NUMBER_OF(r->s, green3_whites) &&
        !pot_is_full(p) && spider_spaces(r->s, p))
        quacks_ask(r, seat, QQ_BONUS);
}

/* Only this changes a scoring space once it is fixed. Step A has used the old one (Q6 A); C, D and
 * the tie-break of Q9.2 use the new one. */
void answer_bonus_spider(struct quacks_resolution *r, int seat, int leave)
{
    struct quacks_player *p = &r->s->player[seat];
    int spaces = spider_spaces(r->s, p), at = pot_position(p), to = int_min(at + spaces, POT_LAST);
    if (leave) {
        tell_n(r, QE_LEFT_BONUS, seat, spaces);
        return;
    }
    p->spaces &= ~((uint64_t)1 << at);
    p->spaces |= (uint64_t)1 << to;
    p->scoring = (uint8_t)(to + 1);
    tell(r, QE_SPIDER, seat, EVENT_NONE, to, 0);
}

/* ---- purple ---- */

/* The chips of the seat's pot that a tier of purple 4 can swap: 1 for 2, 2 for 4, 1 for 4. Kinds of
 * one colour are adjacent. The new chip must be in the supply and its book out (Q2, Q3). */
static uint64_t upgrades(const struct quacks_state *s, const struct quacks_player *p, int tier)
{
    uint64_t chips = 0;
    for (int chip = GREEN1; chip <= YELLOW4; chip++) {
        int from = tier == 2 ? 2 : 1, to = chip + (tier == 3 ? 2 : 1);
        if (chip_value(chip) == from && pot_first_of(p, chip, 1) >= 0 && chip_available(s, to))
            chips |= (uint64_t)1 << chip;
    }
    return chips;
}

uint64_t upgrade_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    return upgrades(s, p, s->tier);
}

/* There are three tiers at most, however many purples lie in the pot. Tiers of books 1 and 2 are
 * always possible: a chip that the supply lacks is left out (Q2). Tier 0 declines. */
uint64_t purple_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    /* Tier 0 declines (Q8). */
    uint64_t answers = 1;
    int purples = int_min(pot_count(p, PURPLE), 3);
    for (int tier = 1; tier <= purples; tier++)
        if (s->book[PURPLE] != 4 || upgrades(s, p, tier))
            answers |= (uint64_t)1 << tier;
    return answers;
}

/* Tiers do not add up: each has its own reward. */
static void purple_1(struct quacks_resolution *r, int seat, int tier)
{
    gain_points(r, seat, NUMBER_IN(r->s, purple1_points, tier - 1), QE_POINTS);
    gain_rubies(r, seat, NUMBER_IN(r->s, purple1_rubies, tier - 1), QE_RUBY);
    r->s->steps = (uint8_t)NUMBER_IN(r->s, purple1_steps, tier - 1);
}

/* The chips leave the pot, but the last two chips and the scoring space stay as they were (Q8).
 * Strong Ingredient's chip cannot be given back (R). */
static void give_back_purples(struct quacks_resolution *r, int seat, int n)
{
    struct quacks_player *p = &r->s->player[seat];
    for (; n; n--) {
        pot_remove(p, pot_first_of(p, PURPLE1, 0));
        r->s->supply[PURPLE1]++;
        tell_chip(r, QE_GAVE, seat, PURPLE1);
    }
}

/* A chip that the supply lacks is lost; the rest of the tier is paid (Q2). Points and rubies come
 * before the droplet steps, which may ask a question. */
static void purple_2(struct quacks_resolution *r, int seat, int tier)
{
    give_back_purples(r, seat, tier);
    for (uint32_t chips = purple2_chips(tier); chips; chips &= chips - 1)
        take_chip(r, seat, bit_lowest(chips));
    gain_points(r, seat, NUMBER_IN(r->s, purple2_points, tier - 1), QE_POINTS);
    gain_rubies(r, seat, NUMBER_IN(r->s, purple2_rubies, tier - 1), QE_RUBY);
    r->s->steps = (uint8_t)NUMBER_IN(r->s, purple2_steps, tier - 1);
}

/* The coins of a chip's own space count, not those of the scoring space (Q8). */
static int purple_3_points(const struct quacks_state *s, const struct quacks_player *p)
{
    int points = 0;
    for (int i = 0; i < p->pot_n; i++)
        if (p->pot[i] == PURPLE1)
            points += purple_pays(s, pot_at(p, i));
    return points;
}

/* Costs nothing, so it is asked only with the option (Q12): one question for all purples, as with
 * the other books. */
static void purple_3(struct quacks_resolution *r, int seat)
{
    int points = purple_3_points(r->s, &r->s->player[seat]);
    if (r->s->optional && points)
        ask_seat(r, seat, QQ_OPTIONAL);
    else
        gain_points(r, seat, points, QE_POINTS);
}

/* Stores the tier for the second question of purple 4, which cannot be declined. */
void answer_purple(struct quacks_resolution *r, int seat, int tier)
{
    if (tier == 0)
        return;
    r->s->tier = (uint8_t)tier;
    switch (r->s->book[PURPLE]) {
    case 1: purple_1(r, seat, tier); break;
    case 2: purple_2(r, seat, tier); break;
    default: quacks_ask(r, seat, QQ_UPGRADE); break;
    }
}

/* The new chip goes into the bag, not the pot. Strong Ingredient's chip may be swapped too (R). Of
 * equal chips the one placed first leaves (Q8). */
void answer_upgrade(struct quacks_resolution *r, int seat, int chip)
{
    struct quacks_player *p = &r->s->player[seat];
    int to = chip + (r->s->tier == 3 ? 2 : 1);
    pot_remove(p, pot_first_of(p, chip, 1));
    r->s->supply[chip]++;
    tell_chip(r, QE_GAVE, seat, chip);
    take_chip(r, seat, to);
}

/* If only tier 0 is possible, quacks_ask declines without asking. */
static void purple_acts(struct quacks_resolution *r, int seat)
{
    if (r->s->book[PURPLE] == 3)
        purple_3(r, seat);
    else
        quacks_ask(r, seat, QQ_PURPLE);
}

/* ---- the other greens ---- */

/* Noted before purple chips leave the pot, which does not change the last two (Q8), and after green
 * 3, which moves a chip but keeps the order. An inert chip keeps its place but does not act
 * (Q7). */
static void note_last_two(struct quacks_state *s, const struct quacks_player *p)
{
    for (int i = 0; i < 2; i++) {
        int place = p->pot_n - 1 - i;
        int chip = place >= 0 && i < NUMBER_OF(s, green_last) ? p->pot[place] : NO_CHIP;
        s->last_two[i] = chip & CHIP_INERT ? NO_CHIP : (uint8_t)chip;
    }
}

/* Also of NO_CHIP. */
static int chip_is_green(int chip)
{
    return chip >= GREEN1 && chip <= GREEN4;
}

/* The chip whose turn it is, if it is green. `sub` already counts the next part when a part acts or
 * its question is answered (b_stage), hence the - 1. */
static int spider_of_part(const struct quacks_state *s)
{
    int chip = s->last_two[s->sub - 1 - PART_LAST];
    return chip_is_green(chip) ? chip : NO_CHIP;
}

/* Green 2: the chip's value says what may be taken. Like every chip action it can be declined
 * (Q5.6). If the supply has nothing, nothing is asked. */
uint64_t spider_answers(const struct quacks_state *s)
{
    uint64_t none = (uint64_t)1 << PICK_NONE;
    switch (spider_of_part(s)) {
    case GREEN1: return none | if_available(s, ORANGE1);
    case GREEN2: return none | if_available(s, BLUE1) | if_available(s, RED1);
    case GREEN4: return none | if_available(s, YELLOW1) | if_available(s, PURPLE1);
    default: return none;
    }
}

/* Green 2. take_chip cannot fail: only what can be taken is offered. */
void answer_pick_spider(struct quacks_resolution *r, int seat, int answer)
{
    if (answer != PICK_NONE)
        take_chip(r, seat, answer);
    else
        tell(r, QE_PICKED_NONE, seat, EVENT_NONE, EVENT_NONE, 0);
}

/* Green 4. The droplet step is taken before the next part begins, like all droplet steps (Q10). */
void answer_pay(struct quacks_resolution *r, int seat, int no)
{
    struct quacks_player *p = &r->s->player[seat];
    int rubies = NUMBER_OF(r->s, green4_rubies);
    if (no)
        return;
    p->rubies = (uint16_t)(p->rubies - rubies);
    if (rubies)
        tell_n(r, QE_RUBY_PAID, seat, rubies);
    r->s->steps = (uint8_t)NUMBER_OF(r->s, green4_steps);
}

/* Green 4 is not offered if the droplet cannot move: only actions with an effect are offered
 * (Q6). */
static int can_pay(const struct quacks_state *s, const struct quacks_player *p)
{
    return p->rubies >= NUMBER_OF(s, green4_rubies) && NUMBER_OF(s, green4_steps) &&
           droplet_can_move(s, p);
}

/* Green 1: asked for each green, like green 2 and 4 (Q12). */
static void green_1(struct quacks_resolution *r, int seat)
{
    int rubies = NUMBER_OF(r->s, green1_rubies);
    if (r->s->optional && rubies)
        ask_seat(r, seat, QQ_OPTIONAL);
    else
        gain_rubies(r, seat, rubies, QE_RUBY);
}

/* Nothing happens where the chip of this part is no green, or nothing can be paid. Green 3 has its
 * own part (Q6.B). */
static void spider_acts(struct quacks_resolution *r, int seat)
{
    const struct quacks_player *p = &r->s->player[seat];
    if (spider_of_part(r->s) == NO_CHIP)
        return;
    if (r->s->book[GREEN] == 1)
        green_1(r, seat);
    else if (r->s->book[GREEN] == 2)
        quacks_ask(r, seat, QQ_PICK);
    else if (r->s->book[GREEN] == 4 && can_pay(r->s, p))
        quacks_ask(r, seat, QQ_PAY);
}

/* ---- what may be passed up (Q12) ---- */

/* An action without an effect is not asked about (Q6). */
static struct optional_action action_of(int chip, int points, int rubies, int steps)
{
    struct optional_action a = {chip, points, rubies, steps};
    if (!points && !rubies && !steps)
        a.chip = NO_CHIP;
    return a;
}

static struct optional_action blue_action(const struct quacks_state *s,
                                          const struct quacks_player *p)
{
    int chip = p->last_drawn;
    int pays = p->fresh && chip_is(chip, BLUE) ? blue_pays(s, p, chip) : 0;
    return s->book[BLUE] == 3 ? action_of(chip, 0, pays, 0) : action_of(chip, pays, 0, 0);
}

/* Only steps that can be taken count. */
static struct optional_action black_action(const struct quacks_state *s, int seat)
{
    int which = black_reward(s, seat) - 1;
    if (which < 0)
        return action_of(BLACK1, 0, 0, 0);
    int room = droplet_room(s, &s->player[seat]);
    return action_of(BLACK1, 0, NUMBER_IN(s, black_rubies, which),
                     int_min(NUMBER_IN(s, black_steps, which), room));
}

static struct optional_action green_action(const struct quacks_state *s)
{
    int acts = s->book[GREEN] == 1 && spider_of_part(s) != NO_CHIP;
    return action_of(spider_of_part(s), 0, acts * NUMBER_OF(s, green1_rubies), 0);
}

/* `sub` counts the part that asks already, as for spider_of_part. */
static struct optional_action part_action(const struct quacks_state *s, int seat)
{
    int purples = s->book[PURPLE] == 3;
    switch (s->sub - 1) {
    case PART_BLACK: return black_action(s, seat);
    case PART_PURPLE:
        return action_of(PURPLE1, purples ? purple_3_points(s, &s->player[seat]) : 0, 0, 0);
    case PART_LAST:
    case PART_BEFORE: return green_action(s);
    default: return action_of(NO_CHIP, 0, 0, 0);
    }
}

struct optional_action optional_action(const struct quacks_state *s, int seat)
{
    if (s->stage == STAGE_BREW)
        return blue_action(s, &s->player[seat]);
    if (s->stage == STAGE_B)
        return part_action(s, seat);
    return action_of(NO_CHIP, 0, 0, 0);
}

/* Black's ruby is a part of its own, after the droplet has moved; whoever leaves the action skips
 * it. */
void answer_optional_part(struct quacks_resolution *r, int seat, int leave)
{
    struct optional_action a = part_action(r->s, seat);
    if (leave) {
        tell_chip(r, QE_LEFT_ACTION, seat, a.chip);
        r->s->sub = a.chip == BLACK1 ? PART_SPIDER_MOVE : r->s->sub;
        return;
    }
    gain_points(r, seat, a.points, QE_POINTS);
    gain_rubies(r, seat, a.chip == BLACK1 ? 0 : a.rubies, QE_RUBY);
    r->s->steps = (uint8_t)a.steps;
}

/* ---- the whole ---- */

/* The seats with a chip in the pot that acts in B; most pots have none. Strong Ingredient's chip
 * alone cannot act. */
static uint32_t seats_with_actions(const struct quacks_state *s)
{
    const uint32_t acting = 1u << GREEN | 1u << PURPLE | 1u << BLACK;
    uint32_t seats = 0;
    for (int seat = 0; seat < s->players; seat++)
        seats |= (uint32_t)((s->player[seat].lying & acting) != 0) << seat;
    return seats;
}

/* Clears what only B uses, so that equal tables have equal bytes. */
static void forget_part(struct quacks_state *s)
{
    s->tier = 0;
    s->last_two[0] = s->last_two[1] = NO_CHIP;
}

/* Purple chips act after the last two chips were noted. */
static void purple_part(struct quacks_resolution *r, int seat)
{
    struct quacks_state *s = r->s;
    note_last_two(s, &s->player[seat]);
    if (pot_has(&s->player[seat], PURPLE))
        purple_acts(r, seat);
}

/* One seat's parts from `sub` on. Returns 0 while the stage must wait: a part may ask or move a
 * droplet. `sub` is set first, so that the stage continues with the next part. Parts without chips
 * in the pot are skipped. */
static int seat_acts(struct quacks_resolution *r, int seat)
{
    struct quacks_state *s = r->s;
    int part = s->sub ? s->sub : pot_has(&s->player[seat], BLACK) ? PART_BLACK : PART_SPIDER_MOVE;
    for (; part <= PART_BEFORE; part++) {
        s->sub = (uint8_t)(part + 1);
        switch (part) {
        case PART_BLACK: black_acts(r, seat); break;
        case PART_BLACK_RUBY: black_pays(r, seat); break;
        case PART_SPIDER_MOVE: spider_moves(r, seat); break;
        case PART_PURPLE: purple_part(r, seat); break;
        default: spider_acts(r, seat); break;
        }
        if (stage_waits(s))
            return 0;
        if (part >= PART_PURPLE && !chip_is_green(s->last_two[0]) && !chip_is_green(s->last_two[1]))
            break;
    }
    return 1;
}

/* Returns 1 when all seats have had their part; 0: a seat is asked, and the stage goes on there. */
int b_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    uint32_t acting = seats_from(s, seats_with_actions(s));
    /* A seat's part goes on even if no such chip is left. */
    acting |= (uint32_t)(s->sub != 0) << s->at;
    for (; acting; acting &= acting - 1) {
        go_to(s, bit_lowest(acting));
        if (!seat_acts(r, seat_at(s, s->at)))
            return 0;
        forget_part(s);
    }
    next_stage(s, STAGE_C);
    return 1;
}
