internal import CNATS
internal import World

/// Publishes messages to a stream of NATS JetStream, through libnats.
///
/// A call waits for the stream's acknowledgement, on a thread of its own. A call that fails ends the connection; the
/// next one connects to the first server that answers.
///
/// - Source: NATS documentation, "JetStream", and libnats's header `nats.h`.
public final class JetStream: Sendable {
    /// The place of a stream.
    public struct Place: Hashable, Sendable {
        /// Servers, such as `nats://127.0.0.1:4222`, or `tls://` for TLS.
        public var servers: [String]
        /// The stream's name.
        public var stream: String
        /// A file with a user's credentials, as `nsc` writes it; nil for none.
        public var credentialsFile: String?
        /// A file with the authorities above the servers' certificates, in PEM; nil for the system's.
        public var authorityFile: String?

        /// A place.
        public init(
            servers: [String],
            stream: String,
            credentialsFile: String? = nil,
            authorityFile: String? = nil
        ) {
            (self.servers, self.stream) = (servers, stream)
            (self.credentialsFile, self.authorityFile) = (credentialsFile, authorityFile)
        }
    }

    private let place: Place
    private let connection = LockedValue<NATSConnection?>(nil)
    // Each call of libnats's ends by itself, but for the look-up of a name.
    private let threads = BlockingThreads(limit: 1, deadline: .seconds(40))

    /// A publisher, which connects when it is first used.
    ///
    /// - Throws: ``JetStreamFailure`` where libnats is not there.
    public init(_ place: Place) throws(JetStreamFailure) {
        guard quince_nats_load() != 0 else { throw .libraryMissing }
        self.place = place
    }

    /// Publishes a message, and waits until the stream has it. The stream drops a message whose identifier it knows.
    ///
    /// - Throws: ``JetStreamFailure``. The message may be there all the same.
    public func publish(
        _ body: [UInt8],
        _ identifier: String,
        to subject: String
    ) async throws(JetStreamFailure) {
        try await call { (connection, stream) throws(JetStreamFailure) in
            try connection.publish(body, identifier, to: subject, of: stream)
        }
    }

    /// The identifier of the last message of subjects; empty where there is none.
    ///
    /// - Throws: ``JetStreamFailure``.
    public func lastIdentifier(of subjects: String) async throws(JetStreamFailure) -> String {
        try await call { (connection, stream) throws(JetStreamFailure) in
            try connection.lastIdentifier(of: subjects, of: stream)
        }
    }

    private func call<Value: Sendable>(
        _ body: @escaping @Sendable (NATSConnection, String) throws(JetStreamFailure) -> Value
    ) async throws(JetStreamFailure) -> Value {
        let result = await threads.run {
            [connection, place] () -> Result<Value, JetStreamFailure> in
            connection.withLock { connection in
                do throws(JetStreamFailure) {
                    let open: NATSConnection
                    if let made = connection {
                        open = made
                    } else {
                        open = try NATSConnection(place)
                    }
                    connection = open
                    return .success(try body(open, place.stream))
                } catch {
                    connection = nil
                    return .failure(error)
                }
            }
        }
        guard let result else { throw .noAnswer }
        return try result.get()
    }
}

/// Why a message was not published.
public enum JetStreamFailure: Error, Hashable, Sendable {
    /// libnats cannot be loaded.
    case libraryMissing
    /// There was no answer in time, and the call goes on.
    case noAnswer
    /// libnats's text, after the server where none was reached, and JetStream's number of the cause; 0 for none.
    case failed(String, cause: Int)
}

extension JetStreamFailure: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .libraryMissing:
            let version = unsafe String(cString: quince_nats_version())
            return
                "libnats.so.\(version) cannot be loaded; install it, such as Debian's package libnats\(version)"
        case .noAnswer: return "NATS did not answer in time"
        case .failed(let text, let cause):
            return "NATS: \(text)" + (cause == 0 ? "" : " (JetStream's error \(cause))")
        }
    }
}
