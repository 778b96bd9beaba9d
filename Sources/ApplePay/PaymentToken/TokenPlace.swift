internal import Bytes
internal import JSON

/// The place of a token inside of other JSON, such as a page's event or what a plug-in passes on.
public struct TokenPlace: Hashable, Sendable {
    /// The names and numbers of the members that lead to it, such as `payment.token`; empty for the whole.
    public let path: String
    /// Whether it is JSON inside of a JSON string there.
    public let isText: Bool
}

extension TokenPlace {
    private static let longestName = 40
    private static let deepestLevel = 8
    /// Where a token has its payment data, as an object.
    private static let known = ["", "token", "token.paymentData"]
    /// Where it may be text.
    private static let knownAsText = ["token.paymentData"]

    /// Finds payment data that is not where a token has it.
    ///
    /// - Parameter root: JSON that is not a token.
    init?(in root: JSONValue) {
        guard root.member("paymentData") == nil, let found = Self.search(root, Found(level: 0)),
            !(found.isText ? Self.knownAsText : Self.known).contains(found.path)
        else { return nil }
        self.init(path: found.path, isText: found.isText)
    }

    private struct Found {
        var path = ""
        var isText = false
        var level: Int

        /// The place of a member. Names go into messages, so that only those of programs are told.
        func inside(_ name: String) -> Found {
            let isName =
                name.utf8.count <= longestName && name.first?.isLetter == true
                && name.utf8.allSatisfy(Self.isOfName)
            return Found(
                path: (path.isEmpty ? "" : path + ".") + (isName ? name : "…"),
                isText: isText,
                level: level + 1
            )
        }

        func inside(_ index: Int) -> Found {
            Found(path: "\(path)[\(index)]", isText: isText, level: level + 1)
        }

        private static func isOfName(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }

    /// The outermost place whose members are those of payment data, in any spelling.
    private static func search(_ value: JSONValue, _ place: Found) -> Found? {
        guard place.level <= deepestLevel else { return nil }
        if let text = value.stringBytes {
            guard let inner = try? JSONDocument(plainOrBase64: text) else { return nil }
            return search(inner.root, Found(path: place.path, isText: true, level: place.level + 1))
        }
        if let elements = value.elements {
            for (index, element) in elements.enumerated() {
                if let found = search(element, place.inside(index)) { return found }
            }
            return nil
        }
        guard value.isObject else { return nil }
        let members = value.members
        let names = Set(members.map { TokenField.plain($0.name) })
        if names.isSuperset(of: ["version", "data", "signature", "header"]) { return place }
        for (name, member) in members {
            if let found = search(member, place.inside(name)) {
                // A whole PKPaymentToken is what is named, where it is one.
                let isOwn = name == "paymentData" && found.isText == place.isText
                return isOwn && place.level > 0 ? place : found
            }
        }
        return nil
    }
}

extension TokenField {
    /// A name without what tells spellings apart: `transaction_id` and `TransactionId` are one.
    static func plain(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != "-" }
    }
}
