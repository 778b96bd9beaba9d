import Foundation
import PassKit
import Testing

@Suite("Every error of PassKit")
struct ErrorShapeTests {
    /// An error as an app sees it, whatever its type.
    private struct Seen: Equatable {
        var code, errorCode: Int
        var userInfo, errorUserInfo: String?
        var description, domain, foundationDomain: String

        init<Stated: _BridgedStoredNSError>(_ error: Stated)
        where Stated.Code: RawRepresentable<Int> {
            code = error.code.rawValue
            errorCode = error.errorCode
            userInfo = error.userInfo["key"] as? String
            errorUserInfo = error.errorUserInfo["key"] as? String
            description = error.localizedDescription
            domain = Stated.errorDomain
            foundationDomain = (error as NSError).domain
        }

        init(code: Int, domain: String) {
            (self.code, errorCode) = (code, code)
            (userInfo, errorUserInfo) = ("value", "value")
            description = "Words"
            (self.domain, foundationDomain) = (domain, domain)
        }
    }

    private static let info: [String: any Sendable] = [
        "key": "value", NSLocalizedDescriptionKey: "Words",
    ]

    @Test func `has a code, keys, words and a domain`() {
        let info = Self.info
        let seen: [Seen] = [
            Seen(PKPaymentError(.couponCodeExpiredError, userInfo: info)),
            Seen(PKPassKitError(.invalidSignature, userInfo: info)),
            Seen(PKDisbursementError(.unsupportedCardError, userInfo: info)),
            Seen(PKAddSecureElementPassError(.deviceNotReadyError, userInfo: info)),
            Seen(PKShareSecureElementPassError(.setupError, userInfo: info)),
        ]
        #expect(
            seen == [
                Seen(code: 5, domain: PKPaymentErrorDomain),
                Seen(code: 3, domain: PKPassKitErrorDomain),
                Seen(code: 1, domain: PKDisbursementErrorDomain),
                Seen(code: 5, domain: PKAddSecureElementPassErrorDomain),
                Seen(code: 1, domain: PKShareSecureElementPassErrorDomain),
            ]
        )
    }

    @Test func `shows an app that shares a pass its code and its keys`() {
        let error = PKShareSecureElementPassError(.setupError, userInfo: Self.info)
        #expect(error.code == .setupError && error.errorCode == 1)
        #expect(error.errorUserInfo["key"] as? String == "value")
        #expect(error != PKShareSecureElementPassError(.unknownError, userInfo: Self.info))
    }

    @Test func `has its own domain, named by its type`() {
        let domains = [
            PKPaymentError.errorDomain, PKPassKitError.errorDomain,
            PKDisbursementError.errorDomain, PKAddSecureElementPassError.errorDomain,
            PKShareSecureElementPassError.errorDomain,
        ]
        #expect(
            domains == [
                "PKPaymentErrorDomain", "PKPassKitErrorDomain", "PKDisbursementErrorDomain",
                "PKAddSecureElementPassErrorDomain", "PKShareSecureElementPassErrorDomain",
            ]
        )
    }

    @Test func `is caught by its code, and by no other type's of that number`() {
        func outcome(of error: any Error) -> String {
            do {
                throw error
            } catch PKShareSecureElementPassError.setupError {
                return "share"
            } catch PKAddSecureElementPassError.userCanceledError {
                return "add"
            } catch PKPassKitError.invalidDataError {
                return "data"
            } catch PKDisbursementError.unsupportedCardError {
                return "payout"
            } catch {
                return "other"
            }
        }
        #expect(outcome(of: PKShareSecureElementPassError(.setupError)) == "share")
        #expect(outcome(of: PKAddSecureElementPassError(.userCanceledError)) == "add")
        #expect(outcome(of: PKPassKitError(.invalidDataError)) == "data")
        #expect(outcome(of: PKDisbursementError(.unsupportedCardError)) == "payout")
        #expect(outcome(of: PKPaymentError(.shippingContactInvalidError)) == "other")
    }
}
