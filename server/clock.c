/* The server's time. It runs by a steady clock, so nobody loses time if the machine's clock is set.
 * It only approaches the time that should be: the database's if there is one, because several
 * nodes share it, else the machine's. It never runs backwards. After a gap, in which nobody could
 * answer, people get the same grace as after a restart. */
#include "server/clock.h"

#include "server/host.h"
#include "server/server.h"

/* A gap between two looks that is longer counts as a restart. Ticks come ten times a second. */
enum { GAP_MS = 2000 };

/* How much slower the approach is than time: one part in so many. Behind, we gain a hundredth,
 * which nobody notices. Ahead, we run at half speed, so that no time is told twice. */
enum { GAIN = 100, LOSE = 2 };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Spends the credit for approaching the right time, which is `ahead` of ours. Returns by how much
 * our time is moved. */
static int64_t approach(struct server *s, int64_t ahead, int64_t passed)
{
    int64_t rate = ahead > 0 ? GAIN : LOSE, off = ahead > 0 ? ahead : -ahead;
    s->time.credit = off ? s->time.credit + passed : 0;
    int64_t by = least(off, s->time.credit / rate);
    if (ahead < 0)
        by = least(by, passed);
    s->time.credit -= by * rate;
    return ahead > 0 ? by : -by;
}

/* Whoever has to act gets the time of grace again (GRACE_MS in tables/table.h). */
static void begin_grace(struct server *s)
{
    s->started = s->now;
    s->figures.gaps++;
}

/* The first look sets the time; every other moves it by what has passed, and a little towards the
 * right time. */
void clock_look(struct server *s, int64_t wall, int64_t steady)
{
    int64_t passed = steady - s->steady, right = s->time.shared ? steady + s->time.offset : wall;
    int first = s->steady == 0;
    s->steady = steady;
    if (first) {
        s->now = right;
        return;
    }
    int64_t ahead = right - s->now - passed;
    /* Other nodes count by the right time, so this one must not stay behind. */
    if (s->time.shared && ahead > GAP_MS) {
        s->now = right;
        begin_grace(s);
        return;
    }
    s->now += passed + approach(s, ahead, passed);
    if (passed > GAP_MS)
        begin_grace(s);
}

/* Cheap, and called at the beginning of everything that happens, so that all of one turn has one
 * time. */
void clock_read(struct server *s)
{
    int64_t wall, steady;
    s->host->clock(s->host, &wall, &steady);
    clock_look(s, wall, steady);
}

/* Called after each ping, so the offset follows the database's clock. */
void clock_share(struct server *s, int64_t database)
{
    s->time.shared = 1;
    s->time.offset = database - s->steady;
}
