/* Reads and writes hex digits, and seeds. */
#include "wire/hex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "wire/write.h"

int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* ---- bytes ---- */

void hex_write(const void *bytes, size_t n, char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (const uint8_t *at = bytes; n > 0; at++, n--) {
        *text++ = digits[*at >> 4];
        *text++ = digits[*at & 15];
    }
    *text = '\0';
}

/* `text` may be NULL, which is refused, so that callers can pass what json_string_value gives.
 * Capital letters are refused: the same bytes have one text only, and texts can be compared. After
 * -1 some bytes may have been written. */
int hex_read(const char *text, size_t digits, void *bytes, size_t room)
{
    uint8_t *to = bytes;
    if (!text || digits % 2 || digits / 2 > room)
        return -1;
    for (size_t i = 0; i < digits; i++) {
        int value = text[i] >= 'A' && text[i] <= 'F' ? -1 : hex_digit(text[i]);
        if (value < 0)
            return -1;
        to[i / 2] = (uint8_t)(i % 2 ? to[i / 2] | value : value << 4);
    }
    return (int)(digits / 2);
}

int hex_read_json(const json_t *value, void *bytes, size_t n)
{
    size_t digits = json_string_length(value);
    return digits == 2 * n && hex_read(json_string_value(value), digits, bytes, n) >= 0 ? 0 : -1;
}

/* Written in its place, without the check for escapes that write_string makes. */
void write_hex(struct writer *w, const void *bytes, size_t n)
{
    char *to = writer_room(w, 2 * n + 2);
    *to = '"';
    hex_write(bytes, n, to + 1);
    memcpy(to + 1 + 2 * n, "\"", 2);
    w->n = (size_t)(to - w->at) + 2 * n + 2;
    w->comma = 1;
}

void write_member_hex(struct writer *w, const char *key, const void *bytes, size_t n)
{
    write_key_of(w, key, strlen(key));
    write_hex(w, bytes, n);
}

/* ---- hashes ---- */

/* *hash is 0 if it cannot be read. */
int hash_read_json(const json_t *value, uint64_t *hash)
{
    uint8_t bytes[8];
    *hash = 0;
    if (hex_read_json(value, bytes, sizeof bytes) < 0)
        return -1;
    for (int i = 0; i < 8; i++)
        *hash = *hash << 8 | bytes[i];
    return 0;
}

void write_member_hash(struct writer *w, const char *key, uint64_t hash)
{
    uint8_t bytes[8];
    for (int i = 7; i >= 0; i--, hash >>= 8)
        bytes[i] = (uint8_t)hash;
    write_member_hex(w, key, bytes, sizeof bytes);
}

/* ---- seeds ---- */

/* Capital letters are allowed: people copy and type seeds. After -1 the seed may be partly
 * written. */
int seed_read_hex(const char *text, uint8_t seed[32])
{
    if (strlen(text) != 64)
        return -1;
    for (int i = 0; i < 64; i++) {
        int value = hex_digit(text[i]);
        if (value < 0)
            return -1;
        seed[i / 2] = (uint8_t)(seed[i / 2] << 4 | value);
    }
    return 0;
}

/* Big-endian, so that the digits of a small number can be read at the end of the seed. */
void seed_from_number(uint64_t number, uint8_t seed[32])
{
    memset(seed, 0, 32);
    for (int i = 31; i >= 24; i--, number >>= 8)
        seed[i] = (uint8_t)number;
}

/* 64 digits are always taken for hex digits. Numbers end at 2^63-1, the largest that JSON readers
 * keep (seed_read_json); signs and blanks, which strtoull would take, are refused by the first
 * digit. */
int seed_read_text(const char *text, uint8_t seed[32])
{
    char *end;
    if (seed_read_hex(text, seed) == 0)
        return 0;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno || text[0] < '0' || text[0] > '9' || *end || number >> 63)
        return -1;
    seed_from_number(number, seed);
    return 0;
}
