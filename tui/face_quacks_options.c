/* Options of the Quacks on the command line. */
#include <string.h>

#include "tui/face_quacks.h"

/* Only colours whose books come in sets: green, blue, red, yellow, purple. Returns -1 for
 * others. */
static int colour_by_name(const char *name, size_t n)
{
    for (int colour = GREEN; colour <= PURPLE; colour++)
        if (strlen(quacks_colour_id(colour)) == n && !memcmp(quacks_colour_id(colour), name, n))
            return colour;
    return -1;
}

/* Reads "green=1,blue=3" into an object. Returns NULL if the text is invalid or names a colour
 * twice. */
static json_t *mix_of(const char *text)
{
    json_t *books = json_object();
    for (const char *p = text;; p++) {
        size_t n = strcspn(p, "=");
        int colour = colour_by_name(p, n);
        const char *id = colour < 0 ? NULL : quacks_colour_id(colour);
        if (!id || json_object_get(books, id) || p[n] != '=' || p[n + 1] < '1' || p[n + 1] > '4')
            break;
        json_object_set_new(books, id, json_integer(p[n + 1] - '0'));
        p += n + 2;
        if (!*p)
            return books;
        if (*p != ',')
            break;
    }
    json_decref(books);
    return NULL;
}

/* A single digit is a set for all colours. Returns NULL, or the sentence for a wrong value. */
static const char *read_books(void *to, const struct arg *row, const char *text)
{
    int one_set = text[0] >= '1' && text[0] <= '4' && !text[1];
    json_t *books = one_set ? json_integer(text[0] - '0') : mix_of(text);
    if (!books)
        return "give a set from 1 to 4, or a mix such as green=1,blue=3 of green, blue, red, "
               "yellow and purple (Q8)";
    json_object_set_new(((struct face_options *)to)->set, row->name, books);
    return NULL;
}

const struct arg quacks_options[] = {
    ARGS_CALL("books", "WHICH", read_books, 0, 0, "set 1, 2, 3 or 4, or a mix: green=1,blue=3 (1)"),
    ARGS_CALL("pot", "SIDE", face_set_text, 0, 0, "front or tubes (front)"),
    ARGS_SWITCH("together", face_set_true, "draw together in every turn, not only in the last"),
    ARGS_CALL("prices", "WHICH", face_set_text, 0, 0, "almanac or printed (almanac)"),
    ARGS_CALL("second-chance", "HOW", face_set_text, 0, 0,
              "the card A Second Chance, safe or risky (safe).\n"
              "safe: your first five chips cannot explode the\n"
              "pot; risky: they can, and then you may start again.\n"
              "The publisher's later clarification says safe;\n"
              "others read the card as risky (Q12.second_chance)"),
    ARGS_CALL("strong-ingredient", "HOW", face_set_text, 0, 0,
              "the card Strong Ingredient, inert or acts (inert).\n"
              "inert: its chip has no action; acts: a black,\n"
              "green or purple one acts in the evaluation.\n"
              "The publisher's later clarification says inert;\n"
              "others let the chip act (Q12.strong_ingredient)"),
    ARGS_CALL("fortune", "WHICH", face_set_text, 0, 0,
              "fortune cards, on or off (on). off is ours, to\n"
              "compare with simulators without cards (Q12.fortune)"),
    ARGS_CALL("optional", "HOW", face_set_text, 0, 0,
              "actions, rat tails and droplet steps that bring you\n"
              "something, automatic or asked (automatic).\n"
              "automatic: they happen by themselves; asked: you\n"
              "may pass up each of them (Q12.optional)"),
    {0},
};
