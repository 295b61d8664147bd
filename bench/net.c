/* `charlatan bench net`: times one evaluation of a position by Arcane Alley's net, and its parts.
 * The same run times a copy of 256 bytes. Every figure is the least of several rounds over the same
 * positions, because noise can only add time. */
#include "bench/measure.h"

#include <stdio.h>

#include "args/args.h"
#include "bots/bots.h"
#include "bots/net/arcane_outputs.h"
#include "engine/view.h"

/* MOST_FORMS bounds the forms of the layers, one for each kind of processor (net_form). */
enum { POSITIONS = 256, ROUNDS = 60, COUNTS = 3, MOST_FORMS = 4 };

/* What the work makes of a position, one after the other. `memory` is what each seat's net has
 * summed up so far: the next evaluation only adds what has changed. Used again for every position,
 * as a search does. */
struct net_bench {
    const struct net *net;
    const struct net_form *form;
    struct arcane_seen seen;
    struct arcane_looked looked;
    struct net_memory memory[MAX_SEATS];
    struct net_active active;
    struct arcane_said said;
};

/* `legal` is the set of answers that are valued. */
struct net_position {
    struct arcane_state view;
    int seat;
    uint64_t legal;
};

/* ---- the parts ---- */

static void observe(struct net_bench *d, const struct net_position *p)
{
    arcane_observe(&p->view, p->seat, &d->seen);
}

static void look(struct net_bench *d, const struct net_position *p)
{
    observe(d, p);
    arcane_look(&d->seen, &d->looked);
}

static void think(struct net_bench *d, const struct net_position *p)
{
    look(d, p);
    /* Both layers, by the form that is measured. */
    d->form->think(d->net, &d->memory[p->seat], &d->looked, LOOKED_CELLS, &d->active);
}

/* legal 0: no answers are wanted, only the shares. */
static void say_values(struct net_bench *d, const struct net_position *p)
{
    arcane_net_say_next(d->net, &d->memory[p->seat], &p->view, p->seat, 0, &d->said);
}

static void say(struct net_bench *d, const struct net_position *p)
{
    arcane_net_say_next(d->net, &d->memory[p->seat], &p->view, p->seat, p->legal, &d->said);
}

/* Without memory, as for a position that was met nowhere before. */
static void say_alone(struct net_bench *d, const struct net_position *p)
{
    arcane_net_say(d->net, &p->view, p->seat, p->legal, &d->said);
}

/* Each part does the work of those before it, too. `key` is the member in JSON. */
static const struct part {
    const char *key, *name;
    void (*work)(struct net_bench *d, const struct net_position *p);
} parts[] = {
    {"observe_ns", "what the seat knows, as bytes", observe},
    {"cells_ns", "and what the net looks at", look},
    {"layers_ns", "and both layers", think},
    {"values_ns", "and the shares of all seats: an evaluation", say_values},
    {"answers_ns", "and every legal answer", say},
    {"alone_ns", "the same, alone", say_alone},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

/* ---- measuring ---- */

/* `rows`: how many rows of weights a position has, on average; the work grows with them. */
struct net_report {
    double copy_ns;
    struct net_speed {
        int players;
        double rows, ns[PARTS], form_ns[MOST_FORMS];
    } table[COUNTS];
};

/* Copies the view: views of other games are larger than this one's state. */
static struct net_position position_of(const struct view *v)
{
    struct net_position p = {.seat = v->seat, .legal = view_legal(v)};
    memcpy(&p.view, v->bytes, sizeof p.view);
    return p;
}

/* The positions of games of greedy, one after the other. In the order of play, because what a seat
 * remembers from its last decision is part of what is measured. `p` has room for POSITIONS. */
static void collect(int players, struct net_position *p)
{
    struct arcane_state s;
    struct view view;
    struct chance c, luck;
    uint64_t number = 0;
    uint32_t active = 0;
    chance_seed_number(&luck, 1);
    for (int i = 0; i < POSITIONS; i++) {
        if (!active) {
            arcane_game.init(&s, players);
            chance_seed_number(&c, number++);
            arcane_game.begin(&s, &c, NULL);
        }
        int seat = bit_lowest(arcane_game.active(&s));
        view_take(&view, &arcane_game, &s, seat);
        p[i] = position_of(&view);
        int answer = arcane_greedy.choose(&view, &arcane_greedy.usual, &luck, NULL);
        arcane_game.apply(&s, seat, answer, &c, NULL);
        active = arcane_game.active(&s);
    }
}

/* Nanoseconds for each position, all of them in order. */
static double time_work(void (*work)(struct net_bench *, const struct net_position *),
                        struct net_bench *d, const struct net_position *p)
{
    double start = bench_now_ns();
    for (int i = 0; i < POSITIONS; i++) {
        work(d, &p[i]);
        bench_use_memory(d);
    }
    return (bench_now_ns() - start) / POSITIONS;
}

/* `net` must last. The position buffer is shared by all numbers of players, one after the other. */
static void measure(struct net_speed *t, int players, const struct net *net)
{
    static struct net_position position[POSITIONS];
    static struct net_bench d;
    t->players = players;
    d.net = net;
    collect(players, position);
    for (int round = 0; round < ROUNDS; round++) {
        /* Each form that this processor can run. */
        for (int i = 0; (d.form = net_form(i)); i++)
            bench_keep_least(&t->form_ns[i], time_work(think, &d, position));
        d.form = net_form(0);
        for (int i = 0; i < PARTS; i++)
            bench_keep_least(&t->ns[i], time_work(parts[i].work, &d, position));
    }
    for (int i = 0; i < POSITIONS; i++) {
        look(&d, &position[i]);
        for (int k = 0; k < LOOKED_CELLS; k++)
            t->rows += (((const uint8_t *)&d.looked)[k] != 0) / (double)POSITIONS;
    }
}

/* ---- reporting ---- */

/* `at` is the offset of a time in struct net_speed, so that one function prints all rows. */
static void print_times(const struct net_report *r, const char *name, size_t at)
{
    printf("\n%-44s", name);
    for (int i = 0; i < COUNTS; i++) {
        double ns;
        memcpy(&ns, (const char *)&r->table[i] + at, sizeof ns);
        printf("%10.0f ns %6.0f", ns, ns / r->copy_ns);
    }
}

/* A column for each number of players; the rows of parts and of forms. */
static void print_table(const struct net_report *r)
{
    printf("copy of 256 bytes %6.2f ns\n\n%-44s", r->copy_ns, "Arcane Alley's net, one core");
    for (int i = 0; i < COUNTS; i++)
        printf("    %d players  /copy", r->table[i].players);
    printf("\n%-44s", "rows of weights");
    for (int i = 0; i < COUNTS; i++)
        printf("%13.0f %6s", r->table[i].rows, "");
    for (int k = 0; k < PARTS; k++)
        print_times(r, parts[k].name, offsetof(struct net_speed, ns[k]));
    printf("\n\nThe first three parts, by what the processor can do:");
    for (int k = 0; net_form(k); k++)
        print_times(r, net_form(k)->name, offsetof(struct net_speed, form_ns[k]));
    puts(
        "\n\nThe positions are those of games, one after the other. Each is looked at by the seat\n"
        "that is asked, and only what has changed since that seat was asked before is summed up\n"
        "again; \"alone\" is without that. Each line includes the lines above it.");
}

/* One member for each number of players. */
static void print_json(const struct net_report *r)
{
    printf("{\"copy256_ns\":%.2f", r->copy_ns);
    for (int i = 0; i < COUNTS; i++) {
        printf(",\"%d\":{\"rows\":%.1f", r->table[i].players, r->table[i].rows);
        for (int k = 0; k < PARTS; k++)
            printf(",\"%s\":%.1f", parts[k].key, r->table[i].ns[k]);
        for (int k = 0; net_form(k); k++)
            printf(",\"%s_ns\":%.1f", net_form(k)->name, r->table[i].form_ns[k]);
        printf("}");
    }
    printf("}\n");
}

/* The net is part of the program, so a failure to read it is a fault of the build. */
int bench_net(int json)
{
    static const int players[COUNTS] = {2, 4, 6};
    struct net_report r = {0};
    struct net net;
    MUST(!arcane_net_read(&net));
    for (int i = 0; i < COUNTS; i++) {
        for (int round = 0; round < ROUNDS; round++)
            bench_keep_least(&r.copy_ns, bench_copy256_ns());
        measure(&r.table[i], players[i], &net);
    }
    (json ? print_json : print_table)(&r);
    return STATUS_FINE;
}
