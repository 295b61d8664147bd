/* Reads options, and a state (`setup`) or a view, from JSON. The input is hostile: every value has
 * a range, chips must add up, and a question must fit its position. So whatever is accepted can be
 * played on; a view only after its hidden parts have been guessed. */
#include "games/quacks/json.h"
#include "games/quacks/refusals.h"
#include "wire/game.h"
#include "wire/read.h"
#include "wire/refuse.h"
#include "wire/versions.h"

/* ---- options ---- */

/* One number sets all five books; an object sets those it names, and the others stay at set 1
 * (Q8). */
static int read_books(struct quacks_state *s, const json_t *books, struct refusal *why)
{
    static const char *const names[] = {"green", "blue", "red", "yellow", "purple", NULL};
    int set;
    if (!json_is_object(books)) {
        if (read_int(books, "books", 1, 4, &set, why) < 0)
            return -1;
        for (int colour = GREEN; colour <= PURPLE; colour++)
            s->book[colour] = (uint8_t)set;
        return 0;
    }
    if (only_keys(books, "books", names, why) < 0)
        return -1;
    for (int colour = GREEN; colour <= PURPLE; colour++) {
        const json_t *value = json_object_get(books, quacks_colour_id(colour));
        if (value && read_int(value, "books", 1, 4, &set, why) < 0)
            return -1;
        if (value)
            s->book[colour] = (uint8_t)set;
    }
    return 0;
}

/* One of two words. The default stays if the option is missing: callers look first. */
static int read_word(const json_t *value, const char *key, const char *no, const char *yes,
                     uint8_t *to, struct refusal *why)
{
    const char *text = json_string_value(value);
    if (!text || (strcmp(text, no) != 0 && strcmp(text, yes) != 0))
        return because(why, ROW(one_of_two), key, no, yes);
    *to = strcmp(text, yes) == 0;
    return 0;
}

/* null: the start player is drawn by lot (Q2). The default of quacks_init is "by lot", so null
 * changes nothing. */
static int read_first(struct quacks_state *s, const json_t *value, struct refusal *why)
{
    int first;
    if (json_is_null(value))
        return 0;
    if (read_int(value, "first", 0, s->players - 1, &first, why) < 0)
        return -1;
    s->first = (uint8_t)first;
    return 0;
}

/* Where good sources disagree, the table chooses (Q12). 0, or -1 with the reason. */
static int read_rulings(struct quacks_state *s, const json_t *options, struct refusal *why)
{
    const json_t *value;
    if ((value = json_object_get(options, "second_chance")) &&
        read_word(value, "second_chance", "safe", "risky", &s->risky, why) < 0)
        return -1;
    if ((value = json_object_get(options, "strong_ingredient")) &&
        read_word(value, "strong_ingredient", "inert", "acts", &s->acts, why) < 0)
        return -1;
    if ((value = json_object_get(options, "fortune")) &&
        read_word(value, "fortune", "on", "off", &s->no_fortune, why) < 0)
        return -1;
    if ((value = json_object_get(options, "optional")) &&
        read_word(value, "optional", "automatic", "asked", &s->optional, why) < 0)
        return -1;
    return 0;
}

/* An option that is not given keeps the default of quacks_init. Unknown names are refused, so that
 * a misspelt option is not silently lost. */
int quacks_read_options(void *state, const json_t *options, struct refusal *why)
{
    static const char *const names[] = {
        "books",   "pot",      "together", "first", "prices", "second_chance", "strong_ingredient",
        "fortune", "optional", "numbers",  NULL};
    struct quacks_state *s = state;
    const json_t *value;
    int together = 0, given = options_given(options, names, why);
    if (given <= 0)
        return given;
    if ((value = json_object_get(options, "books")) && read_books(s, value, why) < 0)
        return -1;
    if ((value = json_object_get(options, "pot")) &&
        read_word(value, "pot", "front", "tubes", &s->tubes, why) < 0)
        return -1;
    if ((value = json_object_get(options, "together")) &&
        read_bool(value, "together", &together, why) < 0)
        return -1;
    if ((value = json_object_get(options, "first")) && read_first(s, value, why) < 0)
        return -1;
    if ((value = json_object_get(options, "prices")) &&
        read_word(value, "prices", "almanac", "printed", &s->printed, why) < 0)
        return -1;
    s->together = (uint8_t)together;
    if (read_rulings(s, options, why) < 0)
        return -1;
    return numbers_read_option(&quacks_game, s, options, why);
}

/* ---- small values ---- */

/* Reads a required member as a byte. */
static int read_byte(const json_t *object, const char *key, int least, int most, uint8_t *to,
                     struct refusal *why)
{
    int n;
    if (read_int(json_object_get(object, key), key, least, most, &n, why) < 0)
        return -1;
    *to = (uint8_t)n;
    return 0;
}

/* For points and rubies. 10,000 is far beyond play and leaves room in 16 bits for what a game can
 * add. */
static int read_short(const json_t *object, const char *key, uint16_t *to, struct refusal *why)
{
    int n;
    if (read_int(json_object_get(object, key), key, 0, 10000, &n, why) < 0)
        return -1;
    *to = (uint16_t)n;
    return 0;
}

/* A chip must be named; only read_offer accepts null, for a hidden offer. */
static int read_chip(const json_t *value, const char *place, uint8_t *to, struct refusal *why)
{
    const char *id = json_string_value(value);
    int chip = id ? quacks_chip_by_id(id) : -1;
    if (chip < 0)
        return because(why, ROW(chip_needed), place);
    *to = (uint8_t)chip;
    return 0;
}

/* *n is set before the chips are read; after -1 the state is of no use. */
static int read_chips(const json_t *object, const char *key, int most, uint8_t *to, uint8_t *n,
                      struct refusal *why)
{
    const json_t *list = json_object_get(object, key);
    if (!json_is_array(list) || json_array_size(list) > (size_t)most)
        return because(why, ROW(chips_needed), key, most);
    *n = (uint8_t)json_array_size(list);
    for (int i = 0; i < *n; i++)
        if (read_chip(json_array_get(list, (size_t)i), key, &to[i], why) < 0)
            return -1;
    return 0;
}

/* A kind that is not named counts 0. The limit is the game's number of that kind, so that sums
 * cannot overflow before they are checked. */
static int read_counts(const struct quacks_state *s, const json_t *counts, const char *place,
                       uint8_t *to, struct refusal *why)
{
    const char *id;
    json_t *value;
    if (!json_is_object(counts))
        return because(why, ROW(chip_counts_needed), place);
    json_object_foreach((json_t *)(uintptr_t)counts, id, value) {
        int chip = quacks_chip_by_id(id), n;
        if (chip < 0)
            return because(why, ROW(unknown_chip), place, id);
        if (read_int(value, place, 0, NUMBER_IN(s, box, chip), &n, why) < 0)
            return -1;
        to[chip] = (uint8_t)n;
    }
    return 0;
}

/* At most the 30 reds of the game (Q2). */
static int read_reds(const json_t *object, const char *key, uint8_t *reds, struct refusal *why)
{
    uint8_t chips[32], n;
    if (read_chips(object, key, 30, chips, &n, why) < 0)
        return -1;
    for (int i = 0; i < n; i++) {
        if (chip_colour(chips[i]) != RED)
            return because(why, ROW(reds_only), key);
        reds[chips[i] - RED1]++;
    }
    return 0;
}

/* ---- a player ---- */

/* Spaces must ascend, because a pot keeps its order that way (quacks.h). Sums are computed, never
 * read. */
static int read_pot(struct quacks_player *p, const json_t *pot, struct refusal *why)
{
    int last = 0;
    if (!json_is_array(pot) || json_array_size(pot) > POT_MAX)
        return because(why, ROW(pot_needed));
    for (size_t i = 0; i < json_array_size(pot); i++) {
        const json_t *entry = json_array_get(pot, i);
        uint8_t chip = 0, inert = 0;
        int at;
        if (read_chip(json_object_get(entry, "chip"), "pot.chip", &chip, why) < 0 ||
            read_int(json_object_get(entry, "at"), "pot.at", last + 1, POT_LAST, &at, why) < 0)
            return -1;
        if (json_object_get(entry, "inert") && read_flag(entry, "inert", &inert, why) < 0)
            return -1;
        p->pot[p->pot_n++] = (uint8_t)(chip | (inert ? CHIP_INERT : 0));
        p->spaces |= (uint64_t)1 << at;
        last = at;
    }
    pot_recount(p);
    return 0;
}

/* In a view the commitments of others are hidden (Q5.7). Only read_view refuses a view that shows
 * one. Outside of secret draws potion_is_sound refuses them. */
static int read_commit(struct quacks_player *p, const json_t *value, int may_hide,
                       struct refusal *why)
{
    const char *text = json_string_value(value);
    if (json_is_null(value))
        return 0;
    if (may_hide && text && strcmp(text, "hidden") == 0) {
        p->commit = COMMIT_HIDDEN;
        return 0;
    }
    if (!text || (strcmp(text, "draw") != 0 && strcmp(text, "stop") != 0))
        return because(why, ROW(commit_needed));
    p->commit = strcmp(text, "draw") == 0 ? COMMIT_DRAW : COMMIT_STOP;
    return 0;
}

/* The chips a player looks at. In a view another player's are hidden, all of them: nulls. */
static int read_offer(struct quacks_player *p, const json_t *player, int may_hide,
                      struct refusal *why)
{
    const json_t *offer = json_object_get(player, "offer");
    size_t n = json_array_size(offer);
    if (!may_hide || n == 0 || n > OFFER_CHIPS)
        return read_chips(player, "offer", OFFER_CHIPS, p->offer, &p->offer_n, why);
    for (size_t i = 0; i < n; i++)
        if (!json_is_null(json_array_get(offer, i)))
            return because(why, ROW(offer_shown));
    p->offer_n = (uint8_t)n;
    memset(p->offer, NO_CHIP, n);
    return 0;
}

/* The history of Q5.5. */
static int read_drawn(struct quacks_player *p, const json_t *player, struct refusal *why)
{
    uint8_t chips[DRAWN_MAX], n;
    if (read_chips(player, "drawn", DRAWN_MAX, chips, &n, why) < 0)
        return -1;
    for (int i = 0; i < n; i++)
        history_add(p, chips[i]);
    return 0;
}

/* May be missing: before book red 2 had this field, states were written without it. */
static int read_returned(struct quacks_player *p, const json_t *player, struct refusal *why)
{
    return json_object_get(player, "returned") ? read_reds(player, "returned", p->returned, why)
                                               : 0;
}

/* By other numbers a window may be longer. */
static int most_window(const struct quacks_state *s)
{
    int most = 0;
    for (int i = 0; i < 3; i++)
        most = NUMBER_IN(s, blue2_draws, i) > most ? NUMBER_IN(s, blue2_draws, i) : most;
    return most;
}

/* Coins come from a scoring space alone (Q6.D), so no purse can hold more. */
static int most_coins(const struct quacks_state *s)
{
    int most = 0;
    for (int space = 0; space <= POT_SPOON; space++)
        most = space_coins(s, space) > most ? space_coins(s, space) : most;
    return most;
}

/* `may_hide` is set in a view, for seats other than the viewer's. */
static int read_potion(const struct quacks_state *s, struct quacks_player *p, const json_t *player,
                       int may_hide, struct refusal *why)
{
    const json_t *hand = json_object_get(player, "hand");
    if (read_pot(p, json_object_get(player, "pot"), why) < 0 ||
        read_reds(player, "beside", p->beside, why) < 0 || read_drawn(p, player, why) < 0 ||
        read_returned(p, player, why) < 0 || read_flag(player, "fresh", &p->fresh, why) < 0 ||
        read_offer(p, player, may_hide, why) < 0 ||
        read_commit(p, json_object_get(player, "commit"), may_hide, why) < 0 ||
        read_byte(player, "window", 0, most_window(s), &p->window, why) < 0 ||
        read_flag(player, "covered", &p->covered, why) < 0 ||
        read_flag(player, "doubling", &p->doubling, why) < 0 ||
        read_flag(player, "stopped", &p->stopped, why) < 0 ||
        read_flag(player, "exploded", &p->exploded, why) < 0)
        return -1;
    return json_is_null(hand) ? 0 : read_chip(hand, "hand", &p->hand, why);
}

/* For A Second Chance. quacks_check checks whether the card needs it and whether it fits. */
static int read_saved(const struct quacks_state *s, struct quacks_player *p, const json_t *saved,
                      struct refusal *why)
{
    uint8_t bag[BAG_BYTES] = {0};
    if (!saved || json_is_null(saved))
        return 0;
    if (read_short(saved, "points", &p->saved_points, why) < 0 ||
        read_short(saved, "rubies", &p->saved_rubies, why) < 0 ||
        read_flag(saved, "flask", &p->saved_flask, why) < 0 ||
        read_counts(s, json_object_get(saved, "bag"), "saved.bag", bag, why) < 0)
        return -1;
    memcpy(p->saved_bag, bag, sizeof p->saved_bag);
    return read_reds(saved, "beside", p->saved_beside, why);
}

/* null before the scoring spaces are fixed. There is no scoring space 0 (Q1). */
static int read_scoring(struct quacks_player *p, const json_t *player, struct refusal *why)
{
    p->scoring = NO_SPACE;
    if (json_is_null(json_object_get(player, "scoring")))
        return 0;
    return read_byte(player, "scoring", 1, POT_SPOON, &p->scoring, why);
}

/* The player is cleared first, not dealt: every member but `saved` and `returned` is required. 0,
 * or -1 with the reason. */
static int read_player(const struct quacks_state *s, struct quacks_player *p, const json_t *player,
                       int may_hide, struct refusal *why)
{
    int last = NUMBER_OF(s, droplet_last);
    memset(p, 0, sizeof *p);
    p->hand = NO_CHIP;
    if (!json_is_object(player))
        return because(why, ROW(players_not_objects));
    if (read_short(player, "points", &p->points, why) < 0 ||
        read_short(player, "rubies", &p->rubies, why) < 0 ||
        read_byte(player, "droplet", 0, last, &p->droplet, why) < 0 ||
        read_byte(player, "tube", 0, NUMBER_OF(s, tubes_glasses), &p->tube, why) < 0 ||
        read_byte(player, "rats", 0, last, &p->rats, why) < 0 ||
        read_byte(player, "origin", 0, last, &p->origin, why) < 0 ||
        read_flag(player, "flask", &p->flask, why) < 0 ||
        read_counts(s, json_object_get(player, "bag"), "bag", p->bag, why) < 0 ||
        read_potion(s, p, player, may_hide, why) < 0 || read_scoring(p, player, why) < 0 ||
        read_chips(player, "bought", 2, p->bought, &p->bought_n, why) < 0 ||
        read_byte(player, "coins", 0, most_coins(s), &p->coins, why) < 0 ||
        read_flag(player, "offered", &p->offered, why) < 0)
        return -1;
    return read_saved(s, p, json_object_get(player, "saved"), why);
}

/* Derives what is not written: whether Well Stirred has met its white. After the cards and the
 * history were read. */
static void derive(const struct quacks_state *s, struct quacks_player *p)
{
    for (int i = 0; i < p->drawn_n; i++)
        p->stirred |= s->card == WELL_STIRRED && chip_colour(drawn_at(p, i)) == WHITE;
}

/* ---- the table ---- */

/* Without fortune cards (Q12). */
static int read_no_cards(struct quacks_state *s, const json_t *fortune, struct refusal *why)
{
    const json_t *left = json_object_get(fortune, "left");
    if (!json_is_null(json_object_get(fortune, "card")) || !json_is_array(left) ||
        json_array_size(left) > 0)
        return because(why, ROW(fortune_off));
    s->card = NO_CARD;
    s->left = 0;
    return 0;
}

/* There must be a card left for every turn to come, or play could not go on (Q7). Cards that are
 * neither left nor turned up are those of past turns. */
static int read_cards(struct quacks_state *s, const json_t *fortune, struct refusal *why)
{
    if (s->no_fortune)
        return read_no_cards(s, fortune, why);
    const char *card = json_string_value(json_object_get(fortune, "card"));
    const json_t *left = json_object_get(fortune, "left");
    int n = card ? quacks_card_by_id(card) : -1;
    if (n < 0 || !json_is_array(left))
        return because(why, ROW(fortune_needed));
    s->card = (uint8_t)n;
    s->left = 0;
    for (size_t i = 0; i < json_array_size(left); i++) {
        const char *id = json_string_value(json_array_get(left, i));
        n = id ? quacks_card_by_id(id) : -1;
        if (n < 0 || s->left >> n & 1)
            return because(why, ROW(fortune_left_wrong));
        s->left |= 1u << n;
    }
    if (bit_count(s->left) < NUMBER_OF(s, turns) - s->turn)
        return because(why, ROW(fortune_left_short));
    return 0;
}

/* ---- pending ---- */

/* What an entry of kind `optional` is about. */
static int why_is(const json_t *entry, const char *what)
{
    const char *why = json_string_value(json_object_get(entry, "why"));
    return why && strcmp(why, what) == 0;
}

/* Two kinds stand for two questions each. `purple`: the tier, and then the chip to upgrade; if a
 * tier is given, it is the second. `optional`: a chip's action, or a droplet step. */
static int question_by_kind(const json_t *entry)
{
    const char *kind = json_string_value(json_object_get(entry, "kind"));
    int question = QQ_NONE + 1;
    while (kind && question < QQ_COUNT && strcmp(quacks_question_kind(question), kind) != 0)
        question++;
    if (question == QQ_PURPLE && json_object_get(entry, "tier"))
        question = QQ_UPGRADE;
    if (question == QQ_OPTIONAL && why_is(entry, "droplet"))
        question = QQ_OPTIONAL_STEP;
    return kind && question < QQ_COUNT ? question : QQ_NONE;
}

/* STAGE_OVER means that the stage is unknown or missing: nobody is asked there. */
static int stage_of(const json_t *entry, int question)
{
    const char *name = json_string_value(json_object_get(entry, "stage"));
    int stage = STAGE_TURN;
    if (question == QQ_BREW || question == QQ_BUY)
        return question == QQ_BREW ? STAGE_BREW : STAGE_E;
    while (name && stage < STAGE_OVER && strcmp(quacks_stage_name(stage), name) != 0)
        stage++;
    return name ? stage : STAGE_OVER;
}

/* Written only until the rats are placed (write_tails); without `tails` all are 0. */
static int read_tails(struct quacks_state *s, const json_t *entry, struct refusal *why)
{
    const json_t *tails = json_object_get(entry, "tails"), *given = json_object_get(entry, "given");
    for (int seat = 0; seat < s->players && tails; seat++) {
        int n, g;
        if (read_int(json_array_get(tails, (size_t)seat), "tails", 0, 10000, &n, why) < 0 ||
            read_int(json_array_get(given, (size_t)seat), "given", 0, 3, &g, why) < 0)
            return -1;
        s->player[seat].tails = (uint16_t)n;
        s->player[seat].given = (uint8_t)g;
    }
    return 0;
}

/* null is an entry without a chip, or with Strong Ingredient's. */
static int read_last_two(struct quacks_state *s, const json_t *list, struct refusal *why)
{
    for (size_t i = 0; i < 2 && list; i++) {
        const json_t *chip = json_array_get(list, i);
        if (!json_is_null(chip) && read_chip(chip, "last_two", &s->last_two[i], why) < 0)
            return -1;
    }
    return 0;
}

/* A missing member keeps its value. */
static int read_optional(const json_t *entry, const char *key, int most, uint8_t *to,
                         struct refusal *why)
{
    return json_object_get(entry, key) ? read_byte(entry, key, 0, most, to, why) : 0;
}

/* Reads one entry of `pending`: who is asked what, and how far the turn is. All entries must have
 * the same stage. `at` follows from the seat, unless all seats are asked at once. A seat that buys
 * has begun its part, so `sub` is set (part_begins). */
static int read_entry(struct quacks_state *s, const json_t *entry, struct refusal *why)
{
    int question = question_by_kind(entry), seat, stage = stage_of(entry, question);
    if (question == QQ_NONE || stage == STAGE_OVER)
        return because(why, ROW(question_needed));
    if (read_int(json_object_get(entry, "seat"), "pending.seat", 0, s->players - 1, &seat, why) < 0)
        return -1;
    struct quacks_player *p = &s->player[seat];
    if (p->question != QQ_NONE || (s->stage != STAGE_OVER && s->stage != stage))
        return because(why, ROW(questions_clash));
    s->stage = (uint8_t)stage;
    p->question = (uint8_t)question;
    s->asked |= (uint8_t)(1u << seat);
    p->inside = json_is_true(json_object_get(entry, "inside"));
    p->was_white = json_is_true(json_object_get(entry, "after_white"));
    s->sub = question == QQ_BUY;
    s->at = stage == STAGE_BREW || stage == STAGE_REDS
                ? 0
                : (uint8_t)((seat + s->players - s->start) % s->players);
    if (read_optional(entry, "sub", 7, &s->sub, why) < 0 ||
        read_optional(entry, "steps", s->numbers ? STEPS_MOST : 2, &s->steps, why) < 0 ||
        read_optional(entry, "tier", 3, &s->tier, why) < 0 || read_tails(s, entry, why) < 0)
        return -1;
    return read_last_two(s, json_object_get(entry, "last_two"), why);
}

/* If nobody is asked, the game is over, and the phase must say so. */
static int read_pending(struct quacks_state *s, const json_t *root, struct refusal *why)
{
    const json_t *pending = json_object_get(root, "pending");
    const char *phase = json_string_value(json_object_get(root, "phase"));
    s->stage = STAGE_OVER;
    if (!json_is_array(pending) || !phase)
        return because(why, ROW(pending_and_phase_needed));
    for (size_t i = 0; i < json_array_size(pending); i++)
        if (read_entry(s, json_array_get(pending, i), why) < 0)
            return -1;
    if (strcmp(phase, quacks_phase_name(s->stage)) != 0)
        return because(why, ROW(pending_not_in_phase));
    return 0;
}

/* ---- does every question fit its position? ---- */

/* Which stage asks which question; it must match the calls of quacks_ask and ask_seat. */
static int stage_asks(int stage, int question)
{
    switch (question) {
    case QQ_FORTUNE: return stage == STAGE_CARD || stage == STAGE_SCHADENFREUDE;
    case QQ_BREW:
    case QQ_RETURN:
    case QQ_RESTART: return stage == STAGE_BREW;
    case QQ_BONUS: return stage == STAGE_BREW || stage == STAGE_B;
    case QQ_PICK: return stage == STAGE_BREW || stage == STAGE_STRONG || stage == STAGE_B;
    case QQ_SWAP: return stage == STAGE_CARD;
    case QQ_RED: return stage == STAGE_REDS;
    case QQ_STEP: return stage == STAGE_CARD || stage > STAGE_SCORED;
    case QQ_PURPLE:
    case QQ_UPGRADE:
    case QQ_PAY: return stage == STAGE_B;
    case QQ_SCORE: return stage == STAGE_D;
    case QQ_BUY: return stage == STAGE_E;
    case QQ_OPTIONAL: return stage == STAGE_BREW || stage == STAGE_B;
    case QQ_OPTIONAL_STEP: return stage_asks(stage, QQ_STEP);
    case QQ_RATS: return stage == STAGE_RATS;
    /* Rubies are spent in E in turn 9 (Q9.1), in F before that. */
    default: return stage == STAGE_E || stage == STAGE_F;
    }
}

/* The cards that ask QQ_FORTUNE (Q7), as in fortune_answers. */
static int card_asks(const struct quacks_state *s)
{
    if (s->stage == STAGE_SCHADENFREUDE)
        return s->card == SCHADENFREUDE;
    return s->card == CHOOSE_WISELY || s->card == ONLY_ONE || s->card == WHEEL_AND_DEAL ||
           s->card == GOOD_START || s->card == JUST_IN_TIME || s->card == RATS_ARE_FRIENDS;
}

/* The rule removes the last chip but one without checking it, so it must be the white, and the last
 * chip the yellow. */
static int mandrake_can_act(const struct quacks_player *p)
{
    int n = p->pot_n;
    return n >= 2 && chip_colour(p->pot[n - 1] & ~CHIP_INERT) == YELLOW &&
           chip_colour(p->pot[n - 2] & ~CHIP_INERT) == WHITE;
}

/* Well Stirred has the white in the hand (Q7); book yellow 1 looks at the chip before the
 * yellow. */
static int return_fits(const struct quacks_state *s, const struct quacks_player *p)
{
    if (p->hand != NO_CHIP)
        return s->card == WELL_STIRRED && chip_colour(p->hand) == WHITE;
    return s->book[YELLOW] == 1 && p->was_white && p->fresh && mandrake_can_act(p);
}

/* Asked once, for a pot with at least five chips that has not exploded (Q7); if it is risky, also
 * for one that has exploded with at most five (Q12). */
static int restart_fits(const struct quacks_state *s, const struct quacks_player *p)
{
    if (s->card != SECOND_CHANCE || !p->offered)
        return 0;
    int chips = NUMBER_OF(s, second_chips);
    return p->exploded ? s->risky && p->stopped && p->pot_n > 0 && p->pot_n <= chips
                       : p->pot_n >= chips;
}

/* Green 2 asks in B about one of the last two chips; 5 and 6 are `sub` after those two parts
 * (actions.c). Blue 1 and Strong Ingredient ask about an offer, and only if the chip has room
 * (Q1.2). */
static int pick_fits(const struct quacks_state *s, const struct quacks_player *p)
{
    if (s->stage == STAGE_B)
        return s->sub == 5 || s->sub == 6;
    if (s->stage == STAGE_STRONG && s->card != STRONG_INGREDIENT)
        return 0;
    return p->offer_n > 0 && !pot_is_full(p);
}

/* Asked only with the option (Q12), and only if it has an effect. */
static int optional_fits(const struct quacks_state *s, const struct quacks_player *p)
{
    int seat = (int)(p - s->player);
    if (!s->optional)
        return 0;
    if (p->question == QQ_OPTIONAL)
        return optional_action(s, seat).chip != NO_CHIP;
    return p->question == QQ_RATS ? p->tails > 0 : droplet_can_move(s, p);
}

/* Checks what the question's rule relies on; otherwise it could ask for a chip that is not
 * there. */
static int fits(const struct quacks_state *s, const struct quacks_player *p)
{
    switch (p->question) {
    case QQ_FORTUNE: return card_asks(s);
    case QQ_BREW: return p->hand == NO_CHIP && p->offer_n == 0 && p->commit == COMMIT_NONE;
    case QQ_BONUS: return s->stage == STAGE_B ? p->pot_n > 0 && s->sub >= 1 : p->hand != NO_CHIP;
    case QQ_RETURN: return return_fits(s, p);
    case QQ_RESTART: return restart_fits(s, p);
    case QQ_PICK: return pick_fits(s, p);
    case QQ_SWAP: return s->card == OPPORTUNISTIC;
    case QQ_UPGRADE: return s->book[PURPLE] == 4 && s->tier > 0;
    case QQ_PURPLE: return s->book[PURPLE] != 3;
    case QQ_PAY: return p->rubies >= NUMBER_OF(s, green4_rubies);
    case QQ_RUBIES: return is_last_turn(s) == (s->stage == STAGE_E);
    case QQ_BUY: return !is_last_turn(s) && p->bought_n < NUMBER_OF(s, shop_chips);
    case QQ_OPTIONAL:
    case QQ_OPTIONAL_STEP:
    case QQ_RATS: return optional_fits(s, p);
    default: return 1;
    }
}

/* A full pot stops (Q1.1). Only the effects of its last chip may still be asked: whether a white
 * goes back (yellow 1), what a blue pays (Q12), and Second Chance's offer. */
static int full_pot_asks(const struct quacks_player *p)
{
    return p->question == QQ_RESTART || p->question == QQ_OPTIONAL ||
           (p->question == QQ_RETURN && p->hand == NO_CHIP);
}

/* A seat whose pot has exploded is asked by A Second Chance, and about the blue that exploded it
 * (Q5.3, Q12). */
static int asks_exploded(const struct quacks_player *p)
{
    return (p->question == QQ_RESTART || p->question == QQ_OPTIONAL) && p->exploded;
}

/* The chip last drawn is where it should be; a seat that has stopped or decided is not asked;
 * decisions exist only if draws are secret, and a draw needs a chip (Q5.7); a full pot has
 * stopped. */
static int potion_is_sound(const struct quacks_state *s, const struct quacks_player *p)
{
    int asked = p->question != QQ_NONE;
    if (p->fresh && p->pot[p->pot_n - 1] != p->last_drawn)
        return 0;
    if (p->stopped && ((asked && !asks_exploded(p)) || p->commit != COMMIT_NONE))
        return 0;
    if (p->commit != COMMIT_NONE && (asked || (!s->together && !is_last_turn(s))))
        return 0;
    if (p->commit == COMMIT_DRAW && counts_sum(p->bag) == 0)
        return 0;
    return !pot_is_full(p) || p->stopped || full_pot_asks(p);
}

/* A chip in the hand is the one last drawn, and is not in the pot yet (Q5.8). */
static int hand_is_sound(const struct quacks_player *p)
{
    return p->hand == NO_CHIP || (p->drawn_n && p->last_drawn == p->hand && !p->fresh);
}

/* Only these two questions are asked with a chip in the hand, and only these two about chips looked
 * at. */
static int waits_for_nothing(const struct quacks_player *p)
{
    int hand = p->question == QQ_BONUS || p->question == QQ_RETURN;
    int offer = p->question == QQ_PICK || p->question == QQ_SWAP;
    return (p->hand != NO_CHIP && !hand) || (p->offer_n && !offer);
}

/* An Opportunistic Moment: a seat with a hidden offer may look at any chips of the bag. */
static int could_swap(const struct quacks_state *s, const struct quacks_player *p)
{
    struct quacks_player guess = *p;
    int found = 0;
    guess.offer_n = 1;
    for (int chip = 0; chip < CHIP_COUNT && !found; chip++) {
        guess.offer[0] = (uint8_t)chip;
        found = p->bag[chip] && swap_answers(s, &guess);
    }
    return found;
}

/* A seat without an answer would stall the game. A view hides the chips of another's swap, so the
 * bag must have a chip that could be swapped. */
static int has_answer(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    if (p->question == QQ_SWAP && p->offer_n && p->offer[0] == NO_CHIP)
        return could_swap(s, p);
    return quacks_legal(s, seat) != 0;
}

/* While rats are asked about: a seat that has had its part has no tails left to use, and what a
 * card took is counted already. */
static int tails_are_sound(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    int at = (seat + s->players - s->start) % s->players;
    int most = at < s->at ? 0 : rat_tails_most(s, p);
    return s->stage != STAGE_RATS || (p->tails <= most && !p->given);
}

/* Checks what depends on the question: everything that waits must wait for this question. */
static const char *check_seat(const struct quacks_state *s, int seat)
{
    const struct quacks_player *p = &s->player[seat];
    int evaluated = s->stage >= STAGE_SCORED && s->stage != STAGE_OVER;
    if ((p->scoring != NO_SPACE) != evaluated)
        return "scoring spaces belong to the evaluation (Q6)";
    if (waits_for_nothing(p))
        return "a chip waits for an answer that is not asked (Q5.8)";
    if (!hand_is_sound(p) || (s->stage == STAGE_BREW && !potion_is_sound(s, p)))
        return "a potion is not possible by the rules (Q5)";
    if (!tails_are_sound(s, seat))
        return "tails: more than the rat stone can move, or given up already (Q4.2)";
    if (p->question == QQ_NONE)
        return NULL;
    if (!stage_asks(s->stage, p->question) || !fits(s, p))
        return "that question is not asked here";
    return has_answer(s, seat) ? NULL : "that question has no legal answer in this state";
}

/* Called after quacks_check, which has checked the ranges. */
static const char *check_position(const struct quacks_state *s)
{
    int several = s->stage == STAGE_BREW || s->stage == STAGE_REDS;
    if (!several && bit_count(quacks_active(s)) > 1)
        return "outside the potions only one seat is asked at a time (Q6)";
    for (int seat = 0; seat < s->players; seat++) {
        const char *wrong = check_seat(s, seat);
        if (wrong)
            return wrong;
    }
    return NULL;
}

/* The turn is read before the cards, because it says how many must be left. */
static int read_table(struct quacks_state *s, const json_t *root, struct refusal *why)
{
    if (quacks_read_options(s, json_object_get(root, "options"), why) < 0 ||
        read_byte(root, "turn", 1, NUMBER_OF(s, turns), &s->turn, why) < 0 ||
        read_byte(root, "start", 0, s->players - 1, &s->start, why) < 0 ||
        read_cards(s, json_object_get(root, "fortune"), why) < 0)
        return -1;
    memset(s->supply, 0, sizeof s->supply);
    return read_counts(s, json_object_get(root, "supply"), "supply", s->supply, why);
}

/* In a view other seats may hide their secrets; in a state nothing is hidden. */
static int read_players(struct quacks_state *s, const json_t *players, int viewer,
                        struct refusal *why)
{
    for (int seat = 0; seat < s->players; seat++) {
        int may_hide = viewer != REFEREE && viewer != seat;
        const json_t *player = json_array_get(players, (size_t)seat);
        if (read_player(s, &s->player[seat], player, may_hide, why) < 0)
            return -1;
    }
    return 0;
}

/* Reads a state if the viewer is the referee, else a view. Everything is read first; then
 * quacks_check and check_position check the whole, and only a position that can be played on is
 * accepted. */
static int read_position(struct quacks_state *s, const json_t *root, int viewer,
                         struct refusal *why)
{
    const json_t *players = json_object_get(root, "players");
    size_t n = json_array_size(players);
    if (!json_is_array(players) || n < quacks_game.min_players || n > quacks_game.max_players)
        return because(why, ROW(quacks_players_needed));
    if (viewer >= (int)n)
        return because(why, ROW(nobody_at_seat), viewer);
    quacks_init(s, (int)n);
    if (version_read(root, &s->rules, why) < 0 || read_table(s, root, why) < 0 ||
        read_players(s, players, viewer, why) < 0 || read_pending(s, root, why) < 0 ||
        read_seat_set(json_object_get(root, "winners"), "winners", s->players, &s->winners, why) <
            0)
        return -1;
    for (size_t i = 0; i < n; i++)
        derive(s, &s->player[i]);
    const char *wrong = quacks_check(s);
    if (!wrong)
        wrong = check_position(s);
    return wrong ? because(why, ROW(state_impossible), wrong) : 0;
}

int quacks_read_state(void *state, const json_t *root, struct refusal *why)
{
    return read_position(state, root, REFEREE, why);
}

/* A view that shows a secret was not made by redact(). It is refused, so that no advice uses what
 * the viewer may not know. */
int quacks_read_view(void *view, const json_t *root, int viewer, struct refusal *why)
{
    if (read_position(view, root, viewer, why) < 0)
        return -1;
    if (view_shows_secrets(&quacks_game, view, viewer))
        return because(why, ROW(commit_shown));
    return 0;
}
