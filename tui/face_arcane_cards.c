/* --cards FILE: a cards file (A13) for a game of Arcane Alley in the terminal. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "games/arcane/json.h"
#include "tui/face_arcane.h"

enum { CARDS_MAX_BYTES = 1 << 20 };

/* The whole file, or NULL with *why set. One byte more than allowed is enough to refuse it. */
static char *read_whole(const char *path, size_t *n, const char **why)
{
    FILE *f = fopen(path, "rb");
    char *text = f ? malloc(CARDS_MAX_BYTES + 1) : NULL;
    *n = text ? fread(text, 1, CARDS_MAX_BYTES + 1, f) : 0;
    if (!text || ferror(f))
        *why = strerror(errno);
    else if (*n > CARDS_MAX_BYTES)
        *why = "it is over 1 MiB, which no cards file needs";
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

int arcane_cards_read(struct arcane_state *state, const char *path, FILE *complaints)
{
    struct refusal why;
    const char *reason;
    size_t n;
    char *text = read_whole(path, &n, &reason);
    if (!text) {
        fprintf(complaints,
                "charlatan play: --cards '%s': %s. Give the path of a JSON file;\n"
                "'charlatan rules A13' says what is in it.\n",
                path, reason);
        return -1;
    }
    int result = arcane_read_cards_text(state, text, n, &why);
    free(text);
    if (result < 0)
        fprintf(complaints,
                "charlatan play: --cards '%s': %s (%s)\n"
                "Mend that line; 'charlatan rules A13' has the keys and their ranges.\n",
                path, why.message, why.rule);
    return result;
}
