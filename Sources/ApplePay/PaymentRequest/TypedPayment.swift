extension PaymentRequest {
    /// Whether an app or a page makes a request. Pages have more rules.
    ///
    /// - Source: Apple Pay on the Web refuses an empty label of the total; PassKit's pages only
    ///   recommend the company's name.
    public enum Interface: String, Hashable, Sendable, CaseIterable {
        /// An app, by PassKit.
        case app
        /// A page, by Apple Pay on the Web.
        case page
    }

    /// The four properties of a request that exclude one another.
    ///
    /// - Source: Apple, PassKit, the pages of the four properties.
    public enum TypedPayment: String, Hashable, Sendable, CaseIterable {
        /// Recurring payments.
        case recurring = "recurringPaymentRequest"
        /// Automatic top-ups of a balance.
        case automaticReload = "automaticReloadPaymentRequest"
        /// A deferred payment.
        case deferred = "deferredPaymentRequest"
        /// Parts of the total for other merchants.
        case tokenContexts = "multiTokenContexts"
    }

    /// A line inside a typed payment.
    public enum BillingLine: String, Hashable, Sendable, CaseIterable {
        /// The regular charge.
        case regular = "regularBilling"
        /// The charge during a trial.
        case trial = "trialBilling"
        /// The charge that tops up a balance.
        case automaticReload = "automaticReloadBilling"
        /// The charge on a later day.
        case deferred = "deferredBilling"

        /// The typed payment that has the line.
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

    /// The billing agreement of a typed payment.
    public func billingAgreement(of payment: TypedPayment) -> String? {
        switch payment {
        case .recurring: recurringPayment?.billingAgreement
        case .automaticReload: automaticReloadPayment?.billingAgreement
        case .deferred: deferredPayment?.billingAgreement
        case .tokenContexts: nil
        }
    }
}
