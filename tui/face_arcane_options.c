/* Options of Arcane Alley on the command line, and the reader of --cards FILE (A13). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "games/arcane/cards.h"
#include "tui/face_arcane.h"

/* Reads "ninx,none,byros", an id or none for each seat, into the list that the option takes. The
 * option itself checks the number of seats, and that no wizard comes twice (A11). Returns NULL if a
 * name is wrong. A name that is too long for any wizard is read as an empty one, and refused as
 * such. */
static json_t *wizards_of(const char *text)
{
    json_t *list = json_array();
    char name[16];
    for (size_t n; list; text += n + 1) {
        n = strcspn(text, ",");
        snprintf(name, sizeof name, "%.*s", n < sizeof name ? (int)n : 0, text);
        int none = strcmp(name, "none") == 0;
        if (!none && arcane_wizard_by_id(name) < 0)
            break;
        json_array_append_new(list, none ? json_null() : json_string(name));
        if (!text[n])
            return list;
    }
    json_decref(list);
    return NULL;
}

/* Returns NULL, or the sentence for a wrong value; `set` then has no such option. */
static const char *read_wizards(void *to, const struct arg *row, const char *text)
{
    if (strcmp(text, "none") == 0 || strcmp(text, "random") == 0)
        return face_set_text(to, row, text);
    json_t *list = wizards_of(text);
    if (!list)
        return "give none, random, or for each seat none or one of glynna, meeblemore, corvus, "
               "dafana, ninx and byros, such as ninx,none,byros (A11)";
    json_object_set_new(((struct face_options *)to)->set, row->name, list);
    return NULL;
}

const struct arg arcane_options[] = {
    ARGS_CALL("edition", "NAME", face_set_text, 0, 0, "three or hundred (three)"),
    ARGS_CALL("goal", "N", face_set_number, 100, 300, "hundred: 100, 200 or 300 gold"),
    ARGS_CALL("rounds", "N", face_set_number, 1, MAX_ROUNDS,
              "hundred: play N rounds instead, 1 to 150"),
    ARGS_SWITCH("market", face_set_true, "play with the Market"),
    ARGS_CALL("wizards", "WHICH", read_wizards, 0, 0,
              "three: none, random, or by seat: ninx,none,byros (none)"),
    ARGS_TEXT("cards", "FILE", struct face_options, cards,
              "your own values of the cards (rules A13)"),
    {0},
};

const char *arcane_options_clash(const struct face_options *o)
{
    const char *edition = json_string_value(json_object_get(o->set, "edition"));
    if (edition && strcmp(edition, "hundred") == 0)
        return NULL;
    return json_object_get(o->set, "goal") || json_object_get(o->set, "rounds")
               ? "--goal and --rounds belong to --edition hundred (A1.goal, A1.rounds)"
               : NULL;
}

enum { CARDS_MAX_BYTES = 1 << 20 };

/* Returns the whole file, or NULL with *why set. Reads at most one byte more than allowed, which is
 * enough to refuse the file. The caller frees it. The text is not terminated by a zero. */
static char *read_whole(const char *path, size_t *n, const char **why)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(CARDS_MAX_BYTES + 1) : NULL;
    *n = text ? fread(text, 1, CARDS_MAX_BYTES + 1, f) : 0;
    if (!text || ferror(f))
        *why = strerror(errno);
    else if (*n > CARDS_MAX_BYTES)
        *why = "it is over 1 MiB, the limit for cards files";
    else
        *why = NULL;
    if (f)
        fclose(f);
    if (*why) {
        free(text);
        return NULL;
    }
    return text;
}

int arcane_cards_read(void *state, const char *path, FILE *complaints)
{
    struct refusal why;
    const char *reason;
    size_t n;
    char *text = read_whole(path, &n, &reason);
    if (!text) {
        fprintf(complaints,
                "charlatan play: --cards '%s': %s. Give the path of a JSON file;\n"
                "'charlatan rules A13' describes its content.\n",
                path, reason);
        return -1;
    }
    int result = arcane_read_cards_text(state, text, n, &why);
    free(text);
    if (result < 0)
        fprintf(complaints,
                "charlatan play: --cards '%s': %s (%s)\n"
                "Correct that line; 'charlatan rules A13' lists the keys and their ranges.\n",
                path, why.message, why.rule);
    return result;
}
