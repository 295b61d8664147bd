/* The numbers of tables that do not play by the standard ones, by their ids.
 *
 * This is the only file of the rules library that keeps something, and the rules themselves call
 * only numbers_at (engine/numbers.h says why that is still a function). Adding is rare and takes a
 * lock; looking up takes none. Nothing is ever moved or changed while an id is valid. */
#include "engine/numbers.h"

#include "engine/hash.h"

/* The ids come from the hash of the values, so that the same numbers usually have the same id in
 * every process; with four times as many ids as can be used, they rarely meet. */
enum { IDS = 16384, SHELF_WORDS = 2 * 1024 * 1024 };

/* Where the values of an id begin on the shelf, 0 if there is no such id. The word before them is
 * their number. */
static uint32_t place[IDS + 1];
static uint16_t shelf[SHELF_WORDS];
static uint32_t used, ids_used;
static uint8_t busy;

static void lock(void)
{
    while (__atomic_test_and_set(&busy, __ATOMIC_ACQUIRE))
        ;
}

static void unlock(void)
{
    __atomic_clear(&busy, __ATOMIC_RELEASE);
}

const uint16_t *numbers_at(uint16_t id)
{
    uint32_t at = id <= IDS ? __atomic_load_n(&place[id], __ATOMIC_ACQUIRE) : 0;
    MUST(at);
    return shelf + at;
}

static int is_at(uint32_t at, const uint16_t *values, int n)
{
    return shelf[at - 1] == n && memcmp(shelf + at, values, (size_t)n * sizeof *values) == 0;
}

/* The values must be whole before their place is seen. */
static void put(uint32_t id, const uint16_t *values, int n)
{
    shelf[used] = (uint16_t)n;
    memcpy(shelf + used + 1, values, (size_t)n * sizeof *values);
    __atomic_store_n(&place[id], used + 1, __ATOMIC_RELEASE);
    used += (uint32_t)n + 1;
    ids_used++;
}

static uint16_t add(const uint16_t *values, int n)
{
    uint32_t id = 1 + (uint32_t)(hash_bytes(values, (size_t)n * sizeof *values) % IDS);
    while (place[id]) {
        if (is_at(place[id], values, n))
            return (uint16_t)id;
        id = id == IDS ? 1 : id + 1;
    }
    if (ids_used >= IDS / 4 || used + (uint32_t)n + 1 > SHELF_WORDS)
        return 0;
    put(id, values, n);
    return (uint16_t)id;
}

uint16_t numbers_add(const uint16_t *values, int n)
{
    lock();
    uint16_t id = add(values, n);
    unlock();
    return id;
}

static void forget(void)
{
    memset(place, 0, sizeof place);
    used = ids_used = 0;
}

int numbers_only(uint16_t id, const uint16_t *values, int n)
{
    if (id < 1 || id > IDS || n < 1 || n > NUMBERS_VALUES)
        return -1;
    lock();
    forget();
    put(id, values, n);
    unlock();
    return 0;
}

void numbers_forget(void)
{
    lock();
    forget();
    unlock();
}
