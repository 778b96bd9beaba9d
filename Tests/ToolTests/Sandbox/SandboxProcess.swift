import Foundation
import TestSupport
import Testing

/// A `quince sandbox` that runs beside the tests.
final class SandboxProcess: Sendable {
    private let server: ServerProcess

    /// Starts it, and waits until it is ready.
    init(_ options: [String]) throws {
        server = try ServerProcess(["sandbox", "--json"] + options)
        try #require(server.ready["api"] != nil && server.ready["token"] != nil)
    }

    /// The texts of the line that it printed when it was ready.
    var ready: [String: String] { server.ready }
    var readyLine: Data { server.readyLine }
    var identifier: Int32 { server.identifier }
    var api: String { ready["api"] ?? "" }
    var token: String { ready["token"] ?? "" }

    /// See ``ServerProcess/kill()``.
    func kill() { server.kill() }

    /// See ``ServerProcess/terminate()``.
    func terminate() -> Int32 { server.terminate() }

    /// The answer to a call.
    struct Answer {
        let status: Int
        let header: String
        let body: Data

        /// The body as a JSON object.
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: body) as? [String: Any]) ?? [:]
        }
        /// The name of a problem's cause.
        var code: String? { json["code"] as? String }

        func text(_ name: String) -> String? { json[name] as? String }
    }

    /// Calls the API with curl.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path.
    ///   - body: A JSON value; nil for none.
    ///   - fields: Fields of the header in place of the one with the token.
    /// - Returns: The answer.
    /// - Throws: Where curl cannot be run, or its answer cannot be read.
    func call(
        _ method: String,
        _ path: String,
        _ body: Any? = nil,
        fields: [String]? = nil
    ) throws -> Answer {
        let fields = fields ?? ["Authorization: Bearer \(token)"]
        return try Self.call(method, api + path, body, fields: fields)
    }

    /// Calls any URL with curl, like ``call(_:_:_:fields:)``.
    static func call(
        _ method: String,
        _ url: String,
        _ body: Any? = nil,
        fields: [String] = [],
        options: [String] = []
    ) throws -> Answer {
        var arguments = ["-sS", "-i", "--max-time", "60", "-X", method] + options
        for field in fields { arguments += ["-H", field] }
        var input: [UInt8] = []
        if let body {
            input = Array(
                try JSONSerialization.data(
                    withJSONObject: body,
                    options: [.fragmentsAllowed, .sortedKeys]
                )
            )
            arguments += ["-H", "Content-Type: application/json", "--data-binary", "@-"]
        }
        if method == "HEAD" { arguments += ["--head"] }
        let answer = try Program(at: URL(filePath: "/usr/bin/curl"))
            .run(arguments + [url], input: input)
        #expect(answer.isSuccess, "\(answer.complaint)")
        let output = answer.output
        let end = try #require(output.firstRange(of: Data("\r\n\r\n".utf8)))
        let header = String(decoding: output[..<end.lowerBound], as: UTF8.self)
        let status = header.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return Answer(
            status: try #require(status),
            header: header,
            body: Data(output[end.upperBound...])
        )
    }
}

/// The folder of a sandbox, and what tests order there.
struct SandboxOrders {
    let folder = ScratchFolder()
    var path: String { folder.path("sandbox") }

    /// SHA-256 of `merchant.com.example`, by sha256sum.
    static let merchantDigest =
        "224D417877B0EBD0C882C2D68E557A781092803CC75887CC11D2D954D77EAC59"

    func start() throws -> SandboxProcess { try SandboxProcess(["--state", path]) }

    /// Charges tokens over a sandbox's card network with a program that is not ours.
    ///
    /// - Returns: The card network's answers.
    static func charge(_ order: [String: Any]) async throws -> [String] {
        let input = try JSONSerialization.data(withJSONObject: order)
        let run = try await PythonOracle.runAside(
            "charge-sandbox.py",
            input: String(decoding: input, as: UTF8.self)
        )
        #expect(run.isSuccess, "\(run.complaint)")
        return run.text.split(separator: "\n").map(String.init)
    }

    /// The lines that the script of a platform's SDK prints: one for each thing that it checked.
    func checks(
        of script: String,
        _ others: [String: Any] = [:]
    ) async throws -> [Substring] {
        _ = try ownCertificate()
        let order: [String: Any] = [
            "quince": ProcessRun.quince, "folder": path,
            "certificate": folder.path("own.pem"), "key": folder.path("own-key.pem"),
        ]
        let whole = order.merging(others) { own, _ in own }
        let input = try JSONSerialization.data(withJSONObject: whole)
        let run = try await PythonOracle.runAside(
            script,
            input: String(decoding: input, as: UTF8.self)
        )
        #expect(run.isSuccess, "\(run.complaint)")
        return run.text.split(separator: "\n")
    }

    /// A key on P-256 and a certificate for it, which OpenSSL makes.
    func ownCertificate(_ name: String = "own") throws -> (certificate: String, key: String) {
        let (key, certificate) = (folder.path("\(name)-key.pem"), folder.path("\(name).pem"))
        let made = try Program.openSSL.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=A shop of its own", "-days", "2", "-keyout", key, "-out", certificate,
            "-addext", "keyUsage=critical,keyAgreement",
            // Where the package applepay looks for the merchant: SHA-256 of merchant.com.example.
            "-addext", "1.2.840.113635.100.6.32=ASN1:UTF8String:" + Self.merchantDigest,
        ])
        #expect(made.isSuccess, "\(made.complaint)")
        return (
            try String(contentsOfFile: certificate, encoding: .utf8),
            try String(contentsOfFile: key, encoding: .utf8)
        )
    }

    /// Makes a key and has it certified for merchant.com.example.
    ///
    /// - Returns: The certificate's serial number, and SHA-256 of its key in Base64, by OpenSSL.
    func processingKey(
        _ name: String,
        of sandbox: SandboxProcess
    ) throws -> (serial: String, keyHash: String) {
        let made = try Program.openSSL.run([
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-subj", "/CN=Shop", "-keyout", folder.path("\(name).key"), "-out",
            folder.path("\(name).csr"),
        ])
        #expect(made.isSuccess, "\(made.complaint)")
        let request = try String(contentsOfFile: folder.path("\(name).csr"), encoding: .utf8)
        let issued = try sandbox.call(
            "POST",
            "/merchants/merchant.com.example/certificates",
            ["kind": "paymentProcessing", "request": request]
        )
        #expect(issued.status == 201, "\(issued.json)")
        let key = try Program.openSSL.run([
            "pkey", "-in", folder.path("\(name).key"), "-pubout", "-outform", "DER",
        ])
        let digest = try Program.openSSL.run(
            ["dgst", "-sha256", "-binary"],
            input: [UInt8](key.output)
        )
        return (try #require(issued.text("serialNumber")), digest.output.base64EncodedString())
    }

    /// The request of the guide's first listing (mission 7.22): 12.75 − 2.00 = 10.75.
    static var request: [String: Any] {
        [
            "countryCode": "US", "currencyCode": "USD",
            "supportedNetworks": ["visa", "masterCard"],
            "merchantCapabilities": ["supports3DS"],
            "lineItems": [
                ["label": "Subtotal", "amount": "12.75"], ["label": "Discount", "amount": "-2.00"],
            ],
            "total": ["label": "My Company Name", "amount": "10.75"],
        ]
    }

    /// An order of a payment.
    static func order(
        _ certificate: String?,
        request: [String: Any] = request,
        _ others: [String: Any] = [:]
    ) -> [String: Any] {
        var order: [String: Any] = [
            "merchantIdentifier": "merchant.com.example", "request": request,
        ]
        order["certificate"] = certificate
        return order.merging(others) { $1 }
    }
}

extension SandboxProcess.Answer {
    /// The `paymentData` of the token in an answer of the wallet.
    var paymentData: [String: Any]? {
        let payment = json["payment"] as? [String: Any]
        let token = payment?["token"] as? [String: Any]
        return token?["paymentData"] as? [String: Any]
    }

    /// The types of the events that the page got.
    var events: [String] {
        (json["events"] as? [[String: Any]] ?? []).compactMap { $0["type"] as? String }
    }
}
