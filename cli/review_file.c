/* Keeps reviews in files beside their records; see review_file.h. */
#include "cli/review_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "args/file.h"
#include "review/findings.h"
#include "review/pieces.h"

#define ENDING ".review.json"

/* Follows links: a link to a record is as good as the record. */
static int is_file(const char *path)
{
    struct stat is;
    return stat(path, &is) == 0 && S_ISREG(is.st_mode);
}

/* Where the review of a record is kept: beside the file itself, not beside a link to it such as
 * /dev/stdin. Pipes and devices have no such place. Returns 0, or -1 if there is none. `record`
 * NULL means that nothing is to be kept. */
static int place_of(const char *record, char place[PATH_MAX])
{
    char real[PATH_MAX];
    if (!record || !realpath(record, real) || !is_file(real))
        return -1;
    int n = snprintf(place, PATH_MAX, "%s" ENDING, real);
    return n < PATH_MAX ? 0 : -1;
}

/* Returns the whole text, to be freed, or NULL if there is none that could fit. Cut at REVIEW_KEPT
 * bytes, the most that a kept review can have; a longer file fails to be read as one. */
static char *load(const char *path, size_t *n)
{
    FILE *file = is_file(path) ? fopen(path, "rb") : NULL;
    char *text = file ? malloc(REVIEW_KEPT) : NULL;
    *n = text ? fread(text, 1, REVIEW_KEPT, file) : 0;
    if (file)
        fclose(file);
    return text;
}

/* Enough to tell a kept review from what somebody wrote there: no other file of ours begins so. */
static int begins_as_kept(const char *path)
{
    char text[sizeof REVIEW_KEPT_BEGINS] = "";
    FILE *file = is_file(path) ? fopen(path, "rb") : NULL;
    size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    return n == sizeof text - 1 && strcmp(text, REVIEW_KEPT_BEGINS) == 0;
}

int review_is_kept(const char *path)
{
    size_t n = strlen(path), ending = sizeof ENDING - 1;
    return n > ending && strcmp(path + n - ending, ENDING) == 0 && begins_as_kept(path);
}

/* 0 if the kept review is of this record and of what was asked; -1: the positions must be
 * valued. */
static int recall(struct review_pieces *p, const struct record *record, const char *place)
{
    size_t n;
    char *text = load(place, &n);
    int taken = text ? review_recall(p, record->hash, text, n) : -1;
    free(text);
    return taken;
}

/* Only what is not there, or was kept before, is written: a file of that name may be somebody's
 * own, such as what --json prints. If it cannot be written, the review is made again next time.
 * file_write leaves the old review if it fails. */
static void keep(const struct review_pieces *p, const struct record *record, const char *place)
{
    struct stat is;
    struct writer w = {0};
    if (lstat(place, &is) == 0 && !begins_as_kept(place))
        return;
    review_keep(p, record->hash, &w);
    (void)file_write(place, w.at, w.n);
    writer_free(&w);
}

/* A review that the time limit has cut is not kept: the next call may have more time. */
int review_kept_or_made(struct review *r, const struct record *record, const char *path,
                        const struct review_ask *ask, struct record_wrong *wrong)
{
    char place[PATH_MAX];
    int beside = place_of(path, place) == 0, made = -1;
    struct review_pieces *p = review_open(record, ask, wrong);
    memset(r, 0, sizeof *r);
    int kept = p && beside && recall(p, record, place) == 0;
    if (kept || (p && review_weigh_all(p, ask) == 0))
        made = review_so_far(p, review_positions(p), r);
    if (made == 0 && beside && !kept && !r->cut)
        keep(p, record, place);
    review_close(p);
    return made;
}
