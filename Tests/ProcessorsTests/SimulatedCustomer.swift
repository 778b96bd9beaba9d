import Bytes
import CardAccounts
import Money
import PaymentToken
import World

@testable import Payments

/// A payment that a customer submits, once or several times, with the same token.
struct SimulatedSubmission: Sendable {
    let cart: Int
    let charge: NewCharge
    let card: CardCredentials
    let order: NewOrder
    let signedAt: UnixTime
    var told: [SimulatedCustomer.Told] = []
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
            case .refused(.charging(let failure)): "not charged: \(failure.remedy)"
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

    /// Submits a payment as ``PaymentDesk/pay(_:by:observe:)`` does once the token is opened.
    static func pay(_ submission: SimulatedSubmission, at desk: PaymentDesk) async -> Told {
        let posted = PaymentSubmission(
            tokenJSON: [],
            merchantReference: submission.charge.merchantReference,
            total: submission.charge.amount,
            applicationData: nil,
            order: submission.order
        )
        let payment = OpenedPayment(
            submission: posted,
            read: nil,
            token: ClaimableToken(
                transactionID: submission.charge.transactionID,
                signedAt: submission.signedAt
            ),
            charge: submission.charge,
            candidates: desk.processors.processors.map {
                OpenedPayment.Candidate(processor: $0, instrument: .card(submission.card))
            }
        )
        do throws(PaymentRefusal) {
            return .ordered(try await desk.charge(payment) { _ in }.result.get().order.id)
        } catch { return .refused(error) }
    }
}
