// libcurl sets its options and tells its results through variadic functions, which Swift can not call and C does not
// check: an `int` where a `long` is read is a fault on 64 bits. Here is each of them once per type of argument.
#pragma once
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

/// What gives bytes to libcurl, or takes them: answers how many.
typedef size_t (*curl_bytes_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_easy_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_set_callback(CURL *easy, CURLoption option, curl_bytes_callback value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_easy_get_number(CURL *easy, CURLINFO question, long *answer) {
    return curl_easy_getinfo(easy, question, answer);
}

static inline CURLcode curl_easy_get_text(CURL *easy, CURLINFO question, char **answer) {
    return curl_easy_getinfo(easy, question, answer);
}

static inline CURLMcode curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLcode curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

static inline CURLcode curl_easy_set_open_socket(CURL *easy, curl_opensocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLcode curl_easy_set_close_socket(CURL *easy, curl_closesocket_callback value) {
    return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, value);
}

static inline CURLcode curl_easy_set_prerequest(CURL *easy, curl_prereq_callback value) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}
