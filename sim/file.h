/* Files that the simulator writes: reports and records whole or not at all, lines never half. */
#ifndef CHARLATAN_SIM_FILE_H
#define CHARLATAN_SIM_FILE_H

#include <stddef.h>

/* Makes `path` hold exactly this text, on the disk. 0, or -1 with errno: then what was there
 * before is still there, and nothing else. */
int file_write(const char *path, const char *text, size_t n);
/* Can file_write be expected to work? 0, or -1 with errno. Changes nothing. */
int file_check(const char *path);
/* After a write that failed: what follows the last line break goes. */
void file_keep_lines(const char *path);

#endif
