/* The story for the little room it has on the screen: that of the plain screen, without rule ids
 * and columns. */
#include <stdlib.h>
#include <string.h>

#include "board/page.h"
#include "tui/face.h"
#include "tui/screen_parts.h"

/* A width that no line reaches, so that the story comes in whole lines, to be folded later. */
enum { UNFOLDED = 100000, HANGING = 2 };

/* The length of " [A5.3]" at the beginning of the text, or 0. */
static size_t rule_at(const char *text)
{
    size_t n;
    if (text[0] != ' ' || text[1] != '[' || (text[2] != 'A' && text[2] != 'Q'))
        return 0;
    n = strcspn(text + 2, "]\n");
    return text[2 + n] == ']' ? n + 3 : 0;
}

/* The margin at the beginning of a line, a player's name or a step, ends with blanks. Returns its
 * length with the blanks and sets *words to that without; 0 if the line has no margin. Players'
 * names are looked for first: they may have two blanks in them. */
static size_t margin_at(const struct board_showing *s, const char *line, size_t *words)
{
    for (int seat = 0; seat < s->face->game->players(s->view); seat++) {
        *words = strlen(s->names[seat]);
        if (!strncmp(line, s->names[seat], *words) && line[*words] == ' ')
            return *words + strspn(line + *words, " ");
    }
    for (*words = 0; line[*words] && line[*words] != '\n'; ++*words)
        if (!strncmp(line + *words, "  ", 2))
            return *words + strspn(line + *words, " ");
    return 0;
}

/* Copies a line without rule ids and the blanks at its beginning, and with a colon behind its
 * margin. Returns the end of the copy. `to` needs the room of the line and two bytes for the colon,
 * and gets no zero. */
static char *shorten_line(const struct board_showing *s, const char *line, char *to)
{
    line += strspn(line, " ");
    size_t words, n = margin_at(s, line, &words);
    if (n) {
        memcpy(to, line, words);
        memcpy(to + words, ": ", 2);
        to += words + 2;
        line += n;
    }
    while (*line && *line != '\n') {
        size_t rule = rule_at(line);
        if (rule)
            line += rule;
        else
            *to++ = *line++;
    }
    return to;
}

/* Prints a line folded, with the further lines indented. */
static void fold_line(const char *line, size_t n)
{
    char *text = strndup(line, n);
    MUST(text);
    page_fold(text, 0, HANGING);
    free(text);
}

/* Captures what the game prints twice: once unfolded, to be shortened, and then folded to the
 * width. So no page may be captured when it is called. */
char *story_words(const struct board_showing *s, int from, int to, int width)
{
    page_begin(UNFOLDED);
    if (from < to)
        s->face->tell(s, from, to);
    char *text = page_end(), *line = malloc(strlen(text) + 3);
    MUST(line);
    page_begin(width);
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        if (n)
            fold_line(line, (size_t)(shorten_line(s, p, line) - line));
        p += n;
        p += *p == '\n';
    }
    free(line);
    free(text);
    return page_end();
}
