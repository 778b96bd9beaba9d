internal import AppleServers
internal import CardAccounts
internal import CardNetwork
internal import Cryptography
internal import PaymentRequest
internal import PaymentSheet
internal import Storage
internal import TestSandbox
internal import Wallet
internal import World

/// The devices of a sandbox, the testers who are signed in on them, and their cards (mission section 13).
struct Devices: Sendable {
    /// The device that a sandbox has from the beginning, with the TEST cards in it.
    static let first = "phone"

    let database: Database
    let cardNetwork: CardNetwork
    let world: World

    /// Opens the devices of a folder. The first process makes the first device and the first tester.
    init(
        _ database: Database,
        cardNetwork: CardNetwork,
        world: World
    ) async throws(DeviceFailure) {
        self.database = database
        self.cardNetwork = cardNetwork
        self.world = world
        try await add(.first, ifMissing: true)
        let isNew = try await add(Self.first, DeviceSetup(), ifMissing: true)
        if isNew {
            for card in SandboxCard.all {
                _ = try await add(card, to: Self.first, verification: .none)
            }
        }
    }

    // MARK: Testers

    /// The tester accounts, ordered by address.
    func testers() async throws(DeviceFailure) -> [TesterAccount] {
        try await database.read { snapshot throws(DeviceFailure) in
            try snapshot.all(
                "SELECT stated_address, country FROM tester ORDER BY address",
                [],
                TesterAccount.init
            )
        }
    }

    /// Adds a tester account.
    func addTester(_ address: String, country: String) async throws(DeviceFailure) -> TesterAccount
    {
        let tester: TesterAccount
        do throws(TesterAccount.Refusal) {
            tester = try TesterAccount(checking: address, countryCode: country)
        } catch { throw .tester(error) }
        try await add(tester, ifMissing: false)
        return tester
    }

    private func add(_ tester: TesterAccount, ifMissing: Bool) async throws(DeviceFailure) {
        let isNew = try await database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                """
                INSERT INTO tester (address, stated_address, country) VALUES ($1, $2, $3)
                ON CONFLICT DO NOTHING
                """,
                [
                    .text(tester.emailAddress.lowercased()), .text(tester.emailAddress),
                    .text(tester.countryCode),
                ]
            ) == 1
        }
        guard isNew || ifMissing else { throw .tester(.addressTaken) }
    }

    // MARK: Devices

    /// The identifiers of the devices, in order.
    func identifiers() async throws(DeviceFailure) -> [String] {
        try await database.read { snapshot throws(DeviceFailure) in
            try snapshot.all("SELECT identifier FROM device ORDER BY identifier") {
                row throws(StorageFailure) in try row.text("identifier")
            }
        }
    }

    /// A device with its cards and the tester who is signed in.
    func device(_ identifier: String) async throws(DeviceFailure) -> DeviceState {
        try await database.read { snapshot throws(DeviceFailure) in
            guard let found = try snapshot.device(identifier) else {
                throw .unknownDevice(identifier)
            }
            return found
        }
    }

    /// Adds a device, on which the first tester is signed in.
    ///
    /// - Returns: Whether it is new.
    @discardableResult
    func add(
        _ identifier: String,
        _ setup: DeviceSetup,
        ifMissing: Bool = false
    ) async throws(DeviceFailure) -> Bool {
        let record: DeviceRecord
        do throws(CryptographyFailure) {
            record = DeviceRecord(
                identifier: identifier,
                setup: setup,
                tester: TesterAccount.first.emailAddress.lowercased(),
                chip: SecureElementID(drawnFrom: world.randomness),
                chipKey: try PrivateKey(on: .p256, from: world.randomness)
            )
        } catch { throw .keyNotMade }
        var cards: [(CardRecord.Face, DeviceAccount)] = []
        if setup.model == .simulator {
            for card in SandboxCard.all where setup.takesCards(of: card.network) {
                cards.append(try await provision(card, for: nil))
            }
        }
        let isNew = try await database.write { [cards] transaction throws(DeviceFailure) in
            guard try transaction.add(record) else { return false }
            for (face, account) in cards {
                _ = try transaction.add(face, account, to: identifier, code: nil)
            }
            return true
        }
        guard isNew || ifMissing else { throw .deviceTaken(identifier) }
        return isNew
    }

    /// Signs a tester in, or out with nil. Either removes the cards, except a simulator's own (mission 13.5).
    func signIn(_ address: String?, on device: String) async throws(DeviceFailure) -> DeviceState {
        let address = address?.lowercased()
        let state = try await database.write {
            transaction throws(DeviceFailure) -> Result<DeviceState, DeviceFailure> in
            if let address {
                let known = try transaction.row(
                    "SELECT address FROM tester WHERE address = $1",
                    [.text(address)]
                )
                guard known != nil else { return .failure(.unknownTester) }
            }
            let changed = try transaction.execute(
                "UPDATE device SET tester = $2 WHERE identifier = $1",
                [.text(device), StoredValue(address)]
            )
            guard changed == 1 else { return .failure(.unknownDevice(device)) }
            try transaction.execute(
                """
                UPDATE device_card SET state = 'removed', code = NULL
                WHERE device = $1 AND device NOT IN
                    (SELECT identifier FROM device WHERE model = $2)
                """,
                [.text(device), .text(DeviceModel.simulator.rawValue)]
            )
            guard let state = try transaction.device(device) else {
                return .failure(.unknownDevice(device))
            }
            return .success(state)
        }
        return try state.get()
    }
}

/// A device with what is on it.
struct DeviceState: Sendable {
    let record: DeviceRecord
    let tester: TesterAccount?
    let cards: [CardRecord]
}

extension Queryable where Self: ~Copyable {
    /// A device with its cards and its tester; nil where there is none.
    func device(_ identifier: String) throws(Failure) -> DeviceState? {
        let found = try one(
            """
            SELECT identifier, model, system, paired_watch, is_restricted, device.tester,
                chip_identifier, chip_key, stated_address, country
            FROM device LEFT JOIN tester ON tester.address = device.tester
            WHERE identifier = $1
            """,
            [.text(identifier)]
        ) { row throws(StorageFailure) -> (record: DeviceRecord, tester: TesterAccount?)? in
            guard let record = try DeviceRecord(row) else { return nil }
            return (record, record.tester == nil ? nil : try TesterAccount(row))
        }
        guard let (record, tester) = found ?? nil else { return nil }
        return DeviceState(record: record, tester: tester, cards: try cards(of: identifier))
    }
}

extension TesterAccount {
    fileprivate init(_ row: Row) throws(StorageFailure) {
        self.init(
            emailAddress: try row.text("stated_address"),
            countryCode: try row.text("country")
        )
    }
}
