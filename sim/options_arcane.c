/* Short forms of Arcane Alley's options: cards.byros.gold is cards.wizards.byros.gold,
 * cards.bottled-fairy.loss is cards.items.bottled-fairy.effect.infamy (A13), and one number for
 * counts stands for both sizes of the deck. */
#include <stdio.h>
#include <string.h>

#include "games/arcane/arcane.h"
#include "sim/options.h"

/* Designers say "loss" for what an item's effect takes away; the cards file has gold or infamy. The
 * same pointer if there is nothing to translate. */
static const char *effect_key(const char *item, const char *key)
{
    static const char *const infamy[] = {"bottled-fairy", "invisible-ring", NULL};
    static const char *const gold[] = {"dark-lotus", "bubbling-cauldron", NULL};
    if (strcmp(key, "loss") != 0)
        return key;
    return option_is_any(item, infamy) ? "infamy" : option_is_any(item, gold) ? "gold" : key;
}

/* A full path stays as it is: only missing keys are inserted. What is no wizard is taken for an
 * item; if it is neither, the game's reader says so. */
static void spell_out_cards(struct option_path *p)
{
    static const char *const parts[] = {"items", "wizards", "start", NULL};
    static const char *const plain[] = {"gold", "infamy", "counts", "effect", NULL};
    if (p->n < 2 || strcmp(p->key[0], "cards") != 0)
        return;
    if (!option_is_any(p->key[1], parts))
        option_path_insert(p, 1, arcane_wizard_by_id(p->key[1]) < 0 ? "items" : "wizards");
    if (p->n == 4 && strcmp(p->key[1], "items") == 0 && !option_is_any(p->key[3], plain)) {
        const char *key = effect_key(p->key[2], p->key[3]);
        if (key != p->key[3])
            snprintf(p->key[3], OPTION_KEY, "%s", key);
        option_path_insert(p, 3, "effect");
    }
}

/* `counts` is a list with one number for each size of deck (A13). json_pack takes ownership of the
 * value. */
static void spell_out(struct option_path *p, json_t **value)
{
    spell_out_cards(p);
    if (strcmp(p->key[p->n - 1], "counts") == 0 && json_is_integer(*value))
        *value = json_pack("[I,o]", json_integer_value(*value), *value);
}

const struct option_forms arcane_forms = {.spell_out = spell_out};
