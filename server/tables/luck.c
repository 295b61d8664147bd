/* The luck of tables and bots: random, or for tests fixed by a text (--luck). Fixed luck of a table
 * follows from the text and from how many tables were founded before; that of a bot from the text,
 * the table's seed, the question and the seat, and so neither from threads nor from time. */
#include "server/tables/luck.h"

#include <sodium.h>
#include <string.h>

#include "match/founding.h"
#include "server/host.h"
#include "server/server.h"
#include "server/tables/tables.h"

/* The ends of `use` and of the text count, so that no two uses look the same. */
static void fixed_bytes(const struct server *s, const char *use, const void *bytes, size_t n,
                        uint8_t *out, size_t out_n)
{
    const char *text = s->options.luck;
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, out_n);
    crypto_generichash_update(&hash, (const uint8_t *)use, strlen(use) + 1);
    crypto_generichash_update(&hash, (const uint8_t *)text, strlen(text) + 1);
    crypto_generichash_update(&hash, bytes, n);
    crypto_generichash_final(&hash, out, out_n);
}

/* The same bytes on every machine: fixed luck must not depend on the order of bytes. */
static void number_bytes(uint32_t number, uint8_t bytes[4])
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

/* Fixed luck counts tables of this process, so a test has to found them in the same order. */
void luck_of_table(struct server *s, struct match_founding *f)
{
    uint8_t drawn[sizeof f->seed + sizeof f->salt], number[4];
    if (s->options.luck) {
        number_bytes(s->lucks++, number);
        fixed_bytes(s, "charlatan luck of a table", number, sizeof number, drawn, sizeof drawn);
    } else {
        s->host->random(s->host, drawn, sizeof drawn);
    }
    memcpy(f->seed, drawn, sizeof f->seed);
    memcpy(f->salt, drawn + sizeof f->seed, sizeof f->salt);
}

/* `of` is a struct without gaps, since it is hashed as bytes: 32, 4 and 1. */
void luck_of_bot(const struct table *t, int seat, uint32_t ask, uint8_t luck[32])
{
    struct {
        uint8_t seed[32], ask[4], seat;
    } of = {.seat = (uint8_t)seat};
    struct host *host = t->server->host;
    if (!t->server->options.luck) {
        host->random(host, luck, 32);
        return;
    }
    memcpy(of.seed, t->match.seed, sizeof of.seed);
    number_bytes(ask, of.ask);
    fixed_bytes(t->server, "charlatan luck of a bot", &of, sizeof of, luck, 32);
}
