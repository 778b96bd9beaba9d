/// A sandbox tester account of a team (mission 13.2).
///
/// A device that is signed in to one accepts test cards. The accounts are separate from the member center: Apple keeps
/// them in App Store Connect.
///
/// - Source: Apple, Programming Guide, sandbox testing. The check of an address, and that an
///   address has one account, are a guess.
public struct TesterAccount: Hashable, Sendable {
    /// The account's name.
    public let emailAddress: String
    /// The tester's country, an ISO 3166-1 code.
    public let countryCode: String

    /// The account that every team has, and to which a device is signed in by default.
    public static let first = TesterAccount(
        emailAddress: "tester@quince.example",
        countryCode: "US"
    )

    /// An account that was checked before.
    package init(emailAddress: String, countryCode: String) {
        self.emailAddress = emailAddress
        self.countryCode = countryCode
    }

    /// An account to which a device can be signed in.
    ///
    /// - Parameters:
    ///   - emailAddress: Its name.
    ///   - countryCode: The tester's country, an ISO 3166-1 code.
    /// - Throws: ``Refusal`` where one of them has another form.
    public init(checking emailAddress: String, countryCode: String) throws(Refusal) {
        let parts = emailAddress.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
            throw .addressInvalid
        }
        guard countryCode.utf8.count == 2, countryCode.utf8.allSatisfy({ (65...90).contains($0) })
        else { throw .countryCodeInvalid }
        self.init(emailAddress: emailAddress, countryCode: countryCode)
    }

    /// Why there is no such account.
    public enum Refusal: Error, Hashable, Sendable {
        /// The text is not an e-mail address.
        case addressInvalid
        /// Another account has the address.
        case addressTaken
        /// The country is not two capital letters.
        case countryCodeInvalid
    }
}

extension TesterAccount.Refusal: CustomStringConvertible {
    /// The cause, and what to do.
    public var description: String {
        switch self {
        case .addressInvalid: "the address is none for mail; use name@example.com"
        case .addressTaken: "another tester has this address; use another"
        case .countryCodeInvalid: "the country is none; use two letters of ISO 3166-1, such as US"
        }
    }
}
