internal import Money
internal import PaymentRequest
public import PaymentSheet
internal import SheetView
public import SheetWording
public import World

/// The terminal's screen: the sheet, and the focus of the keys.
///
/// A pure value: it turns keys into events for the sheet. The purchase and its price are the
/// sheet's state.
public struct SheetScreen: Hashable, Sendable {
    /// The mode of the keys.
    enum Mode: Hashable, Sendable {
        /// They move between the rows.
        case browsing
        /// They choose one of a row's choices, by index from 0.
        case choosing(SheetRow, at: Int)
        /// They edit a contact.
        case writing(ContactEditor)
        /// They edit a coupon code.
        case typingCode(TextField)
        /// They enter a PIN, of which only the number of digits is stored.
        case typingPIN(digits: Int)
        /// The shopper has confirmed this total once. The second time stands for the double click.
        case confirming(total: Money)
        /// The payment is being processed.
        case processing
        /// The sheet is closed.
        case over
    }

    /// The focus while the shopper moves between the rows.
    enum Focus: Hashable, Sendable {
        /// A row.
        case row(SheetRow)
        /// The button that pays.
        case pay
    }

    /// The language.
    public let language: Language
    /// The mode of the keys.
    var mode = Mode.browsing
    /// The focus.
    var focus = Focus.pay
    /// Whether the list of keys is shown instead of the sheet.
    var showsKeys = false
    /// The sheet's last message.
    public internal(set) var notice: PaymentSheet.Display?
    /// The contacts to choose from, after the shopper has edited them.
    var contacts: [Contact]?
    /// The time zone of a free cancellation; nil for UTC.
    public var zone: TimeZoneRules?

    /// Creates the initial screen.
    public init(language: Language) {
        self.language = language
    }

    /// Shows a message of the sheet, or nil if the sheet itself has changed.
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

    /// Leaves a row or a total that the merchant has changed in the meantime.
    private mutating func leaveWhatIsGone(from sheet: PaymentSheet) {
        let rows = SheetRow.rows(of: sheet)
        if case .row(let row) = focus, !rows.contains(row) { focus = .pay }
        switch mode {
        case .choosing(let row, _) where !rows.contains(row): mode = .browsing
        case .writing(let editor) where !rows.contains(editor.form.row): mode = .browsing
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
