public import Foundation
internal import PaymentDevice
public import UIKitStubs

/// Who hears that a person has looked at passes; nothing of it is required.
public protocol PKAddPassesViewControllerDelegate: NSObjectProtocol {
    /// Told that it is over; the app must dismiss the view controller.
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

/// Offers passes to a person, who takes none here.
@preconcurrency @MainActor
open class PKAddPassesViewController: UIViewController {
    /// Who hears of it.
    open weak var delegate: (any PKAddPassesViewControllerDelegate)?

    /// Whether people keep passes on the device: not on an iPad, whose library has cards alone.
    nonisolated open class func canAddPasses() -> Bool {
        CurrentDevice.device?.takesPasses ?? false
    }

    /// A view controller for a pass, or nil where the device takes no passes.
    public convenience init?(pass: PKPass) { self.init(passes: [pass]) }

    /// A view controller for passes, or nil where there are none or the device takes
    /// none.
    public init?(passes: [PKPass]) {
        super.init(nibName: nil, bundle: nil)
        guard Self.canAddPasses(), !passes.isEmpty else { return nil }
    }

    /// A view controller for an issuer's data. Since iOS 16.4.
    ///
    /// - Throws: ``PKPassKitError``, for no issuer's data is read here.
    public init(issuerData: Data, signature: Data) throws {
        throw PKPassKitError(.unsupportedVersionError)
    }

    /// Nil, for files of passes are not read here. Since iOS 27.
    public convenience init?(passesData: [Data]) { nil }

    /// Nil, for files of passes are not read here. Since iOS 27.
    public convenience init?(passesArchiveData: Data) { nil }

    /// Nil, for files of passes are not read here. Since iOS 27.
    public convenience init?(passesArchiveAt passesArchiveFileURL: URL) { nil }

    /// There is none in an archive.
    public required init?(coder: NSCoder) { nil }

    /// Does what a person does who does not want the passes.
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
