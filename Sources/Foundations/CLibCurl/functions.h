// The functions of libcurl's that are used: the result, the name, the parameters, and the arguments to pass on.

FUNCTION(CURLcode, curl_global_init, (long flags), (flags))
FUNCTION(CURL *, curl_easy_init, (void), ())
FUNCTION(void, curl_easy_cleanup, (CURL *handle), (handle))
FUNCTION(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text))
FUNCTION(void, curl_slist_free_all, (struct curl_slist *list), (list))
FUNCTION(CURLM *, curl_multi_init, (void), ())
FUNCTION(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi))
FUNCTION(CURLMcode, curl_multi_wakeup, (CURLM *multi), (multi))
FUNCTION(CURLMcode, curl_multi_perform, (CURLM *multi, int *running), (multi, running))
FUNCTION(CURLMcode, curl_multi_poll,
         (CURLM *multi, struct curl_waitfd *others, unsigned int count, int milliseconds, int *ready),
         (multi, others, count, milliseconds, ready))
FUNCTION(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *handle), (multi, handle))
FUNCTION(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *handle), (multi, handle))
FUNCTION(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left))

// Those with a variable number of arguments cannot be passed on; libcurl.c calls them by the table.
VARIADIC(CURLcode, curl_easy_setopt, (CURL *handle, CURLoption option, ...))
VARIADIC(CURLcode, curl_easy_getinfo, (CURL *handle, CURLINFO information, ...))
