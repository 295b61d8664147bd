/* What `charlatan load` measures: the figures of a phase, memory, the echo, the minutes. */
#ifndef CHARLATAN_LOAD_RESULTS_H
#define CHARLATAN_LOAD_RESULTS_H

#include <stdint.h>

#include "load/histogram.h"
#include "load/link.h"

/* The figures of one phase, without its warm-up. */
struct load_figures {
    double seconds;
    /* Actions that were due, sent, accepted, refused; sockets that the server closed. */
    uint64_t due, sent, oks, noes, lost;
    uint64_t games, event_bytes;
    /* The sizes of the events, in bytes. */
    struct histogram event;
    /* Times from sending an answer to its ok, and to the last seat's event; how late we sent it. */
    struct histogram ok, all, late;
    struct load_net_count net;
    /* CPU-seconds of the server (< 0: not known), of this program, of all programs. */
    double cpu, own, busy;
    /* The first refusal, as the server sent it. */
    char complaint[200];
};

/* Memory of the server in bytes; -1: not known. */
struct load_memory {
    /* Resident: without tables, with tables, with all seats connected, at the end. */
    int64_t fresh, founded, idle, end;
    /* The memory of its own code, as the server reports it (charlatan_memory_bytes). */
    int64_t own_fresh, own_idle, own_end;
};

/* The figures of the bare echo server, for comparison. */
struct load_echo {
    int done, sockets;
    /* Length of a message. */
    size_t size;
    double seconds, cpu, own, busy;
    /* Messages in both directions. */
    uint64_t messages;
    struct histogram back;
};

/* A line of --hour. */
struct load_minute {
    double at;
    /* Actions a second; milliseconds. */
    double actions, p50, p99;
    int64_t resident, own;
};

enum { MINUTES = 128 };

/* All that a run measured. */
struct load_results {
    struct load_figures club, most;
    /* Seconds it took to found all tables; 0: they were not all founded. */
    double founding;
    struct load_memory memory;
    struct load_echo echo;
    struct load_minute minute[MINUTES];
    int minutes, interrupted;
    /* Why the measurement failed; "" if it did not. */
    char failure[300];
};

#endif
