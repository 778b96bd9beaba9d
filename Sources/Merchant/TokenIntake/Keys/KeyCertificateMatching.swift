internal import Certificates
internal import Cryptography
internal import PaymentToken

/// Finds out which certificate is for which key, by the key and never by the names of files.
struct KeyCertificateMatching {
    private(set) var entries: [KeyringEntry] = []
    private(set) var findings: [KeyFinding] = []
    private let authorities: [KeySourceContents.Part<Certificate>]

    init(_ contents: KeySourceContents, of source: String) {
        authorities = contents.certificates.filter(\.value.isAuthority)
        let publicKeys = contents.keys.map(\.value.publicKey)
        // A certificate that `openssl req -x509` made says that it is an authority's.
        var waiting = contents.certificates.filter { certificate in
            !certificate.value.isAuthority || publicKeys.contains(certificate.value.publicKey)
        }
        var matched: [KeySourceContents.Part<Certificate>] = []
        if contents.keys.isEmpty {
            let origin = contents.certificates.first?.origin
            findings.append(KeyFinding(origin ?? source, .noPrivateKey))
        }
        for key in contents.keys {
            let publicKey = key.value.publicKey
            // A certificate may be renewed for the same key; the one that lasts longer counts.
            let fitting = waiting.filter { $0.value.publicKey == publicKey }
            if let longest = fitting.max(by: { $0.value.notAfter < $1.value.notAfter }) {
                waiting.removeAll { $0.value.publicKey == publicKey }
                matched.append(longest)
                add(key, longest, of: contents.merchantIdentifier)
                requireOneMerchant(longest, among: fitting)
            } else if let same = matched.first(where: { $0.value.publicKey == publicKey }) {
                // The same key again.
                add(key, same, of: contents.merchantIdentifier)
            } else if let identifier = contents.merchantIdentifier {
                add(key, named: identifier)
            } else {
                alone(key, waiting)
            }
        }
        let isSaid = findings.contains { $0.problem == .unusable(.keyDoesNotMatchCertificate) }
        for certificate in waiting where !isSaid && !contents.keys.isEmpty {
            findings.append(KeyFinding(certificate.origin, Self.leftOver(certificate.value)))
        }
    }

    /// One key for two merchants cannot serve, because a token names the key alone.
    private mutating func requireOneMerchant(
        _ chosen: KeySourceContents.Part<Certificate>,
        among fitting: [KeySourceContents.Part<Certificate>]
    ) {
        guard let merchant = try? PaymentProcessingCertificate(chosen.value) else { return }
        for other in fitting {
            guard let second = try? PaymentProcessingCertificate(other.value),
                second.merchantIdentifierHash != merchant.merchantIdentifierHash
            else { continue }
            findings.append(KeyFinding(other.origin, .twoMerchants(other: chosen.origin)))
        }
    }

    /// A key with its certificate. A merchant identifier that was given as well must be the certificate's,
    /// and stands for it where the certificate says none.
    private mutating func add(
        _ key: KeySourceContents.Part<any DecryptionKey>,
        _ certificate: KeySourceContents.Part<Certificate>,
        of given: String?
    ) {
        do throws(MerchantKeyFailure) {
            let processing = try PaymentProcessingCertificate(certificate.value)
            let merchantKey = try MerchantKey(privateKey: key.value, certificate: processing)
            let identifier = processing.merchantIdentifier
            if let given, !processing.isFor(given) {
                let problem = KeyFinding.Problem.otherMerchant(
                    certificate: identifier,
                    given: given
                )
                return findings.append(KeyFinding(certificate.origin, problem))
            }
            add(merchantKey, from: key.origin, certificate, identifier ?? given)
        } catch .noMerchantIdentifier where given != nil {
            add(key, certificate, named: given ?? "")
        } catch {
            let subject = error == .unsupportedKey ? key.origin : certificate.origin
            findings.append(KeyFinding(subject, .unusable(error)))
        }
    }

    private mutating func add(
        _ key: KeySourceContents.Part<any DecryptionKey>,
        _ certificate: KeySourceContents.Part<Certificate>? = nil,
        named identifier: String
    ) {
        do throws(MerchantKeyFailure) {
            let merchantKey = try MerchantKey(
                privateKey: key.value,
                merchantIdentifier: identifier
            )
            add(merchantKey, from: key.origin, certificate, identifier)
        } catch { findings.append(KeyFinding(key.origin, .unusable(error))) }
    }

    private mutating func add(
        _ key: MerchantKey,
        from origin: String,
        _ certificate: KeySourceContents.Part<Certificate>?,
        _ identifier: String?
    ) {
        entries.append(
            KeyringEntry(
                key: key,
                origin: origin,
                certificate: certificate?.value,
                certificateOrigin: certificate?.origin,
                merchantIdentifier: identifier,
                wrongIssuer: certificate.map { isBySomebodyElse($0.value) } ?? false
            )
        )
    }

    /// A key without its certificate: the certificates that are left tell what mistake it is.
    private mutating func alone(
        _ key: KeySourceContents.Part<any DecryptionKey>,
        _ waiting: [KeySourceContents.Part<Certificate>]
    ) {
        guard let other = waiting.first else {
            let authority = authorities.first
            findings.append(
                KeyFinding(
                    authority?.origin ?? key.origin,
                    authority == nil ? .noCertificate : .unusable(.noMerchantIdentifier)
                )
            )
            return
        }
        do throws(MerchantKeyFailure) {
            _ = try PaymentProcessingCertificate(other.value)
            findings.append(KeyFinding(other.origin, .unusable(.keyDoesNotMatchCertificate)))
        } catch { findings.append(KeyFinding(other.origin, .unusable(error))) }
    }

    private static func leftOver(_ certificate: Certificate) -> KeyFinding.Problem {
        do throws(MerchantKeyFailure) {
            _ = try PaymentProcessingCertificate(certificate)
            return .noKey
        } catch { return .unusable(error) }
    }

    /// Whether the authority that the certificate names is here and did not sign it.
    private func isBySomebodyElse(_ certificate: Certificate) -> Bool {
        let named = authorities.filter { $0.value.subject == certificate.issuer }
        return !named.isEmpty && !named.contains { certificate.isSigned(by: $0.value.publicKey) }
    }
}

extension PaymentProcessingCertificate {
    /// Whether the certificate is for a merchant identifier.
    fileprivate func isFor(_ identifier: String) -> Bool {
        SHA256.digest(identifier) == merchantIdentifierHash
    }
}
