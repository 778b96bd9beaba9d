public import Foundation

/// Why a pass was not added. Since iOS 13.4.
public struct PKAddSecureElementPassError: _BridgedStoredNSError {
    /// The underlying Foundation error.
    public let _nsError: NSError

    /// Creates the error from a Foundation error.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKAddSecureElementPassErrorDomain``.
    public static var errorDomain: String { PKAddSecureElementPassErrorDomain }

    /// ``PKAddSecureElementPassErrorDomain``.
    public static var _nsErrorDomain: String { PKAddSecureElementPassErrorDomain }

    /// The code of an error of adding a pass.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error type of this code.
        public typealias _ErrorType = PKAddSecureElementPassError

        /// An unspecified error.
        case genericError = 0
        /// The user cancelled.
        case userCanceledError = 1
        /// Passes cannot be added now.
        case unavailableError = 2
        /// The app's configuration is wrong.
        case invalidConfigurationError = 3
        /// The device does not support it.
        case deviceNotSupportedError = 4
        /// The device is not ready.
        case deviceNotReadyError = 5
        /// The device's system is too old.
        case osVersionNotSupportedError = 6

        /// The name of ``genericError`` until iOS 18.
        public static let unknownError = Code.genericError
    }

    /// An unspecified error.
    public static var genericError: Code { .genericError }
    /// The user cancelled.
    public static var userCanceledError: Code { .userCanceledError }
    /// Passes cannot be added now.
    public static var unavailableError: Code { .unavailableError }
    /// The app's configuration is wrong.
    public static var invalidConfigurationError: Code { .invalidConfigurationError }
    /// The device does not support it.
    public static var deviceNotSupportedError: Code { .deviceNotSupportedError }
    /// The device is not ready.
    public static var deviceNotReadyError: Code { .deviceNotReadyError }
    /// The device's system is too old.
    public static var osVersionNotSupportedError: Code { .osVersionNotSupportedError }
    /// The name of ``genericError`` until iOS 18.
    public static var unknownError: Code { .genericError }
}

/// Why a pass was not shared. Since iOS 16.
public struct PKShareSecureElementPassError: _BridgedStoredNSError {
    /// The underlying Foundation error.
    public let _nsError: NSError

    /// Creates the error from a Foundation error.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKShareSecureElementPassErrorDomain``.
    public static var errorDomain: String { PKShareSecureElementPassErrorDomain }

    /// ``PKShareSecureElementPassErrorDomain``.
    public static var _nsErrorDomain: String { PKShareSecureElementPassErrorDomain }

    /// The code of an error of sharing a pass.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error type of this code.
        public typealias _ErrorType = PKShareSecureElementPassError

        /// An unspecified error.
        case unknownError = 0
        /// Sharing could not be set up.
        case setupError = 1
    }

    /// An unspecified error.
    public static var unknownError: Code { .unknownError }
    /// Sharing could not be set up.
    public static var setupError: Code { .setupError }
}
