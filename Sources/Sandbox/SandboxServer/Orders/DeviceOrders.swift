internal import AppleServers
internal import Bytes
internal import Certificates
internal import PaymentRequest
internal import Storage
internal import WalletOrders
internal import World

/// The orders in the Wallets of a sandbox's devices.
///
/// - Source: Apple, *Wallet Orders*, "Retrieve the latest version of an order" and the pages of the other requests.
final class DeviceOrders: Sendable {
    /// How long is waited before an attempt, at most. Units: seconds.
    private static let longestPause: Int64 = 600
    /// After so many attempts without success, the web service is asked again only where someone wants it.
    private static let attemptLimit: Int64 = 12
    /// The longest text of an order's details: our decision. Units: bytes.
    private static let textLimit = 2_000

    let devices: Devices
    /// The number of wishes to look at something now.
    let work = AwaitableValue(0)
    private let memberCenter: MemberCenter

    /// The orders of devices.
    ///
    /// - Parameters:
    ///   - devices: The devices.
    ///   - memberCenter: Issues the sandbox's Order Type ID certificates. Apple's are trusted as well.
    init(_ devices: Devices, _ memberCenter: MemberCenter) {
        (self.devices, self.memberCenter) = (devices, memberCenter)
    }

    /// The order in a package, which is signed by a trusted signer and without a fault.
    ///
    /// - Throws: ``WalletOrders/OrderFaults``.
    func verified(_ package: [UInt8]) throws(OrderFaults) -> WalletOrder {
        let own = memberCenter.identityAuthorities.compactMap { try? TrustAnchor(root: $0.root) }
        return try OrderVerifier(trusting: TrustAnchor.appleRoots + own)
            .verify(package, at: devices.world.clock.now).order
    }

    private var now: Int64 { devices.world.clock.now.seconds }

    /// The orders of a device, the one that was added last first.
    func orders(of device: String) async throws(DeviceFailure) -> [HeldOrder] {
        _ = try await devices.device(device)
        return try await found(
            """
            SELECT * FROM device_order WHERE device = $1 AND is_removed = 0
            ORDER BY number DESC LIMIT 100
            """,
            [.text(device)]
        )
    }

    /// An order of a device.
    func order(_ number: Int64, of device: String) async throws(DeviceFailure) -> HeldOrder {
        let found = try await found(
            "SELECT * FROM device_order WHERE device = $1 AND number = $2 AND is_removed = 0",
            [.text(device), .integer(number)]
        )
        guard let order = found.first else { throw .unknownOrder }
        return order
    }

    /// The orders about which a web service is to be asked now.
    func due() async throws(DeviceFailure) -> [HeldOrder] {
        try await found(
            "SELECT * FROM device_order WHERE due_at <= $1 ORDER BY due_at, number LIMIT 100",
            [.integer(now)]
        )
    }

    /// The followers that were pushed.
    func dueFollowers() async throws(DeviceFailure) -> [OrderFollower] {
        let now = now
        return try await devices.database.read { snapshot throws(DeviceFailure) in
            try snapshot.all(
                "SELECT * FROM order_follower WHERE due_at <= $1 ORDER BY number LIMIT 100",
                [.integer(now)]
            ) { row throws(StorageFailure) in try OrderFollower(row) }
        }
    }

    private func found(
        _ query: StaticString,
        _ values: [StoredValue]
    ) async throws(DeviceFailure) -> [HeldOrder] {
        try await devices.database.read { snapshot throws(DeviceFailure) in
            try snapshot.all(query, values) { row throws(StorageFailure) in try HeldOrder(row) }
        }
    }

    /// Adds an order that an app or a page named after a payment. Its package is fetched afterwards.
    func add(_ details: OrderDetails, to device: String) async throws(DeviceFailure) {
        let texts = [
            details.orderTypeIdentifier, details.orderIdentifier, details.webServiceURL,
            details.authenticationToken,
        ]
        guard
            texts.allSatisfy({
                (1...Self.textLimit).contains($0.utf8.count) && StoredValue.takes($0)
            })
        else {
            throw .order("each text has 1 to \(Self.textLimit) bytes, and none of them is 0")
        }
        guard WebServiceForm.value(details.webServiceURL) != nil else {
            throw .order("\"webServiceURL\" is no address that begins with https://")
        }
        let now = now
        // What became of the registration of a removed order is not known: it is made again.
        let names = (name: drawnName(), pushToken: drawnName())
        try await devices.database.write { transaction throws(DeviceFailure) in
            let follower = try transaction.follower(
                device,
                at: details.webServiceURL,
                of: details.orderTypeIdentifier,
                names
            )
            try transaction.execute(
                """
                INSERT INTO held_order (follower, identifier, token, due_at) VALUES ($1, $2, $3, $4)
                ON CONFLICT (follower, identifier) DO UPDATE SET token = excluded.token,
                    is_registered = is_registered AND NOT is_removed, is_removed = 0,
                    attempts = 0, asks = asks + 1, due_at = excluded.due_at
                """,
                [
                    .integer(follower), .text(details.orderIdentifier),
                    .text(details.authenticationToken), .integer(now),
                ]
            )
        }
        work.change { $0 += 1 }
    }

    private func drawnName() -> String {
        Hexadecimal.encode(devices.world.randomness.bytes(32))
    }

    /// Asks the web service about an order again, or tells it that the order is removed.
    func ask(
        about number: Int64,
        of device: String,
        removing: Bool = false
    ) async throws(DeviceFailure) {
        _ = try await order(number, of: device)
        let values: [StoredValue] = [.integer(number), .integer(now), .integer(removing ? 1 : 0)]
        try await devices.database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                """
                UPDATE held_order SET is_removed = $3, attempts = 0, asks = asks + 1, due_at = $2
                WHERE number = $1 AND is_removed = 0
                """,
                values
            )
        }
        work.change { $0 += 1 }
    }

    /// Marks orders of a follower as changed, and keeps the tag of the list that named them.
    func take(
        _ changed: [String],
        tag: String?,
        of follower: OrderFollower
    ) async throws(DeviceFailure) {
        let now = now
        try await devices.database.write { transaction throws(DeviceFailure) in
            for identifier in changed {
                try transaction.execute(
                    """
                    UPDATE held_order SET asks = asks + 1, attempts = 0, due_at = $3
                    WHERE follower = $1 AND identifier = $2
                    """,
                    [.integer(follower.number), .text(identifier), .integer(now)]
                )
            }
            try transaction.execute(
                """
                UPDATE order_follower SET tag = COALESCE($3, tag), attempts = 0,
                    due_at = CASE WHEN asks = $2 THEN NULL ELSE due_at END
                WHERE number = $1
                """,
                [.integer(follower.number), .integer(follower.asks), StoredValue(tag)]
            )
        }
    }

    /// Lets a follower look again later.
    func postpone(_ follower: OrderFollower) async throws(DeviceFailure) {
        let due = nextAttempt(after: follower.attempts)
        try await devices.database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                """
                UPDATE order_follower SET attempts = attempts + 1, due_at = $3
                WHERE number = $1 AND asks = $2
                """,
                [.integer(follower.number), .integer(follower.asks), StoredValue(due)]
            )
        }
    }

    /// Keeps a package that was accepted.
    func keep(
        _ package: [UInt8],
        modified: String?,
        of order: HeldOrder
    ) async throws(DeviceFailure) {
        try await devices.database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                "UPDATE held_order SET package = $2, modified = $3 WHERE number = $1",
                [.integer(order.number), .bytes(package), StoredValue(modified)]
            )
        }
    }

    /// Records that the device knows all that the web service has.
    ///
    /// - Parameters:
    ///   - order: The order as it was when the web service was asked.
    ///   - isRegistered: Whether the device is registered for changes.
    /// - Throws: ``DeviceFailure``.
    func settle(_ order: HeldOrder, isRegistered: Bool) async throws(DeviceFailure) {
        try await devices.database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                """
                UPDATE held_order SET is_registered = $3, problem = NULL, attempts = 0,
                    due_at = CASE WHEN asks = $2 THEN NULL ELSE due_at END
                WHERE number = $1
                """,
                [
                    .integer(order.number), .integer(order.asks), .integer(isRegistered ? 1 : 0),
                ]
            )
        }
    }

    /// Keeps why a look came to nothing, and lets the next one be later.
    func postpone(_ order: HeldOrder, because problem: String) async throws(DeviceFailure) {
        let due = nextAttempt(after: order.attempts)
        try await devices.database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                """
                UPDATE held_order SET problem = $3, attempts = attempts + 1,
                    due_at = CASE WHEN asks = $2 THEN $4 ELSE due_at END
                WHERE number = $1
                """,
                [
                    .integer(order.number), .integer(order.asks), .text(problem), StoredValue(due),
                ]
            )
            if due == nil { try transaction.forgetRemoved(order) }
        }
    }

    /// Forgets an order that was removed.
    func forget(_ order: HeldOrder) async throws(DeviceFailure) {
        try await devices.database.write { transaction throws(DeviceFailure) in
            try transaction.forgetRemoved(order)
        }
    }

    private func nextAttempt(after attempts: Int64) -> Int64? {
        guard attempts < Self.attemptLimit else { return nil }
        return now + min(1 << attempts, Self.longestPause)
    }
}

extension Transaction {
    /// The number of a device at a web service, which is made where there is none.
    fileprivate func follower(
        _ device: String,
        at service: String,
        of type: String,
        _ names: (name: String, pushToken: String)
    ) throws(Failure) -> Int64 {
        try execute(
            """
            INSERT INTO order_follower (device, service, type, name, push_token)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (device, service, type) DO NOTHING
            """,
            [.text(device), .text(service), .text(type), .text(names.name), .text(names.pushToken)]
        )
        let number = try one(
            "SELECT number FROM order_follower WHERE device = $1 AND service = $2 AND type = $3",
            [.text(device), .text(service), .text(type)]
        ) { row throws(StorageFailure) in try row.integer("number") }
        guard let number else { throw Failure(storage: .columnUnreadable("number")) }
        return number
    }

    fileprivate func forgetRemoved(_ order: HeldOrder) throws(Failure) {
        try execute(
            "DELETE FROM held_order WHERE number = $1 AND is_removed = 1",
            [.integer(order.number)]
        )
    }
}
