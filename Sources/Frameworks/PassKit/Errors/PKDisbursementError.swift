public import Foundation

/// What a merchant finds wrong with a payout. Since iOS 17.
public struct PKDisbursementError: _BridgedStoredNSError {
    /// What Foundation keeps of it.
    public let _nsError: NSError

    /// The same as an error of Foundation's.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKDisbursementErrorDomain``.
    public static var errorDomain: String { PKDisbursementErrorDomain }

    /// ``PKDisbursementErrorDomain``.
    public static var _nsErrorDomain: String { PKDisbursementErrorDomain }

    /// What is wrong.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error that the code is one of.
        public typealias _ErrorType = PKDisbursementError

        /// Nothing that can be named.
        case unknownError = -1
        /// The card cannot receive it.
        case unsupportedCardError = 1
        /// The recipient's contact.
        case recipientContactInvalidError = 2
    }

    /// Nothing that can be named.
    public static var unknownError: Code { .unknownError }
    /// The card cannot receive it.
    public static var unsupportedCardError: Code { .unsupportedCardError }
    /// The recipient's contact.
    public static var recipientContactInvalidError: Code { .recipientContactInvalidError }
}
