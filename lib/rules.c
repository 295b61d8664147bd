/* The rules of a game as rows of JSON: what players can look up. */
#include "games/arcane/help.h"
#include "games/quacks/help.h"
#include "lib/inside.h"

/* What a game offers to be looked up. Games without such rows are not listed. */
static const struct rulebook {
    const struct game_json *json;
    struct rule_rows (*rules)(void);
    struct const_rows (*questions)(void), (*events)(void);
} rulebooks[] = {
    {&arcane_json, arcane_rules, arcane_questions, arcane_events},
    {&quacks_json, quacks_rules, quacks_questions, quacks_events},
};

static const struct rulebook *rulebook_of(const struct game_json *json)
{
    for (size_t i = 0; i < sizeof rulebooks / sizeof rulebooks[0]; i++)
        if (rulebooks[i].json == json)
            return &rulebooks[i];
    return NULL;
}

static void write_rules(struct writer *w, struct rule_rows rows)
{
    write_key(w, "rules");
    write_begin(w, '[');
    for (int i = 0; i < rows.n; i++) {
        write_begin(w, '{');
        write_member_string(w, "id", rows.row[i].id);
        write_member_string(w, "certainty", rows.row[i].certainty);
        write_member_string(w, "title", rows.row[i].title);
        write_member_string(w, "text", rows.row[i].text);
        write_member_string(w, "notes", rows.row[i].notes);
        write_end(w, '}');
    }
    write_end(w, ']');
}

/* The rows from `from` on. */
static void write_names(struct writer *w, const char *key, struct const_rows rows, int from)
{
    write_key(w, key);
    write_begin(w, '[');
    for (int i = from; i < rows.n; i++) {
        write_begin(w, '{');
        write_member_string(w, "name", rows.row[i].name);
        write_member_string(w, "rule", rows.row[i].rule);
        write_member_string(w, "text", rows.row[i].text);
        write_end(w, '}');
    }
    write_end(w, ']');
}

int charlatan_game_rules(const charlatan_game *game, char **text, charlatan_error *error)
{
    struct writer w = {0};
    int code = lib_game(game, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    const struct rulebook *book = rulebook_of(game->json);
    write_begin(&w, '{');
    if (book) {
        write_rules(&w, book->rules());
        /* The first question is none. */
        write_names(&w, "questions", book->questions(), 1);
        write_names(&w, "events", book->events(), 0);
    }
    write_end(&w, '}');
    return lib_give_text(&w, text, error);
}
