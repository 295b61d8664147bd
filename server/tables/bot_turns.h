/* Which bot thinks next. Jobs wait in lines, one for each address, and the address whose bots have
 * thought least is next: who has many tables delays only themselves. There are no threads and no
 * clock in here; bot_workers.c has them. */
#ifndef CHARLATAN_SERVER_TABLES_BOT_TURNS_H
#define CHARLATAN_SERVER_TABLES_BOT_TURNS_H

#include "bots/bot.h"
#include "match/match.h"
#include "server/tables/bot_programs.h"

/* Made by the loop, answered by a worker, taken back by the loop: it belongs to one of them at a
 * time, but for `watch`, through which the loop may hurry a bot that thinks. */
struct bot_job {
    struct bot_job *next;
    char table[MATCH_ID + 1];
    /* The answer is filled in by the worker. */
    struct move move;
    /* The number of the question. */
    uint32_t ask;
    struct seated_bot bot;
    /* The program that is asked instead; NULL: none. If it fails, the worker says why. */
    struct programs *programs;
    int program;
    char failure[MAX_REFUSAL];
    /* All that the bot may know. The true state is never on a worker's thread. */
    struct view view;
    /* What the bot draws its own random numbers from. */
    uint8_t luck[32];
    /* The address whose bot it is. */
    char payer[46];
    /* For how long, in ms, the bot usually thinks (0: it does not), may think, and did think. The
     * last is filled in by the worker. */
    uint32_t usual, granted, used;
    /* Why it thought less than usual, an enum hurried; filled in by the worker. */
    uint8_t hurried;
    /* When it was queued, and when the bot began to think: monotonic time in ms. */
    int64_t queued, began;
    /* With this the search is ended. */
    struct bot_watch watch;
};

/* Sets the bot by its name, and for how long it usually thinks. An unknown one plays at random; a
 * program of an operator by rules of thumb, until job_set_program. */
void job_read_bot(struct bot_job *job, const char *name);

/* Lets a program answer instead. */
void job_set_program(struct bot_job *job, struct programs *programs, int program);

/* Whether so much thinking, in ms, is nearly what the bot usually does: a quarter less makes no
 * difference that anybody could notice. */
int job_has_enough(const struct bot_job *job, uint32_t ms);

struct bot_job_list {
    struct bot_job *first, **end;
};

/* Lists of jobs on the heap, oldest first; a list that is freed takes its jobs with it. */
void job_list_init(struct bot_job_list *l);
void job_list_add(struct bot_job_list *l, struct bot_job *job);
/* The first job, or NULL. */
struct bot_job *job_list_take(struct bot_job_list *l);
void job_list_free(struct bot_job_list *l);

/* An address with jobs. */
struct bot_payer {
    struct bot_payer *next;
    char address[46];
    struct bot_job_list waiting;
    struct bot_job *thinking;
    int waiting_n, thinking_n;
    /* The time that its bots have had, in ms, since the same moment for all addresses. */
    int64_t had;
    /* 1: a job of another address was cut short for it. */
    int has_room;
};

/* All zeros at first. Whoever uses it from several threads locks it (bot_workers.c). */
struct turns {
    struct bot_payer *payers;
    int waiting_n, thinking_n;
    /* What the address had that was next the last time. New ones begin with it: nobody saves up
     * turns. */
    int64_t had;
};

/* The job must stay where it is until turns_end. */
void turns_add(struct turns *t, struct bot_job *job);
/* The job that is next, or NULL. Its bot thinks from now on. */
struct bot_job *turns_next(struct turns *t);
/* The bot has answered; job->used says how long it thought. */
void turns_end(struct turns *t, struct bot_job *job);
/* Returns a job to be cut short, or NULL: all `threads` are thinking, none of them for an address
 * that waits, and the job is of an address with more jobs than a table has seats. */
struct bot_job *turns_crowding(struct turns *t, int threads);
/* Hurries every bot that thinks. */
void turns_hurry(struct turns *t);
/* With the jobs that wait. None may be thinking. */
void turns_free(struct turns *t);

#endif
