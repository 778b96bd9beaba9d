internal import AppleServers
internal import HTTPServer
internal import JSON
internal import PaymentRequest
import PaymentSheet
internal import PaymentToken
internal import Storage
internal import Wallet
internal import World

/// A payment that a caller orders: a page's request, and what its shopper does.
struct OrderedPayment: Sendable {
    let device: String
    let request: PaymentRequest
    /// The request as it came.
    let statedRequest: JSONOutput
    let steps: [ScriptedShopper.Step]
    let answers: PageAnswers
    /// The contacts that the device knows, the preferred one first.
    let contacts: [Contact]
    /// To whom the token is sealed; nil for the merchant's registered certificate.
    var recipient: PaymentTokenSealer.Recipient?
    /// The domain of the page; empty where it is not known.
    let domain: String
    let session: @Sendable () async -> SessionCheck
}

/// The result of a payment that was ordered.
struct WalletResult: Sendable {
    let outcome: PaymentSheet.Outcome
    let request: ValidPaymentRequest
    let page: PageApp.Record
    /// Why no token was made; nil where one was, or none was asked for.
    let tokenFailure: (any Error)?
    /// The page's mistakes, one line each.
    let mistakes: [String]
}

/// Pays on the devices of a sandbox: each order has a sheet of its own.
struct WalletPayments: Sendable {
    let devices: Devices
    let server: PaymentServer
    let journal: PaymentJournal

    init(_ devices: Devices, _ server: PaymentServer, _ journal: PaymentJournal) {
        (self.devices, self.server, self.journal) = (devices, server, journal)
    }

    /// Shows a sheet to a shopper who takes the order's steps.
    ///
    /// - Throws: ``DeviceFailure``, ``PaymentSheet/PresentationRefusal``, ``Wallet/ScriptFailure`` where the shopper cannot
    ///   take a step, and ``HTTPServer/HTTPProblem`` where an answer of the page cannot be used.
    func pay(_ order: OrderedPayment) async throws -> WalletResult {
        let state = try await devices.device(order.device)
        let service: any TokenService =
            if let recipient = order.recipient {
                TokensForOneRecipient(server: server, recipient: recipient)
            } else { server }
        let observed = LockedValue<[PaymentObservation]>([])
        let recorder = journal.begin(device: order.device, client: order.domain)
        recorder.record(.requested(order.statedRequest))
        let page = PageApp(order.answers) {
            let check = await order.session()
            switch check {
            case .notAsked: break
            case .accepted: recorder.record(.merchantSession(refusal: nil))
            case .refused(let reason): recorder.record(.merchantSession(refusal: reason))
            }
            return check
        }
        let app = InstalledApp(
            AppEntitlement(
                bundleIdentifier: "",
                merchantIdentifiers: [order.request.merchantIdentifier]
            ),
            in: wallet(of: state, service),
            contacts: order.contacts,
            interface: .page,
            before: ScriptedShopper(patience: PageApp.patience) { sheet in
                for step in order.steps where !page.events.hasFailed { try await sheet.take(step) }
            },
            observe: { observation in
                recorder.observe(observation)
                observed.withLock { $0.append(observation) }
            }
        )
        let outcome: PaymentSheet.Outcome
        do throws(PresentationRefusal) {
            outcome = try await app.run(order.request, for: recorder.watching(page))
        } catch {
            recorder.record(.refused("\(error)"))
            throw error
        }
        return try result(outcome, page.events, observed.withLock(\.self))
    }

    private func result(
        _ outcome: PaymentSheet.Outcome,
        _ page: PageApp.Record,
        _ observations: [PaymentObservation]
    ) throws -> WalletResult {
        if let failure = page.failure { throw failure }
        var request: ValidPaymentRequest?
        var tokenFailure: (any Error)?
        for observation in observations {
            switch observation {
            case .presented(let shown), .updated(let shown): request = shown
            case .noToken(let failure): tokenFailure = failure
            case .stepFailed(let failure): throw failure
            default: break
            }
        }
        guard let request else { throw PresentationRefusal.deviceCannotPay }
        return WalletResult(
            outcome: outcome,
            request: request,
            page: page,
            tokenFailure: tokenFailure,
            mistakes: observations.compactMap(\.mistake)
        )
    }

    /// The wallet of a device, made of what is in the database; its counters stay there.
    func wallet(of state: DeviceState, _ service: any TokenService) -> Wallet {
        let active = state.cards.filter { $0.state == .active }
        let chip = SecureElement(
            identifier: state.record.chip,
            key: state.record.chipKey,
            counters: DurableCounters(database: devices.database, cards: active.map(\.number)),
            randomness: devices.world.randomness
        )
        let wallet = Wallet(
            device: state.record.setup,
            secureElement: chip,
            tokenService: service,
            world: devices.world
        )
        wallet.signIn(state.tester)
        for card in active {
            wallet.put(
                card.account,
                displayName: card.face.displayName,
                network: card.face.network,
                otherNetworks: card.face.otherNetworks,
                type: card.face.type,
                protocols: card.face.protocols,
                issuerCountry: card.face.issuerCountry
            )
        }
        return wallet
    }
}
