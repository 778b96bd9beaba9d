import PassKit
import PaymentSheet
import Testing

@MainActor
@Suite("An issuer's app that answers asynchronously")
struct AsyncIssuerTests {
    final class Issuer: NSObject, PKAddPaymentPassViewControllerDelegate {
        var nonces: [Data] = []
        var codes: [Int] = []

        func addPaymentPassViewController(
            _ controller: PKAddPaymentPassViewController,
            generateRequestWithCertificateChain certificates: [Data],
            nonce: Data,
            nonceSignature: Data
        ) async -> PKAddPaymentPassRequest {
            nonces.append(nonce)
            return PKAddPaymentPassRequest()
        }

        func addPaymentPassViewController(
            _ controller: PKAddPaymentPassViewController,
            didFinishAdding pass: PKPaymentPass?,
            error: (any Error)?
        ) { codes.append((error as? NSError)?.code ?? -1) }
    }

    @Test func `is asked once, and is told the result`() async throws {
        let issuer = Issuer()
        let configuration = try #require(
            PKAddPaymentPassRequestConfiguration(encryptionScheme: .RSA_V2)
        )
        try await CurrentDevice.with(FakeDevice()) {
            let controller = try #require(
                PKAddPaymentPassViewController(
                    requestConfiguration: configuration,
                    delegate: issuer
                )
            )
            UIViewController().present(controller, animated: true)
            while issuer.codes.isEmpty { await Task.yield() }
        }
        #expect(issuer.nonces.count == 1)
        #expect(issuer.codes == [PKAddPaymentPassError.unsupported.rawValue])
    }
}
