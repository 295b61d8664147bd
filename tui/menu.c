/* Making and searching menus; see menu.h. */
#include "tui/menu.h"

#include <string.h>

#include "tui/screen_picture.h"

/* `ordinal` stays set only if no answer has a label of its own. */
static void add_choice(const struct board_showing *s, struct menu *m, int answer)
{
    const struct face *face = s->face;
    struct menu_choice *c = &m->at[m->n++];
    c->answer = answer;
    c->label = face->label(s, answer);
    c->letter = face->pictures->letter(s, answer);
    face->game->action_name(s->view, s->viewer, answer, c->name);
    face->board->answer(s, answer, c->words);
    if (c->label >= 0)
        m->ordinal = 0;
    else
        c->label = m->n;
}

/* The order of the list: what the game puts first, then the rules' own numbers. It depends on the
 * view alone, so the numbers people type stay the same while a question is open. */
void menu_make(const struct board_showing *s, struct menu *m)
{
    uint64_t answers = s->viewer < 0 ? 0 : s->face->game->legal(s->view, s->viewer);
    m->n = m->again = 0;
    m->ordinal = 1;
    while (answers) {
        int next = s->face->leads ? s->face->leads(s, answers) : -1;
        if (next < 0)
            next = bit_lowest(answers);
        add_choice(s, m, next);
        answers &= ~(UINT64_C(1) << next);
    }
}

/* A game may name an answer that is not offered; then the first one is usual. */
int menu_usual(const struct board_showing *s, const struct menu *m)
{
    int usual = m->n ? s->face->pictures->usual(s) : USUAL_NONE;
    for (int i = 0; i < m->n; i++)
        if (m->at[i].answer == usual)
            return i;
    return usual == USUAL_NONE ? -1 : 0;
}

int menu_of_answer(const struct menu *m, int answer)
{
    for (int i = 0; i < m->n; i++)
        if (m->at[i].answer == answer)
            return i;
    return -1;
}

int menu_of_action(const struct menu *m, const char *name)
{
    for (int i = 0; i < m->n; i++)
        if (!strcmp(m->at[i].name, name))
            return i;
    return -1;
}
