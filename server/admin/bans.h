/* Who may not play here: addresses and names that an operator has shut out, each until a time. The
 * list is read from the store by ban_notes.c; here it is only asked. */
#ifndef CHARLATAN_SERVER_ADMIN_BANS_H
#define CHARLATAN_SERVER_ADMIN_BANS_H

#include <stddef.h>
#include <stdint.h>

enum { BAN_WHAT = 160, BAN_WHY = 160, BANS_MOST = 10000 };
enum ban_kind { BAN_ADDRESS, BAN_NAME };

struct ban {
    enum ban_kind kind;
    /* An address, or a network as 192.0.2.0/24; a name, in which * stands for anything. */
    char what[BAN_WHAT + 1], why[BAN_WHY + 1];
    /* When it was made. */
    int64_t at;
    /* INT64_MAX: for ever. */
    int64_t until;
    /* ADDRESS: its bytes, and how many bits of them count. */
    uint8_t bytes[16];
    int bits;
};

/* All zeros: nobody is banned. */
struct bans {
    struct ban *list;
    uint32_t n, room;
};

/* Fills in bytes and bits. Returns 0, or -1 if `what` is neither an address nor a network, or is no
 * name. */
int ban_read(struct ban *b);
/* Takes a copy. */
void bans_add(struct bans *list, const struct ban *b);
/* The list is empty then, and may be used again. */
void bans_free(struct bans *list);
/* Whether somebody from this address may not come in at this time, or use this name. */
int bans_address(const struct bans *list, const char *address, int64_t now);
int bans_name(const struct bans *list, const char *name, int64_t now);

#endif
