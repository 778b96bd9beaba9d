/// The result of a payment that is not authorized.
///
/// - Source: Adyen, "Testing result codes and refusal reasons", for the numbers, names and texts. Which answer of a
///   network leads to which of them is not published: that table is a guess, by their meanings.
struct AdyenRefusalResult: Hashable, Sendable {
    /// `resultCode`.
    let result: String
    /// `refusalReasonCode`.
    let code: Int64
    /// `refusalReason`.
    let reason: String

    private init(_ code: Int64, _ reason: String) {
        (self.code, self.reason) = (code, reason)
        result =
            switch code {
            case 0, 4: "Error"
            case 13: "Received"
            case 22: "Cancelled"
            default: "Refused"
            }
    }

    /// The refusal for field 39; without an answer it is an error of the acquirer.
    init(responseCode: String?) {
        let codes: [String: Int64] = [
            "01": 3, "03": 23, "05": 2, "12": 23, "13": 7, "14": 8, "41": 5, "43": 5, "46": 8,
            "51": 12, "54": 6, "55": 17, "57": 23, "58": 23, "59": 31, "61": 28, "62": 25,
            "65": 29, "70": 33, "75": 18, "91": 9,
        ]
        let code = responseCode.map { codes[$0] ?? 2 } ?? 4
        self.init(code, Self.all[code]?.text ?? "")
    }

    /// The refusal that a payment asks for, by its number or its name; nil where it asks for none, or for an
    /// approval.
    init?(test number: Int64?, name: String?) {
        let named = Self.all.first { $0.value.name == name }?.key
        guard let code = number ?? named, let entry = Self.all[code] else { return nil }
        self.init(code, entry.text)
    }

    private static let all: [Int64: (name: String, text: String)] = [
        0: ("UNKNOWN", "Unknown"), 2: ("DECLINED", "Refused"), 3: ("REFERRAL", "Referral"),
        4: ("ERROR", "Acquirer Error"), 5: ("BLOCK_CARD", "Blocked Card"),
        6: ("CARD_EXPIRED", "Expired Card"), 7: ("INVALID_AMOUNT", "Invalid Amount"),
        8: ("INVALID_CARD_NUMBER", "Invalid Card Number"),
        9: ("ISSUER_UNAVAILABLE", "Issuer Unavailable"), 10: ("NOT_SUPPORTED", "Not supported"),
        11: ("NOT_3D_AUTHENTICATED", "3D Not Authenticated"),
        12: ("NOT_ENOUGH_BALANCE", "Not enough balance"), 13: ("PENDING", ""),
        14: ("ACQUIRER_FRAUD", "Acquirer Fraud"), 15: ("CANCELLED", "Cancelled"),
        16: ("SHOPPER_CANCELLED", "Shopper Cancelled"), 17: ("INVALID_PIN", "Invalid Pin"),
        18: ("PIN_TRIES_EXCEEDED", "Pin tries exceeded"),
        19: ("PIN_VALIDATION_NOT_POSSIBLE", "Pin validation not possible"),
        20: ("FRAUD", "FRAUD"), 21: ("NOT_SUBMITTED", "Not Submitted"),
        22: ("FRAUD_CANCELLED", "FRAUD-CANCELLED"),
        23: ("TRANSACTION_NOT_PERMITTED", "Transaction Not Permitted"),
        24: ("CVC_DECLINED", "CVC Declined"), 25: ("RESTRICTED_CARD", "Restricted Card"),
        26: ("REVOCATION_OF_AUTH", "Revocation Of Auth"),
        27: ("DECLINED_NON_GENERIC", "Declined Non Generic"),
        28: ("WITHDRAWAL_AMOUNT_EXCEEDED", "Withdrawal amount exceeded"),
        29: ("WITHDRAWAL_COUNT_EXCEEDED", "Withdrawal count exceeded"),
        31: ("ISSUER_SUSPECTED_FRAUD", "Issuer Suspected Fraud"),
        32: ("AVS_DECLINED", "AVS Declined"), 33: ("PIN_REQUIRED", "Card requires online pin"),
    ]
}
