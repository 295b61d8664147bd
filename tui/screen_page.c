/* Sheets over a part of the table, which leave the board in sight: help, rules, the log, odds,
 * hints. Their texts are those of the plain screen, captured while they are printed. */
#include <stdlib.h>
#include <string.h>

#include "tui/client_ask.h"
#include "tui/client_help.h"
#include "tui/numbers_page.h"
#include "board/page.h"
#include "tui/screen_desk.h"
#include "tui/screen_sheet.h"
#include "tui/screen_term.h"

/* The columns of a page, and the fewest rows of a sheet that does not take the whole screen. */
enum { SHEET_BESIDE = 76, SHEET_ROWS = 12 };

/* ---- one sheet ---- */

/* The sheet may be opened again; -1 and zeros are its empty state. */
static void free_sheet(struct screen_sheet *s)
{
    free(s->text);
    free(s->line);
    memset(s, 0, sizeof *s);
    s->pick = -1;
}

void sheet_close(struct screen *d)
{
    free_sheet(&d->sheet);
    free_sheet(&d->under);
    d->searching = 0;
}

void sheet_leave(struct screen *d)
{
    free_sheet(&d->sheet);
    d->searching = 0;
    d->sheet = d->under;
    memset(&d->under, 0, sizeof d->under);
    d->under.pick = -1;
}

/* Puts a guide's sheet or a moment under the page that opens next. Other sheets are replaced by the
 * next one. The memory moves along. */
static void sheet_put_under(struct screen *d)
{
    if (!d->sheet.guide && !d->sheet.passing && !d->sheet.stage)
        return;
    free_sheet(&d->under);
    d->under = d->sheet;
    memset(&d->sheet, 0, sizeof d->sheet);
    d->sheet.pick = -1;
}

/* Cuts a text into lines in place. Newlines become zeros, so lines live as long as the text. */
static void cut(struct screen_sheet *s)
{
    int room = 1;
    for (char *p = s->text; *p; p++)
        room += *p == '\n';
    s->line = calloc((size_t)room, sizeof *s->line);
    MUST(s->line);
    for (char *p = s->text; *p;) {
        size_t n = strcspn(p, "\n");
        s->line[s->n++] = p;
        p += n;
        if (*p)
            *p++ = 0;
    }
}

/* Empty lines at the beginning are dropped. A text without any line opens nothing, and the note
 * says so. */
void sheet_open(struct screen *d, const char *title, char *text)
{
    free_sheet(&d->sheet);
    d->searching = 0;
    snprintf(d->sheet.title, sizeof d->sheet.title, "%s", title);
    size_t blank = strspn(text, "\n");
    memmove(text, text + blank, strlen(text + blank) + 1);
    d->sheet.text = text;
    cut(&d->sheet);
    if (!d->sheet.n) {
        sheet_leave(d);
        desk_say(d, 0, "%s: nothing yet.", title);
    }
}

/* Where sheets may be: beside the table if there is room for a page, else below the player's own
 * board. The whole screen without a view, on a small one, or if the board leaves too few rows. */
static struct canvas_area sheet_room(const struct screen *d)
{
    int w = d->c.w, h = d->c.h;
    struct canvas_area whole = {0, 0, w, h}, table = {1, 1, w - 2, h - 3};
    if (!d->has_view || d->curtain >= 0 || d->sheet.whole || w < SCREEN_W || h < SCREEN_H)
        return whole;
    if (w >= SCREEN_MAIN + SHEET_BESIDE)
        return (struct canvas_area){1, SCREEN_MAIN, w - SCREEN_MAIN, h - 1};
    int rows = 1 + d->face->pictures->board_rows(table, &d->sight.s);
    return h - rows < SHEET_ROWS ? whole : (struct canvas_area){rows, 0, w, h - rows};
}

/* A sheet is no higher than its text: it hangs from the top beside the table, and else stands on
 * the last line. */
static struct canvas_area sheet_area(const struct screen *d)
{
    struct canvas_area a = sheet_room(d);
    int spare = a.h - (d->sheet.n + 3);
    if (d->sheet.whole || spare <= 0)
        return a;
    a.h -= spare;
    a.row += a.col ? 0 : spare;
    return a;
}

/* Without the frame and the line of keys; at least one. */
static int rows_shown(const struct screen *d)
{
    int rows = sheet_area(d).h - 3;
    return rows < 1 ? 1 : rows;
}

void sheet_scroll(struct screen *d, int top)
{
    int last = d->sheet.n - rows_shown(d);
    top = top > last ? last : top;
    d->sheet.top = top < 0 ? 0 : top;
}

/* ---- drawing ---- */

/* The line under the cursor is scrolled into sight first. A drawing has its own ink. */
static void draw_sheet_lines(struct screen *d, struct canvas_area a, int rows)
{
    struct canvas *c = &d->c;
    struct screen_sheet *s = &d->sheet;
    if (s->pick >= 0 && (s->pick < s->top || s->pick >= s->top + rows))
        sheet_scroll(d, s->pick - rows / 2);
    for (int i = 0; i < rows && s->top + i < s->n; i++) {
        int picked = s->top + i == s->pick, art = s->top + i < s->art;
        canvas_put(c, a.row + 1 + i, a.col + 2, a.w - 4,
                   picked ? INK_PICK
                   : art  ? INK_WARN
                          : INK_PLAIN,
                   s->line[s->top + i]);
        if (picked)
            canvas_put(c, a.row + 1 + i, a.col + 2, 1, INK_PICK, "▸");
    }
    if (s->n > rows)
        canvas_print(c, a.row + a.h - 2, a.col + a.w - 22, 20, INK_DIM, " %d to %d of %d ",
                     s->top + 1, s->top + rows < s->n ? s->top + rows : s->n, s->n);
}

/* The keys that matter on this kind of sheet; all others work nevertheless. */
static const char *keys_of(const struct screen_sheet *s)
{
    return s->review    ? review_keys(s)
           : s->guide   ? "Enter goes on  g guide off  ? help  h hint  o odds  l log  / look up"
           : s->passing ? "Enter goes on  ↑↓ scroll  X don't stop  ? help  l log"
           : s->stage == STAGE_MOMENTS
               ? "Enter: to the table, where n plays again  r review  ← back  ↑↓ scroll"
           : s->stage     ? "Enter: next  ← back  ↑↓ scroll  r review  Esc: to the table"
           : s->pick >= 0 ? "↑↓ choose  Enter shows it  Esc closes  / another word"
           : s->back      ? "Esc: back to the list  ↑↓ PgUp PgDn scroll  / another word"
                          : "Esc closes  ↑↓ PgUp PgDn scroll  / a rule, item, chip or card";
}

/* What lies below is cleared, and cannot be clicked. */
void draw_sheet(struct screen *d)
{
    struct canvas_area a = sheet_area(d);
    struct canvas *c = &d->c;
    int keys = a.row + a.h - 1;
    canvas_fill(c, a, L' ', INK_PLAIN);
    canvas_box(c, (struct canvas_area){a.row, a.col, a.w, a.h - 1}, INK_LINE);
    canvas_print(c, a.row, a.col + 2, a.w - 4, INK_BOLD, " %s ", d->sheet.title);
    draw_sheet_lines(d, a, rows_shown(d));
    if (d->searching)
        canvas_print(c, keys, a.col + 1, a.w - 2, INK_KEY, "Rule, item, chip or card: %s_",
                     d->words);
    else
        canvas_put(c, keys, a.col + 1, a.w - 2, INK_KEY, keys_of(&d->sheet));
}

/* ---- keys ---- */

/* A page that was chosen from a list goes back to it. The key that closes a sheet does nothing
 * else, and Enter nothing more for a moment. */
static void leave_sheet(struct screen *d, int key)
{
    if (key != KEY_ESCAPE)
        desk_ignore_enter(d);
    if (key == KEY_ESCAPE && d->sheet.back)
        sheet_list(d, d->sheet.back - 1);
    else
        sheet_leave(d);
}

/* A page further, and behind the last one of a moment back to the table. Other sheets are only
 * turned by the space bar. */
static void turn_page(struct screen *d, int key, int page)
{
    int more = d->sheet.top + page < d->sheet.n;
    if (d->sheet.passing ? more : key == ' ')
        sheet_scroll(d, d->sheet.top + page);
    else
        leave_sheet(d, key);
}

/* The keys that open pages at the table do so from an open sheet, too. The guide's sheet or a
 * moment comes back behind the page. While somebody else is to take the keyboard or to agree to an
 * undo, nothing is shown. Returns 0 if the key opens nothing. */
static int look_further(struct screen *d, int key)
{
    struct client_plea plea;
    if (!d->has_view || d->curtain >= 0 || desk_plea(d, &plea))
        return 0;
    if (key == 'h' && d->menu.n) {
        sheet_close(d);
        desk_ask_hint(d);
        return 1;
    }
    if (!desk_is_look(d, key))
        return 0;
    sheet_put_under(d);
    return desk_take_look(d, key);
}

/* Sheets with a meaning of their own get the key first: the list, the end, the review. What is left
 * scrolls and closes. */
void sheet_key(struct screen *d, int key)
{
    int page = rows_shown(d), top = d->sheet.top;
    if (sheet_choose(d, key) || sheet_turn(d, key) || sheet_turn_review(d, key) ||
        look_further(d, key))
        return;
    if (key == 'g' && d->sheet.guide) {
        desk_turn_guide(d);
        return;
    }
    switch (key) {
    case KEY_CURSOR_UP:
    case 'k': sheet_scroll(d, top - 1); break;
    case KEY_CURSOR_DOWN:
    case 'j': sheet_scroll(d, top + 1); break;
    case KEY_PAGE_UP: sheet_scroll(d, top - page); break;
    case KEY_PAGE_DOWN: sheet_scroll(d, top + page); break;
    case ' ':
    case '\n':
    case KEY_CLICK: turn_page(d, key, page); break;
    case KEY_FIRST:
    case 'g': sheet_scroll(d, 0); break;
    case KEY_LAST:
    case 'G': sheet_scroll(d, d->sheet.n); break;
    case KEY_REDRAW: sheet_scroll(d, top); break;
    case '/': sheet_begin_search(d); break;
    case 'X':
        if (d->sheet.passing)
            desk_turn_stops(d);
        break;
    case KEY_ESCAPE:
    case 'q': leave_sheet(d, key); break;
    default: break;
    }
}

/* ---- what is on them ---- */

int sheet_width(const struct screen *d)
{
    int w = sheet_room(d).w - 4;
    return w > PAGE_WIDE ? PAGE_WIDE : w;
}

/* The rule of a question stands in brackets at its end. Prints nothing without one. */
static void print_rule_of(const char *asks)
{
    const char *from = strrchr(asks, '[');
    char id[20];
    size_t n = from ? strcspn(from + 1, "]") : 0;
    if (!n || n >= sizeof id)
        return;
    snprintf(id, sizeof id, "%.*s", (int)n, from + 1);
    page_line("\nThe rule of this question:");
    rules_show(id, page_file());
}

/* The end of the plain screen's help explains the signs on the board. The key that looks up a rule,
 * as in '? A5.3', is another one here. */
static void print_signs(const char *keys)
{
    const char *from = strstr(keys, "\nOn the ");
    char *text = from ? strdup(from + 1) : NULL;
    if (!text)
        return;
    for (char *p = text; *p; p++)
        *p = *p == '\n' ? ' ' : strncmp(p, "? ", 2) == 0 && p[-1] == '\'' ? '/' : *p;
    page_char('\n');
    page_fold(text, 0, 0);
    free(text);
}

/* The same for every game, but for the key of its piles. */
static void print_keys(const struct face *face)
{
    page_print("\nKeys\n"
               "  0-9        give the answer with this number; with ten or more, Enter ends it\n"
               "  arrows     choose an answer, Enter gives it; so do the letters beside answers\n"
               "  mouse      click an answer, a slot of a storehouse, a price, a key below\n"
               "  g          a guide for your first game, on and off\n"
               "  / X        look up a rule or card; X: stop at explosions and the like, or not\n"
               "  o h u      odds, a hint, take a move back\n"
               "  l b c %s    log, board in words, what may be counted, %s\n"
               "  Esc        closes this; makes a bot answer now; cancels a hint\n"
               "  q Ctrl-C   leave; the game is saved. Ctrl-Z: to the shell, fg comes back\n",
               face->pile_key, face->pile_word);
}

void sheet_help(struct screen *d)
{
    char primer[FILLED_MAX];
    page_begin(sheet_width(d));
    print_keys(d->face);
    if (d->over)
        page_line("  e n r      how it ended, play again, review the game");
    print_signs(d->face->keys);
    page_fold(d->face->pictures->signs, 0, 0);
    page_char('\n');
    rules_read_by(d->face->rulebook, d->has_view ? d->sight.s.view : NULL);
    page_fold(rules_text(d->face->rulebook, d->face->primer, primer), 0, 0);
    if (d->has_view)
        numbers_page(&d->sight.s);
    if (d->menu.n)
        print_rule_of(d->asks);
    sheet_open(d, d->face->title, page_end());
}

void sheet_log(struct screen *d)
{
    page_begin(sheet_width(d));
    d->face->tell(&d->sight.s, 0, d->sight.s.story->n);
    sheet_open(d, "What happened", page_end());
    if (d->sheet.n)
        sheet_scroll(d, d->sheet.n);
}

/* The page is captured even if there are no odds, so it is ended before anything else. */
void sheet_odds(struct screen *d)
{
    struct refusal why;
    page_begin(sheet_width(d));
    int refused = client_odds(d->t, &d->sight.s, &why);
    char *text = page_end();
    if (!refused) {
        sheet_open(d, "Odds", text);
        return;
    }
    free(text);
    desk_say(d, 1, "No odds now: %s.", why.message);
    /* A sheet would cover the line with the message. */
    if (!d->sheet.n && !d->under.n)
        return;
    page_begin(sheet_width(d));
    page_fold(d->note, 0, 0);
    d->note[0] = 0;
    sheet_open(d, "Odds", page_end());
}

/* Moves the cursor to the answer and shows the reasons on the sheet. A hint for a question that is
 * no longer open is dropped. */
void sheet_hint(struct screen *d)
{
    const struct client_hint *h = client_hint_found(d->t);
    if (!h || h->n != d->question || h->seat != d->sight.s.viewer)
        return;
    page_begin(sheet_width(d));
    hint_print(h, &d->menu);
    int at = menu_of_answer(&d->menu, h->answer);
    if (at >= 0)
        d->pick = d->hinted = at;
    page_line("\nWhy?");
    hint_explain(&d->sight.s, h);
    sheet_open(d, "A hint; Enter closes it, Enter again gives this answer", page_end());
}

/* Waits while another sheet is open, and is asked again at the next look. */
void sheet_guide(struct screen *d)
{
    char title[80];
    int question;
    if (!d->guides || !d->menu.n || d->sheet.n || d->curtain >= 0)
        return;
    char filled[FILLED_MAX];
    const char *text = d->face->pictures->guide(&d->sight.s, &question);
    if (!text || d->guided >> question & 1)
        return;
    d->guided |= 1u << question;
    page_begin(sheet_width(d));
    rules_read_by(d->face->rulebook, d->sight.s.view);
    page_fold(rules_text(d->face->rulebook, text, filled), 0, 0);
    /* Without the rule behind the question. */
    size_t n = strcspn(d->asks, "[");
    n -= n > 0 && d->asks[n - 1] == ' ';
    snprintf(title, sizeof title, "Guide: %.*s", (int)n, d->asks);
    sheet_open(d, title, page_end());
    d->sheet.guide = 1 + question;
    desk_ignore_enter(d);
}

void desk_turn_guide(struct screen *d)
{
    sheet_close(d);
    d->guides = !d->guides;
    d->guided = 0;
    desk_say(d, 0, d->guides ? "The guide is on. g: off." : "The guide is off. g: on.");
    sheet_guide(d);
}

/* `print` prints with page_print. */
void sheet_face(struct screen *d, const char *title, void (*print)(const struct board_showing *s))
{
    page_begin(sheet_width(d));
    print(&d->sight.s);
    sheet_open(d, title, page_end());
}
