/* What a page has none of: addresses of other machines, programs that play, packed files, a witness
 * to write to. The server's code asks for them all the same. */
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

int limits_network(const char *address, char network[ADDRESS])
{
    if (strlen(address) >= ADDRESS)
        return -1;
    strcpy(network, address);
    return 0;
}

/* ---- programs.c ---- */

int programs_find(const struct programs *p, const char *bot, const struct game *g)
{
    (void)p, (void)bot, (void)g;
    return -1;
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

/* ---- post.c: without a witness, nothing is sent ---- */

void post_close(struct post *p)
{
    (void)p;
}

void post_send(struct post *p, const char *body, size_t n)
{
    (void)p, (void)body, (void)n;
}

int post_take(struct post *p, struct post_answer *a)
{
    (void)p, (void)a;
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
