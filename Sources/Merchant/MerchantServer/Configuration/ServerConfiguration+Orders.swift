extension ServerConfiguration {
    /// The links of orders, for shoppers.
    public struct Orders: Hashable, Sendable {
        /// A file whose first line is the key from which the links are derived.
        public let keyFile: String
        /// The origin at which shoppers reach this server; nil where links have none.
        public let origin: String?
    }

    static let orders: [ConfigurationMember] = [
        .required(
            "keyFile",
            .file,
            "a file whose first line is a key of 32 characters or more, for the links of all orders"
        ),
        .optional(
            "origin",
            .text(origin),
            "the origin at which shoppers reach this server; links have none unless given"
        ),
    ]
}
