import AppleServers
import PaymentRequest
import PaymentSheet
import PaymentToken
import TestSandbox
import Testing
import Wallet
import World

/// A sheet before a scripted shopper, with the guide's goods (mission 7.18).
struct WalletBench {
    let sandbox: SandboxBench
    let merchant: SandboxMerchant
    let entitlement: AppEntitlement

    init(device: DeviceSetup = DeviceSetup()) throws {
        sandbox = try SandboxBench(device: device)
        merchant = try sandbox.merchant()
        entitlement = try sandbox.sandbox.entitle(
            "com.example.store",
            to: [merchant.identifier]
        )
    }

    static let john = Contact(
        name: PersonName(givenName: "John", familyName: "Appleseed"),
        postalAddress: PostalAddress(
            street: "1234 Laurel Street",
            city: "Atlanta",
            state: "GA",
            postalCode: "30303-1234",
            country: "United States",
            isoCountryCode: "US"
        ),
        emailAddress: "john@example.com",
        phoneNumber: "555-0100"
    )

    static func items(shipping: String?) -> [SummaryItem] {
        let lines = [("Subtotal", "12.75"), ("Discount", "-2.00")]
        let added = shipping.map { [("Next Day Shipping", $0)] } ?? []
        let total = shipping == nil ? "10.75" : "15.74"
        return (lines + added + [("My Company Name", total)]).map {
            SummaryItem(label: $0.0, amount: UncheckedAmount(text: $0.1))
        }
    }

    static func request() -> PaymentRequest {
        var request = PaymentRequest(
            merchantIdentifier: "merchant.com.example",
            countryCode: "US",
            currencyCode: "USD",
            supportedNetworks: [.amex, .discover, .masterCard, .visa],
            merchantCapabilities: [.threeDSecure],
            paymentSummaryItems: items(shipping: nil)
        )
        request.shippingMethods = [
            ShippingMethod(
                label: "Standard Shipping",
                amount: UncheckedAmount(text: "0.00"),
                identifier: "standard"
            ),
            ShippingMethod(
                label: "Next Day Shipping",
                amount: UncheckedAmount(text: "4.99"),
                identifier: "next-day"
            ),
        ]
        request.requiredShippingContactFields = [.postalAddress, .name, .emailAddress]
        return request
    }

    func addCard(_ network: PaymentNetwork = .visa, available: Int64 = 100_000) throws {
        try sandbox.wallet.add(
            try sandbox.account(available: available),
            displayName: "\(network.rawValue) 1111",
            network: network,
            type: .credit
        )
    }

    /// An app before a sheet.
    struct Presentation {
        let app: InstalledApp
        let request: PaymentRequest
        let delegate: any PaymentDelegate

        func run() async throws(PresentationRefusal) -> PaymentSheet.Outcome {
            try await app.run(request, for: DelegateApp(delegate))
        }
    }

    func presentation(
        of request: PaymentRequest = request(),
        delegate: any PaymentDelegate = RecordingDelegate(),
        before shopper: ScriptedShopper = ScriptedShopper(),
        observe: @escaping @Sendable (PaymentObservation) -> Void = { _ in }
    ) -> Presentation {
        let app = InstalledApp(
            entitlement,
            in: sandbox.wallet,
            before: shopper,
            observe: observe
        )
        return Presentation(app: app, request: request, delegate: delegate)
    }
}

/// An app that answers as the guide's does, and remembers what it was told.
final class RecordingDelegate: PaymentDelegate {
    struct Record: Sendable {
        var contacts: [RedactedContact] = []
        var methods: [PaymentMethod] = []
        var payments: [AuthorizedPayment] = []
        var finishes = 0
        var answers: [AuthorizationResult]
    }

    private let record: LockedValue<Record>

    /// Answers authorizations in this order, and with success from then on.
    init(answering answers: [AuthorizationResult] = []) {
        record = LockedValue(Record(answers: answers))
    }

    var told: Record { record.withLock { $0 } }

    func didSelectPaymentMethod(_ method: PaymentMethod) async -> RequestUpdate {
        record.withLock { $0.methods.append(method) }
        return .unchanged
    }

    func didSelectShippingContact(_ contact: RedactedContact) async -> RequestUpdate {
        record.withLock { $0.contacts.append(contact) }
        return .unchanged
    }

    func didSelectShippingMethod(
        _ method: ValidPaymentRequest.ShippingMethod
    ) async -> RequestUpdate {
        let isNextDay = method.identifier == "next-day"
        return RequestUpdate(
            paymentSummaryItems: WalletBench.items(shipping: isNextDay ? "4.99" : nil)
        )
    }

    func didAuthorizePayment(_ payment: AuthorizedPayment) async -> AuthorizationResult {
        record.withLock { record in
            record.payments.append(payment)
            return record.answers.isEmpty
                ? AuthorizationResult(.success) : record.answers.removeFirst()
        }
    }

    func didFinish() async {
        record.withLock { $0.finishes += 1 }
    }
}
