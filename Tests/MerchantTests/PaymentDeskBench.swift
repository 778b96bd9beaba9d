import AppleServers
import Bytes
import Certificates
import Cryptography
import JSON
import Money
import PaymentToken
import Storage
import TestSandbox
import TestSupport
import Testing
import TokenIntake
import World

@testable import Payments

/// A merchant's server on a database of its own, and whatever signs tokens for it.
struct PaymentDeskBench {
    static let applicationData = Array("cart 1".utf8)

    let charging = ChargingBench()
    let authorities: TestAuthorities
    let key: MerchantKey
    let certificate: PaymentProcessingCertificate
    let merchantPEM: Secret

    init() throws {
        let sandbox = try TestSandbox(world: charging.world)
        let merchant = try sandbox.setUpMerchant("merchant.com.example", named: "A shop")
        authorities = sandbox.authorities
        certificate = merchant.certificate
        key = merchant.merchantKey
        merchantPEM = merchant.key.pem
    }

    func open(
        _ others: [MigrationSeries] = []
    ) async throws(DatabaseRefusal) -> Database {
        try await DatabaseKind.open(
            in: charging.folder,
            migrations: PaymentDesk.migrations + others
        )
    }

    func desk(
        _ database: Database,
        _ processors: any PaymentProcessor...,
        over routes: ProcessorRoutes? = nil,
        credentials: CredentialKeys? = nil,
        needing: Set<ProcessorCapability> = [],
        keys: [MerchantKey]? = nil
    ) throws -> PaymentDesk {
        try PaymentDesk(
            intake: TokenIntake(
                verifier: PaymentTokenVerifier(
                    trusting: try TrustAnchor(root: authorities.root)
                ),
                keys: keys ?? [key],
                clock: charging.clock
            ),
            database: database,
            processors: routes ?? ProcessorRoutes(processors),
            credentials: credentials,
            needing: needing,
            world: charging.world
        )
    }

    /// The payload of a token, in whose place a test can put something else.
    struct Payload {
        var amount = "1075"
        var currency = "840"
        var number = ChargingBench.accountDigits
        var expiration = "301231"
        var type = "3DSecure"
        var proof =
            #"{"onlinePaymentCryptogram":"\#(Base64.encode(ChargingBench.cryptogramBytes))"}"#

        var json: String {
            """
            {"applicationPrimaryAccountNumber":"\(number)",\
            "applicationExpirationDate":"\(expiration)","currencyCode":"\(currency)",\
            "transactionAmount":\(amount),"deviceManufacturerIdentifier":"040010030273",\
            "paymentDataType":"\(type)","paymentData":\(proof)}
            """
        }
    }

    func token(
        _ number: UInt8 = 1,
        _ payload: Payload = Payload(),
        transactionID: TransactionID? = nil,
        applicationData: [UInt8]? = applicationData
    ) throws -> SealedPaymentToken {
        try PaymentTokenSealer(signer: authorities.tokenSigner).seal(
            Secret(copying: Array(payload.json.utf8)),
            to: PaymentTokenSealer.Recipient(certificate),
            by: .agreement(ephemeralKey: PrivateKey(on: .p256, from: charging.randomness)),
            transactionID: transactionID ?? ChargingBench.transaction(number),
            applicationDataHash: applicationData.map { SHA256.digest($0) },
            signingTime: charging.clock.now,
            paymentMethod: nil
        )
    }

    func submission(
        of token: SealedPaymentToken,
        reference: String = "cart 1",
        total: Money = Money(minorUnits: 1075, currency: .usd),
        applicationData: [UInt8]? = applicationData,
        storing: CredentialUse? = nil,
        captures: Bool = false
    ) throws -> PaymentSubmission {
        PaymentSubmission(
            .token(token.json.compactBytes),
            storing: storing,
            merchantReference: reference,
            total: total,
            applicationData: applicationData,
            order: try OrdersTrackingTests.newOrder(),
            captures: captures
        )
    }

    func orders(_ database: Database) async throws -> [Order] {
        let tracking = OrderTracking(world: charging.world)
        return try await database.read { snapshot throws(RecordFailure) in
            try tracking.orders(limit: 1_000, in: snapshot)
        }
    }

    /// The states of all operations, in order.
    func states(_ database: Database) async throws -> [String] {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows("SELECT state FROM operation ORDER BY prepared_at, kind")
                .map { row throws(StorageFailure) in try row.text("state") }
        }
    }
}

extension PaymentDesk {
    /// Charges a card and places the order, as the desk does once a token is opened: a token takes longer
    /// to make and to check than all the rest.
    func charge(_ charge: NewCharge, signedAt: UnixTime) async throws -> PaymentReceipt {
        let submission = PaymentSubmission(
            .token([]),
            storing: charge.storing,
            merchantReference: charge.merchantReference,
            total: charge.amount,
            applicationData: nil,
            order: try OrdersTrackingTests.newOrder()
        )
        let token = ClaimableToken(transactionID: charge.transactionID, signedAt: signedAt)
        let card = try ChargingBench.card()
        let payment = OpenedPayment(
            submission: submission,
            read: nil,
            token: token,
            charge: charge,
            candidates: processors.processors.map {
                OpenedPayment.Candidate(processor: $0, instrument: .card(card))
            }
        )
        return try await self.charge(payment) { _ in }.result.get()
    }
}

/// A processor that approves whatever it is asked, and counts what it approved by key.
final class CountingProcessor: PaymentProcessor {
    private let reverses: Bool

    init(reverses: Bool = true) { self.reverses = reverses }

    private let approved = LockedValue<Set<IdempotencyKey>>([])

    let name = ProcessorName.sandbox
    let capabilities: Set<ProcessorCapability> = []

    /// How many authorizations are approved and not reversed.
    var approvals: Int { approved.withLock { $0.count } }

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        _ = approved.withLock { $0.insert(request.idempotencyKey) }
        await Task.yield()
        let approval = Approval(authorizationCode: "A1B2C3", networkReference: "1234567890")
        return .approved(approval, echo: .none)
    }

    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        guard reverses else { throw .outcomeUnknown(.timedOut) }
        let wasThere = approved.withLock { $0.remove(request.original.idempotencyKey) } != nil
        return wasThere ? .reversed(networkReference: nil) : .originalNotFound
    }
}

extension PaymentSubmission {
    /// The token; empty for a stored credential.
    var tokenJSON: [UInt8] { if case .token(let json) = source { json } else { [] } }
}
