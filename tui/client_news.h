/* News of a table: what has happened, in order, and how a screen waits for it. */
#ifndef CHARLATAN_TUI_CLIENT_NEWS_H
#define CHARLATAN_TUI_CLIENT_NEWS_H

struct client;

/* The kinds of news, and which members of struct client_news they fill. */
enum client_news_kind {
    NEWS_NONE,
    /* A seat was taken or left: `seat`, `text`. */
    NEWS_SEATS,
    /* A game begins (the first one or a rematch): the stories are empty again. */
    NEWS_START,
    /* `seat` (or EVENT_NONE) acted: the story has grown from `from` to `to`. */
    NEWS_EVENTS,
    /* What happened before we joined is in the story, up to `to`. */
    NEWS_PAST,
    /* Moves were undone for `seat`: the story now ends at `to`; `text`. */
    NEWS_UNDONE,
    /* client_turn has become `seat`: one of our seats must answer. */
    NEWS_QUESTION,
    /* The bot of `seat` is thinking. Bots that answer quickly are not announced. */
    NEWS_THINKING,
    /* The bot of `seat` has thought less than usual about its move: `text`. */
    NEWS_HURRIED,
    /* `seat` asks to undo a move (answer with client_grant); seat -1: the request is over. */
    NEWS_PLEA,
    /* The hint is ready: client_hint_found. */
    NEWS_HINT,
    /* A request of `seat` was refused: `text`, `code`, and `rule` ("" if no rule of the game
     * forbids it). */
    NEWS_REFUSED,
    /* client_link has changed: `text`. */
    NEWS_LINK,
    /* The game is over: client_result. If client_record is not NULL, the record is in that file. */
    NEWS_OVER,
    /* The last news: the table was closed or the seat was lost; `text`. */
    NEWS_CLOSED,
    /* Something outside the game failed, such as a full disk: `text`. The last request had no
     * effect and may be tried again. */
    NEWS_FAILED
};

/* A piece of news. */
struct client_news {
    /* seat is EVENT_NONE if the news is about no seat. */
    int kind, seat;
    /* Indices into the stories. */
    int from, to;
    /* "" if there is nothing to say; valid until the next poll. */
    const char *code, *rule, *text;
};

/* Returns 1 with the next piece of news, or 0 if there is none within the time (0: does not wait;
 * -1: waits for ever). News comes in order, and the table never shows more than the news so far. */
int client_poll(struct client *t, int timeout_ms, struct client_news *news);
/* Becomes readable when client_poll may have news. It does not change while the table is open. */
int client_fd(const struct client *t);

#endif
