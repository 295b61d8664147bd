/* Handles keys and clicks. */
#include <stdlib.h>
#include <string.h>

#include "tui/client_ask.h"
#include "tui/client_end.h"
#include "tui/client_help.h"
#include "tui/screen_desk.h"
#include "tui/screen_sheet.h"
#include "tui/screen_term.h"

/* ---- answers ---- */

/* Gives the answer at this place of the menu. The story so far counts as read. A refusal comes as
 * news. */
static void answer(struct screen *d, int place)
{
    int viewer = d->sight.s.viewer;
    d->typed[0] = 0;
    d->note[0] = 0;
    *desk_told(d, viewer) = d->sight.s.story->n;
    client_answer(d->t, viewer, d->menu.at[place].answer);
}

/* Enter by reflex must not give an answer that one has to choose, such as a chip of the shop. */
static void answer_picked(struct screen *d)
{
    if (d->pick >= 0)
        answer(d, d->pick);
    else
        desk_say(d, 0, "Choose first: press a number%s, or choose with the arrows.",
                 d->menu.at[0].letter ? " or a letter" : "");
}

/* Whether a longer number could be meant by one digit: then it waits for Enter. */
static int may_grow(const struct menu *m, const char *typed)
{
    int most = 0;
    for (int i = 0; i < m->n; i++)
        most = m->at[i].label > most ? m->at[i].label : most;
    return most >= 10 && !typed[1];
}

/* Says why an answer in the protocol's words is not possible. The reason becomes the note. */
static void explain(struct screen *d, const char *action)
{
    struct refusal why;
    client_explain(d->t, d->sight.s.viewer, action, &why);
    /* That refusal's sentence is meant for programs. */
    if (why.row == &refusal_not_an_answer)
        desk_say(d, 1, "That is not an answer to this question.");
    else
        desk_say(d, 1, why.rule ? "%s [%s]" : "%s", why.message, why.rule);
}

/* Counts the answers whose number begins with the typed digits. *same is the answer with exactly
 * that number, *first the first of those counted; -1 if there is none. */
static int beginning(const struct menu *m, const char *typed, int *same, int *first)
{
    int n = 0;
    char label[16];
    *same = *first = -1;
    for (int i = 0; i < m->n; i++) {
        snprintf(label, sizeof label, "%d", m->at[i].label);
        int begins = !strncmp(label, typed, strlen(typed));
        n += begins;
        *first = begins && *first < 0 ? i : *first;
        *same = strcmp(label, typed) ? *same : i;
    }
    return n;
}

/* If the labels are slots or the like, the game explains why the number is not allowed. Labels of
 * two digits may be pairs of slots, which the protocol writes with a blank between them. */
static void explain_number(struct screen *d)
{
    char action[MAX_NAME];
    const char *name = d->menu.at[0].name;
    if (d->menu.ordinal) {
        desk_say(d, 1,
                 d->menu.n == 1 ? "There is no answer %s; the only one is %d."
                                : "There is no answer %s; they are numbered 1 to %d.",
                 d->typed, d->menu.n);
        return;
    }
    snprintf(action, sizeof action, "%.*s %c%s%s", (int)strcspn(name, " "), name, d->typed[0],
             d->typed[1] && strchr(strchr(name, ' ') ? strchr(name, ' ') + 1 : name, ' ') ? " "
                                                                                          : "",
             d->typed + 1);
    explain(d, action);
}

/* The two numbers of a pair may be typed in either order. Only if nothing begins with the digits as
 * they were typed. */
static void turn_round(struct screen *d)
{
    int same, at;
    if (strlen(d->typed) != 2 || d->menu.ordinal || beginning(&d->menu, d->typed, &same, &at))
        return;
    char first = d->typed[0];
    d->typed[0] = d->typed[1];
    d->typed[1] = first;
}

/* A number is taken as soon as no longer number could be meant. A number that nothing begins with
 * is explained and forgotten. */
static void type_digit(struct screen *d, int digit)
{
    size_t n = strlen(d->typed);
    int same, at;
    if (n + 1 >= TYPED_MAX)
        return;
    d->typed[n] = (char)('0' + digit);
    d->typed[n + 1] = 0;
    turn_round(d);
    int found = beginning(&d->menu, d->typed, &same, &at);
    if (found == 1 && same >= 0 && !may_grow(&d->menu, d->typed)) {
        answer(d, same);
        d->reflex = 1;
        desk_hush(d);
    } else if (!found) {
        explain_number(d);
        d->typed[0] = 0;
    } else {
        d->pick = same >= 0 ? same : at;
        desk_say(d, 0,
                 same >= 0 ? "Press Enter to give this answer, or type another digit."
                           : "Now type the second digit.");
    }
}

/* From no answer the cursor goes to the first or the last one. */
static void move_pick(struct screen *d, int by)
{
    if (!d->menu.n)
        return;
    d->typed[0] = 0;
    if (d->pick < 0)
        d->pick = by > 0 ? 0 : d->menu.n - 1;
    else
        d->pick = (d->pick + by + d->menu.n) % d->menu.n;
}

/* Returns 1 if the key is an answer's, or would be if that were offered, which is then
 * explained. */
static int take_letter(struct screen *d, int key)
{
    for (int i = 0; i < d->menu.n; i++)
        if (d->menu.at[i].letter == key) {
            answer(d, i);
            return 1;
        }
    const char *meant = d->menu.n ? d->face->pictures->meaning(&d->sight.s, key) : NULL;
    if (meant)
        explain(d, meant);
    return meant != NULL;
}

/* ---- clicks ---- */

/* Only games with chips on their picture have such spots, and so a chip_answer. */
static void click_chip(struct screen *d, int chip)
{
    char name[MAX_NAME];
    int place = menu_of_action(&d->menu, d->face->pictures->chip_answer(chip, name));
    if (place >= 0)
        answer(d, place);
    else if (d->menu.n)
        explain(d, name);
}

/* What was drawn there says what it means; the picture may be older than the menu, so places are
 * checked. */
static void click(struct screen *d)
{
    int row, col;
    term_click(&row, &col);
    const struct canvas_spot *s = canvas_at(&d->c, row, col);
    if (!s)
        return;
    if (s->kind == TOUCH_KEY)
        desk_key(d, s->value);
    else if (s->kind == TOUCH_ANSWER && s->value < d->menu.n)
        answer(d, s->value);
    else if (s->kind == TOUCH_DIGIT && d->menu.n && !d->menu.ordinal)
        type_digit(d, s->value);
    else if (s->kind == TOUCH_CHIP)
        click_chip(d, s->value);
}

/* ---- commands ---- */

void desk_ask_hint(struct screen *d)
{
    if (client_hint(d->t, d->sight.s.viewer) == 0)
        desk_say(d, 0, "The adviser is thinking.");
}

/* Undoes one thing at a time: typed digits, then the hint, then a bot's thinking. */
static void escape(struct screen *d)
{
    struct client_thinking thinking;
    client_thinking(d->t, &thinking);
    if (d->typed[0]) {
        d->typed[0] = 0;
    } else if (client_hint_progress(d->t) >= 0) {
        client_hint_cancel(d->t);
        desk_say(d, 0, "Hint cancelled.");
        return;
    } else if (thinking.seat >= 0) {
        client_interrupt_bot(d->t);
    }
    d->note[0] = 0;
}

/* A chosen seed is counted up by one, the last byte first, so that a series of games can be
 * repeated. */
static void play_again(struct screen *d)
{
    static uint8_t seed[32];
    if (d->seed) {
        memmove(seed, d->seed, sizeof seed);
        for (int i = 31; i >= 0 && ++seed[i] == 0; i--)
            ;
        d->seed = seed;
    }
    sheet_close(d);
    desk_forget_review(d);
    d->note[0] = 0;
    if (client_rematch(d->t, d->seed) == 0)
        d->over = 0;
}

int desk_is_look(const struct screen *d, int key)
{
    return key > 0 && key < 128 && (strchr("?lbco/", key) || key == d->face->pile_key[0]);
}

/* The pages that exist at any time. */
int desk_take_look(struct screen *d, int key)
{
    int is_pile = key == d->face->pile_key[0];
    if (key == '?')
        sheet_help(d);
    else if (key == 'l')
        sheet_log(d);
    else if (key == 'b')
        sheet_face(d, "The board", d->face->board->print);
    else if (key == 'c')
        sheet_face(d, "What may be counted", d->face->board->unseen);
    else if (is_pile)
        sheet_face(d, d->face->pictures->pile_title, d->face->board->piles);
    else if (key == 'o')
        sheet_odds(d);
    else if (key == '/')
        sheet_begin_search(d);
    else
        return 0;
    return 1;
}

/* What no key stands for is said, so that nobody waits for it. */
static void take_key_of_the_end(struct screen *d, int key, int mine)
{
    if (key == 'e' && d->over)
        sheet_end(d, STAGE_STANDING);
    else if (key == 'n' && d->over && mine)
        play_again(d);
    else if (key > ' ' && key < 127)
        desk_say(d, 1, "%c does nothing here; ? shows the keys.", key);
}

/* While a game goes on, r takes the seat back from a bot. */
static void review_or_return(struct screen *d)
{
    if (d->over)
        sheet_review(d);
    else
        client_back(d->t, d->sight.s.viewer);
}

/* Keys that are neither digits, cursor keys, letters of answers nor pages. */
static void take_command(struct screen *d, int key)
{
    int mine = client_mine(d->t) != 0;
    switch (key) {
    case KEY_ESCAPE: escape(d); break;
    case 'h': desk_ask_hint(d); break;
    case 'u': client_undo(d->t, d->sight.s.viewer); break;
    case 'q': d->leaves = 1; break;
    case ' ': d->paused = !mine && !d->paused; break;
    case 'X': desk_turn_stops(d); break;
    case 'g': desk_turn_guide(d); break;
    case 'r': review_or_return(d); break;
    default: take_key_of_the_end(d, key, mine); break;
    }
}

/* Letters of answers win over pages and commands with the same key. */
static void take_key(struct screen *d, int key)
{
    if (key >= '0' && key <= '9' && d->menu.n)
        type_digit(d, key - '0');
    else if (key == '\n' && d->menu.n)
        answer_picked(d);
    else if (key == KEY_CURSOR_UP || key == KEY_CURSOR_LEFT)
        move_pick(d, -1);
    else if (key == KEY_CURSOR_DOWN || key == KEY_CURSOR_RIGHT || key == '\t')
        move_pick(d, 1);
    else if (key == KEY_RUBOUT)
        d->typed[0] = 0;
    else if (key == KEY_CLICK)
        click(d);
    else if (!take_letter(d, key) && !desk_take_look(d, key))
        take_command(d, key);
}

/* ---- modes ---- */

/* The next person has taken the keyboard. Their first Enter must not answer anything. */
static void lift_curtain(struct screen *d, int key)
{
    if (key == 'q')
        d->leaves = 1;
    if (key != '\n' && key != ' ' && key != KEY_CLICK)
        return;
    d->keyboard = d->curtain;
    d->note[0] = 0;
    desk_ignore_enter(d);
}

/* With several people at the keyboard only the help is open, since other pages would show one's
 * view. */
static void answer_plea(struct screen *d, const struct client_plea *plea, int key)
{
    if (key == 'q')
        d->leaves = 1;
    if (key == 'y' || key == 'n')
        client_grant(d->t, bit_lowest(plea->waits), key == 'y');
    else if (key == '?' || bit_count(client_mine(d->t)) == 1)
        desk_take_look(d, key);
}

/* Handles keys while a table waits for players. */
static void take_lobby_key(struct screen *d, int key)
{
    if (key == 's')
        client_start(d->t, NULL);
    else if (key == 'q')
        d->leaves = 1;
}

/* Whether this is the Enter behind a number that was taken without it: at most one, and only if it
 * comes at once and as the next key. A redraw is no key of a person and does not end the wait. */
static int is_reflex(struct screen *d, int key)
{
    int is = d->reflex && key == '\n' && desk_clock() < d->quiet;
    d->reflex = d->reflex && key == KEY_REDRAW;
    return is;
}

/* Whether this Enter comes too soon behind a box. A row of them, or a key held down, stays without
 * effect to its end; any other key ends it. */
static int is_too_soon(struct screen *d, int key)
{
    if (key != '\n' && key != KEY_REDRAW)
        d->deaf = 0;
    if (key != '\n' || desk_clock() >= d->deaf)
        return 0;
    desk_ignore_enter(d);
    if (!d->sheet.n && d->menu.n)
        desk_say(d, 0, "That Enter came right after the box, so it was ignored.");
    return 1;
}

/* What lies on top gets the key: the search, a sheet, a plea, the curtain, the lobby, the game. */
void desk_key(struct screen *d, int key)
{
    struct client_plea plea;
    if (is_reflex(d, key) || is_too_soon(d, key))
        return;
    if (d->searching)
        sheet_type(d, key);
    else if (d->sheet.n)
        sheet_key(d, key);
    else if (desk_plea(d, &plea))
        answer_plea(d, &plea, key);
    else if (d->curtain >= 0)
        lift_curtain(d, key);
    else if (!d->has_view)
        take_lobby_key(d, key);
    else
        take_key(d, key);
}
