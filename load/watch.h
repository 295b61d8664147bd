/* Ctrl-C, a pulse once a second, and the progress line on standard error. */
#ifndef CHARLATAN_LOAD_WATCH_H
#define CHARLATAN_LOAD_WATCH_H

#include <stdint.h>

#include "load/link.h"

/* One for each net; the net calls it. */
struct load_watch {
    struct epoll_source source;
    /* A file descriptor; -1: not open. */
    int signals;
    /* Somebody pressed Ctrl-C. */
    int stop;
    int quiet, terminal;
    int64_t pulse;
};

/* Adds signals and the pulse to a net. 0, or -1 with the reason in errno. */
int watch_open(struct load_watch *w, struct load_net *n, int quiet);
/* Closes what watch_open has opened, and removes the progress line. */
void watch_close(struct load_watch *w);
/* Returns 1 once a second, else 0. */
int watch_pulse(struct load_watch *w, int64_t now);
/* Replaces the progress line; on no terminal, and if quiet, says nothing. */
void watch_say(struct load_watch *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Removes the progress line. */
void watch_hush(struct load_watch *w);

#endif
