/* The names that a certificate is for. */
#ifndef CHARLATAN_SERVER_HTTP_CERTIFICATE_H
#define CHARLATAN_SERVER_HTTP_CERTIFICATE_H

enum { CERTIFICATE_NAME = 256 };

/* Writes the DNS names on the first certificate of a PEM file, at most `most`, as they stand there,
 * such as "*.example.org". Returns how many; 0 if it cannot be read. */
int certificate_names(const char *file, int most, char names[][CERTIFICATE_NAME]);

#endif
