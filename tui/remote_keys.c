/* Private links to a seat at a server, and the devices that have it (docs/api.md, "Links to a
 * seat"). */
#include <string.h>
#include <time.h>

#include "tui/client_open.h"
#include "tui/remote.h"
#include "wire/shown.h"

/* ---- opening a link ---- */

/* Returns 0 with the seat's token, which is stored, or -1 with a sentence. A link works once; with
 * the same key it can be opened again by whoever has not heard the answer. */
int remote_open_link(struct remote *r, char why[CLIENT_TEXT])
{
    struct writer w = {0};
    /* If we have the seat already, the server says so, and the link can still be used. */
    if (!r->where.token[0])
        seats_recall(r->t.folder, &r->where);
    write_begin(&w, '{');
    write_member_string(&w, "link", r->where.secret);
    remote_write_key(r, &w);
    write_end(&w, '}');
    json_t *reply = remote_ask(r, "POST", "/open", w.at, why);
    const char *token = json_string_value(json_object_get(reply, "token"));
    int fine = address_is_token(token);
    writer_free(&w);
    if (fine) {
        strcpy(r->where.token, token);
        seats_remember(r->t.folder, &r->where);
    } else if (reply) {
        snprintf(why, CLIENT_TEXT, "The server gave no key to the seat.");
    }
    json_decref(reply);
    if (r->denied)
        seats_settle(r->t.folder, &r->where);
    return fine ? 0 : -1;
}

/* ---- what the server says ---- */

static void put(struct writer *w, const char *text)
{
    write_bytes(w, text, strlen(text), 0);
}

/* In local time. A time that cannot be shown is left out. */
static void put_time(struct writer *w, const json_t *ms)
{
    char text[40];
    time_t seconds = (time_t)(json_integer_value(ms) / 1000);
    struct tm at;
    if (localtime_r(&seconds, &at) && strftime(text, sizeof text, "%Y-%m-%d %H:%M", &at))
        put(w, text);
}

/* As the browser understands it: the secret is behind the #, so it is not sent to the server when
 * the link is opened. */
static void put_link(struct writer *w, const struct remote *r, const char *secret)
{
    char origin[URL_ORIGIN];
    put(w, url_origin(&r->where.url, origin));
    put(w, "/#s/");
    put(w, r->where.id);
    put(w, "/");
    put(w, secret);
    put(w, "\n");
}

static int is(const json_t *key, const char *member, const char *word)
{
    const char *text = json_string_value(json_object_get(key, member));
    return text && !strcmp(text, word);
}

/* Revoked keys are of no use to anybody and are not listed. */
static void put_key(struct writer *w, const json_t *key)
{
    char number[24];
    int used = is(key, "state", "used"), link = is(key, "kind", "link");
    if (is(key, "state", "revoked"))
        return;
    snprintf(number, sizeof number, "%3lld  ",
             (long long)json_integer_value(json_object_get(key, "id")));
    put(w, number);
    put(w, used                                        ? "link, used "
           : link                                      ? "link, not used yet, made "
           : json_is_true(json_object_get(key, "own")) ? "this device, since "
                                                       : "another device, since ");
    put_time(w, json_object_get(key, used ? "ended" : "made"));
    put(w, "\n");
}

/* Returns 0, or -1 with a sentence if the answer has nothing to show. `w` must be empty. */
static int put_reply(struct writer *w, const struct remote *r, const json_t *reply,
                     enum client_keys what, char why[CLIENT_TEXT])
{
    const json_t *keys = json_object_get(reply, "keys");
    const char *secret = json_string_value(json_object_get(reply, "link"));
    if (what == CLIENT_LINK && address_is_token(secret)) {
        put_link(w, r, secret);
        return 0;
    }
    for (size_t i = 0; what != CLIENT_LINK && i < json_array_size(keys); i++)
        put_key(w, json_array_get(keys, i));
    if (w->n)
        return 0;
    snprintf(why, CLIENT_TEXT, "The server's answer makes no sense.");
    return -1;
}

/* ---- asking ---- */

/* Returns the server's answer, which the caller owns, or NULL with a sentence. `id` below 0 means
 * all devices but this one. */
static json_t *ask(struct remote *r, enum client_keys what, int id, char why[CLIENT_TEXT])
{
    char body[40] = "{\"others\":true}";
    if (what == CLIENT_LINK)
        return remote_ask(r, "POST", "/link", "{}", why);
    if (what == CLIENT_DEVICES)
        return remote_ask(r, "GET", "/keys", NULL, why);
    if (id >= 0)
        snprintf(body, sizeof body, "{\"id\":%d}", id);
    return remote_ask(r, "POST", "/revoke", body, why);
}

/* Fills in the seat's token from the link or from what was stored. Returns 0, or -1 with a
 * sentence. A private link is used up by this. */
static int find_key(struct remote *r, const char *url, char why[CLIENT_TEXT])
{
    const char *wrong = address_read(url, &r->where);
    if (!wrong && r->where.secret[0])
        return remote_open_link(r, why);
    if (!wrong && !r->where.token[0])
        seats_recall(r->t.folder, &r->where);
    if (!wrong && r->where.token[0])
        return 0;
    snprintf(why, CLIENT_TEXT, "--join '%.100s': %s.", url,
             wrong ? wrong : "you have no seat there; sit down first");
    return -1;
}

/* The client is never connected: only HTTP requests are made for it. */
int client_ask_keys(const struct client_visit *visit, enum client_keys what, int id,
                    struct writer *text, char why[CLIENT_TEXT])
{
    struct remote *r = remote_new(visit);
    json_t *reply = find_key(r, visit->url, why) < 0 ? NULL : ask(r, what, id, why);
    int fine = reply ? put_reply(text, r, reply, what, why) : -1;
    if (fine < 0)
        text_tidy(why);
    json_decref(reply);
    client_leave(&r->t);
    return fine;
}
