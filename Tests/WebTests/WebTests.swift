import Foundation
import Money
import TestSupport
import Testing

/// `Web/apple-pay.js` in a browser: the cases in `Tests/Web/cases`, which run in pages of Debian's Chromium and
/// Firefox.
@Suite("Apple Pay's web API in a browser", .serialized, .timeLimit(.minutes(30)))
struct WebTests {
    private static let shell = Program(at: URL(filePath: "/bin/bash"))
    private static let root = Repository.root

    private static func cases() throws -> Set<String> {
        let folder = root.appending(path: "Tests/Web/cases").path
        return Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }

    /// Runs the cases in a browser, and reports each that fails.
    private func report(_ arguments: [String], expecting expected: Set<String>) throws {
        let answer = try Program(at: Self.root.appending(path: "Tests/Web/run")).run(arguments)
        try PageOutcomes.report(answer, expecting: expected)
    }

    @Test(
        .enabled(
            if: PageOutcomes.has("chromedriver") && PageOutcomes.has("chromium"),
            "there is no Chromium"
        )
    )
    func `every case passes in Chromium`() throws {
        try report([], expecting: Self.cases())
    }

    @Test(
        .enabled(if: TestScale.factor > 1, "Firefox is for ./dev release-check"),
        .enabled(if: PageOutcomes.has("firefox-esr"), "there is no Firefox")
    )
    func `every case that is not about Chromium passes in Firefox`() throws {
        let chromiumOnly = [
            "page-frames.js", "page-insecure.js", "page-policy.js", "payment-request-native.js",
            "payment-request-other-methods.js",
            "speed.js",
        ]
        try report(["--firefox"], expecting: Self.cases().subtracting(chromiumOnly))
    }

    @Test(
        .enabled(if: PageOutcomes.has("chromium"), "there is no Chromium"),
        .enabled(if: PythonOracle.isInstalled, "Tests/Oracles/install was not run")
    )
    func `the test on the page about tests passes, with Playwright`() throws {
        let python = Self.root.appending(path: ".build/oracle/bin/python3").path
        let answer = try Self.shell.run([
            "-c", "'\(python)' '\(Self.root.path)/Tests/Web/run-example'",
        ])
        #expect(answer.text == "the example passed\n", "\(answer.complaint)")
    }

    @Test(
        .enabled(
            if: PageOutcomes.has("chromedriver") && PageOutcomes.has("chromium"),
            "there is no Chromium"
        )
    )
    func `a session does with random pages and shoppers what the sheet does`() throws {
        var records: [PageSimulation.Object] = []
        var (paid, refused) = (0, 0)
        for seed in 0..<600 as Range<UInt64> {
            var simulation = try PageSimulation(seed: seed)
            let record = try simulation.run()
            if record["isPaid"] as? Bool == true { paid += 1 }
            refused += simulation.steps.count {
                ($0["verdict"] as? String)?.hasSuffix("Error") == true
            }
            records.append(record)
        }
        #expect(paid > 100 && paid < 500 && refused > 600, "\(paid) paid, \(refused) refused")
        try replay(records, in: "simulation.js")
    }

    @Test(
        .enabled(
            if: PageOutcomes.has("chromedriver") && PageOutcomes.has("chromium"),
            "there is no Chromium"
        )
    )
    func `a payment request does with random pages and shoppers what the sheet does`() throws {
        var records: [PageSimulation.Object] = []
        var ends: [String: Int] = [:]
        for seed in 0..<500 as Range<UInt64> {
            var simulation = try RequestSimulation(seed: seed)
            let record = try simulation.run()
            ends[record["end"] as? String ?? "", default: 0] += 1
            records.append(record)
        }
        for end in ["paid", "failed", "AbortError", "TypeError"] {
            #expect(ends[end, default: 0] > 15, "\(ends)")
        }
        try replay(records, in: "request-simulation.js")
    }

    /// Lets a browser do what records say.
    private func replay(_ records: [PageSimulation.Object], in name: String) throws {
        let folder = ScratchFolder()
        let file = folder.url.appending(path: "data.json")
        try JSONSerialization.data(withJSONObject: records, options: .sortedKeys).write(to: file)
        try report(["--data", file.path, name], expecting: [name])
    }

    @Test(.enabled(if: PageOutcomes.has("tsc"), "there is no TypeScript"))
    func `the types of the modules fit`() throws {
        let web = Self.root.appending(path: "Web").path
        let answer = try Self.shell.run(["-c", "tsc --project '\(web)'"])
        #expect(answer.isSuccess, "\(answer.text)")
    }

    @Test func `pages may name the currencies that apps may name`() throws {
        #expect(try Self.codes(after: "currencyCodes = ") == Currency.active.map(\.code))
    }

    @Test func `the amounts of a currency have the same decimals on pages and in apps`() throws {
        let digits = Dictionary(grouping: Currency.active, by: \.exponent)
        for (exponent, currencies) in digits where exponent != 2 {
            #expect(try Self.codes(after: "\(exponent): ") == currencies.map(\.code))
        }
        #expect(digits.count == 4)
    }

    /// The list of codes in `Web/apple-pay/codes.js` that follows a text.
    private static func codes(after text: String) throws -> [String] {
        let file = root.appending(path: "Web/apple-pay/codes.js")
        let list = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\(text)codes(`").last?
            .split(separator: "`").first
        return try #require(list).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test func `the file is small`() throws {
        let file = Self.root.appending(path: "Web/apple-pay.js").path
        let packed = try Self.shell.run(["-c", "gzip --best --stdout '\(file)' | wc --bytes"])
        let size = try #require(Int(packed.text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(size > 1000 && size < 60_000)
    }

    @Test func `the file is what its modules make`() throws {
        let answer = try Program(at: Self.root.appending(path: "Web/build")).run(["--check"])
        #expect(answer.isSuccess, "\(answer.complaint)")
    }
}
