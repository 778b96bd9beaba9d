internal import AppleServers
internal import Certificates
internal import Cryptography
internal import Storage
internal import WalletOrders
internal import World

extension TestSandbox {
    /// Signs the files of an order by a new Order Type ID certificate of this sandbox, as a merchant's server does.
    ///
    /// - Parameters:
    ///   - files: `order.json` and the files that it names, by their paths.
    ///   - orderType: The order type identifier in `order.json`.
    /// - Returns: The package, which an app saves in the wallet.
    /// - Throws: The faults of the order, or why the certificate was not issued.
    public func signOrder(
        _ files: [String: [UInt8]],
        as orderType: String
    ) throws -> [UInt8] {
        let key = try RSAPrivateKey(bits: 2_048)
        let request = try CertificateSigningRequest(
            subject: DistinguishedName([.commonName: orderType]),
            key: .rsa(key)
        )
        let identity = try OrderTypeIdentity(
            keys: [key],
            certificates: [
                try certificate(for: request, orderType),
                try authorities.rsaAuthorities(from: world.randomness)
                    .developerRelations.certificate,
            ]
        )
        return try OrderPackage.make(files, signedBy: identity, at: world.clock.now)
    }

    /// Registers the order type unless it is registered, and has a certificate issued.
    private func certificate(
        for request: CertificateSigningRequest,
        _ orderType: String
    ) throws(MemberCenterFailure) -> Certificate {
        do throws(MemberCenterFailure) {
            try records.write { [memberCenter] transaction throws(MemberCenterFailure) in
                _ = try memberCenter.register(
                    .orderType,
                    orderType,
                    description: "Orders",
                    in: transaction
                )
            }
        } catch .refused(.alreadyRegistered) {}
        return try records.write { [memberCenter] transaction throws(MemberCenterFailure) in
            try memberCenter.issue(.orderType, for: orderType, request: request, in: transaction)
                .certificate
        }
    }
}
