public import AppleServers
public import Certificates
public import Cryptography
public import PaymentToken
internal import Storage
internal import World

/// The result of a merchant's set-up: an identifier, a key and its certificate (mission section
/// 3).
public struct SandboxMerchant: Sendable {
    /// The registered identifier.
    public let identifier: MerchantIdentifier
    /// The merchant's private key.
    public let key: PrivateKey
    /// The signing request.
    public let request: CertificateSigningRequest
    /// The Payment Processing certificate.
    public let certificate: PaymentProcessingCertificate
    /// The key with which the merchant's tokens are decrypted.
    public let merchantKey: MerchantKey

    /// A step of a merchant's set-up.
    public enum Step: Sendable {
        /// The identifier was registered.
        case registered(MerchantIdentifier)
        /// The signing request was made.
        case requested(CertificateSigningRequest)
        /// The certificate was issued.
        case certified(PaymentProcessingCertificate)
    }
}

extension TestSandbox {
    /// Sets up a merchant, following the steps of Apple's guide.
    ///
    /// - Throws: ``AppleServers/MemberCenterFailure``, and another error where libcrypto fails.
    public func setUpMerchant(
        _ identifier: String,
        named name: String,
        observe: (SandboxMerchant.Step) -> Void = { _ in }
    ) throws -> SandboxMerchant {
        try records.write { [memberCenter] transaction throws(MemberCenterFailure) in
            _ = try memberCenter.register(.merchant, identifier, description: name, in: transaction)
        }
        let registered = try MerchantIdentifier(identifier)
        observe(.registered(registered))
        return try certify(registered, named: name, observe: observe)
    }

    /// Creates a key for a merchant and has it certified, for the set-up or a renewal.
    ///
    /// - Throws: ``AppleServers/MemberCenterFailure``, and another error where libcrypto fails.
    public func certify(
        _ identifier: MerchantIdentifier,
        named name: String,
        observe: (SandboxMerchant.Step) -> Void = { _ in }
    ) throws -> SandboxMerchant {
        let key = try PrivateKey(on: .p256, from: world.randomness)
        let request = try CertificateSigningRequest(
            subject: DistinguishedName([.commonName: name]),
            key: key
        )
        observe(.requested(request))
        let issued = try issue(identifier, request)
        let certificate = try PaymentProcessingCertificate(issued.certificate)
        let merchantKey = try MerchantKey(privateKey: key, certificate: certificate)
        observe(.certified(certificate))
        return SandboxMerchant(
            identifier: identifier,
            key: key,
            request: request,
            certificate: certificate,
            merchantKey: merchantKey
        )
    }

    /// Issues a Payment Processing certificate, which is active at once.
    private func issue(
        _ identifier: MerchantIdentifier,
        _ request: CertificateSigningRequest
    ) throws(MemberCenterFailure) -> IssuedCertificate {
        try records.write { [memberCenter, world] transaction throws(MemberCenterFailure) in
            let issued = try memberCenter.issue(
                .paymentProcessing,
                for: identifier.text,
                request: request,
                in: transaction
            )
            guard issued.state(at: world.clock.now) == .inactive else { return issued }
            return try memberCenter.activate(serial: issued.serialNumber, in: transaction)
        }
    }

    /// Entitles an app to name merchants in its requests.
    ///
    /// - Throws: ``AppleServers/MemberCenterFailure``.
    public func entitle(
        _ bundleIdentifier: String,
        to merchants: [MerchantIdentifier]
    ) throws(MemberCenterFailure) -> AppEntitlement {
        try records.write { [memberCenter] transaction throws(MemberCenterFailure) in
            try memberCenter.entitlement(
                of: bundleIdentifier,
                to: merchants.map(\.text),
                in: transaction
            )
        }
    }
}
