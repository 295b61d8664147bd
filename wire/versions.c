/* Names the versions of the rules in JSON and text (engine/versions.def), and compares versions of
 * the program. */
#include "wire/versions.h"

#include <stdio.h>

#include "engine/version.h"
#include "engine/versions.h"
#include "wire/refuse.h"
#include "wire/write.h"

/* `difference` is "" for the present rules. */
struct version {
    const char *name, *difference;
    enum hash_of hash;
};

/* An unknown number cannot come from outside: version_find has made all that are in states. */
static const struct version *version_at(int rules)
{
#define RULES(e, version, hash, difference) [e] = {version, difference, hash},
    static const struct version versions[] = {
#include "engine/versions.def"
    };
#undef RULES
    MUST(rules >= 0 && rules < RULES_COUNT);
    return &versions[rules];
}

const char *version_name(int rules)
{
    return version_at(rules)->name;
}

const char *version_difference(int rules)
{
    return version_at(rules)->difference;
}

int version_has_hashes(int rules)
{
    return version_at(rules)->hash == HASH_OF_TEXT;
}

/* ---- finding ---- */

/* Reads a number and the point after it. */
static unsigned number_at(const char **text)
{
    unsigned n = 0;
    for (; **text >= '0' && **text <= '9'; ++*text)
        n = n < 1000000 ? 10 * n + (unsigned)(**text - '0') : n;
    *text += **text == '.';
    return n;
}

/* 0.10.0 is newer than 0.9.0. What is no version is not newer than one. Numbers above a million all
 * count as about that, so a hostile version cannot overflow. */
static int is_newer(const char *version, const char *than)
{
    for (int part = 0; part < 3; part++) {
        unsigned a = number_at(&version), b = number_at(&than);
        if (a != b)
            return a > b;
    }
    return 0;
}

/* "0.1.0 and 0.2.0": all versions, the oldest first. */
static void name_all(char *to, size_t room)
{
    size_t n = 0;
    for (int rules = RULES_COUNT - 1; rules >= 0 && n < room; rules--)
        n += (size_t)snprintf(to + n, room - n, "%s%s", version_name(rules),
                              rules == 0   ? ""
                              : rules == 1 ? " and "
                                           : ", ");
}

/* The text may be anything; it is quoted in the refusal. Newer rules have a refusal of their own,
 * because an update helps there. *rules is only set with 0. */
int version_find(const char *version, uint8_t *rules, struct refusal *why)
{
    char known[128];
    for (int i = 0; i < RULES_COUNT; i++)
        if (strcmp(version, version_name(i)) == 0) {
            *rules = (uint8_t)i;
            return 0;
        }
    name_all(known, sizeof known);
    if (is_newer(version, version_name(RULES_NOW)))
        return because(why, ROW(rules_newer), version, known);
    return because(why, ROW(rules_unknown), version, known);
}

/* ---- the program ---- */

/* Three numbers with points between them, and nothing else. */
static int is_version(const char *text)
{
    int points = 0, digits = 0;
    size_t n = strlen(text);
    for (; *text; text++) {
        int is_point = *text == '.';
        if (is_point ? digits == 0 : *text < '0' || *text > '9')
            return 0;
        points += is_point;
        digits = is_point ? 0 : digits + 1;
    }
    return points == 2 && digits && n < 24;
}

/* Such an entry is refused as a whole: what an older program would skip in it might matter. */
int program_suits(const json_t *object, struct refusal *why)
{
    const json_t *given = json_object_get(object, "needs");
    const char *version = json_string_value(given);
    if (!given)
        return 0;
    if (!version || !is_version(version))
        return because(why, ROW(program_needed));
    if (is_newer(version, CHARLATAN_VERSION))
        return because(why, ROW(program_newer), version, CHARLATAN_VERSION);
    return 0;
}

/* ---- in a state ---- */

void version_write(struct writer *w, int rules)
{
    if (rules != RULES_NOW)
        write_member_string(w, "rules", version_name(rules));
}

/* *rules is RULES_NOW as well when the text is refused. */
int version_read(const json_t *state, uint8_t *rules, struct refusal *why)
{
    const json_t *given = json_object_get(state, "rules");
    const char *version = json_string_value(given);
    *rules = RULES_NOW;
    if (!given)
        return 0;
    return version ? version_find(version, rules, why) : because(why, ROW(rules_needed));
}
