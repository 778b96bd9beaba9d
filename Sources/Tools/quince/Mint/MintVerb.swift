import Certificates
import CommandLineTool
import Files
import Money
import TokenMint
import World

/// `quince mint`.
enum MintVerb {
    static let certificate = Option(
        "certificate",
        "FILE",
        help: "the Payment Processing certificate to mint for (required): PEM or DER"
    )
    static let merchantID = Option(
        "merchant-id",
        "ID",
        help: "the merchant identifier, where the certificate does not say it"
    )
    static let amount = Option.amount(
        "amount",
        "N",
        help: "what the token pays; unless given, 10.75"
    )
    static let currency = Option(
        "currency",
        "CODE",
        choices: Currency.active.map { ($0.code, $0) },
        listedBy: "--currency takes three capitals of ISO 4217, such as USD, EUR or JPY",
        help: "in which currency; unless given, USD"
    )
    static let network = Option(
        "network",
        "NAME",
        choices: MintNetwork.self,
        help: "the TEST card's network, visa unless given:\n\(list(MintNetwork.self))"
    )
    static let payload = Option(
        "payload",
        "FORM",
        choices: PayloadForm.self,
        help: "what is in the token, 3DSecure unless given:\n\(list(PayloadForm.self))"
    )
    static let applicationData = Option(
        "application-data",
        "TEXT",
        help: "the app's own data, or @FILE for a file's; the token has its digest"
    )
    static let time = Option.time(
        "at",
        help: "when the token is signed, instead of now, such as 2026-01-01T12:00:00Z"
    )
    static let count = Option(
        "count",
        "N",
        in: 1...UInt64.max,
        help: "how many tokens; unless given, 1"
    )
    static let out = Option(
        "out",
        "PLACE",
        help: "a folder, a FILE.ndjson with a token a line, or - for standard output;\n"
            + "unless given, a new folder quince-mint here"
    )
    static let force = Option("force", help: "replace what an earlier mint wrote to that place")
    static let root = Option(
        "root",
        "FILE",
        help: "where to write the TEST root, instead of beside the tokens"
    )
    static let form = Option(
        "cms",
        "FORM",
        choices: SignedDataWriter.Form.self,
        help: "the signature's form: digest parameters absent (since 2023, the default),\n"
            + "null (2017 to 2022), or 2014 (null, without algorithm protection)"
    )
    static let fault = Option(
        "fault",
        "NAME",
        choices: FaultSelection.choices,
        listedBy: "quince mint --faults lists them, and --fault all takes each",
        help: "put a fault into the tokens: see --faults; all for a folder with a token\n"
            + "for each fault of the certificate's version, and manifest.json"
    )
    static let faults = Option("faults", help: "list the faults, with a correct verifier's verdict")
    static let seed = Option(
        "seed",
        "N",
        in: 0...UInt64.max,
        help: "the same number gives the same key of the root, and with --at the same\n"
            + "tokens; unless given, a new one, which is printed on standard error"
    )
    static let json = Option("json", help: "print one JSON object about the tokens or the faults")

    static let verb = Verb(
        "mint",
        summary: "Make good or hostile TEST tokens for your certificate.",
        options: [
            certificate, merchantID, amount, currency, network, payload, applicationData, time,
            count, out, force, root, form, fault, faults, seed, json,
        ] + MemberCenterCalls.options,
        notes: """
            The cards are TEST cards, and the tokens open only where the TEST root is trusted by name.
            With --state or --sandbox they are signed under that sandbox's root, at its time.
            Exit status: 0 minted or listed, 2 wrong usage or configuration.
            """,
        example: "quince mint --certificate quince-checkout/certificates/merchant.pem",
        run: { invocation, output throws(UsageProblem) in
            if invocation.has(faults.name) {
                try checkAlone(invocation)
                FaultList(isJSON: invocation.has(json.name)).show(on: output)
                return .success
            }
            let request = try MintRequest(invocation, try await MintSandbox(invocation))
            let report = MintReport(request, isJSON: invocation.has(json.name))
            report.begin(on: output)
            let written = try await mint(request, output)
            MintReport(written, isJSON: invocation.has(json.name)).end(on: output)
            return .success
        }
    )

    /// Refuses `--faults` with an option that asks for tokens, which would not be made.
    private static func checkAlone(_ invocation: Invocation) throws(UsageProblem) {
        let others = verb.options.map(\.name).filter {
            invocation.has($0) && $0 != faults.name && $0 != json.name
        }
        guard let other = others.first else { return }
        throw UsageProblem(
            "--faults and --\(other) were both given: --faults lists the faults and mints nothing",
            hint: "quince mint --faults"
        )
    }

    /// Mints, and says in which folder where the command did not.
    private static func mint(
        _ request: MintRequest,
        _ output: Output
    ) async throws(UsageProblem) -> MintRequest {
        let progress = MintProgress(output, clock: World.system.clock)
        defer {
            EndingSignals.beforeEnding(nil)
            progress.end()
        }
        guard request.place.layout == .folder else {
            let lines = try begin { () throws(FileFailure) in
                try MintLines(request.place.path)
            } beforeEnding: {
                $0.abandon()
            }
            do { try await MintedFileWriter(request, progress).write(to: lines) } catch {
                lines.abandon()
                throw error
            }
            return request
        }
        let made = try begin { () throws(FileFailure) in
            try MintFolder(request.place)
        } beforeEnding: { folder in
            if let folder { interrupted(folder, output) }
        }
        guard let folder = made else { throw MintDestination.existing(request.place.path) }
        let placed = request.moved(to: folder.path)
        do { try await MintedFileWriter(placed, progress).fill(folder) } catch {
            folder.abandon()
            throw error
        }
        return placed
    }

    /// Creates what is minted into. A signal that comes meanwhile waits, so that it finds what is to be
    /// removed.
    private static func begin<Place: Sendable>(
        _ create: () throws(FileFailure) -> Place,
        beforeEnding abandon: @escaping @Sendable (Place) -> Void
    ) throws(UsageProblem) -> Place {
        let begun = LockedValue<Place?>(nil)
        EndingSignals.beforeEnding { begun.withLock { place in place.map(abandon) } }
        return try begun.withLock { place throws(UsageProblem) in
            let created = try MintedFileWriter.writing(create)
            place = created
            return created
        }
    }

    private static func interrupted(_ folder: MintFolder, _ output: Output) {
        guard !folder.abandon() else { return }
        output.remark("quince: stopped: the tokens in \(folder.path) were removed")
    }

    static func list<Name: CaseIterable & RawRepresentable<String>>(_ names: Name.Type) -> String {
        names.allCases.map(\.rawValue).joined(separator: ", ")
    }
}
