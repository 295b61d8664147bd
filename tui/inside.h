/* What a table is inside: what both kinds have in common (table.c), and what each does its own way (local.c,
 * remote.c). Screens include table.h alone. */
#ifndef CHARLATAN_TUI_INSIDE_H
#define CHARLATAN_TUI_INSIDE_H

#include "tui/refusals.h"
#include "tui/table.h"
#include "tui/think.h"

enum { NEWS_ROOM = 16 };

/* News on its way, with its texts. */
struct piece {
    struct news news;
    char code[24], rule[24], text[TABLE_TEXT];
};

/* Each may leave out what cannot be at its kind of table (NULL). */
struct table_kind {
    int remote;
    void (*close)(struct table *t);
    /* Does one thing that is to be done and adds the news of it, at most NEWS_ROOM - 2 pieces. 1 where it
     * did something, 0 where it must wait until `wake` or `*until` (CLOCK_MONOTONIC ms). */
    int (*step)(struct table *t, int64_t *until);
    int (*phase)(const struct table *t);
    void (*seat)(const struct table *t, int seat, struct table_seat *to);
    int (*view)(const struct table *t, int viewer, struct view *to); /* only viewers that may */
    uint32_t (*asked)(const struct table *t);
    int (*turn)(const struct table *t);
    uint32_t (*question)(const struct table *t, int seat, int64_t *until); /* its number; 0: none */
    int (*link)(const struct table *t);
    int (*answer)(struct table *t, int seat, int action);
    int (*undo)(struct table *t, int seat);
    int (*undo_is_free)(const struct table *t, int seat);
    void (*plea)(const struct table *t, struct table_plea *to);
    int (*grant)(struct table *t, int seat, int yes);
    int (*start)(struct table *t, const char *fill);
    int (*back)(struct table *t, int seat);
    int (*give_up)(struct table *t);
    void (*thinking)(const struct table *t, struct table_thinking *to);
    void (*interrupt)(struct table *t);
    int (*result)(const struct table *t, struct table_result *to);
    int (*rematch)(struct table *t, const uint8_t seed[32]);
};

struct table {
    const struct table_kind *kind;
    const struct game_json *json;
    char id[MATCH_ID + 1];
    int players, helps, resumed;
    uint32_t mine;
    uint64_t options[MAX_STATE_BYTES / 8];
    char folder[TABLE_PATH], record[TABLE_PATH + 80]; /* "": not written */
    int wake;                                         /* an eventfd: something may have happened */
    struct story story[MAX_SEATS + 1]; /* of seats, and of spectators; a server's: the last alone */
    struct piece queue[NEWS_ROOM], last;
    int queued, first;
    uint32_t posed[MAX_SEATS]; /* question of mine that NEWS_QUESTION has told */
    struct thinker *adviser;
    int64_t advised; /* seat a hint is on its way for; -1 */
    uint32_t wished; /* games it will imagine */
    struct hint hint;
    int has_hint;
};

/* What both kinds begin and end with. `t` is the first member of what they allocate. */
void table_init(struct table *t, const struct table_kind *kind, const char *folder);
void table_wipe(struct table *t);
int64_t table_clock(void); /* CLOCK_MONOTONIC, ms */

struct piece *table_tell(struct table *t, int kind, int seat); /* texts are to be filled in */
void table_say(struct table *t, int kind, int seat, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Each returns -1. The last one is for what a server or the system says. */
int table_refuse(struct table *t, int seat, const struct refusal_row *row);
int table_refuse_why(struct table *t, int seat, const struct refusal *why);
int table_refuse_text(struct table *t, int seat, const char *code, const char *rule,
                      const char *text);

/* Events of one entry into the stories, as each viewer may know them; adds NEWS_EVENTS. `viewers`: how many
 * stories are kept. */
void table_add_events(struct table *t, const struct event *e, uint32_t n, int actor,
                      uint32_t entry);
void table_forget_story(struct table *t);
void table_cut_story(struct table *t, uint32_t entry, int seat, const char *text);

/* Makes a folder and those above it; 0, or -1 with a sentence. */
int folder_make(const char *path, char why[TABLE_TEXT]);
/* Writes a record beside the others and says where in t->record; 0, or -1 with a sentence. */
int record_keep(struct table *t, int64_t created, const char *text, size_t n, char why[TABLE_TEXT]);

#endif
