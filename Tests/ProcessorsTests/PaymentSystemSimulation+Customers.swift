import CardAccounts
import CardNetwork
import Money
import PaymentToken
import TestSupport

@testable import Payments

/// The wishes of customers and of the merchant, and their times.
extension PaymentSystemSimulation {
    /// Amounts that the network plays a scenario for: a partial approval, a silent issuer, an answer
    /// that is lost, late, doubled or malformed, an end of the connection, and two declines.
    static let scenarios: [Int64] = [
        900_101, 900_103, 900_104, 900_105, 900_106, 900_107, 900_108, 900_005, 900_096,
    ]

    mutating func price() -> Int64 {
        guard queue.happens(percent: 40) else { return 1_000 + Int64(queue.number(below: 9_000)) }
        return Self.scenarios[Int(queue.number(below: UInt64(Self.scenarios.count)))]
    }

    /// A customer pays a cart with a new token.
    mutating func buy(_ cart: Int) {
        let device = devices[cart]
        counters[cart] += 1
        let identifier = (0..<TransactionID.length).map { _ in UInt8(queue.number(below: 256)) }
        guard
            let payment = ProvenPayment(
                amountMinorUnits: prices[cart],
                currencyNumericCode: "840",
                merchant: MerchantDigest(of: Self.merchantIdentifier)
            ),
            let transactionID = TransactionID(identifier),
            let expiry = CardExpiry(year: 2035, month: 12)
        else { return report("no token") }
        let cryptogram = PaymentCryptogram(
            of: payment,
            layout: device.cryptogramLayout,
            tokenRequestor: device.deviceManufacturerIdentifier,
            counter: counters[cart],
            unpredictableNumber: [1, 2, 3, 4],
            keys: device.keys
        )
        do {
            var charge = try NewCharge(
                merchantReference: "cart \(cart)",
                amount: Money(minorUnits: prices[cart], currency: .usd),
                transactionID: transactionID
            )
            var number = device.accountNumber
            if queue.happens(percent: 50), let merchantToken = device.merchantAccountNumber {
                charge.storing = .recurring
                number = merchantToken
            }
            let card = try CardCredentials(
                accountNumber: number,
                proof: .cryptogram(cryptogram.bytes),
                expiry: expiry,
                electronicCommerceIndicator: "7"
            )
            submissions.append(
                SimulatedSubmission(
                    cart: cart,
                    charge: charge,
                    means: .token(card, signedAt: now),
                    order: setting.order
                )
            )
            submit(submissions.count - 1)
        } catch { report("\(error)") }
    }

    /// The merchant will charge a credential twice, for carts of their own.
    mutating func bill(_ credential: CredentialID, after index: Int) {
        guard !isCalm, billed.insert(index).inserted else { return }
        for _ in 0..<2 {
            prices.append(price())
            bills[prices.count - 1] = credential
            queue.schedule(.buy(cart: prices.count - 1), within: 5 * Self.minute)
        }
    }

    /// The merchant charges a credential: under a new name, as with a new token.
    mutating func charge(_ credential: CredentialID, for cart: Int) {
        count("later payments")
        let name = "bill \(submissions.count)"
        let wanted = CredentialCharge(credential, by: .merchant, name: name)
        do {
            let amount = Money(minorUnits: prices[cart], currency: .usd)
            let submission = PaymentSubmission(
                .credential(wanted),
                merchantReference: "cart \(cart)",
                total: amount,
                applicationData: nil,
                order: setting.order
            )
            guard let transactionID = wanted.transactionID(of: submission) else {
                return report("no transaction")
            }
            let charge = try NewCharge(
                merchantReference: submission.merchantReference,
                amount: amount,
                transactionID: transactionID
            )
            submissions.append(
                SimulatedSubmission(
                    cart: cart,
                    charge: charge,
                    means: .credential(wanted),
                    order: setting.order
                )
            )
            submit(submissions.count - 1)
        } catch { report("\(error)") }
    }

    mutating func submit(_ index: Int) {
        let alive = running.compactMap { $0 }
        guard !alive.isEmpty else { return queue.schedule(.submit(index), after: 60_000) }
        let process = alive[Int(queue.number(below: UInt64(alive.count)))]
        let (desk, mailbox) = (processes[process].desk, mailbox)
        let submission = submissions[index]
        note("cart \(submission.cart) is paid, submission \(index)")
        Task(executorPreference: executor) {
            let (told, stored) = await SimulatedCustomer.pay(submission, at: desk)
            mailbox.put(.told(process: process, submission: index, told, stored: stored))
        }
    }

    /// A customer gets an answer, unless the server has crashed, and may then try again.
    mutating func hear(_ told: SimulatedCustomer.Told, _ index: Int, from process: Int) {
        let isLast = queue.now >= Self.lastSubmissions[0]
        guard processes[process].isAlive else {
            count("lost answers to customers")
            if !isLast, queue.happens(percent: 70) {
                queue.schedule(.submit(index), within: 600_000)
            }
            return
        }
        note("submission \(index) is told: \(told.name)")
        count(told.name)
        submissions[index].told.append(told)
        switch told {
        case .ordered(let order):
            if hasWishes.insert(order).inserted { wish(about: order, index) }
            if !isLast, queue.happens(percent: 10) {
                queue.schedule(.submit(index), within: 600_000)
            }
        case .refused where isLast: break
        case .refused where told.isOpen:
            if queue.happens(percent: 60) { queue.schedule(.submit(index), within: 900_000) }
            if happens(30) {
                queue.schedule(.buy(cart: submissions[index].cart), within: 900_000)
            }
        case .refused:
            if happens(50) {
                queue.schedule(.buy(cart: submissions[index].cart), within: 600_000)
            }
        }
    }

    /// Makes most submissions once more; then those again that have no outcome.
    mutating func askForLastAnswers(isFirst: Bool) {
        if isFirst {
            insistent = submissions.indices.filter { _ in queue.happens(percent: 70) }
        } else {
            // A token that was not charged might be charged only now, and have its outcome later.
            insistent.removeAll { index in
                switch submissions[index].told.last {
                case .refused(.claim(_)), .refused(.alreadyPaid(_)): true
                default: false
                }
            }
        }
        for index in insistent { queue.schedule(.submit(index), within: 2 * Self.minute) }
    }

    /// The merchant's wishes about an order, in no particular order.
    private mutating func wish(about order: OrderID, _ index: Int) {
        let price = submissions[index].charge.amount.minorUnits
        let wishes: [(OperationKind, percent: UInt64)] = [
            (.capture, 50), (.capture, 50), (.capture, 30), (.void, 25), (.refund, 50),
            (.refund, 30),
        ]
        for (kind, percent) in wishes where queue.happens(percent: percent) {
            let amount = 1 + Int64(queue.number(below: UInt64(price)))
            queue.schedule(.want(order, kind, amount), within: 15 * Self.minute)
        }
    }

    mutating func want(_ order: OrderID, _ kind: OperationKind, _ amount: Int64) {
        let alive = running.compactMap { $0 }
        guard !alive.isEmpty else { return }
        let desk = processes[alive[Int(queue.number(below: UInt64(alive.count)))]].desk
        let money = Money(minorUnits: amount, currency: .usd)
        note("the merchant wants a \(kind) of \(amount)")
        Task(executorPreference: executor) {
            // What the desk refuses or does not know is recorded as it is; the end shows.
            switch kind {
            case .capture:
                let isFinal = amount.isMultiple(of: 4)
                _ = try? await desk.capture(order, amount: money, isFinal: isFinal)
            case .void: _ = try? await desk.void(order)
            case .refund: _ = try? await desk.refund(order, amount: money)
            case .authorization, .reversal, .release: break
            }
        }
    }
}
