/* The socket to a server's table, on a thread of its own. It comes back by itself when it is
 * lost, a little later each time. What came is taken in the table's thread. */
#ifndef CHARLATAN_TUI_LINE_H
#define CHARLATAN_TUI_LINE_H

#include "tui/call.h"

struct line;

/* Connected; lost, or not to be had; a message. */
enum line_kind { LINE_UP, LINE_DOWN, LINE_TEXT };

struct line_message {
    struct line_message *next;
    int kind;
    size_t n;
    /* Ends with a zero byte; of LINE_DOWN the reason, or "". */
    char text[];
};

/* Adds one to the counter `wake` (an eventfd) when something came. */
struct line *line_open(const struct address *a, int wake);
void line_close(struct line *l);
/* What is sent without a connection is lost. */
void line_send(struct line *l, const char *text, size_t n);
/* The next message, to be freed; NULL where none came. */
struct line_message *line_take(struct line *l);
/* Makes it stay away once it is lost. */
void line_rest(struct line *l);

#endif
