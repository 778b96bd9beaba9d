public import Foundation

/// Why a pass was not added. Since iOS 13.4.
public struct PKAddSecureElementPassError: _BridgedStoredNSError {
    /// What Foundation keeps of it.
    public let _nsError: NSError

    /// The same as an error of Foundation's.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKAddSecureElementPassErrorDomain``.
    public static var errorDomain: String { PKAddSecureElementPassErrorDomain }

    /// ``PKAddSecureElementPassErrorDomain``.
    public static var _nsErrorDomain: String { PKAddSecureElementPassErrorDomain }

    /// What is wrong.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error that the code is one of.
        public typealias _ErrorType = PKAddSecureElementPassError

        /// Nothing that can be named.
        case genericError = 0
        /// The person did not want to.
        case userCanceledError = 1
        /// Passes cannot be added now.
        case unavailableError = 2
        /// The app's configuration is wrong.
        case invalidConfigurationError = 3
        /// The device cannot.
        case deviceNotSupportedError = 4
        /// The device cannot yet.
        case deviceNotReadyError = 5
        /// The device's system is too old.
        case osVersionNotSupportedError = 6

        /// The name of ``genericError`` until iOS 18.
        public static let unknownError = Code.genericError
    }

    /// Nothing that can be named.
    public static var genericError: Code { .genericError }
    /// The person did not want to.
    public static var userCanceledError: Code { .userCanceledError }
    /// Passes cannot be added now.
    public static var unavailableError: Code { .unavailableError }
    /// The app's configuration is wrong.
    public static var invalidConfigurationError: Code { .invalidConfigurationError }
    /// The device cannot.
    public static var deviceNotSupportedError: Code { .deviceNotSupportedError }
    /// The device cannot yet.
    public static var deviceNotReadyError: Code { .deviceNotReadyError }
    /// The device's system is too old.
    public static var osVersionNotSupportedError: Code { .osVersionNotSupportedError }
    /// The name of ``genericError`` until iOS 18.
    public static var unknownError: Code { .genericError }
}

/// Why a pass was not shared. Since iOS 16.
public struct PKShareSecureElementPassError: _BridgedStoredNSError {
    /// What Foundation keeps of it.
    public let _nsError: NSError

    /// The same as an error of Foundation's.
    public init(_nsError error: NSError) { _nsError = error }

    /// ``PKShareSecureElementPassErrorDomain``.
    public static var errorDomain: String { PKShareSecureElementPassErrorDomain }

    /// ``PKShareSecureElementPassErrorDomain``.
    public static var _nsErrorDomain: String { PKShareSecureElementPassErrorDomain }

    /// What is wrong.
    public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
        /// The error that the code is one of.
        public typealias _ErrorType = PKShareSecureElementPassError

        /// Nothing that can be named.
        case unknownError = 0
        /// Sharing could not be set up.
        case setupError = 1
    }

    /// Nothing that can be named.
    public static var unknownError: Code { .unknownError }
    /// Sharing could not be set up.
    public static var setupError: Code { .setupError }
}
