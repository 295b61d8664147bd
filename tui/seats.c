/* Stores the tokens of seats at servers' tables, and what was shown of the luck there, in files
 * that only their owner may read, so that a player can return to the same seat. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args/file.h"
#include "tui/client_open.h"
#include "tui/client_saved.h"
#include "tui/remote.h"
#include "wire/hex.h"

#define SEATS "seats.json"
#define LUCK "luck.json"
#define ASKED "asked.json"

/* Tables that luck.json and asked.json have at most: seats are never forgotten for their age. TABLE
 * is the room for what the files call a table. */
enum { TABLES = 1000, TABLE = URL_ORIGIN + ADDRESS_ID + 5 };

/* The name of a table in the files: its link without a token, with the port left out if it is the
 * usual one. */
static void key_of(const struct call_address *a, char key[TABLE])
{
    char origin[URL_ORIGIN];
    snprintf(key, TABLE, "%s/#t/%s", url_origin(&a->url, origin), a->id);
}

/* Leaves out what is not the link of a table: a server may have named it, and an older version has
 * stored any name. Such a version also wrote ports that are the usual ones. The caller owns the
 * object, which is empty if there is no file or it cannot be read. */
static json_t *load(const char *folder, const char *file)
{
    char path[CLIENT_PATH + 16], key[TABLE];
    const char *link;
    struct call_address a;
    json_t *value, *good = json_object();
    snprintf(path, sizeof path, "%s/%s", folder, file);
    json_t *seats = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    json_object_foreach(seats, link, value) {
        if (address_read(link, &a))
            continue;
        key_of(&a, key);
        json_object_set(good, key, value);
    }
    json_decref(seats);
    return good;
}

/* a->token is left as it is if nothing valid is known. */
void seats_recall(const char *folder, struct call_address *a)
{
    char key[TABLE];
    json_t *seats = load(folder, SEATS);
    key_of(a, key);
    const char *token = json_string_value(json_object_get(seats, key));
    if (address_is_token(token))
        strcpy(a->token, token);
    json_decref(seats);
}

/* A failure is ignored: the game can go on without. The file is readable by its owner only: tokens
 * open seats. */
static void save(const char *folder, const char *file, const json_t *seats)
{
    char path[CLIENT_PATH + 16], why[CLIENT_TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    char *text = json_dumps(seats, JSON_INDENT(1));
    if (text && folder_make(folder, why) == 0)
        (void)file_write_private(path, text, strlen(text));
    free(text);
}

/* The oldest tables come first, and are forgotten, so that the file does not grow for ever. JSON
 * objects keep the order in which members were first set. */
static void forget_oldest(json_t *all)
{
    while (json_object_size(all) > TABLES)
        json_object_del(all, json_object_iter_key(json_object_iter(all)));
}

/* Without a token nothing is stored, so that watching does not forget a seat. */
void seats_remember(const char *folder, const struct call_address *a)
{
    char key[TABLE];
    if (!a->token[0])
        return;
    json_t *seats = load(folder, SEATS);
    key_of(a, key);
    json_object_set_new(seats, key, json_string(a->token));
    save(folder, SEATS, seats);
    json_decref(seats);
}

static void make_key(char key[SEATS_KEY + 1])
{
    uint8_t bytes[SEATS_KEY / 2];
    randombytes_buf(bytes, sizeof bytes);
    hex_write(bytes, sizeof bytes, key);
}

/* It is stored before it is used: whoever asks again, because the answer was lost, gets the same
 * seat, also from another run of this program. `key` gets SEATS_KEY hex digits. */
void seats_key(const char *folder, const struct call_address *a, char key[SEATS_KEY + 1])
{
    char table[TABLE];
    json_t *all = load(folder, ASKED);
    key_of(a, table);
    const char *known = json_string_value(json_object_get(all, table));
    if (known && strlen(known) == SEATS_KEY) {
        strcpy(key, known);
    } else {
        make_key(key);
        json_object_set_new(all, table, json_string(key));
        forget_oldest(all);
        save(folder, ASKED, all);
    }
    json_decref(all);
}

/* Removes the table's entry, or with `only` the entry if it has that value. */
static void forget(const char *folder, const char *file, const struct call_address *a,
                   const char *only)
{
    char table[TABLE];
    json_t *all = load(folder, file);
    key_of(a, table);
    const char *known = json_string_value(json_object_get(all, table));
    if (known && (!only || !strcmp(known, only))) {
        json_object_del(all, table);
        save(folder, file, all);
    }
    json_decref(all);
}

void seats_settle(const char *folder, const struct call_address *a)
{
    forget(folder, ASKED, a, NULL);
}

/* A link may have brought a token that is worth nothing to a table where we have a seat. So only
 * this token is forgotten, not another one for the same table. */
void seats_lose(const char *folder, const struct call_address *a)
{
    forget(folder, SEATS, a, a->token);
    forget(folder, ASKED, a, NULL);
}

/* The caller owns the result; NULL: nothing is known. */
json_t *seats_recall_luck(const char *folder, const struct call_address *a)
{
    char key[TABLE];
    json_t *all = load(folder, LUCK);
    key_of(a, key);
    json_t *luck = json_incref(json_object_get(all, key));
    json_decref(all);
    return luck;
}

void seats_remember_luck(const char *folder, const struct call_address *a, json_t *luck)
{
    char key[TABLE];
    json_t *all = load(folder, LUCK);
    key_of(a, key);
    json_object_set(all, key, luck);
    forget_oldest(all);
    save(folder, LUCK, all);
    json_decref(all);
}

/* Of too many, the first ones are left out: the latest matter most. */
int client_list_seats(const char *folder, char url[][CLIENT_URL], int most)
{
    char usual[CLIENT_PATH];
    json_t *seats = load(folder ? folder : client_folder(usual), SEATS), *token;
    int n = 0, skipped = (int)json_object_size(seats) - most;
    const char *key;
    json_object_foreach(seats, key, token)
        if (skipped-- <= 0)
            snprintf(url[n++], CLIENT_URL, "%s", key);
    json_decref(seats);
    return n;
}

/* ---- whether they still exist (`charlatan play --list`) ---- */

/* A list must not take long: a server that is silent for so many ms is not asked again. */
enum { ASK_MS = 4000 };

/* Of a reply with status 200. */
static int is_over(const struct call_reply *reply)
{
    json_t *all = json_loads(reply->text, 0, NULL);
    const char *state = json_string_value(json_object_get(json_object_get(all, "table"), "state"));
    int over = state && !strcmp(state, "over");
    json_decref(all);
    return over;
}

/* A status that says nothing of the table, such as 500, counts as there: the seat stays in the
 * list. */
static enum client_seat_news news_of(const struct call_reply *reply)
{
    if (!reply->status)
        return SEAT_SILENT;
    if (reply->status == 404 || reply->status == 410)
        return SEAT_GONE;
    return reply->status == 200 && is_over(reply) ? SEAT_OVER : SEAT_THERE;
}

/* The token is not sent: whether a table exists is public. */
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
