import FinanceKit
import FinanceKitUI
import Foundation
import QuinceTesting
import SwiftUI
import TestSupport
import Testing

/// The screen of a shop's app after a payment, with the button for the order.
private struct OrderScreen: View {
    let archive: Data
    var style = AddOrderToWalletButtonStyle.black
    let told: (Result<FinanceStore.SaveOrderResult, any Error>) -> Void

    var body: some View {
        AddOrderToWalletButton(signedArchive: archive, onCompletion: told)
            .addOrderToWalletButtonStyle(style)
    }
}

@MainActor
@Suite("An app's orders in the wallet")
struct WalletOrderTests {
    static let type = "order.com.example.shop"

    private static func order(_ updated: String) -> String {
        """
        {"schemaVersion": 1, "orderType": "ecommerce", "orderTypeIdentifier": "\(type)",
         "orderIdentifier": "1001", "status": "open", "createdAt": "2026-03-14T09:00:00Z",
         "updatedAt": "\(updated)", "orderManagementURL": "https://shop.example/1001",
         "merchant": {"merchantIdentifier": "merchant.com.example", "displayName": "A shop",
                      "url": "https://shop.example"}}
        """
    }

    /// The package that the shop's server answers with.
    private static func archive(
        _ sandbox: ApplePaySandbox,
        _ updated: String = "2026-03-14T10:00:00Z"
    ) throws -> Data {
        Data(
            try sandbox.sandbox.signOrder(["order.json": Array(order(updated).utf8)], as: type)
        )
    }

    private static func find(
        _ updated: String?,
        order: String = "1001"
    ) async throws -> FinanceStore.ContainsOrderResult {
        try await FinanceStore.shared.containsOrder(
            matching: FullyQualifiedOrderIdentifier(
                orderTypeIdentifier: type,
                orderIdentifier: order
            ),
            updatedDate: try updated.map { try Date($0, strategy: .iso8601) }
        )
    }

    private static func failure(ofSaving archive: Data) async -> FinanceError? {
        do {
            _ = try await FinanceStore.shared.saveOrder(signedArchive: archive)
            return nil
        } catch { return error as? FinanceError }
    }

    /// The text that the app shows.
    private static func text(
        of result: Result<FinanceStore.SaveOrderResult, any Error>
    ) -> String {
        switch result {
        case .success(let saved): return "\(saved)"
        case .failure(FinanceError.dataRestricted), .failure(FinanceError.historyTokenInvalid):
            return "not here"
        case .failure: return "not saved"
        }
    }

    // ORDER: begin
    @MainActor func keepsItsOrder(_ sandbox: ApplePaySandbox, _ order: [UInt8]) async throws {
        let archive = Data(
            try sandbox.sandbox.signOrder(["order.json": order], as: "order.com.example.shop")
        )
        let seen = try await sandbox.record {
            let first = try await FinanceStore.shared.saveOrder(signedArchive: archive)
            sandbox.sandbox.wallet.cancelsOrders = true  // The person cancels from here on.
            let second = try await FinanceStore.shared.saveOrder(signedArchive: archive)
            #expect(first == .added && second == .cancelled)
        }
        #expect(seen.mistakes == [])
    }
    // ORDER: end

    @Test func `are saved, found and replaced by newer ones`() async throws {
        let sandbox = try ApplePaySandbox(merchant: "merchant.com.example")
        let archive = try Self.archive(sandbox)
        let newer = try Self.archive(sandbox, "2026-03-14T11:00:00Z")
        #expect(!FinanceStore.isDataAvailable(.orders))
        #expect(try await Self.find(nil) == .notFound)
        #expect(await Self.failure(ofSaving: archive) == .dataRestricted(.orders))
        let seen = try await sandbox.record {
            try await Self.saveAndFind(archive, newer, in: sandbox.sandbox.wallet)
        }
        #expect(seen.mistakes == [])
    }

    private static func saveAndFind(
        _ archive: Data,
        _ newer: Data,
        in wallet: Wallet
    ) async throws {
        let store = FinanceStore.shared
        #expect(FinanceStore.isDataAvailable(.orders))
        #expect(!FinanceStore.isDataAvailable(.financialData))
        wallet.cancelsOrders = true
        #expect(try await store.saveOrder(signedArchive: archive) == .cancelled)
        #expect(try await Self.find(nil) == .notFound)
        wallet.cancelsOrders = false
        #expect(try await store.saveOrder(signedArchive: archive) == .added)
        #expect(try await Self.find(nil) == .exists)
        #expect(try await Self.find(nil, order: "1002") == .notFound)
        #expect(try await Self.find("2026-03-14T10:00:00Z") == .exists)
        #expect(try await Self.find("2026-03-14T10:00:01Z") == .olderExists)
        #expect(try await store.saveOrder(signedArchive: newer) == .added)
        #expect(try await Self.find("2026-03-14T10:00:00Z") == .newerExists)
        #expect(try await store.saveOrder(signedArchive: archive) == .newerExisting)
        #expect(try await Self.find("2026-03-14T11:00:00Z") == .exists)
    }

    @Test func `are tested as the page says`() async throws {
        let sandbox = try ApplePaySandbox(merchant: "merchant.com.example")
        try await keepsItsOrder(sandbox, Array(Self.order("2026-03-14T10:00:00Z").utf8))
        let example = try PageExample(
            "ORDER",
            in: "Tests/QuinceTestingTests/WalletOrderTests.swift"
        )
        #expect(try example.isShown(by: "Documentation/TestingApps.md"))
    }

    @Test func `are refused unless they are signed by a merchant of the sandbox`() async throws {
        let sandbox = try ApplePaySandbox(merchant: "merchant.com.example")
        let foreign = try Self.archive(try ApplePaySandbox(merchant: "merchant.com.example"))
        for (archive, fault) in [
            (foreign, "signature: root, intermediate and signer"),
            (Data("order".utf8), "a package is a whole ZIP archive"),
        ] {
            let seen = try await sandbox.record {
                let failure = await Self.failure(ofSaving: archive)
                let found = try await Self.find(nil)
                #expect(failure == .unknown && found == .notFound)
            }
            #expect(
                seen.mistakes.count == 1 && seen.mistakes[0].contains(fault),
                "\(seen.mistakes)"
            )
        }
    }

    @Test func `have identifiers that an app keeps`() throws {
        let first = FullyQualifiedOrderIdentifier(
            orderTypeIdentifier: Self.type,
            orderIdentifier: "1001"
        )
        let kept = try JSONEncoder().encode(first)
        var other = try JSONDecoder().decode(FullyQualifiedOrderIdentifier.self, from: kept)
        #expect(other == first)
        other.orderIdentifier = "1002"
        other.orderTypeIdentifier += ".more"
        #expect(other.description == "order.com.example.shop.more/1002")
    }

    @Test func `are offered by a button`() async throws {
        let sandbox = try ApplePaySandbox(merchant: "merchant.com.example")
        let cases: [(Data, AddOrderToWalletButtonStyle, CGFloat)] = [
            (try Self.archive(sandbox), .black, 0), (Data(), .blackOutline, 1),
        ]
        let told = try await sandbox.onDevice {
            var told: [String] = []
            for (archive, style, border) in cases {
                let count = told.count
                let view = OrderScreen(archive: archive, style: style) {
                    told.append(Self.text(of: $0))
                }
                let screen = UIHostingController(rootView: view)
                let button = try #require(screen.view.subviews.first as? UIButton)
                #expect(button.layer.borderWidth == border)
                button.sendActions(for: .touchUpInside)
                while told.count == count { await Task.yield() }
            }
            let found = try await Self.find(nil)
            #expect(found == .exists)
            return told
        }
        #expect(told == ["added", "not saved"])
    }
}
