/* Compares names as people see them; see alike.h. "Ian" is like "IAN" as it is read, and like "lan"
 * as it is seen. */
#include "match/alike.h"

#include <strings.h>

#include "bots/names.h"
#include "match/entry.h"
#include "match/host.h"
#include "match/keys.h"
#include "match/match.h"
#include "match/name_inside.h"
#include "match/refusals.h"
#include "wire/refuse.h"
#include "wire/shown.h"

/* ---- letters without marks ---- */

/* The letter at a place of a list, unless there is a dot. */
static uint32_t listed(const char *letters, uint32_t place, uint32_t c)
{
    return letters[place] == '.' ? c : (uint32_t)letters[place];
}

/* Each letter of the tables is the one that is left of the character without its mark or stroke; a
 * dot: the character stays as it is. */
static uint32_t latin_without_mark(uint32_t c)
{
    /* From U+00C0 and from U+1E00 on. */
    static const char first[] =
        "AAAAAA.CEEEEIIIIDNOOOOO.OUUUUY..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yAaAaAaCcCcCcCcDd"
        "DdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi..JjKkkLlLlLl..LlNnNnNnnNnOoOoOo..RrRrRrSsSsSs"
        "SsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzfbBBb...CcDDDd....FfG..IIKkl..NnOOo..Pp.Ss..tTtTU"
        "u.VYyZz.........l............AaIiOoUuUuUuUuUu.AaAa..GgGgKkOoOo..j...Gg..NnAa...."
        "AaAaEeEeIiIiOoOoRrRrUuUuSsTt..Hh.d..ZzAaEeOoOoOoOoYylntj..ACcLTsz..BU.EeJjQqRrYy";
    static const char second[] =
        "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOo"
        "OoOoPpPpRrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwya.ff.."
        "AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUu"
        "UuYyYyYyYy....Yy";
    if (c >= 0xc0 && c < 0xc0 + sizeof first - 1)
        return listed(first, c - 0xc0, c);
    if (c >= 0x1e00 && c < 0x1e00 + sizeof second - 1)
        return listed(second, c - 0x1e00, c);
    return c;
}

/* Old Greek accents: every sixteen characters have one letter, but for one row, which has seven. */
static uint32_t old_greek_without_mark(uint32_t c)
{
    static const uint16_t rows[16] = {0x3b1, 0x3b5, 0x3b7, 0x3b9, 0x3bf, 0x3c5, 0x3c9, 0,
                                      0x3b1, 0x3b7, 0x3c9, 0x3b1, 0x3b7, 0x3b9, 0x3c5, 0x3c9};
    static const uint16_t mixed[8] = {0x3b1, 0x3b5, 0x3b7, 0x3b9, 0x3bf, 0x3c5, 0x3c9, 0x3c9};
    uint32_t row = c >> 4 & 15;
    return rows[row] ? rows[row] : mixed[c >> 1 & 7];
}

/* Characters that are not here stay as they are. */
static uint32_t without_mark(uint32_t c)
{
    static const uint16_t others[][2] = {
        {0x386, 0x391}, {0x388, 0x395}, {0x389, 0x397}, {0x38a, 0x399}, {0x38c, 0x39f},
        {0x38e, 0x3a5}, {0x38f, 0x3a9}, {0x390, 0x3b9}, {0x3aa, 0x399}, {0x3ab, 0x3a5},
        {0x3ac, 0x3b1}, {0x3ad, 0x3b5}, {0x3ae, 0x3b7}, {0x3af, 0x3b9}, {0x3b0, 0x3c5},
        {0x3c2, 0x3c3}, {0x3ca, 0x3b9}, {0x3cb, 0x3c5}, {0x3cc, 0x3bf}, {0x3cd, 0x3c5},
        {0x3ce, 0x3c9}, {0x400, 0x415}, {0x401, 0x415}, {0x403, 0x413}, {0x407, 0x406},
        {0x40c, 0x41a}, {0x40d, 0x418}, {0x40e, 0x423}, {0x419, 0x418}, {0x439, 0x438},
        {0x450, 0x435}, {0x451, 0x435}, {0x453, 0x433}, {0x457, 0x456}, {0x45c, 0x43a},
        {0x45d, 0x438}, {0x45e, 0x443},
    };
    if (c >= 0x1f00 && c < 0x2000)
        return old_greek_without_mark(c);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i][0] == c)
            return others[i][1];
    return latin_without_mark(c);
}

/* For the scripts that people's names mostly have; Unicode's full table would be larger than all of
 * this. */
static uint32_t small(uint32_t c)
{
    static const struct {
        uint16_t first, last, more;
    } range[] = {
        {'A', 'Z', 32},     {0xc0, 0xd6, 32},   {0xd8, 0xde, 32},   {0x391, 0x3a9, 32},
        {0x400, 0x40f, 80}, {0x410, 0x42f, 32}, {0x4c0, 0x4c0, 15}, {0x531, 0x556, 48},
    };
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
        if (c >= range[i].first && c <= range[i].last)
            return c + range[i].more;
    /* Here capitals and small letters take turns. */
    int turns = (c >= 0x100 && c < 0x130) || (c >= 0x460 && c < 0x482) ||
                (c >= 0x48a && c < 0x4c0) || (c >= 0x4d0 && c < 0x530);
    return turns ? c | 1 : c;
}

/* ---- letters in other dress ---- */

/* Letters of mathematics: thirteen alphabets, then Greek ones, then digits. */
static uint32_t out_of_formula(uint32_t c)
{
    uint32_t n = (c - 0x1d400) % 52, greek = (c - 0x1d6a8) % 58;
    if (c >= 0x1d7ce)
        return '0' + (c - 0x1d7ce) % 10;
    if (c >= 0x1d6a8)
        return greek < 25 ? 0x391 + greek : greek > 25 && greek < 51 ? 0x397 + greek : c;
    if (c >= 0x1d6a4)
        return c == 0x1d6a4 ? 'i' : 'j';
    return n < 26 ? 'A' + n : 'a' + n - 26;
}

/* Full width, formulas, circles, squares, brackets, Roman numbers. Such letters come from
 * generators of fancy names and are read as the plain ones. */
static uint32_t undressed(uint32_t c)
{
    static const struct {
        uint32_t first, last, letter;
    } range[] = {
        {0xff01, 0xff5e, '!'},   {0x24b6, 0x24cf, 'A'},   {0x24d0, 0x24e9, 'a'},
        {0x249c, 0x24b5, 'a'},   {0x1f110, 0x1f129, 'A'}, {0x1f130, 0x1f149, 'A'},
        {0x1f150, 0x1f169, 'A'}, {0x1f170, 0x1f189, 'A'}, {0x2460, 0x2468, '1'},
        {0x2074, 0x2079, '4'},   {0x2080, 0x2089, '0'},   {0xb2, 0xb3, '2'},
        {0xb9, 0xb9, '1'},       {0x2070, 0x2070, '0'},   {0xab70, 0xabbf, 0x13a0},
        {0x1f1e6, 0x1f1ff, 'A'},
    };
    static const char roman[] = "I...V....X..LCDMi...v....x..lcdm";
    if (c >= 0x1d400 && c < 0x1d800)
        return out_of_formula(c);
    if (c >= 0x2160 && c < 0x2180)
        return listed(roman, c - 0x2160, c);
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
        if (c >= range[i].first && c <= range[i].last)
            return range[i].letter + c - range[i].first;
    return c;
}

/* ---- skeletons ---- */

static int has(const char *characters, uint32_t c)
{
    for (uint32_t one; (one = character_read(&characters));)
        if (one == c)
            return 1;
    return 0;
}

/* What the character looks like, or NULL. */
static const char *looks(uint32_t c)
{
    static const struct {
        const char *like, *characters;
    } rows[] = {
#define ALIKE(like, characters) {like, characters},
#include "match/alike.def"
#undef ALIKE
    };
    /* Most names are ASCII, and these are all that such a row has. */
    if (c < 0x80 && !strchr("01I|`", (int)c))
        return NULL;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (has(rows[i].characters, c))
            return rows[i].like;
    return NULL;
}

/* Two letters that look like one. */
static int melts(struct name_skeleton *s, uint32_t c)
{
    uint32_t *last = s->n ? &s->at[s->n - 1] : NULL;
    if (!last || !((*last == 'r' && c == 'n') || (*last == 'v' && c == 'v')))
        return 0;
    *last = c == 'n' ? 'm' : 'w';
    return 1;
}

/* What has no room is left out: names are bounded by bytes, so only a look of several letters can
 * get there. */
static void put(struct name_skeleton *s, uint32_t c)
{
    if (s->n < MATCH_NAME)
        s->at[s->n++] = c;
}

/* AS_READ takes the small letter first, AS_SEEN the letter as it stands: a capital I looks like l,
 * a small i does not. */
static void put_look(struct name_skeleton *s, uint32_t c, enum name_look_way way)
{
    c = way == AS_READ ? small(c) : c;
    const char *like = looks(c);
    if (!like && !melts(s, small(c)))
        put(s, small(c));
    while (like && *like) {
        c = character_read(&like);
        if (!melts(s, c))
            put(s, c);
    }
}

static int is_punctuation(uint32_t c)
{
    static const struct {
        uint16_t first, last;
    } range[] = {
        {'!', '/'},       {':', '@'},       {'[', '`'},       {'{', '~'},       {0xa1, 0xbf},
        {0xd7, 0xd7},     {0xf7, 0xf7},     {0x2b9, 0x2df},   {0x2e5, 0x2ff},   {0x384, 0x387},
        {0x55a, 0x55f},   {0x589, 0x58a},   {0x2010, 0x2027}, {0x2030, 0x205e}, {0x2200, 0x22ff},
        {0x2e00, 0x2e7f}, {0x3001, 0x3004}, {0x3008, 0x301f}, {0x30fb, 0x30fb}, {0xa788, 0xa78a},
        {0xfe10, 0xfe6f}, {0xff61, 0xff65},
    };
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
        if (c >= range[i].first && c <= range[i].last)
            return 1;
    return 0;
}

/* "Alice." is read as Alice. What is punctuation alone stays. */
static void strip(struct name_skeleton *s)
{
    int from = 0, to = s->n;
    while (from < to && is_punctuation(s->at[from]))
        from++;
    while (to > from && is_punctuation(s->at[to - 1]))
        to--;
    if (from == to)
        return;
    memmove(s->at, s->at + from, (size_t)(to - from) * sizeof s->at[0]);
    s->n = to - from;
}

/* Marks and invisible characters count in no way. AS_SPELT keeps blanks and punctuation. */
static void skeleton_of(struct name_skeleton *s, const char *name, enum name_look_way way)
{
    s->n = 0;
    for (uint32_t c; (c = character_read(&name));) {
        if (character_is_mark(c) || character_is_invisible(c))
            continue;
        if (way == AS_SPELT)
            put(s, small(without_mark(c)));
        else if (!character_is_space(c))
            put_look(s, without_mark(undressed(c)), way);
    }
    if (way != AS_SPELT)
        strip(s);
}

/* To compare one name with many: its skeletons are made once. */
void look_at(struct name_look *look, const char *name)
{
    for (int way = 0; way < LOOK_WAYS; way++)
        skeleton_of(&look->way[way], name, (enum name_look_way)way);
}

/* An empty skeleton is like nothing, not even another one. */
static int is_same(const struct name_look *look, const char *name, enum name_look_way way)
{
    struct name_skeleton other;
    const struct name_skeleton *own = &look->way[way];
    skeleton_of(&other, name, way);
    return own->n && own->n == other.n &&
           memcmp(own->at, other.at, (size_t)own->n * sizeof own->at[0]) == 0;
}

int looks_like(const struct name_look *look, const char *name)
{
    return is_same(look, name, AS_READ) || is_same(look, name, AS_SEEN);
}

int is_spelt_like(const struct name_look *look, const char *name)
{
    return is_same(look, name, AS_SPELT);
}

/* ---- scripts ---- */

enum name_script { SCRIPT_NONE, LATIN, GREEK, CYRILLIC, ARMENIAN, CHEROKEE, LISU, COPTIC, OTHER };

/* Chinese, Japanese and Korean are written with Latin words among them, and nothing in them looks
 * like one. In all others something does, if only a digit; what is in no row has no letters, or
 * stands in each script. */
static enum name_script script_of(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        uint8_t script;
    } range[] = {
        {'A', 'Z', LATIN},          {'a', 'z', LATIN},          {0xc0, 0xd6, LATIN},
        {0xd8, 0xf6, LATIN},        {0xf8, 0x2af, LATIN},       {0x370, 0x373, GREEK},
        {0x376, 0x377, GREEK},      {0x37b, 0x37d, GREEK},      {0x37f, 0x37f, GREEK},
        {0x386, 0x386, GREEK},      {0x388, 0x3e1, GREEK},      {0x3e2, 0x3ef, COPTIC},
        {0x3f0, 0x3ff, GREEK},      {0x400, 0x481, CYRILLIC},   {0x48a, 0x52f, CYRILLIC},
        {0x378, 0x379, OTHER},      {0x380, 0x383, OTHER},      {0x530, 0x530, OTHER},
        {0x531, 0x587, ARMENIAN},   {0x58b, 0x10ff, OTHER},     {0x1200, 0x139f, OTHER},
        {0x13a0, 0x13fd, CHEROKEE}, {0x13fe, 0x167f, OTHER},    {0x1681, 0x180a, OTHER},
        {0x1810, 0x1aaf, OTHER},    {0x1b00, 0x1c7f, OTHER},    {0x1c80, 0x1c88, CYRILLIC},
        {0x1c89, 0x1ccf, OTHER},    {0x1d00, 0x1d25, LATIN},    {0x1e00, 0x1eff, LATIN},
        {0x1f00, 0x1fff, GREEK},    {0x2c00, 0x2c5f, OTHER},    {0x2c60, 0x2c7f, LATIN},
        {0x2c80, 0x2cff, COPTIC},   {0x2d00, 0x2ddf, OTHER},    {0xa4d0, 0xa4f7, LISU},
        {0xa500, 0xa63f, OTHER},    {0xa640, 0xa69f, CYRILLIC}, {0xa6a0, 0xa6ff, OTHER},
        {0xa722, 0xa7ff, LATIN},    {0xa800, 0xa95f, OTHER},    {0xa980, 0xab2f, OTHER},
        {0xab30, 0xab64, LATIN},    {0xabc0, 0xabff, OTHER},    {0xfb00, 0xfb06, LATIN},
        {0xfb13, 0xfdff, OTHER},    {0xfe70, 0xfefe, OTHER},    {0x10000, 0x16fdf, OTHER},
        {0x1bc00, 0x1bcaf, OTHER},  {0x1d000, 0x1d3ff, OTHER},  {0x1d800, 0x1efff, OTHER},
    };
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
        if (c >= range[i].first && c <= range[i].last)
            return (enum name_script)range[i].script;
    return SCRIPT_NONE;
}

/* Blanks, punctuation and pictures end a word; digits do not. */
static int ends_word(uint32_t c)
{
    int digit = c >= '0' && c <= '9';
    return character_is_space(c) || (c < 0x80 && !digit && script_of(c) == SCRIPT_NONE) ||
           (c >= 0x2010 && c < 0x2c00) || c >= 0x1f000;
}

/* Within a word only: a name may have a word of each. Letters of flags belong to no script. */
int name_mixes_scripts(const char *name)
{
    enum name_script word = SCRIPT_NONE;
    for (uint32_t c; (c = character_read(&name));) {
        int flag = c >= 0x1f1e6 && c <= 0x1f1ff;
        c = undressed(c);
        enum name_script script = flag ? SCRIPT_NONE : script_of(c);
        if (flag || ends_word(c))
            word = SCRIPT_NONE;
        else if (script && word && script != word)
            return 1;
        word = script ? script : word;
    }
    return 0;
}

/* ---- at a table ---- */

/* Before the start a bot gives way to a person who takes its name: it gets another. */
static int gives_way(const struct match *m, const struct match_seat *s, const char *name)
{
    return s->kind == SEAT_BOT && m->phase == MATCH_WAITING && strcasecmp(s->name, name) == 0;
}

/* Bots have a name in each language. */
static int seat_looks_like(const struct match_seat *s, const struct name_look *look)
{
    return s->kind != SEAT_EMPTY &&
           (looks_like(look, s->name) ||
            (s->kind == SEAT_BOT && looks_like(look, bot_name_in_german(s->name))));
}

/* Whether another seat, or somebody who asks for one, has such a name. `but` is a seat that does
 * not count, the person's own; -1: none. */
static int is_taken(const struct match *m, int but, const char *name)
{
    struct name_look look;
    look_at(&look, name);
    for (int seat = 0; seat < m->players; seat++) {
        const struct match_knock *k = match_knock_at(m, seat);
        if (seat == but)
            continue;
        if (seat_looks_like(&m->seat[seat], &look) && !gives_way(m, &m->seat[seat], name))
            return 1;
        if (k && looks_like(&look, k->name))
            return 1;
    }
    return 0;
}

/* Returns 0, or -1 with the reason. */
int name_may_be_taken(const struct match *m, const struct entry *e, struct refusal *why)
{
    int own = match_seat_of(m, e->token) == e->seat;
    /* Whoever changes a nonce keeps a name that an older version allowed. */
    if (own && strcmp(m->seat[e->seat].name, e->name) == 0)
        return 0;
    return is_taken(m, e->seat, e->name) ? because(why, ROW(name_alike)) : 0;
}

/* There are more numbers than seats and knocks together, so a free one is found. */
void match_guest_name(const struct match *m, char name[MATCH_NAME + 1])
{
    strcpy(name, "Guest");
    for (int i = 2; is_taken(m, -1, name) && i <= 2 * MAX_SEATS + 1; i++)
        snprintf(name, MATCH_NAME + 1, "Guest %d", i);
}
