internal import AppleServers
internal import Bytes
internal import Cryptography
internal import PaymentSheet
internal import Storage
internal import Wallet

/// A device as the sandbox keeps it, without its cards.
struct DeviceRecord: Sendable {
    let identifier: String
    let setup: DeviceSetup
    /// The address of the tester who is signed in.
    let tester: String?
    let chip: SecureElementID
    let chipKey: PrivateKey

    init(
        identifier: String,
        setup: DeviceSetup,
        tester: String?,
        chip: SecureElementID,
        chipKey: PrivateKey
    ) {
        self.identifier = identifier
        self.setup = setup
        self.tester = tester
        self.chip = chip
        self.chipKey = chipKey
    }

    /// Reads a row of all columns; nil for one that this version did not write.
    init?(_ row: Row) throws(StorageFailure) {
        guard let model = DeviceModel(rawValue: try row.text("model")),
            let system = SystemVersion(try row.text("system")),
            let chip = SecureElementID(restoring: try row.bytes("chip_identifier")),
            let key = Self.chipKey(try row.bytes("chip_key"))
        else { return nil }
        let watch = try row.textIfPresent("paired_watch")
        self.init(
            identifier: try row.text("identifier"),
            setup: DeviceSetup(
                model,
                system: system,
                pairedWatch: watch.flatMap { SystemVersion($0) },
                isRestricted: try row.integer("is_restricted") == 1
            ),
            tester: try row.textIfPresent("tester"),
            chip: chip,
            chipKey: key
        )
    }

    /// The key of a chip as the database has it; nil for one that this version did not write.
    static func chipKey(_ pem: [UInt8]) -> PrivateKey? {
        try? PrivateKey(pem: Secret(copying: pem))
    }
}

extension Transaction {
    /// Adds a device; false where its identifier is taken.
    func add(_ device: DeviceRecord) throws(Failure) -> Bool {
        let key = device.chipKey.pem.withBytes { [UInt8](copying: $0) }
        return try execute(
            """
            INSERT INTO device
                (identifier, model, system, paired_watch, is_restricted, tester, chip_identifier,
                 chip_key)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
            """,
            [
                .text(device.identifier), .text(device.setup.model.rawValue),
                .text(device.setup.system.description),
                StoredValue(device.setup.pairedWatch?.description),
                .integer(device.setup.isRestricted ? 1 : 0), StoredValue(device.tester),
                .bytes(device.chip.bytes), .bytes(key),
            ]
        ) == 1
    }
}
