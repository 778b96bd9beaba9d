public import Storage
public import World

/// Why a claim on a token has no answer. The token must not be charged.
public enum ClaimFailure: Error, Hashable, Sendable {
    /// The store holds as many claims as it may, and each token of them could still be sent again.
    case full(capacity: Int)
    /// The token was signed too long before or after the moment of the claim, so that an earlier
    /// claim on it may be forgotten. Where it passed a verifier, much time went by since.
    case notFresh(signedAt: UnixTime, checkedAt: UnixTime)
    /// The store could not be asked, or refused. Certainly nothing was kept.
    case notClaimed(Trouble)
    /// The store was asked and did not answer. The claim may be there, or may not.
    case outcomeUnknown(Trouble)

    /// The trouble of the store.
    public enum Trouble: Hashable, Sendable {
        /// The database failed.
        case database(StorageFailure)
        /// This program is wrong about the store.
        case program
    }
}

extension ClaimFailure {
    /// Who has to do something about it.
    public enum Remedy: Hashable, Sendable {
        /// Give the store more capacity, or use one in a database.
        case giveMoreRoom
        /// Ask the shopper to authorize again, or check the clocks of the servers.
        case authorizeAgain
        /// Make the claim again once the store is well.
        case tryAgain
        /// Make the claim again for the same order, and for no other: the answer tells what holds.
        case askAgainForTheSameOrder
        /// Report it.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without its remedy.
    public var remedy: Remedy {
        switch self {
        case .full: .giveMoreRoom
        case .notFresh: .authorizeAgain
        case .notClaimed(.program): .fixTheProgram
        case .notClaimed: .tryAgain
        case .outcomeUnknown: .askAgainForTheSameOrder
        }
    }
}

extension ClaimFailure: CustomStringConvertible {
    /// The cause in one line for a log.
    public var description: String {
        switch self {
        case .full(let capacity):
            "\(capacity) tokens are claimed that could still be sent again, and no more fit"
        case .notFresh(let signedAt, let checkedAt):
            "signed at \(signedAt), claimed at \(checkedAt): too far apart to know of other claims"
        case .notClaimed(let trouble): "the token was not claimed: \(trouble)"
        case .outcomeUnknown(let trouble): "the token may be claimed or not: \(trouble)"
        }
    }
}

extension ClaimFailure.Trouble: CustomStringConvertible {
    /// The trouble in one line for a log.
    public var description: String {
        switch self {
        case .database(let failure): "\(failure)"
        case .program: "the store is not what this program takes it for"
        }
    }
}

extension ClaimFailure: CarriesStorageFailure {
    /// The failure of the claim for a failure of the database.
    public init(storage failure: StorageFailure) {
        switch (failure.effect, failure.remedy) {
        case (.unknown, _): self = .outcomeUnknown(.database(failure))
        case (.nothing, .fixTheProgram), (.nothing, .readTheExistingRow):
            self = .notClaimed(.program)
        case (.nothing, _): self = .notClaimed(.database(failure))
        }
    }
}
