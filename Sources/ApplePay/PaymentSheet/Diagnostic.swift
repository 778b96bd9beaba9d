public import PaymentRequest

extension PaymentSheet {
    /// A mistake of an app, or of the code that drives the sheet.
    public enum Diagnostic: Hashable, Sendable {
        /// A question was answered twice; the second answer is ignored (mission 6.5, 10.4).
        case answeredTwice(AskID)
        /// The answer came after the sheet had finished and is ignored. If it says paid, the
        /// shopper was charged and was shown a failure.
        case answeredAfterFinish(AskID, saidPaid: Bool)
        /// An answer to a question that was never asked.
        case neverAsked(AskID)
        /// An update for an authorization, or the reverse; the question is still open.
        case answerOfWrongKind(AskID)
        /// The app released a question without an answer; the sheet waits until the time limit.
        case answerLetGo(AskID)
        /// The answer made the request invalid, and the sheet closed.
        case invalidUpdate(AskID, InvalidPaymentRequest)
        /// The answer has an error of a contact that the request does not ask for, so the sheet has
        /// no row in which the shopper could correct it, and the shopper cannot pay.
        case errorOfContactNotRequired(AskID, PaymentError)
        /// The answer about a contact has an empty list of shipping methods, which changes nothing;
        /// the app may mean that there is no delivery.
        case emptyShippingMethods(AskID)
        /// The token was no longer needed and was not passed to the merchant.
        case tokenNotUsed(TokenID)
        /// An event happened before the sheet was presented.
        case notPresented
        /// The sheet was presented twice.
        case presentedTwice
        /// The shipping method does not exist.
        case unknownShippingMethod
        /// The request has no field for a coupon code.
        case couponCodeNotSupported
        /// No PIN was requested.
        case pinNotAskedFor
        /// The shopper's choices exceed what the merchant has answered; the choice is dropped.
        case tooManyChoices(limit: Int)
    }
}

extension PaymentSheet.Diagnostic: CustomStringConvertible {
    /// One line for the merchant's developer, without the name of the delegate's method.
    public var description: String { text(naming: "a method of the delegate") }

    /// The question that the diagnostic is about; nil if it is about none.
    public var ask: PaymentSheet.AskID? {
        switch self {
        case .answeredTwice(let ask), .answeredAfterFinish(let ask, _), .neverAsked(let ask),
            .answerOfWrongKind(let ask), .answerLetGo(let ask), .invalidUpdate(let ask, _),
            .errorOfContactNotRequired(let ask, _), .emptyShippingMethods(let ask):
            ask
        case .tokenNotUsed, .notPresented, .presentedTwice, .unknownShippingMethod,
            .couponCodeNotSupported, .pinNotAskedFor, .tooManyChoices:
            nil
        }
    }

    /// One line for the merchant's developer.
    ///
    /// - Parameter method: The delegate's method that was called with the question.
    /// - Returns: The line.
    public func text(naming method: String) -> String {
        switch self {
        case .answeredTwice:
            "the completion of \(method) was called twice; the second call changes nothing"
        case .answeredAfterFinish(_, let saidPaid):
            "the answer to \(method) came after the sheet was gone"
                + (saidPaid ? "; the shopper is charged and saw it fail" : "")
        case .neverAsked: "an answer came to a question that was never asked"
        case .answerOfWrongKind: "\(method) was answered as another method is"
        case .answerLetGo:
            "the completion of \(method) was released and never called; call it on every path"
        case .invalidUpdate(_, let invalid):
            "the answer to \(method) closed the sheet, because it makes the request invalid:"
                + " \(invalid)"
        case .errorOfContactNotRequired(_, let error):
            "the answer to \(method) has an error that no shopper can correct, because the request"
                + " does not ask for that contact: \(error)"
        case .emptyShippingMethods:
            "the answer to \(method) has an empty list of shipping methods, which keeps the old ones;"
                + " where nothing can be delivered, answer with"
                + " PKPaymentRequest.paymentShippingAddressUnserviceableError"
        case .tokenNotUsed: "a token was made and not handed over, because the sheet had ended"
        case .notPresented: "the sheet is not on screen yet"
        case .presentedTwice: "the sheet was presented twice"
        case .unknownShippingMethod: "no shipping method has this identifier"
        case .couponCodeNotSupported: "the request does not support coupon codes"
        case .pinNotAskedFor: "no PIN was asked for"
        case .tooManyChoices(let limit): "more than \(limit) choices wait for an answer"
        }
    }
}
