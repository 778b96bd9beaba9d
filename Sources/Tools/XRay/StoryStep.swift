internal import JSON
internal import World

/// Who takes part in a payment: the columns of its diagram, from left to right.
enum StoryParty: String, CaseIterable, Sendable {
    case shopper, page, sheet, secureElement, apple, shop, platform, network

    /// Its name, for people.
    var name: String {
        switch self {
        case .shopper: "Shopper"
        case .page: "Page or app"
        case .sheet: "Payment sheet"
        case .secureElement: "Secure Element"
        case .apple: "Apple’s server"
        case .shop: "Shop’s server"
        case .platform: "Payment platform"
        case .network: "Card network"
        }
    }

    /// The note on its part in the sandbox.
    var note: String {
        switch self {
        case .shopper: "a person, or a script of steps"
        case .page: "Apple Pay JS, or PassKit"
        case .sheet: "the wallet on the device"
        case .secureElement: "the chip that holds the card’s keys"
        case .apple: "simulated, with TEST keys"
        case .shop: "the merchant’s own program"
        case .platform: "simulated, with keys of its own"
        case .network: "the networks and the issuers, simulated"
        }
    }
}

/// The parts of a payment, in the order in which they happen.
enum StoryPhase: String, CaseIterable, Sendable {
    case sheet, token, shop, end, later, network

    /// Its heading.
    var name: String {
        switch self {
        case .sheet: "The sheet"
        case .token: "The token is made"
        case .shop: "The shop charges the card"
        case .end: "The sheet ends"
        case .later: "Afterwards"
        case .network: "The last messages, of all senders"
        }
    }
}

/// One step of a payment: a message between two parties, or what one does by itself.
struct StoryStep: Sendable {
    /// The mood of a step, for its colour.
    enum Mood: String, Sendable {
        case plain, good, bad
    }

    var phase: StoryPhase
    var from: StoryParty
    /// The same as `from` where a party does something by itself.
    var to: StoryParty
    /// The title, in a few words.
    var title: String
    /// One sentence more; empty for none.
    var text = ""
    var time: UnixTime
    var mood = Mood.plain
    /// The parts behind it.
    var parts: [StoryPart] = []

    func json(number: Int) -> JSONOutput {
        .object([
            "number": .integer(Int64(number)), "phase": .string(phase.rawValue),
            "from": .string(from.rawValue), "to": .string(to.rawValue), "title": .string(title),
            "text": .string(text), "time": .string(time.iso8601), "mood": .string(mood.rawValue),
            "parts": .array(parts.map(\.json)),
        ])
    }
}
