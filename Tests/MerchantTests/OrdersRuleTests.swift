import Payments
import Storage
import Testing

@Suite("The rules of orders", .onEachDatabase)
struct OrdersRuleTests {
    let tests = OrdersTrackingTests()

    @Test(arguments: OrderStatus.allCases, OrderStatus.allCases)
    func `allow only the next states of an order`(from: OrderStatus, to: OrderStatus) async throws {
        let database = try await tests.open()
        let order = try await tests.placed(database)
        func record(_ status: OrderStatus) async throws(RecordFailure) -> Order {
            try await database.write { transaction throws(RecordFailure) in
                try tests.tracking.record(status, of: order.id, in: transaction)
            }
        }
        if from != .open { _ = try await record(from) }
        if from == .open || from == to {
            #expect(try await record(to).status == to)
        } else {
            await #expect(throws: RecordFailure.statusRefused(from: from, to: to)) {
                try await record(to)
            }
        }
    }

    @Test(arguments: PaymentStatus.allCases, PaymentStatus.allCases)
    func `allow only the next states of a payment`(from: PaymentStatus, to: PaymentStatus) {
        let allowed: [PaymentStatus: [PaymentStatus]] = [
            .pending: [.authorized, .declined], .authorized: [.paid, .voided],
            .paid: [.refunded], .refunded: [.paid],
        ]
        #expect(from.mayBecome(to) == allowed[from, default: []].contains(to))
    }

    @Test func `refuse to give back what was never collected`() async throws {
        let database = try await tests.open()
        let order = try await tests.placed(database)
        await #expect(throws: RecordFailure.paymentRefused(from: .authorized, to: .refunded)) {
            try await database.write { transaction throws(RecordFailure) in
                _ = try tests.tracking.record(
                    PaymentStatus.refunded,
                    of: order.id,
                    in: transaction
                )
            }
        }
    }

    @Test(arguments: [
        ("", 1, 1, 1, NewOrder.Problem.labelEmpty),
        ("Shop", 201, 1, 1, .tooManyLineItems),
        ("Shop", 1, 0, 1, .quantityNotPositive),
        ("Shop", 1, 1, 1_025, .textTooLong),
    ])
    func `limit the size of an order`(
        label: String,
        lines: Int,
        quantity: Int64,
        length: Int,
        problem: NewOrder.Problem
    ) {
        let line = OrderLineItem(
            title: String(repeating: "x", count: length),
            quantity: quantity,
            amountMinorUnits: 1
        )
        #expect(throws: problem) {
            try NewOrder(
                label: label,
                lineItems: Array(repeating: line, count: lines),
                shippingMethod: nil,
                contact: OrderContact()
            )
        }
    }

    @Test func `take as much as an order may hold`() throws {
        let line = OrderLineItem(
            title: String(repeating: "x", count: 1_024),
            quantity: 1,
            amountMinorUnits: 0
        )
        let order = try NewOrder(
            label: "S",
            lineItems: Array(repeating: line, count: 200),
            shippingMethod: nil,
            contact: OrderContact()
        )
        #expect(order.lineItems.count == 200)
    }

    /// A text of the order that is one byte too long, and where it stands.
    struct LongText: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var label = "Shop"
        var title = "Line"
        var method = OrderShippingMethod(identifier: "post", label: "Post")
        var contact = OrderContact()

        init(_ name: String, _ change: (inout LongText, String) -> Void) {
            testDescription = name
            // 1,025 bytes, and fewer than 1,024 characters.
            change(&self, "\u{e9}" + String(repeating: "x", count: 1_023))
        }

        static let all = [
            LongText("label") { $0.label = $1 }, LongText("title") { $0.title = $1 },
            LongText("shipping identifier") {
                $0.method = OrderShippingMethod(identifier: $1, label: "Post")
            },
            LongText("shipping label") {
                $0.method = OrderShippingMethod(identifier: "post", label: $1)
            },
            LongText("name") { $0.contact.name = $1 },
            LongText("street") { $0.contact.street = $1 },
            LongText("city") { $0.contact.city = $1 },
            LongText("state") { $0.contact.state = $1 },
            LongText("postal code") { $0.contact.postalCode = $1 },
            LongText("country") { $0.contact.country = $1 },
            LongText("email address") { $0.contact.emailAddress = $1 },
            LongText("phone number") { $0.contact.phoneNumber = $1 },
        ]
    }

    @Test(arguments: LongText.all)
    func `limit every text of an order`(text: LongText) {
        let fine = OrderLineItem(title: "Line", amountMinorUnits: 1)
        let last = OrderLineItem(title: text.title, amountMinorUnits: 1)
        #expect(throws: NewOrder.Problem.textTooLong) {
            try NewOrder(
                label: text.label,
                lineItems: [fine, last],
                shippingMethod: text.method,
                contact: text.contact
            )
        }
    }

    @Test func `limit every line of an order`() {
        let lines = [1, 1, -1].map {
            OrderLineItem(title: "Line", quantity: $0, amountMinorUnits: 1)
        }
        #expect(throws: NewOrder.Problem.quantityNotPositive) {
            try NewOrder(
                label: "Shop",
                lineItems: lines,
                shippingMethod: nil,
                contact: OrderContact()
            )
        }
    }

    static let forbidden: [StaticString] = [
        "UPDATE shop_order SET total_minor_units = 1", "DELETE FROM shop_order",
        "UPDATE order_line SET quantity = 9", "DELETE FROM order_line",
        "UPDATE order_event SET time = 0", "DELETE FROM order_event",
    ]

    @Test(arguments: forbidden.map(\.description))
    func `do not permit changes or removal of history`(statement: String) async throws {
        let database = try await tests.open()
        _ = try await tests.placed(database)
        let literal = try #require(Self.forbidden.first { $0.description == statement })
        await #expect(throws: StorageFailure.constraintViolated(.trigger)) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(literal)
            }
        }
    }
}
