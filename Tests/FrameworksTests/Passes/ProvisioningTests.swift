import PassKit
import PaymentRequest
import PaymentSheet
import Testing

@MainActor
@Suite("Adding a card from its issuer's app")
struct ProvisioningTests {
    final class Issuer: NSObject, PKAddPaymentPassViewControllerDelegate {
        var certificates = 0
        var codes: [Int] = []
        var held: [(PKAddPaymentPassRequest) -> Void] = []

        func addPaymentPassViewController(
            _ controller: PKAddPaymentPassViewController,
            generateRequestWithCertificateChain certificates: [Data],
            nonce: Data,
            nonceSignature: Data,
            completionHandler handler: @escaping (PKAddPaymentPassRequest) -> Void
        ) {
            self.certificates = certificates.count
            held.append(handler)
        }

        func addPaymentPassViewController(
            _ controller: PKAddPaymentPassViewController,
            didFinishAdding pass: PKPaymentPass?,
            error: (any Error)?
        ) {
            codes.append((error as? NSError)?.code ?? -1)
            controller.dismiss(animated: true)
        }
    }

    private func presented(_ issuer: Issuer, over root: UIViewController) async throws
        -> PKAddPaymentPassViewController
    {
        let configuration = try #require(
            PKAddPaymentPassRequestConfiguration(encryptionScheme: .ECC_V2)
        )
        return try await CurrentDevice.with(FakeDevice()) {
            #expect(PKAddPaymentPassViewController.canAddPaymentPass())
            let controller = try #require(
                PKAddPaymentPassViewController(
                    requestConfiguration: configuration,
                    delegate: issuer
                )
            )
            root.present(controller, animated: true)
            return controller
        }
    }

    @Test func `asks the app at once, and adds nothing`() async throws {
        let (issuer, root) = (Issuer(), UIViewController())
        _ = try await presented(issuer, over: root)
        #expect(issuer.certificates == 2)
        issuer.held.removeFirst()(PKAddPaymentPassRequest())
        while issuer.codes.isEmpty { await Task.yield() }
        #expect(issuer.codes == [PKAddPaymentPassError.unsupported.rawValue])
        #expect(root.presentedViewController == nil)
    }

    @Test func `ignores an answer after 20 seconds`() async throws {
        #expect(PKAddPaymentPassViewController.answerLimit == .seconds(20))
        let (issuer, root) = (Issuer(), UIViewController())
        let controller = try await presented(issuer, over: root)
        controller.timeIsUp()
        issuer.held.removeFirst()(PKAddPaymentPassRequest())
        for _ in 0..<10 { await Task.yield() }
        #expect(issuer.codes == [PKAddPaymentPassError.systemCancelled.rawValue])
    }

    @Test func `ends when the user cancels`() async throws {
        let (issuer, root) = (Issuer(), UIViewController())
        let controller = try await presented(issuer, over: root)
        controller.cancelAdding()
        controller.timeIsUp()
        #expect(issuer.codes == [PKAddPaymentPassError.userCancelled.rawValue])
    }

    @Test func `is configured as the issuer says`() throws {
        let card = try #require(PKAddPaymentPassRequestConfiguration(encryptionScheme: .ECC_V2))
        #expect(card.encryptionScheme == .ECC_V2 && card.style == .payment)
        #expect(card.cardholderName == nil && card.primaryAccountSuffix == nil)
        #expect(card.cardDetails.isEmpty && card.localizedDescription == nil)
        #expect(card.primaryAccountIdentifier == nil && card.paymentNetwork == nil)
        #expect(card.productIdentifiers.isEmpty && !card.requiresFelicaSecureElement)
        card.style = .access
        (card.cardholderName, card.primaryAccountSuffix) = ("Anna Example", "1111")
        card.cardDetails = [PKLabeledValue(label: "Kind", value: "Debit")]
        card.localizedDescription = "Bank Debit"
        (card.primaryAccountIdentifier, card.paymentNetwork) = ("account one", .visa)
        card.productIdentifiers = ["debit"]
        card.requiresFelicaSecureElement = true
        #expect(card.style == .access && card.requiresFelicaSecureElement)
        #expect(card.cardholderName == "Anna Example" && card.primaryAccountSuffix == "1111")
        #expect(card.cardDetails.map(\.label) == ["Kind"])
        #expect(card.cardDetails.map(\.value) == ["Debit"])
        #expect(card.localizedDescription == "Bank Debit")
        #expect(card.primaryAccountIdentifier == "account one" && card.paymentNetwork == .visa)
        #expect(card.productIdentifiers == ["debit"])
    }

    @Test func `takes the sealed card in either scheme's parts`() {
        let request = PKAddPaymentPassRequest()
        #expect(request.encryptedPassData == nil && request.activationData == nil)
        #expect(request.ephemeralPublicKey == nil && request.wrappedKey == nil)
        request.encryptedPassData = Data([1])
        request.activationData = Data([2])
        request.ephemeralPublicKey = Data([3])
        request.wrappedKey = Data([4])
        #expect(request.encryptedPassData == Data([1]) && request.activationData == Data([2]))
        #expect(request.ephemeralPublicKey == Data([3]) && request.wrappedKey == Data([4]))
    }

    @Test func `does not retain the issuer's delegate, and asks nothing if it was released`()
        async throws
    {
        let root = UIViewController()
        var issuer: Issuer? = Issuer()
        let configuration = try #require(
            PKAddPaymentPassRequestConfiguration(encryptionScheme: .ECC_V2)
        )
        try await CurrentDevice.with(FakeDevice()) {
            let controller = try #require(
                PKAddPaymentPassViewController(
                    requestConfiguration: configuration,
                    delegate: issuer
                )
            )
            #expect(controller.delegate === issuer)
            issuer = nil
            #expect(controller.delegate == nil)
            root.present(controller, animated: true)
            controller.cancelAdding()
            #expect(root.presentedViewController === controller)
        }
    }

    @Test func `is not possible without a device, or with an unknown scheme`() async throws {
        let configuration = try #require(
            PKAddPaymentPassRequestConfiguration(encryptionScheme: .RSA_V2)
        )
        await CurrentDevice.with(nil) {
            #expect(
                PKAddPaymentPassViewController(requestConfiguration: configuration, delegate: nil)
                    == nil
            )
            #expect(!PKAddPassesViewController.canAddPasses())
            #expect(PKAddPassesViewController(passes: []) == nil)
        }
        let unknown = PKEncryptionScheme(rawValue: "ROT13")
        #expect(PKAddPaymentPassRequestConfiguration(encryptionScheme: unknown) == nil)
    }
}
