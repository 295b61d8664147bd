/* Command lines: rows of options, one reader for all commands, one set of messages, exit
 * statuses.
 *
 * A command describes itself in a struct args. args_read fills the command's own struct from the
 * rows, prints help where it is asked for, and says what is wrong. */
#ifndef CHARLATAN_ARGS_H
#define CHARLATAN_ARGS_H

#include <stddef.h>
#include <stdint.h>

/* STATUS_FAILED: the world or a check failed. STATUS_USAGE: the command line or an input file is
 * unusable. */
enum { STATUS_FINE = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_INTERRUPTED = 130 };

/* What an option's value is, and the type of the field it goes to. */
enum arg_kind {
    /* No option: a line of the help between options. */
    ARG_HEADING,
    /* No value; an int becomes 1. */
    ARG_FLAG,
    /* A const char *. */
    ARG_TEXT,
    /* A whole number from least to most, an int. */
    ARG_WHOLE,
    /* The same, a long long. */
    ARG_COUNT,
    /* A number from least to most, a double. */
    ARG_REAL,
    /* One of several words; its place in the list, an int. */
    ARG_CHOICE,
    /* Whatever `read` makes of it. */
    ARG_CALL
};

struct arg {
    /* Without dashes; NULL ends the rows. */
    const char *name;
    /* What the help calls the value; NULL where there is none. */
    const char *value;
    enum arg_kind kind;
    /* The field's place in the command's struct. */
    size_t at;
    double least, most;
    /* ARG_CHOICE: ends with NULL. */
    const char *const *words;
    /* ARG_CALL: NULL, or what to write instead, as a sentence without its full stop. `to` is the
     * command's struct. */
    const char *(*read)(void *to, const struct arg *row, const char *value);
    /* Lines end with \n, the last one does not; NULL: the option is not for people. */
    const char *help;
};

/* Rows: the option, what its value is called, the field it goes to, bounds, the help. */
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
    /* The help: what stands before the options and behind them. */
    const char *head, *foot;
    /* The column at which the options' help begins. */
    int column;
    const struct arg *rows;
    /* Prints another page instead where the command has several; returns 0 for the usual one.
     * May be NULL. */
    int (*help)(const struct args *a, int argc, char **argv);
};

/* Fills `to`; `*rest` are the words that are no options, NULL at their end. -1, or the exit
 * status where there is nothing more to do. `given` (may be NULL) has a bit for each row whose
 * option was given. */
int args_read(const struct args *a, int argc, char **argv, void *to, char ***rest, uint64_t *given);

/* For `read`: a number within the row's bounds. NULL, or what to write instead. */
const char *args_read_number(const struct arg *row, const char *text, double *to);

/* "charlatan COMMAND: WHAT 'VALUE': INSTEAD." on standard error, without the value where it is
 * NULL and with one full stop. Returns STATUS_USAGE. */
int args_complain(const char *command, const char *what, const char *value, const char *instead);
/* A sentence alone, with one full stop. Returns `status`. */
int args_say(const char *command, int status, const char *sentence);
/* "charlatan COMMAND: PATH: the reason in errno." Returns `status`. */
int args_say_file(const char *command, int status, const char *path);

void args_print_help(const struct args *a);
void args_print_rows(const struct arg *rows, int column);

/* The status of a command that has printed all it has to say; STATUS_FAILED, with the reason,
 * where standard output could not take it. cli/main.c calls it for all commands. `command` may
 * be "". */
int args_end(const char *command, int status);

#endif
