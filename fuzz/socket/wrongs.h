/* Broken promises of servers. One ends the run; or, to compare servers, they are counted, and the
 * shortest input of each kind is kept. */
#ifndef CHARLATAN_FUZZ_SOCKET_WRONGS_H
#define CHARLATAN_FUZZ_SOCKET_WRONGS_H

#include <setjmp.h>
#include <stdint.h>
#include <stddef.h>

/* 1: they are counted. */
extern int wrongs_counted;
/* Where to go on after one; where nothing is guarded it ends the run. */
extern jmp_buf wrongs_after;
extern int wrongs_guarded;

/* The input that is being played. */
void wrongs_begin(const uint8_t *data, size_t size);
void wrongs_count(const char *what);
/* Counts one and goes on, or returns. */
void wrongs_note(const char *what);
/* Tells what was counted. With a folder, the inputs are written there. */
void wrongs_tell(const char *folder);

#endif
