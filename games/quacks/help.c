/* The rows of help.h, expanded from the .def files, and numbers for clients. */
#include "games/quacks/help.h"

#include "engine/text.h"
#include "games/quacks/rules.h"

/* ---- numbers in texts ---- */

/* How many purple fortune cards are in the deck (Q7). Returns 1 if the key is known. *value is set
 * in any case. */
static int other_number(const struct fill *by, const char *key, int *value)
{
    const struct quacks_numbers *n = (const struct quacks_numbers *)(const void *)by->values;
    *value = 0;
    for (int card = 0; card < CARD_COUNT; card++)
        *value += quacks_card_is_purple(card) && n->deck[card];
    return text_same(key, "cards.purple");
}

/* Chips are counted from 1, as in tubes.chip; 0 is none. */
static void name_chip(struct text *t, int chip)
{
    text_add(t, chip ? quacks_colour_id(chip_colour(chip - 1)) : "none");
    text_add(t, chip ? " " : "");
    if (chip)
        text_number(t, chip_value(chip - 1));
}

/* A masculine noun: "weißer 1er". */
static void name_chip_in_german(struct text *t, int chip)
{
    static const char *const colours[COLOUR_COUNT] = {
        "weißer", "orangefarbener", "grüner", "blauer", "roter", "gelber", "lila", "schwarzer"};
    text_add(t, chip ? colours[chip_colour(chip - 1)] : "keiner");
    text_add(t, chip ? " " : "");
    if (!chip)
        return;
    text_number(t, chip_value(chip - 1));
    text_add(t, "er");
}

/* The state must outlive what is filled. */
struct fill quacks_fill(const struct quacks_state *s)
{
    const struct numbers_form *f = &quacks_numbers_form;
    struct fill by = {.words = &fill_english,
                      .form = f,
                      .values = s ? numbers_in_force(f, s) : f->standard(),
                      .other = other_number,
                      .name = name_chip,
                      .state = s,
                      .at_table = s != NULL};
    return by;
}

char *quacks_filled(const struct quacks_state *s, const char *text, char buf[FILLED_MAX])
{
    struct fill by = quacks_fill(s);
    return text_fill(&by, text, buf);
}

/* For the browser, which fills texts without a table. */
static void begin(void *state, int players)
{
    quacks_init((struct quacks_state *)state, players);
}

/* The texts depend on numbers alone. */
static int set(void *state, const char *key, const char *value)
{
    (void)state;
    (void)key;
    (void)value;
    return 0;
}

static struct fill fill_of(const void *state)
{
    return quacks_fill((const struct quacks_state *)state);
}

const struct filling quacks_filling = {
    .game = "quacks",
    .begin = begin,
    .set = set,
    .fill = fill_of,
    .name = {name_chip, name_chip_in_german},
};

/* ---- rules ---- */

struct rule_rows quacks_rules(void)
{
#define RULE(id, certainty, title, text, notes) {id, certainty, title, text, notes},
    static const struct rule_row rows[] = {
#include "games/quacks/rules.def"
    };
#undef RULE
    _Static_assert(sizeof rows / sizeof rows[0] <= RULES_MAX, "lists of rules are this long");
    return ROWS(rule_rows, rows);
}

/* Rows live as long as the program, here and below. */
struct first_rows quacks_first(void)
{
#define FIRST(id, title, text) {id, title, text},
    static const struct first_row rows[] = {
#include "games/quacks/first.def"
    };
#undef FIRST
    return ROWS(first_rows, rows);
}

struct ruling_rows quacks_rulings(void)
{
#define RULING(of, letter, does, why, other, change) {of, letter, does, why, other, change},
    static const struct ruling_row rows[] = {
#include "games/quacks/rulings.def"
    };
#undef RULING
    return ROWS(ruling_rows, rows);
}

/* The letters of rules.def, in words for players. */
const char *quacks_certainty_text(char letter)
{
    switch (letter) {
    case 'P': return "printed in the rulebook";
    case 'D': return "the only possible reading of the rulebook";
    case 'F': return "fact of the published game which the rulebook's text lacks";
    case 'R': return "our ruling, where nothing settles the matter";
    default: return NULL;
    }
}

/* ---- colours, books, cards, glasses ---- */

/* help.def holds all four lists; each table expands one of them and skips the others. */
const struct quacks_help *quacks_colour_help(int colour)
{
#define CHIP_HELP(e, certainty, brief, text) {certainty, brief, text},
    static const struct quacks_help rows[] = {
#include "games/quacks/help.def"
    };
    _Static_assert(sizeof rows / sizeof rows[0] == COLOUR_COUNT, "a help text for every colour");
    return &rows[colour];
}

/* 0 <= index < QUACKS_BOOKS; anything else stops the program. */
const struct quacks_book *quacks_book(int index)
{
#define BOOK_HELP(e, set, certainty, brief, text) {e, set, {certainty, brief, text}},
    static const struct quacks_book rows[] = {
#include "games/quacks/help.def"
    };
    _Static_assert(sizeof rows / sizeof rows[0] == QUACKS_BOOKS,
                   "four for each of five, two black");
    MUST(index >= 0 && index < QUACKS_BOOKS);
    return &rows[index];
}

/* Books are in the order of help.def, which differs from the order of colours: black comes last,
 * with sets 2 and 3. */
int quacks_book_index(int colour, int set)
{
    for (int i = 0; i < QUACKS_BOOKS; i++)
        if (quacks_book(i)->colour == colour && quacks_book(i)->set == set)
            return i;
    return -1;
}

/* NO_CARD has a help text, too (Q12). */
const struct quacks_help *quacks_card_help(int card)
{
#define CARD_HELP(e, certainty, brief, text) {certainty, brief, text},
    static const struct quacks_help rows[] = {
#include "games/quacks/help.def"
    };
    static const struct quacks_help none = {"", "This game has no fortune cards.", ""};
    _Static_assert(sizeof rows / sizeof rows[0] == CARD_COUNT, "a help text for every card");
    return card == NO_CARD ? &none : &rows[card];
}

const char *quacks_glass_help(void)
{
#define GLASS_HELP(brief) return brief;
#include "games/quacks/help.def"
}

/* By the numbers of `s`, or by the standard ones if it is NULL (Q10). */
char *quacks_glass_gives(const struct quacks_state *s, int glass, char buf[FILLED_MAX])
{
    struct fill by = quacks_fill(s);
    by.entry = glass;
    return text_fill(&by, quacks_glass_help(), buf);
}

/* Checks the order of help.def at compile time: a misplaced row would explain the wrong thing. Each
 * list is expanded into an enum of its own, which must match the rules' enum. Books name their
 * colour and set, so their order does not matter. */
#define CHIP_HELP(e, certainty, brief, text) HELP_##e,
enum colour_help_order {
#include "games/quacks/help.def"
    HELP_COLOURS
};
#define CARD_HELP(e, certainty, brief, text) HELP_##e,
enum card_help_order {
#include "games/quacks/help.def"
    HELP_CARDS
};
#define CHIP_HELP(e, certainty, brief, text)                                                       \
    _Static_assert((int)HELP_##e == (int)e, "help.def is in the order of colours and cards");
#define CARD_HELP CHIP_HELP
#include "games/quacks/help.def"

/* The rulebook's name of a colour's ingredient (Q2). */
const char *quacks_ingredient(int colour)
{
    static const char *const names[COLOUR_COUNT] = {"cherry bomb",    "pumpkin",   "garden spider",
                                                    "crow skull",     "toadstool", "mandrake",
                                                    "ghost's breath", "hawkmoth"};
    return names[colour];
}

/* cards.def lists the purple cards first. */
int quacks_card_is_purple(int card)
{
    return card < LIVING_IN_LUXURY;
}

/* ---- which rules speak of something ---- */

/* Whether `text` contains `words` between blanks and punctuation; no if `words` is empty. The case
 * must agree: names are written in texts as they are here. */
static int mentions(const char *text, const char *words)
{
    for (const char *at = text; *at && *words; at++) {
        const char *a = at, *b = words;
        if (at > text && is_id_char(at[-1]))
            continue;
        while (*b && *a == *b)
            a++, b++;
        if (!*b && !is_id_char(*a))
            return 1;
    }
    return 0;
}

/* Searches the rows' own texts, so that a new rule in rules.def is found without another list. */
int quacks_rules_on(const char *name, const char *text, int rules[RULES_MAX])
{
    struct rule_rows all = quacks_rules();
    int n = 0;
    for (int i = 0; i < all.n; i++) {
        const struct rule_row *row = &all.row[i];
        if (text_cites(text, row->id) || mentions(row->text, name) || mentions(row->notes, name))
            rules[n++] = i;
    }
    return n;
}

/* ---- questions and events ---- */

/* Row 0 is for no question at all. Questions have no secret sentence: only the asked seat reads
 * one. */
struct const_rows quacks_questions(void)
{
#define QUESTION(e, kind, rule, text) {kind, rule, text, ""},
    static const struct const_row rows[QQ_COUNT] = {
        {"none", "", "", ""},
#include "games/quacks/questions.def"
    };
#undef QUESTION
    return ROWS(const_rows, rows);
}

struct const_rows quacks_events(void)
{
#define EVENT(e, type, rule, open, secret) {type, rule, open, secret},
    static const struct const_row rows[QE_COUNT] = {
#include "games/quacks/events.def"
    };
#undef EVENT
    return ROWS(const_rows, rows);
}

const struct game_help quacks_help = {
    .game = &quacks_game,
    .first = quacks_first,
    .rules = quacks_rules,
    .rulings = quacks_rulings,
    .questions = quacks_questions,
    .events = quacks_events,
};

/* ---- numbers a client shows ---- */

/* Uses the prices of the rules, which depend only on the book and the printing. White is not sold
 * (Q3). */
int quacks_price(const struct quacks_state *by, int chip, int set, int printed)
{
    struct quacks_state s;
    int colour = chip_colour(chip);
    if (colour == WHITE)
        return 0;
    memset(&s, 0, sizeof s);
    s.numbers = by ? by->numbers : 0;
    s.book[colour] = (uint8_t)set;
    s.printed = (uint8_t)printed;
    return chip_price(&s, chip);
}

/* White is never sold (Q3). */
int quacks_price_now(const struct quacks_state *s, int chip)
{
    return chip_colour(chip) == WHITE ? 0 : chip_price(s, chip);
}

/* Whether the supply has one is another matter: clients show both. */
int quacks_chip_is_out(const struct quacks_state *s, int chip)
{
    return book_is_out(s, chip_colour(chip));
}

/* By the numbers of the table (Q1). */
struct quacks_space quacks_space(const struct quacks_state *s, int space)
{
    struct quacks_space row = {space_coins(s, space), space_points(s, space),
                               space_rubies(s, space)};
    return row;
}

int quacks_pot_at(const struct quacks_state *s, int seat, int i)
{
    return pot_at(&s->player[seat], i);
}

/* Lays the chip into a copy of the pot, because a yellow may raise the limit, and because under A
 * Second Chance any chip can cause the explosion (Q5.3, Q7). */
int quacks_chip_explodes(const struct quacks_state *s, int seat, int chip)
{
    struct quacks_player p = s->player[seat];
    if (p.exploded || pot_is_full(&p) || p.pot_n == POT_MAX)
        return 0;
    /* The chip would be laid beside the pot. */
    if (chip_colour(chip) == RED && s->book[RED] == 2)
        return 0;
    pot_lay(&p, chip, chip_value(chip));
    return pot_whites(&p) > explosion_limit(s, &p) && !pot_is_protected(s, &p);
}

/* The chips of the bag are counted one kind at a time: equal chips do the same. Also right between
 * draws and after the end of a potion; `explosive` is then without meaning. */
struct quacks_pot quacks_pot(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    struct quacks_pot pot = {0, 0, 0, 0, 0, 0, 0};
    pot.position = pot_position(p);
    pot.scoring = pot_scoring(p);
    pot.whites = pot_whites(p);
    pot.limit = explosion_limit(s, p);
    pot.full = pot_is_full(p);
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        pot.bag += p->bag[chip];
        if (p->bag[chip] && quacks_chip_explodes(s, seat, chip))
            pot.explosive += p->bag[chip];
    }
    return pot;
}
