/* Handshakes and frames of a client; see talk.h. */
#include "cable/talk.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "cable/shake.h"
#include "cable/inside.h"
#include "engine/port.h"
#include "wire/frame.h"

enum { GOODBYE_MS = 300, NORMAL = 1000 };

/* Masks and keys need luck that the other end cannot foresee (RFC 6455, 10.3). Never fails: less
 * than 256 bytes come at once. */
static void draw(void *to, size_t n)
{
    MUST(getrandom(to, n, 0) == (ssize_t)n);
}

/* ---- the handshake ---- */

/* What comes behind the answer are frames. A server may refuse with a body of up to 64 KiB, which
 * is thrown away; its status is in the reason. c->why keeps the reason of the connection if that is
 * what broke. */
static int read_answer(struct talk *t, const char *key, const char *protocol)
{
    struct answer a = {.most = 1 << 16};
    char room[4096];
    size_t used = 0;
    int state = 0, n = 0, done = CABLE_FAILED;
    while (state == 0 && (n = cable_read(&t->cable, room, sizeof room)) > 0)
        state = answer_add(&a, room, (size_t)n, &used);
    if (state == 1 && shake_agrees(&a, key, protocol)) {
        hear_add(&t->in, room + used, (size_t)n - used);
        done = 0;
    } else if (state == 1 && a.status != 101) {
        snprintf(t->cable.why, sizeof t->cable.why, "it refuses a WebSocket with status %d",
                 a.status);
    } else if (n >= 0) {
        cable_fail(&t->cable, "it does not shake hands for a WebSocket");
    }
    free(a.body);
    return done;
}

/* All within the deadline of cable_open. The key is new for each connection, so no answer of an
 * earlier one fits. */
static int shake_hands(struct talk *t, const struct cable_to *to, const char *path,
                       const char *protocol)
{
    unsigned char luck[16];
    char key[SHAKE_KEY + 1], text[SHAKE_REQUEST];
    draw(luck, sizeof luck);
    EVP_EncodeBlock((unsigned char *)key, luck, sizeof luck);
    size_t n = shake_write(text, to->url, path, key, protocol);
    if (!n)
        return cable_fail(&t->cable, "its address is too long");
    return cable_send(&t->cable, text, n) < 0 ? CABLE_FAILED : read_answer(t, key, protocol);
}

/* On failure everything is closed and freed; `cable.why` stays. */
int talk_open(struct talk *t, const struct cable_to *to, const char *path, const char *protocol,
              size_t most, int ms, int stop)
{
    *t = (struct talk){.in = {.most = most}};
    if (cable_open(&t->cable, to, ms, stop) < 0)
        return CABLE_FAILED;
    if (shake_hands(t, to, path, protocol) == 0)
        return 0;
    cable_close(&t->cable);
    hear_free(&t->in);
    return CABLE_FAILED;
}

/* ---- frames ---- */

/* Copies the body, because the mask is applied to it in its place. May wait up to `ms`, so a server
 * that does not read delays its reader by no more than that. */
static int send_frame(struct talk *t, int kind, const char *body, size_t n, int ms)
{
    unsigned char *frame = malloc(FRAME_HEAD + n), mask[4];
    MUST(frame);
    draw(mask, sizeof mask);
    size_t head = frame_head(frame, kind, n, mask);
    if (n)
        memcpy(frame + head, body, n);
    frame_mask(frame + head, n, mask);
    t->cable.deadline = cable_now() + ms;
    int sent = cable_send(&t->cable, frame, head + n);
    free(frame);
    return sent;
}

int talk_send(struct talk *t, const char *text, size_t n)
{
    return send_frame(t, FRAME_TEXT, text, n, TALK_SEND_MS);
}

int talk_ping(struct talk *t)
{
    return send_frame(t, FRAME_PING, "", 0, TALK_SEND_MS);
}

/* Does not wait for the server's close frame. The stop no longer counts, since it is often the
 * reason for the goodbye; GOODBYE_MS bounds it instead. */
static void say_goodbye(struct talk *t, int code)
{
    char body[2] = {(char)(code >> 8), (char)code};
    t->cable.stop = -1;
    send_frame(t, FRAME_CLOSE, body, sizeof body, GOODBYE_MS);
    cable_close(&t->cable);
}

int talk_read(struct talk *t)
{
    char room[1 << 14];
    int n = cable_take(&t->cable, room, sizeof room);
    if (n > 0)
        hear_add(&t->in, room, (size_t)n);
    return n > 0 ? 1 : n == CABLE_LATER ? 0 : -1;
}

/* Must be called until it returns 0 before the socket is polled again: several texts may have come
 * at once. After -1 the connection is closed. */
int talk_next(struct talk *t, struct slice *text)
{
    for (;;) {
        enum cable_heard heard = hear_next(&t->in, text);
        if (heard == HEARD_TEXT || heard == HEARD_NOTHING)
            return heard == HEARD_TEXT;
        if (heard == HEARD_PING) {
            if (send_frame(t, FRAME_PONG, text->at, text->n, TALK_SEND_MS) < 0)
                return -1;
        } else {
            say_goodbye(t, t->in.code);
            return cable_fail(&t->cable, heard == HEARD_CLOSE ? "it closed the connection"
                                                              : "it sends what no server may send");
        }
    }
}

void talk_close(struct talk *t)
{
    if (t->cable.fd >= 0)
        say_goodbye(t, NORMAL);
    hear_free(&t->in);
}
