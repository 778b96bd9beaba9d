public import Money
public import PaymentRequest
public import PaymentSheet

extension SheetSession {
    /// Takes a step when its time has come.
    public func take(_ step: ScriptedShopper.Step) async {
        switch step {
        case .cancelAtOnce, .wait: break
        default: await settled()
        }
        guard outcome == nil else { return }
        told(.shopper(step))
        switch step {
        case .chooseShippingContact(let contact), .editShippingContact(let contact):
            await take(.choseShippingContact(contact))
        case .chooseBillingContact(let contact), .editBillingContact(let contact):
            await take(.choseBillingContact(contact))
        case .chooseShippingMethod(let identifier):
            await take(.choseShippingMethod(identifier: identifier))
        case .chooseCard(let name):
            guard let card = cards.first(where: { $0.displayName == name }) else {
                return told(.unknownCard(name: name))
            }
            await take(card: card)
        case .enterCouponCode(let code): await take(.enteredCouponCode(code))
        case .authorize: await take(.authorized(total: sheet.request.total))
        case .enterPIN: await take(.enteredPIN)
        case .cancel, .cancelAtOnce: await take(.cancelled)
        case .wait(let duration): await pass(duration)
        }
    }

    /// Takes an event at once, as a person causes it, and tells which step of a script it would be.
    public func take(_ event: PaymentSheet.Event, as step: ScriptedShopper.Step) async {
        guard outcome == nil else { return }
        told(.shopper(step))
        await take(event)
    }

    /// The total that the sheet shows once the app has answered.
    public func total() async -> Money {
        await settled()
        return sheet.request.total
    }

    /// What the app found wrong and the shopper has not put right, once the app has answered.
    public func errors() async -> [PaymentError] {
        await settled()
        return sheet.errors
    }

    /// Chooses where goods go.
    public func chooseShippingContact(_ contact: Contact) async {
        await take(.chooseShippingContact(contact))
    }

    /// Chooses where bills go.
    public func chooseBillingContact(_ contact: Contact) async {
        await take(.chooseBillingContact(contact))
    }

    /// Chooses a way of shipping by the identifier that the app gave it.
    public func chooseShippingMethod(_ identifier: String) async {
        await take(.chooseShippingMethod(identifier: identifier))
    }

    /// Chooses a card by the name that the wallet shows.
    public func chooseCard(_ name: String) async { await take(.chooseCard(named: name)) }

    /// Types a coupon code.
    public func enterCouponCode(_ code: String) async { await take(.enterCouponCode(code)) }

    /// Says yes to the total that the sheet shows.
    public func authorize() async { await take(.authorize) }

    /// Types the card's PIN.
    public func enterPIN() async { await take(.enterPIN) }

    /// Closes the sheet when it waits for nobody.
    public func cancel() async { await take(.cancel) }

    /// Closes the sheet without waiting for an answer.
    public func cancelAtOnce() async { await take(.cancelAtOnce) }

    /// Lets time pass, whatever the sheet waits for.
    public func wait(_ duration: Duration) async { await take(.wait(duration)) }
}
