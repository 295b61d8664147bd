/* Reads what bodies of requests have in common: names, nonces, bots. */
#include "server/request_body.h"

#include <sodium.h>
#include <string.h>
#include <strings.h>

#include "bots/bots.h"
#include "bots/names.h"
#include "match/alike.h"
#include "match/name.h"
#include "server/refusals.h"
#include "server/server_only.h"
#include "wire/hex.h"
#include "wire/refuse.h"

/* An article changes nothing about whom a name is taken for. */
static const char *without_article(const char *name)
{
    return strncasecmp(name, "the ", 4) == 0 ? name + 4 : name;
}

static int is_like(const struct name_look *look, const char *bot)
{
    return bot && (looks_like(look, bot) || looks_like(look, without_article(bot)));
}

/* A person may be called Oscar, or Óscar, and then no bot is. But nobody may look like a bot. */
static int is_given_name_in_disguise(const struct name_look *look)
{
    for (int i = 0; bot_name_at(i, 0); i++)
        for (int german = 0; german < 2; german++)
            if (looks_like(look, bot_name_at(i, german)) &&
                !is_spelt_like(look, bot_name_at(i, german)))
                return 1;
    return 0;
}

/* Whether a person's name is, or looks like, one that clients show for bots. Names in both
 * languages, with a program's @ or without: people must be able to trust what a name says. */
static int name_is_bots(const struct programs *p, const char *name)
{
    struct name_look look;
    look_at(&look, without_article(name + strspn(name, " @")));
    for (int i = 0; i < bots_count(); i++)
        if (is_like(&look, bots_at(i)->name) || is_like(&look, bots_at(i)->title))
            return 1;
    for (int i = 0; bot_german_at(i); i++)
        if (looks_like(&look, bot_german_at(i)))
            return 1;
    for (int i = 0; p && parts.programs_name(p, i); i++)
        if (looks_like(&look, parts.programs_name(p, i)))
            return 1;
    return is_given_name_in_disguise(&look);
}

/* Whether the name is clean and free is for the match to say. `name` is written only if the result
 * is 0. */
int hall_read_name(const struct programs *p, const json_t *body, char name[MATCH_NAME + 1],
                   struct refusal *why)
{
    const json_t *value = json_object_get(body, "name");
    const char *text = value ? json_string_value(value) : "Guest";
    if (!text || strlen(text) > MATCH_NAME)
        return because(why, ROW(name_text_needed));
    if (text[0] && !name_is_visible(text))
        return because(why, ROW(name_not_visible));
    if (name_mixes_scripts(text))
        return because(why, ROW(name_mixed));
    if (name_is_bots(p, text))
        return because(why, ROW(name_of_a_bot));
    strcpy(name, text);
    return 0;
}

/* Enough different characters that it is not "aaaa…" or a word: others must not guess it. */
static int looks_random(const char *key)
{
    enum { DIFFERENT = 8 };
    int different = 0;
    for (const char *c = key; *c; c++)
        different += strchr(c + 1, *c) == NULL;
    return different >= DIFFERENT;
}

/* `key` is "" if it returns -1, too. Letters, digits, - and _, as in base64 for URLs. */
int hall_read_key(const json_t *body, char key[KEY_MOST + 1], struct refusal *why)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    const json_t *value = json_object_get(body, "key");
    const char *text = json_string_value(value);
    key[0] = 0;
    if (!value)
        return 0;
    size_t n = text ? strlen(text) : 0;
    if (n < KEY_LEAST || n > KEY_MOST || strspn(text, letters) != n || !looks_random(text))
        return because(why, ROW(key_needed));
    strcpy(key, text);
    return 0;
}

/* Returns how many bytes the digits give, 0 if the member is missing; or -1. */
static int read_hex(const json_t *value, uint8_t bytes[], size_t most)
{
    return value ? hex_read(json_string_value(value), json_string_length(value), bytes, most) : 0;
}

/* The bytes that are not used are 0: equal matches are equal bytes, and a snapshot with others is
 * refused. */
int hall_read_nonce(const json_t *body, const char *key, struct match_nonce *nonce,
                    struct refusal *why)
{
    *nonce = (struct match_nonce){0};
    int n = read_hex(json_object_get(body, key), nonce->bytes, MATCH_NONCE);
    if (n < 0)
        return because(why, ROW(nonce_needed), key);
    nonce->n = (uint8_t)n;
    return 0;
}

/* Zeros stand for no pledge everywhere, so a pledge of zeros is refused. */
int hall_read_pledge(const json_t *body, uint8_t pledge[COMMIT_BYTES], struct refusal *why)
{
    const json_t *value = json_object_get(body, "nonce_commitment");
    memset(pledge, 0, COMMIT_BYTES);
    int n = read_hex(value, pledge, COMMIT_BYTES);
    if (value && (n != COMMIT_BYTES || sodium_is_zero(pledge, COMMIT_BYTES)))
        return because(why, ROW(pledge_needed));
    return 0;
}

/* The bot's thinking time must be bounded. That of a bare search is not. */
int hall_bot_allowed(const struct programs *p, const char *bot, const struct game *g)
{
    if (bot[0] == '@')
        return p && parts.programs_find(p, bot, g) >= 0;
    const struct bot *found = bot_by_name(bot, g);
    return found && strlen(bot) <= MATCH_BOT && !found->apart;
}

/* Always one that may play the game; never NULL. */
const char *hall_usual_bot(const struct game *g)
{
    return bot_by_name("medium", g) ? "medium" : "random";
}
