/* What a page has none of: addresses of other machines, programs that play, packed files, a
 * witness, figures for operators, bans, neighbours, limits. The server asks for all of them. */
#include <stdarg.h>
#include <string.h>

#include "server/log.h"
#include "wasm/hall/inside.h"

/* ---- hosts.c ---- */

int address_is_loopback(const char *address)
{
    (void)address;
    return 1;
}

/* ---- limits.c and costs.c: there are none, so nothing is ever too much ---- */

int bucket_take(struct bucket *b, struct rate rate, int64_t now)
{
    (void)b, (void)rate, (void)now;
    return 1;
}

struct limits *limits_open(void)
{
    return NULL;
}

void limits_close(struct limits *l)
{
    (void)l;
}

int limits_take(struct limits *l, const char *address, enum limit kind, int64_t now)
{
    (void)l, (void)address, (void)kind, (void)now;
    return 1;
}

int limits_socket_open(struct limits *l, const char *address, int64_t now)
{
    (void)l, (void)address, (void)now;
    return 1;
}

void limits_socket_closed(struct limits *l, const char *address)
{
    (void)l, (void)address;
}

uint32_t limits_think(struct limits *l, const char *address, uint32_t ms, int64_t now)
{
    (void)l, (void)address, (void)now;
    return ms;
}

void limits_think_back(struct limits *l, const char *address, uint32_t ms)
{
    (void)l, (void)address, (void)ms;
}

void cost_store(struct server *s, const char *address, size_t bytes)
{
    (void)s, (void)address, (void)bytes;
}

void cost_entry(struct table *t, const struct reply *r, uint32_t n, size_t bytes)
{
    (void)t, (void)r, (void)n, (void)bytes;
}

int cost_bots_wait(const struct table *t)
{
    (void)t;
    return 0;
}

int cost_people_wait(const struct server *s, const char *address)
{
    (void)s, (void)address;
    return 0;
}

int limits_network(const char *address, char network[ADDRESS])
{
    if (strlen(address) >= ADDRESS)
        return -1;
    strcpy(network, address);
    return 0;
}

/* ---- looks.c ---- */

int look_first(struct table *t, const char *address, const uint8_t token[MATCH_TOKEN],
               with_table_fn *then, void *arg)
{
    (void)t, (void)address, (void)token, (void)then, (void)arg;
    return 0;
}

void looks_begin(struct table *t)
{
    (void)t;
}

void looks_join(struct table *t)
{
    (void)t;
}

void looks_end(struct table *t, const struct refusal *missing)
{
    (void)t, (void)missing;
}

/* ---- programs.c ---- */

int programs_find(const struct programs *p, const char *bot, const struct game *g)
{
    (void)p, (void)bot, (void)g;
    return -1;
}

const char *programs_name(const struct programs *p, int program)
{
    (void)p, (void)program;
    return NULL;
}

uint32_t programs_ms(const struct programs *p, int program)
{
    (void)p, (void)program;
    return 0;
}

void programs_write(const struct programs *p, const struct game *g, struct writer *w)
{
    (void)p, (void)g, (void)w;
}

/* ---- pack.c and the files of the program ---- */

struct asset assets[1];
const size_t assets_count = 0;

void asset_pack(struct asset *a)
{
    (void)a;
}

void asset_unpack(struct asset *a)
{
    (void)a;
}

/* ---- metrics.c ---- */

void metrics_write(struct server *s, struct writer *w)
{
    (void)s, (void)w;
}

/* ---- inquiries.c ---- */

const uint8_t *inquiries_key(const struct inquiries *d)
{
    (void)d;
    return NULL;
}

void inquiries_look(struct table *t)
{
    (void)t;
}

int64_t inquiries_due(const struct table *t)
{
    (void)t;
    return INT64_MAX;
}

int inquiries_found(struct server *s, const struct founding *f, const char *key,
                    const struct reply *r, struct refusal *why)
{
    (void)s, (void)f, (void)key, (void)r;
    return because(why, ROW(no_witness_here));
}

/* ---- bans.c ---- */

int bans_address(const struct bans *list, const char *address, int64_t now)
{
    (void)list, (void)address, (void)now;
    return 0;
}

int bans_name(const struct bans *list, const char *name, int64_t now)
{
    (void)list, (void)name, (void)now;
    return 0;
}

/* ---- log.c: the page shows the sentences, without their fields ---- */

void log_say(enum log_level level, const char *event, const struct log_field *fields,
             const char *format, ...)
{
    char text[512];
    va_list args;
    (void)event, (void)fields;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    host_log((int)level, text, n < (int)sizeof text ? (size_t)n : sizeof text - 1);
}
