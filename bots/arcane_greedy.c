/* Rules of thumb for Arcane Alley: every answer is given a worth, in tenths of a gold piece, from the
 * features in arcane_features.def, and the best one is taken.
 *
 * Most of it is about playing an item into a slot. What that is worth is a sum: what the item brings
 * wherever it goes, what the slot's old item takes with it (`leave`), and whether the item completes a
 * set or stands in a line with its like. So a turn is weighed without trying it out: playouts ask
 * thousands of times a second. Only what the seat may know is read: a view gives the same answer. */
#include "bots/bot.h"
#include "bots/policy.h"
#include "engine/text.h"
#include "games/arcane/rules.h"

#define FEATURE(e, weight, text) W_##e = (weight),
enum feature {
#include "bots/arcane_features.def"
};
#undef FEATURE

enum { IMPOSSIBLE = -1000000 };

struct mind {
    const struct arcane_state *s;
    const struct arcane_player *p;
    int seat;
    uint32_t hidden, playable, felines, swords;
    int last;         /* 1: this is the seat's last turn of the round (A5.6) */
    int infamy;       /* what a point costs */
    int leave[CELLS]; /* what is gained when the slot's item goes */
};

/* ---- lines ---- */

/* Slots that would complete a line whose other two are in `m`; and all slots in line with one of them. */
#define GAP(m, line) (((line) & ~(m) & (((line) & ~(m)) - 1)) ? 0 : ((line) & ~(m)))
#define TOUCHED(m, line) ((m) & (line) ? (line) : 0)
#define OVER_LINES(F, m)                                                                           \
    (F(m, 0x007) | F(m, 0x038) | F(m, 0x1c0) | F(m, 0x049) | F(m, 0x092) | F(m, 0x124) |           \
     F(m, 0x111) | F(m, 0x054))
#define ROW(m)                                                                                     \
    {                                                                                              \
        OVER_LINES(GAP, m), OVER_LINES(TOUCHED, m)                                                 \
    }
#define ROWS4(m) ROW(m), ROW((m) + 1), ROW((m) + 2), ROW((m) + 3)
#define ROWS16(m) ROWS4(m), ROWS4((m) + 4), ROWS4((m) + 8), ROWS4((m) + 12)
#define ROWS64(m) ROWS16(m), ROWS16((m) + 16), ROWS16((m) + 32), ROWS16((m) + 48)

struct lines {
    uint16_t done, near;
};

static struct lines small_lines(const struct arcane_player *p, uint32_t m)
{
    struct lines lines = {0, 0};
    for (int i = house_lines(p) - 1; i >= 0; i--) {
        uint32_t line = house_line(p, i);
        lines.done |= (uint16_t)GAP(m, line);
        lines.near |= (uint16_t)TOUCHED(m, line);
    }
    return lines;
}

static struct lines lines_of(const struct arcane_player *p, uint32_t m)
{
    static const struct lines square[512] = {
        ROWS64(0),   ROWS64(64),  ROWS64(128), ROWS64(192),
        ROWS64(256), ROWS64(320), ROWS64(384), ROWS64(448),
    };
    return house_size(p) == CELLS ? square[m] : small_lines(p, m);
}

static int several(uint32_t m)
{
    return (m & (m - 1)) != 0;
}

/* ---- what the seat knows ---- */

/* The item in a cell if the seat may know it, else ITEM_UNDECIDED. */
static int item_seen(const struct arcane_player *p, int slot, int seat)
{
    uint8_t cell = p->cell[slot];
    return (cell & CELL_UP) || (p->known[slot] >> seat & 1) ? cell_item(cell) : ITEM_UNDECIDED;
}

static int infamy_of(const struct arcane_state *s, int item)
{
    return item == ITEM_UNDECIDED ? W_UNSEEN : item == ITEM_NONE ? 0 : 10 * s->cards.infamy[item];
}

static int in_stash(const struct mind *m, int item)
{
    int n = 0;
    for (int i = 0; i < m->p->stash_n; i++)
        n += m->p->stash[i] == item;
    return n;
}

/* The total of A8.2 as far as the seat can tell, in tenths of a point. */
static int expected_total(const struct arcane_state *s, int owner, int seat)
{
    const struct arcane_player *p = &s->player[owner];
    int total = 0;
    for (uint32_t left = house_filled(p); left; left &= left - 1)
        total += infamy_of(s, item_seen(p, bit_lowest(left), seat));
    return total;
}

static int least_total_of_others(const struct arcane_state *s, int seat)
{
    int least = 1000;
    for (int other = 0; other < s->players; other++)
        if (other != seat)
            least = int_min(least, expected_total(s, other, seat));
    return least;
}

/* ---- sets ---- */

static int set_gold(const struct mind *m, int item)
{
    const struct arcane_cards *cards = &m->s->cards;
    int gold = 10 * cards->gold[item];
    if (m->p->wizard == BYROS)
        gold += 10 * cards->fx[FX_BYROS_GOLD];
    if (m->swords && item != SOVEREIGN_SWORD) /* A1.sword */
        gold = cards->edition == EDITION_HUNDRED ? 0 : gold / 2;
    if (item == DRAGONS_EGG)
        gold -= 10 * cards->fx[FX_EGG_GOLD] * W_EGG_GIFT / (16 * (m->s->players - 1));
    else if (item == HAUNTED_DOLL)
        gold += W_DOLL_GIFT;
    else if (item == FLOATING_CARPET)
        gold += W_CARPET_CARD;
    return gold;
}

/* A set of it sold: the gold, and its cards no longer count. */
static int sale_worth(const struct mind *m, int item)
{
    return set_gold(m, item) * W_SALE / 16 + 3 * m->infamy * m->s->cards.infamy[item] + W_CLEARED;
}

/* Two in line: as likely as the third is to come. `more` copies lie in the stash. */
static int pair_worth(const struct mind *m, int item, int more)
{
    const struct arcane_state *s = m->s;
    if (m->last)
        return 0;
    int worth = set_gold(m, item) + W_CLEARED;
    int share = more > 0 ? W_IN_HAND * 1000 / 16 : W_THIRD * s->cards.count[s->players >= 5][item];
    if (s->discard_n && discard_top(s) == item)
        share += W_OFFERED * 1000 / 16;
    return worth * share / 1000;
}

/* ---- what leaves a slot ---- */

static int trigger_worth(const struct mind *m)
{
    const struct arcane_state *s = m->s;
    if (s->triggered != NONE || (s->players == 2 && s->tracker < 15))
        return 0;
    int lead = least_total_of_others(s, m->seat) - expected_total(s, m->seat, m->seat);
    return lead >= 0 ? W_TRIGGER + lead * W_TRIGGER_LEAD / 10 : W_TRIGGER - W_TRIGGER_SHARE;
}

static int leave_hidden(const struct mind *m, int slot)
{
    int item = item_seen(m->p, slot, m->seat);
    int worth = m->infamy * infamy_of(m->s, item) / 10 + W_UNCOVER;
    if (m->s->players == 2)
        worth += W_FIND;
    if (item == MAGIC_BOOMERANG)
        worth += W_RETURN;
    return worth;
}

static int feeds_next(const struct mind *m, int item)
{
    const struct arcane_state *s = m->s;
    const struct arcane_player *next = &s->player[seat_after(s, m->seat)];
    uint32_t alike = house_up(next, item);
    return several(alike) && lines_of(next, alike).done ? 10 * s->cards.gold[item] * W_FEED / 16
                                                        : 0;
}

/* The effects of a revealed item that is replaced (A2). */
static int leave_effect(const struct mind *m, int item)
{
    const uint8_t *fx = m->s->cards.fx;
    switch (item) {
    case BOTTLED_FAIRY: return m->infamy * int_min(fx[FX_FAIRY_INFAMY], m->p->infamy);
    case INVISIBLE_RING: return m->infamy * int_min(fx[FX_RING_INFAMY], m->p->infamy);
    case MAGIC_BOOMERANG: return W_RETURN;
    case SOVEREIGN_SWORD: return several(m->swords) ? 0 : W_SWORD_GONE;
    case FACSIMILOUS_FELINE: return -W_FELINE_STAYS;
    default: return 0;
    }
}

static void leave_revealed(struct mind *m, uint32_t revealed)
{
    while (revealed) {
        int item = cell_item(m->p->cell[bit_lowest(revealed)]);
        uint32_t alike = house_up(m->p, item);
        revealed &= ~alike;
        int worth =
            m->infamy * m->s->cards.infamy[item] + leave_effect(m, item) - feeds_next(m, item);
        int pair = pair_worth(m, item, in_stash(m, item));
        int paired = several(alike) && lines_of(m->p, alike).done;
        worth -= paired ? pair : pair * W_SEED / 16;
        for (; alike; alike &= alike - 1)
            m->leave[bit_lowest(alike)] = worth;
    }
}

static int infamy_weight(const struct arcane_state *s, const struct arcane_player *p)
{
    int last = s->cards.edition == EDITION_THREE ? s->round >= 3
                                                 : s->cards.rounds && s->round >= s->cards.rounds;
    return last && p->infamy < W_LAP_NEAR ? W_INFAMY_SAFE : W_INFAMY;
}

static void mind_open(struct mind *m, const struct arcane_state *s, int seat)
{
    m->s = s;
    m->seat = seat;
    m->p = &s->player[seat];
    m->hidden = house_hidden(m->p);
    m->playable = house_playable(m->p);
    m->felines = house_up(m->p, FACSIMILOUS_FELINE);
    m->swords = house_up(m->p, SOVEREIGN_SWORD);
    m->last = s->triggered != NONE;
    m->infamy = infamy_weight(s, m->p);
}

static void mind_slots(struct mind *m)
{
    for (uint32_t hidden = m->hidden; hidden; hidden &= hidden - 1)
        m->leave[bit_lowest(hidden)] = leave_hidden(m, bit_lowest(hidden));
    if (m->hidden && !several(m->hidden))
        m->leave[bit_lowest(m->hidden)] += trigger_worth(m);
    leave_revealed(m, m->playable & ~m->hidden);
}

/* ---- playing an item ---- */

static int coins_elsewhere(const struct arcane_state *s)
{
    int coins = 0;
    for (int seat = 0; seat < s->players; seat++)
        coins += bit_count(house_up(&s->player[seat], THREE_HEADED_COIN));
    return coins;
}

/* What the item does when played, wherever it goes; the Mirror's neighbours come later. */
static int played_worth(const struct mind *m, int item)
{
    const uint8_t *fx = m->s->cards.fx;
    int worth;
    switch (item) {
    case THREE_HEADED_COIN: return 10 * fx[FX_COIN_GOLD] * coins_elsewhere(m->s);
    case HYPNOTIC_TOAD: return W_TOAD;
    case OLDER_WAND: worth = W_WAND; break;
    case CRYSTAL_BALL: worth = W_PEEK - m->infamy * fx[FX_BALL_INFAMY]; break;
    case BUBBLING_CAULDRON: worth = -m->infamy * fx[FX_CAULDRON_INFAMY]; break;
    case DARK_LOTUS: worth = -10 * int_min(fx[FX_LOTUS_GOLD], m->p->gold); break;
    case SKELETOMICON: worth = -m->infamy * fx[FX_SKELETOMICON_INFAMY]; break;
    default: return 0;
    }
    return m->p->wizard == MEEBLEMORE && worth < 0 ? 0 : worth; /* A11: may ignore it */
}

/* A2 Cursed Mirror: the slots that share a side, roughly: a line of three goes through both. */
static int mirror_cost(const struct mind *m, int slot)
{
    uint32_t up = house_revealed(m->p) & ~(1u << slot);
    int row = slot / m->p->cols, col = slot % m->p->cols, n = 0;
    for (; up; up &= up - 1) {
        int down = bit_lowest(up) / m->p->cols - row, across = bit_lowest(up) % m->p->cols - col;
        int square = down * down + across * across;
        n += square <= (m->s->cards.edition == EDITION_HUNDRED ? 2 : 1);
    }
    return m->p->wizard == MEEBLEMORE ? 0 : n * m->infamy * m->s->cards.fx[FX_MIRROR_INFAMY];
}

/* A6.4: a Feline completes any pair; the best one for each slot is not told apart. */
static uint32_t feline_done(const struct mind *m, int *best)
{
    uint32_t done = 0, revealed = house_revealed(m->p);
    for (*best = 0; revealed;) {
        int item = cell_item(m->p->cell[bit_lowest(revealed)]);
        uint32_t alike = house_up(m->p, item);
        revealed &= ~alike;
        if (several(alike) && lines_of(m->p, alike).done && sale_worth(m, item) > *best) {
            *best = sale_worth(m, item);
            done = lines_of(m->p, alike).done;
        }
    }
    return done;
}

/* An item about to be played: what it is worth in slots that complete a set, slots in line with its
 * like, and everywhere. */
struct piece {
    int item, base, sale, pair;
    uint32_t done, near;
};

static struct piece piece_of(const struct mind *m, int item, int more)
{
    struct piece piece = {item, 0, 0, 0, 0, 0};
    piece.base = played_worth(m, item) - m->infamy * m->s->cards.infamy[item];
    if (item == FACSIMILOUS_FELINE) {
        piece.done = feline_done(m, &piece.sale);
        return piece;
    }
    uint32_t alike = house_up(m->p, item) | m->felines;
    int pair = pair_worth(m, item, more);
    piece.base += pair * W_SEED / 16;
    if (item == SOVEREIGN_SWORD && !m->swords)
        piece.base -= W_SWORD_GONE;
    if (!alike)
        return piece;
    struct lines lines = lines_of(m->p, alike);
    piece.done = lines.done;
    piece.near = lines.near & ~alike;
    piece.sale = sale_worth(m, item);
    piece.pair = pair;
    return piece;
}

static int piece_worth(const struct mind *m, const struct piece *piece, int slot)
{
    int worth = piece->base + m->leave[slot];
    if (piece->done >> slot & 1)
        worth += piece->sale;
    else if (piece->near >> slot & 1)
        worth += piece->pair;
    if (piece->item == CURSED_MIRROR)
        worth -= mirror_cost(m, slot);
    return worth;
}

static int best_play(const struct mind *m, int item, int more)
{
    struct piece piece = piece_of(m, item, more);
    int best = IMPOSSIBLE;
    for (uint32_t slots = m->playable; slots; slots &= slots - 1) {
        int worth = piece_worth(m, &piece, bit_lowest(slots));
        best = worth > best ? worth : best;
    }
    return best;
}

/* ---- the questions of a turn ---- */

static int kept_worth(int best)
{
    return best > 0 ? best * W_KEEP / 16 : 0;
}

static int best_of(const struct mind *m, uint32_t items)
{
    int best = IMPOSSIBLE;
    for (; items; items &= items - 1) {
        int worth = best_play(m, bit_lowest(items), 0);
        best = worth > best ? worth : best;
    }
    return best;
}

static int use_worth(const struct mind *m, int item)
{
    switch (item) {
    case WIZARDS_WATCH: return best_of(m, discard_items(m->s));
    case MYSTICAL_LAMP: return W_USE_LAMP;
    case SACRED_CHALICE: return W_USE_CHALICE;
    default: return W_USE_LOCKBOX - m->infamy * m->s->cards.fx[FX_LOCKBOX_INFAMY];
    }
}

/* One item leaves the stash; what it would have been worth there is lost. */
static int discard_worth(const struct mind *m, int item, int best)
{
    int worth = -kept_worth(best) - feeds_next(m, item);
    if (item == INVISIBLE_RING)
        worth += m->infamy * int_min(m->s->cards.fx[FX_RING_INFAMY], m->p->infamy);
    return worth;
}

static int draw_worth(const struct mind *m, int from)
{
    const struct arcane_state *s = m->s;
    int item, price = 0;
    if (from == DRAW_DECK && !s->top_n)
        return W_DECK;
    if (from == DRAW_DECK)
        item = s->pile[PILE_MAX - s->top_n];
    else if (from == DRAW_DISCARD)
        item = discard_top(s);
    else
        item = s->market[from - DRAW_MARKET], price = 10 * (from - DRAW_MARKET + 1);
    int copies = in_stash(m, item);
    if (items_with(WHEN_SPECIAL) >> item & 1)
        return use_worth(m, item) - price;
    return best_play(m, item, copies) + (copies ? W_SAME : 0) - price;
}

/* ---- other players ---- */

/* Lines that want one more item, and what they would bring. */
static int open_pairs(const struct mind *m, const struct arcane_player *p)
{
    int worth = 0;
    for (uint32_t revealed = house_revealed(p); revealed;) {
        int item = cell_item(p->cell[bit_lowest(revealed)]);
        uint32_t alike = house_up(p, item);
        revealed &= ~alike;
        if (several(alike) && lines_of(p, alike).done)
            worth += 10 + 10 * m->s->cards.gold[item];
    }
    return worth;
}

/* Whom to harm: who is rich and has most to lose. Whom to give something to: the other way round. */
static int target_worth(const struct mind *m, int other)
{
    const struct arcane_state *s = m->s;
    const struct arcane_player *p = &s->player[other];
    switch (s->at.cause) {
    case DRAGONS_EGG: return -p->gold - (house_up(p, SOVEREIGN_SWORD) ? 0 : 10);
    case SACRED_CHALICE: return 20 * p->stash_n + p->gold;
    case HYPNOTIC_TOAD: return other == m->seat ? W_TOAD_OWN : open_pairs(m, p) + p->gold / 4;
    default: return open_pairs(m, p) + p->gold;
    }
}

/* A Toad breaks the pairs of others, and mends the own storehouse. */
static int swap_worth(const struct mind *m, int pair)
{
    struct arcane_player p = m->s->player[m->s->at.target];
    int i = pair_first(pair), j = pair_second(pair);
    uint8_t cell = p.cell[i];
    p.cell[i] = p.cell[j];
    p.cell[j] = cell;
    int worth = open_pairs(m, &p);
    return m->s->at.target == m->seat ? worth : -worth;
}

/* A sold Doll goes where a pair of its new owner waits for its third (A7.6). */
static int doll_worth(const struct mind *m, int slot)
{
    const struct arcane_player *p = &m->s->player[m->s->at.target];
    int worth = 0;
    for (uint32_t revealed = house_revealed(p); revealed;) {
        int item = cell_item(p->cell[bit_lowest(revealed)]);
        uint32_t alike = house_up(p, item);
        revealed &= ~alike;
        if (several(alike) && (lines_of(p, alike).done >> slot & 1))
            worth += 1 + m->s->cards.gold[item];
    }
    return worth;
}

/* Pandora's Lockbox: what comes here, and what it was there. */
static int theirs_worth(const struct mind *m, int slot)
{
    const struct arcane_player *p = &m->s->player[m->s->at.target];
    int item = cell_item(p->cell[slot]);
    struct piece piece = piece_of(m, item, in_stash(m, item));
    int worth = piece.base - played_worth(m, item);
    if ((piece.done | piece.near) >> m->s->at.own & 1)
        worth += piece.pair;
    uint32_t alike = house_up(p, item);
    if (several(alike) && lines_of(p, alike).done)
        worth += 5 * m->s->cards.gold[item];
    return worth;
}

/* ---- the own storehouse, without a play ---- */

static int sell_worth(const struct mind *m, int line)
{
    int worth = set_gold(m, house_line_sells(m->p, line));
    for (uint32_t slots = house_line(m->p, line); slots; slots &= slots - 1)
        worth += m->infamy * m->s->cards.infamy[cell_item(m->p->cell[bit_lowest(slots)])];
    return worth;
}

static int slide_worth(const struct mind *m, int down)
{
    struct arcane_player p = *m->p;
    house_close_up(&p, house_line(m->p, m->s->at.line), down ? 2 : 3, down ? 3 : 2, down);
    return open_pairs(m, &p);
}

/* What Meeblemore may ignore (A7.10). */
static int effect_worth(const struct mind *m, int ignore)
{
    int slot = m->s->at.slot, item = cell_item(m->p->cell[slot]), worth;
    struct mind plain = *m;
    struct arcane_player nobody = *m->p;
    if (ignore)
        return 0;
    nobody.wizard = NONE;
    plain.p = &nobody;
    worth = item == CURSED_MIRROR ? -mirror_cost(&plain, slot) : played_worth(&plain, item);
    return worth;
}

static int cauldron_worth(const struct mind *m, int infamy)
{
    const uint8_t *fx = m->s->cards.fx;
    if (!infamy)
        return -10 * int_min(fx[FX_CAULDRON_GOLD], m->p->gold);
    return m->p->infamy + fx[FX_CAULDRON_INFAMY] >= INFAMY_LAP
               ? -200
               : -m->infamy * fx[FX_CAULDRON_INFAMY];
}

/* Points above a threshold may cost a fine before the next bribe (A3.2, A8.5). */
static int bribe_worth(const struct mind *m, int pairs)
{
    int above = m->p->infamy - pairs - W_BRIBE_FROM;
    return -20 * pairs - (above > 0 ? above * W_BRIBE_EACH : 0);
}

static int dafana_worth(const struct mind *m, int pass)
{
    const uint8_t *fx = m->s->cards.fx;
    int near = m->s->phase == PHASE_INSPECTION || m->last;
    int lost = int_min(fx[FX_DAFANA_INFAMY], m->p->infamy);
    int each = m->p->infamy > W_BRIBE_FROM && near ? 2 * W_BRIBE_EACH : m->infamy;
    return pass ? 0 : lost * each - 10 * fx[FX_DAFANA_GOLD];
}

static int hidden_cost(const struct mind *m, int slot)
{
    return infamy_of(m->s, item_seen(m->p, slot, m->seat));
}

static int rare_worth(const struct mind *m, int answer)
{
    switch (m->s->question) {
    case Q_EFFECT: return effect_worth(m, answer);
    case Q_PEEK: return item_seen(m->p, answer, m->seat) == ITEM_UNDECIDED;
    case Q_CAULDRON: return cauldron_worth(m, answer);
    case Q_TARGET: return target_worth(m, answer);
    case Q_SWAP: return swap_worth(m, answer);
    case Q_SELL: return sell_worth(m, answer);
    case Q_SLIDE: return slide_worth(m, answer);
    case Q_TAKE: return best_play(m, answer, in_stash(m, answer));
    case Q_OWN:
    case Q_REMOVE:
    case Q_NINX: return hidden_cost(m, answer);
    case Q_THEIRS: return theirs_worth(m, answer);
    case Q_DAFANA: return dafana_worth(m, answer);
    case Q_BRIBE: return bribe_worth(m, answer);
    case Q_SLOT: return doll_worth(m, answer);
    default: return 0; /* reveal: nothing is known yet */
    }
}

/* ---- the best answer ---- */

/* The best so far, and all answers as good as it. `each` may be NULL. */
struct race {
    int best;
    uint64_t ties;
    int *each;
};

static inline void enter(struct race *race, int answer, int worth)
{
    uint64_t bit = (uint64_t)1 << answer;
    if (race->each)
        race->each[answer] = worth;
    race->ties = worth > race->best ? bit : race->ties | (worth == race->best ? bit : 0);
    race->best = worth > race->best ? worth : race->best;
}

static void weigh_acts(struct mind *m, uint64_t answers, struct race *race)
{
    uint64_t items = answers >> ACT_DISCARD & bits_below(ITEM_COUNT);
    for (; items; items &= items - 1) {
        int item = bit_lowest(items);
        int best = m->playable ? best_play(m, item, in_stash(m, item) - 1) : 0;
        if (answers >> (ACT_PLAY + item) & 1)
            enter(race, ACT_PLAY + item, best - kept_worth(best));
        enter(race, ACT_DISCARD + item, discard_worth(m, item, best));
        if (answers >> (ACT_USE + item) & 1)
            enter(race, ACT_USE + item, use_worth(m, item));
    }
}

/* A10.3: the item that is discarded is the one that would be missed least. */
static void weigh_keeps(struct mind *m, uint64_t answers, struct race *race)
{
    for (; answers; answers &= answers - 1) {
        int item = bit_lowest(answers);
        int best = m->playable ? best_play(m, item, in_stash(m, item) - 1) : 0;
        int use = items_with(WHEN_SPECIAL) >> item & 1 ? use_worth(m, item) : 0;
        enter(race, item, discard_worth(m, item, best > use ? best : use));
    }
}

static void weigh_slots(struct mind *m, uint64_t answers, struct race *race)
{
    struct piece piece = piece_of(m, m->s->at.played, in_stash(m, m->s->at.played));
    for (; answers; answers &= answers - 1)
        enter(race, bit_lowest(answers), piece_worth(m, &piece, bit_lowest(answers)));
}

static void weigh(const struct arcane_state *s, int seat, uint64_t answers, struct race *race)
{
    struct mind m;
    mind_open(&m, s, seat);
    switch (s->question) {
    case Q_DRAW:
        mind_slots(&m);
        for (; answers; answers &= answers - 1)
            enter(race, bit_lowest(answers), draw_worth(&m, bit_lowest(answers)));
        return;
    case Q_ACT:
        mind_slots(&m);
        weigh_acts(&m, answers, race);
        return;
    case Q_KEEP:
        mind_slots(&m);
        weigh_keeps(&m, answers, race);
        return;
    case Q_SLOT:
        if (s->at.played != NONE) {
            mind_slots(&m);
            weigh_slots(&m, answers, race);
            return;
        }
        break;
    case Q_TAKE: mind_slots(&m); break;
    case Q_REVEAL: race->ties = answers; return;
    default: break;
    }
    for (; answers; answers &= answers - 1)
        enter(race, bit_lowest(answers), rare_worth(&m, bit_lowest(answers)));
}

static int one_of(uint64_t answers, uint64_t *luck)
{
    if (!(answers & (answers - 1)))
        return bit_lowest(answers);
    return bit_nth(answers, luck_below(luck, (uint32_t)bit_count(answers)));
}

int arcane_greedy_pick(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    struct race race = {INT32_MIN, 0, NULL};
    if (answers & (answers - 1))
        weigh((const struct arcane_state *)state, seat, answers, &race);
    else
        race.ties = answers;
    return one_of(race.ties, luck);
}

/* ---- the bot ---- */

static const char *why_row(int question)
{
#define WHY(e, text) [Q_##e] = text,
    static const char *const rows[Q_COUNT] = {
#include "bots/arcane_why.def"
    };
#undef WHY
    return rows[question] ? rows[question] : "";
}

static void add_tenths(struct text *t, int worth)
{
    int size = worth < 0 ? -worth : worth;
    if (worth < 0)
        text_char(t, '-');
    text_number(t, size / 10);
    text_char(t, '.');
    text_number(t, size % 10);
}

static void explain(const struct arcane_state *s, int seat, int answer, const int *each,
                    struct advice *say)
{
    char name[MAX_NAME];
    struct text t = text_in(say->why, sizeof say->why);
    text_add(&t, why_row(s->question));
    text_add(&t, " By these rules of thumb \"");
    text_add(&t, arcane_action_name(s, seat, answer, name));
    text_add(&t, "\" is worth ");
    add_tenths(&t, each[answer]);
    text_add(&t, " gold.");
}

static void advise(const struct arcane_state *s, int seat, uint64_t answers, int answer,
                   struct advice *say)
{
    int each[64] = {0};
    struct race race = {INT32_MIN, 0, each};
    weigh(s, seat, answers, &race);
    say->worth = "gold";
    for (; answers; answers &= answers - 1) {
        int i = say->weighed_n++;
        say->weighed[i].answer = bit_lowest(answers);
        say->weighed[i].value = each[bit_lowest(answers)] / 10.0;
    }
    explain(s, seat, answer, each, say);
}

static int choose(const struct view *v, const struct bot_options *how, struct chance *luck,
                  struct advice *say)
{
    uint64_t answers = view_legal(v);
    MUST(answers != 0);
    uint64_t word = (uint64_t)chance_word(luck, CHANCE_PICK) << 32;
    word |= chance_word(luck, CHANCE_PICK);
    int noisy = how->noise > luck_below(&word, 100);
    int answer =
        noisy ? one_of(answers, &word) : arcane_greedy_pick(v->bytes, v->seat, answers, &word);
    if (say)
        advise((const struct arcane_state *)v->bytes, v->seat, answers, answer, say);
    return answer;
}

const struct bot arcane_greedy = {
    .name = "greedy",
    .blurb = "plays Arcane Alley by rules of thumb, one turn at a time",
    .game = &arcane_game,
    .choose = choose,
};
