/* Shows a grid of sweeps in the report, for each metric as a heat map and as a table with
 * intervals; greater values are darker. Rows are the first sweep, columns the second; where there
 * are more, each combination of their values is a panel of its own. */
#include <math.h>
#include <string.h>

#include "sim/chart.h"
#include "sim/results.h"

/* Of the accent colour: text stays readable on the darkest cell, in light and dark. */
enum { DARKEST = 55 };

/* How many panels there are: combinations of the values of all sweeps but two. */
static int panels_of(const struct sim_results *r)
{
    return r->settings / (r->sweep[0].n * r->sweep[1].n);
}

/* The last sweep runs fastest (sweep.c), so a panel is what is left of a setting. `panel` counts
 * from 0 to panels_of - 1. */
static struct gauge_estimate cell_of(const struct sim_results *r, int metric, int panel, int row,
                                     int column)
{
    int setting = (row * r->sweep[1].n + column) * panels_of(r) + panel;
    return estimate_of(&r->metrics.at[metric], &r->setting[setting].tally[metric]);
}

/* "rounds 3, edition hundred": what all cells of a panel have in common. The panel is the number of
 * its setting within the first cell, so the digits of the later sweeps are those of any of its
 * cells. */
static void panel_name(FILE *to, const struct sim_results *r, int panel)
{
    for (int i = 2; i < r->sweeps; i++) {
        fputs(i > 2 ? ", " : "", to);
        html_text(to, r->sweep[i].key);
        fputs(" ", to);
        html_text(to, sweep_value(r->sweep, r->sweeps, i, panel));
    }
}

/* Settings, not values: the caption names them. */
struct extremes {
    int least, most;
};

/* The settings with the least and the greatest value; -1 if nothing was counted anywhere. */
static struct extremes extremes_of(const struct sim_results *r, int metric)
{
    struct extremes x = {-1, -1};
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < r->settings; i++) {
        struct gauge_estimate e = estimate_of(&r->metrics.at[metric], &r->setting[i].tally[metric]);
        if (e.n && e.value < low)
            low = e.value, x.least = i;
        if (e.n && e.value > high)
            high = e.value, x.most = i;
    }
    return x;
}

/* Only for settings in which something was counted. Elsewhere the 0 it returns would mean
 * nothing. */
static double value_at(const struct sim_results *r, int metric, int setting)
{
    return estimate_of(&r->metrics.at[metric], &r->setting[setting].tally[metric]).value;
}

/* Percent of the colour: the whole scale lies between the least and the greatest of the table,
 * however near they are. The captions have the intervals that say whether that means anything. 0
 * where all are alike. */
static int shade(const struct sim_results *r, int metric, const struct extremes *x, double value)
{
    double low = value_at(r, metric, x->least), high = value_at(r, metric, x->most);
    return high > low ? (int)lround(DARKEST * (value - low) / (high - low)) : 0;
}

/* The bot is named only if there are several. */
void html_heat_title(FILE *to, const struct sim_results *r, int metric)
{
    const struct metric *m = &r->metrics.at[metric];
    html_text(to, group_by_id(m->group)->title);
    if (m->bot < 0 || r->bots < 2)
        return;
    fputs(": ", to);
    html_text(to, r->bot[m->bot]);
}

/* Every column repeats the key, because a screen reader reads out the head of a single cell. */
static void heat_head(FILE *to, const struct sim_results *r)
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

/* The style sheet mixes the colour from --heat, for light and dark alike. A cell without a value
 * has no colour and a dash. */
static void heat_cell(FILE *to, const struct sim_results *r, int metric, const struct extremes *x,
                      struct gauge_estimate e)
{
    enum gauge_form form = r->metrics.at[metric].form;
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

static void heat_row(FILE *to, const struct sim_results *r, int metric, const struct extremes *x,
                     int panel, int row)
{
    fputs("<tr><th scope=\"row\">", to);
    html_text(to, r->sweep[0].value[row]);
    fputs("</th>", to);
    for (int column = 0; column < r->sweep[1].n; column++)
        heat_cell(to, r, metric, x, cell_of(r, metric, panel, row, column));
    fputs("</tr>\n", to);
}

/* A sentence of the caption. */
static void heat_extreme(FILE *to, const struct sim_results *r, int metric, const char *what,
                         int setting)
{
    char name[LABEL_TEXT];
    const struct metric *m = &r->metrics.at[metric];
    struct gauge_estimate e = estimate_of(m, &r->setting[setting].tally[metric]);
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

/* ---- the plot ---- */

/* In units of the picture: a cell, the room left of the cells for the values of the rows, above
 * them for those of the columns, and below them for the scale. */
enum { CELL_WIDE = 96, CELL_HIGH = 44, ROWS_WIDE = 150, HEAD_HIGH = 58, SCALE_HIGH = 40 };

static void svg_text(FILE *to, int x, int y, const char *anchor, const char *text)
{
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">", x, y, anchor);
    html_text(to, text);
    fputs("</text>", to);
}

/* (left, top) is its corner. The style sheet mixes the colour from --heat, as for the table. */
static void svg_cell(FILE *to, const struct sim_results *r, int metric, const struct extremes *x,
                     struct gauge_estimate e, int left, int top)
{
    enum gauge_form form = r->metrics.at[metric].form;
    fprintf(to,
            "<g><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" style=\"--heat:%d%%\"/>"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
            left, top, CELL_WIDE, CELL_HIGH, e.n ? shade(r, metric, x, e.value) : 0,
            left + CELL_WIDE / 2, top + CELL_HIGH / 2 + 5);
    if (e.n)
        html_value(to, form, e.value);
    else
        fputs("\xe2\x80\x93", to);
    fputs("</text></g>\n", to);
}

/* From the least to the greatest value of all panels. */
static void svg_scale(FILE *to, const struct sim_results *r, int metric, const struct extremes *x,
                      int top)
{
    enum { STEPS_SHOWN = 12, STEP_WIDE = 16 };
    if (x->most < 0)
        return;
    for (int i = 0; i < STEPS_SHOWN; i++)
        fprintf(to, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"12\" style=\"--heat:%d%%\"/>",
                ROWS_WIDE + i * STEP_WIDE, top, STEP_WIDE, DARKEST * i / (STEPS_SHOWN - 1));
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", ROWS_WIDE - 8, top + 11);
    html_value(to, r->metrics.at[metric].form, value_at(r, metric, x->least));
    fprintf(to, "</text><text x=\"%d\" y=\"%d\">", ROWS_WIDE + STEPS_SHOWN * STEP_WIDE + 8,
            top + 11);
    html_value(to, r->metrics.at[metric].form, value_at(r, metric, x->most));
    fputs("</text>\n", to);
}

/* The last parts of a dotted key, as many as there is room for. The last part alone may still be
 * longer. */
static const char *end_of_key(const char *key)
{
    enum { ROOM = 17 };
    const char *end = key;
    for (const char *dot = strchr(key, '.'); dot && strlen(end) > ROOM; dot = strchr(end, '.'))
        end = dot + 1;
    return end;
}

static void svg_panel(FILE *to, const struct sim_results *r, int metric, const struct extremes *x,
                      int panel)
{
    int rows = r->sweep[0].n, columns = r->sweep[1].n;
    fprintf(
        to,
        "<div class=\"plot heatmap\"><svg role=\"img\" aria-label=\"heat map\" viewBox=\"0 0 %d "
        "%d\" xmlns=\"http://www.w3.org/2000/svg\">\n",
        ROWS_WIDE + columns * CELL_WIDE + 80, HEAD_HIGH + rows * CELL_HIGH + SCALE_HIGH);
    /* Only the end of a key fits beside the cells; the numbers below have it whole. */
    svg_text(to, ROWS_WIDE + columns * CELL_WIDE / 2, 18, "middle", r->sweep[1].key);
    svg_text(to, ROWS_WIDE - 8, HEAD_HIGH - 12, "end", end_of_key(r->sweep[0].key));
    for (int i = 0; i < columns; i++)
        svg_text(to, ROWS_WIDE + i * CELL_WIDE + CELL_WIDE / 2, HEAD_HIGH - 12, "middle",
                 r->sweep[1].value[i]);
    for (int row = 0; row < rows; row++) {
        int top = HEAD_HIGH + row * CELL_HIGH;
        svg_text(to, ROWS_WIDE - 8, top + CELL_HIGH / 2 + 5, "end", r->sweep[0].value[row]);
        for (int i = 0; i < columns; i++)
            svg_cell(to, r, metric, x, cell_of(r, metric, panel, row, i), ROWS_WIDE + i * CELL_WIDE,
                     top);
    }
    svg_scale(to, r, metric, x, HEAD_HIGH + rows * CELL_HIGH + 14);
    fputs("</svg></div>\n", to);
}

/* ---- the figure ---- */

static void heat_table(FILE *to, const struct sim_results *r, int metric, const struct extremes *x,
                       int panel)
{
    fputs("<details><summary>The numbers, with their intervals</summary>"
          "<div class=\"scroll\"><table class=\"heat\">",
          to);
    heat_head(to, r);
    fputs("<tbody>\n", to);
    for (int row = 0; row < r->sweep[0].n; row++)
        heat_row(to, r, metric, x, panel, row);
    fputs("</tbody></table></div></details>\n", to);
}

static void heat_panels(FILE *to, const struct sim_results *r, int metric, const struct extremes *x)
{
    for (int panel = 0; panel < panels_of(r); panel++) {
        if (r->sweeps > 2) {
            fputs("<h4>", to);
            panel_name(to, r, panel);
            fputs("</h4>\n", to);
        }
        svg_panel(to, r, metric, x, panel);
        heat_table(to, r, metric, x, panel);
    }
}

/* Drawn here: it needs no gnuplot. Needs two sweeps at least. */
void html_heat(FILE *to, const struct sim_results *r, int metric, int number)
{
    struct extremes x = extremes_of(r, metric);
    fprintf(to, "<figure id=\"heat-%d\"><h3>", number);
    html_heat_title(to, r, metric);
    fputs(" in the grid</h3>\n<p class=\"about\">Each cell is a combination of values. The darker "
          "it is, the greater its value, over all cells of this figure.</p>\n",
          to);
    heat_panels(to, r, metric, &x);
    fputs("<figcaption>", to);
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
