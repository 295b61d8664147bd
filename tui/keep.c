/* Stores records and makes the folders of games, seats and records. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "args/file.h"
#include "tui/client_open.h"
#include "tui/inside.h"
#include "wire/game.h"
#include "wire/shown.h"

/* A relative XDG_DATA_HOME is ignored, as its specification demands. Without HOME it is the present
 * folder. */
char *client_folder(char path[CLIENT_PATH])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        snprintf(path, CLIENT_PATH, "%s/charlatan", data);
    else
        snprintf(path, CLIENT_PATH, "%s/.local/share/charlatan", home && *home ? home : ".");
    return path;
}

/* Every part of the path is made, readable only by its owner. `path` must not be empty; a part that
 * exists, even as a file, is passed over here and fails later. */
int folder_make(const char *path, char why[CLIENT_TEXT])
{
    char part[CLIENT_PATH + 80];
    const char *end = path;
    do {
        end += strcspn(end + 1, "/") + 1;
        snprintf(part, sizeof part, "%.*s", (int)(end - path), path);
        if (mkdir(part, 0700) < 0 && errno != EEXIST) {
            snprintf(why, CLIENT_TEXT,
                     "The folder %.200s cannot be made: %s. Choose another folder with --save DIR.",
                     part, strerror(errno));
            return -1;
        }
    } while (*end);
    return 0;
}

/* A server may give any time. Times outside the years 1970 to 9999 become zeros: the name must stay
 * a name of a file of known length. */
static void name_day(int64_t ms, char day[16])
{
    static const int64_t year_10000 = 253402300800;
    time_t seconds = (time_t)(ms / 1000);
    struct tm tm;
    if (seconds < 0 || seconds >= year_10000 || !localtime_r(&seconds, &tm) ||
        !strftime(day, 16, "%Y%m%d", &tm))
        strcpy(day, "00000000");
}

/* t->record is set only when the file is written: it is what screens offer to review. */
static int write_record(struct client *t, const char *path, const struct writer *shown,
                        char why[CLIENT_TEXT])
{
    if (file_write_private(path, shown->at, shown->n) < 0) {
        snprintf(why, CLIENT_TEXT, "The record %.200s could not be written: %s.", path,
                 strerror(errno));
        return -1;
    }
    strcpy(t->record, path);
    return 0;
}

/* What could mislead on a terminal is stored escaped, which leaves its meaning as it is. A record
 * of the same game is overwritten: it is the same one, or now complete. */
int record_keep(struct client *t, int64_t created, const char *text, size_t n,
                char why[CLIENT_TEXT])
{
    char path[sizeof t->record], day[16];
    struct writer shown = {0};
    snprintf(path, sizeof path, "%s/records", t->folder);
    if (folder_make(path, why) < 0)
        return -1;
    name_day(created, day);
    snprintf(path, sizeof path, "%.*s/records/%s-%s-%s.jsonl", CLIENT_PATH - 1, t->folder,
             t->json->game->name, day, t->id);
    int kept = write_shown(&shown, text, n);
    if (kept < 0)
        snprintf(why, CLIENT_TEXT,
                 "The server's record contains invalid characters. It was not stored.");
    else
        kept = write_record(t, path, &shown, why);
    writer_free(&shown);
    return kept;
}
