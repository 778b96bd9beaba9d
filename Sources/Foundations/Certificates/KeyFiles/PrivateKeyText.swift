internal import Bytes
internal import Cryptography

/// A private key's DER written as the PEM text that the keys of Cryptography are made from.
struct PrivateKeyText {
    private let text: Secret
    private let form: KeyFileForm

    init(_ der: Secret, _ form: KeyFileForm) {
        let label = form == .pkcs8 ? "PRIVATE KEY" : form.rawValue
        let head = Array("-----BEGIN \(label)-----\n".utf8)
        let tail = Array("-----END \(label)-----\n".utf8)
        let digits = (der.count + 2) / 3 * 4
        let lines = (digits + Self.width - 1) / Self.width
        self.form = form
        text = Secret(count: head.count + digits + lines + tail.count) { span in
            for (index, byte) in head.enumerated() { span[index] = byte }
            var place = head.count
            der.withBytes { bytes in
                for digit in 0..<digits {
                    span[place] = Self.character(digit, of: bytes)
                    place += 1
                    if digit % Self.width == Self.width - 1 || digit == digits - 1 {
                        span[place] = UInt8(ascii: "\n")
                        place += 1
                    }
                }
            }
            for (index, byte) in tail.enumerated() { span[place + index] = byte }
        }
    }

    /// The key, in whose halves libcrypto finds nothing wrong.
    func key() throws(KeyFileFailure) -> any DecryptionKey {
        do throws(CryptographyFailure) {
            return try PrivateKey(pem: text)
        } catch {
            guard error == .wrongKind else { throw .malformed(form) }
        }
        do throws(CryptographyFailure) {
            return try RSAPrivateKey(pem: text)
        } catch {
            throw error == .wrongKind ? .unknownKind : .malformed(form)
        }
    }

    private static let width = 64

    /// Computed, not looked up, so that a key's bytes choose no place in memory.
    private static func character(_ digit: Int, of bytes: Span<UInt8>) -> UInt8 {
        let (first, place) = (digit / 4 * 3, digit % 4)
        func byte(_ offset: Int) -> UInt32 {
            first + offset < bytes.count ? UInt32(bytes[first + offset]) : 0
        }
        guard place <= bytes.count - first else { return UInt8(ascii: "=") }
        let group = byte(0) << 16 | byte(1) << 8 | byte(2)
        let value = UInt8(truncatingIfNeeded: group >> (18 - 6 * UInt32(place)) & 63)
        switch value {
        case 0..<26: return UInt8(ascii: "A") + value
        case 26..<52: return UInt8(ascii: "a") + value - 26
        case 52..<62: return UInt8(ascii: "0") + value - 52
        case 62: return UInt8(ascii: "+")
        default: return UInt8(ascii: "/")
        }
    }
}
