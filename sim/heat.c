/* Shows a grid of two sweeps as tables of the report, one for each metric; greater values are
 * darker. */
#include <math.h>

#include "sim/chart.h"

/* Of the accent colour: text stays readable on the darkest cell, in light and dark. */
enum { DARKEST = 55 };

/* The second sweep runs fastest (sweep.c). */
static struct estimate cell_of(const struct results *r, int metric, int row, int column)
{
    int setting = row * r->sweep[1].n + column;
    return estimate_of(&r->metrics.at[metric], &r->setting[setting].tally[metric]);
}

/* Settings, not values: the caption names them. */
struct extremes {
    int least, most;
};

/* The settings with the least and the greatest value; -1 if nothing was counted anywhere. */
static struct extremes extremes_of(const struct results *r, int metric)
{
    struct extremes x = {-1, -1};
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < r->settings; i++) {
        struct estimate e = cell_of(r, metric, i / r->sweep[1].n, i % r->sweep[1].n);
        if (e.n && e.value < low)
            low = e.value, x.least = i;
        if (e.n && e.value > high)
            high = e.value, x.most = i;
    }
    return x;
}

/* Only for settings in which something was counted. */
static double value_at(const struct results *r, int metric, int setting)
{
    return estimate_of(&r->metrics.at[metric], &r->setting[setting].tally[metric]).value;
}

/* Percent of the colour: the whole scale lies between the least and the greatest of the table,
 * however near they are. The captions have the intervals that say whether that means anything. */
static int shade(const struct results *r, int metric, const struct extremes *x, double value)
{
    double low = value_at(r, metric, x->least), high = value_at(r, metric, x->most);
    return high > low ? (int)lround(DARKEST * (value - low) / (high - low)) : 0;
}

/* The bot is named only if there are several. */
void html_heat_title(FILE *to, const struct results *r, int metric)
{
    const struct metric *m = &r->metrics.at[metric];
    html_text(to, group_by_id(m->group)->title);
    if (m->bot < 0 || r->bots < 2)
        return;
    fputs(": ", to);
    html_text(to, r->bot[m->bot]);
}

/* Every column repeats the key, because a screen reader reads out the head of a single cell. */
static void heat_head(FILE *to, const struct results *r)
{
    fputs("<thead><tr><th scope=\"col\">", to);
    html_text(to, r->sweep[0].key);
    fputs("</th>", to);
    for (int i = 0; i < r->sweep[1].n; i++) {
        fputs("<th scope=\"col\">", to);
        html_text(to, r->sweep[1].key);
        fputs(" ", to);
        html_text(to, r->sweep[1].value[i]);
        fputs("</th>", to);
    }
    fputs("</tr></thead>\n", to);
}

/* The style sheet mixes the colour from --heat, for light and dark alike. */
static void heat_cell(FILE *to, const struct results *r, int metric, const struct extremes *x,
                      struct estimate e)
{
    enum form form = r->metrics.at[metric].form;
    if (!e.n) {
        fputs("<td style=\"--heat:0%\">\xe2\x80\x93</td>", to);
        return;
    }
    fprintf(to, "<td style=\"--heat:%d%%\">", shade(r, metric, x, e.value));
    html_value(to, form, e.value);
    fputs("<small>", to);
    html_range(to, form, e.known ? e.low : NAN, e.high);
    fputs("</small></td>", to);
}

static void heat_row(FILE *to, const struct results *r, int metric, const struct extremes *x,
                     int row)
{
    fputs("<tr><th scope=\"row\">", to);
    html_text(to, r->sweep[0].value[row]);
    fputs("</th>", to);
    for (int column = 0; column < r->sweep[1].n; column++)
        heat_cell(to, r, metric, x, cell_of(r, metric, row, column));
    fputs("</tr>\n", to);
}

/* A sentence of the caption. */
static void heat_extreme(FILE *to, const struct results *r, int metric, const char *what,
                         int setting)
{
    char name[LABEL_TEXT];
    const struct metric *m = &r->metrics.at[metric];
    struct estimate e = estimate_of(m, &r->setting[setting].tally[metric]);
    sweep_name_short(r, setting, name);
    fputs(what, to);
    html_text(to, name);
    fputs(", ", to);
    html_value(to, m->form, e.value);
    fputs(e.known ? " (95&nbsp;% interval " : " (too few deals for a 95&nbsp;% interval", to);
    if (e.known)
        html_range(to, m->form, e.low, e.high);
    fputs("). ", to);
}

/* A table, not a plot: it needs no gnuplot, and every number can be read. */
void html_heat(FILE *to, const struct results *r, int metric, int number)
{
    struct extremes x = extremes_of(r, metric);
    fprintf(to, "<figure id=\"heat-%d\"><h3>", number);
    html_heat_title(to, r, metric);
    fputs(" in the grid</h3>\n<p class=\"about\">Each cell is a combination of values, with its "
          "95&nbsp;% interval below. The darker it is, the greater its value in this "
          "table.</p>\n<div class=\"scroll\"><table class=\"heat\">",
          to);
    heat_head(to, r);
    fputs("<tbody>\n", to);
    for (int row = 0; row < r->sweep[0].n; row++)
        heat_row(to, r, metric, &x, row);
    fputs("</tbody></table></div>\n<figcaption>", to);
    if (x.most >= 0) {
        heat_extreme(to, r, metric, x.most == x.least ? "All alike: " : "Highest: ", x.most);
        if (x.most != x.least)
            heat_extreme(to, r, metric, "Lowest: ", x.least);
    }
    fputs("Intervals are 95&nbsp;% intervals over ", to);
    html_count(to, r->deals);
    fputs(" deals (", to);
    html_count(to, r->games);
    fputs(" games of each combination).</figcaption>\n</figure>\n", to);
}
