/* Reads the names that a certificate is for: a server that has it answers to them. */
#include "server/http/certificate.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>

/* The caller frees it. NULL if there is no file or no certificate in it; a chain's own certificate
 * stands first. */
static X509 *read_first(const char *file)
{
    FILE *in = fopen(file, "re");
    X509 *first = in ? PEM_read_X509(in, NULL, NULL, NULL) : NULL;
    if (in)
        fclose(in);
    return first;
}

/* A name with a zero byte within is a trick and not a name. */
static int copy_name(const GENERAL_NAME *from, char to[CERTIFICATE_NAME])
{
    if (from->type != GEN_DNS)
        return 0;
    const char *text = (const char *)ASN1_STRING_get0_data(from->d.dNSName);
    int n = ASN1_STRING_length(from->d.dNSName);
    if (n <= 0 || n >= CERTIFICATE_NAME || memchr(text, 0, (size_t)n))
        return 0;
    memcpy(to, text, (size_t)n);
    to[n] = 0;
    return 1;
}

/* OpenSSL's functions take NULL for what could not be read, so there is one way through: nothing to
 * read is a certificate without names. */
int certificate_names(const char *file, int most, char names[][CERTIFICATE_NAME])
{
    X509 *first = read_first(file);
    GENERAL_NAMES *all = first ? X509_get_ext_d2i(first, NID_subject_alt_name, NULL, NULL) : NULL;
    int n = 0;
    for (int i = 0; i < sk_GENERAL_NAME_num(all) && n < most; i++)
        n += copy_name(sk_GENERAL_NAME_value(all, i), names[n]);
    GENERAL_NAMES_free(all);
    X509_free(first);
    return n;
}
