/* Shared by the files of `charlatan admin`. */
#ifndef CHARLATAN_CLI_ADMIN_H
#define CHARLATAN_CLI_ADMIN_H

#include <jansson.h>
#include <stddef.h>

/* Numbers are -1 if they were not given, texts NULL; flags 0. `socket` always has a value. One
 * struct for all commands: each reads what concerns it. */
struct admin_options {
    const char *socket;
    int json;
    const char *state, *game, *why, *as, *db;
    int limit, log, days, dry, quick, replace;
    long long minutes;
    /* The command and its words; ends with NULL. word[0] is the command and not NULL once it was
     * found. */
    char **word;
};

/* ---- admin_line.c: the connection to the server ---- */

/* Connects. Returns a descriptor, or -1 after saying why. The descriptor blocks and has no
 * deadline: Ctrl-C ends a command that takes too long. */
int admin_connect(const struct admin_options *o);
/* Sends a request and reads the line of its answer, which the caller frees; NULL after saying why.
 * What follows the line stays in the socket. */
char *admin_exchange(int fd, const json_t *request);

/* ---- admin_print.c: answers for people ---- */

/* `answer` is no refusal and was cleaned: names in it go to the terminal as they are. */
void admin_print(const struct admin_options *o, const json_t *answer);
/* "3 hours", "2 days": how long something is, in one or two words. */
void admin_print_ago(long long ms, char *text, size_t room);

/* ---- admin_files.c: backup, check, restore ---- */

/* Exit statuses. The words of the command were counted before. */
int admin_run_backup(const struct admin_options *o);
int admin_run_check(const struct admin_options *o);
int admin_run_restore(const struct admin_options *o);
/* Writes the text of an answer to a file that only the owner can read, or to standard output. */
int admin_save(const char *path, const char *text);

#endif
