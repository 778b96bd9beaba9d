import PassKit
import QuinceTesting
import Testing

/// A bank card of France's, with two marks on it.
extension SandboxCard {
    fileprivate static let cobadged = visa.alsoOn(.cartesBancaires)
}

@MainActor
@Suite("The order of supportedNetworks", .timeLimit(.minutes(30)))
struct NetworkOrderTests {
    let shop = Shop()

    /// The card that paid, as the app and the token beside the signed part name it.
    private func pay(
        on device: DeviceSetup,
        _ networks: [PKPaymentNetwork],
        cards: [SandboxCard] = [.cobadged, .amex]
    ) async throws -> PKPaymentMethod {
        let phone = try ApplePaySandbox(
            merchant: "merchant.com.example",
            cards: cards,
            device: device
        )
        shop.request.supportedNetworks = networks
        let record = try await phone.run(ScriptedShopper(.authorize)) { shop.buy() }
        #expect(record.isPaid)
        let method = try #require(shop.payments.last?.token.paymentMethod)
        let sealed = record.observations.compactMap { observation in
            if case .sealedForMerchant(let token) = observation { token } else { nil }
        }
        #expect(sealed.map(\.paymentMethod?.network) == [method.network?.rawValue])
        #expect(shop.payments.last?.token.paymentNetwork == method.network?.rawValue)
        return method
    }

    nonisolated static let orders: [(DeviceSetup, [PKPaymentNetwork], PKPaymentNetwork)] = [
        (DeviceSetup(), [.cartesBancaires, .visa], .cartesBancaires),
        (DeviceSetup(), [.visa, .cartesBancaires], .visa),
        (DeviceSetup(), [.amex, .cartesBancaires, .visa], .cartesBancaires),
        (DeviceSetup(), [.cartesBancaires], .cartesBancaires),
        (DeviceSetup(), [.visa], .visa),
        (
            DeviceSetup(.iPhone7, system: SystemVersion(15, 4)), [.cartesBancaires, .visa],
            .cartesBancaires
        ),
        (DeviceSetup(.iPhone7, system: SystemVersion(15, 3)), [.cartesBancaires, .visa], .visa),
        (
            DeviceSetup(.iPhone7, system: SystemVersion(15, 3)), [.cartesBancaires],
            .cartesBancaires
        ),
        (
            DeviceSetup(.appleWatch, system: SystemVersion(8, 5)), [.cartesBancaires, .visa],
            .cartesBancaires
        ),
        (DeviceSetup(.appleWatch, system: SystemVersion(8, 4)), [.cartesBancaires, .visa], .visa),
        (DeviceSetup(.iPhone7, system: SystemVersion(11, 1)), [.cartesBancaires, .visa], .visa),
    ]

    @Test(arguments: orders)
    func `chooses on which network a card with several marks pays, since iOS 15.4`(
        device: DeviceSetup,
        networks: [PKPaymentNetwork],
        chosen: PKPaymentNetwork
    ) async throws {
        let method = try await pay(on: device, networks)
        #expect(method.network == chosen)
        #expect(method.displayName == "Visa 1111")
    }

    @Test func `does not choose the card: the default card is used if it is accepted`()
        async throws
    {
        let networks: [PKPaymentNetwork] = [.amex, .visa]
        #expect(try await pay(on: DeviceSetup(), networks).displayName == "Visa 1111")
        let other = try await pay(on: DeviceSetup(), networks, cards: [.amex, .cobadged])
        #expect(other.displayName == "AmEx 0005")
        #expect(try await pay(on: DeviceSetup(), [.amex]).displayName == "AmEx 0005")
    }

    @Test func `says nothing about the network before the shopper authorizes`() async throws {
        _ = try await pay(on: DeviceSetup(), [.cartesBancaires, .visa])
        #expect(shop.methods.map(\.network) == [nil])
    }

    @Test func `lets an app ask for either network of such a card`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example", cards: [.cobadged])
        try await phone.onDevice {
            typealias Controller = PKPaymentAuthorizationController
            for network in [PKPaymentNetwork.visa, .cartesBancaires] {
                #expect(Controller.canMakePayments(usingNetworks: [network]))
            }
            #expect(!Controller.canMakePayments(usingNetworks: [.masterCard]))
        }
    }
}
