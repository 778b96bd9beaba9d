public import AppleServers
public import PaymentToken

/// Why a token could not be minted.
public enum MintFailure: Error, Hashable, Sendable {
    /// The merchant's key is neither on P-256 nor RSA with 2048 bits.
    case unsupportedKey
    /// No token pays less than nothing.
    case negativeAmount
    /// Chip data has no place for an amount of more digits.
    case tooLongForChipData(digits: Int)
    /// The fault is none of tokens of this version.
    case faultOfAnotherVersion(fault: String, version: PaymentTokenVersion)
    /// The TEST authorities could not be made.
    case authorities(AuthorityFailure)
    /// libcrypto could not seal the payload or sign the token.
    case notSealed
    /// A hostile token could not be put together.
    case faultNotMade(String)
}

extension MintFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .unsupportedKey:
            "the certificate's key is neither a P-256 key, for EC_v1 tokens, nor an RSA key of "
                + "2048 bits, for RSA_v1 tokens"
        case .negativeAmount: "no token pays less than nothing"
        case .tooLongForChipData(let digits):
            "chip data has no place for an amount of more than \(digits) digits"
        case .faultOfAnotherVersion(let fault, let version):
            "\(fault) is no fault of \(version.rawValue) tokens, which this certificate gets"
        case .authorities(let failure): "\(failure)"
        case .notSealed: "libcrypto could not make keys or signatures"
        case .faultNotMade(let fault): "\(fault) could not be made"
        }
    }
}

/// The reason why a part of a token or of a rehearsal was not made.
struct NotMade: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
