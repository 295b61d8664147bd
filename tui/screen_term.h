/* The terminal of the full screen: shows a canvas, and reads keys, clicks and signals. */
#ifndef CHARLATAN_TUI_SCREEN_TERM_H
#define CHARLATAN_TUI_SCREEN_TERM_H

struct canvas;

/* Keys that are no character. */
enum screen_key {
    KEY_NOTHING = -1,
    KEY_ESCAPE = 27,
    KEY_CURSOR_UP = 0x200,
    KEY_CURSOR_DOWN,
    KEY_CURSOR_LEFT,
    KEY_CURSOR_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_FIRST,
    KEY_LAST,
    KEY_RUBOUT,
    /* term_click has the position. */
    KEY_CLICK,
    KEY_REDRAW
};

/* Takes the terminal over. Returns 0, or -1 if it does not support the full screen. */
int term_open(void);
/* Restores the terminal; may be called twice. */
void term_close(void);
/* Whether the terminal shows nothing but ASCII. */
int term_is_ascii(void);
/* The columns and rows it has now; they change while the program runs. */
void term_size(int *w, int *h);
/* Shows a canvas; writes only what differs from what is on the screen. The canvas must have the
 * size of the terminal. */
void term_show(const struct canvas *c);
/* Waits for a key, a signal, `fd` or the end of the time. `fd` below 0: no descriptor; a negative
 * time: no limit. Ctrl-Z and changes of size are handled here. */
void term_wait(int fd, int timeout_ms);
/* The next key, or KEY_NOTHING. */
int term_key(void);
/* The place of the last KEY_CLICK. */
void term_click(int *row, int *col);
/* The signal that ends the program (Ctrl-C, SIGTERM, a lost terminal), or 0. */
int term_ended(void);

#endif
