internal import Money
internal import PaymentRequest
public import PaymentSheet
public import SheetWording
public import World

/// What is on the screen of a terminal: the sheet, and where in it the keys go.
///
/// A pure value: keys in, events for the sheet out. What is bought and what it costs is the sheet's
/// state.
public struct SheetScreen: Hashable, Sendable {
    /// What the keys are about.
    enum Mode: Hashable, Sendable {
        /// Going up and down the rows.
        case browsing
        /// Choosing one of a row's possibilities, by its place from 0.
        case choosing(SheetRow, at: Int)
        /// Writing a contact.
        case writing(ContactForm)
        /// Typing a coupon code.
        case typingCode(TextField)
        /// Typing a PIN, of which nothing is kept but how many digits it has.
        case typingPIN(digits: Int)
        /// Asked once to pay this total: the second time is the double click.
        case confirming(total: Money)
        /// The payment is under way.
        case processing
        /// The sheet goes away.
        case over
    }

    /// Where the keys are while somebody goes up and down.
    enum Focus: Hashable, Sendable {
        /// At a row.
        case row(SheetRow)
        /// At the button that pays.
        case pay
    }

    /// The language of the words.
    public let language: Language
    /// What the keys are about.
    var mode = Mode.browsing
    /// Where the keys are.
    var focus = Focus.pay
    /// Whether the list of keys is shown in the place of the sheet.
    var showsKeys = false
    /// What the sheet last said.
    public internal(set) var notice: PaymentSheet.Display?
    /// The contacts to choose from, once the shopper has written in them.
    var contacts: [Contact]?
    /// The clocks by which a free cancellation is told; nil for Universal Time.
    public var zone: TimeZoneRules?

    /// A screen as somebody first sees it.
    public init(language: Language) {
        self.language = language
    }

    /// Takes what the sheet shows for a moment, or nil where the sheet itself has changed.
    public mutating func show(_ display: PaymentSheet.Display?, of sheet: PaymentSheet) {
        if let display {
            notice = display
            showsKeys = false
            switch display {
            case .processing: mode = .processing
            case .enterPIN: mode = .typingPIN(digits: 0)
            case .paid, .notCompleted: mode = .over
            case .failed, .errors, .missing, .totalChanged:
                if mode == .processing { mode = .browsing }
            }
        }
        if sheet.outcome != nil {
            mode = .over
            showsKeys = false
        }
        leaveWhatIsGone(from: sheet)
    }

    /// A row, or a total, that the merchant has changed under somebody's hands.
    private mutating func leaveWhatIsGone(from sheet: PaymentSheet) {
        let rows = SheetRow.rows(of: sheet)
        if case .row(let row) = focus, !rows.contains(row) { focus = .pay }
        switch mode {
        case .choosing(let row, _) where !rows.contains(row): mode = .browsing
        case .writing(let form) where !rows.contains(form.row): mode = .browsing
        case .choosing(.shippingMethod, let place)
        where place >= sheet.request.shippingMethods.count:
            mode = .browsing
        case .confirming(let total) where total != sheet.request.total:
            mode = .browsing
            notice = .totalChanged
        default: break
        }
    }
}
