/* Games and seats to return to: the unfinished local games, and the seats held at servers. */
#ifndef CHARLATAN_TUI_CLIENT_SAVED_H
#define CHARLATAN_TUI_CLIENT_SAVED_H

#include "match/match.h"
#include "tui/client.h"

struct game;

enum { SAVED_WORDS = 160, SAVED_SHORT = 6 };

/* An unfinished local game of people. */
struct client_saved {
    char id[MATCH_ID + 1];
    const struct game *game;
    /* When it was played last, in milliseconds since 1970. */
    int64_t touched;
    /* Another program has it open. */
    int open;
    /* How far it is and who plays, such as "turn 4 of 9, 12 points; Wanda". */
    char words[SAVED_WORDS];
};

/* A list of them, the one played last first. */
struct client_saves {
    int n;
    struct client_saved *at;
};

/* Lists the unfinished games: of the given game, or of all if it is NULL. Returns 0, or -1 with a
 * sentence. Free the list with client_free_saved in any case. */
int client_list_saved(const struct game *game, const char *folder, struct client_saves *to,
                      char why[CLIENT_TEXT]);
/* Frees what client_list_saved filled in, also after it has failed. */
void client_free_saved(struct client_saves *list);

/* The tables at servers where a seat is held, as links without their tokens, at most so many, the
 * latest last. Returns how many. */
int client_list_seats(const char *folder, char url[][CLIENT_URL], int most);

/* What a server says of a table in that list (seats.c): it goes on, it is over, there is no
 * such table; or the server is silent. Seats are kept in any case: the server may come back. */
enum client_seat_news { SEAT_THERE, SEAT_OVER, SEAT_GONE, SEAT_SILENT };
/* The last server that was silent, which is not asked again; begins with zeros. */
struct client_silence {
    char origin[CLIENT_URL];
};
/* Asks the server of a link whether its table is still there, for a few seconds at most. A server
 * that does not answer is noted in `silent`. A link that cannot be read counts as there, so that
 * nobody deletes it for that. */
enum client_seat_news client_ask_seat(const char *url, struct client_silence *silent);

/* Short words for a time, such as "today 14:05" or "12 Nov". */
char *client_when(int64_t ms, char text[32]);

#endif
