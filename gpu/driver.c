/* Opens NVIDIA's driver library and finds its functions. */
#include "gpu/driver.h"

#include <dlfcn.h>
#include <pthread.h>

static struct driver driver;
static const char *missing;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Functions and data pointers have the same size wherever there is dlsym. */
static int find(void *library, const char *symbol, void *to)
{
    void *at = dlsym(library, symbol);
    __builtin_memcpy(to, &at, sizeof at);
    return at ? 0 : -1;
}

/* 0, or -1 if one is missing. Names with _v2 are those that cuda.h gives programs of today. */
static int find_all(void *library)
{
    int wrong = 0;
#define DRIVER(symbol, name, arguments) wrong |= find(library, symbol, &driver.name);
    DRIVER_FUNCTIONS
#undef DRIVER
    return wrong;
}

/* The library stays open: threads of its own may run in it. */
static void open_once(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        missing = "there is no NVIDIA driver here (libcuda.so.1 was not found)";
    else if (find_all(library) < 0)
        missing = "the NVIDIA driver is too old (CUDA 11 or later is needed)";
    else if (driver.init(0) || driver.gpus(&driver.gpus_n) || driver.gpus_n < 1)
        missing = "the NVIDIA driver is here, but it has no GPU";
}

const struct driver *driver_open(const char **why)
{
    pthread_once(&once, open_once);
    *why = missing;
    return missing ? NULL : &driver;
}
