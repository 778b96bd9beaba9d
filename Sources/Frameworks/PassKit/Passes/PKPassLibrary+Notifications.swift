internal import Foundation
internal import PaymentSheet

extension PKPassLibrary {
    /// Starts posting notifications, on the main actor, until the library or the observation is
    /// released.
    ///
    /// - Source: Apple, PassKit, `PKPassLibraryDidChange` and the keys of its dictionary. That it
    ///   is posted on the main thread is a guess.
    func postingChanges() -> PassChangeObservation? {
        guard let device else { return nil }
        let reference = MainActorReference(LibraryAtHand(library: self))
        return device.watchPasses { change in
            Task { @MainActor in
                await CurrentDevice.with(device) { reference.object.library?.post(change) }
            }
        }
    }

    private func post(_ change: PassChange) {
        post(change.filter { !$0.isRemote }, as: .PKPassLibraryDidChange)
        post(change.filter(\.isRemote), as: .PKPassLibraryRemotePaymentPassesDidChange)
    }

    private func post(_ change: PassChange, as name: PKPassLibraryNotificationName) {
        guard change != PassChange() else { return }
        var userInfo: [AnyHashable: Any] = [:]
        if !change.added.isEmpty {
            userInfo[PKPassLibraryNotificationKey.addedPassesUserInfoKey] =
                change.added.map { PKPaymentPass(content: $0) }
        }
        if !change.removed.isEmpty {
            userInfo[PKPassLibraryNotificationKey.removedPassInfosUserInfoKey] =
                change.removed.map { PKPaymentPass(content: $0).removalInfo }
        }
        NotificationCenter.default.post(
            name: Notification.Name(name.rawValue),
            object: self,
            userInfo: userInfo
        )
    }
}

/// A weak reference to the library.
private struct LibraryAtHand {
    weak let library: PKPassLibrary?
}

extension PassChange {
    fileprivate func filter(_ isMeant: (DevicePass) -> Bool) -> PassChange {
        PassChange(added: added.filter(isMeant), removed: removed.filter(isMeant))
    }
}

extension PKPass {
    /// The remaining information about a removed pass.
    fileprivate var removalInfo: [AnyHashable: Any] {
        [
            PKPassLibraryNotificationKey.passTypeIdentifierUserInfoKey: passTypeIdentifier,
            PKPassLibraryNotificationKey.serialNumberUserInfoKey: serialNumber,
        ]
    }
}
