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

/* The most bytes that canvas_print and one word of canvas_fold have; longer ones are cut. */
enum { PRINT_MAX = 1024 };

/* The spots are allocated again only if the size changes: this is called before each picture. One
 * spot more than needed, so that a size of 0 is no allocation of nothing. */
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

/* Everything that draws goes through here, so pictures need not check whether they fit. */
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
 * question mark. The two strings correspond character by character, and each replacement is one
 * column wide, so that a picture keeps its layout. */
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

/* Puts one character and returns its columns: 0 for marks that combine, which a spot cannot hold,
 * and 2 for wide ones, whose right half becomes 0. Badges get the ink of their seat except on bars,
 * where a coloured glyph would break the bar. */
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

/* The text is measured before it is cut, so that a text that just fits loses nothing. A wide
 * character that no longer fits before the dots leaves its column empty. */
int canvas_put(struct canvas *c, int row, int col, int room, int ink, const char *text)
{
    int used = 0;
    room = room < c->w - col ? room : c->w - col;
    int cut = text_columns(text) > room;
    while (*text && used < room) {
        wchar_t ch = text_character(&text);
        /* The last column is for the dots. */
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

/* A text wider than `room` begins at `col` and is cut at its end. */
void canvas_centre(struct canvas *c, int row, int col, int room, int ink, const char *text)
{
    int n = text_columns(text), left = n < room ? (room - n) / 2 : 0;
    canvas_put(c, row, col + left, room - left, ink, text);
}

/* Returns the columns of the first word and sets *end behind it. A blank that does not break
 * (U+00A0) belongs to the word, so names with badges stay whole. */
static int word(const char *text, const char **end)
{
    int n = 0;
    while (*text && *text != ' ' && *text != '\n')
        n += character_columns(text_character(&text));
    *end = text;
    return n;
}

/* With `c` NULL, or below the area, nothing is drawn: canvas_fold then only measures. */
static void put_word(struct canvas *c, struct canvas_area a, int row, int col, int ink,
                     const char *from, const char *end)
{
    char text[PRINT_MAX];
    if (!c || row >= a.h)
        return;
    snprintf(text, sizeof text, "%.*s", (int)(end - from), from);
    canvas_put(c, a.row + row, a.col + col, a.w - col, ink, text);
}

/* A word longer than the area is wide stands on a line of its own and is cut. A newline begins a
 * line; several blanks count as one. */
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
        /* An empty line in the text stays an empty row. */
        for (; *text == ' ' || *text == '\n'; text++)
            if (*text == '\n') {
                row++;
                col = 0;
            }
    }
    return row + (col > 0);
}

/* ---- shapes ---- */

/* Also clears what clicks mean there: what lies below a sheet must not be clickable through it. */
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

/* The frame only; the inside stays as it is. The area must have two rows and two columns at
 * least. */
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

/* Sets the ink of an area, or, with `ink` NULL, the meaning of clicks; the other one stays. */
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

/* Columns without the blanks at the end, so that texts compare equal on screens of any width. */
static int width_of_row(const struct canvas *c, int row)
{
    int n = c->w;
    while (n && c->at[row * c->w + n - 1].ch == L' ')
        n--;
    return n;
}

/* Four bytes a spot are the most that UTF-8 takes. Right halves of wide characters (0) are left
 * out, because a terminal shows them with their left half. */
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
