/// How far a card is on its way into use; the form until iOS 13.4.
public enum PKPaymentPassActivationState: UInt, Hashable, Sendable {
    /// It can pay.
    case activated = 0
    /// Its issuer wants something of its holder first.
    case requiresActivation = 1
    /// It is being made ready.
    case activating = 2
    /// Its issuer has suspended it.
    case suspended = 3
    /// It cannot pay any more.
    case deactivated = 4
}

/// What came of adding passes.
public enum PKPassLibraryAddPassesStatus: Int, Hashable, Sendable {
    /// They were added.
    case didAddPasses = 0
    /// The person should look at them first.
    case shouldReviewPasses = 1
    /// The person did not want them.
    case didCancelAddPasses = 2
}

/// What came of asking that no pass comes up near a reader. Since iOS 9.
public enum PKAutomaticPassPresentationSuppressionResult: UInt, Hashable, Sendable {
    /// The device cannot.
    case notSupported = 0
    /// A pass is up already.
    case alreadyPresenting = 1
    /// The app may not ask.
    case denied = 2
    /// The person or the system stopped it.
    case cancelled = 3
    /// No pass will come up.
    case success = 4
}

/// What kind of card is added. Since iOS 12.
public enum PKAddPaymentPassStyle: Int, Hashable, Sendable {
    /// One that pays.
    case payment = 0
    /// One that opens doors.
    case access = 1
}

/// What a pass with a code is configured with. Since iOS 14.
public enum PKBarcodeEventConfigurationDataType: Int, Hashable, Sendable {
    /// Something that is not known.
    case unknown = 0
    /// A key to sign with.
    case signingKeyMaterial = 1
    /// A certificate to sign with.
    case signingCertificate = 2
}
