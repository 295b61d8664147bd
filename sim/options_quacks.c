/* Short forms of the Quacks' options: a set of books can be chosen as a whole and then changed
 * in one colour, as in --set books=2 --set books.red=3. */
#include <string.h>

#include "games/quacks/quacks.h"
#include "sim/options.h"

/* An object of all five colours, so that the next --set can change one of them. Only a whole number
 * says what each colour has; any other value is replaced. */
static json_t *take_apart(const char *key, const json_t *value)
{
    if (strcmp(key, "books") != 0 || !json_is_integer(value))
        return NULL;
    json_t *books = json_object();
    for (int colour = GREEN; colour <= PURPLE; colour++)
        json_object_set_new(books, quacks_colour_id(colour),
                            json_integer(json_integer_value(value)));
    return books;
}

/* books=random: the gauge's vary() chooses a mix for each deal. The member is removed: the game's
 * reader knows no "random", and vary() overwrites its default. */
static int leave_to_luck(json_t *options)
{
    const char *books = json_string_value(json_object_get(options, "books"));
    if (!books || strcmp(books, "random") != 0)
        return 0;
    json_object_del(options, "books");
    return 1;
}

const struct option_forms quacks_forms = {.take_apart = take_apart, .leave_to_luck = leave_to_luck};
