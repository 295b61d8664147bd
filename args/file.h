/* Writes files as a whole or not at all: reports, records, seats. Of lines only complete ones are
 * kept. */
#ifndef CHARLATAN_ARGS_FILE_H
#define CHARLATAN_ARGS_FILE_H

#include <stddef.h>

/* Makes `path` hold exactly this text, on the disk. Returns 0, or -1 with errno; then the old file
 * is unchanged and nothing else is left. */
int file_write(const char *path, const char *text, size_t n);
/* The same for a file that only its owner may read and write. */
int file_write_private(const char *path, const char *text, size_t n);
/* Checks whether file_write can be expected to work. Returns 0, or -1 with errno. Changes
 * nothing. */
int file_check(const char *path);
/* After a failed write: removes what follows the last line break. */
void file_keep_lines(const char *path);

#endif
