/* Reads what a witness answers; see inquiries.h. All of it is hostile: only its form is checked
 * here, and the match checks the signatures. */
#include <jansson.h>
#include <sodium.h>
#include <string.h>

#include "server/witness/inquiries.h"
#include "wire/hex.h"

/* Exactly one answer for each request: with another number nobody knows which answer is whose. */
json_t *inquiry_read_answers(const char *text, size_t n, size_t sent)
{
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    json_t *answers = json_object_get(root, "answers");
    int fits = json_is_array(answers) && json_array_size(answers) == sent;
    json_t *list = fits ? json_incref(answers) : NULL;
    json_decref(root);
    return list;
}

/* Exactly n bytes. */
static int hex_of(const json_t *answer, const char *key, uint8_t *bytes, size_t n)
{
    return hex_read_json(json_object_get(answer, key), bytes, n) == 0;
}

int inquiry_read_part(const json_t *answer, uint8_t part[WITNESS_HASH],
                      uint8_t proof[WITNESS_SIGNATURE])
{
    return hex_of(answer, "part", part, WITNESS_HASH) &&
           hex_of(answer, "proof", proof, WITNESS_SIGNATURE);
}

int inquiry_read_seal(const json_t *answer, struct witness_seal *seal)
{
    return hex_of(answer, "secret", seal->secret, sizeof seal->secret) &&
           hex_of(answer, "salt", seal->salt, sizeof seal->salt) &&
           hex_of(answer, "signature", seal->signature, sizeof seal->signature);
}

int inquiry_read_opening(const json_t *answer, struct witness_opening *o)
{
    return hex_of(answer, "commitment", o->commitment, sizeof o->commitment) &&
           hex_of(answer, "signature", o->signature, sizeof o->signature);
}
