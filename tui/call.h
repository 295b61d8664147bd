/* The address of a server's table, and blocking HTTP requests to the server (docs/api.md,
 * "HTTP"). */
#ifndef CHARLATAN_TUI_CALL_H
#define CHARLATAN_TUI_CALL_H

#include <stddef.h>

#include "wire/url.h"

/* Lengths without the final zero, as the server makes them; CALL_MS is the usual limit of a
 * request, from the lookup of the name to the end of the answer. */
enum { ADDRESS_ID = 16, ADDRESS_TOKEN = 32, CALL_MS = 8000 };

/* What a link says. After a failed address_read it must not be used. */
struct call_address {
    struct url url;
    /* The table's id. */
    char id[ADDRESS_ID + 1];
    /* The seat's token; "" if the link has none. */
    char token[ADDRESS_TOKEN + 1];
    /* The secret of a private link to a seat, or "". */
    char secret[ADDRESS_TOKEN + 1];
    /* How long to wait for an answer; 0: CALL_MS. */
    int ms;
};

/* Reads a link http(s)://HOST[:PORT]/#t/ID, which may end with a token: /TOKEN or ?token=TOKEN; or
 * a private link to a seat, http(s)://HOST[:PORT]/#s/ID/SECRET. Returns NULL, or what is wrong. The
 * message is a constant, in words that follow "--join '…': ". */
const char *address_read(const char *text, struct call_address *to);
/* Whether a text, which may be NULL, is the id of a table or a token. Servers name both, and they
 * become parts of paths, files and lines on the terminal. */
int address_is_id(const char *text);
int address_is_token(const char *text);
struct call_reply {
    /* 0 if the server did not answer; `text` then says why, in a clause about the server. */
    int status;
    /* Zero-terminated; the caller frees it. */
    char *text;
    size_t n;
};

/* `token` and `body` may be NULL. Waits for at most a->ms, so no loop that serves a screen calls it
 * except at the beginning and the end of a game. `path` begins with a slash. `to` need not be
 * initialised. Redirects are not followed: their status is returned. */
void call_server(const struct call_address *a, const char *method, const char *path,
                 const char *token, const char *body, struct call_reply *to);

#endif
