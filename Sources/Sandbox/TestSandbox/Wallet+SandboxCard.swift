package import CardAccounts
package import Wallet

extension Wallet {
    /// Adds a TEST card by its device account.
    ///
    /// - Returns: The wallet's card.
    /// - Throws: ``Wallet/CardRefusal`` if no tester is signed in, or the device does not accept the
    ///   card.
    @discardableResult
    package func add(
        _ card: SandboxCard,
        account: DeviceAccount
    ) throws(CardRefusal) -> WalletCard {
        try add(
            account,
            displayName: card.displayName,
            network: card.network,
            otherNetworks: card.otherNetworks,
            type: card.type,
            protocols: card.protocols,
            issuerCountry: card.issuerCountry
        )
    }
}
