/* Writes lines in the order of deals, although threads finish deals in any order. */
#include "sim/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "engine/port.h"

/* After the first failure nothing more is written: a gap among the lines would go unnoticed. The
 * length in front is the machine's own form: ranks read back only what they wrote themselves. */
static void write_out(struct sim_lines *l, const char *text, size_t n)
{
    uint64_t length = n;
    if (l->error)
        return;
    errno = 0;
    if ((l->framed && fwrite(&length, sizeof length, 1, l->to) != 1) ||
        (n && fwrite(text, 1, n, l->to) != n))
        l->error = errno ? errno : EIO;
}

/* A ring of slots: the text waits in its slot until all earlier deals are written. lines_room keeps
 * two deals from meeting in one slot. Each index exactly once, and with lines_room. Only under the
 * crew's lock. */
void lines_put(struct sim_lines *l, int64_t index, const char *text, size_t n)
{
    int at = (int)(index % LINES_AHEAD);
    char *copy = n ? malloc(n) : NULL;
    MUST(lines_room(l, index) && (copy || !n));
    if (n)
        memcpy(copy, text, n);
    l->slot[at].text = copy;
    l->slot[at].n = n;
    l->slot[at].ready = 1;
    for (at = (int)(l->due % LINES_AHEAD); l->slot[at].ready; at = (int)(++l->due % LINES_AHEAD)) {
        write_out(l, l->slot[at].text, l->slot[at].n);
        free(l->slot[at].text);
        l->slot[at].ready = 0;
    }
}

/* A file that was cut short gives a short text, and NULL from then on. `from` stands at a length;
 * *n is what was read. */
char *lines_next(FILE *from, size_t *n)
{
    uint64_t length;
    if (fread(&length, sizeof length, 1, from) != 1)
        return NULL;
    char *text = malloc(length + 1);
    MUST(text);
    *n = fread(text, 1, length, from);
    return text;
}
