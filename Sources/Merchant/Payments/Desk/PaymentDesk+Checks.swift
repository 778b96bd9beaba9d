internal import PaymentToken
internal import TokenIntake

/// The checks before anything is charged.
extension PaymentDesk {
    /// The payment of a token that can be charged.
    func check(
        _ token: ReadToken,
        _ submission: PaymentSubmission
    ) throws(PaymentRefusal) -> OpenedPayment {
        try compare(token, with: submission)
        guard !token.processors.isEmpty else { throw .noProcessor }
        let card = try token.opened.map { opened throws(PaymentRefusal) in try self.card(in: opened)
        }
        guard submission.storing == nil || credentials?.canSeal == true else {
            throw .credential(.notConfigured)
        }
        let candidates = token.processors.compactMap { processor in
            processor.instrument(of: token, card).map {
                OpenedPayment.Candidate(processor: processor, instrument: $0)
            }
        }
        guard !candidates.isEmpty else { throw .chipDataNotTaken }
        return try payment(
            of: submission,
            token.verified.token.transactionID,
            by: candidates,
            token
        )
    }

    /// A payment, where its processors have what it needs.
    func payment(
        of submission: PaymentSubmission,
        _ transactionID: TransactionID,
        by candidates: [OpenedPayment.Candidate],
        _ token: ReadToken? = nil
    ) throws(PaymentRefusal) -> OpenedPayment {
        var needed: [ProcessorCapability] = submission.captures ? [.capture] : []
        if submission.storing != nil || token == nil { needed.append(.storedCredentials) }
        for capability in needed {
            guard candidates.allSatisfy({ $0.processor.capabilities.contains(capability) }) else {
                throw .charging(.processorLacks(capability))
            }
        }
        return OpenedPayment(
            submission: submission,
            read: token,
            token: token?.claimable,
            charge: try charge(for: submission, transactionID),
            candidates: candidates
        )
    }

    func compare(
        _ token: ReadToken,
        with submission: PaymentSubmission
    ) throws(PaymentRefusal) {
        let expected = ExpectedPayment(
            total: submission.total,
            applicationData: submission.applicationData
        )
        do throws(ExpectedPayment.Mismatch) {
            if let opened = token.opened {
                // Chip data hides the amount; a processor that takes chip data leaves the check of the
                // amount to the network.
                _ = try expected.check(opened)
            } else {
                try expected.check(token.verified)
            }
        } catch { throw .mismatch(error) }
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
            charge.storing = submission.storing
            charge.metadata = submission.metadata
            if case .credential(let wanted) = submission.source {
                charge.credential = wanted.credential
            }
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

extension PaymentProcessor {
    /// The token or its card, as the processor takes it; nil where it takes neither.
    fileprivate func instrument(
        of token: ReadToken,
        _ card: CardCredentials?
    ) -> PaymentInstrument? {
        if capabilities.contains(.sealedTokens) { return .sealed(token.verified) }
        guard let card else { return nil }
        if case .chipData = card.proof, !capabilities.contains(.chipData) { return nil }
        return .card(card)
    }
}
