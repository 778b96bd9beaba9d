import CommandLineTool
import JSON
import Money
import PaymentSheet
import PaymentToken
import Payments
import World

/// Says what a checkout came to, to a person or to a program.
struct CheckoutSummary {
    private let scenario: CheckoutScenario
    private let ending: Checkout.Ending
    private let files: CheckoutFiles
    private let moment: UnixTime?

    init(
        _ scenario: CheckoutScenario,
        _ ending: Checkout.Ending,
        _ files: CheckoutFiles,
        moment: UnixTime?
    ) {
        self.scenario = scenario
        self.ending = ending
        self.files = files
        self.moment = moment
    }

    var isPaid: Bool {
        guard case .paid = ending.outcome, receipt != nil else { return false }
        return true
    }

    /// Whether the network does not know the card.
    var isOfUnknownCard: Bool { refusal == .declined(.unknownAccount) }

    func show(on output: Output) {
        if let receipt {
            output.result("Receipt")
            row("paid", "\(total(of: receipt.order)) to \(receipt.order.label)", output)
            row("transaction", "\(receipt.transactionID)", output)
            row("order", "\(receipt.order.number)", output)
            if let check = receipt.authorization.approval.addressCheck {
                row("address", AddressText.of(check), output)
            }
        } else {
            output.result("No receipt")
            row("refused", refusal.map { "\($0)" } ?? "the shopper did not authorize", output)
            row("order", "none was placed", output)
        }
        output.result("Left in \(files.folder)")
        for (_, path) in files.all where wasWritten(path) {
            output.result("  \(path.dropFirst(files.folder.count + 1))")
        }
        guard ending.token != nil else { return }
        output.result("Check the signature with OpenSSL")
        output.result("  \(files.opensslCommand(at: moment))")
    }

    var json: JSONOutput {
        .object([
            "verdict": .string(isPaid ? "paid" : "refused"),
            "scenario": .string(scenario.name),
            "transactionIdentifier": ending.token.map {
                .string($0.transactionID.transactionIdentifier)
            },
            "total": receipt.map { .string(money(of: $0.order).decimalText) },
            "currencyCode": receipt.map { .string($0.order.currencyCode) },
            "authorizationCode": receipt?.authorization.approval.authorizationCode.map {
                .string($0)
            },
            "addressCheck": receipt?.authorization.approval.addressCheck.map {
                .string($0.rawValue)
            },
            "orderNumber": receipt.map { .integer($0.order.number) },
            "cause": refusal.map { .string("\($0)") },
            "networkApprovals": .integer(Int64(ending.approvals)),
            "files": .object(
                files.all.filter { wasWritten($0.path) }
                    .map { JSONMember(name: $0.name, value: .string($0.path)) }
            ),
            "opensslCommand": ending.token.map { _ in
                .string(files.opensslCommand(at: moment))
            },
        ])
    }

    private var receipt: PaymentReceipt? { try? ending.result?.get() }

    private var refusal: PaymentRefusal? {
        guard case .failure(let refusal) = ending.result else { return nil }
        return refusal
    }

    private func wasWritten(_ path: String) -> Bool {
        ending.token != nil || !files.needToken(path)
    }

    private func money(of order: Order) -> Money {
        Money(minorUnits: order.totalMinorUnits, currency: scenario.currency)
    }

    private func total(of order: Order) -> String { "\(money(of: order))" }

    private func row(_ name: String, _ value: String, _ output: Output) {
        output.row(name, value, width: 15)
    }
}

extension CheckoutFiles {
    fileprivate func needToken(_ path: String) -> Bool {
        [token, signature, signedContent].contains(path)
    }
}
