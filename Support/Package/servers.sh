# shellcheck shell=bash
# Sourced by the scripts that use servers of the program: their addresses, and a payment.

# member NAME FILE: a text of the JSON object that a server printed.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$2"; }

# waited FILE: waits for a server's line of addresses. Fails with what FILE.log says where there is none.
waited() {
    for _ in {1..600}; do
        if [[ -s $1 ]]; then return; fi
        sleep 0.05
    done
    cat "$1.log"
    printf 'there is no %s\n' "$1"
    return 1
}

# captured READY SERVER KEY REFERENCE: a payment by the phone of the sandbox whose line is in READY, taken by the server
# at an address with an API key. Fails with what was answered where it was not captured.
captured() {
    local payment answer
    if ! payment=$(curl -sS --fail-with-body -H "Authorization: Bearer $(member token "$1")" "$(member api "$1")/wallet/payments" \
        --json '{"merchantIdentifier":"merchant.com.example","request":{"countryCode":"US","currencyCode":"USD","merchantCapabilities":["supports3DS"],"supportedNetworks":["visa"],"total":{"label":"Store","amount":"10.75"}}}'); then
        printf 'the wallet refused: %s\n' "$payment"
        return 1
    fi
    payment=$(sed 's/.*"payment":\({.*}\),"events".*/\1/' <<<"$payment")
    answer=$(curl -sS --fail-with-body -H "Authorization: Bearer $3" -H "Idempotency-Key: $4" "$2/payments" \
        --json "{\"token\":$payment,\"amount\":\"10.75\",\"currency\":\"USD\",\"reference\":\"$4\",\"capture\":true}") || true
    if [[ $answer == *'"status":"captured"'* ]]; then return; fi
    printf 'the server did not capture it: %s\n' "$answer"
    return 1
}
