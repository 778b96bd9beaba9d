internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Storage

extension PaymentProblemCode {
    /// The problem that a caller gets.
    ///
    /// - Parameters:
    ///   - cause: What happened, without secrets and without text of the sender's.
    ///   - members: Further members, such as `payment`.
    ///   - sheet: What to complete the payment sheet with; nil where no sheet waits.
    ///   - retryAfterSeconds: When to make the same request again; nil where that is of no use.
    /// - Returns: The problem.
    func problem(
        _ cause: String,
        members: KeyValuePairs<String, JSONOutput?> = [:],
        sheet: SheetResult? = nil,
        retryAfterSeconds: Int64? = nil
    ) -> HTTPProblem {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        if let retryAfterSeconds { fields["Retry-After"] = HTTPFieldValue(Int(retryAfterSeconds)) }
        var all = [
            JSONMember(name: "code", value: .string(rawValue)),
            JSONMember(name: "cause", value: .string(cause)),
            JSONMember(name: "remedy", value: .string(remedy)),
            JSONMember(name: "link", value: .string(link)),
        ]
        for (name, value) in members {
            if let value { all.append(JSONMember(name: name, value: value)) }
        }
        if let sheet { all.append(JSONMember(name: "applePay", value: sheet.json)) }
        return HTTPProblem(status, detail: cause, fields: fields, members: all)
    }

    /// The problem where the database failed before anything was done.
    static func problem(_ failure: StorageFailure, sheet: SheetResult? = nil) -> HTTPProblem {
        databaseUnavailable.problem(
            "the database failed, and nothing was charged: \(failure)",
            sheet: sheet,
            retryAfterSeconds: 1
        )
    }
}

/// The result that completes the payment sheet. Its members are those of an
/// `ApplePayPaymentAuthorizationResult`, with the name of the status in PassKit beside them.
///
/// - Source: Apple, Apple Pay JS, `ApplePayPaymentAuthorizationResult` and `ApplePayError`; PassKit,
///   `PKPaymentAuthorizationStatus`.
struct SheetResult: Hashable, Sendable {
    /// Something that the shopper can correct.
    struct Fault: Hashable, Sendable {
        /// `shippingContactInvalid`, `billingContactInvalid` or `unknown`.
        let code: String
        /// A field of the contact, such as `postalAddress`; nil where it is none.
        let contactField: String?
        /// The message on the sheet.
        let message: String
    }

    /// The status's name in PassKit and its number, which is the same in Apple Pay JS.
    enum Status: Int64, Sendable {
        case success = 0
        case failure = 1
        case pinRequired = 5
        case pinIncorrect = 6
        case pinLockout = 7

        var name: String {
            switch self {
            case .success: "success"
            case .failure: "failure"
            case .pinRequired: "pinRequired"
            case .pinIncorrect: "pinIncorrect"
            case .pinLockout: "pinLockout"
            }
        }
    }

    let status: Status
    var faults: [Fault] = []

    static let success = SheetResult(status: .success)
    static let failure = SheetResult(status: .failure)

    /// A failure with something that the sheet shows.
    static func failure(_ message: String) -> SheetResult {
        let fault = Fault(code: "unknown", contactField: nil, message: message)
        return SheetResult(status: .failure, faults: [fault])
    }

    var json: JSONOutput {
        .object([
            "status": .integer(status.rawValue),
            "statusName": .string(status.name),
            "errors": .array(
                faults.map { fault in
                    .object([
                        "code": .string(fault.code),
                        "contactField": fault.contactField.map { .string($0) },
                        "message": .string(fault.message),
                    ])
                }
            ),
        ])
    }
}
