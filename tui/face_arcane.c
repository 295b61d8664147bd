/* How Arcane Alley looks in a terminal, but for its board (board/arcane.c). */
#include "tui/face_arcane.h"

#include <string.h>

#include "board/page.h"
#include "bots/bots.h"
#include "games/arcane/facts.h"
#include "games/arcane/numbers.h"
#include "tui/ending.h"
#include "tui/odds_page.h"
#include "rulebook/rulebook.h"
#include "tui/screen_picture.h"

static const struct arcane_state *view_of(const struct board_showing *s)
{
    return s->view;
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

/* ---- answers ---- */

/* Draws the answers to a question for one slot in the form of the storehouse. A slot that cannot be
 * chosen has no number. Returns 0 for questions about no slot, and for Ninx's, whose answers are
 * pairs of slots. The storehouse may be another player's (arcane_words_house). */
static int draw_picture(const struct board_showing *s)
{
    /* The longest words of a cell and a blank; three cells and their numbers fit into 80
     * columns. */
    enum { CELL = 21 };
    const struct arcane_state *v = view_of(s);
    const struct arcane_player *p;
    uint64_t legal = arcane_legal(v, s->viewer);
    if (!arcane_words_slots(v) || v->question == Q_NINX)
        return 0;
    p = &v->player[arcane_words_house(v)];
    for (int i = 0; i < p->rows * p->cols; i++) {
        char word[WORDS_MAX], number[12] = "-";
        if (legal >> i & 1)
            snprintf(number, sizeof number, "%d", i + 1);
        arcane_words_cell(p->cell[i], 0, word);
        int last = i % p->cols == p->cols - 1;
        page_print("%s%s  %-*s%s", i % p->cols ? "" : "   ", number, last ? 0 : CELL, word,
                   last ? "\n" : "");
    }
    return 1;
}

/* Returns the one item whose name contains all the words, or -1. `words` are plain (page_plain).
 * Two items that fit are as bad as none: the player has to type more. */
static int item_by_words(const char *words)
{
    int found = -1;
    for (int i = 0; i < ITEM_COUNT; i++) {
        char plain[WORDS_MAX];
        page_plain(arcane_item(i)->name, plain, sizeof plain);
        if (!strstr(plain, words))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* Verbs that name an item need the item's id; the words behind other verbs are the protocol's
 * already. Ids are longer than what people type, so the words are looked for anywhere in the
 * names. */
static char *protocol_words(const char *plain, char buf[MAX_NAME])
{
    static const char *const with_item[] = {"play ", "discard ", "use ", "take "};
    static const char *const with_rest[] = {"draw ",   "slot ",   "peek ", "own ",
                                            "theirs ", "remove ", "ninx ", "swap ",
                                            "bribe ",  "target ", "sell ", "reveal "};
    for (size_t i = 0; i < sizeof with_item / sizeof with_item[0]; i++) {
        size_t n = strlen(with_item[i]);
        int item = strncmp(plain, with_item[i], n) ? -1 : item_by_words(plain + n);
        if (item < 0)
            continue;
        snprintf(buf, MAX_NAME, "%s%s", with_item[i], arcane_item(item)->id);
        return buf;
    }
    for (size_t i = 0; i < sizeof with_rest / sizeof with_rest[0]; i++)
        if (!strncmp(plain, with_rest[i], strlen(with_rest[i]))) {
            snprintf(buf, MAX_NAME, "%s", plain);
            return buf;
        }
    return NULL;
}

/* ---- what is played ---- */

/* A list of wizards may leave every seat without one (A11). */
static int any_wizard(const struct arcane_state *v)
{
    int n = v->cards.wizards == WIZARDS_RANDOM;
    for (int seat = 0; seat < v->players; seat++)
        n += v->player[seat].wizard != NONE;
    return n > 0;
}

/* The goal and the guard differ with the edition and the options (A1.goal, A1.rounds, A1.guard). */
static void introduce(const struct board_showing *s)
{
    const struct arcane_state *v = view_of(s);
    int hundred = v->cards.edition == EDITION_HUNDRED;
    page_print("Arcane Alley for %d, edition %s%s%s%s.\n", v->players,
               hundred ? "hundred" : "three", v->market_on ? ", with the Market" : "",
               any_wizard(v) ? ", with wizards" : "",
               v->cards.is_given ? ", with its own card values" : "");
    if (hundred && v->cards.rounds)
        page_print("%d round%s; the most gold wins.\n", v->cards.rounds, plural(v->cards.rounds));
    else if (hundred)
        page_print("It ends when someone has %d gold after an inspection; the most gold wins.\n"
                   "It ends after round %d even if nobody has that much [A1.guard].\n",
                   arcane_goal(v), arcane_guard(v));
    else if (arcane_last_round(v) == 3)
        page_line("Three rounds; the most gold wins.");
    else
        page_print("%d round%s; the most gold wins.\n", arcane_last_round(v),
                   plural(arcane_last_round(v)));
}

/* `viewer` must be a seat. */
static void progress(const struct board_showing *s, char buf[WORDS_MAX])
{
    const struct arcane_state *v = view_of(s);
    snprintf(buf, WORDS_MAX, "round %d of %s%d, %d gold", v->round,
             arcane_guard(v) ? "at most " : "", arcane_last_round(v),
             (int)v->player[s->viewer].gold);
}

/* The board is worth printing when selling begins and after an inspection. Every value differs from
 * those before it in a game, because rounds only grow; 0 is for positions in which the board is not
 * printed. */
static int scene(const void *view)
{
    const struct arcane_state *v = view;
    switch (v->phase) {
    case PHASE_SELL: return 2 * v->round;
    case PHASE_BRIBE: return 2 * v->round + 1;
    default: return 0;
    }
}

const struct face arcane_face = {
    .game = &arcane_game,
    .board = &arcane_board,
    .title = "Arcane Alley",
    .brief = "Arcane Alley",
    .primer =
        "Sell three of a kind in a row, column or diagonal of your storehouse for gold. When a "
        "player has {trigger.hidden?0=no hidden item|1=at most one hidden item|at most "
        "{~trigger.hidden} hidden items} left, the inspection comes, and the items still in your "
        "storehouse bring you infamy; more than {infamy.lap - 1} infamy costs a fine of "
        "{inspection.fine} gold. The most gold "
        "wins.",
    .keys = "Type the number in front of an answer, or its words: 'play wand' or 'dis egg'\n"
            "will do, as long as only one answer fits. Enter takes the only answer there is.\n"
            "  ?         this help            ? sword   an item, a wizard or a rule\n"
            "  b         the whole board      l         what happened this round (l all)\n"
            "  d         the discard          c         count the cards you have not seen\n"
            "  h         a hint: best answer  o         odds\n"
            "  u         take a move back     q         leave; the game is saved\n"
            "On the board ?? is a hidden item, ?Egg a hidden Egg that you know of, and -- an\n"
            "empty place. Codes in brackets are rules: '? A5.3' shows one.",
    .rulebook = &arcane_rulebook,
    .pictures = &arcane_pictures,
    .score = &arcane_score,
    .odds = odds_arcane_print,
    .odds_brief = odds_arcane_brief,
    .thumb = &arcane_greedy,
    .pile_key = "d",
    .pile_word = "discard pile",
    .options = arcane_options,
    .clash = arcane_options_clash,
    .read_cards = arcane_cards_read,
    .introduce = introduce,
    .progress = progress,
    .tell = arcane_story_tell,
    .sentence = arcane_story_sentence,
    .news = arcane_story_news,
    .story_of_round = arcane_story_of_round,
    .scene = scene,
    .label = arcane_words_label,
    .picture = draw_picture,
    .protocol_words = protocol_words,
};
