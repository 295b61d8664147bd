/* Reads and writes http and https URLs: where requests go, and the links of tables. */
#ifndef CHARLATAN_WIRE_URL_H
#define CHARLATAN_WIRE_URL_H

/* With the zero at the end: the longest URL, the longest host, the longest origin. */
enum { URL_MOST = 700, URL_HOST = 254, URL_ORIGIN = URL_HOST + 24 };

struct url {
    int tls, port;
    /* In small letters; an IPv6 address, which alone has colons, without its brackets. */
    char host[URL_HOST];
    /* With the query; at least "/". */
    char path[URL_MOST];
};

/* Returns 0, or -1 if it is something else, or has a user or characters that have no place in a
 * URL. `fragment` points behind the '#' then, or is set to NULL; if it is NULL itself, there may be
 * no fragment. */
int url_read(const char *text, struct url *to, const char **fragment);
/* Write "play.example:8443", as in the field Host, and "https://play.example:8443"; the port is
 * left out if it is the usual one. Both return `to`. */
char *url_host(const struct url *u, char to[URL_ORIGIN]);
char *url_origin(const struct url *u, char to[URL_ORIGIN]);

#endif
