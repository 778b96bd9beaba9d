import Foundation
import TestSupport
import Testing

@Suite("Tokens of a merchant that renews its certificate (mission 3.4)")
struct SandboxRenewalTests {
    let orders = SandboxOrders()
    let sandbox: SandboxProcess

    init() throws { sandbox = try orders.start() }

    /// Makes a key and has its request certified.
    ///
    /// - Returns: The certificate's serial number, and SHA-256 of its key in Base64, by OpenSSL.
    func certificate(_ name: String) throws -> (serial: String, keyHash: String) {
        let folder = orders.folder
        let made = try Program.openSSL.run([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=Shop", "-keyout", folder.path("\(name).key"), "-out",
            folder.path("\(name).csr"),
        ])
        #expect(made.isSuccess, "\(made.complaint)")
        let request = try String(contentsOfFile: folder.path("\(name).csr"), encoding: .utf8)
        let issued = try sandbox.call(
            "POST",
            "/merchants/merchant.com.example/certificates",
            ["kind": "paymentProcessing", "request": request]
        )
        #expect(issued.status == 201, "\(issued.json)")
        let key = try Program.openSSL.run([
            "pkey", "-in", folder.path("\(name).key"), "-pubout", "-outform", "DER",
        ])
        let digest = try Program.openSSL.run(
            ["dgst", "-sha256", "-binary"],
            input: [UInt8](key.output)
        )
        return (try #require(issued.text("serialNumber")), digest.output.base64EncodedString())
    }

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
        let old = try certificate("old")
        #expect(try keyHashes(2) == [old.keyHash])
        let new = try certificate("new")
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
