import Foundation
import TestSupport
import Testing

/// A shop's server whose secrets are looked for: what a payment holds, the merchant's keys, the callers' keys.
final class SearchedShop {
    let shop: ShopProcess
    /// The payloads of the tokens that the shop was given.
    private(set) var payloads: [Data] = []
    /// Every answer of the server, with its header.
    private(set) var answers: [Data] = []

    init(_ shop: ShopProcess) { self.shop = shop }

    /// Takes a payment of an amount.
    ///
    /// - Parameters:
    ///   - amount: What the shopper authorizes.
    ///   - reference: The shop's reference.
    ///   - other: The amount that the shop asks for, where it is another.
    ///   - use: For which later payments the card is stored, by a request for a recurring payment.
    ///   - change: Changes the token before it is sent.
    /// - Returns: The status of the answer, and the payment's and the credential's identifiers if it has them.
    /// - Throws: Where the sandbox makes no token, or there is no answer.
    @discardableResult
    func pay(
        _ amount: String,
        _ reference: String,
        asking other: String? = nil,
        storing use: String? = nil,
        change: (inout [String: Any]) -> Void = { _ in }
    ) throws -> (status: Int, payment: String?, credential: String?) {
        var request = SandboxOrders.request
        request["lineItems"] = nil
        request["total"] = ["label": "Shop", "amount": amount]
        if use != nil {
            request["recurringPaymentRequest"] = [
                "paymentDescription": "Club", "managementURL": "https://shop.example.com/club",
                "regularBilling": [
                    "label": "Club", "amount": amount, "paymentTiming": "recurring",
                ],
            ]
        }
        var token = try #require(
            try shop.paid(["request": request])["token"] as? [String: Any]
        )
        // A shop whose platform opens tokens has no key.
        let key = shop.folder.path("shop/processing/first.key")
        if FileManager.default.fileExists(atPath: key) { payloads.append(try opened(token)) }
        change(&token)
        var body: [String: Any] = [
            "token": token, "amount": other ?? amount, "currency": "USD", "reference": reference,
        ]
        body["store"] = use.map { ["use": $0] }
        let answer = try call("POST", "/payments", body, idempotencyKey: reference)
        return (answer.status, answer.text("id"), answer.text("credential"))
    }

    @discardableResult
    func call(
        _ method: String,
        _ path: String,
        _ body: Any? = nil,
        idempotencyKey: String? = nil,
        key: String? = nil
    ) throws -> SandboxProcess.Answer {
        let answer = try shop.call(method, path, body, idempotencyKey: idempotencyKey, key: key)
        answers.append(Data(answer.header.utf8) + answer.body)
        return answer
    }

    private func file(_ name: String) throws -> String {
        try String(contentsOfFile: shop.folder.path("shop/\(name)"), encoding: .utf8)
    }

    private static func base64(ofPEM text: String) -> String {
        text.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
    }

    /// The payload of a token, opened by the package applepay.
    private func opened(_ token: [String: Any]) throws -> Data {
        let data = try #require(token["paymentData"] as? [String: Any])
        let header = try #require(data["header"] as? [String: String])
        let root = Self.base64(ofPEM: try file("root.pem"))
        let question: [String: Any] = [
            "root": root, "integration": root,
            "merchants": [
                [
                    "certificate": try file("processing/first.pem"),
                    "privateKey": try file("processing/first.key"),
                ]
            ],
            "tokens": [
                [
                    "merchant": 0, "ephemeralPublicKey": header["ephemeralPublicKey"] ?? "",
                    "data": data["data"] as? String ?? "",
                ]
            ],
        ]
        let input = try JSONSerialization.data(withJSONObject: question)
        let answer = try PythonOracle.run(
            "open-tokens.py",
            input: String(decoding: input, as: UTF8.self)
        )
        let line = try #require(answer.text.split(separator: "\n").first, "\(answer.complaint)")
        return try #require(Data(base64Encoded: String(line)), "refused")
    }

    private static func forms(_ name: String, _ bytes: Data) -> [String: Data] {
        let hex = bytes.map { String(format: "%02x", $0) }.joined()
        return [
            name: bytes, "\(name) in hexadecimal": Data(hex.utf8),
            "\(name) in capital hexadecimal": Data(hex.uppercased().utf8),
            "\(name) in Base64": Data(bytes.base64EncodedString().utf8),
        ]
    }

    /// The secrets of the payments, by name, in every form in which our code writes them.
    func ofPayments() throws -> [String: Data] {
        var secrets: [String: Data] = [:]
        for (place, payload) in payloads.enumerated() {
            let object = try JSONSerialization.jsonObject(with: payload) as? [String: Any]
            let proof = object?["paymentData"] as? [String: Any]
            let number = try #require(object?["applicationPrimaryAccountNumber"] as? String)
            let text = try #require(proof?["onlinePaymentCryptogram"] as? String)
            let cryptogram = try #require(Data(base64Encoded: text))
            try #require(number.count == 16 && cryptogram.count == 20)
            secrets["account number \(place)"] = Data(number.utf8)
            secrets["account number \(place) in BCD"] = Data(
                stride(from: 0, to: 16, by: 2).map { start in
                    let digits = Array(number.utf8)[start..<start + 2].map { $0 & 15 }
                    return digits[0] << 4 | digits[1]
                }
            )
            secrets["plaintext \(place)"] = payload.dropFirst(24).prefix(24)
            secrets["end of plaintext \(place)"] = payload.suffix(48)
            secrets.merge(Self.forms("cryptogram \(place)", cryptogram)) { $1 }
        }
        return secrets
    }

    /// The key that opens tokens.
    func ofKey() throws -> [String: Data] {
        let base64 = Self.base64(ofPEM: try file("processing/first.key"))
        let der = try #require(Data(base64Encoded: base64))
        // Of an elliptic-curve key the 32 bytes after 02 01 01 04 20.
        let start = try #require(der.firstRange(of: Data([2, 1, 1, 4, 32]))).upperBound
        let scalar = der[start..<start + 32]
        var secrets = Self.forms("private key", Data(scalar))
        // As libcrypto keeps a number on this machine.
        secrets["private key, least byte first"] = Data(scalar.reversed())
        secrets["private key in PEM"] = Data(base64.prefix(60).utf8)
        secrets["private key in DER"] = der[der.startIndex + 8..<start + 24]
        return secrets
    }

    /// The secret part of the caller's key, and the password of the database.
    func ofCallers() throws -> [String: Data] {
        [
            "API key": Data(String(try #require(shop.apiKey.split(separator: "_").last)).utf8),
            "password of the database": Data(PostgreSQLServer.password.utf8),
        ]
    }

    /// How often texts are in the memory of the server, and how often in pages that are not locked.
    func found(_ texts: [String: Data]) throws -> [String: (count: Int, unlocked: Int)] {
        let question: [String: Any] = [
            "process": shop.server.identifier,
            "texts": texts.mapValues { $0.base64EncodedString() },
        ]
        let input = try JSONSerialization.data(withJSONObject: question)
        let script = Repository.root.appending(path: "Tests/Oracles/search-memory.py").path
        let answer = try Program(at: URL(filePath: "/usr/bin/python3"))
            .run([script], input: [UInt8](input))
        let counts = try? JSONSerialization.jsonObject(with: answer.output) as? [String: [Int]]
        let found = try #require(counts, "\(answer.complaint)").mapValues { ($0[0], $0[1]) }
        try #require(found.count == texts.count)
        return found
    }

    /// A line of `/proc/PID/status` with a size. Units: kilobytes.
    func size(_ name: String) throws -> Int {
        let path = "/proc/\(shop.server.identifier)/status"
        let status = try String(contentsOfFile: path, encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
        return try #require(line.split { !$0.isNumber }.first.flatMap { Int($0) })
    }

    /// The server's remarks at its start.
    func remarks() throws -> String {
        try String(contentsOf: shop.log, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("remark: ") }.joined(separator: "\n")
    }
}
