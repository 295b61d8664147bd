/* Reads the command lines of all commands: rows of options, messages and exit statuses.
 *
 * A command describes itself in a struct args. args_read fills the command's own struct from the
 * rows, prints help if asked, and reports errors. */
#ifndef CHARLATAN_ARGS_H
#define CHARLATAN_ARGS_H

#include <stddef.h>
#include <stdint.h>

/* STATUS_FAILED: the system or a check failed. STATUS_USAGE: the command line or an input file is
 * unusable. */
enum { STATUS_FINE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

/* The kind of an option's value, and the type of its field. */
enum arg_kind {
    /* Not an option: a line of the help between options. */
    ARG_HEADING,
    /* Without a value; sets an int to 1. */
    ARG_FLAG,
    /* A const char *. */
    ARG_TEXT,
    /* A whole number from least to most, an int. */
    ARG_WHOLE,
    /* The same, a long long. */
    ARG_COUNT,
    /* A number from least to most, a double. */
    ARG_REAL,
    /* One of several words; stores its index in the list, an int. */
    ARG_CHOICE,
    /* Read by the row's own function `read`. */
    ARG_CALL
};

struct arg {
    /* Without dashes; NULL ends the rows. */
    const char *name;
    /* The name of the value in the help; NULL if the option has none. */
    const char *value;
    enum arg_kind kind;
    /* The offset of the field in the command's struct. */
    size_t at;
    double least, most;
    /* ARG_CHOICE: ends with NULL. */
    const char *const *words;
    /* ARG_CALL: returns NULL, or what to write instead, as a sentence without its full stop. `to`
     * is the command's struct. */
    const char *(*read)(void *to, const struct arg *row, const char *value);
    /* Lines are separated by \n. NULL: the option is not shown in the help. */
    const char *help;
};

/* Macros for rows: the option, the name of its value, its field, bounds, the help. */
#define ARGS_HEADING(text)                                                                         \
    {                                                                                              \
        .name = text, .kind = ARG_HEADING                                                          \
    }
#define ARGS_FLAG(option, type, field, told)                                                       \
    {                                                                                              \
        .name = option, .kind = ARG_FLAG, .at = offsetof(type, field), .help = told                \
    }
#define ARGS_TEXT(option, called, type, field, told)                                               \
    {                                                                                              \
        .name = option, .value = called, .kind = ARG_TEXT, .at = offsetof(type, field),            \
        .help = told                                                                               \
    }
#define ARGS_NUMBER(number, option, called, type, field, from, to, told)                           \
    {                                                                                              \
        .name = option, .value = called, .kind = number, .at = offsetof(type, field),              \
        .least = from, .most = to, .help = told                                                    \
    }
#define ARGS_CHOICE(option, called, type, field, list, told)                                       \
    {                                                                                              \
        .name = option, .value = called, .kind = ARG_CHOICE, .at = offsetof(type, field),          \
        .words = list, .help = told                                                                \
    }
#define ARGS_CALL(option, called, reader, from, to, told)                                          \
    {                                                                                              \
        .name = option, .value = called, .kind = ARG_CALL, .read = reader, .least = from,          \
        .most = to, .help = told                                                                   \
    }
/* ARG_CALL without a value. */
#define ARGS_SWITCH(option, reader, told)                                                          \
    {                                                                                              \
        .name = option, .kind = ARG_CALL, .read = reader, .help = told                             \
    }

enum { ARGS_MAX = 48 };

struct args {
    const char *command;
    /* The help before the options and after them. */
    const char *head, *foot;
    /* The column at which the options' help begins. */
    int column;
    const struct arg *rows;
    /* For commands with several pages of help: prints another page, or returns 0 for the default
     * one. May be NULL. */
    int (*help)(const struct args *a, int argc, char **argv);
};

/* Fills `to`; `*rest` are the words that are not options, ended by NULL. Returns -1, or the exit
 * status if there is nothing more to do. `given` (may be NULL) gets a bit for each row whose option
 * was given. */
int args_read(const struct args *a, int argc, char **argv, void *to, char ***rest, uint64_t *given);

/* For `read`: reads a number within the row's bounds. Returns NULL, or what to write instead. */
const char *args_read_number(const struct arg *row, const char *text, double *to);

/* Prints "charlatan COMMAND: WHAT 'VALUE': INSTEAD." on standard error, without the value if it is
 * NULL, and with one full stop. Returns STATUS_USAGE. */
int args_complain(const char *command, const char *what, const char *value, const char *instead);
/* Prints a sentence with one full stop. Returns `status`. */
int args_say(const char *command, int status, const char *sentence);
/* Prints "charlatan COMMAND: PATH: the reason in errno." Returns `status`. */
int args_say_file(const char *command, int status, const char *path);

void args_print_help(const struct args *a);
void args_print_rows(const struct arg *rows, int column);

/* Flushes standard output and keeps the reason of the first failure for args_end. Returns 0, or -1
 * if something was lost. For commands that flush before their end or print more than fits into the
 * buffer; to be called right after printing, while errno is that of the failure. */
int args_flush(void);
/* Called by cli/main.c at the end of every command. Returns the command's status, or prints the
 * reason and returns STATUS_FAILED if standard output could not be written. `command` may be "". */
int args_end(const char *command, int status);

#endif
