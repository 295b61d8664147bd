/* The socket to a server's table, on a thread of its own. A lost connection is retried
 * automatically, after a longer pause each time. The table's own thread takes the messages. */
#ifndef CHARLATAN_TUI_LINE_H
#define CHARLATAN_TUI_LINE_H

#include "tui/call.h"

struct line;

/* Connected; lost or refused; a message came. */
enum line_kind { LINE_UP, LINE_DOWN, LINE_TEXT };

struct line_message {
    struct line_message *next;
    int kind;
    size_t n;
    /* Zero-terminated; for LINE_DOWN the reason, or "". */
    char text[];
};

/* Adds one to the counter `wake` (an eventfd) when a message came. LINE_UP is the first message of
 * every connection, and LINE_DOWN follows every connection and every failed attempt. */
struct line *line_open(const struct call_address *a, int wake);
/* Ends the connection and the thread, waits for it, and frees the line. */
void line_close(struct line *l);
/* Without a connection the text is lost. So say hello after each LINE_UP, and send again what needs
 * an answer. */
void line_send(struct line *l, const char *text, size_t n);
/* The next message, which the caller frees; NULL if none came. Never waits. */
struct line_message *line_take(struct line *l);
/* Closes the connection and makes a new one at once: a server takes one hello a connection. */
void line_again(struct line *l);
/* Stops retries after the connection is lost. The present connection stays. */
void line_rest(struct line *l);

#endif
