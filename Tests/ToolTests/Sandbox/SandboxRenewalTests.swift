import Foundation
import TestSupport
import Testing

@Suite("Tokens of a merchant that renews its certificate (mission 3.4)")
struct SandboxRenewalTests {
    let orders = SandboxOrders()
    let sandbox: SandboxProcess

    init() throws { sandbox = try orders.start() }

    /// The keys to which some tokens are sealed.
    func keyHashes(_ count: Int) throws -> Set<String> {
        var hashes: Set<String> = []
        for _ in 0..<count {
            let answer = try sandbox.call("POST", "/wallet/payments", SandboxOrders.order(nil))
            let header = try #require(
                answer.paymentData?["header"] as? [String: String],
                "\(answer.json)"
            )
            hashes.insert(try #require(header["publicKeyHash"]))
        }
        return hashes
    }

    @Test func `are for the active key, and for ten minutes after a renewal for either`() throws {
        let merchant = ["identifier": "merchant.com.example", "description": "Shop"]
        #expect(try sandbox.call("POST", "/merchants", merchant).status == 201)
        let old = try orders.processingKey("old", of: sandbox)
        #expect(try keyHashes(2) == [old.keyHash])
        let new = try orders.processingKey("new", of: sandbox)
        #expect(try keyHashes(2) == [old.keyHash], "the new one is not activated")
        let activated = try sandbox.call("POST", "/certificates/\(new.serial)/activate")
        #expect(activated.text("state") == "active", "\(activated.json)")
        // That all 24 have one key by chance has a probability of one in eight million.
        #expect(try keyHashes(24) == [old.keyHash, new.keyHash])
        #expect(try sandbox.call("POST", "/clock", ["advanceSeconds": 600]).status == 200)
        #expect(try keyHashes(12) == [new.keyHash])
        #expect(try sandbox.call("POST", "/certificates/\(new.serial)/revoke").status == 200)
        let refused = try sandbox.call("POST", "/wallet/payments", SandboxOrders.order(nil))
        #expect(refused.text("reason") == "noToken", "\(refused.json)")
    }
}
