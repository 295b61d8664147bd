/* Names of rows of .def files as JSON: in quotes already, and copied without a look at their
 * length, because states have most of them. */
#ifndef CHARLATAN_WIRE_WORD_H
#define CHARLATAN_WIRE_WORD_H

#include "wire/write.h"

/* A name in quotes, from a row of a .def file. The whole array is copied, whatever the length. */
struct wire_word {
    char text[31];
    uint8_t n;
};
#define WORD(name)                                                                                 \
    {                                                                                              \
        "\"" name "\"", sizeof name + 1                                                            \
    }

/* Writes the name as a value. The room must be that of the whole array, although less of it
 * counts. */
static inline void write_word(struct writer *w, const struct wire_word *word)
{
    char *to = writer_room(w, sizeof word->text);
    memcpy(to, word->text, sizeof word->text);
    w->n = (size_t)(to - w->at) + word->n;
    w->comma = 1;
}

/* Writes the name as a key. */
static inline void write_word_key(struct writer *w, const struct wire_word *word)
{
    write_word(w, word);
    w->comma = 0;
    write_bytes(w, ":", 1, 0);
}

#endif
