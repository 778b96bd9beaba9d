public import Money
public import PaymentRequest

extension PaymentSheet {
    /// Which question an answer is to; no two in a sheet are the same.
    public struct AskID: Hashable, Sendable {
        /// 1 for the first.
        public let number: Int

        /// The one with this number, as it comes back over a wire.
        public init(number: Int) {
            self.number = number
        }
    }

    /// Which token is meant; no two in a sheet are the same.
    public struct TokenID: Hashable, Sendable {
        /// 1 for the first.
        public let number: Int

        /// The one with this number, as it comes back over a wire.
        public init(number: Int) {
            self.number = number
        }
    }

    /// What a merchant's delegate is asked, and must answer once.
    ///
    /// - Source: Apple, PassKit, `PKPaymentAuthorizationControllerDelegate`.
    public enum Question: Hashable, Sendable {
        /// `didRequestMerchantSessionUpdate`; of the answer only the status counts.
        case merchantSession
        /// `didSelectPaymentMethod`, with the card redacted.
        case paymentMethod(PaymentMethod)
        /// `didSelectShippingContact`, with the contact redacted.
        case shippingContact(RedactedContact)
        /// `didSelectShippingMethod`.
        case shippingMethod(ValidPaymentRequest.ShippingMethod)
        /// `didChangeCouponCode`.
        case couponCode(String)
        /// `didAuthorizePayment`.
        case authorization(Payment)
    }

    /// What a merchant gets when the shopper has authorized.
    ///
    /// - Source: Apple, PassKit, `PKPayment`.
    public struct Payment: Hashable, Sendable {
        /// The token, which whoever made it keeps.
        public let token: TokenID
        /// What it is for.
        public let total: Money
        /// The card.
        public let method: PaymentMethod
        /// The full shipping contact, in the fields that were asked for; nil where none were.
        public let shippingContact: Contact?
        /// The full billing contact, in the fields that were asked for; nil where none were.
        public let billingContact: Contact?
        /// The way of shipping; nil where there was none to choose.
        public let shippingMethod: ValidPaymentRequest.ShippingMethod?

        /// The same with another card to see, for a device that shows none of its own.
        public func showing(_ method: PaymentMethod) -> Payment {
            Payment(
                token: token,
                total: total,
                method: method,
                shippingContact: shippingContact,
                billingContact: billingContact,
                shippingMethod: shippingMethod
            )
        }
    }

    /// What a token is to be made of.
    public struct TokenOrder: Hashable, Sendable {
        /// Which token.
        public let id: TokenID
        /// With which card.
        public let card: Card.ID
        /// On which of the card's networks; nil where the card does not say.
        public let network: PaymentNetwork?
        /// What the shopper is charged: exactly the last item of the request as it now stands.
        public let total: Money
        /// For whom.
        public let merchantIdentifier: String
        /// Where the merchant does business.
        public let countryCode: String
        /// Bytes of the merchant's own, whose hash the token holds.
        public let applicationData: [UInt8]?
        /// Whether later payments will follow, so that the merchant gets a token of its own.
        public let makesMerchantToken: Bool
        /// What of the total goes to other merchants; empty where there are none.
        public let parts: [Part]

        /// A part of the total.
        public struct Part: Hashable, Sendable {
            /// For whom.
            public let merchantIdentifier: String
            /// How much.
            public let amount: Money
        }
    }
}
