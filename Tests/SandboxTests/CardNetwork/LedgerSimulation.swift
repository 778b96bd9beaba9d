import CardAccounts
import CardNetwork
import ISO8583
import TestSupport
import World

/// A merchant's bank that works at random, on a network that loses and repeats messages, with its own
/// account of what every card must have.
struct LedgerSimulation {
    struct Purchase {
        let message: ISO8583Message
        let card: Int
        let currency: String
        let amount: Int64
        var captured: Int64 = 0
        var refunded: Int64 = 0
        var isOver = false
    }

    struct Expected: Equatable {
        var available: Int64
        var held: Int64 = 0
        var owed: Int64 = 0
    }

    static let currencies = ["840", "978", "392"]
    static let limit: Int64 = 10_000_000

    let network: CardNetwork
    let clock: SimulatedClock
    let randomness: SeededRandomness
    var bank = MerchantBank()
    var devices: [MerchantBank.Device] = []
    var expected: [String: Expected] = [:]
    var open: [Purchase] = []
    var faults: [String] = []
    var counts: [String: Int] = [:]
    private var lastEntry: Int64 = 0

    init(
        seed: UInt64,
        _ network: CardNetwork,
        _ clock: SimulatedClock,
        _ accounts: [DeviceAccount]
    ) {
        (self.network, self.clock) = (network, clock)
        randomness = SeededRandomness(seed: seed)
        devices = accounts.map { MerchantBank.Device(account: $0) }
    }

    /// Cards of the simulation.
    static var cards: [PaymentCard] {
        ["4111111111111111", "4012888888881881", "4242424242424242"]
            .compactMap { PaymentCard(number: $0, expirationDate: "351231", scheme: .visa) }
    }

    func chance(_ percent: UInt64) -> Bool { randomness.number(below: 100) < percent }

    func number(_ range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound
            + Int64(randomness.number(below: UInt64(range.upperBound - range.lowerBound + 1)))
    }

    mutating func step() async throws {
        switch randomness.number(below: 10) {
        case 0..<4: try await buy()
        case 4..<6: try await capture()
        case 6: try await void()
        case 7: try await refund()
        case 8: try await tooMuch()
        default:
            if chance(2) {
                await wait(seconds: 3_600)
            } else {
                try await buy()
            }
        }
    }

    /// Everything that is still held is released, and everything that was captured stays.
    mutating func finish() async throws {
        for index in open.indices.reversed() {
            let purchase = open[index]
            guard !purchase.isOver, purchase.captured < purchase.amount else { continue }
            try await end(index)
        }
        await wait(seconds: 60)
    }

    // MARK: Steps

    private mutating func buy() async throws {
        let card = Int(randomness.number(below: UInt64(devices.count)))
        let currency = Self.currencies[Int(randomness.number(below: 3))]
        let isSilent = chance(2)
        let amount = isSilent ? 900_103 : number(1...20_000)
        let message = bank.authorization(amount, &devices[card], currency: currency)
        count("authorizations")
        if chance(4) {
            // Lost on the way. The reversal overtakes it.
            count("late originals")
            try await expect("00", to: bank.reversal(of: message))
            if chance(50) { try await expect("68", to: message) }
            return
        }
        let code = try await send(message)
        let key = "\(card) \(currency)"
        var funds = expected[key] ?? Expected(available: Self.limit)
        let isApproved = code == "00"
        if !isSilent, isApproved != (amount <= funds.available) { fault("\(code) for \(amount)") }
        // The issuer learns of a stand-in at the next due work or follow-up; the books differ until then.
        if isApproved {
            funds.available -= amount
            funds.held += amount
            expected[key] = funds
            if isSilent {
                await wait(seconds: 5)
            }
            let purchase = Purchase(
                message: message,
                card: card,
                currency: currency,
                amount: amount
            )
            if chance(4) {
                // The answer was lost: the bank does not know, and reverses until it is answered.
                count("lost answers")
                let reversal = bank.reversal(of: message)
                for _ in 0..<number(1...3) { try await expect("00", to: reversal) }
                move(purchase, held: -amount, available: amount)
                try await expect("00", to: message)
                try await expect("12", to: bank.capture(amount, of: message))
                return
            }
            open.append(purchase)
            if open.count > 500 { try await end(0) }
        } else if expected[key] == nil {
            expected[key] = funds
        }
    }

    private mutating func capture() async throws {
        guard let index = pick({ !$0.isOver && $0.captured < $0.amount }) else { return }
        let rest = open[index].amount - open[index].captured
        let amount = chance(50) ? rest : number(1...rest)
        let message = bank.capture(amount, of: open[index].message)
        count("captures")
        try await expect("00", to: message)
        open[index].captured += amount
        move(open[index], held: -amount, owed: amount)
        if chance(5), open[index].refunded == 0 {
            count("reversed captures")
            for _ in 0..<number(1...2) { try await expect("00", to: bank.reversal(of: message)) }
            open[index].captured -= amount
            move(open[index], held: amount, owed: -amount)
        }
    }

    private mutating func refund() async throws {
        guard let index = pick({ $0.captured > $0.refunded }) else { return }
        let rest = open[index].captured - open[index].refunded
        let amount = chance(50) ? rest : number(1...rest)
        let message = bank.refund(amount, of: open[index].message)
        count("refunds")
        try await expect("00", to: message)
        open[index].refunded += amount
        move(open[index], owed: -amount, available: amount)
        if chance(5) {
            count("reversed refunds")
            for _ in 0..<number(1...2) { try await expect("00", to: bank.reversal(of: message)) }
            open[index].refunded -= amount
            move(open[index], owed: amount, available: -amount)
        }
    }

    private mutating func void() async throws {
        guard let index = pick({ !$0.isOver }) else { return }
        count("voids")
        try await end(index)
    }

    private mutating func tooMuch() async throws {
        guard let index = pick({ _ in true }) else { return }
        let purchase = open[index]
        count("excesses")
        let held = purchase.isOver ? 0 : purchase.amount - purchase.captured
        let code = try await send(bank.capture(held + 1, of: purchase.message))
        if code != "12", code != "13" { fault("captured too much") }
        try await expect(
            "13",
            to: bank.refund(purchase.captured - purchase.refunded + 1, of: purchase.message)
        )
    }

    private mutating func end(_ index: Int) async throws {
        let purchase = open.remove(at: index)
        let rest = purchase.amount - purchase.captured
        guard rest > 0, !purchase.isOver else { return }
        let leaving = purchase.captured == 0 ? nil : purchase.captured
        try await expect("00", to: bank.reversal(of: purchase.message, leaving: leaving))
        move(purchase, held: -rest, available: rest)
    }

    private mutating func wait(seconds: Int64) async {
        clock.advance(bySeconds: seconds)
        await network.runDueWork()
    }

    // MARK: Messages

    private mutating func expect(_ code: String, to message: ISO8583Message) async throws {
        let answered = try await send(message)
        if answered != code { fault("\(answered) in place of \(code)") }
    }

    /// Sends a message, sometimes twice or three times.
    private mutating func send(_ message: ISO8583Message) async throws -> String {
        let first = await network.reply(to: message)?.message
        for _ in 0..<(chance(5) ? number(1...2) : 0) {
            count("repeats")
            if await network.reply(to: message)?.message != first { fault("another answer") }
        }
        for kind in try await network.unbalancedEntries(after: &lastEntry) {
            fault("unbalanced \(kind)")
        }
        return first?.text(39) ?? "nothing"
    }

    private mutating func move(
        _ purchase: Purchase,
        held: Int64 = 0,
        owed: Int64 = 0,
        available: Int64 = 0
    ) {
        let key = "\(purchase.card) \(purchase.currency)"
        expected[key]?.held += held
        expected[key]?.owed += owed
        expected[key]?.available += available
    }

    private func pick(_ condition: (Purchase) -> Bool) -> Int? {
        guard !open.isEmpty else { return nil }
        let index = Int(randomness.number(below: UInt64(open.count)))
        return condition(open[index]) ? index : nil
    }

    private mutating func count(_ what: String) { counts[what, default: 0] += 1 }

    private mutating func fault(_ text: String) { faults.append(text) }
}
