import CardMessages
import Payments
import Processors
import Sockets
import World

/// Makes an acquirer, which does not connect before it is started.
public func useProcessors() -> CardNetworkAcquirer? {
    let acceptor = CardAcceptor(acquirer: "1", terminal: "T1", merchant: "M1")
    let merchant = MerchantDetails(categoryCode: "5999", name: "S", city: "C", country: "FR")
    guard let acceptor, let merchant, let name = ProcessorName("network") else { return nil }
    return CardNetworkAcquirer(
        name: name,
        account: CardNetworkAcquirer.Account(
            address: .loopback(port: 8583),
            acceptor: acceptor,
            merchant: merchant
        ),
        world: .system
    )
}
