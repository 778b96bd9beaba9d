import Foundation
import TestSupport
import Testing

/// A `quince demo` that runs beside the tests, with a folder for temporary files of its own.
final class DemoProcess {
    let folder = ScratchFolder()
    let server: ServerProcess
    private var cookie: String?

    /// Starts it, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - options: Options beside `--no-browser` and `--json`.
    ///   - path: The folder of `--state`; nil for `--ephemeral`.
    /// - Throws: Where it does not start.
    init(_ options: [String] = [], in path: String? = nil) throws {
        server = try ServerProcess(
            ["demo", "--no-browser", "--json", "--log"]
                + (path.map { ["--state", $0] } ?? ["--ephemeral"]) + options,
            log: folder.url.appending(path: "log"),
            under: ["TMPDIR=\(folder.url.path)"]
        )
    }

    var ready: [String: String] { server.ready }
    func address(_ name: String) throws -> String { try #require(ready[name], "\(ready)") }

    /// The files that it made in its folder for temporary files.
    func temporaryFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0 != "log" }
    }

    /// Calls the shop as a browser with its cookie.
    func shop(
        _ method: String,
        _ path: String,
        _ body: Any? = nil,
        fields: [String] = []
    ) throws -> SandboxProcess.Answer {
        let answer = try SandboxProcess.call(
            method,
            try address("shop") + path,
            body,
            fields: fields + (cookie.map { ["Cookie: other=1; \($0)"] } ?? [])
        )
        for line in answer.header.split(separator: "\r\n") where line.hasPrefix("Set-Cookie: ") {
            cookie = line.dropFirst(12).split(separator: ";").first.map(String.init)
        }
        return answer
    }

    /// Calls the sandbox's API.
    func sandbox(_ method: String, _ path: String, _ body: Any? = nil) throws
        -> SandboxProcess.Answer
    {
        try SandboxProcess.call(
            method,
            try address("api") + path,
            body,
            fields: ["Authorization: Bearer \(try address("token"))"]
        )
    }

    /// Calls the merchant's server.
    func merchant(
        _ method: String,
        _ path: String,
        _ body: Any? = nil,
        idempotencyKey: String? = nil
    ) throws -> SandboxProcess.Answer {
        var fields = ["Authorization: Bearer \(try address("apiKey"))"]
        if let idempotencyKey { fields.append("Idempotency-Key: \(idempotencyKey)") }
        return try SandboxProcess.call(
            method,
            try address("server") + path,
            body,
            fields: fields
        )
    }
}

// A shopper without a browser: the wallet's sheet over HTTP.
extension DemoProcess {
    static var contact: [String: Any] {
        [
            "givenName": "John", "familyName": "Appleseed", "addressLines": ["1234 Laurel Street"],
            "locality": "Atlanta", "administrativeArea": "GA", "postalCode": "30303",
            "country": "United States", "countryCode": "US",
            "emailAddress": "john.appleseed@example.com", "phoneNumber": "+1 404 555 0100",
        ]
    }

    /// Puts products into the cart.
    func fill(_ items: [String: Int]) throws {
        for (name, quantity) in items {
            let answer = try shop("PUT", "/api/cart/items/\(name)", ["quantity": quantity])
            try #require(answer.status == 200, "\(answer.json)")
        }
    }

    /// Shows a sheet for the cart, and authorizes; with what the shop answers to the sheet's questions.
    ///
    /// - Parameters:
    ///   - contact: Where the shopper wants the parcel.
    ///   - method: The shipping method that the shopper chooses; nil for the first.
    ///   - card: The card that the shopper chooses; nil for the first.
    /// - Returns: The `ApplePayPayment` that the page gets.
    /// - Throws: Where the wallet or the shop refuses.
    func authorize(
        sendingTo contact: [String: Any] = contact,
        by method: String? = nil,
        with card: String? = nil
    ) throws -> [String: Any] {
        let request = try #require(try shop("GET", "/api/cart").json["request"])
        let session = try shop(
            "POST",
            "/api/checkout/session",
            ["validationURL": try address("gateway") + "/paymentservices/startSession"]
        )
        let first = try shop("POST", "/api/checkout/quote", ["shippingContact": contact]).json
        var chosen: [String: Any] = ["shippingContact": contact]
        chosen["shippingMethod"] = method
        let second = try shop("POST", "/api/checkout/quote", chosen).json
        var steps: [Any] = [["chooseShippingContact": contact], ["chooseBillingContact": contact]]
        if let card { steps.append(["chooseCard": card]) }
        if let method { steps.append(["chooseShippingMethod": method]) }
        let answer = try sandbox(
            "POST",
            "/wallet/payments",
            [
                "merchantIdentifier": "merchant.com.example", "request": request,
                "merchantSession": session.json, "domain": "shop.example.com",
                "shopper": steps + ["authorize"], "contacts": [contact],
                "updates": [
                    "shippingcontactselected": first, "shippingmethodselected": second,
                ],
            ]
        )
        #expect(answer.json["mistakes"] as? [String] == [], "\(answer.json)")
        return try #require(answer.json["payment"] as? [String: Any], "\(answer.json)")
    }

    /// Gives a payment to the shop, as its page does.
    func pay(_ payment: [String: Any], by method: String? = nil) throws -> (
        status: Int?, errors: [[String: String]], order: String?
    ) {
        var body: [String: Any] = ["payment": payment]
        body["shippingMethod"] = method
        let answer = try shop("POST", "/api/checkout/payment", body)
        #expect(answer.status == 200, "\(answer.json)")
        let result = answer.json["result"] as? [String: Any]
        return (
            result?["status"] as? Int, result?["errors"] as? [[String: String]] ?? [],
            answer.json["order"] as? String
        )
    }

    /// The order of an address that the shop gave.
    func order(_ page: String) throws -> SandboxProcess.Answer {
        let reference = try #require(page.split(separator: "#").last)
        return try shop("GET", "/api/orders/\(reference)")
    }
}
