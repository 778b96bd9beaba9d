internal import PaymentRequest
internal import PaymentSheet
internal import World

/// The app's side of one sheet: passes the request to the device, and the device's questions to
/// the delegate.
///
/// The request is read, and the device is found, where the presenter is created. Everything else
/// happens on the main actor. PassKit's objects for the app are created just before each call.
@MainActor
final class SheetPresenter: PaymentApp {
    private enum Progress {
        /// The app has not presented the sheet.
        case idle
        /// The device is asked to present it.
        case presenting
        /// It is shown.
        case presented(any PresentedSheet)
        /// It has finished, or the app has dismissed it.
        case over
    }

    /// Returns the app's delegate, and retains the controller while the sheet is shown.
    typealias Delegate = @MainActor () -> (any SheetDelegate)?

    /// The shipping methods that the app has offered.
    let offered: OfferedShippingMethods
    private nonisolated let found: LockedValue<FoundDevice>

    /// A device, and whether it stays the one in use when the current task later has another.
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

    /// Creates a presenter for a request.
    ///
    /// - Parameters:
    ///   - request: The app's request.
    ///   - isViewController: Whether the delegate is that of a view controller, whose methods have
    ///     other names.
    nonisolated init(_ request: PKPaymentRequest, isViewController: Bool = false) {
        self.isViewController = isViewController
        self.request = PaymentRequest(request)
        offered = OfferedShippingMethods(request.shippingMethods)
        found = LockedValue(FoundDevice())
    }

    /// Creates a presenter for a payout, which is not shown.
    nonisolated init(_ payout: PKDisbursementRequest) {
        isViewController = false
        request = nil
        offered = OfferedShippingMethods(nil)
        found = LockedValue(FoundDevice())
    }

    /// The device of the task in which the controller was created. If it was not created in such a
    /// task, the device that is current when it is used.
    nonisolated var device: (any PaymentDevice)? {
        found.withLock { found in
            if !found.isFinal, CurrentDevice.device != nil { found = FoundDevice() }
            return found.device
        }
    }

    /// Tells the device that the app presents a sheet. From now on the device stays the same.
    nonisolated func presentationIsAsked() {
        let device = device
        found.withLock { $0.isFinal = device != nil }
        device?.presentationIsAsked()
    }

    /// Why no sheet would be shown, as far as that is known before presenting.
    nonisolated var refusal: PresentationRefusal? {
        guard let device else { return .deviceCannotPay }
        guard let request else { return .payoutsNotSupported }
        return device.refusal(of: request)
    }

    /// Asks the device for the sheet, and tells the app whether it is shown before the shopper
    /// begins.
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

    /// Stops all calls to the app before the sheet is dismissed. The app calls it from any thread.
    nonisolated func leave() { isLeaving.withLock { $0 = true } }

    /// Dismisses the sheet and then runs the app's completion. The sheet makes no more calls to
    /// the app.
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

    /// Runs the app's code with the same current device.
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

    /// The app's delegate; nil also after the app has dismissed the sheet.
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
