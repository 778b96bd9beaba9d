internal import Certificates

extension TokenRefusal {
    /// The remedy for a refusal.
    public enum Remedy: Hashable, Sendable {
        /// The sender must send the wallet's token unchanged.
        case sendTheTokenUnchanged
        /// Send only the part that is the token.
        case sendTheTokenAlone
        /// Use a device or the sandbox: the Simulator's token is empty.
        case useADevice
        /// Refuse and count: many such refusals may be an attack.
        case refuseAndCount
        /// Keep real and test payments apart: configure the environment.
        case nameTheEnvironment
        /// Send real payments to the server that takes them.
        case sendToProduction
        /// Ask the shopper to authorize again, or check the clock of this machine.
        case authorizeAgain
        /// Find out which clock is wrong.
        case checkTheClock
        /// Give the root that issued it, if it is a sandbox's; otherwise refuse.
        case nameTheRootIfSandbox
        /// Give the TEST root that was created with the token.
        case giveTheTestRootOfTheToken
        /// Send a token: the file or the body of the request was empty.
        case sendAToken
        /// Load the key with that hash: a rotation may be in progress.
        case loadTheKey
        /// Correct the merchant identifier.
        case fixTheMerchantIdentifier
        /// Check the merchant identifier; if it is correct, refuse and count.
        case checkTheMerchantIdentifier
        /// Check that the key store answers, then decrypt the token again.
        case checkTheKeyStore
        /// Use a version of this software that supports such tokens.
        case updateThisSoftware
    }

    /// The remedy for the refusal.
    ///
    /// The switch is exhaustive, so that a new case does not compile without its remedy.
    public var remedy: Remedy {
        switch self {
        case .format(.simulatorToken): .useADevice
        case .format(.empty): .sendAToken
        case .format(.elsewhere): .sendTheTokenAlone
        case .format: .sendTheTokenUnchanged
        case .signature(.otherContent): .sendTheTokenUnchanged
        case .signature, .markers, .replay: .refuseAndCount
        case .chain(.anotherRoot): .nameTheRootIfSandbox
        case .anotherTestRoot: .giveTheTestRootOfTheToken
        case .chain: .refuseAndCount
        case .environment(.testRoot): .nameTheRootIfSandbox
        case .environment(.productionSigner): .sendToProduction
        case .environment(.sandboxSigner): .nameTheEnvironment
        case .signingTime(let signedAt, let checkedAt, _):
            signedAt < checkedAt ? .authorizeAgain : .checkTheClock
        case .publicKeyHash: .loadTheKey
        case .decryption(.anotherMerchantIdentifier): .fixTheMerchantIdentifier
        case .decryption(.tagMismatch(.ecV1)): .checkTheMerchantIdentifier
        case .decryption(.keyOfAnotherVersion), .decryption(.keyNotUnwrapped),
            .decryption(.wrappedKeyLength),
            .decryption(.tagMismatch(.rsaV1)), .decryption(.chipDataDiffers),
            .decryption(.anotherKey), .decryption(.boundariesMoved),
            .decryption(.payloadRepeatsName):
            .refuseAndCount
        case .decryption(.keyUnavailable): .checkTheKeyStore
        case .decryption: .updateThisSoftware
        }
    }
}

extension TokenRefusal.Remedy: CustomStringConvertible {
    /// The remedy in one sentence.
    public var description: String {
        switch self {
        case .sendTheTokenUnchanged:
            "send paymentData byte for byte as the wallet made it; do not re-encode or trim it"
        case .useADevice:
            "Apple's Simulator makes empty tokens: use a device, or Quince's sandbox"
        case .refuseAndCount:
            "do not charge; count such refusals, because many may be an attack"
        case .authorizeAgain:
            "ask the shopper to authorize again, or check this machine's clock; "
                + "for a recorded token give its own time with --at"
        case .checkTheClock:
            "check this machine's clock; where it is right, do not charge"
        case .nameTheEnvironment:
            "do not charge; servers for tests take such tokens with --environment sandbox, "
                + "and servers for real payments take none of them"
        case .sendToProduction: "send real payments to the server for production"
        case .nameTheRootIfSandbox:
            "do not charge; a sandbox's token is checked with --root and that sandbox's root"
        case .giveTheTestRootOfTheToken:
            "each quince checkout, and each quince mint without --seed, makes a TEST root of its own "
                + "under the same name: give --root the one that was written with this token"
        case .sendTheTokenAlone:
            "give that part alone, byte for byte; where it is text in a string, decode it once"
        case .sendAToken:
            "see that the file or the body of the request arrives whole; "
                + "the paymentData of Apple's Simulator is empty, too"
        case .loadTheKey:
            "load the key and certificate of that hash; during a rotation keep the old one too"
        case .fixTheMerchantIdentifier:
            "give this key the merchant identifier that the token was made for, "
                + "or the certificate of that merchant"
        case .checkTheMerchantIdentifier:
            "see that the merchant identifier is the one in the app's payment request; "
                + "if it is, do not charge, and count such refusals"
        case .checkTheKeyStore:
            "see that the security module answers and its PIN is right, then open it again"
        case .updateThisSoftware:
            "keep the token and open it with a version that knows this form"
        }
    }
}
