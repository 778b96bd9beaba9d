import Bytes
import Money
import PaymentToken
import Payments
import World

/// Puts what the merchant's server does into words.
enum ServerTraceText {
    static func lines(of step: PaymentStep) -> [TraceLine] {
        switch step {
        case .received(let count):
            [TraceLine(.server, "1 receive", "token and order, \(count) bytes of JSON")]
        case .verified(let verified):
            [
                TraceLine(
                    .server,
                    "2 verify",
                    "hashes, signature, chain, markers; signed at \(verified.signedAt)"
                )
            ]
        case .decrypted(let opened):
            [TraceLine(.server, "3 decrypt", "\(text(of: opened)); not seen before")]
        case .recognized(let opened):
            [TraceLine(.server, "3 decrypt", "\(text(of: opened)); sent before, for this order")]
        case .refused(let refusal): [TraceLine(.server, "refuse", "\(refusal)")]
        case .submitted(let outcome): [TraceLine(.server, "4 charge", text(outcome))]
        case .recalled(let outcome):
            [
                TraceLine(
                    .server,
                    "4 charge",
                    "nothing is charged anew; the first answer was: \(answer(outcome))"
                )
            ]
        case .ordered(let order):
            [
                TraceLine(
                    .server,
                    "5 order",
                    "order \(order.number) is \(order.status.rawValue), "
                        + "payment \(order.paymentStatus.rawValue)"
                )
            ]
        }
    }

    private static func text(of opened: OpenedPaymentToken) -> String {
        "\(opened.payment), \(amount(of: opened)), as requested"
    }

    private static func amount(of opened: OpenedPaymentToken) -> String {
        AmountText.of(
            minorUnits: opened.payment.transactionAmount,
            numericCode: opened.payment.currencyCode
        )
    }

    private static func answer(_ outcome: ChargeOutcome) -> String {
        switch outcome {
        case .authorized(let attempt): "approved\(attempt.approval.codeText)"
        case .declined(let reason): "declined, \(reason.rawValue)"
        case .notSent: "the network was not reached"
        case .unknown: "none"
        case .reversing, .reversed, .reversalRefused, .voided: text(outcome)
        }
    }

    private static func text(_ outcome: ChargeOutcome) -> String {
        switch outcome {
        case .authorized(let attempt):
            "the network checked account, cryptogram and counter: "
                + "approved\(attempt.approval.codeText)"
                + (attempt.approval.addressCheck.map { "; address: \(AddressText.of($0))" } ?? "")
        case .declined(let reason): "the network answered: declined, \(reason.rawValue)"
        case .notSent: "the network was not reached"
        case .unknown: "the network did not answer"
        case .reversing: "the authorization is being cancelled"
        case .reversed: "the authorization was cancelled"
        case .reversalRefused: "the network refuses to cancel the authorization"
        case .voided: "the hold was released"
        }
    }
}

extension Approval {
    fileprivate var codeText: String { authorizationCode.map { ", code \($0)" } ?? "" }
}
