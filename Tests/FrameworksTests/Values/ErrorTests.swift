import PassKit
import Testing

@Suite("The errors that an app answers with")
struct ErrorTests {
    private typealias Request = PKPaymentRequest

    @Test func `name a field of the shipping contact`() throws {
        let error = Request.paymentContactInvalidError(
            withContactField: .phoneNumber,
            localizedDescription: "Ring, ring"
        )
        let stated = try #require(error as? PKPaymentError)
        #expect(stated.code == .shippingContactInvalidError)
        #expect(stated.errorCode == 1)
        #expect(stated.localizedDescription == "Ring, ring")
        let field = stated.userInfo[PKPaymentErrorKey.contactFieldUserInfoKey.rawValue]
        #expect(field as? PKContactField == .phoneNumber)
        #expect((error as NSError).domain == PKPaymentErrorDomain)
        #expect((error as NSError).code == PKPaymentError.Code.shippingContactInvalidError.rawValue)
    }

    @Test func `name a part of an address`() throws {
        let pairs = [
            (
                Request.paymentShippingAddressInvalidError(
                    withKey: CNPostalAddressCityKey,
                    localizedDescription: nil
                ), PKPaymentError.shippingContactInvalidError
            ),
            (
                Request.paymentBillingAddressInvalidError(
                    withKey: CNPostalAddressCityKey,
                    localizedDescription: nil
                ), PKPaymentError.billingContactInvalidError
            ),
        ]
        for (error, code) in pairs {
            let stated = try #require(error as? PKPaymentError)
            #expect(stated.code == code)
            let keys = stated.errorUserInfo
            #expect(keys["PKPaymentErrorPostalAddress"] as? String == "city")
            #expect(keys["PKPaymentErrorContactField"] as? PKContactField == .postalAddress)
            #expect(keys[NSLocalizedDescriptionKey] == nil)
        }
    }

    @Test func `name what is wrong with a coupon or with no delivery`() {
        let errors = [
            Request.paymentShippingAddressUnserviceableError(withLocalizedDescription: "No"),
            Request.paymentCouponCodeInvalidError(),
            Request.paymentCouponCodeExpiredError(localizedDescription: "Over"),
        ]
        #expect(errors.map { ($0 as NSError).code } == [3, 4, 5])
        #expect(errors[2].localizedDescription == "Over")
    }

    @Test func `are caught by their code`() {
        func outcome(of error: any Error) -> String {
            do {
                throw error
            } catch PKPaymentError.couponCodeInvalidError {
                return "coupon"
            } catch PKPaymentError.unknownError {
                return "unknown"
            } catch let error as PKPaymentError {
                return "code \(error.code.rawValue)"
            } catch {
                return "foreign"
            }
        }
        #expect(outcome(of: Request.paymentCouponCodeInvalidError()) == "coupon")
        #expect(outcome(of: PKPaymentError(.unknownError)) == "unknown")
        #expect(outcome(of: Request.paymentCouponCodeExpiredError()) == "code 5")
        #expect(outcome(of: PKDisbursementError(.unknownError)) == "foreign")
    }

    @Test func `compare by code and keys`() {
        #expect(PKPaymentError(.unknownError) == PKPaymentError(.unknownError))
        #expect(PKPaymentError(.unknownError) != PKPaymentError(.couponCodeInvalidError))
        #expect(PKPaymentError.errorDomain == "PKPaymentErrorDomain")
    }

    @Test func `of payouts and passes have domains of their own`() {
        let payout = PKDisbursementRequest.disbursementContactInvalidError(
            withContactField: .name,
            localizedDescription: "Who?"
        )
        #expect((payout as? PKDisbursementError)?.code == .recipientContactInvalidError)
        let card = PKDisbursementRequest.disbursementCardUnsupportedError()
        #expect((card as NSError).domain == PKDisbursementErrorDomain)
        #expect((PKPassKitError(.invalidDataError) as NSError).domain == PKPassKitErrorDomain)
        #expect(
            PKAddSecureElementPassError.unknownError == PKAddSecureElementPassError.genericError
        )
        #expect(PKAddPaymentPassError.userCancelled.rawValue == 1)
    }

    @Test func `cast to NSError with their domain, code and keys`() throws {
        let error = Request.paymentShippingAddressInvalidError(
            withKey: CNPostalAddressPostalCodeKey,
            localizedDescription: "No such code"
        )
        let foundation = try #require([error].first as? NSError)
        #expect(foundation.domain == "PKPaymentErrorDomain")
        #expect(foundation.code == 1)
        #expect(foundation.userInfo["PKPaymentErrorPostalAddress"] as? String == "postalCode")
        #expect(foundation.localizedDescription == "No such code")
        let payout = PKDisbursementRequest.disbursementCardUnsupportedError()
        do {
            throw payout
        } catch let error as NSError {
            #expect(error.domain == PKDisbursementErrorDomain && error.code == 1)
        }
        #expect((PKPassKitError(.notEntitledError) as Any as? NSError)?.code == 4)
        let update = PKPaymentRequestCouponCodeUpdate(
            errors: [Request.paymentCouponCodeExpiredError()],
            paymentSummaryItems: [],
            shippingMethods: []
        )
        #expect((update.errors.first as? NSError)?.code == 5)
    }

    @Test func `are made of an NSError of their domain, and of no other`() throws {
        let foundation: any Error = NSError(
            domain: PKPaymentErrorDomain,
            code: 4,
            userInfo: [NSLocalizedDescriptionKey: "Gone"]
        )
        let stated = try #require(foundation as? PKPaymentError)
        #expect(stated.code == .couponCodeInvalidError)
        #expect(stated.localizedDescription == "Gone")
        #expect(foundation as? PKDisbursementError == nil)
        #expect(foundation as? PKPassKitError == nil)
        do {
            throw foundation
        } catch PKPaymentError.couponCodeInvalidError {
        } catch {
            Issue.record("caught as \(error)")
        }
    }

    @Test func `the field in an error's userInfo is read as a text and as a field`() throws {
        let error = PKPaymentRequest.paymentContactInvalidError(
            withContactField: .emailAddress,
            localizedDescription: nil
        )
        let stated = try #require(
            (error as NSError).userInfo[PKPaymentErrorKey.contactFieldUserInfoKey.rawValue]
        )
        #expect(stated as? String == "email")
        #expect(stated as? NSString == "email")
        #expect(stated as? PKContactField == .emailAddress)
    }
}
