import CardMessages
import CardNetwork
import CommandLineTool
import Files
import ISO8583
import World

/// The options of a command that runs a card network: how it reads messages, and where they are written down.
enum NetworkOptions {
    private static let framing = Option(
        "framing",
        "NAME",
        choices: MessageFraming.self,
        help: "what is before a message: binary (its length in 2 bytes, the default),\n"
            + "ascii (4 digits), bcd (2 bytes), visa (4 bytes), binary-inclusive or\n"
            + "ascii-inclusive (a length that counts itself too), or none"
    )
    static let layout = Option(
        "layout",
        "NAME",
        choices: MessageLayout.named.map { ($0.name, $0) },
        help: "the fields: ascii with binary bitmaps (the default), ascii-hex with\n"
            + "hexadecimal bitmaps, bcd, bcd-ebcdic, or visa (EBCDIC, and Visa's header)"
    )
    private static let transport = Option(
        "tpdu",
        help: "each message is after a TPDU, 60 and two addresses of two bytes, which an\n"
            + "answer has exchanged"
    )
    private static let lenient = Option(
        "lenient",
        help: "ignore fields that the network has no use for, which are refused unless given"
    )
    private static let log = Option(
        "log",
        "FILE",
        help: "write each message and its answer to the end of FILE, field by field, without\n"
            + "account numbers, cryptograms and PINs"
    )

    static let all: [any CommandOption] = [framing, layout, transport, lenient, log]

    /// How the network reads messages.
    static func settings(
        _ invocation: Invocation
    ) throws(UsageProblem) -> NetworkServer.Settings {
        var settings = NetworkServer.Settings()
        settings.form = MessageForm(
            framing: try invocation.value(framing) ?? .binary,
            layout: try invocation.value(layout) ?? ("ascii", .ascii),
            hasTransportHeader: invocation.has(transport.name)
        )
        settings.ignoresUnexpected = invocation.has(lenient.name)
        return settings
    }

    /// The file of `--log`; nil where none is wanted.
    static func logFile(_ invocation: Invocation) throws(UsageProblem) -> AppendedFile? {
        guard let path = invocation.value(log) else { return nil }
        return try reporting("--log", hint: "name a file that can be written to") {
            try AppendedFile(path)
        }
    }

    /// Writes what a journal is told of from now on to a file. That it cannot be written is told once.
    static func write(_ journal: NetworkJournal, to file: AppendedFile, _ output: Output) {
        let hasFailed = LockedValue(false)
        _ = journal.watch { exchange in
            let answer = exchange.answer.map { "\($0)" } ?? "no answer"
            let text =
                "\(exchange.time.iso8601) message \(exchange.number)\n\(exchange.request)\n\(answer)"
            do throws(FileFailure) { try file.write(text) } catch {
                let isFirst = hasFailed.withLock { failed in
                    defer { failed = true }
                    return !failed
                }
                if isFirst { output.remark("--log: \(error)") }
            }
        }
    }
}
