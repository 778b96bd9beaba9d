internal import AppleServers
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// What a merchant has after setting up Apple Pay: an identifier, a key and its certificate, and
/// an app that may use them (mission section 3).
struct MerchantSetUp {
    let key: PrivateKey
    let request: CertificateSigningRequest
    let certificate: PaymentProcessingCertificate
    let entitlement: AppEntitlement
    let merchantKey: MerchantKey

    /// Does what Apple's guide has a merchant do, in its order.
    init(
        of scenario: Scenario,
        at memberCenter: MemberCenter,
        randomness: any Randomness,
        observe: (CheckoutEvent) -> Void
    ) throws(CheckoutFailure) {
        do {
            let identifier = try memberCenter.register(
                scenario.merchantIdentifier,
                description: scenario.totalLabel
            )
            observe(.merchantRegistered(identifier, memberCenter.team))
            key = try PrivateKey(on: .p256, from: randomness)
            request = try CertificateSigningRequest(
                subject: DistinguishedName([.commonName: scenario.totalLabel]),
                key: key
            )
            observe(.requestSigned(request))
            certificate = try memberCenter.issuePaymentProcessingCertificate(
                for: identifier,
                request: request
            )
            merchantKey = try MerchantKey(privateKey: key, certificate: certificate)
            observe(.certificateIssued(certificate))
            entitlement = try memberCenter.entitle(
                app: scenario.bundleIdentifier,
                to: [identifier]
            )
            observe(.appEntitled(entitlement))
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
}
