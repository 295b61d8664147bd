/* Lines of the log about requests and sockets. */
#ifndef CHARLATAN_SERVER_REQUEST_LOG_H
#define CHARLATAN_SERVER_REQUEST_LOG_H

#include "server/http/http.h"
#include "server/http/peer.h"

/* A request has its answer. `now`: the loop's clock. */
void request_log_answer(const struct http *h, uint64_t now);
/* Once for each socket, and again when it is gone. */
void request_log_opened(const struct peer *p);
void request_log_closed(const struct peer *p);

#endif
