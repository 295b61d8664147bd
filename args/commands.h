/* The commands of charlatan. Each is like a main: argv[0] is the command's name, the rest are its
 * arguments, and it returns the exit status of the program. */
#ifndef CHARLATAN_ARGS_COMMANDS_H
#define CHARLATAN_ARGS_COMMANDS_H

#define COMMAND(name, arguments, blurb) int name##_main(int argc, char **argv);
#include "args/commands.def"
#undef COMMAND

#endif
