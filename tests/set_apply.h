/* Applies `set` of docs/api.md to a parsed view, as a client does. Written from that page alone. */
#ifndef CHARLATAN_TESTS_SET_APPLY_H
#define CHARLATAN_TESTS_SET_APPLY_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns NULL, or what is wrong with an index. */
static inline const char *set_index(const json_t *list, const char *step, size_t *index)
{
    char *end;
    *index = strtoul(step, &end, 10);
    return !*step || *end || *index >= json_array_size(list) ? "no such element" : NULL;
}

static inline json_t *set_child(json_t *at, const char *step)
{
    size_t index;
    if (json_is_object(at))
        return json_object_get(at, step);
    if (!json_is_array(at) || set_index(at, step, &index))
        return NULL;
    return json_array_get(at, index);
}

static inline const char *set_splice(json_t *list, const json_t *op)
{
    size_t at = (size_t)json_integer_value(json_array_get(op, 1));
    size_t gone = (size_t)json_integer_value(json_array_get(op, 2)), i;
    json_t *item, *items = json_array_get(op, 3);
    if (!json_is_array(list) || !json_is_array(items) || at + gone > json_array_size(list))
        return "a splice of no list, or outside of it";
    while (gone--)
        json_array_remove(list, at);
    json_array_foreach(items, i, item)
        json_array_insert(list, at + i, item);
    return NULL;
}

static inline const char *set_member(json_t *up, const char *step, const json_t *op)
{
    json_t *value = json_array_get(op, 1);
    size_t index;
    if (json_is_object(up) && !value)
        return json_object_del(up, step) ? "what is gone was not there" : NULL;
    if (json_is_object(up))
        return json_object_set(up, step, value) ? "no member could be set" : NULL;
    if (!json_is_array(up) || !value)
        return "an element of no list, or one that is gone";
    const char *wrong = set_index(up, step, &index);
    return wrong ? wrong : json_array_set(up, index, value) ? "no element could be set" : NULL;
}

static inline const char *set_one(json_t **root, const json_t *op, int mover)
{
    char path[1024], *step = path, *dot;
    const char *text = json_string_value(json_array_get(op, 0));
    json_t *at = *root;
    if (!text || strlen(text) + 16 >= sizeof path)
        return "no path";
    /* A path below the mover's seat. */
    if (*text == '.')
        sprintf(path, "players.%d%s", mover, text);
    else
        strcpy(path, text);
    if (!*path && json_array_size(op) == 2) {
        *root = json_incref(json_array_get(op, 1));
        json_decref(at);
        return NULL;
    }
    if (!*path)
        return json_array_size(op) == 4 ? set_splice(at, op) : "the whole is gone";
    for (; (dot = strchr(step, '.')); step = dot + 1) {
        *dot = 0;
        if (!(at = set_child(at, step)))
            return "a path that leads nowhere";
    }
    if (json_array_size(op) != 4)
        return set_member(at, step, op);
    return (at = set_child(at, step)) ? set_splice(at, op) : "a splice that leads nowhere";
}

/* Changes *root, which nobody else may hold. Returns NULL, or what is wrong. */
/* `mover` is the `seat` of the event. */
static inline const char *set_apply(json_t **root, const json_t *set, int mover)
{
    size_t i;
    json_t *op;
    if (!json_is_array(set))
        return "a set is a list";
    json_array_foreach((json_t *)(uintptr_t)set, i, op) {
        /* A value may be changed by a later element. */
        json_t *own = json_deep_copy(op);
        const char *wrong = set_one(root, own, mover);
        json_decref(own);
        if (wrong)
            return wrong;
    }
    return NULL;
}

#endif
