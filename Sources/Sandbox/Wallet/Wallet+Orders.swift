internal import PaymentSheet
internal import WalletOrders
internal import World

/// The name of an order in a wallet.
struct OrderName: Hashable {
    let type: String
    let identifier: String
}

// Orders.
extension Wallet {
    /// Whether the person cancels when an app offers an order.
    public var cancelsOrders: Bool {
        get { contents.withLock(\.cancelsOrders) }
        set { contents.withLock { $0.cancelsOrders = newValue } }
    }

    /// Offers an order to the person. The person is not asked where the wallet has a newer version, which is a guess.
    ///
    /// - Throws: ``WalletOrders/OrderFaults``, and what the sandbox's roots cannot be made of.
    func offer(order package: [UInt8]) throws -> OrderOffer {
        let verifier = OrderVerifier(trusting: try orderRoots())
        let order = try verifier.verify(package, at: world.clock.now).order
        let name = OrderName(type: order.orderTypeIdentifier, identifier: order.orderIdentifier)
        return contents.withLock { contents in
            if let known = contents.orders[name], known > order.updatedAt {
                return .newerExisting
            }
            guard !contents.cancelsOrders else { return .cancelled }
            contents.orders[name] = order.updatedAt
            return .added
        }
    }

    /// The `updatedAt` of the order in the wallet; nil where there is none.
    func update(ofOrder identifier: String, type: String) -> UnixTime? {
        contents.withLock { $0.orders[OrderName(type: type, identifier: identifier)] }
    }
}
