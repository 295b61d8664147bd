/* Options on the command line as paths: cards.items.bottled-fairy.effect.infamy is five keys. The
 * short forms of a game's options are a table of its gauge. */
#ifndef CHARLATAN_SIM_OPTIONS_H
#define CHARLATAN_SIM_OPTIONS_H

#include <jansson.h>

#include "engine/game.h"

/* Enough for cards.items.ID.effect.KEY and one more; keys that are longer are cut, and unknown. */
enum { OPTION_KEYS = 6, OPTION_KEY = 48 };

/* Keys 0 to n - 1 are in use; the last one is the member that is set. */
struct option_path {
    char key[OPTION_KEYS][OPTION_KEY];
    int n;
};

/* Puts a key before the one at `at`. A path too deep to mean anything stays as it is: the game's
 * reader refuses it. */
void option_path_insert(struct option_path *p, int at, const char *key);
/* Returns 1 if `key` is one of the names. The list ends with NULL. */
int option_is_any(const char *key, const char *const *names);

/* Short forms that people write and the protocol does not know. Any member may be NULL. */
struct option_forms {
    /* Turns a short path and its value into the protocol's. Owns *value while it works on it. May
     * put another value there; the caller owns whichever is there afterwards. */
    void (*spell_out)(struct option_path *p, json_t **value);
    /* An option that was set as a whole, as an object of its parts, so that one part can be
     * changed; NULL if `value` cannot be taken apart. The caller owns the object. */
    json_t *(*take_apart)(const char *key, const json_t *value);
    /* Takes what is left to the luck of each deal out of the options; 1 if there was any. Called
     * once for each setting, before the game's reader sees the options. */
    int (*leave_to_luck)(json_t *options);
};

#define GAUGE(x) extern const struct option_forms x##_forms;
#include "games/games.def"

/* key=value into an object of options; dots in the key lead into objects inside. 0, or -1 with the
 * reason. On failure objects on the way may have been made, but no value was set. The value is only
 * checked when the game's reader reads the whole object. */
int set_option(json_t *options, const struct game *g, const char *text, struct refusal *why);

#endif
