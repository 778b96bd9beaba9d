import Charging
import Orders
import Storage
import Testing

@Suite("The rules of orders")
struct OrdersRuleTests {
    let tests = OrdersTrackingTests()

    @Test(arguments: OrderStatus.allCases, OrderStatus.allCases)
    func `let an order become only what follows`(from: OrderStatus, to: OrderStatus) throws {
        let database = try tests.open()
        let order = try tests.placed(database)
        func record(_ status: OrderStatus) throws(OrderFailure) -> Order {
            try database.write { transaction throws(OrderFailure) in
                try tests.tracking.record(status, of: order.id, in: transaction)
            }
        }
        if from != .open { _ = try record(from) }
        if from == .open, to != .open {
            #expect(try record(to).status == to)
        } else {
            #expect(throws: OrderFailure.statusRefused(from: from, to: to)) { try record(to) }
        }
    }

    @Test(arguments: PaymentStatus.allCases, PaymentStatus.allCases)
    func `let a payment become only what follows`(from: PaymentStatus, to: PaymentStatus) {
        let allowed: [PaymentStatus: [PaymentStatus]] = [
            .pending: [.authorized, .declined], .authorized: [.paid, .voided],
            .paid: [.refunded],
        ]
        #expect(from.mayBecome(to) == allowed[from, default: []].contains(to))
    }

    @Test func `refuse to give back what was never collected`() throws {
        let database = try tests.open()
        let order = try tests.placed(database)
        #expect(throws: OrderFailure.paymentRefused(from: .authorized, to: .refunded)) {
            try database.write { transaction throws(OrderFailure) in
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
    func `bound what an order may hold`(
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

    static let forbidden: [StaticString] = [
        "UPDATE shop_order SET total_minor_units = 1", "DELETE FROM shop_order",
        "UPDATE order_line SET quantity = 9", "DELETE FROM order_line",
        "UPDATE order_event SET time = 0", "DELETE FROM order_event",
    ]

    @Test(arguments: forbidden.map(\.description))
    func `do not let the past be changed or removed`(statement: String) throws {
        let database = try tests.open()
        _ = try tests.placed(database)
        let literal = try #require(Self.forbidden.first { $0.description == statement })
        #expect(throws: StorageFailure.constraintViolated(.trigger)) {
            try database.write { transaction throws(StorageFailure) in
                try transaction.execute(literal)
            }
        }
    }
}
