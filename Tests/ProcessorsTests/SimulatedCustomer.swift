import Bytes
import CardAccounts
import Money
import PaymentToken
import World

@testable import Payments

/// A payment that is submitted, once or several times: by a customer with the same token, or later by the
/// merchant with the credential that it stored.
struct SimulatedSubmission: Sendable {
    enum Means: Sendable {
        case token(CardCredentials, signedAt: UnixTime)
        case credential(CredentialCharge)
    }

    let cart: Int
    let charge: NewCharge
    let means: Means
    let order: NewOrder
    var told: [SimulatedCustomer.Told] = []

    /// The submission that is posted to the desk.
    var posted: PaymentSubmission {
        let source: PaymentSubmission.Source =
            switch means {
            case .token: .token([])
            case .credential(let charge): .credential(charge)
            }
        return PaymentSubmission(
            source,
            storing: charge.storing,
            merchantReference: charge.merchantReference,
            total: charge.amount,
            applicationData: nil,
            order: order
        )
    }
}

enum SimulatedCustomer {
    /// The answer to a customer.
    enum Told: Hashable, Sendable {
        case ordered(OrderID)
        case refused(PaymentRefusal)

        /// The answer in a few words.
        var name: String {
            switch self {
            case .ordered: "ordered"
            case .refused(.beingSettled): "being settled"
            case .refused(.databaseFailed): "the database failed"
            case .refused(.alreadyPaid): "already paid"
            case .refused(.charging): "not charged"
            case .refused(let refusal): "\(refusal)"
            }
        }

        /// Whether the same submission, made again, may get another answer.
        var isOpen: Bool {
            switch self {
            case .ordered, .refused(.declined), .refused(.notSent), .refused(.reversed),
                .refused(.voided), .refused(.alreadyPaid), .refused(.reversalRefused):
                false
            case .refused: true
            }
        }
    }

    /// Submits a payment as ``PaymentDesk/pay(_:by:observe:)`` does; a token as it does once that is opened.
    ///
    /// - Returns: The answer, and the credential that the payment stored.
    static func pay(
        _ submission: SimulatedSubmission,
        at desk: PaymentDesk
    ) async -> (told: Told, stored: CredentialID?) {
        do throws(PaymentRefusal) {
            let receipt: PaymentReceipt
            switch submission.means {
            case .credential: receipt = try await desk.pay(submission.posted)
            case .token(let card, let signedAt):
                let payment = OpenedPayment(
                    submission: submission.posted,
                    read: nil,
                    token: ClaimableToken(
                        transactionID: submission.charge.transactionID,
                        signedAt: signedAt
                    ),
                    charge: submission.charge,
                    candidates: desk.processors.processors.map {
                        OpenedPayment.Candidate(processor: $0, instrument: .card(card))
                    }
                )
                receipt = try await desk.charge(payment) { _ in }.result.get()
            }
            let authorization = receipt.authorization
            let stored = authorization.isLater ? nil : authorization.credential
            return (.ordered(receipt.order.id), stored)
        } catch { return (.refused(error), nil) }
    }
}
