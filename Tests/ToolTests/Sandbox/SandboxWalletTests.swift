import Foundation
import TestSupport
import Testing

@Suite("Payments in a sandbox", .enabled(if: PythonOracle.isInstalled))
struct SandboxWalletTests {
    let orders: SandboxOrders
    let sandbox: SandboxProcess
    let own: (certificate: String, key: String)

    init() throws {
        let orders = SandboxOrders()
        self.init(sandbox: try orders.start(), orders: orders, own: try orders.ownCertificate())
    }

    init(
        sandbox: SandboxProcess,
        orders: SandboxOrders,
        own: (certificate: String, key: String)
    ) {
        (self.sandbox, self.orders, self.own) = (sandbox, orders, own)
    }

    func pay(
        request: [String: Any] = SandboxOrders.request,
        _ others: [String: Any] = [:]
    ) throws -> SandboxProcess.Answer {
        try sandbox.call(
            "POST",
            "/wallet/payments",
            SandboxOrders.order(own.certificate, request: request, others)
        )
    }

    /// The payload of a token, opened by the package applepay.
    func opened(_ answer: SandboxProcess.Answer) throws -> [String: Any] {
        let data = try #require(answer.paymentData, "\(answer.json)")
        let header = try #require(data["header"] as? [String: String])
        let root = try Data(contentsOf: URL(filePath: try #require(sandbox.ready["root"])))
        let lines = String(decoding: root, as: UTF8.self).split(separator: "\n")
        let der = lines.filter { !$0.hasPrefix("-") }.joined()
        let question: [String: Any] = [
            "root": der, "integration": der,
            "merchants": [["certificate": own.certificate, "privateKey": own.key]],
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
        let payload = try #require(Data(base64Encoded: String(line)), "refused")
        return try #require(JSONSerialization.jsonObject(with: payload) as? [String: Any])
    }

    /// The counter in a cryptogram: its second and third byte.
    func counter(_ answer: SandboxProcess.Answer) throws -> Int {
        let proof = try #require(try opened(answer)["paymentData"] as? [String: Any])
        let text = try #require(proof["onlinePaymentCryptogram"] as? String)
        let bytes = [UInt8](try #require(Data(base64Encoded: text)))
        return Int(bytes[1]) << 8 | Int(bytes[2])
    }

    @Test func `gives a token that another program opens with a key of the caller's own`() throws {
        let answer = try pay()
        #expect(answer.status == 200 && answer.text("outcome") == "paid", "\(answer.json)")
        let payload = try opened(answer)
        #expect(payload["transactionAmount"] as? Int == 1075)
        #expect(payload["currencyCode"] as? String == "840")
        #expect(payload["paymentDataType"] as? String == "3DSecure")
        let number = try #require(payload["applicationPrimaryAccountNumber"] as? String)
        #expect(number.count == 16 && number != "4111111111111111", "it is a device account")
        let token = try #require(
            (answer.json["payment"] as? [String: Any])?["token"] as? [String: Any]
        )
        let method = token["paymentMethod"] as? [String: String]
        #expect(method == ["displayName": "Visa 1111", "network": "Visa", "type": "credit"])
        let identifier = try #require(token["transactionIdentifier"] as? String)
        let header = try #require(answer.paymentData?["header"] as? [String: String])
        #expect(identifier.lowercased() == header["transactionId"]?.lowercased())
        #expect(
            answer.events == ["validatemerchant", "paymentmethodselected", "paymentauthorized"]
        )
    }

    @Test func `says in words why no token is made`() throws {
        var request = SandboxOrders.request
        request["total"] = ["label": "Too much", "amount": "10000000000.00"]
        let answer = try pay(["request": request])
        #expect(answer.text("reason") == "noToken", "\(answer.json)")
        #expect(answer.text("detail")?.contains("more than twelve digits") == true)
    }

    @Test func `signs tokens so that OpenSSL verifies them under the sandbox's root`() throws {
        let data = try #require(try pay().paymentData)
        let header = try #require(data["header"] as? [String: String])
        let signature = try #require(Data(base64Encoded: data["signature"] as? String ?? ""))
        func bytes(_ text: String?) throws -> Data { try #require(Data(base64Encoded: text ?? "")) }
        func hex(_ text: String?) -> Data {
            var bytes = Data()
            var rest = (text ?? "")[...]
            while let byte = UInt8(rest.prefix(2), radix: 16) {
                bytes.append(byte)
                rest = rest.dropFirst(2)
            }
            return bytes
        }
        let content =
            try bytes(header["ephemeralPublicKey"]) + bytes(data["data"] as? String)
            + hex(header["transactionId"])
        let files = (orders.folder.path("signature"), orders.folder.path("content"))
        try signature.write(to: URL(filePath: files.0))
        try content.write(to: URL(filePath: files.1))
        func verify() throws -> Program.Answer {
            try Program.openSSL.run([
                "cms", "-verify", "-inform", "DER", "-in", files.0, "-content", files.1, "-binary",
                "-CAfile", sandbox.ready["root"] ?? "", "-purpose", "any", "-out", "/dev/null",
            ])
        }
        let answer = try verify()
        #expect(answer.isSuccess, "\(answer.complaint)")
        try (content + [0]).write(to: URL(filePath: files.1))
        #expect(try !verify().isSuccess)
    }

    @Test
    func `counts payments upwards, also over restarts and from several callers at the same time`()
        async throws
    {
        let first = try counter(try pay())
        let all = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask { try (0..<5).map { _ in try counter(try pay()) } }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(all).count == 20 && all.allSatisfy { $0 > first }, "\(all)")
        sandbox.kill()
        let again = try orders.start()
        let answer = try again.call(
            "POST",
            "/wallet/payments",
            SandboxOrders.order(own.certificate)
        )
        #expect(try counter(answer) == (all.max() ?? 0) + 1)
    }

    @Test func `plays a page's part: its answers change the sheet, and it sees redacted contacts`()
        throws
    {
        var request = SandboxOrders.request
        request["requiredShippingContactFields"] = ["postalAddress", "email"]
        request["supportsCouponCode"] = true
        request["shippingMethods"] = [
            ["label": "Free", "detail": "5 days", "amount": "0.00", "identifier": "free"],
            ["label": "Fast", "detail": "1 day", "amount": "5.00", "identifier": "fast"],
        ]
        func total(_ amount: String) -> [String: Any] {
            ["newTotal": ["label": "My Company Name", "amount": amount]]
        }
        let answer = try pay(
            request: request,
            [
                "shopper": [
                    ["chooseShippingMethod": "fast"], ["enterCouponCode": "SAVE"],
                    ["chooseCard": "MasterCard 4444"], "authorize",
                ],
                "updates": [
                    "shippingmethodselected": total("15.75"), "couponcodechanged": total("14.75"),
                ],
            ]
        )
        #expect(answer.text("outcome") == "paid", "\(answer.json)")
        #expect(
            answer.events == [
                "validatemerchant", "paymentmethodselected", "shippingcontactselected",
                "shippingmethodselected", "couponcodechanged", "paymentmethodselected",
                "paymentauthorized",
            ]
        )
        #expect(try opened(answer)["transactionAmount"] as? Int == 1475)
        let events = answer.json["events"] as? [[String: Any]] ?? []
        let seen = events.compactMap { $0["shippingContact"] as? [String: Any] }.first ?? [:]
        #expect(
            seen["locality"] as? String == "Atlanta" && seen["postalCode"] as? String == "30303"
        )
        #expect(seen["addressLines"] as? [String] == [] && seen["emailAddress"] == nil)
        #expect(seen["familyName"] == nil)
        let payment = try #require(answer.json["payment"] as? [String: Any])
        let full = try #require(payment["shippingContact"] as? [String: Any])
        #expect(full["addressLines"] as? [String] == ["1234 Laurel Street"])
        #expect(full["emailAddress"] as? String == "john.appleseed@example.com")
    }

    @Test func `lets a page find a mistake, which the shopper puts right`() throws {
        var request = SandboxOrders.request
        request["requiredShippingContactFields"] = ["postalAddress"]
        let answer = try pay(
            request: request,
            [
                "shopper": [
                    "authorize",
                    [
                        "editShippingContact": [
                            "givenName": "John", "familyName": "Appleseed",
                            "addressLines": ["1234 Laurel Street"], "locality": "Atlanta",
                            "administrativeArea": "GA", "postalCode": "30304", "countryCode": "US",
                        ]
                    ], "authorize",
                ],
                "updates": [
                    "paymentauthorized": [
                        [
                            "status": 1,
                            "errors": [
                                [
                                    "code": "shippingContactInvalid", "contactField": "postalCode",
                                    "message": "No such code",
                                ]
                            ],
                        ], ["status": 0],
                    ]
                ],
            ]
        )
        #expect(answer.text("outcome") == "paid", "\(answer.json)")
        #expect(answer.events.count { $0 == "paymentauthorized" } == 2)
        let payment = try #require(answer.json["payment"] as? [String: Any])
        let contact = try #require(payment["shippingContact"] as? [String: Any])
        #expect(contact["postalCode"] as? String == "30304")
    }

    @Test func `says how a sheet ended that was not paid`() throws {
        let cancelled = try pay(["shopper": ["cancel"]])
        #expect(cancelled.text("outcome") == "notPaid" && cancelled.text("reason") == "cancelled")
        #expect(cancelled.json["payment"] == nil)
        // A failure without errors ends a page's session, whatever the shopper would do then.
        let failed = try pay([
            "shopper": ["authorize", "authorize"],
            "updates": ["paymentauthorized": [["status": 1], ["status": 0]]],
        ])
        #expect(failed.text("outcome") == "notPaid" && failed.text("reason") == "failed")
        #expect(failed.paymentData != nil)
        #expect(failed.events.count { $0 == "paymentauthorized" } == 1)
        let late = try pay(["shopper": [["waitSeconds": 60], "authorize"]])
        #expect(late.text("outcome") == "paid", "a shopper has no time limit")
        let invalid = try pay([
            "shopper": [["chooseCard": "MasterCard 4444"], "authorize"],
            "updates": ["paymentmethodselected": ["newTotal": ["label": "", "amount": "1.00"]]],
        ])
        #expect(invalid.text("reason") == "invalidUpdate", "\(invalid.json)")
        let unknown = try sandbox.call("POST", "/wallet/payments", SandboxOrders.order(nil))
        #expect(unknown.text("reason") == "noToken")
        #expect(unknown.text("detail")?.contains("not registered") == true, "\(unknown.json)")
    }

    @Test func `refuses what no sheet is shown for, and says why`() throws {
        func changed(_ name: String, _ value: Any?) -> [String: Any] {
            var request = SandboxOrders.request
            request[name] = value
            return request
        }
        let requests: [([String: Any], String, String)] = [
            (changed("total", nil), "requestInvalid", "\"total\" is missing"),
            (changed("countryCode", "XX"), "requestInvalid", "countryCode"),
            (changed("currencyCode", "usd"), "requestInvalid", "upper case"),
            (changed("supportedNetworks", ["vista"]), "requestInvalid", "no network that is known"),
            (changed("supportedNetworks", ["mada"]), "noCard", "/devices/"),
            (changed("merchantCapabilities", ["supportsEMV"]), "requestInvalid", "3DS"),
            (
                changed("total", ["label": "Shop", "amount": "1.001"]), "requestInvalid",
                "3 digits after the decimal point"
            ),
            (
                changed("total", ["label": "Shop", "amount": ["1"]]), "requestInvalid",
                "total.amount"
            ),
            (
                changed("lineItems", [["label": "a", "amount": "1.00", "type": "later"]]),
                "requestInvalid", "lineItems[0].type"
            ),
        ]
        for (request, code, part) in requests {
            let answer = try pay(request: request)
            #expect(answer.status == 422 && answer.code == code, "\(answer.json)")
            #expect(answer.text("detail")?.contains(part) == true, "\(answer.json)")
        }
        let orders: [([String: Any], Int, String)] = [
            (["device": "none"], 404, "deviceUnknown"),
            (["certificate": "-----"], 422, "certificateInvalid"),
            (["shopper": [["chooseCard": "AmEx 0005"]]], 422, "stepImpossible"),
            (["shopper": [["chooseShippingMethod": "fast"]]], 422, "stepImpossible"),
            (["shopper": ["authorise"]], 400, "memberWrong"),
            (["updates": ["paymentauthorized": ["status": 9]]], 422, "answerInvalid"),
            (["updates": ["payment": [:] as [String: Any]]], 400, "memberUnknown"),
            (["updates": "http://127.0.0.1:1/"], 422, "answerInvalid"),
            (["merchantSession": [:] as [String: Any]], 400, "memberMissing"),
            (["wallet": 1], 400, "memberUnknown"),
        ]
        for (order, status, code) in orders {
            let answer = try pay(order)
            #expect(answer.status == status && answer.code == code, "\(order): \(answer.json)")
        }
    }

    @Test func `does not authorize in silence while an error keeps the sheet from paying`() throws {
        let answers: [[String: Any]] = [
            [
                "status": 1,
                "errors": [
                    [
                        "code": "billingContactInvalid", "contactField": "postalCode",
                        "message": "zip",
                    ]
                ],
            ], ["status": 0],
        ]
        let order: [String: Any] = [
            "updates": ["paymentauthorized": answers], "shopper": ["authorize", "authorize"],
        ]
        let answer = try pay(order)
        #expect(answer.status == 422 && answer.code == "stepImpossible", "\(answer.json)")
        #expect(answer.text("detail")?.contains("errors that must be corrected") == true)
        var once = order
        once["shopper"] = ["authorize"]
        let mistakes = try pay(once).json["mistakes"] as? [String]
        #expect(mistakes?.first?.contains("does not ask for that contact") == true)
    }

    @Test func `accepts numbers where a page writes them`() throws {
        var request = SandboxOrders.request
        request["lineItems"] = nil
        request["total"] = ["label": "My Company Name", "amount": 10]
        request["merchantCategoryCode"] = "5999"
        #expect(try opened(pay(request: request))["transactionAmount"] as? Int == 1000)
    }
}
