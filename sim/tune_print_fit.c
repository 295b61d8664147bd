/* What fitting greedy's weights to the numbers has brought: for people, as JSON, and in the
 * report. */

#include "html/html.h"
#include "sim/chart.h"
#include "sim/plan.h"
#include "sim/print.h"
#include "sim/tune_run.h"

static const char *fit_word(enum fit_for which)
{
    static const char *const words[FITS] = {"before", "found first", "after"};
    return words[which];
}

/* Only where tune_fits finds one, as whenever a fit has games. */
static const struct bot *bot_of(const struct tune_run *r)
{
    return r->plan->bot[tune_fits(r->plan)].bot;
}

/* A dial that no fit has moved is not worth a row. */
static int is_moved(const struct tune_run *r, int dial)
{
    return r->fit[FIT_BEFORE].how.dial[dial] || r->fit[FIT_AFTER].how.dial[dial];
}

/* 100 for a dial that is as usual. */
static int percent_at(const struct tune_run *r, enum fit_for which, int dial)
{
    int percent = r->fit[which].how.dial[dial];
    return percent ? percent : 100;
}

void tune_conclude_fit(const struct tune_run *r, void (*say)(void *to, const char *sentence),
                       void *to)
{
    const struct tune_fit *fit = &r->fit[FIT_AFTER];
    char text[360];
    if (!fit->games)
        return;
    if (fit->gained)
        snprintf(text, sizeof text,
                 "Fitted to the new numbers, %s wins %.1f %% (%.1f-%.1f) against its usual weights "
                 "(an equal share is %.1f %%), so \"after\" uses the fitted ones.",
                 bot_of(r)->name, 100 * fit->wins.value, 100 * fit->wins.low, 100 * fit->wins.high,
                 100.0 / r->plan->players);
    else
        snprintf(text, sizeof text,
                 "Fitted to the new numbers, %s gains less than a percentage point beyond chance: "
                 "it wins %.1f %% (%.1f-%.1f) against its usual weights, so it keeps those.",
                 bot_of(r)->name, 100 * fit->wins.value, 100 * fit->wins.low, 100 * fit->wins.high);
    say(to, text);
}

/* ---- tables ---- */

/* Nothing if there was no fit. */
void tune_put_fits(FILE *to, const struct tune_run *r)
{
    char name[BOT_TEXT];
    if (!r->fit[FIT_AFTER].games)
        return;
    fprintf(to, "\n%s, fitted to the numbers  wins against usual   weights used\n",
            bot_of(r)->name);
    for (int i = 0; i < FITS; i++) {
        if (!r->fit[i].games)
            continue;
        fprintf(to, "  %-30s", fit_word((enum fit_for)i));
        print_share(to, r->fit[i].wins);
        fputs(r->fit[i].gained ? "   fitted\n" : "   usual\n", to);
    }
    for (int i = 0, said = 0; i < bot_of(r)->dials_n; i++) {
        if (!is_moved(r, i))
            continue;
        if (!said++)
            fprintf(to, "\n%-34s  %-18s  %s\n", "dial, percent of usual weights", "before",
                    "after");
        fprintf(to, "%-34s  %-18d  %d\n", bot_of(r)->dials[i].name, percent_at(r, FIT_BEFORE, i),
                percent_at(r, FIT_AFTER, i));
    }
    tune_fit_name(r, &r->fit[FIT_AFTER].how, name);
    if (r->fit[FIT_AFTER].gained)
        fprintf(to, "\nAs a bot:\n%s\n", name);
}

/* ---- JSON ---- */

static void write_fit(struct writer *w, const struct tune_run *r, enum fit_for which)
{
    const struct tune_fit *fit = &r->fit[which];
    char name[BOT_TEXT];
    write_begin(w, '{');
    write_member_string(w, "numbers", fit_word(which));
    write_member_number(w, "games", fit->games);
    write_estimate(w, "wins", "wins_ci95", fit->wins);
    write_key(w, "gained");
    write_bool(w, fit->gained);
    tune_fit_name(r, &fit->found, name);
    write_member_string(w, "found", name);
    tune_fit_name(r, &fit->how, name);
    write_member_string(w, "bot", name);
    write_end(w, '}');
}

void tune_write_fits(struct writer *w, const struct tune_run *r)
{
    if (!r->fit[FIT_AFTER].games)
        return;
    write_key(w, "refit");
    write_begin(w, '[');
    for (int i = 0; i < FITS; i++)
        if (r->fit[i].games)
            write_fit(w, r, (enum fit_for)i);
    write_end(w, ']');
}

/* ---- the report ---- */

static void html_fit(FILE *to, const struct tune_run *r, enum fit_for which)
{
    const struct tune_fit *fit = &r->fit[which];
    fprintf(to, "<tr><th scope=\"row\">%s</th><td class=\"n\">", fit_word(which));
    html_value(to, FORM_SHARE, fit->wins.n ? fit->wins.value : 0);
    fputs("</td><td class=\"n\">", to);
    html_range(to, FORM_SHARE, fit->wins.low, fit->wins.high);
    fprintf(to, "</td><td>%s</td><td class=\"n\">",
            fit->gained ? "fitted" : "usual: too little gain");
    html_count(to, fit->games);
    fputs("</td></tr>\n", to);
}

static void html_dials(FILE *to, const struct tune_run *r)
{
    char name[BOT_TEXT];
    fputs("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">dial, percent of the usual "
          "weights</th><th scope=\"col\">what it is about</th><th scope=\"col\" class=\"n\">before"
          "</th><th scope=\"col\" class=\"n\">after</th></tr></thead><tbody>\n",
          to);
    for (int i = 0; i < bot_of(r)->dials_n; i++)
        if (is_moved(r, i))
            fprintf(to,
                    "<tr><th scope=\"row\">%s</th><td>%s</td><td class=\"n\">%d</td>"
                    "<td class=\"n\">%d</td></tr>\n",
                    bot_of(r)->dials[i].name, bot_of(r)->dials[i].text,
                    percent_at(r, FIT_BEFORE, i), percent_at(r, FIT_AFTER, i));
    fputs("</tbody></table></div>\n", to);
    tune_fit_name(r, &r->fit[FIT_AFTER].how, name);
    fprintf(to, "<p>The bot of \"after\", for other commands: <code>%s</code></p>\n", name);
}

void tune_html_fits(FILE *to, const struct tune_run *r)
{
    if (!r->fit[FIT_AFTER].games)
        return;
    fprintf(to,
            "<h2>The bot's weights</h2>\n<p>The weights of %s were fitted to the numbers, so that "
            "the answer is about the game and less about a bot made for other numbers. One fitted "
            "bot plays against others with their usual weights, on deals new to the fit; an equal "
            "share is %.1f&nbsp;%%.</p>\n<div class=\"scroll\"><table><thead><tr>"
            "<th scope=\"col\">numbers</th><th scope=\"col\" class=\"n\">wins</th>"
            "<th scope=\"col\" class=\"n\">95&nbsp;%% interval</th><th scope=\"col\">played by</th>"
            "<th scope=\"col\" class=\"n\">games</th></tr></thead><tbody>\n",
            bot_of(r)->name, 100.0 / r->plan->players);
    for (int i = 0; i < FITS; i++)
        if (r->fit[i].games)
            html_fit(to, r, (enum fit_for)i);
    fputs("</tbody></table></div>\n", to);
    if (r->fit[FIT_BEFORE].gained || r->fit[FIT_AFTER].gained)
        html_dials(to, r);
}
