/* The keyboard: reads lines, understands answers, explains what it cannot take, and asks again.
 *
 * A number is looked up among the labels in front of the answers. Words are compared with the
 * protocol's text of each answer, then with the words on the screen: every word typed must begin a
 * word of the answer, in order, the first one the first ("discard" is not "draw discard"); numbers
 * must be whole, and may stand alone ("1 5"). One answer left is the answer. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/page.h"
#include "cli/play.h"

struct choice {
    int answer, label;
    char name[MAX_NAME]; /* the protocol's */
    char words[WORDS_MAX];
};

struct menu {
    int n, ordinal; /* ordinal: the labels are the places in the list */
    int again;      /* a number that would be taken if it came once more, or 0 */
    struct choice at[ANSWERS_MAX];
};

/* ---- lines ---- */

/* Control characters would garble the screen when the line is quoted back. */
static void clean(char *line)
{
    for (; *line; line++)
        if (!isprint((unsigned char)*line))
            *line = ' ';
}

static void drop_rest_of_line(void)
{
    int c;
    while ((c = getchar()) != '\n' && c != EOF)
        ;
}

char *ask_line(const char *prompt, char buf[LINE_MAX_CHARS])
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (!fgets(buf, LINE_MAX_CHARS, stdin)) {
        putchar('\n');
        return NULL;
    }
    if (!strchr(buf, '\n') && !feof(stdin))
        drop_rest_of_line();
    buf[strcspn(buf, "\r\n")] = 0;
    clean(buf);
    if (!isatty(STDIN_FILENO)) /* a terminal shows what is typed, a pipe does not */
        puts(buf);
    return buf;
}

int ask_yes(const char *prompt)
{
    char line[LINE_MAX_CHARS];
    if (!ask_line(prompt, line))
        return ASK_QUIT;
    return tolower((unsigned char)line[strspn(line, " ")]) == 'y';
}

/* ---- the menu ---- */

static void make_menu(const struct screen *s, struct menu *m)
{
    const struct face *face = s->face;
    uint64_t answers = face->game->legal(s->view, s->viewer);
    m->n = m->again = 0;
    m->ordinal = 1;
    for (; answers; answers &= answers - 1) {
        struct choice *c = &m->at[m->n++];
        c->answer = bit_lowest(answers);
        c->label = face->label(s, c->answer);
        face->game->action_name(s->view, s->viewer, c->answer, c->name);
        face->answer(s, c->answer, c->words);
        if (c->label >= 0)
            m->ordinal = 0;
        else
            c->label = m->n;
    }
}

static void print_list(const struct menu *m)
{
    char cell[ANSWERS_MAX][WORDS_MAX + 16];
    const char *cells[ANSWERS_MAX];
    for (int i = 0; i < m->n; i++) {
        snprintf(cell[i], sizeof cell[i], "%2d  %s", m->at[i].label, m->at[i].words);
        cells[i] = cell[i];
    }
    if (m->n > 5)
        page_list(cells, m->n, 2);
    for (int i = 0; i < m->n && m->n <= 5; i++)
        printf("  %s\n", cell[i]);
}

static void print_menu(const struct screen *s, const struct menu *m)
{
    char text[MAX_SENTENCE];
    putchar('\n');
    page_fold(s->face->question(s, text), 0, 2);
    if (!s->face->picture(s))
        print_list(m);
}

/* ---- words ---- */

static int is_number(const char *word, int n)
{
    for (int i = 0; i < n; i++)
        if (!isdigit((unsigned char)word[i]))
            return 0;
    return n > 0;
}

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

/* Both plain (page_plain). */
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

/* Which choices the words fit, as bits; those they equal come before those they begin. */
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

/* Words that are the protocol's name of an answer after all, such as "buy green 2". */
static int take_protocol_words(const struct screen *s, const struct menu *m, const char *plain)
{
    char action[MAX_NAME];
    if (s->face->protocol_words(plain, action))
        for (int i = 0; i < m->n; i++)
            if (!strcmp(m->at[i].name, action))
                return m->at[i].answer;
    return ASK_QUIT;
}

/* Says why an action in the protocol's words is refused; 0 where the rules have no reason. */
static int explain_action(const struct screen *s, const char *action)
{
    struct refusal why;
    char text[MAX_SENTENCE + 16];
    s->face->game->explain(s->view, s->viewer, action, &why);
    if (strstr(why.message, "'legal'")) /* the protocol's way to say: no answer at all */
        return 0;
    snprintf(text, sizeof text, "%s [%s]", why.message, why.rule);
    page_fold(text, 0, 0);
    return 1;
}

static void explain(const struct screen *s, const char *plain)
{
    char action[MAX_NAME], text[LINE_MAX_CHARS + 100];
    const char *known = s->face->protocol_words(plain, action);
    if (known && explain_action(s, action))
        return;
    snprintf(text, sizeof text, "%s'%s'%s Type the number of an answer, or ? for help.",
             known ? "" : "I do not understand ", known ? action : plain,
             known ? " is no answer to this question." : ".");
    page_fold(text, 0, 0);
}

static void list_fitting(const struct menu *m, const char *plain, uint64_t fit)
{
    char text[LINE_MAX_CHARS + 5 * MAX_NAME];
    int at = snprintf(text, sizeof text, "'%s' fits %d answers:", plain, bit_count(fit));
    for (int n = 0; fit && n < 4; n++, fit &= fit - 1)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s %s", n ? "," : "",
                       m->at[bit_lowest(fit)].name);
    snprintf(text + at, sizeof text - (size_t)at, "%s. Type more of it, or a number.",
             fit ? ", .." : "");
    page_fold(text, 0, 0);
}

static int take_words(const struct screen *s, const struct menu *m, const char *plain)
{
    uint64_t fit = fitting(m, plain);
    if (bit_count(fit) == 1)
        return m->at[bit_lowest(fit)].answer;
    if (fit) {
        list_fitting(m, plain, fit);
        return ASK_QUIT;
    }
    int answer = take_protocol_words(s, m, plain);
    if (answer == ASK_QUIT)
        explain(s, plain);
    return answer;
}

/* ---- numbers ---- */

static void explain_number(const struct screen *s, const struct menu *m, int number)
{
    char action[MAX_NAME];
    if (m->ordinal) {
        printf("There is no answer %d; the answers are numbered 1 to %d.\n", number, m->n);
        return;
    }
    int verb = (int)strcspn(m->at[0].name, " ");
    snprintf(action, sizeof action, "%.*s %d", verb, m->at[0].name, number);
    if (!explain_action(s, action))
        printf("There is no %d in front of an answer.\n", number);
}

/* Where labels are slots or gold, a number that is none of them may be meant as a place in the
 * list. That is never guessed: it must be typed once more. */
static int take_number(const struct screen *s, struct menu *m, const char *digits)
{
    int number = strlen(digits) < 7 ? atoi(digits) : 999999;
    for (int i = 0; i < m->n; i++)
        if (m->at[i].label == number)
            return m->at[i].answer;
    if (number && number == m->again)
        return m->at[number - 1].answer;
    m->again = 0;
    explain_number(s, m, number);
    if (m->ordinal || number < 1 || number > m->n)
        return ASK_QUIT;
    m->again = number;
    printf("If you mean answer number %d of the list (%s), type %d again.\n", number,
           m->at[number - 1].name, number);
    return ASK_QUIT;
}

/* ---- commands ---- */

static void print_help(const struct screen *s)
{
    page_fold(s->face->primer, 0, 0);
    putchar('\n');
    puts(s->face->keys);
}

static int is_word(const char *line, const char *letter, const char *word)
{
    return !strcmp(line, letter) || !strcmp(line, word);
}

/* The answer with its number, so that it can be typed, then the reasons. */
static void print_hint(const struct screen *s, const struct menu *m)
{
    struct hint h;
    hint_take(s, &h);
    for (int i = 0; i < m->n; i++)
        if (m->at[i].answer == h.answer)
            printf("Hint: %d  %s\n", m->at[i].label, m->at[i].words);
    hint_explain(s, &h);
}

/* Returns 1 where the line was a command; *quit is set where the player leaves. */
static int take_command(const struct screen *s, const struct menu *m, const char *line,
                        const char *plain, int *quit)
{
    const struct face *face = s->face;
    if (line[0] == '?' && *plain)
        rules_show(plain, stdout);
    else if (line[0] == '?' || is_word(plain, "h", "help"))
        print_help(s);
    else if (is_word(plain, "hint", "advice"))
        print_hint(s, m);
    else if (is_word(plain, "b", "board"))
        face->board(s);
    else if (is_word(plain, "l", "log"))
        face->tell(s, face->story_of_round(s->story), s->story->n);
    else if (is_word(plain, "l all", "log all"))
        face->tell(s, 0, s->story->n);
    else if (is_word(plain, face->pile_key, face->pile_word))
        face->piles(s);
    else if (is_word(plain, "c", "count"))
        face->unseen(s);
    else if (is_word(plain, "q", "quit"))
        *quit = ask_yes("Leave the game? It is not saved. (y/n) ") != 0;
    else
        return 0;
    return 1;
}

/* An answer, or ASK_QUIT where the line was none. */
static int take_line(const struct screen *s, struct menu *m, const char *plain)
{
    if (!*plain && m->n == 1)
        return m->at[0].answer;
    if (!*plain)
        puts("Type the number of an answer, or ? for help.");
    else if (is_number(plain, (int)strlen(plain)))
        return take_number(s, m, plain);
    else
        return take_words(s, m, plain);
    return ASK_QUIT;
}

int ask_answer(const struct screen *s)
{
    char line[LINE_MAX_CHARS], plain[LINE_MAX_CHARS];
    struct menu m;
    int quit = 0, answer = ASK_QUIT;
    make_menu(s, &m);
    print_menu(s, &m);
    while (answer == ASK_QUIT && !quit) {
        if (!ask_line("> ", line))
            return ASK_QUIT;
        const char *typed = line + strspn(line, " ");
        page_plain(typed, plain, sizeof plain);
        if (!take_command(s, &m, typed, plain, &quit))
            answer = take_line(s, &m, plain);
        else if (!quit)
            print_menu(s, &m);
    }
    return quit ? ASK_QUIT : answer;
}
