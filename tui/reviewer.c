/* The thread of reviewer.h. */
#include "tui/reviewer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "match/record_read.h"
#include "wire/game.h"

/* People wait for it. */
enum { SECONDS = 15 };

struct reviewer {
    pthread_t thread;
    int seat;
    char *path;
    _Atomic int percent, stopping;
    /* The next members belong to the thread until `percent` is 100. `made` is 0 after a failure:
     * then there is no review. */
    int made;
    struct record record;
    struct review review;
    const char *names[MAX_SEATS];
    struct review_speaker speaker;
};

/* Called by the threads of the review. 100 is kept for the end: only then may others read the
 * review. */
static void note_progress(void *with, uint32_t done, uint32_t all)
{
    struct reviewer *v = with;
    v->percent = all ? (int)(99 * (uint64_t)done / all) : 0;
}

static int is_stopped(void *with)
{
    struct reviewer *v = with;
    return v->stopping;
}

/* Leaves `made` 0 if the record cannot be read, is of a game without reviews, or has no such
 * seat. */
static void make(struct reviewer *v)
{
    struct record_wrong wrong;
    struct review_ask ask = {.seat = v->seat,
                             .seed = REVIEW_SEED,
                             .threads = review_threads(),
                             .seconds = SECONDS,
                             .progress = note_progress,
                             .stop = is_stopped,
                             .with = v};
    if (record_load(&v->record, v->path) < 0 || v->record.wrong.line ||
        !review_knows(v->record.json->game) || v->seat >= v->record.players)
        return;
    for (int seat = 0; seat < MAX_SEATS; seat++)
        v->names[seat] = v->record.called[seat];
    v->speaker = review_speaker(v->record.json->game, v->names);
    v->made = review_make(&v->review, &v->record, &ask, &wrong) == 0;
}

/* `percent` is atomic, so whoever reads 100 sees all that was written before. */
static void *work(void *with)
{
    struct reviewer *v = with;
    make(v);
    v->percent = 100;
    return NULL;
}

struct reviewer *reviewer_open(const char *path, int seat)
{
    struct reviewer *v = calloc(1, sizeof *v);
    MUST(v);
    v->seat = seat;
    v->path = strdup(path);
    MUST(v->path && pthread_create(&v->thread, NULL, work, v) == 0);
    return v;
}

/* Waits for the thread, which looks at `stopping` often. */
void reviewer_close(struct reviewer *v)
{
    if (!v)
        return;
    v->stopping = 1;
    pthread_join(v->thread, NULL);
    review_free(&v->review);
    record_free(&v->record);
    free(v->path);
    free(v);
}

int reviewer_progress(const struct reviewer *v)
{
    return v->percent;
}

const struct review *reviewer_found(const struct reviewer *v)
{
    return v->percent == 100 && v->made ? &v->review : NULL;
}

const struct review_voice *reviewer_voice(const struct reviewer *v)
{
    return &v->speaker.voice;
}

/* Goes through all moments from the first on: there are a few dozen at most. */
int reviewer_mistake(const struct reviewer *v, int number, struct review_moment *to)
{
    for (uint32_t from = 0; review_moment(&v->review, REVIEW_ALL, from, to); from = to->number + 1)
        if (!to->luck && --number == 0)
            return 1;
    return 0;
}

int reviewer_mistakes(const struct reviewer *v)
{
    struct review_moment m;
    int n = 0;
    while (reviewer_mistake(v, n + 1, &m))
        n++;
    return n;
}
