/* What the browser client is built from (web/rows.ts): the rows of all games with keys where their
 * texts say numbers, the standard numbers, the bots, their names, the badges, and the rows that no
 * game has: reasons of hints and refusals. */
#include "cli/web_rows.h"

#include <string.h>

#include "bots/bots.h"
#include "bots/names.h"
#include "engine/refusal.h"
#include "match/seat.h"
#include "rulebook/rulebook.h"
#include "wire/write.h"

/* ---- lists that no game has ---- */

/* By seat, in the order of the rows. */
static void write_badges(struct writer *w)
{
    write_key(w, "badges");
    write_begin(w, '[');
#define BADGE(shape, glyph, ascii, ansi256, ansi, colour)                                          \
    write_begin(w, '{');                                                                           \
    write_member_string(w, "shape", shape);                                                        \
    write_member_string(w, "colour", colour);                                                      \
    write_end(w, '}');
#include "match/badges.def"
#undef BADGE
    write_end(w, ']');
}

/* Names that differ in German, by the English. Names that are the same in both languages are left
 * out: the client falls back on the English. */
static void write_names(struct writer *w)
{
    write_key(w, "names");
    write_begin(w, '{');
    for (int i = 0; bot_name_at(i, 0); i++)
        if (strcmp(bot_name_at(i, 0), bot_name_at(i, 1)) != 0)
            write_member_string(w, bot_name_at(i, 0), bot_name_at(i, 1));
    write_end(w, '}');
}

/* The form that all lists of the client share. */
static void write_text(struct writer *w, const char *id, const char *text)
{
    write_begin(w, '{');
    write_member_string(w, "id", id);
    write_member_string(w, "text", text);
    write_end(w, '}');
}

/* In the order of reasons.def; clients find them by their id. */
static void write_reasons(struct writer *w)
{
    write_key(w, "reasons");
    write_begin(w, '[');
#define REASON(symbol, id, rule, text) write_text(w, id, text);
#include "advice/reasons.def"
#undef REASON
    write_end(w, ']');
}

/* A sentence with {0}, {1} ... where its values stand. Values are numbered from 0 in the order of
 * the sentence; translations may need them in another. Only %s and %d occur; any other sign stays.
 * A text that is too long is cut. */
static void write_refusal(struct writer *w, const char *reason, const char *says)
{
    /* Each value takes a character more than its sign did. */
    char text[MAX_REFUSAL + 2 * REFUSAL_VALUES];
    size_t n = 0;
    int values = 0;
    for (; *says && n + 4 < sizeof text; says++) {
        text[n++] = *says;
        if (*says == '%' && (says[1] == 's' || says[1] == 'd')) {
            n += (size_t)sprintf(text + n - 1, "{%d}", values++) - 1;
            says++;
        }
    }
    text[n] = 0;
    write_text(w, reason, text);
}

/* Those that a page can show. Those about states, logs and records are for programs, and a page has
 * its own words for those of engine/. The order is that of the files, and a translation is found by
 * its id. */
static void write_refusals(struct writer *w)
{
    write_key(w, "refusals");
    write_begin(w, '[');
#define REFUSAL(name, reason, code, rule, says) write_refusal(w, reason, says);
#include "games/arcane/refusals.def"
#include "games/null/refusals.def"
#include "games/quacks/refusals.def"
#include "match/refusals.def"
#include "server/refusals.def"
#include "wire/refusals.def"
#undef REFUSAL
    write_end(w, ']');
}

/* The rows that no game has. Its form is that of a game's rows, so that the client reads both
 * alike. */
static void write_common(struct writer *w)
{
    write_key(w, "common");
    write_begin(w, '{');
    write_member_string(w, "game", "common");
    write_reasons(w);
    write_refusals(w);
    write_end(w, '}');
}

/* ---- a game ---- */

/* `level` is 1 for the bots that players know by how well they play, from the weakest; `learned` if
 * a page must fetch weights before they play. Bots that are `apart` are not offered to guests. Bots
 * without a game appear with every game. */
static void write_bots(struct writer *w, const struct game *g)
{
    write_key(w, "bots");
    write_begin(w, '[');
    for (int i = 0; i < bots_count(); i++) {
        const struct bot *b = bots_at(i);
        if (b->apart || (b->game && b->game != g))
            continue;
        write_begin(w, '{');
        write_member_string(w, "name", b->name);
        write_member_string(w, "title", b->title ? b->title : b->name);
        write_member_string(w, "blurb", b->blurb);
        write_member_bool(w, "level", b->behind != NULL);
        write_member_bool(w, "learned", bot_is_learned(b));
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* Entries without names of their own are numbered, from the row's first number. */
static void write_entries(struct writer *w, const struct number_row *row, const uint16_t *values)
{
    write_begin(w, '{');
    for (int i = 0; i < row->count; i++) {
        char number[8];
        /* Used where the entries are numbered. */
        snprintf(number, sizeof number, "%d", row->from + i);
        write_member_number(w, row->name ? row->name(i) : number, values[row->first + i]);
    }
    write_end(w, '}');
}

/* By key; those of a list by the names of its entries. Empty for a game whose numbers cannot be
 * changed. The client fills them into texts where a table changes nothing. */
static void write_standards(struct writer *w, const struct numbers_form *f)
{
    write_key(w, "standards");
    write_begin(w, '{');
    for (int i = 0; f && i < f->rows; i++) {
        const struct number_row *row = f->row(i);
        write_key(w, row->key);
        if (row->count)
            write_entries(w, row, f->standard());
        else
            write_number(w, f->standard()[row->first]);
    }
    write_end(w, '}');
}

/* What each number is. For the client's form in which a table's numbers are changed. */
static void write_numbers(struct writer *w, const struct numbers_form *f)
{
    write_key(w, "numbers");
    write_begin(w, '[');
    for (int i = 0; f && i < f->rows; i++)
        write_text(w, f->row(i)->key, f->row(i)->text);
    write_end(w, ']');
}

/* Only games with a rulebook: the client can show no others. Texts keep their keys, so that a
 * table's numbers can be filled in by the client. */
static void write_games(struct writer *w)
{
    write_key(w, "games");
    write_begin(w, '[');
    for (int i = 0; rules_book(i); i++) {
        const struct rulebook *b = rules_book(i);
        write_begin(w, '{');
        write_key(w, "rows");
        rules_write_templates(w, i);
        write_bots(w, b->help->game);
        write_standards(w, b->help->game->numbers);
        write_numbers(w, b->help->game->numbers);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The bytes depend on the rows alone, so that a build can be repeated. */
void write_web_rows(struct writer *w)
{
    write_begin(w, '{');
    write_member_number(w, "seats", MAX_SEATS);
    /* So that a field for names accepts what the server does. */
    write_member_number(w, "name_most", MATCH_NAME_SHOWN);
    write_badges(w);
    write_names(w);
    write_common(w);
    write_games(w);
    write_end(w, '}');
}
