/* Making and searching menus; see menu.h. */
#include "tui/menu.h"

#include <string.h>

#include "tui/screen.h"

void menu_make(const struct showing *s, struct menu *m)
{
    const struct face *face = s->face;
    uint64_t answers = s->viewer < 0 ? 0 : face->game->legal(s->view, s->viewer);
    m->n = m->again = 0;
    m->ordinal = 1;
    for (; answers; answers &= answers - 1) {
        struct choice *c = &m->at[m->n++];
        c->answer = bit_lowest(answers);
        c->label = face->label(s, c->answer);
        c->letter = face->pictures->letter(s, c->answer);
        face->game->action_name(s->view, s->viewer, c->answer, c->name);
        face->answer(s, c->answer, c->words);
        if (c->label >= 0)
            m->ordinal = 0;
        else
            c->label = m->n;
    }
}

int menu_of_action(const struct menu *m, const char *name)
{
    for (int i = 0; i < m->n; i++)
        if (!strcmp(m->at[i].name, name))
            return i;
    return -1;
}
