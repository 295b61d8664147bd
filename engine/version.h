/* The version of charlatan, the program. */
#ifndef CHARLATAN_ENGINE_VERSION_H
#define CHARLATAN_ENGINE_VERSION_H

#define CHARLATAN_VERSION "0.2.0"

/* The version of what docs/api.md says of sockets. It is raised when a client that knows only the
 * older one would show something wrong; such clients are turned away (server/people/guests.c). */
#define API_VERSION 2

#endif
