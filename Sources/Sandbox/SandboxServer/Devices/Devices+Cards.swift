internal import AppleServers
internal import CardAccounts
internal import CardNetwork
internal import PaymentRequest
internal import PaymentSheet
internal import Storage
internal import TestSandbox
internal import Wallet
internal import World

/// The issuer's verification of a card that is to be added to a wallet.
enum CardVerification: String, CaseIterable, Sendable {
    /// It accepts the card.
    case none
    /// It sends the cardholder a code, which must be entered before the card can pay.
    case code
    /// It declines.
    case decline
}

// The cards of devices.
extension Devices {
    /// How many wrong codes end the addition of a card: our decision.
    static let codeAttempts = 3
    /// The balance of a card's account, in minor units of every currency.
    static let usualMinorUnits: Int64 = 100_000_000

    /// Adds a card that a person types (mission 13.4).
    ///
    /// - Returns: The card's number among the cards.
    func enter(
        _ typed: TypedCard,
        on device: String,
        verification: CardVerification
    ) async throws(DeviceFailure) -> Int64 {
        let card: SandboxCard
        do throws(TypedCard.Problem) {
            card = try typed.card(at: world.clock.now)
        } catch { throw .typing(error) }
        return try await add(card, to: device, verification: verification)
    }

    /// Adds a card. Its device account comes from the card network first; where the sandbox is killed
    /// between the two, an account is left there that no device has.
    func add(
        _ card: SandboxCard,
        to device: String,
        verification: CardVerification
    ) async throws(DeviceFailure) -> Int64 {
        let state = try await self.device(device)
        if let refusal = state.refusal(ofCardsOf: card.network) { throw .card(refusal) }
        guard verification != .decline else { throw .issuerDeclines }
        let (face, account) = try await provision(card, for: state.tester)
        let code = verification == .code ? drawnCode : nil
        let tester = state.record.tester
        let number = try await database.write { transaction throws(DeviceFailure) -> Int64? in
            // Signing out in the meantime removes the cards, so it must not get this one.
            let signedIn = try transaction.one(
                "SELECT tester FROM device WHERE identifier = $1",
                [.text(device)]
            ) { row throws(StorageFailure) in try row.textIfPresent("tester") }
            guard signedIn ?? nil == tester else { return nil }
            return try transaction.add(face, account, to: device, code: code)
        }
        guard let number else { throw .card(.noTesterSignedIn) }
        return number
    }

    /// A card, and its device account from the card network. A card without a country has that of the tester.
    func provision(
        _ card: SandboxCard,
        for tester: TesterAccount?
    ) async throws(DeviceFailure) -> (CardRecord.Face, DeviceAccount) {
        guard let printed = card.printed else { throw .typing(.checkDigitWrong) }
        let account: DeviceAccount
        do throws(StorageFailure) {
            account = try await cardNetwork.provision(
                printed,
                availableMinorUnits: Self.usualMinorUnits
            )
        } catch { throw .storage(error) }
        let face = CardRecord.Face(
            displayName: card.displayName,
            network: card.network,
            otherNetworks: card.otherNetworks,
            type: card.type,
            protocols: card.protocols,
            issuerCountry: card.issuerCountry ?? (tester ?? .first).countryCode
        )
        return (face, account)
    }

    private var drawnCode: String {
        let digits = String(world.randomness.number(below: 1_000_000))
        return String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// A card of a device.
    func card(_ number: Int64, of device: String) async throws(DeviceFailure) -> CardRecord {
        let cards = try await self.device(device).cards
        guard let card = cards.first(where: { $0.number == number }) else { throw .unknownCard }
        return card
    }

    /// Enters the code that the issuer has sent. After ``codeAttempts`` wrong ones the card is removed.
    func verify(
        _ number: Int64,
        of device: String,
        code: String
    ) async throws(DeviceFailure) -> CardRecord {
        let card = try await card(number, of: device)
        guard card.state == .verification else { throw .notWaitingForCode }
        let outcome = try await database.write {
            transaction throws(DeviceFailure) -> DeviceFailure? in
            let accepted = try transaction.execute(
                """
                UPDATE device_card SET state = 'active', code = NULL
                WHERE number = $1 AND state = 'verification' AND code = $2
                """,
                [.integer(number), .text(code)]
            )
            guard accepted == 0 else { return nil }
            let wrong = try transaction.one(
                """
                UPDATE device_card SET wrong_codes = wrong_codes + 1
                WHERE number = $1 AND state = 'verification' RETURNING wrong_codes
                """,
                [.integer(number)]
            ) { row throws(StorageFailure) in Int(try row.integer("wrong_codes")) }
            guard let wrong else { return .notWaitingForCode }
            let left = Self.codeAttempts - wrong
            if left <= 0 {
                try transaction.execute(
                    "UPDATE device_card SET state = 'removed', code = NULL WHERE number = $1",
                    [.integer(number)]
                )
            }
            return .codeWrong(attemptsLeft: max(0, left))
        }
        if let outcome { throw outcome }
        return try await self.card(number, of: device)
    }

    /// Removes a card and its account from the Secure Element.
    func remove(_ number: Int64, of device: String) async throws(DeviceFailure) {
        let removed = try await database.write { transaction throws(DeviceFailure) in
            try transaction.execute(
                """
                UPDATE device_card SET state = 'removed', code = NULL
                WHERE number = $1 AND device = $2 AND state <> 'removed'
                """,
                [.integer(number), .text(device)]
            )
        }
        guard removed == 1 else { throw .unknownCard }
    }
}

extension DeviceState {
    /// Why no card of a network can be added; nil where one can. The rules are the wallet's.
    func refusal(ofCardsOf network: PaymentNetwork) -> CardRefusal? {
        Wallet.refusal(ofCardsOf: network, on: record.setup, signedIn: tester)
    }
}
