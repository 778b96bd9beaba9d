public import Foundation

/// What the system finds wrong with a pass or a request.
public struct PKPassKitError: _BridgedStoredNSError {
    /// What Foundation keeps of it.
    public let _nsError: NSError

    /// The same as an error of Foundation's.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKPassKitErrorDomain``.
    public static var errorDomain: String { PKPassKitErrorDomain }

    /// ``PKPassKitErrorDomain``.
    public static var _nsErrorDomain: String { PKPassKitErrorDomain }

    /// What is wrong.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error that the code is one of.
        public typealias _ErrorType = PKPassKitError

        /// Nothing that can be named.
        case unknownError = -1
        /// The pass or the request is not well formed.
        case invalidDataError = 1
        /// A version that this system does not know.
        case unsupportedVersionError = 2
        /// The signature does not fit.
        case invalidSignature = 3
        /// The app may not.
        case notEntitledError = 4
    }

    /// Nothing that can be named.
    public static var unknownError: Code { .unknownError }
    /// The pass or the request is not well formed.
    public static var invalidDataError: Code { .invalidDataError }
    /// A version that this system does not know.
    public static var unsupportedVersionError: Code { .unsupportedVersionError }
    /// The signature does not fit.
    public static var invalidSignature: Code { .invalidSignature }
    /// The app may not.
    public static var notEntitledError: Code { .notEntitledError }
}

/// Why a card was not added, in errors of ``PKPassKitErrorDomain``. Since iOS 9.
public enum PKAddPaymentPassError: Int, Hashable, Sendable {
    /// The device cannot.
    case unsupported = 0
    /// The person did not want to.
    case userCancelled = 1
    /// The system stopped it.
    case systemCancelled = 2
}
