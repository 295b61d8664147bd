/* The inside of the Quacks' rules: what their files share. Only games/quacks includes it.
 *
 * How an answer is carried out: quacks_apply clears the seat's question and calls its answer
 * function. While potions are brewed, that advances only this seat (brew.c); otherwise it finishes
 * a part of a stage. Then flow.c goes on, stage by stage, until a question is asked. */
#ifndef CHARLATAN_GAMES_QUACKS_RULES_H
#define CHARLATAN_GAMES_QUACKS_RULES_H

#include "games/quacks/facts.h"

/* One answer that is being carried out. `sink` may be NULL. */
struct quacks_resolution {
    struct quacks_state *s;
    struct chance *c;
    struct events *sink;
};

/* Where events go, or NULL. */
static inline struct events *sink_of(const struct quacks_resolution *r)
{
    return events_read_by(r->sink);
}

/* The chip as an answer bit, or 0 if it cannot be taken (Q2, Q3). */
static inline uint64_t if_available(const struct quacks_state *s, int chip)
{
    return (uint64_t)chip_available(s, chip) << chip;
}

/* Sets up chips, rubies and cards by the numbers in force (quacks.c). */
void quacks_deal(struct quacks_state *s);

/* ---- the stages of a turn, in the files of their rules ---- */

/* They return 1 if the stage is over and the next one is set, 0 if it waits for an answer or a
 * droplet step. It is then called again. */
#define STAGE(e, name) int name##_stage(struct quacks_resolution *r);
#include "games/quacks/stages.def"
#undef STAGE

/* ---- seats ---- */

/* `at` counts seats clockwise from the start player, which is the order of every step outside the
 * potions (Q6). */
static inline int seat_at(const struct quacks_state *s, int at)
{
    int seat = s->start + at;
    return seat >= s->players ? seat - s->players : seat;
}

/* The seats of a set in that order, bit 0 for the start player, without those before `at`. Stages
 * in which few seats have a part go from bit to bit: the branches of a walk over all seats could
 * not be predicted. */
static inline uint32_t seats_from(const struct quacks_state *s, uint32_t seats)
{
    uint32_t ahead = (seats | seats << s->players) >> s->start & ((1u << s->players) - 1);
    return ahead >> s->at << s->at;
}

/* The acting seat: the one whose part of the stage this is. */
static inline struct quacks_player *player_at(struct quacks_resolution *r)
{
    return &r->s->player[seat_at(r->s, r->s->at)];
}

/* Asks without checking whether there is a choice. Rules that may leave none use quacks_ask. */
static inline void ask_seat(struct quacks_resolution *r, int seat, int question)
{
    r->s->player[seat].question = (uint8_t)question;
    r->s->asked |= (uint8_t)(1u << seat);
}

/* `question` and `asked` always change together. */
static inline void ask_no_more(struct quacks_state *s, int seat)
{
    s->player[seat].question = QQ_NONE;
    s->asked &= (uint8_t) ~(1u << seat);
}

/* ---- events ---- */

/* EVENT_NONE means that the event has no chip or no space. Chips told here are public; only
 * bag_look tells secrets. */
static inline void tell(struct quacks_resolution *r, int kind, int seat, int chip, int space, int n)
{
    if (sink_of(r)) {
        struct event e = event_of(kind, seat);
        e.item = (uint8_t)chip;
        e.a = (uint8_t)space;
        e.n = n;
        event_push(sink_of(r), e);
    }
}

static inline void tell_n(struct quacks_resolution *r, int kind, int seat, int n)
{
    tell(r, kind, seat, EVENT_NONE, EVENT_NONE, n);
}

static inline void tell_chip(struct quacks_resolution *r, int kind, int seat, int chip)
{
    tell(r, kind, seat, chip, EVENT_NONE, 0);
}

/* ---- bag.c: chips between bag and supply, and chance ---- */

/* Draws a chip by chance. The bag must not be empty. */
int bag_draw(struct quacks_resolution *r, int seat);
/* Fills the seat's offer with up to so many chips. They stay counted in the bag, so there is
 * no need to put them back. */
void bag_look(struct quacks_resolution *r, int seat, int chips, int kind);
/* Puts a chip into the bag if it is available. If not, the reward is lost, and an event says so
 * (Q2). Returns whether it was taken. */
int take_chip(struct quacks_resolution *r, int seat, int chip);
/* Puts a chip into the bag even if its book is not out (Q10). */
void take_chip_anyway(struct quacks_resolution *r, int seat, int chip);
/* Returns a die_face (Q6 A). */
int roll_die(struct quacks_resolution *r, int seat);
/* Takes a card out of those left (Q7). */
int draw_card(struct quacks_resolution *r);
/* Draws the start player of turn 1 (Q2). */
int lot_first(struct quacks_resolution *r);

/* ---- pot.c ---- */

/* Removes chip i and returns its kind, without CHIP_INERT. The caller decides where it goes. */
int pot_remove(struct quacks_player *p, int i);
/* Computes `whites` and `lying` again from the chips. */
void pot_recount(struct quacks_player *p);
/* What `whites` and `lying` of a player say, counted from the chips of the pot. */
struct pot_sums {
    uint8_t whites, lying;
};
struct pot_sums pot_sums(const struct quacks_player *p);

/* ---- brew.c ---- */

/* Adds a chip to the history of this potion (Q5.5). */
void history_add(struct quacks_player *p, int chip);
/* Starts every potion and asks, or stops seats that can never draw (Q5.1). */
void brew_begin(struct quacks_resolution *r);
/* Called after any answer in the potions; decides who is asked next. */
void brew_go_on(struct quacks_resolution *r);
/* Whether everyone has stopped. */
int brew_done(const struct quacks_state *s);
/* One of the chips looked at, or none: for book blue 1 and Strong Ingredient. */
uint64_t offer_answers(const struct quacks_player *p);
/* Answers while brewing, in the order of Q5.8. For yes or no, `leave` and `no` are the answer's
 * bit; 0 is yes. */
void answer_brew(struct quacks_resolution *r, int seat, int answer);
void answer_bonus(struct quacks_resolution *r, int seat, int leave);
void answer_return(struct quacks_resolution *r, int seat, int no);
void answer_pick_blue(struct quacks_resolution *r, int seat, int answer);
void answer_restart(struct quacks_resolution *r, int seat, int no);
/* What a blue that lies last in the pot pays there with book blue 3 or 4, in rubies or points. */
int blue_pays(const struct quacks_state *s, const struct quacks_player *p, int chip);
void answer_optional_blue(struct quacks_resolution *r, int seat, int leave);
/* The late reds of book red 2, after all have stopped (Q8). */
uint64_t red_answers(const struct quacks_player *p);
void answer_red(struct quacks_resolution *r, int seat, int answer);
/* Whether the seat can still get a chip into its bag, by the flask or book red 2. */
int can_put_back(const struct quacks_state *s, const struct quacks_player *p);
/* Whether the flask can be used now (Q5.4). */
int flask_works(const struct quacks_player *p);

/* ---- fortune.c ---- */

/* QQ_FORTUNE is asked for purple cards and, in its own stage, for Schadenfreude (Q7). */
uint64_t fortune_answers(const struct quacks_state *s, int seat);
void answer_fortune(struct quacks_resolution *r, int seat, int answer);
/* How many rat tails the seat may use: up to those that move its rat stone (Q12). */
int rat_tails_most(const struct quacks_state *s, const struct quacks_player *p);
uint64_t rats_answers(const struct quacks_state *s, const struct quacks_player *p);
void answer_rats(struct quacks_resolution *r, int seat, int tails);
/* An Opportunistic Moment (Q7): whether the supply has the next value of this chip, and what the
 * seat can swap of its offer; 0 if nothing. */
int may_be_swapped(const struct quacks_state *s, int chip);
uint64_t swap_answers(const struct quacks_state *s, const struct quacks_player *p);
void quacks_answer_swap(struct quacks_resolution *r, int seat, int answer);

/* ---- evaluate.c ---- */

void answer_pick_strong(struct quacks_resolution *r, int seat, int answer);
void answer_score(struct quacks_resolution *r, int seat, int coins);
uint64_t buy_answers(const struct quacks_state *s, const struct quacks_player *p);
void answer_buy(struct quacks_resolution *r, int seat, int answer);
uint64_t rubies_answers(const struct quacks_state *s, const struct quacks_player *p);
void answer_rubies(struct quacks_resolution *r, int seat, int answer);
/* One roll and its reward (Q6 A). A droplet step is added to s->steps. */
void bonus_die(struct quacks_resolution *r, int seat);

/* ---- actions.c: B, chip actions of black, green and purple ---- */

uint64_t purple_answers(const struct quacks_state *s, const struct quacks_player *p);
void answer_purple(struct quacks_resolution *r, int seat, int tier);
uint64_t upgrade_answers(const struct quacks_state *s, const struct quacks_player *p);
void answer_upgrade(struct quacks_resolution *r, int seat, int chip);
uint64_t spider_answers(const struct quacks_state *s);
void answer_pick_spider(struct quacks_resolution *r, int seat, int answer);
void answer_pay(struct quacks_resolution *r, int seat, int no);
void answer_bonus_spider(struct quacks_resolution *r, int seat, int leave);
void answer_optional_part(struct quacks_resolution *r, int seat, int leave);

/* ---- steps.c ---- */

/* Whether the pot's droplet or, with test tubes, the other one can move (Q1.3, Q10). */
int droplet_can_move(const struct quacks_state *s, const struct quacks_player *p);
uint64_t step_answers(const struct quacks_state *s, const struct quacks_player *p);
/* Takes one of s->steps of the acting seat. */
void step_take(struct quacks_resolution *r);
void answer_step(struct quacks_resolution *r, int seat, int tube);
void answer_optional_step(struct quacks_resolution *r, int seat, int leave);

/* `kind` is the event that says where they come from. */
void gain_rubies(struct quacks_resolution *r, int seat, int n, int kind);
void gain_points(struct quacks_resolution *r, int seat, int n, int kind);

/* ---- flow.c ---- */

/* For stages in which each seat has one part: begins the next seat's; 0 after the last. */
int part_begins(struct quacks_state *s);
/* Whether a stage must wait: a seat is asked, or the droplet of the acting seat moves first. */
static inline int stage_waits(const struct quacks_state *s)
{
    return s->asked | s->steps;
}
/* Goes on to the part of the seat at this place, or stays in it. */
static inline void go_to(struct quacks_state *s, int at)
{
    s->sub = (uint8_t)(s->sub * (at == s->at));
    s->at = (uint8_t)at;
}
/* Begins a stage at the start player. */
void next_stage(struct quacks_state *s, int stage);
/* Asks a question. Without an answer nothing is asked; a single answer is taken without asking,
 * except for brew and buy. */
void quacks_ask(struct quacks_resolution *r, int seat, int question);
/* The same for a caller that knows the answers. */
void quacks_ask_for(struct quacks_resolution *r, int seat, int question, uint64_t answers);
/* Carries out a legal answer, whether it was asked for or taken without asking. The question is no
 * longer pending. */
void answer_question(struct quacks_resolution *r, int seat, int question, int answer);

/* ---- text.c ---- */

/* The rule that a refused answer to this question cites. */
const char *quacks_question_rule(int question);

#endif
