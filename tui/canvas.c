/* A grid of characters to draw on; see canvas.h. */
#include "tui/canvas.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/page.h"
#include "engine/port.h"
#include "engine/utf8.h"
#include "match/badge.h"

enum { PRINT_MAX = 1024 };

void canvas_size(struct canvas *c, int w, int h)
{
    if (w != c->w || h != c->h || !c->at) {
        free(c->at);
        c->at = calloc((size_t)w * (size_t)h + 1, sizeof *c->at);
        MUST(c->at);
        c->w = w;
        c->h = h;
    }
    for (int i = 0; i < w * h; i++)
        c->at[i] = (struct canvas_spot){L' ', INK_PLAIN, TOUCH_NOTHING, 0};
}

void canvas_free(struct canvas *c)
{
    free(c->at);
    memset(c, 0, sizeof *c);
}

struct canvas_spot *canvas_at(const struct canvas *c, int row, int col)
{
    int inside = row >= 0 && row < c->h && col >= 0 && col < c->w;
    return inside ? &c->at[row * c->w + col] : NULL;
}

/* ---- characters ---- */

/* The seat whose badge this character is, or -1. */
static int seat_of_badge(wchar_t ch)
{
    for (int seat = 0; ch >= 128 && seat < MAX_SEATS; seat++) {
        const char *glyph = badge_of(seat)->glyph;
        if (text_character(&glyph) == ch)
            return seat;
    }
    return -1;
}

/* Replaces our own symbols on a terminal that has only ASCII; any other character becomes a
 * question mark. */
static wchar_t in_ascii(wchar_t ch)
{
    static const wchar_t from[] = L"│─┌┐└┘├┤┬┴┼━▸·…○♦█░×▼↑↓→–▪∞";
    static const char to[] = "|-+++++++++=>|.or#.xv^v>-+=";
    if (ch < 128)
        return ch;
    if (seat_of_badge(ch) >= 0)
        return badge_of(seat_of_badge(ch))->ascii;
    for (size_t i = 0; from[i]; i++)
        if (from[i] == ch)
            return to[i];
    return L'?';
}

static void set(struct canvas *c, int row, int col, int ink, wchar_t ch)
{
    struct canvas_spot *s = canvas_at(c, row, col);
    if (!s)
        return;
    s->ch = ch;
    s->ink = (uint8_t)ink;
}

/* ---- words ---- */

static int put_one(struct canvas *c, int row, int col, int ink, wchar_t ch)
{
    /* A blank that does not break a line is an ordinary one by now. */
    ch = ch == 0xa0 ? L' ' : ch;
    wchar_t shown = c->ascii ? in_ascii(ch) : ch;
    int n = character_columns(shown), seat = seat_of_badge(ch);
    ink = seat >= 0 && ink != INK_BAR && ink != INK_PICK ? INK_SEAT + seat : ink;
    if (n == 0)
        return 0;
    set(c, row, col, ink, shown);
    if (n == 2)
        set(c, row, col + 1, ink, 0);
    return n;
}

int canvas_put(struct canvas *c, int row, int col, int room, int ink, const char *text)
{
    int used = 0;
    room = room < c->w - col ? room : c->w - col;
    int cut = text_columns(text) > room;
    while (*text && used < room) {
        wchar_t ch = text_character(&text);
        if (cut && used + character_columns(ch) > room - 1)
            return used + put_one(c, row, col + used, ink, L'…');
        used += put_one(c, row, col + used, ink, ch);
    }
    return used;
}

int canvas_print(struct canvas *c, int row, int col, int room, int ink, const char *format, ...)
{
    char text[PRINT_MAX];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return canvas_put(c, row, col, room, ink, text);
}

void canvas_centre(struct canvas *c, int row, int col, int room, int ink, const char *text)
{
    int n = text_columns(text), left = n < room ? (room - n) / 2 : 0;
    canvas_put(c, row, col + left, room - left, ink, text);
}

/* Returns the columns of the first word and sets *end behind it. */
static int word(const char *text, const char **end)
{
    int n = 0;
    while (*text && *text != ' ' && *text != '\n')
        n += character_columns(text_character(&text));
    *end = text;
    return n;
}

static void put_word(struct canvas *c, struct canvas_area a, int row, int col, int ink,
                     const char *from, const char *end)
{
    char text[PRINT_MAX];
    if (!c || row >= a.h)
        return;
    snprintf(text, sizeof text, "%.*s", (int)(end - from), from);
    canvas_put(c, a.row + row, a.col + col, a.w - col, ink, text);
}

int canvas_fold(struct canvas *c, struct canvas_area a, int ink, const char *text)
{
    int row = 0, col = 0;
    while (*text) {
        const char *end;
        int n = word(text, &end);
        if (col && col + 1 + n > a.w) {
            row++;
            col = 0;
        }
        col += col > 0;
        put_word(c, a, row, col, ink, text, end);
        col += n;
        text = end;
        for (; *text == ' ' || *text == '\n'; text++)
            if (*text == '\n') {
                row++;
                col = 0;
            }
    }
    return row + (col > 0);
}

/* ---- shapes ---- */

void canvas_fill(struct canvas *c, struct canvas_area a, wchar_t ch, int ink)
{
    for (int row = a.row; row < a.row + a.h; row++)
        for (int col = a.col; col < a.col + a.w; col++) {
            struct canvas_spot *s = canvas_at(c, row, col);
            if (s)
                *s = (struct canvas_spot){c->ascii ? in_ascii(ch) : ch, (uint8_t)ink, TOUCH_NOTHING,
                                          0};
        }
}

void canvas_box(struct canvas *c, struct canvas_area a, int ink)
{
    int bottom = a.row + a.h - 1, right = a.col + a.w - 1;
    canvas_fill(c, (struct canvas_area){a.row, a.col, a.w, 1}, L'─', ink);
    canvas_fill(c, (struct canvas_area){bottom, a.col, a.w, 1}, L'─', ink);
    canvas_fill(c, (struct canvas_area){a.row, a.col, 1, a.h}, L'│', ink);
    canvas_fill(c, (struct canvas_area){a.row, right, 1, a.h}, L'│', ink);
    canvas_put(c, a.row, a.col, 1, ink, "┌");
    canvas_put(c, a.row, right, 1, ink, "┐");
    canvas_put(c, bottom, a.col, 1, ink, "└");
    canvas_put(c, bottom, right, 1, ink, "┘");
}

void canvas_rule(struct canvas *c, int row, int col, int w, const char *title)
{
    canvas_fill(c, (struct canvas_area){row, col, w, 1}, L'─', INK_LINE);
    if (*title)
        canvas_print(c, row, col + 1, w - 2, INK_LINE, " %s ", title);
}

static void each(struct canvas *c, struct canvas_area a, const int *ink, int kind, int value)
{
    for (int row = a.row; row < a.row + a.h; row++)
        for (int col = a.col; col < a.col + a.w; col++) {
            struct canvas_spot *s = canvas_at(c, row, col);
            if (!s)
                continue;
            if (ink) {
                s->ink = (uint8_t)*ink;
            } else {
                s->kind = (uint8_t)kind;
                s->value = (uint8_t)value;
            }
        }
}

void canvas_ink(struct canvas *c, struct canvas_area a, int ink)
{
    each(c, a, &ink, 0, 0);
}

void canvas_touch(struct canvas *c, struct canvas_area a, int kind, int value)
{
    each(c, a, NULL, kind, value);
}

/* ---- as a text ---- */

static int width_of_row(const struct canvas *c, int row)
{
    int n = c->w;
    while (n && c->at[row * c->w + n - 1].ch == L' ')
        n--;
    return n;
}

char *canvas_text(const struct canvas *c)
{
    char *text = malloc((size_t)c->h * ((size_t)c->w * 4 + 1) + 1);
    size_t n = 0;
    MUST(text);
    for (int row = 0; row < c->h; row++) {
        int w = width_of_row(c, row);
        for (int col = 0; col < w; col++)
            if (c->at[row * c->w + col].ch)
                n += utf8_write((uint32_t)c->at[row * c->w + col].ch, text + n);
        text[n++] = '\n';
    }
    text[n] = 0;
    return text;
}
