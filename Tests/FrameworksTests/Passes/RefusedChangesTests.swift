import PaymentDevice
import PaymentRequest
import Testing

@testable import PassKit

@MainActor
@Suite("What a device lets no app do")
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

    @Test func `includes reading files of passes`() async {
        await CurrentDevice.with(FakeDevice()) {
            #expect(PKAddPassesViewController(pass: card) != nil)
            #expect(PKAddPassesViewController(passesData: [Data([1])]) == nil)
            #expect(PKAddPassesViewController(passesArchiveData: Data([1])) == nil)
            #expect(PKAddPassesViewController(passesArchiveAt: URL(filePath: "/a.pkpasses")) == nil)
        }
    }

    @Test func `includes cards that matter at times`() {
        #expect(card.relevantDates.isEmpty)
    }
}
