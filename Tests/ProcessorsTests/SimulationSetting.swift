import Bytes
import CardMessages
import CardNetwork
import Certificates
import Cryptography
import PaymentToken
import Payments
import Processors
import Sockets
import TestSupport
import Testing
import World

/// The setting that every simulation shares.
struct SimulationSetting {
    let digestKey = DigestKey(Secret(copying: [UInt8](repeating: 7, count: DigestKey.length)))
    let processor: ProcessorName
    let account: CardNetworkAcquirer.Account
    let verifier: PaymentTokenVerifier
    let order: NewOrder
    let credentials: CredentialKeys?

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
        let key = try PrivateKey(on: .p256, from: SeededRandomness(seed: 9))
        credentials = CredentialKeys([key])
        order = try NewOrder(
            label: "Shop",
            lineItems: [],
            shippingMethod: nil,
            contact: OrderContact()
        )
    }
}
