/* Looks at a request: its arguments, which stand after `?` in its address, and the type of its
 * body. */
#include <string.h>
#include <strings.h>

#include "server/http/http.h"

/* The first of that name counts. Values are not decoded: none that we read needs %xx. */
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

/* With no body there is nothing to be of a type. A page of another origin may send text/plain or a
 * form without asking first, hence the rule about Origin. */
int http_may_be_json(const struct http *h)
{
    static const char json[] = "application/json";
    size_t n = strcspn(h->content, "; \t");
    if (h->body_n == 0 || (n == 0 && !h->has_origin))
        return 1;
    return n == sizeof json - 1 && strncasecmp(h->content, json, n) == 0;
}
