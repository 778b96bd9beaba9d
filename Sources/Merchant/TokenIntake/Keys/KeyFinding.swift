public import Certificates
public import Files
public import PaymentToken
public import SecurityModule
public import World

/// A problem with a merchant's keys or something to know of them, found when they are loaded.
///
/// It names a file or the place of a key and says nothing secret.
public struct KeyFinding: Error, Hashable, Sendable {
    /// The file, or the URI of a key in a module, that this is about.
    public let subject: String
    /// The problem.
    public let problem: Problem

    init(_ subject: String, _ problem: Problem) {
        self.subject = subject
        self.problem = problem
    }

    /// The kind of file that can be given for another.
    public enum Kind: Hashable, Sendable {
        /// A private key.
        case privateKey
        /// A certificate.
        case certificate
    }

    /// A problem that can be found.
    public enum Problem: Hashable, Sendable {
        /// The file cannot be read.
        case file(FileFailure.Reason)
        /// The file with the password cannot be read.
        case passwordFile(FileFailure.Reason)
        /// The file's content cannot be read.
        case content(KeyFileFailure)
        /// The group or others have access to a file with a private key, a password or a PIN.
        case accessibleToOthers(mode: UInt32)
        /// The text does not say where a key in a module is.
        case place(ModuleURIFailure)
        /// The key in a module cannot be asked.
        case module(SecurityModuleFailure)
        /// The file holds a certificate where a key was asked for, or the reverse.
        case holdsOther(wanted: Kind)
        /// There is no private key.
        case noPrivateKey
        /// Neither a certificate nor a merchant identifier goes with the key.
        case noCertificate
        /// The key or its certificate is not one that tokens are sealed to.
        case unusable(MerchantKeyFailure)
        /// The certificate is for another merchant than the one that was given; nil if it says a
        /// digest only.
        case otherMerchant(certificate: String?, given: String)
        /// The same key is there for two merchants, and a token would not say for which.
        case twoMerchants(other: String)
        /// The certificate's key is not there.
        case noKey
        /// The certificate says that the authority that is there issued it, and it did not.
        case notByItsIssuer
        /// The certificate begins later than now.
        case notYetValid(notBefore: UnixTime)
        /// The certificate ended.
        case expired(notAfter: UnixTime)
        /// The certificate ended, and another of the same merchant is valid.
        case replaced(notAfter: UnixTime)
        /// The certificate ends soon.
        case endsSoon(days: Int, notAfter: UnixTime)
        /// The same key is there twice; once is enough.
        case repeated(other: String)
    }

    /// The weight of a finding for payments.
    public enum Weight: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Good to know.
        case note
        /// The key is used, but payments fail or will fail: an operator must act.
        case mustBeFixed
        /// The key cannot serve.
        case unusable

        /// Lighter ones come first.
        public static func < (left: Weight, right: Weight) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// The weight for payments.
    ///
    /// A key with an expired certificate still decrypts: tokens that were encrypted for it remain
    /// valid. Whether Apple continues to encrypt for it is not published, so an operator must act (guess; Documentation/Decisions/0024-key-checks-at-load.md).
    public var weight: Weight {
        switch problem {
        case .file, .passwordFile, .content, .accessibleToOthers, .holdsOther, .place, .module,
            .noPrivateKey,
            .noCertificate, .unusable, .otherMerchant, .twoMerchants:
            .unusable
        case .noKey, .notByItsIssuer, .notYetValid, .expired: .mustBeFixed
        case .replaced, .endsSoon, .repeated: .note
        }
    }
}
