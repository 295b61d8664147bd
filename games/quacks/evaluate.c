/* The evaluation (Q6) without the chip actions of B: the effects before A, the bonus die, rubies,
 * points, shopping, spending, cleaning up, and the end (Q9). Each stage handles one seat after
 * another. */
#include "games/quacks/rules.h"

/* ---- before A ---- */

/* An exploded or full pot takes no chip (Q1.2, Q7). The seat looks at up to five chips, fewer if
 * the bag has fewer; with an empty bag nothing is asked. */
static void strong_ingredient(struct quacks_resolution *r, int seat)
{
    const struct quacks_player *p = &r->s->player[seat];
    if (p->exploded || pot_is_full(p))
        return;
    bag_look(r, seat, NUMBER_OF(r->s, strong_chips), QE_LOOKED);
    if (p->offer_n)
        quacks_ask(r, seat, QQ_PICK);
}

/* One seat after another from the start player on (Q7), although no choice depends on another's. */
int strong_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    while (s->card == STRONG_INGREDIENT && part_begins(s)) {
        strong_ingredient(r, seat_at(s, s->at));
        if (s->asked)
            return 0;
    }
    next_stage(s, STAGE_REDS);
    return 1;
}

/* The chip moves by its value, without an explosion, an action or a bonus, and is marked inert
 * (Q7). If the table plays that it acts, it is a chip like any other in B (Q12). It is not drawn,
 * so it is not in the history (Q5.5). The other chips were counted in the bag all the time. */
void answer_pick_strong(struct quacks_resolution *r, int seat, int answer)
{
    struct quacks_player *p = &r->s->player[seat];
    p->offer_n = 0;
    memset(p->offer, 0, sizeof p->offer);
    if (answer == PICK_NONE) {
        tell(r, QE_PICKED_NONE, seat, EVENT_NONE, EVENT_NONE, 0);
        return;
    }
    p->bag[answer]--;
    pot_lay(p, answer | (r->s->acts ? 0 : CHIP_INERT), chip_value(answer));
    tell(r, QE_STRONG, seat, answer, pot_position(p), 0);
}

/* Late reds and Strong Ingredient's chips are in the pots by now (Q6). From here on `scoring`
 * counts, not the pot, so chips that leave in B do not change it (Q8). */
int scored_stage(struct quacks_resolution *r)
{
    for (int seat = 0; seat < r->s->players; seat++)
        r->s->player[seat].scoring = (uint8_t)pot_scoring(&r->s->player[seat]);
    next_stage(r->s, STAGE_SEASONED);
    return 1;
}

/* Explosions need no check: by the standard numbers an exploded pot has more than 7. Each droplet
 * moves before the next seat's (Q10). */
int seasoned_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    while (s->card == SEASONED_PERFECTLY && part_begins(s)) {
        int is_seven = pot_whites(player_at(r)) == NUMBER_OF(s, seasoned_whites);
        s->steps = (uint8_t)(is_seven ? NUMBER_OF(s, seasoned_steps) : 0);
        if (s->steps)
            return 0;
    }
    next_stage(s, STAGE_SCHADENFREUDE);
    return 1;
}

/* The seat to the left of an exploded pot takes a 2-chip, even if blue 2 covered it (Q7). Seats are
 * asked from the start player on, so scarce chips go in that order. */
int schadenfreude_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    while (s->card == SCHADENFREUDE && part_begins(s)) {
        int seat = seat_at(s, s->at);
        /* The seat to the right, whose left neighbour this seat is. */
        int right = seat == 0 ? s->players - 1 : seat - 1;
        if (s->player[right].exploded)
            quacks_ask(r, seat, QQ_FORTUNE);
        if (s->asked)
            return 0;
    }
    next_stage(s, STAGE_A);
    return 1;
}

/* ---- A ---- */

/* For step A and the card Donations. The orange book is always out; if the supply has no orange,
 * the roll gives nothing (Q2). Faces cannot be predicted, so there is no branch for each. */
void bonus_die(struct quacks_resolution *r, int seat)
{
    int face = roll_die(r, seat), reward = NUMBER_IN(r->s, die_reward, face);
    gain_points(r, seat, reward * (face == DIE_POINT1 || face == DIE_POINT2), QE_POINTS);
    gain_rubies(r, seat, reward * (face == DIE_RUBY), QE_RUBY);
    r->s->steps = (uint8_t)(reward * (face == DIE_DROPLET));
    for (int oranges = reward * (face == DIE_ORANGE); oranges; oranges--)
        take_chip(r, seat, ORANGE1);
}

/* The scoring space that counts in A; it is at least 1. */
static int rolling_space(const struct quacks_player *p)
{
    return p->exploded ? 0 : p->scoring;
}

/* The seats that roll: pots that did not explode, with the highest scoring space among those. */
static uint32_t rolling_seats(const struct quacks_state *s)
{
    uint32_t seats = 0;
    int best = 1;
    for (int seat = 0; seat < s->players; seat++)
        best = rolling_space(&s->player[seat]) > best ? rolling_space(&s->player[seat]) : best;
    for (int seat = 0; seat < s->players; seat++)
        seats |= (uint32_t)(rolling_space(&s->player[seat]) == best) << seat;
    return seats;
}

/* The seats that roll are computed each time, because A changes no scoring space. `sub` counts a
 * seat's rolls, so that a droplet step comes between two rolls of The Pot Is Full (Q6 A). */
int a_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    uint32_t rolling = seats_from(s, rolling_seats(s));
    int rolls = s->card == POT_IS_FULL ? NUMBER_OF(s, full_rolls) : NUMBER_OF(s, die_rolls);
    for (; rolling; rolling &= rolling - 1) {
        go_to(s, bit_lowest(rolling));
        while (s->sub < rolls) {
            s->sub++;
            bonus_die(r, seat_at(s, s->at));
            if (s->steps)
                return 0;
        }
    }
    next_stage(s, STAGE_B);
    return 1;
}

/* ---- C, D ---- */

/* For all pots, exploded or not. Nobody is asked, so the stage is never interrupted. Lucky Devil
 * and Shining Extra Bright belong here (Q7). */
int c_stage(struct quacks_resolution *r)
{
    for (int at = 0; at < r->s->players; at++) {
        int seat = seat_at(r->s, at);
        int rubies = space_rubies(r->s, r->s->player[seat].scoring), more = 0;
        if (r->s->card == SHINING_BRIGHT && rubies)
            more = NUMBER_OF(r->s, shining_rubies);
        gain_rubies(r, seat, rubies + more, QE_RUBY_SPACE);
        if (r->s->card == LUCKY_DEVIL && rubies)
            gain_points(r, seat, NUMBER_OF(r->s, lucky_points), QE_POINTS);
    }
    next_stage(r->s, STAGE_D);
    return 1;
}

/* Points of the scoring space (Q6 D); green 3 may have moved it since A. */
static void score_points(struct quacks_resolution *r, int seat)
{
    gain_points(r, seat, space_points(r->s, r->s->player[seat].scoring), QE_POINTS_SPACE);
}

/* Coins are set even if nothing can be bought, because turn 9 turns them into points. */
static void score_coins(struct quacks_resolution *r, int seat)
{
    struct quacks_player *p = &r->s->player[seat];
    p->coins = (uint8_t)space_coins(r->s, p->scoring);
    tell_n(r, QE_COINS, seat, p->coins);
}

/* Only a seat whose pot exploded without blue 2's cover is asked; all others get both (Q6 D). `sub`
 * is 1 after the seat at `at` was asked, so the stage continues with the next one. */
int d_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    for (int at = s->at + s->sub; at < s->players; at++) {
        int seat = seat_at(s, at);
        const struct quacks_player *p = &s->player[seat];
        if (p->exploded && !p->covered) {
            s->at = (uint8_t)at;
            s->sub = 1;
            quacks_ask(r, seat, QQ_SCORE);
            return 0;
        }
        score_points(r, seat);
        score_coins(r, seat);
    }
    next_stage(s, STAGE_E);
    return 1;
}

/* Points or coins; only blue 2 gives both. */
void answer_score(struct quacks_resolution *r, int seat, int coins)
{
    if (coins)
        score_coins(r, seat);
    else
        score_points(r, seat);
}

/* ---- E ---- */

/* The prices of the values 1, 2, 4, a byte each. */
static uint64_t prices_of(const struct quacks_state *s, int colour)
{
    uint32_t prices;
    memcpy(&prices, colour_prices(colour, s->book[colour]), sizeof prices);
    return prices;
}

/* Of the six chips of two colours, those that cost no more than the coins. Prices and coins are
 * below 128, so a byte of coins + 128 - price keeps its top bit exactly then; the product gathers
 * these bits. Without branches, because the coins are random and could not be predicted. */
static uint64_t affordable_of(const struct quacks_state *s, int colour, int coins)
{
    uint64_t prices = prices_of(s, colour) | prices_of(s, colour + 1) << 24;
    uint64_t left = (uint64_t)(coins + 128) * 0x010101010101u - prices;
    return ((left & 0x808080808080u) >> 7) * 0x0102040810204080u >> 56;
}

/* The price ladder holds only the almanac's prices, and other numbers need not rise, so here every
 * chip is looked up. */
RARE static uint64_t affordable_printed(const struct quacks_state *s, int coins)
{
    uint64_t chips = 0;
    for (int chip = ORANGE1; chip < CHIP_COUNT; chip++)
        chips |= (uint64_t)(chip_price(s, chip) <= coins) << chip;
    return chips;
}

/* The affordable chips as answer bits. buy_answers checks the supply and the books. */
static uint64_t affordable(const struct quacks_state *s, int coins)
{
    if (s->printed | s->numbers)
        return affordable_printed(s, coins);
    return affordable_of(s, GREEN, coins) << GREEN1 | affordable_of(s, RED, coins) << RED1 |
           (uint64_t)(chip_price(s, ORANGE1) <= coins) << ORANGE1 |
           (uint64_t)(chip_price(s, PURPLE1) <= coins) << PURPLE1 |
           (uint64_t)(chip_price(s, BLACK1) <= coins) << BLACK1;
}

/* Two chips at most, of different colours; orange is a colour (Q6 E). The seat can always
 * finish. */
uint64_t buy_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    /* Before the first chip this names white, which is never sold. */
    uint64_t same = chips_of_colour(chip_colour(p->bought[0]));
    uint64_t chips = chips_available(s) & affordable(s, p->coins) & ~same;
    return chips | (uint64_t)1 << BUY_DONE;
}

/* In turn 9 coins and rubies become points; before that, rubies may buy glasses (Q9.1). If no glass
 * can be bought, the only answer is taken without asking. `sub` is set when a seat is done. */
static int last_turn(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    for (; s->at < s->players; s->at++, s->sub = 0)
        while (!s->sub) {
            quacks_ask(r, seat_at(s, s->at), QQ_RUBIES);
            if (stage_waits(s))
                return 0;
        }
    next_stage(s, STAGE_F);
    return 1;
}

/* A seat without coins is skipped. A seat with coins is asked even if it can buy nothing. */
int e_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    if (is_last_turn(s))
        return last_turn(r);
    while (part_begins(s)) {
        if (!player_at(r)->coins)
            continue;
        ask_seat(r, seat_at(s, s->at), QQ_BUY);
        return 0;
    }
    next_stage(s, STAGE_F);
    return 1;
}

/* A bought chip leaves the supply at once and reaches the bag in F (Q6 E). Without coins there is
 * no second question; coins left at the end are lost. Whoever is done buys a white, which has no
 * price, 0 times: what players buy cannot be predicted, so there is no branch. */
void answer_buy(struct quacks_resolution *r, int seat, int answer)
{
    struct quacks_player *p = &r->s->player[seat];
    int buys = answer != BUY_DONE, chip = answer * buys;
    int price = chip_price(r->s, chip) * buys;
    r->s->supply[chip] = (uint8_t)(r->s->supply[chip] - buys);
    p->bought[p->bought_n] = (uint8_t)chip;
    p->bought_n = (uint8_t)(p->bought_n + buys);
    p->coins = (uint8_t)(p->coins - price);
    if (r->sink && buys)
        tell(r, QE_BOUGHT, seat, chip, EVENT_NONE, price);
    int again = buys & (p->bought_n < NUMBER_OF(r->s, shop_chips)) & (p->coins != 0);
    p->coins = (uint8_t)(p->coins * again);
    p->question = again ? QQ_BUY : QQ_NONE;
    r->s->asked |= (uint8_t)(again << seat);
}

/* ---- F ---- */

/* 2 rubies buy a droplet step or fill an empty flask (Q6 F). In turn 9 only glasses have a value
 * (Q9.1). */
uint64_t rubies_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    uint64_t answers = (uint64_t)1 << RUBIES_DONE;
    uint64_t steps = step_answers(s, p);
    int last = is_last_turn(s);
    int droplet = last ? steps >> 1 != 0 : steps != 0, flask = !p->flask & !last;
    droplet &= p->rubies >= NUMBER_OF(s, rubies_droplet);
    flask &= p->rubies >= NUMBER_OF(s, rubies_flask);
    return answers | (uint64_t)droplet << RUBIES_DROPLET | (uint64_t)flask << RUBIES_FLASK;
}

/* Flasks are filled before rubies are spent, so nobody needs to pay for a filling this turn (Q7).
 * f_stage calls this again after each answer, which changes nothing, because no flask is emptied in
 * F. */
static void magic_potion(struct quacks_state *s)
{
    for (int seat = 0; seat < s->players; seat++)
        s->player[seat].flask = 1;
}

/* The seats that can buy something for rubies. In turn 9 last_turn has spent all rubies. */
static uint32_t rich_seats(const struct quacks_state *s)
{
    uint32_t seats = 0;
    int least = int_min(NUMBER_OF(s, rubies_droplet), NUMBER_OF(s, rubies_flask));
    for (int seat = 0; seat < s->players; seat++)
        seats |= (uint32_t)(s->player[seat].rubies >= least) << seat;
    return is_last_turn(s) ? 0 : seats;
}

/* With fewer than two rubies there is nothing to ask. A seat that is done has set `sub`. */
int f_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    if (s->card == MAGIC_POTION)
        magic_potion(s);
    uint32_t rich = seats_from(s, rich_seats(s)) & ~((uint32_t)(s->sub != 0) << s->at);
    for (; rich; rich &= rich - 1) {
        go_to(s, bit_lowest(rich));
        quacks_ask_for(r, seat_at(s, s->at), QQ_RUBIES, rubies_answers(s, player_at(r)));
        if (stage_waits(s))
            return 0;
    }
    next_stage(s, STAGE_CLEAN);
    return 1;
}

/* 5 coins or 2 rubies make a point (Q9.1). An odd ruby is worth nothing. */
static void all_become_points(struct quacks_resolution *r, int seat)
{
    struct quacks_player *p = &r->s->player[seat];
    int rubies = NUMBER_OF(r->s, end_rubies);
    gain_points(r, seat, p->coins / NUMBER_OF(r->s, end_coins), QE_POINTS_COINS);
    gain_points(r, seat, p->rubies / rubies, QE_POINTS_RUBIES);
    p->coins = 0;
    p->rubies = (uint16_t)(p->rubies % rubies);
}

/* The seat is asked again until it is done or has too few rubies (Q6 F). In turn 9, "done" turns
 * the rest into points, in E (Q9.1). */
void answer_rubies(struct quacks_resolution *r, int seat, int answer)
{
    struct quacks_player *p = &r->s->player[seat];
    if (answer == RUBIES_DONE) {
        r->s->sub = 1;
        if (is_last_turn(r->s))
            all_become_points(r, seat);
        return;
    }
    int cost =
        answer == RUBIES_FLASK ? NUMBER_OF(r->s, rubies_flask) : NUMBER_OF(r->s, rubies_droplet);
    p->rubies = (uint16_t)(p->rubies - cost);
    tell_n(r, QE_RUBY_PAID, seat, cost);
    if (answer == RUBIES_FLASK) {
        p->flask = 1;
        tell(r, QE_REFILLED, seat, EVENT_NONE, EVENT_NONE, 0);
    } else {
        r->s->steps = 1;
    }
}

/* ---- cleaning up ---- */

/* Clears at least the first n bytes with stores of fixed size, because most pots have fewer than 16
 * chips. The list's length must be a multiple of four and at least 16. */
static void clear_list(uint8_t *list, int n)
{
    memset(list, 0, 8);
    memset(list + 8, 0, 8);
    for (int i = 16; i < n; i += 4)
        memset(list + i, 0, 4);
}

static int history_bytes(const struct quacks_player *p)
{
    int words = (p->drawn_n + DRAWN_PER_WORD - 1) / DRAWN_PER_WORD;
    return words * (int)sizeof p->drawn[0];
}

/* A state must not keep what no later turn can use, so that equal tables have equal bytes. */
RARE static void forget_saved(struct quacks_player *p)
{
    memset(p->saved_beside, 0, sizeof p->saved_beside);
    memset(p->saved_bag, 0, sizeof p->saved_bag);
    p->saved_points = p->saved_rubies = p->saved_flask = 0;
}

/* Four places at a time, because the processor cannot predict how many chips there are. Places
 * without a chip are 0, which is a white 1, so these are taken out again. */
static void pot_to_bag(struct quacks_player *p)
{
    int places = 0;
    for (; places < p->pot_n; places += 4)
        for (int i = places; i < places + 4; i++)
            p->bag[p->pot[i] & ~CHIP_INERT]++;
    p->bag[WHITE1] = (uint8_t)(p->bag[WHITE1] - (places - p->pot_n));
}

/* Pot and purchases go into the bag, and so does Strong Ingredient's chip (Q6 F). Reds beside the
 * pot stay there for the next potion (Q8, book red 2). Unused entries are 0, so that equal tables
 * have equal bytes. */
static void clean_player(struct quacks_player *p)
{
    pot_to_bag(p);
    for (int i = 0; i < 2; i++)
        p->bag[p->bought[i]] = (uint8_t)(p->bag[p->bought[i]] + (i < p->bought_n));
    clear_list(p->pot, p->pot_n);
    clear_list((uint8_t *)p->drawn, history_bytes(p));
    p->spaces = 0;
    p->rats = p->origin = p->pot_n = p->drawn_n = p->bought_n = p->fresh = p->was_white = 0;
    p->window = p->inside = p->covered = p->doubling = p->stirred = p->stopped = p->exploded = 0;
    p->offered = p->coins = p->commit = p->whites = p->lying = p->bought[0] = p->bought[1] = 0;
    p->returned[0] = p->returned[1] = p->returned[2] = p->last_drawn = 0;
    p->scoring = NO_SPACE;
}

/* The most points win, then the higher scoring space in turn 9; a tie is shared (Q9.2). A scoring
 * space fits into a byte, so one number compares both. */
uint32_t quacks_leaders(const struct quacks_state *s)
{
    uint32_t leaders = 0;
    int best = -1;
    for (int seat = 0; seat < s->players; seat++) {
        const struct quacks_player *p = &s->player[seat];
        int worth = p->points * 256 + p->scoring;
        if (worth > best)
            leaders = 0;
        if (worth >= best) {
            best = worth;
            leaders |= 1u << seat;
        }
    }
    return leaders;
}

/* Must come before pots are cleared, because the scoring space breaks ties (Q9.2). */
static void game_over(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    s->winners = (uint8_t)quacks_leaders(s);
    for (uint32_t w = s->winners; w; w &= w - 1)
        tell_n(r, QE_WON, bit_lowest(w), s->player[bit_lowest(w)].points);
    next_stage(s, STAGE_OVER);
}

/* Also in turn 9, so that a finished game shows empty pots (Q6 F). The start player's token passes
 * clockwise (Q2). */
int clean_stage(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    int last = is_last_turn(s);
    if (last)
        game_over(r);
    for (int seat = 0; seat < s->players; seat++) {
        clean_player(&s->player[seat]);
        if (s->card == SECOND_CHANCE)
            forget_saved(&s->player[seat]);
    }
    if (last)
        return 0;
    s->turn++;
    s->start = (uint8_t)seat_at(s, 1);
    next_stage(s, STAGE_TURN);
    return 1;
}
