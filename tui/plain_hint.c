/* Hints: an answer with one reason, and, for those who ask why, the figures behind it. They come
 * from bots that know only what the player may know. */
#include <string.h>

#include "advice/advice.h"
#include "advice/hint.h"
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

/* The reason has the name of the answer in the protocol, in quotation marks; here it is the one
 * above. */
static void print_why(const struct advice *say)
{
    char text[sizeof say->why + 8];
    const char *name = strchr(say->why, '"'), *behind = name ? strchr(name + 1, '"') : NULL;
    if (!say->why[0])
        return;
    if (behind)
        snprintf(text, sizeof text, "%.*sthis%s", (int)(name - say->why), say->why, behind + 1);
    page_print("  ");
    page_fold(behind ? text : say->why, 2, 2);
}

/* Of the answers other than the one chosen, the one with the highest value; or -1. */
static int next_best(const struct advice *say, int answer)
{
    int best = -1;
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer != answer &&
            (best < 0 || say->weighed[i].value > say->weighed[best].value))
            best = i;
    return best;
}

static double value_of(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return say->weighed[i].value;
    return 0;
}

/* Answers that were tried too rarely have no figures (advice/hint.c). */
static void print_searched(const struct showing *s, const struct advice *say, int answer)
{
    char words[WORDS_MAX] = "", text[2 * WORDS_MAX + 200];
    int other = next_best(say, answer), n;
    n = snprintf(text, sizeof text, "In %u simulated games from here it scored %.1f of 100",
                 say->iterations, 100 * value_of(say, answer));
    if (other < 0)
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "; nothing else was good enough to be tried half as often");
    else if (hint_even(say, answer) >> say->weighed[other].answer & 1)
        n += snprintf(text + n, sizeof text - (size_t)n, "; about as good: '%s' with %.1f",
                      s->face->answer(s, say->weighed[other].answer, words),
                      100 * say->weighed[other].value);
    else
        n += snprintf(text + n, sizeof text - (size_t)n, ", and '%s' %.1f",
                      s->face->answer(s, say->weighed[other].answer, words),
                      100 * say->weighed[other].value);
    snprintf(text + n, sizeof text - (size_t)n, " (100: first by far, 0: last by far).");
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
    int even = (int)(hint_even(&h->say, h->answer) >> h->say.weighed[other].answer & 1);
    snprintf(
        text, sizeof text,
        "In points of the final score, by what things usually bring, this is worth %.1f points; "
        "%s '%s' with %.1f points. Points gained early count for less, because rats then "
        "help the others.",
        value_of(&h->say, h->answer), even ? "about as good is" : "next is", words,
        h->say.weighed[other].value);
    page_print("  ");
    page_fold(text, 2, 2);
}

/* Prints the rule-of-thumb bot's reasons if it chooses the same answer. */
static void print_thumb(const struct hint *h)
{
    struct advice say;
    if (ask_bot(&arcane_greedy, &h->view, &say) == h->answer)
        print_why(&say);
}

/* Where all answers are equally good, there is nothing to compare. */
void arcane_hint_explain(const struct showing *s, const struct hint *h)
{
    if (h->say.weighed_n) {
        print_searched(s, &h->say, h->answer);
        print_thumb(h);
    }
    odds_arcane_brief(&h->view);
}

void quacks_hint_explain(const struct showing *s, const struct hint *h)
{
    if (!odds_quacks_brief(&h->view))
        print_worth(s, h);
}
