/* The Quacks of Quedlinburg as a game: set-up (Q2) and the exported table of functions
 * (engine/game.h). */
#include "games/quacks/rules.h"

/* Nine chips from the supply, 1 ruby, a full flask (Q2). Called for an empty player. The chips
 * leave the supply (Q2). */
static void deal_player(struct quacks_state *s, struct quacks_player *p)
{
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        int n = NUMBER_IN(s, bag, chip);
        p->bag[chip] = (uint8_t)n;
        s->supply[chip] = (uint8_t)(s->supply[chip] - n);
    }
    p->rubies = (uint16_t)NUMBER_OF(s, start_rubies);
    p->points = (uint16_t)NUMBER_OF(s, start_points);
    p->droplet = (uint8_t)NUMBER_OF(s, start_droplet);
    p->flask = (uint8_t)NUMBER_OF(s, start_flask);
    p->hand = NO_CHIP;
    p->scoring = NO_SPACE;
}

/* Also called when other numbers are set, so everything that depends on numbers is dealt anew. */
void quacks_deal(struct quacks_state *s)
{
    s->left = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        s->supply[chip] = (uint8_t)NUMBER_IN(s, box, chip);
    for (int seat = 0; seat < s->players; seat++)
        deal_player(s, &s->player[seat]);
    for (int card = 0; card < CARD_COUNT; card++)
        s->left |= (uint32_t)NUMBER_IN(s, deck, card) << card;
}

/* Set 1 of every book, all 24 cards left, the start player drawn by lot (Q2, Q7, Q8). Orange and
 * black keep book 0, because they have no choice of books. */
void quacks_init(struct quacks_state *s, int players)
{
    memset(s, 0, sizeof *s);
    s->players = (uint8_t)players;
    quacks_deal(s);
    for (int colour = GREEN; colour <= PURPLE; colour++)
        s->book[colour] = 1;
    s->last_two[0] = s->last_two[1] = NO_CHIP;
    s->first = NO_SPACE;
}

/* ---- the table ---- */

#define STATE struct quacks_state
#define TYPED(verb) quacks_##verb
#include "engine/typed.h"

/* The start player moves every turn (Q2); at a game's beginning it is the one that was drawn. */
static int game_first_seat(const void *state)
{
    return state_of(state)->start;
}

static void game_as_of_rules(void *state, int rules)
{
    ((struct quacks_state *)state)->rules = (uint8_t)rules;
}

static int game_question(const void *state, int seat)
{
    return state_of(state)->player[seat].question;
}

static int32_t game_score(const void *state, int seat)
{
    return state_of(state)->player[seat].points;
}

/* Potions are brewed at once (Q5.1). A step is a chip, with all its questions. */
static int game_progress(const void *state, int seat)
{
    const struct quacks_state *s = state_of(state);
    const struct quacks_player *p = &s->player[seat];
    if (s->stage != STAGE_BREW || !(s->asked >> seat & 1))
        return -1;
    return 2 * p->drawn_n - (p->question != QQ_BREW);
}

/* In a turn a seat draws at most 54 chips for the pot, with at most four answers for each, and 60
 * reds; 30 of them may go back, and 30 may be placed late. */
static uint32_t game_most_actions(const void *state)
{
    return (uint32_t)state_of(state)->players * TURNS * 600;
}

/* A state's secrets are exactly what its view hides, so guessing them again changes nothing
 * else. */
static void game_scramble(void *state, int seat, struct chance *c)
{
    quacks_redact((struct quacks_state *)state, seat);
    quacks_determinize((struct quacks_state *)state, seat, c);
}

const struct game quacks_game = {
    .name = "quacks",
    .title = "The Quacks of Quedlinburg",
    TYPED_MEMBERS,
    .min_players = 2,
    .max_players = QUACKS_SEATS,
    .as_of = game_as_of_rules,
    .most_actions = game_most_actions,
    .first_seat = game_first_seat,
    .question = game_question,
    .score = game_score,
    .progress = game_progress,
    .learned = quacks_learned,
    .scramble = game_scramble,
    .observer = &quacks_observer,
    .numbers = &quacks_numbers_form,
};
