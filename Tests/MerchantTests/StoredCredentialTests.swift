import Bytes
import Cryptography
import Money
import TestSupport
import Testing
import World

@testable import Payments
@testable import Storage

@Suite("Stored credentials", .onEachDatabase)
struct StoredCredentialTests {
    let bench: PaymentDeskBench
    let database: Database
    let keys: [PrivateKey]

    /// An approval that a later payment can refer to.
    fileprivate static let storable = ScriptedProcessor.Reply.success(
        .approved(
            Approval(
                authorizationCode: "A1B2C3",
                networkReference: "1234567890",
                laterPayments: .account(firstPayment: "123456789012345")
            ),
            echo: .none
        )
    )

    init() async throws {
        bench = try PaymentDeskBench()
        database = try await bench.open([AuditLog.migrations])
        let randomness = bench.charging.randomness
        keys = try (0..<2).map { _ in try PrivateKey(on: .p256, from: randomness) }
    }

    private func desk(
        _ script: [ScriptedProcessor.Reply],
        sealedTo keys: PrivateKey...,
        whileAsked: @escaping @Sendable (AuthorizationRequest) async -> Void = { _ in }
    ) throws -> (desk: PaymentDesk, processor: ScriptedProcessor) {
        let processor = ScriptedProcessor(
            script,
            capabilities: [.storedCredentials],
            whileAsked: whileAsked
        )
        let credentials = CredentialKeys(keys)
        return (try bench.desk(database, processor, credentials: credentials), processor)
    }

    /// A credential that a payment has stored.
    private func stored(
        _ number: UInt8 = 1,
        to key: PrivateKey,
        by caller: AuditLog.Caller? = nil
    ) async throws -> CredentialID {
        let submission = try bench.submission(
            of: bench.token(number),
            reference: "first \(number)",
            storing: .recurring
        )
        let receipt = try await desk([Self.storable], sealedTo: key).desk
            .pay(submission, by: caller)
        return try #require(receipt.authorization.credential)
    }

    private func later(
        _ credential: CredentialID,
        _ reference: String = "bill 1",
        named name: String = "key 1",
        minorUnits: Int64 = 500
    ) throws -> PaymentSubmission {
        PaymentSubmission(
            .credential(CredentialCharge(credential, by: .merchant, name: name)),
            merchantReference: reference,
            total: Money(minorUnits: minorUnits, currency: .usd),
            applicationData: nil,
            order: try OrdersTrackingTests.newOrder()
        )
    }

    @Test func `are none where the answer has nothing that a later payment could refer to`()
        async throws
    {
        let submission = try bench.submission(
            of: bench.token(1),
            reference: "first 1",
            storing: .recurring
        )
        let (desk, _) = try desk([ScriptedProcessor.approval], sealedTo: keys[0])
        #expect(try await desk.pay(submission).authorization.credential == nil)
    }

    @Test func `are charged with the first payment's account and name, without a proof`()
        async throws
    {
        let requests = LockedValue<[AuthorizationRequest]>([])
        let credential = try await stored(to: keys[0])
        let (desk, _) = try desk([ScriptedProcessor.approval], sealedTo: keys[0]) { request in
            requests.withLock { $0.append(request) }
        }
        let receipt = try await desk.pay(later(credential))
        #expect(receipt.authorization.isLater && receipt.authorization.credential == credential)
        #expect(receipt.authorization.accountSuffix == "5104")
        #expect(receipt.order.totalMinorUnits == 500)
        let request = try #require(requests.withLock { $0 }.first)
        guard case .stored(let charge) = request.instrument,
            case .account(let account) = charge.instrument
        else {
            Issue.record("it is no stored account")
            return
        }
        #expect(account.number.revealedText() == ChargingBench.accountDigits)
        #expect(account.expiry == CardExpiry(year: 2030, month: 12))
        #expect(account.firstPayment == "123456789012345" && request.storing == nil)
        #expect(charge.use == .recurring && charge.initiator == .merchant)
        let payment = try #require(try await desk.records.payment(receipt.authorization.id))
        #expect(payment.attempt.credential == credential && payment.attempt.isLater)
    }

    @Test func `are charged once under one name, and anew under another after a decline`()
        async throws
    {
        let credential = try await stored(to: keys[0])
        let (desk, processor) = try desk(
            [.success(.declined(.insufficientFunds)), ScriptedProcessor.approval],
            sealedTo: keys[0]
        )
        for _ in 0..<2 {
            await #expect(throws: PaymentRefusal.declined(.insufficientFunds)) {
                try await desk.pay(later(credential))
            }
        }
        #expect(processor.keys.count == 1)
        let receipt = try await desk.pay(later(credential, named: "key 2"))
        #expect(try await desk.pay(later(credential, named: "key 2")) == receipt)
        #expect(processor.keys.count == 2)
        // A reference is paid once, whatever the names are.
        await #expect(throws: PaymentRefusal.alreadyPaid(receipt.authorization.id)) {
            try await desk.pay(later(credential, named: "key 3"))
        }
        #expect(processor.keys.count == 2)
    }

    @Test func `are reversed where a charge has no answer, as with a token`() async throws {
        let credential = try await stored(to: keys[0])
        let unanswered = ScriptedProcessor.unanswered
        let (desk, processor) = try desk([unanswered, unanswered, unanswered], sealedTo: keys[0])
        let submission = try later(credential)
        do throws(PaymentRefusal) {
            _ = try await desk.pay(submission)
            Issue.record("it is paid")
        } catch {
            if case .beingSettled = error {} else { Issue.record("\(error)") }
        }
        await #expect(throws: PaymentRefusal.reversed(.unanswered)) {
            try await desk.pay(later(credential))
        }
        #expect(processor.keys.last?.text.hasSuffix("-rev") == true)
        let first = try #require(processor.keys.first?.text)
        #expect(processor.keys.dropLast().allSatisfy { $0.text == first })
    }

    /// The answer comes after another server has given up waiting for it.
    @Test func `are none of a payment that was reversed before its answer came`() async throws {
        let other = try desk([], sealedTo: keys[0]).desk
        let clock = bench.charging.clock
        let (desk, _) = try desk([ScriptedProcessor.approval], sealedTo: keys[0]) { _ in
            for _ in 0..<2 {
                clock.advance(bySeconds: 1_000)
                _ = try? await other.settleDue()
            }
        }
        let submission = try bench.submission(of: bench.token(1), storing: .recurring)
        await #expect(throws: PaymentRefusal.reversed(.unanswered)) {
            try await desk.pay(submission)
        }
        #expect(try await sealed().isEmpty)
    }

    @Test func `are sealed to keys on P-256 and no others`() throws {
        let randomness = bench.charging.randomness
        let other = try PrivateKey(on: .p384, from: randomness)
        #expect(CredentialKeys([]) == nil)
        #expect(CredentialKeys([other]) == nil)
        #expect(CredentialKeys([keys[0], other]) == nil)
        #expect(CredentialKeys([keys[0]]) != nil)
        let (bench, folder) = (try KeyBench(), KeyFolder())
        try folder.write(try bench.merchant(), "key.pem")
        #expect(CredentialKeys(try bench.keyring(folder.source())).canSeal)
    }

    @Test func `are charged no more once they are ended, and their content is gone`() async throws {
        let caller = AuditLog.Caller(identifier: "key-1", role: "billing")
        let credential = try await stored(to: keys[0], by: caller)
        let (desk, processor) = try desk([ScriptedProcessor.approval], sealedTo: keys[0])
        let receipt = try await desk.pay(later(credential))
        let ended = try await desk.records.endCredential(credential, by: caller)
        #expect(ended.endedAt == bench.charging.clock.now)
        #expect(try await desk.records.endCredential(credential, by: caller) == ended)
        let changes = try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT action FROM audit_entry ORDER BY number")
                .map { row throws(StorageFailure) in try row.text("action") }
        }
        #expect(changes == ["payment.ask", "credential.store", "credential.end"])
        await #expect(throws: PaymentRefusal.credential(.ended(credential))) {
            try await desk.pay(later(credential, "bill 2"))
        }
        // What was answered before stays answered.
        #expect(try await desk.pay(later(credential)) == receipt)
        #expect(processor.keys.count == 1)
        #expect(try await sealed().isEmpty)
    }

    /// A credential may be ended while its charge is on its way to the database.
    @Test func `are not charged where they are ended before the charge is recorded`() async throws {
        let credential = try await stored(to: keys[0])
        let store = bench.charging.store
        _ = try await database.write { transaction throws(RecordFailure) in
            try store.end(credential, in: transaction)
        }
        var charge = try ChargingBench.charge("bill 1", token: 9)
        charge.credential = credential
        await #expect(throws: RecordFailure.credential(.ended(credential))) {
            try await bench.charging.attempt(charge, in: database)
        }
    }

    @Test func `are not stored or charged without a key, a processor that can, or an approval`()
        async throws
    {
        let approval = ScriptedProcessor.approval
        let submission = try bench.submission(of: bench.token(7), storing: .unscheduled)
        let plain = ScriptedProcessor([approval])
        await #expect(throws: PaymentRefusal.credential(.notConfigured)) {
            try await bench.desk(database, plain).pay(submission)
        }
        let keys = CredentialKeys([self.keys[0]])
        await #expect(throws: PaymentRefusal.charging(.processorLacks(.storedCredentials))) {
            try await bench.desk(database, plain, credentials: keys).pay(submission)
        }
        #expect(plain.keys.isEmpty)
        let declining = try desk(
            [.success(.declined(.insufficientFunds))],
            sealedTo: self.keys[0]
        ).desk
        await #expect(throws: PaymentRefusal.declined(.insufficientFunds)) {
            try await declining.pay(submission)
        }
        #expect(try await sealed().isEmpty)
        let credential = try await stored(to: self.keys[0])
        let other = try desk([approval], sealedTo: self.keys[1])
        await #expect(throws: PaymentRefusal.credential(.keyUnavailable(credential))) {
            try await other.desk.pay(later(credential))
        }
        await #expect(throws: PaymentRefusal.credential(.notConfigured)) {
            try await bench.desk(database, plain).pay(later(credential))
        }
        let stranger = CredentialID(drawnFrom: bench.charging.randomness)
        await #expect(throws: PaymentRefusal.credential(.unknown(stranger))) {
            try await other.desk.pay(later(stranger))
        }
        let routes = ProcessorRoutes([])
        await #expect(throws: PaymentRefusal.credential(.processorMissing(.sandbox))) {
            try await bench.desk(database, over: routes, credentials: keys).pay(later(credential))
        }
        #expect(other.processor.keys.isEmpty && plain.keys.isEmpty)
    }

    @Test func `are listed once each, the newest first, in pages`() async throws {
        var made: [CredentialID] = []
        for number in 1...5 {
            // Two credentials have each time.
            if number.isMultiple(of: 2) { bench.charging.clock.advance(bySeconds: 60) }
            made.append(try await stored(UInt8(number), to: keys[0]))
        }
        let records = try desk([], sealedTo: keys[0]).desk.records
        _ = try await records.endCredential(
            made[4],
            by: AuditLog.Caller(identifier: "key-1", role: "billing")
        )
        var seen: [StoredCredential] = []
        while seen.count < 9 {
            let place = seen.last.map { (time: $0.createdAt, id: $0.id) }
            let page = try await records.credentials(after: place, limit: 3)
            seen += page
            if page.count < 3 { break }
        }
        #expect(seen.map(\.createdAt) == seen.map(\.createdAt).sorted().reversed())
        #expect(Set(seen.map(\.id)) == Set(made) && seen.count == 5)
        #expect(seen.filter { $0.endedAt != nil }.map(\.id) == [made[4]])
        #expect(try await seen[2] == records.credential(seen[2].id))
    }

    @Test func `are sealed anew to a new key, and the old one is needed no more`() async throws {
        let credential = try await stored(to: keys[0])
        let before = try await sealed()
        let both = try desk([], sealedTo: keys[1], keys[0]).desk
        try await both.resealCredentials(atMost: 10)
        let after = try await sealed()
        #expect(before.count == 1 && after.count == 1 && before != after)
        let (desk, _) = try desk([ScriptedProcessor.approval], sealedTo: keys[1])
        #expect(try await desk.pay(later(credential)).authorization.accountSuffix == "5104")
    }

    @Test func `open for their own identifier only`() async throws {
        let first = try await stored(1, to: keys[0])
        let second = try await stored(2, to: keys[0])
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                """
                UPDATE stored_credential SET
                    sealed = (SELECT sealed FROM stored_credential WHERE id = $2)
                WHERE id = $1
                """,
                [.text(first.text), .text(second.text)]
            )
        }
        let (desk, processor) = try desk([ScriptedProcessor.approval], sealedTo: keys[0])
        await #expect(throws: PaymentRefusal.credential(.keyUnavailable(first))) {
            try await desk.pay(later(first))
        }
        #expect(processor.keys.isEmpty)
        _ = try await desk.pay(later(second))
    }

    private func sealed() async throws -> [[UInt8]] {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT sealed FROM stored_credential WHERE sealed IS NOT NULL")
                .map { row throws(StorageFailure) in try row.bytes("sealed") }
        }
    }
}

@Suite("Stored credentials whose disk fails")
struct StoredCredentialCrashTests {
    /// SQLite's own method: fail the first statement, then the second, until a payment completes.
    @Test func `are on the disk where the payment that stores them has its order`() async throws {
        let bench = try PaymentDeskBench()
        let database = try await bench.open()
        let key = try PrivateKey(on: .p256, from: bench.charging.randomness)
        var (number, struck) = (0, true)
        while struck {
            number += 1
            let submission = try bench.submission(
                of: bench.token(UInt8(number)),
                reference: "cart \(number)",
                storing: .recurring
            )
            let processor = ScriptedProcessor(
                [StoredCredentialTests.storable],
                capabilities: [.storedCredentials]
            )
            let desk = try bench.desk(database, processor, credentials: CredentialKeys([key]))
            database.armFault(atStatement: number)
            _ = try? await desk.pay(submission)
            struck = database.disarmFault()
            // The same submission, made again, places an order that is missing.
            let receipt = try? await desk.pay(submission)
            #expect(receipt == nil || receipt?.authorization.credential != nil, "\(number)")
        }
        #expect(number > 14, "the sweep reached the credential's own statement")
    }
}
