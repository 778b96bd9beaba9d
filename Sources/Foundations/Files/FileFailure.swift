internal import Glibc

/// Why a file could not be read or written.
public struct FileFailure: Error, Hashable, Sendable {
    /// The file.
    public let path: String
    /// The reason.
    public let reason: Reason

    /// The reasons that a caller can handle.
    public enum Reason: Hashable, Sendable {
        /// There is no such file or folder.
        case notFound
        /// It, or what is above it in the path, is not a folder.
        case notAFolder
        /// This user has no permission.
        case notPermitted
        /// It is a folder.
        case isAFolder
        /// It is longer than the limit.
        case tooLong(limit: Int)
        /// There are more files in it than the limit.
        case tooManyFiles(limit: Int)
        /// It is nested more deeply in folders than the limit.
        case tooDeep(limit: Int)
        /// It is a pipe, a socket or a device.
        case notAFile
        /// The system's error number for anything else.
        case system(Int32)
    }

    init(_ path: String, errorNumber: Int32) {
        self.path = path
        reason =
            switch errorNumber {
            case ENOENT: .notFound
            case ENOTDIR: .notAFolder
            case EACCES, EPERM, EROFS: .notPermitted
            case EISDIR: .isAFolder
            default: .system(errorNumber)
            }
    }

    /// Creates a failure for a reason that is not a system error.
    public init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

extension FileFailure: CustomStringConvertible {
    /// The file and the reason in one line. A path that would not be seen, or not whole, is quoted.
    public var description: String {
        let isSeen = path.first.map { $0 != " " } == true && path.last != " "
        return isSeen ? "\(path): \(reason)" : "'\(path)': \(reason)"
    }
}

extension FileFailure.Reason: CustomStringConvertible {
    /// The reason in one line.
    public var description: String {
        switch self {
        case .notFound: "no such file or folder"
        case .notAFolder: "it, or what is above it in the path, is not a folder"
        case .notPermitted: "not permitted"
        case .isAFolder: "is a folder"
        case .tooLong(let limit): "longer than \(limit) bytes"
        case .tooManyFiles(let limit): "holds more than \(limit) files"
        case .tooDeep(let limit): "lies more than \(limit) folders deep"
        case .notAFile: "is a pipe, a socket or a device"
        case .system(let number): "\(Self.words(number)) (system error \(number))"
        }
    }

    /// The system's text for an error, such as "No space left on device".
    private static func words(_ number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "no such error"
    }
}
