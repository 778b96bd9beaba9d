import CommandLineTool
import MerchantAPI
import Storage
import World

/// The API keys with which the parts of a demonstration call the merchant's server. They are new at every
/// start, because a key is not kept.
struct DemoKeys: Sendable {
    private static let prefix = "quince demo: "

    /// The shop's own.
    let shop: String
    /// A person's, who captures and refunds.
    let backOffice: String
    /// The x-ray's.
    let xray: String

    /// Makes the keys, and revokes those of an earlier start.
    init(_ database: Database) async throws(UsageProblem) {
        let keys = APIKeys(database, world: .system)
        do throws(StorageFailure) {
            for entry in try await keys.list()
            where entry.revokedAt == nil && entry.name.hasPrefix(Self.prefix) {
                _ = try await keys.revoke(entry.identifier)
            }
            shop = try await keys.add(name: Self.prefix + "shop", role: .shop).key
            backOffice = try await keys.add(name: Self.prefix + "office", role: .backOffice).key
            xray = try await keys.add(name: Self.prefix + "x-ray", role: .readOnly).key
        } catch { throw UsageProblem("database: \(error)", hint: "try again") }
    }
}
