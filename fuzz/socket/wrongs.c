/* Counts broken promises of servers by what was promised. */
#include "fuzz/socket/wrongs.h"

#include <stdio.h>

#include "fuzz/socket/bytes.h"

enum { KINDS = 64, PATH_ROOM = 400 };

int wrongs_counted, wrongs_guarded;
jmp_buf wrongs_after;

static struct wrong {
    const char *what;
    uint64_t times;
    struct bytes input;
} wrongs[KINDS];

static const uint8_t *input;
static size_t input_n;

void wrongs_begin(const uint8_t *data, size_t size)
{
    input = data;
    input_n = size;
}

void wrongs_count(const char *what)
{
    int i = 0;
    while (i < KINDS - 1 && wrongs[i].what && wrongs[i].what != what)
        i++;
    wrongs[i].what = what;
    if (wrongs[i].times++ == 0 || input_n < wrongs[i].input.n) {
        wrongs[i].input.n = 0;
        bytes_add(&wrongs[i].input, input, input_n);
    }
}

void wrongs_note(const char *what)
{
    if (!wrongs_counted || !wrongs_guarded)
        return;
    wrongs_count(what);
    longjmp(wrongs_after, 1);
}

static void keep(const char *folder, int i)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/wrong-%d", folder, i);
    FILE *to = fopen(path, "w");
    if (!to || fwrite(wrongs[i].input.at, 1, wrongs[i].input.n, to) != wrongs[i].input.n ||
        fclose(to) != 0)
        perror(path);
}

void wrongs_tell(const char *folder)
{
    for (int i = 0; i < KINDS && wrongs[i].what; i++) {
        fprintf(stderr, "broken %llu times (wrong-%d): %s\n", (unsigned long long)wrongs[i].times,
                i, wrongs[i].what);
        if (folder)
            keep(folder, i);
    }
}
