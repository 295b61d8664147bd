/* What `charlatan sim` is asked about columns: --metrics, --where, --by, --show, --columns,
 * --until. */
#include "cli/sim_given.h"
#include "sim/plan.h"

/* Names that differ in a number or a card are listed as one line. The first of such a block has the
 * text. plan_metrics must have made the columns. The list is long: it is meant for a pager or
 * grep. */
void sim_list_columns(const struct sim_plan *p)
{
    printf("Columns of %s: what is recorded for each seat, for --where, --by, --show,\n"
           "--columns, --csv and --jsonl.\n\n",
           p->game->name);
    for (int i = 0; i < p->columns.n; i++) {
        const struct column_block *b = p->columns.at[i].block;
        printf("  %-26s %s\n", p->columns.at[i].name, b->about);
        for (int row = 1; row < b->rows; row++)
            printf("  %s\n", p->columns.at[++i].name);
    }
}

/* 0, or -1 after a message, like all readers here. */
static int read_wheres(struct sim_plan *p, const struct sim_given *g)
{
    struct refusal why = {0};
    for (int i = 0; i < g->wheres; i++)
        if (where_read(p, g->where[i], &p->where[p->wheres++], &why) < 0)
            return sim_refused(g, "--where", g->where[i], &why);
    return 0;
}

/* One --by may name two columns at once, as two --by may name one each. BY_MAX columns in all. */
static int read_bys(struct sim_plan *p, const struct sim_given *g)
{
    struct refusal why = {0};
    int column[MAX_COLUMNS], n;
    for (int i = 0; i < g->bys; i++) {
        if (columns_read(p, g->by[i], column, &n, &why) < 0)
            return sim_refused(g, "--by", g->by[i], &why);
        if (p->bys + n > BY_MAX)
            return sim_complain(g, "--by", g->by[i], "at most two columns");
        for (int k = 0; k < n; k++)
            p->by[p->bys++] = column[k];
    }
    return 0;
}

/* Averages are shown in the tables of --by and --where, so alone they would have no place.
 * SHOWS_MAX columns fit a terminal. */
static int read_shows(struct sim_plan *p, const struct sim_given *g)
{
    struct refusal why = {0};
    int column[MAX_COLUMNS], n = 0;
    if (g->show && columns_read(p, g->show, column, &n, &why) < 0)
        return sim_refused(g, "--show", g->show, &why);
    if (n > SHOWS_MAX)
        return sim_complain(g, "--show", g->show, "at most six columns");
    if (n && !g->wheres && !g->bys)
        return sim_complain(g, "--show", g->show, "it needs --by or --where");
    for (int i = 0; i < n; i++)
        p->show[p->shows++] = column[i];
    return 0;
}

/* A CSV file has all columns, lines of JSON only those that were asked for. --columns without a
 * file to write them to is refused, because nothing would come of it. */
static int read_written(struct sim_plan *p, const struct sim_given *g)
{
    struct refusal why = {0};
    /* Lines of JSON without --columns have no columns at all. */
    const char *names = g->columns ? g->columns : g->csv ? "all" : NULL;
    if (names && columns_read(p, names, p->written, &p->written_n, &why) < 0)
        return sim_refused(g, "--columns", names, &why);
    if (g->columns && !g->csv && !g->jsonl)
        return sim_complain(g, "--columns", g->columns, "it needs --csv or --jsonl");
    return 0;
}

/* Conditions come first: what is shown and awaited may be about them. To be called once, after
 * plan_metrics; --until may name a metric that a condition has made. */
int sim_read_questions(struct sim_plan *p, const struct sim_given *g)
{
    struct refusal why = {0};
    if (read_wheres(p, g) < 0 || read_bys(p, g) < 0 || read_shows(p, g) < 0 ||
        read_written(p, g) < 0)
        return -1;
    probes_of_where(p);
    if (g->until && until_read(p, g->until, &why) < 0)
        return sim_refused(g, "--until", g->until, &why);
    return 0;
}
