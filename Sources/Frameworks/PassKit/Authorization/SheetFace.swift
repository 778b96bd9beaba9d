internal import PaymentDevice
internal import PaymentRequest

/// The app's side of one sheet: takes it to the device, and the device's questions to the delegate.
///
/// The request is read and the device found when the face is made, wherever that is; everything
/// else happens on the main actor. What goes to the app is made of PassKit's classes once for each
/// question, just before the call.
@MainActor
final class SheetFace: PaymentApp {
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
    /// The device that the controller was made on.
    let device: (any PaymentDevice)?

    private let request: PaymentRequest?
    private var progress = Progress.idle
    private var delegate: Delegate?
    private var announcement: ((Bool) -> Void)?

    /// The face of a request, or of none that could be shown.
    nonisolated init(_ request: PKPaymentRequest?) {
        self.request = request.map { PaymentRequest($0) }
        offered = OfferedShippingMethods(request?.shippingMethods)
        device = CurrentDevice.device
    }

    /// Why no sheet would come up, if that can be told beforehand.
    nonisolated var refusal: PresentationRefusal? {
        guard let device, let request else { return .deviceCannotPay }
        return device.refusal(of: request)
    }

    /// Asks the device for the sheet, and tells the app before its first question whether it is up.
    func present(
        for delegate: @escaping Delegate,
        announcing announcement: @escaping (Bool) -> Void
    ) async {
        guard case .idle = progress else { return announcement(false) }
        guard let device, let request else {
            PresentationLog.note(.deviceCannotPay, on: device)
            return announcement(false)
        }
        progress = .presenting
        self.delegate = delegate
        self.announcement = announcement
        await onDevice { delegate()?.willPresent() }
        do throws(PresentationRefusal) {
            let sheet = try await device.present(request, for: self)
            await announce(true)
            await arrive(sheet)
        } catch {
            PresentationLog.note(error, on: device)
            progress = .over
            self.delegate = nil
            await announce(false)
        }
    }

    /// Takes the sheet away; the app is asked and told nothing more.
    func dismiss() async {
        let before = progress
        progress = .over
        delegate = nil
        if case .presented(let sheet) = before { await sheet.dismiss() }
    }

    /// The sheet is there, unless the app has not waited for it.
    private func arrive(_ sheet: any PresentedSheet) async {
        if case .presenting = progress {
            progress = .presented(sheet)
        } else {
            await sheet.dismiss()
        }
    }

    private func announce(_ isPresented: Bool) async {
        guard let announcement else { return }
        self.announcement = nil
        await onDevice { announcement(isPresented) }
    }

    /// Runs the app's code so that what it makes finds the same device.
    private func onDevice(_ body: @MainActor () async -> Void) async {
        guard let device else { return await body() }
        await CurrentDevice.with(device, run: body)
    }

    // MARK: The device's questions

    func ask(_ question: AppQuestion, answer: SheetAnswer) async {
        if announcement != nil {
            await announce(true)
            // Who waits for present() asynchronously hears of it before the first question.
            await Task.yield()
        }
        guard let delegate = delegate?() else { return answer.unheard(question) }
        Task.immediate {
            await self.onDevice { await self.put(question, to: delegate, answer: answer) }
        }
    }

    func willAuthorizePayment() async {
        await onDevice { delegate?()?.willAuthorizePayment() }
    }

    func didFinish() async {
        guard let finding = delegate else { return }
        delegate = nil
        if let delegate = finding() {
            await onDevice { delegate.didFinish() }
        } else {
            // Nobody is there to dismiss it.
            await dismiss()
        }
    }

    private func put(
        _ question: AppQuestion,
        to delegate: any SheetDelegate,
        answer: SheetAnswer
    ) async {
        let update: @Sendable (RequestUpdate) -> Void = { answer.update($0) }
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
                otherwise: AuthorizationResult(AuthorizationStatus.failure),
                reply: { answer.authorization($0) }
            )
        }
        await delegate.ask(forms, otherwise: .unchanged, reply: update)
    }
}

extension SheetAnswer {
    /// What is answered where there is no delegate: nothing changes, and nothing is paid.
    fileprivate func unheard(_ question: AppQuestion) {
        if case .authorization = question {
            authorization(AuthorizationResult(AuthorizationStatus.failure))
        } else {
            update(.unchanged)
        }
    }
}
