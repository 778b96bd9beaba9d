internal import Foundation
internal import PaymentDevice

extension PKPassLibrary {
    /// Starts telling the notification center, on the main actor, for as long as the library and
    /// the watch are held.
    ///
    /// - Source: Apple, PassKit, `PKPassLibraryDidChange` and the keys of its dictionary. That it
    ///   comes on the main thread is a guess.
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

/// A library that is not held by this.
private struct LibraryAtHand {
    weak let library: PKPassLibrary?
}

extension PassChange {
    fileprivate func filter(_ isMeant: (DevicePass) -> Bool) -> PassChange {
        PassChange(added: added.filter(isMeant), removed: removed.filter(isMeant))
    }
}

extension PKPass {
    /// What is still known of a pass that is gone.
    fileprivate var removalInfo: [AnyHashable: Any] {
        [
            PKPassLibraryNotificationKey.passTypeIdentifierUserInfoKey: passTypeIdentifier,
            PKPassLibraryNotificationKey.serialNumberUserInfoKey: serialNumber,
        ]
    }
}
