internal import HTTPServer
internal import PaymentToken

extension MerchantProblemCode {
    /// The remedy, in a sentence.
    var remedy: String {
        switch self {
        case .idempotencyKeyInvalid: "send a key of 1 to 255 ASCII characters, such as a UUID"
        case .idempotencyKeyReused:
            "use a new key for another request, and the same key only for the same body"
        case .requestInProgress, .operationOpen: "make the same request again later"
        case .amountInvalid:
            "send a decimal text such as \"10.75\", more than zero, with at most the currency's decimals"
        case .currencyUnknown: "send a code of ISO 4217, such as \"USD\""
        case .referenceInvalid: "send a reference of 1 to 64 bytes, such as the cart's number"
        case .orderInvalid, .orderChanged, .orderClosed: orderRemedy
        case .contactInvalid: "ask the shopper to correct the contact"
        case .applicationDataInvalid: "send the request's application data in Base64"
        case .queryInvalid:
            "use a cursor or position that the server gave, and a transactionId of 64 hexadecimal digits"
        case .tokenUnreadable, .tokenChanged:
            "send paymentData byte for byte as the wallet made it; do not re-encode or trim it"
        case .tokenElsewhere: "\(TokenRefusal.Remedy.sendTheTokenAlone)"
        case .tokenFromSimulator:
            "use a device or Quince's sandbox: the Simulator's tokens are empty"
        case .tokenNotTrusted:
            "do not charge; for a sandbox's token, configure that sandbox's present root"
        case .sandboxTokenInProduction:
            "do not charge; send tests to a server whose configuration names the sandbox"
        case .productionTokenInSandbox: "\(TokenRefusal.Remedy.sendToProduction)"
        case .tokenStale: "ask the shopper to authorize again, or check the clock of the server"
        case .certificateUnknown:
            "configure the key and the certificate of that hash; during a rotation keep the old one too"
        case .tokenNotDecrypted:
            "see that the merchant identifier is the one of the app's or page's payment request"
        case .keyUnavailable: "see that the key store answers, then make the same request again"
        case .tokenUsed: "ask the shopper to authorize again; a token pays for one order"
        case .amountDiffers, .currencyDiffers, .applicationDataDiffers:
            "send the total, currency and application data of the request that the shopper authorized"
        case .currencyNotOfPayment: "send the payment's currency, or no currency and no amount"
        case .cardNotTaken, .declined: "ask the shopper for another card"
        case .severalMerchants: "request the payment for one merchant"
        case .pinRequired, .pinIncorrect:
            "complete the sheet with the status of \"applePay\": the shopper enters the PIN"
        case .pinLocked: "ask the shopper for another card; the PIN is blocked"
        case .partiallyApproved: "ask the shopper for another card; nothing is charged"
        case .authorizationCancelled, .paymentVoided, .processorUnreachable, .credentialEnded:
            "ask the shopper to authorize again; nothing is charged"
        case .deadlinePassed, .databaseUnavailable, .operationNotSent:
            "make the same request again with the same key"
        case .alreadyPaid: "show the shopper the order that is paid; this token was not used"
        case .referenceUsed: "use another reference for another amount"
        case .cancellationRefused: "settle it with the processor by hand before charging again"
        case .notFound, .credentialUnknown: "use an identifier that the server gave"
        case .exceedsAuthorized, .exceedsCaptured: "ask for no more than the amount that is left"
        case .afterFinalCapture, .notVoidable, .operationNotOffered, .operationDeclined,
            .operationMismatched, .notAuthorized:
            operationRemedy
        case .notTakenByProcessor, .credentialsNotConfigured, .webhookRefused,
            .webhooksNotConfigured, .webhookAddressInvalid, .tooManyWebhooks,
            .webhookConfigured, .networkDisconnected:
            operatorRemedy
        case .serverFault: HTTPProblemCode.serverFault.remedy
        }
    }

    private var operationRemedy: String {
        switch self {
        case .afterFinalCapture: "ask the shopper for another payment"
        case .notVoidable: "refund what was captured"
        case .notAuthorized: "look at the payment's status; only an authorized payment changes"
        case .operationNotOffered: "see what the payment's processor offers, and what is left of it"
        case .operationDeclined: "look at the reason, and settle it with the processor"
        default: "find out with the processor what was moved"
        }
    }

    private var orderRemedy: String {
        switch self {
        case .orderChanged: "read the order again, and change that version"
        case .orderClosed: "leave the status as it is; the other members may still change"
        default: "correct the lines, the shipping method or what is changed"
        }
    }

    /// The remedy where the server's operator has to act.
    private var operatorRemedy: String {
        switch self {
        case .notTakenByProcessor:
            "see the amount, the currency, and the processor's account and key in the configuration"
        case .credentialsNotConfigured: "give \"credentials\" in the server's configuration"
        case .webhookRefused: "configure the endpoint's secret, and see that the clock is right"
        case .webhooksNotConfigured: "give \"webhooks\" in the server's configuration"
        case .webhookAddressInvalid:
            "give an https:// address, or name its host in \"webhooks.privateHosts\""
        case .webhookConfigured: "take it out of \"webhooks.endpoints\", and start the server again"
        case .networkDisconnected: "see that the card network answers; the server goes on trying"
        default: "remove webhooks that are not used"
        }
    }
}
