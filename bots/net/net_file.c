/* Checks files of weights; see net_file.h. */
#include "bots/net/net_file.h"

#include "engine/observe.h"

/* Quick enough for every answer. */
const char *net_file_read(struct net *net, const struct weights *file, const struct net_fit *fit)
{
    const char *wrong = net_read(net, file->bytes, file->count);
    if (wrong)
        return wrong;
    if (net->header->outputs != fit->outputs || net->header->places != fit->places)
        return "the weights were learned with other cells";
    return NULL;
}

/* Goes through the whole file, so not for every answer. `first` is overwritten. */
const char *net_file_check(const struct weights *file, const struct net_fit *fit, uint16_t *first)
{
    struct net net;
    const char *wrong = net_file_read(&net, file, fit);
    if (wrong)
        return wrong;
    if (net_is_damaged(file->bytes, file->count) || !net_numbers_fit(&net))
        return "the weights are damaged";
    if (net.header->observation != observe_hash(fit->game))
        return "the weights were learned with other observations";
    if (net.header->cells != net_rows_hash(&fit->rows) ||
        net.header->rows != (uint32_t)net_rows_first(&fit->rows, first) ||
        memcmp(net.before, first, fit->places * sizeof *first) != 0)
        return "the weights were learned with other cells";
    return NULL;
}
