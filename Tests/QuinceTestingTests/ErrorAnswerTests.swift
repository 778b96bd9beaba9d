import PassKit
import QuinceTesting
import Testing

/// An error of an app's about a contact, and the change that puts it right.
struct ContactFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: @Sendable () -> any Error
    let cause: PaymentError.Cause
    /// A change that does not put it right.
    let otherwise: @Sendable (inout Contact) -> Void
    let mended: @Sendable (inout Contact) -> Void

    init(
        _ description: String,
        _ cause: PaymentError.Cause,
        _ error: @autoclosure @escaping @Sendable () -> any Error,
        otherwise: @escaping @Sendable (inout Contact) -> Void = { $0.phoneNumber = "1" },
        mended: @escaping @Sendable (inout Contact) -> Void = { $0.postalAddress?.street = "2" }
    ) {
        testDescription = description
        self.cause = cause
        self.error = error
        self.otherwise = otherwise
        self.mended = mended
    }

    static let shipping = [
        ContactFault(
            "a street",
            .shippingContactInvalid(.addressPart(.street)),
            PKPaymentRequest.paymentShippingAddressInvalidError(
                withKey: CNPostalAddressStreetKey,
                localizedDescription: nil
            ),
            otherwise: { $0.postalAddress?.city = "Macon" }
        ),
        ContactFault(
            "a postal code",
            .shippingContactInvalid(.addressPart(.postalCode)),
            PKPaymentRequest.paymentShippingAddressInvalidError(
                withKey: CNPostalAddressPostalCodeKey,
                localizedDescription: "No such code"
            ),
            otherwise: { $0.postalAddress?.city = "Macon" },
            mended: { $0.postalAddress?.postalCode = "31201" }
        ),
        ContactFault(
            "an e-mail address",
            .shippingContactInvalid(.field(.emailAddress)),
            PKPaymentRequest.paymentContactInvalidError(
                withContactField: .emailAddress,
                localizedDescription: nil
            ),
            mended: { $0.emailAddress = "john@example.org" }
        ),
        ContactFault(
            "a telephone number",
            .shippingContactInvalid(.field(.phoneNumber)),
            PKPaymentRequest.paymentContactInvalidError(
                withContactField: .phoneNumber,
                localizedDescription: nil
            ),
            otherwise: { $0.emailAddress = "john@example.org" },
            mended: { $0.phoneNumber = "1" }
        ),
        ContactFault(
            "a name",
            .shippingContactInvalid(.field(.name)),
            PKPaymentRequest.paymentContactInvalidError(
                withContactField: .name,
                localizedDescription: nil
            ),
            mended: { $0.name?.familyName = "Seed" }
        ),
        ContactFault(
            "no delivery there",
            .shippingAddressUnserviceable,
            PKPaymentRequest.paymentShippingAddressUnserviceableError(
                withLocalizedDescription: nil
            )
        ),
    ]
}

@MainActor
@Suite("An error that an app answers", .timeLimit(.minutes(30)))
struct ErrorAnswerTests {
    let phone: ApplePaySandbox
    let shop = Shop()

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    /// The contacts of one shopper, changed step by step.
    private static func changed(_ change: (inout Contact) -> Void) -> Contact {
        var contact = Contact.johnAppleseed
        change(&contact)
        return contact
    }

    @Test(arguments: ContactFault.shipping)
    func `about a contact prevents the payment until that part is corrected`(
        fault: ContactFault
    ) async throws {
        shop.request.requiredShippingContactFields = [
            .postalAddress, .name, .emailAddress, .phoneNumber,
        ]
        // Authorized once, refused, and then put right.
        var answers = [
            PKPaymentAuthorizationResult(status: .failure, errors: [fault.error()]),
            PKPaymentAuthorizationResult(status: .success, errors: nil),
        ]
        shop.onPayment = { _, reply in reply(answers.removeFirst()) }
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            #expect(await sheet.errors().map(\.cause) == [fault.cause])
            try await sheet.chooseShippingContact(Self.changed(fault.otherwise))
            await sheet.authorize()  // Does nothing.
            #expect(await shop.log.last == "contact")
            #expect(await sheet.errors().map(\.cause) == [fault.cause])
            try await sheet.chooseShippingContact(Self.changed(fault.mended))
            #expect(await sheet.errors().isEmpty)
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(shop.payments.count == 2)
    }

    @Test(arguments: ContactFault.shipping)
    func `in an update stops the payment as well`(fault: ContactFault) async throws {
        var isWrong = true
        shop.onContact = { _, reply in
            reply(
                .init(
                    errors: isWrong ? [fault.error()] : nil,
                    paymentSummaryItems: [],
                    shippingMethods: [ToyStore.standard]
                )
            )
        }
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()  // Does nothing.
            #expect(await sheet.errors().map(\.cause) == [fault.cause])
            #expect(await !shop.log.contains("payment"))
            await MainActor.run { isWrong = false }
            try await sheet.chooseShippingContact(.inLondon)
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
    }

    @Test func `about the billing contact is corrected only by a change of the billing contact`()
        async throws
    {
        shop.request.requiredBillingContactFields = [.postalAddress]
        shop.onMethod = { _, reply in
            let error = PKPaymentRequest.paymentBillingAddressInvalidError(
                withKey: CNPostalAddressPostalCodeKey,
                localizedDescription: nil
            )
            reply(.init(errors: [error], paymentSummaryItems: []))
        }
        let shopper = ScriptedShopper { sheet in
            try await sheet.chooseShippingContact(.inLondon)
            await sheet.authorize()  // Does nothing.
            let wrong = PaymentError.Cause.billingContactInvalid(.addressPart(.postalCode))
            #expect(await sheet.errors().map(\.cause) == [wrong])
            try await sheet.chooseBillingContact(.inParis)
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
        #expect(shop.payments.count == 1)
    }

    @Test func `is shown in the app's order and with its text`() async throws {
        let faults = ContactFault.shipping.reversed()
        shop.onContact = { _, reply in
            reply(
                .init(
                    errors: faults.map { $0.error() },
                    paymentSummaryItems: [],
                    shippingMethods: [ToyStore.standard]
                )
            )
        }
        let shopper = ScriptedShopper { sheet in
            let errors = await sheet.errors()
            #expect(errors.map(\.cause) == faults.map(\.cause))
            #expect(errors.compactMap(\.message) == ["No such code"])
        }
        try await phone.run(shopper) { shop.buy() }
    }

    @Test func `without a name is shown and does not prevent the payment`() async throws {
        shop.onContact = { _, reply in
            reply(
                .init(
                    errors: [PKPaymentError(.unknownError)],
                    paymentSummaryItems: [],
                    shippingMethods: [ToyStore.standard]
                )
            )
        }
        let shopper = ScriptedShopper { sheet in
            #expect(await sheet.errors().map(\.cause) == [.unknown])
            await sheet.authorize()
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
    }
}
