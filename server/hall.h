/* Requests by HTTP: where they go (hall.c), and how they are answered (hall_answers.c). Each is
 * answered exactly once, so whoever gets one answers it or hands it on. */
#ifndef CHARLATAN_SERVER_HALL_H
#define CHARLATAN_SERVER_HALL_H

struct entry;
struct entry_reply;
struct http;
struct refusal;
struct refusal_row;
struct server;
struct table;
struct writer;

/* ---- hall.c ---- */

/* Every request begins here; the answer may come later. */
void hall_request(void *server, struct http *h);
/* Frees what hall.c keeps. */
void hall_free(struct server *s);
/* The rematch is stored: the old table gets an entry about it, and the request its answer then. */
void hall_rematch_founded(struct server *s, struct http *h, const char *old, const char *next);
/* The end of most requests: submits an entry if `may` is 0, or refuses. */
void hall_submit(struct http *h, struct table *t, int may, struct entry *e, struct entry_reply *r,
                 struct refusal *why);

/* ---- hall_answers.c ---- */

/* Frees the text. */
void hall_answer(struct http *h, int status, struct writer *w);
/* The reason also goes into the log of requests. */
void hall_refuse(struct http *h, const struct refusal *why);
/* For refusals without values. */
void hall_refuse_with(struct http *h, const struct refusal_row *row);
/* The text of the table stays the caller's. With a status, `r` adds the seat and its token. */
void hall_answer_table(struct http *h, const struct writer *table, const struct entry_reply *r);
/* Answers with the table as it is stored. */
void hall_show(struct server *s, struct http *h, const char *id, int status);
/* Answers with the table as it is stored, and the seat there that has this token, if any. With
 * `sits` there must be one. */
void hall_show_seat(struct server *s, struct http *h, const char *id, const struct entry_reply *r,
                    int sits);

#endif
