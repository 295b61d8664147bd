/* The bars of a review's page: luck and skill of each seat with their error, as SVG. */
#include <math.h>

#include "review/page.h"
#include "review/words.h"

enum { WIDTH = 480, NAMES = 40, FIGURES = 104, BAR = 16, SEAT = 64 };

/* The greatest bar with its error, so that all fit; at least a tenth of the win. */
static double reach(const struct review *r)
{
    double most = 0.1;
    for (int seat = 0; seat < r->players; seat++) {
        const struct review_seat *s = &r->seat[seat];
        if (r->seats >> seat & 1)
            most = fmax(most, fmax(fabs(review_luck(s)), fabs(s->skill)) + s->error);
    }
    return most;
}

/* 0 is in the middle, `most` at the right end: luck and skill may both be negative. */
static double x_of(double value, double most)
{
    double half = (WIDTH - NAMES - FIGURES) / 2.0;
    return NAMES + half * (1 + value / most);
}

/* `what` is the class of the bar and its label. The error is drawn to both sides, so `reach` makes
 * room for it. */
static void write_bar(FILE *to, const char *what, double value, double error, double most, double y)
{
    double from = x_of(fmin(0, value), most), end = x_of(fmax(0, value), most);
    fprintf(to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", NAMES - 8, y + 12, what);
    fprintf(to, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\"/>", what,
            from, y, end - from, BAR);
    fprintf(to, "<path class=\"error\" d=\"M%.1f %.1fH%.1f\"/>", x_of(value - error, most),
            y + BAR / 2.0, x_of(value + error, most));
    fprintf(to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", WIDTH, y + 12);
    page_percent(to, value, 1);
    fputs(" \xc2\xb1 ", to);
    html_number(to, 100 * error, 1);
    fputs("</text>\n", to);
}

static void write_seat(FILE *to, const struct review *r, const struct review_voice *voice, int seat,
                       double most, double y)
{
    const struct review_seat *s = &r->seat[seat];
    fprintf(to, "<g class=\"seat-%d\"><text x=\"0\" y=\"%.1f\">", seat, y + 12);
    html_text(to, voice->names[seat]);
    fputs("</text>", to);
    write_bar(to, "luck", review_luck(s), s->error, most, y + BAR);
    write_bar(to, "skill", s->skill, s->error, most, y + 2 * BAR + 4);
    fprintf(to, "<path class=\"zero\" d=\"M%.1f %.1fv%d\"/></g>\n", x_of(0, most), y + BAR - 3,
            2 * BAR + 10);
}

/* Seats that were not reviewed are left out. The bars are for the eye; readers of screens get the
 * table. */
void page_bars(FILE *to, const struct review *r, const struct review_voice *voice)
{
    double most = reach(r), y = 4;
    int shown = bit_count(r->seats);
    fprintf(to,
            "<div class=\"plot\" tabindex=\"0\" role=\"group\" aria-label=\"Luck and skill\">"
            "<svg class=\"bars\" viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"Luck and skill of each player; the table has the figures\">\n",
            WIDTH, shown * SEAT);
    for (int seat = 0; seat < r->players; seat++)
        if (r->seats >> seat & 1) {
            write_seat(to, r, voice, seat, most, y);
            y += SEAT;
        }
    fprintf(to, "</svg></div>\n");
}
