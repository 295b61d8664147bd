/* Parts of the report's page: numbers in words, and a figure with its plot, caption and table. */
#include <math.h>
#include <string.h>

#include "sim/chart.h"
#include "sim/results.h"

/* ---- numbers ---- */

/* As many places as tell something: what matters is about a hundredth of the whole. `scale` is the
 * value itself or, in a range, its greater end. */
static int places(enum gauge_form form, double scale)
{
    if (form == FORM_SHARE)
        return fabs(scale) < 0.02 ? 2 : 1;
    return fabs(scale) < 1 ? 3 : fabs(scale) < 10 ? 2 : fabs(scale) < 1000 ? 1 : 0;
}

/* Writes a dash if nothing was counted. The bytes are an en dash in UTF-8. */
void html_value(FILE *to, enum gauge_form form, double value)
{
    if (isnan(value)) {
        fputs("\xe2\x80\x93", to);
        return;
    }
    html_number(to, form == FORM_SHARE ? 100 * value : value, places(form, value));
    fputs(form == FORM_SHARE ? "&nbsp;%" : "", to);
}

/* Both ends have the same number of places, that of the greater one. */
void html_range(FILE *to, enum gauge_form form, double low, double high)
{
    if (isnan(low)) {
        fputs("\xe2\x80\x93", to);
        return;
    }
    int digits = places(form, fmax(fabs(low), fabs(high)));
    double times = form == FORM_SHARE ? 100 : 1;
    html_number(to, times * low, digits);
    fputs(" to ", to);
    html_number(to, times * high, digits);
    fputs(form == FORM_SHARE ? "&nbsp;%" : "", to);
}

/* ---- caption ---- */

/* The mark with the greatest or the least value; 0 if there is none. `*series` and `*row` are left
 * alone then. Of equals the first counts. */
static int find_mark(const struct chart *c, int greatest, int *series, int *row)
{
    int found = 0;
    for (int s = 0; s < c->series_n; s++)
        for (int i = 0; i < c->rows; i++) {
            double value = c->series[s].mark[i].value;
            double best = found ? c->series[*series].mark[*row].value : 0;
            if (isnan(value) || (found && (greatest ? value <= best : value >= best)))
                continue;
            *series = s;
            *row = i;
            found = 1;
        }
    return found;
}

/* "turn 3, greedy": as a reader would point at it. A figure with one series, or with series without
 * names, needs the row only. */
static void name_mark(FILE *to, const struct chart *c, int series, int row)
{
    const char *name = c->series[series].name;
    if (c->valued)
        html_text(to, c->along);
    fputs(c->valued ? " " : "", to);
    html_text(to, c->label[row]);
    if (c->series_n < 2 || !*name)
        return;
    fputs(c->label[row][0] ? ", " : "", to);
    html_text(to, name);
}

/* A caption must say what the picture shows, for those who cannot see it. `what` is put in front as
 * it is, and must be HTML. */
static void caption_mark(FILE *to, const struct chart *c, const char *what, int series, int row)
{
    const struct chart_mark *m = &c->series[series].mark[row];
    fputs(what, to);
    name_mark(to, c, series, row);
    fputs(", ", to);
    html_value(to, c->form, m->value);
    fputs(isnan(m->low) ? " (too few deals for a 95&nbsp;% interval" : " (95&nbsp;% interval ", to);
    if (!isnan(m->low))
        html_range(to, c->form, m->low, m->high);
    fputs("), from ", to);
    html_count(to, m->n);
    fputs(" ", to);
    html_text(to, c->counted);
    fputs(". ", to);
}

/* A figure of one mark has neither a highest nor a lowest. */
static void caption_extremes(FILE *to, const struct chart *c)
{
    int series = 0, row = 0, most_series, most_row;
    if (!find_mark(c, 1, &series, &row))
        return;
    most_series = series;
    most_row = row;
    find_mark(c, 0, &series, &row);
    int alone = series == most_series && row == most_row;
    caption_mark(to, c, alone ? "" : "Highest: ", most_series, most_row);
    if (!alone)
        caption_mark(to, c, "Lowest: ", series, row);
}

/* Says how many deals the figure rests on, and what was left out because there was no room. Deals
 * of the run, even where fewer counted for a metric: a mark names its own sample. */
static void html_caption(FILE *to, const struct chart *c, int figure, const struct sim_results *r)
{
    fprintf(to, "<figcaption><b>Figure %d.</b> ", figure);
    caption_extremes(to, c);
    fputs(c->kind == STEPS ? "Bands" : "Whiskers", to);
    fputs(" are 95&nbsp;% intervals over ", to);
    html_count(to, r->deals);
    fputs(r->deals == 1 ? " deal (" : " deals (", to);
    html_count(to, r->games);
    fputs(r->settings > 1 ? " games of each value)." : " games).", to);
    if (c->paired && r->settings > CHART_SERIES)
        fprintf(to, " Only the first %d of %d values are shown.", CHART_SERIES, r->settings);
    fputs("</figcaption>\n", to);
}

/* ---- table ---- */

/* A chart of one series needs no column for it; a sweep has the differences as well. The columns
 * are those of table_row. */
static void table_head(FILE *to, const struct chart *c)
{
    fputs("<thead><tr><th scope=\"col\">", to);
    html_text(to, c->along);
    fputs("</th>", to);
    if (c->series_n > 1)
        fprintf(to, "<th scope=\"col\">%s</th>", c->paired ? "value" : "series");
    fputs("<th scope=\"col\" class=\"n\">", to);
    html_text(to, c->measure);
    fputs(
        "</th><th scope=\"col\" class=\"n\">95&nbsp;% interval</th><th scope=\"col\" class=\"n\">",
        to);
    html_text(to, c->counted);
    fputs("</th>", to);
    if (c->paired)
        fputs("<th scope=\"col\" class=\"n\">difference from the first</th>"
              "<th scope=\"col\" class=\"n\">95&nbsp;% interval</th>",
              to);
    fputs("</tr></thead>\n", to);
}

/* Class n: numbers are set to the right. */
static void cell_value(FILE *to, enum gauge_form form, double value)
{
    fputs("<td class=\"n\">", to);
    html_value(to, form, value);
    fputs("</td>", to);
}

static void cell_range(FILE *to, enum gauge_form form, double low, double high)
{
    fputs("<td class=\"n\">", to);
    html_range(to, form, low, high);
    fputs("</td>", to);
}

/* One row for each row and series of the chart. */
static void table_row(FILE *to, const struct chart *c, int series, int row)
{
    const struct chart_mark *m = &c->series[series].mark[row];
    fputs("<tr><th scope=\"row\">", to);
    html_text(to, c->label[row]);
    fputs("</th>", to);
    if (c->series_n > 1) {
        fputs("<td>", to);
        html_text(to, c->series[series].name);
        fputs("</td>", to);
    }
    cell_value(to, c->form, m->value);
    cell_range(to, c->form, m->low, m->high);
    fputs("<td class=\"n\">", to);
    html_count(to, m->n);
    fputs("</td>", to);
    if (c->paired) {
        cell_value(to, c->form, m->change);
        cell_range(to, c->form, isnan(m->change) ? NAN : m->change_low, m->change_high);
    }
    fputs("</tr>\n", to);
}

/* A table of all numbers of the plot. It is open if there is no plot. Rows are complete: a mark
 * that was not counted has dashes. */
static void html_table(FILE *to, const struct chart *c, int open)
{
    fprintf(to, "<details%s><summary>The numbers</summary><div class=\"scroll\"><table>\n",
            open ? " open" : "");
    table_head(to, c);
    fputs("<tbody>\n", to);
    for (int row = 0; row < c->rows; row++)
        for (int s = 0; s < c->series_n; s++)
            table_row(to, c, s, row);
    fputs("</tbody></table></div></details>\n", to);
}

/* ---- the figure ---- */

/* The plot is one picture to a screen reader: its title is the label, the caption and the table say
 * the rest. The label goes into gnuplot's own <svg> tag. `svg` stays the caller's. A drawing that
 * does not begin with "<svg" is left out. */
void html_figure(FILE *to, const struct chart *c, int figure, const char *svg,
                 const struct sim_results *r)
{
    fprintf(to, "<figure id=\"figure-%d\">\n<h3>", figure);
    html_text(to, c->title);
    fputs("</h3>\n<p class=\"about\">", to);
    html_text(to, c->about);
    fputs("</p>\n", to);
    if (svg && strncmp(svg, "<svg", 4) == 0) {
        fputs("<div class=\"plot\"><svg role=\"img\" aria-label=\"", to);
        html_text(to, c->title);
        fprintf(to, "\"%s</div>\n", svg + 4);
    }
    html_caption(to, c, figure, r);
    html_table(to, c, !svg);
    fputs("</figure>\n", to);
}
