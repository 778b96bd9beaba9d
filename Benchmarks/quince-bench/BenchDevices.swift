internal import CardAccounts
internal import CardNetwork
internal import NetworkServer
internal import World

/// Devices with a card of a network. The counter of each rises with its payments.
final class BenchDevices: Sendable {
    static let merchantIdentifier = "merchant.com.example"

    private let accounts: [DeviceAccount]
    private let counters: LockedValue<[UInt16]>

    /// As many devices, whose card the network issues.
    init(_ count: Int, of network: DurableNetwork) throws {
        let card = PaymentCard(
            number: "4111111111111111",
            expirationDate: "351231",
            scheme: .visa
        )
        guard let card else { throw BenchmarkFailure.tokensCannotBeMade }
        accounts = try Waiting.run {
            var accounts: [DeviceAccount] = []
            for _ in 0..<count {
                accounts.append(
                    try await network.provision(card, availableMinorUnits: 1_000_000_000_000)
                )
            }
            return accounts
        }
        counters = LockedValue([UInt16](repeating: 0, count: count))
    }

    /// How many they are.
    var count: Int { accounts.count }

    /// The account of a device, and the cryptogram of its Secure Element for its next payment.
    func proof(
        of device: Int,
        _ minorUnits: Int64,
        _ currency: String
    ) throws -> (DeviceAccount, PaymentCryptogram) {
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
