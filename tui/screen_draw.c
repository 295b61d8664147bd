/* Draws the picture of a table: the parts that both games have in common. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "board/page.h"
#include "tui/menu.h"
#include "tui/screen_parts.h"

/* A character may be cut in two at the end; canvas_put shows a question mark for it. */
void words_add(char text[SCREEN_TEXT], const char *format, ...)
{
    size_t n = strlen(text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + n, SCREEN_TEXT - n, format, list);
    va_end(list);
}

/* Works for the open question only: nothing is offered while others must answer. */
int is_offered(const struct screen_picture *p, const char *name)
{
    return menu_of_action(p->menu, name) >= 0;
}

/* A spectator sees all seats, from seat 0 on. */
int seats_around(const struct board_showing *s, int players, int seats[MAX_SEATS])
{
    int looking_on = s->viewer == SPECTATOR, n = 0;
    int mine = looking_on ? players - 1 : s->viewer;
    for (int i = 1; i <= players - !looking_on; i++)
        seats[n++] = (mine + i) % players;
    return n;
}

/* ---- the question ---- */

/* Returns the rows used. The mark in front tells a question to the viewer from one to others. */
static int draw_question(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    int asked = p->menu->n > 0, ink = asked ? INK_BOLD : INK_DIM;
    canvas_put(c, a.row, a.col, 2, asked ? INK_LEGAL : INK_DIM, asked ? "▸" : "·");
    a.col += 2;
    a.w -= 2;
    int rows = canvas_fold(c, a, ink, p->asks);
    return rows < a.h ? rows : a.h;
}

/* Columns between two columns of answers, and those of mark, number and letter in front of the
 * words. */
enum { ANSWER_GAP = 2, ANSWER_HEAD = 7 };

/* The answers that are laid out: those of the last question while nobody is asked. Their rows are
 * kept free, not filled. */
static const struct menu *laid_out(const struct screen_picture *p)
{
    return p->menu->n || !p->last ? p->menu : p->last;
}

/* The width of one column of answers. */
static int answers_width(const struct screen_picture *p)
{
    const struct menu *m = laid_out(p);
    int most = 0;
    for (int i = 0; i < m->n; i++) {
        int n = text_columns(m->at[i].words);
        most = n > most ? n : most;
    }
    return most + ANSWER_HEAD;
}

/* How many columns of answers fit into `w`, at least one. */
static int columns_in(const struct screen_picture *p, int w)
{
    int n = (w + ANSWER_GAP) / (answers_width(p) + ANSWER_GAP);
    return n < 1 ? 1 : n;
}

static int answers_rows(const struct screen_picture *p, int w)
{
    int columns = columns_in(p, w);
    return (laid_out(p)->n + columns - 1) / columns;
}

/* Draws "> 12 d words": a mark, the number, the letter, and the answer in words. `i` is the
 * position in the menu. */
static void draw_answer(struct canvas *c, int row, int col, int w, const struct screen_picture *p,
                        int i)
{
    const struct menu_choice *at = &p->menu->at[i];
    int picked = i == p->pick;
    char letter[4] = "";
    if (at->letter)
        snprintf(letter, sizeof letter, "%c", at->letter);
    canvas_put(c, row, col, 1, INK_LEGAL, picked ? "▸" : i == p->hinted ? "h" : " ");
    canvas_print(c, row, col + 1, 3, INK_KEY, "%3d", at->label);
    canvas_put(c, row, col + 5, 1, INK_KEY, letter);
    int n = canvas_put(c, row, col + ANSWER_HEAD, w - ANSWER_HEAD, INK_PLAIN, at->words);
    if (picked)
        canvas_ink(c, (struct canvas_area){row, col + 1, ANSWER_HEAD - 1 + n, 1}, INK_PICK);
    canvas_touch(c, (struct canvas_area){row, col, w, 1}, TOUCH_ANSWER, i);
}

/* Marks at the edge, if there are answers before or after those shown. */
static void draw_more(struct canvas *c, struct canvas_area a, int before, int after)
{
    if (before)
        canvas_put(c, a.row, a.col + a.w - 6, 6, INK_DIM, "↑ more");
    if (after)
        canvas_put(c, a.row + a.h - 1, a.col + a.w - 6, 6, INK_DIM, "↓ more");
}

/* If there is no room for all answers, the page with the answer under the cursor is shown. Answers
 * go down the columns, so that numbers that follow each other stand below each other. */
static void draw_answers(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    int columns = columns_in(p, a.w), rows = answers_rows(p, a.w), width = answers_width(p);
    if (!p->menu->n || a.h < 1)
        return;
    width = width > a.w ? a.w : width;
    rows = rows > a.h ? a.h : rows;
    int page = rows * columns, first = p->pick < 0 ? 0 : p->pick / page * page;
    for (int i = first; i < p->menu->n && i < first + page; i++)
        draw_answer(c, a.row + (i - first) % rows,
                    a.col + (i - first) / rows * (width + ANSWER_GAP), width, p, i);
    draw_more(c, a, first > 0, p->menu->n > first + page);
}

/* Folds a text; if it has no room, it loses words and ends with dots. Returns the rows used. 0 if
 * not even one word fits. */
static int draw_focus(struct canvas *c, struct canvas_area a, const char *text)
{
    /* The dots may stand behind a text that fills its place. */
    char part[SCREEN_TEXT + sizeof " …"];
    snprintf(part, SCREEN_TEXT, "%s", text);
    if (a.h < 1)
        return 0;
    while (canvas_fold(NULL, a, 0, part) > a.h) {
        char *blank = strrchr(part, ' ');
        if (!blank || blank == part)
            return 0;
        /* The dots of the last attempt go first, then one more word. */
        if (!strcmp(blank, " …")) {
            *blank = 0;
            blank = strrchr(part, ' ');
        }
        snprintf(blank ? blank : part, 8, " …");
    }
    return canvas_fold(c, a, INK_DIM, part);
}

/* Draws the question, its answers, and what the game says about the one under the cursor. While
 * nobody is asked, the rows of the last answers stay empty, so that nothing moves without need.
 * `spare` rows at the end are left alone. Returns the rows used. */
static int draw_asked(struct canvas *c, struct canvas_area a, const struct screen_picture *p,
                      const char *focus, int spare)
{
    int top = a.row, bottom = a.row + a.h - spare, rows = answers_rows(p, a.w);
    a.row += draw_question(c, (struct canvas_area){a.row, a.col, a.w, 2}, p);
    int room = bottom - a.row;
    rows = rows > room ? room : rows;
    if (rows > 0)
        draw_answers(c, (struct canvas_area){a.row, a.col, a.w, rows}, p);
    a.row += rows > 0 ? rows : 0;
    a.h = bottom - a.row;
    return a.row - top + draw_focus(c, a, focus);
}

/* Draws a key and its word if there is room; a click presses the key. Returns the columns used with
 * the gap, or 0. Names of several keys, such as 0-9, cannot be clicked. */
static int draw_key(struct canvas *c, int row, int col, int end, const char *key, const char *word)
{
    int w = text_columns(key) + 1 + text_columns(word);
    if (col + w > end)
        return 0;
    int n = canvas_put(c, row, col, w, INK_KEY, key);
    canvas_put(c, row, col + n + 1, w, INK_DIM, word);
    if (!key[1])
        canvas_touch(c, (struct canvas_area){row, col, w, 1}, TOUCH_KEY, key[0]);
    return w + 2;
}

/* The most useful keys come first: a narrow screen shows as many as fit. */
static void draw_footer(struct canvas *c, int row, struct canvas_area a,
                        const struct screen_picture *p)
{
    const struct {
        const char *key, *word;
        int works;
    } usual[] = {{"?", "help", 1},         {"q", "leave", 1},
                 {"g", "guide", p->plays}, {"h", "hint", p->helps},
                 {"o", "odds", p->helps},  {"u", "undo", p->plays},
                 {"l", "log", 1},          {p->s->face->pile_key, p->s->face->pictures->pile, 1},
                 {"c", "count", 1},        {"b", "board", 1}};
    int col = a.col, end = a.col + a.w;
    if (*p->extra)
        col += canvas_put(c, row, col, end - col, INK_KEY, p->extra) + 2;
    else if (p->menu->n)
        col += draw_key(c, row, col, end, "0-9", "answer");
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        col += usual[i].works ? draw_key(c, row, col, end, usual[i].key, usual[i].word) : 0;
}

/* A long message takes a second row, above its own. The digits typed so far stand in front of it.
 * Nothing is cleared if there is nothing to say. */
static void draw_note(struct canvas *c, int row, struct canvas_area room,
                      const struct screen_picture *p)
{
    int ink = p->warns ? INK_WARN : INK_GOOD, at = room.col;
    char text[SCREEN_TEXT] = "";
    if (*p->typed || *p->note)
        canvas_fill(c, (struct canvas_area){row, at, room.w, 1}, L' ', INK_PLAIN);
    if (*p->typed)
        at += canvas_print(c, row, at, 20, INK_KEY, "%s_  ", p->typed);
    if (*p->note)
        words_add(text, "%s%s", p->warns ? "! " : "", p->note);
    struct canvas_area a = {row, at, room.col + room.w - at, 1};
    if (canvas_fold(NULL, a, 0, text) > 1) {
        a.row--;
        a.h = 2;
        canvas_fill(c, (struct canvas_area){a.row, room.col, room.w, 1}, L' ', INK_PLAIN);
    }
    canvas_fold(c, a, ink, text);
}

/* On a high screen the last message and the keys stand below the question, not at the bottom.
 * Otherwise the eyes would have to go from the middle to the bottom at each question. */
enum { SCREEN_TALL = 44, NEAR_ROWS = 4 };

static int is_tall(const struct canvas *c)
{
    return c->h >= SCREEN_TALL && c->w >= SCREEN_LOG;
}

int table_bottom(const struct canvas *c, struct canvas_area a)
{
    return a.row + a.h + !is_tall(c);
}

/* On a tall screen note and keys stand here, else at the bottom (draw_table). */
int draw_asking(struct canvas *c, struct canvas_area a, const struct screen_picture *p,
                const char *focus, int spare)
{
    if (!is_tall(c))
        return draw_asked(c, a, p, focus, spare);
    int rows = draw_asked(c, a, p, focus, spare + NEAR_ROWS), row = a.row + rows + 2;
    row = row > c->h - 2 ? c->h - 2 : row;
    draw_note(c, row, a, p);
    draw_footer(c, row + 1, a, p);
    return rows + NEAR_ROWS;
}

/* ---- the story ---- */

/* Whole lines: what follows the last newline does not count. */
static int lines_in(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* Draws the lines of a text from line `skip` on in one ink; returns the rows drawn. */
static int draw_lines(struct canvas *c, struct canvas_area a, const char *text, int skip, int ink)
{
    int row = 0;
    while (*text && row < a.h) {
        int n = (int)strcspn(text, "\n");
        if (skip-- <= 0)
            canvas_print(c, a.row + row++, a.col, a.w, ink, "%.*s", n, text);
        text += n;
        text += *text == '\n';
    }
    return row;
}

/* The columns between table and story, up to 60; 0 if the screen is too narrow for them. */
static int side_width(int w)
{
    int n = 44 + (w - SCREEN_SIDE) / 2;
    return w < SCREEN_SIDE ? 0 : n > 60 ? 60 : n;
}

/* The area is without the screen's margins, one column at each side. */
struct screen_split split_of(struct canvas_area a)
{
    struct screen_split k = {a, a, a};
    int w = a.w + 2, side = side_width(w);
    k.side.w = k.log.w = 0;
    if (w < SCREEN_LOG)
        return k;
    k.table.w = SCREEN_MAIN - 2;
    k.side.col += SCREEN_MAIN;
    k.side.w = side ? side - 2 : 0;
    k.log.col += SCREEN_MAIN + side;
    k.log.w = a.w - SCREEN_MAIN - side;
    return k;
}

/* The same sum as split_of, for texts that are folded before there is an area. */
int story_columns(int w)
{
    return w < SCREEN_LOG ? w - 3 : w - 3 - SCREEN_MAIN - side_width(w);
}

/* The rows of the answers are counted as they are drawn, so that the story never pushes one out. */
int story_rows(const struct screen_picture *p, struct canvas_area room, const char *focus)
{
    enum { LEAST = 2 };
    struct canvas_area question = {room.row, room.col, room.w - 2, 2};
    int asking = canvas_fold(NULL, question, 0, p->asks);
    asking = asking > question.h ? question.h : asking < 1 ? 1 : asking;
    if (p->menu->n)
        asking += answers_rows(p, room.w) + canvas_fold(NULL, room, 0, focus);
    int rows = 1 + lines_in(p->fresh);
    rows = rows > room.h - asking ? room.h - asking : rows;
    return rows < LEAST ? LEAST : rows;
}

/* The beginning of the paragraph that line `skip` of a text belongs to. Further lines of a
 * paragraph are indented. *line is set to that line. */
static const char *paragraph_of(const char *text, int skip, const char **line)
{
    const char *begin = text;
    *line = text;
    for (; skip > 0 && **line; skip--) {
        *line += strcspn(*line, "\n");
        *line += **line == '\n';
        begin = **line == ' ' ? begin : *line;
    }
    return begin;
}

/* A line in the middle of a paragraph says whose it is. It begins with its next sentence if it has
 * one, and loses words that do not fit. Returns the rows drawn: 0 if the line begins a paragraph,
 * or its paragraph has no name. */
static int draw_middle(struct canvas *c, struct canvas_area a, const char *text, int skip, int ink)
{
    const char *line, *begin = paragraph_of(text, skip, &line), *colon = strstr(begin, ": ");
    char whole[SCREEN_TEXT];
    if (begin == line || !colon || colon > line || a.h < 1)
        return 0;
    int end = (int)strcspn(line, "\n"), from = (int)strspn(line, " ");
    const char *next = strstr(line, "; ");
    from = next && next < line + end ? (int)(next - line) + 2 : from;
    do {
        snprintf(whole, sizeof whole, "%.*s: … %.*s", (int)(colon - begin), begin, end - from,
                 line + from);
        from += (int)strcspn(line + from, " ");
        from += (int)strspn(line + from, " ");
    } while (text_columns(whole) > a.w && from < end);
    canvas_put(c, a.row, a.col, a.w, ink, whole);
    return 1;
}

/* Draws the last lines of a text, as many as fit. Returns the rows drawn. */
static int draw_tail(struct canvas *c, struct canvas_area a, const char *text, int ink)
{
    int lines = lines_in(text), n = 0, all = lines < a.h ? lines : a.h;
    if (a.h < 1)
        return 0;
    if (lines > a.h)
        n = draw_middle(c, a, text, lines - a.h, ink);
    a.row += n;
    a.h -= n;
    draw_lines(c, a, text, lines - a.h, ink);
    return all;
}

/* Draws what is new, below what was read before if there is room for it. */
static void draw_story_lines(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    struct canvas_area before = a;
    before.h -= lines_in(p->fresh);
    int n = draw_tail(c, before, p->old, INK_DIM);
    a.row += n;
    a.h -= n;
    draw_tail(c, a, p->fresh, INK_PLAIN);
}

void draw_story(struct canvas *c, struct canvas_area a, const struct screen_picture *p)
{
    /* A message covers the last row of the table (table_bottom). */
    a.h -= a.row + a.h == c->h - 1 && (*p->note || *p->typed);
    if (a.h < 1)
        return;
    if (a.h > 1) {
        a.h--;
        canvas_rule(c, a.row++, a.col, a.w,
                    lines_in(p->fresh) > a.h ? "What happened (l: all of it)" : "What happened");
    }
    a.col++;
    a.w--;
    draw_story_lines(c, a, p);
}

/* ---- frame ---- */

/* Header and clock share the line; the clock is never cut. */
static void draw_header(struct canvas *c, const struct screen_picture *p)
{
    char text[SCREEN_TEXT];
    canvas_fill(c, (struct canvas_area){0, 0, c->w, 1}, L' ', INK_BAR);
    p->s->face->pictures->header(p->s, text);
    int n = text_columns(p->clock), room = c->w - 2 - (n ? n + 1 : 0);
    /* Rather than cut in the middle, it loses what stands in brackets at its end. */
    char *last = strrchr(text, '(');
    if (text_columns(text) > room && last && last > text && text[strlen(text) - 1] == ')')
        last[-1] = 0;
    canvas_put(c, 0, 1, room, INK_BAR, text);
    if (n)
        canvas_put(c, 0, c->w - n - 1, n, INK_BAR, p->clock);
}

/* For less than 80x24: the viewer's own board if there is room, the question, its answers, and the
 * last lines of the story. Half of the rows at most go to the question. */
static void draw_narrow(struct canvas *c, const struct screen_picture *p)
{
    struct canvas_area a = {1, 0, c->w, c->h - 3};
    draw_header(c, p);
    if (c->h >= SCREEN_SMALL_H && p->s->viewer != SPECTATOR) {
        int rows = p->s->face->pictures->small(c, a, p);
        a.row += rows;
        a.h -= rows;
    }
    int used = draw_question(c, (struct canvas_area){a.row, a.col, a.w, a.h / 2}, p);
    int left = a.h - used, rows = answers_rows(p, a.w), cut = answers_width(p) > a.w;
    /* Two rows are left for the story, and one for the whole words of an answer that is cut. */
    int most = left > 3 ? left - 2 - cut : left;
    rows = rows > most ? most : rows;
    draw_answers(c, (struct canvas_area){a.row + used, a.col, a.w, rows}, p);
    used += rows;
    /* Shows in full the picked answer, which may be cut in the list. */
    if (cut && p->menu->n && p->pick >= 0)
        used += canvas_fold(c, (struct canvas_area){a.row + used, a.col + 2, a.w - 2, 2}, INK_LEGAL,
                            p->menu->at[p->pick].words);
    draw_story(c, (struct canvas_area){a.row + used, a.col, a.w, a.h - used}, p);
    draw_note(c, c->h - 2, (struct canvas_area){0, 1, c->w - 2, 1}, p);
    canvas_put(c, c->h - 1, 0, c->w, INK_KEY,
               "b board  ? help  q leave  g guide  l log  (80x24 shows all)");
}

/* Clears nothing: the caller has cleared the canvas (canvas_size). */
void draw_table(struct canvas *c, const struct screen_picture *p)
{
    if (c->w < SCREEN_W || c->h < SCREEN_H) {
        draw_narrow(c, p);
        return;
    }
    struct canvas_area a = {1, 1, c->w - 2, c->h - 3};
    draw_header(c, p);
    p->s->face->pictures->draw(c, a, p);
    if (is_tall(c))
        return;
    a.w++;
    draw_footer(c, c->h - 1, a, p);
    a.w--;
    draw_note(c, c->h - 2, a, p);
}
