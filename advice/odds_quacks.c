/* The odds of a potion as an object: what the next chips do, and what every answer to the seat's
 * question is worth (bots/odds/quacks_potion.h). */
#include "advice/odds_quacks.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "advice/advice.h"
#include "advice/assumed.h"
#include "advice/reason.h"
#include "advice/refusals.h"
#include "bots/advice.h"
#include "bots/bots.h"
#include "games/quacks/facts.h"
#include "wire/refuse.h"
#include "wire/write.h"

static const struct quacks_state *state_of(const struct view *v)
{
    return (const struct quacks_state *)v->bytes;
}

/* potion_odds says 2 for no memory, and something else if the seat brews no potion. */
int odds_quacks_count(const struct view *v, struct potion_odds *o, struct refusal *why)
{
    switch (potion_odds(v, v->seat, o)) {
    case 0: return 0;
    case 2: return because(why, ROW(odds_memory));
    default: return because(why, ROW(no_potion), v->seat);
    }
}

/* ---- words ---- */

int odds_quacks_choices(const struct potion_odds *o, struct odds_choice choice[ODDS_CHOICES])
{
    const struct {
        int there;
        struct odds_choice choice;
    } rows[ODDS_CHOICES] = {
        {o->can_stop, {"stop", "stopping now", "Stop now", o->ev_stop}},
        {o->can_draw, {"draw", "drawing on", "Draw another chip", o->ev_draw}},
        {o->can_flask,
         {"flask", "the flask first", "Pour the last white back with the flask", o->ev_flask}},
        {o->can_bag[0],
         {"bag red1", "a red 1 back in the bag first", "Put red 1 back", o->ev_bag[0]}},
        {o->can_bag[1],
         {"bag red2", "a red 2 back in the bag first", "Put red 2 back", o->ev_bag[1]}},
        {o->can_bag[2],
         {"bag red4", "a red 4 back in the bag first", "Put red 4 back", o->ev_bag[2]}},
        {o->can_restart, {"restart no", "keeping this pot", "Keep this pot", o->ev_keep}},
        {o->can_restart, {"restart yes", "starting again", "Start again", o->ev_anew}},
    };
    int n = 0;
    for (int i = 0; i < ODDS_CHOICES; i++)
        if (rows[i].there)
            choice[n++] = rows[i].choice;
    return n;
}

/* Of equal ones the first. */
const struct odds_choice *odds_quacks_best(const struct odds_choice *choice, int n)
{
    const struct odds_choice *best = n ? choice : NULL;
    for (int i = 1; i < n; i++)
        if (choice[i].worth > best->worth)
            best = &choice[i];
    return best;
}

/* The text must have room for all choices. The first word gets a capital letter. */
void odds_quacks_worth(const struct potion_odds *o, int decimals, char *text, size_t size)
{
    struct odds_choice choice[ODDS_CHOICES];
    int choices = odds_quacks_choices(o, choice), n = 0;
    for (int i = 0; i < choices; i++)
        n += snprintf(text + n, size - (size_t)n, i ? ", %s %.*f" : "%s is worth %.*f points",
                      choice[i].phrase, decimals, choice[i].worth);
    snprintf(text + n, size - (size_t)n, ".");
    text[0] = (char)toupper((unsigned char)text[0]);
}

/* ---- hints ---- */

/* The legal answer with this name, or -1. */
static int answer_of(const struct view *v, const char *action)
{
    char name[MAX_NAME];
    for (uint64_t rest = view_legal(v); rest; rest &= rest - 1)
        if (!strcmp(v->game->action_name(v->bytes, v->seat, bit_lowest(rest), name), action))
            return bit_lowest(rest);
    return -1;
}

/* The odds look farther than the bot, so its figures about the answers ("ev_") are dropped. The
 * others keep their order. */
static void drop_figures(struct advice *say)
{
    int n = 0;
    for (int i = 0; i < say->figures_n; i++)
        if (strncmp(say->figure[i].name, "ev_", 3) != 0)
            say->figure[n++] = say->figure[i];
    say->figures_n = n;
}

/* Leaves `say` as it is if there are no odds, or nothing to choose. */
void odds_quacks_weigh(const struct view *v, struct advice *say)
{
    struct potion_odds o;
    struct refusal why;
    struct odds_choice choice[ODDS_CHOICES];
    if (odds_quacks_count(v, &o, &why) < 0)
        return;
    int n = odds_quacks_choices(&o, choice);
    if (!n)
        return;
    say->weighed_n = 0;
    for (int i = 0; i < n; i++) {
        int answer = answer_of(v, choice[i].action), k = say->weighed_n;
        /* A choice of the odds that the question does not offer. */
        if (answer < 0)
            continue;
        say->weighed[k].answer = answer;
        /* Computed, not tried. */
        say->weighed[k].visits = 0;
        say->weighed[k].value = choice[i].worth;
        say->weighed_n++;
    }
    drop_figures(say);
}

/* Asks brewer-1, whose figures are about the next chip; a fixed seed, so the same view has the same
 * figures. */
static void odds_quacks_figures(const struct view *v, struct advice *say)
{
    struct advice counted = {0};
    struct chance luck = {0};
    chance_seed_number(&luck, 1);
    brewer_1_bot.choose(v, &brewer_1_bot.usual, &luck, &counted);
    drop_figures(&counted);
    say->figures_n = counted.figures_n;
    memcpy(say->figure, counted.figure, sizeof say->figure);
}

/* ---- what is assumed ---- */

/* In the bag, not in the pot. */
static int holds(const struct quacks_player *p, int colour)
{
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        if (p->bag[chip] && chip_colour(chip) == colour)
            return 1;
    return 0;
}

/* Also of the chip that lies last, which is what red 3 and yellow 1 look at. */
static int white_can_be_last(const struct quacks_player *p)
{
    return holds(p, WHITE) || (p->pot_n && chip_is(p->pot[p->pot_n - 1], WHITE));
}

/* Whether a red, or with book red 4 a white 1, can move further (Q5.6). */
static int red_moves_further(const struct quacks_state *s, const struct quacks_player *p)
{
    switch (s->book[RED]) {
    case 1: return holds(p, RED) && (holds(p, ORANGE) || pot_has(p, ORANGE));
    case 3: return holds(p, RED) && white_can_be_last(p);
    case 4: return p->bag[WHITE1] && (holds(p, RED) || pot_has(p, RED));
    default: return 0;
    }
}

/* Whether a yellow can, or with book yellow 2 the chip after one. */
static int yellow_moves_further(const struct quacks_state *s, const struct quacks_player *p)
{
    switch (s->book[YELLOW]) {
    case 2: return p->doubling || (holds(p, YELLOW) && counts_sum(p->bag) > 1);
    case 4: return holds(p, YELLOW) && pot_count(p, YELLOW) < 3;
    default: return 0;
    }
}

/* With book red 2 reds are laid beside the pot, also those that lie there already. */
static int lays_beside(const struct quacks_state *s, const struct quacks_player *p)
{
    return s->book[RED] == 2 && (holds(p, RED) || p->beside[0] || p->beside[1] || p->beside[2]);
}

/* Only what can still matter to this potion: a rule about a colour that is neither in the bag nor
 * in the pot is left out. */
uint32_t assumed_quacks(const struct view *v)
{
    const struct quacks_state *s = (const struct quacks_state *)v->bytes;
    const struct quacks_player *p = &s->player[v->seat];
    int card = s->no_fortune ? CARD_COUNT : s->card;
    return assumed_if(red_moves_further(s, p) || yellow_moves_further(s, p), ASSUMED_BONUS) |
           assumed_if(s->book[YELLOW] == 1 && holds(p, YELLOW) && white_can_be_last(p),
                      ASSUMED_YELLOW_1) |
           assumed_if(s->book[BLUE] == 1 && holds(p, BLUE) && counts_sum(p->bag) > 1,
                      ASSUMED_BLUE_1) |
           assumed_if(card == WELL_STIRRED && !p->stirred && holds(p, WHITE),
                      ASSUMED_WELL_STIRRED) |
           assumed_if(card == SECOND_CHANCE && !p->offered, ASSUMED_SECOND_CHANCE) |
           assumed_if(lays_beside(s, p), ASSUMED_RED_2) | assumed_if(s->optional, ASSUMED_OPTIONAL);
}

/* ---- the object ---- */

/* In the last turn an empty list: chips are worth nothing any more (Q9.1). */
static void write_buys(struct writer *w, const struct view *v, const struct potion_odds *o)
{
    struct odds_buy buy[ODDS_BUYS];
    int n = odds_quacks_buys(v, o, buy);
    write_key(w, "buys");
    write_begin(w, '[');
    for (int i = 0; i < n; i++) {
        write_begin(w, '{');
        write_member_number(w, "coins", buy[i].coins);
        write_key(w, "chips");
        write_begin(w, '[');
        for (int k = 0; k < buy[i].chips_n; k++)
            write_string(w, quacks_chip(buy[i].chip[k])->id);
        write_end(w, ']');
        write_member_decimal(w, "worth", buy[i].worth);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The chance of each scoring space, those of 0 left out; keys are numbers of spaces. */
static void write_spaces(struct writer *w, const struct potion_draws *row)
{
    char key[16];
    write_key(w, "spaces");
    write_begin(w, '{');
    for (int space = 0; space < WORTH_SPACES; space++) {
        if (row->space[space] <= 0)
            continue;
        snprintf(key, sizeof key, "%d", space);
        write_member_decimal(w, key, row->space[space]);
    }
    write_end(w, '}');
}

/* What "draw k more chips, then stop" comes to; k = 0 is stopping now. "exact" is false for rows
 * that were sampled. */
static void write_row(struct writer *w, const struct potion_odds *o, int k)
{
    const struct potion_draws *row = &o->draws[k];
    write_begin(w, '{');
    write_member_number(w, "draw", k);
    write_member_bool(w, "exact", k < o->rows_exact);
    write_member_decimal(w, "explode", row->exploded);
    write_member_decimal(w, "points", row->points);
    write_member_decimal(w, "coins", row->coins);
    write_member_decimal(w, "ruby", row->ruby);
    write_member_decimal(w, "worth", row->worth);
    write_spaces(w, row);
    write_end(w, '}');
}

/* Every choice by its name in the protocol; "advice" is the best of them, missing if there is no
 * choice. */
static void write_answers(struct writer *w, const struct potion_odds *o)
{
    struct odds_choice choice[ODDS_CHOICES];
    int n = odds_quacks_choices(o, choice);
    write_key(w, "value");
    write_begin(w, '{');
    for (int i = 0; i < n; i++)
        write_member_decimal(w, choice[i].action, choice[i].worth);
    write_end(w, '}');
    write_member_string(w, "worth", "points");
    write_member_bool(w, "exact", o->exact);
    if (n)
        write_member_string(w, "advice", odds_quacks_best(choice, n)->action);
}

/* "draws" is the table of the page; "why" is a sentence, only while there is something to
 * decide. */
static void write_object(struct writer *w, const struct view *v, const struct potion_odds *o)
{
    char text[400];
    write_begin(w, '{');
    write_member_string(w, "game", "quacks");
    write_member_number(w, "seat", v->seat);
    write_member_number(w, "turn", state_of(v)->turn);
    write_member_number(w, "whites", o->whites);
    write_member_number(w, "limit", o->limit);
    write_member_number(w, "space", o->space);
    write_member_number(w, "chips", o->chips);
    write_member_decimal(w, "explode_next", o->explode_next);
    write_answers(w, o);
    odds_quacks_worth(o, 2, text, sizeof text);
    if (o->can_draw || o->can_stop || o->can_restart)
        write_member_string(w, "why", text);
    write_member_number(w, "sampled", o->sampled);
    write_key(w, "draws");
    write_begin(w, '[');
    for (int k = 0; k < o->draws_n; k++)
        write_row(w, o, k);
    write_end(w, ']');
    write_buys(w, v, o);
    write_assumed(w, assumed_quacks(v));
    write_end(w, '}');
}

/* Refused unless the seat has a potion in progress. */
static int odds_quacks_write(const struct view *v, struct writer *w, struct refusal *why)
{
    struct potion_odds o;
    if (odds_quacks_count(v, &o, why) < 0)
        return -1;
    write_object(w, v, &o);
    return 0;
}

/* No `alike`: every question of this game matters. */
const struct game_odds quacks_odds_row = {
    .game = &quacks_game,
    .write = odds_quacks_write,
    .make = odds_make,
    .reason = reason_quacks,
    .figures = odds_quacks_figures,
    .usual_iterations = 5000,
};
