internal import Bytes
internal import Cryptography
internal import Money
internal import PaymentToken
internal import Storage
internal import World

/// A charge of a stored credential that is wanted.
public struct CredentialCharge: Hashable, Sendable {
    /// The credential.
    public let credential: CredentialID
    /// Who makes the payment.
    public let initiator: CredentialInitiator
    /// The caller's name for the charge. The same charge under the same name is made once.
    public let name: String

    /// A charge.
    public init(_ credential: CredentialID, by initiator: CredentialInitiator, name: String) {
        (self.credential, self.initiator, self.name) = (credential, initiator, name)
    }

    /// The transaction of the charge, in the place of a token's.
    func transactionID(of submission: PaymentSubmission) -> TransactionID? {
        // Only the name may contain a line end, and it is the last part.
        let parts = [
            credential.text, initiator.rawValue, submission.total.currency.code,
            "\(submission.total.minorUnits)", "\(submission.merchantReference.utf8.count)",
            submission.merchantReference, name,
        ]
        return TransactionID(SHA256.digest(parts.joined(separator: "\n")))
    }
}

/// Later payments, with stored credentials.
extension PaymentDesk {
    /// Charges a stored credential once and places the order, in the same steps as for a token. A charge that
    /// was made before gets its first answer, whatever else is wrong.
    func pay(
        _ submission: PaymentSubmission,
        with wanted: CredentialCharge,
        by caller: AuditLog.Caller?,
        for request: Request?,
        _ observe: Observer
    ) async throws(PaymentRefusal) -> Charged {
        guard let transaction = wanted.transactionID(of: submission) else {
            throw .credential(.unknown(wanted.credential))
        }
        let payment: OpenedPayment
        do throws(PaymentRefusal) {
            payment = try await open(wanted, submission, transaction)
        } catch {
            return try await answerUsed(transaction, nil, submission, error, request, observe)
        }
        return try await charge(payment, by: caller, for: request, observe)
    }

    private func open(
        _ wanted: CredentialCharge,
        _ submission: PaymentSubmission,
        _ transaction: TransactionID
    ) async throws(PaymentRefusal) -> OpenedPayment {
        guard let keys = credentials else { throw .credential(.notConfigured) }
        let (stored, sealed): (StoredCredential, SealedCredential?)
        do throws(RecordFailure) {
            (stored, sealed) = try await database.read { snapshot throws(RecordFailure) in
                try charges.credential(wanted.credential, in: snapshot)
            }
        } catch { throw PaymentRefusal(error) }
        guard let sealed else { throw .credential(.ended(stored.id)) }
        guard let processor = processors[stored.processor] else {
            throw .credential(.processorMissing(stored.processor))
        }
        let instrument: StoredInstrument
        do throws(CredentialProblem) {
            instrument = try await keys.open(sealed, of: stored.id)
        } catch { throw .credential(error) }
        let charge = StoredCharge(instrument, for: stored.use, by: wanted.initiator)
        return try payment(
            of: submission,
            transaction,
            by: [OpenedPayment.Candidate(processor: processor, instrument: .stored(charge))]
        )
    }

    /// The credential of an approved payment that stores one, sealed; nil where it stores none, or the
    /// processor gave nothing to store.
    func credential(
        of payment: OpenedPayment,
        _ candidate: OpenedPayment.Candidate,
        _ answer: OperationState,
        by caller: AuditLog.Caller?
    ) -> ChargeStore.NewCredential? {
        guard let use = payment.submission.storing, let keys = credentials else { return nil }
        let approval: Approval
        switch answer {
        case .approved(let whole): approval = whole
        case .partiallyApproved(let part, _): approval = part
        default: return nil
        }
        let id = CredentialID(key: charges.keys.next())
        guard let instrument = candidate.instrument.stored(for: approval.laterPayments),
            let sealed = try? keys.seal(instrument, of: id, charges.world.randomness)
        else { return nil }
        return ChargeStore.NewCredential(
            id: id,
            processor: candidate.processor.name,
            use: use,
            merchantTokenIdentifier: payment.read?.opened?.payment.merchantTokenIdentifier,
            sealed: sealed,
            caller: caller
        )
    }
}

extension PaymentInstrument {
    /// The content of a credential for later payments; nil where none can be made.
    fileprivate func stored(for laterPayments: LaterPayments?) -> StoredInstrument? {
        switch (laterPayments, self) {
        case (.reference(let reference), _): .reference(reference)
        case (.account(let firstPayment), .card(let card)):
            .account(
                StoredAccount(
                    number: card.accountNumber,
                    expiry: card.expiry,
                    firstPayment: firstPayment
                )
            )
        case (.account, _), (nil, _): nil
        }
    }
}
