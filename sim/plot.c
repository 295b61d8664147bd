/* Turns a chart into a gnuplot script, and gnuplot's drawing into a part of the page.
 *
 * gnuplot is another program, run with its own settings off, fed by a file without a name and read
 * through a pipe. Colours are numbers that stand for the page's: rgb(1,1,n) is turned into a CSS
 * variable, so that the same drawing fits light and dark. */
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/chart.h"

extern char **environ;

/* The width in pixels of a plot, and the blue part of rgb(1,1,n) for each colour of the page. */
enum { WIDTH = 760, INK = 1, GRID = 2, PAPER = 3, FIRST_SERIES = 16 };

/* ---- running gnuplot ---- */

/* Found on the PATH; its complaints about fonts and versions are of no use to the reader. Returns
 * 0, or an errno. -d keeps the reader's own settings for gnuplot out of the drawing. `in` is a file
 * that stands at its beginning. */
static int plot_spawn(int in, int out, pid_t *child)
{
    char *argv[] = {"gnuplot", "-d", "-", NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(child, "gnuplot", &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    return failed;
}

/* All that comes out of a pipe, as a string; NULL without memory. The caller frees it. Reads until
 * every writer has closed the pipe, so the caller must have closed its own end for writing
 * first. */
static char *read_all(int from)
{
    size_t n = 0, cap = 1 << 16;
    char *text = malloc(cap);
    ssize_t got = 0;
    while (text && (got = read(from, text + n, cap - n - 1)) > 0) {
        n += (size_t)got;
        if (cap - n < 4096) {
            char *more = realloc(text, cap *= 2);
            if (!more)
                free(text);
            text = more;
        }
    }
    if (text)
        text[n] = 0;
    return text;
}

/* What gnuplot prints for the script in a file; NULL if it failed. The caller frees it. The pipe is
 * closed on exec, so gnuplot has nothing but its own end of it. The child is always waited for. */
static char *plot_run(int script)
{
    int pipes[2], status = 0;
    pid_t child;
    if (lseek(script, 0, SEEK_SET) != 0 || pipe2(pipes, O_CLOEXEC) != 0)
        return NULL;
    int failed = plot_spawn(script, pipes[1], &child);
    close(pipes[1]);
    char *text = failed ? NULL : read_all(pipes[0]);
    close(pipes[0]);
    if (!failed && (waitpid(child, &status, 0) != child || status != 0)) {
        free(text);
        return NULL;
    }
    return text;
}

/* Asks the program itself, as it may be on the PATH and still not run. */
int plot_works(void)
{
    FILE *script = tmpfile();
    if (!script)
        return 0;
    fputs("set terminal svg\n", script);
    fflush(script);
    char *text = plot_run(fileno(script));
    fclose(script);
    free(text);
    return text != NULL;
}

/* ---- the script ---- */

/* In single quotes gnuplot takes everything as it is; a quote is written twice. Control characters
 * are dropped: a line break would end the command. */
static void quoted(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', to);
        if ((unsigned char)*text >= ' ')
            fputc(*text, to);
    }
    fputc('\'', to);
}

/* No drawing of ours uses rgb(1,1,n) for itself, so page_colour can recognise it. `number`: INK,
 * GRID, PAPER, or FIRST_SERIES and up. */
static void colour(FILE *to, const char *before, int number)
{
    fprintf(to, "%s rgb '#0101%02x'", before, (unsigned)number);
}

/* Shares are kept from 0 to 1 and drawn in percent. */
static double shown(const struct chart *c, double value)
{
    return c->form == FORM_SHARE ? 100 * value : value;
}

/* Rows of bars or dots go down the page; the rest goes along an axis. */
static int has_rows(const struct chart *c)
{
    return c->kind == BARS || c->kind == DOTS;
}

/* Pixels: every row needs room for its series, and the key a line. With three series or more each
 * is thinner. */
static int height_of(const struct chart *c)
{
    int key = c->series_n > 1 ? 24 : 0;
    if (!has_rows(c))
        return 340 + key;
    return 76 + key + c->rows * (8 + (c->series_n < 3 ? 14 : 11) * c->series_n);
}

/* Everything that is the same in all plots. `dynamic` lets the page scale the drawing; `noenhanced`
 * keeps _ and ^ of labels as they are. */
static void write_style(FILE *to, const struct chart *c, int figure)
{
    fprintf(to, "set encoding utf8\nset terminal svg size %d,%d dynamic noenhanced", WIDTH,
            height_of(c));
    fprintf(to, " font 'sans-serif,12' name 'figure%d'\n", figure);
    colour(to, "set border 0 lc", INK);
    colour(to, "\nset tics scale 0 nomirror tc", INK);
    colour(to, "\nset key above left horizontal Left reverse samplen 1.5 tc", INK);
    colour(to, "\nset grid noxtics noytics lt 1 lw 1 lc", GRID);
    fputs(has_rows(c) ? "\nset grid xtics" : "\nset grid ytics", to);
    colour(to, " lt 1 lw 1 lc", GRID);
    fputs("\nset style fill solid 1 noborder\nset rmargin 4\nset offsets graph 0.02, 0.02, 0, 0\n",
          to);
    /* No halo around points: it would hide short whiskers. */
    fputs("set pointintervalbox 0\n", to);
    if (c->series_n < 2)
        fputs("unset key\n", to);
}

/* The label of an axis; `axis` is "x" or "y". */
static void write_axis(FILE *to, const char *axis, const char *label)
{
    fprintf(to, "set %slabel ", axis);
    quoted(to, label);
    colour(to, " tc", INK);
    fputc('\n', to);
}

/* Rows go down the page, so their axis runs backwards. Ticks of rows are at whole numbers, where
 * write_data puts their marks. */
static void write_axes(FILE *to, const struct chart *c)
{
    int rows = has_rows(c);
    if (c->form == FORM_SHARE)
        fprintf(to, "set format %s '%%g %%%%'\n", rows ? "x" : "y");
    write_axis(to, rows ? "x" : "y", c->measure);
    if (!rows) {
        write_axis(to, "x", c->along);
        return;
    }
    fprintf(to, "set yrange [%g:-0.5]\nset ytics (", c->rows - 0.5);
    for (int i = 0; i < c->rows; i++) {
        fputs(i ? "," : "", to);
        quoted(to, c->label[i]);
        fprintf(to, " %d", i);
    }
    fputs(")\n", to);
}

/* At most 16 numbers fit below the axis; else gnuplot chooses. */
static void write_places(FILE *to, const struct chart *c)
{
    if (c->kind != LINES || c->rows > 16)
        return;
    fputs("set xtics (", to);
    for (int i = 0; i < c->rows; i++)
        fprintf(to, "%s%.6g", i ? "," : "", c->series[0].mark[i].x);
    fputs(")\n", to);
}

/* Where lengths are compared, 0 must be seen; dots and values of a sweep show differences. */
static int shows_zero(const struct chart *c)
{
    return c->kind != DOTS && !c->valued;
}

/* The ends of the axis of values: all intervals, the dashed line, perhaps the 0. INFINITY and
 * -INFINITY if there is nothing to show; write_range then leaves the axis to gnuplot. */
static void find_range(const struct chart *c, double *least, double *most)
{
    *least = shows_zero(c) ? 0 : INFINITY;
    *most = shows_zero(c) ? 0 : -INFINITY;
    if (!isnan(c->fair)) {
        *least = fmin(*least, c->fair);
        *most = fmax(*most, c->fair);
    }
    for (int s = 0; s < c->series_n; s++)
        for (int i = 0; i < c->rows; i++) {
            const struct chart_mark *m = &c->series[s].mark[i];
            /* fmin and fmax ignore NaN. */
            *least = fmin(*least, fmin(m->value, m->low));
            *most = fmax(*most, fmax(m->value, m->high));
        }
}

/* A little room beyond the intervals, but an axis that begins at 0 begins there exactly. Where all
 * values are equal there is still some room to both sides, or gnuplot would complain. */
static void write_range(FILE *to, const struct chart *c)
{
    double least, most;
    find_range(c, &least, &most);
    double room = most > least ? (most - least) * 0.06 : fmax(fabs(most) * 0.1, 0.01);
    double from = least == 0 && shows_zero(c) ? 0 : least - room;
    double end = most == 0 && shows_zero(c) ? 0 : most + room;
    if (isfinite(from) && isfinite(end) && from < end)
        fprintf(to, "set %srange [%.6g:%.6g]\n", has_rows(c) ? "x" : "y", shown(c, from),
                shown(c, end));
}

/* The dashed line for what chance alone would give. `front`, because bars would cover it. */
static void write_fair(FILE *to, const struct chart *c)
{
    if (isnan(c->fair))
        return;
    double at = shown(c, c->fair);
    if (has_rows(c))
        fprintf(to, "set arrow from %.6g, graph 0 to %.6g, graph 1", at, at);
    else
        fprintf(to, "set arrow from graph 0, first %.6g to graph 1, first %.6g", at, at);
    colour(to, " nohead front dt (4,4) lw 1 lc", INK);
    fputc('\n', to);
}

/* value row-or-x low high, then for bars: from where to where, and its upper and lower edge.
 * Without an interval `low` and `high` are the value itself: fmin and fmax ignore NaN. */
static void write_data(FILE *to, const struct chart *c, int s)
{
    double thick = 0.8 / c->series_n;
    fprintf(to, "$d%d << EOD\n", s);
    for (int i = 0; i < c->rows; i++) {
        const struct chart_mark *m = &c->series[s].mark[i];
        double y = i + (s - (c->series_n - 1) / 2.0) * thick;
        if (!isfinite(m->value))
            continue;
        fprintf(to, "%.6g %.6g %.6g %.6g", shown(c, m->value), has_rows(c) ? y : m->x,
                shown(c, fmin(m->value, m->low)), shown(c, fmax(m->value, m->high)));
        fprintf(to, " %.6g %.6g %.6g %.6g\n", shown(c, fmin(0, m->value)),
                shown(c, fmax(0, m->value)), y - thick * 0.46, y + thick * 0.46);
    }
    fputs("EOD\n", to);
}

/* Every layer is `plot` of all series: all bands or boxes first, then all error bars. `number` 0:
 * each series has its own colour. `named` only in the first layer, which begins the command and
 * fills the key. */
static void write_layer(FILE *to, const struct chart *c, const char *using_, const char *rest,
                        int number, int named)
{
    for (int s = 0; s < c->series_n; s++) {
        fprintf(to, "%s$d%d using %s", named && s == 0 ? "plot " : ", ", s, using_);
        colour(to, " lc", number ? number : FIRST_SERIES + s);
        fputs(rest, to);
        fputs(named ? " title " : " notitle", to);
        if (named)
            quoted(to, c->series[s].name);
    }
}

/* Which columns of write_data each kind of chart uses. */
static void write_plot(FILE *to, const struct chart *c)
{
    if (c->kind == BARS) {
        write_layer(to, c, "1:2:5:6:7:8 with boxxyerror", " fs solid 1 noborder", 0, 1);
        write_layer(to, c, "1:2:3:4 with xerrorbars", " pt 7 ps 0.3 lw 1.2", INK, 0);
    } else if (c->kind == DOTS) {
        write_layer(to, c, "1:2:3:4 with xerrorbars", " pt 7 ps 0.7 lw 1.6", 0, 1);
    } else if (c->kind == LINES) {
        write_layer(to, c, "2:1 with lines", " lw 2", 0, 1);
        write_layer(to, c, "2:1:3:4 with yerrorbars", " pt 7 ps 0.5 lw 1.2", 0, 0);
    } else {
        write_layer(to, c, "2:1 with lines", " lw 2", 0, 1);
        write_layer(to, c, "2:3:4 with filledcurves", " fs transparent solid 0.25 noborder", 0, 0);
    }
    fputc('\n', to);
}

/* The data come before the plot that names them. */
static void write_script(FILE *to, const struct chart *c, int figure)
{
    write_style(to, c, figure);
    write_axes(to, c);
    write_places(to, c);
    write_range(to, c);
    write_fair(to, c);
    for (int s = 0; s < c->series_n; s++)
        write_data(to, c, s);
    write_plot(to, c);
}

/* ---- from gnuplot's file to a part of the page ---- */

/* Writes the page's colour for rgb(1,1,n); returns how much of the text that took, or 0. Only a
 * beginning is read: sscanf measures all that it is given. Blanks are skipped: gnuplot pads the
 * numbers. */
static int page_colour(FILE *to, const char *text)
{
    int red, green, number, n = 0;
    char begins[40];
    if (strncmp(text, "rgb(", 4) != 0)
        return 0;
    snprintf(begins, sizeof begins, "%.39s", text);
    if (sscanf(begins, "rgb(%d ,%d ,%d )%n", &red, &green, &number, &n) != 3 || !n || red != 1 ||
        green != 1)
        return 0;
    if (number >= FIRST_SERIES)
        fprintf(to, "var(--s%d)", number - FIRST_SERIES + 1);
    else
        fputs(number == INK ? "var(--ink)" : number == GRID ? "var(--grid)" : "var(--paper)", to);
    return n;
}

/* Ids of one drawing must not meet those of another. Returns how much of the text was replaced, or
 * 0. Other ids begin with the figure's name already (write_style). */
static int page_id(FILE *to, const char *text, int figure)
{
    static const char *const ids[] = {"gpDot", "gpPt", "textbox", "greybox", "gnuplot_canvas"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (strncmp(text, ids[i], strlen(ids[i])) == 0)
            return fprintf(to, "f%d-%s", figure, ids[i]) ? (int)strlen(ids[i]) : 0;
    return 0;
}

/* The version of gnuplot and what it calls the drawing are left out. Returns how much to leave out,
 * or 0. */
static int page_skip(const char *text)
{
    static const char *const tags[][2] = {{"<title>", "</title>"}, {"<desc>", "</desc>"}};
    for (int i = 0; i < 2; i++) {
        if (strncmp(text, tags[i][0], strlen(tags[i][0])) != 0)
            continue;
        const char *end = strstr(text, tags[i][1]);
        return end ? (int)(end - text + (long)strlen(tags[i][1])) : 0;
    }
    return 0;
}

/* Copies the drawing and replaces what would clash with the page. All three are asked at every
 * byte; drawings are some tens of kilobytes. */
static void page_svg(FILE *to, const char *text, int figure)
{
    while (*text) {
        int n = page_skip(text);
        n = n ? n : page_colour(to, text);
        n = n ? n : page_id(to, text, figure);
        if (!n)
            fputc(*text, to);
        text += n ? n : 1;
    }
}

/* The file has no name and is gone when closed, so an interrupted run leaves nothing behind. What
 * gnuplot writes before <svg> belongs to a file of its own, not to a page. Also NULL if gnuplot
 * printed no drawing. */
char *plot_svg(const struct chart *c, int figure)
{
    FILE *script = tmpfile();
    if (!script)
        return NULL;
    write_script(script, c, figure);
    fflush(script);
    char *text = plot_run(fileno(script)), *svg = NULL;
    fclose(script);
    const char *begin = text ? strstr(text, "<svg") : NULL;
    size_t n = 0;
    FILE *to = begin ? open_memstream(&svg, &n) : NULL;
    if (to) {
        page_svg(to, begin, figure);
        fclose(to);
    }
    free(text);
    return svg;
}
