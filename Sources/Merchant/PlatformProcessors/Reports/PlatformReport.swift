internal import Money
public import Payments
internal import World

/// A report of a platform: a first line with the names of columns, and lines with a value for each.
///
/// Columns may have any order. Those that are not asked for are left alone, because accounts choose them.
///
/// - Source: RFC 4180.
struct PlatformReport {
    /// The longest line that is read. Units: bytes.
    static let lineByteLimit = 16_384

    /// One line.
    struct Line {
        /// The number of the line, from 1. A value may have line feeds.
        let number: Int
        private let values: [String: String]

        fileprivate init(_ number: Int, _ columns: [String], _ values: [String]) {
            self.number = number
            let pairs = zip(columns, values).filter { !$0.1.isEmpty }
            self.values = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }

        /// The value in a column; nil where there is none.
        subscript(column: String) -> String? { values[column] }

        /// The value in a column where there must be one.
        func text(
            _ column: String,
            _ part: SettlementFileFailure.Part
        ) throws(SettlementFileFailure.Cause) -> String {
            guard let text = values[column] else { throw .part(part) }
            return text
        }

        func currency(_ column: String) throws(SettlementFileFailure.Cause) -> Currency {
            guard let currency = values[column].flatMap({ Currency(code: $0.uppercased()) }) else {
                throw .part(.currency)
            }
            return currency
        }

        /// The decimal amount in a column; zero where there is none. Units: minor units.
        func amount(
            _ column: String,
            _ currency: Currency,
            _ part: SettlementFileFailure.Part = .amount
        ) throws(SettlementFileFailure.Cause) -> Int64 {
            guard let text = values[column] else { return 0 }
            guard let amount = try? Money(DecimalAmount(text), in: currency) else {
                throw .part(part)
            }
            return amount.minorUnits
        }

        /// A time such as `2026-11-27 21:05:00` in UTC.
        func time(_ column: String) throws(SettlementFileFailure.Cause) -> UnixTime {
            let text = try text(column, .time)
            let parts = text.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2, let time = UnixTime(iso8601: "\(parts[0])T\(parts[1])Z") else {
                throw .part(.time)
            }
            return time
        }
    }

    let bytes: [UInt8]
    let lines: [Line]

    /// The names in the first line of a file.
    static func columns(of bytes: [UInt8]) -> [String] {
        let line = content(of: bytes).prefix(lineByteLimit).prefix { $0 != UInt8(ascii: "\n") }
        return (try? SettlementLine.parts(of: trimmed(line), needless: true)) ?? []
    }

    /// Reads a report that has these columns once each.
    init(_ bytes: [UInt8], _ columns: [String]) throws(SettlementFileFailure) {
        guard bytes.count <= SettlementFile.byteLimit else {
            throw SettlementFileFailure(line: 1, .fileTooLong(limit: SettlementFile.byteLimit))
        }
        self.bytes = bytes
        let names = Self.columns(of: bytes)
        for column in columns where names.count(where: { $0 == column }) != 1 {
            throw SettlementFileFailure(line: 1, .column(column))
        }
        var lines: [Line] = []
        var number = 1
        var rest = Self.content(of: bytes)
        while !rest.isEmpty {
            let record: ArraySlice<UInt8>
            do throws(SettlementFileFailure.Cause) {
                record = try Self.record(of: rest)
                if number > 1 {
                    let values = try SettlementLine.parts(
                        of: Self.trimmed(record.dropLast()),
                        needless: true
                    )
                    guard values.count == names.count else {
                        throw .partCount(expected: names.count, found: values.count)
                    }
                    lines.append(Line(number, names, values))
                }
            } catch { throw SettlementFileFailure(line: number, error) }
            rest = rest.dropFirst(record.count)
            number += record.count { $0 == UInt8(ascii: "\n") }
            guard number <= SettlementFile.lineLimit + 1 else {
                let cause = SettlementFileFailure.Cause.tooManyLines(
                    limit: SettlementFile.lineLimit
                )
                throw SettlementFileFailure(line: number, cause)
            }
        }
        guard !lines.isEmpty else { throw SettlementFileFailure(line: 1, .noLines) }
        self.lines = lines
    }

    /// Without the mark of UTF-8.
    private static func content(of bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    /// The bytes to the first line feed that is not in quotation marks.
    private static func record(
        of bytes: ArraySlice<UInt8>
    ) throws(SettlementFileFailure.Cause) -> ArraySlice<UInt8> {
        var isQuoted = false
        for (index, byte) in zip(bytes.indices, bytes) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "\n"), !isQuoted { return bytes[...index] }
            guard index - bytes.startIndex < lineByteLimit else {
                throw .lineTooLong(limit: lineByteLimit)
            }
        }
        throw .lineNotEnded
    }
}

extension PlatformReport {
    /// The lines as they were read, with a way to do so for each.
    func read(
        _ body: (Line) throws(SettlementFileFailure.Cause) -> Void
    ) throws(SettlementFileFailure) {
        for line in lines {
            do throws(SettlementFileFailure.Cause) { try body(line) } catch {
                throw SettlementFileFailure(line: line.number, error)
            }
        }
    }

    /// The file of a report's entries and other lines.
    ///
    /// A platform chooses by time what it pays, so that captures before the last one are in this report or in
    /// an earlier one. Without a capture nothing after its first line is said to be missing.
    func file(
        number: Int64? = nil,
        name: String? = nil,
        _ entries: [SettlementEntry],
        _ payouts: [SettlementPayout],
        captured: [UnixTime],
        all: [UnixTime]
    ) throws(SettlementFileFailure) -> SettlementFile {
        guard let cutOff = captured.max() ?? all.min() else {
            throw SettlementFileFailure(line: 1, .noLines)
        }
        return SettlementFile(
            number: number,
            name: name,
            cutOff: cutOff,
            entries: entries,
            payouts: payouts,
            lineCount: bytes.count { $0 == UInt8(ascii: "\n") },
            of: bytes
        )
    }

    /// The sums of what is paid in each currency, with the last line of each.
    struct Sums {
        private(set) var sums: [String: (units: Int64, line: Int)] = [:]

        mutating func add(
            _ units: Int64,
            _ currency: String,
            line: Int
        ) throws(SettlementFileFailure.Cause) {
            let sum = try PlatformReport.sum(sums[currency, default: (0, line)].units, units)
            sums[currency] = (sum, line)
        }
    }

    static func sum(
        _ one: Int64,
        _ other: Int64
    ) throws(SettlementFileFailure.Cause) -> Int64 {
        let (sum, overflows) = one.addingReportingOverflow(other)
        guard !overflows else { throw .sumTooLarge }
        return sum
    }
}

extension PaymentPlatform {
    /// The platform whose settlement report has this first line; nil for other files.
    public static func ofSettlementReport(_ bytes: [UInt8]) -> PaymentPlatform? {
        let columns = PlatformReport.columns(of: bytes)
        return allCases.first { columns.contains($0.reportMark) }
    }

    /// Reads a settlement report.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - account: The members of the account, by the names of ``settings``.
    /// - Returns: What it says.
    /// - Throws: ``Payments/SettlementFileFailure``, for the first line that is wrong.
    public func settlementFile(
        _ bytes: [UInt8],
        of account: [String: String]
    ) throws(SettlementFileFailure) -> SettlementFile {
        switch self {
        case .stripe: try StripeReport.file(bytes)
        case .adyen: try AdyenReport.file(bytes, account[AdyenAccount.merchantAccount])
        case .checkout: try CheckoutReport.file(bytes)
        case .braintree: try BraintreeReport.file(bytes)
        }
    }

    private var reportMark: String {
        switch self {
        case .stripe: StripeReport.mark
        case .adyen: AdyenReport.mark
        case .checkout: CheckoutReport.mark
        case .braintree: BraintreeReport.mark
        }
    }
}
