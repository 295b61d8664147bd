/* Writes what the browser client is built from: `charlatan rules --web`, and the program that does
 * it before there is one (rows.c). */
#ifndef CHARLATAN_CLI_WEB_ROWS_H
#define CHARLATAN_CLI_WEB_ROWS_H

struct writer;

void write_web_rows(struct writer *w);

#endif
