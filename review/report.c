/* A review as one HTML file: the chances of all seats as a graph, luck and skill, and the sentences
 * of mistakes and luck. */
#include "review/report.h"

#include <stdlib.h>

#include "review/page.h"
#include "review/words.h"

/* Beside the style of all reports (html/style.c). --c is the colour of a seat. */
static const char style[] =
    ".graph text,.bars text{fill:var(--ink);font:12px system-ui,sans-serif}\n"
    ".graph .grid{stroke:var(--grid)}\n"
    ".graph .line{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}\n"
    ".graph .mark{fill:var(--c);stroke:var(--ink);stroke-width:1.2}\n"
    ".graph .open{fill:var(--card);stroke:var(--c);stroke-width:2}\n"
    ".graph a:hover .mark,.graph a:focus .mark,.graph a:target .mark{stroke-width:4}\n"
    ".graph a:focus{outline:none}\n"
    ".plot .bars{min-width:19rem;max-width:35rem}\n"
    ".bars .luck{fill:var(--c);fill-opacity:.45}.bars .skill{fill:var(--c)}\n"
    ".bars .zero,.bars .error{stroke:var(--ink)}\n"
    ".seat-0{--c:var(--s1)}.seat-1{--c:var(--s2)}.seat-2{--c:var(--s3)}"
    ".seat-3{--c:var(--s4)}.seat-4{--c:var(--s5)}.seat-5{--c:var(--s6)}\n"
    ".key{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;"
    "margin:.5rem 0;font-size:.92rem}\n"
    ".key svg{width:2.2rem;height:.9rem;vertical-align:-.1rem;margin-right:.4rem}\n"
    ".key .sign svg{width:1rem}\n"
    ".moments{padding-left:1.2rem}.moments li{margin:.35rem 0;padding:.1rem .3rem}\n"
    ".moments li:target{background:var(--grid);border-radius:4px}\n";

/* Rounded to a tenth; a plus is left out where it would be +0.0. */
void page_percent(FILE *to, double share, int sign)
{
    if (sign && share >= 0.0005)
        fputc('+', to);
    html_number(to, 100 * share, 1);
    fputs("&#160;%", to);
}

/* ---- luck and skill ---- */

static void cell(FILE *to, double share, int sign)
{
    fputs("<td class=\"n\">", to);
    page_percent(to, share, sign);
    fputs("</td>", to);
}

static void sums_row(FILE *to, const struct review_seat *s, const char *name)
{
    fputs("<tr><th scope=\"row\">", to);
    html_text(to, name);
    fputs("</th>", to);
    cell(to, s->start, 0);
    cell(to, s->beginning, 1);
    cell(to, s->own, 1);
    cell(to, s->others, 1);
    cell(to, s->skill, 1);
    cell(to, s->result, 0);
    fputs("<td class=\"n\">\xc2\xb1 ", to);
    page_percent(to, s->error, 0);
    fputs("</td></tr>\n", to);
}

/* The table has what the bars show, for those who cannot see them, and the parts of luck
 * besides. */
static void sums_table(FILE *to, const struct review *r, const struct review_voice *voice)
{
    static const char *const heads[] = {"start", "deal",   "own draws", "others",
                                        "skill", "result", "error"};
    fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"The parts of each "
          "result\"><table>\n<thead><tr><th scope=\"col\">player</th>",
          to);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        fprintf(to, "<th scope=\"col\" class=\"n\">%s</th>", heads[i]);
    fputs("</tr></thead>\n<tbody>\n", to);
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1)
            sums_row(to, &r->seat[seat], voice->names[seat]);
    fputs("</tbody></table></div>\n", to);
}

/* The bars, and the table with the same figures. */
static void luck_and_skill(FILE *to, const struct review *r, const struct review_voice *voice)
{
    fputs("<h2 id=\"sums\">Luck and skill</h2>\n<figure>\n", to);
    page_bars(to, r, voice);
    fputs("<figcaption>Skill is what a player's answers lost compared with the best ones; luck is "
          "everything "
          "else. The lines across the bars are one standard error to each side.</figcaption>\n",
          to);
    sums_table(to, r, voice);
    fputs("<p class=\"about\">In each row, start, luck (the deal, own draws, the others) and "
          "skill add up to the result. Figures are rounded.</p>\n</figure>\n",
          to);
}

/* ---- the moments of each seat ---- */

/* The anchor is the moment's number in the whole review, so that marks of the graph find it. What a
 * part lost in all is told only where it is more than its worst step. */
static void list_moment(FILE *to, const struct review *r, const struct review_voice *voice,
                        const struct review_moment *m)
{
    char text[REVIEW_WORDS];
    fprintf(to, "<li id=\"moment-%u\"><a href=\"#mark-%u\">Action %u</a>, <b>%s</b>",
            (unsigned)m->number, (unsigned)m->number, (unsigned)m->step->move + 1, m->kind);
    if (!m->luck && m->part->called > m->step->loss)
        fprintf(to, " of %.0f&#160;%%", 100 * m->part->called);
    fputs(": ", to);
    html_text(to, review_moment_sentence(r, voice, m, text));
    fputs("</li>\n", to);
}

/* Plurals only for the words that have one: "2 mistakes", but "2 doubtful". */
static void counts(FILE *to, const struct review_seat *s)
{
    fprintf(to, "<p class=\"about\">%u decisions", (unsigned)s->parts);
    for (int mark = 0; mark < MARK_COUNT; mark++)
        fprintf(to, "%s%u %s%s", mark ? ", " : ": ", (unsigned)s->marks[mark],
                review_mark_id((enum review_mark)mark),
                mark >= MARK_MISTAKE && s->marks[mark] != 1 ? "s" : "");
    fprintf(to, "; %u lucky, %u unlucky.</p>\n", (unsigned)s->lucky, (unsigned)s->unlucky);
}

/* A list is opened only if there is something in it: readers of screens would announce an empty
 * one. */
static void seat_moments(FILE *to, const struct review *r, const struct review_voice *voice,
                         int seat)
{
    struct review_moment m = {0};
    int open = 0;
    fprintf(to, "<h2 id=\"seat-%d\">", seat);
    html_text(to, voice->names[seat]);
    fputs("</h2>\n", to);
    counts(to, &r->seat[seat]);
    for (uint32_t from = 0; review_moment(r, seat, from, &m); from = m.number + 1) {
        fputs(open++ ? "" : "<ul class=\"moments\">\n", to);
        list_moment(to, r, voice, &m);
    }
    fputs(open ? "</ul>\n" : "", to);
}

/* ---- the whole ---- */

static void top(FILE *to, const struct review *r)
{
    char title[128];
    snprintf(title, sizeof title, "%s, reviewed", r->game->title);
    html_open(to, title, r->game->name, style);
    fprintf(to, "<p class=\"lead\">%d players, %u actions%s.</p>\n</header>\n<main>\n", r->players,
            (unsigned)r->moves, r->finished ? "" : "; the game is not finished");
}

static void chances(FILE *to, const struct review *r, const struct review_voice *voice)
{
    fputs("<h2 id=\"chances\">Chances of winning</h2>\n<figure>\n", to);
    page_key(to, r, voice);
    page_graph(to, r, voice);
    fputs("<figcaption>Each line is what a player could expect from what that player knew, so the "
          "lines need not add up to 100&#160;%. Marks lead to the sentences below.</figcaption>\n"
          "</figure>\n",
          to);
}

static void reading(FILE *to)
{
    fputs("<h2 id=\"reading\">How to read this</h2>\n<p>Every answer is judged by what the player "
          "knew then: what is hidden is guessed many times, and every answer is tried on the same "
          "luck. A loss is marked only if it is at least 3&#160;% and three standard errors: "
          "doubtful from 3&#160;%, a mistake from 6&#160;%, a blunder from 12&#160;%. Luck is "
          "marked from 6&#160;% on. Numbers of actions are those of <code>charlatan replay FILE "
          "--at K</code>.</p>\n",
          to);
}

/* One file without anything from elsewhere. Names are escaped; they come from the record. */
char *review_report(const struct review *r, const struct review_voice *voice, size_t *n)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, n);
    if (!to)
        return NULL;
    top(to, r);
    chances(to, r, voice);
    luck_and_skill(to, r, voice);
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1)
            seat_moments(to, r, voice, seat);
    reading(to);
    html_close(to, "review");
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}
