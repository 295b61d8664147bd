/* Stores the tokens of seats at servers' tables in a file that only its owner may read, so that a
 * player can return to the same seat. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    char key[ADDRESS_HOST + 64], path[CLIENT_PATH + 16], made[CLIENT_PATH + 24], why[CLIENT_TEXT];
    json_t *seats = load(folder);
    key_of(a, key);
    snprintf(path, sizeof path, "%s/seats.json", folder);
    snprintf(made, sizeof made, "%s.part", path);
    if (a->token[0])
        json_object_set_new(seats, key, json_string(a->token));
    else
        json_object_del(seats, key);
    mode_t before = umask(077);
    if (folder_make(folder, why) == 0 && json_dump_file(seats, made, JSON_INDENT(1)) == 0 &&
        rename(made, path) != 0)
        unlink(made);
    umask(before);
    json_decref(seats);
}
