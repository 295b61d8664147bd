/* The functions of NVIDIA's driver that we call, found at run time: the program needs no CUDA to be
 * built or to start. */
#ifndef CHARLATAN_GPU_DRIVER_H
#define CHARLATAN_GPU_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/* Numbers of the driver's interface. */
enum {
    /* CU_LIMIT_STACK_SIZE; then CU_DEVICE_ATTRIBUTE_..., CU_FUNC_ATTRIBUTE_... and CU_JIT_... */
    DRIVER_LIMIT_STACK = 0,
    DRIVER_GPU_MULTIPROCESSORS = 16,
    DRIVER_GPU_MAJOR = 75,
    DRIVER_GPU_MINOR = 76,
    DRIVER_GPU_SHARED_MOST = 97,
    DRIVER_FUNCTION_REGISTERS = 4,
    DRIVER_FUNCTION_LOCAL = 3,
    DRIVER_FUNCTION_SHARED = 8,
    DRIVER_FUNCTION_SHARE = 9,
    DRIVER_JIT_LOG = 5,
    DRIVER_JIT_LOG_BYTES = 6
};

typedef uint64_t driver_memory;

/* DRIVER(name in the library, our name, arguments) */
#define DRIVER_FUNCTIONS                                                                           \
    DRIVER("cuInit", init, (unsigned flags))                                                       \
    DRIVER("cuDriverGetVersion", version, (int *version))                                          \
    DRIVER("cuDeviceGetCount", gpus, (int *count))                                                 \
    DRIVER("cuDeviceGet", gpu, (int *gpu, int number))                                             \
    DRIVER("cuDeviceGetName", gpu_name, (char *name, int bytes, int gpu))                          \
    DRIVER("cuDeviceGetAttribute", gpu_number, (int *number, int which, int gpu))                  \
    DRIVER("cuDeviceTotalMem_v2", gpu_memory, (size_t * bytes, int gpu))                           \
    DRIVER("cuDevicePrimaryCtxRetain", context, (void **context, int gpu))                         \
    DRIVER("cuDevicePrimaryCtxRelease_v2", context_end, (int gpu))                                 \
    DRIVER("cuCtxSetCurrent", use, (void *context))                                                \
    DRIVER("cuCtxGetLimit", limit, (size_t * value, int which))                                    \
    DRIVER("cuCtxSetLimit", set_limit, (int which, size_t value))                                  \
    DRIVER("cuCtxSynchronize", wait, (void))                                                       \
    DRIVER("cuModuleLoadDataEx", load,                                                             \
           (void **module, const void *image, unsigned n, int *options, void **values))            \
    DRIVER("cuModuleUnload", unload, (void *module))                                               \
    DRIVER("cuModuleGetFunction", function, (void **function, void *module, const char *name))     \
    DRIVER("cuFuncGetAttribute", function_number, (int *number, int which, void *function))        \
    DRIVER("cuFuncSetAttribute", set_function, (void *function, int which, int value))             \
    DRIVER("cuMemAlloc_v2", alloc, (driver_memory * at, size_t bytes))                             \
    DRIVER("cuMemFree_v2", release, (driver_memory at))                                            \
    DRIVER("cuMemcpyHtoD_v2", to_gpu, (driver_memory to, const void *from, size_t bytes))          \
    DRIVER("cuMemcpyDtoH_v2", from_gpu, (void *to, driver_memory from, size_t bytes))              \
    DRIVER("cuMemsetD8_v2", fill, (driver_memory at, unsigned char byte, size_t bytes))            \
    DRIVER("cuLaunchKernel", launch,                                                               \
           (void *function, unsigned x, unsigned y, unsigned z, unsigned threads, unsigned ty,     \
            unsigned tz, unsigned shared, void *stream, void **arguments, void **extra))           \
    DRIVER("cuGetErrorString", error_text, (int error, const char **text))

/* Filled once, then only read. Every function returns 0 or an error number. */
struct driver {
#define DRIVER(symbol, name, arguments) int(*name) arguments;
    DRIVER_FUNCTIONS
#undef DRIVER
    /* At least 1 once the driver is open. */
    int gpus_n;
};

/* The driver, opened once, or NULL with a sentence that says what is missing. */
const struct driver *driver_open(const char **why);

#endif
