/* Potions (Q5): what happens to one chip, in the order of Q5.8, and who is asked next. Each
 * function advances one seat; seats do not depend on each other, except that they wait in turn 9
 * (Q5.7). */
#include "games/quacks/rules.h"

static void chip_drawn(struct quacks_resolution *r, struct quacks_player *p, int seat, int chip);

/* Several places count reds in three entries: 0, 1, 2 stand for the values 1, 2, 4. */
int red_chip(int which)
{
    return RED1 + which;
}

/* Q5.7: in turn 9 and, with the option, in every turn. */
static int draws_are_secret(const struct quacks_state *s)
{
    return s->together || is_last_turn(s);
}

/* Whether the chip last drawn is white and lies in the pot (Q5.5). Without a branch, because the
 * processor could not predict it. If nothing was drawn, `fresh` is 0, whatever `last_drawn`
 * holds. */
static int last_is_white(const struct quacks_player *p)
{
    return p->fresh & chip_is(p->last_drawn, WHITE);
}

/* Whether the flask is full and the chip last drawn is a white in the pot that has not exploded it
 * (Q5.4). */
int flask_works(const struct quacks_player *p)
{
    return last_is_white(p) & p->flask & !p->exploded;
}

/* Whether a red of this kind lay beside the pot before this potion: all that were drawn since lie
 * there too. */
RARE static int lay_there_before(const struct quacks_player *p, int which)
{
    int drawn = 0;
    for (int i = 0; i < p->drawn_n; i++)
        drawn += drawn_at(p, i) == red_chip(which);
    return p->beside[which] > drawn;
}

/* Rules 0.1.0 let only those reds go back that lay there before the potion. */
static int may_go_back(const struct quacks_state *s, const struct quacks_player *p, int which)
{
    int old = s->rules >= RULES_0_1_0;
    return red_can_go_back(p, which) && !(old && !lay_there_before(p, which));
}

/* Book red 2: whether any red beside the pot may go back. */
static int reds_can_go_back(const struct quacks_state *s, const struct quacks_player *p)
{
    return may_go_back(s, p, 0) || may_go_back(s, p, 1) || may_go_back(s, p, 2);
}

/* Decides whether an empty bag ends the potion (Q5.1): if a chip can be put back, there may be more
 * to draw. */
int can_put_back(const struct quacks_state *s, const struct quacks_player *p)
{
    return flask_works(p) || (s->book[RED] == 2 && reds_can_go_back(s, p));
}

/* The first draw is compulsory (Q5.1). A seat may stop if the flask has emptied its pot (Q5.4), so
 * this tests whether anything was drawn, not whether the pot is empty. With an empty bag a seat may
 * stop before its first draw: there is no draw to compel. */
uint64_t brew_answers(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    int empty = counts_empty(p->bag);
    uint64_t answers = (uint64_t)!empty << BREW_DRAW;
    answers |= (uint64_t)((p->drawn_n != 0) | empty) << BREW_STOP;
    answers |= (uint64_t)flask_works(p) << BREW_FLASK;
    for (int i = 0; i < 3 && s->book[RED] == 2; i++)
        answers |= (uint64_t)may_go_back(s, p, i) << (BREW_BAG + i);
    return answers;
}

/* Equal chips are one answer. Picking none is always possible. */
uint64_t offer_answers(const struct quacks_player *p)
{
    uint64_t answers = (uint64_t)1 << PICK_NONE;
    for (int i = 0; i < p->offer_n; i++)
        answers |= (uint64_t)1 << p->offer[i];
    return answers;
}

/* ---- when a chip is done with ---- */

/* A stop is final (Q5.1). An event is told only for a stop that was chosen or forced by an empty
 * bag; a full pot and an explosion have events of their own. */
static void brew_stops(struct quacks_resolution *r, int seat)
{
    r->s->player[seat].stopped = 1;
    tell(r, QE_STOPPED, seat, EVENT_NONE, EVENT_NONE, 0);
}

/* A full pot or an empty bag stops the seat (Q1.1, Q5.1); otherwise it is asked again. If draws are
 * secret, nobody is asked here, because all seats finish their own choices first (Q5.7,
 * brew_go_on). */
static void after_chain(struct quacks_resolution *r, struct quacks_player *p, int seat)
{
    if (p->stopped)
        return;
    if (pot_is_full(p)) {
        tell(r, QE_FULL, seat, EVENT_NONE, EVENT_NONE, 0);
        p->stopped = 1;
    } else if (counts_empty(p->bag) && !can_put_back(r->s, p)) {
        brew_stops(r, seat);
    } else if (!draws_are_secret(r->s)) {
        ask_seat(r, seat, QQ_BREW);
    }
}

/* A Second Chance is offered once, when five chips lie in the pot, even if they fill it (Q7). If it
 * is risky, a pot that explodes with at most five chips gets the offer too (Q12). */
static int offers_restart(const struct quacks_state *s, const struct quacks_player *p)
{
    int chips = NUMBER_OF(s, second_chips);
    if (p->offered)
        return 0;
    return p->exploded ? s->risky && p->pot_n <= chips : p->pot_n >= chips;
}

/* The end of a draw's whole chain, including blue 1's picks (Q5.8). */
static void chain_done(struct quacks_resolution *r, struct quacks_player *p, int seat)
{
    p->was_white = p->inside = 0;
    if (r->s->card == SECOND_CHANCE && offers_restart(r->s, p)) {
        p->offered = 1;
        quacks_ask(r, seat, QQ_RESTART);
        return;
    }
    after_chain(r, p, seat);
}

/* ---- placing ---- */

/* The chip stays and the seat must stop (Q5.3). Whether blue 2 covers the explosion is stored here,
 * because `inside` is cleared when the chain ends. */
static void explode(struct quacks_resolution *r, struct quacks_player *p, int seat, int whites)
{
    p->exploded = p->stopped = 1;
    /* Book blue 2: within the window an exploded pot gives both points and coins. */
    p->covered = p->inside;
    tell_n(r, QE_EXPLODED, seat, whites);
}

/* A Second Chance protects while at most five chips lie in the pot and it has not been offered
 * (Q7), unless the table plays it risky (Q12). */
int pot_is_protected(const struct quacks_state *s, const struct quacks_player *p)
{
    return s->card == SECOND_CHANCE && !s->risky && !p->offered &&
           p->pot_n <= NUMBER_OF(s, second_chips);
}

/* Checks for an explosion (Q5.3). A sixth chip, picked through blue 1 in the fifth's chain, is not
 * protected. */
static void explosion_check(struct quacks_resolution *r, struct quacks_player *p, int seat)
{
    int whites = pot_whites(p);
    if (whites > explosion_limit(r->s, p) && !pot_is_protected(r->s, p))
        explode(r, p, seat, whites);
}

int blue_pays(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    if (s->book[BLUE] < 3 || !space_has_ruby(s, pot_position(p)))
        return 0;
    return s->book[BLUE] == 3 ? NUMBER_OF(s, blue3_rubies)
                              : NUMBER_IN(s, blue4_points, chip_value(chip) >> 1);
}

static void blue_gains(struct quacks_resolution *r, int seat, int n)
{
    if (r->s->book[BLUE] == 3)
        gain_rubies(r, seat, n, QE_RUBY_BLUE);
    else
        gain_points(r, seat, n, QE_POINTS_BLUE);
}

/* Books blue 3 and 4 pay at once, even for the chip that explodes the pot; blue 2 opens its window
 * only if the chip does not explode it (Q5.3). A new blue never shortens the window: its new length
 * is the larger of what remains and the chip's value (Q8). Returns 1 if the seat is asked whether
 * it takes what the chip pays (Q12); then nothing more of the chip is to be done. */
static int blue_works(struct quacks_resolution *r, struct quacks_player *p, int seat, int chip)
{
    const struct quacks_state *s = r->s;
    int value = chip_value(chip) >> 1, pays = blue_pays(s, p, chip);
    if (s->book[BLUE] == 2 && !p->exploded && p->window < NUMBER_IN(s, blue2_draws, value))
        p->window = (uint8_t)NUMBER_IN(s, blue2_draws, value);
    if (!pays)
        return 0;
    if (s->optional)
        ask_seat(r, seat, QQ_OPTIONAL);
    else
        blue_gains(r, seat, pays);
    return s->optional;
}

/* With books blue 3 and 4 the chip does nothing else, so its chain ends. */
void answer_optional_blue(struct quacks_resolution *r, int seat, int leave)
{
    struct quacks_player *p = &r->s->player[seat];
    int chip = p->last_drawn;
    if (leave)
        tell_chip(r, QE_LEFT_ACTION, seat, chip);
    else
        blue_gains(r, seat, blue_pays(r->s, p, chip));
    chain_done(r, p, seat);
}

/* Book blue 1. A full pot could not take a chip, so the player looks at none (Q1.2). With an empty
 * bag there is nothing to look at, and nothing is asked. */
static void blue_looks(struct quacks_resolution *r, struct quacks_player *p, int seat, int chip)
{
    if (!pot_is_full(p))
        bag_look(r, seat, NUMBER_IN(r->s, blue1_looks, chip_value(chip) >> 1), QE_LOOKED);
    if (p->offer_n)
        quacks_ask(r, seat, QQ_PICK);
    else
        chain_done(r, p, seat);
}

/* Book yellow 1 needs a white drawn just before that lies in the pot. Yellow 2 needs another chip
 * to double, so it does nothing in a full pot (Q1.2). Books yellow 3 and 4 need nothing here:
 * explosion_limit and the movement have already applied them. */
static void yellow_acts(struct quacks_resolution *r, struct quacks_player *p, int seat)
{
    if (r->s->book[YELLOW] == 1 && p->was_white) {
        quacks_ask(r, seat, QQ_RETURN);
        return;
    }
    if (r->s->book[YELLOW] == 2 && !pot_is_full(p))
        p->doubling = 1;
    chain_done(r, p, seat);
}

/* An exploded pot ends the chain; only effects that pay at once have worked (Q5.3). */
static void chip_acts(struct quacks_resolution *r, struct quacks_player *p, int seat, int chip)
{
    if (!p->exploded && chip_is(chip, BLUE) && r->s->book[BLUE] == 1)
        blue_looks(r, p, seat, chip);
    else if (!p->exploded && chip_is(chip, YELLOW))
        yellow_acts(r, p, seat);
    else
        chain_done(r, p, seat);
}

/* The order of Q5.8 from `placed` on. A doubling ends here, whether it was taken or left (Q5.6).
 * Pumpkin Patch Party is a card: it always applies and is never doubled. */
static void chip_placed(struct quacks_resolution *r, struct quacks_player *p, int seat, int chip,
                        int bonus)
{
    int card = r->s->card == PUMPKIN_PARTY && chip == ORANGE1 ? NUMBER_OF(r->s, party_spaces) : 0;
    pot_lay(p, chip, chip_value(chip) + bonus + card);
    p->hand = NO_CHIP;
    p->fresh = 1;
    p->doubling = 0;
    tell(r, QE_PLACED, seat, chip, pot_position(p), 0);
    explosion_check(r, p, seat);
    if (!chip_is(chip, BLUE) || !blue_works(r, p, seat, chip))
        chip_acts(r, p, seat, chip);
}

/* ---- movement: what chip actions add (Q5.6) ---- */

/* Books red 1 and red 3; the chip itself is not in the pot yet. Red 3 looks at the last chip in the
 * pot, not at the one last drawn (Q5.5). */
static int red_bonus(const struct quacks_state *s, const struct quacks_player *p)
{
    int oranges, last = p->pot_n ? p->pot[p->pot_n - 1] : NO_CHIP;
    if (s->book[RED] == 1) {
        oranges = pot_count(p, ORANGE);
        if (oranges >= NUMBER_OF(s, red1_oranges))
            return NUMBER_OF(s, red1_many);
        return oranges > 0 ? NUMBER_OF(s, red1_few) : 0;
    }
    if (s->book[RED] == 3 && chip_is(last, WHITE))
        return chip_value(last) * NUMBER_OF(s, red3_times);
    return 0;
}

/* Book yellow 4: the first three yellows move 1, 2, 3 further; later ones only by their value. */
static int yellow_bonus(const struct quacks_state *s, const struct quacks_player *p)
{
    int before = s->book[YELLOW] == 4 ? pot_count(p, YELLOW) : 3;
    return before < 3 ? NUMBER_IN(s, yellow4_spaces, before) : 0;
}

/* The extra spaces that the question `bonus` is about (Q5.6). Doubling adds only the value, no
 * other bonus (R). Under book red 4 a white 1 moves 2 but still counts 1. */
static int bonus_spaces(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    int bonus = p->doubling ? chip_value(chip) * (NUMBER_OF(s, yellow2_times) - 1) : 0;
    switch (chip_colour(chip)) {
    case RED: return bonus + red_bonus(s, p);
    case YELLOW: return bonus + yellow_bonus(s, p);
    case WHITE:
        if (chip == WHITE1 && s->book[RED] == 4 && pot_count(p, RED) > 0)
            bonus += NUMBER_OF(s, red4_spaces);
        return bonus;
    default: return bonus;
    }
}

/* Quickly rules out most chips: these are all the cases in which bonus_spaces can be above 0. */
static int may_move_on(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    uint32_t may = chips_of_colour(RED) | chips_of_colour(YELLOW);
    may |= s->book[RED] == 4 ? chips_of_colour(WHITE) : 0;
    return p->doubling | (int)(may >> chip & 1);
}

/* The player is asked even if the chip lands on 52 in any case, because it is the action that may
 * be declined (Q5.6). */
static void chip_moves(struct quacks_resolution *r, struct quacks_player *p, int seat, int chip)
{
    if (!may_move_on(r->s, p, chip) || bonus_spaces(r->s, p, chip) == 0) {
        chip_placed(r, p, seat, chip, 0);
        return;
    }
    p->hand = (uint8_t)chip;
    quacks_ask(r, seat, QQ_BONUS);
}

/* The player takes all extra spaces or none (Q5.6). They can be computed again, because nothing
 * they depend on changes while the seat is asked. */
void answer_bonus(struct quacks_resolution *r, int seat, int leave)
{
    struct quacks_player *p = &r->s->player[seat];
    int bonus = bonus_spaces(r->s, p, p->hand);
    if (leave)
        tell_n(r, QE_LEFT_BONUS, seat, bonus);
    chip_placed(r, p, seat, p->hand, leave ? 0 : bonus);
}

/* ---- drawing ---- */

/* Only a position set up by hand can get here. The oldest chip that is not white is dropped, or the
 * oldest of all. Whites are kept, because the flask and Well Stirred depend on whether one was
 * drawn. */
RARE static void history_drop(struct quacks_player *p)
{
    struct quacks_player old = *p;
    int drop = 0;
    while (drop < old.drawn_n && chip_is(drawn_at(&old, drop), WHITE))
        drop++;
    drop = drop < old.drawn_n ? drop : 0;
    memset(p->drawn, 0, sizeof p->drawn);
    p->drawn_n = 0;
    for (int i = 0; i < old.drawn_n; i++)
        if (i != drop)
            history_add(p, drawn_at(&old, i));
}

/* Every chip drawn or picked, including those put back (Q5.5). A potion has at most 114 draws, so
 * play does not reach DRAWN_MAX. 52 chips fit into the pot, and a space that yellow 1 has emptied
 * is not used again. The flask and Well Stirred put back one chip each. Each of the 30 reds may be
 * beside the pot twice: no more of a kind go back than the seat owns (Q8, book red 2). */
void history_add(struct quacks_player *p, int chip)
{
    if (p->drawn_n == DRAWN_MAX)
        history_drop(p);
    int i = p->drawn_n++;
    p->drawn[i / DRAWN_PER_WORD] |= (uint16_t)(chip << DRAWN_BITS * (i % DRAWN_PER_WORD));
    p->last_drawn = (uint8_t)chip;
}

/* Book red 2: the chip is drawn but not placed (Q5.8). It cannot explode the pot and is not one of
 * Second Chance's five. */
static void lay_beside(struct quacks_resolution *r, struct quacks_player *p, int seat, int chip)
{
    p->beside[chip - RED1]++;
    tell_chip(r, QE_BESIDE, seat, chip);
    chain_done(r, p, seat);
}

/* The order of Q5.8 from the start, also for a chip picked through blue 1. What yellow 1 and blue 2
 * need is noted before the chip becomes the last one drawn. Each draw uses up one draw of the
 * window, whatever happens to the chip (Q8). */
static void chip_drawn(struct quacks_resolution *r, struct quacks_player *p, int seat, int chip)
{
    struct quacks_state *s = r->s;
    p->was_white = (uint8_t)last_is_white(p);
    history_add(p, chip);
    p->fresh = 0;
    p->inside = p->window > 0;
    p->window = (uint8_t)(p->window - p->inside);
    if (chip_is(chip, RED) && s->book[RED] == 2) {
        lay_beside(r, p, seat, chip);
    } else if (s->card == WELL_STIRRED && !p->stirred && chip_is(chip, WHITE)) {
        p->stirred = 1;
        p->hand = (uint8_t)chip;
        quacks_ask(r, seat, QQ_RETURN);
    } else {
        chip_moves(r, p, seat, chip);
    }
}

/* The draw is public; only the seat is asked about what follows. */
static void brew_draws(struct quacks_resolution *r, int seat)
{
    int chip = bag_draw(r, seat);
    tell_chip(r, QE_DREW, seat, chip);
    chip_drawn(r, &r->s->player[seat], seat, chip);
}

/* The chip is still in the hand. If it is put back, it counts as drawn but not as placed (Q5.8). A
 * doubling waits for the next chip that is placed. */
static void well_stirred(struct quacks_resolution *r, int seat, int no)
{
    struct quacks_player *p = &r->s->player[seat];
    int chip = p->hand;
    p->hand = NO_CHIP;
    if (no) {
        chip_moves(r, p, seat, chip);
        return;
    }
    p->bag[chip]++;
    tell_chip(r, QE_STIRRED, seat, chip);
    chain_done(r, p, seat);
}

/* Book yellow 1. The white lies just before the yellow, and its space stays empty (Q8). The
 * question is not asked of an exploded pot, so an explosion is never undone (Q5.3). */
static void mandrake(struct quacks_resolution *r, int seat, int no)
{
    struct quacks_player *p = &r->s->player[seat];
    if (!no) {
        int chip = pot_remove(p, p->pot_n - 2);
        p->bag[chip]++;
        tell_chip(r, QE_MANDRAKE, seat, chip);
    }
    chain_done(r, p, seat);
}

/* The question has two causes: only Well Stirred asks with a chip in the hand. */
void answer_return(struct quacks_resolution *r, int seat, int no)
{
    if (r->s->player[seat].hand != NO_CHIP)
        well_stirred(r, seat, no);
    else
        mandrake(r, seat, no);
}

/* The other chips go back without a move, because they were counted in the bag all the time. The
 * picked chip goes through all of Q5.8 and may be a blue that looks again. */
void answer_pick_blue(struct quacks_resolution *r, int seat, int answer)
{
    struct quacks_player *p = &r->s->player[seat];
    p->offer_n = 0;
    memset(p->offer, 0, sizeof p->offer);
    if (answer == PICK_NONE) {
        tell(r, QE_PICKED_NONE, seat, EVENT_NONE, EVENT_NONE, 0);
        chain_done(r, p, seat);
        return;
    }
    p->bag[answer]--;
    tell_chip(r, QE_PICKED, seat, answer);
    chip_drawn(r, p, seat, answer);
}

/* ---- brewing ---- */

/* Once for each filling (Q5.4). What the chip used up, such as a doubling, is not restored. The
 * chip stays in the history, and no chip counts as last drawn until the next draw (Q5.5). */
static void use_flask(struct quacks_resolution *r, int seat)
{
    struct quacks_player *p = &r->s->player[seat];
    int chip = pot_remove(p, p->pot_n - 1);
    p->bag[chip]++;
    p->flask = p->fresh = 0;
    tell_chip(r, QE_FLASK, seat, chip);
}

/* Any red beside the pot, also one drawn in this potion. The number of those that went back is
 * limited, so that no potion is endless (Q8, R). The history does not change (Q5.5). */
static void bag_red(struct quacks_resolution *r, int seat, int which)
{
    struct quacks_player *p = &r->s->player[seat];
    p->beside[which]--;
    p->returned[which]++;
    p->bag[red_chip(which)]++;
    tell_chip(r, QE_BAGGED, seat, red_chip(which));
}

/* Everyone sees that a decision was made, but not which (Q5.7). The seat is not asked again, so the
 * decision is final. */
static void commit_to(struct quacks_resolution *r, int seat, int answer)
{
    r->s->player[seat].commit = answer == BREW_DRAW ? COMMIT_DRAW : COMMIT_STOP;
    tell(r, QE_COMMITTED, seat, EVENT_NONE, EVENT_NONE, 0);
}

/* The flask and reds take effect at once, even if draws are secret, and the seat is asked again
 * (Q5.7). */
void answer_brew(struct quacks_resolution *r, int seat, int answer)
{
    if (answer >= BREW_BAG) {
        bag_red(r, seat, answer - BREW_BAG);
        ask_seat(r, seat, QQ_BREW);
    } else if (answer == BREW_FLASK) {
        use_flask(r, seat);
        ask_seat(r, seat, QQ_BREW);
    } else if (draws_are_secret(r->s)) {
        commit_to(r, seat, answer);
    } else if (answer == BREW_DRAW) {
        brew_draws(r, seat);
    } else {
        brew_stops(r, seat);
    }
}

/* ---- A Second Chance ---- */

/* Restores everything as it was when the potion began, except the offer: there is no second one,
 * and no protection any more (Q7). A pot that has exploded is whole again (Q12). `rats` and
 * `origin` have not changed. The saved values stay until F (check.c). */
static void potion_restarts(struct quacks_player *p)
{
    memcpy(p->bag, p->saved_bag, sizeof p->saved_bag);
    memcpy(p->beside, p->saved_beside, sizeof p->beside);
    memset(p->returned, 0, sizeof p->returned);
    p->points = p->saved_points;
    p->rubies = p->saved_rubies;
    p->flask = p->saved_flask;
    memset(p->pot, 0, sizeof p->pot);
    memset(p->drawn, 0, sizeof p->drawn);
    p->spaces = 0;
    p->pot_n = p->drawn_n = p->last_drawn = p->fresh = p->was_white = p->window = p->inside =
        p->doubling = 0;
    p->stopped = p->exploded = p->covered = 0;
    pot_recount(p);
}

/* Whether the potion restarts or not, the chain ends as after any chip. A kept pot may be full or
 * exploded; a restarted bag is never empty. */
void answer_restart(struct quacks_resolution *r, int seat, int no)
{
    if (!no) {
        potion_restarts(&r->s->player[seat]);
        tell(r, QE_RESTARTED, seat, EVENT_NONE, EVENT_NONE, 0);
    }
    after_chain(r, &r->s->player[seat], seat);
}

/* ---- the whole table ---- */

/* Only for A Second Chance. The beginning of the potion must be stored: it cannot be derived later,
 * because blue 3 and blue 4 may have paid rubies and points. */
RARE static void remember_beginning(struct quacks_player *p)
{
    p->saved_points = p->points;
    p->saved_rubies = p->rubies;
    p->saved_flask = p->flask;
    memcpy(p->saved_beside, p->beside, sizeof p->beside);
    memcpy(p->saved_bag, p->bag, sizeof p->saved_bag);
}

/* A seat with an empty bag and nothing to put back stops without being asked (Q5.1). */
static void potion_begins(struct quacks_resolution *r, int seat)
{
    struct quacks_player *p = &r->s->player[seat];
    if (r->s->card == SECOND_CHANCE)
        remember_beginning(p);
    after_chain(r, p, seat);
}

/* The seat order matters only for the log, because potions do not depend on each other. */
void brew_begin(struct quacks_resolution *r)
{
    for (int at = 0; at < r->s->players; at++)
        potion_begins(r, seat_at(r->s, at));
}

/* A seat that waits for others (Q5.7) has not stopped. */
int brew_done(const struct quacks_state *s)
{
    int stopped = 1;
    for (int seat = 0; seat < s->players; seat++)
        stopped &= s->player[seat].stopped;
    return stopped;
}

/* Secret draws (Q5.7), when no seat is asked anything: carries out the decisions from the start
 * player on, or asks everyone still brewing. Never both: choices that the draws bring are made
 * before anyone decides again. */
void brew_go_on(struct quacks_resolution *r)
{
    struct quacks_state *s = r->s;
    int decided = 0;
    for (int at = 0; at < s->players; at++) {
        int seat = seat_at(s, at), commit = s->player[seat].commit;
        s->player[seat].commit = COMMIT_NONE;
        decided |= commit;
        if (commit == COMMIT_DRAW)
            brew_draws(r, seat);
        else if (commit == COMMIT_STOP)
            brew_stops(r, seat);
    }
    for (int seat = 0; seat < s->players && !decided; seat++)
        if (!s->player[seat].stopped)
            ask_seat(r, seat, QQ_BREW);
}

/* ---- late reds (book red 2) ---- */

/* Asked again after each red until the seat is done. The reds that are left stay for later
 * turns. */
uint64_t red_answers(const struct quacks_player *p)
{
    uint64_t answers = (uint64_t)1 << RED_DONE;
    for (int i = 0; i < 3; i++) {
        if (!p->beside[i])
            continue;
        answers |= (uint64_t)1 << (RED_BAG + i);
        /* A full pot takes no late red (Q1.2). */
        answers |= (uint64_t)!pot_is_full(p) << (RED_PLACE + i);
    }
    return answers;
}

/* The chip moves by its value only: it is not doubled, gets no bonus and never explodes the pot
 * (Q8). Placing it is not a draw, so the history does not change (Q5.5). */
void answer_red(struct quacks_resolution *r, int seat, int answer)
{
    struct quacks_player *p = &r->s->player[seat];
    if (answer == RED_DONE)
        return;
    int which = answer % 3, chip = red_chip(which);
    p->beside[which]--;
    if (answer >= RED_BAG) {
        p->bag[chip]++;
        tell_chip(r, QE_BAGGED, seat, chip);
    } else {
        pot_lay(p, chip, chip_value(chip));
        tell(r, QE_RED_PLACED, seat, chip, pot_position(p), 0);
    }
    quacks_ask(r, seat, QQ_RED);
}
