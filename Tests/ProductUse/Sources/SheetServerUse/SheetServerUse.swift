import SheetServer
import SheetView
import Wallet

/// A person who uses the sheets of an app in a browser.
public func useSheetServer() -> any SheetShopper {
    BrowserShopper(language: .russian) { print("Open \($0)") }
}
