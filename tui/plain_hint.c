/* Hints: an answer with one reason, and, for those who ask why, the figures behind it. They come
 * from bots that know only what the player may know. */
#include <string.h>

#include "advice/advice.h"
#include "advice/reason.h"
#include "tui/face_arcane.h"
#include "tui/face_quacks.h"
#include "tui/odds_page.h"
#include "tui/page.h"
#include "tui/plain.h"

void hint_print(const struct hint *h, int label, const char *words)
{
    struct reason reason;
    char why[REASON_WORDS], text[WORDS_MAX + REASON_WORDS + 20];
    reason_find(&reason, &h->view, h->answer, &h->say);
    snprintf(text, sizeof text, "%s: %s.", words, reason_text(&reason, why));
    page_fold(text, page_print("Hint: %d  ", label), 2);
}

/* The bot's random numbers are derived from the view, so asking again gives the same hint and does
 * not change the game. */
static int ask_bot(const struct bot *bot, const struct view *v, struct advice *say)
{
    struct seated_bot asked = {bot, bot->usual};
    struct chance luck = {0};
    bot_by_count(&asked, v->game);
    chance_seed_number(&luck, game_hash(v->game, v->bytes));
    memset(say, 0, sizeof *say);
    return bot_choose(&asked, v, &luck, say);
}

static void print_why(const struct advice *say)
{
    if (!say->why[0])
        return;
    page_print("  ");
    page_fold(say->why, 2, 2);
}

/* Of the answers other than the one chosen, the one tried most often, then the one with the highest
 * value; or -1. */
static int next_best(const struct advice *say, int answer)
{
    int best = -1;
    for (int i = 0; i < say->weighed_n; i++) {
        if (say->weighed[i].answer == answer)
            continue;
        int more = best < 0 || say->weighed[i].visits > say->weighed[best].visits;
        int same = best >= 0 && say->weighed[i].visits == say->weighed[best].visits;
        if (more || (same && say->weighed[i].value > say->weighed[best].value))
            best = i;
    }
    return best;
}

static double value_of(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return say->weighed[i].value;
    return 0;
}

static void print_searched(const struct showing *s, const struct advice *say, int answer)
{
    char words[WORDS_MAX], text[2 * WORDS_MAX + 200];
    int other = next_best(say, answer);
    if (other < 0)
        return;
    s->face->answer(s, say->weighed[other].answer, words);
    snprintf(text, sizeof text,
             "In %u simulated games from here it scored %.1f of 100, and '%s' %.1f (100: first by "
             "far, 0: last by far).",
             say->iterations, 100 * value_of(say, answer), words, 100 * say->weighed[other].value);
    page_print("  ");
    page_fold(text, 2, 2);
}

/* Prints what chips, rubies and the like are worth when the question is not about drawing. */
static void print_worth(const struct showing *s, const struct hint *h)
{
    char words[WORDS_MAX], text[2 * WORDS_MAX + 200];
    int other = next_best(&h->say, h->answer);
    if (other < 0)
        return;
    s->face->answer(s, h->say.weighed[other].answer, words);
    snprintf(
        text, sizeof text,
        "In points of the final score, by what things usually bring, this is worth %.2f points; "
        "next is '%s' with %.2f points. Points gained early count for less, because rats then "
        "help the others.",
        value_of(&h->say, h->answer), words, h->say.weighed[other].value);
    page_print("  ");
    page_fold(text, 2, 2);
}

/* Prints the rule-of-thumb bot's reasons if it chooses the same answer; otherwise prints its
 * answer. */
static void print_thumb(const struct showing *s, const struct hint *h)
{
    struct advice say;
    char words[WORDS_MAX], text[WORDS_MAX + 60];
    int answer = ask_bot(&arcane_greedy, &h->view, &say);
    if (answer == h->answer) {
        print_why(&say);
        return;
    }
    snprintf(text, sizeof text, "The rules of thumb would choose: %s.",
             s->face->answer(s, answer, words));
    page_print("  ");
    page_fold(text, 2, 2);
}

void arcane_hint_explain(const struct showing *s, const struct hint *h)
{
    if (h->say.iterations)
        print_searched(s, &h->say, h->answer);
    print_thumb(s, h);
    odds_arcane_brief(&h->view);
}

void quacks_hint_explain(const struct showing *s, const struct hint *h)
{
    if (!odds_quacks_brief(&h->view))
        print_worth(s, h);
}
