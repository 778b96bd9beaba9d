internal import Glibc

/// Why a connection was not opened, or cannot be used.
public enum StreamFailure: Error, Hashable, Sendable {
    /// No program listens at the address.
    case refused
    /// The network has no path to the address.
    case unreachable
    /// The name has no address.
    case nameUnknown
    /// The connection was not opened in time, or the peer no longer confirms what is sent.
    case timedOut
    /// The peer or the network ended the connection.
    case reset
    /// The connection was closed at this end.
    case closed
    /// The task was cancelled.
    case cancelled
    /// Another program listens at the address.
    case addressInUse
    /// The address is not one of this machine's.
    case addressNotAvailable
    /// Permission denied by the system.
    case notPermitted
    /// Any other error of the system, with its number.
    case system(errorNumber: Int32)

    init(errorNumber: Int32) {
        self =
            switch errorNumber {
            case ECONNREFUSED: .refused
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN: .unreachable
            case ETIMEDOUT: .timedOut
            case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: .reset
            case EADDRINUSE: .addressInUse
            case EADDRNOTAVAIL: .addressNotAvailable
            case EACCES, EPERM: .notPermitted
            default: .system(errorNumber: errorNumber)
            }
    }
}

extension StreamFailure: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        switch self {
        case .refused: "the connection was refused: no program listens there"
        case .unreachable: "there is no path to the address"
        case .nameUnknown: "the name has no address"
        case .timedOut: "the time limit of the connection was reached"
        case .reset: "the peer or the network ended the connection"
        case .closed: "the connection was closed at this end"
        case .cancelled: "the task was cancelled"
        case .addressInUse: "another program listens at the address"
        case .addressNotAvailable: "the address is not one of this machine's"
        case .notPermitted: "permission denied"
        case .system(let number): "error \(number) of the system"
        }
    }
}
