public import JSON

/// The request of a merchant's server to the gateway: a session for one payment sheet.
///
/// - Source: Apple, *Requesting an Apple Pay payment session*; the older body of `startSession` is
///   that of Apple's and others' sample servers.
public struct SessionRequest: Hashable, Sendable {
    /// Where the payment sheet is shown.
    public enum Initiative: String, Hashable, Sendable, CaseIterable {
        /// On a page of the web.
        case web
        /// In Messages for Business.
        case messaging
        /// In an app.
        case inApp = "in_app"
    }

    /// The longest name to show. Units: bytes of UTF-8.
    public static let longestDisplayName = 64
    /// The longest merchant identifier. Units: bytes of UTF-8. A platform's own identifiers of its
    /// merchants have at most 1024.
    public static let longestIdentifier = 1_024
    /// The longest text of a context. Units: bytes of UTF-8. Our limit: Apple publishes none.
    public static let longestContext = 2_048

    /// The merchant: its identifier, or the identifier's SHA-256 in hexadecimal.
    public var merchantIdentifier: String
    /// The merchant's name, which the sheet may show.
    public var displayName: String
    /// Where the sheet is shown.
    public var initiative: Initiative
    /// The domain of the page or of the app; for Messages for Business, the URL of the merchant's
    /// payment gateway.
    public var context: String

    /// A request.
    public init(
        merchantIdentifier: String,
        displayName: String,
        initiative: Initiative = .web,
        context: String
    ) {
        self.merchantIdentifier = merchantIdentifier
        self.displayName = displayName
        self.initiative = initiative
        self.context = context
    }

    /// The present body, which both paths take.
    public var json: JSONOutput {
        .object([
            "merchantIdentifier": .string(merchantIdentifier),
            "displayName": .string(displayName),
            "initiative": .string(initiative.rawValue),
            "initiativeContext": .string(context),
        ])
    }

    /// The domain that must be registered.
    ///
    /// - Throws: ``SessionRequestProblem/context(_:)`` where the context has none.
    public var domain: DomainName {
        get throws(SessionRequestProblem) {
            var name = context[...]
            if initiative == .messaging {
                guard name.lowercased().hasPrefix("https://") else { throw .contextNotURL }
                name = name.dropFirst("https://".count)
                name = name.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
                if name.hasSuffix(":443") { name = name.dropLast(4) }
            }
            do { return try DomainName(String(name)) } catch { throw .context(error) }
        }
    }
}

extension SessionRequest {
    /// Reads a body. `paymentSession` takes the present one, and `startSession` the older one too.
    ///
    /// Members that are not known are ignored. That Apple ignores them is a guess; sample servers send
    /// the domain under both names.
    ///
    /// - Throws: ``SessionRequestProblem``.
    public init(_ body: [UInt8], at path: SessionPath) throws(SessionRequestProblem) {
        let root: JSONValue
        do { root = try JSONDocument(body).root } catch { throw .notJSON(error) }
        guard root.isObject else { throw .notAnObject }
        merchantIdentifier = try Self.text("merchantIdentifier", of: root)
        displayName = try Self.text("displayName", of: root)
        if path == .startSession, root.member("initiativeContext") == nil,
            root.member("initiative") == nil
        {
            initiative = .web
            context = try Self.text("domainName", of: root)
        } else {
            let name = try Self.text("initiative", of: root)
            guard let initiative = Initiative(rawValue: name) else {
                throw .initiativeUnknown
            }
            self.initiative = initiative
            context = try Self.text("initiativeContext", of: root)
        }
        guard merchantIdentifier.utf8.count <= Self.longestIdentifier else {
            throw .tooLong("merchantIdentifier", limit: Self.longestIdentifier)
        }
        guard displayName.utf8.count <= Self.longestDisplayName else {
            throw .tooLong("displayName", limit: Self.longestDisplayName)
        }
        guard context.utf8.count <= Self.longestContext else {
            throw .tooLong("initiativeContext", limit: Self.longestContext)
        }
    }

    private static func text(
        _ name: String,
        of object: JSONValue
    ) throws(SessionRequestProblem) -> String {
        guard let value = object.member(name) else { throw .missing(name) }
        guard let text = value.string else { throw .notText(name) }
        guard !text.isEmpty else { throw .empty(name) }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .controlCharacter(name) }
        return text
    }
}

/// Why a body is not a request for a session. It contains names of members and no text of the
/// sender's.
public enum SessionRequestProblem: Error, Hashable, Sendable {
    /// The body is not JSON.
    case notJSON(JSONFailure)
    /// The body is JSON, but not an object.
    case notAnObject
    /// A member is missing.
    case missing(String)
    /// A member is not a string.
    case notText(String)
    /// A member is an empty string.
    case empty(String)
    /// A member has a control character.
    case controlCharacter(String)
    /// A member is longer than allowed. Units: bytes of UTF-8.
    case tooLong(String, limit: Int)
    /// The initiative is not one of ``SessionRequest/Initiative``.
    case initiativeUnknown
    /// The context of Messages for Business is not an `https` URL.
    case contextNotURL
    /// The context is not a fully qualified domain name.
    case context(DomainName.Problem)
}

extension SessionRequestProblem: CustomStringConvertible {
    /// The problem and its correction, in one line.
    public var description: String {
        switch self {
        case .notJSON(let failure): "the body is not JSON: \(failure.explanation)"
        case .notAnObject: "the body is not a JSON object"
        case .missing(let name): "the member \"\(name)\" is missing"
        case .notText(let name): "the member \"\(name)\" is not a string"
        case .empty(let name): "the member \"\(name)\" is empty"
        case .controlCharacter(let name): "the member \"\(name)\" has a control character"
        case .tooLong(let name, let limit):
            "the member \"\(name)\" is longer than \(limit) bytes of UTF-8"
        case .initiativeUnknown: "the initiative is not \"web\", \"messaging\" or \"in_app\""
        case .contextNotURL: "the context of \"messaging\" is not an https URL"
        case .context(let problem): "the domain is not a fully qualified name: \(problem)"
        }
    }
}
