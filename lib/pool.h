/* A small pool of threads that shares out a row of numbers: run(with, from, to) is called for parts
 * of it until all are done. The calling thread works, too. */
#ifndef CHARLATAN_LIB_POOL_H
#define CHARLATAN_LIB_POOL_H

#include <stddef.h>

struct pool;

enum { POOL_MOST = 256 };

/* Returns NULL if there is no memory or a thread cannot be started. `threads` is from 1 to
 * POOL_MOST and counts the caller; the caller checks that. */
struct pool *pool_open(int threads);
/* Returns when run was called for every part of 0 to n. Only one thread may call it at a time, and
 * `run` must not call it. In the child of a fork, which has no threads of the pool, the caller does
 * everything. */
void pool_run(struct pool *pool, size_t n, void (*run)(void *with, size_t from, size_t to),
              void *with);
/* Ends and joins the threads; nobody may be in pool_run. NULL is allowed. In the child of a fork it
 * only frees the memory. */
void pool_close(struct pool *pool);

#endif
