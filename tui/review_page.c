/* Prints a review; see review_page.h. */
#include "tui/review_page.h"

#include <string.h>

#include "tui/page.h"

/* ---- answers ---- */

/* Menus say in brackets what helps to choose. */
static char *say_answer(const struct review_voice *voice, const struct view *v, int answer,
                        char buf[REVIEW_ANSWER])
{
    const struct review_speaker *me = (const struct review_speaker *)voice;
    static const char *const nobody[MAX_SEATS] = {"", "", "", "", "", ""};
    struct showing s = {me->face, v->bytes, v->seat, voice->names, nobody, NULL};
    char words[WORDS_MAX];
    me->face->answer(&s, answer, words);
    char *brackets = strstr(words, " (");
    if (brackets)
        *brackets = 0;
    snprintf(buf, REVIEW_ANSWER, "%s", words);
    return buf;
}

struct review_speaker review_speaker(const struct game *g, const char *const *names)
{
    return (struct review_speaker){{names, say_answer}, face_of(g)};
}

/* ---- a seat ---- */

/* 12.3 for 0.123; never -0.0. */
static double percent(double share)
{
    double p = 100 * share;
    return p > -0.05 && p < 0.05 ? 0 : p;
}

/* "1 mistake", "2 mistakes". Returns buf. */
static char *counted(uint32_t n, const char *what, char buf[32])
{
    snprintf(buf, 32, "%u %s%s", (unsigned)n, what, n == 1 ? "" : "s");
    return buf;
}

static void print_sums(const struct review_seat *s)
{
    char mistakes[32], blunders[32];
    page_print("  start %.1f %%, luck %+.1f %%, skill %+.1f %% (each give or take %.1f): result "
               "%.1f %%\n",
               percent(s->start), percent(review_luck(s)), percent(s->skill), percent(s->error),
               percent(s->result));
    page_print("  luck: %+.1f %% by the beginning, %+.1f %% by own draws, %+.1f %% by the others\n",
               percent(s->beginning), percent(s->own), percent(s->others));
    page_print("  %u decisions: %u fine, %u doubtful, %s, %s; %u lucky, %u unlucky\n",
               (unsigned)s->parts, (unsigned)s->marks[MARK_FINE], (unsigned)s->marks[MARK_DOUBTFUL],
               counted(s->marks[MARK_MISTAKE], "mistake", mistakes),
               counted(s->marks[MARK_BLUNDER], "blunder", blunders), (unsigned)s->lucky,
               (unsigned)s->unlucky);
}

static void print_luck(const struct review *r, const struct review_voice *voice,
                       const struct review_part *part)
{
    char text[REVIEW_WORDS];
    int at = page_print("  Action %u, %s: ", (unsigned)review_luckiest(r, part)->move + 1,
                        review_luck_id(part->chance));
    page_fold(review_luck_sentence(voice, r, part, text), at, 4);
}

/* The worst answer of a turn; if others of the same turn lost something, too, what all lost. */
static void print_mark(const struct review *r, const struct review_voice *voice,
                       const struct review_part *part)
{
    const struct review_step *step = review_worst(r, part);
    char text[REVIEW_WORDS];
    int at = page_print("  Action %u, %s", (unsigned)step->move + 1, review_mark_id(part->mark));
    if (part->called > step->loss)
        at += page_print(" of %.0f %%", percent(part->called));
    at += page_print(": ");
    page_fold(review_sentence(voice, step, text), at, 4);
}

void review_print_seat(const struct review *r, const struct review_voice *voice, int seat)
{
    page_print("\nSeat %d, %s\n", seat, voice->names[seat]);
    print_sums(&r->seat[seat]);
    for (uint32_t i = 0; i < r->parts; i++) {
        const struct review_part *part = &r->part[i];
        if (part->seat != seat)
            continue;
        if (part->mark != MARK_FINE)
            print_mark(r, voice, part);
        if (part->chance != LUCK_EVEN)
            print_luck(r, voice, part);
    }
}

void review_print(const struct review *r, const struct review_voice *voice)
{
    page_print("%s, %d players, %u actions%s\n", r->game->title, r->players, (unsigned)r->moves,
               r->finished ? "" : ", not finished");
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1)
            review_print_seat(r, voice, seat);
}
