/* What the transport reads in the heads of requests. */
#ifndef CHARLATAN_SERVER_HEADS_H
#define CHARLATAN_SERVER_HEADS_H

#include <libwebsockets.h>

#include "server/transport.h"

/* Copies a header; "" if it is missing or too long. */
void head_copy(struct lws *wsi, char *to, size_t room, enum lws_token_indexes which);
/* HEAD is a GET with `head_only`. */
enum http_method head_method(struct lws *wsi, int *head_only);
void head_args(struct lws *wsi, char args[HTTP_ARGS]);
/* The token after `Authorization: Bearer`, or "". */
void head_token(struct lws *wsi, char *token, size_t room);
/* Whether the client accepts gzip; gzip;q=0 means no. */
int head_takes_gzip(struct lws *wsi);

/* ---- headers.c ---- */

/* Adds the headers of an answer, besides its length and type. Nonzero: they do not fit. */
int http_add_headers(struct http *h, unsigned char **p, unsigned char *end);

#endif
