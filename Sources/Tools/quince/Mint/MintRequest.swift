import Certificates
import CommandLineTool
import Files
import Money
import PaymentToken
import TokenMint
import World

/// The request to the mint, checked.
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
    /// Whether the TEST root was made of the seed, and is not a sandbox's.
    let hasOwnRoot: Bool

    init(_ invocation: Invocation, _ sandbox: MintSandbox?) throws(UsageProblem) {
        merchant = try MintMerchant(invocation)
        let moment = try invocation.value(MintVerb.time)
        hasTime = moment != nil
        // Small enough for whatever reads it out of JSON.
        seed =
            try invocation.value(MintVerb.seed)
            ?? World.system.randomness.number(below: 1 << 53)
        order = try Self.order(invocation, at: moment ?? sandbox?.now ?? World.system.clock.now)
        hasOwnRoot = sandbox == nil
        let recipient = merchant.recipient
        do throws(MintFailure) {
            mint =
                if let sandbox {
                    try TokenMint(for: recipient, seed: seed, under: sandbox.authorities)
                } else {
                    try TokenMint(for: recipient, seed: seed, openingAt: order.signingTime)
                }
        } catch {
            throw error == .unsupportedKey
                ? UsageProblem(error, of: merchant.path, hint: MintMerchant.rightOne)
                : error.usageProblem
        }
        faults = try FaultSelection(invocation, for: mint.version)
        count = try Self.count(invocation, faults)
        place = MintDestination(
            out: invocation.value(MintVerb.out),
            root: invocation.value(MintVerb.root),
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

    /// An order that cannot be minted is found before a file is begun.
    private func tryOne() throws(UsageProblem) {
        var order = order
        // Some faults are of chip data, which holds shorter amounts.
        if faults.isAll { order.payload = .emv }
        _ = try reporting { try mint.token(0, order, fault: faults.only) }
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
        let given = try invocation.value(MintVerb.count)
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
        order.network = try invocation.value(MintVerb.network) ?? .visa
        order.payload = try invocation.value(MintVerb.payload) ?? .threeDSecure
        order.form = try invocation.value(MintVerb.form) ?? .absent
        guard let text = invocation.value(MintVerb.applicationData) else { return order }
        guard text.hasPrefix("@") else {
            order.applicationData = Array(text.utf8)
            return order
        }
        order.applicationData = try reporting(hint: "--application-data takes a text or @FILE") {
            try Files.read(String(text.dropFirst()), limit: 1 << 20)
        }
        return order
    }

    static func amount(_ invocation: Invocation) throws(UsageProblem) -> Money {
        let currency = try invocation.value(MintVerb.currency) ?? .usd
        let example = Money(minorUnits: 1_075, currency: currency)
        guard let amount = try invocation.value(MintVerb.amount) else { return example }
        return try reporting(
            "--amount \(amount)",
            hint: "an amount in \(currency.code) is written as \(example.decimalText)"
        ) { try Money(amount, in: currency) }
    }
}
