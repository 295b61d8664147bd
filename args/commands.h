/* The commands of charlatan. Each is a main of its own: argv[0] is the command's name, what
 * follows are its arguments, and it returns the program's exit status. */
#ifndef CHARLATAN_ARGS_COMMANDS_H
#define CHARLATAN_ARGS_COMMANDS_H

#define COMMAND(name, arguments, blurb) int name##_main(int argc, char **argv);
#include "args/commands.def"
#undef COMMAND

#endif
