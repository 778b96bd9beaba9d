import CommandLineTool
import MerchantServer
import Storage
import World

/// The API keys with which the parts of a demonstration call the merchant's server. They are new at every
/// start, because a key is not kept, and are revoked at the end. Other demonstrations with the same records
/// have their own.
struct DemoKeys: Sendable {
    /// The shop's own.
    let shop: String
    /// A person's, who captures and refunds.
    let backOffice: String
    /// The x-ray's.
    let xray: String
    private let identifiers: [String]

    /// Makes the keys.
    init(_ database: Database) async throws(UsageProblem) {
        let keys = APIKeys(database, world: .system)
        let (shop, office, xray) = try await reporting("database") {
            (
                try await keys.add(name: "quince demo: shop", role: .shop),
                try await keys.add(name: "quince demo: office", role: .backOffice),
                try await keys.add(name: "quince demo: x-ray", role: .readOnly)
            )
        }
        (self.shop, backOffice, self.xray) = (shop.key, office.key, xray.key)
        identifiers = [shop, office, xray].map(\.entry.identifier)
    }

    /// Ends them. Where the database fails, they stay valid.
    func revoke(in database: Database) async {
        let keys = APIKeys(database, world: .system)
        for identifier in identifiers { _ = try? await keys.revoke(identifier) }
    }
}
