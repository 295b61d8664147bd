/* The terminal: shows a canvas, reads keys and clicks, and restores the terminal however the
 * program ends.
 *
 * Any thread may get a signal, so the handler only notes it and wakes the loop through a pipe. The
 * loop then acts: on Ctrl-Z it restores the terminal before the program stops, after a resize it
 * asks for the new size, and a signal to end ends the loop. */
#define NCURSES_NOMACROS 1
#include "tui/screen_term.h"

#include <curses.h>
#include <term.h>

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/port.h"
#include "match/badge.h"
#include "tui/canvas.h"
#include "tui/screen.h"

/* One terminal for each program. `open` is set between term_open and term_close, except while the
 * program is stopped. */
static struct {
    int open, ascii, colours;
    int wake[2];
    /* The position of the last click. */
    int row, col;
    int resized;
} term;

/* Set by the handler: the signal that ends the program; Ctrl-Z was pressed; the size has
 * changed. */
static volatile sig_atomic_t ended, stopped, sized;

/* ---- signals ---- */

/* May run on any thread at any time: it only sets flags and writes to a pipe, which never
 * blocks. */
static void note_signal(int signal)
{
    if (signal == SIGTSTP)
        stopped = 1;
    else if (signal == SIGWINCH)
        sized = 1;
    else
        ended = signal;
    ssize_t n = write(term.wake[1], "", 1);
    (void)n;
}

/* Calls of other threads, such as those to the disk, go on after a signal; poll does not, and the
 * pipe wakes it anyway. */
static void catch (int signal)
{
    struct sigaction act = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&act.sa_mask);
    sigaction(signal, &act, NULL);
}

/* The pipe comes first, because the handler writes to it. */
static void catch_signals(void)
{
    MUST(pipe2(term.wake, O_NONBLOCK | O_CLOEXEC) == 0);
    catch (SIGINT);
    catch (SIGTERM);
    catch (SIGHUP);
    catch (SIGTSTP);
    catch (SIGWINCH);
}

int term_ended(void)
{
    return ended;
}

/* Stops the program on Ctrl-Z and sets the screen up again when the shell continues it. The
 * signal's usual action stops the whole process inside kill; what follows it runs after fg. */
static void rest(void)
{
    stopped = 0;
    term_close();
    signal(SIGTSTP, SIG_DFL);
    kill(getpid(), SIGTSTP);
    catch (SIGTSTP);
    term.open = 1;
    /* The window may have changed meanwhile. */
    sized = 1;
    reset_prog_mode();
    clearok(curscr, TRUE);
    refresh();
}

/* Tells curses the new size. The next key is then KEY_REDRAW, so that the loop draws at once. */
static void fit(void)
{
    struct winsize size;
    sized = 0;
    term.resized = 1;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
}

/* ---- colours ---- */

/* How an ink looks. Seats have no row: their colours are those of their badges. */
struct term_look {
    /* The colour among 8 and among 256; -1: the terminal's default. */
    short colour, many;
    /* The attributes with colours and without them. */
    attr_t with, without;
};

static const struct term_look looks[INKS] = {
    [INK_PLAIN] = {-1, -1, 0, 0},
    [INK_DIM] = {-1, 245, 0, 0},
    [INK_BOLD] = {-1, -1, A_BOLD, A_BOLD},
    [INK_BAR] = {COLOR_YELLOW, 179, A_REVERSE, A_REVERSE},
    [INK_PICK] = {COLOR_YELLOW, 214, A_REVERSE | A_BOLD, A_REVERSE},
    [INK_LEGAL] = {COLOR_YELLOW, 214, A_BOLD, A_BOLD},
    [INK_WARN] = {COLOR_RED, 203, A_BOLD, A_BOLD},
    [INK_GOOD] = {COLOR_GREEN, 114, 0, 0},
    [INK_GOLD] = {COLOR_YELLOW, 220, 0, 0},
    [INK_INFAMY] = {COLOR_MAGENTA, 176, 0, 0},
    [INK_LINE] = {COLOR_BLUE, 103, 0, 0},
    [INK_KEY] = {COLOR_CYAN, 80, A_BOLD, A_BOLD},
    [INK_CHIP + 0] = {-1, 255, A_BOLD, 0},
    [INK_CHIP + 1] = {COLOR_YELLOW, 208, 0, 0},
    [INK_CHIP + 2] = {COLOR_GREEN, 77, 0, 0},
    [INK_CHIP + 3] = {COLOR_BLUE, 75, A_BOLD, 0},
    [INK_CHIP + 4] = {COLOR_RED, 203, 0, 0},
    [INK_CHIP + 5] = {COLOR_YELLOW, 227, A_BOLD, 0},
    [INK_CHIP + 6] = {COLOR_MAGENTA, 177, 0, 0},
    [INK_CHIP + 7] = {-1, 245, A_UNDERLINE, 0},
    [INK_ITEM + 0] = {COLOR_CYAN, 81, A_BOLD, A_BOLD},
    [INK_ITEM + 1] = {COLOR_YELLOW, 220, A_BOLD, A_BOLD},
    [INK_ITEM + 2] = {COLOR_GREEN, 114, A_BOLD, A_BOLD},
    [INK_ITEM + 3] = {COLOR_MAGENTA, 213, A_BOLD, A_BOLD},
};

/* NO_COLOR with any value but the empty one turns colours off (no-color.org). */
static int wants_colours(void)
{
    const char *no = getenv("NO_COLOR");
    return has_colors() && !(no && *no);
}

/* Pair i + 1 is ink i, as pair 0 is the terminal's own. Without colours the inks differ by
 * attributes alone. */
static void mix_colours(void)
{
    term.colours = wants_colours() && start_color() == OK;
    if (!term.colours)
        return;
    use_default_colors();
    for (int i = 0; i < INK_SEAT; i++)
        init_pair((short)(i + 1), COLORS >= 256 ? looks[i].many : looks[i].colour, -1);
    for (int seat = 0; seat < MAX_SEATS; seat++)
        init_pair((short)(INK_SEAT + seat + 1),
                  (short)(COLORS >= 256 ? badge_of(seat)->ansi256 : badge_of(seat)->ansi - 30), -1);
}

/* Inks from INK_SEAT on have zeros for attributes. */
static void take_ink(int ink)
{
    const struct term_look *l = &looks[ink];
    attr_set(term.colours ? l->with : l->without, (short)(term.colours ? ink + 1 : 0), NULL);
}

/* ---- beginning and end ---- */

int screen_possible(void)
{
    const char *name = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && name && *name && strcmp(name, "dumb");
}

/* Line-drawing characters need UTF-8. A terminal without colours is assumed to be too old for
 * them. */
static int only_ascii(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") != 0 || !has_colors();
}

/* Keys come one by one, unechoed, without waiting; Escape alone is known after 25 ms. */
static void take_terminal(void)
{
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    /* All mouse events are asked for, because getch blocks on an event that was not. */
    mousemask(ALL_MOUSE_EVENTS, NULL);
    mouseinterval(0);
    mix_colours();
}

/* The signals are caught before curses would do so. atexit restores the terminal if something calls
 * exit. */
int term_open(void)
{
    setlocale(LC_CTYPE, "");
    catch_signals();
    if (!newterm(NULL, stdout, stdin))
        return -1;
    term.open = 1;
    atexit(term_close);
    take_terminal();
    term.ascii = only_ascii();
    return 0;
}

/* After a signal that cannot be caught the terminal stays as it was. */
void term_close(void)
{
    if (!term.open)
        return;
    term.open = 0;
    endwin();
}

int term_is_ascii(void)
{
    return term.ascii;
}

void term_size(int *w, int *h)
{
    *w = COLS;
    *h = LINES;
}

/* ---- pictures ---- */

/* Right halves of wide characters are drawn with their left half. */
static void show_spot(int row, int col, const struct canvas_spot *s)
{
    wchar_t text[2] = {s->ch, 0};
    if (!s->ch)
        return;
    take_ink(s->ink);
    if (term.ascii)
        mvaddch(row, col, (chtype)s->ch);
    else
        mvaddnwstr(row, col, text, 1);
}

/* The cursor is parked in the last line, where terminals that cannot hide it disturb least. refresh
 * sends only the differences. */
void term_show(const struct canvas *c)
{
    erase();
    for (int row = 0; row < c->h; row++)
        for (int col = 0; col < c->w; col++)
            show_spot(row, col, &c->at[row * c->w + col]);
    move(c->h - 1, 0);
    refresh();
}

/* ---- keys ---- */

/* Empties the pipe, so that each signal wakes the loop once. */
static void drain(void)
{
    char bytes[64];
    while (read(term.wake[0], bytes, sizeof bytes) > 0)
        ;
}

/* Acts on signals that came meanwhile, in the loop's thread, where curses may be used. A terminal
 * that is gone counts as SIGHUP. */
void term_wait(int fd, int timeout_ms)
{
    struct pollfd fds[3] = {{term.wake[0], POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}, {fd, POLLIN, 0}};
    poll(fds, fd < 0 ? 2 : 3, timeout_ms);
    if (fds[1].revents & (POLLHUP | POLLERR) && !(fds[1].revents & POLLIN))
        ended = SIGHUP;
    drain();
    if (stopped)
        rest();
    if (sized)
        fit();
}

/* The wheel is the cursor keys. Events without a meaning draw again, since KEY_NOTHING would end
 * the reading of keys. */
static int take_click(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return KEY_NOTHING;
    if (event.bstate & BUTTON4_PRESSED)
        return KEY_CURSOR_UP;
    if (event.bstate & BUTTON5_PRESSED)
        return KEY_CURSOR_DOWN;
    if (!(event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)))
        return KEY_REDRAW;
    term.row = event.y;
    term.col = event.x;
    return KEY_CLICK;
}

/* Keys of curses without a meaning here draw again, for the same reason. 12 is Ctrl-L, which paints
 * the whole screen. */
static int translate(int key)
{
    switch (key) {
    case KEY_UP: return KEY_CURSOR_UP;
    case KEY_DOWN: return KEY_CURSOR_DOWN;
    case KEY_LEFT: return KEY_CURSOR_LEFT;
    case KEY_RIGHT: return KEY_CURSOR_RIGHT;
    case KEY_PPAGE: return KEY_PAGE_UP;
    case KEY_NPAGE: return KEY_PAGE_DOWN;
    case KEY_HOME: return KEY_FIRST;
    case KEY_END: return KEY_LAST;
    case KEY_BACKSPACE:
    case 127:
    case 8: return KEY_RUBOUT;
    case KEY_ENTER:
    case '\r': return '\n';
    case 12: clearok(curscr, TRUE); return KEY_REDRAW;
    case KEY_RESIZE: return KEY_REDRAW;
    case KEY_MOUSE: return take_click();
    default: return key < 256 ? key : KEY_REDRAW;
    }
}

/* A change of size is told as one KEY_REDRAW. */
int term_key(void)
{
    if (term.resized) {
        term.resized = 0;
        return KEY_REDRAW;
    }
    int key = getch();
    return key == ERR ? KEY_NOTHING : translate(key);
}

void term_click(int *row, int *col)
{
    *row = term.row;
    *col = term.col;
}
