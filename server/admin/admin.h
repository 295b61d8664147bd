/* What operators can do with a running server: see, close, delete, rename, shut out, export, purge,
 * back up. A request is a line with a JSON object, {"do":"close","table":"…"}; the answer is one
 * line, {"ok":true,…} or {"error":{…}}. How lines come and go is socket.h's business.
 *
 * Everything belongs to the loop's thread. What takes time runs on the thread of the store or as a
 * chore. Each request is answered once, also if the server stops meanwhile. Every request that may
 * change something is logged, with who asked and what came of it. */
#ifndef CHARLATAN_SERVER_ADMIN_ADMIN_H
#define CHARLATAN_SERVER_ADMIN_ADMIN_H

#include "match/match.h"
#include "store/store.h"
#include "wire/write.h"

struct server;

enum { ADMIN_LINE = 1 << 14, ADMIN_WHO = 40 };

/* `fd` is a file whose bytes follow the answer, or -1; the receiver closes it. */
typedef void admin_answer_fn(void *arg, const char *text, size_t n, int fd);
/* `answer` is called once, now or later, also if the line is nonsense. */
void admin_ask(struct server *s, const char *line, size_t n, const char *who,
               admin_answer_fn *answer, void *arg);

/* Once, before the first tick. Reads the bans, now and every few seconds, and begins to remove what
 * is kept long enough. */
void admin_begin(struct server *s);
/* Call it with every tick. */
void admin_tick(struct server *s);

/* ---- for the files named admin_ ---- */

/* A request that is being carried out. */
struct admin_call {
    struct server *server;
    const struct admin_verb *verb;
    json_t *ask;
    /* Who asks, for the log; the table it is about, or "". */
    char who[ADMIN_WHO + 1], table[MATCH_ID + 1];
    /* How many tables it was about, for the log. */
    uint32_t count;
    admin_answer_fn *answer;
    void *arg;
};

typedef void admin_fn(struct admin_call *c);

/* Begins the answer {"ok":true; the caller adds members and ends it with admin_end. */
void admin_fine(struct writer *w);
/* Answers, logs and frees the call. */
void admin_end(struct admin_call *c, struct writer *w);
/* The same with a file, which the receiver of the answer closes. */
void admin_end_with(struct admin_call *c, struct writer *w, int fd);
/* Answers with a refusal instead, logs and frees the call. */
void admin_refuse(struct admin_call *c, const struct refusal *why);
/* The store has failed: refuses with its reason. */
void admin_failed(struct admin_call *c);

/* Members of the request. Texts: NULL if they are missing. Numbers: `usual` then, -1 if it is not a
 * whole number from 0 on. */
const char *admin_text(const struct admin_call *c, const char *name);
int64_t admin_number(const struct admin_call *c, const char *name, int64_t usual);
int admin_flag(const struct admin_call *c, const char *name);
/* Refuses the call because of a member, and says what it should be. */
void admin_wrong(struct admin_call *c, const char *member, const char *what);

/* table_commands.c */
admin_fn admin_list, admin_show, admin_close, admin_delete, admin_export;
/* rename.c */
admin_fn admin_rename;
/* sweep.c */
admin_fn admin_purge, admin_forget, admin_compact;
/* ban_notes.c */
admin_fn admin_ban, admin_unban, admin_bans;
/* Reads the bans anew: other nodes may have changed them. */
void bans_reload(struct server *s);
/* backup.c */
admin_fn admin_backup;
/* status.c */
admin_fn admin_status;

/* ---- stored_names.c: names in stored texts ---- */

/* The text that an entry has if somebody is called so: "name":"…". The caller frees it. */
char *name_needle(const char *name);
/* Replaces a name in all entries and the summary of a match. Call it with the store, on its thread.
 * Returns how many texts were changed, or -1; *conflict is 1 if somebody was faster. */
int names_rewrite(struct store *s, const char *match, const char *from, const char *to,
                  int *conflict);
/* What `walk` tells of one match, without the summary. Returns 1, 0 if there is none, or -1. */
int walk_one(struct store *s, const char *id, struct store_walked *w);

#endif
