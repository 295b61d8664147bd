/* Places in a JSON document that a harness can bend. */
#ifndef CHARLATAN_FUZZ_PLACES_H
#define CHARLATAN_FUZZ_PLACES_H

#include <jansson.h>

/* A value of a document, and the object or list that contains it. The key is NULL for an element of
 * a list. */
struct place {
    json_t *holder;
    const char *key;
    size_t index;
};

static inline json_t *value_at(const struct place *p)
{
    return p->key ? json_object_get(p->holder, p->key) : json_array_get(p->holder, p->index);
}

static inline void put_at(const struct place *p, json_t *value)
{
    if (p->key)
        json_object_set_new(p->holder, p->key, value);
    else
        json_array_set_new(p->holder, p->index, value);
}

#endif
