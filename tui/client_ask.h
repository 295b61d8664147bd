/* Questions at a table and what a person may do: answer, undo, start. */
#ifndef CHARLATAN_TUI_CLIENT_ASK_H
#define CHARLATAN_TUI_CLIENT_ASK_H

#include "engine/game.h"

struct client;

enum { CLIENT_ANSWERS = 64 };

/* What a seat is asked, and every answer it may give. */
struct client_question {
    int seat;
    /* Its number; every question has its own. */
    uint32_t n;
    /* Its name in the protocol, such as "act". */
    const char *kind;
    /* Its sentence. */
    char text[MAX_SENTENCE];
    /* Milliseconds since 1970 when the clock runs out; INT64_MAX: never. */
    int64_t until;
    int answers;
    struct client_action {
        /* The engine's number: a bit of legal(). */
        uint8_t action;
        /* Its name in the protocol. */
        char text[MAX_NAME];
    } answer[CLIENT_ANSWERS];
};

/* All seats that must answer. */
uint32_t client_asked(const struct client *t);
/* The seat of ours that must answer now; -1 if we wait for others. If several of our seats must
 * answer, the one that answered last goes on, so that the keyboard changes hands as little as
 * possible. A seat whose answer is being sent does not count. */
int client_turn(const struct client *t);
/* The open question of one of our seats, with its answers. Returns 0, or -1 if none is open. */
int client_question(const struct client *t, int seat, struct client_question *q);
/* Why an answer is not allowed: the game's own sentence and rule. `action` is in the protocol's
 * words; `why` is filled in any case. */
void client_explain(const struct client *t, int seat, const char *action, struct refusal *why);

/* Requests. They return 0, or -1 if they are refused at once; NEWS_REFUSED then says why. */

/* Answers the open question; `action` is the engine's number. At a server whose connection is lost,
 * it is kept and sent later. The question stays shown as answered until the table says
 * otherwise. */
int client_answer(struct client *t, int seat, int action);
/* Undoes a move at once, or asks those who must agree. Refused where undo is not allowed. */
int client_undo(struct client *t, int seat);
/* An open request to undo: the seat that asks, and our seats that have not answered it. */
struct client_plea {
    /* -1 if none is open. */
    int seat;
    uint32_t waits;
};
/* Fills in the request that is open, at this moment. */
void client_plea(const struct client *t, struct client_plea *to);
/* Lets the seat that asks undo its move, or does not. */
int client_grant(struct client *t, int seat, int yes);
/* At a server's table: fills the empty seats with bots (`fill` NULL: medium) and starts. Refused at
 * a local table, which starts by itself. */
int client_start(struct client *t, const char *fill);
/* Takes one of our seats back from the bot that plays for it. Refused at a local table, where
 * nobody is replaced. */
int client_back(struct client *t, int seat);

#endif
