/* The rows of an answer, which may be kept for another thread. */
#include <stdlib.h>

#include "store/queue.h"

struct queue_rows queue_rows_keep(const struct queue_rows *rows)
{
    struct queue_rows own = *rows;
    /* The queue made them, and will free what is left: nothing. */
    *(struct queue_rows *)(uintptr_t)rows = (struct queue_rows){.failed = own.failed};
    return own;
}

void queue_rows_free(struct queue_rows *rows)
{
    for (uint32_t i = 0; i < rows->count; i++)
        free((char *)rows->row[i].text);
    free(rows->row);
    free((char *)rows->snapshot);
    *rows = (struct queue_rows){.failed = rows->failed};
}
