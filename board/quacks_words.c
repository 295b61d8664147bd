/* The Quacks in words: chips, the question a player is asked, and each answer to it. Uses views
 * only. */
#include "board/quacks.h"

#include <stdio.h>
#include <string.h>

/* ---- chips and amounts ---- */

/* The letters are those of the colours in order: K is blacK, since B is blue. One digit is enough
 * for values of 1 to 4. */
char *quacks_chip_code(int chip, char buf[CHIP_CODE])
{
    const struct chip_row *row = quacks_chip(chip);
    snprintf(buf, CHIP_CODE, "%c%d", "WOGBRYPK"[row->colour], row -> value % 10);
    return buf;
}

/* `chip` without CHIP_INERT. */
char *quacks_chip_words(int chip, char buf[CHIP_WORDS])
{
    const struct chip_row *row = quacks_chip(chip);
    snprintf(buf, CHIP_WORDS, "%s %d", quacks_colour_id(row->colour), row->value);
    return buf;
}

/* `many` also for 0. Returns buf. */
char *quacks_amount(int n, const char *one, const char *many, char buf[AMOUNT_WORDS])
{
    snprintf(buf, AMOUNT_WORDS, "%d %s", n, n == 1 ? one : many);
    return buf;
}

/* Without a ruby, rubies are not mentioned; other numbers may put several on a space. */
char *quacks_space_words(const struct quacks_state *v, int space, char buf[SPACE_WORDS])
{
    struct quacks_space row = quacks_space(v, space);
    char coins[AMOUNT_WORDS], points[AMOUNT_WORDS], rubies[AMOUNT_WORDS];
    snprintf(buf, SPACE_WORDS, "%s, %s%s%s", quacks_amount(row.coins, "coin", "coins", coins),
             quacks_amount(row.points, "point", "points", points), row.ruby ? ", " : "",
             row.ruby ? quacks_amount(row.ruby, "ruby", "rubies", rubies) : "");
    return buf;
}

/* ---- questions ---- */

/* The part of the rules that asks the question, if the question's row names only a chapter. */
static const char *question_rule(const struct quacks_state *v, int seat)
{
    int question = v->player[seat].question;
    switch (question) {
    /* In secret, or in the open. */
    case QQ_BREW: return v->together || is_last_turn(v) ? "Q5.7" : "Q5.1";
    case QQ_FORTUNE: return v->stage == STAGE_SCHADENFREUDE ? "Q6.before" : "Q7.cards";
    case QQ_SWAP: return "Q7.cards";
    case QQ_RESTART: return v->player[seat].exploded ? "Q12.second_chance" : "Q7.cards";
    case QQ_PICK:
        return v->stage == STAGE_BREW ? "Q5.8" : v->stage == STAGE_STRONG ? "Q6.before" : "Q8";
    case QQ_RED: return "Q6.before";
    case QQ_STEP: return "Q10.1";
    case QQ_PURPLE:
    case QQ_UPGRADE:
    case QQ_PAY: return "Q6.B";
    case QQ_SCORE: return "Q6.D";
    case QQ_BUY: return "Q6.E";
    case QQ_RUBIES: return is_last_turn(v) ? "Q9.1" : "Q6.F";
    case QQ_OPTIONAL:
    case QQ_OPTIONAL_STEP:
    case QQ_RATS: return "Q12.optional";
    default: return const_row_at(quacks_questions(), question)->rule;
    }
}

/* The pot is empty then, and drawing (bit 0) is the only legal answer. */
static int is_first_draw(const struct quacks_state *v, const struct quacks_player *p)
{
    return p->question == QQ_BREW && quacks_game.legal(v, (int)(p - v->player)) == 1;
}

/* Such as "Schadenfreude: Berta's pot exploded. Take a 2-chip.": the neighbour on the right is the
 * reason (Q7.cards). */
static const char *fortune_question(const struct board_showing *s, char buf[MAX_SENTENCE])
{
    const struct quacks_state *v = s->view;
    if (v->stage == STAGE_SCHADENFREUDE)
        snprintf(buf, MAX_SENTENCE, "Schadenfreude: %s's pot exploded. Take a 2-chip.",
                 s->names[(s->viewer + v->players - 1) % v->players]);
    else
        snprintf(buf, MAX_SENTENCE, "Fortune card %s: which do you choose?",
                 quacks_card_name(v->card));
    return buf;
}

/* Questions whose general text would be less than the player needs; all others come from the game.
 * `hand` is a chip that was drawn and waits for the decision. */
static const char *own_question(const struct board_showing *s, char buf[MAX_SENTENCE])
{
    const struct quacks_state *v = s->view;
    int seat = s->viewer;
    const struct quacks_player *p = &v->player[seat];
    char chip[CHIP_WORDS], coins[AMOUNT_WORDS];
    if (p->question == QQ_FORTUNE)
        return fortune_question(s, buf);
    if (p->question == QQ_SCORE)
        snprintf(buf, MAX_SENTENCE, "Your pot exploded: take the coins, or the points?");
    else if (is_first_draw(v, p))
        snprintf(buf, MAX_SENTENCE, "Your potion begins: draw a chip (Enter will do).");
    else if (p->question == QQ_BREW && (v->together || is_last_turn(v)))
        snprintf(buf, MAX_SENTENCE, "Draw a chip, or stop? You all decide in secret.");
    else if (p->question == QQ_BONUS && p->hand != NO_CHIP)
        snprintf(buf, MAX_SENTENCE, "You drew %s. Take the extra spaces, or leave them?",
                 quacks_chip_words(p->hand, chip));
    else if (p->question == QQ_RETURN && p->hand != NO_CHIP)
        snprintf(buf, MAX_SENTENCE, "Well Stirred: you drew %s. Put it back into the bag?",
                 quacks_chip_words(p->hand, chip));
    else if (p->question == QQ_RETURN)
        snprintf(buf, MAX_SENTENCE, "Yellow: put the white drawn just before back into the bag?");
    else if (p->question == QQ_RESTART && p->exploded)
        snprintf(buf, MAX_SENTENCE, "Your pot has exploded with %s. Start again?",
                 quacks_amount(p->pot_n, "chip", "chips", coins));
    else if (p->question == QQ_BUY)
        snprintf(buf, MAX_SENTENCE,
                 quacks_game.legal(v, seat) == UINT64_C(1) << BUY_DONE
                     ? "You have %s: there is nothing more to buy."
                     : "You have %s. Buy a chip, or finish shopping.",
                 quacks_amount(p->coins, "coin", "coins", coins));
    else if (p->question == QQ_RUBIES)
        snprintf(buf, MAX_SENTENCE,
                 v->numbers ? "You have %s. Spend some?" : "You have %s. Spend 2 of them?",
                 quacks_amount(p->rubies, "ruby", "rubies", coins));
    else
        return quacks_question_text(v, seat, buf);
    return buf;
}

/* The text is cut so that the rule always fits behind it. */
char *quacks_words_question(const struct board_showing *s, char buf[MAX_SENTENCE])
{
    const struct quacks_state *v = s->view;
    char text[MAX_SENTENCE];
    snprintf(buf, MAX_SENTENCE, "%.200s [%s]", own_question(s, text), question_rule(v, s->viewer));
    return buf;
}

/* ---- trying an answer ---- */

/* The space that a chip reaches by an answer. The answer is tried on a guess made from the view,
 * and the chip's first placement is read from the events; later random events do not matter. 0 if
 * nothing was placed and spaces do not matter. The view itself is not changed. The luck is always
 * the same, so that a board printed twice is the same. */
static int lands_on(const struct quacks_state *view, int seat, int answer)
{
    static _Thread_local struct event events[MAX_EVENTS];
    struct quacks_state guess = *view;
    struct events sink = {events, 0, MAX_EVENTS};
    struct chance luck;
    memset(&luck, 0, sizeof luck);
    /* Any seed will do: only the first placement is read, which no later chance changes. */
    chance_seed_number(&luck, 0);
    quacks_game.determinize(&guess, seat, &luck);
    quacks_apply(&guess, seat, answer, &luck, &sink);
    for (uint32_t i = 0; i < sink.n; i++) {
        int kind = events[i].kind;
        if (events[i].seat == seat &&
            (kind == QE_PLACED || kind == QE_SPIDER || kind == QE_RED_PLACED))
            return events[i].a;
    }
    return view->player[seat].spaces ? quacks_pot(view, seat).position : 0;
}

/* ---- answers: the fortune card ---- */

/* Wheel and Deal asks for a payment (Q7.cards), all other cards give. */
static void chip_choice(const struct quacks_state *v, int chip, char *buf)
{
    char words[CHIP_WORDS], price[AMOUNT_WORDS];
    /* Schadenfreude asks the same kind of question in its own stage, and gives. */
    int paid = v->card == WHEEL_AND_DEAL && v->stage == STAGE_CARD;
    quacks_chip_words(chip, words);
    if (paid)
        snprintf(buf, WORDS_MAX, "pay %s for one %s",
                 quacks_amount(NUMBER_OF(v, deal_rubies), "ruby", "rubies", price), words);
    else
        snprintf(buf, WORDS_MAX, "take one %s", words);
}

/* Every card's answers are in one numbering (CHOOSE_...), below it the chips. What a card gives is
 * a number of the table (NUMBER_OF), and the text names what this player would really get. */
static void fortune_words(const struct quacks_state *v, int seat, int answer, char *buf)
{
    const struct quacks_player *p = &v->player[seat];
    /* Each has a meaning for one kind of answer only. */
    int tails = answer - CHOOSE_TAILS + 1, points = NUMBER_OF(v, time_points);
    int steps = int_min(NUMBER_OF(v, wisely_steps), droplet_room(v, p));
    char a[AMOUNT_WORDS], b[AMOUNT_WORDS];
    if (v->card != JUST_IN_TIME)
        points = p->tails * NUMBER_OF(v, friends_points);
    if (answer < CHIP_COUNT)
        chip_choice(v, answer, buf);
    else if (answer == CHOOSE_DROPLET && !steps)
        snprintf(buf, WORDS_MAX, "take nothing: your droplet can go no further");
    else if (answer == CHOOSE_DROPLET)
        snprintf(buf, WORDS_MAX, "take %s",
                 quacks_amount(steps, "droplet step", "droplet steps", a));
    else if (answer == CHOOSE_RUBIES)
        snprintf(buf, WORDS_MAX, "take %s",
                 quacks_amount(NUMBER_OF(v, only_rubies), "ruby", "rubies", a));
    else if (answer == CHOOSE_NONE)
        snprintf(buf, WORDS_MAX, v->numbers ? "pay nothing" : "keep your ruby");
    else if (answer == CHOOSE_RATS)
        snprintf(buf, WORDS_MAX, "keep your %s", quacks_amount(p->tails, "tail", "tails", a));
    else if (answer == CHOOSE_POINTS)
        snprintf(buf, WORDS_MAX, "score %s", quacks_amount(points, "point", "points", a));
    else if (answer == CHOOSE_REMOVE)
        snprintf(buf, WORDS_MAX, "take a white 1 out of your bag for good");
    else
        snprintf(buf, WORDS_MAX, "give up %s for %s", quacks_amount(tails, "tail", "tails", a),
                 quacks_amount(tails * NUMBER_OF(v, good_rubies), "ruby", "rubies", b));
}

/* ---- answers: potions ---- */

/* Bags are public, so a player may count the odds (Q5.3). */
static void draw_words(const struct quacks_state *v, int seat, char *buf)
{
    struct quacks_pot pot = quacks_pot(v, seat);
    if (pot.explosive)
        snprintf(buf, WORDS_MAX, "draw a chip (%d of %d would explode the pot)", pot.explosive,
                 pot.bag);
    else
        snprintf(buf, WORDS_MAX, "draw a chip (safe: none of %d explodes the pot)", pot.bag);
}

/* BREW_BAG and above: a red beside the pot goes back (book red 2). */
static void brew_words(const struct quacks_state *v, int seat, int answer, char *buf)
{
    const struct quacks_player *p = &v->player[seat];
    char chip[CHIP_WORDS], space[SPACE_WORDS];
    int scoring = quacks_pot(v, seat).scoring;
    if (answer == BREW_DRAW)
        draw_words(v, seat, buf);
    else if (answer == BREW_STOP)
        snprintf(buf, WORDS_MAX, "stop on scoring space %d: %s", scoring,
                 quacks_space_words(v, scoring, space));
    else if (answer == BREW_FLASK)
        snprintf(buf, WORDS_MAX, "flask: pour %s back into the bag",
                 quacks_chip_words(p->last_drawn, chip));
    else
        snprintf(buf, WORDS_MAX, "bag: put %s back into the bag",
                 quacks_chip_words(RED1 + answer - BREW_BAG, chip));
}

/* Both answers place the chip, on different spaces. */
static void bonus_words(const struct quacks_state *v, int seat, int leave, char *buf)
{
    int space = lands_on(v, seat, leave);
    snprintf(buf, WORDS_MAX, leave ? "leave them: it lies on space %d" : "take them: to space %d",
             space);
}

/* Strong Ingredient: the chip goes its value only, and nothing explodes. Behind the last space it
 * lies on it (Q1.1). */
static void strong_words(const struct quacks_state *v, int seat, int chip, char *buf)
{
    char words[CHIP_WORDS], space[SPACE_WORDS];
    int to = quacks_pot(v, seat).scoring - 1 + quacks_chip(chip)->value;
    to = to > POT_LAST ? POT_LAST : to;
    snprintf(buf, WORDS_MAX, "%s, on space %d: scores %s", quacks_chip_words(chip, words), to,
             quacks_space_words(v, to + 1, space));
}

/* Three rules share the question: book blue 1 in a potion, book green 2 in step B, and Strong
 * Ingredient. */
static void pick_words(const struct quacks_state *v, int seat, int answer, char *buf)
{
    const struct quacks_player *p = &v->player[seat];
    char chip[CHIP_WORDS];
    int explodes = v->stage == STAGE_BREW && answer != PICK_NONE;
    if (answer == PICK_NONE)
        snprintf(buf, WORDS_MAX, "none%s", p->offer_n ? ": all go back into the bag" : "");
    else if (v->stage == STAGE_B)
        snprintf(buf, WORDS_MAX, "%s from the supply", quacks_chip_words(answer, chip));
    else if (v->stage == STAGE_STRONG)
        strong_words(v, seat, answer, buf);
    else
        snprintf(buf, WORDS_MAX, "%s%s", quacks_chip_words(answer, chip),
                 explodes && quacks_chip_explodes(v, seat, answer) ? " (explodes the pot)" : "");
}

/* The chips of a colour follow each other by value, so the next one is the next higher value. */
static void swap_words(int answer, char *buf)
{
    char from[CHIP_WORDS], to[CHIP_WORDS];
    if (answer == PICK_NONE)
        snprintf(buf, WORDS_MAX, "swap none: you get nothing");
    else
        snprintf(buf, WORDS_MAX, "%s for a %s", quacks_chip_words(answer, from),
                 quacks_chip_words(answer + 1, to));
}

/* Well Stirred asks about the chip in the hand, book yellow 1 about the last chip but one in the
 * pot. A drawn chip waits in the hand; else the white lies in the pot already, below the yellow
 * that asks. */
static void return_words(const struct quacks_player *p, int no, char *buf)
{
    int chip = p->hand != NO_CHIP ? p->hand : p->pot_n > 1 ? p->pot[p->pot_n - 2] : WHITE1;
    char words[CHIP_WORDS];
    snprintf(buf, WORDS_MAX, no ? "no, keep %s in the pot" : "yes, put %s back into the bag",
             quacks_chip_words(chip & ~CHIP_INERT, words));
}

/* No after an explosion means to live with it; no before means to go on. */
static void restart_words(const struct quacks_state *v, int seat, int no, char *buf)
{
    struct quacks_pot pot = quacks_pot(v, seat);
    if (no && v->player[seat].exploded)
        snprintf(buf, WORDS_MAX, "no, leave it as it is");
    else if (no)
        snprintf(buf, WORDS_MAX, "no, continue this pot (whites %d of %d)", pot.whites, pot.limit);
    else
        snprintf(buf, WORDS_MAX, "yes, start again: everything as it was before this potion");
}

/* Three numbers of each kind: place, and put back, for red 1, 2 and 4. */
static void red_words(const struct quacks_state *v, int seat, int answer, char *buf)
{
    char chip[CHIP_WORDS];
    quacks_chip_words(RED1 + answer % 3, chip);
    if (answer == RED_DONE)
        snprintf(buf, WORDS_MAX, "done: what is left stays beside the pot");
    else if (answer >= RED_BAG)
        snprintf(buf, WORDS_MAX, "bag: put %s back into the bag", chip);
    else
        snprintf(buf, WORDS_MAX, "place %s on space %d", chip, lands_on(v, seat, answer));
}

/* ---- answers: evaluation ---- */

/* With test tubes (Q10.1) a step goes to the tube or to the pot. */
static void step_words(const struct quacks_state *v, const struct quacks_player *p, int tube,
                       char *buf)
{
    char glass[FILLED_MAX];
    if (tube) {
        quacks_glass_gives(v, p->tube + 1, glass);
        snprintf(buf, WORDS_MAX, "tube: on to glass %d. %.90s", p->tube + 1, glass);
    } else {
        snprintf(buf, WORDS_MAX, "pot: the droplet goes to space %d", p->droplet + 1);
    }
}

/* Adds to a list. WORDS_MAX bytes; what does not fit is cut. */
static void add_words(char *buf, const char *article, const char *words)
{
    size_t at = strlen(buf);
    snprintf(buf + at, WORDS_MAX - at, "%s%s%s", at ? ", " : "", article, words);
}

/* Nothing for 0. */
static void add_amount(char *buf, int n, const char *one, const char *many)
{
    char amount[AMOUNT_WORDS];
    if (n)
        add_words(buf, "", quacks_amount(n, one, many, amount));
}

/* What a tier of books purple 1 and 2 brings now: no chip that the supply lacks, no step that the
 * droplet cannot take (Q2, Q8). Book 1 only counts purples; book 2 takes them out of the bag, and
 * says so. */
static void tier_words(const struct quacks_state *v, const struct quacks_player *p, int tier,
                       char *buf)
{
    int gives = v->book[PURPLE] == 2, i = tier - 1;
    int points = gives ? NUMBER_IN(v, purple2_points, i) : NUMBER_IN(v, purple1_points, i);
    int rubies = gives ? NUMBER_IN(v, purple2_rubies, i) : NUMBER_IN(v, purple1_rubies, i);
    int steps = gives ? NUMBER_IN(v, purple2_steps, i) : NUMBER_IN(v, purple1_steps, i);
    char gain[WORDS_MAX] = "", chip[CHIP_WORDS], head[AMOUNT_WORDS];
    for (uint32_t chips = gives ? purple2_chips(tier) : 0; chips; chips &= chips - 1)
        if (chip_available(v, bit_lowest(chips)))
            add_words(gain, "a ", quacks_chip_words(bit_lowest(chips), chip));
    add_amount(gain, points, "point", "points");
    add_amount(gain, rubies, "ruby", "rubies");
    add_amount(gain, int_min(steps, droplet_room(v, p)), "droplet step", "droplet steps");
    snprintf(head, sizeof head, "give back %d", tier);
    if (!gives)
        quacks_amount(tier, "purple", "purples", head);
    snprintf(buf, WORDS_MAX, "%s: %.80s", head, *gain ? gain : "nothing");
}

/* What the tiers of books purple 1, 2 and 4 give (Q8). */
static void purple_words(const struct quacks_state *v, const struct quacks_player *p, int tier,
                         char *buf)
{
    static const char *const swaps[] = {"1 purple: swap a 1 for a 2", "2 purples: swap a 2 for a 4",
                                        "3 purples: swap a 1 for a 4"};
    if (!tier)
        snprintf(buf, WORDS_MAX, v->book[PURPLE] == 2 ? "nothing: keep your purples" : "nothing");
    else if (v->book[PURPLE] == 4)
        snprintf(buf, WORDS_MAX, "%s", swaps[tier - 1]);
    else
        tier_words(v, p, tier, buf);
}

/* The third tier skips a value, from 1 to 4. */
static void upgrade_words(const struct quacks_state *v, int chip, char *buf)
{
    char from[CHIP_WORDS], to[CHIP_WORDS];
    snprintf(buf, WORDS_MAX, "%s for a %s", quacks_chip_words(chip, from),
             quacks_chip_words(chip + (v->tier == 3 ? 2 : 1), to));
}

/* In the last turn coins buy nothing (Q9.1). */
static void score_words(const struct quacks_state *v, int seat, int coins, char *buf)
{
    struct quacks_space row = quacks_space(v, v->player[seat].scoring);
    char amount[AMOUNT_WORDS];
    if (!coins)
        snprintf(buf, WORDS_MAX, "points: score %s",
                 quacks_amount(row.points, "point", "points", amount));
    else if (is_last_turn(v))
        snprintf(buf, WORDS_MAX, "coins: they become %s",
                 quacks_amount(row.coins / NUMBER_OF(v, end_coins), "point", "points", amount));
    else
        snprintf(buf, WORDS_MAX, "coins: %s to buy chips with",
                 quacks_amount(row.coins, "coin", "coins", amount));
}

/* The price of now, by the books and numbers of this table (Q6.E). */
static void buy_words(const struct quacks_state *v, int seat, int answer, char *buf)
{
    const struct quacks_player *p = &v->player[seat];
    char chip[CHIP_WORDS];
    if (answer != BUY_DONE)
        snprintf(buf, WORDS_MAX, "%s for %d", quacks_chip_words(answer, chip),
                 quacks_price_now(v, answer));
    else
        snprintf(buf, WORDS_MAX, "done (%d left)", p->coins);
}

/* Prices are numbers of the table. In the last turn a step is worth something only in the tubes. */
static void rubies_words(const struct quacks_state *v, int seat, int answer, char *buf)
{
    const struct quacks_player *p = &v->player[seat];
    char amount[AMOUNT_WORDS];
    int flask = NUMBER_OF(v, rubies_flask), step = NUMBER_OF(v, rubies_droplet);
    if (answer == RUBIES_FLASK)
        snprintf(buf, WORDS_MAX, "%s your flask",
                 quacks_amount(flask, "ruby fills", "rubies fill", amount));
    else if (answer == RUBIES_DROPLET && is_last_turn(v))
        snprintf(buf, WORDS_MAX, "%s for a droplet step, to glass %d",
                 quacks_amount(step, "ruby", "rubies", amount), p->tube + 1);
    else if (answer == RUBIES_DROPLET)
        snprintf(buf, WORDS_MAX, "%s for a droplet step, for good",
                 quacks_amount(step, "ruby", "rubies", amount));
    else if (is_last_turn(v))
        snprintf(buf, WORDS_MAX, "done: your rubies become %s",
                 quacks_amount(p->rubies / NUMBER_OF(v, end_rubies), "point", "points", amount));
    else
        snprintf(buf, WORDS_MAX, "done: keep your rubies");
}

/* ---- answers: what may be passed up (Q12) ---- */

/* A step in the tubes is told by the question that follows (Q10). */
static void optional_step_words(const struct quacks_state *v, const struct quacks_player *p,
                                int leave, char *buf)
{
    if (leave)
        snprintf(buf, WORDS_MAX, "no, leave it where it is");
    else if (v->tubes)
        snprintf(buf, WORDS_MAX, "yes, take the step");
    else
        snprintf(buf, WORDS_MAX, "yes, on to space %d", p->droplet + 1);
}

/* What may be passed up is one gain, of one kind or of several (Q12.optional). */
static void optional_words(const struct quacks_state *v, int seat, int leave, char *buf)
{
    struct optional_action a = optional_action(v, seat);
    char gain[WORDS_MAX] = "";
    add_amount(gain, a.points, "point", "points");
    add_amount(gain, a.steps, "droplet step", "droplet steps");
    add_amount(gain, a.rubies, "ruby", "rubies");
    snprintf(buf, WORDS_MAX, leave ? "no, pass it up" : "yes, %s", gain);
}

/* Only steps that can be taken are promised. */
static void pay_words(const struct quacks_state *v, const struct quacks_player *p, int no,
                      char *buf)
{
    int rubies = NUMBER_OF(v, green4_rubies);
    int steps = int_min(NUMBER_OF(v, green4_steps), droplet_room(v, p));
    char price[AMOUNT_WORDS], moves[AMOUNT_WORDS];
    if (no)
        snprintf(buf, WORDS_MAX, "no, keep the %s", rubies == 1 ? "ruby" : "rubies");
    else
        snprintf(buf, WORDS_MAX, "yes, %s for %s", quacks_amount(rubies, "ruby", "rubies", price),
                 quacks_amount(steps, "droplet step", "droplet steps", moves));
}

/* The droplet's last space bounds how far the rats can help (Q1.3). */
static void rats_words(const struct quacks_state *v, const struct quacks_player *p, int tails,
                       char *buf)
{
    int spaces = tails * NUMBER_OF(v, rats_spaces), from = p->droplet + spaces;
    char amount[AMOUNT_WORDS];
    /* So that one chip can always be laid. */
    from = from > NUMBER_OF(v, droplet_last) ? NUMBER_OF(v, droplet_last) : from;
    if (tails)
        snprintf(buf, WORDS_MAX, "%s: your potion starts from space %d",
                 quacks_amount(tails, "rat tail", "rat tails", amount), from);
    else
        snprintf(buf, WORDS_MAX, "none: your potion starts from the droplet");
}

/* ---- all answers ---- */

/* The rarer half of quacks_words_answer. */
static void rare_words(const struct quacks_state *v, int seat, int answer, char *buf)
{
    const struct quacks_player *p = &v->player[seat];
    switch (p->question) {
    case QQ_RED: red_words(v, seat, answer, buf); break;
    case QQ_STEP: step_words(v, p, answer, buf); break;
    case QQ_PURPLE: purple_words(v, p, answer, buf); break;
    case QQ_UPGRADE: upgrade_words(v, answer, buf); break;
    case QQ_PAY: pay_words(v, p, answer, buf); break;
    case QQ_SCORE: score_words(v, seat, answer, buf); break;
    case QQ_BUY: buy_words(v, seat, answer, buf); break;
    case QQ_OPTIONAL: optional_words(v, seat, answer, buf); break;
    case QQ_OPTIONAL_STEP: optional_step_words(v, p, answer, buf); break;
    case QQ_RATS: rats_words(v, p, answer, buf); break;
    default: rubies_words(v, seat, answer, buf); break;
    }
}

/* `answer` must be legal for the viewer. */
char *quacks_words_answer(const struct board_showing *s, int answer, char buf[WORDS_MAX])
{
    const struct quacks_state *v = s->view;
    const struct quacks_player *p = &v->player[s->viewer];
    switch (p->question) {
    case QQ_FORTUNE: fortune_words(v, s->viewer, answer, buf); break;
    case QQ_BREW: brew_words(v, s->viewer, answer, buf); break;
    case QQ_BONUS: bonus_words(v, s->viewer, answer, buf); break;
    case QQ_PICK: pick_words(v, s->viewer, answer, buf); break;
    case QQ_SWAP: swap_words(answer, buf); break;
    case QQ_RETURN: return_words(p, answer, buf); break;
    case QQ_RESTART: restart_words(v, s->viewer, answer, buf); break;
    default: rare_words(v, s->viewer, answer, buf); break;
    }
    return buf;
}
