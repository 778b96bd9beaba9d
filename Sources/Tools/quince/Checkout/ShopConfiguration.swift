internal import Bytes
internal import Files
internal import JSON
internal import PostgreSQL

/// The configuration with which `quince server` works on a checkout's orders, over the same network.
///
/// - Source: Documentation/RunningTheServer.md.
struct ShopConfiguration {
    let scenario: CheckoutScenario
    let network: CheckoutNetwork
    /// The PostgreSQL database with the orders; nil for the file in the folder.
    let server: PostgreSQLAddress?

    /// The configuration, and the file with the address of the PostgreSQL server.
    func set(in files: CheckoutFiles) -> FileSet {
        var set = FileSet()
        set.add(json(files).indented + "\n", at: files.serverConfiguration)
        if let server { set.addSecret(server.connectionString, at: files.databaseAddress) }
        return set
    }

    private func json(_ files: CheckoutFiles) -> JSONOutput {
        // Paths in a configuration are relative to its folder.
        func relative(_ path: String) -> JSONOutput {
            .string(String(path.dropFirst(files.folder.count + 1)))
        }
        return .object([
            "database": .object(
                server == nil
                    ? ["sqlite": relative(files.orders)]
                    : ["postgresqlFile": relative(files.databaseAddress)]
            ),
            "merchant": .object([
                "identifier": .string(scenario.merchantIdentifier),
                "displayName": .string(scenario.totalLabel),
                "statementName": .string(CheckoutNetwork.merchantName),
                "city": .string(CheckoutNetwork.city),
                "country": .string(scenario.countryCode),
                "categoryCode": .string(CheckoutNetwork.categoryCode),
            ]),
            "processing": .object([
                "files": .array([relative(files.merchantKey), relative(files.merchant)])
            ]),
            "testRoot": relative(files.root),
            "network": .object([
                "address": .string("\(network.address)"),
                "acquirer": .string(CheckoutNetwork.acquirer),
                "terminal": .string(CheckoutNetwork.terminal),
                "merchant": .string(CheckoutNetwork.merchant),
            ]),
        ])
    }
}
