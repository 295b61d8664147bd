/* The graph of a review: each seat's chance of winning from action to action, as SVG that takes its
 * colours from the page (html/style.c). Marks link to their sentences and back. */
#include <string.h>

#include "review/page.h"
#include "review/words.h"

enum { WIDTH = 760, HEIGHT = 340, LEFT = 44, RIGHT = 12, TOP = 14, BOTTOM = 36 };

/* ---- places ---- */

/* Moves may be broken numbers: an answer leads to the next whole one, luck to half a move after
 * it. */
static double x_of(const struct review *r, double move)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * move / (r->moves ? r->moves : 1);
}

/* Estimates may be a little beyond 0 and 1. */
static double y_of(double share)
{
    double within = share < 0 ? 0 : share > 1 ? 1 : share;
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - within);
}

/* ---- the axes ---- */

/* About eight numbers fit below the graph: 10, 20, 50, 100 or more actions apart. Ends, because
 * each round has ten times as long steps; a record has far fewer moves than 32 bits hold. */
static uint32_t apart(uint32_t moves)
{
    static const uint32_t steps[] = {1, 2, 5};
    for (uint32_t ten = 1;; ten *= 10)
        for (int i = 0; i < 3; i++)
            if (steps[i] * ten * 8 >= moves)
                return steps[i] * ten;
}

/* The numbers below are those of `charlatan replay --at`. */
static void write_axes(FILE *to, const struct review *r)
{
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = y_of(percent / 100.0);
        fprintf(to, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, y, WIDTH - RIGHT);
        fprintf(to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d&#160;%%</text>\n", LEFT - 6,
                y + 4, percent);
    }
    uint32_t every = apart(r->moves);
    for (uint32_t move = 0; move <= r->moves; move += every)
        fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%u</text>\n", x_of(r, move),
                HEIGHT - BOTTOM + 16, (unsigned)move);
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">action</text>\n", WIDTH - RIGHT,
            HEIGHT - 4);
}

/* ---- the lines ---- */

/* Colours are not all: every seat has dashes of its own. */
static const char *dashes(int seat)
{
    static const char *const each[MAX_SEATS] = {"none", "9 3", "3 3", "9 3 2 3", "1 4", "14 5"};
    return each[seat];
}

/* What an answer loses and what luck does after it are steps; the slope to the next answer is what
 * the others did. Before the first step there is only the start, an equal share; after the last one
 * the line leads to the result. The point of luck is drawn only where another seat moved then: else
 * the next step begins there. */
static void write_line(FILE *to, const struct review *r, int seat)
{
    fprintf(to, "<polyline class=\"line seat-%d\" stroke-dasharray=\"%s\" points=\"%.1f,%.1f", seat,
            dashes(seat), x_of(r, 0), y_of(r->seat[seat].start));
    for (uint32_t i = 0; i < r->steps; i++) {
        const struct review_step *step = &r->step[i];
        if (step->seat != seat)
            continue;
        fprintf(to, " %.1f,%.1f %.1f,%.1f", x_of(r, step->move), y_of(step->before),
                x_of(r, step->move + 1.0), y_of(step->after));
        if (step->away)
            fprintf(to, " %.1f,%.1f", x_of(r, step->move + 1.5), y_of(step->after + step->own));
    }
    fprintf(to, " %.1f,%.1f\"/>\n", x_of(r, r->moves), y_of(r->seat[seat].result));
}

/* ---- the marks ---- */

/* Greater losses have greater marks; those that are doubtful are open. */
static void write_shape(FILE *to, const struct review_moment *m, double x, double y)
{
    static const double size[MARK_COUNT] = {4, 4.5, 5.5, 7.5};
    int open = m->luck ? m->part->chance == LUCK_UNLUCKY : m->part->mark == MARK_DOUBTFUL;
    const char *class = open ? "mark open" : "mark";
    double tip = m->part->chance == LUCK_UNLUCKY ? 7 : -7;
    if (m->luck)
        fprintf(to, "<path class=\"%s\" d=\"M%.1f %.1fl-6 %.1fh12z\"/>", class, x, y + tip,
                -1.6 * tip);
    else
        fprintf(to, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", class, x, y,
                size[m->part->mark]);
}

/* Luck is marked where it has led to. */
static void write_mark(FILE *to, const struct review *r, const struct review_voice *voice,
                       const struct review_moment *m)
{
    const struct review_step *step = m->step;
    char text[REVIEW_WORDS], label[REVIEW_WORDS + 160];
    snprintf(label, sizeof label, "%.40s, action %u, %s: %s", voice->names[m->part->seat],
             (unsigned)step->move + 1, m->kind, review_moment_sentence(r, voice, m, text));
    fprintf(to, "<a id=\"mark-%u\" class=\"seat-%d\" href=\"#moment-%u\" aria-label=\"",
            (unsigned)m->number, m->part->seat, (unsigned)m->number);
    html_text(to, label);
    fputs("\"><title>", to);
    html_text(to, label);
    fputs("</title>", to);
    write_shape(to, m, x_of(r, step->move + (m->luck ? 1.5 : 1.0)),
                y_of(step->after + (m->luck ? step->own : 0)));
    fputs("</a>\n", to);
}

/* Lines of all reviewed seats first, then the marks, so that marks lie above all lines. Each mark
 * links to the sentence with its number and back. */
void page_graph(FILE *to, const struct review *r, const struct review_voice *voice)
{
    struct review_moment m = {0};
    fprintf(to,
            "<div class=\"plot\"><svg class=\"graph\" viewBox=\"0 0 %d %d\" role=\"group\" "
            "aria-label=\"The chances of winning from action to action\">\n",
            WIDTH, HEIGHT);
    write_axes(to, r);
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1)
            write_line(to, r, seat);
    for (uint32_t from = 0; review_moment(r, REVIEW_ALL, from, &m); from = m.number + 1)
        write_mark(to, r, voice, &m);
    fputs("</svg></div>\n", to);
}

/* ---- the key ---- */

static void key_mark(FILE *to, const struct review_moment *m)
{
    fputs("<li class=\"sign seat-0\"><svg class=\"graph\" viewBox=\"0 0 18 18\" "
          "aria-hidden=\"true\">",
          to);
    write_shape(to, m, 9, m->luck && m->part->chance == LUCK_LUCKY ? 9 : 8);
    fprintf(to, "</svg>%s</li>\n", m->kind);
}

/* Marks in the key belong to no step, so they have only what write_shape looks at. */
void page_key(FILE *to, const struct review *r, const struct review_voice *voice)
{
    fputs("<ul class=\"key\">\n", to);
    for (int seat = 0; seat < r->players; seat++) {
        if (!(r->seats >> seat & 1))
            continue;
        fprintf(to,
                "<li class=\"seat-%d\"><svg class=\"graph\" viewBox=\"0 0 40 16\" "
                "aria-hidden=\"true\"><path class=\"line\" stroke-dasharray=\"%s\" "
                "d=\"M0 8H40\"/></svg>",
                seat, dashes(seat));
        html_text(to, voice->names[seat]);
        fputs("</li>\n", to);
    }
    for (int mark = MARK_DOUBTFUL; mark < MARK_COUNT; mark++) {
        struct review_part part = {.mark = (enum review_mark)mark};
        key_mark(to, &(struct review_moment){.part = &part, .kind = review_mark_id(part.mark)});
    }
    for (int luck = LUCK_LUCKY; luck <= LUCK_UNLUCKY; luck++) {
        struct review_part part = {.chance = (enum review_luck)luck};
        key_mark(to, &(struct review_moment){&part, NULL, 1, review_luck_id(part.chance), 0});
    }
    fputs("</ul>\n", to);
}
