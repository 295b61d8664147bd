/* Makes the sentence of a reason, and writes it for the protocol; see reason.h. */
#include "advice/reason.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice/advice.h"
#include "advice/odds.h"
#include "bots/advice.h"
#include "wire/write.h"

/* In the order of enum reason_name, as both are made of reasons.def. */
static const struct reason_row rows[REASON_COUNT] = {
#define REASON(symbol, id, rule, text) {id, rule, text},
#include "advice/reasons.def"
#undef REASON
};

/* Leaves item and numbers alone: the caller has set those that the sentence speaks of. */
void reason_set(struct reason *r, enum reason_name name)
{
    r->row = &rows[name];
}

/* By the number of games if the answer was searched for. */
void reason_usual(struct reason *r, const struct advice *say)
{
    r->n = (int)say->iterations;
    reason_set(r, say->iterations ? REASON_TRIED : REASON_BEST);
}

/* Reasons that do not compare, such as a set that is completed, stay as they are. */
void reason_even(struct reason *r)
{
    switch (r->row - rows) {
    case REASON_DRAW_ON:
    case REASON_STOP: reason_set(r, REASON_RISK_EVEN); break;
    case REASON_FLASK:
    case REASON_WORTH:
    case REASON_DECK:
    case REASON_TAKEN:
    case REASON_SPECIAL:
    case REASON_TRIED:
    case REASON_DISCARDED:
    case REASON_CAULDRON:
    case REASON_TARGET:
    case REASON_SELL:
    case REASON_SLIDE:
    case REASON_TAKE:
    case REASON_OWN:
    case REASON_THEIRS:
    case REASON_KEEP:
    case REASON_REMOVE: reason_set(r, REASON_EVEN); break;
    default: return;
    }
    /* Nothing is left of the comparison. */
    r->points = 0;
    r->item = r->item_name = NULL;
}

/* A single legal answer needs no other reason than that. */
void reason_find(struct reason *r, const struct view *v, int answer, const struct advice *say)
{
    const struct game_odds *game = odds_of(v->game);
    memset(r, 0, sizeof *r);
    if (bit_count(view_legal(v)) == 1)
        reason_set(r, REASON_ONLY);
    else if (game->reason)
        game->reason(r, v, answer, say);
    else
        reason_usual(r, say);
}

/* The value of a placeholder; `name` begins behind its brace. {item}, {n}, {percent} and {points}
 * are told apart by their first letters. */
static void write_value(const struct reason *r, const char *name, char *buf, size_t size)
{
    switch (name[0] == 'p' ? name[1] : name[0]) {
    case 'i': snprintf(buf, size, "%s", r->item_name ? r->item_name : ""); break;
    case 'n': snprintf(buf, size, "%d", r->n); break;
    case 'e': snprintf(buf, size, "%d", r->percent); break;
    default: snprintf(buf, size, "%.1f", r->points); break;
    }
}

/* What is counted, one or many, behind its number: "{n:game|games}" adds " game" to "1". `buf` has
 * the number already. */
static void write_counted(const char *name, char *buf, size_t size)
{
    const char *one = name + strcspn(name, ":}"), *bar = one + strcspn(one, "|}");
    if (*one != ':')
        return;
    /* Only 1 itself is one: 1.0 as well as 1, but not 0 or 1.5. */
    int is_one = strtod(buf, NULL) == 1;
    const char *from = is_one ? one + 1 : bar + 1, *to = is_one ? bar : bar + strcspn(bar, "}");
    size_t n = strlen(buf);
    snprintf(buf + n, size - n, " %.*s", (int)(to - from), from);
}

/* Placeholders are our own rows', so every brace is closed. Cut off at REASON_WORDS. */
char *reason_text(const struct reason *r, char buf[REASON_WORDS])
{
    size_t n = 0;
    for (const char *at = r->row->text; *at && n + 1 < REASON_WORDS; at++) {
        if (*at != '{') {
            buf[n++] = *at;
            continue;
        }
        write_value(r, at + 1, buf + n, REASON_WORDS - n);
        write_counted(at + 1, buf + n, REASON_WORDS - n);
        n += strlen(buf + n);
        at = strchr(at, '}');
    }
    buf[n] = 0;
    return buf;
}

/* Whether the sentence has a placeholder that begins like this: "{n" is in "{n} gold" and in
 * "{n:game|games}". */
static int has(const struct reason *r, const char *placeholder)
{
    return strstr(r->row->text, placeholder) != NULL;
}

/* Beside the sentence the values themselves, for pages that say it in another language. */
void write_reason(struct writer *w, const struct reason *r)
{
    char text[REASON_WORDS];
    write_key(w, "reason");
    write_begin(w, '{');
    write_member_string(w, "id", r->row->id);
    write_member_string(w, "text", reason_text(r, text));
    if (*r->row->rule)
        write_member_string(w, "rule", r->row->rule);
    if (has(r, "{item"))
        write_member_string(w, "item", r->item);
    if (has(r, "{n"))
        write_member_number(w, "n", r->n);
    if (has(r, "{percent"))
        write_member_number(w, "percent", r->percent);
    if (has(r, "{points"))
        write_member_decimal(w, "points", r->points);
    write_end(w, '}');
}
