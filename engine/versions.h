/* The versions of the rules as numbers; their rows are in versions.def. */
#ifndef CHARLATAN_ENGINE_VERSIONS_H
#define CHARLATAN_ENGINE_VERSIONS_H

/* Older versions have greater numbers: `rules >= RULES_0_1_0` is true for 0.1.0 and all before. */
#define RULES(name, version, hash, difference) name,
enum rules_version {
#include "engine/versions.def"
    RULES_COUNT
};
#undef RULES
/* The present rules are 0, so a state that says nothing else has them. */
enum { RULES_NOW = 0 };

/* The hash of a state is made of the text that `state` prints (state_hash in wire/game.h). Version
 * 0.1.0 made it of the state's bytes in memory, which change with its layout: nobody can compute it
 * again. */
enum hash_of { HASH_OF_MEMORY, HASH_OF_TEXT };

#endif
