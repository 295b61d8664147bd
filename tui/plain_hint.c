/* Hints: an answer with one reason, and, for those who ask why, the figures behind it, which are
 * those of reviews. */
#include <string.h>

#include "advice/advice.h"
#include "advice/reason.h"
#include "review/hint.h"
#include "tui/client_help.h"
#include "tui/face.h"
#include "tui/menu.h"
#include "board/page.h"

/* So many answers are compared. */
enum { SHOWN = 5 };

/* Menus say in brackets what helps to choose. Returns buf. Names and rules in sentences need none
 * of it. */
static char *without_brackets(const char *words, char buf[WORDS_MAX])
{
    const char *brackets = strstr(words, " (");
    snprintf(buf, WORDS_MAX, "%.*s", brackets ? (int)(brackets - words) : WORDS_MAX, words);
    return buf;
}

static char *say_answer(const struct board_showing *s, int answer, char buf[WORDS_MAX])
{
    char words[WORDS_MAX];
    return without_brackets(s->face->board->answer(s, answer, words), buf);
}

/* The answer, how much better it is than the next that is not as good, and one reason. Prints
 * nothing if the answer is not in the menu, which belongs to another question then. */
void hint_print(const struct client_hint *h, const struct menu *m)
{
    struct reason reason;
    char why[REASON_WORDS], words[WORDS_MAX], text[2 * WORDS_MAX + REASON_WORDS + 60];
    int own = menu_of_answer(m, h->answer);
    int next = hint_next(&h->say, h->answer), other = menu_of_answer(m, next);
    if (own < 0)
        return;
    hint_reason(&h->view, h->answer, &h->say, &reason);
    int n = snprintf(text, sizeof text, "%s", m->at[own].words);
    if (other >= 0 && !hint_even(&h->say, h->answer))
        n += snprintf(
            text + n, sizeof text - (size_t)n, ", %.0f percentage points better than \"%s\"",
            100 * hint_loss(&h->say, h->answer, next), without_brackets(m->at[other].words, words));
    snprintf(text + n, sizeof text - (size_t)n, ": %s.", reason_text(&reason, why));
    page_fold(text, page_print("Hint: %d  ", m->at[own].label), 2);
}

/* The bot's random numbers are derived from the view, so asking again gives the same hint and does
 * not change the game. With a budget of games, not of time, for the same reason. */
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
 * above. Prints nothing if the bot gave no reason. */
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

/* 0 for an answer that was not weighed. */
static double value_of(const struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            return say->weighed[i].value;
    return 0;
}

/* At most SHOWN answers by name, and how many more there are. */
static void print_even(const struct board_showing *s, const struct client_hint *h)
{
    char words[WORDS_MAX], text[SHOWN * (WORDS_MAX + 4) + 40];
    uint64_t even = hint_even(&h->say, h->answer);
    size_t at = (size_t)snprintf(text, sizeof text, "As good for the win: ");
    if (!even)
        return;
    for (int n = 0; even && n < SHOWN; even &= even - 1, n++)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s\"%s\"", n ? ", " : "",
                               say_answer(s, bit_lowest(even), words));
    if (even)
        at += (size_t)snprintf(text + at, sizeof text - at, " and %d more", bit_count(even));
    snprintf(text + at, sizeof text - at, ".");
    page_fold(text, page_print("  "), 2);
}

/* Afterwards hint_next finds the next best. */
static void forget(struct advice *say, int answer)
{
    for (int i = 0; i < say->weighed_n; i++)
        if (say->weighed[i].answer == answer)
            say->weighed[i] = say->weighed[--say->weighed_n];
}

/* The best of the others first. Each one is then taken out of a copy of the advice. */
static void print_losses(const struct board_showing *s, const struct client_hint *h)
{
    struct advice left = h->say;
    char words[WORDS_MAX], text[WORDS_MAX + 80];
    for (int n = 0, other; n < SHOWN && (other = hint_next(&left, h->answer)) >= 0; n++) {
        double loss = hint_loss(&left, h->answer, other);
        snprintf(text, sizeof text, "\"%s\" loses %.0f %% (%s).", say_answer(s, other, words),
                 100 * loss, hint_called(loss));
        page_fold(text, page_print("  "), 2);
        forget(&left, other);
    }
}

/* In the unit and the words of reviews. */
static void print_shares(const struct board_showing *s, const struct client_hint *h)
{
    char text[200];
    if (!h->say.weighed_n)
        return;
    snprintf(text, sizeof text,
             "With it your chance of winning is about %.0f %%, by what you know now.",
             100 * value_of(&h->say, h->answer));
    page_fold(text, page_print("  "), 2);
    print_even(s, h);
    print_losses(s, h);
}

/* Prints the reasons of the bot of rules of thumb if it chooses the same answer. */
static void print_thumb(const struct bot *thumb, const struct client_hint *h)
{
    struct advice say;
    if (thumb && ask_bot(thumb, &h->view, &say) == h->answer)
        print_why(&say);
}

/* Where all answers are equally good, there is nothing to compare; and where one is as good as the
 * hint's for the win, a rule of thumb that finds it worse by some points would contradict that. The
 * odds come last: they are about the position, not about the answer. */
void hint_explain(const struct board_showing *s, const struct client_hint *h)
{
    print_shares(s, h);
    if (h->say.weighed_n && !hint_even(&h->say, h->answer))
        print_thumb(s->face->thumb, h);
    s->face->odds_brief(&h->view);
}
