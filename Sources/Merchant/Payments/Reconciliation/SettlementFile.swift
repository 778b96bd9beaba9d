internal import Cryptography
public import World

/// A settlement file of the card network, or a settlement report of a platform: what was captured and
/// refunded since the one before it, and what is paid for it.
///
/// One of the network can be made only from the bytes of a file whose every line has its form, whose sums
/// are right and which ends where it says. A settlement of the network has one form in bytes only.
///
/// - Source: Documentation/SimulatedCardNetwork.md, "Settlement"; RFC 4180 for commas and quotation marks.
///   Documentation/Platforms.md, "Settlement reports".
public struct SettlementFile: Hashable, Sendable {
    /// The largest file that is read. Units: bytes.
    public static let byteLimit = 64 << 20
    /// The largest number of lines that are read.
    public static let lineLimit = 500_000
    /// The longest line that is read. Units: bytes.
    public static let lineByteLimit = 256

    /// The number of the settlement, from 1; nil where it has a name.
    public let number: Int64?
    /// The name of the settlement, such as a payout's identifier; nil where it has a number.
    public let name: String?
    /// The time before which what was done is in this file or in an earlier one.
    public let cutOff: UnixTime
    /// The currencies that it has, of which alone it says what is missing; nil for all.
    public let currencies: Set<String>?
    /// The settled operations, in the order of the lines.
    public let entries: [SettlementEntry]
    /// The payments, in the order of the lines.
    public let payouts: [SettlementPayout]
    /// The number of lines.
    public let lineCount: Int
    /// The SHA-256 of the file.
    public let digest: [UInt8]

    /// Reads a file.
    ///
    /// - Throws: ``SettlementFileFailure``, for the first line that is wrong.
    public init(_ bytes: [UInt8]) throws(SettlementFileFailure) {
        guard bytes.count <= Self.byteLimit else {
            throw SettlementFileFailure(line: 1, .fileTooLong(limit: Self.byteLimit))
        }
        guard bytes.last == UInt8(ascii: "\n") else {
            let line = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            throw SettlementFileFailure(line: line, .lineNotEnded)
        }
        lineCount = bytes.count { $0 == UInt8(ascii: "\n") }
        guard lineCount <= Self.lineLimit else {
            throw SettlementFileFailure(
                line: Self.lineLimit + 1,
                .tooManyLines(limit: Self.lineLimit)
            )
        }
        var reader = SettlementFileReader(lineCount: lineCount)
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            try reader.read(rest[..<end])
            rest = rest[(end + 1)...]
        }
        let header = try reader.end()
        number = header.number
        cutOff = header.cutOff
        (name, currencies) = (nil, nil)
        entries = reader.entries
        payouts = reader.payouts
        digest = SHA256.digest(bytes)
    }

    /// A platform's report, as it was read.
    package init(
        number: Int64?,
        name: String?,
        cutOff: UnixTime,
        entries: [SettlementEntry],
        payouts: [SettlementPayout],
        lineCount: Int,
        of bytes: [UInt8]
    ) {
        (self.number, self.name, self.cutOff) = (number, name, cutOff)
        (self.entries, self.payouts, self.lineCount) = (entries, payouts, lineCount)
        currencies = Set(entries.map(\.currency))
        digest = SHA256.digest(bytes)
    }
}

/// Why a settlement file cannot be used.
public struct SettlementFileFailure: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    public let line: Int
    /// The cause.
    public let cause: Cause

    package init(line: Int, _ cause: Cause) {
        self.line = line
        self.cause = cause
    }

    /// The problem of a line.
    public enum Cause: Error, Hashable, Sendable {
        /// The file has more bytes than the limit.
        case fileTooLong(limit: Int)
        /// The file has more lines than the limit.
        case tooManyLines(limit: Int)
        /// The line has more bytes than the limit.
        case lineTooLong(limit: Int)
        /// The line does not end in a line feed: the file is empty or was cut off.
        case lineNotEnded
        /// A character is not printable ASCII.
        case notPrintable
        /// Quotation marks are not as RFC 4180 has them, or stand around a part that needs none.
        case quotation
        /// The first line is not that of a settlement.
        case noHeader
        /// The file is of another version than 1.
        case versionUnknown
        /// The first part names no kind of line, or one that cannot stand here.
        case kindUnexpected
        /// The line has another number of parts than its kind.
        case partCount(expected: Int, found: Int)
        /// A part has not its form.
        case part(Part)
        /// The line pays the same receiver in the same currency as an earlier one.
        case payoutRepeated(line: Int)
        /// The last line is missing: the file was cut off.
        case endMissing
        /// The last line states another number of lines.
        case lineCount(expected: Int)
        /// The amount of the line is not the sum of the entries. For entries without such a line, it is
        /// the line of the first one, and nothing is paid. Units: minor units.
        case payout(entries: Int64, paid: Int64)
        /// In the line's currency, what is paid does not add up to zero. Units: minor units.
        case unbalanced(by: Int64)
        /// A sum has more than 63 bits.
        case sumTooLarge
        /// The first line has not this column of a platform's report, or has it twice.
        case column(String)
        /// The line is of another payout or batch than the first one.
        case otherSettlement
        /// The line is of another merchant account than the configuration's.
        case otherAccount
        /// The line has the identifier of an earlier one.
        case lineRepeated(line: Int)
        /// The report has no lines.
        case noLines
    }

    /// A part of a line.
    public enum Part: String, Hashable, Sendable {
        /// The number of the settlement.
        case number
        /// The time of the settlement.
        case time
        /// The currency.
        case currency
        /// The merchant.
        case merchant
        /// The issuer.
        case issuer
        /// Field 37.
        case reference
        /// The authorization code.
        case authorizationCode = "authorization code"
        /// Field 11.
        case trace = "trace number"
        /// The amount, also where it has the sign of the opposite kind.
        case amount
        /// The fee, also where it is larger than the amount.
        case fee
        /// The number of lines.
        case lines = "number of lines"
        /// The kind of a line of a platform's report.
        case type
        /// The identifier of the line or of its payout.
        case identifier
    }
}

extension SettlementFileFailure: CustomStringConvertible {
    /// The line and the cause. It has no text of the file.
    public var description: String { "line \(line): \(cause)" }

    /// The remedy.
    public var remedy: String {
        switch cause {
        case .fileTooLong, .tooManyLines:
            "ask the acquirer for files of shorter periods"
        case .lineNotEnded, .endMissing, .lineCount:
            "fetch the file again: it was cut off or changed on its way"
        case .versionUnknown:
            "ask the acquirer for version 1"
        case .noHeader, .lineTooLong, .notPrintable, .quotation, .kindUnexpected, .partCount,
            .part, .payoutRepeated, .noLines, .lineRepeated:
            "check that it is a settlement file; otherwise fetch it again"
        case .column: "choose the columns that Documentation/Platforms lists, and fetch it again"
        case .otherSettlement: "fetch the report of one payout or batch"
        case .otherAccount: "fetch the report of the merchant account in the configuration"
        case .payout, .unbalanced, .sumTooLarge:
            "fetch the file again; if it is the same, ask the acquirer to correct it"
        }
    }
}

extension SettlementFileFailure.Cause: CustomStringConvertible {
    /// The cause in one line.
    public var description: String {
        switch self {
        case .fileTooLong(let limit): "the file has more than \(limit) bytes"
        case .tooManyLines(let limit): "the file has more than \(limit) lines"
        case .lineTooLong(let limit): "more than \(limit) bytes"
        case .lineNotEnded: "the file does not end with a line feed"
        case .notPrintable: "a character that is not printable ASCII"
        case .quotation: "quotation marks that RFC 4180 does not allow, or that are not needed"
        case .noHeader: "not the first line of a settlement file"
        case .versionUnknown: "not version 1"
        case .kindUnexpected: "not a kind of line, or not one that can stand here"
        case .partCount(let expected, let found): "\(found) parts instead of \(expected)"
        case .part(let part): "the \(part.rawValue) has not its form"
        case .payoutRepeated(let line): "pays what line \(line) pays"
        case .endMissing: "the line \"end\" is missing"
        case .lineCount(let expected): "the file has \(expected) lines, and not as many as stated"
        case .payout(let entries, let paid): "pays \(paid), but the entries come to \(entries)"
        case .unbalanced(let difference):
            "what is paid in this currency adds up to \(difference) instead of 0"
        case .sumTooLarge: "a sum is too large"
        case .column(let name): "the column \(name) is missing, or is there twice"
        case .otherSettlement: "of another payout or batch than the first line"
        case .otherAccount: "of another merchant account than the configuration's"
        case .lineRepeated(let line): "has the identifier of line \(line)"
        case .noLines: "the report has no lines"
        }
    }
}
