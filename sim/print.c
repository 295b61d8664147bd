/* Results as a page for people, at most 80 columns wide. */
#include "sim/print.h"

#include <stdlib.h>

#include "sim/conclude.h"
#include "sim/plan.h"
#include "sim/results.h"
#include "sim/until.h"

/* Columns for a bot or a value; the rest of 80 holds the numbers. */
enum { NAME = 26 };

/* Bots may have long names with options; tables cut them. Returns buf. */
static const char *short_name(const char *text, char buf[NAME + 1])
{
    snprintf(buf, NAME + 1, "%.*s", NAME, text);
    if (strlen(text) > NAME)
        memcpy(buf + NAME - 3, "...", 3);
    return buf;
}

/* A share without an interval is padded to the width of one with an interval, so that columns line
 * up. A dash if nothing was counted. */
void print_share(FILE *to, struct gauge_estimate e)
{
    if (e.n == 0)
        fprintf(to, "  %18s", "-");
    else if (!e.known)
        fprintf(to, "  %5.1f %%%11s", 100 * e.value, "");
    else
        fprintf(to, "  %5.1f %% %4.1f-%-5.1f", 100 * e.value, 100 * e.low, 100 * e.high);
}

void print_mean(FILE *to, struct gauge_estimate e)
{
    if (e.n == 0)
        fprintf(to, "  %18s", "-");
    else if (!e.known)
        fprintf(to, "  %7.2f%11s", e.value, "");
    else
        fprintf(to, "  %7.2f +-%-8.2f", e.value, (e.high - e.low) / 2);
}

/* Shares and means have columns of the same width, so that tables line up. */
static void put(FILE *to, const struct sim_results *r, int setting, int metric)
{
    struct gauge_estimate e =
        estimate_of(&r->metrics.at[metric], &r->setting[setting].tally[metric]);
    (r->metrics.at[metric].form == FORM_SHARE ? print_share : print_mean)(to, e);
}

/* ---- one setting ---- */

/* Keys may be too long for the rows, so a grid lists them once, above its rows. */
static void put_keys(FILE *to, const struct sim_results *r)
{
    if (r->sweeps < 2)
        return;
    fputs("Each row gives the values of\n", to);
    for (int i = 0; i < r->sweeps; i++)
        fprintf(to, "  %s\n", r->sweep[i].key);
}

/* What --until waited for: its own interval is wider than those of the tables, because it covers
 * whenever the run stops. Only if --until was asked for. */
static void put_until(FILE *to, const struct sim_results *r)
{
    const struct metric *m = &r->metrics.at[r->plan->until.metric];
    double unit = m->form == FORM_SHARE ? 100 : 1;
    fprintf(to, "%s %s: +-%.3f after %lld deals (widened for up to %d checks).\n",
            until_is_reached(r) ? "Stopped at" : "Not reached:", r->plan->until.text,
            unit * until_half(r->plan, r->setting), (long long)r->deals, until_looks(r->plan));
}

/* What was played, and how to read the numbers below. A run that --until ended is not called
 * stopped early. */
static void put_head(FILE *to, const struct sim_results *r)
{
    fprintf(to, "%s, %d players: %lld game%s, %lld deal%s in %d seating%s", r->game->name,
            r->players, (long long)r->games, r->games == 1 ? "" : "s", (long long)r->deals,
            r->deals == 1 ? "" : "s", r->seatings, r->seatings == 1 ? "" : "s");
    if (r->settings > 1)
        fprintf(to, ", at each of %d %s", r->settings, r->sweeps > 1 ? "combinations" : "values");
    fputs("\n", to);
    put_keys(to, r);
    if (r->deals < r->planned && !until_is_reached(r))
        fprintf(to, "Stopped early: %lld deals were asked for.\n", (long long)r->planned);
    if (r->deals < 2)
        fputs("One deal has no interval; ask for more games.\n", to);
    else
        fputs(r->seatings > 1
                  ? "Intervals are 95 %; a deal replayed in every seating counts once.\n"
                  : "Intervals are 95 %.\n",
              to);
    if (r->plan->until.half > 0)
        put_until(to, r);
}

/* A bot at several seats counts a game once for each. */
static void put_bots(FILE *to, const struct sim_results *r)
{
    fprintf(to, "\n%-*s %9s  %-18s  %-18s\n", NAME, "bot", "games", "wins", "score");
    for (int bot = 0; bot < r->bots; bot++) {
        char name[NAME + 1];
        fprintf(to, "%-*s %9lld", NAME, short_name(r->bot[bot], name),
                (long long)(r->games * r->bot_seats[bot]));
        put(to, r, 0, metric_find(&r->metrics, "win-by-bot", bot));
        put(to, r, 0, metric_find(&r->metrics, "score-by-bot", bot));
        fputs("\n", to);
    }
}

/* One direction is enough: the other is its complement. */
static void put_pairs(FILE *to, const struct sim_results *r)
{
    if (r->bots < 2)
        return;
    fprintf(to, "\n%-*s    %-*s  %-18s\n", NAME, "finishes ahead", NAME, "of", "share");
    for (int i = 0; i < r->metrics.n; i++) {
        const struct metric *m = &r->metrics.at[i];
        char a[NAME + 1], b[NAME + 1];
        if (strcmp(m->group, "ahead") != 0 || m->bot > m->other)
            continue;
        fprintf(to, "%-*s    %-*s", NAME, short_name(r->bot[m->bot], a), NAME,
                short_name(r->bot[m->other], b));
        put(to, r, 0, i);
        fputs("\n", to);
    }
}

/* Place 1 is the start player's. Metrics of places follow each other (add_places). Only the metrics
 * of all bots together. */
static void put_places(FILE *to, const struct sim_results *r)
{
    int wins = metric_find(&r->metrics, "win-by-place", -1);
    int scores = metric_find(&r->metrics, "score-by-place", -1);
    fprintf(to, "\n%-*s %9s  %-18s  %-18s\n", NAME, "place in turn order", "", "wins", "score");
    for (int place = 0; place < r->players; place++) {
        fprintf(to, "%-*d %9s", NAME, place + 1, "");
        put(to, r, 0, wins + place);
        put(to, r, 0, scores + place);
        fputs("\n", to);
    }
    fprintf(to, "\n%-*s", NAME, "decisions a game");
    put(to, r, 0, metric_find(&r->metrics, "length", -1));
    fprintf(to, "\n%-*s", NAME, "lead over second place");
    put(to, r, 0, metric_find(&r->metrics, "margin", -1));
    fputs("\n", to);
}

/* ---- sweeps ---- */

/* No run makes anything quite certain. Nine columns wide. */
static void put_chance(FILE *to, double above)
{
    fprintf(to,
            above > 0.999   ? "  >99.9 %%"
            : above < 0.001 ? "   <0.1 %%"
                            : "  %5.1f %%",
            100 * above);
}

/* A star: the interval does not contain 0. Needs setting 0 as the baseline. Fewer than two deals
 * have no interval and no star. */
static void put_difference(FILE *to, const struct sim_results *r, int setting, int metric)
{
    const struct sim_setting *s = &r->setting[setting];
    double unit = r->metrics.at[metric].form == FORM_SHARE ? 100 : 1;
    if (setting == 0) {
        fprintf(to, "  (baseline)");
        return;
    }
    struct gauge_estimate e =
        estimate_difference(&r->setting[0].tally[metric], &s->tally[metric], &s->cross[metric]);
    if (!e.known) {
        fprintf(to, "  %8.2f", unit * e.value);
        return;
    }
    fprintf(to, "  %8.2f +-%-7.2f%-2s", unit * e.value, unit * (e.high - e.low) / 2,
            e.low > 0 || e.high < 0 ? " *" : "");
    put_chance(to, e.above);
}

/* One metric over all settings. Keys of a grid are cut here and written whole by put_keys. */
static void put_sweep_of(FILE *to, const struct sim_results *r, const char *what, int metric)
{
    char title[64], keys[NAME + 1];
    snprintf(title, sizeof title, "%.60s", what);
    const char *head = r->sweeps > 1 ? short_name(r->swept, keys) : r->swept;
    fprintf(to, "\n%s\n  %-*s  %-18s  %-21s  %s\n", title, NAME - 2, head, "", "difference",
            "higher");
    for (int i = 0; i < r->settings; i++) {
        char label[NAME + 1];
        fprintf(to, "  %-*s", NAME - 2, short_name(r->setting[i].label, label));
        put(to, r, i, metric);
        put_difference(to, r, i, metric);
        fputs("\n", to);
    }
}

/* Breaks a sentence into lines of at most 80 columns, behind a dash. A word of more than 80 columns
 * has a line of its own. */
void print_sentence(void *to, const char *sentence)
{
    int at = 0;
    for (const char *word = sentence; *word;) {
        int n = (int)strcspn(word, " ");
        if (at == 0 || at + 1 + n > 80)
            at = fprintf(to, at ? "\n  %.*s" : "- %.*s", n, word) - (at != 0);
        else
            at += fprintf(to, " %.*s", n, word);
        word += n + (word[n] == ' ');
    }
    fputs("\n", to);
}

/* The wins of a single bot would be 100 % at every value, so they are left out. */
static void put_sweep(FILE *to, const struct sim_results *r)
{
    char what[200];
    if (r->deals > 1)
        fputs("\n", to);
    conclude(r, print_sentence, to);
    for (int bot = 0; bot < r->bots && r->bots > 1; bot++) {
        snprintf(what, sizeof what, "wins of %s", r->bot[bot]);
        put_sweep_of(to, r, what, metric_find(&r->metrics, "win-by-bot", bot));
    }
    for (int bot = 0; bot < r->bots; bot++) {
        snprintf(what, sizeof what, "score of %s", r->bot[bot]);
        put_sweep_of(to, r, what, metric_find(&r->metrics, "score-by-bot", bot));
    }
    put_sweep_of(to, r, "wins of the start player", metric_find(&r->metrics, "win-by-place", -1));
    put_sweep_of(to, r, "decisions a game", metric_find(&r->metrics, "length", -1));
    put_sweep_of(to, r, "lead over second place", metric_find(&r->metrics, "margin", -1));
    fputs("\nDifferences are from the first row, on the same deals. * means the interval\n"
          "excludes 0; 'higher' is how sure it is that the true difference is above 0.\n",
          to);
}

/* Every pair of designs: how likely the one in the column is higher than the one in the row. Only
 * above the diagonal: below it would stand the complements. */
static void put_design_table(FILE *to, const struct sim_results *r, const char *what, int metric)
{
    char name[NAME + 1];
    fprintf(to, "\n%s: how sure it is that the column is higher than the row\n%-*s", what, NAME,
            "");
    for (int i = 1; i < r->settings; i++)
        fprintf(to, " %8.8s ", r->sweep[0].value[i]);
    for (int a = 0; a + 1 < r->settings; a++) {
        fprintf(to, "\n%-*s", NAME, short_name(r->sweep[0].value[a], name));
        fprintf(to, "%*s", 10 * a, "");
        for (int b = a + 1; b < r->settings; b++) {
            struct gauge_estimate e = difference_between(r, metric, a, b);
            if (e.known)
                put_chance(to, e.above), fputs(" ", to);
            else
                fprintf(to, "  %8s", "-");
        }
    }
    fputs("\n", to);
}

/* The score is that of the first bot. */
static void put_designs(FILE *to, const struct sim_results *r)
{
    char what[200];
    if (!r->plan->designs || r->sweeps > 1)
        return;
    for (int bot = 0; bot < r->bots && r->bots > 1; bot++) {
        snprintf(what, sizeof what, "wins of %.50s", r->bot[bot]);
        put_design_table(to, r, what, metric_find(&r->metrics, "win-by-bot", bot));
    }
    put_design_table(to, r, "score", metric_find(&r->metrics, "score-by-bot", 0));
    put_design_table(to, r, "wins of the start player",
                     metric_find(&r->metrics, "win-by-place", -1));
    put_design_table(to, r, "decisions a game", metric_find(&r->metrics, "length", -1));
    put_design_table(to, r, "lead over second place", metric_find(&r->metrics, "margin", -1));
}

/* A sweep has tables by metric instead of tables by bot. */
static void put_page(FILE *to, const struct sim_results *r)
{
    put_head(to, r);
    if (r->deals == 0)
        return;
    if (r->settings > 1) {
        put_sweep(to, r);
    } else {
        put_bots(to, r);
        put_pairs(to, r);
        put_places(to, r);
    }
    put_designs(to, r);
    print_asked(to, r);
}

/* Columns are padded; no line is to end in blanks. Every line must end with a newline, also the
 * last. */
void print_trimmed(FILE *to, const char *page)
{
    for (; *page; page += strcspn(page, "\n") + 1) {
        int n = (int)strcspn(page, "\n");
        while (n > 0 && page[n - 1] == ' ')
            n--;
        fprintf(to, "%.*s\n", n, page);
    }
}

/* The page is made in memory, because its lines are trimmed before they are printed. */
void print_results(FILE *to, const struct sim_results *r)
{
    char *page = NULL;
    size_t n;
    FILE *memory = open_memstream(&page, &n);
    MUST(memory);
    put_page(memory, r);
    fclose(memory);
    print_trimmed(to, page);
    free(page);
}
