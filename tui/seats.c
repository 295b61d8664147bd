/* Stores the tokens of seats at servers' tables, and what was shown of the luck there, in files
 * that only their owner may read, so that a player can return to the same seat. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args/file.h"
#include "tui/remote.h"

#define SEATS "seats.json"
#define LUCK "luck.json"

static void key_of(const struct address *a, char key[ADDRESS_HOST + 64])
{
    char origin[ADDRESS_HOST + 24];
    snprintf(key, ADDRESS_HOST + 64, "%s/#t/%s", address_origin(a, origin), a->id);
}

static json_t *load(const char *folder, const char *file)
{
    char path[CLIENT_PATH + 16];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    json_t *seats = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(seats))
        return seats;
    json_decref(seats);
    return json_object();
}

void seats_recall(const char *folder, struct address *a)
{
    char key[ADDRESS_HOST + 64];
    json_t *seats = load(folder, SEATS);
    key_of(a, key);
    const char *token = json_string_value(json_object_get(seats, key));
    if (token && strlen(token) == ADDRESS_TOKEN)
        strcpy(a->token, token);
    json_decref(seats);
}

/* A failure is ignored: the game can go on without. */
static void save(const char *folder, const char *file, const json_t *seats)
{
    char path[CLIENT_PATH + 16], why[CLIENT_TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    char *text = json_dumps(seats, JSON_INDENT(1));
    if (text && folder_make(folder, why) == 0)
        (void)file_write_private(path, text, strlen(text));
    free(text);
}

void seats_remember(const char *folder, const struct address *a)
{
    char key[ADDRESS_HOST + 64];
    json_t *seats = load(folder, SEATS);
    key_of(a, key);
    if (a->token[0])
        json_object_set_new(seats, key, json_string(a->token));
    else
        json_object_del(seats, key);
    save(folder, SEATS, seats);
    json_decref(seats);
}

json_t *seats_recall_luck(const char *folder, const struct address *a)
{
    char key[ADDRESS_HOST + 64];
    json_t *all = load(folder, LUCK);
    key_of(a, key);
    json_t *luck = json_incref(json_object_get(all, key));
    json_decref(all);
    return luck;
}

/* The oldest tables come first, and are forgotten, so that the file does not grow for ever. */
void seats_remember_luck(const char *folder, const struct address *a, json_t *luck)
{
    enum { TABLES = 1000 };
    char key[ADDRESS_HOST + 64];
    json_t *all = load(folder, LUCK);
    key_of(a, key);
    json_object_set(all, key, luck);
    while (json_object_size(all) > TABLES)
        json_object_del(all, json_object_iter_key(json_object_iter(all)));
    save(folder, LUCK, all);
    json_decref(all);
}

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
