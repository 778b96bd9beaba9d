/// A fault of an order package: where it is, which rule it breaks, and Apple's page that has the rule.
///
/// No value of the order is repeated, because orders have personal data and tokens.
package struct OrderFault: Hashable, Sendable {
    package let rule: OrderRule
    /// The file in the package; nil for the package itself.
    package let file: String?
    /// The path of the member in a JSON file, such as `lineItems[0].price.currency`; nil for the whole file.
    package let path: String?
    /// A further fact, such as the permitted words.
    package fileprivate(set) var detail: String?
    /// The title of Apple's page that has the rule.
    package let page: String

    /// The rule's name, which does not change.
    package var name: String { rule.rawValue }
}

/// The faults for which a package was not made or not accepted.
package struct OrderFaults: Error, Hashable, Sendable {
    /// The faults, in the order in which they were found; at least one.
    package let list: [OrderFault]
}

extension OrderFault: CustomStringConvertible {
    /// The place and the rule.
    package var description: String {
        [file, path, rule.words].compactMap(\.self).joined(separator: ": ")
    }
}

extension OrderFaults: CustomStringConvertible {
    /// Each fault's place and rule.
    package var description: String { list.map(\.description).joined(separator: "; ") }
}

/// Collects faults, and the references of an order to files, while a package is read.
final class OrderFaultLog {
    /// A reference from the order to a file of the package.
    struct Reference {
        let name: String
        let path: String
        let page: String
        let isImage: Bool
    }

    /// The most faults of a package that are collected: our decision.
    static let limit = 1_000
    /// The longest detail of a fault: our decision. Units: Unicode scalars.
    static let detailLimit = 500

    private(set) var faults: [OrderFault] = []
    /// Whether there were more, which the last one says.
    private(set) var isCut = false
    private(set) var references: [Reference] = []

    func add(
        _ rule: OrderRule,
        _ file: String?,
        _ path: String? = nil,
        detail: String? = nil,
        page: String? = nil
    ) {
        guard faults.count < Self.limit else {
            isCut = true
            faults[Self.limit - 1].detail = "further faults are not listed"
            return
        }
        // A key of a language may be as long as its file, and missing in all others.
        let detail = detail.map { String($0.unicodeScalars.prefix(Self.detailLimit)) }
        let page = page ?? rule.page
        faults.append(
            OrderFault(rule: rule, file: file, path: path, detail: detail, page: page)
        )
    }

    func throwFaults() throws(OrderFaults) {
        if !faults.isEmpty { throw OrderFaults(list: faults) }
    }

    func refer(to name: String, at path: String, of page: String, isImage: Bool) {
        references.append(Reference(name: name, path: path, page: page, isImage: isImage))
    }
}
