#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// Much of OpenSSL's TLS is macros, which Swift does not see: here are those that are used, as functions.

/// TLS 1.2 and 1.3 alone, with forward secrecy and authenticated encryption (RFC 9325); no renegotiation. Nothing is kept
/// of a session: the client keeps its ticket. Idle connections own no buffers.
static inline int ssl_ctx_restrict(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_security_level(context, 2);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1
        && SSL_CTX_set_max_proto_version(context, TLS1_3_VERSION) == 1
        && SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1
        && SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384") == 1;
}

static inline int ssl_ctx_add_to_chain(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add1_chain_cert(context, certificate);
}

/// An extension of a certificate in the words of x509v3_config(5); `NULL`: they are not understood.
static inline X509_EXTENSION *x509_extension(X509 *issuer, X509 *subject, int kind, const char *words) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, subject, NULL, NULL, 0);
    return X509V3_EXT_conf_nid(NULL, &context, kind, words);
}

static inline int x509_name_count(const STACK_OF(GENERAL_NAME) *names) { return sk_GENERAL_NAME_num(names); }

static inline GENERAL_NAME *x509_name_at(const STACK_OF(GENERAL_NAME) *names, int index) {
    return sk_GENERAL_NAME_value(names, index);
}

/// A name of the given kind (`GEN_DNS`, `GEN_IPADD`) as its bytes; `NULL`: it is of another kind.
static inline const ASN1_STRING *x509_name_bytes(const GENERAL_NAME *name, int kind) {
    if (name->type != kind) return NULL;
    return kind == GEN_IPADD ? name->d.iPAddress : name->d.dNSName;
}
