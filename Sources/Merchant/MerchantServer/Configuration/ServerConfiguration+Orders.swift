extension ServerConfiguration {
    /// The links of orders, for shoppers.
    public struct Orders: Hashable, Sendable {
        /// A file whose first line is the key from which the links are derived.
        public let keyFile: String
        /// The origin at which shoppers reach this server; nil where links have none.
        public let origin: String?
        /// Apple's Wallet; nil where its devices get no orders.
        public let wallet: Wallet?
    }

    /// The packages of orders for Apple's Wallet.
    public struct Wallet: Hashable, Sendable {
        /// A file with the private key of an Order Type ID certificate.
        public let key: String
        /// Files with its certificate, and with the one above it.
        public let certificates: [String]
        /// A file whose first line opens the key, if it is protected.
        public let passwordFile: String?
        /// The address of the shop's own pages.
        public let website: String
        /// The shop's logo, a PNG or JPEG; nil for none.
        public let logo: String?
        /// Where pushes to devices are sent.
        public let push: Gateway
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
        .optional(
            "wallet",
            .object(wallet),
            "the orders of Apple's Wallet; unless given, its devices get none"
        ),
    ]

    private static let wallet: [ConfigurationMember] = [
        .required("key", .file, "a file with the private key of an Order Type ID certificate"),
        .required(
            "certificates",
            .list(.file, atLeast: 1),
            "files with its certificate, and with that of Worldwide Developer Relations above it"
        ),
        .optional("passwordFile", .file, "a file whose first line opens the key"),
        .required(
            "website",
            .text(
                TextForm(
                    "an address such as https://shop.example",
                    pattern: "^https?://[!-~]{1,2000}$"
                ) {
                    ["https://", "http://"].contains(where: $0.hasPrefix)
                        && $0.utf8.allSatisfy { (0x21...0x7e).contains($0) }
                }
            ),
            "the address of the shop's own pages"
        ),
        .optional("logo", .file, "the shop's logo of 300 by 300 pixels, a PNG or JPEG"),
        .optional("testPush", testServer, "a sandbox that takes pushes, in place of Apple's APNs"),
    ]

    static let origin = TextForm(
        "an origin such as https://shop.example",
        pattern: "^https?://[a-z0-9.-]{1,253}(:[0-9]{1,5})?$"
    ) { text in
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            return false
        }
        let parts = text.dropFirst(scheme.count).split(
            separator: ":",
            omittingEmptySubsequences: false
        )
        let isPort = parts.count == 1 || parts.count == 2 && isDigits(parts[1])
        return isPort && isLowercaseHost(parts.first ?? "")
    }
}
