/* Finds a game's face, reads game options, and names seats. */
#include "tui/face.h"

#include <string.h>

static const struct face *const faces[] = {
#define FACE(x) &x##_face,
#include "games/games.def"
    NULL};

/* `index` must not go past the NULL at the end. */
const struct face *face_at(int index)
{
    return faces[index];
}

/* `link` stands before the last name. A list longer than FACE_NAMES would be cut. */
char *face_names(const char *link, char buf[FACE_NAMES])
{
    int n = 0;
    for (int i = 0; faces[i] && n < FACE_NAMES; i++) {
        char last[16];
        snprintf(last, sizeof last, " %s ", link);
        n += snprintf(buf + n, (size_t)(FACE_NAMES - n), "%s%s",
                      !i             ? ""
                      : faces[i + 1] ? ", "
                                     : last,
                      faces[i]->game->name);
    }
    return buf;
}

const struct face *face_of(const struct game *g)
{
    for (int i = 0; faces[i]; i++)
        if (faces[i]->game == g)
            return faces[i];
    return NULL;
}

const struct face *face_by_name(const char *name)
{
    for (int i = 0; faces[i]; i++)
        if (!strcmp(name, faces[i]->game->name))
            return faces[i];
    return NULL;
}

/* ---- options ---- */

/* Options have dashes on the command line and underscores in the protocol. Takes over the reference
 * to `value`. Returns NULL, or what to complain about: a text that is no UTF-8 makes no JSON
 * string, which is NULL here. */
static const char *set(void *to, const struct arg *row, json_t *value)
{
    struct face_options *o = to;
    char key[40];
    snprintf(key, sizeof key, "%s", row->name);
    for (char *p = key; (p = strchr(p, '-'));)
        *p = '_';
    return json_object_set_new(o->set, key, value) < 0 ? "give plain text" : NULL;
}

const char *face_set_text(void *to, const struct arg *row, const char *value)
{
    return set(to, row, json_string(value));
}

/* Numbers of options are whole; the row's own kind is a function, so a copy of the row says what to
 * read. */
const char *face_set_number(void *to, const struct arg *row, const char *value)
{
    struct arg whole = *row;
    double number;
    whole.kind = ARG_WHOLE;
    const char *wrong = args_read_number(&whole, value, &number);
    return wrong ? wrong : set(to, row, json_integer((json_int_t)number));
}

const char *face_set_true(void *to, const struct arg *row, const char *value)
{
    (void)value;
    return set(to, row, json_true());
}

/* ---- seats ---- */

/* Constants; seat must be below MAX_SEATS. */
const char *given_name(int seat)
{
    static const char *const given[MAX_SEATS] = {"Ada", "Berta", "Cyril", "Dora", "Emil", "Flora"};
    return given[seat];
}
