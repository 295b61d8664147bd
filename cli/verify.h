/* Prints what is wrong with a record, in one line. */
#ifndef CHARLATAN_CLI_VERIFY_H
#define CHARLATAN_CLI_VERIFY_H

#include <stdio.h>

#include "match/record_read.h"

/* Prints "FILE: line 12: ...". Text from the record is shown without control characters. */
void record_print_wrong(FILE *to, const char *path, const struct record *r,
                        const struct record_wrong *wrong);

#endif
