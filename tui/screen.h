/* The full screen: a table drawn with a cursor and played with keys and the mouse.
 *
 * It has three layers. Pictures are drawn on a canvas by pure functions (screen_draw.c,
 * screen_arcane.c, screen_quacks.c). The desk is what the program remembers between two pictures
 * (screen.c, screen_keys.c, screen_page.c, screen_news.c). The terminal shows a canvas and reads
 * keys (screen_term.c). */
#ifndef CHARLATAN_TUI_SCREEN_H
#define CHARLATAN_TUI_SCREEN_H

#include <stdint.h>

struct client;

/* How the full screen begins. */
struct screen_options {
    /* The seed of a new game; NULL if it is random. */
    const uint8_t *seed;
};

/* Whether standard input and output are a terminal with a cursor. Says nothing about its size: a
 * small screen has its own picture. */
int screen_possible(void);
/* Plays until the game is over and no other is wanted, or until a person leaves. Returns an exit
 * status. */
int screen_play(struct client *t, const struct screen_options *o);

#endif
