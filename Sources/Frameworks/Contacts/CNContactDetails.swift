public import Foundation

/// A related person, by name.
open class CNContactRelation: NSObject, NSCopying, NSSecureCoding {
    /// The person's name.
    public let name: String

    /// Creates a related person.
    public init(name: String) {
        self.name = name
        super.init()
    }

    /// Whether another has the same name.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CNContactRelation)?.name == name
    }

    /// Equal for equal people.
    open override var hash: Int { name.hashValue }

    /// Returns the relation itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Relations can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the name to an archive.
    open func encode(with coder: NSCoder) { coder.encode(name as NSString, forKey: "name") }

    /// Reads the name from an archive.
    public required init?(coder: NSCoder) {
        name = coder.text("name")
        super.init()
    }
}

/// An account with a social service.
open class CNSocialProfile: NSObject, NSCopying, NSSecureCoding {
    /// The URL of the account's page.
    public let urlString: String
    /// The account's name.
    public let username: String
    /// The service's identifier of the account.
    public let userIdentifier: String
    /// The service.
    public let service: String

    /// Creates an account; an unknown part is empty.
    public init(urlString: String?, username: String?, userIdentifier: String?, service: String?) {
        self.urlString = urlString ?? ""
        self.username = username ?? ""
        self.userIdentifier = userIdentifier ?? ""
        self.service = service ?? ""
        super.init()
    }

    private var texts: [String] { [urlString, username, userIdentifier, service] }

    /// Whether another has the same content.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CNSocialProfile)?.texts == texts
    }

    /// Equal for equal accounts.
    open override var hash: Int { texts.hashValue }

    /// Returns the account itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Accounts can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the content to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(urlString as NSString, forKey: "urlString")
        coder.encode(username as NSString, forKey: "username")
        coder.encode(userIdentifier as NSString, forKey: "userIdentifier")
        coder.encode(service as NSString, forKey: "service")
    }

    /// Reads the content from an archive.
    public required init?(coder: NSCoder) {
        urlString = coder.text("urlString")
        username = coder.text("username")
        userIdentifier = coder.text("userIdentifier")
        service = coder.text("service")
        super.init()
    }
}

/// An account for instant messages.
open class CNInstantMessageAddress: NSObject, NSCopying, NSSecureCoding {
    /// The account's name.
    public let username: String
    /// The service.
    public let service: String

    /// Creates an account.
    public init(username: String, service: String) {
        self.username = username
        self.service = service
        super.init()
    }

    /// Whether another has the same content.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CNInstantMessageAddress else { return false }
        return username == other.username && service == other.service
    }

    /// Equal for equal accounts.
    open override var hash: Int { username.hashValue }

    /// Returns the account itself, which is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Accounts can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the content to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(username as NSString, forKey: "username")
        coder.encode(service as NSString, forKey: "service")
    }

    /// Reads the content from an archive.
    public required init?(coder: NSCoder) {
        username = coder.text("username")
        service = coder.text("service")
        super.init()
    }
}

extension NSCoder {
    /// The string for a key; empty if there is none.
    fileprivate func text(_ key: String) -> String {
        decodeObject(of: NSString.self, forKey: key) as String? ?? ""
    }
}
