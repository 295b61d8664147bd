/* Which connections and bodies may come in (admission.c): functions of a transport_app, whose `arg`
 * is the server. */
#ifndef CHARLATAN_SERVER_ADMISSION_H
#define CHARLATAN_SERVER_ADMISSION_H

#include "server/http/http.h"

/* Counts the connection, unless it is shut. */
enum transport_door door_enter(void *server, const char *address);
/* Once for every connection that was not shut. */
void door_left(void *server, const char *address);
/* NULL, or why a body of n bytes is not read. What was let in is counted until door_body_gone. */
const struct refusal_row *door_body(void *server, const char *address, size_t n);
/* NULL, or why it gets no more memory than it has. */
const struct refusal_row *door_body_grows(void *server, size_t has, size_t more);
/* Gives back what both have counted: n bytes for the address, and the memory that it had. */
void door_body_gone(void *server, const char *address, size_t n, size_t had);

#endif
