import PassKit
import Testing
import UIKit

@Suite("Importing PassKit alone")
struct ReexportTests {
    @Test func `brings Foundation along, as on Apple's systems`() {
        #expect(NSDecimalNumber(string: "12.75").doubleValue > 12)
    }
}

/// That this file compiles is what is shown: it imports Testing as well.
@Suite("Importing UIKit by name")
struct UIKitImportTests {
    @MainActor
    @Test func `brings the same classes that PassKit does`() {
        #expect(PKPaymentButton() as Any is UIButton)
    }
}
