/* Reads and writes http and https URLs: where requests go, and the links of tables. */
#ifndef CHARLATAN_WIRE_URL_H
#define CHARLATAN_WIRE_URL_H

/* With the zero at the end: the longest URL, the longest host, the longest origin. */
enum { URL_MOST = 700, URL_HOST = 254, URL_ORIGIN = URL_HOST + 24 };

struct url {
    /* `port` is always set, to 443 or 80 if the URL names none. */
    int tls, port;
    /* In small letters; an IPv6 address, which alone has colons, without its brackets. */
    char host[URL_HOST];
    /* With the query; at least "/". */
    char path[URL_MOST];
};

/* Returns 0, or -1 if it is something else, or has a user or characters that have no place in a
 * URL. `fragment` points behind the '#' then, or is set to NULL; if it is NULL itself, there may be
 * no fragment. The longest URL has URL_MOST - 1 bytes, its fragment included. */
int url_read(const char *text, struct url *to, const char **fragment);
/* Writes "play.example:8443", as in the field Host, without the port if it is the usual one.
 * Returns `to`. */
char *url_host(const struct url *u, char to[URL_ORIGIN]);
/* The same with the scheme before it: "https://play.example:8443". */
char *url_origin(const struct url *u, char to[URL_ORIGIN]);

#endif
