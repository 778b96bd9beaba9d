internal import CardMessages

/// The merchant of the benchmark's messages.
struct BenchShop {
    let acceptor: CardAcceptor
    let details: MerchantDetails

    init?() {
        guard
            let acceptor = CardAcceptor(
                acquirer: "123456",
                terminal: "TERM1",
                merchant: "MERCHANT1"
            ),
            let details = MerchantDetails(
                categoryCode: "5999",
                name: "Shop",
                city: "Paris",
                country: "FR"
            )
        else { return nil }
        (self.acceptor, self.details) = (acceptor, details)
    }
}
