/* What a client is inside: what both kinds have in common (client.c), and what each does its own
 * way (local.c, remote.c). Screens include client.h alone. */
#ifndef CHARLATAN_TUI_INSIDE_H
#define CHARLATAN_TUI_INSIDE_H

#include "tui/client.h"
#include "tui/refusals.h"
#include "tui/think.h"

enum { NEWS_ROOM = 16 };

/* News on its way, with its texts. */
struct piece {
    struct news news;
    char code[24], rule[24], text[CLIENT_TEXT];
};

/* Each may leave out what cannot be at its kind of table (NULL). */
struct client_kind {
    int remote;
    void (*close)(struct client *t);
    /* Does one thing that is to be done and adds the news of it, at most NEWS_ROOM - 2 pieces. 1
     * where it did something, 0 where it must wait until `wake` or `*until` (CLOCK_MONOTONIC
     * ms). */
    int (*step)(struct client *t, int64_t *until);
    int (*phase)(const struct client *t);
    void (*seat)(const struct client *t, int seat, struct client_seat *to);
    /* Only viewers that may. */
    int (*view)(const struct client *t, int viewer, struct view *to);
    uint32_t (*asked)(const struct client *t);
    int (*turn)(const struct client *t);
    /* Its number; 0: none. */
    uint32_t (*question)(const struct client *t, int seat, int64_t *until);
    int (*link)(const struct client *t);
    int (*answer)(struct client *t, int seat, int action);
    int (*undo)(struct client *t, int seat);
    int (*undo_is_free)(const struct client *t, int seat);
    void (*plea)(const struct client *t, struct client_plea *to);
    int (*grant)(struct client *t, int seat, int yes);
    int (*start)(struct client *t, const char *fill);
    int (*back)(struct client *t, int seat);
    int (*give_up)(struct client *t);
    void (*thinking)(const struct client *t, struct client_thinking *to);
    void (*interrupt)(struct client *t);
    int (*result)(const struct client *t, struct client_result *to);
    int (*rematch)(struct client *t, const uint8_t seed[32]);
};

struct client {
    const struct client_kind *kind;
    const struct game_json *json;
    char id[MATCH_ID + 1];
    int players, helps, resumed;
    uint32_t mine;
    uint64_t options[MAX_STATE_BYTES / 8];
    /* "": not written. */
    char folder[CLIENT_PATH], record[CLIENT_PATH + 80];
    /* An eventfd: something may have happened. */
    int wake;
    /* Of seats, and of spectators; a server's: the last alone. */
    struct story story[MAX_SEATS + 1];
    struct piece queue[NEWS_ROOM], last;
    int queued, first;
    /* Question of mine that NEWS_QUESTION has told. */
    uint32_t posed[MAX_SEATS];
    struct thinker *adviser;
    /* Seat a hint is on its way for; -1. */
    int64_t advised;
    /* Games it will imagine. */
    uint32_t wished;
    struct hint hint;
    int has_hint;
};

/* What both kinds begin and end with. `t` is the first member of what they allocate. */
void client_init(struct client *t, const struct client_kind *kind, const char *folder);
void client_wipe(struct client *t);
/* CLOCK_MONOTONIC, ms. */
int64_t client_clock(void);

/* Texts are to be filled in. */
struct piece *client_tell(struct client *t, int kind, int seat);
void client_say(struct client *t, int kind, int seat, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Each returns -1. The last one is for what a server or the system says. */
int client_refuse(struct client *t, int seat, const struct refusal_row *row);
int client_refuse_why(struct client *t, int seat, const struct refusal *why);
int client_refuse_text(struct client *t, int seat, const char *code, const char *rule,
                       const char *text);

/* Events of one entry into the stories, as each viewer may know them; adds NEWS_EVENTS.
 * `viewers`: how many stories are kept. */
void client_add_events(struct client *t, const struct event *e, uint32_t n, int actor,
                       uint32_t entry);
void client_forget_story(struct client *t);
void client_cut_story(struct client *t, uint32_t entry, int seat, const char *text);

/* Makes a folder and those above it; 0, or -1 with a sentence. */
int folder_make(const char *path, char why[CLIENT_TEXT]);
/* Writes a record beside the others and says where in t->record; 0, or -1 with a sentence. */
int record_keep(struct client *t, int64_t created, const char *text, size_t n,
                char why[CLIENT_TEXT]);

#endif
