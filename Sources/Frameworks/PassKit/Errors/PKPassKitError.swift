public import Foundation

/// A system error about a pass or a request.
public struct PKPassKitError: _BridgedStoredNSError {
    /// The underlying Foundation error.
    public let _nsError: NSError

    /// Creates the error from a Foundation error.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKPassKitErrorDomain``.
    public static var errorDomain: String { PKPassKitErrorDomain }

    /// ``PKPassKitErrorDomain``.
    public static var _nsErrorDomain: String { PKPassKitErrorDomain }

    /// The code of a PassKit error.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error type of this code.
        public typealias _ErrorType = PKPassKitError

        /// An unspecified error.
        case unknownError = -1
        /// The pass or the request is not well formed.
        case invalidDataError = 1
        /// A version that this system does not support.
        case unsupportedVersionError = 2
        /// The signature is invalid.
        case invalidSignature = 3
        /// The app lacks the entitlement.
        case notEntitledError = 4
    }

    /// An unspecified error.
    public static var unknownError: Code { .unknownError }
    /// The pass or the request is not well formed.
    public static var invalidDataError: Code { .invalidDataError }
    /// A version that this system does not support.
    public static var unsupportedVersionError: Code { .unsupportedVersionError }
    /// The signature is invalid.
    public static var invalidSignature: Code { .invalidSignature }
    /// The app lacks the entitlement.
    public static var notEntitledError: Code { .notEntitledError }
}

/// Why a card was not added, in errors of ``PKPassKitErrorDomain``. Since iOS 9.
public enum PKAddPaymentPassError: Int, Hashable, Sendable {
    /// The device does not support it.
    case unsupported = 0
    /// The user cancelled.
    case userCancelled = 1
    /// The system cancelled.
    case systemCancelled = 2
}
