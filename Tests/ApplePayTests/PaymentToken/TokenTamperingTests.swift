import Cryptography
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// One bit changed in a good token, wherever it may be.
@Suite("A changed token")
struct TokenTamperingTests {
    typealias Step = TokenRefusal.Step

    /// A field of a token, and the steps at which a changed bit of it is noticed.
    struct Field: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: Set<Step>
        let path: any WritableKeyPath<TokenParts, [UInt8]> & Sendable
    }

    static let fields = [
        Field(testDescription: "data", steps: [.signature], path: \.data),
        Field(
            testDescription: "ephemeralPublicKey",
            steps: [.format, .signature],
            path: \.ephemeralPublicKey.orEmpty
        ),
        Field(testDescription: "transactionId", steps: [.signature], path: \.transactionID),
        Field(
            testDescription: "applicationData",
            steps: [.signature],
            path: \.applicationData.orEmpty
        ),
        Field(
            testDescription: "signature",
            steps: [.signature, .chain, .markers],
            path: \.signature
        ),
        // Apple does not sign it, so a change sends the token to another's key.
        Field(testDescription: "publicKeyHash", steps: [.publicKeyHash], path: \.publicKeyHash),
    ]

    @Test(arguments: fields)
    func `is refused with any byte changed`(field: Field) throws {
        let workshop = try TokenWorkshop(seed: 71)
        let shape = TokenWorkshop.Shape(applicationDataHash: SHA256.digest("an order"))
        let good = try workshop.parts(shape)
        let (verifier, key) = (try workshop.verifier, try workshop.merchant.key)
        let bytes = good[keyPath: field.path]
        #expect(bytes.count >= 32)
        for index in bytes.indices {
            var changed = good
            changed[keyPath: field.path][index] ^= 1 << (index % 8)
            do throws(TokenRefusal) {
                let token = try changed.read()
                _ = try verifier.verify(token, at: TokenWorkshop.now).opened(with: [key])
                Issue.record("opened with byte \(index) changed")
            } catch {
                #expect(field.steps.contains(error.step), "byte \(index): \(error)")
            }
        }
    }

    @Test func `names the digest where data, key, identifier or app data differ`() throws {
        let workshop = try TokenWorkshop(seed: 72)
        let good = try workshop.parts(.init(applicationDataHash: SHA256.digest("an order")))
        let changes: [@Sendable (inout TokenParts) -> Void] = [
            { $0.data[20] ^= 1 }, { $0.data[$0.data.count - 1] ^= 1 },
            { $0.ephemeralPublicKey?[60] ^= 1 }, { $0.transactionID[0] ^= 0x80 },
            { $0.applicationData = SHA256.digest("another order") }, { $0.applicationData = nil },
            { $0.data.swapAt(0, 1) },
        ]
        for change in changes {
            var changed = good
            change(&changed)
            let token = try changed.read()
            #expect(throws: TokenRefusal.signature(.otherContent)) {
                try workshop.verifier.verify(token, at: TokenWorkshop.now)
            }
        }
    }

    @Test func `is another token if application data is added`() throws {
        let workshop = try TokenWorkshop(seed: 73)
        var parts = try workshop.parts()
        parts.applicationData = SHA256.digest("an order")
        let token = try parts.read()
        #expect(throws: TokenRefusal.signature(.otherContent)) {
            try workshop.verifier.verify(token, at: TokenWorkshop.now)
        }
    }
}

extension [UInt8]? {
    fileprivate var orEmpty: [UInt8] {
        get { self ?? [] }
        set { self = newValue }
    }
}
