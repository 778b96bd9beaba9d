import Certificates
import CommandLineTool
import CommandOptions
import Files
import Money
import PaymentToken
import TokenMint
import World

/// What was asked of the mint, checked.
struct MintRequest {
    let mint: TokenMint
    let order: MintOrder
    let faults: FaultSelection
    let count: UInt64
    private(set) var place: MintDestination
    let seed: UInt64
    let merchant: MintMerchant
    /// Whether the time was given, and is not simply now.
    let hasTime: Bool

    init(_ invocation: Invocation) throws(UsageProblem) {
        merchant = try MintMerchant(invocation)
        let moment = try TimeInput.read(invocation, MintVerb.time)
        hasTime = moment != nil
        // Small enough for whatever reads it out of JSON.
        seed =
            try Self.number(invocation, MintVerb.seed, in: 0...UInt64.max)
            ?? World.system.randomness.number(below: 1 << 53)
        order = try Self.order(invocation, at: moment ?? World.system.clock.now)
        do throws(MintFailure) {
            mint = try TokenMint(
                for: merchant.recipient,
                seed: seed,
                openingAt: order.signingTime
            )
        } catch .unsupportedKey {
            throw UsageProblem(
                "\(merchant.path): \(MintFailure.unsupportedKey)",
                hint: MintMerchant.rightOne
            )
        } catch { throw MintedFileWriter.problem(error) }
        faults = try FaultSelection(invocation, for: mint.version)
        count = try Self.count(invocation, faults)
        place = MintDestination(
            out: invocation.value(MintVerb.out.name),
            root: invocation.value(MintVerb.root.name),
            names: Self.names(faults, count: count),
            isForced: invocation.has(MintVerb.force.name)
        )
        try place.check()
        if place.layout == .standardOutput, invocation.has(MintVerb.json.name) {
            throw UsageProblem(
                "--json and --out - would both print to standard output",
                hint: "--out tokens.ndjson leaves standard output to --json"
            )
        }
        try tryOne()
    }

    /// What cannot be minted is found before a file is begun.
    private func tryOne() throws(UsageProblem) {
        var order = order
        // Some faults are of chip data, which holds shorter amounts.
        if faults.isAll { order.payload = .emv }
        do { _ = try mint.token(0, order, fault: faults.only) } catch {
            throw MintedFileWriter.problem(error)
        }
    }

    /// The same, in a folder that was made for it.
    func moved(to folder: String) -> MintRequest {
        var request = self
        request.place = place.moved(to: folder)
        return request
    }

    private static func names(_ faults: FaultSelection, count: UInt64) -> MintedFileNames {
        if case .all(let faults) = faults { .byFault(faults) } else { .numbered(count: count) }
    }

    private static func count(
        _ invocation: Invocation,
        _ faults: FaultSelection
    ) throws(UsageProblem) -> UInt64 {
        let given = try number(invocation, MintVerb.count, in: 1...UInt64.max)
        guard case .all(let faults) = faults else { return given ?? 1 }
        guard given == nil else {
            throw UsageProblem(
                "--count and --fault all: there is one token for each fault",
                hint: "leave --count out, or name one fault"
            )
        }
        return UInt64(faults.count)
    }

    private static func order(
        _ invocation: Invocation,
        at moment: UnixTime
    ) throws(UsageProblem) -> MintOrder {
        var order = MintOrder(amount: try amount(invocation), signingTime: moment)
        order.network = try choice(invocation, MintVerb.network) ?? .visa
        order.payload = try choice(invocation, MintVerb.payload) ?? .threeDSecure
        order.form = try choice(invocation, MintVerb.form) ?? .absent
        guard let text = invocation.value(MintVerb.applicationData.name) else { return order }
        guard text.hasPrefix("@") else {
            order.applicationData = Array(text.utf8)
            return order
        }
        do {
            order.applicationData = try Files.read(String(text.dropFirst()), limit: 1 << 20)
        } catch {
            throw UsageProblem("\(error)", hint: "--application-data takes a text or @FILE")
        }
        return order
    }

    private static func amount(_ invocation: Invocation) throws(UsageProblem) -> Money {
        let code = invocation.value(MintVerb.currency.name) ?? Currency.usd.code
        guard let currency = Currency(code: code) else {
            throw UsageProblem(
                "--currency \(code): not a currency of ISO 4217",
                hint: (Currency(code: code.uppercased()).map { "did you mean \($0.code)? " } ?? "")
                    + "--currency takes three capitals, such as USD, EUR or JPY"
            )
        }
        guard let text = invocation.value(MintVerb.amount.name) else {
            return Money(minorUnits: 1_075, currency: currency)
        }
        do {
            return try Money(DecimalAmount(text), in: currency)
        } catch {
            throw UsageProblem(
                "--amount \(text): \(error)",
                hint: "an amount in \(code) is written as "
                    + Money(minorUnits: 1_075, currency: currency).decimalText
            )
        }
    }

    private static func choice<Name: CaseIterable & RawRepresentable<String>>(
        _ invocation: Invocation,
        _ option: Option
    ) throws(UsageProblem) -> Name? {
        guard let text = invocation.value(option.name) else { return nil }
        guard let choice = Name(rawValue: text) else {
            throw UsageProblem(
                "--\(option.name) \(text): not one that the mint knows",
                hint: NearestWord.hint(
                    for: text,
                    among: Name.allCases.map(\.rawValue),
                    "--\(option.name) takes"
                )
            )
        }
        return choice
    }

    private static func number(
        _ invocation: Invocation,
        _ option: Option,
        in range: ClosedRange<UInt64>
    ) throws(UsageProblem) -> UInt64? {
        guard let text = invocation.value(option.name) else { return nil }
        guard let number = UInt64(text), range.contains(number) else {
            throw UsageProblem(
                "--\(option.name) \(text): not a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound)",
                hint: "write it in digits, such as --\(option.name) 10"
            )
        }
        return number
    }
}
