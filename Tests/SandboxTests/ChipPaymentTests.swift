import ASN1
import AppleServers
import Bytes
import CardAccounts
import CardMessages
import CardNetwork
import PaymentRequest
import PaymentSheet
import PaymentToken
import TestSandbox
import Testing
import Wallet
import World

@Suite("A payment by chip data")
struct ChipPaymentTests {
    let bench: WalletBench

    init() throws { bench = try WalletBench() }

    static func request(_ capabilities: MerchantCapabilities) -> PaymentRequest {
        var request = WalletBench.request()
        request.countryCode = "CN"
        request.currencyCode = "CNY"
        request.supportedNetworks = [.chinaUnionPay]
        request.merchantCapabilities = capabilities
        request.shippingMethods = nil
        request.requiredShippingContactFields = []
        return request
    }

    /// The tokens of a sheet, opened by the merchant.
    private func pay(
        _ capabilities: MerchantCapabilities = [.threeDSecure, .emv],
        answering answers: [AuthorizationResult] = [],
        before shopper: ScriptedShopper = ScriptedShopper(.authorize)
    ) async throws -> [PaymentPayload] {
        let tokens = LockedValue<[SealedPaymentToken]>([])
        let presentation = bench.presentation(
            of: Self.request(capabilities),
            delegate: RecordingDelegate(answering: answers),
            before: shopper
        ) { observation in
            if case .handedToDelegate(let made) = observation {
                tokens.withLock { $0.append(made) }
            }
        }
        _ = try await presentation.run()
        return try tokens.withLock { $0 }.map {
            try bench.sandbox.open($0, for: bench.merchant).payment
        }
    }

    private func authorize(
        _ payment: PaymentPayload,
        amount: Int64? = nil
    ) async throws -> String? {
        guard case .emv(let chip, _) = payment.proof else { return nil }
        return try await bench.sandbox.network.code(
            of: AskedPayment(
                accountNumber: payment.accountNumber,
                expiration: String(payment.accountExpirationDate.prefix(4)),
                proof: .chipData(chip.objects.bytes, encryptedPIN: nil),
                merchant: "merchant.com.example",
                amount: amount ?? payment.transactionAmount,
                currency: payment.currencyCode,
                reference: "\(amount ?? 0)"
            )
        )
    }

    @Test func `has the data objects of a card message, and the network verifies them`()
        async throws
    {
        try bench.sandbox.sandbox.provision(.chinaUnionPay.payingByChip())
        let payment = try #require(try await pay().first)
        guard case .emv(let chip, encryptedPIN: nil) = payment.proof else {
            Issue.record("no chip data")
            return
        }
        let tags = chip.objects.objects.map(\.tag.description)
        let expected =
            "9F26 9F27 9F10 9F37 9F36 95 9A 9C 9F02 5F2A 82 9F1A 9F03 9F33 9F34 9F35 9F1E 84 9F09 9F41"
            + " 5F34"
        #expect(tags.joined(separator: " ") == expected)
        func value(_ tag: UInt32) -> String? {
            chip.objects.everyObject(tagged: DataObjectTag(tag)).first?.value.hexadecimal
        }
        #expect(value(0x9f02) == "000000001075")
        #expect(value(0x5f2a) == "0156" && value(0x9f1a) == "0156")
        #expect(value(0x9a) == "251124" && value(0x9f36) == "0001")
        #expect(payment.transactionAmount == 1_075 && payment.currencyCode == "156")
        #expect(try await authorize(payment, amount: 1_074) == "82")
        #expect(try await authorize(payment) == "00")
    }

    @Test func `is made only where both the card and the merchant have it`() async throws {
        try bench.sandbox.sandbox.provision(.chinaUnionPay.payingByChip())
        let byCryptogram = try #require(try await pay([.threeDSecure]).first)
        guard case .threeDSecure(.some, _) = byCryptogram.proof else {
            Issue.record("chip data without EMV")
            return
        }
        #expect(SandboxCard.visa.payingByChip() == SandboxCard.visa)
        let other = try WalletBench()
        try other.sandbox.sandbox.provision(.chinaUnionPay)
        #expect(other.sandbox.wallet.cards.map(\.protocols) == [.threeDSecure])
    }

    @Test func `has the PIN after the app asked for it`() async throws {
        try bench.sandbox.sandbox.provision(.chinaUnionPay.payingByChip())
        let payments = try await pay(
            answering: [AuthorizationResult(.pinRequired)],
            before: ScriptedShopper(.authorize, .enterPIN)
        )
        let pins = payments.map { payment in
            if case .emv(_, let pin) = payment.proof { pin?.count } else { -1 }
        }
        #expect(pins == [nil, PINBlock.length])
    }

    @Test func `sends a PIN that only the issuer can read`() async throws {
        let sandbox = bench.sandbox
        let card = try #require(
            PaymentCard(number: "6200000000000005", expirationDate: "351231", scheme: .unionPay)
        )
        let account = try sandbox.sandbox.issueAccount(for: card, availableMinorUnits: 1)
        let identifier = sandbox.secureElement.add(account)
        func pay(_ pin: String) async throws -> PaymentPayload {
            let sealed = try await sandbox.secureElement.pay(
                sandbox.instruction(
                    chipTerms: ChipTerms(countryNumericCode: "156", date: "251124")
                ),
                with: identifier,
                pin: Secret(copying: Array(pin.utf8)),
                sealedTo: sandbox.server.publicKey
            )
            let token = try await sandbox.server.paymentToken(
                for: sealed,
                paymentMethod: UntrustedPaymentMethod(
                    displayName: "UnionPay 0005",
                    network: "ChinaUnionPay",
                    type: "debit"
                )
            )
            return try sandbox.open(token, for: bench.merchant).payment
        }
        guard case .emv(let chip, let encrypted?) = try await pay("2580").proof else {
            Issue.record("no PIN")
            return
        }
        let method = chip.objects.everyObject(tagged: DataObjectTag(0x9f34)).first?.value
        #expect(method?.hexadecimal == "420300", "a PIN that the issuer verifies")
        for (pin, isRight) in [("2580", true), ("2581", false)] {
            let found = PINBlock.decrypt(
                encrypted,
                accountNumber: account.accountNumber,
                key: account.keys.pins
            )
            #expect((found == Secret(copying: Array(pin.utf8))) == isRight)
        }
        await #expect(throws: SecureElementFailure.pinMalformed) { try await pay("12") }
    }

    @Test func `is not made by an account without an application, or for several merchants`()
        async throws
    {
        let sandbox = bench.sandbox
        let terms = try #require(ChipTerms(countryNumericCode: "156", date: "251124"))
        func pay(with account: DeviceAccount, parts: Int) async throws {
            _ = try await sandbox.secureElement.pay(
                sandbox.instruction(parts: parts, chipTerms: terms),
                with: sandbox.secureElement.add(account),
                sealedTo: sandbox.server.publicKey
            )
        }
        let card = PaymentCard(
            number: "6200000000000005",
            expirationDate: "351231",
            scheme: .unionPay
        )
        let unionPay = try sandbox.sandbox.issueAccount(for: #require(card), availableMinorUnits: 1)
        try await pay(with: unionPay, parts: 0)
        await #expect(throws: SecureElementFailure.noChipApplication) {
            try await pay(with: unionPay, parts: 2)
        }
        let visa = try sandbox.account()
        await #expect(throws: SecureElementFailure.noChipApplication) {
            try await pay(with: visa, parts: 0)
        }
    }

    @Test(arguments: [-1, ProvenPayment.largestAmount + 1, .max])
    func `is not made, nor is a cryptogram, for an amount that no message states`(
        amount: Int64
    ) async throws {
        let sandbox = bench.sandbox
        let identifier = sandbox.secureElement.add(try sandbox.account())
        await #expect(throws: SecureElementFailure.paymentMalformed) {
            try await sandbox.secureElement.pay(
                sandbox.instruction(amount),
                with: identifier,
                sealedTo: sandbox.server.publicKey
            )
        }
        _ = try await sandbox.secureElement.pay(
            sandbox.instruction(ProvenPayment.largestAmount),
            with: identifier,
            sealedTo: sandbox.server.publicKey
        )
    }

    @Test func `uses the country's number`() {
        #expect(CountryNumber.digits(of: "CN") == "156")
        #expect(CountryNumber.digits(of: "US") == "840")
        #expect(CountryNumber.digits(of: "AF") == "004")
        #expect(CountryNumber.digits(of: "ZW") == "716")
        #expect(CountryNumber.digits(of: "XK") == nil)
        #expect(CountryNumber.digits(of: "cn") == nil)
    }

    @Test func `states only what has the form of country and date`() {
        #expect(ChipTerms(countryNumericCode: "156", date: "251124") != nil)
        for (country, date) in [
            ("15", "251124"), ("CHN", "251124"), ("156", "25112"), ("156", "2511xx"), ("", ""),
        ] {
            #expect(ChipTerms(countryNumericCode: country, date: date) == nil)
        }
    }
}
