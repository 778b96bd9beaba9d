public import NATS

extension ServerConfiguration {
    /// The stream of NATS JetStream to which all events are published.
    public struct EventStream: Hashable, Sendable {
        /// The stream.
        public let place: JetStream.Place
        /// The beginning of the subjects, before the type of an event.
        public let subject: String
    }

    static let events: [ConfigurationMember] = [
        .required("nats", .object(nats), "a stream of NATS JetStream that gets all events")
    ]

    private static let nats: [ConfigurationMember] = [
        .required(
            "servers",
            .list(.text(server), atLeast: 1),
            "its servers, of which the first that answers is used"
        ),
        .optional(
            "stream",
            .text(.characters("a name such as quince", "A-Za-z0-9_-", 1...255, isOfName)),
            "the stream, which is there already; quince unless given"
        ),
        .optional(
            "subject",
            .text(
                .characters("a subject such as shop.events", "A-Za-z0-9_.-", 1...100) {
                    isOfName($0) || $0 == "."
                }
            ),
            "the beginning of the subjects, before the type of an event; quince unless given"
        ),
        .optional("credentialsFile", .file, "a file with a user's JWT and seed, as nsc writes it"),
        .optional(
            "authorityFile",
            .file,
            "the authorities above the servers' certificates; the system's unless given"
        ),
    ]

    private static let server = TextForm(
        "an address such as nats://127.0.0.1:4222 or tls://nats.example",
        pattern: "^(nats|tls)://[a-z0-9.-]{1,253}(:[0-9]{1,5})?$"
    ) { text in
        guard let scheme = ["nats://", "tls://"].first(where: text.hasPrefix) else { return false }
        let parts = text.dropFirst(scheme.count).split(
            separator: ":",
            omittingEmptySubsequences: false
        )
        return parts.count == 1 && isLowercaseHost(parts[0])
            || parts.count == 2 && isLowercaseHost(parts[0]) && isDigits(parts[1])
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCIILetterOrDigit || scalar == "_" || scalar == "-"
    }
}
