/* brewer: plays the Quacks by the odds. While brewing it takes the answer with the highest expected
 * worth (quacks_potion.h); everything else is chosen by what it is worth in points
 * (quacks_worth.h). */
#include "bots/odds/quacks_brewer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bots/advice.h"
#include "bots/bots.h"
#include "bots/policy.h"
#include "bots/softmax.h"
#include "bots/odds/quacks_value.h"

/* Entries of the table (256 KiB) and draws looked at exactly: a decision should take well under
 * a millisecond. */
enum { BREWER_TABLE = 16384, BREWER_DRAWS = 2 };

/* One question, and what is needed to weigh its answers. `w` is for what is bought or won now
 * (weigh_now). */
struct weighing {
    const struct quacks_state *s;
    const struct quacks_player *p;
    const struct worth_rows *rows;
    int seat, draws;
    struct worth w;
};

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* ---- one function a question: what an answer is worth ---- */

/* The choices of the fortune cards (Q7). A tail given up is a space of this potion. */
static double weigh_fortune(const struct weighing *q, int answer)
{
    const struct worth *w = &q->w;
    int k = answer - CHOOSE_TAILS + 1;
    if (answer < CHIP_COUNT)
        return w->chip[answer] -
               (q->s->card == WHEEL_AND_DEAL ? NUMBER_OF(q->s, deal_rubies) * w->ruby : 0);
    switch (answer) {
    case CHOOSE_DROPLET: return NUMBER_OF(q->s, wisely_steps) * w->droplet;
    case CHOOSE_RUBIES: return NUMBER_OF(q->s, only_rubies) * w->ruby;
    case CHOOSE_POINTS:
        return w->point * (q->s->card == JUST_IN_TIME
                               ? NUMBER_OF(q->s, time_points)
                               : q->p->tails * NUMBER_OF(q->s, friends_points));
    case CHOOSE_REMOVE: return w->white1;
    case CHOOSE_NONE:
    case CHOOSE_RATS: return 0;
    default: return k * (NUMBER_OF(q->s, good_rubies) * w->ruby - q->rows->space[worth_turn(q->s)]);
    }
}

/* Strong Ingredient lays the chip in the pot; all other picks put it into the bag. */
static double weigh_pick(const struct weighing *q, int answer)
{
    if (q->s->stage != STAGE_STRONG)
        return answer == PICK_NONE ? 0 : q->w.chip[answer];
    if (answer == PICK_NONE)
        return worth_of_end(&q->w, q->s, q->seat);
    return worth_with_strong(&q->w, q->s, q->seat, answer);
}

/* A fortune card swaps a chip for the next value of its colour. */
static double weigh_swap(const struct weighing *q, int answer)
{
    return answer == PICK_NONE ? 0 : q->w.chip[next_value(answer)] - q->w.chip[answer];
}

/* Late reds: what the pot is worth after the answer, with the best answers afterwards. Reds that
 * stay beside the pot are worth `kept` for each space. */
static double weigh_red(const struct weighing *q, int answer)
{
    struct quacks_state s = *q->s;
    struct quacks_player *p = &s.player[q->seat];
    int which = answer % 3, all = reds_beside(p);
    if (answer == RED_DONE) {
        memset(p->beside, 0, sizeof p->beside);
        return worth_of_end(&q->w, &s, q->seat) + all * q->w.kept;
    }
    p->beside[which]--;
    if (answer >= RED_BAG)
        p->bag[red_chip(which)]++;
    else
        pot_lay(p, red_chip(which), chip_value(red_chip(which)));
    return worth_of_end(&q->w, &s, q->seat);
}

/* The droplet moves in the pot or in the test tubes (Q10). Answer 0 is the pot. */
static double weigh_step(const struct weighing *q, int answer)
{
    if (answer)
        return worth_of_glass(&q->w, q->s, q->seat);
    return q->rows->value ? q->w.pot_step : q->rows->droplet[worth_turn(q->s)];
}

static double weigh_upgrade(const struct weighing *q, int chip)
{
    return q->w.chip[chip + (q->s->tier == 3 ? 2 : 1)] - q->w.chip[chip];
}

/* An exploded potion brings points or coins (Q6 D). */
static double weigh_score(const struct weighing *q, int answer)
{
    int space = q->p->scoring;
    return answer ? worth_of_coins(&q->w, space_coins(q->s, space))
                  : q->w.point * space_points(q->s, space);
}

/* Values this chip together with the best one of another colour that the remaining coins can buy.
 * With fitted values the pair is valued as a whole. */
static double weigh_buy(const struct weighing *q, int answer)
{
    double second = 0;
    if (answer == BUY_DONE)
        return 0;
    if (q->rows->value)
        return value_of_purchase(q->rows->value, q->s, q->seat, answer);
    int rest = q->p->coins - chip_price(q->s, answer);
    uint64_t chips = q->p->bought_n ? 0 : chips_available(q->s);
    for (; chips; chips &= chips - 1) {
        int chip = bit_lowest(chips);
        if (chip_colour(chip) != chip_colour(answer) && chip_price(q->s, chip) <= rest)
            second = most(second, q->w.chip[chip]);
    }
    return q->w.chip[answer] + second;
}

/* What two rubies buy, less what they are worth (Q6 F). */
static double weigh_rubies(const struct weighing *q, int answer)
{
    if (answer == RUBIES_DONE)
        return 0;
    if (answer == RUBIES_FLASK)
        return q->w.flask - NUMBER_OF(q->s, rubies_flask) * q->w.ruby;
    return q->w.droplet - NUMBER_OF(q->s, rubies_droplet) * q->w.ruby;
}

/* With the option `optional` (Q12): what a chip's action pays, a droplet step, or rat tails. Answer
 * 0 takes what is paid. */
static double weigh_optional(const struct weighing *q, int answer)
{
    struct optional_action a = optional_action(q->s, q->seat);
    if (q->p->question == QQ_RATS)
        return answer * NUMBER_OF(q->s, rats_spaces) * q->rows->space[worth_turn(q->s)];
    if (answer)
        return 0;
    if (q->p->question == QQ_OPTIONAL_STEP)
        return q->w.droplet;
    return a.points * q->w.point + a.rubies * q->w.ruby + a.steps * q->w.droplet;
}

/* Green 3 in step B: values moving the last chip, and leaving it. Only in step B, where the die has
 * been rolled already: so without it. */
static double weigh_spider(const struct weighing *q, int leave)
{
    int space = pot_scoring(q->p), greens = 0;
    for (int i = 0; i < q->p->pot_n; i++)
        if (!(q->p->pot[i] & CHIP_INERT) && chip_colour(q->p->pot[i]) == GREEN)
            greens += chip_value(q->p->pot[i]);
    if (!leave)
        space = int_min(space + greens, POT_SPOON);
    return q->p->exploded && !q->p->covered ? q->w.exploded[space] : q->w.covered[space];
}

/* Values answers to all questions outside potions. Only that of green 3 is not listed. */
static double weigh_answer(const struct weighing *q, int answer)
{
    switch (q->p->question) {
    case QQ_FORTUNE: return weigh_fortune(q, answer);
    case QQ_PICK: return weigh_pick(q, answer);
    case QQ_SWAP: return weigh_swap(q, answer);
    case QQ_RED: return weigh_red(q, answer);
    case QQ_STEP: return weigh_step(q, answer);
    case QQ_PURPLE: return worth_of_tier(&q->w, q->s, q->seat, answer);
    case QQ_UPGRADE: return weigh_upgrade(q, answer);
    case QQ_PAY:
        return answer ? 0
                      : NUMBER_OF(q->s, green4_steps) * q->w.droplet -
                            NUMBER_OF(q->s, green4_rubies) * q->w.ruby;
    case QQ_SCORE: return weigh_score(q, answer);
    case QQ_BUY: return weigh_buy(q, answer);
    case QQ_RUBIES: return weigh_rubies(q, answer);
    case QQ_OPTIONAL:
    case QQ_OPTIONAL_STEP:
    case QQ_RATS: return weigh_optional(q, answer);
    default: return weigh_spider(q, answer);
    }
}

/* ---- potions ---- */

/* The answers that put a red back into the bag (book red 2). 0 outside of brewing. */
static uint64_t bagging(const struct quacks_player *p)
{
    return p->question == QQ_BREW ? (uint64_t)7 << BREW_BAG : 0;
}

/* A Second Chance: whether the next chip is one of the first five, before the offer (Q7). */
static int is_insured(const struct quacks_state *s, const struct quacks_player *p)
{
    return s->card == SECOND_CHANCE && !p->offered && p->pot_n < NUMBER_OF(s, second_chips);
}

/* The flask can wait while two more chips come before the offer of A Second Chance: a potion with
 * many whites starts anew, with the flask full. In turn 9 a full flask is worth nothing
 * afterwards. */
static int flask_can_wait(const struct quacks_state *s, const struct quacks_player *p)
{
    return is_insured(s, p) && p->pot_n + 1 < NUMBER_OF(s, second_chips) && !is_last_turn(s);
}

/* Answers that are not chosen. A red is never worth more in the bag than beside the pot
 * (quacks_potion.c). Where the merged model prefers that, or the flask too early, it is wrong by
 * that much. */
static uint64_t set_aside(const struct quacks_state *s, const struct quacks_player *p)
{
    if (p->question != QQ_BREW)
        return 0;
    return bagging(p) | (uint64_t)flask_can_wait(s, p) << BREW_FLASK;
}

/* They are worth at most as much as the best of the others. `others` must have been weighed. */
static void limit_aside(uint64_t aside, uint64_t others, double value[64])
{
    double best = -1000;
    for (; others; others &= others - 1)
        best = most(best, value[bit_lowest(others)]);
    for (; aside; aside &= aside - 1)
        if (value[bit_lowest(aside)] > best)
            value[bit_lowest(aside)] = best;
}

/* The table is on the stack: 256 KiB, of which fewer than two draws clear and use an eighth. */
static void weigh_potion(const struct view *v, const struct worth_rows *rows, int draws,
                         uint64_t answers, double value[64])
{
    struct potion_lab lab;
    struct potion_entry table[BREWER_TABLE];
    uint32_t size = draws < 2 ? BREWER_TABLE / 8 : BREWER_TABLE;
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    uint64_t aside = answers & set_aside(s, &s->player[v->seat]);
    potion_open(&lab, s, v->seat, rows, table, size);
    for (uint64_t m = answers; m; m &= m - 1)
        value[bit_lowest(m)] = potion_answer_worth(&lab, bit_lowest(m), draws);
    limit_aside(aside, answers & ~aside, value);
}

/* A chip or droplet won before the potion works one potion longer. */
static void weigh_now(struct weighing *q)
{
    struct quacks_state earlier = *q->s;
    if (q->s->stage == STAGE_CARD)
        earlier.turn--;
    worth_weigh(&q->w, q->rows, &earlier, q->seat);
}

/* Only answers that are asked for are written. */
void brewer_weigh(const struct view *v, const struct worth_rows *rows, int draws, uint64_t answers,
                  double value[64])
{
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    struct weighing q = {.s = s, .p = &s->player[v->seat], .rows = rows, .seat = v->seat};
    if (s->stage == STAGE_BREW) {
        weigh_potion(v, rows, draws, answers, value);
        return;
    }
    weigh_now(&q);
    for (uint64_t m = answers; m; m &= m - 1)
        value[bit_lowest(m)] = weigh_answer(&q, bit_lowest(m));
}

/* Takes the lowest of equal answers: brewer uses no random numbers. */
static int best_answer(uint64_t answers, const double value[64])
{
    int best = bit_lowest(answers);
    for (uint64_t m = answers; m; m &= m - 1)
        if (value[bit_lowest(m)] > value[best])
            best = bit_lowest(m);
    return best;
}

/* The first draws of a potion need no computation, if no flask can be used and no chip can explode
 * the pot: there is room for every white, or A Second Chance protects it (Q7). Also where stopping
 * is not allowed: then there is nothing to choose. */
static int draws_freely(const struct quacks_state *s, int seat, uint64_t answers)
{
    const struct quacks_player *p = &s->player[seat];
    int free = explosion_limit(s, p) - pot_whites(p);
    if (p->question != QQ_BREW || !(answers & 1) || answers >> BREW_FLASK & 1)
        return 0;
    if (!(answers >> BREW_STOP & 1))
        return 1;
    if (is_insured(s, p) && !s->risky)
        return 1;
    return free >= 3 || (free == 2 && !p->bag[WHITE3]) ||
           (free == 1 && !p->bag[WHITE3] && !p->bag[WHITE2]);
}

/* The answers to choose from: the only one if nothing has to be weighed. Answers that are set aside
 * are weighed only for people who ask, and so is passing up what one could have (Q12). Never 0. */
static uint64_t answers_open(const struct view *v)
{
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    const struct quacks_player *p = &s->player[v->seat];
    uint64_t answers = optional_taken(p->question, view_legal(v) & ~set_aside(s, p));
    MUST(answers != 0);
    return draws_freely(s, v->seat, answers) ? (uint64_t)1 << BREW_DRAW : answers;
}

/* Uses no luck, so the same view gives the same answer. */
int brewer_choose(const struct view *v, const struct worth_rows *rows, int draws)
{
    uint64_t answers = answers_open(v);
    double value[64];
    if (!(answers & (answers - 1)))
        return bit_lowest(answers);
    brewer_weigh(v, rows, draws, answers, value);
    return best_answer(answers, value);
}

/* Values are in points, temperatures in hundredths. */
static int tempered_choose(const struct view *v, const struct worth_rows *rows,
                           uint32_t temperature, struct chance *luck)
{
    uint64_t answers = answers_open(v), word = chance_word(luck, CHANCE_PICK);
    double value[64];
    int64_t worth[64];
    if (!(answers & (answers - 1)))
        return bit_lowest(answers);
    brewer_weigh(v, rows, BREWER_DRAWS, answers, value);
    for (uint64_t m = answers; m; m &= m - 1)
        worth[bit_lowest(m)] = (int64_t)(100 * value[bit_lowest(m)]);
    return temper_pick(answers, worth, temperature, &word);
}

/* ---- what it has to say ---- */

static void say_figure(struct advice *say, const char *name, double value)
{
    if (say->figures_n == ADVICE_FIGURES)
        return;
    say->figure[say->figures_n].name = name;
    say->figure[say->figures_n++].value = value;
}

/* Adds to the sentences. */
static void say_more(struct advice *say, const char *format, ...)
{
    size_t n = strlen(say->why);
    va_list args;
    va_start(args, format);
    vsnprintf(say->why + n, sizeof say->why - n, format, args);
    va_end(args);
}

/* The best of the answers that put a red back, or -1. */
static int best_bagging(uint64_t answers, const struct quacks_player *p, const double value[64])
{
    answers &= bagging(p);
    return answers ? best_answer(answers, value) : -1;
}

static void say_figures(const struct quacks_state *s, const struct quacks_player *p,
                        uint64_t answers, double explodes, const double value[64],
                        struct advice *say)
{
    int space = pot_scoring(p), bag = best_bagging(answers, p, value);
    say_figure(say, "explode_next", explodes);
    if (answers >> BREW_STOP & 1)
        say_figure(say, "ev_stop", value[BREW_STOP]);
    if (answers & 1)
        say_figure(say, "ev_draw", value[BREW_DRAW]);
    if (answers >> BREW_FLASK & 1)
        say_figure(say, "ev_flask", value[BREW_FLASK]);
    if (bag >= 0)
        say_figure(say, "ev_bag", value[bag]);
    say_figure(say, "points", space_points(s, space));
    say_figure(say, "coins", space_coins(s, space));
}

/* With the option `risky` an explosion of the first five chips lets the potion start anew (Q12). */
static void say_risk(const struct quacks_state *s, const struct quacks_player *p, double explodes,
                     struct advice *say)
{
    say_more(say, "The risk that the next chip explodes the pot is %.0f %%", 100 * explodes);
    if (is_insured(s, p) && s->risky && explodes > 0)
        say_more(say, ", and then you may start again");
}

static void say_worths(const struct quacks_player *p, uint64_t answers, const double value[64],
                       struct advice *say)
{
    int bag = best_bagging(answers, p, value);
    if (answers >> BREW_STOP & 1 && answers & 1)
        say_more(say, "; stopping is worth %.1f points, drawing on %.1f", value[BREW_STOP],
                 value[BREW_DRAW]);
    if (answers >> BREW_FLASK & 1)
        say_more(say, ", using the flask %.1f", value[BREW_FLASK]);
    if (bag >= 0)
        say_more(say, ", putting a red back first %.1f (beside the pot it is certain to count)",
                 value[bag]);
}

/* A small table is enough: only the next chip is looked at. */
static void say_brew(const struct view *v, const struct worth_rows *rows, uint64_t answers,
                     const double value[64], struct advice *say)
{
    struct potion_lab lab;
    struct potion_entry table[16];
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    const struct quacks_player *p = &s->player[v->seat];
    int space = pot_scoring(p), points = space_points(s, space), coins = space_coins(s, space);
    potion_open(&lab, s, v->seat, rows, table, 16);
    double explodes = answers & 1 ? potion_explodes(&lab) : 0;
    say_figures(s, p, answers, explodes, value, say);
    say_risk(s, p, explodes, say);
    say_worths(p, answers, value, say);
    say_more(say, ". Now it scores %d point%s and %d coin%s%s.", points, points == 1 ? "" : "s",
             coins, coins == 1 ? "" : "s", space_has_ruby(s, space) ? " and a ruby" : "");
}

/* The best answer and the next best, with what they are worth. */
static void say_choice(const struct view *v, uint64_t answers, const double value[64], int best,
                       struct advice *say)
{
    char one[MAX_NAME], other[MAX_NAME];
    v->game->action_name(v->bytes, v->seat, best, one);
    answers &= ~((uint64_t)1 << best);
    /* NOLINTNEXTLINE(*CallAndMessage): `best` is one of the answers, and each was weighed */
    int n = snprintf(say->why, ADVICE_WORDS, "I put \"%s\" at %.1f points of the final score", one,
                     value[best]);
    if (answers) {
        int next = best_answer(answers, value);
        v->game->action_name(v->bytes, v->seat, next, other);
        n += snprintf(say->why + n, (size_t)(ADVICE_WORDS - n), ", \"%s\" at %.1f", other,
                      value[next]);
    }
    snprintf(say->why + n, (size_t)(ADVICE_WORDS - n), ".");
}

/* The figures are points, whatever the choice goes by. All legal answers are shown, also those that
 * are set aside. */
static void speak(const struct view *v, const struct worth_rows *rows, int best, struct advice *say)
{
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    uint64_t answers = view_legal(v);
    struct worth_rows points = *rows;
    double value[64];
    points.by_share = 0;
    brewer_weigh(v, &points, BREWER_DRAWS, answers, value);
    say->worth = "points";
    say->counted = 1;
    for (uint64_t m = answers; m; m &= m - 1) {
        int answer = bit_lowest(m), i = say->weighed_n++;
        say->weighed[i].answer = answer;
        say->weighed[i].value = value[answer];
    }
    if (s->player[v->seat].question == QQ_BREW)
        say_brew(v, rows, answers, value, say);
    else
        say_choice(v, answers, value, best, say);
}

/* `rows` decide everything: brewer and brewer-1 differ in nothing else. */
static int choose_by(const struct worth_rows *rows, const struct view *v,
                     const struct bot_options *how, struct chance *luck, struct advice *say)
{
    uint64_t answers = view_legal(v);
    MUST(answers != 0);
    if (how->noise && chance_below(luck, CHANCE_PICK, 100) < how->noise)
        return bit_nth(answers, chance_below(luck, CHANCE_PICK, (uint32_t)bit_count(answers)));
    int answer = how->temperature ? tempered_choose(v, rows, how->temperature, luck)
                                  : brewer_choose(v, rows, BREWER_DRAWS);
    if (HINT_WANTED(say))
        speak(v, rows, answer, say);
    return answer;
}

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    struct worth_rows rows;
    worth_rows_read(&rows);
    rows.value = &quacks_value, rows.by_share = 1;
    return choose_by(&rows, v, how, luck, say);
}

static int choose_1(const struct view *v, const struct bot_options *how, struct chance *luck,
                    struct advice *say)
{
    struct worth_rows rows;
    worth_rows_read(&rows);
    return choose_by(&rows, v, how, luck, say);
}

const struct bot brewer_bot = {
    .name = "brewer",
    .blurb = "knows the odds of every bag, and plays for the win",
    .game = &quacks_game,
    .choose = choose,
};

const struct bot brewer_1_bot = {
    .name = "brewer-1",
    .blurb = "the previous brewer: draws, stops and shops for points",
    .game = &quacks_game,
    .apart = 1,
    .choose = choose_1,
};
