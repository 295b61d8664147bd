/* The commands of charlatan. Each is a main of its own: argv[0] is the command's name, what follows
 * are its arguments, and it returns the program's exit status. */
#ifndef CHARLATAN_CLI_H
#define CHARLATAN_CLI_H

#include <stdio.h>

enum { STATUS_FINE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

int engine_main(int argc, char **argv);
int rules_main(int argc, char **argv);
int play_main(int argc, char **argv);
int odds_main(int argc, char **argv);
int bench_main(int argc, char **argv);
int sim_main(int argc, char **argv);
int replay_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int serve_main(int argc, char **argv);
int load_main(int argc, char **argv);

/* Prints what the rules say of `query`, as `charlatan rules QUERY` does; what is wrong with the
 * query goes to `complaints`. Returns an exit status. */
int rules_show(const char *query, FILE *complaints);

#endif
