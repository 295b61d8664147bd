/* What the programs of the property suites share: numbers on the command line, threads, and games
 * that trap. */
#ifndef CHARLATAN_TESTS_PROPS_COMMAND_H
#define CHARLATAN_TESTS_PROPS_COMMAND_H

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX_THREADS = 64 };

static int read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *number >= least && *number <= most;
}

/* Runs the worker on this thread and on threads - 1 others, or on fewer if there are no more. */
static void run_threads(int threads, void *(*worker)(void *), void *shared)
{
    pthread_t thread[MAX_THREADS];
    for (int i = 1; i < threads; i++)
        if (pthread_create(&thread[i], NULL, worker, shared))
            threads = i;
    worker(shared);
    for (int i = 1; i < threads; i++)
        pthread_join(thread[i], NULL);
}

/* A broken assertion of the rules traps (engine/port.h). The rules hold no lock and no memory, so
 * the game can be abandoned at once and counted as failed. While a game is played, `is_playing` is
 * set and `rescue` says where to go on. */
static _Thread_local sigjmp_buf rescue;
static _Thread_local volatile sig_atomic_t is_playing;

static void on_trap(int signal_number)
{
    if (is_playing)
        siglongjmp(rescue, 1);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void catch_traps(void)
{
    signal(SIGILL, on_trap);
    signal(SIGTRAP, on_trap);
    setvbuf(stdout, NULL, _IOLBF, 0);
}

#endif
