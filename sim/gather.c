/* Bringing together what the ranks have. Each rank sends, in this order: its head, its sums, its
 * kept games, and later its lines deal by deal; rank 0 asks one after the other. */
#include <errno.h>
#include <stdlib.h>

#include "sim/crew.h"
#include "sim/lines.h"
#include "sim/plan.h"
#include "sim/ranks.h"
#include "sim/sums.h"

/* What a rank sends first: how much of everything follows. Sent as its bytes, so it holds no
 * pointers. */
struct gather_head {
    /* Deals played, and deals handed in for the lines, even if with no lines. */
    int64_t deals, lined;
    /* `kept` is a number of games, the other two are flags. */
    int32_t interrupted, kept, lines_lost, holes;
    struct sim_failure failure;
};

/* ---- other ranks ---- */

/* The pointer to the moves is sent with the struct and means nothing there; the moves follow. */
static void send_kept(const struct sim_record *k)
{
    ranks_send(k, sizeof *k);
    ranks_send(k->moves.at, k->moves.n * sizeof k->moves.at[0]);
}

/* Sends as many texts as were announced; lost ones are sent empty. A text that cannot be read back
 * is sent with length 0: rank 0 waits for exactly so many messages. */
static void send_lines(FILE *lines, int64_t deals)
{
    rewind(lines);
    for (; deals > 0; deals--) {
        size_t n = 0;
        char *text = lines_next(lines, &n);
        ranks_send(text, n);
        free(text);
    }
}

/* Ranks are copies of one program on machines of one kind, so structs are sent as their bytes. The
 * order is the protocol: receive_all reads the same messages in the same order, and nothing in them
 * says which is which. */
static void send_all(const struct sim_plan *p, struct sim_harvest *h)
{
    struct gather_head head = {h->results.deals, h->lined, h->interrupted, h->kept.n,
                               h->lines_lost,    h->holes, h->failure};
    struct sim_sum_part part[SUM_PARTS];
    ranks_send(&head, sizeof head);
    for (int i = 0; i < p->settings; i++) {
        const struct by_table *by = &h->results.by[i];
        int n = sums_parts(p, h->results.setting, i, part);
        for (int k = 0; k < n; k++)
            ranks_send(part[k].at, sum_part_bytes(&part[k]));
        ranks_send(by->at, (size_t)by->n * sizeof by->at[0]);
    }
    for (int i = 0; i < h->kept.n; i++)
        send_kept(&h->kept.at[i]);
}

/* What was sent is rank 0's: the next part begins at nothing. Without this the next part would send
 * the same deals once more. */
static void forget_all(const struct sim_plan *p, struct sim_harvest *h)
{
    sums_clear(p, h->results.setting);
    for (int i = 0; i < p->settings; i++)
        by_free(&h->results.by[i]);
    shelf_free(&h->kept);
    h->results.deals = 0;
}

/* ---- rank 0 ---- */

/* In the order of send_all. The part lists agree without being sent: they follow from the plan,
 * which all ranks have. */
static void receive_sums(const struct sim_plan *p, int from, struct sim_results *r)
{
    struct sim_sum_part part[SUM_PARTS];
    size_t bytes;
    for (int i = 0; i < p->settings; i++) {
        int n = sums_parts(p, r->setting, i, part);
        for (int k = 0; k < n; k++) {
            void *sums = ranks_receive(from, &bytes);
            sum_part_add(&part[k], sums);
            free(sums);
        }
        struct by_table by = {.at = ranks_receive(from, &bytes)};
        by.n = (int)(bytes / sizeof by.at[0]);
        by_merge(&r->by[i], &by);
        by_free(&by);
    }
}

/* The shelf has a total order, so it ends with the same games whatever rank played them. The shelf
 * owns the moves from then on, or frees them if the game finds no place. */
static void receive_kept(struct sim_shelf *shelf, int from)
{
    size_t bytes;
    struct sim_record *k = ranks_receive(from, &bytes);
    k->moves.at = ranks_receive(from, &bytes);
    shelf_put(shelf, *k);
    free(k);
}

/* The greatest number of deals any rank has lines for. */
static int64_t most(const int64_t *lined, int size)
{
    int64_t n = 0;
    for (int i = 0; i < size; i++)
        n = lined[i] > n ? lined[i] : n;
    return n;
}

/* Rank r has deals r, r + size, r + 2 size, ...: taking one from each rank in turn restores the
 * order. After the first failed write messages are still received, or the other ranks would wait
 * for ever. */
static void merge_lines(const struct sim_plan *p, int size, struct sim_harvest *h)
{
    const int64_t *lined = h->rank_lined;
    int64_t rounds = most(lined, size);
    rewind(h->own_lines);
    for (int64_t round = 0; round < rounds; round++)
        for (int from = 0; from < size; from++) {
            size_t n;
            if (round >= lined[from])
                continue;
            char *text = from ? ranks_receive(from, &n) : lines_next(h->own_lines, &n);
            if (text && !h->lines_error && fwrite(text, 1, n, p->lines) != n)
                h->lines_error = errno;
            free(text);
        }
}

/* In the order of ranks. Sums are integers and the shelf has a total order, so this is as good as
 * any. Failures: the first by rank, not by time. `interrupted` of any rank ends the run on all. */
static void receive_all(const struct sim_plan *p, int size, struct sim_harvest *h)
{
    free(h->rank_lined);
    h->rank_lined = calloc((size_t)size, sizeof h->rank_lined[0]);
    MUST(h->rank_lined);
    h->rank_lined[0] = h->lined;
    for (int from = 1; from < size; from++) {
        size_t bytes;
        struct gather_head *head = ranks_receive(from, &bytes);
        h->rank_lined[from] = head->lined;
        h->results.deals += head->deals;
        h->interrupted |= head->interrupted;
        h->lines_lost |= head->lines_lost;
        h->holes |= head->holes;
        if (!h->failure.there)
            h->failure = head->failure;
        receive_sums(p, from, &h->results);
        for (int i = 0; i < head->kept; i++)
            receive_kept(&h->kept, from);
        free(head);
    }
}

/* Every rank calls it, even one that had no deal. */
void gather(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h)
{
    if (ranks->rank) {
        send_all(p, h);
        forget_all(p, h);
    } else {
        receive_all(p, ranks->size, h);
    }
}

/* Ranks whose lines were lost still send as many as they announced (send_lines). */
void gather_lines(const struct sim_plan *p, const struct ranks *ranks, struct sim_harvest *h)
{
    if (!h->own_lines)
        return;
    if (ranks->rank)
        send_lines(h->own_lines, h->lined);
    else
        merge_lines(p, ranks->size, h);
    fclose(h->own_lines);
    h->own_lines = NULL;
}
