/* What a tuning found: the values, the targets before and after on fresh deals, the way there; for
 * people, as JSON, and as the beginning of the report. */
#include <math.h>
#include <stdlib.h>

#include "sim/chart.h"
#include "sim/conclude.h"
#include "sim/print.h"
#include "sim/results.h"
#include "sim/tune_run.h"

static const struct tune_trial *best_of(const struct tune_run *r)
{
    return &r->tune.trial[r->tune.best];
}

/* `setting` 0 is before, 1 after. */
static struct gauge_estimate part_at(const struct tune_run *r, const struct sim_results *after,
                                     int part, int setting)
{
    int m = r->tune.metric[part];
    return estimate_of(&after->metrics.at[m], &after->setting[setting].tally[m]);
}

static void readings_at(const struct tune_run *r, const struct sim_results *after,
                        const struct tune_target *g, int setting, struct tune_value *part)
{
    for (int i = 0; i < g->n; i++) {
        int m = r->tune.metric[g->first + i];
        part[i] = reading_of(&after->metrics.at[m], &after->setting[setting].tally[m]);
    }
}

/* What a target is off by, on the fresh deals. */
static double miss_at(const struct tune_run *r, const struct sim_results *after,
                      const struct tune_target *g, int setting)
{
    struct tune_value part[PARTS_MAX];
    readings_at(r, after, g, setting, part);
    return target_miss(g, part);
}

/* How likely chance alone makes such a difference: errors of both sides, without what they have in
 * common, so it is rather too careful. 1 if both sides are the same and have no error. */
static double chance_of(const struct tune_run *r, const struct sim_results *after,
                        const struct tune_target *g)
{
    struct tune_value before[PARTS_MAX], now[PARTS_MAX];
    readings_at(r, after, g, 0, before);
    readings_at(r, after, g, 1, now);
    double error = hypot(target_error(g, before), target_error(g, now));
    double by = fabs(target_miss(g, now) - target_miss(g, before));
    return error > 0 ? erfc(by / error / sqrt(2)) : by > 0 ? 0 : 1;
}

/* "The improvement is practically certain." */
static void word_change(const struct tune_run *r, const struct sim_results *after,
                        const struct tune_target *g, char text[96])
{
    double by = miss_at(r, after, g, 1) - miss_at(r, after, g, 0), chance = chance_of(r, after, g);
    if (chance > 0.05)
        snprintf(text, 96, "No difference beyond chance.");
    else
        snprintf(text, 96, "The %s is %s.", by < 0 ? "improvement" : "decline", sureness(chance));
}

/* In the words of the target: a spread and an advantage in points, others in their unit. In points
 * only where the metric is a share. */
static void word_miss(const struct tune_run *r, const struct tune_target *g, double miss,
                      char text[64])
{
    int share = r->tune.form[g->first].form == FORM_SHARE;
    snprintf(text, 64, share ? "%.2f points" : "%.2f", (share ? 100 : 1) * miss);
}

static void name_miss(const struct tune_run *r, const struct sim_results *after,
                      const struct tune_target *g, int setting, char text[64])
{
    word_miss(r, g, miss_at(r, after, g, setting), text);
}

static const char *miss_word(const struct tune_target *g)
{
    return g->wish == WISH_EQUAL  ? "gap between best and worst"
           : g->wish == WISH_FAIR ? "largest gap to an equal share"
                                  : "off by";
}

static const char *part_label(const struct sim_results *after, const struct tune_run *r,
                              const struct tune_target *g, int part)
{
    return g->n > 1 ? after->metrics.at[r->tune.metric[part]].label : g->name;
}

/* ---- tables ---- */

static void put_estimate(FILE *to, const struct tune_run *r, const struct sim_results *after,
                         int part, int setting)
{
    int share = r->tune.form[part].form == FORM_SHARE;
    (share ? print_share : print_mean)(to, part_at(r, after, part, setting));
}

/* Metrics that neither side counted have no row. */
static void put_target(FILE *to, const struct tune_run *r, const struct sim_results *after,
                       const struct tune_target *g)
{
    char before[64], now[64];
    fprintf(to, "\n%s\n", g->text);
    for (int i = g->first; i < g->first + g->n; i++) {
        if (!part_at(r, after, i, 0).n && !part_at(r, after, i, 1).n)
            continue;
        fprintf(to, "  %-32.32s", part_label(after, r, g, i));
        put_estimate(to, r, after, i, 0);
        put_estimate(to, r, after, i, 1);
        fputs("\n", to);
    }
    name_miss(r, after, g, 0, before);
    name_miss(r, after, g, 1, now);
    fprintf(to, "  %-32.32s  %-18s  %s\n", miss_word(g), before, now);
    if (r->fit[FIT_AFTER].gained) {
        word_miss(r, g, r->usual_miss[g - r->tune.target], now);
        fprintf(to, "  %-32.32s  %-18s  %s\n", "with the bots' usual weights", "", now);
    }
}

/* A question mark where the value before is not known (tune_find_before). */
static void put_keys(FILE *to, const struct tune_run *r)
{
    fprintf(to, "\n%-34s  %-18s  %s\n", "key", "before", "after");
    for (int k = 0; k < r->tune.keys; k++) {
        const struct tune_key *key = &r->tune.key[k];
        char was[24] = "?";
        if (key->was_known)
            snprintf(was, sizeof was, "%d", key->was);
        fprintf(to, "%-34s  %-18s  %d\n", key->name, was, best_of(r)->value[k]);
    }
}

/* "wizard_wins=equal: gap between best and worst 16.9 points before, 5.2 points after, ...": one
 * sentence for each target, and the fit's. */
static void conclude_targets(const struct tune_run *r, const struct sim_results *after,
                             void (*say)(void *to, const char *sentence), void *to)
{
    for (int i = 0; i < r->tune.targets; i++) {
        const struct tune_target *g = &r->tune.target[i];
        char before[64], now[64], change[96], text[560];
        name_miss(r, after, g, 0, before);
        name_miss(r, after, g, 1, now);
        word_change(r, after, g, change);
        int n = snprintf(text, sizeof text, "%s: %s %s before, %s after, on fresh deals. %s",
                         g->text, miss_word(g), before, now, change);
        word_miss(r, g, r->usual_miss[i], now);
        if (r->fit[FIT_AFTER].gained)
            snprintf(text + n, sizeof text - (size_t)n,
                     " With the bots' usual weights it would be %s.", now);
        say(to, text);
    }
    tune_conclude_fit(r, say, to);
}

static void put_page(FILE *to, const struct tune_run *r, const struct sim_results *after)
{
    fprintf(to, "%s, %d players: %d keys, %d targets; %d points, %lld games\n", r->plan->game->name,
            r->plan->players, r->tune.keys, r->tune.targets, r->tune.trials,
            (long long)(r->tune.spent * r->plan->seatings));
    fprintf(to, "Before and after: %lld games each on fresh deals, 95 %% intervals.\n\n",
            (long long)after->games);
    conclude_targets(r, after, print_sentence, to);
    put_keys(to, r);
    for (int i = 0; i < r->tune.targets; i++)
        put_target(to, r, after, &r->tune.target[i]);
    tune_put_fits(to, r);
    fputs("\nWhat else changed:\n", to);
    conclude(after, print_sentence, to);
}

void tune_print(FILE *to, const struct tune_run *r, const struct sim_results *after)
{
    char *page = NULL;
    size_t n;
    FILE *memory = open_memstream(&page, &n);
    MUST(memory);
    put_page(memory, r, after);
    fclose(memory);
    print_trimmed(to, page);
    free(page);
}

/* ---- JSON ---- */

static void write_value(struct writer *w, const char *key, double value)
{
    write_key(w, key);
    if (isfinite(value))
        write_real(w, value);
    else
        write_null(w);
}

static void write_targets(struct writer *w, const struct tune_run *r,
                          const struct sim_results *after)
{
    write_key(w, "targets");
    write_begin(w, '[');
    for (int i = 0; i < r->tune.targets; i++) {
        const struct tune_target *g = &r->tune.target[i];
        write_begin(w, '{');
        write_member_string(w, "target", g->text);
        write_value(w, "miss_before", miss_at(r, after, g, 0));
        write_value(w, "miss_after", miss_at(r, after, g, 1));
        if (r->fit[FIT_AFTER].gained)
            write_value(w, "miss_after_usual", r->usual_miss[i]);
        write_key(w, "metrics");
        write_begin(w, '[');
        for (int k = g->first; k < g->first + g->n; k++) {
            write_begin(w, '{');
            write_member_string(w, "label", part_label(after, r, g, k));
            write_estimate(w, "before", "before_ci95", part_at(r, after, k, 0));
            write_estimate(w, "after", "after_ci95", part_at(r, after, k, 1));
            write_end(w, '}');
        }
        write_end(w, ']');
        write_end(w, '}');
    }
    write_end(w, ']');
}

static void write_keys(struct writer *w, const struct tune_run *r)
{
    write_key(w, "keys");
    write_begin(w, '[');
    for (int k = 0; k < r->tune.keys; k++) {
        const struct tune_key *key = &r->tune.key[k];
        write_begin(w, '{');
        write_member_string(w, "key", key->name);
        write_key(w, "before");
        if (key->was_known)
            write_number(w, key->was);
        else
            write_null(w);
        write_member_number(w, "after", best_of(r)->value[k]);
        write_end(w, '}');
    }
    write_end(w, ']');
}

static void write_path(struct writer *w, const struct tune_run *r)
{
    write_key(w, "path");
    write_begin(w, '[');
    for (int i = 0; i < r->steps; i++) {
        write_begin(w, '{');
        write_member_number(w, "games", r->step[i].games);
        write_member_number(w, "points", r->step[i].points);
        write_value(w, "cost", r->step[i].loss);
        write_key(w, "best");
        write_begin(w, '[');
        for (int k = 0; k < r->tune.keys; k++)
            write_number(w, r->tune.trial[r->step[i].best].value[k]);
        write_end(w, ']');
        write_end(w, '}');
    }
    write_end(w, ']');
}

static void write_sentence(void *to, const char *sentence)
{
    write_string(to, sentence);
}

void tune_print_json(FILE *to, const struct tune_run *r, const struct sim_results *after)
{
    struct writer w = {0};
    write_begin(&w, '{');
    write_member_string(&w, "game", r->plan->game->name);
    write_member_number(&w, "points", r->tune.trials);
    write_member_number(&w, "games", r->tune.spent * r->plan->seatings);
    write_keys(&w, r);
    write_targets(&w, r, after);
    write_path(&w, r);
    tune_write_fits(&w, r);
    write_key(&w, "conclusions");
    write_begin(&w, '[');
    conclude_targets(r, after, write_sentence, &w);
    conclude(after, write_sentence, &w);
    write_end(&w, ']');
    write_end(&w, '}');
    fprintf(to, "%s\n", w.at);
    writer_free(&w);
}

/* ---- the report ---- */

static void html_sentence(void *to, const char *sentence)
{
    fputs("<li>", to);
    html_text(to, sentence);
    fputs("</li>\n", to);
}

static void html_keys(FILE *to, const struct tune_run *r)
{
    fputs("<h2>The values</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">key</th>"
          "<th scope=\"col\" class=\"n\">before</th><th scope=\"col\" class=\"n\">after</th>"
          "<th scope=\"col\" class=\"n\">bounds</th></tr></thead><tbody>\n",
          to);
    for (int k = 0; k < r->tune.keys; k++) {
        const struct tune_key *key = &r->tune.key[k];
        fputs("<tr><th scope=\"row\">", to);
        html_text(to, key->name);
        if (key->was_known)
            fprintf(to, "</th><td class=\"n\">%d</td>", key->was);
        else
            fputs("</th><td class=\"n\">?</td>", to);
        fprintf(to, "<td class=\"n\">%d</td><td class=\"n\">%d to %d</td></tr>\n",
                best_of(r)->value[k], key->least, key->most);
    }
    fputs("</tbody></table></div>\n", to);
}

static void html_estimate(FILE *to, const struct tune_run *r, const struct sim_results *after,
                          int part, int setting)
{
    struct gauge_estimate e = part_at(r, after, part, setting);
    enum gauge_form form = r->tune.form[part].form;
    fputs("<td class=\"n\">", to);
    html_value(to, form, e.n ? e.value : NAN);
    fputs("</td><td class=\"n\">", to);
    html_range(to, form, e.known ? e.low : NAN, e.high);
    fputs("</td>", to);
}

static void html_targets(FILE *to, const struct tune_run *r, const struct sim_results *after)
{
    fputs("<h2>The targets on fresh deals</h2>\n<div class=\"scroll\"><table><thead><tr>"
          "<th scope=\"col\">target</th><th scope=\"col\">metric</th>"
          "<th scope=\"col\" class=\"n\">before</th><th scope=\"col\" class=\"n\">95&nbsp;% "
          "interval</th>"
          "<th scope=\"col\" class=\"n\">after</th><th scope=\"col\" class=\"n\">95&nbsp;% "
          "interval</th>"
          "</tr></thead><tbody>\n",
          to);
    for (int i = 0; i < r->tune.targets; i++) {
        const struct tune_target *g = &r->tune.target[i];
        for (int k = g->first; k < g->first + g->n; k++) {
            if (!part_at(r, after, k, 0).n && !part_at(r, after, k, 1).n)
                continue;
            fputs("<tr><th scope=\"row\">", to);
            html_text(to, g->text);
            fputs("</th><td>", to);
            html_text(to, part_label(after, r, g, k));
            fputs("</td>", to);
            html_estimate(to, r, after, k, 0);
            html_estimate(to, r, after, k, 1);
            fputs("</tr>\n", to);
        }
    }
    fputs("</tbody></table></div>\n", to);
}

/* The cost after each step, against the games played so far. A cost below 0 is drawn as 0: then
 * chance explains all that is missing. */
static void html_path_plot(FILE *to, const struct tune_run *r)
{
    enum { WIDE = 640, HIGH = 220, LEFT = 60, BOTTOM = 30 };
    double most = 1;
    for (int i = 0; i < r->steps; i++)
        most = fmax(most, sqrt(fmax(0, r->step[i].loss)));
    double games = (double)(r->steps ? r->step[r->steps - 1].games : 1);
    fprintf(to,
            "<div class=\"plot heatmap\"><svg role=\"img\" aria-label=\"the distance of the best "
            "point\" "
            "viewBox=\"0 0 %d %d\" xmlns=\"http://www.w3.org/2000/svg\">\n<polyline fill=\"none\" "
            "stroke=\"var(--s1)\" stroke-width=\"2\" points=\"",
            WIDE, HIGH);
    for (int i = 0; i < r->steps; i++)
        fprintf(to, "%.1f,%.1f ", LEFT + (WIDE - LEFT - 20) * (double)r->step[i].games / games,
                HIGH - BOTTOM - (HIGH - BOTTOM - 20) * sqrt(fmax(0, r->step[i].loss)) / most);
    fprintf(
        to,
        "\"/>\n<path fill=\"none\" stroke=\"currentColor\" d=\"M%d 12V%dH%d\"/>\n"
        "<text x=\"%d\" y=\"20\" text-anchor=\"end\">%.1f</text><text x=\"%d\" y=\"%d\" "
        "text-anchor=\"end\">0</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f games</text>"
        "</svg></div>\n",
        LEFT, HIGH - BOTTOM, WIDE - 20, LEFT - 6, most, LEFT - 6, HIGH - BOTTOM, WIDE - 20,
        HIGH - 8, games);
}

static void html_path(FILE *to, const struct tune_run *r)
{
    fputs("<h2>The search</h2>\n<p>The distance of the best point from all targets after each "
          "step, as the "
          "search measured it: 0 if all are met; 1 is one percentage point, or one hundredth of a "
          "value.</p>\n",
          to);
    html_path_plot(to, r);
    fputs("<details><summary>The steps</summary><div class=\"scroll\"><table><thead><tr>"
          "<th scope=\"col\" class=\"n\">games</th><th scope=\"col\" class=\"n\">points</th>"
          "<th scope=\"col\" class=\"n\">cost</th><th scope=\"col\">best point</th></tr></thead>"
          "<tbody>\n",
          to);
    for (int i = 0; i < r->steps; i++) {
        fprintf(to,
                "<tr><td class=\"n\">%lld</td><td class=\"n\">%d</td><td class=\"n\">%.2f</td><td>",
                (long long)r->step[i].games, r->step[i].points, r->step[i].loss);
        for (int k = 0; k < r->tune.keys; k++)
            fprintf(to, "%s%d", k ? ", " : "", r->tune.trial[r->step[i].best].value[k]);
        fputs("</td></tr>\n", to);
    }
    fputs("</tbody></table></div></details>\n", to);
}

/* HTML, ready to stand above the conclusions (sim_results.preface). */
char *tune_preface(const struct tune_run *r, const struct sim_results *after)
{
    char *text = NULL;
    size_t n;
    FILE *to = open_memstream(&text, &n);
    MUST(to);
    fputs("<h2>What the tuning found</h2>\n<ul class=\"short\">\n", to);
    conclude_targets(r, after, html_sentence, to);
    fputs("</ul>\n", to);
    html_keys(to, r);
    html_targets(to, r, after);
    tune_html_fits(to, r);
    html_path(to, r);
    MUST(fclose(to) == 0);
    return text;
}
