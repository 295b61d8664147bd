/* What is measured of every game: wins, places, who finishes ahead of whom, scores, length. */
#include "sim/general.h"

#include <stdio.h>

#include "sim/blocks.h"
#include "sim/plan.h"

/* ---- the list ---- */

/* The pointer is good until the next metric is added. */
static struct metric *add(struct metrics *m, const char *group, const char *label, const char *unit,
                          enum gauge_form form)
{
    int index = metric_add(m, group, label, unit, form);
    return &m->at[index];
}

/* One metric for each kind of bot; returns the index of the first. In the order of kinds, so the
 * metric of a bot is the first plus its kind. */
static int add_bots(struct metrics *m, const struct sim_plan *p, const char *group,
                    const char *unit, enum gauge_form form)
{
    int first = m->n;
    for (int bot = 0; bot < p->kinds; bot++)
        add(m, group, p->text[bot], unit, form)->bot = bot;
    return first;
}

/* One metric for each place in turn order, of all bots (-1) or of one. The metric of a place is the
 * first plus the place. */
static int add_places(struct metrics *m, const struct sim_plan *p, const char *group,
                      const char *unit, enum gauge_form form, int bot)
{
    static const char *const nth[] = {"1st", "2nd", "3rd", "4th", "5th", "6th"};
    int first = m->n;
    for (int place = 0; place < p->players; place++) {
        char label[128];
        snprintf(label, sizeof label, "%s%s%s in turn order", bot < 0 ? "" : p->text[bot],
                 bot < 0 ? "" : ", ", nth[place]);
        struct metric *row = add(m, group, label, unit, form);
        row->bot = bot;
        row->place = place;
    }
    return first;
}

/* One metric for each ordered pair of different bots; count_pairs relies on the order. No pair of a
 * bot with itself, so b's place in the row of a is b, or b - 1 behind a. */
static int add_pairs(struct metrics *m, const struct sim_plan *p)
{
    int first = m->n;
    for (int a = 0; a < p->kinds; a++)
        for (int b = 0; b < p->kinds; b++) {
            char label[256];
            if (a == b)
                continue;
            snprintf(label, sizeof label, "%s ahead of %s", p->text[a], p->text[b]);
            struct metric *row = add(m, "ahead", label, "finishes", FORM_SHARE);
            row->bot = a;
            row->other = b;
        }
    return first;
}

/* A distribution: bins of equal width from 0 up, the last one without an end. The index of the
 * first; bins are in the order of their values. */
static int add_bins(struct metrics *m, const char *group, const char *unit, int bins, int width,
                    int bot)
{
    int first = m->n;
    for (int i = 0; i < bins; i++) {
        char label[64];
        snprintf(label, sizeof label, i == bins - 1 ? "%d and more" : "%d to %d", i * width,
                 (i + 1) * width - 1);
        struct metric *row = add(m, group, label, unit, FORM_SHARE);
        row->bot = bot;
        row->bin = i * width;
    }
    return first;
}

/* A distribution of scores for each bot, one of lengths for all. The bins of all bots follow each
 * other, SCORE_BINS each. */
static void open_bins(struct sim_general *g, struct metrics *m, const struct sim_plan *p)
{
    g->score_bins = m->n;
    for (int bot = 0; bot < p->kinds; bot++)
        add_bins(m, "score-bins", "scores", SCORE_BINS, p->gauge->score_width, bot);
    g->length_bins = add_bins(m, "length-bins", "games", LENGTH_BINS, p->gauge->length_width, -1);
}

/* The order within a group is what count_seat and count_pairs compute: by bot, then by place or
 * bin. A figure has the index of its metric, so these are indices of figures too. */
void general_open(struct sim_general *g, struct metrics *m, const struct sim_plan *p)
{
    g->win_bot = add_bots(m, p, "win-by-bot", "wins", FORM_SHARE);
    g->win_place = add_places(m, p, "win-by-place", "wins", FORM_SHARE, -1);
    g->win_bot_place = m->n;
    for (int bot = 0; bot < p->kinds; bot++)
        add_places(m, p, "win-by-bot-place", "wins", FORM_SHARE, bot);
    g->ahead = add_pairs(m, p);
    g->score_bot = add_bots(m, p, "score-by-bot", "score", FORM_MEAN);
    g->score_place = add_places(m, p, "score-by-place", "score", FORM_MEAN, -1);
    g->length = metric_add(m, "length", "decisions a game", "decisions", FORM_MEAN);
    g->margin = metric_add(m, "margin", "best score minus second best", "score", FORM_MEAN);
    open_bins(g, m, p);
    g->n = m->n;
}

/* ---- counting ---- */

/* Scores below 0 fall into the first bin. The last bin takes all that is greater. */
static int bin_of(int64_t value, int width, int bins)
{
    int64_t bin = value < 0 ? 0 : value / width;
    return bin < bins ? (int)bin : bins - 1;
}

/* A game counts once for every seat, so a bot with several seats counts several times, both in x
 * and in n. Every bin counts n, one counts x. */
static void count_seat(const struct sim_plan *p, const struct gauge_watched *w, int seat,
                       struct gauge_figure *f)
{
    const struct sim_general *g = &p->general;
    int bot = w->bot_at[seat], place = w->place_at[seat];
    int won = win_of(w, seat);
    int64_t score = w->game->score(w->after, seat);
    figure_add(&f[g->win_bot + bot], won, WIN);
    figure_add(&f[g->win_place + place], won, WIN);
    figure_add(&f[g->win_bot_place + bot * p->players + place], won, WIN);
    figure_add(&f[g->score_bot + bot], score, 1);
    figure_add(&f[g->score_place + place], score, 1);
    for (int i = 0; i < SCORE_BINS; i++)
        f[g->score_bins + bot * SCORE_BINS + i].n++;
    f[g->score_bins + bot * SCORE_BINS + bin_of(score, p->gauge->score_width, SCORE_BINS)].x++;
}

/* 2: a finishes ahead of b, 1: level, 0: behind. Winners come first, then the score decides. In
 * halves of a win, so that a tie needs no fraction. */
static int standing(const struct gauge_watched *w, uint32_t winners, int a, int b)
{
    int won = (int)(winners >> a & 1) - (int)(winners >> b & 1);
    int32_t lead = w->game->score(w->after, a) - w->game->score(w->after, b);
    if (won != 0 || (winners >> a & 1))
        return 1 + won;
    return 1 + (lead > 0) - (lead < 0);
}

/* Every pair of seats with different bots, from both sides. */
static void count_pairs(const struct sim_plan *p, const struct gauge_watched *w, uint32_t winners,
                        struct gauge_figure *f)
{
    for (int i = 0; i < w->players; i++)
        for (int k = 0; k < w->players; k++) {
            int a = w->bot_at[i], b = w->bot_at[k];
            if (a != b)
                figure_add(&f[p->general.ahead + a * (p->kinds - 1) + b - (b > a)],
                           standing(w, winners, i, k), 2);
        }
}

/* 0 if two share the best score, even where the rules name one winner. Of at least two players. */
int64_t score_margin(const struct game *g, const void *state)
{
    int64_t best = INT32_MIN, second = INT32_MIN;
    for (int seat = 0; seat < g->players(state); seat++) {
        int64_t score = g->score(state, seat);
        if (score > best) {
            second = best;
            best = score;
        } else if (score > second) {
            second = score;
        }
    }
    return best - second;
}

/* Every bin counts the game in n, one of them in x: so each is a share of all. */
void general_count(const struct sim_plan *p, const struct gauge_watched *w, int decisions,
                   struct gauge_figure *f)
{
    const struct sim_general *g = &p->general;
    uint32_t winners = w->game->winners(w->after);
    for (int seat = 0; seat < w->players; seat++)
        count_seat(p, w, seat, f);
    count_pairs(p, w, winners, f);
    figure_add(&f[g->length], decisions, 1);
    figure_add(&f[g->margin], score_margin(w->game, w->after), 1);
    for (int i = 0; i < LENGTH_BINS; i++)
        f[g->length_bins + i].n++;
    f[g->length_bins + bin_of(decisions, p->gauge->length_width, LENGTH_BINS)].x++;
}
