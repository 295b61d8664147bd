/* Puts frames of a server together; see hear.h. A text that comes in one frame is not copied. */
#include "cable/hear.h"

#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "wire/frame.h"

/* Status codes of RFC 6455, 7.4.1. */
enum { NORMAL = 1000, PROTOCOL = 1002, KIND = 1003, NO_UTF8 = 1007, TOO_LONG = 1009 };

/* Moves what is not read yet to the front, so slices that hear_next gave are no longer valid. */
void hear_add(struct hear *h, const void *bytes, size_t n)
{
    if (n == 0)
        return;
    if (h->at) {
        memmove(h->in, h->in + h->at, h->n - h->at);
        h->n -= h->at;
        h->at = 0;
    }
    if (h->n + n > h->room) {
        h->room = 2 * (h->n + n);
        h->in = realloc(h->in, h->room);
        MUST(h->in);
    }
    memcpy(h->in + h->n, bytes, n);
    h->n += n;
}

void hear_free(struct hear *h)
{
    free(h->in);
    free(h->part);
    *h = (struct hear){0};
}

/* The connection is to be closed with this code; the rest of what has come is not looked at. */
static enum cable_heard wrong(struct hear *h, int code)
{
    h->code = code;
    return HEARD_WRONG;
}

/* UTF-8 is checked for the whole text, since a character may be cut by the end of a fragment (RFC
 * 6455, 5.6). */
static enum cable_heard take_text(struct hear *h, const char *at, size_t n, struct slice *what)
{
    *what = (struct slice){at, n};
    return text_is_utf8(at, n) ? HEARD_TEXT : wrong(h, NO_UTF8);
}

/* The byte more keeps realloc from a size of 0, so that `part` is not NULL for an empty fragment.
 * why_not has checked the bound. */
static void keep_part(struct hear *h, const char *at, size_t n)
{
    h->part = realloc(h->part, h->part_n + n + 1);
    MUST(h->part);
    memcpy(h->part + h->part_n, at, n);
    h->part_n += n;
    h->begun = 1;
}

/* The last fragment stays where it is until the next call. */
static enum cable_heard take_part(struct hear *h, const struct frame *f, const char *at,
                                  struct slice *what)
{
    if (f->final && !h->begun)
        return take_text(h, at, f->n, what);
    keep_part(h, at, f->n);
    if (!f->final)
        return HEARD_NOTHING;
    size_t n = h->part_n;
    h->part_n = 0;
    h->begun = 0;
    return take_text(h, h->part, n, what);
}

/* A whole frame. Control frames may come between the fragments of a text (RFC 6455, 5.4) and leave
 * them alone. A pong is not asked about: any sign of life will do. */
static enum cable_heard take_frame(struct hear *h, const struct frame *f, const char *at,
                                   struct slice *what)
{
    *what = (struct slice){at, f->n};
    switch (f->kind) {
    case FRAME_PONG: return HEARD_NOTHING;
    case FRAME_PING: return HEARD_PING;
    case FRAME_CLOSE:
        h->code = NORMAL;
        return frame_close_is_sound((const unsigned char *)at, f->n) ? HEARD_CLOSE
                                                                     : wrong(h, PROTOCOL);
    default: return take_part(h, f, at, what);
    }
}

/* What is wrong with a frame is known from its head, before its body has come. So a server cannot
 * make us keep more than `most` bytes. Control frames have been bounded by frame_read. Returns the
 * code to close with; 0: nothing is wrong. */
static int why_not(const struct hear *h, const struct frame *f)
{
    if (f->kind >= FRAME_CLOSE)
        return 0;
    if (f->kind == FRAME_BINARY)
        return KIND;
    if ((f->kind == FRAME_CONTINUE) != h->begun)
        return PROTOCOL;
    return f->n > h->most - h->part_n ? TOO_LONG : 0;
}

/* Frames of a server have no mask (RFC 6455, 5.1). A frame counts as read before it is looked at,
 * so the next call goes on behind it whatever it was. */
enum cable_heard hear_next(struct hear *h, struct slice *what)
{
    for (;;) {
        struct frame f;
        const char *at = h->in ? h->in + h->at : "";
        int head = h->at < h->n ? frame_read(&f, (const unsigned char *)at, h->n - h->at, 0) : 0;
        int code = head < 0 ? PROTOCOL : head > 0 ? why_not(h, &f) : 0;
        if (code)
            return wrong(h, code);
        if (head == 0 || h->n - h->at - (size_t)head < f.n)
            return HEARD_NOTHING;
        h->at += (size_t)head + f.n;
        enum cable_heard heard = take_frame(h, &f, at + head, what);
        if (heard != HEARD_NOTHING)
            return heard;
    }
}
