public import Foundation

// Changes to the library. An app may not make any on this device: each call is refused at once.
extension PKPassLibrary {
    /// A change to the library that needs permission. Since iOS 26.
    public enum Capability: Int, Hashable, Sendable {
        /// Adding passes without asking the user each time.
        case backgroundAddPasses = 0
    }

    /// The state of a permission. Since iOS 26.
    public enum AuthorizationStatus: Int, Hashable, Sendable {
        /// The user was not asked yet.
        case notDetermined = -1
        /// Refused.
        case denied = 0
        /// Granted.
        case authorized = 1
        /// The device does not allow it.
        case restricted = 2
    }

    /// The state of the permission: restricted on this device. Since iOS 26.
    public func authorizationStatus(for capability: Capability) -> AuthorizationStatus {
        .restricted
    }

    /// Asks for the permission, which this device restricts. Since iOS 26.
    nonisolated(nonsending) public func requestAuthorization(
        for capability: Capability
    ) async -> AuthorizationStatus { .restricted }

    /// Asks for the permission, which this device restricts. Since iOS 26.
    public func requestAuthorization(
        for capability: Capability,
        completion: @escaping @Sendable (AuthorizationStatus) -> Void
    ) { completion(.restricted) }

    /// Removes a pass from the library; an app cannot remove a card.
    public func removePass(_ pass: PKPass) {}

    /// Replaces a pass; an app cannot replace a card.
    public func replacePass(with pass: PKPass) -> Bool { false }

    /// Offers passes to the user, who adds none here.
    public func addPasses(
        _ passes: [PKPass],
        withCompletionHandler completion: ((PKPassLibraryAddPassesStatus) -> Void)? = nil
    ) { completion?(.didCancelAddPasses) }

    /// Offers passes to the user, who adds none here.
    nonisolated(nonsending) public func addPasses(
        _ passes: [PKPass]
    ) async -> PKPassLibraryAddPassesStatus { .didCancelAddPasses }

    /// Offers the passes of an archive, which is not read here. Since iOS 27.
    public func addPasses(
        fromArchiveData passesArchiveData: Data,
        completion completionHandler: @escaping @Sendable (PKPassLibraryAddPassesStatus) -> Void
    ) { completionHandler(.didCancelAddPasses) }

    /// Offers the passes of an archive, which is not read here. Since iOS 27.
    nonisolated(nonsending) public func addPasses(
        fromArchiveData passesArchiveData: Data
    ) async -> PKPassLibraryAddPassesStatus { .didCancelAddPasses }

    /// Activates a card; always refused here. Until iOS 13.4.
    public func activate(
        _ paymentPass: PKPaymentPass,
        withActivationData activationData: Data,
        completion: ((Bool, any Error) -> Void)? = nil
    ) { completion?(false, Self.refusal) }

    /// Activates a card; always refused here. Until iOS 13.4.
    public func activate(
        _ paymentPass: PKPaymentPass,
        withActivationCode activationCode: String,
        completion: ((Bool, any Error) -> Void)? = nil
    ) { completion?(false, Self.refusal) }

    /// Activates a card; always refused here. Since iOS 13.4.
    public func activate(
        _ secureElementPass: PKSecureElementPass,
        activationData: Data,
        completion: ((Bool, (any Error)?) -> Void)? = nil
    ) { completion?(false, Self.refusal) }

    /// Activates a card; always refused here. Since iOS 13.4.
    ///
    /// - Throws: ``PKPassKitError``, always.
    nonisolated(nonsending) public func activate(
        _ secureElementPass: PKSecureElementPass,
        activationData: Data
    ) async throws -> Bool { throw Self.refusal }

    /// Signs with a card's key; always refused here. Since iOS 13.4.
    public func sign(
        _ signData: Data,
        using secureElementPass: PKSecureElementPass,
        completion: @escaping (Data?, Data?, (any Error)?) -> Void
    ) { completion(nil, nil, Self.refusal) }

    /// Signs with a card's key; always refused here. Since iOS 13.4.
    ///
    /// - Throws: ``PKPassKitError``, always.
    nonisolated(nonsending) public func sign(
        _ signData: Data,
        using secureElementPass: PKSecureElementPass
    ) async throws -> (Data, Data) { throw Self.refusal }

    /// The issuer's encrypted data on a card; always refused here. Since iOS 16.
    public func encryptedServiceProviderData(
        for secureElementPass: PKSecureElementPass,
        completion: @escaping ([AnyHashable: Any]?, (any Error)?) -> Void
    ) { completion(nil, Self.refusal) }

    /// The issuer's encrypted data on a card; always refused here. Since iOS 16.
    ///
    /// - Throws: ``PKPassKitError``, always.
    nonisolated(nonsending) public func encryptedServiceProviderData(
        for secureElementPass: PKSecureElementPass
    ) async throws -> [AnyHashable: Any] { throw Self.refusal }

    /// The issuer's data on a card; always refused here. Since iOS 15.
    public func serviceProviderData(
        for secureElementPass: PKSecureElementPass,
        completion: @escaping (Data?, (any Error)?) -> Void
    ) { completion(nil, Self.refusal) }

    /// The issuer's data on a card; always refused here. Since iOS 15.
    ///
    /// - Throws: ``PKPassKitError``, always.
    nonisolated(nonsending) public func serviceProviderData(
        for secureElementPass: PKSecureElementPass
    ) async throws -> Data { throw Self.refusal }

    private static var refusal: PKPassKitError { PKPassKitError(.notEntitledError) }
}
