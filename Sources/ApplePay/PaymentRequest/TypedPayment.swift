extension PaymentRequest {
    /// Where a request is made, because a page is held to one rule more than an app.
    ///
    /// - Source: Apple Pay on the Web refuses an empty label of the total; PassKit's pages say no
    ///   more than that it should be the company's name.
    public enum Interface: String, Hashable, Sendable, CaseIterable {
        /// An app, by PassKit.
        case app
        /// A page, by Apple Pay on the Web.
        case page
    }

    /// The properties of a request of which it may have one.
    ///
    /// - Source: Apple, PassKit, the pages of the four properties.
    public enum TypedPayment: String, Hashable, Sendable, CaseIterable {
        /// Payments that come again.
        case recurring = "recurringPaymentRequest"
        /// Payments that fill up a balance.
        case automaticReload = "automaticReloadPaymentRequest"
        /// A payment on a later day.
        case deferred = "deferredPaymentRequest"
        /// Parts of the total that go to other merchants.
        case tokenContexts = "multiTokenContexts"
    }

    /// A line inside a typed payment.
    public enum BillingLine: String, Hashable, Sendable, CaseIterable {
        /// What is charged again and again.
        case regular = "regularBilling"
        /// What is charged during a trial.
        case trial = "trialBilling"
        /// What fills up a balance.
        case automaticReload = "automaticReloadBilling"
        /// What is charged on a later day.
        case deferred = "deferredBilling"

        /// The typed payment that the line is part of.
        public var payment: TypedPayment {
            switch self {
            case .regular, .trial: .recurring
            case .automaticReload: .automaticReload
            case .deferred: .deferred
            }
        }
    }

    /// The typed payments that the request has.
    public var typedPayments: [TypedPayment] {
        TypedPayment.allCases.filter { payment in
            switch payment {
            case .recurring: recurringPayment != nil
            case .automaticReload: automaticReloadPayment != nil
            case .deferred: deferredPayment != nil
            case .tokenContexts: !tokenContexts.isEmpty
            }
        }
    }

    /// The terms of a typed payment that the request has.
    func billingAgreement(of payment: TypedPayment) -> String? {
        switch payment {
        case .recurring: recurringPayment?.billingAgreement
        case .automaticReload: automaticReloadPayment?.billingAgreement
        case .deferred: deferredPayment?.billingAgreement
        case .tokenContexts: nil
        }
    }
}
