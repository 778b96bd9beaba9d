internal import Bytes
public import Cryptography
internal import Foundation

/// RSA-OAEP by the OpenSSL command line, which uses nothing of ours.
public struct OpenSSLWrapping {
    private let folder = ScratchFolder()
    private let key: RSAPrivateKey
    private let digests: [String]

    /// Wraps for a key with these digests over the label and under the mask.
    public init(
        _ key: RSAPrivateKey,
        label: String = "sha256",
        mask: String = "sha256"
    ) throws {
        self.key = key
        digests = [
            "-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:\(label)", "-pkeyopt",
            "rsa_mgf1_md:\(mask)",
        ]
        let pem = Data(key.pem.revealedText().utf8)
        try pem.write(to: folder.url.appending(path: "key.pem"))
    }

    /// The secret as OpenSSL wraps it.
    public func wrapping(_ secret: [UInt8]) throws -> [UInt8] { try run("-encrypt", secret) }

    /// The secret as OpenSSL unwraps it, or nil if it refuses.
    public func unwrapping(_ wrapped: [UInt8]) throws -> [UInt8]? {
        let unwrapped = try run("-decrypt", wrapped)
        return unwrapped.isEmpty ? nil : unwrapped
    }

    private func run(_ direction: String, _ input: [UInt8]) throws -> [UInt8] {
        let arguments = ["pkeyutl", direction, "-inkey", folder.path("key.pem")] + digests
        return [UInt8](try Program.openSSL.run(arguments, input: input).output)
    }
}
