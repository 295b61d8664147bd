/* The version of charlatan. */
#ifndef CHARLATAN_MATCH_VERSION_H
#define CHARLATAN_MATCH_VERSION_H

#define CHARLATAN_VERSION "0.2.0"

#endif
