public import AppleServers
public import Certificates
public import Cryptography
public import PaymentToken
internal import World

/// What a merchant has after setting up Apple Pay: an identifier, a key and its certificate
/// (mission section 3).
public struct SandboxMerchant: Sendable {
    /// What the merchant registered.
    public let identifier: MerchantIdentifier
    /// The merchant's private key.
    public let key: PrivateKey
    /// What the merchant sent the member center.
    public let request: CertificateSigningRequest
    /// The Payment Processing certificate.
    public let certificate: PaymentProcessingCertificate
    /// What opens the merchant's tokens.
    public let merchantKey: MerchantKey

    /// What happens while a merchant sets up, in order.
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
    /// Does what Apple's guide has a merchant do, in its order.
    ///
    /// - Throws: ``SandboxFailure``.
    public func setUpMerchant(
        _ identifier: String,
        named name: String,
        observe: (SandboxMerchant.Step) -> Void = { _ in }
    ) throws(SandboxFailure) -> SandboxMerchant {
        let registered: MerchantIdentifier
        do throws(MemberCenter.Refusal) {
            registered = try memberCenter.register(identifier, description: name)
        } catch { throw .memberCenter(error) }
        observe(.registered(registered))
        return try certify(registered, named: name, observe: observe)
    }

    /// Makes a new key for a merchant, and has it certified: at first, and to renew a certificate.
    ///
    /// - Throws: ``SandboxFailure``.
    public func certify(
        _ identifier: MerchantIdentifier,
        named name: String,
        observe: (SandboxMerchant.Step) -> Void = { _ in }
    ) throws(SandboxFailure) -> SandboxMerchant {
        do {
            let key = try PrivateKey(on: .p256, from: world.randomness)
            let request = try CertificateSigningRequest(
                subject: DistinguishedName([.commonName: name]),
                key: key
            )
            observe(.requested(request))
            let certificate = try memberCenter.issuePaymentProcessingCertificate(
                for: identifier,
                request: request
            )
            let merchantKey = try MerchantKey(privateKey: key, certificate: certificate)
            observe(.certified(certificate))
            return SandboxMerchant(
                identifier: identifier,
                key: key,
                request: request,
                certificate: certificate,
                merchantKey: merchantKey
            )
        } catch let refusal as MemberCenter.Refusal {
            throw .memberCenter(refusal)
        } catch let failure as CertificateFailure {
            throw .certificate(failure)
        } catch let failure as MerchantKeyFailure {
            throw .merchantKey(failure)
        } catch {
            throw .cryptography(.libraryFailed)
        }
    }

    /// Lets an app ask payments for merchants.
    ///
    /// - Throws: ``SandboxFailure``.
    public func entitle(
        _ bundleIdentifier: String,
        to merchants: [MerchantIdentifier]
    ) throws(SandboxFailure) -> AppEntitlement {
        do throws(MemberCenter.Refusal) {
            return try memberCenter.entitle(app: bundleIdentifier, to: merchants)
        } catch { throw .memberCenter(error) }
    }
}
