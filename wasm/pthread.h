/* The pthread functions that bots/search.c calls. No thread can be started in the browser; the
 * search then does all the work itself. */
#ifndef CHARLATAN_WASM_PTHREAD_H
#define CHARLATAN_WASM_PTHREAD_H

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*run)(void *),
                                 void *arg)
{
    (void)how, (void)run, (void)arg;
    *thread = 0;
    return -1;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return -1;
}

#endif
