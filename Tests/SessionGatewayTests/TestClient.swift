import ASN1
import AppleServers
import Bytes
import Certificates
import Cryptography
import Foundation
import PaymentToken
import TestSupport
import Testing
import World

/// How a client's certificate is made; as Apple's are, unless a test changes it.
struct TestCertificate {
    var identifier: String
    /// The identifier whose digest is in the extension.
    var digestOf: String?
    var keyUsage: KeyUsage = .digitalSignature
    var days: Int64 = 760
    /// Another root than the gateway's.
    var isOfAnotherRoot = false
    /// The intermediate of token signers.
    var isOfApplicationIntegration = false
    var hasExtension = true
    var isRSA = false

    init(_ identifier: String) { self.identifier = identifier }
}

/// A merchant's server: a certificate and its key, in memory and as files.
struct TestClient {
    let certificate: Certificate
    let privateKey: Secret
    private let folder = ScratchFolder()

    init(_ recipe: TestCertificate, _ authorities: TestAuthorities, _ world: World) throws {
        let used = recipe.isOfAnotherRoot ? try TestAuthorities(world: world) : authorities
        let issuer =
            recipe.isOfApplicationIntegration ? used.integrationAuthority : used.developerRelations
        let now = world.clock.now
        let digest = SHA256.digest(recipe.digestOf ?? recipe.identifier)
        let hash = Array(Hexadecimal.encode(digest).uppercased().utf8)
        let template = CertificateTemplate(
            subject: DistinguishedName([
                .userID: recipe.identifier,
                .commonName: String("Apple Pay Merchant Identity:\(recipe.identifier)".prefix(64)),
                .organizationalUnit: "TEST000001",
            ]),
            notBefore: try #require(now.advanced(bySeconds: -86_400)),
            notAfter: try #require(now.advanced(bySeconds: (recipe.days - 1) * 86_400)),
            isAuthority: false,
            keyUsage: recipe.keyUsage,
            extensions: recipe.hasExtension
                ? [
                    CertificateTemplate.Extension(
                        identifier: AppleExtension.merchantIdentifier,
                        value: ASN1Encoding.element(.utf8String, hash)
                    )
                ] : []
        )
        let publicKey: PublicKey
        if recipe.isRSA {
            let key = try RSAPrivateKey(bits: 2_048)
            (publicKey, privateKey) = (key.publicKey, key.pem)
        } else {
            let key = try PrivateKey(on: .p256, from: world.randomness)
            (publicKey, privateKey) = (key.publicKey, key.pem)
        }
        certificate = try issuer.issue(template, for: publicKey, randomness: world.randomness)
        try certificate.pem.write(toFile: certificateFile, atomically: true, encoding: .utf8)
        let key = privateKey.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }) }
        try key.write(to: URL(filePath: keyFile))
    }

    var certificateFile: String { folder.path("identity.pem") }
    var keyFile: String { folder.path("identity.key") }
}
