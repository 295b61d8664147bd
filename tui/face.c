/* Which face a game has, and what seats are called. */
#include "tui/face.h"

#include <string.h>

static const struct face *const faces[] = {&arcane_face, &quacks_face, NULL};

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

const char *given_name(int seat)
{
    static const char *const given[MAX_SEATS] = {"Ada", "Berta", "Cyril", "Dora", "Emil", "Flora"};
    return given[seat];
}

char *seat_label(const struct screen *s, int seat, char buf[LABEL_MAX])
{
    const char *level = s->levels[seat];
    snprintf(buf, LABEL_MAX, *level ? "%s (%s)" : "%s%s", s->names[seat], level);
    return buf;
}
