/* Compresses and decompresses assets with zlib. */
#include <stdlib.h>
#include <zlib.h>

#include "engine/port.h"
#include "server/assets.h"

/* For zlib: the largest window, with a gzip header. */
enum { GZIP = 15 + 16 };

/* Once, at the best level, as it is compressed for many. Aborts if zlib fails: bounds and input are
 * ours. */
void asset_pack(struct asset *a)
{
    z_stream z = {0};
    MUST(deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP, 9, Z_DEFAULT_STRATEGY) == Z_OK);
    unsigned char *packed = malloc(deflateBound(&z, a->plain_n));
    MUST(packed);
    /* The cast is safe, because the text is only read. */
    z.next_in = (unsigned char *)(uintptr_t)a->plain;
    z.avail_in = (unsigned)a->plain_n;
    z.next_out = packed;
    z.avail_out = (unsigned)deflateBound(&z, a->plain_n);
    MUST(deflate(&z, Z_FINISH) == Z_STREAM_END);
    a->packed = packed;
    a->packed_n = z.total_out;
    deflateEnd(&z);
}

/* packed and plain_n must be set. What is unpacked stays for ever: it belongs to the program's own
 * list. */
void asset_unpack(struct asset *a)
{
    z_stream z = {0};
    unsigned char *plain = malloc(a->plain_n);
    MUST(plain && inflateInit2(&z, GZIP) == Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)a->packed;
    z.avail_in = (unsigned)a->packed_n;
    z.next_out = plain;
    z.avail_out = (unsigned)a->plain_n;
    MUST(inflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out == a->plain_n);
    inflateEnd(&z);
    a->plain = plain;
}
