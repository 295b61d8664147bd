/* What players can look up in every game, as rows: its rules, questions and events, and how a text
 * cites a rule. */
#ifndef CHARLATAN_ENGINE_HELP_H
#define CHARLATAN_ENGINE_HELP_H

#include "engine/port.h"

/* `certainty` has a letter for each way a part of the text is known; the game says what a letter
 * means. `notes` says what options or editions change, "" if they change nothing. */
struct rule_row {
    const char *id, *certainty, *title, *text, *notes;
};

/* A place where the rules are ours or may be read in another way: `of` names what it is about, with
 * ", " between the ids; `letter` is that of its certainty. `does` is what we play, `other` the
 * other reading, `change` how to get it; all four are sentences. */
struct ruling_row {
    const char *of, *letter, *does, *why, *other, *change;
};

/* A part of a game's first page, which newcomers read before the rules. The steps of an example
 * turn have ids that begin with "example"; they come last. */
struct first_row {
    const char *id, *title, *text;
};

/* A question or an event: its name in the protocol, its rule, its sentence as in the .def file.
 * `secret` is an event's sentence for those who may not know the item, "" if none is needed. */
struct const_row {
    const char *name, *rule, *text, *secret;
};

/* All rows of one kind; one list of each kind is what a game's help.h offers. */
struct rule_rows {
    const struct rule_row *row;
    int n;
};

struct ruling_rows {
    const struct ruling_row *row;
    int n;
};

struct first_rows {
    const struct first_row *row;
    int n;
};

struct const_rows {
    const struct const_row *row;
    int n;
};

struct game;

/* What a game offers to everybody who shows its rules: x_help for a game x that has HELP in
 * games/games.def. */
struct game_help {
    const struct game *game;
    /* The first page. */
    struct first_rows (*first)(void);
    struct rule_rows (*rules)(void);
    struct ruling_rows (*rulings)(void);
    /* Questions begin with the row for none. */
    struct const_rows (*questions)(void), (*events)(void);
};

#define HELP(x) extern const struct game_help x##_help;
#include "games/games.def"

/* Lists of rules that a game makes are at most this long, and so is the list of all. */
enum { RULES_MAX = 128 };

/* A list of rows: ROWS(rule_rows, rows) for an array `rows`. */
#define ROWS(type, array) ((struct type){array, (int)(sizeof(array) / sizeof(array)[0])})

static inline const struct const_row *const_row_at(struct const_rows rows, int index)
{
    MUST(index >= 0 && index < rows.n);
    return &rows.row[index];
}

/* The length of the first id of a list such as "A7.5, magic-boomerang", and the rest of the list
 * after it: "" after the last. */
static inline int ruling_id_length(const char *of)
{
    int n = 0;
    while (of[n] && of[n] != ',')
        n++;
    return n;
}

static inline const char *ruling_next(const char *of)
{
    of += ruling_id_length(of);
    return *of ? of + 2 : of;
}

/* Returns 1 if the ruling is about this rule, item or card. */
static inline int ruling_is_of(const struct ruling_row *ruling, const char *id)
{
    for (const char *of = ruling->of; *of; of = ruling_next(of)) {
        int n = 0;
        while (id[n] && id[n] == of[n])
            n++;
        if (!id[n] && n == ruling_id_length(of))
            return 1;
    }
    return 0;
}

/* Returns 1 if this rule is the chapter itself or one of its parts: A6.4 is a part of A6. */
static inline int rule_of_chapter(const char *id, const char *chapter)
{
    while (*chapter && *chapter == *id)
        chapter++, id++;
    return !*chapter && (!*id || *id == '.');
}

static inline int is_id_char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Returns 1 if `text` cites exactly this rule: A7 but not A7.5, A1.egg but not A1.eggs. A full stop
 * may follow. */
static inline int text_cites(const char *text, const char *id)
{
    for (const char *at = text; *at; at++) {
        const char *a = at, *b = id;
        if (at > text && is_id_char(at[-1]))
            continue;
        while (*b && *a == *b)
            a++, b++;
        if (!*b && !is_id_char(a[0]) && !(a[0] == '.' && is_id_char(a[1])))
            return 1;
    }
    return 0;
}

#endif
