/* What the browser client is built from (web/rows.ts): the rows of all games with keys where their
 * texts say numbers, the standard numbers, the bots, their names, and the badges. */
#include <string.h>

#include "bots/bot.h"
#include "bots/names.h"
#include "match/match.h"
#include "rulebook/rulebook.h"

/* ---- lists that no game has ---- */

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

/* Names that differ in German, by the English. */
static void write_names(struct writer *w)
{
    write_key(w, "names");
    write_begin(w, '{');
    for (int i = 0; bot_name_at(i, 0); i++)
        if (strcmp(bot_name_at(i, 0), bot_name_at(i, 1)) != 0)
            write_member_string(w, bot_name_at(i, 0), bot_name_at(i, 1));
    write_end(w, '}');
}

/* ---- a game ---- */

/* `level` is 1 for the bots that players know by how well they play, from the weakest; `learned` if
 * a page must fetch weights before they play. */
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

static void write_entries(struct writer *w, const struct number_row *row, const uint16_t *values)
{
    write_begin(w, '{');
    for (int i = 0; i < row->count; i++) {
        char number[8];
        snprintf(number, sizeof number, "%d", row->from + i);
        write_member_number(w, row->name ? row->name(i) : number, values[row->first + i]);
    }
    write_end(w, '}');
}

/* By key; those of a list by the names of its entries. */
static void write_standards(struct writer *w, const struct rulebook *b)
{
    const struct numbers_form *f = b->help->game->numbers;
    write_key(w, "standards");
    write_begin(w, '{');
    for (int i = 0; i < f->rows; i++) {
        const struct number_row *row = f->row(i);
        write_key(w, row->key);
        if (row->count)
            write_entries(w, row, f->standard());
        else
            write_number(w, f->standard()[row->first]);
    }
    if (b->write_standards)
        b->write_standards(w);
    write_end(w, '}');
}

/* What each number is. */
static void write_numbers(struct writer *w, const struct numbers_form *f)
{
    write_key(w, "numbers");
    write_begin(w, '[');
    for (int i = 0; i < f->rows; i++) {
        write_begin(w, '{');
        write_member_string(w, "id", f->row(i)->key);
        write_member_string(w, "text", f->row(i)->text);
        write_end(w, '}');
    }
    write_end(w, ']');
}

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
        write_standards(w, b);
        write_numbers(w, b->help->game->numbers);
        write_end(w, '}');
    }
    write_end(w, ']');
}

void rules_write_web(struct writer *w)
{
    write_begin(w, '{');
    write_member_number(w, "seats", MAX_SEATS);
    write_member_number(w, "name_most", MATCH_NAME_SHOWN);
    write_badges(w);
    write_names(w);
    write_games(w);
    write_end(w, '}');
}
