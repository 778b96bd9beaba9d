public import Foundation

// What an app may not do on this device: each call is answered at once, with a refusal.
extension PKPassLibrary {
    /// What an app may do to the library. Since iOS 26.
    public enum Capability: Int, Hashable, Sendable {
        /// Adding passes without being asked each time.
        case backgroundAddPasses = 0
    }

    /// Whether it may. Since iOS 26.
    public enum AuthorizationStatus: Int, Hashable, Sendable {
        /// The person was not asked yet.
        case notDetermined = -1
        /// No.
        case denied = 0
        /// Yes.
        case authorized = 1
        /// The device does not let anybody.
        case restricted = 2
    }

    /// Whether the app may do this; the device does not let it. Since iOS 26.
    public func authorizationStatus(for capability: Capability) -> AuthorizationStatus {
        .restricted
    }

    /// Asks whether the app may do this; the device does not let it. Since iOS 26.
    nonisolated(nonsending) public func requestAuthorization(
        for capability: Capability
    ) async -> AuthorizationStatus { .restricted }

    /// Asks whether the app may do this; the device does not let it. Since iOS 26.
    public func requestAuthorization(
        for capability: Capability,
        completion: @escaping @Sendable (AuthorizationStatus) -> Void
    ) { completion(.restricted) }

    /// Takes a pass out of the library, which no app may do to a card.
    public func removePass(_ pass: PKPass) {}

    /// Puts a pass in the place of one that is like it, which no app may do to a card.
    public func replacePass(with pass: PKPass) -> Bool { false }

    /// Offers passes to the person, who does not take them here.
    public func addPasses(
        _ passes: [PKPass],
        withCompletionHandler completion: ((PKPassLibraryAddPassesStatus) -> Void)? = nil
    ) { completion?(.didCancelAddPasses) }

    /// Offers passes to the person, who does not take them here.
    nonisolated(nonsending) public func addPasses(
        _ passes: [PKPass]
    ) async -> PKPassLibraryAddPassesStatus { .didCancelAddPasses }

    /// Offers the passes of a file of several, which is not read here. Since iOS 27.
    public func addPasses(
        fromArchiveData passesArchiveData: Data,
        completion completionHandler: @escaping @Sendable (PKPassLibraryAddPassesStatus) -> Void
    ) { completionHandler(.didCancelAddPasses) }

    /// Offers the passes of a file of several, which is not read here. Since iOS 27.
    nonisolated(nonsending) public func addPasses(
        fromArchiveData passesArchiveData: Data
    ) async -> PKPassLibraryAddPassesStatus { .didCancelAddPasses }

    /// Activates a card, which no app may here. Until iOS 13.4.
    public func activate(
        _ paymentPass: PKPaymentPass,
        withActivationData activationData: Data,
        completion: ((Bool, any Error) -> Void)? = nil
    ) { completion?(false, Self.refusal) }

    /// Activates a card, which no app may here. Until iOS 13.4.
    public func activate(
        _ paymentPass: PKPaymentPass,
        withActivationCode activationCode: String,
        completion: ((Bool, any Error) -> Void)? = nil
    ) { completion?(false, Self.refusal) }

    /// Activates a card, which no app may here. Since iOS 13.4.
    public func activate(
        _ secureElementPass: PKSecureElementPass,
        activationData: Data,
        completion: ((Bool, (any Error)?) -> Void)? = nil
    ) { completion?(false, Self.refusal) }

    /// Activates a card, which no app may here. Since iOS 13.4.
    ///
    /// - Throws: ``PKPassKitError``, always.
    nonisolated(nonsending) public func activate(
        _ secureElementPass: PKSecureElementPass,
        activationData: Data
    ) async throws -> Bool { throw Self.refusal }

    /// Signs with a card's key, which no app may here. Since iOS 13.4.
    public func sign(
        _ signData: Data,
        using secureElementPass: PKSecureElementPass,
        completion: @escaping (Data?, Data?, (any Error)?) -> Void
    ) { completion(nil, nil, Self.refusal) }

    /// Signs with a card's key, which no app may here. Since iOS 13.4.
    ///
    /// - Throws: ``PKPassKitError``, always.
    nonisolated(nonsending) public func sign(
        _ signData: Data,
        using secureElementPass: PKSecureElementPass
    ) async throws -> (Data, Data) { throw Self.refusal }

    /// What a card's issuer keeps on it, sealed; nothing here. Since iOS 16.
    public func encryptedServiceProviderData(
        for secureElementPass: PKSecureElementPass,
        completion: @escaping ([AnyHashable: Any]?, (any Error)?) -> Void
    ) { completion(nil, Self.refusal) }

    /// What a card's issuer keeps on it, sealed; nothing here. Since iOS 16.
    ///
    /// - Throws: ``PKPassKitError``, always.
    nonisolated(nonsending) public func encryptedServiceProviderData(
        for secureElementPass: PKSecureElementPass
    ) async throws -> [AnyHashable: Any] { throw Self.refusal }

    /// What a card's issuer keeps on it; nothing here. Since iOS 15.
    public func serviceProviderData(
        for secureElementPass: PKSecureElementPass,
        completion: @escaping (Data?, (any Error)?) -> Void
    ) { completion(nil, Self.refusal) }

    /// What a card's issuer keeps on it; nothing here. Since iOS 15.
    ///
    /// - Throws: ``PKPassKitError``, always.
    nonisolated(nonsending) public func serviceProviderData(
        for secureElementPass: PKSecureElementPass
    ) async throws -> Data { throw Self.refusal }

    private static var refusal: PKPassKitError { PKPassKitError(.notEntitledError) }
}
