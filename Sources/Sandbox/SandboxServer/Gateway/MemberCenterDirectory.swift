internal import ApplePaySession
internal import AppleServers
internal import Bytes
internal import Certificates
internal import Storage
internal import World

/// The member center, as the session gateway asks it.
struct MemberCenterDirectory: MerchantDirectory {
    private let center: MemberCenter
    private let world: World
    /// The registered identifiers by digest, up to the one with the last number. Registrations are only
    /// ever added.
    private let known = LockedValue<(last: Int64, identifiers: [MerchantReference: String])>(
        (0, [:])
    )

    init(_ center: MemberCenter, world: World) {
        (self.center, self.world) = (center, world)
    }

    func merchantAuthorities() async throws(StorageFailure) -> [MerchantAuthority] {
        do {
            return try center.identityAuthorities.map { authority in
                MerchantAuthority(
                    root: try TrustAnchor(root: authority.root),
                    intermediate: authority.intermediate
                )
            }
        } catch { throw .columnUnreadable("certificate") }
    }

    func identifier(of merchant: MerchantReference) async throws(StorageFailure) -> String? {
        let (last, found) = known.withLock { ($0.last, $0.identifiers[merchant]) }
        if let found { return found }
        let new = try await center.merchantIdentifiers(after: last)
        return known.withLock { known in
            for (number, identifier) in new {
                known.identifiers[MerchantReference(identifier: identifier)] = identifier
                known.last = max(known.last, number)
            }
            return known.identifiers[merchant]
        }
    }

    func state(
        ofIdentityCertificate serialNumber: [UInt8]
    ) async throws(StorageFailure) -> IdentityCertificateState {
        let serial = Hexadecimal.encode(serialNumber).uppercased()
        guard let found = try await center.certificate(serial: serial) else { return .unknown }
        return found.state(at: world.clock.now) == .revoked ? .revoked : .issued
    }
}
