/* Writes the simulator's files: reports and records as a whole or not at all, and only complete
 * lines. */
#ifndef CHARLATAN_SIM_FILE_H
#define CHARLATAN_SIM_FILE_H

#include <stddef.h>

/* Makes `path` hold exactly this text, on the disk. Returns 0, or -1 with errno; then the old file
 * is unchanged and nothing else is left. */
int file_write(const char *path, const char *text, size_t n);
/* Checks whether file_write can be expected to work. Returns 0, or -1 with errno. Changes
 * nothing. */
int file_check(const char *path);
/* After a failed write: removes what follows the last line break. */
void file_keep_lines(const char *path);

#endif
