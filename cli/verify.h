/* What is wrong with a record, in a line. */
#ifndef CHARLATAN_CLI_VERIFY_H
#define CHARLATAN_CLI_VERIFY_H

#include <stdio.h>

#include "match/record_read.h"

/* "FILE: line 12: ..."; what a record says is shown without control characters. */
void record_print_wrong(FILE *to, const char *path, const struct record *r,
                        const struct record_wrong *wrong);

#endif
