internal import Certificates
internal import World

/// A cache of verified certificates, by their exact bytes.
///
/// Only verified certificates are added, so forged ones cannot fill it. Apple has used four
/// signers under one intermediate in twelve years; there are sixteen entries, and the oldest is
/// removed first.
struct SignerCache: Sendable {
    static let capacity = 16

    private var entries: [(certificates: [UInt8], name: [UInt8], signer: VerifiedSigner)] = []
    private var authorities: [VerifiedIntermediate] = []

    /// The signer of a verified pair, if the pair was valid at the signing time.
    func signer(of signed: SignedData) -> VerifiedSigner? {
        let certificates = signed.bytes[signed.certificates]
        let entry = entries.first {
            $0.certificates[...] == certificates && $0.name == signed.signer
        }
        guard let signer = entry?.signer,
            (signer.notBefore...signer.notAfter).contains(signed.signingTime)
        else { return nil }
        return signer
    }

    /// The intermediate, if it was verified under the root. A new leaf under it then costs one
    /// verification on the smaller curve.
    func authority(_ intermediate: Certificate) -> VerifiedIntermediate? {
        authorities.first { $0.certificate == intermediate }
    }

    mutating func remember(
        _ signer: VerifiedSigner,
        of signed: SignedData,
        under authority: VerifiedIntermediate
    ) {
        if self.authority(authority.certificate) == nil {
            if authorities.count == Self.capacity { authorities.removeFirst() }
            authorities.append(authority)
        }
        guard self.signer(of: signed) == nil else { return }
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append((Array(signed.bytes[signed.certificates]), signed.signer, signer))
    }
}
