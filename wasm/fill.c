/* Texts that say numbers, for pages: text_fill of the engine, in every language.
 *
 * A page writes into the room, then calls. `table` takes what the following texts are about: a line
 * "GAME LANGUAGE PLAYERS", then a line "KEY VALUE" for each option that a table names, then one for
 * each number and each number of a cards file (engine/fill.h). `fill` takes a text. Nothing is
 * allocated. */
#include <string.h>

#include "engine/fill.h"
#include "engine/game.h"

#define EXPORT(name) __attribute__((export_name(#name), used))

/* More than all numbers of a game need. */
static char room[1 << 16], filled[FILLED_MAX];

/* The table that texts are about; `by` points to `values` and `state`. Until fill_table has
 * succeeded, fill_text must not be called. */
static struct {
    struct fill by;
    uint16_t values[NUMBERS_VALUES];
    _Alignas(8) char state[MAX_STATE_BYTES];
} now;

static const struct filling *const games[] = {
#define HELP(x) &x##_filling,
#include "games/games.def"
};

/* In the order of enum fill_language. */
static const struct {
    const char *code;
    const struct fill_words *words;
} languages[FILL_LANGUAGES] = {{"en", &fill_english}, {"de", &fill_german}};

/* The next word of a line: it ends at a blank or at the end of the line, and gets a NUL there. `at`
 * moves behind it. */
static char *next_word(char **at)
{
    char *word = *at;
    while (**at && **at != ' ')
        ++*at;
    if (**at)
        *(*at)++ = 0;
    return word;
}

/* As next_word, to the end of a line. */
static char *next_line(char **at)
{
    char *line = *at;
    while (**at && **at != '\n')
        ++*at;
    if (**at)
        *(*at)++ = 0;
    return line;
}

/* A key may end with an index: "tubes.points.@3". A list without an index or an entry's name, keys
 * that the form does not have, and indexes beyond the list change nothing. */
static void set_number(char *key, int value)
{
    char *index = strstr(key, ".@");
    int entry, i = index ? text_whole(index + 2) : 0;
    if (index)
        *index = 0;
    const struct number_row *row = number_row_named(now.by.form, key, &entry);
    if (!row || value < 0 || (row->count && !index && entry < 0))
        return;
    if (!index)
        i = entry < 0 ? 0 : entry;
    if (i >= 0 && i < number_row_values(row))
        now.values[row->first + i] = (uint16_t)value;
}

/* An option, a number or a number of a cards file. Once an option is set the texts are about a
 * table, so what its options exclude is left out. */
static void set_line(const struct filling *game, char *line)
{
    char *key = next_word(&line);
    if (strncmp(key, "numbers.", 8) == 0)
        set_number(key + 8, text_whole(line));
    else if (game->set(now.state, key, line) && strncmp(key, "cards.", 6) != 0)
        now.by.at_table = 1;
}

/* NULL if there is no such game. */
static const struct filling *game_called(const char *name)
{
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (strcmp(games[i]->game, name) == 0)
            return games[i];
    return NULL;
}

/* A language without words of its own for numbers has the English ones. */
static int language_called(const char *code)
{
    int i = FILL_LANGUAGES - 1;
    while (i > FILL_ENGLISH && strcmp(languages[i].code, code) != 0)
        i--;
    return i;
}

/* Always at the same address. What the page writes there is destroyed by the call that reads it. */
EXPORT(room) char *fill_room(void)
{
    return room;
}

/* Room for the text without the NUL that the calls put behind it. */
EXPORT(room_bytes) size_t fill_room_bytes(void)
{
    return sizeof room - 1;
}

/* Takes the n bytes in the room. Returns 1, or 0 if there is no such game or number of players;
 * what was set before is still there then. */
EXPORT(table) int fill_table(size_t n)
{
    char *lines = room;
    room[n] = 0;
    char *head = next_line(&lines);
    const struct filling *game = game_called(next_word(&head));
    int language = language_called(next_word(&head)), players = text_whole(head);
    if (!game || players < 2 || players > MAX_SEATS)
        return 0;
    game->begin(now.state, players);
    now.by = game->fill(now.state);
    now.by.words = languages[language].words;
    now.by.name = game->name[language];
    now.by.at_table = 0;
    memcpy(now.values, now.by.values, (size_t)now.by.form->values * sizeof now.values[0]);
    now.by.values = now.values;
    while (*lines)
        set_line(game, next_line(&lines));
    return 1;
}

/* Fills the n bytes in the room. Returns the length of the filled text, at most FILLED_MAX - 1
 * bytes, which lies where fill_filled says. */
EXPORT(fill) size_t fill_text(size_t n)
{
    room[n] = 0;
    return strlen(text_fill(&now.by, room, filled));
}

/* Valid until the next fill; ended by a NUL. */
EXPORT(filled) const char *fill_filled(void)
{
    return filled;
}
