/* quacks_value: fits the value of what a seat of the Quacks has (bots/odds/quacks_value.def), and
 * plays matches of brewers that use it. learn/README.md has the commands. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "learn/quacks_value.h"

/* ---- settings ---- */

static const struct learn_settings usual = {
#define SETTING(key, usual, text) .key = usual,
#include "learn/settings.def"
#undef SETTING
};

/* Returns whether the text is key=number with a key of settings.def. */
static int setting_read(struct learn_settings *set, const char *text)
{
#define SETTING(key, usual, text_of_key)                                                           \
    if (strncmp(text, #key "=", sizeof #key) == 0)                                                 \
        return set->key = strtod(text + sizeof #key, NULL), 1;
#include "learn/settings.def"
#undef SETTING
    return 0;
}

/* Returns the status of a wrong call. */
static int help(void)
{
    fprintf(stderr, "Usage: quacks_value fit FOLDER [key=number ...]\n"
                    "       quacks_value match ROWS [key=number ...]\n\n");
#define SETTING(key, usual, text) fprintf(stderr, "  %-8s %s (%g)\n", #key, text, (double)(usual));
#include "learn/settings.def"
#undef SETTING
    return 2;
}

/* ---- fit ---- */

/* The games of a sweep; they are kept, so that a run that was interrupted goes on. Returns how
 * many: a file may have fewer. Other settings need another folder, which is not checked. */
static int64_t sweep_games(const struct learn_settings *set, const char *folder, int sweep,
                           const struct worth_rows *rows, struct learn_game *games)
{
    /* Rules of thumb are quick, so sweep 0 has games of its own number. */
    int64_t n = (int64_t)(sweep ? set->games : set->quick);
    char path[600];
    snprintf(path, sizeof path, "%s/games-%d.bin", folder, sweep);
    FILE *f = fopen(path, "rb");
    if (f) {
        n = (int64_t)fread(games, sizeof *games, (size_t)n, f);
        fclose(f);
        return n;
    }
    games_play(set, sweep ? rows : NULL, sweep, games, n);
    f = fopen(path, "wb");
    if (f) {
        fwrite(games, sizeof *games, (size_t)n, f);
        fclose(f);
    }
    return n;
}

/* How well the rows explain games that they were not fitted to: those of the next seed, by rules of
 * thumb. */
static void tell_fit(const struct learn_settings *set, const struct value_rows *rows)
{
    enum { TRIED = 500 };
    struct learn_settings fresh = *set;
    struct learn_game *games = calloc(TRIED, sizeof *games);
    MUST(games);
    /* Another seed than that of the fit, so other games. */
    fresh.seed += 1;
    games_play(&fresh, NULL, 0, games, TRIED);
    for (int turn = 2; turn < TURNS; turn += 2)
        printf("turn %d: the points alone explain %.1f %% of the final lead, the value %.1f %%\n",
               turn, 100 * fit_explains(NULL, games, TRIED, turn),
               100 * fit_explains(rows, games, TRIED, turn));
    free(games);
}

/* Sweep 0 is played by rules of thumb, sweep 1 by brewer-1, every later one by brewers with the
 * rows of the sweep before. Sweeps whose rows are there are not played again. */
static int fit(const struct learn_settings *set, const char *folder)
{
    size_t most = (size_t)(set->quick > set->games ? set->quick : set->games);
    struct learn_game *games = calloc(most, sizeof *games);
    static struct value_rows rows, before;
    struct worth_rows brewer;
    MUST(games);
    worth_rows_read(&brewer);
    for (int sweep = 0; sweep < (int)set->sweeps; sweep++) {
        char path[600];
        snprintf(path, sizeof path, "%s/sweep-%d.def", folder, sweep);
        if (rows_read(path, &rows) < 0) {
            fprintf(stderr, "sweep %d\n", sweep);
            int64_t n = sweep_games(set, folder, sweep, &brewer, games);
            fit_rows(set, &before, games, n, &rows);
            if (rows_write(path, &rows) < 0) {
                perror(path);
                free(games);
                return 1;
            }
        }
        before = rows;
        /* Brewers keep their usual rows in sweep 1, since those of sweep 0 came from rules of
         * thumb. */
        if (sweep)
            brewer.value = &before, brewer.by_share = 1;
    }
    free(games);
    tell_fit(set, &rows);
    return 0;
}

/* ---- match ---- */

/* Intervals of 95 %: 1.96 standard errors, in percent for shares. */
static void tell_match(const struct learn_dealt *dealt, int64_t deals)
{
    double share = 0, shares = 0, lead = 0, leads = 0, n = (double)deals;
    for (int64_t i = 0; i < deals; i++) {
        share += dealt[i].share / n, shares += dealt[i].share * dealt[i].share / n;
        lead += dealt[i].lead / n, leads += dealt[i].lead * dealt[i].lead / n;
    }
    printf("%.0f deals: wins %.2f %% +-%.2f, lead %.2f +-%.2f\n", n, 100 * share,
           196 * sqrt((shares - share * share) / n), lead, 1.96 * sqrt((leads - lead * lead) / n));
}

/* One brewer with these rows among brewer-1; intervals are 95 %, each deal is one sample. */
static int match(const struct learn_settings *set, const char *path)
{
    static struct value_rows value;
    struct worth_rows rows[2];
    if (rows_read(path, &value) < 0)
        return perror(path), 1;
    struct learn_dealt *dealt = calloc((size_t)set->games, sizeof *dealt);
    MUST(dealt);
    worth_rows_read(&rows[0]);
    worth_rows_read(&rows[1]);
    rows[1].value = &value, rows[1].by_share = set->share > 0;
    games_match(set, rows, dealt, (int64_t)set->games);
    tell_match(dealt, (int64_t)set->games);
    free(dealt);
    return 0;
}

/* Settings begin behind the folder or the file; one that is not known ends the program. */
int main(int argc, char **argv)
{
    struct learn_settings set = usual;
    for (int i = 3; i < argc; i++)
        if (!setting_read(&set, argv[i]))
            return help();
    if (argc >= 3 && strcmp(argv[1], "fit") == 0)
        return fit(&set, argv[2]);
    if (argc >= 3 && strcmp(argv[1], "match") == 0)
        return match(&set, argv[2]);
    return help();
}
