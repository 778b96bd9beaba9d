internal import CardMessages
internal import CardNetwork
internal import ISO8583
internal import PaymentToken

extension TokenCheck {
    /// The meaning of a check, for people.
    var meaning: String {
        switch self {
        case .form: "The token is JSON with the fields that Apple documents."
        case .signatureForm: "The signature is CMS signed data of one signer with two certificates."
        case .signedBytes: "The digest that was signed is that of this token’s bytes."
        case .signatureAlgorithm: "The signature’s algorithm is the one of the token’s version."
        case .signerCertificate: "One of the two certificates is the one that the signer names."
        case .chain: "The certificates lead to the trusted root, and were valid at the time."
        case .markers: "The certificates have Apple’s marks for signing tokens."
        case .signature: "The signer’s key made the signature."
        case .environment: "The token is from the expected environment, real or TEST."
        case .signingTime: "The token was signed a short time ago, so it is no old copy."
        case .ephemeralKey: "The token’s own key is a point on the curve."
        case .publicKeyHash: "The token is encrypted for a key of this merchant."
        case .decryption: "The payload opens with that key, and was not changed."
        case .payload: "The payload has the fields that Apple documents."
        case .replay: "The token was not used before."
        }
    }
}

extension MessageTrace {
    /// The purpose of the message.
    var words: String {
        let isRefund = value(3)?.hasPrefix("20") == true
        return switch type.number {
        case 100: "asks for an authorization"
        case 110: "answers an authorization"
        case 120: "tells of an authorization"
        case 130: "answers 0120"
        case 200: isRefund ? "asks for a refund" : "asks for a payment"
        case 210: isRefund ? "answers a refund" : "answers a payment"
        case 220: isRefund ? "tells of a refund" : "tells of a capture"
        case 230: "answers 0220"
        case 400: "asks for a reversal"
        case 420, 421: "tells of a reversal"
        case 410, 430: "answers a reversal"
        case 800: "manages the connection"
        case 810: "answers 0800"
        default: ""
        }
    }
}

extension MessageTrace {
    /// The value of a field; nil where it is absent.
    func value(_ number: Int) -> String? { fields.first { $0.number == number }?.value }

    /// The meaning of a field's value, for people; empty where the value says it.
    func meaning(of field: Field) -> String {
        switch field.number {
        case 2: "the device account number, which stands for the card’s"
        case 3: field.value.hasPrefix("20") ? "a refund" : "a purchase"
        case 4: "in the currency’s smallest unit"
        case 7: "month, day and time, UTC"
        case 11: "unique for the merchant’s bank, with the time"
        case 37: "what the messages of a payment have in common"
        case 38: "the issuer’s"
        case 39: ResponseCode(field.value).map(\.words) ?? ""
        case 49: "a number of ISO 4217"
        case 55: "what the chip proves"
        case 52: "encrypted for the issuer"
        case 104, 126: "what the Secure Element proves"
        default: ""
        }
    }
}

extension ResponseCode {
    /// The meaning of the code.
    var words: String {
        DecisionCode(rawValue: text).map(\.words) ?? "declined"
    }

    /// Whether it is an approval of the whole or a part.
    var isApproval: Bool { DecisionCode(rawValue: text)?.isApproval ?? false }
}

extension DecisionCode {
    fileprivate var words: String {
        switch self {
        case .approved: "approved"
        case .partiallyApproved: "approved in part"
        case .doNotHonor: "declined, without a reason"
        case .insufficientFunds: "declined: insufficient funds"
        case .expired: "declined: the card has expired"
        case .wrongPIN: "declined: wrong PIN"
        case .lost: "declined: the card was lost"
        case .stolen: "declined: the card was stolen"
        case .closed: "declined: the account is closed"
        case .unknownAccount: "declined: no such account"
        case .invalidAmount: "declined: the amount is not valid"
        case .invalidTransaction: "declined: not possible"
        default: "declined (\(rawValue))"
        }
    }
}

extension JournalEntry.Kind {
    /// The event, for people.
    var words: String {
        switch self {
        case .open: "the account gets its credit line"
        case .line: "the credit line is changed"
        case .hold: "the amount is held"
        case .standIn: "the network approves in the issuer’s place"
        case .advice: "the issuer is told of the approval"
        case .release: "a hold ends"
        case .expiry: "a hold reaches its time limit"
        case .capture: "the amount is captured"
        case .captureReversal: "a capture is reversed"
        case .refund: "the amount is refunded"
        case .refundReversal: "a refund is reversed"
        case .settlement: "the day is settled"
        }
    }
}

extension LedgerAccount {
    /// The account, for people; a cardholder is not named.
    var words: String {
        switch self {
        case .available: "cardholder: available"
        case .held: "cardholder: held"
        case .owed: "cardholder: owed"
        case .line: "issuer: credit line"
        case .payable: "issuer: payable"
        case .merchant(let merchant): "merchant \(merchant)"
        case .fees: "network: fees"
        case .standIn: "issuer: approved in its place"
        case .settlement: "settlement bank"
        }
    }
}
