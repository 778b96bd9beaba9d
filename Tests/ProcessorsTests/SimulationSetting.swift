import Bytes
import CardMessages
import CardNetwork
import Certificates
import PaymentToken
import Payments
import Processors
import Sockets
import TestSupport
import Testing

/// The setting that every simulation shares.
struct SimulationSetting {
    let digestKey = DigestKey(Secret(copying: [UInt8](repeating: 7, count: DigestKey.length)))
    let processor: ProcessorName
    let account: CardNetworkAcquirer.Account
    let verifier: PaymentTokenVerifier
    let order: NewOrder

    /// Servers need one, but no token is made: customers submit what a token would contain.
    private static let verifier = try? TokenWorkshop(seed: 1).verifier

    init() throws {
        processor = try #require(ProcessorName("network"))
        account = CardNetworkAcquirer.Account(
            address: try #require(.init("127.0.0.1:1")),
            acceptor: try #require(
                CardAcceptor(acquirer: "123456", terminal: "TERM1", merchant: "MERCHANT1")
            ),
            merchant: try #require(
                MerchantDetails(categoryCode: "5999", name: "Shop", city: "Paris", country: "FR")
            ),
            merchantIdentifier: PaymentSystemSimulation.merchantIdentifier
        )
        verifier = try #require(Self.verifier)
        order = try NewOrder(
            label: "Shop",
            lineItems: [],
            shippingMethod: nil,
            contact: OrderContact()
        )
    }
}
