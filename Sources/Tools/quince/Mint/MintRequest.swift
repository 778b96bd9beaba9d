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
    let fault: TokenFault?
    let count: UInt64
    let place: MintDestination
    let seed: UInt64
    let merchant: MintMerchant
    /// Whether the time was given, and is not simply now.
    let hasTime: Bool

    init(_ invocation: Invocation) throws(UsageProblem) {
        merchant = try MintMerchant(invocation)
        let moment = try TimeInput.read(invocation, MintVerb.time)
        hasTime = moment != nil
        count = try Self.number(invocation, MintVerb.count, in: 1...UInt64.max) ?? 1
        // Small enough for whatever reads it out of JSON.
        seed =
            try Self.number(invocation, MintVerb.seed, in: 0...UInt64.max)
            ?? World.system.randomness.number(below: 1 << 53)
        order = try Self.order(invocation, at: moment ?? World.system.clock.now)
        fault = try Self.fault(invocation)
        let destination = MintDestination(
            out: invocation.value(MintVerb.out.name),
            root: invocation.value(MintVerb.root.name),
            count: count
        )
        try destination.check()
        if destination.layout == .standardOutput, invocation.has(MintVerb.json.name) {
            throw UsageProblem(
                "--json and --out - would both print to standard output",
                hint: "--out tokens.ndjson leaves standard output to --json"
            )
        }
        do throws(MintFailure) {
            mint = try TokenMint(
                for: merchant.recipient,
                seed: seed,
                openingAt: order.signingTime
            )
            // What cannot be minted is found now, and not after a file was begun.
            _ = try mint.token(0, order, fault: fault)
        } catch { throw MintedFileWriter.problem(error) }
        place = try destination.made(invocation, count: count)
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
                hint: "--currency takes three capitals, such as USD, EUR or JPY"
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

    private static func fault(_ invocation: Invocation) throws(UsageProblem) -> TokenFault? {
        guard let name = invocation.value(MintVerb.fault.name) else { return nil }
        guard let fault = TokenFault(named: name) else {
            let names = TokenFault.all.map(\.name).joined(separator: ", ")
            throw UsageProblem("there is no fault \(name)", hint: "--fault takes \(names)")
        }
        return fault
    }

    private static func choice<Name: CaseIterable & RawRepresentable<String>>(
        _ invocation: Invocation,
        _ option: Option
    ) throws(UsageProblem) -> Name? {
        guard let text = invocation.value(option.name) else { return nil }
        guard let choice = Name(rawValue: text) else {
            throw UsageProblem(
                "--\(option.name) \(text): not one that the mint knows",
                hint: "--\(option.name) takes \(MintVerb.list(Name.self))"
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
                hint: "quince mint --help"
            )
        }
        return number
    }
}
