/* The observations of a game as a page and as JSON, for `charlatan rules --observations`. */
#ifndef CHARLATAN_CLI_OBSERVATIONS_H
#define CHARLATAN_CLI_OBSERVATIONS_H

/* Prints docs/observations.md, or only the part of one game. Returns an exit status. */
int observations_print(const char *game);
/* Prints rows and actions as one JSON object: all games that have them, or one. */
int observations_print_json(const char *game);

#endif
