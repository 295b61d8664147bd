/* A client is a table as a screen sees it: a local one (local.c: a match, bots on threads, every
 * move stored) or a server's (remote.c). A screen need not know which.
 *
 * A screen is one loop: it waits until the keyboard or client_fd is ready, calls client_poll until
 * there is no more news, draws, and answers. All functions must be called from that one thread;
 * the client handles its own threads and sockets. Only these functions wait: client_poll (for the
 * time given, and briefly for the disk; at the end of a server's game it fetches the record), the
 * functions that open a table, and client_rematch at a server.
 *
 * Promises:
 *   - News of a move comes only after the move is on the disk or at the server. So a program that
 *     is killed loses no move that anybody has seen.
 *   - A viewer gets nothing that the viewer may not know: views and events are redacted. If several
 *     people share the keyboard, each has a view of their own; the screen hides one before it shows
 *     the next (client_turn says who plays).
 *   - Changes happen in client_poll only. Between two calls, views, stories, seats and questions
 *     stay the same, and pointers into them stay valid.
 *   - A request that is not allowed is refused with a sentence and a rule, and changes nothing.
 *   - If the connection to the server is lost, requests are sent when it is back. */
#ifndef CHARLATAN_TUI_CLIENT_H
#define CHARLATAN_TUI_CLIENT_H

#include <stdint.h>
#include <stdio.h>

#include "engine/game.h"

struct client;
struct story;
struct view;

/* Bytes with the final zero: a sentence of news, a bot's specification, a path, a link. */
enum { CLIENT_TEXT = 400, CLIENT_BOT = 80, CLIENT_PATH = 1024, CLIENT_URL = 400 };

/* The rules that are played here. */
const struct game *client_game(const struct client *t);
/* A value of enum match_phase. */
int client_phase(const struct client *t);
/* How many seats the table has, also before the game begins. */
int client_players(const struct client *t);

/* What is known of a seat. No text is NULL. */
struct client_seat {
    /* Values of enum seat_kind and enum seat_away. */
    int kind, away;
    /* Played from this screen. */
    int mine;
    /* A person's own name, a bot's given name, "" for an empty seat. */
    const char *name;
    /* The bot that plays the seat, also in place of an absent person, such as "hard"; else "". */
    const char *bot;
    /* The bot's title, such as "the clairvoyant"; "" if it has none. */
    const char *title;
};
/* Fills in what is known of a seat; the texts are valid until the next poll. */
void client_seat(const struct client *t, int seat, struct client_seat *to);
/* The seats played from here; 0 for a spectator. */
uint32_t client_mine(const struct client *t);
/* Whether a server has the table; a local one is on this machine's disk. */
int client_is_remote(const struct client *t);
/* Whether odds and hints may be shown. */
int client_helps(const struct client *t);
/* Whether this person may start the game: at a table with a host, only the host may. */
int client_may_start(const struct client *t);
/* Whether the game is for practice: moves may be taken back past luck. */
int client_is_practice(const struct client *t);
/* The link that takes others to a server's table; "" for a local one. */
const char *client_url(const struct client *t);
/* Whether this program resumed an earlier game. */
int client_is_resumed(const struct client *t);
/* How many other unfinished games were stored when this one was opened. */
int client_kept(const struct client *t);
/* Prints how a saved game is continued. */
void client_print_kept(const struct client *t, FILE *to);

/* Fills in what a seat or a spectator may see. Returns 0, or -1 before the game starts and for
 * seats that are not ours. SPECTATOR is always allowed. */
int client_view(const struct client *t, int viewer, struct view *to);
/* All events so far, as the viewer may know them; other seats' viewers get the spectator's story.
 * An index means the same event for all viewers. A server's table has only the story of our own
 * seat. What happened before we joined comes with NEWS_PAST, unless the server keeps that back. */
const struct story *client_story(const struct client *t, int viewer);
/* The sentence of an event for a viewer, with the names at this table ("Berta draws an item."), and
 * its rule. */
char *client_sentence(const struct client *t, int viewer, const struct event *e,
                      char text[MAX_SENTENCE]);

/* A LOST connection is retried automatically. */
enum client_link { LINK_GOOD, LINK_LOST, LINK_GONE };
/* Always LINK_GOOD for a local table. */
int client_link(const struct client *t);

#endif
