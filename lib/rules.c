/* The rules of a game as rows: rules, rulings, questions and events. */
#include "lib/inside.h"
#include "engine/help.h"
#include "wire/game.h"
#include "wire/write.h"

/* NULL for a game without texts, such as the template. */
static const struct game_help *help_of(const struct game *g)
{
    static const struct game_help *const all[] = {
#define HELP(x) &x##_help,
#include "games/games.def"
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]->game == g)
            return all[i];
    return NULL;
}

/* Members whose text is empty are written, too: readers need not ask which are there. */
static void write_rules(struct writer *w, struct rule_rows rows)
{
    for (int i = 0; i < rows.n; i++) {
        write_begin(w, '{');
        write_member_string(w, "id", rows.row[i].id);
        write_member_string(w, "certainty", rows.row[i].certainty);
        write_member_string(w, "title", rows.row[i].title);
        write_member_string(w, "text", rows.row[i].text);
        write_member_string(w, "notes", rows.row[i].notes);
        write_end(w, '}');
    }
}

/* `certainty` is the letter that docs/rulings.md gives; the protocol has the same word for
 * rules. */
static void write_rulings(struct writer *w, struct ruling_rows rows)
{
    for (int i = 0; i < rows.n; i++) {
        write_begin(w, '{');
        write_member_string(w, "of", rows.row[i].of);
        write_member_string(w, "certainty", rows.row[i].letter);
        write_member_string(w, "does", rows.row[i].does);
        write_member_string(w, "why", rows.row[i].why);
        write_member_string(w, "other", rows.row[i].other);
        write_member_string(w, "change", rows.row[i].change);
        write_end(w, '}');
    }
}

/* Questions begin with the row for none. */
static void write_constants(struct writer *w, struct const_rows rows, int from)
{
    for (int i = from; i < rows.n; i++) {
        write_begin(w, '{');
        write_member_string(w, "name", rows.row[i].name);
        write_member_string(w, "rule", rows.row[i].rule);
        write_member_string(w, "text", rows.row[i].text);
        write_end(w, '}');
    }
}

static void begin_list(struct writer *w, const char *key)
{
    write_key(w, key);
    write_begin(w, '[');
}

/* The members that charlatan_game_rules promises. */
static void write_lists(struct writer *w, const struct game_help *of)
{
    begin_list(w, "rules");
    write_rules(w, of->rules());
    write_end(w, ']');
    begin_list(w, "rulings");
    write_rulings(w, of->rulings());
    write_end(w, ']');
    begin_list(w, "questions");
    write_constants(w, of->questions(), 1);
    write_end(w, ']');
    begin_list(w, "events");
    write_constants(w, of->events(), 0);
    write_end(w, ']');
}

/* The object of a game without texts has only names. */
int charlatan_game_rules(const charlatan_game *game, char **text, charlatan_error *error)
{
    struct writer w = {0};
    const struct game_help *help;
    int code = lib_game(game, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    write_begin(&w, '{');
    write_member_string(&w, "game", game->json->game->name);
    write_member_string(&w, "title", game->json->game->title);
    if ((help = help_of(game->json->game)))
        write_lists(&w, help);
    write_end(&w, '}');
    return lib_give_text(&w, text, error);
}
