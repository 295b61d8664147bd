/* What entries are made of, and what they have in common. */
#include "match/entries.h"

#include <stddef.h>

#define TYPE(type, name, typescript, example)
#define MEMBER(type, name, field, told)                                                            \
    {#name, offsetof(struct entry, field), sizeof(((struct entry *)NULL)->field), MEMBER_##type,   \
     TOLD_##told},
#define ENTRY(kind, key, check, take, traits, members, meaning)                                    \
    [ENTRY_##kind] = {#key, traits, {members}},
const struct entry_row entry_rows[ENTRY_KINDS] = {
#include "match/entries.def"
};

int entry_is(const struct entry *e, enum entry_trait trait)
{
    return (entry_rows[e->kind].traits & trait) != 0;
}

int entry_moves(const struct entry *e)
{
    return e->kind == ENTRY_MOVE || (e->kind == ENTRY_PART && e->of == ENTRY_MOVE);
}
