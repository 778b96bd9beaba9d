import Bytes
import Cryptography
import Foundation
import TestSupport
import World

/// A folder with keys and certificates that OpenSSL made, and more made by its command line.
final class KeyFileFolder: Sendable {
    private let folder = ScratchFolder()
    private let numbers = LockedValue(0)

    /// The keys and certificates of one run of the tests: `ec`, `rsa` and `p384`, with `.key` and
    /// `.pem`, and `chain.pem` of two certificates more.
    static let shared = KeyFileFolder()

    private init() {
        let made = Shell.output(
            of: """
                set -e
                openssl ecparam -name prime256v1 -genkey -noout -out ec.key
                openssl ecparam -name secp384r1 -genkey -noout -out p384.key
                openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa.key
                for kind in ec p384 rsa; do
                    openssl req -x509 -new -key $kind.key -subj /CN=TEST-$kind -days 30 -out $kind.pem
                done
                cat p384.pem rsa.pem >chain.pem
                echo made
                """,
            in: folder.url
        )
        precondition(made == "made\n", "OpenSSL made no keys")
    }

    /// The bytes that a shell line writes to `made`; a line that fails makes none.
    func made(by line: String) throws -> Secret {
        let name = numbers.withLock { number in
            number += 1
            return "made-\(number)"
        }
        let command = line.replacing("$MADE", with: name)
        _ = Shell.output(of: "set -e; \(command)", in: folder.url)
        return Secret(copying: [UInt8](try Data(contentsOf: folder.url.appending(path: name))))
    }

    /// The public key that OpenSSL computes of one of the private keys.
    func publicKey(_ name: String) throws -> PublicKey {
        let command = "openssl pkey -in \(name).key -pubout -outform DER | base64 -w0"
        let text = Shell.output(of: command, in: folder.url)
        return try PublicKey(publicKeyInfo: Base64.decode(text))
    }
}

/// A password as a test writes it.
func password(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }
