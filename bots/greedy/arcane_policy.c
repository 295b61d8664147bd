/* Rules of thumb for Arcane Alley: each answer gets a worth, in tenths of a gold piece, from the
 * weights in arcane_features.def, and the best one is taken.
 *
 * Most of it is about playing an item into a slot. The worth of that is a sum of three parts: what
 * the item brings wherever it goes, what is gained when the slot's old item goes (`leave`), and
 * whether the item completes a set or lies in line with its like. So answers are valued without
 * trying them out, because simulated games ask thousands of times a second. Only what the seat may
 * know is read, so a view and its state give the same answer. */
#include "bots/greedy/arcane_policy.h"
#include "bots/pick.h"
#include "games/arcane/facts.h"

/* `W(SALE)` is the weight of that row, `ROW_OF(SALE)` what a table of items keeps of it, and
 * `ROW_WEIGHT` the weight for that. arcane_dials.c has defined them when it includes this file:
 * there the weights are data. Here they are constants, because most games are played by these. */
#ifndef FITTED
#define FEATURE(e, weight, dial, text) W_##e = (weight),
enum feature {
#include "bots/greedy/arcane_features.def"
};
#undef FEATURE
#define W(e) W_##e
#define ROW_OF(e) W_##e
#define ROW_WEIGHT(row) (row)
#endif

enum { IMPOSSIBLE = -1000000 };

/* What is read from a position once and used for all of its answers. Made for one question and
 * thrown away. */
struct mind {
    const struct arcane_state *s;
    const struct arcane_player *p;
    /* How many of each item are in the box with this many players. */
    const uint8_t *count;
    /* As stash_counts packs them. */
    uint64_t stash;
    int seat;
    uint32_t hidden, playable, felines, swords;
    /* 1: this is the seat's last turn of the round (A5.6). */
    int last;
    /* What lies on top of the discard. */
    int offered;
    /* 1: Meeblemore may ignore effects that harm (A11). */
    int may_ignore;
    /* What a point of infamy costs, in tenths of a gold piece. */
    int infamy;
    /* By slot: what is gained when its item goes; IMPOSSIBLE if it cannot go. */
    int leave[CELLS];
    int leave_best;
};

/* ---- lines ---- */

/* Slots that would complete a line whose other two are in `m`; and all slots in line with one of
 * them. */
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

/* For a set of slots: those that complete a line of which the set has two (`done`), and all that
 * lie in line with one of the set (`near`). */
struct line_slots {
    uint16_t done, near;
};

/* Storehouses smaller than 3x3 are rare, so their lines are computed instead of looked up. */
static struct line_slots small_lines(const struct arcane_player *p, uint32_t m)
{
    struct line_slots lines = {0, 0};
    for (int i = house_lines(p) - 1; i >= 0; i--) {
        uint32_t line = house_line(p, i);
        lines.done |= (uint16_t)GAP(m, line);
        lines.near |= (uint16_t)TOUCHED(m, line);
    }
    return lines;
}

/* For 3x3 the preprocessor makes a table of all 512 sets, because it is used several times per
 * decision. `m` is a set of slots of this storehouse. */
static struct line_slots lines_of(const struct arcane_player *p, uint32_t m)
{
    static const struct line_slots square[512] = {
        ROWS64(0),   ROWS64(64),  ROWS64(128), ROWS64(192),
        ROWS64(256), ROWS64(320), ROWS64(384), ROWS64(448),
    };
    return house_size(p) == CELLS ? square[m] : small_lines(p, m);
}

/* Returns 1 if `m` has two or more bits. */
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

/* In tenths of a point; an unknown item counts as an average one. */
static int infamy_of(const struct arcane_state *s, int item)
{
    return item == ITEM_UNDECIDED ? W(UNSEEN) : item == ITEM_NONE ? 0 : 10 * s->cards.infamy[item];
}

static int in_stash(const struct mind *m, int item)
{
    return (int)(m->stash >> 3 * item & 7);
}

/* How many of each item, three bits each: more than seven alike are never held. ITEM_COUNT counts
 * fit into 64 bits. */
static uint64_t stash_counts(const struct arcane_player *p)
{
    uint64_t counts = 0;
    for (int i = 0; i < p->stash_n; i++)
        counts += (uint64_t)1 << 3 * p->stash[i];
    return counts;
}

/* The total of A8.2, in tenths of a point, hidden items taken as average ones. Sales are not taken
 * off. */
static int expected_total(const struct arcane_state *s, const struct arcane_player *p)
{
    int total = 0;
    for (uint32_t up = house_revealed(p); up; up &= up - 1)
        total += s->cards.infamy[cell_item(p->cell[bit_lowest(up)])];
    return 10 * total + W(UNSEEN) * bit_count(house_hidden(p));
}

/* The least total that is to be expected of the other players (A8.4). In tenths of a point. */
RARE static int least_total_of_others(const struct arcane_state *s, int seat)
{
    int least = 1000;
    for (int other = 0; other < s->players; other++)
        if (other != seat)
            least = int_min(least, expected_total(s, &s->player[other]));
    return least;
}

/* ---- sets ---- */

/* What selling an item does besides its gold (A2). The gift of the Egg hurts less the more players
 * share it. In tenths of a gold piece; `shared` is in parts of 256 and has an entry for each number
 * of players. */
static inline int sold_effect(const struct mind *m, int item)
{
    static const int16_t beside[ITEM_COUNT] = {
        [HAUNTED_DOLL] = ROW_OF(DOLL_GIFT),
        [FLOATING_CARPET] = ROW_OF(CARPET_CARD),
    };
    static const int16_t shared[MAX_SEATS + 1] = {0, 0, 160, 80, 53, 40, 32};
    int gift = m->s->cards.fx[FX_EGG_GOLD] * W(EGG_GIFT) * shared[m->s->players] >> 8;
    /* NOLINTNEXTLINE(*BinaryOperatorResult): every item has an entry */
    return ROW_WEIGHT(beside[item]) - (item == DRAGONS_EGG ? gift : 0);
}

/* Gold of a set with Byros and the Sword counted (A11, A1.sword). In tenths of a gold piece. A
 * Sword does not act on a set of Swords. */
static inline int set_gold(const struct mind *m, int item)
{
    const struct arcane_cards *cards = &m->s->cards;
    int gold = 10 * cards->gold[item];
    if (m->p->wizard == BYROS)
        gold += 10 * cards->fx[FX_BYROS_GOLD];
    /* A1.sword. */
    if (m->swords && item != SOVEREIGN_SWORD)
        gold = arcane_after_sword(m->s, gold);
    return gold + sold_effect(m, item);
}

/* A set sold: the gold, the infamy that goes with its cards, and three free slots. The weight of
 * SALE is in sixteenths. */
static int sale_worth(const struct mind *m, int item)
{
    return (set_gold(m, item) * W(SALE) >> 4) + 3 * m->infamy * m->s->cards.infamy[item] +
           W(CLEARED);
}

/* Two in line are worth as much of the set as its third is likely to come. `more` copies lie in the
 * stash. 0 in the last turn of the round: the third would come too late. */
static int pair_worth(const struct mind *m, int item, int more)
{
    int share = more > 0 ? W(IN_HAND) << 6 : W(THIRD) * m->count[item];
    share += item == m->offered ? W(OFFERED) << 6 : 0;
    return (set_gold(m, item) + W(CLEARED)) * share * !m->last >> 10;
}

/* The weights know points of infamy in a lap of 25; they move with the end of another lap
 * (A3.2). */
static int before_lap(const struct arcane_state *s, int infamy)
{
    return infamy + arcane_infamy_lap(s) - AN_infamy_lap;
}

/* ---- what leaves a slot ---- */

/* Uncovering the last hidden item triggers the inspection: good for the player with the least
 * total, bad for others (A8.4). As long as the round goes on, every storehouse gets better, so it
 * is not worth much early. Its worth grows with the laps: bots alone would wait for the turn cap
 * (A5.7). 0 while it cannot be triggered: somebody has already, or it is too early with two players
 * (A10.2). */
RARE static int trigger_worth(const struct mind *m)
{
    const struct arcane_state *s = m->s;
    if (s->triggered != NONE || (s->players == 2 && s->tracker < arcane_two_earliest(s)))
        return 0;
    int lead = least_total_of_others(s, m->seat) - expected_total(s, m->p);
    int worth = W(TRIGGER) + s->turns * W(TRIGGER_LAP);
    int penalty = W(TRIGGER_SHARE) * arcane_penalty(s) / AN_penalty;
    return lead >= 0 ? worth + lead * W(TRIGGER_LEAD) / 10 : worth - penalty;
}

/* Corrects what leave_hidden assumed, for the hidden items that the seat has looked at. */
RARE static void leave_known(struct mind *m)
{
    for (uint32_t hidden = m->hidden; hidden; hidden &= hidden - 1) {
        int slot = bit_lowest(hidden), item = item_seen(m->p, slot, m->seat);
        m->leave[slot] += m->infamy * (infamy_of(m->s, item) - W(UNSEEN)) / 10;
        if (item == MAGIC_BOOMERANG)
            m->leave[slot] += W(RETURN);
    }
}

/* All nine knowledge bytes at once: mostly the seat knows none. The ninth byte is joined to the
 * first; that is enough for a yes or no. */
static int knows_hidden(const struct mind *m)
{
    uint64_t known;
    memcpy(&known, m->p->known, sizeof known);
    known |= m->p->known[8];
    return (known >> m->seat & COUNTS_EVERY_BYTE) != 0;
}

/* Whether one hidden item fewer triggers the inspection (A5.6). */
static int uncovering_triggers(const struct mind *m)
{
    int allowed = arcane_trigger_hidden(m->s);
    if (allowed)
        return bit_count(m->hidden) == allowed + 1;
    return m->hidden && !several(m->hidden);
}

/* Only after leave_hidden has set the slots. */
RARE static void add_trigger(struct mind *m)
{
    int worth = trigger_worth(m);
    for (uint32_t hidden = m->hidden; hidden; hidden &= hidden - 1)
        m->leave[bit_lowest(hidden)] += worth;
}

/* Hidden items leave alike: an average infamy goes, and a slot is uncovered. Fills in every slot:
 * those without a hidden item are IMPOSSIBLE until leave_revealed. */
static void leave_hidden(struct mind *m)
{
    int worth = m->infamy * W(UNSEEN) / 10 + W(UNCOVER) + (m->s->players == 2 ? W(FIND) : 0);
    for (int slot = 0; slot < CELLS; slot++)
        m->leave[slot] = m->hidden >> slot & 1 ? worth : IMPOSSIBLE;
    if (knows_hidden(m))
        leave_known(m);
    if (uncovering_triggers(m))
        add_trigger(m);
}

/* The cost of a discard that the next player can complete a set with. A pair that lies in line
 * revealed, of just this item, is all that is looked for. */
static int feeds_next(const struct mind *m, int item)
{
    const struct arcane_state *s = m->s;
    const struct arcane_player *next = &s->player[seat_after(s, m->seat)];
    uint32_t alike = house_up(next, item);
    if (!several(alike) || !lines_of(next, alike).done)
        return 0;
    return 10 * s->cards.gold[item] * W(FEED) / 16;
}

/* The effect of a revealed item when it is replaced (A2). The default is the Feline, the only other
 * item with a bit in `effects`. */
RARE static int leave_effect(const struct mind *m, int item)
{
    const uint8_t *fx = m->s->cards.fx;
    switch (item) {
    case BOTTLED_FAIRY: return m->infamy * int_min(fx[FX_FAIRY_INFAMY], m->p->infamy);
    case INVISIBLE_RING: return m->infamy * int_min(fx[FX_RING_INFAMY], m->p->infamy);
    case MAGIC_BOOMERANG: return W(RETURN);
    case SOVEREIGN_SWORD: return several(m->swords) ? 0 : W(SWORD_GONE);
    default: return -W(FELINE_STAYS);
    }
}

/* Items that lie several times are weighed once. If the slot's item is one of a pair in line, that
 * pair is lost with it. */
static void leave_revealed(struct mind *m, uint32_t revealed)
{
    const uint32_t effects = 1u << BOTTLED_FAIRY | 1u << INVISIBLE_RING | 1u << MAGIC_BOOMERANG |
                             1u << SOVEREIGN_SWORD | 1u << FACSIMILOUS_FELINE;
    while (revealed) {
        int item = cell_item(m->p->cell[bit_lowest(revealed)]);
        uint32_t alike = house_up(m->p, item);
        revealed &= ~alike;
        int worth = m->infamy * m->s->cards.infamy[item];
        if (effects >> item & 1)
            worth += leave_effect(m, item);
        int pair = pair_worth(m, item, in_stash(m, item));
        worth -= several(alike) && lines_of(m->p, alike).done ? pair : pair * W(SEED) >> 4;
        for (; alike; alike &= alike - 1)
            m->leave[bit_lowest(alike)] = worth;
    }
}

/* In the last round, far from a lap, infamy costs little (A3.2). */
static int infamy_weight(const struct arcane_state *s, const struct arcane_player *p)
{
    int rounds = s->cards.edition == EDITION_THREE ? arcane_rounds_three(s) : s->cards.rounds;
    return rounds && s->round >= rounds && p->infamy < before_lap(s, W(LAP_NEAR)) ? W(INFAMY_SAFE)
                                                                                  : W(INFAMY);
}

/* Does not fill in `leave`: few questions need it (mind_slots). */
static void mind_open(struct mind *m, const struct arcane_state *s, int seat)
{
    m->s = s;
    m->seat = seat;
    m->p = &s->player[seat];
    m->count = arcane_counts(s);
    m->stash = stash_counts(m->p);
    m->hidden = house_hidden(m->p);
    m->playable = house_playable(m->p);
    m->felines = house_up(m->p, FACSIMILOUS_FELINE);
    m->swords = house_up(m->p, SOVEREIGN_SWORD);
    m->last = s->triggered != NONE;
    m->offered = s->discard_n ? discard_top(s) : NONE;
    m->may_ignore = m->p->wizard == MEEBLEMORE;
    m->infamy = infamy_weight(s, m->p);
}

/* leave_best is IMPOSSIBLE if no slot can be played into. */
static void mind_slots(struct mind *m)
{
    leave_hidden(m);
    leave_revealed(m, m->playable & ~m->hidden);
    m->leave_best = IMPOSSIBLE;
    for (int slot = 0; slot < CELLS; slot++)
        m->leave_best = m->leave[slot] > m->leave_best ? m->leave[slot] : m->leave_best;
}

/* ---- playing an item ---- */

/* The Three-Headed Coins of all players pay (A2). */
RARE static int coins_worth(const struct mind *m)
{
    const struct arcane_state *s = m->s;
    int coins = 0;
    for (int seat = 0; seat < s->players; seat++)
        coins += bit_count(house_up(&s->player[seat], THREE_HEADED_COIN));
    return 10 * coins * s->cards.fx[FX_COIN_GOLD];
}

/* What an item does when it is played, wherever it goes. */
struct played_row {
    /* `points` of infamy are multiplied by the effect's number. */
    int8_t flat, points;
    uint8_t fx;
};

/* Negative if it harms; 0 for an item without effect. */
static int played_worth(const struct mind *m, int item)
{
    static const struct played_row rows[ITEM_COUNT] = {
        [HYPNOTIC_TOAD] = {ROW_OF(TOAD), 0, 0},
        [OLDER_WAND] = {ROW_OF(WAND), 0, 0},
        [CRYSTAL_BALL] = {ROW_OF(PEEK), 1, FX_BALL_INFAMY},
        [BUBBLING_CAULDRON] = {0, 1, FX_CAULDRON_INFAMY},
        [SKELETOMICON] = {0, 1, FX_SKELETOMICON_INFAMY},
    };
    if (item == THREE_HEADED_COIN)
        return coins_worth(m);
    int worth =
        ROW_WEIGHT(rows[item].flat) - rows[item].points * m->infamy * m->s->cards.fx[rows[item].fx];
    worth -= item == DARK_LOTUS ? 10 * int_min(m->s->cards.fx[FX_LOTUS_GOLD], m->p->gold) : 0;
    return m->may_ignore && worth < 0 ? 0 : worth;
}

/* A2 Cursed Mirror: infamy for each revealed neighbour; edition hundred counts diagonal ones too
 * (A1.mirror). `slot` counts by the columns of this storehouse, which may be smaller than 3x3. */
static int mirror_cost(const struct mind *m, int slot)
{
    int reach = 1 + arcane_mirror_corners(m->s);
    int row = slot / m->p->cols, col = slot % m->p->cols, n = 0;
    for (uint32_t up = house_revealed(m->p) & ~(1u << slot); up; up &= up - 1) {
        int down = bit_lowest(up) / m->p->cols - row, across = bit_lowest(up) % m->p->cols - col;
        n += down * down + across * across <= reach;
    }
    return m->may_ignore ? 0 : n * m->infamy * m->s->cards.fx[FX_MIRROR_INFAMY];
}

/* An item about to be played: its worth anywhere, and what is added in slots that complete a set
 * (`done`) or lie in line with its like (`near`). */
struct feline_piece {
    int item, base, sale, pair;
    uint32_t done, near;
};

/* A6.4: a Feline completes any pair; the best one is looked for. Leaves `done` and `sale` at 0 if
 * there is no pair in line. */
RARE static void feline_lines(const struct mind *m, struct feline_piece *piece)
{
    for (uint32_t revealed = house_revealed(m->p); revealed;) {
        int item = cell_item(m->p->cell[bit_lowest(revealed)]);
        uint32_t alike = house_up(m->p, item);
        revealed &= ~alike;
        if (several(alike) && lines_of(m->p, alike).done && sale_worth(m, item) > piece->sale) {
            piece->sale = sale_worth(m, item);
            piece->done = lines_of(m->p, alike).done;
        }
    }
}

/* `more`: copies of it that stay in the stash. */
static struct feline_piece piece_of(const struct mind *m, int item, int more)
{
    struct feline_piece piece = {item, 0, 0, 0, 0, 0};
    piece.base = played_worth(m, item) - m->infamy * m->s->cards.infamy[item];
    if (item == FACSIMILOUS_FELINE) {
        feline_lines(m, &piece);
        return piece;
    }
    uint32_t alike = house_up(m->p, item) | m->felines;
    piece.pair = pair_worth(m, item, more);
    piece.base += piece.pair * W(SEED) >> 4;
    if (item == SOVEREIGN_SWORD && !m->swords)
        piece.base -= W(SWORD_GONE);
    if (!alike)
        return piece;
    struct line_slots lines = lines_of(m->p, alike);
    piece.done = lines.done;
    piece.near = lines.near & ~alike & ~lines.done;
    piece.sale = sale_worth(m, item);
    return piece;
}

/* Masks instead of branches: the bits are unpredictable. */
static int piece_worth(const struct mind *m, const struct feline_piece *piece, int slot)
{
    /* NOLINTNEXTLINE(*BinaryOperatorResult): mind_slots has filled it where it is needed */
    int worth = m->leave[slot] + piece->base;
    worth += (0 - (int)(piece->done >> slot & 1)) & piece->sale;
    worth += (0 - (int)(piece->near >> slot & 1)) & piece->pair;
    if (piece->item == CURSED_MIRROR && (m->playable >> slot & 1))
        worth -= mirror_cost(m, slot);
    return worth;
}

/* The best slot for an item. Without lines to consider it is simply the slot whose item leaves
 * best. `more` as in piece_of. Far below 0 if nothing can be played. */
static int best_play(const struct mind *m, int item, int more)
{
    struct feline_piece piece = piece_of(m, item, more);
    if (!(piece.done | piece.near) && item != CURSED_MIRROR)
        /* NOLINTNEXTLINE(*BinaryOperatorResult): as in piece_worth */
        return piece.base + m->leave_best;
    int best = IMPOSSIBLE;
    for (int slot = 0; slot < CELLS; slot++) {
        int worth = piece_worth(m, &piece, slot);
        best = worth > best ? worth : best;
    }
    return best;
}

/* ---- the questions of a turn ---- */

/* What an item in the stash is worth: part of its best play, now lost or still to come. Never below
 * 0: an item that is bad to play costs nothing in the stash. */
static int kept_worth(int best)
{
    return best > 0 ? best * W(KEEP) >> 4 : 0;
}

/* IMPOSSIBLE for no items. */
static int best_of(const struct mind *m, uint32_t items)
{
    int best = IMPOSSIBLE;
    for (; items; items &= items - 1) {
        int worth = best_play(m, bit_lowest(items), 0);
        best = worth > best ? worth : best;
    }
    return best;
}

/* The special items (A2): what using one now is worth. */
RARE static int use_worth(const struct mind *m, int item)
{
    switch (item) {
    case WIZARDS_WATCH: return best_of(m, discard_items(m->s));
    case MYSTICAL_LAMP: return W(USE_LAMP);
    case SACRED_CHALICE: return W(USE_CHALICE);
    default: return W(USE_LOCKBOX) - m->infamy * m->s->cards.fx[FX_LOCKBOX_INFAMY];
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

/* What drawing from a source is worth, less the price in the Market. An unknown card is worth an
 * average, whatever the position. */
static int draw_worth(const struct mind *m, int from)
{
    const struct arcane_state *s = m->s;
    int item, price = 0;
    if (from == DRAW_DECK && !s->top_n)
        return W(DECK);
    if (from == DRAW_DECK)
        item = s->pile[PILE_MAX - s->top_n];
    else if (from == DRAW_DISCARD)
        item = discard_top(s);
    else
        item = s->market[from - DRAW_MARKET],
        price = 10 * arcane_market_price(s, from - DRAW_MARKET);
    int copies = in_stash(m, item);
    if (items_with(WHEN_SPECIAL) >> item & 1)
        return use_worth(m, item) - price;
    return best_play(m, item, copies) + (copies ? W(SAME) : 0) - price;
}

/* ---- the best answer so far ---- */

/* The best worth so far and all answers that have it. `each` may be NULL. `ties` is 0 until the
 * first answer was entered. */
struct greedy_race {
    int best;
    uint64_t ties;
    int *each;
};

static inline void enter(struct greedy_race *race, int answer, int worth)
{
    uint64_t bit = (uint64_t)1 << answer;
    if (race->each)
        race->each[answer] = worth;
    race->ties = worth > race->best ? bit : race->ties | (worth == race->best ? bit : 0);
    race->best = worth > race->best ? worth : race->best;
}

/* ---- other players ---- */

/* Values the lines that lack one item. */
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

/* The best player to harm is rich and has much to lose; the best one to give something is the
 * opposite. In no fixed unit: only comparisons of targets for one cause count. */
static int target_worth(const struct mind *m, int other)
{
    const struct arcane_state *s = m->s;
    const struct arcane_player *p = &s->player[other];
    switch (s->at.cause) {
    case DRAGONS_EGG: return -p->gold - (house_up(p, SOVEREIGN_SWORD) ? 0 : 10);
    case SACRED_CHALICE: return 20 * p->stash_n + p->gold;
    case HYPNOTIC_TOAD: return other == m->seat ? W(TOAD_OWN) : open_pairs(m, p) + p->gold / 4;
    default: return open_pairs(m, p) + p->gold;
    }
}

/* Items that lie revealed twice or more: all a Toad can make or break. */
struct twins {
    int n;
    /* One more than there can be pairs; see twins_of. */
    uint32_t slots[CELLS / 2 + 1];
    int worth[CELLS / 2 + 1];
};

/* A single item is written after the last pair and not counted, so there must be room for one
 * more. */
static struct twins twins_of(const struct mind *m, const struct arcane_player *p)
{
    struct twins twins = {0};
    for (uint32_t revealed = house_revealed(p); revealed;) {
        int item = cell_item(p->cell[bit_lowest(revealed)]);
        uint32_t alike = house_up(p, item);
        revealed &= ~alike;
        twins.slots[twins.n] = alike;
        twins.worth[twins.n] = 10 + 10 * m->s->cards.gold[item];
        twins.n += several(alike);
    }
    return twins;
}

/* Slots of a pair that are both swapped stay a pair, so only a single one moves. */
static int twins_after_swap(const struct arcane_player *p, const struct twins *twins, uint32_t swap)
{
    int worth = 0;
    for (int i = 0; i < twins->n; i++) {
        uint32_t slots = twins->slots[i], one = slots & swap;
        if (one && !several(one))
            slots ^= swap;
        worth += lines_of(p, slots).done ? twins->worth[i] : 0;
    }
    return worth;
}

/* A Toad breaks the pairs of others and improves one's own storehouse. Without a pair all swaps are
 * alike, so all answers tie. */
static void weigh_swaps(const struct mind *m, uint64_t answers, struct greedy_race *race)
{
    const struct arcane_player *p = &m->s->player[m->s->at.target];
    struct twins twins = twins_of(m, p);
    int sign = p == m->p ? 1 : -1;
    if (!twins.n) {
        race->ties = answers;
        return;
    }
    for (; answers; answers &= answers - 1) {
        int pair = bit_lowest(answers);
        uint32_t swap = 1u << pair_first(pair) | 1u << pair_second(pair);
        enter(race, pair, sign * twins_after_swap(p, &twins, swap));
    }
}

/* A sold Doll is best placed where its new owner loses the third slot of a pair (A7.6). */
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

/* Pandora's Lockbox: what the item is worth here, and what it was worth to its owner. */
static int theirs_worth(const struct mind *m, int slot)
{
    const struct arcane_player *p = &m->s->player[m->s->at.target];
    int item = cell_item(p->cell[slot]);
    struct feline_piece piece = piece_of(m, item, in_stash(m, item));
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

/* A diagonal was sold: values the pairs that the storehouse has after closing up this way (A6.6).
 * On a copy of the storehouse. */
static int slide_worth(const struct mind *m, int down)
{
    struct arcane_player p = *m->p;
    house_close_up(&p, house_line(m->p, m->s->at.line), down ? 2 : 3, down ? 3 : 2, down);
    return open_pairs(m, &p);
}

/* Meeblemore may ignore the effect, so it is compared with no effect (A7.10). `plain` may not
 * ignore, or the cost would already be counted as 0. */
static int effect_worth(const struct mind *m, int ignore)
{
    struct mind plain = *m;
    int slot = m->s->at.slot, item = cell_item(m->p->cell[slot]);
    plain.may_ignore = 0;
    if (ignore)
        return 0;
    return item == CURSED_MIRROR ? -mirror_cost(&plain, slot) : played_worth(&plain, item);
}

/* Compares losing gold with getting infamy; a lap must be avoided at any price. */
static int cauldron_worth(const struct mind *m, int infamy)
{
    const uint8_t *fx = m->s->cards.fx;
    if (!infamy)
        return -10 * int_min(fx[FX_CAULDRON_GOLD], m->p->gold);
    return m->p->infamy + fx[FX_CAULDRON_INFAMY] >= arcane_infamy_lap(m->s)
               ? -200
               : -m->infamy * fx[FX_CAULDRON_INFAMY];
}

/* Points above a threshold may cost a fine before the next bribe (A3.2, A8.5). Below the threshold
 * a point only costs gold. */
static int bribe_worth(const struct mind *m, int points)
{
    int above = m->p->infamy - points - before_lap(m->s, W(BRIBE_FROM));
    return -10 * arcane_bribe_price(m->s) * points - (above > 0 ? above * W(BRIBE_EACH) : 0);
}

/* Paying Dafana is worth most when an inspection is near. The points lost count double where they
 * may save a fine soon. */
static int dafana_worth(const struct mind *m, int pass)
{
    const uint8_t *fx = m->s->cards.fx;
    int near = m->s->phase == PHASE_INSPECTION || m->last;
    int lost = int_min(fx[FX_DAFANA_INFAMY], m->p->infamy);
    int each =
        m->p->infamy > before_lap(m->s, W(BRIBE_FROM)) && near ? 2 * W(BRIBE_EACH) : m->infamy;
    return pass ? 0 : lost * each - 10 * fx[FX_DAFANA_GOLD];
}

static int hidden_cost(const struct mind *m, int slot)
{
    return infamy_of(m->s, item_seen(m->p, slot, m->seat));
}

/* Values answers to questions that come less than once a turn. `answer` is one of the question that
 * is asked now. */
static int rare_worth(const struct mind *m, int answer)
{
    switch (m->s->question) {
    case Q_EFFECT: return effect_worth(m, answer);
    case Q_PEEK: return item_seen(m->p, answer, m->seat) == ITEM_UNDECIDED;
    case Q_CAULDRON: return cauldron_worth(m, answer);
    case Q_TARGET: return target_worth(m, answer);
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
    /* Reveal: nothing is known yet. */
    default: return 0;
    }
}

/* ---- the best answer ---- */

/* Each item of the stash: played, discarded or used. Every item of the stash may be discarded, so
 * items are read from those answers. */
static void weigh_acts(struct mind *m, uint64_t answers, struct greedy_race *race)
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
static void weigh_keeps(struct mind *m, uint64_t answers, struct greedy_race *race)
{
    for (; answers; answers &= answers - 1) {
        int item = bit_lowest(answers);
        int best = m->playable ? best_play(m, item, in_stash(m, item) - 1) : 0;
        int use = items_with(WHEN_SPECIAL) >> item & 1 ? use_worth(m, item) : 0;
        enter(race, item, discard_worth(m, item, best > use ? best : use));
    }
}

/* Only for an item that is being played; a Doll is weighed by doll_worth. */
static void weigh_slots(struct mind *m, uint64_t answers, struct greedy_race *race)
{
    struct feline_piece piece = piece_of(m, m->s->at.played, in_stash(m, m->s->at.played));
    for (; answers; answers &= answers - 1)
        enter(race, bit_lowest(answers), piece_worth(m, &piece, bit_lowest(answers)));
}

static void weigh_each(const struct mind *m, uint64_t answers, struct greedy_race *race)
{
    int draw = m->s->question == Q_DRAW;
    for (; answers; answers &= answers - 1) {
        int answer = bit_lowest(answers);
        enter(race, answer, draw ? draw_worth(m, answer) : rare_worth(m, answer));
    }
}

/* Only questions about slots need the worth of every slot. */
static void weigh(const struct arcane_state *s, int seat, uint64_t answers,
                  struct greedy_race *race)
{
    const uint32_t about_slots =
        1u << Q_DRAW | 1u << Q_ACT | 1u << Q_KEEP | 1u << Q_SLOT | 1u << Q_TAKE;
    struct mind m;
    if (s->question == Q_REVEAL) {
        race->ties = answers;
        return;
    }
    mind_open(&m, s, seat);
    if (about_slots >> s->question & 1)
        mind_slots(&m);
    if (s->question == Q_ACT)
        weigh_acts(&m, answers, race);
    else if (s->question == Q_SLOT && s->at.played != NONE)
        weigh_slots(&m, answers, race);
    else if (s->question == Q_KEEP)
        weigh_keeps(&m, answers, race);
    else if (s->question == Q_SWAP)
        weigh_swaps(&m, answers, race);
    else
        weigh_each(&m, answers, race);
}

/* Ties are broken at random, each answer with the same chance. */
static int one_of(uint64_t answers, uint64_t *luck)
{
    if (!(answers & (answers - 1)))
        return bit_lowest(answers);
    return pick_answer(answers, luck);
}

/* A single answer needs no weighing, which simulated games meet often. */
int arcane_greedy_pick(const void *state, int seat, uint64_t answers, uint64_t *luck)
{
    struct greedy_race race = {INT32_MIN, 0, NULL};
    if (answers & (answers - 1))
        weigh((const struct arcane_state *)state, seat, answers, &race);
    else
        race.ties = answers;
    return one_of(race.ties, luck);
}

void arcane_weigh(const struct arcane_state *s, int seat, uint64_t answers, int each[64])
{
    struct greedy_race race = {INT32_MIN, 0, each};
    memset(each, 0, 64 * sizeof each[0]);
    weigh(s, seat, answers, &race);
}

int arcane_lines_up(const struct arcane_state *s, int seat, int item, uint32_t slots)
{
    struct mind m;
    mind_open(&m, s, seat);
    struct feline_piece piece = piece_of(&m, item, 0);
    slots &= m.playable;
    return slots & piece.done ? 2 : (slots & piece.near) != 0;
}
