/* Asks servers whether the seats that are kept here still exist (`charlatan play --list`). */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/remote.h"

/* A list must not take long: a server that is silent for so many ms is not asked again. */
enum { ASK_MS = 4000 };

static int is_over(const struct call_reply *reply)
{
    json_t *all = json_loads(reply->text, 0, NULL);
    const char *state = json_string_value(json_object_get(json_object_get(all, "table"), "state"));
    int over = state && !strcmp(state, "over");
    json_decref(all);
    return over;
}

static enum client_seat_news news_of(const struct call_reply *reply)
{
    if (!reply->status)
        return SEAT_SILENT;
    if (reply->status == 404 || reply->status == 410)
        return SEAT_GONE;
    return reply->status == 200 && is_over(reply) ? SEAT_OVER : SEAT_THERE;
}

enum client_seat_news client_ask_seat(const char *url, struct client_silence *silent)
{
    struct call_address a;
    struct call_reply reply;
    char origin[URL_ORIGIN], path[ADDRESS_ID + 20];
    if (address_read(url, &a))
        return SEAT_THERE;
    a.ms = ASK_MS;
    if (!strcmp(silent->origin, url_origin(&a.url, origin)))
        return SEAT_SILENT;
    snprintf(path, sizeof path, "/api/tables/%s", a.id);
    call_server(&a, "GET", path, NULL, NULL, &reply);
    enum client_seat_news news = news_of(&reply);
    free(reply.text);
    if (news == SEAT_SILENT)
        snprintf(silent->origin, sizeof silent->origin, "%s", origin);
    return news;
}
