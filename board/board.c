/* Finds a game's board, and names seats on it. */
#include "board/board.h"

#include <stdio.h>

/* The list is short, and callers keep what they have found. */
const struct board *board_of(const struct game *g)
{
    static const struct board *const boards[] = {
#define BOARD(x) &x##_board,
#include "games/games.def"
        NULL};
    const struct board *const *at = boards;
    while (*at && (*at)->game != g)
        at++;
    return *at;
}

/* How much of a name fits its columns without cutting a character in half. Returns bytes. Counts
 * characters and not columns, so that wide ones still take more room than they were given. Bytes
 * 10xxxxxx belong to the character before them. */
static size_t fitting(const char *name, size_t room)
{
    size_t n = 0, shown = 0;
    while (name[n] && (shown < room || ((unsigned char)name[n] & 0xc0) == 0x80))
        shown += ((unsigned char)name[n++] & 0xc0) != 0x80;
    return n;
}

/* With its mark a name takes a column more than without: 6, and " (you)". */
char *board_name(const char *name, int own, char buf[BOARD_NAME_BYTES])
{
    int n = (int)fitting(name, own ? BOARD_NAME - 5 : BOARD_NAME);
    snprintf(buf, BOARD_NAME_BYTES, "%.*s%s", n, name, own ? " (you)" : "");
    return buf;
}

char *seat_label(const struct board_showing *s, int seat, char buf[LABEL_MAX])
{
    const char *level = s->levels[seat];
    /* Seats of people have no level. */
    snprintf(buf, LABEL_MAX, *level ? "%s (%s)" : "%s%s", s->names[seat], level);
    return buf;
}
