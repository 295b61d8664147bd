/* Bringing together what the ranks have. Each rank sends, in this order: its head, its sums, its
 * kept games, and later its lines deal by deal; rank 0 asks one after the other. */
#include <errno.h>
#include <stdlib.h>

#include "sim/sim.h"

/* What a rank sends first: how much of everything follows. */
struct head {
    /* Deals played, and deals handed in for the lines, even if with no lines. */
    int64_t deals, lined;
    /* `kept` is a number of games, the other two are flags. */
    int32_t interrupted, kept, lines_lost, spare;
    struct failure failure;
};

/* ---- other ranks ---- */

/* The pointer to the moves is sent with the struct and means nothing there; the moves follow. */
static void send_kept(const struct kept *k)
{
    ranks_send(k, sizeof *k);
    ranks_send(k->moves.at, k->moves.n * sizeof k->moves.at[0]);
}

/* Sends as many texts as were announced; lost ones are sent empty. */
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

/* Ranks are copies of one program on machines of one kind, so structs are sent as their bytes. */
static void send_all(const struct plan *p, const struct harvest *h)
{
    struct head head = {h->results.deals, h->lined, h->interrupted, h->kept.n,
                        h->lines_lost,    0,        h->failure};
    size_t n = (size_t)p->metrics.n;
    ranks_send(&head, sizeof head);
    for (int i = 0; i < p->settings; i++) {
        ranks_send(h->results.setting[i].tally, n * sizeof(struct tally));
        if (i)
            ranks_send(h->results.setting[i].cross, n * sizeof(struct cross));
        if (h->results.setting[i].beyond)
            ranks_send(h->results.setting[i].beyond, n * sizeof(struct tally));
    }
    for (int i = 0; i < h->kept.n; i++)
        send_kept(&h->kept.at[i]);
}

/* ---- rank 0 ---- */

static void receive_tallies(const struct plan *p, int from, struct tally *to)
{
    size_t bytes;
    struct tally *t = ranks_receive(from, &bytes);
    for (int m = 0; m < p->metrics.n; m++)
        tally_merge(&to[m], &t[m]);
    free(t);
}

/* In the order of send_all; setting 0 has no cross sums. */
static void receive_sums(const struct plan *p, int from, struct setting *s)
{
    size_t bytes;
    for (int i = 0; i < p->settings; i++) {
        receive_tallies(p, from, s[i].tally);
        struct cross *c = i ? ranks_receive(from, &bytes) : NULL;
        for (int m = 0; c && m < p->metrics.n; m++)
            cross_merge(&s[i].cross[m], &c[m]);
        free(c);
        if (s[i].beyond)
            receive_tallies(p, from, s[i].beyond);
    }
}

/* The shelf has a total order, so it ends with the same games whatever rank played them. */
static void receive_kept(struct shelf *shelf, int from)
{
    size_t bytes;
    struct kept *k = ranks_receive(from, &bytes);
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
 * order. */
static void merge_lines(const struct plan *p, int size, struct harvest *h)
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

/* In the order of ranks. Sums are integers and the shelf has a total order, so this is as good
 * as any. */
static void receive_all(const struct plan *p, int size, struct harvest *h)
{
    h->rank_lined = calloc((size_t)size, sizeof h->rank_lined[0]);
    MUST(h->rank_lined);
    h->rank_lined[0] = h->lined;
    for (int from = 1; from < size; from++) {
        size_t bytes;
        struct head *head = ranks_receive(from, &bytes);
        h->rank_lined[from] = head->lined;
        h->results.deals += head->deals;
        h->interrupted |= head->interrupted;
        h->lines_lost |= head->lines_lost;
        if (!h->failure.there)
            h->failure = head->failure;
        receive_sums(p, from, h->results.setting);
        for (int i = 0; i < head->kept; i++)
            receive_kept(&h->kept, from);
        free(head);
    }
}

/* Every rank calls it, even one that had no deal. */
void gather(const struct plan *p, const struct ranks *ranks, struct harvest *h)
{
    if (ranks->rank)
        send_all(p, h);
    else
        receive_all(p, ranks->size, h);
}

/* Ranks whose lines were lost still send as many as they announced (send_lines). */
void gather_lines(const struct plan *p, const struct ranks *ranks, struct harvest *h)
{
    if (!h->own_lines)
        return;
    if (ranks->rank)
        send_lines(h->own_lines, h->lined);
    else
        merge_lines(p, ranks->size, h);
    fclose(h->own_lines);
}
