/* Applies a server's changes to a view. */
#include <stdlib.h>
#include <string.h>

#include "tui/read.h"

/* A path is a few names and indices deep; longer ones are refused rather than cut. */
enum { PATH_MOST = 512 };

/* Returns the list index that a step of a path names, or -1. Servers are not trusted: signs, blanks
 * and digits followed by anything else name no element. */
static long index_of(const json_t *list, const char *step)
{
    char *end;
    long index = strtol(step, &end, 10);
    return !*step || *end || index < 0 || (size_t)index >= json_array_size(list) ? -1 : index;
}

/* The member or element that a step names; NULL if `at` has none or is neither a list nor an
 * object. The result is borrowed. */
static json_t *child_of(json_t *at, const char *step)
{
    if (json_is_object(at))
        return json_object_get(at, step);
    long index = json_is_array(at) ? index_of(at, step) : -1;
    return index < 0 ? NULL : json_array_get(at, (size_t)index);
}

/* Carries out [path, at, gone, items]: removes `gone` elements from index `at` on and inserts
 * `items` there. Nothing is changed unless the whole splice fits the list. */
static const char *splice(json_t *list, const json_t *change)
{
    json_int_t at = json_integer_value(json_array_get(change, 1));
    json_int_t gone = json_integer_value(json_array_get(change, 2));
    json_t *item, *items = json_array_get(change, 3);
    size_t n = json_array_size(list), i;
    if (!json_is_array(list) || !json_is_array(items) || at < 0 || gone < 0 || (size_t)at > n ||
        (size_t)gone > n - (size_t)at)
        return "a splice does not fit its list";
    while (gone--)
        json_array_remove(list, (size_t)at);
    json_array_foreach(items, i, item)
        json_array_insert(list, (size_t)at + i, item);
    return NULL;
}

/* Sets a member to `value`, or removes it if `value` is NULL: a change of one element, [path],
 * deletes. Elements of a list can be replaced here but not removed, which is what a splice is
 * for. */
static const char *set_child(json_t *up, const char *step, json_t *value)
{
    long index = json_is_array(up) ? index_of(up, step) : -1;
    int failed = json_is_object(up) && value ? json_object_set(up, step, value)
                 : json_is_object(up)        ? json_object_del(up, step)
                 : index >= 0 && value       ? json_array_set(up, (size_t)index, value)
                                             : -1;
    return failed ? "a member cannot be set" : NULL;
}

/* Follows the path to the parent of what changes. Cuts `path` at its dots, so the caller gives a
 * copy. */
static const char *change_below(json_t *at, char *path, const json_t *change)
{
    char *dot;
    for (; (dot = strchr(path, '.')); path = dot + 1) {
        *dot = 0;
        if (!(at = child_of(at, path)))
            return "a path does not exist";
    }
    /* Four elements are a splice of the list at the path; else its last step is set. */
    if (json_array_size(change) != 4)
        return set_child(at, path, json_array_get(change, 1));
    at = child_of(at, path);
    return at ? splice(at, change) : "a path does not exist";
}

/* A change with an empty path replaces the whole view. The old one is dropped only when the new one
 * is known to be an object. */
static const char *change_whole(json_t **view, const json_t *change)
{
    json_t *value = json_array_get(change, 1);
    if (json_array_size(change) != 2 || !json_is_object(value))
        return "the view is not an object";
    json_incref(value);
    json_decref(*view);
    *view = value;
    return NULL;
}

/* A path that begins with a dot is relative to the player who moved: docs/api.md shortens players.N
 * so. */
static const char *apply_one(json_t **view, const json_t *change, int mover)
{
    char path[PATH_MOST];
    const char *text = json_string_value(json_array_get(change, 0));
    /* Room for "players." and the digits of the seat. */
    if (!text || strlen(text) + 24 > sizeof path)
        return "a change has no valid path";
    if (*text == '.')
        snprintf(path, sizeof path, "players.%d%s", mover, text);
    else
        snprintf(path, sizeof path, "%s", text);
    return *path ? change_below(*view, path, change) : change_whole(view, change);
}

/* Stops at the first change that does not fit, with those before it applied: the caller must drop
 * the view then. */
const char *changes_apply(json_t **view, const json_t *set, int mover)
{
    if (!json_is_array(set))
        return "the changes are not a list";
    for (size_t i = 0; i < json_array_size(set); i++) {
        /* A copy, because a later change may alter the value. */
        json_t *own = json_deep_copy(json_array_get(set, i));
        const char *wrong = own ? apply_one(view, own, mover) : "a change is missing";
        json_decref(own);
        if (wrong)
            return wrong;
    }
    return NULL;
}
