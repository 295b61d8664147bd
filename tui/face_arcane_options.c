/* Options of Arcane Alley on the command line, and the reader of --cards FILE (A13). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "games/arcane/cards.h"
#include "tui/face_arcane.h"

const struct arg arcane_options[] = {
    ARGS_CALL("edition", "NAME", face_set_text, 0, 0, "three or hundred (three)"),
    ARGS_CALL("goal", "N", face_set_number, 100, 300, "hundred: 100, 200 or 300 gold"),
    ARGS_CALL("rounds", "N", face_set_number, 1, MAX_ROUNDS,
              "hundred: play N rounds instead, 1 to 50"),
    ARGS_SWITCH("market", face_set_true, "play with the Market"),
    ARGS_CALL("wizards", "WHICH", face_set_text, 0, 0, "none or random (none); edition three only"),
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
 * enough to refuse the file. */
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
