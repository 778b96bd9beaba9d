package import Bytes
internal import Cryptography

/// The key with which account numbers become the keys of records, so that records contain no number.
package struct DigestKey: Sendable {
    /// The number of bytes of a key.
    package static let length = 32

    private let key: HMACSHA256

    /// A key of 32 random bytes.
    package init(_ key: Secret) { self.key = HMACSHA256(key: key) }

    /// The identifier of an account number in records: 128 bits of its code, in hexadecimal.
    package func identifier(of accountNumber: Secret) -> String {
        let number = accountNumber.withBytes { [UInt8](copying: $0) }
        return Hexadecimal.encode(code("account", number).prefix(16))
    }

    /// The code of a message's content.
    package func content(_ bytes: [UInt8]) -> [UInt8] { code("content", bytes) }

    /// By what a PIN is verified: a code of the PIN for one account.
    package func pinValue(of pin: Secret, account: String) -> [UInt8] {
        let digits = pin.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        return code("pin", Array(account.utf8) + [0] + digits)
    }

    /// The names of an approval of a message. They depend on the message only, so that a transaction
    /// that runs twice gives the same.
    func approvalNames(of identity: String) -> ApprovalNames {
        let code = code("approval", Array(identity.utf8))
        return ApprovalNames(
            authorizationCode: digits(6, code.prefix(8)),
            transaction: digits(15, code.dropFirst(8).prefix(8))
        )
    }

    /// As many digits of a number of eight bytes.
    private func digits(_ count: Int, _ code: ArraySlice<UInt8>) -> String {
        let limit = (0..<count).reduce(UInt64(1)) { power, _ in power * 10 }
        let number = code.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % limit
        let digits = String(number)
        return String(repeating: "0", count: count - digits.utf8.count) + digits
    }

    private func code(_ purpose: String, _ bytes: [UInt8]) -> [UInt8] {
        var input: [UInt8] = []
        input.reserveCapacity(purpose.utf8.count + 1 + bytes.count)
        input += purpose.utf8
        input.append(0)
        input += bytes
        return key.code(for: input).withBytes { [UInt8](copying: $0) }
    }
}
