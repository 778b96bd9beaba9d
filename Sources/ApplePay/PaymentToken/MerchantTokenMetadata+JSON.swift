public import JSON

extension MerchantTokenMetadata {
    /// Parses the metadata; nil if a value has another JSON type than Apple documents.
    package init?(_ value: JSONValue) {
        guard value.isObject else { return nil }
        var card: Card?
        if let value = value.presentMember("cardMetadata") {
            card = Card(value)
            guard card != nil else { return nil }
        }
        var art: [Art] = []
        if let list = value.presentMember("cardArt") {
            guard let elements = list.elements else { return nil }
            for element in elements {
                guard let picture = Art(element) else { return nil }
                art.append(picture)
            }
        }
        self.init(card: card, art: art)
    }

    /// The metadata as it is written in a payload.
    public var json: JSONOutput {
        .object([
            "cardMetadata": card.map { card in
                .object([
                    "cardCountry": card.country.map(JSONOutput.string),
                    "expirationDate": card.expirationDate.map(JSONOutput.string),
                    "fpanSuffix": card.numberSuffix.map(JSONOutput.string),
                    "shortDescription": card.shortDescription.map(JSONOutput.string),
                    "longDescription": card.longDescription.map(JSONOutput.string),
                ])
            },
            "cardArt": art.isEmpty
                ? nil
                : .array(
                    art.map { art in
                        .object([
                            "name": art.name.map(JSONOutput.string),
                            "type": art.type.map(JSONOutput.string),
                            "url": art.url.map(JSONOutput.string),
                        ])
                    }
                ),
        ])
    }
}

extension MerchantTokenMetadata.Card {
    fileprivate init?(_ value: JSONValue) {
        let texts = [
            value.presentMember("cardCountry"), value.presentMember("expirationDate"),
            value.presentMember("fpanSuffix"), value.presentMember("shortDescription"),
            value.presentMember("longDescription"),
        ]
        guard value.isObject, texts.allSatisfy({ $0 == nil || $0?.string != nil }) else {
            return nil
        }
        country = texts[0]?.string
        expirationDate = texts[1]?.string
        numberSuffix = texts[2]?.string
        shortDescription = texts[3]?.string
        longDescription = texts[4]?.string
    }
}

extension MerchantTokenMetadata.Art {
    fileprivate init?(_ value: JSONValue) {
        let texts = [
            value.presentMember("name"), value.presentMember("type"), value.presentMember("url"),
        ]
        guard value.isObject, texts.allSatisfy({ $0 == nil || $0?.string != nil }) else {
            return nil
        }
        name = texts[0]?.string
        type = texts[1]?.string
        url = texts[2]?.string
    }
}

extension JSONValue {
    /// The member with this name; nil if it is absent or null.
    fileprivate func presentMember(_ name: String) -> JSONValue? {
        guard let value = member(name), !value.isNull else { return nil }
        return value
    }
}
