internal import PaymentDevice
internal import PaymentRequest
internal import World

/// The app's side of one sheet: takes it to the device, and the device's questions to the delegate.
///
/// The request is read and the device found when the presenter is made, wherever that is; everything
/// else happens on the main actor. What goes to the app is made of PassKit's classes once for each
/// question, just before the call.
@MainActor
final class SheetPresenter: PaymentApp {
    private enum Progress {
        /// The app has not asked for the sheet.
        case idle
        /// The device is asked to show it.
        case presenting
        /// It is on screen.
        case presented(any PresentedSheet)
        /// It has finished, or the app has taken it away.
        case over
    }

    /// Finds the app's delegate when it is needed, and holds the controller while the sheet is up.
    typealias Delegate = @MainActor () -> (any SheetDelegate)?

    /// The ways of shipping that the app has offered.
    let offered: OfferedShippingMethods
    private nonisolated let found: LockedValue<FoundDevice>

    /// A device, and whether a device that the app's task finds later is not used instead.
    private struct FoundDevice {
        var device: (any PaymentDevice)? = CurrentDevice.device
        var isFinal = CurrentDevice.isOfTask
    }

    private let request: PaymentRequest?
    private var progress = Progress.idle
    private var delegate: Delegate?
    private nonisolated let isLeaving = LockedValue(false)
    private nonisolated let isViewController: Bool
    private nonisolated let hadDelegate = LockedValue(false)
    private var hasReportedDelegate = false

    /// The presenter of a request.
    ///
    /// - Parameters:
    ///   - request: What the app asks for.
    ///   - isViewController: Whether the delegate is that of a view controller, whose methods have
    ///     other names.
    nonisolated init(_ request: PKPaymentRequest, isViewController: Bool = false) {
        self.isViewController = isViewController
        self.request = PaymentRequest(request)
        offered = OfferedShippingMethods(request.shippingMethods)
        found = LockedValue(FoundDevice())
    }

    /// The presenter of a payout, which is not shown.
    nonisolated init(_ payout: PKDisbursementRequest) {
        isViewController = false
        request = nil
        offered = OfferedShippingMethods(nil)
        found = LockedValue(FoundDevice())
    }

    /// The device of the task in which the controller was made; where it was made in no such task,
    /// the device that there is when it is used.
    nonisolated var device: (any PaymentDevice)? {
        found.withLock { found in
            if !found.isFinal, CurrentDevice.device != nil { found = FoundDevice() }
            return found.device
        }
    }

    /// Tells the device that the app asks for the sheet; from now on the device stays the same.
    nonisolated func presentationIsAsked() {
        let device = device
        found.withLock { $0.isFinal = device != nil }
        device?.presentationIsAsked()
    }

    /// Why no sheet would come up, if that can be told beforehand.
    nonisolated var refusal: PresentationRefusal? {
        guard let device else { return .deviceCannotPay }
        guard let request else { return .payoutsNotSupported }
        return device.refusal(of: request)
    }

    /// Asks the device for the sheet, and tells the app whether it is up before the shopper begins.
    func present(
        for delegate: @escaping Delegate,
        announcing announcement: @escaping (Bool) -> Void
    ) async {
        guard case .idle = progress else { return announcement(false) }
        isLeaving.withLock { $0 = false }
        guard let device, let request else {
            PresentationLog.report(
                device == nil ? .deviceCannotPay : .payoutsNotSupported,
                to: device
            )
            return announcement(false)
        }
        progress = .presenting
        self.delegate = delegate
        await onDevice { delegate()?.willPresent() }
        do throws(PresentationRefusal) {
            let sheet = try await device.present(request, for: self)
            guard case .presenting = progress else {
                await sheet.dismiss()
                return await onDevice { announcement(false) }
            }
            progress = .presented(sheet)
            await onDevice { announcement(true) }
            sheet.begin()
        } catch {
            PresentationLog.write(error)
            progress = .over
            self.delegate = nil
            await onDevice { announcement(false) }
        }
    }

    /// Makes the sheet say nothing more to the app, even before it is taken away; upon a call of the
    /// app's, from any thread.
    nonisolated func leave() { isLeaving.withLock { $0 = true } }

    /// Takes the sheet away, and does what the app wants done then; the app is asked and told
    /// nothing more by the sheet.
    func dismiss(then done: @escaping @MainActor @Sendable () -> Void) async {
        let before = progress
        if case .idle = before {} else { progress = .over }
        delegate = nil
        let device = self.device
        let completion: @Sendable () async -> Void = {
            guard let device else { return await done() }
            await CurrentDevice.with(device) { await done() }
        }
        if case .presented(let sheet) = before {
            await sheet.dismiss(then: completion)
        } else {
            await completion()
        }
    }

    /// Runs the app's code so that what it makes finds the same device.
    private func onDevice(_ body: @MainActor () async -> Void) async {
        guard let device else { return await body() }
        await CurrentDevice.with(device, run: body)
    }

    // MARK: The device's questions

    func ask(_ question: AppQuestion, answer: SheetAnswer) async {
        guard let delegate = listener else { return answer.unheard() }
        Task.immediate {
            await self.onDevice { await self.put(question, to: delegate, answer: answer) }
        }
    }

    func willAuthorizePayment() async {
        await onDevice { listener?.willAuthorizePayment() }
    }

    func didFinish(_ note: @Sendable () -> Void) async {
        guard let finding = delegate, !isLeaving.withLock(\.self) else { return }
        delegate = nil
        if let delegate = finding() {
            note()
            await onDevice { delegate.didFinish() }
        } else {
            // No app dismisses it, and the sheet waits for this call to return.
            reportMissingDelegate()
            Task { await dismiss {} }
        }
    }

    /// The app's delegate; nil, too, where the app has dismissed the sheet.
    private var listener: (any SheetDelegate)? {
        guard !isLeaving.withLock(\.self), let delegate else { return nil }
        let listener = delegate()
        if listener == nil { reportMissingDelegate() }
        return listener
    }

    /// Remembers that the app has set a delegate, which the controller does not keep.
    nonisolated func delegateIsSet() { hadDelegate.withLock { $0 = true } }

    private func reportMissingDelegate() {
        guard !hasReportedDelegate else { return }
        hasReportedDelegate = true
        device?.report(hadDelegate.withLock(\.self) ? .delegateReleased : .delegateMissing)
    }

    nonisolated func methodName(for question: AppQuestion) -> String {
        isViewController ? question.viewControllerMethod : question.controllerMethod
    }

    private func put(
        _ question: AppQuestion,
        to delegate: any SheetDelegate,
        answer: SheetAnswer
    ) async {
        let forms: [DelegateForm<RequestUpdate>]
        switch question {
        case .merchantSession: forms = delegate.merchantSessionForms()
        case .paymentMethod(let method): forms = delegate.forms(about: PKPaymentMethod(method))
        case .shippingContact(let contact): forms = delegate.forms(about: PKContact(contact))
        case .shippingMethod(let method):
            forms = delegate.forms(about: offered.object(for: method))
        case .couponCode(let code): forms = delegate.forms(aboutCouponCode: code)
        case .authorization(let payment):
            return await delegate.ask(
                delegate.forms(about: PKPayment(payment, offered: offered)),
                reply: { answer.authorization($0) },
                otherwise: answer.unheard
            )
        }
        await delegate.ask(
            forms,
            reply: { answer.update($0) },
            otherwise: answer.unheard
        )
    }
}
