/* Claims a database's file for one server, as long as it runs. */
#ifndef CHARLATAN_STORE_SQLITE_FILE_H
#define CHARLATAN_STORE_SQLITE_FILE_H

/* Claims the file, by whatever name. Returns a descriptor that holds the claim until it is closed
 * or the process has ended, however that happens; or -1: EWOULDBLOCK in errno if another server has
 * it. Others may still open the file: operators copy it and look into it while the server runs.
 *
 * Close it after SQLite has closed the file: whoever closes any descriptor of a file gives up the
 * locks that SQLite holds on it. */
int sqlite_claim(const char *path);

#endif
