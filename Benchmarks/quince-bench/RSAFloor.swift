internal import AppleServers
internal import Bytes
internal import CTokenFloor
internal import Certificates
internal import Cryptography
internal import PaymentToken

/// The arithmetic of RSA_v1 tokens alone, as ``TokenFloor`` is for EC_v1.
@safe
final class RSAFloor {
    private let pointer: OpaquePointer
    private let tokens: [SignedParts]
    private var next = 0

    init(_ chain: TestChain, _ tokens: [SealedPaymentToken]) throws {
        self.tokens = try tokens.map(SignedParts.init)
        let pointer = unsafe lending(
            Array(chain.rsaMerchantKey.pem.revealedText().utf8),
            chain.rsaSigner.key.publicKey.publicKeyInfo
        ) { unsafe rsa_floor_new($0[0], $0[1]) }
        guard let pointer = unsafe pointer else { throw BenchmarkFailure.floorFailed }
        unsafe self.pointer = pointer
    }

    deinit { unsafe rsa_floor_free(pointer) }

    func open(_ index: Int) throws -> [UInt8] {
        let parts = tokens[index]
        let plaintext = unsafe lending(parts.content, parts.attributes, parts.signature) {
            var plaintext = unsafe floor_bytes()
            let token = unsafe floor_token(content: $0[0], attributes: $0[1], signature: $0[2])
            let isOpened = unsafe rsa_floor_open(pointer, token, &plaintext) == 1
            return isOpened ? unsafe [UInt8](plaintext) : nil
        }
        guard let plaintext else { throw BenchmarkFailure.floorFailed }
        return plaintext
    }

    func openMany(_ count: Int) throws -> Bool {
        for _ in 0..<count {
            _ = try open(next % tokens.count)
            next += 1
        }
        return true
    }
}
