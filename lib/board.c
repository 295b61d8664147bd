/* A position as the terminal prints it. */
#include "lib/inside.h"
#include "board/board.h"
#include "board/page.h"
#include "engine/view.h"
#include "wire/refuse.h"

/* What board_showing points into; it must outlive the page. */
struct board_sight {
    struct view view;
    char name[MAX_SEATS][BOARD_NAME_BYTES];
    const char *names[MAX_SEATS], *levels[MAX_SEATS];
    struct board_showing s;
};

/* A referee looks on and is shown the state itself. All others are shown their view. Levels are
 * empty: the library does not know who plays. */
static void look(struct board_sight *to, const charlatan_state *state, int viewer,
                 const char *const *names)
{
    const struct session *s = &state->now;
    char seats[MAX_SEATS][LIB_SEAT];
    const char *given[MAX_SEATS];
    lib_names(state, names, seats, given);
    if (viewer == REFEREE)
        memcpy(to->view.bytes, s->state, sizeof to->view.bytes);
    else
        view_take(&to->view, s->game, s->state, viewer);
    for (int seat = 0; seat < s->game->players(s->state); seat++) {
        to->names[seat] = board_name(given[seat], seat == viewer, to->name[seat]);
        to->levels[seat] = "";
    }
    to->s = (struct board_showing){.view = to->view.bytes,
                                   .viewer = viewer == REFEREE ? SPECTATOR : viewer,
                                   .names = to->names,
                                   .levels = to->levels};
}

/* As the terminal asks, but every answer has the number of its action. */
static void print_question(const struct board *board, const struct board_showing *s,
                           const int32_t action[ANSWERS_MAX], int n)
{
    char text[MAX_SENTENCE], words[ANSWERS_MAX][WORDS_MAX];
    const char *lines[ANSWERS_MAX];
    page_char('\n');
    page_fold(board->question(s, text), 0, 2);
    for (int i = 0; i < n; i++)
        lines[i] =
            board->answer(s, lib_answer_of(board->game, s->view, s->viewer, action[i]), words[i]);
    page_answers(action, lines, n);
}

/* Writes onto the page that is begun. After the end comes the standing; a spectator is asked
 * nothing. */
static void print(const struct board *board, const charlatan_state *state,
                  const struct board_showing *s)
{
    int32_t action[ANSWERS_MAX];
    size_t n = 0;
    board->print(s);
    if (!board->game->active(s->view))
        board->standing(s);
    else if (s->viewer != SPECTATOR)
        charlatan_state_legal(state, s->viewer, action, &n, NULL);
    if (n)
        print_question(board, s, action, (int)n);
}

/* The page without the empty line before it and the end of its last line. The text is the caller's
 * to free; the page is over. */
static char *taken(void)
{
    char *text = page_end();
    size_t n = strlen(text), from = strspn(text, "\n");
    while (n > from && text[n - 1] == '\n')
        n--;
    memmove(text, text + from, n - from);
    text[n - from] = 0;
    return text;
}

/* Names are checked like those of records: they end up on somebody's terminal. */
int charlatan_state_board(const charlatan_state *state, int viewer, const char *const *names,
                          char **text, charlatan_error *error)
{
    /* A view and a few names: small enough for the stack. */
    struct board_sight sight;
    struct refusal why;
    int code = lib_viewer(state, viewer, error);
    if (code || !text)
        return code ? code : lib_missing(error, "text");
    const struct board *board = board_of(state->now.game);
    if (!board) {
        because(&why, ROW(no_board), state->now.game->name);
        return lib_refuse(error, CODE_BAD_REQUEST, &why);
    }
    code = lib_check_names(state, names, error);
    if (code)
        return code;
    look(&sight, state, viewer, names);
    page_begin(PAGE_WIDTH);
    print(board, state, &sight.s);
    *text = taken();
    return lib_fine(error);
}
