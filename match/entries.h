/* The rows of entries.def as data. */
#ifndef CHARLATAN_MATCH_ENTRIES_H
#define CHARLATAN_MATCH_ENTRIES_H

#include "match/entry.h"

enum member_type {
#define TYPE(type, name, typescript, example) MEMBER_##type,
#define ENTRY(kind, key, check, take, traits, members, meaning)
#include "match/entries.def"
    MEMBER_TYPES
};

enum { ENTRY_MEMBERS = 6 };

/* Who is told of a member: nobody, all, all but as `true`, the devices of the entry's seat. */
enum member_told { TOLD_LOG, TOLD_ALL, TOLD_MARKED, TOLD_OWN };

/* A member of an entry in logs: its name, its place in struct entry and its size there. */
struct entry_member {
    const char *name;
    uint16_t at, size;
    uint8_t type, told;
};

struct entry_row {
    /* The member whose name tells the kind. */
    const char *key;
    uint16_t traits;
    /* Those without a name are none. */
    struct entry_member member[ENTRY_MEMBERS];
};

extern const struct entry_row entry_rows[ENTRY_KINDS];

#endif
