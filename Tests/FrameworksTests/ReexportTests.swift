import PassKit
import Testing
import UIKit

@Observable
private final class Till {
    var isOpen = false
}

@Suite("Importing PassKit alone")
struct ReexportTests {
    @Test func `brings Foundation along, as on Apple's systems`() {
        #expect(NSDecimalNumber(string: "12.75").doubleValue > 12)
    }

    @Test func `brings Observable along, as Foundation does on Apple's systems`() async {
        let till = Till()
        await confirmation { changed in
            withObservationTracking {
                _ = till.isOpen
            } onChange: {
                changed()
            }
            till.isOpen = true
        }
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
