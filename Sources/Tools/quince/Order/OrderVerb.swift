import Certificates
import CommandLineTool
import Cryptography
import Files
import HTTPClient
import HTTPMessages
import JSON
import TokenDisplay
import TokenIntake
import WalletOrders
import World

/// The verbs of `quince order`.
enum OrderVerb {
    private static let key = Option(
        "key",
        "FILE",
        isRepeatable: true,
        help: "the private key of an Order Type ID certificate, in PEM, DER or PKCS #12"
    )
    private static let certificate = Option(
        "certificate",
        "FILE",
        isRepeatable: true,
        help: "its certificate, and that of Worldwide Developer Relations above it,\n"
            + "where the key's file does not hold them"
    )
    private static let out = Option("out", "FILE", help: "where the package is written")
    private static let root = Option(
        "root",
        "FILE",
        help: "the root that is trusted in place of Apple's, such as a sandbox's"
    )
    private static let service = Option(
        "service",
        help: "also check the web service that the order names, as a device asks it"
    )
    private static let serviceURL = Option(
        "service-url",
        "URL",
        help: "where the web service is, in place of the order's webServiceURL;\nmeans --service"
    )
    private static let authority = Option(
        "authority",
        "FILE",
        help: "the authority above the TLS certificate of the URLs, in place of the system's"
    )
    private static let moment = Option.time("at", help: "do it at this moment instead of now")
    private static let json = Option("json", help: "print one JSON object")

    static let verbs = [make, check]

    /// `quince order make`.
    static let make = Verb(
        "order",
        "make",
        summary: "Make a signed order package for Apple's Wallet of a folder.",
        operands: [
            Operand("FOLDER", help: "the folder with order.json, images, receipts and languages")
        ],
        options: [
            key, certificate, MerchantKeyInput.passwordFile, MerchantKeyInput.allowReadableKey, out,
            moment, json,
        ],
        notes: """
            A manifest and a signature in the folder are replaced; links and names that begin
            with a dot are left out. A package that would have a fault is not made.
            Exit status: 0 made, 1 a fault was found, 2 wrong usage.
            """,
        example: "quince order make order --key order.key --certificate order.cer"
            + " --certificate AppleWWDRCAG4.cer --out 1001.order",
        run: { invocation, output throws(UsageProblem) in
            let path = try CertificateInputs.required(out, invocation)
            let identity = try identity(invocation)
            let files = try folder(invocation.operands[0])
            let moment = try invocation.value(moment) ?? World.system.clock.now
            let package: [UInt8]
            do {
                package = try OrderPackage.make(files, signedBy: identity, at: moment)
            } catch let faults as OrderFaults {
                return report(faults.list.map(Fault.init), invocation, output)
            } catch {
                throw UsageProblem(
                    "libcrypto or libzip could not make the package",
                    hint: "--at TIME names a moment of the years 1950 to 9999"
                )
            }
            try reporting(hint: "name a file in a folder you may write to") {
                try Files.write(package, to: path)
            }
            return report([], invocation, output, "wrote the order package to \(path)")
        }
    )

    /// `quince order check`.
    static let check = Verb(
        "order",
        "check",
        summary: "Say everything that is wrong with an order package.",
        operands: [Operand("FILE", help: "the package, or its URL")],
        options: [root, service, serviceURL, authority, moment, json],
        notes: """
            Each fault has the member's path, the file's name or the web service, the rule and its
            name, and the title of Apple's page that has the rule. The network is asked only for a
            URL and by --service, so whether the certificate is revoked is not checked.
            --service registers a device that there is not, and ends its registration.
            Exit status: 0 all is well, 1 a fault was found, 2 wrong usage.
            """,
        example: "quince order check 1001.order --root authorities/root-g2.pem",
        run: { invocation, output throws(UsageProblem) in
            let verifier =
                try invocation.value(root).map { path throws(UsageProblem) in
                    OrderVerifier(trusting: [try TokenTrust.anchor(path)])
                } ?? OrderVerifier()
            let moment = try invocation.value(moment) ?? World.system.clock.now
            let client = try client(invocation)
            let package = try await package(invocation.operands[0], client)
            let verify = { (package: [UInt8]) throws(OrderFaults) in
                try verifier.verify(package, at: moment).order
            }
            let order: WalletOrder
            do throws(OrderFaults) { order = try verify(package) } catch {
                return report(error.list.map(Fault.init), invocation, output)
            }
            let address = invocation.value(serviceURL)
            guard invocation.has(service.name) || address != nil else {
                return report([], invocation, output, "all is well")
            }
            let check = OrderServiceCheck(of: order, at: address, client, verify: verify)
            guard var check else {
                throw UsageProblem(
                    "the order names no web service",
                    hint: "webServiceURL and authenticationToken of order.json name one"
                )
            }
            await check.run()
            return report(check.faults, invocation, output, "all is well")
        }
    )

    /// A fault as it is reported.
    struct Fault {
        let name: String
        let place: (file: String?, path: String?)
        let words: String
        let detail: String?
        let page: String

        /// A fault of a package.
        init(_ fault: OrderFault) {
            (name, place) = (fault.name, (fault.file, fault.path))
            (words, detail, page) = (fault.rule.words, fault.detail, fault.page)
        }

        /// A fault of a web service.
        init(_ rule: OrderServiceRule, _ detail: String?) {
            (name, place, words) = (rule.rawValue, ("the web service", nil), rule.words)
            (self.detail, page) = (detail, rule.page)
        }
    }

    private static func client(_ invocation: Invocation) throws(UsageProblem) -> HTTPClient {
        var configuration = HTTPClientConfiguration()
        if let path = invocation.value(authority) {
            configuration.roots = [try CertificateInput.read(path, option: authority).der]
        }
        return try reporting("there is no HTTP client") { try HTTPClient(configuration) }
    }

    private static func package(
        _ place: String,
        _ client: HTTPClient
    ) async throws(UsageProblem) -> [UInt8] {
        guard place.hasPrefix("https://") || place.hasPrefix("http://") else {
            return try reporting(hint: "FILE is an order package, or its URL") {
                try Files.read(place, limit: fileLimit)
            }
        }
        var request = HTTPClientRequest(.get, place)
        request.responseLimit = fileLimit
        let answer = try await reporting(place, hint: "give the URL of an order package") {
            try await client.send(request)
        }
        guard answer.status == .ok else {
            throw UsageProblem(
                "\(place): the status is \(answer.status.code)",
                hint: "give the URL of an order package; a web service is checked by --service"
            )
        }
        return answer.body
    }

    /// More than a package may have, so that its size is a fault like others.
    private static let fileLimit = 4 * OrderPackage.sizeLimit

    private static func identity(
        _ invocation: Invocation
    ) throws(UsageProblem) -> OrderTypeIdentity {
        _ = try CertificateInputs.required(key, invocation)
        let source = KeyFileSource(
            keys: invocation.values(key),
            certificates: invocation.values(certificate),
            password: invocation.value(MerchantKeyInput.passwordFile).map { .file($0) },
            permissions: MerchantKeyInput.permissions(invocation)
        )
        let contents = try reporting { try source.read() }
        return try reporting(hint: "quince order make --help") {
            try OrderTypeIdentity(
                keys: contents.keys.compactMap { $0.value as? any SigningKey },
                certificates: contents.certificates.map(\.value)
            )
        }
    }

    private static func folder(_ path: String) throws(UsageProblem) -> [String: [UInt8]] {
        try reporting(hint: "FOLDER has order.json and the files of the order") {
            let walk = try FolderWalk(path, passingOver: [])
            if let failure = walk.failures.first { throw failure }
            let start = path.hasSuffix("/") ? path : path + "/"
            var files: [String: [UInt8]] = [:]
            var left = fileLimit
            for file in walk.paths {
                guard try FolderWalk.kind(of: file) == .file else {
                    throw FileFailure(file, .notAFile)
                }
                let bytes = try Files.read(file, limit: left)
                left -= bytes.count
                files[String(file.dropFirst(start.count))] = bytes
            }
            return files
        }
    }

    private static func report(
        _ faults: [Fault],
        _ invocation: Invocation,
        _ output: Output,
        _ success: String = ""
    ) -> ExitStatus {
        if invocation.has(json.name) {
            let list = faults.map { fault -> JSONOutput in
                JSONOutput.object([
                    "name": .string(fault.name), "file": fault.place.file.map(JSONOutput.string),
                    "path": fault.place.path.map(JSONOutput.string), "rule": .string(fault.words),
                    "detail": fault.detail.map(JSONOutput.string), "page": .string(fault.page),
                ])
            }
            let verdict = faults.isEmpty ? "good" : "mustBeFixed"
            output.result(
                JSONOutput.object(["verdict": .string(verdict), "faults": .array(list)]).compact
            )
        } else if faults.isEmpty {
            output.line(success)
        } else {
            for fault in faults {
                let path = fault.place.path.map { ": \($0)" } ?? ""
                output.line("\(fault.place.file ?? "the package")\(path)")
                let detail = fault.detail.map { ": \($0)" } ?? ""
                output.row(fault.name, fault.words + detail, width: 0)
                output.row("see", "\"\(fault.page)\"", width: 0)
            }
            output.result(faults.count == 1 ? "1 fault" : "\(faults.count) faults")
        }
        return faults.isEmpty ? .success : .refused
    }
}
