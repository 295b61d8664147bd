/* What the lines of an input mean. */
#ifndef CHARLATAN_FUZZ_SOCKET_SCRIPT_H
#define CHARLATAN_FUZZ_SOCKET_SCRIPT_H

#include <stddef.h>

void script_begin(void);
void script_play(const char *at, size_t size);
/* Closes what an input has left open, once the servers have read it all. */
void script_end(void);
/* Leaves all connections as they are, and forgets them: the servers have ended. */
void script_drop(void);

#endif
