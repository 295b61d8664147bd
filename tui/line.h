/* The socket to a server's table, on a thread of its own. It comes back by itself when it is lost, a little later
 * each time. What came is taken in the table's thread. */
#ifndef CHARLATAN_TUI_LINE_H
#define CHARLATAN_TUI_LINE_H

#include "tui/call.h"

struct line;

enum line_kind { LINE_UP, LINE_DOWN, LINE_TEXT }; /* connected; lost, or not to be had; a message */

struct line_message {
    struct line_message *next;
    int kind;
    size_t n;
    char text[]; /* ends with a zero byte; of LINE_DOWN the reason, or "" */
};

/* Adds one to the counter `wake` (an eventfd) when something came. */
struct line *line_open(const struct address *a, int wake);
void line_close(struct line *l);
void line_send(struct line *l, const char *text, size_t n); /* lost where there is no connection */
struct line_message *line_take(struct line *l);             /* to be freed; NULL: nothing came */
void line_rest(struct line *l);                             /* does not come back any more */

#endif
