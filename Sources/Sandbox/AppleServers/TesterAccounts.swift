internal import World

/// The accounts that a team makes for its testers (mission 13.2).
///
/// A device is signed in to one of them, and takes test cards then. They are no part of the member
/// center: Apple keeps them where apps are sold.
///
/// - Source: Apple, Programming Guide, sandbox testing. Which texts are an address, and that an
///   address has one account, is a guess.
public final class TesterAccounts: Sendable {
    private let made = LockedValue<[TesterAccount]>([.first])

    /// The accounts of a team that has made one, ``TesterAccount/first``.
    public init() {}

    /// The accounts, in the order in which they were made.
    public var all: [TesterAccount] { made.withLock { $0 } }

    /// Makes an account.
    ///
    /// - Parameters:
    ///   - emailAddress: The account's name.
    ///   - countryCode: The tester's country, by ISO 3166-1.
    /// - Returns: The account, to which a device can be signed in.
    /// - Throws: ``Refusal``.
    public func make(
        _ emailAddress: String,
        countryCode: String
    ) throws(Refusal) -> TesterAccount {
        let parts = emailAddress.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
            throw .addressInvalid
        }
        guard countryCode.utf8.count == 2, countryCode.utf8.allSatisfy({ (65...90).contains($0) })
        else { throw .countryCodeInvalid }
        let account = TesterAccount(emailAddress: emailAddress, countryCode: countryCode)
        return try made.withLock { (made) throws(Refusal) in
            let isTaken = made.contains {
                $0.emailAddress.lowercased() == emailAddress.lowercased()
            }
            guard !isTaken else { throw .addressTaken }
            made.append(account)
            return account
        }
    }

    /// Why no account was made.
    public enum Refusal: Error, Hashable, Sendable {
        /// The text is no address for mail.
        case addressInvalid
        /// Another account has the address.
        case addressTaken
        /// The country is not two capital letters.
        case countryCodeInvalid
    }
}

extension TesterAccounts.Refusal: CustomStringConvertible {
    /// The cause, and what to do.
    public var description: String {
        switch self {
        case .addressInvalid: "the address is none for mail; use name@example.com"
        case .addressTaken: "another tester has this address; use another"
        case .countryCodeInvalid: "the country is none; use two letters of ISO 3166-1, such as US"
        }
    }
}

/// An account that a team made for a tester; only ``TesterAccounts`` makes one.
public struct TesterAccount: Hashable, Sendable {
    /// The account's name.
    public let emailAddress: String
    /// The tester's country, by ISO 3166-1.
    public let countryCode: String

    /// The account that every team has, and to which a device is signed in unless told otherwise.
    public static let first = TesterAccount(
        emailAddress: "tester@quince.example",
        countryCode: "US"
    )
}
