/* Threads as bots/search.c asks for them: here none can be started, and it then does their share
 * itself. */
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
