/* What bodies of requests have in common (request_body.c). Readers return 0, or -1 with `why`. */
#ifndef CHARLATAN_SERVER_REQUEST_BODY_H
#define CHARLATAN_SERVER_REQUEST_BODY_H

#include <jansson.h>

#include "engine/game.h"
#include "match/seat.h"

struct programs;

/* The length of a client's key. */
enum { KEY_LEAST = 22, KEY_MOST = 64 };

/* Reads the name of a person, who may not look like a bot. "Guest" if there is none. */
int hall_read_name(const struct programs *p, const json_t *body, char name[MATCH_NAME + 1],
                   struct refusal *why);
/* The key of a request that may be repeated; "" if it has none. */
int hall_read_key(const json_t *body, char key[KEY_MOST + 1], struct refusal *why);
/* The nonce that this member gives; none if it is missing. */
int hall_read_nonce(const json_t *body, const char *key, struct match_nonce *nonce,
                    struct refusal *why);
/* The commitment to a nonce; zeros if it is missing. */
int hall_read_pledge(const json_t *body, uint8_t pledge[COMMIT_BYTES], struct refusal *why);
/* Whether guests may choose the bot. `p`: the programs of this server, or NULL. */
int hall_bot_allowed(const struct programs *p, const char *bot, const struct game *g);
/* The bot of a seat for which none was named. */
const char *hall_usual_bot(const struct game *g);

#endif
