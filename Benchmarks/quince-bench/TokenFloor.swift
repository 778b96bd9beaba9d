internal import AppleServers
internal import Bytes
internal import CTokenFloor
internal import Certificates
internal import Cryptography
internal import PaymentToken

/// The arithmetic of tokens alone: a bare loop over libcrypto with every context reused.
///
/// Hashing the content and the attributes is part of it, because no implementation can do without;
/// reading JSON, Base64, ASN.1 and certificates is not.
@safe
final class TokenFloor {
    private let pointer: OpaquePointer

    init(_ chain: TestChain, _ tokens: [TestToken]) throws {
        let pointer = unsafe lending(
            Self.text(chain.merchantKey),
            chain.recipient(.ecV1).merchantIdentifierHash,
            Self.text(chain.signerKey),
            chain.merchantKey.publicKey.uncompressedPoint,
            chain.signerKey.publicKey.uncompressedPoint,
            chain.authorities.applicationIntegration.publicKey.uncompressedPoint,
            chain.authorities.root.publicKey.uncompressedPoint
        ) { unsafe token_floor_new($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) }
        guard let pointer = unsafe pointer else { throw BenchmarkFailure.floorFailed }
        unsafe self.pointer = pointer
        for token in tokens { try add(SignedParts(token.token)) }
        try setChain(
            leaf: CertificateParts(chain.signer.certificate),
            intermediate: CertificateParts(chain.signer.intermediate)
        )
        let isPayloadSet = unsafe lending(Array(tokens[0].payload.revealedText().utf8)) {
            unsafe token_floor_set_payload(pointer, $0[0]) == 1
        }
        guard isPayloadSet else { throw BenchmarkFailure.floorFailed }
    }

    deinit { unsafe token_floor_free(pointer) }

    func open(_ index: Int) throws -> [UInt8] {
        var plaintext = unsafe floor_bytes()
        guard unsafe token_floor_open(pointer, index, &plaintext) == 1 else {
            throw BenchmarkFailure.floorFailed
        }
        return unsafe Array(plaintext)
    }

    func verifyChain() throws {
        guard unsafe token_floor_verify_chain(pointer) == 1 else {
            throw BenchmarkFailure.floorFailed
        }
    }

    /// The numbers of a token that the floor makes.
    func mint() throws -> (content: [UInt8], attributes: [UInt8], signature: [UInt8]) {
        var minted = unsafe floor_token()
        guard unsafe token_floor_mint(pointer, &minted) == 1 else {
            throw BenchmarkFailure.floorFailed
        }
        return unsafe (Array(minted.content), Array(minted.attributes), Array(minted.signature))
    }

    func openMany(_ count: Int) -> Bool { unsafe token_floor_open_many(pointer, count) == 1 }

    func openManyWithChain(_ count: Int) -> Bool {
        unsafe token_floor_open_many_with_chain(pointer, count) == 1
    }

    func mintMany(_ count: Int) -> Bool { unsafe token_floor_mint_many(pointer, count) == 1 }

    private func add(_ parts: SignedParts) throws {
        let isAdded = unsafe lending(parts.content, parts.attributes, parts.signature) {
            let token = unsafe floor_token(content: $0[0], attributes: $0[1], signature: $0[2])
            return unsafe token_floor_add(pointer, token) == 1
        }
        guard isAdded else { throw BenchmarkFailure.floorFailed }
    }

    private func setChain(leaf: CertificateParts, intermediate: CertificateParts) throws {
        let isSet = unsafe lending(
            leaf.signedPart,
            leaf.signature,
            intermediate.signedPart,
            intermediate.signature
        ) {
            unsafe token_floor_set_chain(
                pointer,
                floor_certificate(signed_part: $0[0], signature: $0[1]),
                floor_certificate(signed_part: $0[2], signature: $0[3])
            ) == 1
        }
        guard isSet else { throw BenchmarkFailure.floorFailed }
    }

    private static func text(_ key: PrivateKey) -> [UInt8] { Array(key.pem.revealedText().utf8) }
}
