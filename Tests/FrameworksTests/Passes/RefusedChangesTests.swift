import PaymentRequest
import PaymentSheet
import Testing

@testable import PassKit

@MainActor
@Suite("What a device refuses to apps")
struct RefusedChangesTests {
    private let card = PKPaymentPass(
        content: DevicePass(
            serialNumber: "one",
            localizedName: "Visa one",
            organizationName: "Bank",
            network: .visa,
            primaryAccountIdentifier: "account one",
            primaryAccountNumberSuffix: "1111",
            deviceAccountIdentifier: "device one",
            deviceAccountNumberSuffix: "2222"
        )
    )

    @Test func `is answered in the form of the question`() async {
        let library = PKPassLibrary()
        await confirmation(expectedCount: 3) { answered in
            library.requestAuthorization(for: .backgroundAddPasses) {
                #expect($0 == .restricted)
                answered()
            }
            library.addPasses(fromArchiveData: Data([1])) {
                #expect($0 == .didCancelAddPasses)
                answered()
            }
            library.activate(card, activationData: Data()) { isActive, error in
                #expect(!isActive && error is PKPassKitError)
                answered()
            }
        }
        #expect(await library.requestAuthorization(for: .backgroundAddPasses) == .restricted)
        #expect(await library.addPasses(fromArchiveData: Data([1])) == .didCancelAddPasses)
        let refusal = await #expect(throws: PKPassKitError.self) {
            try await library.activate(card, activationData: Data())
        }
        #expect(refusal?.code == .notEntitledError)
    }

    @Test func `is refused, in each form, for the app is not entitled`() async throws {
        let library = PKPassLibrary()
        var refusals: [(any Error)?] = []
        library.activate(card, withActivationData: Data([1])) { isActive, error in
            refusals.append(isActive ? nil : error)
        }
        library.activate(card, withActivationCode: "7") { isActive, error in
            refusals.append(isActive ? nil : error)
        }
        library.activate(card, activationData: Data()) { refusals.append($0 ? nil : $1) }
        library.sign(Data([1]), using: card) { signed, signature, error in
            refusals.append(signed == nil && signature == nil ? error : nil)
        }
        library.encryptedServiceProviderData(for: card) { refusals.append($0 == nil ? $1 : nil) }
        library.serviceProviderData(for: card) { refusals.append($0 == nil ? $1 : nil) }
        do { _ = try await library.sign(Data([1]), using: card) } catch { refusals.append(error) }
        do { _ = try await library.encryptedServiceProviderData(for: card) } catch {
            refusals.append(error)
        }
        do { _ = try await library.serviceProviderData(for: card) } catch { refusals.append(error) }
        let codes = refusals.map { ($0 as? PKPassKitError)?.code }
        #expect(codes == Array(repeating: .notEntitledError, count: 9))
    }

    @Test func `calls nothing without a delegate`() async {
        await CurrentDevice.with(nil) {
            let library = PKPassLibrary()
            library.activate(card, withActivationData: Data())
            library.activate(card, withActivationCode: "")
            library.activate(card, activationData: Data())
            library.addPasses([card])
            #expect(library.passes().isEmpty)
        }
    }

    @Test func `includes activating a card, and FeliCa, in either generation`() {
        let library = PKPassLibrary()
        #expect(!PKPassLibrary.isPaymentPassActivationAvailable())
        #expect(!library.isPaymentPassActivationAvailable())
        #expect(!library.isSecureElementPassActivationAvailable)
        #expect(!library.canAddFelicaPass())
    }

    @Test func `includes suppressing passes, although none is presented`() {
        var results: [PKAutomaticPassPresentationSuppressionResult] = []
        let token: PKSuppressionRequestToken =
            PKPassLibrary.requestAutomaticPassPresentationSuppression { results.append($0) }
        #expect(results == [.notSupported])
        #expect(!PKPassLibrary.isSuppressingAutomaticPassPresentation())
        PKPassLibrary.endAutomaticPassPresentationSuppression(withRequestToken: token)
        #expect(!PKPassLibrary.isSuppressingAutomaticPassPresentation())
    }

    @Test func `includes adding passes, which the user declines`() async {
        let library = PKPassLibrary()
        var statuses: [PKPassLibraryAddPassesStatus] = []
        library.addPasses([card]) { statuses.append($0) }
        #expect(statuses == [.didCancelAddPasses])
        #expect(await library.addPasses([card]) == .didCancelAddPasses)
        #expect(!library.containsPass(card))
    }

    @Test func `includes reading files of passes`() async {
        await CurrentDevice.with(FakeDevice()) {
            #expect(PKAddPassesViewController(pass: card) != nil)
            #expect(PKAddPassesViewController(passesData: [Data([1])]) == nil)
            #expect(PKAddPassesViewController(passesArchiveData: Data([1])) == nil)
            #expect(PKAddPassesViewController(passesArchiveAt: URL(filePath: "/a.pkpasses")) == nil)
        }
    }

    @Test func `includes reading an issuer's data`() {
        let refusal = #expect(throws: PKPassKitError.self) {
            try PKAddPassesViewController(issuerData: Data([1]), signature: Data([2]))
        }
        #expect(refusal?.code == .unsupportedVersionError)
    }

    final class Adder: NSObject, PKAddPassesViewControllerDelegate {
        @MainActor var finishes = 0

        func addPassesViewControllerDidFinish(_ controller: PKAddPassesViewController) {
            finishes += 1
            controller.dismiss(animated: true)
        }
    }

    @Test func `leaves the dismissal of declined passes to the app`() async throws {
        let (root, adder) = (UIViewController(), Adder())
        try await CurrentDevice.with(FakeDevice()) {
            let controller = try #require(PKAddPassesViewController(passes: [card]))
            #expect(controller.delegate == nil)
            controller.delegate = adder
            #expect(controller.delegate === adder)
            root.present(controller, animated: true)
            controller.cancelAdding()
            #expect(adder.finishes == 1 && root.presentedViewController == nil)
            controller.delegate = nil
            root.present(controller, animated: true)
            controller.cancelAdding()
            #expect(adder.finishes == 1 && root.presentedViewController == nil)
        }
    }

    /// An app that does without the method.
    final class Idle: NSObject, PKAddPassesViewControllerDelegate {}

    @Test func `is dismissed by default if the app does not implement the method`() async throws {
        let (root, idle) = (UIViewController(), Idle())
        try await CurrentDevice.with(FakeDevice()) {
            let controller = try #require(PKAddPassesViewController(pass: card))
            controller.delegate = idle
            root.present(controller, animated: true)
            controller.cancelAdding()
            #expect(root.presentedViewController == nil)
        }
    }

    @Test func `includes relevant dates of cards`() {
        #expect(card.relevantDates.isEmpty)
    }
}
