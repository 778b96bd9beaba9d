internal import Bytes
internal import CardAccounts
internal import PaymentRequest
internal import Storage

/// A card of a device as the sandbox keeps it, with its account in the Secure Element.
struct CardRecord: Sendable {
    /// Whether it can pay.
    enum State: String, Sendable, CaseIterable {
        case active
        /// Its issuer has sent the cardholder a code, which has not been entered.
        case verification
        case removed
    }

    /// The parts of it that the wallet shows.
    struct Face: Sendable {
        let displayName: String
        let network: PaymentNetwork
        let otherNetworks: [PaymentNetwork]
        let type: PaymentMethodType
        let protocols: MerchantCapabilities
        let issuerCountry: String
    }

    /// Its number in the database.
    let number: Int64
    let face: Face
    private(set) var account: DeviceAccount
    let state: State
    /// The code that the issuer has sent.
    let code: String?

    fileprivate static let query: StaticString = """
        SELECT number, display_name, network, other_networks, type, protocols, issuer_country,
            account_number, merchant_account_number, expiry, manufacturer, eci, cryptogram_bytes,
            chip_application, card_keys, state, code
        FROM device_card WHERE device = $1 AND state <> 'removed' ORDER BY number
        """

    /// Reads a row of ``query``; nil for one that this version did not write.
    init?(_ row: Row) throws(StorageFailure) {
        let type = UInt(exactly: try row.integer("type")).flatMap(PaymentMethodType.init(rawValue:))
        let length = Int(try row.integer("cryptogram_bytes"))
        let layout = PaymentCryptogram.Layout.allCases.first { $0.length == length }
        let keys = CardKeys(restoring: Secret(copying: try row.bytes("card_keys")))
        guard let type, let layout, let keys, let state = State(rawValue: try row.text("state"))
        else { return nil }
        number = try row.integer("number")
        let others = try row.text("other_networks").split(separator: " ")
        face = Face(
            displayName: try row.text("display_name"),
            network: PaymentNetwork(rawValue: try row.text("network")),
            otherNetworks: others.map { PaymentNetwork(rawValue: String($0)) },
            type: type,
            protocols: MerchantCapabilities(rawValue: UInt(try row.integer("protocols"))),
            issuerCountry: try row.text("issuer_country")
        )
        account = DeviceAccount(
            accountNumber: Secret(copying: try row.bytes("account_number")),
            expirationDate: try row.text("expiry"),
            deviceManufacturerIdentifier: try row.text("manufacturer"),
            eciIndicator: try row.textIfPresent("eci"),
            cryptogramLayout: layout,
            chipApplication: try row.bytesIfPresent("chip_application")
                .map { ChipApplication(identifier: $0) },
            keys: keys
        )
        account.merchantAccountNumber = Secret(
            copying: try row.bytes("merchant_account_number")
        )
        self.state = state
        code = try row.textIfPresent("code")
    }
}

extension Queryable where Self: ~Copyable {
    /// The cards of a device, but those that were removed; the default card first.
    func cards(of device: String) throws(Failure) -> [CardRecord] {
        try all(CardRecord.query, [.text(device)], CardRecord.init).compactMap(\.self)
    }
}

extension Transaction {
    /// Adds a card, and returns its number.
    func add(
        _ face: CardRecord.Face,
        _ account: DeviceAccount,
        to device: String,
        code: String?
    ) throws(Failure) -> Int64 {
        let number = try one(
            """
            INSERT INTO device_card
                (device, display_name, network, other_networks, type, protocols, issuer_country,
                 account_number, merchant_account_number, expiry, manufacturer, eci,
                 cryptogram_bytes, chip_application, card_keys, highest_counter, state, code)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 0, $16, $17)
            RETURNING number
            """,
            [
                .text(device), .text(face.displayName), .text(face.network.rawValue),
                .text(face.otherNetworks.map(\.rawValue).joined(separator: " ")),
                .integer(Int64(face.type.rawValue)), .integer(Int64(face.protocols.rawValue)),
                .text(face.issuerCountry), .bytes(account.accountNumber.copied),
                StoredValue(account.merchantAccountNumber?.copied),
                .text(account.expirationDate), .text(account.deviceManufacturerIdentifier),
                StoredValue(account.eciIndicator),
                .integer(Int64(account.cryptogramLayout.length)),
                StoredValue(account.chipApplication?.identifier),
                .bytes(account.keys.bytes.copied),
                .text(
                    code == nil
                        ? CardRecord.State.active.rawValue : CardRecord.State.verification.rawValue
                ), StoredValue(code),
            ]
        ) { row throws(StorageFailure) in try row.integer("number") }
        guard let number else { throw Failure(storage: .transactionLost) }
        return number
    }
}

extension Secret {
    /// The bytes, for the database that stands for the chip.
    fileprivate var copied: [UInt8] { withBytes { [UInt8](copying: $0) } }
}
