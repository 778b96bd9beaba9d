internal import World

/// The rules between members of an order.
extension WalletOrder {
    /// Adds the faults to a log. A rule is passed over where one of its members has a fault of its own.
    func checkAgreement(_ log: OrderFaultLog) {
        let faulty = Set(log.faults.compactMap(\.path))
        func require(
            _ holds: Bool,
            _ rule: OrderRule,
            _ path: String,
            with other: String? = nil,
            of page: String = "Order"
        ) {
            guard !holds, !faulty.contains(path), other.map(faulty.contains) != true else { return }
            log.add(rule, OrderReader.file, path, page: page)
        }
        require(
            webServiceURL == nil || authenticationToken != nil,
            .tokenMissing,
            "authenticationToken"
        )
        require(
            updatedAt.value >= createdAt.value,
            .updatedBeforeCreated,
            "updatedAt",
            with: "createdAt"
        )
        // A list with a fault has other places than its text.
        guard !faulty.contains(where: { $0.hasPrefix("fulfillments[") || $0.hasPrefix("returns[") })
        else { return }
        var seen: Set<String> = []
        for (index, fulfillment) in (fulfillments ?? []).enumerated() {
            let at = "fulfillments[\(index)]"
            let facts = fulfillment.facts
            let isNew = seen.insert(facts.identifier).inserted
            require(isNew, .repeatedIdentifier, "\(at).fulfillmentIdentifier", of: facts.page)
            require(
                !facts.hasWindow || facts.hasStart,
                .windowWithoutStart,
                "\(at).\(facts.start)",
                of: facts.page
            )
        }
        seen = []
        for (index, entry) in (returns ?? []).enumerated() {
            let isNew = seen.insert(entry.returnIdentifier.text).inserted
            let at = "returns[\(index)].returnIdentifier"
            require(isNew, .repeatedIdentifier, at, of: "Return")
        }
    }
}

extension WalletOrder.Fulfillment {
    fileprivate var facts:
        (identifier: String, start: String, hasStart: Bool, hasWindow: Bool, page: String)
    {
        switch self {
        case .shipping(let shipment):
            (
                shipment.fulfillmentIdentifier.text, "estimatedDeliveryAt",
                shipment.estimatedDeliveryAt != nil,
                shipment.estimatedDeliveryWindowDuration != nil, "ShippingFulfillment"
            )
        case .pickup(let pickup):
            (
                pickup.fulfillmentIdentifier.text, "pickupAt", pickup.pickupAt != nil,
                pickup.pickupWindowDuration != nil, "PickupFulfillment"
            )
        }
    }
}
