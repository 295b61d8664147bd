/* A small net in integers: rows of weights that cells choose, a second layer, and outputs.
 *
 *   first   for each of `wide` units the sum of its bias and of one int8 weight for each cell that
 *           is not 0; made an activation from 0 to 127
 *   second  `narrow` units, int8 weights, made activations in the same way
 *   output  int16 weights; sums of 32 bits
 *
 * Only integers are added and multiplied, so every platform gets the same bits. A sum becomes an
 * activation by one rule: 0 if it is negative, else sum * step, shifted right and rounded to the
 * nearest, at most 127.
 *
 * The weights are a file that learn/export.py writes and the build makes part of the program. */
#ifndef CHARLATAN_BOTS_NET_NET_H
#define CHARLATAN_BOTS_NET_NET_H

#include <stddef.h>
#include <stdint.h>

/* The units of a net have this many at most; all numbers are multiples of NET_BLOCK. */
enum { NET_WIDE = 512, NET_NARROW = 256, NET_BLOCK = 128 };
/* The weights of the second layer are laid out in the order in which they are read. */
enum { NET_GROUP = 4, NET_SPAN = 64 };
/* So many cells at most. */
enum { NET_CELLS = 1024 };
/* Bytes of a memory for whoever makes the cells. */
enum { NET_SOURCE = 168 };
/* Parts of a file begin at multiples of this, so that no row lies in more lines of the cache than
 * it must. */
enum { NET_ALIGN = 64 };
/* Outputs count in parts of 1 << NET_UNIT. */
enum { NET_UNIT = 19 };

/* The beginning of a file; numbers are little-endian. */
struct net_header {
    char magic[8];
    /* The observation and the cells it was learned with (observe_hash, net_rows_hash), and FNV-1a
     * over all that follows. */
    uint64_t observation, cells, own;
    /* Cells, rows of the first layer, units of both layers, outputs. */
    uint32_t places, rows, wide, narrow, outputs;
    /* How many bits sums are shifted by, in each of the two layers. */
    uint32_t shift[2];
    /* How it was trained, in words. */
    char run[188];
};

_Static_assert(sizeof(struct net_header) == 248, "the header has no gaps");

/* Points into the file, which must stay where it is. */
struct net {
    const struct net_header *header;
    uint32_t wide, narrow, shift[2];
    /* For each cell: value 1 chooses the row after this one. */
    const uint16_t *before;
    const int16_t *step[2];
    const int32_t *bias[3];
    /* The rows of the first layer; and for each NET_GROUP units of the second their weights for
     * NET_SPAN activations, then those for the next ones. */
    const int8_t *first, *second;
    const int16_t *output;
};

/* What the second layer says about a position. */
struct net_active {
    int16_t unit[NET_NARROW];
};

/* The last position that was looked at: its cells, and the sums of the first layer. It begins with
 * `of` NULL; the rest need not be set. Used by one thread at a time. */
struct net_memory {
    const struct net_header *of;
    int32_t sums[NET_WIDE];
    uint8_t cells[NET_CELLS];
    /* For whoever makes the cells: what they were made of. */
    uint64_t source[NET_SOURCE / 8];
};

/* Finds the parts of a file that stays where it is, aligned to 8 bytes. Returns NULL, or what is
 * wrong. It is quick: the numbers are not looked at. Also NULL for a file with damaged numbers:
 * net_is_damaged and net_numbers_fit say that. */
const char *net_read(struct net *net, const void *file, size_t bytes);
/* 1 if the file is not as it was written. */
int net_is_damaged(const void *file, size_t bytes);
/* 0 if sums could overflow, or steps are negative: then forms might differ. */
int net_numbers_fit(const struct net *net);

/* `cells` are `count` bytes. The memory makes it quicker if the last position was alike: only what
 * has changed is summed up. It never changes what comes out. With memory->of another net's header
 * it begins anew. */
void net_think(const struct net *net, struct net_memory *memory, const void *cells, int count,
               struct net_active *out);
/* The sums of `n` outputs, by their numbers. `sums` are in parts of 1 << NET_UNIT. */
void net_outputs(const struct net *net, const struct net_active *active, const uint16_t *which,
                 int n, int32_t *sums);

/* A way to compute net_think and net_outputs. All ways give the same bits. */
struct net_form {
    const char *name;
    /* Whether this processor has what it takes. */
    int (*can)(void);
    void (*think)(const struct net *net, struct net_memory *memory, const void *cells, int count,
                  struct net_active *out);
    void (*outputs)(const struct net *net, const struct net_active *active, const uint16_t *which,
                    int n, int32_t *sums);
};

/* Those that this processor can do, the best one first; then NULL. */
const struct net_form *net_form(int i);

#endif
