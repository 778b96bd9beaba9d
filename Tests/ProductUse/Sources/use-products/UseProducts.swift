import ApplePayUse
import AppleServersUse
import CombineUse
import FinanceKitUIUse
import FinanceKitUse
import Foundation
import ParsersUse
import PassKitUse
import PaymentTokenUse
import PaymentsUse
import PostgreSQLUse
import ProcessorsUse
import QuinceTestingUse
import RemoteSandboxUse
import SheetServerUse
import SwiftUIUse
import TokenIntakeUse
import UIKitUse
import WebKitUse
import osUse

/// Uses every product once, and says which.
@main
struct UseProducts {
    @MainActor
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "quince-products-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path }

        print("ApplePay:", useApplePay(), "violations")
        print("AppleServers:", try useAppleServers())
        print("Combine:", useCombine())
        print("Parsers:", try useParsers())
        print("FinanceKit:", hasOrders)
        print("FinanceKitUI:", style)
        print("PassKit:", usePassKit())
        print("PaymentToken:", usePaymentToken())
        print("Payments:", try await useOrders(file: path("o")).count, "orders")
        do {
            _ = try await usePostgreSQL(address: "host=/nowhere")
        } catch {
            print("PostgreSQL:", error)
        }
        print("Processors:", useProcessors()?.name.text ?? "none")
        print("QuinceTesting:", type(of: try useQuinceTesting()))
        print("RemoteSandbox:", try useRemoteSandbox().api)
        print("SheetServer:", type(of: useSheetServer()))
        print("SwiftUI:", type(of: PayScreen()))
        print("TokenIntake:", type(of: useTokenIntake()))
        print("UIKit:", type(of: useUIKit()))
        print("WebKit:", type(of: useWebKit()))
        print("os:", type(of: useLog()))
    }
}
