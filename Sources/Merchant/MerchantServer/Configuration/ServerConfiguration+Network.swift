internal import CardMessages
public import HTTPServer
public import Processors

extension ServerConfiguration {
    /// The card network, and what it is told of the merchant; nil where there is none.
    ///
    /// - Throws: ``ServerStartFailure``.
    public func networkAccount() throws(ServerStartFailure) -> CardNetworkAcquirer.Account? {
        guard let network else { return nil }
        let acceptor = CardAcceptor(
            acquirer: network.acquirer,
            terminal: network.terminal,
            merchant: network.merchant
        )
        let details = MerchantDetails(
            categoryCode: merchant.categoryCode,
            name: merchant.statementName ?? network.merchant,
            city: merchant.city,
            country: merchant.country
        )
        guard let acceptor, let details else {
            throw ServerStartFailure(
                "a text for the card network has another form than its field",
                remedy: "correct \"network\" and \"merchant\" in the configuration"
            )
        }
        return CardNetworkAcquirer.Account(
            address: network.address,
            acceptor: acceptor,
            merchant: details,
            merchantIdentifier: merchant.identifier,
            layout: network.layout,
            framing: network.framing,
            holdDays: network.holdDays
        )
    }
}
