/* The sums of a run in a file (--resume), so that more deals can be played later: the result is the
 * same, to the last digit, as if all had been played at once.
 *
 * The file is JSON: what was played, how many deals, and the sums as texts of whole numbers,
 * because squares do not fit into 64 bits. */
#include "sim/resume.h"

#include <jansson.h>
#include <stdlib.h>

#include "engine/version.h"
#include "sim/crew.h"
#include "sim/plan.h"
#include "sim/refusals.h"
#include "sim/sums.h"
#include "wire/game.h"
#include "wire/hex.h"
#include "wire/refuse.h"

/* ---- whole numbers of 128 bits as text ---- */

enum { WIDE_TEXT = 48 };

/* Digits are taken from the value as it is: the least wide has no positive counterpart. */
static void wide_write(wide value, char text[WIDE_TEXT])
{
    char digits[WIDE_TEXT];
    int n = 0, minus = value < 0;
    for (; value; value /= 10)
        digits[n++] = (char)('0' + (value < 0 ? -(value % 10) : value % 10));
    if (!n)
        digits[n++] = '0';
    if (minus)
        *text++ = '-';
    while (n)
        *text++ = digits[--n];
    *text = '\0';
}

/* Advances *text past the number; -1 if there is none or it is too long. 38 digits always fit.
 * Blanks in front are skipped, so texts are lists of numbers. */
static int wide_read(const char **text, wide *value)
{
    const char *at = *text + strspn(*text, " ");
    int minus = *at == '-', n = 0;
    *value = 0;
    for (at += minus; *at >= '0' && *at <= '9' && n < 38; at++, n++)
        *value = *value * 10 + (*at - '0');
    if (minus)
        *value = -*value;
    *text = at;
    return n && (!*at || *at == ' ') ? 0 : -1;
}

/* -1 as well if the number does not fit; the text may then have moved on. */
static int sixty_four_read(const char **text, int64_t *value)
{
    wide number;
    if (wide_read(text, &number) < 0 || number < INT64_MIN || number > INT64_MAX)
        return -1;
    *value = (int64_t)number;
    return 0;
}

/* ---- sums as text ---- */

/* With a blank in front, also of the first: readers skip it. */
static void put(FILE *to, wide value)
{
    char text[WIDE_TEXT];
    wide_write(value, text);
    fprintf(to, " %s", text);
}

/* The order is that of the file; another one needs another RESUME_VERSION. */
static void tally_write(FILE *to, const struct gauge_sums *t)
{
    put(to, t->deals), put(to, t->x), put(to, t->n);
    put(to, t->xx), put(to, t->xn), put(to, t->nn);
}

static int tally_read(const char **from, struct gauge_sums *t)
{
    return sixty_four_read(from, &t->deals) < 0 || sixty_four_read(from, &t->x) < 0 ||
                   sixty_four_read(from, &t->n) < 0 || wide_read(from, &t->xx) < 0 ||
                   wide_read(from, &t->xn) < 0 || wide_read(from, &t->nn) < 0
               ? -1
               : 0;
}

static void part_write(FILE *to, const struct sim_sum_part *part)
{
    for (size_t i = 0; i < part->n; i++) {
        if (!part->is_cross) {
            tally_write(to, (const struct gauge_sums *)part->at + i);
            continue;
        }
        const struct gauge_cross *c = (const struct gauge_cross *)part->at + i;
        put(to, c->xx), put(to, c->xn), put(to, c->nx), put(to, c->nn);
    }
}

/* -1 unless the text holds the numbers of this part and nothing behind them. NULL is a missing
 * text. */
static int part_read(const char *from, const struct sim_sum_part *part)
{
    for (size_t i = 0; from && i < part->n; i++) {
        struct gauge_cross *c = (struct gauge_cross *)part->at + i;
        int bad = part->is_cross ? wide_read(&from, &c->xx) < 0 || wide_read(&from, &c->xn) < 0 ||
                                       wide_read(&from, &c->nx) < 0 || wide_read(&from, &c->nn) < 0
                                 : tally_read(&from, (struct gauge_sums *)part->at + i) < 0;
        if (bad)
            return -1;
    }
    return from && !*from ? 0 : -1;
}

/* How many rows, then for each its key and its sums: the rows depend on what occurred, so their
 * number does not follow from the plan. */
static void by_write(FILE *to, const struct by_table *t)
{
    put(to, t->n);
    for (int i = 0; i < t->n; i++) {
        for (int k = 0; k < BY_MAX; k++)
            put(to, t->at[i].key[k]);
        for (int m = 0; m < BY_MEASURES; m++)
            tally_write(to, &t->at[i].tally[m]);
    }
}

/* Rows are added to the table, which is empty before. A false number of rows ends with the text. */
static int by_read(const char *from, struct by_table *t)
{
    int64_t n, key[BY_MAX];
    if (!from || sixty_four_read(&from, &n) < 0)
        return -1;
    for (; n > 0; n--) {
        for (int k = 0; k < BY_MAX; k++)
            if (sixty_four_read(&from, &key[k]) < 0)
                return -1;
        struct by_row *row = by_row(t, key);
        for (int m = 0; m < BY_MEASURES; m++)
            if (tally_read(&from, &row->tally[m]) < 0)
                return -1;
    }
    return *from ? -1 : 0;
}

/* ---- what was played ---- */

/* Two runs with the same texts here play the same deals and measure the same. */
static void describe_bots(const struct sim_plan *p, json_t *played)
{
    json_t *bots = json_array();
    for (int i = 0; i < p->players; i++)
        json_array_append_new(bots, json_string(p->text[p->kind[i]]));
    json_object_set_new(played, "bots", bots);
}

/* Options as the game writes them and not as they were given, so another spelling of the same rules
 * is no difference. */
static void describe_settings(const struct sim_plan *p, json_t *played)
{
    json_t *settings = json_array();
    for (int i = 0; i < p->settings; i++) {
        struct writer w = {0};
        char label[LABEL_TEXT];
        sweep_name_setting(p->sweep, p->sweeps, i, label);
        p->json->write_options(p->begun[i], &w);
        json_array_append_new(settings, json_pack("{s:s,s:s#,s:b}", "value", label, "options", w.at,
                                                  (int)w.n, "by_luck", (int)p->varied[i]));
        writer_free(&w);
    }
    json_object_set_new(played, "settings", settings);
}

/* Of a condition what was read, not its text; numbers of columns are good within a version. */
static void describe_columns(const struct sim_plan *p, json_t *played)
{
    json_t *by = json_array(), *show = json_array(), *where = json_array();
    for (int i = 0; i < p->bys; i++)
        json_array_append_new(by, json_string(p->columns.at[p->by[i]].name));
    for (int i = 0; i < p->shows; i++)
        json_array_append_new(show, json_string(p->columns.at[p->show[i]].name));
    for (int i = 0; i < p->wheres; i++)
        for (int k = 0; k < p->where[i].n; k++)
            json_array_append_new(where, json_pack("[i,i,i,I]", i, p->where[i].atom[k].column,
                                                   (int)p->where[i].atom[k].how,
                                                   (json_int_t)p->where[i].atom[k].value));
    json_object_set_new(played, "by", by);
    json_object_set_new(played, "show", show);
    json_object_set_new(played, "where", where);
}

/* The caller owns it. Number of deals, threads and ranks are not in it: they change nothing. */
static json_t *describe(const struct sim_plan *p)
{
    char seed[65];
    hex_write(p->seed, 32, seed);
    json_t *played =
        json_pack("{s:s,s:s,s:s,s:i,s:i}", "version", CHARLATAN_VERSION, "game", p->game->name,
                  "seed", seed, "players", p->players, "metrics", p->metrics.n);
    describe_bots(p, played);
    describe_settings(p, played);
    describe_columns(p, played);
    return played;
}

/* ---- the file ---- */

/* Closes and frees the stream's text; *text is NULL for the next one. */
static void take_stream(json_t *to, FILE *memory, char **text)
{
    fclose(memory);
    json_array_append_new(to, json_string(*text));
    free(*text);
    *text = NULL;
}

/* One text for each part, in the order of sums_parts, and the rows of --by as the last. */
static json_t *sums_of(const struct sim_results *r, int setting)
{
    struct sim_sum_part part[SUM_PARTS];
    json_t *sums = json_array();
    char *text = NULL;
    size_t size;
    int n = sums_parts(r->plan, r->setting, setting, part);
    for (int k = 0; k <= n; k++) {
        FILE *memory = open_memstream(&text, &size);
        MUST(memory);
        if (k < n)
            part_write(memory, &part[k]);
        else
            by_write(memory, &r->by[setting]);
        take_stream(sums, memory, &text);
    }
    return sums;
}

/* Sums of whole deals only, those from 0 to before `deals`: a run with holes must not be
 * written. */
char *resume_make(const struct sim_results *r, size_t *n)
{
    json_t *sums = json_array();
    for (int i = 0; i < r->settings; i++)
        json_array_append_new(sums, sums_of(r, i));
    json_t *root = json_pack("{s:i,s:o,s:I,s:o}", "charlatan_sums", RESUME_VERSION, "played",
                             describe(r->plan), "deals", (json_int_t)r->deals, "sums", sums);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    MUST(text);
    *n = strlen(text);
    return text;
}

/* Names the first member that is not the same. 0, or -1 with the reason. */
static int compare_played(const json_t *there, const json_t *here, struct refusal *why)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)here, key, value)
        if (!json_equal(value, json_object_get(there, key)))
            return because(why, ROW(resume_differs), key);
    return 0;
}

/* `e` has been opened for this plan. On failure it is partly filled; the caller frees it. */
static int read_sums(const struct sim_plan *p, const json_t *sums, struct sim_earlier *e,
                     struct refusal *why)
{
    struct sim_sum_part part[SUM_PARTS];
    for (int i = 0; i < p->settings; i++) {
        const json_t *list = json_array_get(sums, (size_t)i);
        int n = sums_parts(p, e->setting, i, part), bad = 0;
        for (int k = 0; k < n; k++)
            bad |= part_read(json_string_value(json_array_get(list, (size_t)k)), &part[k]) < 0;
        if (bad || by_read(json_string_value(json_array_get(list, (size_t)n)), &e->by[i]) < 0)
            return because(why, ROW(resume_broken));
    }
    return 0;
}

/* A file with more deals than are asked for is refused: sums cannot be taken apart again. */
static int read_root(const struct sim_plan *p, const json_t *root, struct sim_earlier *e,
                     struct refusal *why)
{
    json_t *here = describe(p);
    char games[WIDE_TEXT];
    int bad = 0;
    if (json_integer_value(json_object_get(root, "charlatan_sums")) != RESUME_VERSION)
        bad = because(why, ROW(resume_broken));
    bad = bad || compare_played(json_object_get(root, "played"), here, why) < 0;
    json_decref(here);
    e->deals = json_integer_value(json_object_get(root, "deals"));
    wide_write((wide)e->deals * p->seatings, games);
    if (!bad && e->deals < 1)
        bad = because(why, ROW(resume_broken));
    if (!bad && e->deals > p->deals)
        bad = because(why, ROW(resume_longer), games);
    return bad || read_sums(p, json_object_get(root, "sums"), e, why) < 0 ? -1 : 0;
}

/* A file that cannot be opened is called broken too; the caller has seen whether there is one. */
struct sim_earlier *resume_read(const struct sim_plan *p, const char *path, struct refusal *why)
{
    json_error_t error;
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        because(why, ROW(resume_broken));
        return NULL;
    }
    struct sim_earlier *e = calloc(1, sizeof *e);
    MUST(e);
    sums_open(p, e->setting);
    int bad = read_root(p, root, e, why);
    json_decref(root);
    if (!bad)
        return e;
    earlier_free(p, e);
    return NULL;
}

void earlier_free(const struct sim_plan *p, struct sim_earlier *e)
{
    if (!e)
        return;
    sums_free(p, e->setting);
    for (int i = 0; i < p->settings; i++)
        by_free(&e->by[i]);
    free(e);
}
