/* The odds of a potion as a page and in brief, for people at a terminal. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "advice/assumed.h"
#include "advice/odds_quacks.h"
#include "advice/refusals.h"
#include "games/quacks/help.h"
#include "tui/face_quacks.h"
#include "tui/odds_page.h"
#include "board/page.h"
#include "tui/refusals.h"
#include "wire/refuse.h"

/* Rows of the table in a hint: none to four more draws. */
enum { BRIEF_ROWS = 5 };

static const struct quacks_state *state_of(const struct view *v)
{
    return (const struct quacks_state *)v->bytes;
}

/* ---- words ---- */

/* A chance that would be rounded to 0 but is not 0 is said so: people stake a pot on it. */
static char *percent(double chance, char buf[16])
{
    if (chance > 0 && chance < 0.0005)
        snprintf(buf, 16, "< 0.1 %%");
    else
        snprintf(buf, 16, "%.1f %%", 100 * chance);
    return buf;
}

/* How much better the best choice is than the next best. Infinite if there is no other choice. */
static double lead_of(const struct odds_choice *best, const struct odds_choice *choice, int n)
{
    double second = -INFINITY;
    for (int i = 0; i < n; i++)
        if (&choice[i] != best)
            second = fmax(second, choice[i].worth);
    return best->worth - second;
}

/* "" if there is nothing to choose. A lead below what the table can show is no lead. */
static void say_advice(const struct potion_odds *o, char *text, size_t size)
{
    struct odds_choice choice[ODDS_CHOICES];
    int n = odds_quacks_choices(o, choice);
    const struct odds_choice *best = odds_quacks_best(choice, n);
    text[0] = 0;
    if (!best)
        return;
    double lead = lead_of(best, choice, n);
    if (isinf(lead))
        snprintf(text, size, "%s: there is nothing else to do.", best->advice);
    else if (lead < 0.05)
        snprintf(text, size, "%s, but it hardly matters.", best->advice);
    else
        snprintf(text, size, "%s: that is better by %.2f points.", best->advice, lead);
}

/* An exploded pot has no table. Says how exact the figures above it are, and what their unit is. */
static void say_method(const struct potion_odds *o, int table, char *text, size_t size)
{
    int n = snprintf(text, size,
                     "Points are points of the final score. Coins, rubies, droplets and "
                     "chips count as the points they usually bring; the rats that help "
                     "players who are behind are included. ");
    if (o->exact)
        n +=
            snprintf(text + n, size - (size_t)n,
                     "Drawing on is counted to the end of the bag, with a stop at the best time. ");
    else
        n += snprintf(text + n, size - (size_t)n,
                      "Drawing on is counted exactly for %d draws and approximated beyond. ",
                      o->depth);
    if (table && o->sampled)
        n += snprintf(text + n, size - (size_t)n,
                      "The odds in the table are exact up to %d more; the rows with ~ are an "
                      "average of %d potions. ",
                      o->rows_exact - 1, o->sampled);
    else if (table)
        n += snprintf(text + n, size - (size_t)n, "The odds in the table are exact. ");
    snprintf(text + n, size - (size_t)n, "Worth is always an estimate.");
}

/* ---- the page ---- */

/* Public information: everybody may look into anybody's bag. */
static void print_bag(const uint8_t *bag)
{
    char text[400];
    int n = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        if (bag[chip] && n < (int)sizeof text - 20)
            n += snprintf(text + n, sizeof text - (size_t)n, "%s%d %s", n ? ", " : "", bag[chip],
                          quacks_chip(chip)->id);
    page_print("  %-15s", "In the bag");
    page_fold(n ? text : "nothing", 17, 17);
}

/* Inside a draw the table counts with an answer to the open question, which may move the pot on.
 * Nothing is printed at the questions that the odds do not have to suppose an answer to. */
static void print_supposed(const struct view *v)
{
    const struct quacks_player *p = &state_of(v)->player[v->seat];
    struct board_showing s = {.face = &quacks_face, .view = v->bytes, .viewer = v->seat};
    char text[MAX_SENTENCE + WORDS_MAX], answer[WORDS_MAX];
    if (p->question != QQ_PICK && p->question != QQ_BONUS && p->question != QQ_RETURN &&
        p->question != QQ_OPTIONAL)
        return;
    snprintf(text, sizeof text, "Your question comes first; the table supposes the answer '%s'.",
             quacks_words_answer(&s, potion_usual_answer(p), answer));
    page_fold(text, 0, 0);
    page_char('\n');
}

/* For the command line, where no board shows it. */
static void print_position(const struct view *v, const struct potion_odds *o)
{
    const struct quacks_space space = quacks_space(state_of(v), o->space);
    page_print("  %-15s%d; more than %d explodes the pot (Q5.3)\n", "Whites", o->whites, o->limit);
    page_print("  %-15sspace %d: %d coin%s, %d point%s%s\n", "It scores", o->space, space.coins,
               space.coins == 1 ? "" : "s", space.points, space.points == 1 ? "" : "s",
               space.ruby ? ", a ruby" : "");
    print_bag(state_of(v)->player[v->seat].bag);
}

/* Whether an explosion by the next chip lets the seat start anew. Only as long as the offer has not
 * been made, and within the first five chips (Q12, risky). */
static int anew_after(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    return s->card == SECOND_CHANCE && s->risky && !p->offered && p->pot_n < 5;
}

/* Counts whole chips ("2 of 9"), which people can check against the bag. */
static void print_next(const struct view *v, const struct potion_odds *o)
{
    const struct quacks_pot pot = quacks_pot(state_of(v), v->seat);
    char text[200], chance[16];
    if (o->explode_next == 0)
        snprintf(text, sizeof text, "The next chip cannot explode the pot.");
    else
        snprintf(text, sizeof text,
                 "The chance that the next chip explodes the pot is %s: %d of %d would.",
                 percent(o->explode_next, chance), pot.explosive, pot.bag);
    page_fold(text, 2, 2);
    /* An explosion of the first five chips need not be the end (Q12). */
    if (o->explode_next > 0 && anew_after(state_of(v), v->seat))
        page_fold("A Second Chance: after an explosion you may start again.", 2, 2);
}

/* The lowest space that is not passed with a chance of at least `share`. A little less than the
 * share is enough, because the sums are rounded. */
static int quantile(const struct potion_draws *row, double share)
{
    double sum = 0;
    for (int space = 0; space < WORTH_SPACES; space++) {
        sum += row->space[space];
        if (sum >= share - 1e-9)
            return space;
    }
    return WORTH_SPACES - 1;
}

/* Row k is for k more draws. "~" marks rows that come from samples. */
static void print_row(const struct potion_odds *o, int k, int decimals)
{
    const struct potion_draws *row = &o->draws[k];
    char label[20] = "none", explodes[16], ruby[16], likely[32];
    int low = quantile(row, 0.1), high = quantile(row, 0.9);
    if (k)
        snprintf(label, sizeof label, "%d more", k);
    snprintf(likely, sizeof likely, low == high ? "%d" : "%d to %d", low, high);
    page_print("  %-8s%9s%7d   %-10s%7.1f%8.1f%9s%8.*f%s\n", label,
               percent(row->exploded, explodes), quantile(row, 0.5), likely, row->points,
               row->coins, percent(row->ruby, ruby), decimals, row->worth,
               k < o->rows_exact ? "" : " ~");
}

/* At most `rows` rows; a small bag has fewer. */
static void print_table(const struct potion_odds *o, int rows, int decimals)
{
    page_line("  draw     explodes  space   mostly     points   coins     ruby   worth");
    for (int k = 0; k < o->draws_n && k < rows; k++)
        print_row(o, k, decimals);
}

/* Adds "for 7 coins orange 1 and green 1 (3.3 points)"; returns the length of the text. `size` is
 * the size of `text`, of which n bytes are used. */
static int add_buy(char *text, int n, int size, const struct odds_buy *buy, int decimals)
{
    char chip[CHIP_WORDS];
    n += snprintf(text + n, (size_t)(size - n), " for %d coin%s ", buy->coins,
                  buy->coins == 1 ? "" : "s");
    for (int k = 0; k < buy->chips_n; k++)
        n += snprintf(text + n, (size_t)(size - n), "%s%s", k ? " and " : "",
                      quacks_chip_words(buy->chip[k], chip));
    if (!buy->chips_n)
        return n + snprintf(text + n, (size_t)(size - n), "nothing");
    return n + snprintf(text + n, (size_t)(size - n), " (%.*f points)", decimals, buy->worth);
}

/* Why the worth of a row jumps from one coin to the next, and why a pot that explodes may still pay
 * well. In the last turn coins buy nothing but points (Q9.1), so there are no buys. */
static void print_buys(const struct view *v, const struct potion_odds *o, int decimals)
{
    struct odds_buy buy[ODDS_BUYS];
    char text[600];
    int buys = odds_quacks_buys(v, o, buy), n;
    n = snprintf(text, sizeof text, "%s",
                 buys ? "Coins are worth the best chips they buy:" : "Five coins are a point now");
    for (int i = 0; i < buys; i++) {
        n = add_buy(text, n, (int)sizeof text, &buy[i], decimals);
        n += snprintf(text + n, sizeof text - (size_t)n, "%s", i + 1 < buys ? ";" : "");
    }
    snprintf(text + n, sizeof text - (size_t)n,
             ". An exploded pot keeps its points or its coins, so it can still pay well.");
    page_print("  ");
    page_fold(text, 2, 2);
}

/* How the table answers the questions inside a draw. Prints nothing if nothing was assumed. */
static void print_assumed(const struct view *v)
{
    char text[700] = "Inside a draw: ";
    uint32_t assumed = assumed_quacks(v);
    size_t n = strlen(text);
    if (!assumed)
        return;
    assumed_text(assumed, text + n, sizeof text - n);
    page_print("  ");
    page_fold(text, 2, 2);
}

/* What the chips after that do. An exploded pot gets no more of them. */
static void print_draws(const struct view *v, const struct potion_odds *o)
{
    print_supposed(v);
    page_line("If you draw this many more chips, whatever they are, and then stop:");
    print_table(o, POTION_DRAWS + 1, 2);
    page_print("  ");
    page_fold("space: the median; mostly: in 8 of 10 cases. Exploded pots count with their last "
              "space, and with the better of points and coins.",
              2, 2);
    print_buys(v, o, 2);
    print_assumed(v);
    page_char('\n');
}

static void print_title(const struct view *v, int at_table)
{
    page_print("The Quacks of Quedlinburg, turn %d: ", state_of(v)->turn);
    if (at_table)
        page_line("your potion");
    else
        page_print("the potion of player %d\n", v->seat);
}

static void print_card(const struct quacks_state *s)
{
    /* The other cards have taken effect before the potions. */
    if (!s->no_fortune && !quacks_card_is_purple(s->card))
        page_print("Fortune card: %s\n", quacks_card_name(s->card));
    page_char('\n');
}

/* Nothing while the question is one inside a draw. */
static void print_advice(const struct potion_odds *o)
{
    char text[600];
    if (!o->can_draw && !o->can_stop && !o->can_restart)
        return;
    odds_quacks_worth(o, 2, text, sizeof text);
    page_fold(text, 0, 0);
    say_advice(o, text, sizeof text);
    page_fold(text, 0, 0);
    page_char('\n');
}

/* What the next chip does, if one may be drawn. `alone`: an empty line follows, because no advice
 * does. */
static void print_risk(const struct view *v, const struct potion_odds *o, int alone)
{
    if (!o->next || state_of(v)->player[v->seat].exploded)
        return;
    print_next(v, o);
    if (alone)
        page_char('\n');
}

/* At a table the board shows the position, and little of a page may be in sight: what matters comes
 * first. */
static void print_page(const struct view *v, const struct potion_odds *o, int at_table)
{
    char text[600];
    const struct quacks_state *s = state_of(v);
    int exploded = s->player[v->seat].exploded;
    print_title(v, at_table);
    if (!at_table) {
        print_card(s);
        print_position(v, o);
    }
    page_char('\n');
    print_risk(v, o, !at_table);
    if (at_table)
        print_advice(o);
    if (!exploded)
        print_draws(v, o);
    if (!at_table)
        print_advice(o);
    say_method(o, !exploded, text, sizeof text);
    page_fold(text, 0, 0);
}

/* The general reason speaks of options of the command line, which are of no use at a table. */
int odds_quacks_print(const struct view *v, const char *const *names, struct refusal *why)
{
    struct potion_odds o;
    if (odds_quacks_count(v, &o, why) < 0)
        return names && why->row == &refusal_no_potion ? because(why, ROW(no_potion_here)) : -1;
    print_page(v, &o, names != NULL);
    return 0;
}

/* Not for questions inside a draw, whose odds need the sentence of print_supposed. */
int odds_quacks_brief(const struct view *v)
{
    struct potion_odds o;
    struct refusal why;
    char text[400];
    if (odds_quacks_count(v, &o, &why) < 0 || !(o.can_draw || o.can_stop || o.can_restart))
        return 0;
    if (o.next)
        page_print("  "), print_next(v, &o);
    page_print("  ");
    odds_quacks_worth(&o, 1, text, sizeof text);
    page_fold(text, 2, 2);
    if (!state_of(v)->player[v->seat].exploded) {
        print_table(&o, BRIEF_ROWS, 1);
        print_buys(v, &o, 1);
    }
    page_line("  Coins, rubies, droplets and chips count as the points they usually bring.");
    return 1;
}
