/* Not yet. */
#include <stdio.h>

#include "store/store.h"

struct store *store_open_postgres(const char *where, char error[STORE_ERROR])
{
    (void)where;
    snprintf(error, STORE_ERROR, "PostgreSQL is not built in yet.");
    return NULL;
}
