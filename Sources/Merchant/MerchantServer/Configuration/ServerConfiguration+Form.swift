internal import CardMessages
internal import ISO8583
public import JSON
internal import Payments
internal import PlatformProcessors
internal import Sockets

extension ServerConfiguration {
    /// The configuration file as a JSON Schema.
    public static var schema: JSONOutput {
        guard case .object(let members) = form.schema else { return form.schema }
        return .object(
            [
                JSONMember(name: "$schema", value: "https://json-schema.org/draft/2020-12/schema"),
                JSONMember(name: "title", value: "The configuration of quince server"),
            ] + members
        )
    }

    static let form = ConfigurationForm.object([
        .optional(
            "listen",
            address,
            "where the server listens; 127.0.0.1:8080 unless given"
        ),
        .optional("tls", pair, "the server's own certificate and key; plain HTTP unless given"),
        .required(
            "database",
            .oneMember([
                .optional("sqlite", .file, "a file, which is made where it is missing"),
                .optional(
                    "postgresqlFile",
                    .file,
                    "a file whose first line is the address of a PostgreSQL server"
                ),
                .optional(
                    "postgresql",
                    .text(
                        TextForm(
                            "an address such as postgresql://shop@db.example/shop",
                            pattern: "^postgres(ql)?://[!-~]{1,2000}$"
                        ) { text in
                            ["postgresql://", "postgres://"].contains { prefix in
                                text.hasPrefix(prefix)
                                    && (1...2_000).contains(text.utf8.count - prefix.utf8.count)
                                    && text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
                            }
                        }
                    ),
                    "the address of a PostgreSQL server, without a password"
                ),
            ]),
            "where payments are recorded"
        ),
        .required("merchant", .object(merchant), "the merchant"),
        .optional(
            "processing",
            .object(processing),
            "the keys that open payment tokens; needed unless platforms open all of them"
        ),
        .optional(
            "credentials",
            .object(credentials),
            "the keys of stored credentials; unless given, none are stored and charged"
        ),
        .optional(
            "webhooks",
            .object(webhooks),
            "the shop's own webhooks; unless given, events are only read"
        ),
        .optional(
            "events",
            .object(events),
            "where all events are published; unless given, they are read or sent to webhooks"
        ),
        .optional(
            "orders",
            .object(orders),
            "the pages of orders for shoppers; unless given, there are none"
        ),
        .optional(
            "identity",
            pair,
            "the Merchant Identity certificate and its key, for sessions of web pages"
        ),
        .optional(
            "environment",
            .choice(["production", "sandbox"]),
            "which of Apple's environments tokens come from; production unless given"
        ),
        .optional(
            "testRoot",
            .file,
            "the TEST root of a sandbox, which is then trusted in place of Apple's"
        ),
        .optional(
            "testGateway",
            testServer,
            "a sandbox's session gateway, in place of Apple's"
        ),
        .optional(
            "network",
            .object(network),
            "the card network that charges; needed unless a platform does"
        ),
        .optional(
            "platforms",
            .object(
                PaymentPlatform.allCases.map {
                    .optional($0.rawValue, .object(account($0)), "the account with the platform")
                }
            ),
            "the payment platforms that charge"
        ),
        .optional(
            "routes",
            .list(.object(route), atLeast: 1),
            "which payments each processor takes, the first that fits; unless given, platforms first"
        ),
        .optional(
            "origins",
            .list(.text(origin), atLeast: 0),
            "the origins whose pages may ask for sessions"
        ),
        .optional(
            "domains",
            .list(.text(domain), atLeast: 0),
            "the registered domains that sessions may be for"
        ),
        .optional(
            "domainAssociation",
            .file,
            "the file that Apple's servers ask each domain for"
        ),
        .optional("limits", .object(limits), "how much is taken from callers"),
    ])

    /// A server of a sandbox, in place of one of Apple's.
    static let testServer = ConfigurationForm.object([
        .required("address", address, "where the sandbox's gateway listens"),
        .required("authority", .file, "the authority above its TLS certificate"),
    ])

    private static let merchant: [ConfigurationMember] = [
        .required(
            "identifier",
            .text(
                .characters(
                    "an identifier such as merchant.com.example",
                    "A-Za-z0-9.-",
                    1...255
                ) { $0.isASCIILetterOrDigit || $0 == "." || $0 == "-" }
            ),
            "the merchant identifier"
        ),
        .required(
            "displayName",
            .text(
                TextForm(
                    "a name of at most 64 bytes of UTF-8 without control characters",
                    pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]{1,64}$"
                ) { text in
                    (1...64).contains(text.utf8.count)
                        && !text.unicodeScalars.contains {
                            $0.properties.generalCategory == .control
                        }
                }
            ),
            "the name that the sheet shows"
        ),
        .optional(
            "statementName",
            .text(printable(25)),
            "the name that goes to the card network; the network's merchant unless given"
        ),
        .optional(
            "city",
            .text(printable(13)),
            "the city, for the card network"
        ),
        .optional(
            "country",
            .text(
                .characters("a country code such as US", "A-Z", 2...2) { ("A"..."Z").contains($0) }
            ),
            "the country, for the card network; US unless given"
        ),
        .optional(
            "categoryCode",
            .text(.characters("four digits", "0-9", 4...4) { ("0"..."9").contains($0) }),
            "the merchant category code; 5999 unless given"
        ),
    ]

    private static let processing: [ConfigurationMember] = [
        .required(
            "files",
            .list(.file, atLeast: 1),
            "files or folders with the Payment Processing keys and certificates"
        ),
        .optional("passwordFile", .file, "a file whose first line opens those that are protected"),
    ]

    private static let network: [ConfigurationMember] = [
        .required("address", address, "where the card network listens"),
        .optional(
            "acquirer",
            .text(.characters("1 to 11 digits", "0-9", 1...11) { ("0"..."9").contains($0) }),
            "field 32 of its messages; 900001 unless given"
        ),
        .optional(
            "terminal",
            .text(printable(8)),
            "field 41; QUINCE01 unless given"
        ),
        .required(
            "merchant",
            .text(printable(15)),
            "field 42: the merchant as the network knows it"
        ),
        .optional(
            "layout",
            .choice(MessageLayout.named.map(\.name)),
            "how messages are written; ascii unless given"
        ),
        .optional(
            "framing",
            .choice(MessageFraming.allCases.map(\.rawValue)),
            "the length before a message; binary unless given"
        ),
        .optional(
            "holdDays",
            .integer(1...400),
            "for how many days the issuers hold an amount; 7 unless given"
        ),
    ]

    private static func account(_ platform: PaymentPlatform) -> [ConfigurationMember] {
        let url = "the origin of the API, such as a sandbox's"
        let own = platform.origin
        return [
            .required("keyFile", .file, "a file whose first line is the secret key"),
            .required(
                "form",
                .choice(TokenForm.allCases.map(\.rawValue)),
                "what it is given: the token as it is, or the card that is opened here"
            ),
            own.map { .optional("url", .text(origin), "\(url); \($0) unless given") }
                ?? .required("url", .text(origin), url),
            .optional(
                "webhookSecretsFile",
                .file,
                "a file with the secrets of webhooks, one a line; none are taken unless given"
            ),
        ]
            + platform.settings.map { setting in
                ConfigurationMember(
                    name: setting.name,
                    form: .text(printable(100)),
                    isRequired: setting.isRequired,
                    help: setting.help
                )
            }
    }

    private static let route: [ConfigurationMember] = [
        .required(
            "processor",
            .choice(
                PaymentPlatform.allCases.map(\.processorName.text) + [
                    ProcessorName.cardNetwork.text
                ]
            ),
            "the processor"
        ),
        .optional(
            "networks",
            .list(
                .text(
                    .characters("a card network such as Visa", "A-Za-z", 1...32) {
                        ("a"..."z").contains($0) || ("A"..."Z").contains($0)
                    }
                ),
                atLeast: 1
            ),
            "the card networks, as tokens name them; all unless given"
        ),
        .optional(
            "currencies",
            .list(
                .text(
                    .characters("a currency such as USD", "A-Z", 3...3) { ("A"..."Z").contains($0) }
                ),
                atLeast: 1
            ),
            "the currencies; all unless given"
        ),
        .optional("atLeast", .text(amount), "the smallest amount, with exactly one currency"),
        .optional("below", .text(amount), "the first amount that is too large, as for atLeast"),
    ]

    private static let amount = TextForm(
        "an amount such as 10.75",
        pattern: "^[0-9]{1,12}(\\.[0-9]{1,4})?$"
    ) { text in
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        func areDigits(_ part: Substring, atMost limit: Int) -> Bool {
            (1...limit).contains(part.utf8.count)
                && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return (1...2).contains(parts.count) && areDigits(parts[0], atMost: 12)
            && (parts.count == 1 || areDigits(parts[1], atMost: 4))
    }

    private static let limits: [ConfigurationMember] = [
        .optional(
            "requestsPerMinutePerKey",
            .integer(1...10_000_000),
            "requests of one API key, or of one domain's pages without a key; 120000 unless given"
        ),
        .optional(
            "requestsPerMinutePerAddress",
            .integer(1...10_000_000),
            "requests of one client address; 240000 unless given"
        ),
        .optional(
            "bodyBytes",
            .integer(1_024...16_777_216),
            "the longest body; 262144 unless given"
        ),
        .optional(
            "bodiesInFlightBytes",
            .integer(65_536...17_179_869_184),
            "all bodies that are held at the same time; 67108864 unless given"
        ),
        .optional(
            "connections",
            .integer(1...100_000),
            "connections at the same time; 4096 unless given"
        ),
        .optional(
            "answerSeconds",
            .integer(5...120),
            "how long the answer to a payment may take, in seconds; 25 unless given"
        ),
    ]

    private static let pair = ConfigurationForm.object([
        .required("certificate", .file, "a PEM file with the certificate and its intermediates"),
        .required("key", .file, "a PEM file with the private key, which only its owner may read"),
    ])

    private static let address = ConfigurationForm.text(
        TextForm(
            "HOST:PORT",
            pattern: "^([!-9;-Z\\\\^-~]+|\\[[!-Z\\\\^-~]*:[!-Z\\\\^-~]*\\]):"
                + "(6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[0-5]?[0-9]{1,4})$"
        ) { text in
            SocketAddress(text).map { !$0.host.contains { "[]".contains($0) } } == true
        }
    )

    private static let domain = TextForm(
        "a domain such as shop.example",
        pattern: "^[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63})+$"
    ) { text in
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { (1...63).contains($0.utf8.count) && isLowercaseHost($0) }
    }

    static func isDigits(_ text: Substring) -> Bool {
        (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    static func isLowercaseHost(_ text: Substring) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "." || $0 == "-"
            }
    }

    private static func printable(_ limit: Int) -> TextForm {
        TextForm(
            "1 to \(limit) printable characters of ASCII, no space first or last",
            pattern: "^(?! )[ -~]{1,\(limit)}(?<! )$"
        ) { FieldText.isPrintable($0, limit: limit) }
    }
}

extension Unicode.Scalar {
    var isASCIILetterOrDigit: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
}
