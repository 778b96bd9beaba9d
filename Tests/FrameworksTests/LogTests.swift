import Foundation
import Testing
import os

@Suite("The log of module os")
struct LogTests {
    private struct Refused: Error {}

    /// The lines that a process writes, and what ends it.
    private func lines(of result: ExitTest.Result?) -> [String] {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            .split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("[shop") || $0.hasPrefix("default: ") }
    }

    @Test func `withholds what is no number, unless it is public`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let log = Logger(subsystem: "shop", category: "pay")
            let (name, cents) = ("Ann", 1_250)
            log.info("\(name) pays \(cents), \(true), \(0.5)")
            log.info("\(name, privacy: .public) pays \(cents, privacy: .private)")
            log.info("\(Float(1.5), format: .fixed(precision: 2)) \(255, format: .hex)")
            log.info("\(name, privacy: .sensitive)\(name, privacy: .private) \(Int.self)")
            log.info("\(Refused(), privacy: .public)\(Refused())\(Decimal(2))")
            let hashes = ["Ann", "Ann", "Bob"].map { name in
                OSLogMessage("\(name, privacy: .private(mask: .hash))")
            }
            for hash in hashes { log.log(hash) }
        }
        let lines = lines(of: result)
        #expect(
            lines.dropLast(3) == [
                "[shop:pay] info: <private> pays 1250, true, 0.500000",
                "[shop:pay] info: Ann pays <private>",
                "[shop:pay] info: 1.50 ff",
                "[shop:pay] info: <private><private> <private>",
                "[shop:pay] info: Refused()<private><private>",
            ]
        )
        let hashes = lines.suffix(3)
        #expect(hashes.allSatisfy { $0.hasPrefix("[shop:pay] default: <mask.hash: ") })
        #expect(Set(hashes).count == 2)
    }

    @Test func `writes one line for each message, with its level`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let log = Logger(OSLog(subsystem: "shop", category: "c"))
            log.trace("1")
            log.debug("2")
            log.info("3")
            log.notice("4")
            log.log("5")
            log.warning("6")
            log.error("7")
            log.critical("8")
            log.fault("9")
            log.log(level: .debug, "a\nb")
            Logger().log("plain")
            Logger(.disabled).fault("[shop] never")
        }
        let levels = [
            "debug: 1", "debug: 2", "info: 3", "default: 4", "default: 5", "error: 6", "error: 7",
            "fault: 8", "fault: 9", "debug: a\\nb",
        ]
        #expect(lines(of: result) == levels.map { "[shop:c] \($0)" } + ["default: plain"])
        #expect(OSLog.default.isEnabled(type: .debug) && !OSLog.disabled.isEnabled(type: .fault))
    }

    @Test func `puts values in the places of a format`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let log = OSLog(subsystem: "shop", category: "f")
            os_log(
                "%{public}@ has %d of %@ (%{private}d)",
                log: log,
                type: .error,
                "Ann",
                2,
                "x",
                3
            )
            os_log(.info, log: log, "%{public}s %05.1f %x %lu %%", "a", 2.25, 255, UInt8(7))
            os_log("%i %ld %{mask.hash}@", log: log, -1, Int64(-2), "x")
            os_log("%@ %", log: log)
            os_log("%d %{public}d", log: log, "text", 1.5)
            os_log(.debug, log: log, "\(5) \("x")")
            os_log("default: no place", 1)
            os_log("never", log: .disabled)
        }
        let lines = lines(of: result)
        let third = lines.dropFirst(2).first ?? ""
        #expect(third.hasPrefix("[shop:f] default: -1 -2 <mask.hash: "))
        #expect(
            lines.filter { $0 != third } == [
                "[shop:f] error: Ann has 2 of <private> (<private>)",
                "[shop:f] info: a 002.2 ff 7 %",
                "[shop:f] default: %@ %",
                "[shop:f] default: text 1.5",
                "[shop:f] debug: 5 <private>",
                "default: default: no place",
            ]
        )
    }
}
