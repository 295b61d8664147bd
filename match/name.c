/* Checks names of people and other texts: they must be valid UTF-8 without control characters,
 * invisible characters, characters that change the text direction or such as have no meaning of
 * their own, because they appear in other people's pages, logs and terminals. */
#include "match/name_inside.h"

#include "wire/shown.h"

int name_is_visible(const char *name)
{
    int seen = 0;
    while (*name) {
        uint32_t c = character_read(&name);
        /* U+FFFC stands for a picture that is not there. */
        if (!c || c == 0xfffc || (character_is_dropped(c) && !character_is_companion(c)))
            return 0;
        seen |= !character_is_invisible(c) && !character_is_space(c);
    }
    return seen;
}

/* For texts of our own logs: names of actions, bots and reasons. character_read returns 0 where the
 * text is not valid, and 0 is odd. */
int text_is_plain(const char *text)
{
    while (*text)
        if (character_is_odd(character_read(&text)))
            return 0;
    return 1;
}

/* Spaces at both ends are removed; joiners alone are not a name. `name` is set only if 0 is
 * returned. The length is counted in characters, as people see it; MATCH_NAME has room for the
 * longest. */
int name_read(const char *text, char name[MATCH_NAME + 1])
{
    const char *from = NULL, *to = NULL;
    int characters = 0, until_last = 0, seen = 0;
    while (*text) {
        const char *here = text;
        uint32_t c = character_read(&text);
        if (character_is_odd(c))
            return -1;
        characters += from || !character_is_space(c);
        if (character_is_space(c))
            continue;
        from = from ? from : here;
        to = text;
        until_last = characters;
        seen |= c != 0x200c && c != 0x200d;
    }
    if (!seen || until_last > MATCH_NAME_SHOWN)
        return -1;
    memcpy(name, from, (size_t)(to - from));
    name[to - from] = 0;
    return 0;
}

/* Whether name_read would leave it as it is: so entries have names in one form. */
int name_is_clean(const char *name)
{
    char again[MATCH_NAME + 1];
    return name_read(name, again) == 0 && strcmp(name, again) == 0;
}
