/// Why a request has no response.
public enum HTTPClientFailure: Error, Hashable, Sendable {
    /// The reason of a failure.
    public enum Reason: Hashable, Sendable {
        /// The URL is not one of `http` or `https`, or an option was refused.
        case requestMalformed
        /// The host's name has no address.
        case nameUnknown
        /// No connection was made.
        case connectionFailed
        /// The host's name leads to an address that is not public.
        case addressPrivate
        /// TLS was refused by either side: a certificate that is not trusted, or none that is wanted.
        case tlsRefused
        /// The time limit was reached.
        case timedOut
        /// The connection ended before the whole response came.
        case connectionLost
        /// The response is longer than the limit.
        case responseTooLarge
        /// The response is not HTTP.
        case responseMalformed
        /// The task was cancelled.
        case cancelled
        /// libcurl is not installed, or is too old.
        case libraryMissing(file: String)
        /// Any other error of libcurl, with its number.
        case library(Int)
    }

    /// No byte of the request was sent, so it can be sent again.
    case notSent(Reason)
    /// The request, or a part of it, may have been sent and processed.
    case mayHaveBeenSent(Reason)

    /// The reason.
    public var reason: Reason {
        switch self {
        case .notSent(let reason), .mayHaveBeenSent(let reason): reason
        }
    }
}

extension HTTPClientFailure: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        switch self {
        case .notSent(let reason): "\(reason); nothing was sent"
        case .mayHaveBeenSent(let reason): "\(reason); the request may have been processed"
        }
    }
}

extension HTTPClientFailure.Reason: CustomStringConvertible {
    /// The fault in a few words.
    public var description: String {
        switch self {
        case .requestMalformed: "the URL or an option of the request is malformed"
        case .nameUnknown: "the host's name has no address"
        case .connectionFailed: "no connection was made"
        case .addressPrivate: "the host's name leads to an address that is not public"
        case .tlsRefused: "TLS was refused"
        case .timedOut: "the time limit was reached"
        case .connectionLost: "the connection ended before the response did"
        case .responseTooLarge: "the response is too long"
        case .responseMalformed: "the response is not HTTP"
        case .cancelled: "the request was cancelled"
        case .libraryMissing(let file):
            "\(file) cannot be loaded; install it, such as Debian's package libcurl4"
        case .library(let number): "error \(number) of libcurl"
        }
    }
}
