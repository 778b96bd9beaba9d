public import Foundation

/// A merchant's error about a payout. Since iOS 17.
public struct PKDisbursementError: _BridgedStoredNSError {
    /// The underlying Foundation error.
    public let _nsError: NSError

    /// Creates the error from a Foundation error.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKDisbursementErrorDomain``.
    public static var errorDomain: String { PKDisbursementErrorDomain }

    /// ``PKDisbursementErrorDomain``.
    public static var _nsErrorDomain: String { PKDisbursementErrorDomain }

    /// The code of a disbursement error.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error type of this code.
        public typealias _ErrorType = PKDisbursementError

        /// An unspecified error.
        case unknownError = -1
        /// The card does not support payouts.
        case unsupportedCardError = 1
        /// The recipient's contact is invalid.
        case recipientContactInvalidError = 2
    }

    /// An unspecified error.
    public static var unknownError: Code { .unknownError }
    /// The card does not support payouts.
    public static var unsupportedCardError: Code { .unsupportedCardError }
    /// The recipient's contact is invalid.
    public static var recipientContactInvalidError: Code { .recipientContactInvalidError }
}
