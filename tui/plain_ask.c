/* The prompt: reads lines, understands answers, explains what it cannot accept, and asks again.
 *
 * A number is looked up among the labels in front of the answers. Words are compared with the
 * protocol's name of each answer and then with its words on the screen. Every word typed must begin
 * a word of the answer, in the same order, and the first word typed must begin the first word
 * ("discard" does not fit "draw discard"). Numbers must be whole and may stand alone ("1 5"). If
 * exactly one answer fits, it is taken. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tui/client_ask.h"
#include "tui/client_help.h"
#include "tui/client_news.h"
#include "tui/menu.h"
#include "tui/numbers_page.h"
#include "board/page.h"
#include "tui/plain.h"
#include "rulebook/rulebook.h"

enum { NO_ANSWER = -1 };

/* ---- the menu ---- */

/* A list in columns where there are many answers (page_answers). */
static void print_list(const struct menu *m)
{
    int label[ANSWERS_MAX];
    const char *words[ANSWERS_MAX];
    for (int i = 0; i < m->n; i++) {
        label[i] = m->at[i].label;
        words[i] = m->at[i].words;
    }
    page_answers(label, words, m->n);
}

/* A game may draw its answers instead of listing them. */
static void print_menu(const struct board_showing *s, const struct menu *m)
{
    char text[MAX_SENTENCE];
    page_char('\n');
    page_fold(s->face->board->question(s, text), 0, 2);
    if (!s->face->picture(s))
        print_list(m);
}

/* ---- words ---- */

/* n bytes, all digits; an empty word is none. */
static int is_number(const char *word, int n)
{
    for (int i = 0; i < n; i++)
        if (!isdigit((unsigned char)word[i]))
            return 0;
    return n > 0;
}

/* Whether a typed word fits a word of an answer. Numbers fit only as a whole: 1 must not mean
 * 12. */
static int begins(const char *word, int n, const char *typed, int typed_n)
{
    if (is_number(typed, typed_n))
        return n == typed_n && !memcmp(word, typed, (size_t)n);
    return n >= typed_n && !memcmp(word, typed, (size_t)typed_n);
}

static int word_length(const char *text)
{
    return (int)strcspn(text, " ");
}

/* Both texts are plain (page_plain). Words of the text may be skipped, except before the first word
 * typed, unless that is a number. */
static int fits(const char *typed, const char *text)
{
    int first = !is_number(typed, word_length(typed));
    while (*typed) {
        int typed_n = word_length(typed), n = word_length(text);
        if (!*text)
            return 0;
        if (begins(text, n, typed, typed_n)) {
            typed += typed_n;
            typed += *typed == ' ';
        } else if (first) {
            return 0;
        }
        first = 0;
        text += n;
        text += *text == ' ';
    }
    return 1;
}

/* The set of choices that the words fit. An exact match comes before names that begin so, and those
 * before words on the screen. `typed` is plain and not empty. */
static uint64_t fitting(const struct menu *m, const char *typed)
{
    uint64_t same = 0, name = 0, words = 0;
    char plain[WORDS_MAX];
    for (int i = 0; i < m->n; i++) {
        uint64_t bit = (uint64_t)1 << i;
        page_plain(m->at[i].name, plain, sizeof plain);
        same |= strcmp(plain, typed) ? 0 : bit;
        name |= fits(typed, plain) ? bit : 0;
        page_plain(m->at[i].words, plain, sizeof plain);
        words |= fits(typed, plain) ? bit : 0;
    }
    return same ? same : name ? name : words;
}

/* Takes words that become the protocol's name of an answer, such as "buy green 2". Returns the
 * answer, or NO_ANSWER. */
static int take_protocol_words(const struct board_showing *s, const struct menu *m,
                               const char *plain)
{
    char action[MAX_NAME];
    int place = s->face->protocol_words(plain, action) ? menu_of_action(m, action) : -1;
    return place < 0 ? NO_ANSWER : m->at[place].answer;
}

/* Prints why the rules refuse an action in the protocol's words. Returns 0 if they give no
 * reason. */
static int explain_action(const struct board_showing *s, const char *action)
{
    struct refusal why;
    char text[MAX_SENTENCE + 16];
    s->face->game->explain(s->view, s->viewer, action, &why);
    /* That refusal's sentence is meant for programs. */
    if (why.row == &refusal_not_an_answer)
        return 0;
    snprintf(text, sizeof text, "%s [%s]", why.message, why.rule);
    page_fold(text, 0, 0);
    return 1;
}

/* If the words are an action at all, the game says why it is not allowed; else the player is told
 * how to answer. */
static void explain(const struct board_showing *s, const char *plain)
{
    char action[MAX_NAME], text[PLAIN_LINE + 120];
    const char *known = s->face->protocol_words(plain, action);
    if (known && explain_action(s, action))
        return;
    snprintf(text, sizeof text, "%s'%s'%s Type the number of an answer, or ? for help.",
             known ? "" : "I do not understand ", known ? action : plain,
             known ? " is not an answer to this question." : ".");
    page_fold(text, 0, 0);
}

/* Four of them at most, by their names in the protocol, which can be typed as they stand. */
static void list_fitting(const struct menu *m, const char *plain, uint64_t fit)
{
    char text[PLAIN_LINE + 5 * MAX_NAME];
    int at = snprintf(text, sizeof text, "'%s' fits %d answers:", plain, bit_count(fit));
    for (int n = 0; fit && n < 4; n++, fit &= fit - 1)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s %s", n ? "," : "",
                       m->at[bit_lowest(fit)].name);
    snprintf(text + at, sizeof text - (size_t)at, "%s. Type more of it, or a number.",
             fit ? ", .." : "");
    page_fold(text, 0, 0);
}

/* Returns the answer, or NO_ANSWER after printing why there is none. */
static int take_words(const struct board_showing *s, const struct menu *m, const char *plain)
{
    uint64_t fit = fitting(m, plain);
    if (bit_count(fit) == 1)
        return m->at[bit_lowest(fit)].answer;
    if (fit) {
        list_fitting(m, plain, fit);
        return NO_ANSWER;
    }
    int answer = take_protocol_words(s, m, plain);
    if (answer == NO_ANSWER)
        explain(s, plain);
    return answer;
}

/* ---- numbers ---- */

/* If labels are slots or gold, the first answer's verb and the number make an action, and the game
 * says why it is not allowed. */
static void explain_number(const struct board_showing *s, const struct menu *m, int number)
{
    char action[MAX_NAME];
    if (m->ordinal) {
        page_print("There is no answer %d; the answers are numbered 1 to %d.\n", number, m->n);
        return;
    }
    int verb = (int)strcspn(m->at[0].name, " ");
    snprintf(action, sizeof action, "%.*s %d", verb, m->at[0].name, number);
    if (!explain_action(s, action))
        page_print("No answer has the number %d.\n", number);
}

/* If the labels are slots or gold, a number that is not a label may mean a position in the list. It
 * is not guessed: the player must type it again. Returns the answer, or NO_ANSWER after printing
 * why. */
static int take_number(const struct board_showing *s, struct menu *m, const char *digits)
{
    /* Longer numbers are none of ours and would overflow an int. */
    int number = strlen(digits) < 7 ? atoi(digits) : 999999;
    for (int i = 0; i < m->n; i++)
        if (m->at[i].label == number)
            return m->at[i].answer;
    if (number && number == m->again)
        return m->at[number - 1].answer;
    m->again = 0;
    explain_number(s, m, number);
    if (m->ordinal || number < 1 || number > m->n)
        return NO_ANSWER;
    m->again = number;
    page_print("If you mean answer number %d of the list (%s), type %d again.\n", number,
               m->at[number - 1].name, number);
    return NO_ANSWER;
}

/* ---- commands ---- */

/* With the numbers of this table, which may differ from the rulebook's. */
static void print_help(const struct board_showing *s)
{
    char primer[FILLED_MAX];
    rules_read_by(s->face->rulebook, s->view);
    page_fold(rules_text(s->face->rulebook, s->face->primer, primer), 0, 0);
    page_char('\n');
    page_line(s->face->keys);
    numbers_page(s);
}

/* The page goes where the game is printed, complaints as well: a pipe has one stream. */
static void look_up(const struct board_showing *s, const char *words)
{
    rules_read_by(s->face->rulebook, s->view);
    rules_show(words, page_file());
    numbers_page_of(s, words);
}

static int is_word(const char *line, const char *letter, const char *word)
{
    return !strcmp(line, letter) || !strcmp(line, word);
}

/* Prints the answer with its number, so that it can be typed, and one reason. */
static void print_hint(const struct menu *m, const struct client_hint *h)
{
    hint_print(h, m);
    page_line("Type why for the figures behind it.");
}

/* The figures behind the last hint, if it was about this question. It may be of the same question
 * asked again, for instance after an undo, so views are compared and not numbers. */
static void print_why(const struct plain *p, const struct board_showing *s)
{
    const struct client_hint *h = client_hint_found(p->t);
    const struct game *g = s->face->game;
    if (!h || h->seat != s->viewer || game_hash(g, h->view.bytes) != game_hash(g, s->view))
        page_line("Ask for a hint first: type h.");
    else
        hint_explain(s, h);
}

/* Waits for the adviser; Enter on a terminal or Ctrl-C cancels the hint. Other news is handled
 * meanwhile, as the table goes on. */
static void take_hint(struct plain *p, const struct board_showing *s, const struct menu *m)
{
    struct client_news news;
    /* The refusal is printed as news. */
    if (client_hint(p->t, s->viewer) < 0)
        return;
    while (client_hint_progress(p->t) >= 0 && !plain_interrupted() && !plain_key_waits(p)) {
        if (!client_poll(p->t, 100, &news))
            continue;
        if (news.kind != NEWS_HINT)
            plain_hear(p, &news);
        else
            print_hint(m, client_hint_found(p->t));
    }
    client_hint_cancel(p->t);
}

static void print_odds(struct plain *p, const struct board_showing *s)
{
    struct refusal why;
    char text[MAX_SENTENCE + 40];
    if (client_odds(p->t, s, &why) == 0)
        return;
    snprintf(text, sizeof text, "No odds now: %s.", why.message);
    page_fold(text, 0, 0);
}

/* What a line came to. ASK_AGAIN prints the question again, because something stands below it now;
 * NO_COMMAND leaves the prompt alone. */
enum plain_command { NO_COMMAND, COMMAND_DONE, COMMAND_ASK_AGAIN, COMMAND_LEAVE, COMMAND_UNDO };

/* Commands that show something and then ask again. Returns COMMAND_ASK_AGAIN, or NO_COMMAND. */
static int take_look(struct plain *p, const struct board_showing *s, const char *plain)
{
    const struct face *face = s->face;
    if (is_word(plain, "b", "board"))
        face->board->print(s);
    else if (is_word(plain, "l", "log"))
        face->tell(s, face->story_of_round(s->story), s->story->n);
    else if (is_word(plain, "l all", "log all"))
        face->tell(s, 0, s->story->n);
    else if (is_word(plain, face->pile_key, face->pile_word))
        face->board->piles(s);
    else if (is_word(plain, "c", "count"))
        face->board->unseen(s);
    else if (is_word(plain, "o", "odds"))
        print_odds(p, s);
    else
        return NO_COMMAND;
    return COMMAND_ASK_AGAIN;
}

/* Commands win over answers whose words begin so; answers can still be given by number. */
static int take_command(struct plain *p, const struct board_showing *s, const struct menu *m,
                        const char *line, const char *plain)
{
    if (line[0] == '?' && *plain)
        look_up(s, plain);
    else if (line[0] == '?' || !strcmp(plain, "help"))
        print_help(s);
    else if (is_word(plain, "h", "hint") || !strcmp(plain, "advice"))
        take_hint(p, s, m);
    else if (!strcmp(plain, "why"))
        print_why(p, s);
    else if (is_word(plain, "q", "quit"))
        return COMMAND_LEAVE;
    else if (is_word(plain, "u", "undo"))
        return COMMAND_UNDO;
    else
        return take_look(p, s, plain);
    return COMMAND_ASK_AGAIN;
}

/* Returns an answer, or NO_ANSWER if the line was not one. Enter alone is an answer only if there
 * is no choice. */
static int take_line(const struct board_showing *s, struct menu *m, const char *plain)
{
    if (!*plain && m->n == 1)
        return m->at[0].answer;
    if (!*plain)
        page_line("Type the number of an answer, or ? for help.");
    else if (is_number(plain, (int)strlen(plain)))
        return take_number(s, m, plain);
    else
        return take_words(s, m, plain);
    return NO_ANSWER;
}

/* ---- asking ---- */

/* Whether question n is still to be answered by this seat: somebody else may have undone a move, or
 * the clock has answered. */
static int is_open(const struct plain *p, int seat, uint32_t n)
{
    struct client_question q;
    return !p->over && !p->gone && client_turn(p->t) == seat &&
           client_question(p->t, seat, &q) == 0 && q.n == n;
}

/* Whether news is to be read at once. What others do while a person thinks is told with the next
 * question. */
static int is_to_be_read(const struct client_news *news)
{
    return news->kind != NEWS_QUESTION && news->kind != NEWS_EVENTS &&
           news->kind != NEWS_THINKING && (*news->text || news->kind == NEWS_START);
}

/* Handles all waiting news. Returns how many pieces are to be read at once. `at_prompt` is set if
 * the cursor stands behind a prompt. Never waits. */
static int hear_all(struct plain *p, int at_prompt)
{
    struct client_news news;
    int heard = 0;
    while (client_poll(p->t, 0, &news)) {
        int shown = is_to_be_read(&news);
        if (shown && !heard && at_prompt)
            page_char('\n');
        heard += shown;
        plain_hear(p, &news);
    }
    return heard;
}

/* Reads a line. Returns PLAIN_NEWS if the question is no longer open. If news was printed below the
 * prompt, the question is printed again. Returns what plain_line does. After silent news the
 * reading goes on behind the same prompt. */
static int next_line(struct plain *p, const struct board_showing *s, const struct menu *m,
                     uint32_t n, char line[PLAIN_LINE])
{
    const char *prompt = "> ";
    for (;;) {
        int how = plain_line(p, prompt, 0, line);
        if (how != PLAIN_NEWS)
            return how;
        int heard = hear_all(p, 1);
        if (!is_open(p, s->viewer, n))
            return PLAIN_NEWS;
        if (heard)
            print_menu(s, m);
        prompt = heard ? "> " : "";
    }
}

/* Handles one line as a command or an answer. A refused answer asks again: its reason comes as
 * news. */
static int one_line(struct plain *p, const struct board_showing *s, struct menu *m,
                    const char *line)
{
    char plain[PLAIN_LINE];
    const char *typed = line + strspn(line, " ");
    page_plain(typed, plain, sizeof plain);
    int command = take_command(p, s, m, typed, plain);
    if (command != NO_COMMAND)
        return command;
    int answer = take_line(s, m, plain);
    if (answer == NO_ANSWER)
        return NO_COMMAND;
    return client_answer(p->t, s->viewer, answer) < 0 ? COMMAND_ASK_AGAIN : COMMAND_DONE;
}

/* The page and the menu are made once: the answers do not change while the question is open. */
int plain_ask(struct plain *p, int seat)
{
    char line[PLAIN_LINE];
    struct plain_page page;
    struct client_question q;
    struct menu m;
    hear_all(p, 0);
    if (plain_page(p, seat, &page) < 0 || client_question(p->t, seat, &q) < 0)
        return 0;
    menu_make(&page.s, &m);
    print_menu(&page.s, &m);
    while (is_open(p, seat, q.n)) {
        int how = next_line(p, &page.s, &m, q.n, line);
        if (how != PLAIN_TYPED)
            return how == PLAIN_END ? -1 : 0;
        int command = one_line(p, &page.s, &m, line);
        if (command == COMMAND_LEAVE)
            return -1;
        if (command == COMMAND_DONE || (command == COMMAND_UNDO && client_undo(p->t, seat) == 0))
            return 0;
        hear_all(p, 0);
        if (command == COMMAND_ASK_AGAIN)
            print_menu(&page.s, &m);
    }
    return 0;
}
