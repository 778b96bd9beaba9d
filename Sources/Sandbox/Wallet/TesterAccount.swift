/// An account that Apple gives testers: signed in on a device, it lets test cards into the wallet
/// (mission 13.2 to 13.4).
///
/// - Source: Apple, Programming Guide, sandbox testing.
public struct TesterAccount: Hashable, Sendable {
    /// The account's name.
    public let emailAddress: String
    /// The tester's country, by ISO 3166-1.
    public let countryCode: String

    /// An account.
    public init(emailAddress: String, countryCode: String) {
        self.emailAddress = emailAddress
        self.countryCode = countryCode
    }

    /// The account that a device is signed in to unless told otherwise.
    public static let unlessTold = TesterAccount(
        emailAddress: "tester@quince.example",
        countryCode: "US"
    )
}

/// Why a card was not added.
public enum CardRefusal: Error, Hashable, Sendable {
    /// No tester is signed in; test cards work nowhere else (mission 13.6).
    case noTesterSignedIn
}

extension CardRefusal: CustomStringConvertible {
    /// The cause, and what to do.
    public var description: String {
        switch self {
        case .noTesterSignedIn: "no tester account is signed in; sign in before adding test cards"
        }
    }
}
