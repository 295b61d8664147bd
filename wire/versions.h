/* Versions of the rules, and of the program, in JSON. Rules are an enum rules_version
 * (engine/versions.h). */
#ifndef CHARLATAN_WIRE_VERSIONS_H
#define CHARLATAN_WIRE_VERSIONS_H

#include <jansson.h>
#include <stdint.h>

struct refusal;
struct writer;

/* The version of such rules, as in records and logs: "0.2.0". */
const char *version_name(int rules);
/* How these rules differ from those of the next newer version, in words. */
const char *version_difference(int rules);
/* 1 if the hashes in records and logs of these rules are those of state_hash. */
int version_has_hashes(int rules);
/* Finds a version. Returns 0, or -1 if this program does not know these rules. */
int version_find(const char *version, uint8_t *rules, struct refusal *why);
/* Looks at the member "needs" of an entry or a line, which may be missing: the oldest version of
 * charlatan that can read it. Returns 0, or -1 if that is newer than this one. */
int program_suits(const json_t *object, struct refusal *why);
/* Writes the member "rules" of a state, which is there only for older rules. */
void version_write(struct writer *w, int rules);
/* Reads it; without it the rules are the present ones. Returns 0, or -1 with `why`. */
int version_read(const json_t *state, uint8_t *rules, struct refusal *why);

#endif
