/* Reads command lines; see args.h. */
#include "args/args.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"

enum { FIRST_ROW = 256, INSTEAD_MAX = 200 };

/* ---- what is said ---- */

/* Sentences of the games and of bots end with a full stop, those of commands do not. */
static const char *stop_after(const char *sentence)
{
    size_t n = strlen(sentence);
    return n && strchr(".?!\n", sentence[n - 1]) ? "" : ".";
}

int args_say(const char *command, int status, const char *sentence)
{
    fprintf(stderr, "charlatan %s: %s%s\n", command, sentence, stop_after(sentence));
    return status;
}

int args_complain(const char *command, const char *what, const char *value, const char *instead)
{
    fprintf(stderr, "charlatan %s: %s", command, what);
    if (value)
        fprintf(stderr, " '%s'", value);
    fprintf(stderr, ": %s%s\n", instead, stop_after(instead));
    return STATUS_USAGE;
}

int args_say_file(const char *command, int status, const char *path)
{
    fprintf(stderr, "charlatan %s: %s: %s.\n", command, path, strerror(errno));
    return status;
}

/* Why standard output was lost, an errno; 0 if it was not, or if the reason is not known. */
static int lost;

/* A failed write empties the buffer, so that a later flush succeeds; only ferror tells then. */
int args_flush(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    lost = lost ? lost : errno;
    return -1;
}

/* An errno from before the last flush may be about something else. */
int args_end(const char *command, int status)
{
    errno = 0;
    if (args_flush() == 0)
        return status;
    fprintf(stderr, "charlatan%s%s: standard output cannot be written%s%s.\n", *command ? " " : "",
            command, lost ? ": " : "", lost ? strerror(lost) : "");
    return status == STATUS_FINE ? STATUS_FAILED : status;
}

/* ---- help ---- */

/* Further lines of the help begin at the same column as the first. */
static void print_row(const struct arg *row, int column)
{
    const char *line = row->help;
    int at = printf("  --%s%s%s", row->name, row->value ? " " : "", row->value ? row->value : "");
    for (;; line++) {
        int n = (int)strcspn(line, "\n");
        printf("%*s%.*s\n", at < column ? column - at : 1, "", n, line);
        line += n;
        at = 0;
        if (!*line)
            return;
    }
}

/* Rows without help are not shown. */
void args_print_rows(const struct arg *rows, int column)
{
    for (const struct arg *row = rows; row->name; row++) {
        if (row->kind == ARG_HEADING)
            puts(row->name);
        else if (row->help)
            print_row(row, column);
    }
}

void args_print_help(const struct args *a)
{
    fputs(a->head, stdout);
    args_print_rows(a->rows, a->column);
    if (a->foot)
        fputs(a->foot, stdout);
}

/* ---- values ---- */

/* The text is valid until the next call; one thread reads a command line. */
const char *args_read_number(const struct arg *row, const char *text, double *to)
{
    static char instead[INSTEAD_MAX];
    char *end;
    int whole = row->kind == ARG_WHOLE || row->kind == ARG_COUNT;
    errno = 0;
    /* A double can hold every bound and every whole number that an option takes. Words such as 0x10
     * and inf are refused. */
    *to = strtod(text, &end);
    snprintf(instead, sizeof instead, "give a %snumber from %.15g to %.15g", whole ? "whole " : "",
             row->least, row->most);
    if (errno || end == text || *end || text[strspn(text, "+-.0123456789eE")])
        return instead;
    if (!(*to >= row->least && *to <= row->most) || (whole && *to != (double)(long long)*to))
        return instead;
    return NULL;
}

/* *to is unchanged if no word fits. */
static const char *read_choice(const struct arg *row, const char *text, int *to)
{
    static char instead[INSTEAD_MAX];
    int n = snprintf(instead, sizeof instead, "give ");
    for (int i = 0; row->words[i]; i++) {
        if (strcmp(row->words[i], text) == 0) {
            *to = i;
            return NULL;
        }
        const char *link = !i ? "" : row->words[i + 1] ? ", " : " or ";
        n += snprintf(instead + n, sizeof instead - (size_t)n, "%s%s", link, row->words[i]);
    }
    return instead;
}

/* Returns NULL, or what to write instead. */
static const char *read_value(const struct arg *row, void *to, const char *text)
{
    char *field = (char *)to + row->at;
    double number = 0;
    const char *wrong = NULL;
    switch (row->kind) {
    case ARG_HEADING: break;
    case ARG_FLAG: *(int *)(void *)field = 1; break;
    case ARG_TEXT: *(const char **)(void *)field = text; break;
    case ARG_CHOICE: return read_choice(row, text, (int *)(void *)field);
    case ARG_CALL: return row->read(to, row, text);
    case ARG_WHOLE:
    case ARG_COUNT:
    case ARG_REAL: wrong = args_read_number(row, text, &number); break;
    }
    if (!wrong && row->kind == ARG_WHOLE)
        *(int *)(void *)field = (int)number;
    if (!wrong && row->kind == ARG_COUNT)
        *(long long *)(void *)field = (long long)number;
    if (!wrong && row->kind == ARG_REAL)
        *(double *)(void *)field = number;
    return wrong;
}

/* ---- the line ---- */

/* Option i has the number FIRST_ROW + i, above all letters; headings keep their number and are
 * skipped. */
static void options_of(const struct arg *rows, struct option to[ARGS_MAX + 2])
{
    int n = 0;
    for (int i = 0; rows[i].name; i++) {
        MUST(i < ARGS_MAX);
        if (rows[i].kind != ARG_HEADING)
            to[n++] = (struct option){rows[i].name, rows[i].value ? required_argument : no_argument,
                                      NULL, FIRST_ROW + i};
    }
    to[n++] = (struct option){"help", no_argument, NULL, 'h'};
    to[n] = (struct option){0};
}

/* STATUS_FINE, or STATUS_USAGE after a message. */
static int take(const struct args *a, int option, char **argv, void *to)
{
    if (option == ':')
        return args_complain(a->command, "option", argv[optind - 1],
                             "without its value; see --help");
    if (option == '?')
        return args_complain(a->command, "option", argv[optind - 1], "not known; see --help");
    const struct arg *row = &a->rows[option - FIRST_ROW];
    const char *wrong = read_value(row, to, optarg);
    char name[64];
    snprintf(name, sizeof name, "--%s", row->name);
    return wrong ? args_complain(a->command, name, optarg, wrong) : STATUS_FINE;
}

/* The first wrong option ends the reading; fields read before it are set. getopt may move the words
 * of argv that are no options to its end. */
int args_read(const struct args *a, int argc, char **argv, void *to, char ***rest, uint64_t *given)
{
    struct option options[ARGS_MAX + 2];
    int option;
    options_of(a->rows, options);
    opterr = 0;
    /* Restarts getopt, because a test may call several commands. */
    optind = 0;
    while ((option = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
        if (option == 'h') {
            if (!a->help || !a->help(a, argc, argv))
                args_print_help(a);
            return STATUS_FINE;
        }
        if (take(a, option, argv, to))
            return STATUS_USAGE;
        if (given)
            *given |= 1ull << (option - FIRST_ROW);
    }
    *rest = argv + optind;
    return -1;
}
