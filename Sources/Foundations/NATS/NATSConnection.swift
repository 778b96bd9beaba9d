internal import CNATS

/// A connection to a server of NATS.
@safe
final class NATSConnection: @unchecked Sendable {
    private let nats: OpaquePointer

    /// Connects to the first server that answers.
    init(_ place: JetStream.Place) throws(JetStreamFailure) {
        var failure = JetStreamFailure.failed("no server is given", cause: 0)
        for server in place.servers {
            do throws(JetStreamFailure) {
                unsafe nats = try Self.connect(server, place)
                return
            } catch { failure = error }
        }
        throw failure
    }

    deinit { unsafe quince_nats_close(nats) }

    private static func connect(
        _ url: String,
        _ place: JetStream.Place
    ) throws(JetStreamFailure) -> OpaquePointer {
        var outcome = quince_nats_outcome()
        let made = unsafe quince_nats_connect(
            url,
            url.hasPrefix("tls:"),
            place.authorityFile,
            place.credentialsFile,
            &outcome
        )
        guard let made = unsafe made else { throw JetStreamFailure(outcome, at: url) }
        return unsafe made
    }

    func publish(
        _ body: [UInt8],
        _ identifier: String,
        to subject: String,
        of stream: String
    ) throws(JetStreamFailure) {
        let outcome = unsafe quince_nats_publish(
            nats,
            stream,
            subject,
            identifier,
            body,
            body.count
        )
        guard outcome.status == 0 else { throw JetStreamFailure(outcome) }
    }

    func lastIdentifier(
        of subjects: String,
        of stream: String
    ) throws(JetStreamFailure) -> String {
        var outcome = quince_nats_outcome()
        let identifier = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) {
            text in
            outcome = unsafe quince_nats_last(nats, stream, subjects, text.baseAddress, text.count)
            return unsafe text.baseAddress.map { unsafe String(cString: $0) }
        }
        guard outcome.status == 0, let identifier else { throw JetStreamFailure(outcome) }
        return identifier
    }
}

extension JetStreamFailure {
    /// - Parameters:
    ///   - outcome: The outcome of a call that has just failed on this thread.
    ///   - server: The server that was connected to; a user before its host is not shown.
    fileprivate init(_ outcome: quince_nats_outcome, at server: String? = nil) {
        let text = unsafe String(cString: quince_nats_text(outcome.status))
        let place = server?.split(separator: "@").last.map { "\($0): " } ?? ""
        self = .failed(place + text, cause: Int(outcome.cause))
    }
}
