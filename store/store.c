/* Opens the back end that a name stands for. */
#include <stdio.h>
#include <string.h>

#include "store/open.h"

static int begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Everything that is not an address or "memory" is a file's name. */
static struct store *open_for(const char *where, int serves, char error[STORE_ERROR])
{
    const char *why = NULL;
    error[0] = '\0';
    if (begins(where, "postgres://") || begins(where, "postgresql://"))
        return store_open_postgres(where, error);
    if (where[0] == '\0')
        why = "No database is named: give memory, a file, or postgres://...";
    else if (strstr(where, "://")) /* the address may hold a password, so it is not repeated */
        why = "There is no such kind of database: give memory, a file, or postgres://...";
    if (why) {
        snprintf(error, STORE_ERROR, "%s", why);
        return NULL;
    }
    if (strcmp(where, "memory") != 0)
        return store_open_sqlite(where, serves, error);
    struct store *s = store_open_memory();
    if (!s)
        snprintf(error, STORE_ERROR, "There is no memory left.");
    return s;
}

struct store *store_open(const char *where, char error[STORE_ERROR])
{
    return open_for(where, 0, error);
}

struct store *store_open_to_serve(const char *where, char error[STORE_ERROR])
{
    return open_for(where, 1, error);
}
