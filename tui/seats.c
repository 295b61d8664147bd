/* Stores the tokens of seats at servers' tables in a file that only its owner may read, so that a
 * player can return to the same seat. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "args/file.h"
#include "tui/remote.h"

static void key_of(const struct address *a, char key[ADDRESS_HOST + 64])
{
    char origin[ADDRESS_HOST + 24];
    snprintf(key, ADDRESS_HOST + 64, "%s/#t/%s", address_origin(a, origin), a->id);
}

static json_t *load(const char *folder)
{
    char path[CLIENT_PATH + 16];
    snprintf(path, sizeof path, "%s/seats.json", folder);
    json_t *seats = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    if (json_is_object(seats))
        return seats;
    json_decref(seats);
    return json_object();
}

void seats_recall(const char *folder, struct address *a)
{
    char key[ADDRESS_HOST + 64];
    json_t *seats = load(folder);
    key_of(a, key);
    const char *token = json_string_value(json_object_get(seats, key));
    if (token && strlen(token) == ADDRESS_TOKEN)
        strcpy(a->token, token);
    json_decref(seats);
}

/* A failure is ignored: the game can go on without a stored seat. */
void seats_remember(const char *folder, const struct address *a)
{
    char key[ADDRESS_HOST + 64], path[CLIENT_PATH + 16], why[CLIENT_TEXT];
    json_t *seats = load(folder);
    key_of(a, key);
    snprintf(path, sizeof path, "%s/seats.json", folder);
    if (a->token[0])
        json_object_set_new(seats, key, json_string(a->token));
    else
        json_object_del(seats, key);
    char *text = json_dumps(seats, JSON_INDENT(1));
    if (text && folder_make(folder, why) == 0)
        (void)file_write_private(path, text, strlen(text));
    free(text);
    json_decref(seats);
}
