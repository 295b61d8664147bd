/* A server's address, and requests to it that are waited for (docs/api.md, "HTTP"). */
#ifndef CHARLATAN_TUI_CALL_H
#define CHARLATAN_TUI_CALL_H

#include <stddef.h>

enum { ADDRESS_HOST = 200, ADDRESS_ID = 16, ADDRESS_TOKEN = 32, CALL_MS = 8000 };

struct address {
    char host[ADDRESS_HOST + 1];
    int port, tls;
    /* Of a table. */
    char id[ADDRESS_ID + 1];
    /* Of a seat; "": none was given. */
    char token[ADDRESS_TOKEN + 1];
};

/* http(s)://HOST[:PORT]/#t/ID, where a token may follow: /TOKEN, or ?token=TOKEN. NULL, or what
 * is wrong. */
const char *address_read(const char *url, struct address *to);
/* "http://host:port", and "host:port" as the header Host has it. Both return buf. */
char *address_origin(const struct address *a, char buf[ADDRESS_HOST + 24]);
char *address_host(const struct address *a, char buf[ADDRESS_HOST + 24]);

struct reply {
    /* 0: the server did not answer, and `text` says why. */
    int status;
    /* To be freed; ends with a zero byte. */
    char *text;
    size_t n;
};

/* token, body: NULL where there is none. */
void call_server(const struct address *a, const char *method, const char *path, const char *token,
                 const char *body, struct reply *to);

#endif
