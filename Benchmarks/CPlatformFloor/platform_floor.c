#include "platform_floor.h"

#include <CLibCurl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { INTENT, TOKEN, CONFIRMATION } step;

typedef struct {
    platform_floor *floor;
    CURL *curl;
    struct curl_slist *fields;
    size_t payment;
    step step;
    char intent[64], token[64], form[256];
    size_t received;
    char answer[16384];
} payer;

struct platform_floor {
    char origin[256], key[128];
    CURLM *multi;
    const char *forms;
    const size_t *starts;
    size_t payments, next, count;
    payer payers[];
};

static size_t take(char *bytes, size_t size, size_t count, void *context) {
    payer *payer = context;
    if (payer->received + size * count >= sizeof payer->answer) return 0;
    memcpy(payer->answer + payer->received, bytes, size * count);
    payer->received += size * count;
    payer->answer[payer->received] = 0;
    return size * count;
}

// For the fields of a header.
static size_t pass(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    return size * count;
}

platform_floor *platform_floor_new(const char *origin, const char *key, size_t connections) {
    if (!quince_curl_load()) return NULL;
    quince_curl_block_sigpipe();
    platform_floor *floor = calloc(1, sizeof *floor + connections * sizeof *floor->payers);
    if (!floor || !(floor->multi = curl_multi_init())) return free(floor), NULL;
    snprintf(floor->origin, sizeof floor->origin, "%s", origin);
    snprintf(floor->key, sizeof floor->key, "%s:", key);
    for (; floor->count < connections; floor->count += 1) {
        payer *payer = &floor->payers[floor->count];
        payer->floor = floor;
        if (!(payer->curl = curl_easy_init())) return platform_floor_free(floor), NULL;
        quince_curl_text(payer->curl, CURLOPT_USERPWD, floor->key);
        quince_curl_callbacks(payer->curl, pass, take, payer);
    }
    return floor;
}

void platform_floor_free(platform_floor *floor) {
    for (size_t index = 0; index < floor->count; index += 1) {
        curl_slist_free_all(floor->payers[index].fields);
        curl_easy_cleanup(floor->payers[index].curl);
    }
    curl_multi_cleanup(floor->multi);
    free(floor);
}

static int ask(payer *payer) {
    static unsigned long long key;
    char url[512], field[64];
    const char *form = payer->form, *path = "tokens";
    if (payer->step == INTENT) path = "payment_intents";
    if (payer->step != CONFIRMATION) form = payer->floor->forms + payer->floor->starts[2 * payer->payment + (payer->step == TOKEN)];
    snprintf(url, sizeof url, "%s/v1/%s", payer->floor->origin, path);
    if (payer->step == CONFIRMATION) {
        snprintf(url, sizeof url, "%s/v1/payment_intents/%s/confirm", payer->floor->origin, payer->intent);
        snprintf(payer->form, sizeof payer->form,
                 "payment_method_data[type]=card&payment_method_data[card][token]=%s", payer->token);
    }
    snprintf(field, sizeof field, "Idempotency-Key: floor-%llu", key++);
    curl_slist_free_all(payer->fields);
    payer->fields = curl_slist_append(NULL, field);
    payer->received = 0;
    quince_curl_text(payer->curl, CURLOPT_URL, url);
    quince_curl_list(payer->curl, CURLOPT_HTTPHEADER, payer->fields);
    quince_curl_text(payer->curl, CURLOPT_POSTFIELDS, form);
    return payer->fields && curl_multi_add_handle(payer->floor->multi, payer->curl) == CURLM_OK;
}

// The first identifier in an answer.
static int identifier(payer *payer, char *text, size_t size) {
    const char *start = strstr(payer->answer, "{\"id\":\"");
    size_t length = start ? strcspn(start + 7, "\"") : 0;
    if (length == 0 || length >= size) return 0;
    memcpy(text, start + 7, length);
    text[length] = 0;
    return 1;
}

// The next request of a payment, or the first one of the next payment; 0 where an answer is another than expected.
static int go_on(payer *payer) {
    switch (payer->step) {
    case INTENT:
        payer->step = TOKEN;
        return identifier(payer, payer->intent, sizeof payer->intent) && ask(payer);
    case TOKEN:
        payer->step = CONFIRMATION;
        return identifier(payer, payer->token, sizeof payer->token) && ask(payer);
    case CONFIRMATION: break;
    }
    if (!strstr(payer->answer, "\"status\":\"requires_capture\"")) return 0;
    if (payer->floor->next == payer->floor->payments) return 1;
    payer->step = INTENT;
    payer->payment = payer->floor->next++;
    return ask(payer);
}

int platform_floor_pay(platform_floor *floor, const char *forms, const size_t *starts, size_t count) {
    int running = 1, result;
    floor->forms = forms, floor->starts = starts, floor->payments = count, floor->next = 0;
    for (size_t index = 0; index < floor->count && floor->next < count; index += 1) {
        floor->payers[index].step = INTENT;
        floor->payers[index].payment = floor->next++;
        if (!ask(&floor->payers[index])) return 0;
    }
    while (running) {
        int added = 0;
        if (curl_multi_perform(floor->multi, &running) != CURLM_OK) return 0;
        for (CURL *curl; (curl = quince_curl_next_done(floor->multi, &result)); added = 1) {
            payer *payer = floor->payers;
            while (payer->curl != curl) payer += 1;
            if (result != CURLE_OK) return 0;
            curl_multi_remove_handle(floor->multi, curl);
            if (!go_on(payer)) return 0;
        }
        // A request that was added has begun only once this loop has come again.
        if (added) running = 1;
        else if (running && curl_multi_poll(floor->multi, NULL, 0, 1000, NULL) != CURLM_OK) return 0;
    }
    return 1;
}
