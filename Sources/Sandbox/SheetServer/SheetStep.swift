internal import JSON

/// A step of the shopper at the page of a sheet, as the page sends it.
enum SheetStep: Hashable, Sendable {
    /// Chooses one of a row's choices, by its index.
    case choose(row: RowName, place: Int)
    /// Fills in a contact.
    case write(row: RowName, place: FormPlace, fields: [String: String])
    /// Enters a coupon code.
    case code(String)
    /// Presses the button to pay where something must be corrected first.
    case pay
    /// Confirms a total, which is as it was shown.
    case authorize(total: String)
    /// Enters a PIN of this many digits.
    case pin(digits: Int)
    /// Closes the sheet.
    case cancel

    /// Reads a step; nil for anything else.
    init?(_ json: JSONValue) {
        switch json.string {
        case "cancel"?: self = .cancel
        case "pay"?: self = .pay
        default: self.init(members: json)
        }
    }

    private init?(members json: JSONValue) {
        guard json.members.count == 1, let (name, value) = json.members.first else { return nil }
        switch name {
        case "choose":
            guard let row = RowName(value.member("row")),
                let place = value.member("place")?.integer
            else { return nil }
            self = .choose(row: row, place: Int(clamping: place))
        case "write":
            guard let row = RowName(value.member("row")), let fields = value.member("fields"),
                fields.isObject
            else { return nil }
            var texts: [String: String] = [:]
            for (name, text) in fields.members {
                guard let text = text.string else { return nil }
                texts[name] = text
            }
            guard let place = FormPlace(value.member("place")) else { return nil }
            self = .write(row: row, place: place, fields: texts)
        case "code":
            guard let code = value.string else { return nil }
            self = .code(code)
        case "authorize":
            guard let total = value.string else { return nil }
            self = .authorize(total: total)
        case "pin":
            guard let digits = value.integer else { return nil }
            self = .pin(digits: Int(clamping: digits))
        default: return nil
        }
    }
}

/// The name of a row in the JSON of a page.
enum RowName: String, Hashable, Sendable, CaseIterable {
    case card, shippingContact, shippingMethod, contact, billingContact, couponCode

    init?(_ json: JSONValue?) {
        guard let name = json?.string else { return nil }
        self.init(rawValue: name)
    }
}

/// Which contact a form is for.
enum FormPlace: Hashable, Sendable {
    /// The one at an index of the row's choices.
    case listed(Int)
    /// The one that is selected, which is not among the choices.
    case selected
    /// A new one.
    case new

    init?(_ json: JSONValue?) {
        if let place = json?.integer {
            self = .listed(Int(clamping: place))
        } else if json?.string == "selected" {
            self = .selected
        } else if json?.isNull != false {
            self = .new
        } else {
            return nil
        }
    }

    var json: JSONOutput {
        switch self {
        case .listed(let place): .integer(Int64(place))
        case .selected: .string("selected")
        case .new: .null
        }
    }
}
