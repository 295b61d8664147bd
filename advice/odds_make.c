/* Makes a position of the Quacks from a bag and a pot: begins a game, fills the bag and draws the
 * chips of the pot one after another by the rules, so that they lie where they would lie in
 * play. */
#include <stdio.h>
#include <string.h>

#include "advice/odds_quacks.h"
#include "advice/refusals.h"
#include "games/quacks/help.h"
#include "wire/numbers.h"
#include "wire/refuse.h"

/* AT_ONCE is a card that does not affect potions. WORD holds every name there is. */
enum { WORD = 32, AT_ONCE = CHARITY };

/* Reads the next word of a list with commas. Returns 0 at its end. A word that is too long is
 * cut. */
static int next_word(const char **list, char word[WORD])
{
    size_t n = strcspn(*list, ",");
    if (!**list)
        return 0;
    snprintf(word, WORD, "%.*s", (int)n, *list);
    *list += n + ((*list)[n] == ',');
    return 1;
}

/* "white1=4", or "white1" for one of them. Leaves the name in `word`. 0, or -1 if the count is
 * none. */
static int read_count(char word[WORD], int *n)
{
    char *equals = strchr(word, '='), extra;
    *n = 1;
    if (!equals)
        return 0;
    *equals = 0;
    return sscanf(equals + 1, "%d%c", n, &extra) == 1 && *n >= 0 && *n <= 99 ? 0 : -1;
}

/* Chips with their counts. Adds to `bag`, up to what the box has. 0, or -1 with a
 * reason that names `option`. */
static int read_chips(const struct quacks_state *s, const char *option, const char *list,
                      uint8_t bag[CHIP_COUNT], struct refusal *why)
{
    char word[WORD];
    while (next_word(&list, word)) {
        int n, counted = read_count(word, &n);
        int chip = quacks_chip_by_id(word);
        if (chip < 0)
            return because(why, ROW(chip_not_known), option, word);
        if (counted < 0)
            return because(why, ROW(chip_count_needed), option, word);
        if (bag[chip] + n > NUMBER_IN(s, box, chip))
            return because(why, ROW(chip_count_high), option, NUMBER_IN(s, box, chip), word);
        bag[chip] = (uint8_t)(bag[chip] + n);
    }
    return 0;
}

/* -1 for a colour without a book, such as orange, and for other words. */
static int book_colour(const char *word)
{
    for (int colour = GREEN; colour <= PURPLE; colour++)
        if (!strcmp(word, quacks_colour_id(colour)))
            return colour;
    return -1;
}

/* A set number, or "green=1,blue=3". Books that are not named stay as they are. 0, or -1 with the
 * reason. */
static int read_books(struct quacks_state *s, const char *list, struct refusal *why)
{
    char word[WORD];
    if (strlen(list) == 1 && *list >= '1' && *list <= '4') {
        for (int colour = GREEN; colour <= PURPLE; colour++)
            s->book[colour] = (uint8_t)(*list - '0');
        return 0;
    }
    while (next_word(&list, word)) {
        char *equals = strchr(word, '=');
        if (equals)
            *equals = 0;
        int colour = book_colour(word);
        if (colour < 0 || !equals || equals[1] < '1' || equals[1] > '4' || equals[2])
            return because(why, ROW(books_needed));
        s->book[colour] = (uint8_t)(equals[1] - '0');
    }
    return 0;
}

/* NULL is a card that changes nothing. 0, or -1 with the reason. */
static int read_card(const char *name, int *card, struct refusal *why)
{
    *card = name ? quacks_card_by_id(name) : AT_ONCE;
    if (*card < 0)
        return because(why, ROW(card_not_known), name);
    return 0;
}

/* Forces one outcome, the next that is drawn. `script` and `used` must live until script_n is 0
 * again. */
static void force(struct chance *c, const struct outcome *script, uint8_t *used)
{
    *used = 0;
    c->script = script;
    c->used = used;
    c->script_n = 1;
}

/* Begins a game and goes to the point where potions are brewed. Cards that work at once would ask
 * questions before that, so a card without questions replaces them, and the deck is set right
 * afterwards. */
static void begin(struct quacks_state *s, struct chance *c, int card)
{
    int purple = quacks_card_is_purple(card), turned = purple ? SCHADENFREUDE : card;
    struct outcome script = {QUACKS_FORTUNE, CHANCE_NO_SEAT, 1, {(uint8_t)turned}};
    uint8_t used;
    /* The seat that is computed comes first. */
    s->first = 0;
    force(c, &script, &used);
    quacks_begin(s, c, NULL);
    c->script_n = 0;
    if (!purple)
        return;
    if (s->no_fortune)
        return;
    s->left = (s->left | 1u << turned) & ~(1u << card);
    s->card = (uint8_t)card;
}

/* The answer to a question inside a draw: takes a bonus and declines everything else, so that the
 * chip stays in the pot. */
static int usual_answer(const struct quacks_player *p)
{
    switch (p->question) {
    case QQ_PICK: return PICK_NONE;
    case QQ_RETURN:
    case QQ_RESTART: return 1;
    default: return 0;
    }
}

/* Whether a question must be answered before the position is ready. An exploded pot that may start
 * anew waits for the player (Q12). */
static int is_on_the_way(const struct quacks_player *p)
{
    return p->question != QQ_BREW && p->question != QQ_NONE && !p->exploded;
}

/* Draws a chip by the rules, with forced chance. 0, or -1 if the pot has ended before this chip.
 * The chip must be in the bag, which fill_bag has seen to. */
static int draw_chip(struct quacks_state *s, struct chance *c, int chip, struct refusal *why)
{
    struct quacks_player *p = &s->player[0];
    struct outcome script = {QUACKS_DRAW, 0, 1, {(uint8_t)chip}};
    uint8_t used;
    if (p->question != QQ_BREW)
        return because(why, ROW(pot_ends_early));
    force(c, &script, &used);
    quacks_apply(s, 0, BREW_DRAW, c, NULL);
    c->script_n = 0;
    while (is_on_the_way(p))
        quacks_apply(s, 0, usual_answer(p), c, NULL);
    return 0;
}

/* The chips in the order of the list. 0, or -1 with the reason; a pot that has stopped by itself is
 * refused, because nothing is left to ask. */
static int draw_pot(struct quacks_state *s, struct chance *c, const char *pot, struct refusal *why)
{
    char word[WORD];
    while (next_word(&pot, word)) {
        int n;
        for (read_count(word, &n); n > 0; n--)
            if (draw_chip(s, c, quacks_chip_by_id(word), why) < 0)
                return -1;
    }
    /* The pot has stopped by the rules, as when the bag is empty. */
    if (s->player[0].question == QQ_NONE)
        return because(why, ROW(pot_has_ended));
    return 0;
}

/* Of all colours and values together. */
static int count_chips(const uint8_t bag[CHIP_COUNT])
{
    int n = 0;
    for (int chip = 0; chip < CHIP_COUNT; chip++)
        n += bag[chip];
    return n;
}

/* Fills the bag as it was when the potion began, with the chips that now lie in the pot. The chips
 * come from the supply, where the usual bag has gone back to. 0, or -1 with the reason. */
static int fill_bag(struct quacks_state *s, const struct odds_potion *from, struct refusal *why)
{
    uint8_t *bag = s->player[0].bag;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        s->supply[chip] = (uint8_t)(s->supply[chip] + bag[chip]);
        bag[chip] = 0;
    }
    if (read_chips(s, "--bag", from->bag, bag, why) < 0)
        return -1;
    /* The rules fill a bag that is empty at the beginning, so it would not stay empty. */
    if (count_chips(bag) == 0)
        return because(why, ROW(potion_bag_empty));
    if (from->pot && read_chips(s, "--pot", from->pot, bag, why) < 0)
        return -1;
    for (int chip = 0; chip < CHIP_COUNT; chip++) {
        if (bag[chip] > s->supply[chip])
            return because(why, ROW(bag_too_full), bag[chip], quacks_chip(chip)->id);
        s->supply[chip] = (uint8_t)(s->supply[chip] - bag[chip]);
    }
    return 0;
}

/* By other numbers. A card that is not in their deck is refused; without a card that is in it none
 * is turned up. 0, or -1 with the reason. */
static int play_by(struct quacks_state *s, const struct odds_potion *from, int card,
                   struct refusal *why)
{
    if (from->numbers) {
        json_t *options = json_object();
        json_object_set_new(options, "numbers", json_incref((json_t *)(uintptr_t)from->numbers));
        int result = numbers_read_option(&quacks_game, s, options, why);
        json_decref(options);
        if (result < 0)
            return -1;
    }
    int turned = quacks_card_is_purple(card) ? SCHADENFREUDE : card;
    if (s->left >> card & 1 && s->left >> turned & 1)
        return 0;
    s->no_fortune = 1;
    return from->card ? because(why, ROW(card_not_in_deck), from->card) : 0;
}

/* Turn, flask, droplet and rats are taken as they are given; quacks_check at the end finds out
 * whether they fit together. */
int odds_make(struct odds_position *to, const struct odds_potion *from, struct refusal *why)
{
    struct quacks_state *s = (struct quacks_state *)to->state;
    struct quacks_player *p = &s->player[0];
    struct chance c = {0};
    int card;
    to->game = &quacks_game;
    quacks_init(s, 2);
    /* Any seed: every outcome that matters is forced. */
    chance_seed_number(&c, 1);
    if (!from->bag)
        return because(why, ROW(bag_needed));
    if (read_card(from->card, &card, why) < 0 || play_by(s, from, card, why) < 0 ||
        fill_bag(s, from, why) < 0 || (from->books && read_books(s, from->books, why) < 0))
        return -1;
    s->risky = (uint8_t)from->risky;
    s->acts = (uint8_t)from->acts;
    p->flask = (uint8_t)from->flask;
    p->droplet = (uint8_t)from->droplet;
    begin(s, &c, card);
    /* Rats do not push the first chip beyond the last space that a droplet can have. */
    int room = NUMBER_OF(s, droplet_last) - from->droplet;
    p->rats = (uint8_t)from->rats;
    p->origin = (uint8_t)(from->droplet + (from->rats < room ? from->rats : room));
    if (from->pot && draw_pot(s, &c, from->pot, why) < 0)
        return -1;
    s->turn = (uint8_t)from->turn;
    /* Nothing is computed from a position that no game can have. */
    const char *wrong = quacks_check(s);
    return wrong ? because(why, ROW(state_impossible), wrong) : 0;
}
