/* The engine protocol as a library: it answers each line with one line. Used by `charlatan engine`
 * and by the fuzz harnesses. */
#ifndef CHARLATAN_CLI_ENGINE_H
#define CHARLATAN_CLI_ENGINE_H

#include <stddef.h>

struct engine;

/* A conversation without a game. Never NULL. */
struct engine *engine_open(void);
void engine_close(struct engine *e);
/* A line of more than 1 MiB is answered with `too-long`. n may be 0, and the line may hold any
 * bytes; its end is not part of it. */
void engine_answer(struct engine *e, const char *line, size_t n);
/* The answer to the last line, without a line end; valid until the next one. */
const char *engine_output(const struct engine *e);

#endif
