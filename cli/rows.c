/* Prints what the browser client is built from, as `charlatan rules --web` does: the client becomes
 * part of the program, so it is built before there is one (tools/web.sh). */
#include <stdio.h>

#include "cli/web_rows.h"
#include "wire/write.h"

int main(void)
{
    struct writer w = {0};
    write_web_rows(&w);
    int status = puts(w.at) < 0 || fflush(stdout) != 0;
    writer_free(&w);
    return status;
}
