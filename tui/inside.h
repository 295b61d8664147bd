/* The inside of a client: what both kinds have in common (client.c), and what each does its own way
 * (local.c, remote.c). Screens include only client.h and client_*.h. */
#ifndef CHARLATAN_TUI_INSIDE_H
#define CHARLATAN_TUI_INSIDE_H

#include "match/match.h"
#include "tui/client.h"
#include "tui/client_help.h"
#include "tui/client_news.h"
#include "tui/luck.h"
#include "tui/refusals.h"
#include "tui/story.h"
#include "tui/think.h"

struct game_json;

struct client_plea;
struct client_result;

enum { NEWS_ROOM = 16 };

/* A piece of news in the queue, with its texts. */
struct client_queued {
    struct client_news news;
    char code[24], rule[24], text[CLIENT_TEXT];
};

/* The functions of one kind of table. A member is NULL if that kind of table does not have it. */
struct client_kind {
    /* A constant: 1 for a server's table. */
    int remote;
    void (*close)(struct client *t);
    /* Does one thing that is due and queues its news, at most NEWS_ROOM - 2 pieces. Returns 1 if it
     * did something, 0 if it must wait for `wake` or until `*until` (CLOCK_MONOTONIC ms). */
    int (*step)(struct client *t, int64_t *until);
    int (*phase)(const struct client *t);
    void (*seat)(const struct client *t, int seat, struct client_seat *to);
    /* Called only for viewers that may see the table. */
    int (*view)(const struct client *t, int viewer, struct view *to);
    /* A set of seats, of others too; 0 unless the game runs. */
    uint32_t (*asked)(const struct client *t);
    /* As client_turn. */
    int (*turn)(const struct client *t);
    /* The number of the seat's question; 0 if none is open. */
    uint32_t (*question)(const struct client *t, int seat, int64_t *until);
    int (*link)(const struct client *t);
    /* The requests below are called with what client.c has checked. They return 0, or -1 after
     * queueing a refusal. */
    int (*answer)(struct client *t, int seat, int action);
    int (*undo)(struct client *t, int seat);
    void (*plea)(const struct client *t, struct client_plea *to);
    int (*grant)(struct client *t, int seat, int yes);
    int (*start)(struct client *t, const char *fill);
    int (*back)(struct client *t, int seat);
    void (*thinking)(const struct client *t, struct client_thinking *to);
    void (*interrupt)(struct client *t);
    int (*result)(const struct client *t, struct client_result *to);
    int (*rematch)(struct client *t, const uint8_t seed[32]);
    /* NULL: not at this kind of table. */
    int (*practise)(struct client *t, uint32_t moves, int same);
};

/* Only the thread of the screen touches it, but for `wake`, which other threads write to. */
struct client {
    const struct client_kind *kind;
    /* Known from the opening on; never NULL at an open table. */
    const struct game_json *json;
    char id[MATCH_ID + 1];
    int players, helps, resumed;
    /* The seat of the host of a server's table, counted from 1; 0: anybody may start it. */
    int host;
    /* Moves may be taken back past luck. */
    int practice;
    /* The link that takes others to a server's table; "" for a local one. */
    char url[CLIENT_URL];
    /* How many other unfinished games are stored. */
    int kept;
    /* A set. At a server's table at most one seat. */
    uint32_t mine;
    /* record is "" until a record is written. */
    char folder[CLIENT_PATH], record[CLIENT_PATH + 80];
    /* What the record proves about the luck of the game, or "". */
    char luck[LUCK_TEXT];
    /* An eventfd, readable when something may have happened. */
    int wake;
    /* One story for each seat and one for spectators; a server's table uses only the last. */
    struct story story[MAX_SEATS + 1];
    struct client_queued queue[NEWS_ROOM], last;
    /* The queue is a ring: `queued` pieces from `first` on. `last` owns the texts of the news
     * handed out last. */
    int queued, first;
    /* The number of each seat's question that NEWS_QUESTION has announced. */
    uint32_t posed[MAX_SEATS];
    struct thinker *adviser;
    /* The seat whose hint is being computed, or -1. */
    int64_t advised;
    /* The number of games the adviser will simulate. */
    uint32_t wished;
    struct client_hint hint;
    /* `hint` is valid. It stays so until another game begins. */
    int has_hint;
};

/* Called by both kinds at the beginning and the end. `t` is the first member of the struct they
 * allocate. */
void client_init(struct client *t, const struct client_kind *kind, const char *folder);
void client_wipe(struct client *t);
/* CLOCK_MONOTONIC in ms. */
int64_t client_clock(void);

/* Queues a piece of news; the caller fills in the texts, or moves `from` and `to`. */
struct client_queued *client_tell(struct client *t, int kind, int seat);
void client_say(struct client *t, int kind, int seat, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Each returns -1. The last one takes a server's or the system's own words. If the queue is half
 * full, the refusal is dropped. */
int client_refuse(struct client *t, int seat, const struct refusal_row *row);
int client_refuse_why(struct client *t, int seat, const struct refusal *why);
int client_refuse_text(struct client *t, int seat, const char *code, const char *rule,
                       const char *text);

/* Adds the events of one entry to the stories, as each viewer may know them. The second also queues
 * NEWS_EVENTS. */
void client_add_story(struct client *t, const struct event *e, uint32_t n, int actor,
                      uint32_t entry);
void client_add_events(struct client *t, const struct event *e, uint32_t n, int actor,
                       uint32_t entry);
/* Empties the stories: another game begins, or the log is read again. */
void client_forget_story(struct client *t);
/* Takes back the events of `entry` and later, and queues NEWS_UNDONE with the text. */
void client_cut_story(struct client *t, uint32_t entry, int seat, const char *text);

/* Makes a folder and its parents. Returns 0, or -1 with a sentence. */
int folder_make(const char *path, char why[CLIENT_TEXT]);
/* Writes a record into the folder and its path into t->record. Returns 0, or -1 with a sentence.
 * `created` is the time in ms that names the file, and may be wrong. */
int record_keep(struct client *t, int64_t created, const char *text, size_t n,
                char why[CLIENT_TEXT]);

#endif
