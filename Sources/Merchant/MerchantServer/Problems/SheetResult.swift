internal import HTTPMessages
internal import HTTPServer
internal import JSON

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
    /// The order that Wallet fetches; nil for none.
    ///
    /// - Source: Apple, Apple Pay JS, `ApplePayPaymentOrderDetails`.
    var orderDetails: JSONOutput?

    static let success = SheetResult(status: .success)
    static let failure = SheetResult(status: .failure)

    /// A failure with something that the sheet shows.
    static func failure(_ message: String) -> SheetResult {
        let fault = Fault(code: "unknown", contactField: nil, message: message)
        return SheetResult(status: .failure, faults: [fault])
    }

    static let schema = APISchema.described(
        """
        An ApplePayPaymentAuthorizationResult for the sheet, with "statusName", the name of its status \
        in PassKit.
        """,
        [
            .required("status", .integer(0...7)), .required("statusName", .anyText),
            .required(
                "errors",
                .list(
                    .described(
                        "An ApplePayError.",
                        [
                            .required("code", .anyText), .optional("contactField", .anyText),
                            .required("message", .anyText),
                        ]
                    )
                )
            ),
            .optional(
                "orderDetails",
                .described("An ApplePayPaymentOrderDetails, where Wallet gets orders.")
            ),
        ]
    )

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
            "orderDetails": orderDetails,
        ])
    }
}

extension HTTPProblem {
    /// The problem with what completes the payment sheet, unless it has that.
    func completing(_ sheet: SheetResult) -> HTTPProblem {
        var problem = self
        if !members.contains(where: { $0.name == "applePay" }) {
            problem.members.append(JSONMember(name: "applePay", value: sheet.json))
        }
        return problem
    }
}
