/* Finding an embedded file: there are few. Nothing outside the program is ever read. */
#include "server/assets.h"

#include <string.h>

const struct asset *asset_find(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (size_t i = 0; i < assets_count; i++)
        if (strcmp(assets[i].path, path) == 0)
            return &assets[i];
    return NULL;
}
