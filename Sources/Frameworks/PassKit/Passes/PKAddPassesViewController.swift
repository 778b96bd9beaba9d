public import Foundation
internal import PaymentSheet
public import UIKitStubs

/// The delegate of a view controller that adds passes; no method is required.
public protocol PKAddPassesViewControllerDelegate: NSObjectProtocol {
    /// Told that the user has finished; the app must dismiss the view controller.
    @preconcurrency @MainActor
    func addPassesViewControllerDidFinish(_ controller: PKAddPassesViewController)
}

extension PKAddPassesViewControllerDelegate {
    /// Dismisses the view controller.
    @preconcurrency @MainActor
    public func addPassesViewControllerDidFinish(_ controller: PKAddPassesViewController) {
        controller.dismiss(animated: true)
    }
}

/// Offers passes to the user, who adds none here.
@preconcurrency @MainActor
open class PKAddPassesViewController: UIViewController {
    /// The delegate.
    open weak var delegate: (any PKAddPassesViewControllerDelegate)?

    /// Whether the device has a Wallet app for passes: not on an iPad, whose library has only
    /// cards.
    nonisolated open class func canAddPasses() -> Bool {
        CurrentDevice.device?.takesPasses ?? false
    }

    /// Creates a view controller for a pass; nil if the device cannot add passes.
    public convenience init?(pass: PKPass) { self.init(passes: [pass]) }

    /// Creates a view controller for passes; nil if there are none or the device cannot add
    /// passes.
    public init?(passes: [PKPass]) {
        super.init(nibName: nil, bundle: nil)
        guard Self.canAddPasses(), !passes.isEmpty else { return nil }
    }

    /// Creates a view controller for an issuer's data. Since iOS 16.4.
    ///
    /// - Throws: ``PKPassKitError``, always: an issuer's data is not supported here.
    public init(issuerData: Data, signature: Data) throws {
        throw PKPassKitError(.unsupportedVersionError)
    }

    /// Nil: pass files are not supported here. Since iOS 27.
    public convenience init?(passesData: [Data]) { nil }

    /// Nil: pass files are not supported here. Since iOS 27.
    public convenience init?(passesArchiveData: Data) { nil }

    /// Nil: pass files are not supported here. Since iOS 27.
    public convenience init?(passesArchiveAt passesArchiveFileURL: URL) { nil }

    /// Always nil: archives are not supported.
    public required init?(coder: NSCoder) { nil }

    /// Cancels, as a user does who does not want the passes.
    ///
    /// - Source: ours, not Apple's.
    public func cancelAdding() {
        if let delegate {
            delegate.addPassesViewControllerDidFinish(self)
        } else {
            dismiss(animated: true)
        }
    }
}
