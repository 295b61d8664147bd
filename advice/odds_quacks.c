/* The odds of a potion as an object: what the next chips do, and what it is worth to stop, to
 * draw and to use the flask (bots/potion.h). */
#include <math.h>
#include <stdio.h>

#include "advice/advice.h"
#include "advice/odds_quacks.h"
#include "advice/refusals.h"

static const struct quacks_state *state_of(const struct view *v)
{
    return (const struct quacks_state *)v->bytes;
}

int odds_quacks_count(const struct view *v, struct potion_odds *o, struct refusal *why)
{
    switch (potion_odds(v, v->seat, o)) {
    case 0: return 0;
    case 2: return because(why, ROW(odds_memory));
    default: return because(why, ROW(no_potion), v->seat);
    }
}

/* ---- words ---- */

const char *odds_quacks_best(const struct potion_odds *o, double *worth)
{
    const char *best = NULL;
    *worth = -INFINITY;
    if (o->can_stop)
        best = "stop", *worth = o->ev_stop;
    if (o->can_draw && o->ev_draw > *worth)
        best = "draw", *worth = o->ev_draw;
    if (o->can_flask && o->ev_flask > *worth)
        best = "flask", *worth = o->ev_flask;
    return best;
}

void odds_quacks_worth(const struct potion_odds *o, char *text, size_t size)
{
    int n = 0;
    if (o->can_stop)
        n += snprintf(text + n, size - (size_t)n, "Stopping now is worth %.2f points", o->ev_stop);
    if (o->can_draw)
        n += snprintf(text + n, size - (size_t)n, "%s %.2f",
                      n ? ", drawing on" : "Drawing on is worth", o->ev_draw);
    if (o->can_flask)
        n += snprintf(text + n, size - (size_t)n, ", the flask first %.2f", o->ev_flask);
    snprintf(text + n, size - (size_t)n, ".");
}

/* ---- the object ---- */

static void write_spaces(struct writer *w, const struct potion_draws *row)
{
    char key[16];
    write_key(w, "spaces");
    write_begin(w, '{');
    for (int space = 0; space < WORTH_SPACES; space++) {
        if (row->space[space] <= 0)
            continue;
        snprintf(key, sizeof key, "%d", space);
        write_member_decimal(w, key, row->space[space]);
    }
    write_end(w, '}');
}

static void write_row(struct writer *w, const struct potion_odds *o, int k)
{
    const struct potion_draws *row = &o->draws[k];
    write_begin(w, '{');
    write_member_number(w, "draw", k);
    write_member_bool(w, "exact", k < o->rows_exact);
    write_member_decimal(w, "explode", row->exploded);
    write_member_decimal(w, "points", row->points);
    write_member_decimal(w, "coins", row->coins);
    write_member_decimal(w, "ruby", row->ruby);
    write_member_decimal(w, "worth", row->worth);
    write_spaces(w, row);
    write_end(w, '}');
}

static void write_answers(struct writer *w, const struct potion_odds *o)
{
    double worth;
    const char *best = odds_quacks_best(o, &worth);
    write_key(w, "value");
    write_begin(w, '{');
    if (o->can_draw)
        write_member_decimal(w, "draw", o->ev_draw);
    if (o->can_flask)
        write_member_decimal(w, "flask", o->ev_flask);
    if (o->can_stop)
        write_member_decimal(w, "stop", o->ev_stop);
    write_end(w, '}');
    write_member_string(w, "worth", "points");
    write_member_bool(w, "exact", o->exact);
    if (best)
        write_member_string(w, "advice", best);
}

static void write_object(struct writer *w, const struct view *v, const struct potion_odds *o)
{
    char text[300];
    write_begin(w, '{');
    write_member_string(w, "game", "quacks");
    write_member_number(w, "seat", v->seat);
    write_member_number(w, "turn", state_of(v)->turn);
    write_member_number(w, "whites", o->whites);
    write_member_number(w, "limit", o->limit);
    write_member_number(w, "space", o->space);
    write_member_number(w, "chips", o->chips);
    write_member_decimal(w, "explode_next", o->explode_next);
    write_answers(w, o);
    odds_quacks_worth(o, text, sizeof text);
    if (o->can_draw || o->can_stop)
        write_member_string(w, "why", text);
    write_member_number(w, "sampled", o->sampled);
    write_key(w, "draws");
    write_begin(w, '[');
    for (int k = 0; k < o->draws_n; k++)
        write_row(w, o, k);
    write_end(w, ']');
    write_end(w, '}');
}

int odds_quacks_write(const struct view *v, struct writer *w, struct refusal *why)
{
    struct potion_odds o;
    if (odds_quacks_count(v, &o, why) < 0)
        return -1;
    write_object(w, v, &o);
    return 0;
}
