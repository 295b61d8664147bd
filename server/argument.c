/* Finds arguments of a request: what stands after `?` in its address. */
#include <string.h>

#include "server/transport.h"

const char *http_arg(const struct http *h, const char *name, char *buf, size_t room)
{
    size_t n = strlen(name);
    for (const char *p = h->args; *p;) {
        size_t len = strcspn(p, "&");
        if (len > n && strncmp(p, name, n) == 0 && p[n] == '=' && len - n <= room) {
            memcpy(buf, p + n + 1, len - n - 1);
            buf[len - n - 1] = 0;
            return buf;
        }
        p += len + (p[len] == '&');
    }
    return NULL;
}
