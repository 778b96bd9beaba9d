import PassKit
import PaymentRequest
import PaymentSheet
import Testing

@MainActor
@Suite("A pass library")
struct PassLibraryTests {
    private static func device() -> FakeDevice {
        let device = FakeDevice()
        device.passes = ["one", "two"].map {
            DevicePass(
                serialNumber: $0,
                localizedName: "Visa \($0)",
                organizationName: "Bank",
                network: .visa,
                primaryAccountIdentifier: "account \($0)",
                primaryAccountNumberSuffix: "1111",
                deviceAccountIdentifier: "device \($0)",
                deviceAccountNumberSuffix: "2222"
            )
        }
        return device
    }

    @Test func `is there where there is a device`() async {
        await CurrentDevice.with(nil) {
            #expect(!PKPassLibrary.isPassLibraryAvailable())
            #expect(PKPassLibrary().passes().isEmpty)
        }
        await CurrentDevice.with(Self.device()) {
            #expect(PKPassLibrary.isPassLibraryAvailable())
        }
    }

    @Test func `shows the wallet's cards, by their last digits`() async throws {
        let library = await CurrentDevice.with(Self.device()) { PKPassLibrary() }
        let passes = library.passes(of: .secureElement)
        #expect(passes.map(\.serialNumber) == ["one", "two"])
        #expect(library.passes(of: .barcode).isEmpty)
        #expect(library.passes(of: .any) == library.passes())
        let card = try #require(passes.first?.secureElementPass)
        #expect(card.passType == .secureElement)
        #expect(card.primaryAccountNumberSuffix == "1111")
        #expect(card.deviceAccountNumberSuffix == "2222")
        #expect(card.passActivationState == .activated)
        #expect(passes.first?.paymentPass?.activationState == .activated)
        #expect(library.containsPass(card))
        let same = library.pass(
            withPassTypeIdentifier: card.passTypeIdentifier,
            serialNumber: "one"
        )
        #expect(same == card)
        #expect(same?.localizedName == "Visa one")
    }

    @Test func `opens the setting up of a card (mission 4.4, 4.5)`() async {
        let device = Self.device()
        await CurrentDevice.with(device) { PKPassLibrary() }.openPaymentSetup()
        #expect(device.setUps == 1)
        await CurrentDevice.with(nil) { PKPassLibrary().openPaymentSetup() }
        #expect(device.setUps == 1)
        let library = await CurrentDevice.with(device) { PKPassLibrary() }
        library.openPaymentSetup(merchantIdentifier: "merchant.com.example")
        #expect(device.setUps == 2)
    }

    @Test func `distinguishes a watch's cards from its own`() async throws {
        let device = Self.device()
        device.passes += [
            DevicePass(
                serialNumber: "three",
                localizedName: "Visa three",
                organizationName: "Bank",
                network: .visa,
                primaryAccountIdentifier: "account three",
                primaryAccountNumberSuffix: "1111",
                deviceAccountIdentifier: "device three",
                deviceAccountNumberSuffix: "3333",
                isRemote: true
            )
        ]
        let library = await CurrentDevice.with(device) { PKPassLibrary() }
        #expect(library.passes().map(\.serialNumber) == ["one", "two"])
        #expect(library.remotePaymentPasses().map(\.serialNumber) == ["three"])
        #expect(library.remoteSecureElementPasses == library.remotePaymentPasses())
        #expect(library.passes(withReaderIdentifier: "reader").isEmpty)
    }

    @Test func `shows a card, in either generation, with no effect`() async throws {
        let device = Self.device()
        let library = await CurrentDevice.with(device) { PKPassLibrary() }
        let card = try #require(library.passes().first?.paymentPass)
        library.present(card)
        library.present(card as PKSecureElementPass)
        #expect(device.setUps == 0 && device.sheets.isEmpty && device.mistakes.isEmpty)
        #expect(library.passes().count == 2)
    }

    @Test func `takes no card that it has, and none where the device cannot pay`() async {
        let device = Self.device()
        let library = await CurrentDevice.with(device) { PKPassLibrary() }
        #expect(!library.canAddSecureElementPass(primaryAccountIdentifier: "account one"))
        #expect(library.canAddPaymentPass(withPrimaryAccountIdentifier: "another"))
        device.capability.isRestricted = true
        #expect(!library.canAddSecureElementPass(primaryAccountIdentifier: "another"))
    }

    @Test func `refuses every change by an app`() async throws {
        let library = await CurrentDevice.with(Self.device()) { PKPassLibrary() }
        let card = try #require(library.passes().first?.secureElementPass)
        library.removePass(card)
        #expect(library.containsPass(card))
        #expect(!library.replacePass(with: card))
        #expect(await library.addPasses([card]) == .didCancelAddPasses)
        let error = await #expect(throws: PKPassKitError.self) {
            try await library.serviceProviderData(for: card)
        }
        #expect(error?.code == .notEntitledError)
        #expect(library.authorizationStatus(for: .backgroundAddPasses) == .restricted)
    }

    @Test func `reads no pass files`() {
        let error = #expect(throws: PKPassKitError.self) { try PKPass(data: Data([1])) }
        #expect(error?.code == .unsupportedVersionError)
    }
}
