/* How much of the server one address may use: buckets that fill again with time. */
#ifndef CHARLATAN_SERVER_LIMITS_H
#define CHARLATAN_SERVER_LIMITS_H

#include <stdint.h>

/* A bucket holds at most `most` drops and gets `per_minute` new ones. It is empty of time: full at first use. */
struct bucket {
    /* When it was looked at; 0: never. */
    int64_t at;
    /* In sixtieths of thousandths. */
    int32_t drops;
};

struct rate {
    int32_t most, per_minute;
};

/* Takes one drop: 1, or 0 where there is none. */
int bucket_take(struct bucket *b, struct rate rate, int64_t now);

enum limit { LIMIT_REQUESTS, LIMIT_TABLES, LIMIT_SOCKETS, LIMIT_KINDS };

struct limits;
struct limits *limits_open(void);
void limits_close(struct limits *l);
int limits_take(struct limits *l, const char *address, enum limit kind, int64_t now);
/* Sockets are counted while they are open. */
int limits_socket_open(struct limits *l, const char *address, int64_t now);
void limits_socket_closed(struct limits *l, const char *address);
uint64_t limits_bytes(const struct limits *l);

#endif
