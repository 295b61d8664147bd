/* Checks what a server says: answers of HTTP to requests that were sent, frames of a WebSocket
 * after a right handshake. It notes what a client has to know to go on. */
#ifndef CHARLATAN_FUZZ_SOCKET_EAR_H
#define CHARLATAN_FUZZ_SOCKET_EAR_H

#include "fuzz/socket/reader.h"

enum { ID = 16, TOKEN = 32, KNOWN = 8, ACTION = 80 };

struct line;

/* What a client knows of a server, and of what a socket was told. */
struct known {
    char id[KNOWN][ID + 1], token[KNOWN][TOKEN + 1];
    int ids, tokens;
};

struct ear {
    /* How far it has heard, and how many answers there were. */
    size_t at;
    int answers;
    /* The status of the last answer. */
    int status;
    int in_socket, said_goodbye;
    /* The open question, or 0, and its first answer; the last event; the last request that was
     * carried out or refused; whether the game is over. */
    long long asked, n, done;
    char action[ACTION];
    int over;
    /* Messages of the socket so far, pongs included. */
    uint64_t messages;
};

/* What is known of the server of a line. */
struct known *known_of(const struct line *l);
void ear_hear(struct line *l);
void ear_forget(struct ear *e);
/* Says how much was heard. */
void ear_tell(void);
/* Whether answers and messages of all kinds were among it: what was said has reached the
 * servers. */
int ear_has_heard_much(void);

#endif
