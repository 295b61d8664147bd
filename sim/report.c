/* The report of a simulation as one HTML file: no script, nothing fetched, no dates, so that the
 * same run gives the same bytes. */
#include "sim/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/chart.h"
#include "sim/conclude.h"
#include "sim/plan.h"
#include "sim/print.h"
#include "sim/results.h"

/* The page under construction: figures go to `body` while the list of contents grows in `contents`.
 * Lives during report_fill only. */
struct report {
    const struct sim_results *r;
    FILE *body, *contents;
    /* How many figures there are so far: their numbers. */
    int figures;
    /* 1: gnuplot works. */
    int draw;
    /* 1: a list of the contents is open. */
    int in_list;
    /* The section whose heading is due with its first figure, or NULL: sections without figures
     * do not appear. */
    const struct metric_group *section;
};

/* ---- sections and figures ---- */

/* A list is opened with its section and closed before the next. */
static void close_list(struct report *p)
{
    if (p->in_list)
        fputs("</ul>\n", p->contents);
    p->in_list = 0;
}

/* A heading in the body and in the contents. Opens the list of its contents. */
static void section(struct report *p, const char *id, const char *title, const char *about)
{
    close_list(p);
    fprintf(p->body, "<h2 id=\"%s\">", id);
    html_text(p->body, title);
    fputs("</h2>\n<p class=\"lead\">", p->body);
    html_text(p->body, about);
    fputs("</p>\n", p->body);
    fprintf(p->contents, "<h3><a href=\"#%s\">", id);
    html_text(p->contents, title);
    fputs("</a></h3>\n<ul>\n", p->contents);
    p->in_list = 1;
}

/* Receives charts from charts_of and charts_of_sweep. The chart is lent. */
static void take_figure(void *to, const struct metric_group *g, struct chart *c)
{
    struct report *p = to;
    (void)g;
    if (p->section)
        section(p, p->section->id, p->section->title, p->section->about);
    p->section = NULL;
    char *svg = p->draw ? plot_svg(c, ++p->figures) : (p->figures++, NULL);
    html_figure(p->body, c, p->figures, svg, p->r);
    free(svg);
    fprintf(p->contents, "<li><a href=\"#figure-%d\">", p->figures);
    html_text(p->contents, c->title);
    fputs("</a></li>\n", p->contents);
}

/* The groups that the section on the sweep shows; they are not shown again later. */
static int in_sweep(const struct metric_group *g)
{
    static const char *const groups[] = {"win-by-bot", "score-by-bot", "length", "margin"};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (strcmp(groups[i], g->id) == 0)
            return 1;
    return 0;
}

/* In the order of groups.def. */
static void all_figures(struct report *p)
{
    for (int i = 0; i < groups_count(); i++) {
        const struct metric_group *g = group_at(i);
        if (g->is_section)
            p->section = g;
        else if (!group_is_single(g) && !(p->r->settings > 1 && in_sweep(g)))
            charts_of(p->r, g, take_figure, p);
    }
}

/* ---- a sweep ---- */

/* The surest difference of a metric, and in which setting. */
struct shift {
    int metric, setting;
    struct gauge_estimate by;
    /* The difference divided by half its interval; above 1 the interval does not contain 0. */
    double weight;
};

/* For qsort: the surest first, and a fixed order of equals. */
static int heavier(const void *a, const void *b)
{
    const struct shift *x = a, *y = b;
    if (x->weight != y->weight)
        return x->weight < y->weight ? 1 : -1;
    return x->metric != y->metric ? x->metric - y->metric : x->setting - y->setting;
}

/* Finds the setting in which a metric differs most surely from the first. Returns 0 if none does.
 * Fills in `best` only where it returns 1. */
static int shift_of(const struct sim_results *r, int metric, struct shift *best)
{
    /* With a smaller weight the interval reaches 0. */
    best->weight = 1;
    best->setting = 0;
    for (int i = 1; i < r->settings; i++) {
        const struct sim_setting *s = &r->setting[i];
        if (!s->cross)
            continue;
        struct gauge_estimate e =
            estimate_difference(&r->setting[0].tally[metric], &s->tally[metric], &s->cross[metric]);
        double half = (e.high - e.low) / 2;
        if (!e.known || !(half > 0) || fabs(e.value) / half <= best->weight)
            continue;
        *best = (struct shift){metric, i, e, fabs(e.value) / half};
    }
    return best->setting > 0;
}

/* Labels that do not name their bot get it added. The group has a figure: shifts() asks only for
 * those. */
static void shift_row(const struct report *p, const struct shift *s)
{
    const struct metric *m = &p->r->metrics.at[s->metric];
    const struct metric_group *g = group_by_id(m->group);
    fputs("<tr><th scope=\"row\">", p->body);
    html_text(p->body, g->title);
    fputs("</th><td>", p->body);
    html_text(p->body, m->label);
    if (m->bot >= 0 && p->r->bots > 1 && !strstr(m->label, p->r->bot[m->bot])) {
        fputs(", ", p->body);
        html_text(p->body, p->r->bot[m->bot]);
    }
    fputs("</td><td>", p->body);
    html_text(p->body, p->r->setting[s->setting].label);
    fputs("</td><td class=\"n\">", p->body);
    html_value(p->body, m->form, s->by.value);
    fputs("</td><td class=\"n\">", p->body);
    html_range(p->body, m->form, s->by.low, s->by.high);
    fputs("</td></tr>\n", p->body);
}

/* Always there in a sweep, even with no row: that nothing changed is an answer. */
static void shifts_table(const struct report *p, const struct shift *s, int n)
{
    fputs("<figure id=\"shifts\"><h3>What changed most</h3>\n<p class=\"about\">The surest "
          "differences "
          "from the first value among everything that was measured, surest first. With this many "
          "measures, one in twenty stands out by chance alone, so do not rely on the last rows. "
          "Shares differ in percentage points.</p>\n<div class=\"scroll\"><table><thead><tr><th "
          "scope=\"col\">figure</th>"
          "<th scope=\"col\">row</th><th scope=\"col\">at</th><th scope=\"col\" class=\"n\">"
          "difference</th><th scope=\"col\" class=\"n\">95&nbsp;% "
          "interval</th></tr></thead>\n<tbody>\n",
          p->body);
    for (int i = 0; i < n; i++)
        shift_row(p, &s[i]);
    fputs("</tbody></table></div>\n<figcaption>95&nbsp;% intervals of paired differences over ",
          p->body);
    html_count(p->body, p->r->deals);
    fputs(" deals (", p->body);
    html_count(p->body, p->r->games);
    fputs(" games of each value).</figcaption>\n</figure>\n", p->body);
}

/* Distributions are left out: their bins are not worth comparing one by one. The 20 surest. */
static void shifts(struct report *p)
{
    int n = 0, most = 20;
    struct shift *s = calloc((size_t)p->r->metrics.n + 1, sizeof *s);
    MUST(s);
    for (int i = 0; i < p->r->metrics.n; i++) {
        const char *group = p->r->metrics.at[i].group;
        if (group_by_id(group) && !strstr(group, "-bins"))
            n += shift_of(p->r, i, &s[n]);
    }
    qsort(s, (size_t)n, sizeof *s, heavier);
    fputs("<li><a href=\"#shifts\">What changed most</a></li>\n", p->contents);
    shifts_table(p, s, n < most ? n : most);
    free(s);
}

/* A grid of sweeps as heat maps: what is read first. Metrics of the groups of in_sweep only: each
 * heat map takes half a page. */
static void heat_maps(struct report *p)
{
    int n = 0;
    if (p->r->sweeps < 2)
        return;
    for (int i = 0; i < p->r->metrics.n; i++) {
        const struct metric *m = &p->r->metrics.at[i];
        const struct metric_group *g = group_by_id(m->group);
        if (!g || !in_sweep(g) || (p->r->bots == 1 && strcmp(g->id, "win-by-bot") == 0))
            continue;
        html_heat(p->body, p->r, i, ++n);
        fprintf(p->contents, "<li><a href=\"#heat-%d\">", n);
        html_heat_title(p->contents, p->r, i);
        fputs(" in the grid</a></li>\n", p->contents);
    }
}

/* This section comes first, because the effect of the values is what a sweep is for. */
static void sweep(struct report *p)
{
    if (p->r->settings < 2)
        return;
    section(
        p, "sweep", p->r->sweeps > 1 ? "The sweeps" : "The sweep",
        "Every value was played on the same deals, so differences are known better than the values "
        "themselves.");
    shifts(p);
    heat_maps(p);
    for (int i = 0; i < groups_count(); i++)
        if (!group_at(i)->is_section && in_sweep(group_at(i)))
            charts_of_sweep(p->r, group_at(i), take_figure, p);
}

/* Results by the values of columns: asked for by name, so they come before what everybody gets. The
 * list of contents links to the first table alone. */
static void asked(struct report *p)
{
    if (!p->r->plan->bys)
        return;
    section(p, "asked", "Results by column",
            "Results for each value of a column. This shows correlation, not cause.");
    fputs("<li><a href=\"#by-1\">By value</a></li>\n", p->contents);
    html_asked(p->body, p->r);
}

/* ---- the top of the page ---- */

/* The next row of the table at the top. */
static void fact(FILE *to, const char *what)
{
    fprintf(to, "</td></tr>\n<tr><th scope=\"row\">%s</th><td>", what);
}

/* Seats are named only if a bot has several. */
static void bots_of(FILE *to, const struct sim_results *r)
{
    for (int i = 0; i < r->bots; i++) {
        fputs(i ? ", <code>" : "<code>", to);
        html_text(to, r->bot[i]);
        fputs("</code>", to);
        if (r->bot_seats[i] > 1)
            fprintf(to, " at %d seats", r->bot_seats[i]);
    }
}

/* Each sweep on its own line, with all its values. */
static void values_of(FILE *to, const struct sim_results *r)
{
    for (int i = 0; i < r->sweeps; i++) {
        fputs(i ? "<br>" : "", to);
        html_text(to, r->sweep[i].key);
        fputs(": ", to);
        for (int k = 0; k < r->sweep[i].n; k++) {
            fputs(k ? ", " : "", to);
            html_text(to, r->sweep[i].value[k]);
        }
    }
}

/* A short seed as the number it was asked for with, any other in full. Short: the upper 192 bits
 * are 0, as a number on the command line leaves them. */
static void seed_of(FILE *to, const char *seed)
{
    if (strlen(seed) == 64 && strspn(seed, "0") >= 48)
        fprintf(to, "%" PRIu64, (uint64_t)strtoull(seed + 48, NULL, 16));
    else
        html_text(to, seed);
}

/* What was played: enough to play it again. */
static void facts(FILE *to, const struct sim_results *r)
{
    fputs("<table><tbody>\n<tr><th scope=\"row\">Players</th><td>", to);
    fprintf(to, "%d", r->players);
    fact(to, "Bots");
    bots_of(to, r);
    fact(to, "Deals");
    html_count(to, r->deals);
    fprintf(to, ", each in %d seating%s", r->seatings, r->seatings == 1 ? "" : "s");
    if (r->planned > r->deals) {
        fputs("; stopped early, ", to);
        html_count(to, r->planned);
        fputs(" were asked for", to);
    }
    fact(to, "Games");
    html_count(to, r->games);
    fputs(r->settings > 1 ? " of each value" : "", to);
    if (r->settings > 1) {
        fact(to, "Sweep");
        values_of(to, r);
    }
    fact(to, "Seed");
    fputs("<code>", to);
    seed_of(to, r->seed);
    fputs("</code></td></tr>\n</tbody></table>\n", to);
    fputs("<details><summary>All options of the game</summary><p><code>", to);
    html_text(to, r->setting[0].options ? r->setting[0].options : "{}");
    fputs("</code></p></details>\n", to);
}

/* A value with its interval, for a sentence. Nothing if the run has no such metric. */
static void metric_words(FILE *to, const struct sim_results *r, int setting, const char *group,
                         int bot)
{
    int i = metric_find(&r->metrics, group, bot);
    if (i < 0)
        return;
    struct gauge_estimate e = estimate_of(&r->metrics.at[i], &r->setting[setting].tally[i]);
    html_value(to, r->metrics.at[i].form, e.n ? e.value : NAN);
    fputs(" (", to);
    if (e.known)
        html_range(to, r->metrics.at[i].form, e.low, e.high);
    else
        fputs("no interval yet", to);
    fputs(")", to);
}

/* Wins are given only if there is another bot. */
static void short_bot(FILE *to, const struct sim_results *r, int setting, int bot)
{
    fputs("<code>", to);
    html_text(to, r->bot[bot]);
    fputs("</code> ", to);
    if (r->bots > 1) {
        fputs("wins ", to);
        metric_words(to, r, setting, "win-by-bot", bot);
        fputs(" and ", to);
    }
    fputs("scores ", to);
    metric_words(to, r, setting, "score-by-bot", bot);
    fputs(" on average", to);
}

/* The second half of the sentence that short_bot began. */
static void short_game(FILE *to, const struct sim_results *r, int setting)
{
    fputs("a game takes ", to);
    metric_words(to, r, setting, "length", -1);
    fputs(" decisions, and the winner is ", to);
    metric_words(to, r, setting, "margin", -1);
    fputs(" ahead of second place", to);
}

static void short_conclusion(void *to, const char *sentence)
{
    fputs("<li>", to);
    html_text(to, sentence);
    fputs("</li>\n", to);
}

/* What a sweep changes and how sure that is comes first. */
static void what_changed(FILE *to, const struct sim_results *r)
{
    if (r->settings < 2)
        return;
    fputs("<h2>What changes</h2>\n<ul class=\"short\">\n", to);
    conclude(r, short_conclusion, to);
    fputs("</ul>\n", to);
}

/* The answers most readers want, before any figure. One entry for each setting. */
static void in_short(FILE *to, const struct sim_results *r)
{
    fputs("<h2>In short</h2>\n<ul class=\"short\">\n", to);
    for (int s = 0; s < r->settings; s++) {
        fputs("<li>", to);
        for (int i = 0; i < r->sweeps; i++) {
            html_text(to, r->sweep[i].key);
            fputs(" <b>", to);
            html_text(to, sweep_value(r->sweep, r->sweeps, i, s));
            fputs(i + 1 < r->sweeps ? "</b>, " : "</b>: ", to);
        }
        for (int bot = 0; bot < r->bots; bot++) {
            short_bot(to, r, s, bot);
            fputs("; ", to);
        }
        short_game(to, r, s);
        fputs(".</li>\n", to);
    }
    fputs("</ul>\n", to);
}

/* How to read intervals; the same on every report. */
static void reading(FILE *to)
{
    fputs(
        "<p>Brackets, and whiskers on the plots, show 95&nbsp;% intervals: if the simulation were "
        "repeated with other seeds, 95 of 100 such intervals would contain the true value. A deal "
        "fixes all randomness, the bots' included, and is played in every seating of the bots. "
        "Deals, not games, are the sample, because games of one deal resemble each other. Figures "
        "that compare those who did something with those who did not show correlation, not "
        "cause.</p>\n",
        to);
}

/* Everything above the contents. */
static void top(FILE *to, const struct report *p)
{
    const struct sim_results *r = p->r;
    char title[128];
    snprintf(title, sizeof title, "%s, simulated", r->game->title);
    html_open(to, title, r->game->name, "");
    fputs("<p class=\"lead\">", to);
    html_count(to, r->games * r->settings);
    fprintf(to, " games of %d players, from ", r->players);
    html_count(to, r->deals);
    fputs(" deals.</p>\n", to);
    facts(to, r);
    fputs("</header>\n<main>\n", to);
    if (!p->draw)
        fputs("<p class=\"note\">There are no plots in this report, because gnuplot was not found. "
              "Install it (on Debian and Ubuntu: <code>apt install gnuplot-nox</code>) and run the "
              "same command again. All numbers are in the tables.</p>\n",
              to);
    fputs(r->preface ? r->preface : "", to);
    what_changed(to, r);
    in_short(to, r);
    reading(to);
}

/* ---- the whole ---- */

/* Body and contents are made first: the contents stand above the body. Says on standard error that
 * plots are missing, and goes on without them. */
static void report_fill(FILE *to, const struct sim_results *r)
{
    char *body = NULL, *contents = NULL;
    size_t body_n = 0, contents_n = 0;
    struct report p = {.r = r, .draw = plot_works()};
    if (!p.draw)
        fputs(
            "charlatan sim: gnuplot was not found, so the report has tables but no plots. Install "
            "gnuplot-nox (Debian, Ubuntu) or gnuplot, and run the same command again.\n",
            stderr);
    p.body = open_memstream(&body, &body_n);
    p.contents = open_memstream(&contents, &contents_n);
    MUST(p.body && p.contents);
    sweep(&p);
    asked(&p);
    all_figures(&p);
    close_list(&p);
    fclose(p.body);
    fclose(p.contents);
    top(to, &p);
    fprintf(to, "<nav>\n<h2>Contents</h2>\n%s</nav>\n%s", contents, body);
    html_close(to, "sim");
    free(body);
    free(contents);
}

char *report_make(const struct sim_results *r, size_t *n)
{
    char *text = NULL;
    FILE *memory = open_memstream(&text, n);
    MUST(memory);
    report_fill(memory, r);
    MUST(fclose(memory) == 0);
    return text;
}
