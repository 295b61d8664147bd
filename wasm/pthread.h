/* The pthread functions that bots/search/search.c and store/queue.c call. No thread can be started
 * in the browser; the search then does all the work itself, and nobody has to be locked out. */
#ifndef CHARLATAN_WASM_PTHREAD_H
#define CHARLATAN_WASM_PTHREAD_H

typedef int pthread_t;

/* Always fails, which callers must expect anyway: the search then works alone. */
static inline int pthread_create(pthread_t *thread, const void *how, void *(*run)(void *),
                                 void *arg)
{
    (void)how, (void)run, (void)arg;
    *thread = 0;
    return -1;
}

/* Never called, since no thread was started. */
static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return -1;
}

/* A number nobody looks at: the type must only exist. */
typedef int pthread_mutex_t;

static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *how)
{
    (void)how;
    *lock = 0;
    return 0;
}

/* A module runs in one thread, so every lock is free. Locking twice is not noticed here as it would
 * be elsewhere. */
static inline int pthread_mutex_lock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

#endif
