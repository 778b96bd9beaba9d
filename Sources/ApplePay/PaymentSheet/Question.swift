public import Money
public import PaymentRequest

extension PaymentSheet {
    /// The identifier of a question, unique within a sheet.
    public struct AskID: Hashable, Sendable {
        /// 1 for the first.
        public let number: Int

        /// Creates an identifier, for example from a message.
        public init(number: Int) {
            self.number = number
        }
    }

    /// The identifier of a token, unique within a sheet.
    public struct TokenID: Hashable, Sendable {
        /// 1 for the first.
        public let number: Int

        /// Creates an identifier, for example from a message.
        public init(number: Int) {
            self.number = number
        }
    }

    /// A question to a merchant's delegate, to be answered once.
    ///
    /// - Source: Apple, PassKit, `PKPaymentAuthorizationControllerDelegate`.
    public enum Question: Hashable, Sendable {
        /// `didRequestMerchantSessionUpdate`; only the status of the answer is used.
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

    /// The authorized payment for a merchant.
    ///
    /// - Source: Apple, PassKit, `PKPayment`.
    public struct Payment: Hashable, Sendable {
        /// The token's identifier. The code that made the token keeps it.
        public let token: TokenID
        /// The amount.
        public let total: Money
        /// The card.
        public let method: PaymentMethod
        /// The full shipping contact, in the requested fields; nil if none are requested.
        public let shippingContact: Contact?
        /// The full billing contact, in the requested fields; nil if none are requested.
        public let billingContact: Contact?
        /// The shipping method; nil if the request has none.
        public let shippingMethod: ValidPaymentRequest.ShippingMethod?

        /// This payment with another card, for a device that does not show its cards.
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

    /// The content of a token that is to be made.
    public struct TokenOrder: Hashable, Sendable {
        /// The token's identifier.
        public let id: TokenID
        /// The card.
        public let card: Card.ID
        /// The card's network; nil if the card has none.
        public let network: PaymentNetwork?
        /// The amount that the shopper is charged: exactly the last item of the current request.
        public let total: Money
        /// The merchant identifier.
        public let merchantIdentifier: String
        /// The merchant's country.
        public let countryCode: String
        /// The protocols that the merchant can process.
        public let protocols: MerchantCapabilities
        /// Whether the shopper entered the card's PIN for it.
        public let hasPIN: Bool
        /// The merchant's data, whose hash the token contains.
        public let applicationData: [UInt8]?
        /// Whether later payments will follow, so that the merchant gets a merchant token.
        public let makesMerchantToken: Bool
        /// The parts of the total for other merchants; empty if there are none.
        public let parts: [Part]

        /// A part of the total.
        public struct Part: Hashable, Sendable {
            /// The merchant identifier.
            public let merchantIdentifier: String
            /// The amount.
            public let amount: Money
        }
    }
}
