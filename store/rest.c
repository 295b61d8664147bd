/* Rests between transactions. A transaction costs about as much as four of its appends, apart from
 * the time that the disk needs. So when many tables play at once, fewer and larger transactions
 * cost less. A rest as long as the last transaction about doubles the next one. Where few tables
 * play, nothing would come in meanwhile, and nobody waits. */
#include "store/rest.h"

uint64_t rest_after(int appends, uint64_t took_ns)
{
    if (appends < REST_APPENDS)
        return 0;
    return took_ns < REST_MOST_NS ? took_ns : REST_MOST_NS;
}
