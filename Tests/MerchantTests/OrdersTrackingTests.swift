import Payments
import Storage
import Testing
import World

@Suite("Order tracking", .onEachDatabaseAndPartitioned)
struct OrdersTrackingTests {
    let bench = ChargingBench()

    var tracking: OrderTracking { OrderTracking(world: bench.world) }

    func open() async throws(DatabaseRefusal) -> Database {
        try await bench.open([OrderTracking.migrations])
    }

    static func newOrder() throws -> NewOrder {
        try NewOrder(
            label: "My Company Name",
            lineItems: [
                OrderLineItem(title: "Subtotal", quantity: 3, amountMinorUnits: 1275),
                OrderLineItem(title: "Discount", amountMinorUnits: -200),
            ],
            shippingMethod: OrderShippingMethod(identifier: "post", label: "Post, 5 to 7 days"),
            contact: OrderContact(
                name: "Ravi Patel",
                street: "1 Infinite Loop\nBuilding 2",
                city: "Cupertino",
                state: "CA",
                postalCode: "95014",
                country: "US",
                emailAddress: "ravi@example.com",
                phoneNumber: "+1 408 555 0100"
            )
        )
    }

    /// An authorized attempt, as charging would hand it over.
    func authorized(
        _ database: Database,
        token: UInt8 = 1
    ) async throws -> AuthorizedAttempt {
        let charge = try ChargingBench.charge("cart \(token)", token: token)
        let operation = try await bench.attempt(
            charge,
            through: [ChargingBench.approval],
            in: database
        )
        let attempt = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.authorizedAttempt(operation.attempt, in: snapshot)
        }
        return try #require(attempt)
    }

    func place(
        _ order: NewOrder,
        for attempt: AuthorizedAttempt,
        in database: Database
    ) async throws(RecordFailure) -> Order {
        try await database.write { transaction throws(RecordFailure) in
            try tracking.place(order, for: attempt, in: transaction)
        }
    }

    func placed(_ database: Database, token: UInt8 = 1) async throws -> Order {
        try await place(
            Self.newOrder(),
            for: authorized(database, token: token),
            in: database
        )
    }

    @Test func `finds an order with its history after a restart`() async throws {
        let order: Order
        do { order = try await placed(open()) }
        let database = try await open()
        let found = try await database.read { snapshot throws(RecordFailure) in
            try tracking.order(order.id, in: snapshot)
        }
        #expect(found == order)
        #expect(order.number == 1001)
        #expect(order.status == .open)
        #expect(order.paymentStatus == .authorized)
        #expect(order.totalMinorUnits == 1075)
        #expect(order.currencyCode == "USD")
        #expect(try order.transactionID == ChargingBench.transaction(1))
        let asked = try Self.newOrder()
        #expect(order.label == asked.label)
        #expect(order.lineItems == asked.lineItems)
        #expect(order.shippingMethod == asked.shippingMethod)
        #expect(order.contact == asked.contact)
        #expect(order.createdAt == bench.clock.now)
    }

    @Test func `keeps an order without further details`() async throws {
        let database = try await open()
        let bare = try NewOrder(
            label: "My Company Name",
            lineItems: [],
            shippingMethod: nil,
            contact: OrderContact()
        )
        let order = try await place(bare, for: authorized(database), in: database)
        #expect(order.shippingMethod == nil)
        #expect(order.contact == OrderContact())
        #expect(order.lineItems == [])
    }

    @Test func `places one order for one attempt`() async throws {
        let database = try await open()
        let order = try await placed(database)
        let attempt = try await database.read { snapshot throws(RecordFailure) in
            try bench.store.authorizedAttempt(order.attempt, in: snapshot)
        }
        let again = try #require(attempt)
        await #expect(throws: RecordFailure.alreadyPlaced(order.id)) {
            try await place(Self.newOrder(), for: again, in: database)
        }
    }

    @Test func `places none for an approval that was undone`() async throws {
        let database = try await open()
        let charge = try ChargingBench.charge()
        let operation = try await bench.attempt(charge, in: database)
        let undone = LockedValue<AuthorizedAttempt?>(nil)
        await #expect(throws: RecordFailure.attemptMissing(operation.attempt)) {
            try await database.write { transaction throws(RecordFailure) in
                try bench.store.record(
                    ChargingBench.approval,
                    of: operation,
                    in: transaction
                )
                let attempt = try bench.store.authorizedAttempt(
                    operation.attempt,
                    in: transaction
                )
                undone.withLock { $0 = attempt }
                throw .attemptMissing(operation.attempt)
            }
        }
        let attempt = try #require(undone.withLock { $0 })
        await #expect(throws: RecordFailure.attemptNotAuthorized(attempt.id)) {
            try await place(Self.newOrder(), for: attempt, in: database)
        }
    }

    /// Recovery took an approval that has no order, and the order came before it acted.
    @Test func `keeps the payment that recovery was about to cancel`() async throws {
        let database = try await open()
        let store = ChargeStore(world: bench.world, policy: .standard)
        let operation = try await bench.attempt(ChargingBench.charge(), in: database)
        let (attempt, leased) = try await database.write { transaction throws(RecordFailure) in
            let approved = try store.record(
                ChargingBench.approval,
                of: operation,
                in: transaction
            )
            bench.clock.advance(bySeconds: 901)
            let leased = try store.lease(
                approved.id,
                early: false,
                worker: ChargingBench.worker,
                in: transaction
            )
            return (try store.authorizedAttempt(approved.attempt, in: transaction), leased)
        }
        let due = try #require(leased)
        _ = try await place(Self.newOrder(), for: #require(attempt), in: database)
        let after = try await database.write { transaction throws(RecordFailure) in
            try store.reverseLeased(due, .withoutOrder, in: transaction)
        }
        #expect(after.state == ChargingBench.approval)
        #expect(after.dueAt == nil)
    }

    @Test func `lists the latest orders first, as many as asked`() async throws {
        let database = try await open()
        for token in 1...5 as ClosedRange<UInt8> { _ = try await placed(database, token: token) }
        let numbers = try await database.read { snapshot throws(RecordFailure) in
            try tracking.orders(limit: 3, in: snapshot)
        }.map(\.number)
        #expect(numbers == [1005, 1004, 1003])
    }

    @Test func `keeps a history in order, and its time never runs backwards`() async throws {
        let database = try await open()
        let first = try await placed(database)
        bench.clock.advance(bySeconds: 100)
        try await database.write { transaction throws(RecordFailure) in
            try tracking.record(PaymentStatus.paid, of: first.id, in: transaction)
        }
        bench.clock.advance(bySeconds: -50)
        let last = try await database.write { transaction throws(RecordFailure) in
            try tracking.record(OrderStatus.completed, of: first.id, in: transaction)
        }
        #expect(last.status == .completed)
        #expect(last.paymentStatus == .paid)
        #expect(last.updatedAt.seconds - last.createdAt.seconds == 101)
        _ = try await placed(database, token: 2)
        try await database.read { snapshot throws(RecordFailure) in
            let events = try tracking.events(of: first.id, limit: 9, in: snapshot)
            #expect(events.map(\.change) == [.placed, .payment(.paid), .status(.completed)])
            let offsets = events.map { $0.time.seconds - first.createdAt.seconds }
            #expect(offsets == [0, 100, 101])
        }
    }

    @Test func `knows no order that was not placed`() async throws {
        let database = try await open()
        let id = try #require(OrderID("order-0123456789abcdef0123456789abcdef"))
        for text in [
            "order-0123456789abcdef0123456789abcdeF", "order_0123456789abcdef0123456789abcdef",
            "order-0123456789abcdef0123456789abcdef0", "order-0123456789abcdef0123456789abcde", "",
        ] {
            #expect(OrderID(text) == nil)
        }
        await #expect(throws: RecordFailure.orderMissing(id)) {
            try await database.write { transaction throws(RecordFailure) in
                _ = try tracking.record(OrderStatus.completed, of: id, in: transaction)
            }
        }
        let found = try await database.read { snapshot throws(RecordFailure) in
            try tracking.order(id, in: snapshot)
        }
        #expect(found == nil)
    }

    @Test func `finds the amounts that are held without an order`() async throws {
        let database = try await open()
        let store = ChargeStore(world: bench.world, policy: .standard)
        var held: [AuthorizedAttempt] = []
        for token in [1, 2] as [UInt8] {
            let charge = try ChargingBench.charge("cart \(token)", token: token)
            let operation = try await bench.attempt(charge, in: database)
            let attempt = try await database.write { transaction throws(RecordFailure) in
                _ = try store.record(ChargingBench.approval, of: operation, in: transaction)
                return try store.authorizedAttempt(operation.attempt, in: transaction)
            }
            held.append(try #require(attempt))
        }
        _ = try await place(Self.newOrder(), for: held[0], in: database)
        let found = try await database.read { snapshot throws(RecordFailure) in
            try store.awaitingOrder(limit: 9, in: snapshot)
        }
        #expect(found.map(\.attempt) == [held[1].id])
    }
}

extension OrderTracking {
    /// Changes the status of an order, whatever its version is.
    @discardableResult
    func record(
        _ status: OrderStatus,
        of id: OrderID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Order {
        guard let order = try order(id, in: transaction) else { throw .orderMissing(id) }
        return try change(
            id,
            from: order.version,
            status: status,
            details: order.details,
            in: transaction
        )
    }
}
