public import Bytes

/// The content of a stored credential. It has no cryptogram: none is valid for a second payment.
public enum StoredInstrument: Sendable {
    /// An account number, for a processor that submits it.
    case account(StoredAccount)
    /// The processor's own name for what it has stored.
    case reference(String)

    /// The last four digits of the account number; nil where the processor has it.
    public var accountSuffix: String? {
        if case .account(let account) = self { account.number.lastFourDigits } else { nil }
    }

    private static let (accountLine, referenceLine) = ("account", "reference")

    /// The content as lines of text.
    var bytes: Secret {
        func lines(_ parts: [Secret]) -> Secret {
            Secret(joining: parts.flatMap { [$0, Secret(copying: Array("\n".utf8))] })
        }
        func text(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }
        return switch self {
        case .account(let account):
            lines([
                text(Self.accountLine), account.number, text("\(account.expiry.year)"),
                text("\(account.expiry.month)"), text(account.firstPayment),
            ])
        case .reference(let reference): lines([text(Self.referenceLine), text(reference)])
        }
    }

    /// Reads ``bytes``; nil for any other.
    init?(_ bytes: Secret) {
        let lines = bytes.withBytes { bytes in
            var lines: [Secret] = []
            var start = 0
            for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
                lines.append(Secret(copying: bytes.extracting(start..<index)))
                start = index + 1
            }
            return lines
        }
        switch (lines.first?.revealedText(), lines.count) {
        case (Self.accountLine, 5):
            guard let year = Int(lines[2].revealedText()), let month = Int(lines[3].revealedText()),
                let expiry = CardExpiry(year: year, month: month)
            else { return nil }
            self = .account(
                StoredAccount(
                    number: lines[1],
                    expiry: expiry,
                    firstPayment: lines[4].revealedText()
                )
            )
        case (Self.referenceLine, 2): self = .reference(lines[1].revealedText())
        default: return nil
        }
    }
}

/// An account number that is stored for later payments: a merchant token's, or a device's.
public struct StoredAccount: Sendable {
    /// The number: 12 to 19 digits.
    public let number: Secret
    /// When it expires.
    public let expiry: CardExpiry
    /// The network's name for the payment that stored it.
    public let firstPayment: String

    /// An account number.
    public init(number: Secret, expiry: CardExpiry, firstPayment: String) {
        (self.number, self.expiry, self.firstPayment) = (number, expiry, firstPayment)
    }
}

/// A later payment with a stored credential.
public struct StoredCharge: Sendable {
    /// The content of the credential.
    public let instrument: StoredInstrument
    /// The payments for which it was stored.
    public let use: CredentialUse
    /// Who makes this one.
    public let initiator: CredentialInitiator

    /// A payment.
    public init(
        _ instrument: StoredInstrument,
        for use: CredentialUse,
        by initiator: CredentialInitiator
    ) {
        (self.instrument, self.use, self.initiator) = (instrument, use, initiator)
    }
}
