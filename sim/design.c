/* Designs (--design NAME=OPTIONS): each is a set of options with a name. They are played like the
 * values of a sweep, on the same deals, and compared each with each. */
#include "sim/design.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/options.h"
#include "sim/plan.h"
#include "sim/refusals.h"
#include "wire/refuse.h"

/* The name becomes the value of a sweep over "design". A refused design leaves the count as it was,
 * so the slot is written again. */
int design_read(struct sim_plan *p, const char *text, struct refusal *why)
{
    struct sim_sweep *s = &p->sweep[0];
    const char *equals = strchr(text, '=');
    size_t n = equals ? (size_t)(equals - text) : 0;
    if (n == 0 || n >= VALUE_TEXT)
        return because(why, ROW(design_needed));
    if (s->n == DESIGNS_MAX)
        return because(why, ROW(too_many_designs), DESIGNS_MAX);
    snprintf(s->key, sizeof s->key, "design");
    snprintf(s->value[s->n], VALUE_TEXT, "%.*s", (int)n, text);
    for (int i = 0; i < s->n; i++)
        if (strcmp(s->value[i], s->value[s->n]) == 0)
            return because(why, ROW(design_twice), s->value[i]);
    s->n++;
    p->designs = p->sweeps = 1;
    p->settings = s->n;
    return 0;
}

/* A file of options goes over what --set has given, member by member. Of the members in the file,
 * those that are not options are refused later by the game's reader. */
static int set_file(json_t *options, const char *path, struct refusal *why)
{
    json_error_t error;
    json_t *file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(file)) {
        because(why, ROW(design_file), path, file ? "it is something else" : error.text);
        json_decref(file);
        return -1;
    }
    /* A whole numbers file is what the option `numbers` takes. */
    if (json_object_get(file, "format"))
        json_object_set(options, "numbers", file);
    else
        json_object_update(options, file);
    json_decref(file);
    return 0;
}

/* Where the next option ends: at a blank that is not inside brackets or quotes. A quoted text may
 * hold blanks, so JSON values need not be packed. Escaped quotes are not known. */
static size_t option_length(const char *text)
{
    int depth = 0, quoted = 0;
    size_t n = 0;
    for (; text[n] && (text[n] != ' ' || depth || quoted); n++) {
        quoted ^= text[n] == '"';
        depth += (text[n] == '[') + (text[n] == '{') - (text[n] == ']') - (text[n] == '}');
    }
    return n;
}

/* On failure the object is partly filled; the caller throws it away. */
int design_set(const struct sim_plan *p, const char *text, json_t *options, struct refusal *why)
{
    for (text = strchr(text, '=') + 1; *(text += strspn(text, " "));) {
        size_t n = option_length(text);
        char *option = strndup(text, n);
        MUST(option);
        int bad = option[0] == '@' ? set_file(options, option + 1, why)
                                   : set_option(options, p->game, option, why);
        free(option);
        if (bad < 0)
            return -1;
        text += n;
    }
    return 0;
}
