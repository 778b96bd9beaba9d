extension ServerConfiguration {
    /// The shop's own webhooks.
    public struct Webhooks: Hashable, Sendable {
        /// A file whose first line is the key from which the secrets are derived.
        public let keyFile: String
        /// Hosts at private addresses, and without TLS, to which events may be sent.
        public let privateHosts: [String]
    }

    static let webhooks: [ConfigurationMember] = [
        .required(
            "keyFile",
            .file,
            "a file whose first line is a key of 32 characters or more, for all secrets of webhooks"
        ),
        .optional(
            "privateHosts",
            .list(
                .text(
                    .characters("a host such as 127.0.0.1", "a-z0-9.:\\[\\]-", 1...253) {
                        ("a"..."z").contains($0) || ("0"..."9").contains($0)
                            || [".", ":", "[", "]", "-"].contains($0)
                    }
                ),
                atLeast: 1
            ),
            "hosts at private addresses, to which events may be sent, also without TLS"
        ),
    ]
}
