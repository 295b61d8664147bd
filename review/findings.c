/* Writes what a review has found as a text, and takes it again; see findings.h. */
#include "review/findings.h"

#include "engine/version.h"
#include "review/inside.h"
#include "wire/hex.h"

/* ---- the sum of all positions, by which damage is noticed ---- */

/* A position as it is kept: what identifies it, and what was found there. Numbers have eight bytes,
 * so that the sum covers no gaps. */
struct review_row {
    int64_t move, seat, chosen;
    uint8_t found[REVIEW_FOUND];
};

_Static_assert(sizeof(struct review_row) == 24 + REVIEW_FOUND, "it has no gaps");

static uint64_t sum_with(uint64_t sum, const struct review_row *row)
{
    uint64_t word[2] = {sum, hash_bytes(row, sizeof *row)};
    return hash_bytes(word, sizeof word);
}

/* ---- writing ---- */

static void write_row(struct writer *w, const struct review_row *row)
{
    write_begin(w, '[');
    write_number(w, row->move);
    write_number(w, row->seat);
    write_number(w, row->chosen);
    write_hex(w, row->found, REVIEW_FOUND);
    write_end(w, ']');
}

/* Members that say what it was made of. A reader compares them with its own. */
static void write_origin(struct writer *w, const struct review_pieces *p,
                         const uint8_t record[COMMIT_BYTES])
{
    write_member_number(w, "review", REVIEW_NUMBER);
    write_member_string(w, "charlatan", CHARLATAN_VERSION);
    write_member_hex(w, "record", record, COMMIT_BYTES);
    write_member_hash(w, "weights", p->scales.outlook->weights());
    write_member_number(w, "seed", (int64_t)p->scales.seed);
    write_member_number(w, "samples", p->samples);
}

/* A review whose samples were cut is not kept: another run would find something else, and whoever
 * recalls it could not tell. */
void review_keep(const struct review_pieces *p, const uint8_t record[COMMIT_BYTES],
                 struct writer *w)
{
    uint64_t sum = 0;
    MUST(!p->walk.cut);
    write_begin(w, '{');
    write_origin(w, p, record);
    write_key(w, "found");
    write_begin(w, '[');
    for (uint32_t i = 0; i < p->walk.points; i++) {
        const struct review_point *point = &p->walk.point[i];
        struct review_row row = {
            .move = point->move, .seat = point->view.seat, .chosen = point->chosen};
        review_found(p, i, row.found);
        sum = sum_with(sum, &row);
        write_row(w, &row);
    }
    write_end(w, ']');
    write_member_hash(w, "sum", sum);
    write_end(w, '}');
}

/* ---- reading ---- */

static int is_same_member(const json_t *root, const json_t *own, const char *key)
{
    return json_equal(json_object_get(root, key), json_object_get(own, key));
}

/* Writes the own origin and compares it member by member, so a new member of it can never be
 * forgotten here. */
static int has_same_origin(const json_t *root, const struct review_pieces *p,
                           const uint8_t record[COMMIT_BYTES])
{
    struct writer w = {0};
    const char *key;
    json_t *value;
    int same = 1;
    write_begin(&w, '{');
    write_origin(&w, p, record);
    write_end(&w, '}');
    json_t *own = json_loadb(w.at, w.n, 0, NULL);
    json_object_foreach(own, key, value)
        same &= is_same_member(root, own, key);
    same &= own != NULL;
    json_decref(own);
    writer_free(&w);
    return same;
}

/* Returns 0, or -1 if it is not what write_row writes. */
static int read_row(const json_t *from, struct review_row *row)
{
    row->move = json_integer_value(json_array_get(from, 0));
    row->seat = json_integer_value(json_array_get(from, 1));
    row->chosen = json_integer_value(json_array_get(from, 2));
    return hex_read_json(json_array_get(from, 3), row->found, REVIEW_FOUND);
}

/* Rows are read as they come; a list that was cut short has another sum. */
static int is_whole(const json_t *root)
{
    const json_t *list = json_object_get(root, "found");
    uint64_t sum = 0, said;
    struct review_row row;
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (read_row(json_array_get(list, i), &row) < 0)
            return 0;
        sum = sum_with(sum, &row);
    }
    return hash_read_json(json_object_get(root, "sum"), &said) == 0 && said == sum;
}

static int is_of(const struct review_row *row, const struct review_point *point)
{
    return row->move == point->move && row->seat == point->view.seat &&
           row->chosen == point->chosen;
}

/* Both are in the order of the record; a text may have positions of seats that are not wanted.
 * Returns -1 if not every wanted position was found, or if one has values that point_weigh cannot
 * find. */
static int take_all(struct review_pieces *p, const json_t *list)
{
    uint32_t position = 0;
    struct review_row row;
    for (size_t i = 0; i < json_array_size(list) && position < p->walk.points; i++)
        if (read_row(json_array_get(list, i), &row) == 0 && is_of(&row, &p->walk.point[position]) &&
            review_take(p, position++, row.found) < 0)
            return -1;
    return position == p->walk.points ? 0 : -1;
}

/* After -1 some positions may have been taken; valuing them anew overwrites that. The text may come
 * from anywhere: the sum shows damage, not forgery. */
int review_recall(struct review_pieces *p, const uint8_t record[COMMIT_BYTES], const char *text,
                  size_t n)
{
    json_t *root = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
    int taken = -1;
    if (root && has_same_origin(root, p, record) && is_whole(root))
        taken = take_all(p, json_object_get(root, "found"));
    json_decref(root);
    return taken;
}
