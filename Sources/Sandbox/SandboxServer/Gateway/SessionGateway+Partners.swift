internal import ApplePaySession
internal import JSON
internal import Storage

// The Web Merchant Registration API: a platform registers its merchants.
//
// Every merchant with an identity certificate may use it; Apple demands an application.
extension SessionGateway {
    func register(
        _ request: PartnerRequest,
        from client: ClientIdentity
    ) async throws(GatewayRefusal) {
        let merchant = request.merchant
        if merchant.encryptTo != client.merchant {
            let identifier: String?
            do throws(StorageFailure) {
                identifier = try await directory.identifier(of: merchant.encryptTo)
            } catch { throw .storage(error) }
            guard identifier != nil else { throw .partner(.encryptTo) }
        }
        try await add(
            try await verified(request.domains, for: client.merchant),
            of: merchant.reference,
            through: client.merchant,
            partner: merchant
        )
    }

    /// Removes domains, and the merchant with the last one.
    func unregister(
        _ domains: [DomainName],
        of merchant: MerchantReference,
        from client: ClientIdentity
    ) async throws(GatewayRefusal) {
        try await database.write { transaction throws(GatewayRefusal) in
            let isKnown = try transaction.partner(merchant, of: client.merchant) != nil
            for domain in domains {
                _ = try transaction.remove(domain, of: merchant, through: client.merchant)
            }
            if try transaction.domainCount(of: merchant, through: client.merchant) == 0 {
                try transaction.removePartner(merchant, of: client.merchant)
            }
            guard isKnown else { throw .partnerMerchantUnknown }
        }
    }

    /// The details of a merchant, in Apple's form.
    func details(
        of merchant: MerchantReference,
        from client: ClientIdentity
    ) async throws(GatewayRefusal) -> JSONOutput {
        let found = try await database.read {
            snapshot throws(GatewayRefusal) -> (PartnerMerchant, [RegisteredDomain])? in
            guard let partner = try snapshot.partner(merchant, of: client.merchant) else {
                return nil
            }
            return (partner, try snapshot.domains(of: merchant, through: client.merchant))
        }
        guard let (partner, domains) = found else { throw .partnerMerchantUnknown }
        return .object([
            "domainNames": .array(domains.map { .string($0.name.text) }),
            "partnerMerchantName": .string(partner.name),
            "partnerInternalMerchantIdentifier": .string(partner.identifier),
            "partnerMerchantValidationURI": .string(DomainAssociation.path),
            "encryptTo": .string(partner.encryptTo.digest),
        ])
    }
}
