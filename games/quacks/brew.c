/* Potions (Q5): what happens to one chip, in the order of Q5.8, and who is asked next. Each
 * function moves one seat on; seats never look at each other, except to wait in turn 9 (Q5.7). */
#include "games/quacks/rules.h"

static void chip_drawn(struct ruling *r, struct quacks_player *p, int seat, int chip);

/* Reds are counted in threes in several places: 0, 1, 2 stand for values 1, 2, 4. */
int red_chip(int which)
{
    return RED1 + which;
}

/* Q5.7: in turn 9 and, with the option, in every turn. */
static int draws_are_secret(const struct quacks_state *s)
{
    return s->together || s->turn == TURNS;
}

/* The chip last drawn is white and lies in the pot (Q5.5). Luck decides, so there is no branch to
 * guess. With nothing drawn `fresh` is 0, whatever the first place holds. */
static int last_is_white(const struct quacks_player *p)
{
    int last = p->drawn_n - (p->drawn_n != 0);
    return p->fresh & (chip_colour(p->drawn[last]) == WHITE);
}

/* Q5.4: it also must not have exploded the pot. */
int flask_works(const struct quacks_player *p)
{
    return last_is_white(p) & p->flask & !p->exploded;
}

/* Book red 2: reds that lay beside the pot before this potion, and still do. */
static int old_reds(const struct quacks_player *p)
{
    return p->old_beside[0] + p->old_beside[1] + p->old_beside[2];
}

/* Decides whether an empty bag ends the potion (Q5.1): there may be more to draw after it. */
int can_put_back(const struct quacks_state *s, const struct quacks_player *p)
{
    return flask_works(p) || (s->book[RED] == 2 && old_reds(p));
}

/* The first draw is compulsory (Q5.1). An emptied pot may stop (Q5.4), so the history is asked, not
 * the pot. With an empty bag a seat may stop before its first draw: there is no draw to compel. */
uint64_t brew_answers(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    int empty = counts_empty(p->bag);
    uint64_t answers = (uint64_t)!empty << BREW_DRAW;
    answers |= (uint64_t)((p->drawn_n != 0) | empty) << BREW_STOP;
    answers |= (uint64_t)flask_works(p) << BREW_FLASK;
    for (int i = 0; i < 3 && s->book[RED] == 2; i++)
        answers |= (uint64_t)(p->old_beside[i] != 0) << (BREW_BAG + i);
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

/* Final (Q5.1). Only a stop that was chosen, or that an empty bag forces, is told; a full pot and
 * an explosion have events of their own. */
static void brew_stops(struct ruling *r, int seat)
{
    r->s->player[seat].stopped = 1;
    tell(r, QE_STOPPED, seat, EVENT_NONE, EVENT_NONE, 0);
}

/* Full pot or empty bag stop (Q1.1, Q5.1); otherwise brew again. Where draws are secret nobody is
 * asked here: all seats finish their own choices first (Q5.7, brew_go_on). */
static void after_chain(struct ruling *r, struct quacks_player *p, int seat)
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

/* The end of a draw's whole chain, blue 1's picks included (Q5.8). A Second Chance is offered here,
 * once, even if the chain has filled the pot (Q7). */
static void chain_done(struct ruling *r, struct quacks_player *p, int seat)
{
    p->was_white = p->inside = 0;
    if (r->s->card == SECOND_CHANCE && !p->offered && !p->exploded && p->pot_n >= 5) {
        p->offered = 1;
        quacks_ask(r, seat, QQ_RESTART);
        return;
    }
    after_chain(r, p, seat);
}

/* ---- placing ---- */

/* The chip stays and the seat must stop (Q5.3). Whether blue 2 covers it is settled here, as
 * `inside` is forgotten when the chain ends. */
static void explode(struct ruling *r, struct quacks_player *p, int seat, int whites)
{
    p->exploded = p->stopped = 1;
    /* Book blue 2: inside the window an exploded pot gives both points and coins. */
    p->covered = p->inside;
    tell_n(r, QE_EXPLODED, seat, whites);
}

/* Q5.3. A Second Chance protects while at most five chips lie there and it has not been offered
 * (Q7): a sixth chip, picked through blue 1 in the fifth's chain, is checked like any other. */
static void explosion_check(struct ruling *r, struct quacks_player *p, int seat)
{
    int whites = pot_whites(p);
    if (whites <= explosion_limit(r->s, p))
        return;
    if (r->s->card == SECOND_CHANCE && !p->offered && p->pot_n <= 5)
        return;
    explode(r, p, seat, whites);
}

/* Books blue 3 and blue 4 pay at once, even in the chip that explodes the pot; blue 2 opens its
 * window only if it does not (Q5.3). A new blue never shortens the window: the larger of rest and
 * value counts (Q8). */
static void blue_works(struct ruling *r, struct quacks_player *p, int seat, int chip)
{
    int book = r->s->book[BLUE];
    if (book == 2 && !p->exploded && p->window < chip_value(chip))
        p->window = (uint8_t)chip_value(chip);
    if (book < 3 || !space_has_ruby(pot_position(p)))
        return;
    if (book == 3)
        gain_rubies(r, seat, 1, QE_RUBY);
    else
        gain_points(r, seat, chip_value(chip), QE_POINTS);
}

/* Book blue 1. A full pot could not take the chip, so there is no look either (Q1.2). With an empty
 * bag there is nothing to look at and nothing is asked. */
static void blue_looks(struct ruling *r, struct quacks_player *p, int seat, int chip)
{
    if (!pot_is_full(p))
        bag_look(r, seat, chip_value(chip));
    if (p->offer_n)
        quacks_ask(r, seat, QQ_PICK);
    else
        chain_done(r, p, seat);
}

/* Book yellow 1 wants the chip drawn just before, lying in the pot; yellow 2 needs another chip to
 * double, so it does nothing in a full pot (Q1.2). Books yellow 3 and 4 have worked by now: in the
 * limit, and in the movement. */
static void yellow_acts(struct ruling *r, struct quacks_player *p, int seat)
{
    if (r->s->book[YELLOW] == 1 && p->was_white) {
        quacks_ask(r, seat, QQ_RETURN);
        return;
    }
    if (r->s->book[YELLOW] == 2 && !pot_is_full(p))
        p->doubling = 1;
    chain_done(r, p, seat);
}

/* An exploded pot ends the chain: only what pays at once has worked by now (Q5.3). */
static void chip_acts(struct ruling *r, struct quacks_player *p, int seat, int chip)
{
    if (p->exploded)
        chain_done(r, p, seat);
    else if (chip_colour(chip) == BLUE && r->s->book[BLUE] == 1)
        blue_looks(r, p, seat, chip);
    else if (chip_colour(chip) == YELLOW)
        yellow_acts(r, p, seat);
    else
        chain_done(r, p, seat);
}

/* The order of Q5.8 from `placed` on. A doubling is used up here, taken or left (Q5.6). Pumpkin
 * Patch Party is a card: it always applies and is never doubled. */
static void chip_placed(struct ruling *r, struct quacks_player *p, int seat, int chip, int bonus)
{
    int card = r->s->card == PUMPKIN_PARTY && chip == ORANGE1;
    pot_lay(p, chip, chip_value(chip) + bonus + card);
    p->hand = NO_CHIP;
    p->fresh = 1;
    p->doubling = 0;
    tell(r, QE_PLACED, seat, chip, pot_position(p), 0);
    explosion_check(r, p, seat);
    if (chip_colour(chip) == BLUE)
        blue_works(r, p, seat, chip);
    chip_acts(r, p, seat, chip);
}

/* ---- movement: what chip actions add (Q5.6) ---- */

/* Books red 1 and red 3; the chip itself does not lie in the pot yet. Red 3 looks at the last chip
 * in the pot, not at the one last drawn (Q5.5). */
static int red_bonus(const struct quacks_state *s, const struct quacks_player *p)
{
    int oranges, last = p->pot_n ? p->pot[p->pot_n - 1] : NO_CHIP;
    if (s->book[RED] == 1) {
        oranges = pot_count(p, ORANGE);
        return oranges >= 3 ? 2 : oranges > 0;
    }
    if (s->book[RED] == 3 && last != NO_CHIP && chip_colour(last) == WHITE)
        return chip_value(last);
    return 0;
}

/* Book yellow 4: the first three yellows move 1, 2, 3 further; later ones only by their value. */
static int yellow_bonus(const struct quacks_state *s, const struct quacks_player *p)
{
    int before = s->book[YELLOW] == 4 ? pot_count(p, YELLOW) : 3;
    return before < 3 ? before + 1 : 0;
}

/* What the question `bonus` is about (Q5.6). The doubling adds the value only, no other bonus (R).
 * Under book red 4 a white 1 moves 2 but still counts 1. */
static int bonus_spaces(const struct quacks_state *s, const struct quacks_player *p, int chip)
{
    int bonus = p->doubling ? chip_value(chip) : 0;
    switch (chip_colour(chip)) {
    case RED: return bonus + red_bonus(s, p);
    case YELLOW: return bonus + yellow_bonus(s, p);
    case WHITE: return bonus + (chip == WHITE1 && s->book[RED] == 4 && pot_count(p, RED) > 0);
    default: return bonus;
    }
}

/* A quick no for most chips: these are all the cases in which bonus_spaces can be more than 0. */
static int may_move_on(const struct quacks_state *s, const struct quacks_player *p, int colour)
{
    return p->doubling | (colour == RED) | (colour == YELLOW) |
           ((colour == WHITE) & (s->book[RED] == 4));
}

/* Asked wherever the chip would land, even on 52: what is declined is the action (Q5.6). */
static void chip_moves(struct ruling *r, struct quacks_player *p, int seat, int chip)
{
    if (!may_move_on(r->s, p, chip_colour(chip)) || bonus_spaces(r->s, p, chip) == 0) {
        chip_placed(r, p, seat, chip, 0);
        return;
    }
    p->hand = (uint8_t)chip;
    quacks_ask(r, seat, QQ_BONUS);
}

/* All of it or none (Q5.6). The bonus is worked out again: while the seat is asked nothing it rests
 * on can change. */
void answer_bonus(struct ruling *r, int seat, int leave)
{
    struct quacks_player *p = &r->s->player[seat];
    int bonus = bonus_spaces(r->s, p, p->hand);
    if (leave)
        tell_n(r, QE_LEFT_BONUS, seat, bonus);
    chip_placed(r, p, seat, p->hand, leave ? 0 : bonus);
}

/* ---- drawing ---- */

/* Q5.5: every chip drawn or picked, those that went back too. DRAWN_MAX is out of reach in play;
 * beyond it the oldest is forgotten, as only the last two matter. */
static void history_add(struct quacks_player *p, int chip)
{
    if (p->drawn_n == DRAWN_MAX) {
        memmove(p->drawn, p->drawn + 1, DRAWN_MAX - 1);
        p->drawn_n--;
    }
    p->drawn[p->drawn_n++] = (uint8_t)chip;
}

/* Book red 2: such a chip is drawn, but not placed (Q5.8). It cannot explode the pot and is none of
 * Second Chance's five. */
static void lay_beside(struct ruling *r, struct quacks_player *p, int seat, int chip)
{
    p->beside[chip - RED1]++;
    tell_chip(r, QE_BESIDE, seat, chip);
    chain_done(r, p, seat);
}

/* Q5.8 from its beginning; also for a chip picked through blue 1. What yellow 1 and blue 2 ask
 * about the chip is noted before it becomes the last one drawn. Each draw uses a place of the
 * window, whatever becomes of the chip (Q8). */
static void chip_drawn(struct ruling *r, struct quacks_player *p, int seat, int chip)
{
    struct quacks_state *s = r->s;
    p->was_white = (uint8_t)last_is_white(p);
    history_add(p, chip);
    p->fresh = 0;
    p->inside = p->window > 0;
    p->window = (uint8_t)(p->window - p->inside);
    if (chip_colour(chip) == RED && s->book[RED] == 2) {
        lay_beside(r, p, seat, chip);
    } else if (s->card == WELL_STIRRED && !p->stirred && chip_colour(chip) == WHITE) {
        p->stirred = 1;
        p->hand = (uint8_t)chip;
        quacks_ask(r, seat, QQ_RETURN);
    } else {
        chip_moves(r, p, seat, chip);
    }
}

/* The draw itself is public; what may follow is asked of the seat alone. */
static void brew_draws(struct ruling *r, int seat)
{
    int chip = bag_draw(r, seat);
    tell_chip(r, QE_DREW, seat, chip);
    chip_drawn(r, &r->s->player[seat], seat, chip);
}

/* The chip is still in the hand: put back, it counts as drawn, not as placed (Q5.8). A doubling
 * waits for the next chip that is placed. */
static void well_stirred(struct ruling *r, int seat, int no)
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

/* Book yellow 1. The white lies just before the yellow; its space stays empty (Q8). An explosion is
 * not undone: the question is not asked of an exploded pot (Q5.3). */
static void mandrake(struct ruling *r, int seat, int no)
{
    struct quacks_player *p = &r->s->player[seat];
    if (!no) {
        int chip = pot_remove(p, p->pot_n - 2);
        p->bag[chip]++;
        tell_chip(r, QE_MANDRAKE, seat, chip);
    }
    chain_done(r, p, seat);
}

/* One question, two causes: only Well Stirred asks with a chip in the hand. */
void answer_return(struct ruling *r, int seat, int no)
{
    if (r->s->player[seat].hand != NO_CHIP)
        well_stirred(r, seat, no);
    else
        mandrake(r, seat, no);
}

/* The others go back, which needs no move: they never left the bag's counts. The picked chip runs
 * through all of Q5.8 and may be a blue that looks again. */
void answer_pick_blue(struct ruling *r, int seat, int answer)
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

/* Once a filling (Q5.4). What the chip used up, such as a doubling, does not come back. The chip
 * stays in the history, and nothing is "last drawn" until the next draw (Q5.5). */
static void use_flask(struct ruling *r, int seat)
{
    struct quacks_player *p = &r->s->player[seat];
    int chip = pot_remove(p, p->pot_n - 1);
    p->bag[chip]++;
    p->flask = p->fresh = 0;
    tell_chip(r, QE_FLASK, seat, chip);
}

/* An old red may go back once; drawn again it counts as one of this potion. */
static void bag_red(struct ruling *r, int seat, int which)
{
    struct quacks_player *p = &r->s->player[seat];
    p->beside[which]--;
    p->old_beside[which]--;
    p->bag[red_chip(which)]++;
    tell_chip(r, QE_BAGGED, seat, red_chip(which));
}

/* That a decision was made is public, which one is not (Q5.7). The seat is asked no more, so it
 * cannot take it back. */
static void commit_to(struct ruling *r, int seat, int answer)
{
    r->s->player[seat].commit = answer == BREW_DRAW ? COMMIT_DRAW : COMMIT_STOP;
    tell(r, QE_COMMITTED, seat, EVENT_NONE, EVENT_NONE, 0);
}

/* Flask and reds happen at once even where draws are secret, and the seat is asked again
 * (Q5.7). */
void answer_brew(struct ruling *r, int seat, int answer)
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

/* Everything as it was, but for the offer: there is no second one, and no protection either (Q7).
 * `rats` and `origin` have not changed since. The saved values stay until F (check.c). */
static void potion_restarts(struct quacks_player *p)
{
    memcpy(p->bag, p->saved_bag, sizeof p->saved_bag);
    memcpy(p->beside, p->saved_beside, sizeof p->beside);
    memcpy(p->old_beside, p->saved_beside, sizeof p->beside);
    p->points = p->saved_points;
    p->rubies = p->saved_rubies;
    p->flask = p->saved_flask;
    memset(p->pot, 0, sizeof p->pot);
    memset(p->drawn, 0, sizeof p->drawn);
    p->spaces = 0;
    p->pot_n = p->drawn_n = p->fresh = p->was_white = p->window = p->inside = p->doubling = 0;
    pot_recount(p);
}

/* Either way the chain ends as after any chip: a pot kept may be full, a restarted bag is never
 * empty. */
void answer_restart(struct ruling *r, int seat, int no)
{
    if (!no) {
        potion_restarts(&r->s->player[seat]);
        tell(r, QE_RESTARTED, seat, EVENT_NONE, EVENT_NONE, 0);
    }
    after_chain(r, &r->s->player[seat], seat);
}

/* ---- the whole table ---- */

/* Only for A Second Chance: nothing else knows how the potion began, as blue 3 and blue 4 have paid
 * rubies and points since. */
RARE static void remember_beginning(struct quacks_player *p)
{
    p->saved_points = p->points;
    p->saved_rubies = p->rubies;
    p->saved_flask = p->flask;
    memcpy(p->saved_beside, p->beside, sizeof p->beside);
    memcpy(p->saved_bag, p->bag, sizeof p->saved_bag);
}

/* Reds that lie beside the pot now are the old ones (Q8). A seat with an empty bag stops here,
 * unasked (Q5.1). */
static void potion_begins(struct ruling *r, int seat)
{
    struct quacks_player *p = &r->s->player[seat];
    memcpy(p->old_beside, p->beside, sizeof p->beside);
    if (r->s->card == SECOND_CHANCE)
        remember_beginning(p);
    after_chain(r, p, seat);
}

/* In seat order only for the log: potions do not look at each other. */
void brew_begin(struct ruling *r)
{
    for (int at = 0; at < r->s->players; at++)
        potion_begins(r, seat_at(r->s, at));
}

/* A seat that waits for others (Q5.7) has not stopped. */
int brew_done(const struct quacks_state *s)
{
    for (int seat = 0; seat < s->players; seat++)
        if (!s->player[seat].stopped)
            return 0;
    return 1;
}

/* Q5.7, when nobody is asked anything: carry out what was decided, from the start player on, or ask
 * everyone still brewing. Never both at once: own choices that the draws bring are made before
 * anyone decides again. */
void brew_go_on(struct ruling *r)
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

/* Asked again after each red, until the seat is done. What is left is kept for later turns. */
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

/* Its value, nothing more: not doubled, no bonus, and never an explosion (Q8). A place is no draw,
 * so the history does not know it (Q5.5). */
void answer_red(struct ruling *r, int seat, int answer)
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
