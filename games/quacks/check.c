/* Checks the invariants of a state: 216 chips, numbers in range, pots well formed. The property
 * tests use it, and `setup` with hostile input. Returns what is wrong, or NULL. */
#include "engine/tally.h"
#include "games/quacks/rules.h"

/* Counts all chips of a seat. Chips looked at are counted in the bag; the chip in the hand is
 * not. */
static void tally_player(struct tally *n, const struct quacks_player *p)
{
    tally_counts(n, p->bag);
    for (int i = 0; i < p->pot_n; i++)
        tally_add(n, p->pot[i] & ~CHIP_INERT, 1);
    for (int i = 0; i < 3; i++)
        tally_add(n, red_chip(i), p->beside[i]);
    for (int i = 0; i < p->bought_n; i++)
        tally_add(n, p->bought[i], 1);
    if (p->hand != NO_CHIP)
        tally_add(n, p->hand, 1);
}

/* Each kind is counted by itself, so that two errors cannot cancel out (Q2). */
static const char *check_chips(const struct quacks_state *s)
{
    struct tally n = {{0}};
    tally_counts(&n, s->supply);
    for (int seat = 0; seat < s->players; seat++)
        tally_player(&n, &s->player[seat]);
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        if (tally_of(&n, chip) != NUMBER_IN(s, box, chip))
            return s->numbers ? "the chips do not add up to those of the game (Q2)"
                              : "the chips do not add up to the 216 of the game (Q2)";
    return NULL;
}

/* What the other rules rely on (quacks.h): the set of spaces has as many bits as the pot has chips.
 * Kinds are checked before they are used as an index. */
static const char *check_pot(const struct quacks_state *s, const struct quacks_player *p)
{
    if (p->pot_n > POT_MAX || bit_count(p->spaces) != p->pot_n)
        return "a pot does not have a space for each chip (Q1)";
    if (p->spaces & ~(bits_below(POT_LAST + 1) & ~(uint64_t)1))
        return "a chip lies outside the spaces 1 to 52 (Q1)";
    if (p->spaces && bit_lowest(p->spaces) <= p->origin)
        return "a chip lies before the place where the potion started (Q5.2)";
    for (int i = 0; i < p->pot_n; i++)
        if ((p->pot[i] & ~CHIP_INERT) >= CHIP_COUNT)
            return "there is no such chip (Q2)";
    for (int i = 0; i < p->pot_n; i++)
        if (p->pot[i] & CHIP_INERT && (s->stage <= STAGE_BREW || s->acts))
            return "an inert chip lies in a pot where there can be none (Q7, Q12)";
    struct pot_sums sums = pot_sums(p);
    return sums.whites != p->whites || sums.lying != p->lying
               ? "the stored sums of a pot do not match its chips"
               : NULL;
}

/* Chips looked at are still in the bag, so no kind can be looked at more often than the bag has it.
 * A view hides all of them or none. */
static const char *check_offer(const struct quacks_player *p)
{
    uint8_t bag[BAG_BYTES];
    memcpy(bag, p->bag, sizeof bag);
    if (p->offer_n > OFFER_CHIPS || p->offer_n > counts_sum(bag))
        return "more chips are looked at than the rules allow (Q8)";
    for (int i = 0; i < p->offer_n; i++) {
        if (p->offer[i] == NO_CHIP)
            continue;
        if (p->offer[i] >= CHIP_COUNT || bag[p->offer[i]] == 0)
            return "a chip that is being looked at is not in the bag (Q8)";
        bag[p->offer[i]]--;
    }
    return NULL;
}

/* ---- A Second Chance: how the potion began ---- */

/* Stored from the first draw of the turn until F, and empty otherwise. */
static int keeps_beginning(const struct quacks_state *s)
{
    return s->card == SECOND_CHANCE && s->stage >= STAGE_BREW && s->stage != STAGE_OVER;
}

/* In a turn without the card nothing is stored, so that equal tables have equal bytes. */
static int beginning_is_empty(const struct quacks_player *p)
{
    int sum = p->saved_points | p->saved_rubies | p->saved_flask;
    for (int i = 0; i < 3; i++)
        sum |= p->saved_beside[i];
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        sum |= p->saved_bag[chip];
    return sum == 0;
}

/* Brewing moves chips between bag, pot, hand and the place beside the pot; their number stays. */
static int beginning_has_same_chips(const struct quacks_player *p)
{
    struct tally now = {{0}}, then = {{0}};
    tally_player(&now, p);
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        tally_add(&then, chip, p->saved_bag[chip]);
    for (int i = 0; i < 3; i++)
        tally_add(&then, red_chip(i), p->saved_beside[i]);
    return memcmp(&now, &then, sizeof now) == 0;
}

/* The rubies and points that books blue 3 and 4 have paid for blues on ruby spaces. Nothing else
 * pays while potions are brewed, and no blue leaves the pot. check_pot has been called, so no chip
 * is inert. */
static void blues_on_rubies(const struct quacks_state *s, const struct quacks_player *p,
                            int *rubies, int *points)
{
    *rubies = *points = 0;
    for (int i = 0; i < p->pot_n; i++)
        if (chip_colour(p->pot[i]) == BLUE && space_has_ruby(s, pot_at(p, i))) {
            *rubies += NUMBER_OF(s, blue3_rubies);
            *points += NUMBER_IN(s, blue4_points, chip_value(p->pot[i]) >> 1);
        }
}

/* A flask is used on a white of this potion, and the white stays in the history (Q5.5). */
static int has_drawn_white(const struct quacks_player *p)
{
    int white = 0;
    for (int i = 0; i < p->drawn_n; i++)
        white |= chip_colour(drawn_at(p, i)) == WHITE;
    return white;
}

/* Whether an amount can have become another by what blues paid. With the option `optional` each of
 * them may have been left (Q12). */
static int can_have_paid(const struct quacks_state *s, int before, int now, int paid)
{
    return s->optional ? now >= before && now <= before + paid : now == before + paid;
}

/* What `restart yes` would restore must be a possible beginning of this potion; otherwise the 216
 * chips would not add up afterwards. After the potions nothing can be restored. */
static const char *check_beginning(const struct quacks_state *s, const struct quacks_player *p)
{
    int rubies, points;
    if (!keeps_beginning(s))
        return beginning_is_empty(p) && !p->offered ? NULL
                                                    : "saved, offered: only for A Second Chance, "
                                                      "from the potions on (Q7)";
    if (s->stage != STAGE_BREW)
        return NULL;
    if (!beginning_has_same_chips(p))
        return "saved: its chips are not those in the bag, in the pot and beside it (Q7)";
    blues_on_rubies(s, p, &rubies, &points);
    if (!can_have_paid(s, p->saved_points, p->points, s->book[BLUE] == 4 ? points : 0))
        return "saved: points that this potion cannot have begun with (Q7)";
    if (!can_have_paid(s, p->saved_rubies, p->rubies, s->book[BLUE] == 3 ? rubies : 0))
        return "saved: rubies that this potion cannot have begun with (Q7)";
    if (p->flask != p->saved_flask && (p->flask || !has_drawn_white(p)))
        return "saved: a flask that this potion cannot have begun with (Q5.4, Q7)";
    return NULL;
}

/* With another red book a chip beside the pot would stay there for ever: nothing takes it back.
 * While brewing a seat owns the same reds all the time; afterwards some may be placed or swapped.
 * */
static const char *check_beside(const struct quacks_state *s, const struct quacks_player *p)
{
    for (int i = 0; i < 3; i++) {
        if (s->book[RED] != 2 && (p->beside[i] || p->saved_beside[i] || p->returned[i]))
            return "a red lies beside the pot, but only book red 2 puts one there (Q8)";
        if (p->returned[i] && (s->stage < STAGE_BREW || s->stage == STAGE_OVER))
            return "returned: only from the potions on (Q8)";
        if (s->stage == STAGE_BREW && p->returned[i] > p->bag[red_chip(i)] + p->beside[i])
            return "returned: more reds than the seat has in the bag and beside the pot (Q8)";
    }
    return NULL;
}

/* Ranges are checked first, because later checks use these numbers as indices. */
static const char *check_player(const struct quacks_state *s, const struct quacks_player *p)
{
    int last = NUMBER_OF(s, droplet_last);
    if (p->droplet > last || p->origin > last || p->tube > NUMBER_OF(s, tubes_glasses))
        return "a droplet is out of its range (Q1.3, Q10)";
    if (p->tube && !s->tubes)
        return "a glass is given, but the game has no test tubes (Q10)";
    if (p->drawn_n > DRAWN_MAX || p->bought_n > 2)
        return "a list is too long";
    if (p->fresh && (!p->drawn_n || !p->pot_n))
        return "a chip is marked as just drawn, but the pot does not have it (Q5.5)";
    const char *wrong = check_pot(s, p);
    if (!wrong)
        wrong = check_offer(p);
    if (!wrong)
        wrong = check_beginning(s, p);
    return wrong ? wrong : check_beside(s, p);
}

static uint32_t deck_of(const struct quacks_state *s)
{
    uint32_t cards = 0;
    for (int card = 0; card < CARD_COUNT; card++)
        cards |= (uint32_t)NUMBER_IN(s, deck, card) << card;
    return cards;
}

/* Without fortune cards there are none to come either (Q12). */
static int cards_add_up(const struct quacks_state *s)
{
    if (s->no_fortune)
        return s->card == NO_CARD && !s->left;
    uint32_t deck = deck_of(s);
    return s->card < CARD_COUNT && deck >> s->card & 1 && !(s->left & ~deck) &&
           !(s->left >> s->card & 1);
}

/* For every state and every view. json_read.c checks what depends on a question. */
const char *quacks_check(const struct quacks_state *s)
{
    if (s->turn < 1 || s->turn > NUMBER_OF(s, turns) || s->start >= s->players)
        return "the turn or the start player is out of range (Q3)";
    if (!cards_add_up(s))
        return "the fortune cards do not add up (Q7)";
    if ((s->stage == STAGE_OVER) != (s->winners != 0))
        return "there must be winners if, and only if, the game is over (Q9.2)";
    if (s->stage != STAGE_OVER && !quacks_active(s))
        return "nobody is asked, and the game is not over";
    for (int seat = 0; seat < s->players; seat++) {
        const char *wrong = check_player(s, &s->player[seat]);
        if (wrong)
            return wrong;
    }
    return check_chips(s);
}
