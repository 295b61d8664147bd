/* A thread that lets a bot think: one question, one answer. A new question cancels an older one:
 * the older one's number is no longer the last, so its answer is dropped. */
#include "tui/think.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* `lock` guards all members but the atomics of `watch`, which the bot reads while it thinks. */
struct thinker {
    pthread_mutex_t lock;
    pthread_cond_t more;
    pthread_t thread;
    int wake, stopping;
    /* A question waits for the thread; an answer waits to be taken. */
    int asked, answered;
    /* Number of the last question. */
    uint64_t last;
    struct client_thought thought, done;
    struct bot_watch watch;
};

static void tell(struct thinker *k)
{
    uint64_t one = 1;
    ssize_t n = write(k->wake, &one, sizeof one);
    /* If the counter is full, it is readable anyway. */
    (void)n;
}

/* The caller holds the lock; it is released while the bot thinks. An answer to a question that was
 * cancelled meanwhile is dropped. */
static void think(struct thinker *k)
{
    struct client_thought mine = k->thought;
    uint64_t number = k->last;
    k->asked = 0;
    mine.bot.how.watch = &k->watch;
    memset(&mine.say, 0, sizeof mine.say);
    pthread_mutex_unlock(&k->lock);
    mine.answer = bot_choose(&mine.bot, &mine.view, &mine.luck, &mine.say);
    pthread_mutex_lock(&k->lock);
    if (k->last != number)
        return;
    k->answered = 1;
    k->done = mine;
    tell(k);
}

/* The watch is set back here and not in thinker_ask: the bot of the question before may still read
 * it. */
static void *work(void *arg)
{
    struct thinker *k = arg;
    pthread_mutex_lock(&k->lock);
    while (!k->stopping) {
        if (k->asked) {
            k->watch.games = 0;
            k->watch.hurry = 0;
            think(k);
        } else {
            pthread_cond_wait(&k->more, &k->lock);
        }
    }
    pthread_mutex_unlock(&k->lock);
    return NULL;
}

struct thinker *thinker_open(int wake)
{
    struct thinker *k = calloc(1, sizeof *k);
    MUST(k);
    k->wake = wake;
    pthread_mutex_init(&k->lock, NULL);
    pthread_cond_init(&k->more, NULL);
    MUST(pthread_create(&k->thread, NULL, work, k) == 0);
    return k;
}

/* The caller holds the lock. Makes whatever is being thought worthless and hurries the bot. Its
 * answer is not waited for. */
static void forget(struct thinker *k)
{
    k->last++;
    k->asked = k->answered = 0;
    k->watch.hurry = 1;
}

void thinker_close(struct thinker *k)
{
    pthread_mutex_lock(&k->lock);
    forget(k);
    k->stopping = 1;
    pthread_cond_signal(&k->more);
    pthread_mutex_unlock(&k->lock);
    pthread_join(k->thread, NULL);
    pthread_cond_destroy(&k->more);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

/* Does not wait: the thread begins when the bot before has noticed that it should hurry. */
void thinker_ask(struct thinker *k, const struct client_thought *about)
{
    pthread_mutex_lock(&k->lock);
    forget(k);
    k->asked = 1;
    k->thought = *about;
    pthread_cond_signal(&k->more);
    pthread_mutex_unlock(&k->lock);
}

void thinker_forget(struct thinker *k)
{
    pthread_mutex_lock(&k->lock);
    forget(k);
    pthread_mutex_unlock(&k->lock);
}

/* A question that has not been started gets the smallest budget. Does nothing if no question is
 * open. */
void thinker_hurry(struct thinker *k)
{
    pthread_mutex_lock(&k->lock);
    k->watch.hurry = 1;
    if (k->asked) {
        k->thought.bot.how.iterations = 1;
        k->thought.bot.how.milliseconds = 0;
    }
    pthread_mutex_unlock(&k->lock);
}

int thinker_take(struct thinker *k, struct client_thought *to)
{
    pthread_mutex_lock(&k->lock);
    int there = k->answered;
    k->answered = 0;
    if (there)
        *to = k->done;
    pthread_mutex_unlock(&k->lock);
    return there;
}

uint32_t thinker_games(struct thinker *k)
{
    return k->watch.games;
}
