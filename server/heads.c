/* Reads the heads of requests, as libwebsockets keeps them. */
#include "server/heads.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void head_copy(struct lws *wsi, char *to, size_t room, enum lws_token_indexes which)
{
    to[0] = 0;
    if (lws_hdr_copy(wsi, to, (int)room, which) < 0)
        to[0] = 0;
}

enum http_method head_method(struct lws *wsi, int *head_only)
{
    *head_only = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (*head_only || lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI))
        return HTTP_GET;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI))
        return HTTP_POST;
    return lws_hdr_total_length(wsi, WSI_TOKEN_OPTIONS_URI) ? HTTP_OPTIONS : HTTP_OTHER;
}

void head_args(struct lws *wsi, char args[HTTP_ARGS])
{
    char part[HTTP_ARGS];
    size_t n = 0;
    args[0] = 0;
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0;
         i++) {
        size_t more = strlen(part);
        if (n + more + 2 > HTTP_ARGS)
            return;
        if (n)
            args[n++] = '&';
        memcpy(args + n, part, more + 1);
        n += more;
    }
}

void head_token(struct lws *wsi, char *token, size_t room)
{
    char text[128];
    head_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_AUTHORIZATION);
    token[0] = 0;
    if (strncmp(text, "Bearer ", 7) == 0 && strlen(text + 7) < room)
        strcpy(token, text + 7);
}

int head_takes_gzip(struct lws *wsi)
{
    char list[256];
    head_copy(wsi, list, sizeof list, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    for (char *rest = list, *one = strtok_r(list, ",", &rest); one;
         one = strtok_r(NULL, ",", &rest)) {
        one += strspn(one, " \t");
        size_t n = strcspn(one, " \t;");
        const char *q = strstr(one + n, "q=");
        if (n == 4 && strncasecmp(one, "gzip", 4) == 0)
            return !q || strtod(q + 2, NULL) > 0;
    }
    return 0;
}
