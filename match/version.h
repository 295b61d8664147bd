/* The version of charlatan. */
#ifndef CHARLATAN_MATCH_VERSION_H
#define CHARLATAN_MATCH_VERSION_H

#define CHARLATAN_VERSION "0.1.0"

#endif
