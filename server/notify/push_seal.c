/* Seals messages for browsers and proves who sends them (push_seal.h). */
#include "server/notify/push_seal.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine/port.h"

/* SHA-256, AES-128 and its nonce and tag; RECORD is larger than any message, so one record is
 * enough. */
enum { HASH = 32, KEY = 16, NONCE = 12, TAG = 16, RECORD = 4096 };

/* ---- texts ---- */

/* `to` gets a zero at its end. */
void push_base64(const uint8_t *bytes, size_t n, char *to)
{
    sodium_bin2base64(to, sodium_base64_encoded_len(n, sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                      bytes, n, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* Nothing is skipped: a padding or a line end makes it no such text. */
int push_base64_read(const char *text, uint8_t *to, size_t most)
{
    size_t n;
    if (sodium_base642bin(to, most, text, strlen(text), NULL, &n, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0)
        return -1;
    return (int)n;
}

/* ---- keys ---- */

/* `secret` may be NULL, for the key of somebody else. */
static int build(OSSL_PARAM_BLD *with, const BIGNUM *secret, const uint8_t *point)
{
    if (!OSSL_PARAM_BLD_push_utf8_string(with, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0))
        return -1;
    if (secret && !OSSL_PARAM_BLD_push_BN(with, OSSL_PKEY_PARAM_PRIV_KEY, secret))
        return -1;
    return OSSL_PARAM_BLD_push_octet_string(with, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT) ? 0
                                                                                              : -1;
}

/* A key for OpenSSL, or NULL if the point is not on the curve. The caller frees it. OpenSSL checks
 * the point when it imports it, so an invalid one never comes as far as ECDH. */
static EVP_PKEY *key_of(const uint8_t *secret, const uint8_t *point)
{
    EVP_PKEY *key = NULL;
    BIGNUM *number = secret ? BN_bin2bn(secret, PUSH_SECRET, NULL) : NULL;
    OSSL_PARAM_BLD *with = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *params =
        with && build(with, number, point) == 0 ? OSSL_PARAM_BLD_to_param(with) : NULL;
    int selection = secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    if (!params || !c || EVP_PKEY_fromdata_init(c) != 1 ||
        EVP_PKEY_fromdata(c, &key, selection, params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(with);
    EVP_PKEY_CTX_free(c);
    BN_clear_free(number);
    return key;
}

/* Uncompressed, as RFC 8291 has it: the first byte is 4. */
int push_point_is(const uint8_t point[PUSH_POINT])
{
    EVP_PKEY *key = point[0] == 4 ? key_of(NULL, point) : NULL;
    EVP_PKEY_free(key);
    return key != NULL;
}

/* The secret must be from 1 to the order of the curve less one. */
int push_pair_of(struct push_pair *p)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    BIGNUM *secret = BN_bin2bn(p->secret, PUSH_SECRET, NULL);
    int fine = point && secret && !BN_is_zero(secret) &&
               BN_cmp(secret, EC_GROUP_get0_order(group)) < 0 &&
               EC_POINT_mul(group, point, secret, NULL, NULL, NULL) &&
               EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, p->point, PUSH_POINT,
                                  NULL) == PUSH_POINT;
    BN_clear_free(secret);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return fine ? 0 : -1;
}

/* A random number is too large once in 2^32 times, so ten attempts never fail for that. */
int push_pair_make(struct push_pair *p)
{
    for (int i = 0; i < 10; i++)
        if (RAND_bytes(p->secret, PUSH_SECRET) == 1 && push_pair_of(p) == 0)
            return 0;
    return -1;
}

/* ECDH: both sides get the same secret. -1 if either key is none. */
static int agree(const struct push_pair *own, const uint8_t *point, uint8_t secret[PUSH_SECRET])
{
    EVP_PKEY *mine = key_of(own->secret, own->point), *theirs = key_of(NULL, point);
    EVP_PKEY_CTX *c = mine ? EVP_PKEY_CTX_new(mine, NULL) : NULL;
    size_t n = PUSH_SECRET;
    int fine = c && theirs && EVP_PKEY_derive_init(c) == 1 &&
               EVP_PKEY_derive_set_peer(c, theirs) == 1 && EVP_PKEY_derive(c, secret, &n) == 1 &&
               n == PUSH_SECRET;
    EVP_PKEY_CTX_free(c);
    EVP_PKEY_free(mine);
    EVP_PKEY_free(theirs);
    return fine ? 0 : -1;
}

/* ---- sealing ---- */

static int hmac(const uint8_t *key, size_t key_n, const uint8_t *text, size_t n, uint8_t to[HASH])
{
    return HMAC(EVP_sha256(), key, (int)key_n, text, n, to, NULL) ? 0 : -1;
}

/* HKDF (RFC 5869) with one block: at most 32 bytes of `info`. -1 if OpenSSL fails. `to` is the
 * whole block; callers take as many bytes of it as they need. */
static int hkdf(const uint8_t *salt, size_t salt_n, const uint8_t *key, size_t key_n,
                const uint8_t *info, size_t info_n, uint8_t to[HASH])
{
    uint8_t prk[HASH], text[200];
    MUST(info_n < sizeof text);
    memcpy(text, info, info_n);
    text[info_n] = 1;
    if (hmac(salt, salt_n, key, key_n, prk) < 0)
        return -1;
    return hmac(prk, HASH, text, info_n + 1, to);
}

/* AES-128-GCM of one record, the last: the text, then a byte 2. */
static int encrypt(const uint8_t key[KEY], const uint8_t nonce[NONCE], const uint8_t *text,
                   size_t n, uint8_t *to)
{
    static const uint8_t end = 2;
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    int part, last;
    int fine = c && EVP_EncryptInit_ex(c, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
               EVP_EncryptUpdate(c, to, &part, text, (int)n) == 1 &&
               EVP_EncryptUpdate(c, to + part, &last, &end, 1) == 1 &&
               EVP_EncryptFinal_ex(c, to + part + last, &part) == 1 &&
               EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_GCM_GET_TAG, TAG, to + n + 1) == 1;
    EVP_CIPHER_CTX_free(c);
    return fine ? (int)n + 1 + TAG : -1;
}

/* Salt, size of a record, name of the key. */
static size_t write_head(const uint8_t salt[PUSH_SALT], const uint8_t *name, size_t name_n,
                         uint8_t *to)
{
    memcpy(to, salt, PUSH_SALT);
    to[16] = to[17] = 0;
    to[18] = RECORD >> 8;
    to[19] = RECORD & 255;
    to[20] = (uint8_t)name_n;
    if (name_n)
        memcpy(to + 21, name, name_n);
    return 21 + name_n;
}

/* Content key and nonce are derived from key and salt (RFC 8188, section 2.2 and 2.3), so a salt
 * must never be used twice with one key. */
int push_encode(const uint8_t *key, size_t key_n, const uint8_t salt[PUSH_SALT],
                const uint8_t *name, size_t name_n, const uint8_t *text, size_t n, uint8_t *to)
{
    static const char for_key[] = "Content-Encoding: aes128gcm",
                      for_nonce[] = "Content-Encoding: nonce";
    uint8_t cek[HASH], nonce[HASH];
    if (n > PUSH_TEXT || name_n > 255 ||
        hkdf(salt, PUSH_SALT, key, key_n, (const uint8_t *)for_key, sizeof for_key, cek) < 0 ||
        hkdf(salt, PUSH_SALT, key, key_n, (const uint8_t *)for_nonce, sizeof for_nonce, nonce) < 0)
        return -1;
    size_t head = write_head(salt, name, name_n, to);
    int sealed = encrypt(cek, nonce, text, n, to + head);
    return sealed < 0 ? -1 : (int)head + sealed;
}

/* RFC 8291, section 3.4: the key is bound to both public keys, and to the secret `auth` that only
 * the browser and we know. */
int push_seal(const uint8_t point[PUSH_POINT], const uint8_t auth[PUSH_AUTH],
              const struct push_pair *own, const uint8_t salt[PUSH_SALT], const uint8_t *text,
              size_t n, uint8_t *to)
{
    static const char what[] = "WebPush: info";
    uint8_t secret[PUSH_SECRET], key[HASH], info[sizeof what + 2 * PUSH_POINT];
    memcpy(info, what, sizeof what);
    memcpy(info + sizeof what, point, PUSH_POINT);
    memcpy(info + sizeof what + PUSH_POINT, own->point, PUSH_POINT);
    if (agree(own, point, secret) < 0 ||
        hkdf(auth, PUSH_AUTH, secret, sizeof secret, info, sizeof info, key) < 0)
        return -1;
    return push_encode(key, sizeof key, salt, own->point, PUSH_POINT, text, n, to);
}

/* ---- proof ---- */

/* ES256 signs with two numbers of 32 bytes; OpenSSL writes them in DER. 0, or -1. The numbers are
 * padded to 32 bytes, as JWS wants them (RFC 7518, section 3.4). */
static int sign(const struct push_pair *own, const char *text, uint8_t to[2 * PUSH_SECRET])
{
    EVP_PKEY *key = key_of(own->secret, own->point);
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    uint8_t der[80];
    const uint8_t *at = der;
    size_t n = sizeof der;
    ECDSA_SIG *pair = NULL;
    if (key && c && EVP_DigestSignInit(c, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(c, der, &n, (const uint8_t *)text, strlen(text)) == 1)
        pair = d2i_ECDSA_SIG(NULL, &at, (long)n);
    int fine = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), to, PUSH_SECRET) > 0 &&
               BN_bn2binpad(ECDSA_SIG_get0_s(pair), to + PUSH_SECRET, PUSH_SECRET) > 0;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(c);
    EVP_PKEY_free(key);
    return fine ? 0 : -1;
}

/* -1 too if origin and contact are too long. Neither may have characters that JSON escapes; both
 * come from the operator or from a checked URL. */
int push_proof(const struct push_pair *own, const char *origin, int64_t until, const char *contact,
               char to[PUSH_PROOF])
{
    /* {"typ":"JWT","alg":"ES256"} */
    static const char head[] = "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9";
    char claims[400], encoded[540], text[640], point[PUSH_BASE64_POINT + 1], signature[90];
    uint8_t signed_by[2 * PUSH_SECRET];
    int n = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", origin,
                     (long long)until, contact);
    if (n < 0 || n >= (int)sizeof claims)
        return -1;
    push_base64((const uint8_t *)claims, (size_t)n, encoded);
    snprintf(text, sizeof text, "%s.%s", head, encoded);
    if (sign(own, text, signed_by) < 0)
        return -1;
    push_base64(signed_by, sizeof signed_by, signature);
    push_base64(own->point, PUSH_POINT, point);
    n = snprintf(to, PUSH_PROOF, "vapid t=%s.%s, k=%s", text, signature, point);
    return n > 0 && n < PUSH_PROOF ? 0 : -1;
}
