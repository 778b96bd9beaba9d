internal import PaymentToken
internal import TokenIntake

/// The checks before anything is charged.
extension PaymentDesk {
    func open(_ verified: VerifiedPaymentToken) async throws(PaymentRefusal) -> OpenedPaymentToken {
        do throws(TokenRefusal) {
            return try await intake.open(verified)
        } catch { throw .token(error) }
    }

    /// The payment of an opened token that can be charged.
    func check(
        _ opened: OpenedPaymentToken,
        _ submission: PaymentSubmission
    ) throws(PaymentRefusal) -> OpenedPayment {
        try compare(opened, with: submission)
        guard !submission.captures || processor.capabilities.contains(.capture) else {
            throw .charging(.processorLacks(.capture))
        }
        return OpenedPayment(
            submission: submission,
            opened: opened,
            token: ClaimableToken(opened),
            charge: try charge(for: submission, opened.transactionID),
            card: try card(in: opened)
        )
    }

    func compare(
        _ opened: OpenedPaymentToken,
        with submission: PaymentSubmission
    ) throws(PaymentRefusal) {
        let expected = ExpectedPayment(
            total: submission.total,
            applicationData: submission.applicationData
        )
        let amount: ExpectedPayment.Amount
        do throws(ExpectedPayment.Mismatch) {
            amount = try expected.check(opened)
        } catch { throw .mismatch(error) }
        // Chip data hides the amount; a processor that takes chip data leaves the check of the amount
        // to the network.
        guard amount == .asRequested || takesChipData else { throw .chipDataNotTaken }
    }

    private func charge(
        for submission: PaymentSubmission,
        _ transactionID: TransactionID
    ) throws(PaymentRefusal) -> NewCharge {
        do throws(NewCharge.Problem) {
            var charge = try NewCharge(
                merchantReference: submission.merchantReference,
                amount: submission.total,
                transactionID: transactionID
            )
            charge.billingAddress = submission.billingAddress
            return charge
        } catch { throw .charge(error) }
    }

    private func card(in opened: OpenedPaymentToken) throws(PaymentRefusal) -> CardCredentials {
        let payment = opened.payment
        if let responses = payment.authenticationResponses, !responses.isEmpty {
            throw .severalMerchants(responses.count)
        }
        let proof: CardCredentials.Proof
        var indicator: String?
        switch payment.proof {
        case .threeDSecure(nil, _): throw .card(.cryptogramMissing)
        case .threeDSecure(let cryptogram?, let eciIndicator):
            proof = .cryptogram(cryptogram)
            indicator = eciIndicator
        case .emv(let chipData, let encryptedPIN):
            guard takesChipData else { throw .chipDataNotTaken }
            proof = .chipData(chipData.bytes, encryptedPIN: encryptedPIN)
        }
        guard let expiry = CardExpiry(applicationExpirationDate: payment.accountExpirationDate)
        else {
            throw .token(.decryption(.payloadField(.applicationExpirationDate)))
        }
        do throws(CardCredentials.Problem) {
            return try CardCredentials(
                accountNumber: payment.accountNumber,
                proof: proof,
                expiry: expiry,
                electronicCommerceIndicator: indicator
            )
        } catch { throw .card(error) }
    }
}
