/* Puts frames of a server together; see hear.h. A text that comes in one frame is not copied. */
#include "cable/hear.h"

#include <stdlib.h>
#include <string.h>

#include "engine/port.h"
#include "wire/frame.h"

enum { NORMAL = 1000, PROTOCOL = 1002, KIND = 1003, NO_UTF8 = 1007, TOO_LONG = 1009 };

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

static enum cable_heard wrong(struct hear *h, int code)
{
    h->code = code;
    return HEARD_WRONG;
}

static enum cable_heard take_text(struct hear *h, const char *at, size_t n, struct slice *what)
{
    *what = (struct slice){at, n};
    return text_is_utf8(at, n) ? HEARD_TEXT : wrong(h, NO_UTF8);
}

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

/* What is wrong with a frame is known from its head, before its body has come. */
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
