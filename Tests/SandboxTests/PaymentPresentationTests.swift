import AppleServers
import Bytes
import Certificates
import Money
import PaymentRequest
import PaymentSheet
import PaymentToken
import TestSandbox
import Testing
import Wallet
import World

@Suite("A sheet before a scripted shopper")
struct PaymentPresentationTests {
    let bench: WalletBench

    init() throws {
        bench = try WalletBench()
        try bench.addCard()
    }

    static let guide = ScriptedShopper(
        .chooseShippingContact(WalletBench.john),
        .chooseShippingMethod("next-day"),
        .chooseShippingMethod("standard"),
        .authorize
    )

    @Test func `follows the guide's steps (mission 10, 11)`() async throws {
        let seen = LockedValue<[String]>([])
        let presentation = bench.presentation(before: Self.guide) { observation in
            seen.withLock { $0.append(ObservationName.of(observation)) }
        }
        _ = try await presentation.run()
        let expected = [
            "presented 10.75", "asked merchantSession", "unheard", "asked paymentMethod",
            "shopper chooses contact", "asked shippingContact",
            "shopper chooses next-day", "asked next-day", "updated 15.74",
            "shopper chooses standard", "asked standard", "updated 10.75",
            "shopper authorizes", "willAuthorizePayment", "shown processing",
            "instructed 1075", "sealed for Apple", "sealed for merchant",
            "asked authorization", "handed to delegate", "shown paid", "finished paid",
        ]
        #expect(seen.withLock { $0 } == expected)
    }

    @Test func `charges the last item, for the merchant to open (mission 7.15, 11)`() async throws {
        let delegate = RecordingDelegate()
        let shopper = ScriptedShopper(
            .chooseShippingContact(WalletBench.john),
            .chooseShippingMethod("next-day"),
            .authorize
        )
        let outcome = try await bench.presentation(delegate: delegate, before: shopper).run()
        #expect(outcome == .paid(PaymentSheet.TokenID(number: 1)))
        #expect(delegate.told.finishes == 1)
        let payment = try #require(delegate.told.payments.first)
        #expect(payment.details.total.minorUnits == 1574)
        let token = try SealedPaymentToken(json: payment.paymentData)
        let opened = try bench.sandbox.open(token, for: bench.merchant)
        #expect(opened.payment.transactionAmount == 1574)
        #expect(opened.payment.currencyCode == "840")
        #expect(opened.payment.accountNumber.revealedText().hasPrefix("48170099"))
        #expect(opened.payment.accountNumber.revealedText() != SandboxBench.cardNumber)
        #expect(opened.payment.accountExpirationDate == "351231")
        #expect(token.applicationDataHash == nil)
        // What an app gets is the payment data; the rest of PKPaymentToken are properties.
        let text = String(decoding: payment.paymentData, as: UTF8.self)
        #expect(text.hasPrefix(#"{"version":"EC_v1","data":"#))
        #expect(!text.contains("transactionIdentifier"))
    }

    @Test func `shows a contact redacted, and whole once paid (mission 9.8)`() async throws {
        let delegate = RecordingDelegate()
        _ = try await bench.presentation(delegate: delegate, before: Self.guide).run()
        #expect(
            delegate.told.contacts.map(\.contact) == [
                Contact(
                    postalAddress: PostalAddress(
                        city: "Atlanta",
                        state: "GA",
                        postalCode: "30303",
                        country: "United States",
                        isoCountryCode: "US"
                    )
                )
            ]
        )
        var asked = WalletBench.john
        asked.phoneNumber = nil
        let payment = try #require(delegate.told.payments.first)
        #expect(payment.details.shippingContact == asked, "what was asked for, and no more")
        #expect(delegate.told.methods.map(\.displayName) == [nil])
    }

    @Test func `shows a failure, and lets the shopper try again`() async throws {
        let delegate = RecordingDelegate(answering: [AuthorizationResult(.failure)])
        let shown = LockedValue<[PaymentSheet.Display]>([])
        let presentation = bench.presentation(
            delegate: delegate,
            before: ScriptedShopper(
                .chooseShippingContact(WalletBench.john),
                .authorize,
                .authorize
            )
        ) { observation in
            if case .shown(let display) = observation { shown.withLock { $0.append(display) } }
        }
        let outcome = try await presentation.run()
        #expect(shown.withLock { $0 } == [.processing, .failed, .processing, .paid])
        guard case .paid = outcome else {
            Issue.record("ended \(outcome)")
            return
        }
        let tokens = try delegate.told.payments.map { try SealedPaymentToken(json: $0.paymentData) }
        #expect(Set(tokens.map(\.transactionID)).count == 2, "a token is not used again")
        #expect(Set(tokens.map(\.data)).count == 2)
    }

    static let endings: [[ScriptedShopper.Step]] = [
        [], [.cancel], [.cancelAtOnce], [.authorize],
        [.chooseShippingContact(WalletBench.john)],
        [.chooseShippingMethod("next-day"), .authorize],
    ]

    @Test(arguments: endings)
    func `ends unpaid if the shopper leaves fields empty or closes the sheet`(
        steps: [ScriptedShopper.Step]
    ) async throws {
        let delegate = RecordingDelegate()
        let shopper = ScriptedShopper { sheet in
            for step in steps { try await sheet.take(step) }
        }
        let presentation = bench.presentation(delegate: delegate, before: shopper)
        #expect(try await presentation.run() == .notPaid(.cancelled))
        #expect(delegate.told.payments.isEmpty)
        #expect(delegate.told.finishes == 1)
    }

    @Test func `ends unpaid where Apple's server makes no token`() async throws {
        let end = bench.merchant.certificate.certificate.notAfter.seconds
        bench.sandbox.clock.advance(bySeconds: end - bench.sandbox.clock.now.seconds + 1)
        let delegate = RecordingDelegate()
        let failures = LockedValue<[any Error]>([])
        let presentation = bench.presentation(
            delegate: delegate,
            before: Self.guide
        ) { observation in
            if case .noToken(let failure) = observation {
                failures.withLock { $0.append(failure) }
            }
        }
        #expect(try await presentation.run() == .notPaid(.cancelled))
        let refusals = failures.withLock { $0.map { $0 as? TokenServiceRefusal } }
        #expect(refusals == [.merchantWithoutCertificate])
        #expect(delegate.told.payments.isEmpty)
    }
}

/// The name of an observation, in a few words.
enum ObservationName {
    static func of(_ observation: PaymentObservation) -> String {
        switch observation {
        case .presented(let request): "presented \(request.total.decimalText)"
        case .updated(let request): "updated \(request.total.decimalText)"
        case .shopper(.authorize): "shopper authorizes"
        case .shopper(.chooseShippingContact): "shopper chooses contact"
        case .shopper(.chooseShippingMethod(let identifier)): "shopper chooses \(identifier)"
        case .shopper(let step): "shopper \(step)"
        case .asked(.merchantSession): "asked merchantSession"
        case .unheard: "unheard"
        case .asked(.paymentMethod): "asked paymentMethod"
        case .asked(.shippingContact): "asked shippingContact"
        case .asked(.shippingMethod(let method)): "asked \(method.identifier)"
        case .asked(.couponCode): "asked couponCode"
        case .asked(.authorization): "asked authorization"
        case .instructed(let instruction): "instructed \(instruction.amountMinorUnits)"
        case .sealedForApple: "sealed for Apple"
        case .sealedForMerchant: "sealed for merchant"
        case .handedToDelegate: "handed to delegate"
        case .noToken(let failure): "no token: \(failure)"
        case .shown(let display): "shown \(display)"
        case .reported(let diagnostic, _): "reported \(diagnostic)"
        case .appMistake(let mistake): "mistake: \(mistake)"
        case .paymentSetupOpened: "payment setup opened"
        case .stepFailed(let failure): "failed \(failure)"
        case .announced: "willAuthorizePayment"
        case .finished(.paid): "finished paid"
        case .closed(let outcome): "closed \(outcome)"
        case .finished(let outcome): "finished \(outcome)"
        }
    }
}
