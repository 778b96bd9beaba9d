/// The activation state of a card, in the form until iOS 13.4.
public enum PKPaymentPassActivationState: UInt, Hashable, Sendable {
    /// It can pay.
    case activated = 0
    /// Its issuer requires a step of the holder first.
    case requiresActivation = 1
    /// It is being activated.
    case activating = 2
    /// Its issuer has suspended it.
    case suspended = 3
    /// It can no longer pay.
    case deactivated = 4
}

/// The result of adding passes.
public enum PKPassLibraryAddPassesStatus: Int, Hashable, Sendable {
    /// They were added.
    case didAddPasses = 0
    /// The user should review them first.
    case shouldReviewPasses = 1
    /// The user cancelled.
    case didCancelAddPasses = 2
}

/// The result of asking the system not to present passes near a reader. Since iOS 9.
public enum PKAutomaticPassPresentationSuppressionResult: UInt, Hashable, Sendable {
    /// The device does not support it.
    case notSupported = 0
    /// A pass is already presented.
    case alreadyPresenting = 1
    /// The app lacks the permission.
    case denied = 2
    /// The user or the system cancelled.
    case cancelled = 3
    /// No pass will be presented.
    case success = 4
}

/// The kind of card that is added. Since iOS 12.
public enum PKAddPaymentPassStyle: Int, Hashable, Sendable {
    /// A payment card.
    case payment = 0
    /// An access card, such as a hotel key.
    case access = 1
}

/// The kind of data that configures a pass with a code. Since iOS 14.
public enum PKBarcodeEventConfigurationDataType: Int, Hashable, Sendable {
    /// Unknown.
    case unknown = 0
    /// A key to sign with.
    case signingKeyMaterial = 1
    /// A certificate to sign with.
    case signingCertificate = 2
}
