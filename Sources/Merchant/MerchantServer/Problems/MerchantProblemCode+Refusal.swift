internal import HTTPServer
internal import JSON
internal import PaymentToken
internal import Payments
internal import TokenIntake

extension MerchantProblemCode {
    /// The code of a refusal of a payment; nil where the outcome is not known yet.
    init?(_ refusal: PaymentRefusal) {
        switch refusal {
        case .token(let refusal): self.init(refusal)
        case .mismatch(.amount): self = .amountDiffers
        case .mismatch(.currency): self = .currencyDiffers
        case .mismatch(.applicationData): self = .applicationDataDiffers
        case .noProcessor, .card, .chipDataNotTaken: self = .cardNotTaken
        case .severalMerchants: self = .severalMerchants
        case .credential(let problem): self.init(problem)
        case .charge(.merchantReferenceLength), .charge(.merchantReferenceZero):
            self = .referenceInvalid
        case .charge(.amountNotPositive): self = .amountInvalid
        case .newOrder: self = .orderInvalid
        case .declined(let reason): self.init(reason)
        case .notSent(.requestInvalid), .notSent(.unsupported), .notSent(.notSignedOn):
            self = .notTakenByProcessor
        case .notSent: self = .processorUnreachable
        case .databaseFailed: self = .databaseUnavailable
        case .beingSettled: return nil
        case .reversed(.partiallyApproved): self = .partiallyApproved
        case .reversed: self = .authorizationCancelled
        case .reversalRefused: self = .cancellationRefused
        case .voided: self = .paymentVoided
        case .alreadyPaid: self = .alreadyPaid
        // Another request with the same key is at it.
        case .withheld: self = .requestInProgress
        case .claim(let failure): self.init(failure)
        case .charging(let failure):
            guard let code = MerchantProblemCode(failure) else { return nil }
            self = code
        // The charge is recorded; the same request, made again, places the order.
        case .order: return nil
        }
    }

    private init(_ refusal: TokenRefusal) {
        switch refusal {
        case .format(.simulatorToken): self = .tokenFromSimulator
        case .format(.elsewhere): self = .tokenElsewhere
        case .format: self = .tokenUnreadable
        case .signature: self = .tokenChanged
        case .chain, .anotherTestRoot, .markers: self = .tokenNotTrusted
        case .environment(.testRoot), .environment(.sandboxSigner):
            self = .sandboxTokenInProduction
        case .environment(.productionSigner): self = .productionTokenInSandbox
        case .signingTime: self = .tokenStale
        case .publicKeyHash: self = .certificateUnknown
        case .decryption(.keyUnavailable): self = .keyUnavailable
        case .decryption: self = .tokenNotDecrypted
        case .replay: self = .tokenUsed
        }
    }

    private init(_ reason: DeclineReason) {
        switch reason {
        case .pinRequired: self = .pinRequired
        case .pinIncorrect: self = .pinIncorrect
        case .pinTriesExceeded: self = .pinLocked
        default: self = .declined
        }
    }

    private init(_ failure: ClaimFailure) {
        switch failure {
        case .notFresh: self = .tokenStale
        case .full, .notClaimed(.database), .outcomeUnknown: self = .databaseUnavailable
        case .notClaimed(.program): self = .serverFault
        }
    }

    /// The code of a charge or operation that was not made; nil where the outcome is not known yet.
    init?(_ failure: RecordFailure) {
        switch failure {
        case .storage: self = .databaseUnavailable
        case .outcomeNotRecorded, .recordUnknown, .intentOccupied: return nil
        case .unsettled: self = .operationOpen
        case .transactionUsed: self = .tokenUsed
        case .intentPaid: self = .alreadyPaid
        case .intentDisputed: self = .cancellationRefused
        case .referenceUsed: self = .referenceUsed
        case .attemptMissing: self = .notFound
        case .refused(let refusal): self.init(refusal)
        case .claim(let failure): self.init(failure)
        case .claimedElsewhere: self = .tokenUsed
        case .withheld: self = .requestInProgress
        case .credential(let problem): self.init(problem)
        case .otherProcessor, .processorLacks: self = .operationNotOffered
        case .versionOutdated: self = .orderChanged
        case .statusRefused: self = .orderClosed
        case .operationMissing, .transitionRefused,
            .attemptNotAuthorized, .alreadyPlaced, .orderMissing, .paymentRefused:
            self = .serverFault
        }
    }

    private init(_ problem: CredentialProblem) {
        switch problem {
        case .notConfigured: self = .credentialsNotConfigured
        case .unknown: self = .credentialUnknown
        case .ended: self = .credentialEnded
        case .keyUnavailable: self = .keyUnavailable
        case .processorMissing: self = .operationNotOffered
        }
    }

    private init(_ refusal: OperationRefusal) {
        switch refusal {
        case .amountNotPositive: self = .amountInvalid
        case .otherCurrency: self = .currencyNotOfPayment
        case .exceedsAuthorized: self = .exceedsAuthorized
        case .afterFinalCapture: self = .afterFinalCapture
        case .exceedsCaptured: self = .exceedsCaptured
        case .notVoidable: self = .notVoidable
        case .numberUsed, .numberSkips: self = .serverFault
        }
    }
}

extension SheetResult {
    /// The result that completes the sheet after a refusal.
    init(_ code: MerchantProblemCode) {
        switch code {
        case .pinRequired: self.init(status: .pinRequired)
        case .pinIncorrect: self.init(status: .pinIncorrect)
        case .pinLocked: self.init(status: .pinLockout)
        case .declined: self = .failure("The card was declined.")
        case .partiallyApproved: self = .failure("The card does not cover the amount.")
        case .cardNotTaken: self = .failure("This card is not accepted.")
        case .alreadyPaid: self = .failure("This order is already paid.")
        default: self = .failure
        }
    }
}

extension PaymentRefusal {
    /// The payment that the refusal names, which is not the one that was refused.
    var otherPayment: AttemptID? {
        switch self {
        case .alreadyPaid(let attempt), .reversalRefused(let attempt): attempt
        default: nil
        }
    }

    /// The members that the answer has of this refusal.
    var problemMembers: KeyValuePairs<String, JSONOutput?> {
        guard case .declined(let reason) = self else {
            return ["payment": otherPayment.map { .string(PaymentID($0).text) }]
        }
        return ["declineReason": .string(reason.rawValue)]
    }
}
