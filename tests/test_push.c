/* Tests of Web Push against the values in the RFCs: 8188, 8291 and 8292; and of the addresses that
 * nothing is ever sent to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>

#include "server/notify/push_seal.h"
#include "server/notify/destinations.h"

static void bytes(const char *text, uint8_t *to, size_t n)
{
    assert_int_equal(push_base64_read(text, to, n), (int)n);
}

static void equals(const uint8_t *got, int n, const char *wanted)
{
    char text[1024];
    assert_true(n > 0 && n < 700);
    push_base64(got, (size_t)n, text);
    assert_string_equal(text, wanted);
}

/* RFC 8188, 3.1. */
static void test_encoding(void **state)
{
    uint8_t key[16], salt[16], to[200];
    (void)state;
    bytes("yqdlZ-tYemfogSmv7Ws5PQ", key, sizeof key);
    bytes("I1BsxtFttlv3u_Oo94xnmw", salt, sizeof salt);
    int n = push_encode(key, sizeof key, salt, NULL, 0, (const uint8_t *)"I am the walrus", 15, to);
    equals(to, n, "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg");
}

/* RFC 8291, appendix A. */
static void test_message(void **state)
{
    static const char text[] = "When I grow up, I want to be a watermelon";
    struct push_pair own;
    uint8_t point[PUSH_POINT], auth[PUSH_AUTH], salt[PUSH_SALT], to[300];
    (void)state;
    bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", own.secret, PUSH_SECRET);
    bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          point, PUSH_POINT);
    bytes("BTBZMqHH6r4Tts7J_aSIgg", auth, PUSH_AUTH);
    bytes("DGv6ra1nlYgDCS1FRnbzlw", salt, PUSH_SALT);
    assert_int_equal(push_pair_of(&own), 0);
    equals(
        own.point, PUSH_POINT,
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    int n = push_seal(point, auth, &own, salt, (const uint8_t *)text, strlen(text), to);
    equals(
        to, n,
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYW"
        "AmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgS"
        "xsj_Qulcy4a-fN");
}

/* Whether a proof is right, by the key in it: as a push service checks it. */
static int verifies(const char *proof)
{
    char text[PUSH_PROOF], *dot, *comma;
    uint8_t pair[64], point[PUSH_POINT], der[80], *at = der;
    snprintf(text, sizeof text, "%s", proof);
    assert_int_equal(strncmp(text, "vapid t=", 8), 0);
    comma = strstr(text, ", k=");
    assert_non_null(comma);
    bytes(comma + 4, point, PUSH_POINT);
    *comma = 0;
    dot = strrchr(text, '.');
    bytes(dot + 1, pair, sizeof pair);
    ECDSA_SIG *s = ECDSA_SIG_new();
    ECDSA_SIG_set0(s, BN_bin2bn(pair, 32, NULL), BN_bin2bn(pair + 32, 32, NULL));
    int n = i2d_ECDSA_SIG(s, &at);
    OSSL_PARAM_BLD *with = OSSL_PARAM_BLD_new();
    OSSL_PARAM_BLD_push_utf8_string(with, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_octet_string(with, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT);
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(with);
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    EVP_PKEY_fromdata_init(c);
    EVP_PKEY_fromdata(c, &key, EVP_PKEY_PUBLIC_KEY, params);
    EVP_MD_CTX *m = EVP_MD_CTX_new();
    EVP_DigestVerifyInit(m, NULL, EVP_sha256(), NULL, key);
    int fine = EVP_DigestVerify(m, der, (size_t)n, (const uint8_t *)text + 8,
                                (size_t)(dot - text - 8)) == 1;
    EVP_MD_CTX_free(m);
    EVP_PKEY_free(key);
    EVP_PKEY_CTX_free(c);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(with);
    ECDSA_SIG_free(s);
    return fine;
}

/* RFC 8292, 2.4: the example is right, and ours for the same claims differs only in key and
 * signature. */
static void test_proof(void **state)
{
    static const char example[] =
        "vapid "
        "t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJ"
        "leHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0."
        "i3CYb7t4xfxCDquptFOepC9GAu_H"
        "LGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, "
        "k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61"
        "m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
    struct push_pair own;
    char proof[PUSH_PROOF];
    (void)state;
    assert_true(verifies(example));
    assert_int_equal(push_pair_make(&own), 0);
    assert_int_equal(
        push_proof(&own, "https://push.example.net", 1453523768, "mailto:push@example.com", proof),
        0);
    assert_true(verifies(proof));
    size_t same = (size_t)(strrchr(example, '.') - example);
    assert_memory_equal(proof, example, same);
    proof[same - 3] ^= 1;
    assert_false(verifies(proof));
}

static void test_hostile_keys(void **state)
{
    struct push_pair own;
    uint8_t point[PUSH_POINT] = {4}, auth[PUSH_AUTH] = {0}, salt[PUSH_SALT] = {0}, to[200];
    (void)state;
    assert_int_equal(push_pair_make(&own), 0);
    assert_true(push_point_is(own.point));
    assert_false(push_point_is(point));
    assert_int_equal(push_seal(point, auth, &own, salt, (const uint8_t *)"x", 1, to), -1);
    memset(point + 1, 255, PUSH_POINT - 1);
    assert_false(push_point_is(point));
    memcpy(point, own.point, PUSH_POINT);
    point[0] = 6;
    assert_false(push_point_is(point));
    struct push_pair none = {{0}, {0}};
    assert_int_equal(push_pair_of(&none), -1);
    memset(none.secret, 255, PUSH_SECRET);
    assert_int_equal(push_pair_of(&none), -1);
}

static int reaches(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return address_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return address_is_public((const struct sockaddr *)&six);
}

static void test_addresses(void **state)
{
    static const char *const never[] = {"0.0.0.0",
                                        "10.1.2.3",
                                        "100.64.0.1",
                                        "100.127.255.255",
                                        "127.0.0.1",
                                        "127.255.0.1",
                                        "169.254.169.254",
                                        "172.16.0.1",
                                        "172.31.255.255",
                                        "192.0.0.1",
                                        "192.0.2.1",
                                        "192.88.99.1",
                                        "192.168.1.1",
                                        "198.18.0.1",
                                        "198.19.255.255",
                                        "198.51.100.1",
                                        "203.0.113.1",
                                        "224.0.0.1",
                                        "240.0.0.1",
                                        "255.255.255.255",
                                        "::",
                                        "::1",
                                        "::ffff:127.0.0.1",
                                        "::ffff:10.0.0.1",
                                        "::127.0.0.1",
                                        "64:ff9b::7f00:1",
                                        "100::1",
                                        "2001::1",
                                        "2001:db8::1",
                                        "2002:7f00:1::",
                                        "3fff::1",
                                        "fc00::1",
                                        "fd12::1",
                                        "fe80::1",
                                        "fec0::1",
                                        "ff02::1"};
    static const char *const fine[] = {
        "1.1.1.1",         "8.8.8.8",   "100.63.255.255", "100.128.0.0",   "172.15.0.1",
        "172.32.0.1",      "192.0.1.1", "198.17.0.1",     "198.20.0.1",    "223.255.255.1",
        "2606:4700::1111", "2a00::1",   "2001:200::1",    "::ffff:8.8.8.8"};
    (void)state;
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        if (reaches(never[i]))
            fail_msg("%s counts as public", never[i]);
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
        if (!reaches(fine[i]))
            fail_msg("%s does not count as public", fine[i]);
}

/* A host may have ports that never answer, or where something else listens. */
static void test_allowed(void **state)
{
    static const char *const allowed[] = {"ntfy.sh", "*.example.org", "own.example:8443",
                                          "2606:4700::1111", NULL};
    static const struct {
        const char *url;
        int may;
    } places[] = {
        {"https://ntfy.sh/x", 1},
        {"https://ntfy.sh:443/x", 1},
        {"https://ntfy.sh:81/x", 0},
        {"https://ntfy.sh:22/x", 0},
        {"http://ntfy.sh:443/x", 0},
        {"https://a.example.org/", 1},
        {"https://a.example.org:8080/", 0},
        {"https://example.org/", 0},
        {"https://evilntfy.sh/", 0},
        {"https://ntfy.sh.evil.example/", 0},
        {"https://a.example.org.evil.example/", 0},
        {"https://own.example:8443/", 1},
        {"https://own.example/", 0},
        {"https://own.example:844/", 0},
        {"https://[2606:4700::1111]/", 1},
        {"https://[2606:4700::1111]:81/", 0},
    };
    struct url u;
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        assert_int_equal(url_read(places[i].url, &u, NULL), 0);
        if (reach_allowed(allowed, &u, 0) != places[i].may)
            fail_msg("%s", places[i].url);
    }
    assert_int_equal(url_read("http://ntfy.sh:81/x", &u, NULL), 0);
    assert_true(reach_allowed(allowed, &u, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encoding),  cmocka_unit_test(test_message),
        cmocka_unit_test(test_proof),     cmocka_unit_test(test_hostile_keys),
        cmocka_unit_test(test_addresses), cmocka_unit_test(test_allowed),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
