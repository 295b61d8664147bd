/* The JSON writer: it only appends. It is our own, because it must be fast and write the same bytes
 * everywhere; Jansson reads (read.h).
 *
 * Each function puts the comma that is due before its value. That keys and values come in an order
 * that makes sense is the caller's business: nothing is checked. */
#ifndef CHARLATAN_WIRE_WRITE_H
#define CHARLATAN_WIRE_WRITE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Begins as all zeros, or with a lent buffer. */
struct writer {
    char *at;
    size_t n, cap;
    /* A comma is due before the next value or key. */
    int comma;
    /* 1: `at` is a buffer of the caller's. If it gets too small, the text moves to the heap. */
    int lent;
};

/* Frees the memory unless it was lent, and leaves a writer that can be used again. */
void writer_free(struct writer *w);
/* Empties the writer but keeps its memory. */
void writer_reset(struct writer *w);
/* Makes room for n more bytes and a NUL, on the heap if the buffer was lent. It cannot fail:
 * without memory the program ends. */
void writer_grow(struct writer *w, size_t n);
/* Keys are our own names and need no escaping; this one has n bytes. */
void write_key_of(struct writer *w, const char *key, size_t n);
/* Escapes what JSON wants escaped. The text must be UTF-8, which is not checked. */
void write_string(struct writer *w, const char *text);
/* For numbers of several digits: callers use write_number. */
void write_long_number(struct writer *w, long long number);
/* Writes an array: the seats of a set, ascending. */
void write_seat_set(struct writer *w, uint32_t seats);
/* Writes one value that is JSON already, and is trusted to be. A comma is due after it. */
void write_raw(struct writer *w, const char *json, size_t n);

/* A state is written and hashed after every action, so what a state has most of is written inline:
 * the compiler knows the lengths of literals. */

/* Room for n bytes, a NUL, and the comma if one is due, which is written. */
static inline char *writer_room(struct writer *w, size_t n)
{
    if (w->n + n + 2 > w->cap)
        writer_grow(w, n + 1);
    char *to = w->at + w->n;
    *to = ',';
    return to + w->comma;
}

/* Writes n bytes with the comma before them; `comma`: whether one is due after them. */
static inline void write_bytes(struct writer *w, const char *bytes, size_t n, int comma)
{
    char *to = writer_room(w, n);
    memcpy(to, bytes, n);
    to[n] = 0;
    w->n = (size_t)(to - w->at) + n;
    w->comma = comma;
}

/* '{' or '['. */
static inline void write_begin(struct writer *w, char bracket)
{
    write_bytes(w, &bracket, 1, 0);
}

/* '}' or ']'. */
static inline void write_end(struct writer *w, char bracket)
{
    w->comma = 0;
    write_bytes(w, &bracket, 1, 1);
}

/* true or false. */
static inline void write_bool(struct writer *w, int yes)
{
    write_bytes(w, yes ? "true" : "false", yes ? 4 : 5, 1);
}

/* A value that is not there; members that may be missing are left out instead. */
static inline void write_null(struct writer *w)
{
    write_bytes(w, "null", 4, 1);
}

/* Most numbers in states have one digit. */
static inline void write_number(struct writer *w, long long number)
{
    if (number >= 0 && number < 10) {
        char digit = (char)('0' + number);
        write_bytes(w, &digit, 1, 1);
    } else {
        write_long_number(w, number);
    }
}

/* Writes a key; its value comes next. As write_key_of: our own names only. */
static inline void write_key(struct writer *w, const char *key)
{
    size_t n = strlen(key);
    if (!__builtin_constant_p(n)) {
        write_key_of(w, key, n);
        return;
    }
    char *to = writer_room(w, n + 3);
    *to++ = '"';
    memcpy(to, key, n);
    memcpy(to + n, "\":", 3);
    w->n = (size_t)(to - w->at) + n + 2;
    w->comma = 0;
}

/* A key with its value, which is escaped; inside an object. */
static inline void write_member_string(struct writer *w, const char *key, const char *text)
{
    write_key(w, key);
    write_string(w, text);
}

/* The same with a number. */
static inline void write_member_number(struct writer *w, const char *key, long long number)
{
    write_key(w, key);
    write_number(w, number);
}

/* The same with true or false. */
static inline void write_member_bool(struct writer *w, const char *key, int yes)
{
    write_key(w, key);
    write_bool(w, yes);
}

#endif
