/* Fuzzes what the server reads of a witness: an HTTP answer that comes in pieces, and the URL of
 * its option. An answer that is whole stays what it is when more comes, lies within what came, and
 * has bounds. */
#include <stdint.h>
#include <string.h>

#include "fuzz/promise.h"
#include "server/post.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_url(const char *text, size_t n)
{
    char url[600];
    struct post_address to;
    n = n < sizeof url ? n : sizeof url - 1;
    memcpy(url, text, n);
    url[n] = 0;
    if (post_read_url(url, &to) < 0)
        return;
    promise(to.host[0] && strlen(to.host) < POST_HOST, "a host");
    promise(strspn(to.port, "0123456789") == strlen(to.port) && to.port[0], "a port");
    promise(!strpbrk(to.host, " \r\n/") && !strpbrk(to.path, " \r\n"), "nothing else in a request");
}

static int same(const struct post_reply *a, const struct post_reply *b)
{
    return a->status == b->status && a->head == b->head && a->body == b->body && a->keep == b->keep;
}

static void read_reply(const char *text, size_t n)
{
    struct post_reply first = {0}, r;
    int state = 0;
    for (size_t come = 0; come <= n; come++) {
        /* A copy, so that reading past its end is noticed. */
        char *part = malloc(come + 1);
        promise(part != NULL, "memory");
        memcpy(part, text, come);
        part = realloc(part, come ? come : 1);
        int now = post_read_reply(part, come, &r);
        promise(state == 0 || (now == state && (now < 0 || same(&r, &first))),
                "what is whole or wrong stays so");
        promise(now < 1 || (r.head + r.body <= come && r.body <= POST_BODY),
                "a body within bounds");
        promise(now < 1 || (r.status >= 0 && r.status <= 999), "a status");
        state = now;
        first = r;
        free(part);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > 2000)
        return 0;
    if (data[0] == 'u')
        read_url((const char *)data + 1, size - 1);
    else
        read_reply((const char *)data, size);
    return 0;
}
