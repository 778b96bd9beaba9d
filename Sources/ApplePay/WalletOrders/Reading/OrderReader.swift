internal import JSON
internal import World

/// Compares an order's JSON with Apple's schema, and goes on after a fault, so that all are found.
struct OrderReader {
    let log: OrderFaultLog

    static let file = "order.json"

    /// Adds the faults of an order to the log.
    func check(_ order: JSONValue) {
        check(order, .object(.order), at: "", of: "Order")
        checkAgreement(order)
    }

    private func add(
        _ rule: OrderRule,
        _ path: String,
        _ detail: String? = nil,
        of page: String = "Order"
    ) {
        log.add(rule, Self.file, path.isEmpty ? nil : path, detail: detail, page: page)
    }

    private func check(_ value: JSONValue, _ kind: OrderKind, at path: String, of page: String) {
        func require(_ holds: Bool, _ type: String) {
            if !holds { add(.wrongType, path, type, of: page) }
        }
        switch kind {
        case .text: require(value.string != nil, "a text")
        case .bool: require(value.bool != nil, "true or false")
        case .form(let form):
            guard let text = form.isNumber ? value.numberText : value.string else {
                return require(false, form.isNumber ? "a number" : "a text")
            }
            guard form.holds(text) else { return add(form.rule, path, of: page) }
            if let isImage = form.namesImage {
                log.refer(to: text, at: path, of: page, isImage: isImage)
            }
        case .words(let words):
            guard let text = value.string else { return require(false, "a text") }
            if !words.contains(text) {
                add(.unknownWord, path, words.joined(separator: ", "), of: page)
            }
        case .list(let kind):
            require(value.elements != nil, "a list")
            for (index, element) in (value.elements ?? []).enumerated() {
                check(element, kind, at: "\(path)[\(index)]", of: page)
            }
        case .object(let schema):
            require(value.isObject, "an object")
            if value.isObject { checkMembers(value, schema, at: path, of: page) }
        case .variants(let name, let variants):
            guard value.isObject else { return require(false, "an object") }
            let word = value.member(name)?.string
            if let (_, schema) = variants.first(where: { $0.word == word }) {
                checkMembers(value, schema, at: path, of: page)
            } else {
                let member = OrderMember.required(name, .words(variants.map(\.word)))
                check(value, member, at: path, of: page)
            }
        }
    }

    private func checkMembers(
        _ object: JSONValue,
        _ schema: OrderSchema,
        at path: String,
        of page: String
    ) {
        let page = schema.page ?? page
        for member in schema.members { check(object, member, at: path, of: page) }
        for (name, _) in object.members where !schema.names.contains(name) {
            add(.unknownMember, Self.path(of: name, in: path), of: page)
        }
    }

    private func check(
        _ object: JSONValue,
        _ member: OrderMember,
        at path: String,
        of page: String
    ) {
        let path = Self.path(of: member.name, in: path)
        if let value = object.member(member.name) {
            check(value, member.kind, at: path, of: page)
        } else if member.isRequired {
            add(.missing, path, of: page)
        }
    }

    private static func path(of name: String, in path: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    // MARK: The rules between members

    /// Adds the faults between members that have none of their own.
    private func checkAgreement(_ order: JSONValue) {
        func text(_ name: String, of object: JSONValue = order) -> String? {
            object.member(name)?.string.flatMap { $0.isEmpty ? nil : $0 }
        }
        if text("webServiceURL").flatMap(WebServiceForm.value) != nil,
            order.member("authenticationToken") == nil
        {
            add(.tokenMissing, "authenticationToken")
        }
        if let created = text("createdAt").flatMap(UnixTime.init(rfc3339:)),
            let updated = text("updatedAt").flatMap(UnixTime.init(rfc3339:)), updated < created
        {
            add(.updatedBeforeCreated, "updatedAt")
        }
        var seen: Set<String> = []
        for (index, part) in (order.member("fulfillments")?.elements ?? []).enumerated() {
            let at = "fulfillments[\(index)]"
            let (page, start, window) =
                text("fulfillmentType", of: part) == "pickup"
                ? ("PickupFulfillment", "pickupAt", "pickupWindowDuration")
                : (
                    "ShippingFulfillment", "estimatedDeliveryAt", "estimatedDeliveryWindowDuration"
                )
            if let name = text("fulfillmentIdentifier", of: part), !seen.insert(name).inserted {
                add(.repeatedIdentifier, "\(at).fulfillmentIdentifier", of: page)
            }
            if text(window, of: part).flatMap(DurationForm.value) != nil,
                part.member(start) == nil
            {
                add(.windowWithoutStart, "\(at).\(start)", of: page)
            }
        }
        seen = []
        for (index, part) in (order.member("returns")?.elements ?? []).enumerated() {
            if let name = text("returnIdentifier", of: part), !seen.insert(name).inserted {
                add(.repeatedIdentifier, "returns[\(index)].returnIdentifier", of: "Return")
            }
        }
    }
}
