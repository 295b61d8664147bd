/* The version of charlatan, the program. */
#ifndef CHARLATAN_ENGINE_VERSION_H
#define CHARLATAN_ENGINE_VERSION_H

#define CHARLATAN_VERSION "0.2.0"

#endif
