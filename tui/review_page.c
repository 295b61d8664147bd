/* Prints a review; see review_page.h. */
#include "tui/review_page.h"

#include <stdarg.h>
#include <string.h>

#include "board/page.h"

/* ---- answers ---- */

/* No bots' levels. */
static const char *const nobody[MAX_SEATS] = {"", "", "", "", "", ""};

/* Menus say in brackets what helps to choose. The voice is the first member of a speaker, which
 * knows the game's face. */
static char *say_answer(const struct review_voice *voice, const struct view *v, int answer,
                        char buf[REVIEW_ANSWER])
{
    const struct review_speaker *me = (const struct review_speaker *)voice;
    struct board_showing s = {me->face, v->bytes, v->seat, voice->names, nobody, NULL};
    char words[WORDS_MAX];
    me->face->board->answer(&s, answer, words);
    char *brackets = strstr(words, " (");
    if (brackets)
        *brackets = 0;
    snprintf(buf, REVIEW_ANSWER, "%s", words);
    return buf;
}

/* The names are borrowed for as long as the speaker is used. */
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

/* A line of its own, or more of them on a narrow screen. */
static void print_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void print_line(const char *format, ...)
{
    char text[200];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    page_fold(text, page_print("  "), 4);
}

/* Shares of the win in percent: start, luck and skill add up to the result, within the error. */
static void print_sums(const struct review_seat *s)
{
    char mistakes[32], blunders[32];
    print_line("start %.1f %%, luck %+.1f %%, skill %+.1f %% (give or take %.1f): result %.1f %%",
               percent(s->start), percent(review_luck(s)), percent(s->skill), percent(s->error),
               percent(s->result));
    print_line("luck: %+.1f %% from the deal, %+.1f %% from own draws, %+.1f %% from the others",
               percent(s->beginning), percent(s->own), percent(s->others));
    print_line("%u decisions: %u fine, %u doubtful, %s, %s; %u lucky, %u unlucky",
               (unsigned)s->parts, (unsigned)s->marks[MARK_FINE], (unsigned)s->marks[MARK_DOUBTFUL],
               counted(s->marks[MARK_MISTAKE], "mistake", mistakes),
               counted(s->marks[MARK_BLUNDER], "blunder", blunders), (unsigned)s->lucky,
               (unsigned)s->unlucky);
}

/* If others of the same turn lost something, too, what all lost. `loss` is what this decision lost,
 * `called` what its whole turn lost. */
void review_print_moment(const struct review *r, const struct review_voice *voice,
                         const struct review_moment *m)
{
    char text[REVIEW_WORDS];
    int at = page_print("  Action %u, %s", (unsigned)m->step->move + 1, m->kind);
    if (!m->luck && m->part->called > m->step->loss)
        at += page_print(" of %.0f %%", percent(m->part->called));
    at += page_print(": ");
    page_fold(review_moment_sentence(r, voice, m, text), at, 4);
}

/* The seat must have been reviewed (r->seats). */
void review_print_seat(const struct review *r, const struct review_voice *voice, int seat)
{
    struct review_moment m = {0};
    page_print("\nSeat %d, %s\n", seat, voice->names[seat]);
    print_sums(&r->seat[seat]);
    for (uint32_t from = 0; review_moment(r, seat, from, &m); from = m.number + 1)
        review_print_moment(r, voice, &m);
}

/* The story of the board is not told: it would go on to the end of the game. Names and view are
 * those of the moment, from the seat's own eyes. */
void review_print_place(const struct review *r, const struct review_voice *voice,
                        const struct review_moment *m)
{
    const struct review_speaker *me = (const struct review_speaker *)voice;
    const struct view *v = &m->step->view;
    struct story none = {0};
    struct board_showing s = {me->face, v->bytes, v->seat, voice->names, nobody, &none};
    char question[MAX_SENTENCE];
    review_print_moment(r, voice, m);
    page_char('\n');
    page_fold(me->face->board->question(&s, question), 0, 0);
    me->face->board->print(&s);
}

void review_print(const struct review *r, const struct review_voice *voice)
{
    page_print("%s, %d players, %u actions%s\n", r->game->title, r->players, (unsigned)r->moves,
               r->finished ? "" : ", not finished");
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1)
            review_print_seat(r, voice, seat);
}
