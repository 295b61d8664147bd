/* Reads how a program is to be started: [NAME=]exec:[ms=N:][start=N:]COMMAND. */
#include <ctype.h>
#include <string.h>

#include "bots/bots.h"
#include "exec/exec.h"
#include "wire/refuse.h"

enum { MS_USUAL = 1000, START_USUAL = 10000, MS_MOST = 3600000 };

static const char prefix[] = "exec:";
enum { PREFIX = sizeof prefix - 1 };

/* The text from "exec:" on, or NULL. A name before it may be wrong, but has no colon. */
static const char *after_name(const char *text)
{
    const char *equals = strchr(text, '=');
    if (strncmp(text, prefix, PREFIX) == 0)
        return text;
    if (!equals || memchr(text, ':', (size_t)(equals - text)))
        return NULL;
    return strncmp(equals + 1, prefix, PREFIX) == 0 ? equals + 1 : NULL;
}

int exec_meant(const char *text)
{
    return after_name(text) != NULL;
}

/* Names are shown in tables and lists, and guests of a server choose by them. 0, or -1 with the
 * reason. Capital letters are refused, because names are compared as they are. */
static int read_name(const char *text, size_t n, char name[EXEC_NAME + 1], struct refusal *why)
{
    if (n < 1 || n > EXEC_NAME)
        return because(why, ROW(exec_name_needed), EXEC_NAME);
    for (size_t i = 0; i < n; i++)
        if (!(islower((unsigned char)text[i]) || isdigit((unsigned char)text[i]) || text[i] == '-'))
            return because(why, ROW(exec_name_needed), EXEC_NAME);
    memcpy(name, text, n);
    name[n] = 0;
    return bot_by_name(name, NULL) ? because(why, ROW(exec_name_taken), name) : 0;
}

/* Reads "key=digits:" and returns the text behind it; the text itself if there is no such option;
 * or NULL with the reason. What looks like an option is one, so that a slip is not taken for a
 * command. */
static const char *read_option(const char *text, struct exec_bot *bot, struct refusal *why)
{
    size_t key = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    size_t digits = text[key] == '=' ? strspn(text + key + 1, "0123456789") : 0;
    if (!key || !digits || text[key + 1 + digits] != ':')
        return text;
    int is_ms = key == 2 && memcmp(text, "ms", 2) == 0;
    if (!is_ms && !(key == 5 && memcmp(text, "start", 5) == 0)) {
        because(why, ROW(exec_option_unknown));
        return NULL;
    }
    uint32_t value = 0;
    for (size_t i = 0; i < digits && value <= MS_MOST; i++)
        value = 10 * value + (uint32_t)(text[key + 1 + i] - '0');
    if (value < 1 || value > MS_MOST) {
        because(why, ROW(exec_number_needed), is_ms ? "ms" : "start", 1, MS_MOST);
        return NULL;
    }
    *(is_ms ? &bot->ms : &bot->start_ms) = value;
    return text + key + 1 + digits + 1;
}

/* The struct is zeroed first, so that equal texts give equal bytes (sim compares them). */
int exec_read(const char *text, struct exec_bot *bot, struct refusal *why)
{
    const char *from = after_name(text), *next;
    memset(bot, 0, sizeof *bot);
    bot->ms = MS_USUAL;
    bot->start_ms = START_USUAL;
    if (!from)
        return because(why, ROW(exec_name_needed), EXEC_NAME);
    if (from > text && read_name(text, (size_t)(from - text) - 1, bot->name, why) < 0)
        return -1;
    from += PREFIX;
    while ((next = read_option(from, bot, why)) && next != from)
        from = next;
    if (!next)
        return -1;
    size_t n = strlen(from);
    if (n > EXEC_COMMAND || strspn(from, " \t") == n)
        return because(why, ROW(exec_command_needed), EXEC_COMMAND);
    memcpy(bot->command, from, n + 1);
    return 0;
}
