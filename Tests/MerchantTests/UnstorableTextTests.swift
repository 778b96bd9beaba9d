import Money
import Payments
import Storage
import Testing

@Suite("A text with U+0000", .onEachDatabase)
struct UnstorableTextTests {
    let bench: PaymentDeskBench
    let database: Database

    init() async throws {
        bench = try PaymentDeskBench()
        database = try await bench.open()
    }

    @Test func `is refused by every database, and undoes its transaction`() async throws {
        await #expect(throws: StorageFailure.zeroCharacter) {
            try await database.write { transaction throws(StorageFailure) in
                for text in ["a", "a\0b"] {
                    try transaction.execute(
                        """
                        INSERT INTO intent
                            (id, merchant_reference, amount_minor_units, currency_code, created_at)
                        VALUES ($1, $1, 1, 'USD', 0)
                        """,
                        [.text(text)]
                    )
                }
            }
        }
        await #expect(throws: StorageFailure.zeroCharacter) {
            _ = try await database.read { snapshot throws(StorageFailure) in
                try snapshot.rows("SELECT id FROM intent WHERE id = $1", [.text("\0")])
            }
        }
        let count = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT id FROM intent").count
        }
        #expect(count == 0)
    }

    @Test func `is in no charge and in no order`() throws {
        #expect(throws: NewCharge.Problem.merchantReferenceZero) {
            try ChargingBench.charge("cart\0")
        }
        #expect(throws: NewOrder.Problem.zeroCharacter) {
            try NewOrder(
                label: "a\0",
                lineItems: [],
                shippingMethod: nil,
                contact: OrderContact()
            )
        }
    }

    /// A processor's texts are not known before it is asked.
    @Test(arguments: [("A\0", "1"), ("A1B2C3", "\0")])
    func `in an approval makes it void`(_ code: String, _ reference: String) async throws {
        let approval = Approval(authorizationCode: code, networkReference: reference)
        let processor = ScriptedProcessor([.success(.approved(approval, echo: .none))])
        let desk = try bench.desk(database, processor)
        let refusal = await #expect(throws: PaymentRefusal.self) {
            try await desk.pay(try bench.submission(of: bench.token()))
        }
        guard case .beingSettled = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        _ = try await desk.settleDue()
        #expect(try await bench.states(database).sorted() == ["completed", "reversed"])
    }

    @Test func `in the reference of what is done does not undo it`() {
        let amount = Money(minorUnits: 1, currency: .usd)
        let state = OperationState(
            FollowUpAnswer.approved(networkReference: "\0", echo: .none),
            to: amount,
            "cart 1"
        )
        #expect(state == .completed(networkReference: nil))
        #expect(
            OperationState(ReversalAnswer.reversed(networkReference: "\0"))
                == .completed(networkReference: nil)
        )
    }
}
