public import Payments

extension ServerConfiguration {
    /// The shop's own webhooks.
    public struct Webhooks: Hashable, Sendable {
        /// A webhook that the configuration names.
        public struct Endpoint: Hashable, Sendable {
            /// Its identifier, which follows from its name.
            public let identifier: String
            /// Where events are sent.
            public let url: String
            /// The types that it gets; empty for all.
            public let types: Set<EventType>
        }

        /// A file whose first line is the key from which the secrets are derived.
        public let keyFile: String
        /// Hosts at private addresses, and without TLS, to which events may be sent.
        public let privateHosts: [String]
        /// The webhooks that exist without a call of the API.
        public let endpoints: [Endpoint]

        /// Whether events may be sent to an address.
        func takes(_ url: String) -> Bool {
            guard let address = WebhookAddress(url) else { return false }
            return address.isEncrypted || privateHosts.contains(address.host)
        }

        /// The problems of the endpoints, beyond the form of each member.
        var problems: [ConfigurationProblem] {
            var names: Set<String> = []
            return endpoints.enumerated().flatMap { number, endpoint in
                let place = "webhooks.endpoints[\(number)]"
                let isNew = names.insert(endpoint.identifier).inserted
                let name = ConfigurationProblem("\(place).name", "another one has this name")
                let url = ConfigurationProblem(
                    "\(place).url",
                    "it is not an https:// address, and privateHosts does not name its host"
                )
                return (isNew ? [] : [name]) + (takes(endpoint.url) ? [] : [url])
            }
        }
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
        .optional(
            "endpoints",
            .list(.object(endpoint), atLeast: 0),
            "webhooks that exist without a call of the API"
        ),
    ]

    private static let endpoint: [ConfigurationMember] = [
        .required(
            "name",
            .text(
                .characters("a name such as fulfillment", "a-z0-9-", 1...64) {
                    ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
                }
            ),
            "the name, from which the identifier follows"
        ),
        .required(
            "url",
            .text(
                TextForm(
                    "an address such as https://shop.example/quince",
                    pattern: "^https?://[!-~]{1,1900}$"
                ) { text in
                    ["https://", "http://"].contains { scheme in
                        text.hasPrefix(scheme)
                            && (1...1_900).contains(text.utf8.count - scheme.utf8.count)
                            && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
                    }
                }
            ),
            "where events are sent"
        ),
        .optional(
            "events",
            .list(.choice(EventType.allCases.map(\.rawValue)), atLeast: 1),
            "the types that it gets; all unless given"
        ),
    ]
}
