import PassKit

// A payout of a balance to the person's card, as an acquirer's SDK has it.

@available(iOS 17.0, macOS 15.0, *)
final class PayoutHandler: NSObject {
    struct Configuration {
        var merchantIdentifier: String
        var currency = Locale.Currency("usd")
        var region = Locale.Region("us")
        var networks: [PKPaymentNetwork] = [.visa, .masterCard]
        var fee: NSDecimalNumber = 0
    }

    enum Outcome: Equatable { case unsupported, notPresented, paid, cancelled }

    private let configuration: Configuration
    private var completion: ((Outcome) -> Void)?
    private var isPaid = false
    private var controller: PKPaymentAuthorizationController?

    init(configuration: Configuration) {
        self.configuration = configuration
        super.init()
    }

    var isAvailable: Bool {
        PKPaymentAuthorizationController.supportsDisbursements(
            using: configuration.networks,
            capabilities: .instantFundsOut
        )
    }

    func makeRequest(amount: NSDecimalNumber) -> PKDisbursementRequest {
        let fee = PKInstantFundsOutFeeSummaryItem(label: "Fee", amount: configuration.fee)
        let received = PKDisbursementSummaryItem(
            label: "You receive",
            amount: amount.subtracting(configuration.fee)
        )
        let balance = PKPaymentSummaryItem(label: "Balance", amount: amount)
        let request = PKDisbursementRequest(
            merchantIdentifier: configuration.merchantIdentifier,
            currency: configuration.currency,
            region: configuration.region,
            supportedNetworks: configuration.networks,
            merchantCapabilities: [.threeDSecure, .instantFundsOut],
            summaryItems: [balance, fee, received]
        )
        request.requiredRecipientContactFields = [.name, .postalAddress]
        return request
    }

    func payOut(_ amount: NSDecimalNumber, completion: @escaping (Outcome) -> Void) {
        guard isAvailable else { return completion(.unsupported) }
        let controller = PKPaymentAuthorizationController(
            disbursementRequest: makeRequest(amount: amount)
        )
        controller.delegate = self
        self.controller = controller
        self.completion = completion
        controller.present { [weak self] isPresented in
            if !isPresented { self?.finish(.notPresented) }
        }
    }

    private func finish(_ outcome: Outcome) {
        completion?(outcome)
        completion = nil
        controller = nil
    }

    static func problems(with contact: PKContact?) -> [Error] {
        var problems: [Error] = []
        if contact?.name == nil {
            problems.append(
                PKDisbursementRequest.disbursementContactInvalidError(
                    withContactField: .name,
                    localizedDescription: "Your name is needed"
                )
            )
        }
        return problems
    }
}

@available(iOS 17.0, macOS 15.0, *)
extension PayoutHandler: PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        let problems = Self.problems(with: payment.billingContact)
        isPaid = problems.isEmpty
        completion(
            PKPaymentAuthorizationResult(status: isPaid ? .success : .failure, errors: problems)
        )
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        controller.dismiss { [weak self] in
            guard let self = self else { return }
            self.finish(self.isPaid ? .paid : .cancelled)
        }
    }
}
