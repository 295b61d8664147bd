/* What was asked about columns, --where and --by, as tables, as JSON and for the report. */
#include <math.h>

#include "sim/chart.h"
#include "sim/plan.h"
#include "sim/print.h"
#include "sim/results.h"
#include "wire/write.h"

/* A table that is longer is cut; --json has all rows. */
enum { ROWS_SHOWN = 64, NAME = 26 };

static const struct metric share = {.form = FORM_SHARE}, mean = {.form = FORM_MEAN};

/* Wins are measure 0, all others are means. The sums of --by have no metric of their own, so two
 * constant ones stand for their form. */
static struct gauge_estimate measure_of(const struct by_row *row, int measure)
{
    return estimate_of(measure ? &mean : &share, &row->tally[measure]);
}

static const char *measure_name(const struct sim_plan *p, int measure)
{
    return measure == 0   ? "wins"
           : measure == 1 ? "score"
                          : p->columns.at[p->show[measure - 2]].name;
}

/* "byros, 3". Both values are cut to COLUMN_VALUE, so they fit with the comma. */
static void name_row(const struct sim_plan *p, const struct by_row *row,
                     char name[3 * COLUMN_VALUE])
{
    char second[COLUMN_VALUE];
    column_value(p, p->by[0], row->key[0], name);
    if (p->bys < 2)
        return;
    column_value(p, p->by[1], row->key[1], second);
    snprintf(name + strlen(name), 2 * COLUMN_VALUE, ", %s", second);
}

static void name_columns(const struct sim_plan *p, char name[3 * COLUMN_NAME])
{
    snprintf(name, 3 * COLUMN_NAME, "%s%s%s", p->columns.at[p->by[0]].name, p->bys > 1 ? ", " : "",
             p->bys > 1 ? p->columns.at[p->by[1]].name : "");
}

/* ---- tables ---- */

/* A page has room for two measures side by side; the others follow below. `first` is the first of
 * the two measures; the seats are the n of the score, counted once each. */
static void put_by(FILE *to, const struct sim_results *r, int setting, int first)
{
    const struct sim_plan *p = r->plan;
    const struct by_table *t = &r->by[setting];
    int last = first + 2 < 2 + p->shows ? first + 2 : 2 + p->shows;
    char name[3 * COLUMN_VALUE];
    name_columns(p, name);
    fprintf(to, "\n%-*.*s %9s", NAME, NAME, name, "seats");
    for (int m = first; m < last; m++)
        fprintf(to, "  %-18.18s", measure_name(p, m));
    fputs("\n", to);
    for (int i = 0; i < t->n && i < ROWS_SHOWN; i++) {
        name_row(p, &t->at[i], name);
        fprintf(to, "%-*.*s %9lld", NAME, NAME, name, (long long)t->at[i].tally[1].n);
        for (int m = first; m < last; m++)
            (m ? print_mean : print_share)(to, measure_of(&t->at[i], m));
        fputs("\n", to);
    }
    if (t->n > ROWS_SHOWN)
        fprintf(to, "and %d more; --json has all of them\n", t->n - ROWS_SHOWN);
}

/* The metrics of probes_of_where: those who meet it beside those who do not. Relies on the order of
 * probes_of_where: wins, score, then --show, once for each side. */
static void put_where(FILE *to, const struct sim_results *r, int setting)
{
    const struct sim_plan *p = r->plan;
    int met = metric_find(&r->metrics, "where", -1),
        not = metric_find(&r->metrics, "where-not", -1);
    const struct gauge_sums *t = r->setting[setting].tally;
    fprintf(to, "\n%-*s  %-18s  %-18s\n", NAME + 10, "where", "met", "not met");
    for (int i = 0; i < 2 + p->shows; i++) {
        fprintf(to, "%-*s", NAME + 10, measure_name(p, i));
        (i ? print_mean : print_share)(to, estimate_of(&r->metrics.at[met + i], &t[met + i]));
        (i ? print_mean : print_share)(to, estimate_of(&r->metrics.at[not +i], &t[not +i]));
        fputs("\n", to);
    }
    fprintf(to, "%-*s", NAME + 10, "share of all seats");
    print_share(to, estimate_of(&share, &t[metric_find(&r->metrics, "where-share", -1)]));
    fputs("\n", to);
}

/* Nothing without --where and --by. */
void print_asked(FILE *to, const struct sim_results *r)
{
    for (int i = 0; i < r->settings && (r->plan->wheres || r->plan->bys); i++) {
        if (r->settings > 1)
            fprintf(to, "\nAt %.70s:\n", r->setting[i].label);
        if (r->plan->wheres)
            put_where(to, r, i);
        for (int first = 0; first < 2 + r->plan->shows && r->plan->bys; first += 2)
            put_by(to, r, i, first);
    }
    if (r->plan->wheres || r->plan->bys)
        fputs("\nThis shows correlation, not cause.\n", to);
}

/* ---- JSON ---- */

/* Keys are the names of columns, so a script needs no list of positions. */
static void write_by_row(struct writer *w, const struct sim_plan *p, const struct by_row *row)
{
    char key[COLUMN_NAME + 8];
    write_begin(w, '{');
    for (int i = 0; i < p->bys; i++) {
        char value[COLUMN_VALUE];
        column_value(p, p->by[i], row->key[i], value);
        write_member_string(w, p->columns.at[p->by[i]].name, value);
    }
    write_member_number(w, "seats", row->tally[1].n);
    write_member_number(w, "deals", row->tally[1].deals);
    write_estimate(w, "win_share", "ci95", measure_of(row, 0));
    write_estimate(w, "mean_score", "mean_score_ci95", measure_of(row, 1));
    for (int i = 0; i < p->shows; i++) {
        snprintf(key, sizeof key, "mean_%s", measure_name(p, 2 + i));
        char interval[COLUMN_NAME + 16];
        snprintf(interval, sizeof interval, "%s_ci95", key);
        write_estimate(w, key, interval, measure_of(row, 2 + i));
    }
    write_end(w, '}');
}

/* The metrics of --where are among the others. All rows, however many. */
void write_asked(struct writer *w, const struct sim_results *r, int setting)
{
    if (!r->plan->bys)
        return;
    write_key(w, "by");
    write_begin(w, '[');
    for (int i = 0; i < r->by[setting].n; i++)
        write_by_row(w, r->plan, &r->by[setting].at[i]);
    write_end(w, ']');
}

/* ---- the report ---- */

static void html_by_row(FILE *to, const struct sim_plan *p, const struct by_row *row)
{
    char name[3 * COLUMN_VALUE];
    name_row(p, row, name);
    fputs("<tr><th scope=\"row\">", to);
    html_text(to, name);
    fputs("</th><td class=\"n\">", to);
    html_count(to, row->tally[1].n);
    fputs("</td>", to);
    for (int m = 0; m < 2 + p->shows; m++) {
        struct gauge_estimate e = measure_of(row, m);
        fputs("<td class=\"n\">", to);
        html_value(to, m ? FORM_MEAN : FORM_SHARE, e.n ? e.value : NAN);
        fputs("</td><td class=\"n\">", to);
        html_range(to, m ? FORM_MEAN : FORM_SHARE, e.known ? e.low : NAN, e.high);
        fputs("</td>", to);
    }
    fputs("</tr>\n", to);
}

static void html_by(FILE *to, const struct sim_results *r, int setting)
{
    const struct sim_plan *p = r->plan;
    char name[3 * COLUMN_NAME];
    name_columns(p, name);
    fprintf(to, "<div id=\"by-%d\"><h3>By ", setting + 1);
    html_text(to, name);
    if (r->settings > 1) {
        fputs(", at ", to);
        html_text(to, r->setting[setting].label);
    }
    fputs("</h3>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">", to);
    html_text(to, name);
    fputs("</th><th scope=\"col\" class=\"n\">seats</th>", to);
    for (int m = 0; m < 2 + p->shows; m++) {
        fputs("<th scope=\"col\" class=\"n\">", to);
        html_text(to, measure_name(p, m));
        fputs("</th><th scope=\"col\" class=\"n\">95&nbsp;% interval</th>", to);
    }
    fputs("</tr></thead>\n<tbody>\n", to);
    for (int i = 0; i < r->by[setting].n; i++)
        html_by_row(to, p, &r->by[setting].at[i]);
    fputs("</tbody></table></div></div>\n", to);
}

void html_asked(FILE *to, const struct sim_results *r)
{
    for (int i = 0; i < r->settings && r->plan->bys; i++)
        html_by(to, r, i);
}
