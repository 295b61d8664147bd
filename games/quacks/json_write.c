/* Writes a state or a view as JSON, and the protocol's words for options, events and chance. */
#include "games/quacks/help.h"
#include "games/quacks/json.h"
#include "wire/event.h"
#include "wire/game.h"
#include "wire/outcome.h"
#include "wire/versions.h"
#include "wire/word.h"

/* ---- options ---- */

/* Every option is written, even at its default, so that a record says what it was played with.
 * Orange and black have no choice of books. */
void quacks_write_options(const void *state, struct writer *w)
{
    const struct quacks_state *s = state;
    write_begin(w, '{');
    write_key(w, "books");
    write_begin(w, '{');
    for (int colour = GREEN; colour <= PURPLE; colour++)
        write_member_number(w, quacks_colour_id(colour), s->book[colour]);
    write_end(w, '}');
    write_member_string(w, "pot", s->tubes ? "tubes" : "front");
    write_member_bool(w, "together", s->together);
    write_key(w, "first");
    if (s->first == NO_SPACE)
        write_null(w);
    else
        write_number(w, s->first);
    write_member_string(w, "prices", s->printed ? "printed" : "almanac");
    write_member_string(w, "second_chance", s->risky ? "risky" : "safe");
    write_member_string(w, "strong_ingredient", s->acts ? "acts" : "inert");
    write_member_string(w, "fortune", s->no_fortune ? "off" : "on");
    write_member_string(w, "optional", s->optional ? "asked" : "automatic");
    numbers_write_option(&quacks_game, s, w);
    write_end(w, '}');
}

/* ---- small things ---- */

static const struct wire_word chip_words[] = {
#define CHIP(e, id, colour, value, count, start) WORD(id),
#include "games/quacks/chips.def"
#undef CHIP
};

static const struct wire_word card_words[] = {
#define CARD(e, id, name) WORD(id),
#include "games/quacks/cards.def"
#undef CARD
};

/* Without CHIP_INERT. */
static void write_chip(struct writer *w, int chip)
{
    write_word(w, &chip_words[chip]);
}

/* A chip that the viewer may not know is null, so that a list keeps its length. */
static void write_chips(struct writer *w, const char *key, const uint8_t *chips, int n)
{
    write_key(w, key);
    write_begin(w, '[');
    for (int i = 0; i < n; i++) {
        if (chips[i] == NO_CHIP)
            write_null(w);
        else
            write_chip(w, chips[i]);
    }
    write_end(w, ']');
}

/* All 18 kinds, including those at 0, in the order of chips.def, so that equal counts are equal
 * bytes. */
static void write_counts(struct writer *w, const char *key, const uint8_t *counts)
{
    write_key(w, key);
    write_begin(w, '{');
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        write_word_key(w, &chip_words[chip]);
        write_number(w, counts[chip]);
    }
    write_end(w, '}');
}

/* Counted by value in the state, but written as a list, like all other chips. */
static void write_reds(struct writer *w, const char *key, const uint8_t *reds)
{
    write_key(w, key);
    write_begin(w, '[');
    for (int i = 0; i < 3; i++)
        for (int n = reds[i]; n; n--)
            write_chip(w, red_chip(i));
    write_end(w, ']');
}

/* ---- a player ---- */

/* From the first chip placed to the last. The next bit of the set is the chip's space
 * (quacks.h). */
static void write_pot(struct writer *w, const struct quacks_player *p)
{
    uint64_t spaces = p->spaces;
    write_key(w, "pot");
    write_begin(w, '[');
    for (int i = 0; i < p->pot_n; i++, spaces &= spaces - 1) {
        write_begin(w, '{');
        write_key(w, "chip");
        write_chip(w, p->pot[i] & ~CHIP_INERT);
        write_member_number(w, "at", bit_lowest(spaces));
        write_member_bool(w, "inert", p->pot[i] & CHIP_INERT);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* A Second Chance stores how the potion began, until F (Q6). */
static int has_saved(const struct quacks_state *s)
{
    return s->card == SECOND_CHANCE && s->stage >= STAGE_BREW && s->stage != STAGE_OVER;
}

/* null while there is nothing to go back to. */
static void write_saved(struct writer *w, const struct quacks_state *s,
                        const struct quacks_player *p)
{
    write_key(w, "saved");
    if (!has_saved(s)) {
        write_null(w);
        return;
    }
    write_begin(w, '{');
    write_member_number(w, "points", p->saved_points);
    write_member_number(w, "rubies", p->saved_rubies);
    write_member_bool(w, "flask", p->saved_flask);
    write_counts(w, "bag", p->saved_bag);
    write_reds(w, "beside", p->saved_beside);
    write_end(w, '}');
}

/* The members of the potion being brewed. `hidden` is a commitment that the viewer may not know
 * (Q5.7). `stirred` is left out, because it follows from the rest (derive). */
static void write_potion(struct writer *w, const struct quacks_player *p)
{
    static const char *const commits[] = {NULL, "draw", "stop", "hidden"};
    uint8_t drawn[DRAWN_MAX];
    for (int i = 0; i < p->drawn_n; i++)
        drawn[i] = (uint8_t)drawn_at(p, i);
    write_chips(w, "drawn", drawn, p->drawn_n);
    write_reds(w, "returned", p->returned);
    write_member_bool(w, "fresh", p->fresh);
    write_key(w, "hand");
    if (p->hand == NO_CHIP)
        write_null(w);
    else
        write_chip(w, p->hand);
    write_chips(w, "offer", p->offer, p->offer_n);
    write_key(w, "commit");
    if (p->commit == COMMIT_NONE)
        write_null(w);
    else
        write_string(w, commits[p->commit]);
    write_member_number(w, "window", p->window);
    write_member_bool(w, "covered", p->covered);
    write_member_bool(w, "doubling", p->doubling);
    write_member_bool(w, "stopped", p->stopped);
    write_member_bool(w, "exploded", p->exploded);
}

/* States and views have the same members; a view has been redacted. */
static void write_player(struct writer *w, const struct quacks_state *s,
                         const struct quacks_player *p)
{
    write_begin(w, '{');
    write_member_number(w, "points", p->points);
    write_member_number(w, "rubies", p->rubies);
    write_member_number(w, "droplet", p->droplet);
    write_member_number(w, "tube", p->tube);
    write_member_number(w, "rats", p->rats);
    write_member_number(w, "origin", p->origin);
    write_member_bool(w, "flask", p->flask);
    write_counts(w, "bag", p->bag);
    write_pot(w, p);
    write_reds(w, "beside", p->beside);
    write_potion(w, p);
    write_key(w, "scoring");
    if (p->scoring == NO_SPACE)
        write_null(w);
    else
        write_number(w, p->scoring);
    write_chips(w, "bought", p->bought, p->bought_n);
    write_member_number(w, "coins", p->coins);
    write_member_bool(w, "offered", p->offered);
    write_saved(w, s, p);
    write_end(w, '}');
}

/* ---- pending ---- */

#define STAGE(e, name) #name,
const char *quacks_stage_name(int stage)
{
    static const char *const names[] = {
#include "games/quacks/stages.def"
        "over",
    };
    return names[stage];
}
#undef STAGE

/* The rulebook's three phases (Q3); a stage is a part of a phase. Stages are in the order of a
 * turn. */
const char *quacks_phase_name(int stage)
{
    if (stage == STAGE_OVER)
        return "over";
    return stage < STAGE_BREW ? "fortune" : stage < STAGE_SCORED ? "potions" : "evaluation";
}

/* While a purple card is carried out: the tails that A Good Start and Rats Are Your Friends
 * counted, and those given up so far (Q7). While rats are asked about: what each seat that is still
 * to come may use (Q12). */
static void write_tails(struct writer *w, const struct quacks_state *s)
{
    write_key(w, "tails");
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++)
        write_number(w, s->player[seat].tails);
    write_end(w, ']');
    write_key(w, "given");
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++)
        write_number(w, s->player[seat].given);
    write_end(w, ']');
}

/* What an unfinished turn needs beside the players' members, so that `setup` can resume it. Brew
 * and buy, by far the most frequent questions, need none of it, because their stage follows from
 * the kind. */
static void write_half_done(struct writer *w, const struct quacks_state *s,
                            const struct quacks_player *p)
{
    if (p->inside)
        write_member_bool(w, "inside", 1);
    if (p->was_white)
        write_member_bool(w, "after_white", 1);
    if (p->question == QQ_BREW || p->question == QQ_BUY)
        return;
    write_member_string(w, "stage", quacks_stage_name(s->stage));
    if (s->sub)
        write_member_number(w, "sub", s->sub);
    if (s->steps)
        write_member_number(w, "steps", s->steps);
    if (s->stage == STAGE_CARD || s->stage == STAGE_RATS)
        write_tails(w, s);
    if (s->stage == STAGE_B)
        write_chips(w, "last_two", s->last_two, 2);
    if (s->tier)
        write_member_number(w, "tier", s->tier);
}

/* What a question of the kind `optional` is about (Q12). */
static void write_why(const void *state, int seat, struct writer *w)
{
    const struct quacks_state *s = state;
    int question = s->player[seat].question;
    if (question == QQ_OPTIONAL_STEP)
        write_member_string(w, "why", "droplet");
    if (question != QQ_OPTIONAL)
        return;
    write_key(w, "why");
    write_chip(w, optional_action(s, seat).chip);
}

/* One entry for each seat that is asked, in the order of seats. */
static void write_pending(struct writer *w, const struct quacks_state *s)
{
    write_key(w, "pending");
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++) {
        const struct quacks_player *p = &s->player[seat];
        if (p->question == QQ_NONE)
            continue;
        write_begin(w, '{');
        write_member_string(w, "kind", quacks_question_kind(p->question));
        write_member_number(w, "seat", seat);
        write_why(s, seat, w);
        write_half_done(w, s, p);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* ---- the whole ---- */

/* Cards are written sorted by id, as everywhere in the protocol. cards.def has another order, and
 * views are written after every move, so the sorted order is a table here. */
static void write_left(struct writer *w, uint32_t left)
{
    static const uint8_t by_id[] = {
        BEGINNERS_BONUS, CHARITY,           CHOOSE_WISELY,    DONATIONS,          GOOD_START,
        JUST_IN_TIME,    LESS_IS_MORE,      LIVING_IN_LUXURY, LUCKY_DEVIL,        MAGIC_POTION,
        ONLY_ONE,        OPPORTUNISTIC,     POT_FILLING,      POT_IS_FULL,        PUMPKIN_PARTY,
        RAT_INFESTATION, RATS_ARE_FRIENDS,  SCHADENFREUDE,    SEASONED_PERFECTLY, SECOND_CHANCE,
        SHINING_BRIGHT,  STRONG_INGREDIENT, WELL_STIRRED,     WHEEL_AND_DEAL};
    write_key(w, "left");
    write_begin(w, '[');
    for (size_t i = 0; i < sizeof by_id; i++)
        if (left >> by_id[i] & 1)
            write_word(w, &card_words[by_id[i]]);
    write_end(w, ']');
}

/* null until the game is over (Q9.2). */
static void write_winners(struct writer *w, uint32_t winners)
{
    write_key(w, "winners");
    if (winners)
        write_seat_set(w, winners);
    else
        write_null(w);
}

/* Seats that are not in `seats` are null, so that a seat keeps its place in the list. */
static void write_players(struct writer *w, const struct quacks_state *s, uint32_t seats)
{
    write_key(w, "players");
    write_begin(w, '[');
    for (int seat = 0; seat < s->players; seat++)
        if (seats >> seat & 1)
            write_player(w, s, &s->player[seat]);
        else
            write_null(w);
    write_end(w, ']');
}

/* Parts of a state beside the seats (wire/game.h). */
enum { PART_FORTUNE = 1 << PARTS_BESIDE, PART_SUPPLY = PART_FORTUNE << 1 };

/* What was turned up in earlier turns is neither here nor in `left` (Q7). */
static void write_fortune(struct writer *w, const struct quacks_state *s)
{
    write_key(w, "fortune");
    write_begin(w, '{');
    write_key(w, "card");
    if (s->card == NO_CARD)
        write_null(w);
    else
        write_word(w, &card_words[s->card]);
    write_left(w, s->left);
    write_end(w, '}');
}

/* What follows the options. */
static void write_rest(struct writer *w, const struct quacks_state *s, uint32_t parts)
{
    write_member_number(w, "turn", s->turn);
    write_member_string(w, "phase", quacks_phase_name(s->stage));
    write_member_number(w, "start", s->start);
    if (parts & PART_FORTUNE)
        write_fortune(w, s);
    write_pending(w, s);
    if (parts & PART_SUPPLY)
        write_counts(w, "supply", s->supply);
    write_players(w, s, parts);
    write_winners(w, s->winners);
    write_end(w, '}');
}

/* The members of the protocol's `state`, in its order. docs/schema describes them. */
void quacks_write_state(const void *state, struct writer *w)
{
    const struct quacks_state *s = state;
    write_begin(w, '{');
    write_member_string(w, "game", "quacks");
    version_write(w, s->rules);
    write_key(w, "options");
    quacks_write_options(s, w);
    write_rest(w, s, UINT32_MAX);
}

/* An object with some of a state's members; the client puts them into the state it has (wire.h). */
static void write_parts(const void *state, uint32_t parts, struct writer *w)
{
    write_begin(w, '{');
    write_rest(w, state, parts);
}

/* `saved` depends on the card and the stage too. If it appears or goes, every seat has changed. */
static uint32_t differ(const void *before, const void *after)
{
    const struct quacks_state *a = before, *b = after;
    uint32_t parts = has_saved(a) == has_saved(b) ? 0 : (1u << PARTS_BESIDE) - 1;
    if (a->card != b->card || a->left != b->left)
        parts |= PART_FORTUNE;
    if (memcmp(a->supply, b->supply, sizeof a->supply) != 0)
        parts |= PART_SUPPLY;
    for (int seat = 0; seat < a->players; seat++)
        if (memcmp(&a->player[seat], &b->player[seat], sizeof a->player[seat]) != 0)
            parts |= 1u << seat;
    return parts;
}

/* ---- events and chance ---- */

/* A function with the signature that the rows below need. */
static const char *chip_id(int chip)
{
    return quacks_chip(chip)->id;
}

/* The blanks in an event's sentences tell which members it must have. */
static struct event_words event_words(int kind)
{
    const struct const_row *row = const_row_at(quacks_events(), kind);
    return (struct event_words){row->text, row->secret};
}

/* In two kinds of event `n` is a card or a face of the die, in all others an amount. The rows for
 * those two come first, because the first row that fits applies. */
static const struct event_member event_members[] = {
    {"card", FIELD_N, 0, 1, QE_FORTUNE, quacks_card_id, quacks_card_by_id},
    {"die", FIELD_N, 0, 1, QE_DIE, quacks_die_id, quacks_die_by_id},
    {"n", FIELD_N, 0, 1, EVERY_KIND, NULL, NULL},
    {"reward", FIELD_B, 0, 0, QE_DIE, NULL, NULL},
    {"chip", FIELD_ITEM, 0, 1, EVERY_KIND, chip_id, quacks_chip_by_id},
    {"seen", FIELD_SEEN, 0, 0, EVERY_KIND, NULL, NULL},
    {"at", FIELD_A, 0, 0, EVERY_KIND, NULL, NULL},
    {.key = NULL},
};
static const struct event_form events = {&quacks_game, QE_COUNT, event_members, event_words};

/* The words of `force` and of records for each kind of chance. */
static const struct outcome_row outcomes[] = {
    {"first", QUACKS_FIRST, OUTCOME_SEAT, 0, NULL, NULL},
    {"fortune", QUACKS_FORTUNE, OUTCOME_ID, 0, quacks_card_id, quacks_card_by_id},
    {"draw", QUACKS_DRAW, OUTCOME_ID, 1, chip_id, quacks_chip_by_id},
    {"die", QUACKS_DIE, OUTCOME_ID, 1, quacks_die_id, quacks_die_by_id},
    {.key = NULL},
};

const struct game_json quacks_json = {
    .game = &quacks_game,
    .read_options = quacks_read_options,
    .write_options = quacks_write_options,
    .read_state = quacks_read_state,
    .read_view = quacks_read_view,
    .write_state = quacks_write_state,
    .differ = differ,
    .write_parts = write_parts,
    .write_why = write_why,
    .events = &events,
    .outcomes = outcomes,
};
