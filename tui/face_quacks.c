/* How the Quacks look in a terminal, but for their board (board/quacks.c). */
#include "tui/face_quacks.h"

#include <string.h>

#include "board/page.h"
#include "tui/ending.h"
#include "tui/odds_page.h"
#include "rulebook/rulebook.h"
#include "tui/screen_picture.h"

/* ---- answers ---- */

/* Answers of the Quacks are always a list. */
static int no_picture(const struct board_showing *s)
{
    (void)s;
    return 0;
}

/* An exploded pot: the coins first, which buy something for all later turns (Q6.D). Purple chips:
 * the largest bonus first, and nothing last (Q8). */
static int leads(const struct board_showing *s, uint64_t answers)
{
    enum { COINS = 1, TIERS = 4 };
    const struct quacks_state *v = s->view;
    int question = v->player[s->viewer].question, tier = TIERS - 1;
    if (question == QQ_SCORE && answers >> COINS & 1)
        return COINS;
    if (question != QQ_PURPLE)
        return -1;
    while (tier > 0 && !(answers >> tier & 1))
        tier--;
    return tier;
}

/* All labels are positions in the list, since answers here are not slots or amounts. */
static int label(const struct board_showing *s, int answer)
{
    (void)s;
    (void)answer;
    return -1;
}

/* ---- words typed ---- */

/* `word` has n bytes and no zero behind them; so have the words of is_verb. */
static int is_colour(const char *word, size_t n)
{
    for (int colour = 0; colour < COLOUR_COUNT; colour++)
        if (strlen(quacks_colour_id(colour)) == n && !memcmp(quacks_colour_id(colour), word, n))
            return 1;
    return 0;
}

/* The first words of all actions of the protocol. A new action needs its verb here, else it cannot
 * be typed as the protocol says it. */
static int is_verb(const char *word, size_t n)
{
    static const char *const verbs[] = {"choose",  "draw",     "stop", "flask", "bag",    "bonus",
                                        "pick",    "swap",     "red",  "place", "return", "restart",
                                        "step",    "purple",   "pay",  "score", "buy",    "rubies",
                                        "upgrade", "optional", "rats"};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strlen(verbs[i]) == n && !memcmp(verbs[i], word, n))
            return 1;
    return 0;
}

/* "buy green 2" becomes "buy green2". Returns NULL if the text does not begin with a verb of the
 * protocol. Also if the result has no room. Whether it is an answer now is not checked. */
static char *protocol_words(const char *plain, char buf[MAX_NAME])
{
    size_t at = 0;
    if (!is_verb(plain, strcspn(plain, " ")))
        return NULL;
    buf[0] = 0;
    while (*plain) {
        size_t n = strcspn(plain, " ");
        /* A colour behind the verb takes the digit after it, so that "green 2" is the chip
         * green2. */
        int joins = is_colour(plain, n) && at > 0;
        if (at + n + 2 >= MAX_NAME)
            return NULL;
        memcpy(buf + at, plain, n);
        at += n;
        plain += n;
        plain += *plain == ' ';
        if (*plain && !(joins && *plain >= '0' && *plain <= '9'))
            buf[at++] = ' ';
        buf[at] = 0;
    }
    return buf;
}

/* ---- what is played ---- */

/* Whether all books that have sets are of the same one: orange and black have one book only. */
static int one_set(const struct quacks_state *v)
{
    for (int colour = GREEN; colour <= PURPLE; colour++)
        if (v->book[colour] != v->book[GREEN])
            return 0;
    return 1;
}

/* Names only options that differ from the usual ones. The letters of chips are explained here once,
 * as boards and logs use them everywhere. */
static void introduce(const struct board_showing *s)
{
    const struct quacks_state *v = s->view;
    char words[600], turns[FILLED_MAX];
    struct text t = text_in(words, sizeof words);
    text_add(&t, "The Quacks of Quedlinburg for ");
    text_number(&t, v->players);
    text_add(&t, one_set(v) ? ", books of set " : ", books of sets ");
    for (int colour = GREEN; colour <= (one_set(v) ? GREEN : PURPLE); colour++) {
        text_add(&t, colour > GREEN ? ", " : "");
        text_add(&t, one_set(v) ? "" : quacks_colour_id(colour));
        text_add(&t, one_set(v) ? "" : " ");
        text_number(&t, v->book[colour]);
    }
    text_add(&t, v->tubes ? ", test-tube side" : "");
    text_add(&t, v->together ? ", drawing together" : "");
    text_add(&t, v->printed ? ", printed prices" : "");
    text_add(&t, v->risky ? ", A Second Chance risky" : "");
    text_add(&t, v->acts ? ", Strong Ingredient acts" : "");
    text_add(&t, v->no_fortune ? ", no fortune cards" : "");
    text_add(&t, v->optional ? ", asking about everything you may pass up" : "");
    text_add(&t, ".");
    page_fold(words, 0, 2);
    page_fold(quacks_filled(v,
                            "{^turns.all:turn|turns}; the most points win. A chip is a letter and "
                            "its value: W white, O orange, G green, B blue, R red, Y yellow, P "
                            "purple, K black.",
                            turns),
              0, 2);
}

/* `viewer` must be a seat. */
static void progress(const struct board_showing *s, char buf[WORDS_MAX])
{
    const struct quacks_state *v = s->view;
    char points[AMOUNT_WORDS];
    snprintf(buf, WORDS_MAX, "turn %d of %d, %s", v->turn, NUMBER_OF(v, turns),
             quacks_amount(v->player[s->viewer].points, "point", "points", points));
}

/* The board is worth printing when a card is turned and when potions begin and end. Grows within a
 * turn, and 4 is more than it grows, so no two scenes of a game are equal. */
static int scene(const void *view)
{
    const struct quacks_state *v = view;
    return 4 * v->turn + (v->stage >= STAGE_BREW) + (v->stage >= STAGE_STRONG);
}

const struct face quacks_face = {
    .game = &quacks_game,
    .board = &quacks_board,
    .title = "The Quacks of Quedlinburg",
    .brief = "The Quacks",
    .primer = "Draw chips out of your bag and lay them into your pot: the further you get, the "
              "more points and coins. But if the whites in the pot add up to more than "
              "{explosion.limit}, it "
              "explodes, and you get points or coins, not both. Coins buy better chips. After "
              "{~turns.all:turn|turns} the most points win.",
    .keys = "Type the number in front of an answer, or its words: 'd' draws, 's' stops,\n"
            "'buy green 2' buys. Enter takes the only answer there is.\n"
            "  ?         this help            ? green2  a chip; ? green 2 a book; ? Q5.4\n"
            "  b         the whole board      l         what happened this turn (l all)\n"
            "  p         prices and supply    c         count what is in the bags\n"
            "  h         a hint, with odds    o         odds of your potion\n"
            "  u         take a move back     q         leave; the game is saved\n"
            "On the track [W2] is a chip, <G1> one without its action, ( ) your scoring\n"
            "space, 'drop' your droplet, 'rat' your rat stone and * a ruby. Letters: W white,\n"
            "O orange, G green, B blue, R red, Y yellow, P purple, K black. Codes in brackets\n"
            "are rules: '? Q5.3' shows one.",
    .rulebook = &quacks_rulebook,
    .pictures = &quacks_pictures,
    .score = &quacks_score,
    .odds = odds_quacks_print,
    .odds_brief = odds_quacks_brief,
    .pile_key = "p",
    .pile_word = "prices",
    .at_once = 1,
    .options = quacks_options,
    .introduce = introduce,
    .progress = progress,
    .tell = quacks_story_tell,
    .sentence = quacks_story_sentence,
    .news = quacks_story_news,
    .story_of_round = quacks_story_of_turn,
    .scene = scene,
    .leads = leads,
    .label = label,
    .picture = no_picture,
    .protocol_words = protocol_words,
};
