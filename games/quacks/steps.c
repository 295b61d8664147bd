/* Droplets, test tubes (Q1.3, Q10), and the two things every effect can pay: rubies and points. */
#include "games/quacks/rules.h"

/* If n is 0, no event is told. The processor can hardly predict whether n is 0, so n is tested only
 * if there is a sink. */
void gain_rubies(struct quacks_resolution *r, int seat, int n, int kind)
{
    r->s->player[seat].rubies = (uint16_t)(r->s->player[seat].rubies + n);
    if (sink_of(r) && n)
        tell_n(r, kind, seat, n);
}

/* Like gain_rubies. */
void gain_points(struct quacks_resolution *r, int seat, int n, int kind)
{
    r->s->player[seat].points = (uint16_t)(r->s->player[seat].points + n);
    if (sink_of(r) && n)
        tell_n(r, kind, seat, n);
}

/* Whether either droplet can move: the one in the pot or, with test tubes, the one in the tubes. A
 * step for rubies is offered only then (Q6, Q10). */
int droplet_can_move(const struct quacks_state *s, const struct quacks_player *p)
{
    return step_answers(s, p) != 0;
}

int droplet_room(const struct quacks_state *s, const struct quacks_player *p)
{
    int tube = s->tubes ? NUMBER_OF(s, tubes_glasses) - p->tube : 0;
    return NUMBER_OF(s, droplet_last) - p->droplet + tube;
}

/* Bit 0 is the pot, bit 1 the tube. If neither can move, the step is lost without a question. */
uint64_t step_answers(const struct quacks_state *s, const struct quacks_player *p)
{
    return (uint64_t)(p->droplet < NUMBER_OF(s, droplet_last)) |
           (uint64_t)(s->tubes && p->tube < NUMBER_OF(s, tubes_glasses)) << 1;
}

/* Two steps are two choices (Q10). The step is counted before the question is asked, because a
 * question with only one answer is answered within the call. Only a step that can be taken is asked
 * about (Q12). */
void step_take(struct quacks_resolution *r)
{
    int seat = seat_at(r->s, r->s->at);
    uint64_t ways = step_answers(r->s, &r->s->player[seat]);
    r->s->steps--;
    if (r->s->optional && ways)
        ask_seat(r, seat, QQ_OPTIONAL_STEP);
    else
        quacks_ask_for(r, seat, QQ_STEP, ways);
}

/* With test tubes the second question is which droplet moves (Q10). */
void answer_optional_step(struct quacks_resolution *r, int seat, int leave)
{
    if (leave)
        tell(r, QE_LEFT_STEP, seat, EVENT_NONE, EVENT_NONE, 0);
    else
        quacks_ask_for(r, seat, QQ_STEP, step_answers(r->s, &r->s->player[seat]));
}

/* What the glasses give, from the first (Q10). A chip is given even before its book is out (R); if
 * the supply lacks it, the glass gives nothing. */
static void glass_pays(struct quacks_resolution *r, int seat, int glass)
{
    int chip = NUMBER_IN(r->s, tubes_chip, glass - 1);
    gain_rubies(r, seat, NUMBER_IN(r->s, tubes_rubies, glass - 1), QE_RUBY);
    gain_points(r, seat, NUMBER_IN(r->s, tubes_points, glass - 1), QE_POINTS);
    if (chip)
        take_chip_anyway(r, seat, chip - 1);
}

/* The glass pays at once, before the second of two steps. */
void answer_step(struct quacks_resolution *r, int seat, int tube)
{
    struct quacks_player *p = &r->s->player[seat];
    if (tube) {
        p->tube++;
        tell_n(r, QE_GLASS, seat, p->tube);
        glass_pays(r, seat, p->tube);
    } else {
        p->droplet++;
        tell_n(r, QE_DROPLET, seat, p->droplet);
    }
}
