internal import CardAccounts
internal import CardNetwork
internal import World

/// Devices, each with a card of its own. The counter of each rises with its payments.
final class BenchDevices: Sendable {
    static let merchantIdentifier = "merchant.com.example"

    /// An account, and the cryptogram for one payment.
    typealias Proof = (account: DeviceAccount, cryptogram: PaymentCryptogram)

    private let accounts: [DeviceAccount]
    private let counters: LockedValue<[UInt16]>

    /// As many devices, whose cards the network issues.
    init(_ count: Int, of network: CardNetwork) async throws {
        var accounts: [DeviceAccount] = []
        for number in 0..<count {
            let card = try Self.card(number)
            accounts.append(
                try await network.provision(card, availableMinorUnits: 1_000_000_000_000)
            )
        }
        self.accounts = accounts
        counters = LockedValue([UInt16](repeating: 0, count: count))
    }

    private static func card(_ number: Int) throws -> PaymentCard {
        let digits = Array(String(411_111_000_000_000 + number).utf8)
        let check = CheckDigit.checkDigit(after: digits)
        let card = PaymentCard(
            number: String(decoding: digits + [check], as: UTF8.self),
            expirationDate: "351231",
            scheme: .visa
        )
        guard let card else { throw BenchmarkFailure.tokensCannotBeMade }
        return card
    }

    /// How many they are.
    var count: Int { accounts.count }

    /// The account of a device, and the cryptogram of its Secure Element for its next payment.
    func proof(
        of device: Int,
        _ minorUnits: Int64,
        _ currency: String
    ) throws -> Proof {
        let counter = counters.withLock { counters in
            counters[device] += 1
            return counters[device]
        }
        let payment = ProvenPayment(
            amountMinorUnits: minorUnits,
            currencyNumericCode: currency,
            merchant: MerchantDigest(of: Self.merchantIdentifier)
        )
        guard let payment else { throw BenchmarkFailure.tokensCannotBeMade }
        let account = accounts[device]
        let cryptogram = PaymentCryptogram(
            of: payment,
            layout: account.cryptogramLayout,
            tokenRequestor: account.deviceManufacturerIdentifier,
            counter: counter,
            unpredictableNumber: [1, 2, 3, 4],
            keys: account.keys
        )
        return (account, cryptogram)
    }
}
