import ApplePaySession
internal import AppleServers
internal import JSON
internal import PaymentRequest
import PaymentSheet
internal import SheetServer
internal import Storage
internal import TestSandbox
internal import Wallet
internal import World

/// The sheets of shops' pages, on a device of a sandbox.
final class ShopSheets: SheetHost {
    let validationURL: String
    private let payments: WalletPayments
    private let gateway: SessionGateway
    private let log: @Sendable (String) -> Void
    private let recorders = LockedValue<[Int: PaymentJournal.Recorder]>([:])

    /// Sheets.
    ///
    /// - Parameters:
    ///   - payments: The devices.
    ///   - gateway: Where merchant sessions are made, and used.
    ///   - validationURL: The address at which the gateway gives sessions.
    ///   - log: Is told what a shop's developer must know, in one line.
    init(
        _ payments: WalletPayments,
        _ gateway: SessionGateway,
        validationURL: String,
        log: @escaping @Sendable (String) -> Void
    ) {
        (self.payments, self.gateway) = (payments, gateway)
        (self.validationURL, self.log) = (validationURL, log)
    }

    func hasActiveCard() async -> Bool {
        let devices = payments.devices
        guard let chosen = try? await devices.chosen(),
            let state = try? await devices.device(chosen)
        else { return false }
        return !payments.wallet(of: state, payments.server).capability.cards.isEmpty
    }

    func sheet(
        for order: SheetOrder,
        of app: any PaymentApp,
        before shopper: PageShopper
    ) async throws(SheetRefusal) -> SheetSession {
        let (state, contacts): (DeviceState, [Contact])
        do throws(DeviceFailure) {
            state = try await payments.devices.device(payments.devices.chosen())
            contacts = try await payments.devices.contacts(of: state.record.identifier).map(
                \.contact
            )
        } catch { throw .unavailable("the sandbox's devices cannot be read: \(error)") }
        let recorder = payments.journal.begin(
            device: state.record.identifier,
            client: order.origin.text
        )
        recorder.record(.requested(JSONOutput(order.request)))
        let request: PaymentRequest
        do throws(PageTypeError) {
            request = try PageRequest.read(order.request, merchantIdentifier: "")
        } catch {
            recorder.record(.refused("the request's \(error)"))
            throw .refused("the request's \(error)")
        }
        recorders.withLock { $0[order.number] = recorder }
        let device = InstalledApp(
            AppEntitlement(bundleIdentifier: "", merchantIdentifiers: [request.merchantIdentifier]),
            in: payments.wallet(of: state, payments.server),
            contacts: contacts,
            interface: .page,
            before: shopper,
            observe: { [weak self] observation in
                recorder.observe(observation)
                self?.note(observation, of: order, before: shopper)
            }
        )
        do throws(PresentationRefusal) {
            return try device.show(request, for: recorder.watching(app))
        } catch {
            recorders.withLock { $0[order.number] = nil }
            let words = Self.words(error)
            recorder.record(.refused(words))
            throw .refused(words)
        }
    }

    func use(
        _ session: JSONValue,
        for order: SheetOrder
    ) async -> Result<String, MerchantSessionUnusable> {
        let result = await check(session, for: order)
        let recorder = recorders.withLock { $0[order.number] }
        switch result {
        case .success: recorder?.record(.merchantSession(refusal: nil))
        case .failure(let failure):
            recorder?.record(.merchantSession(refusal: failure.reason))
            log("\(order.origin.text): the merchant session is refused: \(failure.reason)")
        }
        return result
    }

    private func check(
        _ session: JSONValue,
        for order: SheetOrder
    ) async -> Result<String, MerchantSessionUnusable> {
        guard !session.isNull else {
            return .failure(
                MerchantSessionUnusable("the page has no handler of validatemerchant")
            )
        }
        // `localhost` cannot be registered as a domain, so a page of this machine has its session's.
        let stated = order.origin.isLoopback ? session.member("domainName")?.string : nil
        do throws(SessionRefusal) {
            let accepted = try await gateway.redeem(
                session,
                onPageAt: stated ?? order.origin.host
            )
            return .success(accepted.recipient)
        } catch { return .failure(MerchantSessionUnusable("\(error)")) }
    }

    /// Tells the shop's developer what went wrong, and forgets a sheet that is over.
    private func note(
        _ observation: PaymentObservation,
        of order: SheetOrder,
        before shopper: PageShopper
    ) {
        if observation.outcome != nil { recorders.withLock { $0[order.number] = nil } }
        var words = observation.mistake
        if case .noToken(let failure) = observation {
            words = WalletPaymentRoutes.text(of: failure)
        }
        guard let words else { return }
        shopper.tell(words)
        log("\(order.origin.text): \(words)")
    }

    private static func words(_ refusal: PresentationRefusal) -> String {
        switch refusal {
        case .invalidRequest(let invalid):
            invalid.violations.map(\.description).joined(separator: "; ")
        case .noCard:
            "the device has no card that the request's supportedNetworks, merchantCapabilities and"
                + " supportedCountries admit; add one in the wallet"
        default: "\(refusal)"
        }
    }
}
