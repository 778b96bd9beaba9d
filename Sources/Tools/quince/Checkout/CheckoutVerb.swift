import CommandLineTool
import Files
import JSON
import PaymentSheet
import SheetView
import World

/// `quince checkout`.
enum CheckoutVerb {
    static let scenario = Option(
        "scenario",
        "NAME",
        choices: CheckoutScenario.all.map { ($0.name, $0) },
        help: "guide (10.75 USD, the default), china (29.90 CNY) or shinobi (29.27 USD)"
    )
    static let decline = Option("decline", help: "the issuer declines: insufficient funds")
    static let out = Option(
        "out",
        "DIR",
        help: "the folder for the token, certificates, key and orders, in the place\n"
            + "of an earlier checkout's; by default a new folder quince-checkout"
    )
    static let seed = Option(
        "seed",
        "N",
        in: 0...UInt64.max,
        help: "the same number gives the same keys and identifiers,\n"
            + "at 2026-01-01T12:00:00Z unless --at is given"
    )
    static let time = Option.time(
        "at",
        help: "the time of the payment, instead of now, such as 2026-01-01T12:00:00Z"
    )
    static let byHand = Option(
        "by-hand",
        help: "use the payment sheet yourself, in a browser on this machine; its\n"
            + "address is printed on standard error"
    )
    static let language = Option(
        "language",
        "CODE",
        choices: Language.self,
        help: "with --by-hand, the language of the sheet: en, zh or ru;\n"
            + "by default that of the locale"
    )
    static let billingAddress = Option(
        "billing-address",
        help: "require the billing address; the issuer compares it with the account's"
    )
    static let database = Option(
        "database",
        "ADDRESS",
        isSecret: true,
        form: "the address of a PostgreSQL server",
        example: "postgresql://USER@HOST/NAME; for a file in a folder, --out DIR",
        help: "keep the orders on a PostgreSQL server, such as\n"
            + "postgresql://shop@db.example/shop, instead of in the folder",
        reading: OrdersAddress.init
    )
    static let json = Option("json", help: "print one JSON object instead of the trace")

    static let verb = Verb(
        "checkout",
        summary: "Make one payment, from a merchant's set-up to the receipt.",
        options: [
            scenario, decline, byHand, language, billingAddress, network, state, out,
            database,
            seed, time,
            json,
        ],
        notes: """
            One seed makes one token: with the same --out DIR, a second run gets the first answer,
            and a run of another scenario is refused as a replay.
            With --network the messages are in the trace, without what is secret, and server.json in the
            folder is a configuration for quince server. What a checkout that was interrupted leaves
            open, the next one or quince server settle settles.
            Exit status: 0 paid, 1 refused or declined, 2 wrong usage or configuration.
            """,
        example: "quince checkout --scenario china --out /tmp/checkout",
        run: { invocation, output throws(UsageProblem) in
            try await run(invocation, output)
        }
    )

    private static func run(
        _ invocation: Invocation,
        _ output: Output
    ) async throws(UsageProblem) -> ExitStatus {
        let scenario = try invocation.value(scenario) ?? .guide
        let (world, moment) = try world(invocation)
        let person = try SheetByHand.person(invocation, output)
        let network = try chosenNetwork(invocation)
        let database = try invocation.value(database)
        let server = try database?.parsed()
        let folder = try folder(
            invocation,
            hasOrders: server == nil,
            hasConfiguration: network != nil
        )
        let isJSON = invocation.has(json.name)
        let checkout = Checkout(
            scenario,
            declines: invocation.has(decline.name),
            folder: folder,
            world: world,
            byHandOf: person,
            over: network,
            keepingOrdersOn: server,
            asksForBillingAddress: invocation.has(billingAddress.name)
        )
        let trace = CheckoutTrace(
            output: output,
            language: person == nil ? .english : try SheetByHand.language(invocation)
        )
        EndingSignals.beforeEnding { output.remark(interruption(folder.giveUp())) }
        defer { EndingSignals.beforeEnding(nil) }
        let ending: Checkout.Ending
        do throws(UsageProblem) {
            ending = try await checkout.run { if !isJSON { trace.show($0) } }
        } catch {
            _ = folder.giveUp()
            throw error
        }
        if let problem = SheetByHand.problem(person) {
            _ = folder.giveUp()
            throw problem
        }
        let report = CheckoutSummary(scenario, ending, folder.files, moment: moment)
        if isJSON {
            output.result(report.json.compact)
        } else {
            report.show(on: output)
        }
        if let network, report.isOfUnknownCard {
            output.remark(
                "hint: the network at \(network.address) does not have the cards of "
                    + "\(network.folder): start it with --state \(network.folder)"
            )
        }
        return report.isPaid ? .success : .refused
    }

    private static func folder(
        _ invocation: Invocation,
        hasOrders: Bool,
        hasConfiguration: Bool
    ) throws(UsageProblem) -> CheckoutFolder {
        let path = invocation.value(out)
        let files = CheckoutFiles(
            folder: path ?? "quince-checkout",
            haveOrders: hasOrders,
            haveConfiguration: hasConfiguration
        )
        guard let path else {
            return try reporting(hint: Checkout.writableFolder) { try CheckoutFolder(new: files) }
        }
        guard path != Files.standardInput else {
            throw UsageProblem(
                "--out -: a checkout is a folder of files",
                hint: "--out DIR names a folder, such as --out shop"
            )
        }
        // The order database is opened by SQLite, whose file names are UTF-8.
        guard !PathText.hasEscapes(path) else {
            throw UsageProblem(
                "--out \(path): the name is not UTF-8",
                hint: "name a folder in UTF-8, such as --out shop"
            )
        }
        guard Files.isFolder(path) || !Files.exists(path) else {
            throw UsageProblem(
                "--out \(path): is not a folder",
                hint: "--out DIR names a folder, such as --out shop"
            )
        }
        guard !Files.exists(files.token) || Files.exists(files.signedContent) else {
            throw UsageProblem(
                "--out \(path): there is a token.json that is of no checkout",
                hint: "--out DIR names another folder, or that of an earlier checkout"
            )
        }
        return CheckoutFolder(files)
    }

    /// The remains of a checkout that a signal ended.
    static func interruption(_ remains: CheckoutFolder.Remains) -> String {
        switch remains {
        case .nothing: "quince: interrupted; nothing is left behind"
        case .orders(let path):
            "quince: interrupted; nothing is changed but \(path), which may have a new order"
        case .ordersOnServer:
            "quince: interrupted; no file is changed, but the database may have a new order"
        case .left(let paths): "quince: interrupted; left behind: \(paths.joined(separator: ", "))"
        case .everything: "quince: interrupted; the files of the checkout are written"
        }
    }

    /// The clock and random numbers of the checkout, and its time where that is not now.
    private static func world(
        _ invocation: Invocation
    ) throws(UsageProblem) -> (World, UnixTime?) {
        let moment = try invocation.value(time)
        guard let seed = try invocation.value(seed) else {
            guard let moment else { return (.system, nil) }
            return (World.system.with(clock: SimulatedClock(startingAt: moment)), moment)
        }
        let start = moment ?? Checkout.seededMoment
        return (.simulated(seed: seed, startingAt: start), start)
    }
}
